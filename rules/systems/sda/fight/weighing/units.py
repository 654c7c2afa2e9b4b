"""What advice counts in a fight, and what else counts for how much of it."""

#: What choices are weighed in, and how much spirit counts as one.
BOXES, SPIRIT_OF_A_BOX = "boxes", 5
OF_SPIRIT = "Five points of spirit count as a box."
OF_DOWN = (
    "Going down counts as all the boxes that somebody has at most, and on your side bleeding to death as much again."
)
#: What is said of both wherever somebody may be hurt.
RATES = f"{OF_SPIRIT} {OF_DOWN}"
#: What a point of initiative counts for that somebody loses, in boxes; fewer boxes are not worth the hits.
INITIATIVE = 0.25
OF_INITIATIVE = "A point of initiative counts as a quarter of a box."


def in_boxes(spirit: float) -> float:
    """What so much spirit is worth."""
    return spirit / SPIRIT_OF_A_BOX
