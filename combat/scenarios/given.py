"""The beginning of a scenario: people, their sheets, and the scene."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from combat.scenarios.document import Amiss
from rules.engine.kernel import (
    Condition,
    Joined,
    LadderSet,
    Line,
    Refused,
    RoundBegan,
    Rung,
    SceneMemoKept,
    Sheet,
    StageSet,
    Table,
    TurnBegan,
)
from rules.engine.system.protocol import System
from rules.scenario_files import Block


def merge(system: System, sheet: Sheet, told: Mapping[str, Any]) -> None:
    """Write what a scenario gives onto a sheet: ranks by the plural of their kind, resources, items, wounds ..."""
    kinds = {_plural(kind): kind for kind in system.rank_kinds}
    spent = {}
    for name, value in told.items():
        if name in kinds:
            sheet.ranks.setdefault(kinds[name], {}).update(_ranks(system, kinds[name], value))
        elif name in sheet.resources:
            spent[name] = value
        elif name in sheet.tracks:
            _tick(sheet.tracks[name], name, value)
        elif name == "conditions":
            sheet.conditions |= {c: Condition(c, c.replace("_", " "), level or 0) for c, level in value.items()}
        elif name == "experience":
            for kind, earned in value.items():
                sheet.experience[kind] = dict(_ranks(system, kind, earned) if kind in system.rank_kinds else earned)
        elif name in ("memo", "texts"):
            getattr(sheet, name).update(value)
        else:
            _take(system, sheet, name, value)
    _settle(system, sheet)
    for name, value in spent.items():
        held = sheet.resources[name]
        held.now, held.most = value, max(value, held.most)


def _ranks(system: System, kind: str, value: Mapping[str, int]) -> Mapping[str, int]:
    """The ranks of a kind, each of a name that the game has."""
    for name in value:
        try:
            system.rank_range(kind, name)
        except Refused as refused:
            raise Amiss(refused.sentence, value.line_of(name) if isinstance(value, Block) else 0) from refused
    return value


def _tick(lines: list[Line], track: str, value: Sequence[Mapping[str, int] | None]) -> None:
    """Tick the boxes of a track, given line by line; the last lines may be left out."""
    if len(value) > len(lines):
        raise Amiss(f"{track} has {len(lines)} lines, not {len(value)}")
    for line, ticked in zip(lines, value, strict=False):
        if unknown := set(ticked or {}) - set(line.boxes):
            raise Amiss(f"a line of {track} has no boxes called {min(unknown)!r}")
        line.ticked = {box: count for box, count in (ticked or {}).items() if count}


def _take(system: System, sheet: Sheet, section: str, keys: list[str]) -> None:
    if section not in system.compendium():
        raise Amiss(f"a sheet of {system.name} has nothing called {section!r}")
    for key in keys:
        item = system.item(section, key)
        sheet.items[key] = replace(item, in_use=True)


def _settle(system: System, sheet: Sheet) -> None:
    """Bring up to date what follows from the ranks, and fill what is spent and comes back."""
    table = Table({"it": sheet}, actor="it", rank_range=system.rank_range)
    system.keep_up(table)
    for held in sheet.resources.values():
        held.now = held.most


def _plural(kind: str) -> str:
    if kind.endswith("s"):
        return f"{kind}es"
    return f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"


def lay_scene(table: Table, told: Mapping[str, Any]) -> None:
    """Put people into their places, and begin the round and the turn that the scenario begins in."""
    for who, place in (told.get("combatants") or {}).items():
        table.happen(Joined(who, **{"side": "party", **(place or {})}))
    stage = told.get("stage", "fighting" if told.get("initiative") or told.get("ladder") else "ready")
    rungs = _ladder(told)
    table.happen(StageSet(stage), LadderSet(rungs), RoundBegan(told.get("round", 1 if rungs else 0)))
    table.happen(*(SceneMemoKept(name, value) for name, value in (told.get("memo") or {}).items()))
    turn = told.get("turn", rungs[0].key if rungs else "")
    if turn:
        table.happen(TurnBegan(_rung_named(turn, rungs)))


def _rung_named(turn: str, rungs: tuple[Rung, ...]) -> str:
    """The key of the rung that a scenario names by its key or by whose it is."""
    found = next((rung.key for rung in rungs if turn in (rung.key, rung.who)), "")
    if not found:
        raise Amiss(f"the ladder has no rung {turn!r}")
    return found


def _ladder(told: Mapping[str, Any]) -> tuple[Rung, ...]:
    if "ladder" in told:
        return tuple(Rung(**rung) for rung in told["ladder"])
    ordered = sorted((told.get("initiative") or {}).items(), key=lambda place: -place[1])
    return tuple(Rung(f"{who}/whole", who, at, "whole") for who, at in ordered)
