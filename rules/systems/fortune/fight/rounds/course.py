"""The course of a fight: rounds of environment, players and enemies, turns in any order, leaving, the end.

LIN-025 (three parts of a round), LIN-026 (one turn each), LIN-027 (counters only), LIN-059 (Last Stand), C-17, C-23.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.fight import (
    SIDES,
    SceneCommand,
    course,
    end_turn,
    everybody,
    forget,
    listed,
    next_on_ladder,
    nothing_waits,
    returned_rungs,
    rung_for,
    scene,
    stand_up,
)
from rules.engine.kernel import (
    Amount,
    Answered,
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
    amount,
    distribution,
    end_conditions,
    many,
    pick,
    plainly,
    throw,
    words,
)
from rules.engine.odds import Odds
from rules.systems.fortune.content.switches import SIDE_BEGINS, SURPRISE
from rules.systems.fortune.core import begin_status, deal, end_last_stand, go_on, pass_last_stand
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
    renew,
    show,
    walked,
)

#: Statuses that last no longer than a fight.
OF_A_FIGHT = (DEFENDING, SLIPPING, SPRINTING, SUPPORTED, SURPRISED, HIDDEN)


def place_for(table: Table, who: str) -> Rung:
    """A rung on the ladder, on which players stand higher than enemies (LIN-025)."""
    return rung_for(who, 2 if table.combatant(who).side == PARTY else 1)


def ordered(rungs: Sequence[Rung]) -> tuple[Rung, ...]:
    """The players' turns, then the enemies'; within each part as they stand (LIN-025)."""
    return tuple(sorted(rungs, key=lambda rung: -rung.at))


def begin_round(table: Table, number: int) -> None:
    """Begin a round: everybody may act again, and what lasts for rounds passes (LIN-025, LIN-026, LIN-059)."""
    table.happen(
        RoundBegan(number),
        Told((), f"Round {number}."),
        LadderSet(tuple(replace(rung, done=False) for rung in table.scene.ladder)),
    )
    if number > 1:
        for who in list(table.scene.combatants):
            count_down(table, who)
            pass_last_stand(table, who)
        renew(table)


def next_turn(table: Table, dice: Dice) -> None:
    """Begin the next turn on the ladder, or the next round; none begins if nobody can act."""
    next_on_ladder(table, lambda rung: _may_begin(table, rung), lambda: begin_round(table, table.scene.round + 1))


def _may_begin(table: Table, rung: Rung) -> bool:
    """Begin a turn; False for those who can do nothing."""
    if is_able := table.takes_part(rung.who) and not is_out(table.sheet(rung.who)):
        begin(table, rung)
    return is_able


def begin(table: Table, rung: Rung) -> None:
    table.happen(TurnBegan(rung.key))
    side = [one.who for one in table.scene.ladder if one.at == rung.at and not one.done and table.takes_part(one.who)]
    for who in side if SIDE_BEGINS.flag(table.house_rules) else (rung.who,):
        begin_turn(table, who)


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

    throws_dice: ClassVar[bool] = False

    surprised: str = pick("Surprised", among=SIDES, default="")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(*(Answered(ask) for ask in list(table.scene.asks)))
        table.happen(*(SceneMemoKept(name, None) for name in list(table.scene.memo)))
        rungs = ordered([place_for(table, who) for who in table.scene.combatants])
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


@dataclass(frozen=True, slots=True)
class Join(scene.Join):
    """Let somebody take part; in a fight they have a turn in their side's part, one of theirs in a round (LIN-026)."""

    def perform(self, table: Table, dice: Dice) -> None:
        scene.Join.perform(self, table, dice)
        if table.scene.stage != "fighting":
            return
        rung = next(iter(returned_rungs(table, self.combatant)), place_for(table, self.combatant))
        table.happen(LadderSet(ordered([*table.scene.ladder, rung])))
        show(table, self.combatant)
        if not table.scene.turn and not table.scene.asks:
            next_turn(table, dice)


@dataclass(frozen=True, slots=True)
class Leave(course.LeaveLadder):
    """Let somebody leave the fight; what waits for them is dropped, and a Last Stand ends in death (LIN-059)."""

    next_turn = staticmethod(next_turn)

    def finish(self, table: Table) -> None:
        finish_turn(table, self.combatant)

    def let_go(self, table: Table) -> None:
        part_from_fight(table, self.combatant)
        forget(table, self.combatant)

    def settle(self, table: Table, dice: Dice) -> None:
        if not table.scene.pressing:
            go_on(table, dice)


def part_from_fight(table: Table, who: str) -> None:
    """End what lasts no longer than a fight; a Last Stand ends in death (LIN-059)."""
    held = table.sheet(who).conditions.items()
    end_conditions(table, who, *(key for key, one in held if key in OF_A_FIGHT or one.source == UNTIL_TURN))
    end_last_stand(table, who)
    stand_up(table, who, is_out)


@dataclass(frozen=True, slots=True)
class End(course.EndForAll):
    """End the fight, and with it what lasts no longer; a Last Stand ends in death (LIN-059)."""

    let_go = staticmethod(part_from_fight)


def _untouched(table: Table, who: str) -> bool:
    """Whether somebody has neither acted nor moved on the turn that is theirs."""
    return who not in listed(table, ACTED) and not walked(table, who)


@dataclass(frozen=True, slots=True)
class TakeTurn(Command, name="turn.take", label="Act now"):
    """Act now: those of a side take their turns in any order they like (LIN-025, LIN-026).

    Whoever's turn it is keeps it for later, unless they have begun it.
    """

    throws_dice: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        nothing_waits(table)
        current, mine = _rungs(table)
        if current.who == table.actor:
            raise NotNow("It is your turn already. Act, move, or end it.")
        if current.at != mine.at or mine.done:
            raise NotNow("Not your side’s turn, or you have had yours. Wait.")
        if is_out(table.me):
            raise NotNow(f"{table.me.name} cannot act.")
        if not _untouched(table, current.who):
            raise NotNow("An ally is in the middle of a turn. Let them finish.")

    def perform(self, table: Table, dice: Dice) -> None:
        current, mine = _rungs(table)
        others = [rung for rung in table.scene.ladder if rung.key != mine.key]
        at = others.index(current)
        table.happen(Told((table.actor,), "{0} takes the next turn."), LadderSet((*others[:at], mine, *others[at:])))
        begin(table, mine)


def _rungs(table: Table) -> tuple[Rung, Rung]:
    """The rung of whoever's turn it is, and the actor's own; refused where one of them is missing."""
    current = table.scene.current if table.scene.stage == "fighting" else None
    mine = next((rung for rung in table.scene.ladder if rung.who == table.actor), None)
    if current is None or mine is None:
        raise NotNow("Not your side’s turn yet. Wait.")
    return current, mine


@dataclass(frozen=True, slots=True)
class Environment(SceneCommand, name="fight.environment", label="Surroundings"):
    """Let the surroundings hurt some, as the first part of a round: fire, falling rocks, gas (LIN-025)."""

    about: ClassVar[str] = "Fire, falling rocks, gas: hurts whom you choose."

    whom: tuple[str, ...] = many("Targets", among=everybody, at_once=True)
    damage: str = words("Damage", least=1, most=20, default="1d6", help="Dice such as 1d6 or 2d6+2")
    told: str = words("What happens", most=120, default="")

    @classmethod
    def possible(cls, table: Table) -> None:
        course.NextTurn.possible(table)
        if not all(_untouched(table, rung.who) and not rung.done for rung in table.scene.ladder):
            raise NotNow("The surroundings act first in a round. Wait for the next.")

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return tuple(table.scene.combatants)

    def odds(self, table: Table) -> Odds:
        return Odds("Damage is rolled for each.", (), distribution(self._amount()), "damage")

    def perform(self, table: Table, dice: Dice) -> None:
        damage, reason = self._amount(), plainly(self.told.strip()) or "the surroundings"
        table.happen(Told((), f"{reason[:1].upper()}{reason[1:]}."))
        for who in self.whom:
            deal(table, who, throw(table, dice, who, "environment", damage), reason)
        go_on(table, dice)

    def _amount(self) -> Amount:
        if not self.whom:
            raise NotNow("Choose who is hit.", "whom")
        return amount(self.damage)
