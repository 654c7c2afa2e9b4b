"""The unit of advice in a fight, and the rates of spirit, initiative and going down in it."""

#: The unit in which choices are weighed, and the points of spirit that count as one.
BOXES, SPIRIT_OF_A_BOX = "boxes", 5
OF_SPIRIT = "Five points of spirit count as a box."
OF_DOWN = (
    "Going down counts as all the boxes that somebody has at most, and on your side bleeding to death as much again."
)
#: The sentence about both rates, wherever somebody may be hurt.
RATES = f"{OF_SPIRIT} {OF_DOWN}"
#: Boxes that a lost point of initiative counts; fewer boxes are not worth the hits.
INITIATIVE = 0.25
OF_INITIATIVE = "A point of initiative counts as a quarter of a box."


def in_boxes(spirit: float) -> float:
    """Boxes that points of spirit count."""
    return spirit / SPIRIT_OF_A_BOX
