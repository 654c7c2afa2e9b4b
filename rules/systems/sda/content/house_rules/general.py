"""The house rules that a WinterDawn campaign may turn, each with what the draft or our reading says (SDA-015)."""

from rules.engine.content.switches import Switch
from rules.engine.kernel import HouseRules

BUYING = Switch(
    "buying_dice",
    "When spirit limits bought dice",
    "Dice bought with spirit must fit the spirit left after paying, or only the spirit held before.",
    "after paying",
    "SDA-057, SDA-059",  # C-16
    ("after paying", "before paying"),
)
EGO_AGAIN = Switch(
    "ego_again",
    "Ego tests that fail completely",
    "How often a complete failure of an ego test brings another ego test.",
    "once",
    "SDA-049",  # C-22
    ("never", "once", "twice"),
)
UNTRAINED = Switch(
    "untrained_failure_teaches",
    "Failing untrained teaches",
    "A complete failure in a skill of rank 0 gives experience, since that ego test cannot fail.",
    True,
    "SDA-052",  # C-32
)
FULL_POOL = Switch(
    "flawless_needs_full_pool",
    "Flawless success needs the full pool",
    "Only a roll with all dice of the pool can be a flawless success.",
    True,
    "SDA-046",  # C-23
)
VIRTUE_CONSENT = Switch(
    "virtue_consent",
    "The game master allows calls on virtues",
    "Nobody rolls for a virtue before the game master has heard the reason and agreed.",
    True,
    "SDA-080",
)

SKILLS_OF = Switch(
    "skills_of",
    "List of skills",
    "Which list is played with: that of the draft of 2018, or that of 2019, with more groups and narrower skills.",
    "2018",
    "SDA-001, SDA-119 to SDA-152",  # D-1
    ("2018", "2019"),
    edition=True,
)
GATHERED = Switch(
    "gathered_groups_rise",
    "Gathered groups rise",
    "Skills that the draft leaves without a group are gathered in groups here, which may have ranks like all others.",
    True,
    "SDA-007, SDA-067",  # D-1
)
ENCUMBRANCE = Switch(
    "encumbrance_costs_dice",
    "Burdens cost dice",
    "Whoever carries more than their limit has fewer dice of strength and agility, and beyond twice the limit none.",
    True,  # D-8
)
PERFORMANCE = Switch(
    "performance_spirit",
    "Spirit from a performance",
    "How much spirit everybody who listens or looks on regains for each MoS of the performer.",
    1,
    "SDA-063",  # D-3
)

COINS = Switch(
    "coins_to_a_burden",
    "Coins that weigh 1",
    "So many coins weigh as much as one encumbrance; with 0 they weigh nothing.",
    100,  # D-12
)
RATIONS = Switch(
    "rations_to_a_burden",
    "Rations that weigh 1",
    "So many dried rations weigh as much as one encumbrance; with 0 they weigh nothing.",
    1,  # D-12
)
RIDER = Switch(
    "rider_weighs",
    "What a rider weighs on a mount",
    "The encumbrance of a rider of medium size, beside all that they carry; twice that for each size above, half "
    "for each below.",
    20,
    "SDA-118",  # D-12
)
SMALLEST, NO_DIE = "a d4", "none"
WEAK_DIE = Switch(
    "die_below_four",
    "The die of an attribute below 4",
    "An attribute below 4 gives a d4, with a die more and a success less for each point; or no die at all, "
    "and whatever hangs on it fails.",
    SMALLEST,
    "SDA-011, SDA-053",  # D-12
    (SMALLEST, NO_DIE),
)
LISTED, AS_BLUNT = "what it lists", "as much as from blows"
ARMOUR_ELSE = Switch(
    "armour_against_other_damage",
    "Armour against burning, freezing and the like",
    "Armour and hides take off only the kinds of damage that they list, or as much of any other kind as of "
    "bludgeoning.",
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
