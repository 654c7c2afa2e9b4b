"""Virtues of a life: the steps on which each may stand, and the one on which it stands (SDA-079, C-09, D-6)."""

from collections.abc import Sequence

from rules.systems.sda.content import compendium
from rules.systems.sda.content.house_rules import creation
from rules.systems.sda.creation.life.life import Life
from rules.systems.sda.creation.life.new_sheet import BALANCED

#: The first step on the side of excess.
EXCESS = BALANCED + 1


def allowed_steps(life: Life, virtue: str) -> Sequence[int]:
    """The steps, from 0, on which a virtue may stand: balanced on either side, unless the house or a chapter differs.

    Events move faith.
    """
    steps = set(range(len(compendium.virtue_steps())))
    if creation.VIRTUES.chosen(life.house_rules) == "balanced":
        moves = _faith(life) if virtue == "faith" else {0}
        last = len(steps) - 1
        steps = {min(last, max(0, side + by)) for side in (BALANCED, EXCESS) for by in moves}
    never = {chapter.never.get(virtue) for chapter in life.chapters}
    return [step for step in sorted(steps) if side_of(step) not in never] or sorted(steps)


def side_of(step: int) -> str:
    return "excess" if step >= EXCESS else "lack"


def _faith(life: Life) -> set[int]:
    """The steps by which faith may have moved, below 0 towards lack: some events move it, some may."""
    moved = [chapter.faith for chapter in life.chapters if chapter.faith]
    by, either = moved.count("excess") - moved.count("lack"), moved.count("either")
    return set(range(by - either, by + either + 1))


def step_of(life: Life, virtue: str) -> int:
    """The step, from 0, on which a virtue stands: as chosen, otherwise the one nearest to balanced, lack first."""
    allowed = allowed_steps(life, virtue)
    chosen = int((life.choices.get("virtues") or {}).get(virtue, -1))
    return chosen if chosen in allowed else min(allowed, key=lambda step: (abs(step - BALANCED), step))
