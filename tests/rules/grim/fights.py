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
from rules.systems.grim import GRIM
from rules.systems.grim.core import begin
from rules.systems.grim.fight.base import set_ap

ROOK, BORIS = "rook", "boris"
#: Attributes of everybody whose test does not say otherwise.
PLAIN = 45


def fighter(name: str, *things: str, attributes: Mapping[str, int] | None = None, **skills: int) -> Sheet:
    """A person with things in use, named as ``weapons.sabre``, and these skill ranks; no Fortune and no Fate."""
    sheet = GRIM.fresh_sheet(name)
    sheet.ranks["attribute"] = {**dict.fromkeys(sheet.ranks["attribute"], PLAIN), **(attributes or {})}
    sheet.ranks["skill"] = dict(skills)
    for spent in ("fortune", "fate"):
        sheet.resources[spent].now = 0
    for thing in things:
        section, _, key = thing.partition(".")
        sheet.items[key] = replace(GRIM.item(section, key), in_use=True)
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
            table.happen(Begun(who, sheet), Joined(who, side, who == hidden, 0.0, float(number)))
        rungs = tuple(Rung(f"{who}/whole", who, 20 - number, "whole") for number, who in enumerate(sheets))
        table.happen(StageSet("fighting"), RoundBegan(1), LadderSet(rungs), TurnBegan(rungs[0].key))
        self._keep(table)

    def _keep(self, table: Table) -> None:
        self.facts += table.facts
        self.sheets = dict(table.sheets)

    def put(self, who: str, x: float, y: float) -> None:
        """Move a fighter to a place, in yards."""
        table = self.table(who)
        table.happen(Moved(who, x, y, 0))
        self._keep(table)

    def state(self, who: str, *names: str, level: int = 0) -> None:
        """Bring a fighter into these states."""
        table = self.table(who)
        for name in names:
            begin(table, who, name, level)
        self._keep(table)

    def points(self, who: str, left: int) -> None:
        """Set what somebody has left of action points."""
        table = self.table(who)
        set_ap(table, who, left)
        self._keep(table)

    def table(self, who: str) -> Table:
        return Table(self.sheets, self.encounter, self.house_rules, who, GRIM.rank_range)

    def odds(self, who: str, name: str, **chosen: Any) -> Odds:
        found = foretell(
            codec.command_from(command_named(GRIM, name), self._with_ask(who, name, chosen)), self.table(who)
        )
        assert found is not None
        return found

    def chance(self, who: str, name: str, of: str, **chosen: Any) -> float:
        """One of the chances that a command shows."""
        return next(one.probability for one in self.odds(who, name, **chosen).chances if one.name == of)

    def do(self, who: str, name: str, dice: Mapping[str, list[int]] | Dice | None = None, **chosen: Any) -> list[Fact]:
        table = self.table(who)
        command = codec.command_from(command_named(GRIM, name), self._with_ask(who, name, chosen))
        typed = TypedDice(dice or {}) if dice is None or isinstance(dice, Mapping) else None
        fell = _Shown(typed or dice)  # type: ignore[arg-type]
        perform(command, table, fell)
        if typed is not None:
            typed.all_used()
        GRIM.keep_up(table)
        self._keep(table)
        _check(table.facts, fell.faces)
        return table.facts

    def has(self, who: str, condition: str) -> bool:
        return self.sheets[who].has(condition)

    def at(self, who: str) -> tuple[float, float]:
        there = self.encounter.combatants[who]
        return there.x, there.y

    def left(self, who: str) -> int:
        """The action points that the page shows."""
        return int(self.encounter.combatants[who].budgets.get("ap", 0))

    def _with_ask(self, who: str, name: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
        asks = self.table(who).asks_for(who, name)
        return {"ask": asks[0].key, **chosen} if asks else dict(chosen)


#: Numbers of verdicts that stand on somebody's sheet.
OF_SHEETS = {"target", "degrees", "their_target", "their_degrees", "threshold", "added"}


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
    """Every die that fell is in the log, with whose it was; numbers of a sheet are for who may read it."""
    rolled = sorted((fact.who, die.face) for fact in facts if isinstance(fact, Rolled) for die in fact.dice)
    assert rolled == sorted((who, face) for who, faces, _ in fell for face in faces)
    verdicts = [fact for fact in facts if isinstance(fact, Judged)]
    assert all(set(one.private) == OF_SHEETS & set(one.numbers) for one in verdicts)


def lines(fight: Fight, facts: Sequence[Fact]) -> list[str]:
    """The sentences of the log."""
    return [fight.table("").words(fact.said) for fact in facts if isinstance(fact, Told)]


def verdicts(facts: Sequence[Fact]) -> list[str]:
    return [fact.verdict for fact in facts if isinstance(fact, Judged)]
