"""The house rules for making characters (D-6)."""

from rules.engine.system import Switch

EITHER, PATH, SHORT = "either", "life path", "short form"

WAY = Switch(
    "making_way",
    "How characters are made",
    "By the path of a life, by sharing out points in the short form, or by either.",
    EITHER,
    "",  # D-6
    (EITHER, PATH, SHORT),
)
POINTS = Switch("background_points", "Background points", "What the path of a life may cost in all.", 25)  # D-6
MOST_RANK = Switch("first_rank_limit", "Highest rank to begin with", "No skill begins above this rank.", 4)  # D-6
TEACHES = Switch(
    "ranks_teach_attributes",
    "Ranks teach attributes",
    "So much experience goes to the attributes of a skill for each rank that is gained on the path of a life.",
    2,  # D-6
)
EXTRA = Switch("short_attributes", "Short form: attributes", "Points added to the attributes of the people.", 6)  # D-6
CAP = Switch("short_attribute_cap", "Short form: attribute limit", "No attribute is raised above this.", 9)  # D-6
LEARNT = Switch("short_experience", "Short form: experience", "Experience for skills, at the usual prices.", 60)  # D-6
MONEY = Switch("short_gold", "Short form: gold", "Gold pieces to begin with.", 5)  # D-12
VIRTUES = Switch(
    "first_virtues",
    "Virtues to begin with",
    "They begin balanced, on the side that the player likes, or on any step.",
    "balanced",
    "SDA-079",  # C-09, D-12
    ("balanced", "any step"),
)

SWITCHES = (WAY, POINTS, MOST_RANK, TEACHES, EXTRA, CAP, LEARNT, MONEY, VIRTUES)
