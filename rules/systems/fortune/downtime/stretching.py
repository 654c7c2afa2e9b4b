"""Jumps that fall short: Stamina makes up for what is lacking, 1 to 1, or the jumper lets it be (LIN-066)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import (
    Dice,
    Judged,
    MemoKept,
    NotNow,
    Refused,
    Reply,
    Sheet,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    number,
)
from rules.engine.odds import Chance, Odds
from rules.systems.fortune.core import (
    FAILURE,
    MIXED,
    STAMINA,
    SUCCESS,
    OnSheet,
    alive,
    gain_favour,
    price_of,
    refuse_stamina,
    spend_stamina,
)

#: The memo of a jump that fell short, and may yet be stretched.
JUMP = "jump"


def land(table: Table, who: str, verdict: str, feet: int) -> None:
    """Come down: a failed jump gives Fortune's Favor (LIN-022)."""
    told = {SUCCESS: f"{{0}} clears {feet} ft.", MIXED: f"{{0}} hardly makes {feet} ft.", FAILURE: "{0} falls short."}
    table.happen(Told((who,), told[verdict]))
    if verdict == FAILURE:
        gain_favour(table, who)


def verdict_with(known: Mapping[str, Any], stamina: int) -> str:
    """The outcome of a jump with so much Stamina put to it, 1 to 1 (LIN-066).

    >>> [verdict_with({"total": 10, "success": 13, "failure": 8}, spent) for spent in (0, 3)]
    ['mixed', 'success']
    """
    total = int(known["total"]) + stamina
    return SUCCESS if total >= known["success"] else MIXED if total >= known["failure"] else FAILURE


def likely_price(sheet: Sheet, known: Mapping[str, Any]) -> int:
    """The Stamina for a success; where there is not that much, for a mixed result (LIN-066)."""
    total, success, failure = (int(known[name]) for name in ("total", "success", "failure"))
    return success - total if price_of(sheet, success - total) <= sheet.now(STAMINA) else failure - total


def stretch(table: Table, known: Mapping[str, Any], stamina: int) -> None:
    """Spend Stamina on a jump that is short, and land."""
    refuse_excess(table, known, stamina)
    if stamina:
        spend_stamina(table, table.actor, stamina, "a longer jump")
    verdict = verdict_with(known, stamina)
    table.happen(Judged(table.actor, verdict, 0, {"total": int(known["total"]) + stamina, "success": known["success"]}))
    land(table, table.actor, verdict, int(known["feet"]))


def refuse_excess(table: Table, known: Mapping[str, Any], stamina: int) -> None:
    """Refuse more Stamina than is short, or than there is."""
    lacks = int(known["success"]) - int(known["total"])
    if stamina > lacks:
        raise Refused(f"{lacks} Stamina is enough; more does nothing.", "stamina")
    if stamina:
        refuse_stamina(table.me, stamina)


def foretold(table: Table, known: Mapping[str, Any], stamina: int) -> Odds:
    refuse_excess(table, known, stamina)
    verdict = verdict_with(known, stamina)
    says = {SUCCESS: "gets there", MIXED: "hardly gets there", FAILURE: "falls short"}
    return Odds(f"{stamina} Stamina: {says[verdict]}.", (Chance(verdict, says[verdict], 1.0),))


def weighed(table: Table, known: Mapping[str, Any]) -> Weighing:
    """Stamina weighed against the jump: a success counts 100, a mixed result 50, and Stamina its share of all."""
    lacks = int(known["success"]) - int(known["total"])
    held = max(1, table.me.now(STAMINA))

    def worth(chosen: Any) -> Worth:
        refuse_excess(table, known, chosen.stamina)
        gained = {SUCCESS: 100.0, MIXED: 50.0, FAILURE: 0.0}[verdict_with(known, chosen.stamina)]
        return gained, -100 * chosen.stamina / held

    sentence = "A jump that succeeds counts 100 and a mixed one 50, less the share of your Stamina that it takes."
    return Weighing(
        ("stamina",),
        "points of 100",
        sentence,
        worth,
        ("Jump", "Stamina"),
        upto={"stamina": min(lacks, table.me.now(STAMINA))},
        said=lambda chosen: counted(chosen.stamina, "Stamina", "Stamina"),
    )


@dataclass(frozen=True, slots=True)
class Stretch(Reply):
    """Spend Stamina on a jump that is short, up to a success, or let it be (LIN-066)."""

    name: ClassVar[str] = "jump.stretch"
    label: ClassVar[str] = "Stretch"
    has_odds: ClassVar[bool] = True
    throws_dice: ClassVar[bool] = False
    unasked: ClassVar[str] = "No jump of yours is short now."

    stamina: int = number("Stamina", most=60, default=0)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        return {"ask": ask.key, "stamina": likely_price(table.me, ask.known)}

    def odds(self, table: Table) -> Odds:
        return foretold(table, table.open_ask(self.ask, self.name).known, self.stamina)

    def weighing(self, table: Table) -> Weighing:
        return weighed(table, table.open_ask(self.ask, self.name).known)

    def perform(self, table: Table, dice: Dice) -> None:
        refuse_excess(table, table.open_ask(self.ask, self.name).known, self.stamina)
        stretch(table, table.answer(self.ask, self.name).known, self.stamina)


@dataclass(frozen=True, slots=True)
class StretchInPeace(OnSheet):
    """Spend Stamina on the last jump, if it was short, up to a success, or let it be (LIN-066)."""

    name: ClassVar[str] = "jump.reach"
    label: ClassVar[str] = "Stretch the jump"
    has_odds: ClassVar[bool] = True
    throws_dice: ClassVar[bool] = False

    stamina: int = number("Stamina", most=60, default=0)

    @classmethod
    def possible(cls, table: Table) -> None:
        alive(table)
        if not isinstance(table.me.memo.get(JUMP), dict):
            raise NotNow("No jump is short. Jump first.")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"stamina": likely_price(table.me, table.me.memo[JUMP])}

    def odds(self, table: Table) -> Odds:
        return foretold(table, table.me.memo[JUMP], self.stamina)

    def weighing(self, table: Table) -> Weighing:
        return weighed(table, table.me.memo[JUMP])

    def perform(self, table: Table, dice: Dice) -> None:
        known = dict(table.me.memo[JUMP])
        stretch(table, known, self.stamina)
        table.happen(MemoKept(table.actor, JUMP, None))
