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
)
