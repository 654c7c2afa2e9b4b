"""The course of a fight: rounds of environment, players and enemies, turns in any order, leaving, the end.

LIN-025 (three parts of a round), LIN-026 (one turn each), LIN-027 (counters only), LIN-059 (Last Stand), C-17, C-23.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.fight import (
    SIDES,
    SceneCommand,
    close,
    course,
    end_turn,
    everybody,
    keep_rungs,
    nothing_waits,
    returned_rungs,
    scene,
    take_leave,
)
from rules.engine.kernel import (
    Answered,
    Choice,
    Command,
    Dice,
    LadderSet,
    NotNow,
    RoundBegan,
    Rung,
    SceneMemoKept,
    StageSet,
    Table,
    Told,
    TurnBegan,
    TurnEnded,
    amount,
    distribution,
    many,
    pick,
    plainly,
    throw,
)
from rules.engine.kernel.commands import words
from rules.engine.odds import Odds
from rules.systems.fortune.content.switches import SURPRISE
from rules.systems.fortune.core import begin_status, deal, end_status, forget_steps, go_on, pass_last_stand
from rules.systems.fortune.fight.base import (
    ACTED,
    DEFENDING,
    HIDDEN,
    PARTY,
    SLIPPING,
    SPRINTING,
    SUPPORTED,
    SURPRISED,
    UNTIL_TURN,
    begin_turn,
    count_down,
    finish_turn,
    is_out,
    listed,
    remembered,
    renew,
    show,
    takes_part,
)

WHOLE = "whole"
#: The places of the two sides on the ladder: players come before enemies (LIN-025).
PLAYERS, ENEMIES = 2, 1


def rung_for(table: Table, who: str) -> Rung:
    at = PLAYERS if table.combatant(who).side == PARTY else ENEMIES
    return Rung(f"{who}/{WHOLE}", who, at, WHOLE)


def ordered(rungs: Sequence[Rung]) -> tuple[Rung, ...]:
    """The players' turns, then the enemies'; within each part as they stand (LIN-025)."""
    return tuple(sorted(rungs, key=lambda rung: -rung.at))


def begin_round(table: Table, number: int) -> None:
    """Begin a round: everybody may act again, and what lasts for rounds passes (LIN-025, LIN-026, LIN-059)."""
    table.happen(RoundBegan(number), Told((), f"Round {number}."))
    table.happen(LadderSet(tuple(replace(rung, done=False) for rung in table.scene.ladder)))
    if number > 1:
        for who in list(table.scene.combatants):
            count_down(table, who)
            pass_last_stand(table, who)
        renew(table)


def next_turn(table: Table, dice: Dice) -> None:
    """Begin the next turn on the ladder, or the next round; none begins if nobody can act."""
    if not _next_on_ladder(table):
        begin_round(table, table.scene.round + 1)
        _next_on_ladder(table)


def _next_on_ladder(table: Table) -> bool:
    """Begin the next turn that is still to come, skipping those who can do nothing; False without one."""
    for rung in list(table.scene.ladder):
        if rung.done:
            continue
        if takes_part(table, rung.who) and not is_out(table.sheet(rung.who)):
            begin(table, rung)
            return True
        table.happen(TurnEnded(rung.key))
    return False


def begin(table: Table, rung: Rung) -> None:
    table.happen(TurnBegan(rung.key))
    begin_turn(table, rung.who)


def advance(table: Table, dice: Dice) -> None:
    """End the turn, and begin the next one."""
    current = table.scene.current
    if current is not None:
        finish_turn(table, current.who)
    end_turn(table)
    next_turn(table, dice)


@dataclass(frozen=True, slots=True)
class Begin(course.Begin):
    """Begin the fight with its first round; a side that is surprised makes no counter moves in it (LIN-025, D-6)."""

    surprised: str = pick("Surprised", default="")

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return ()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"surprised": SIDES}

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(*(Answered(ask) for ask in list(table.scene.asks)), Told((), "A fight begins."))
        for name in list(table.scene.memo):
            table.happen(SceneMemoKept(name, None))
        rungs = ordered([rung_for(table, who) for who in table.scene.combatants])
        table.happen(StageSet("fighting"), LadderSet(rungs))
        begin_round(table, 1)
        for who, there in table.scene.combatants.items():
            if there.side == self.surprised and SURPRISE.chosen(table.house_rules):
                begin_status(table, who, SURPRISED)
            show(table, who)
        next_turn(table, dice)


@dataclass(frozen=True, slots=True)
class EndTurn(course.EndTurn):
    """End the turn: another of one's side acts, then the other side, then a new round begins (LIN-025, LIN-026)."""

    go_on = staticmethod(advance)


@dataclass(frozen=True, slots=True)
class NextTurn(course.NextTurn):
    """Go on to the next turn, as the game master, whoever's it is now (LIN-025)."""

    go_on = staticmethod(advance)


def _untouched(table: Table, who: str) -> bool:
    """Whether somebody has neither acted nor moved on the turn that is theirs."""
    return who not in listed(table, ACTED) and not (remembered(table, "walked") or {}).get(who)


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
            raise NotNow("It is not your part of the round: wait for the turns of your side.")
        if current.who == table.actor:
            raise NotNow("It is your turn already: act, move, or end it.")
        if current.at != mine.at or mine.done:
            raise NotNow("It is not your part of the round, or you have had your turn in it.")
        if is_out(table.me):
            raise NotNow(f"{table.me.name} cannot act.")
        if not _untouched(table, current.who):
            raise NotNow("Somebody of your side has begun their turn: it comes to its end first.")

    def perform(self, table: Table, dice: Dice) -> None:
        mine, current = _own_rung(table), table.scene.current
        if mine is None or current is None:
            raise NotNow("It is not your part of the round.")
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
    has_odds: ClassVar[bool] = True

    whom: tuple[str, ...] = many("Whom", at_once=True)
    damage: str = words("Damage", most=20, default="1d6", help="Dice such as 1d6 or 2d6+2")
    told: str = words("What happens", most=120, default="")

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage != "fighting":
            raise NotNow("There is no fight on. Begin one first.")
        nothing_waits(table)
        if any(rung.done for rung in table.scene.ladder) or not all(
            _untouched(table, r.who) for r in table.scene.ladder
        ):
            raise NotNow("The environment comes first in a round, before anybody acts.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"whom": everybody(table)}

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return tuple(table.scene.combatants)

    def odds(self, table: Table) -> Odds:
        self._refuse()
        return Odds("Each rolls what it does to them.", (), distribution(amount(self.damage)), "damage")

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse()
        reason = plainly(self.told.strip()) or "the surroundings"
        table.happen(Told((), f"{reason[:1].upper()}{reason[1:]}."))
        for who in self.whom:
            deal(table, who, throw(table, dice, who, "environment", amount(self.damage)), reason)
        go_on(table, dice)

    def _refuse(self) -> None:
        if not self.whom:
            raise NotNow("Pick whom it hurts.", "whom")
        amount(self.damage)


# -- coming and going --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Join(scene.Join):
    """Let somebody take part; in a fight they have a turn in their side's part, one of theirs in a round (LIN-026)."""

    def perform(self, table: Table, dice: Dice) -> None:
        scene.Join.perform(self, table, dice)
        if table.scene.stage != "fighting":
            return
        kept = returned_rungs(table, self.combatant)
        rung = kept[0] if kept else rung_for(table, self.combatant)
        table.happen(LadderSet(ordered([*table.scene.ladder, rung])))
        show(table, self.combatant)
        if not table.scene.turn and not table.scene.asks:
            next_turn(table, dice)


@dataclass(frozen=True, slots=True)
class Leave(course.Leave):
    """Let somebody leave the fight; what waits for them is dropped."""

    def perform(self, table: Table, dice: Dice) -> None:
        current = table.scene.current
        was_theirs = current is not None and current.who == self.combatant
        if was_theirs:
            finish_turn(table, self.combatant)
            end_turn(table)
        keep_rungs(table, self.combatant)
        refresh(table, self.combatant)
        forget_steps(table, self.combatant)
        take_leave(table, self.combatant)
        if not table.scene.pressing:
            go_on(table, dice)
        if was_theirs and table.scene.ladder:
            next_turn(table, dice)


def refresh(table: Table, who: str) -> None:
    """End what lasts no longer than a fight."""
    for status in (DEFENDING, SLIPPING, SPRINTING, SUPPORTED, SURPRISED, HIDDEN):
        end_status(table, who, status)
    for key, held in list(table.sheet(who).conditions.items()):
        if held.source == UNTIL_TURN:
            end_status(table, who, key)


@dataclass(frozen=True, slots=True)
class End(course.End):
    """End the fight, and with it what lasts no longer; a Last Stand ends in death (LIN-059)."""

    told: str = words("What became of it", default="", most=200)

    def perform(self, table: Table, dice: Dice) -> None:
        for who in table.scene.combatants:
            refresh(table, who)
        for name in list(table.scene.memo):
            table.happen(SceneMemoKept(name, None))
        close(table, self.told)
