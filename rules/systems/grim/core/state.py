"""Conditions that commands of a sheet refuse without: alive and able; their base, and turns as they are counted."""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from rules.engine.character import readiness
from rules.engine.character.readiness import is_in_fight
from rules.engine.kernel import NotNow, Table
from rules.systems.grim.core.effects import state_with

SLAIN = "slain"
#: The memo of those whose turn has begun and goes on later: what they had used it for, by id.
WAITED = "waited"


#: Refusals for the slain.
alive = partial(readiness.alive, dead=SLAIN)
living = partial(readiness.living, dead=SLAIN)


def turns_begun(table: Table, who: str) -> int:
    """How many of somebody's own turns have begun in the fight; 0 outside one."""
    if not is_in_fight(table, who):
        return 0
    scene = table.scene
    mine = [rung for rung in scene.ladder if rung.who == who]
    begun = who in scene.memo.get(WAITED, {}) or any(rung.done or rung.key == scene.turn for rung in mine)
    return scene.round if begun else scene.round - 1


def able(table: Table) -> None:
    """Refuse for the slain, the unconscious and others who cannot act."""
    alive(table)
    state = state_with(table.me, "no_actions")
    if state:
        raise NotNow(f"{table.me.name} cannot act: {state.lower()}.")


@dataclass(frozen=True, slots=True)
class OnSheet(readiness.OnSheet):
    """A command of a sheet, for all but the slain."""

    dead: ClassVar[str] = SLAIN
