"""Spells that last as long as the caster thinks of nothing else (Heat Mineral, D-5).

The scene's memo ``focus`` names for each caster the spell and its target. Any action of the caster ends it.
"""

from collections.abc import Mapping
from typing import Any

from rules.engine.kernel.facts import SceneMemoKept, Told
from rules.engine.kernel.table import Table
from rules.systems.kaos.content.library import spells
from rules.systems.kaos.fight.base.state import end

FOCUS = "focus"


def kept(table: Table) -> dict[str, Mapping[str, Any]]:
    """The spells kept up, by caster: the key of the ``spell``, and its ``target``."""
    return dict(table.scene.memo.get(FOCUS, {}))


def _keep(table: Table, now: dict[str, Mapping[str, Any]]) -> None:
    if now != kept(table):
        table.happen(SceneMemoKept(FOCUS, now or None))


def focus_on(table: Table, caster: str, spell: str, target: str) -> None:
    """Begin to keep up a spell on a target; another one ends."""
    stop(table, caster)
    _keep(table, {**kept(table), caster: {"spell": spell, "target": target}})


def held_in(table: Table, target: str) -> dict[str, str]:
    """The keys of the spells that casters keep up on somebody, by caster."""
    return {caster: str(one["spell"]) for caster, one in kept(table).items() if one["target"] == target}


def stop(table: Table, caster: str) -> None:
    """End the spell that a caster keeps up."""
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
    """End the spells of or on somebody who leaves."""
    for caster, one in kept(table).items():
        if who in (caster, one["target"]):
            stop(table, caster)
