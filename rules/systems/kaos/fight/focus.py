"""Spells that last as long as the caster thinks of nothing else (Heat Mineral, D-5).

The scene's memo ``focus`` says for each caster which spell holds whom. Any action of the caster ends it.
"""

from collections.abc import Mapping
from typing import Any

from rules.engine.facts import SceneMemoKept, Told
from rules.engine.table import Table
from rules.systems.kaos.fight.state import end
from rules.systems.kaos.library import spells

FOCUS = "focus"


def kept(table: Table) -> dict[str, Mapping[str, Any]]:
    """By caster: the key of the spell, and whom it holds."""
    return dict(table.scene.memo.get(FOCUS, {}))


def _keep(table: Table, now: dict[str, Mapping[str, Any]]) -> None:
    if now != kept(table):
        table.happen(SceneMemoKept(FOCUS, now or None))


def focus_on(table: Table, caster: str, spell: str, target: str) -> None:
    """Begin to think of nothing else."""
    stop(table, caster)
    _keep(table, {**kept(table), caster: {"spell": spell, "target": target}})


def held_in(table: Table, target: str) -> dict[str, str]:
    """The spells that casters keep up on somebody, by caster."""
    return {caster: str(one["spell"]) for caster, one in kept(table).items() if one["target"] == target}


def stop(table: Table, caster: str) -> None:
    """The caster thinks of something else, or of nothing at all."""
    now = kept(table)
    one = now.pop(caster, None)
    if one is None:
        return
    _keep(table, now)
    target, spell = str(one["target"]), spells().get(str(one["spell"]))
    if spell is None or target not in table.sheets:
        return
    if spell.condition and not held_in(table, target):
        end(table, target, spell.condition)
    table.happen(Told((caster, target), f"{spell.name} no longer holds {{1}}."))


def forget(table: Table, who: str) -> None:
    """Whoever leaves neither keeps a spell up nor is held by one."""
    for caster, one in kept(table).items():
        if who in (caster, one["target"]):
            stop(table, caster)
