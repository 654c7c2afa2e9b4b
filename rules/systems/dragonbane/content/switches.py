"""The house rules that a campaign may turn, each with its default."""

from rules.engine.content.switches import Switch

ATTRIBUTES = Switch(
    "attribute_generation",
    "How attributes are made",
    "Roll 4d6 and drop the lowest, in order; or share out points; or type what real dice and taste gave.",
    "roll",
    "",  # D-1
    ("roll", "points", "typed"),
)
POINTS = Switch(
    "attribute_points",
    "Points for attributes",
    "What all six attributes come to, where points are shared out.",
    72,  # D-1
)
MARKS = Switch(
    "dragons_teach",
    "Dragons and Demons teach",
    "A Dragon or a Demon marks the skill, to be rolled for at the session's end.",
    True,
    "DRB-002",  # D-1
)
HALF_STRENGTH = Switch(
    "half_strength_unusable",
    "Far too heavy weapons",
    "Below half of the strength that a weapon needs it cannot be used at all.",
    True,  # D-3
)
PUSH_DEMON = Switch(
    "push_after_demon",
    "Push a Demon",
    "Even a Demon may be pushed.",
    False,
    "DRB-003",  # C-16
)
PUSH_PRICE = Switch(
    "push_condition",
    "What a push costs",
    "The condition that goes with the attribute that was rolled, or any that the player chooses.",
    "matching",
    "DRB-003",  # C-16
    ("matching", "chosen"),
)
AWAKE = Switch(
    "three_successes_wake",
    "Three successes against death wake",
    "Whoever has three successes is awake with d6 hit points; otherwise unconscious until a stretch has passed.",
    True,
    "DRB-036",  # C-13
)
DASH = Switch(
    "dash_doubles",
    "What a dash doubles",
    "The full movement, before rough ground takes its metres; or what the ground leaves of it.",
    "before terrain",
    "DRB-010",  # C-18
    ("before terrain", "after terrain"),
)
FALLING = Switch(
    "falling_metres",
    "Metres a die of falling",
    "So many metres fallen are one D6 of damage; Acrobatics halves it.",
    2,  # D-6
)
DARKNESS = Switch(
    "darkness",
    "Darkness",
    "In the dark, what needs eyes has a bane.",
    True,
    "DRB-005",  # D-6
)
FOOTING = Switch(
    "unsteady_ground",
    "Unsteady ground",
    "On swaying planks and wet rocks, what agility does has a bane.",
    True,
    "DRB-005",  # D-6
)
HUNGER = Switch(
    "hunger_condition",
    "A day without food",
    "Whoever has no ration takes a condition at the day's end.",
    True,  # D-6
)
POISON = Switch(
    "poison",
    "What poison does",
    "To whoever fails against it: damage, a condition, or both.",
    "damage and condition",
    "",  # D-6
    ("damage", "condition", "damage and condition"),
)
FEAR = Switch(
    "fear_table",
    "The table of fear",
    "Whoever fails against fear rolls for what it does to them; otherwise they are scared.",
    True,  # D-6
)
PRICES = Switch(
    "prices_percent",
    "Prices in the shops",
    "Percent of the listed prices.",
    100,  # D-6
)
OVERLOAD = Switch(
    "overload",
    "Carrying too much",
    "A STR roll to move, in a fight before the first step of each turn; or a bane on agility as well.",
    "roll to move",
    "",  # D-1
    ("roll to move", "bane on agility"),
)
EIGHTEEN = Switch(
    "eighteen_is_heroic",
    "A skill of 18 is heroic",
    "Whoever brings a skill to 18 may take a heroic ability.",
    True,  # D-1
)

# -- in a fight -------------------------------------------------------------------------------------------------------

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
    ATTRIBUTES,
    POINTS,
    MARKS,
    EIGHTEEN,
    PUSH_PRICE,
    PUSH_DEMON,
    HALF_STRENGTH,
    AWAKE,
    DASH,
    DARKNESS,
    FOOTING,
    OVERLOAD,
    FALLING,
    HUNGER,
    POISON,
    FEAR,
    PRICES,
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
