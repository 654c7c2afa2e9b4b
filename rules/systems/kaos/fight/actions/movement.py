"""Movement and stance: defensive move, full defence, get up, run, mount (PCT-020, 022, 023, 026, 027)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.fight import ToPlace
from rules.engine.kernel import Dice, NotNow, Refused, Table, Told, Weighing, counted, end_conditions, number, switch
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.kaos.core import (
    Known,
    Outcome,
    Trial,
    field_eased,
    goes_on,
    of_chance,
    own_score,
    pay,
    prepared,
    risk,
)
from rules.systems.kaos.fight.base import (
    DEFENSIVE_MOVE,
    FULL_DEFENCE,
    MOUNTED,
    PRONE,
    Action,
    begin,
    chosen,
    free_to_act,
    is_held,
    on_the_way,
    raise_guard,
    refuse_way,
    refuse_way_with,
    spend_action,
    squares_of,
    squares_to,
    walk,
)

#: Times the Movement Rate that one runs, with and without success at Athletics (PCT-027).
SPRINT, JOG = 4, 3
ATHLETICS = "athletics"
#: The highest Movement Rate of a beast.
MOST_RATE = 40


@dataclass(frozen=True, slots=True)
class Walk(Action, ToPlace):
    """An action with a walk to a square, which begins at one's own place."""


@dataclass(frozen=True, slots=True)
class DefensiveMove(Walk, name="action.defensive_move", label="Defensive move"):
    """Move up to the Movement Rate and defend yourself vigorously: DS +10 until your next turn (PCT-020)."""

    def perform(self, table: Table, dice: Dice) -> None:
        walk(table, table.actor, refuse_way_with(table, self.x, self.y, "a defensive move"))
        raise_guard(table, table.actor, DEFENSIVE_MOVE)
        spend_action(table, table.actor)


@dataclass(frozen=True, slots=True)
class FullDefence(Action, name="action.full_defence", label="Full defence"):
    """Stand still and do nothing but defend yourself: DS +20 until your next turn (PCT-022)."""

    def perform(self, table: Table, dice: Dice) -> None:
        raise_guard(table, table.actor, FULL_DEFENCE)
        spend_action(table, table.actor)


@dataclass(frozen=True, slots=True)
class GetUp(Walk, name="action.get_up", label="Get up"):
    """Rise from the ground, then move up to the Movement Rate (PCT-023)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if not table.me.has(PRONE):
            raise NotNow("You are standing already.")

    def perform(self, table: Table, dice: Dice) -> None:
        end_conditions(table, table.actor, PRONE)
        table.happen(Told((table.actor,), "{0} gets up."))
        walk(table, table.actor, refuse_way_with(table, self.x, self.y, "getting up"))
        spend_action(table, table.actor)


@dataclass(frozen=True, slots=True)
class Run(Walk, name="action.run", label="Run"):
    """Run by an Athletics test: up to four times the Movement Rate in a straight line, three on a failure (PCT-027).

    A way that is longer than the test allows ends where it does.
    """

    eased: bool = field_eased()

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if table.me.has(PRONE) or is_held(table.me):
            raise NotNow("You cannot run. Get up or break free first.")
        if not own_score(table.me, ATHLETICS):
            raise NotNow("Athletics 0 cannot be tried. Use a defensive move: no test needed.")

    def odds(self, table: Table) -> Odds:
        self._way(table)
        trial = self._trial(table)
        rate = squares_of(table, table.actor)
        succeeds = trial.chance
        listed = (
            Chance("success", f"{SPRINT * rate} squares", succeeds),
            Chance("failure", f"{JOG * rate} squares", 1 - succeeds),
        )
        return Odds(f"{in_words(succeeds).capitalize()} to run {SPRINT * rate} squares, otherwise {JOG * rate}", listed)

    def perform(self, table: Table, dice: Dice) -> None:
        to = self._way(table)
        trial = self._trial(table)
        spend_action(table, table.actor)
        pay(table, trial)
        risk(table, dice, trial, self.name, "run.rolled", {"who": table.actor, "square": list(to)})

    def weighing(self, table: Table) -> Weighing:
        """The worth of an easier roll, less its price; nothing for a square reached anyway (PCT-027, PCT-038)."""
        sure = squares_to(table, table.actor, self._way(table)) <= JOG * squares_of(table, table.actor)

        def arrives(chosen: Run) -> float:
            trial = chosen._trial(table)
            return 1.0 if sure else trial.chance

        return of_chance(table, arrives, what="Chance to get that far")

    def _way(self, table: Table) -> tuple[int, int]:
        to = chosen(table, self.x, self.y)
        if not squares_to(table, table.actor, to):
            raise Refused("Choose where to run.", "x")
        refuse_way(table, to, SPRINT * squares_of(table, table.actor), "running")
        return to

    def _trial(self, table: Table) -> Trial:
        return prepared(table, table.actor, ATHLETICS, eased=self.eased)


@goes_on("run.rolled")
def arrive(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Walk as far as the test allows (PCT-027, E9)."""
    who, to = str(known["who"]), (int(known["square"][0]), int(known["square"][1]))
    if not table.takes_part(who):
        return
    most = (SPRINT if outcome.success else JOG) * squares_of(table, who)
    table.happen(Told((who,), f"{{0}} can run {counted(most, 'square', 'squares')}."))
    walk(table, who, on_the_way(table, who, to, most))


@dataclass(frozen=True, slots=True)
class Mount(Action, name="action.mount", label="Mount or dismount"):
    """Mount a horse or another riding beast, or dismount; whoever rides moves as far as the beast (PCT-026, C-24)."""

    down: bool = switch("Dismount")
    rate: int = number("Movement rate of the beast", most=MOST_RATE, default=0, help="0: same as yours")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"down": table.me.has(MOUNTED)}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.down != table.me.has(MOUNTED):
            raise Refused("You are on foot. Mount first." if self.down else "You are mounted. Dismount first.", "down")
        if self.down:
            end_conditions(table, table.actor, MOUNTED)
        else:
            begin(table, table.actor, MOUNTED, self.rate)
        table.happen(Told((table.actor,), "{0} dismounts." if self.down else "{0} mounts."))
        spend_action(table, table.actor)
