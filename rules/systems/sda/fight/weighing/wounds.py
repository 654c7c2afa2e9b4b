"""What a wound weighs by the line that takes it, before it is taken (SDA-206 to SDA-209, SDA-221)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.sheets import Line

OF_WOUNDS = (
    "What it costs you: each box counts one, each level of bleeding or a stun by a major injury one more, "
    "and going down as many as you have left. A point of armour lost for good counts one too."
)
WOUND_SHARES = ("The wound", "Armour")


@dataclass(frozen=True, slots=True)
class Wound:
    """So many boxes, and what a major one brings with it beside its box."""

    boxes: int
    major: int


def weight(wound: Wound, injuries: Sequence[Line], number: int) -> float:
    """What it costs on that line, in boxes; with no line left one goes down of anything."""
    if not wound.boxes:
        return 0.0
    line = injuries[number] if injuries else Line({})
    minor, major = line.free("minor"), line.free("major")
    left = sum(one.free("minor") + one.free("major") for one in injuries)
    opened = wound.major if wound.boxes > minor else 0
    down = left if wound.boxes > minor + major else 0
    return float(wound.boxes + opened + down)
