"""The house rules of a fight, each with the default of the book (or of the reading of it)."""

from rules.engine.content.switches import Switch

CHOOSERS = Switch(
    "surprise_chooses",
    "Surprising attackers choose",
    "Whoever surprises takes any card of the deck, or is given the lowest one.",
    "any card",
    "DRB-009",  # C-07
    ("any card", "the lowest"),
)
SWAPS = Switch(
    "swaps_a_round",
    "Swaps in a round",
    "Somebody waits so often a round: once, or as often as they like.",
    "once",
    "DRB-008",  # C-08
    ("once", "any number"),
)
HOLD = Switch(
    "hold_back",
    "Waiting without anybody to swap with",
    "Whoever waits may put their card beneath all the others instead of swapping it.",
    False,
    "DRB-008",
)
PRONE_BOON = Switch(
    "prone_gives_a_boon",
    "Against those on the ground",
    "Attacks on somebody who lies on the ground have a boon.",
    True,  # D-4
)
CLOSE_BANE = Switch(
    "shooting_in_melee",
    "Shooting with an enemy beside you",
    "A shot with an enemy within 2 metres has a bane, is not possible, or is a shot like any other.",
    "bane",
    "DRB-012",
    ("bane", "impossible", "as ever"),
)
DOUBLE_RANGE = Switch(
    "twice_the_range",
    "Beyond the range",
    "Up to twice the range of a weapon can be reached with a bane.",
    False,
    "DRB-012",  # C-21
)
DODGE_COUNTER = Switch(
    "dragon_dodge_counterattacks",
    "A Dragon on a dodge",
    "A Dragon strikes back at once when it is rolled for a dodge too, not for a parry only.",
    False,
    "DRB-034",  # C-10
)
DRAGON_NEEDS_DRAGON = Switch(
    "dragon_is_met_by_dragons",
    "Attacks with a Dragon",
    "Only another Dragon parries or dodges an attack that is a Dragon.",
    False,
    "DRB-034",
)
DEFENCE_PUSH = Switch(
    "push_a_defence",
    "Pushing a parry or a dodge",
    "Player characters may push a failed parry or dodge before damage is rolled.",
    True,
    "DRB-003",
)
TWO_METRES = Switch(
    "step_after_a_parry",
    "A step after a parry",
    "After a parry both sides may move 2 metres, and nobody strikes at them for it.",
    True,
    "DRB-031",
)
MONSTER_PARRY = Switch(
    "monsters_can_be_parried",
    "Attacks of monsters",
    "They can be parried where their row says so, or always.",
    "as stated",
    "",  # C-06
    ("as stated", "always"),
)
MONSTER_ROWS = Switch(
    "game_master_picks_attacks",
    "Monsters choose",
    "The game master may pick the row of a monster's attack instead of rolling it.",
    True,  # D-4
)
CREATURES_FALL = Switch(
    "creatures_at_zero",
    "Creatures at 0 hit points",
    "Creatures die at 0 hit points, or roll against death like everybody else.",
    "die",
    "DRB-036, DRB-037",
    ("die", "death rolls"),
)
RALLY_RANGE = Switch(
    "rally_reaches",
    "Rally within",
    "So many metres away somebody at 0 hit points can be rallied.",
    10,
    "DRB-040",  # C-14
)
DIAGONALS = Switch(
    "diagonals",
    "Diagonal squares",
    "A diagonal step counts as one square of 2 metres, or as the straight distance.",
    "one square",
    "DRB-028",
    ("one square", "straight metres"),
)

SWITCHES: tuple[Switch, ...] = (
    CHOOSERS,
    SWAPS,
    HOLD,
    PRONE_BOON,
    CLOSE_BANE,
    DOUBLE_RANGE,
    DODGE_COUNTER,
    DRAGON_NEEDS_DRAGON,
    DEFENCE_PUSH,
    TWO_METRES,
    MONSTER_PARRY,
    MONSTER_ROWS,
    CREATURES_FALL,
    RALLY_RANGE,
    DIAGONALS,
)
