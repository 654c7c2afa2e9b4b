"""A fight laid out for tests: who is in it, where they stand, whose turn it is, and helpers to let them act."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules import codec
from rules.engine.kernel import (
    Begun,
    Dice,
    Encounter,
    Fact,
    Joined,
    Judged,
    LadderSet,
    Moved,
    Rolled,
    RoundBegan,
    Rung,
    Sheet,
    StageSet,
    Table,
    Throw,
    Told,
    TurnBegan,
    TypedDice,
    foretell,
)
from rules.engine.kernel.commands import perform
from rules.engine.odds import Odds
from rules.engine.system.protocol import command_named
from rules.systems.kaos import KAOS
from rules.systems.kaos.core import full
from rules.systems.kaos.fight.base import begin
from tests.rules.kaos.tables import hero

ROOK, BORIS = "rook", "boris"
#: Verdicts that come to a number.
COUNTED = ("hit", "initiative")


def fighter(
    name: str, *things: str, attribute: Mapping[str, int] | None = None, points: int = 0, **skills: int
) -> Sheet:
    """A beginner with things in use, named as ``weapons.dagger``, and other scores."""
    sheet = hero(name, points, attribute=dict(attribute or {}), skill=skills)
    sheet.resources = full(sheet)
    for thing in things:
        section, _, key = thing.partition(".")
        sheet.items[key] = replace(KAOS.item(section, key), in_use=True)
    return sheet


class Fight:
    """The party's Rook acts first; every other one is a foe. All facts so far, and the table for each command."""

    def __init__(self, *, house_rules: Mapping[str, Any] | None = None, hidden: str = "", **sheets: Sheet) -> None:
        self.house_rules = dict(house_rules or {})
        self.sheets: dict[str, Sheet] = {}
        self.encounter = Encounter()
        self.facts: list[Fact] = []
        table = self.table("")
        for number, (who, sheet) in enumerate(sheets.items()):
            side = "foes" if number % 2 else "party"
            table.happen(Begun(who, sheet), Joined(who, side, who == hidden, 0.0, 1.5 * number))
        rungs = tuple(Rung(f"{who}/whole", who, 20 - number, "whole") for number, who in enumerate(sheets))
        table.happen(StageSet("fighting"), RoundBegan(1), LadderSet(rungs), TurnBegan(rungs[0].key))
        self._keep(table)

    def _keep(self, table: Table) -> None:
        self.facts += table.facts
        self.sheets = dict(table.sheets)

    def put(self, who: str, x: float, y: float) -> None:
        """Move a fighter to a place, in metres."""
        table = self.table(who)
        table.happen(Moved(who, x, y, 0))
        self._keep(table)

    def state(self, who: str, *names: str, level: int = 0) -> None:
        """Bring a fighter into these states."""
        table = self.table(who)
        for name in names:
            begin(table, who, name, level)
        self._keep(table)

    def table(self, who: str) -> Table:
        return Table(self.sheets, self.encounter, self.house_rules, who, KAOS.rank_range)

    def odds(self, who: str, name: str, **chosen: Any) -> Odds:
        found = foretell(
            codec.command_from(command_named(KAOS, name), self._with_ask(who, name, chosen)), self.table(who)
        )
        assert found is not None
        return found

    def do(self, who: str, name: str, dice: Mapping[str, list[int]] | Dice | None = None, **chosen: Any) -> list[Fact]:
        table = self.table(who)
        command = codec.command_from(command_named(KAOS, name), self._with_ask(who, name, chosen))
        fell = _Shown(TypedDice(dice) if isinstance(dice, Mapping) else dice or TypedDice({}))
        perform(command, table, fell)
        KAOS.keep_up(table)
        self._keep(table)
        _check(table.facts, fell.faces)
        return table.facts

    def _with_ask(self, who: str, name: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
        asks = self.table(who).asks_for(who, name)
        return {"ask": asks[0].key, **chosen} if asks else dict(chosen)


#: Numbers of verdicts that stand on somebody's sheet.
OF_SHEETS = {"target", "their_target", "score", "their_score", "agility"}


class _Shown:
    """Dice that note each throw: by whom, what fell, and whether it was typed."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.faces: list[tuple[str, tuple[int, ...], bool]] = []

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        throw = self._dice.roll(who, sides)
        self.faces += [(who, throw.faces, throw.typed)] if throw.faces else []
        return throw


def _check(facts: Sequence[Fact], fell: Sequence[tuple[str, tuple[int, ...], bool]]) -> None:
    """Every die that fell is in the log, typed or not, and no verdict has a number but those that are counted.

    Numbers of a sheet are for who may read it.
    """
    rolled = [
        (fact.who, tuple(die.face for die in fact.dice), fact.typed) for fact in facts if isinstance(fact, Rolled)
    ]
    assert sorted(rolled) == sorted(fell)
    verdicts = [fact for fact in facts if isinstance(fact, Judged)]
    assert not any(one.hits for one in verdicts if one.verdict not in COUNTED)
    assert all(set(one.private) == {name for name in one.numbers if _is_of_a_sheet(one, name)} for one in verdicts)


def _is_of_a_sheet(verdict: Judged, name: str) -> bool:
    """Whether a number stands on somebody's sheet; what is called so elsewhere may name a person."""
    return name in OF_SHEETS and not isinstance(verdict.numbers[name], str)


def laid_out(row: Mapping[str, Any], places: Mapping[str, tuple[float, float]]) -> Fight:
    """A fight that a file of examples describes: Rook with things, skills and points, others at these places.

    ``mine``, ``theirs`` and ``hers`` are the states that Rook, Boris and Mira are in.
    """
    rook = fighter("Rook", *row.get("things", ()), points=row.get("points", 0), **row.get("skills", {}))
    others = {who: fighter(who.capitalize()) for who in places}
    fight = Fight(house_rules=row.get("house_rules"), rook=rook, **others)
    for who, (x, y) in places.items():
        fight.put(who, x, y)
    for who, states in ((ROOK, "mine"), (BORIS, "theirs"), ("mira", "hers")):
        fight.state(who, *row.get(states, ()))
    return fight


def lines(fight: Fight, facts: Sequence[Fact]) -> list[str]:
    """The sentences of the log, with names."""
    named = {who: sheet.name for who, sheet in fight.sheets.items()}
    return [fact.text.format(*(named[who] for who in fact.who)) for fact in facts if isinstance(fact, Told)]
