"""The course of a fight: rounds of environment, players and enemies, turns in any order, leaving, the end.

LIN-025 (three parts of a round), LIN-026 (one turn each), LIN-027 (counters only), LIN-059 (Last Stand), C-17, C-23.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.engine.fight import (
    SIDES,
    course,
    end_turn,
    returned_rungs,
    scene,
)
from rules.engine.kernel import (
    Answered,
    Choice,
    Dice,
    LadderSet,
    RoundBegan,
    Rung,
    SceneMemoKept,
    StageSet,
    Table,
    Told,
    TurnBegan,
    TurnEnded,
    pick,
)
from rules.systems.fortune.content.switches import SURPRISE
from rules.systems.fortune.core import begin_status, end_last_stand, end_status, forget_steps, go_on, pass_last_stand
from rules.systems.fortune.fight.base import (
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
        table.happen(*(Answered(ask) for ask in list(table.scene.asks)))
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
class Leave(course.LeaveLadder):
    """Let somebody leave the fight; what waits for them is dropped, and a Last Stand ends in death (LIN-059)."""

    next_turn = staticmethod(next_turn)

    def finish(self, table: Table) -> None:
        finish_turn(table, self.combatant)

    def let_go(self, table: Table) -> None:
        part_from_fight(table, self.combatant)
        forget_steps(table, self.combatant)

    def settle(self, table: Table, dice: Dice) -> None:
        if not table.scene.pressing:
            go_on(table, dice)


def part_from_fight(table: Table, who: str) -> None:
    """End what lasts no longer than a fight; a Last Stand ends in death (LIN-059)."""
    for key, held in list(table.sheet(who).conditions.items()):
        if key in (DEFENDING, SLIPPING, SPRINTING, SUPPORTED, SURPRISED, HIDDEN) or held.source == UNTIL_TURN:
            end_status(table, who, key)
    end_last_stand(table, who)


@dataclass(frozen=True, slots=True)
class End(course.EndForAll):
    """End the fight, and with it what lasts no longer; a Last Stand ends in death (LIN-059)."""

    let_go = staticmethod(part_from_fight)
