"""The house rules that a WinterDawn campaign may turn, each with what the draft or our reading says (SDA-015)."""

from rules.engine.content.switches import Switch
from rules.engine.kernel import HouseRules

BUYING = Switch(
    "buying_dice",
    "When spirit limits bought dice",
    "The limit is the spirit left after paying, or before.",
    "after paying",
    "SDA-057, SDA-059",  # C-16
    ("after paying", "before paying"),
)
EGO_AGAIN = Switch(
    "ego_again",
    "Ego tests that fail completely",
    "How often a complete failure of an ego test causes another.",
    "once",
    "SDA-049",  # C-22
    ("never", "once", "twice"),
)
UNTRAINED = Switch(
    "untrained_failure_teaches",
    "Learning from untrained failures",
    "A complete failure at rank 0 gives experience.",
    True,
    "SDA-052",  # C-32
)
FULL_POOL = Switch(
    "flawless_needs_full_pool",
    "Flawless success needs the full pool",
    "Only a roll of the whole pool can be flawless.",
    True,
    "SDA-046",  # C-23
)
VIRTUE_CONSENT = Switch(
    "virtue_consent",
    "The game master allows calls on virtues",
    "The game master must agree to the reason before the roll.",
    True,
    "SDA-080",
)

SKILLS_OF = Switch(
    "skills_of",
    "List of skills",
    "Draft of 2018, or 2019 with more groups and narrower skills.",
    "2018",
    "SDA-001, SDA-119 to SDA-152",  # D-1
    ("2018", "2019"),
    edition=True,
)
GATHERED = Switch(
    "gathered_groups_rise",
    "Ranks for gathered groups",
    "Groups for skills without one in the draft can have ranks too.",
    True,
    "SDA-007, SDA-067",  # D-1
)
ENCUMBRANCE = Switch(
    "encumbrance_costs_dice",
    "Burdens cost dice",
    "Above the limit you have fewer dice of strength and agility; above double, none.",
    True,  # D-8
)
PERFORMANCE = Switch(
    "performance_spirit",
    "Spirit from a performance",
    "Spirit per MoS for everybody in the audience.",
    1,
    "SDA-063",  # D-3
)

COINS = Switch(
    "coins_to_a_burden",
    "Coins that weigh 1",
    "Coins per point of encumbrance; 0 for no weight.",
    100,  # D-12
)
RATIONS = Switch(
    "rations_to_a_burden",
    "Rations that weigh 1",
    "Dried rations per point of encumbrance; 0 for no weight.",
    1,  # D-12
)
RIDER = Switch(
    "rider_weighs",
    "What a rider weighs on a mount",
    "Encumbrance of a medium rider without gear; double per size above, half per size below.",
    20,
    "SDA-118",  # D-12
)
SMALLEST, NO_DIE = "a d4", "none"
WEAK_DIE = Switch(
    "die_below_four",
    "The die of an attribute below 4",
    "For each point below 4: a d4 with one more die and one success less, or no dice at all.",
    SMALLEST,
    "SDA-011, SDA-053",  # D-12
    (SMALLEST, NO_DIE),
)
LISTED, AS_BLUNT = "what it lists", "as much as from blows"
ARMOUR_ELSE = Switch(
    "armour_against_other_damage",
    "Armour against burning, freezing etc.",
    "Armour stops only the listed damage types, or others as bludgeoning.",
    LISTED,
    "SDA-205",  # D-12
    (LISTED, AS_BLUNT),
)
#: A campaign that has turned nothing.
AS_SAID = HouseRules()

SWITCHES: tuple[Switch, ...] = (
    BUYING,
    EGO_AGAIN,
    UNTRAINED,
    FULL_POOL,
    SKILLS_OF,
    GATHERED,
    VIRTUE_CONSENT,
    ENCUMBRANCE,
    COINS,
    RATIONS,
    RIDER,
    WEAK_DIE,
    ARMOUR_ELSE,
    PERFORMANCE,
)
