"""The house rules about making people and about money, each with the default of the text or of our reading."""

from rules.engine.content.switches import Switch

ATTRIBUTE_ROLLS = Switch(
    "attribute_rolls",
    "Rolling attributes",
    "25 + 3d10 for each attribute in order, or seven rolls to assign freely.",
    "in order",
    "",  # D-1
    ("in order", "assigned"),
)
REWARD_POINTS = Switch(
    "reward_points",
    "Reward points of a beginner",
    "For the first profession; an advance costs 100.",
    1000,
)
EXPERTS = Switch(
    "experts",
    "Beginners in expert professions",
    "The first profession can be an expert one if its requirements are met.",
    False,
)
STARTING_MONEY = Switch(
    "starting_money",
    "Gold crowns of a beginner",
    "For the first weapons, armour and gear.",
    30,
)
FORTUNE_POINTS = Switch(
    "fortune_points",
    "Fortune Points of each",
    "Starting Fortune Points. By the book the group shares one more than its players.",
    1,
)  # D-1
FATE_POINTS = Switch("fate_points", "Fate Points of each", "Starting Fate Points.", 1, "GRM-020")

SWITCHES = (ATTRIBUTE_ROLLS, REWARD_POINTS, EXPERTS, STARTING_MONEY, FORTUNE_POINTS, FATE_POINTS)
