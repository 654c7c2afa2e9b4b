"""Waiting: hold the turn and act later, or in the middle of a foe's turn if it is seen through (GRM-118)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import fighting, listed, note, nothing_waits
from rules.engine.kernel import Choice, Command, Dice, NotNow, Table, Told, TurnBegan, pick
from rules.engine.odds import Odds
from rules.systems.grim.core import Known, Outcome, Trial, goes_on, odds_of, risk, trial_for
from rules.systems.grim.fight.base import Action, opponents, own_turn
from rules.systems.grim.fight.rounds.course import (
    MISSED,
    begin_turn,
    foes_turn,
    keep_waiting,
    move_rung,
    next_turn,
    waited,
)


@dataclass(frozen=True, slots=True)
class Wait(Action, name="turn.wait", label="Wait"):
    """Hold your action points and act later, behind somebody; that stays your place on the ladder (GRM-118)."""

    no_choice: ClassVar[Mapping[str, str]] = {"behind": "Nobody acts after you this round."}

    behind: str = pick("Until after")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        current = table.scene.current
        later = [rung for rung in table.scene.ladder if not rung.done and rung != current]
        known = {table.actor, *opponents(table, table.actor)} | {
            who for who, place in table.scene.combatants.items() if not place.hidden
        }
        return {
            "behind": tuple(Choice(one.who, table.name(one.who), f"at {one.at}") for one in later if one.who in known)
        }

    def perform(self, table: Table, dice: Dice) -> None:
        own_turn(table)
        keep_waiting(table, table.actor, waits=True)
        move_rung(table, table.actor, self.behind, before=False)
        table.happen(Told((table.actor,), "{0} waits."))
        next_turn(table, dice)


@dataclass(frozen=True, slots=True)
class Interrupt(Command, name="turn.interrupt", label="Interrupt"):
    """Act in the middle of a foe's turn after waiting: a Scrutinize test, once in each turn (GRM-118, GRM-119)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        fighting(table)
        nothing_waits(table)
        if table.actor not in waited(table):
            raise NotNow("You can only interrupt while waiting. Wait on your turn first.")
        if not foes_turn(table):
            raise NotNow("No foe is acting. Wait for one.")
        if table.actor in listed(table, MISSED):
            raise NotNow("You missed your chance in this turn. Wait for the next one.")

    def odds(self, table: Table) -> Odds:
        return odds_of(self._trial(table), "act now")

    def perform(self, table: Table, dice: Dice) -> None:
        risk(table, dice, self._trial(table), self.name, "turn.interrupted", {"foe": foes_turn(table)})

    def _trial(self, table: Table) -> Trial:
        return trial_for(table, table.actor, "scrutinize")


@goes_on("turn.interrupted")
def _interrupt(table: Table, dice: Dice, outcome: Outcome, data: Known) -> None:
    foe = str(data["foe"])
    if not outcome.success:
        note(table, MISSED, outcome.who)
        return
    keep_waiting(table, foe, waits=True)
    move_rung(table, outcome.who, foe, before=True)
    table.happen(Told((outcome.who, foe), "{0} acts before {1} can go on."))
    mine = next(rung for rung in table.scene.ladder if rung.who == outcome.who)
    if not begin_turn(table, dice, mine):
        table.happen(TurnBegan(mine.key))
