"""The ladder: one rung for each combatant, from the highest initiative to the lowest, the same all fight (PCT-007)."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from rules.engine.fight.turns import returned_rungs
from rules.engine.kernel.facts import LadderSet
from rules.engine.kernel.sheets import Rung
from rules.engine.kernel.table import Table

WHOLE = "whole"


def rung_for(who: str, at: int) -> Rung:
    return Rung(f"{who}/{WHOLE}", who, at, WHOLE)


def initiative_of(table: Table, who: str) -> int | None:
    """The initiative of a combatant; None before they have one."""
    return next((rung.at for rung in table.scene.ladder if rung.who == who), None)


def ordered(table: Table, rungs: Iterable[Rung]) -> tuple[Rung, ...]:
    """Rungs by initiative, highest first; of equals the more agile first, then as they stand (C-09)."""
    return tuple(sorted(rungs, key=lambda rung: (-rung.at, -_agility(table, rung))))


def rung_of(table: Table, who: str, at: int) -> Rung:
    """The rung of somebody, also one from before they left, moved to an initiative; or a new one there."""
    mine = [*(rung for rung in table.scene.ladder if rung.who == who), *returned_rungs(table, who)]
    return replace(mine[0], at=at) if mine else rung_for(who, at)


def put(table: Table, mine: Rung, draw: Callable[[int], int]) -> None:
    """Put a rung on the ladder, or move it; ``draw`` gives its place among so many equals."""
    others = [rung for rung in table.scene.ladder if rung.who != mine.who]
    equals = [rung for rung in others if rung.at == mine.at and _agility(table, rung) == _agility(table, mine)]
    before = others.index(equals[0]) + draw(len(equals)) if equals else len(others)
    table.happen(LadderSet(ordered(table, [*others[:before], mine, *others[before:]])))


def _agility(table: Table, rung: Rung) -> int:
    return table.sheet(rung.who).rank("attribute", "agi")


def all_anew(table: Table) -> None:
    """Mark all rungs as still to act, for a new round."""
    table.happen(LadderSet(tuple(replace(rung, done=False) for rung in table.scene.ladder)))
