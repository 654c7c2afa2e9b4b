"""Ongoing effects: spells kept up by thought, holds, and standing on guard (D-5, D-7, PCT-020, PCT-022).

The scene's memo ``focus`` names for each caster the spell and its target, as long as the caster does nothing else (Heat
Mineral, D-5). The memo ``holds`` has the id of the holder by that of the held (a default of ours: D-7).
"""

from collections.abc import Mapping
from typing import Any

from rules.engine.kernel import SceneMemoKept, Table, Told
from rules.systems.kaos.content.library import spells
from rules.systems.kaos.fight.base.state import GRAPPLED, begin, end

FOCUS = "focus"


def kept(table: Table) -> dict[str, Mapping[str, Any]]:
    """The spells kept up, by caster: the key of the ``spell``, and its ``target``."""
    return dict(table.scene.memo.get(FOCUS, {}))


def _keep_focus(table: Table, now: dict[str, Mapping[str, Any]]) -> None:
    if now != kept(table):
        table.happen(SceneMemoKept(FOCUS, now or None))


def focus_on(table: Table, caster: str, spell: str, target: str) -> None:
    """Begin to keep up a spell on a target; another one ends."""
    stop(table, caster)
    _keep_focus(table, {**kept(table), caster: {"spell": spell, "target": target}})


def held_in(table: Table, target: str) -> dict[str, str]:
    """The keys of the spells that casters keep up on somebody, by caster."""
    return {caster: str(one["spell"]) for caster, one in kept(table).items() if one["target"] == target}


def stop(table: Table, caster: str) -> None:
    """End the spell that a caster keeps up."""
    now = kept(table)
    one = now.pop(caster, None)
    if one is None:
        return
    _keep_focus(table, now)
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


HOLDS = "holds"


def _holds(table: Table) -> dict[str, str]:
    return dict(table.scene.memo.get(HOLDS, {}))


def _keep_holds(table: Table, holds: dict[str, str]) -> None:
    if holds != _holds(table):
        table.happen(SceneMemoKept(HOLDS, holds or None))


def hold(table: Table, who: str, by: str) -> None:
    """Let ``by`` take hold of somebody."""
    _keep_holds(table, {**_holds(table), who: by})
    begin(table, who, GRAPPLED, source=table.name(by))
    table.happen(Told((by, who), "{0} holds {1}."))


def holder_of(table: Table, who: str) -> str:
    """The id of the holder; empty for somebody who is free."""
    by = _holds(table).get(who, "")
    return by if table.sheet(who).has(GRAPPLED) and by in table.scene.combatants else ""


def held_by(table: Table, who: str) -> list[str]:
    """Ids of those whom somebody holds."""
    return [other for other in table.scene.combatants if holder_of(table, other) == who]


def let_go(table: Table, who: str) -> None:
    if table.sheet(who).has(GRAPPLED):
        end(table, who, GRAPPLED)
        table.happen(Told((who,), "{0} is free."))
    _keep_holds(table, {held: by for held, by in _holds(table).items() if held != who})


def free_from(table: Table, who: str) -> None:
    """End every hold by somebody, and the one on them."""
    for other in (*held_by(table, who), *((who,) if holder_of(table, who) else ())):
        let_go(table, other)


GUARD = "defensive"
#: Points that the two ways of it add to the Defense Score.
DEFENSIVE_MOVE, FULL_DEFENCE = 10, 20


def raise_guard(table: Table, who: str, by: int) -> None:
    begin(table, who, GUARD, by, "until the next own turn")
    table.happen(Told((who,), f"{{0}} is on guard: {by} more to defend with."))


def lower(table: Table, who: str) -> None:
    end(table, who, GUARD)
