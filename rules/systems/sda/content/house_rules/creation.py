"""The house rules for making characters (D-6)."""

from collections.abc import Mapping

from rules.engine.content.switches import Switch
from rules.engine.kernel import Json
from rules.systems.sda.content.entries import Injury

EITHER, PATH, SHORT = "either", "life path", "short form"

WAY = Switch(
    "making_way",
    "Character creation",
    "By life path, by points (short form), or either.",
    EITHER,
    "",  # D-6
    (EITHER, PATH, SHORT),
)
POINTS = Switch("background_points", "Background points", "Total cost of the life path.", 25)  # D-6
MOST_RANK = Switch("first_rank_limit", "Highest starting rank", "Limit for starting skills.", 4)  # D-6
TEACHES = Switch(
    "ranks_teach_attributes",
    "Attribute experience from ranks",
    "Experience for the attributes of a skill per rank gained on the life path.",
    2,  # D-6
)
EXTRA = Switch("short_attributes", "Short form: attributes", "Points on top of the people’s attributes.", 6)  # D-6
CAP = Switch("short_attribute_cap", "Short form: attribute limit", "Limit for attributes.", 9)  # D-6
LEARNT = Switch("short_experience", "Short form: experience", "Experience for skills, at the usual prices.", 60)  # D-6
MONEY = Switch("short_gold", "Short form: gold", "Starting gold pieces.", 5)  # D-12
VIRTUES = Switch(
    "first_virtues",
    "Starting virtues",
    "Balanced on the player’s choice of side, or any step.",
    "balanced",
    "SDA-079",  # C-09, D-12
    ("balanced", "any step"),
)
USUAL_BOXES = "(3+1)×3"
INJURY = Switch(
    "first_injury",
    "Starting injury boxes",
    "Minor and major boxes per line, and number of lines.",
    USUAL_BOXES,
    "SDA-206",  # D-2, D-6
    ("(2+1)×2", "(2+1)×3", USUAL_BOXES, "(4+1)×3", "(4+2)×4"),
)
ALL, HALF = "all of it", "half of it"
SPIRIT = Switch(
    "first_spirit",
    "Starting spirit",
    "Full spirit, or half of it, rounded up.",
    ALL,
    "SDA-056",  # D-6
    (ALL, HALF),
)
FOCUS = Switch(
    "attribute_focus",
    "A focus on one attribute",
    "Everybody chooses one attribute whose skills get an extra die.",
    False,
    "SDA-009",  # D-6
)

SWITCHES = (WAY, POINTS, MOST_RANK, TEACHES, EXTRA, CAP, LEARNT, MONEY, VIRTUES, INJURY, SPIRIT, FOCUS)


def boxes(house_rules: Mapping[str, Json]) -> Injury:
    """The injury boxes that somebody begins with (D-2).

    >>> boxes({})
    Injury(minor=3, major=1, lines=3)
    """
    chosen = str(INJURY.chosen(house_rules))
    told = chosen if chosen in INJURY.options else USUAL_BOXES
    return Injury(*(int(sign) for sign in told if sign.isdecimal()))


def begins_with(house_rules: Mapping[str, Json], most: int) -> int:
    """The spirit that somebody begins with, of the most that there may be (D-6).

    >>> begins_with({}, 19), begins_with({"first_spirit": "half of it"}, 19)
    (19, 10)
    """
    return (most + 1) // 2 if SPIRIT.chosen(house_rules) == HALF else most
