"""The house rules of magic, each with what the books or our reading of them say."""

from rules.engine.content.switches import Switch

NEEDS_TRAIT = Switch(
    "magic_needs_trait",
    "Magic needs its trait",
    "Only characters with the trait that opens a kind of magic cast its spells; creatures need none.",
    True,
    "SDA-128, SDA-135, SDA-143, SDA-145, SDA-150, SDA-151",  # D-9
)
AT_ONCE, IN_THE_END = "with the first roll", "when it goes off"
PAID = Switch(
    "spells_are_paid",
    "When a spell is paid for",
    "What a spell costs is gone with the first roll, even if it comes to nothing, or only when it goes off.",
    AT_ONCE,
    "SDA-275",  # D-9
    (AT_ONCE, IN_THE_END),
)
SPOILED = Switch(
    "damage_spoils_spells",
    "What spoils a spell",
    "Every hit that an attack scores on whoever is casting spoils the spell, or only damage done to them.",
    "hits",
    "SDA-275",  # D-9
    ("hits", "damage"),
)
FAVOUR = Switch(
    "favour_of_prayer",
    "Favour for prayers",
    "How much favour of a god every MoS of a prayer earns; the books print no figure.",
    1,
    "SDA-135",  # D-9
)

SWITCHES: tuple[Switch, ...] = (NEEDS_TRAIT, PAID, SPOILED, FAVOUR)
