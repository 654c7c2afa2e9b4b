"""The house rules about making people and about money, each with the default of the text or of our reading."""

from rules.engine.content.switches import Switch

ATTRIBUTE_ROLLS = Switch(
    "attribute_rolls",
    "Rolling attributes",
    "25 + 3d10 for each attribute as the dice fall, or seven rolls that are assigned as one likes.",
    "in order",
    "",  # D-1
    ("in order", "assigned"),
)
REWARD_POINTS = Switch(
    "reward_points",
    "Reward points of a beginner",
    "A beginner's first profession is bought with so many; an advance costs 100 of them.",
    1000,
)
EXPERTS = Switch(
    "experts",
    "Beginners in expert professions",
    "An expert profession may be the first, too, if what it asks for is there.",
    False,
)
STARTING_MONEY = Switch(
    "starting_money",
    "Gold crowns of a beginner",
    "The first weapons, armour and gear are bought with so many gold crowns.",
    30,
)
FORTUNE_POINTS = Switch(
    "fortune_points",
    "Fortune Points of each",
    "Everybody begins with so many Fortune Points; all together would be one more than there are players.",
    1,
)  # D-1
FATE_POINTS = Switch("fate_points", "Fate Points of each", "Everybody begins with so many Fate Points.", 1, "GRM-020")

SWITCHES = (ATTRIBUTE_ROLLS, REWARD_POINTS, EXPERTS, STARTING_MONEY, FORTUNE_POINTS, FATE_POINTS)
