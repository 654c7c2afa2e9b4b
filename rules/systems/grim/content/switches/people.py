"""The house rules of making and advancing people, and of money."""

from rules.engine.content.switches import Switch, under

ATTRIBUTE_ROLLS = Switch(
    "attribute_rolls",
    "Rolling attributes",
    "25 + 3d10 for each attribute in order, or seven rolls to assign freely.",
    "in order",
    "",  # D-1
    ("in order", "assigned"),
)
HUMANS = Switch(
    "humans",
    "Humans per hundred characters",
    "Among characters made at random; all other ancestries are equally likely.",
    50,
    "",  # D-4
)
REWARD_POINTS = Switch(
    "reward_points",
    "Starting reward points",
    "For the first profession; an advance costs 100.",
    1000,
)
ADVANCE_PRICE = Switch(
    "advance_price",
    "Price of an advance",
    "Reward points per advance in the first profession; double in the second, triple in the third.",
    100,
)
PROFESSION_BINDS = Switch(
    "profession_binds",
    "Advances from the profession only",
    "On: only those of the current profession, once each. Off: any.",
    True,
)
IN_ORDER = Switch(
    "professions_in_order",
    "One profession after the other",
    "On: you finish one profession before you begin the next. Off: change whenever you like.",
    True,
    "",  # D-1
)
EXPERTS = Switch(
    "experts",
    "Beginners in expert professions",
    "The first profession can be an expert one if its requirements are met.",
    False,
)
STARTING_MONEY = Switch(
    "starting_money",
    "Starting gold crowns",
    "For the first weapons, armour and gear.",
    30,
)
PRICES = Switch("prices", "Prices, in per cent", "Share of the listed price.", 100)

#: In the order in which the page shows them.
SWITCHES: tuple[Switch, ...] = (
    *under(
        "Making and advancing",
        (
            ATTRIBUTE_ROLLS,
            HUMANS,
            REWARD_POINTS,
            ADVANCE_PRICE,
            PROFESSION_BINDS,
            IN_ORDER,
            EXPERTS,
        ),
    ),
    *under(
        "Money",
        (
            STARTING_MONEY,
            PRICES,
        ),
    ),
)
