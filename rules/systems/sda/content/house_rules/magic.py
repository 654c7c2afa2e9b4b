"""The house rules of magic, each with what the books or our reading of them say."""

from rules.engine.content.switches import Switch

NEEDS_TRAIT = Switch(
    "magic_needs_trait",
    "Magic needs its trait",
    "Characters need the trait for their kind of magic; creatures do not.",
    True,
    "SDA-128, SDA-135, SDA-143, SDA-145, SDA-150, SDA-151",  # D-9
)
AT_ONCE, IN_THE_END = "with the first roll", "when it goes off"
PAID = Switch(
    "spells_are_paid",
    "When a spell is paid for",
    "Pay with the first roll even if the spell fails, or only when it works.",
    AT_ONCE,
    "SDA-275",  # D-9
    (AT_ONCE, IN_THE_END),
)
SPOILED = Switch(
    "damage_spoils_spells",
    "What spoils a spell",
    "Any hit on the caster spoils it, or only damage does.",
    "hits",
    "SDA-275",  # D-9
    ("hits", "damage"),
)
FAVOUR = Switch(
    "favour_of_prayer",
    "Favour for prayers",
    "Favour per MoS of a prayer. Not in the books.",
    1,
    "SDA-135",  # D-9
)

SWITCHES: tuple[Switch, ...] = (NEEDS_TRAIT, PAID, SPOILED, FAVOUR)
