"""The parts of a round: the environment comes first, then a side takes its turns in any order (LIN-025, LIN-026)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import SceneCommand, everybody, nothing_waits
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    LadderSet,
    NotNow,
    Rung,
    Table,
    Told,
    amount,
    distribution,
    many,
    plainly,
    throw,
)
from rules.engine.kernel.commands import words
from rules.engine.odds import Odds
from rules.systems.fortune.core import deal, go_on
from rules.systems.fortune.fight.base import ACTED, is_out, listed, walked
from rules.systems.fortune.fight.rounds.course import begin


def _untouched(table: Table, who: str) -> bool:
    """Whether somebody has neither acted nor moved on the turn that is theirs."""
    return who not in listed(table, ACTED) and not walked(table, who)


@dataclass(frozen=True, slots=True)
class TakeTurn(Command):
    """Act now: those of a side take their turns in any order they like (LIN-025, LIN-026).

    Whoever's turn it is keeps it for later, unless they have begun it.
    """

    name: ClassVar[str] = "turn.take"
    label: ClassVar[str] = "Act now"
    throws_dice: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        nothing_waits(table)
        current, mine = table.scene.current, _own_rung(table)
        if current is None or mine is None:
            raise NotNow("Not your side’s turn yet. Wait.")
        if current.who == table.actor:
            raise NotNow("It is your turn already. Act, move, or end it.")
        if current.at != mine.at or mine.done:
            raise NotNow("Not your side’s turn, or you have had your turn.")
        if is_out(table.me):
            raise NotNow(f"{table.me.name} cannot act.")
        if not _untouched(table, current.who):
            raise NotNow("An ally is in the middle of a turn. Let them finish.")

    def perform(self, table: Table, dice: Dice) -> None:
        mine, current = _own_rung(table), table.scene.current
        if mine is None or current is None:
            raise NotNow("Not your side’s turn.")
        others = [rung for rung in table.scene.ladder if rung.key != mine.key]
        at = others.index(current)
        table.happen(Told((table.actor,), "{0} takes the next turn."))
        table.happen(LadderSet((*others[:at], mine, *others[at:])))
        begin(table, mine)


def _own_rung(table: Table) -> Rung | None:
    if table.scene.stage != "fighting":
        return None
    return next((rung for rung in table.scene.ladder if rung.who == table.actor), None)


@dataclass(frozen=True, slots=True)
class Environment(SceneCommand):
    """Let the surroundings hurt some, as the first part of a round: fire, falling rocks, gas (LIN-025)."""

    name: ClassVar[str] = "fight.environment"
    label: ClassVar[str] = "Environment"

    whom: tuple[str, ...] = many("Whom", at_once=True)
    damage: str = words("Damage", most=20, default="1d6", help="Dice such as 1d6 or 2d6+2")
    told: str = words("What happens", most=120, default="")

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage != "fighting":
            raise NotNow("No fight running. Begin one first.")
        nothing_waits(table)
        if any(rung.done for rung in table.scene.ladder) or not all(
            _untouched(table, r.who) for r in table.scene.ladder
        ):
            raise NotNow("The environment acts first in a round. Wait for the next.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"whom": everybody(table)}

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return tuple(table.scene.combatants)

    def odds(self, table: Table) -> Odds:
        self._refuse()
        return Odds("Damage is rolled for each.", (), distribution(amount(self.damage)), "damage")

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse()
        reason = plainly(self.told.strip()) or "the surroundings"
        table.happen(Told((), f"{reason[:1].upper()}{reason[1:]}."))
        for who in self.whom:
            deal(table, who, throw(table, dice, who, "environment", amount(self.damage)), reason)
        go_on(table, dice)

    def _refuse(self) -> None:
        if not self.whom:
            raise NotNow("Choose who is hit.", "whom")
        amount(self.damage)
