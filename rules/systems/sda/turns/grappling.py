"""The commands of a grapple: taking the held along, throwing and choking them (SDA-237, SDA-238, SDA-241 to SDA-243).

Of a choke the grip, the way out of it, and the fight for breath; of a throw the fall (C-54).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import FACING, bearing, place, shifted, then
from rules.engine.fight.sequence import Step
from rules.engine.kernel import (
    Choice,
    Dice,
    Moved,
    Refused,
    Said,
    Table,
    Told,
    Weighing,
    counted,
    number,
    pick,
    switch,
)
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words
from rules.systems.sda.content.house_rules import fight
from rules.systems.sda.core.rolls import Pool, buy, mount_of, pool_for, reckon, throw, with_bought
from rules.systems.sda.fight.actions.grapples import GrapplingUse, my_hold, their_hold
from rules.systems.sda.fight.base import judge_against, lay_down
from rules.systems.sda.fight.moves import (
    BREAK,
    CHOKE,
    HAUL,
    HOLD_OUT,
    MOVE,
    THROW,
    FreeTest,
    Use,
    carry_on,
    choker_of,
    go_down,
    holds,
    opponents_who_watch,
    price,
    where_met,
)
from rules.systems.sda.fight.wounds import knock_out
from rules.systems.sda.turns.course import go_on

PIN, RELEASE = "pin", "release"
AFTER = (
    Choice(RELEASE, "Let go and stay up"),
    Choice(PIN, "Go down with them and pin them"),
)
#: Metres from where they stood at which somebody lands who is thrown over an edge.
OVER = 1


@dataclass(frozen=True, slots=True)
class MoveTogether(GrapplingUse, name=MOVE.command, label="Move them (1 hit a metre)"):
    """Take them along: a metre for each hit of a brawling roll, in any direction, but over no edge (SDA-237).

    Opponents in whose reach the two begin, or whose reach they enter, may strike at either.
    """

    use: ClassVar[Use] = MOVE

    metres: int = number("Metres", least=1, most=20, default=1, help="1 hit each")
    towards: int = number("Towards", most=359, default=0, help=f"{FACING}; over an edge it takes a throw")

    def _cost(self, table: Table, known: Mapping[str, Any]) -> int:
        return price(table, known, MOVE) + MOVE.hits * (self.metres - 1)

    def _do(self, table: Table, known: Mapping[str, Any]) -> None:
        hold = my_hold(table, known)
        pair = (hold.by, hold.on)
        table.happen(Told(pair, f"{{0}} moves {self.metres} m with {{1}}."))
        ends = {who: shifted(place(table, who), self.towards, self.metres) for who in pair}
        met = [
            (share, {"do": "opportunity", "by": by, "on": who, "why": "is moved in reach"})
            for who in pair
            for by in opponents_who_watch(table, who)
            if by not in pair and (share := where_met(table, by, who, ends[who])) is not None
        ]
        haul: Step = {"do": HAUL, "by": hold.by, "on": hold.on, "towards": self.towards, "metres": self.metres}
        then(table, *(step for share, step in met if not share), haul, *(step for share, step in met if share))


@dataclass(frozen=True, slots=True)
class Throw(GrapplingUse, name=THROW.command, label="Throw (2 hits)"):
    """Throw whom you hold to the ground: 2 hits of a brawling roll (SDA-238).

    Go down too and pin them (SDA-239), or let go and stay up. So somebody gets over an edge as well; then nobody who
    held them holds them any longer (C-54).
    """

    use: ClassVar[Use] = THROW
    chosen: ClassVar[tuple[str, ...]] = ("after",)

    after: str = pick("And then", default=RELEASE)
    edge: bool = switch("Over an edge", help="Game master decides the fall")
    towards: int = number(
        "Direction over it", most=359, default=-1, least=-1, help=f"{FACING}; −1 straight away from you"
    )

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"after": AFTER}

    def weighing(self, table: Table) -> Weighing | None:
        """Weigh pinning or letting go; None over an edge, where the fall is the game master's word."""
        return None if self.edge else GrapplingUse.weighing(self, table)

    def _said(self) -> str:
        return "Throw and pin" if self.after == PIN else "Throw and let go"

    def _cost(self, table: Table, known: Mapping[str, Any]) -> int:
        if self.edge and self.after == PIN:
            raise Refused("You cannot pin somebody thrown over an edge. Throw and let go.", "after")
        dearer = fight.OVER_AN_EDGE.number(table.house_rules) if self.edge else 0
        return price(table, known, THROW) + dearer

    def _do(self, table: Table, known: Mapping[str, Any]) -> None:
        hold = my_hold(table, known)
        where = " over the edge" if self.edge else " to the ground"
        table.happen(Told((hold.by, hold.on), f"{{0}} throws {{1}}{where}."))
        _unseat(table, hold)
        lay_down(table, hold.on, Said("{0}", (hold.by,)))
        if self.after == PIN:
            lay_down(table, hold.by, "pins somebody")
            table.happen(Told((hold.by, hold.on), "{0} goes down too and pins {1}."))
            holds.pin(table, hold)
            return
        lost = [other for other in holds.holds(table) if hold.on in (other.by, other.on)] if self.edge else [hold]
        for one in lost:
            holds.release(table, one)
        if self.edge:
            away = bearing(place(table, hold.by), place(table, hold.on)) if self.towards < 0 else self.towards
            end = shifted(place(table, hold.on), away, OVER)
            table.happen(Moved(hold.on, *end, table.combatant(hold.on).facing))


def _unseat(table: Table, hold: holds.Hold) -> None:
    """Take a thrown rider out of the saddle, to the feet of the thrower."""
    if mount_of(table, hold.on):
        go_down(table, hold.on)
        table.happen(Moved(hold.on, *place(table, hold.by), table.combatant(hold.on).facing))


#: The skill with which the choked hold out, and by which they wake later (SDA-242, SDA-243).
SKILL = "resist_fatigue"


@dataclass(frozen=True, slots=True)
class Choke(GrapplingUse, name=CHOKE.command, label="Choke (3 hits)"):
    """Take their breath: 3 hits of a brawling roll (SDA-241).

    On each of their turns they hold out against a difficulty that starts at 1 and grows by 1, or fall unconscious
    (SDA-242). Nobody is choked twice at once, and no rider from the ground (SDA-259).
    """

    throws_dice: ClassVar[bool] = False
    use: ClassVar[Use] = CHOKE

    def odds(self, table: Table) -> Odds:
        known = table.open_ask(self.ask, "melee.spend").known
        self._checked(table, known)
        measure = breath_of(pool_for(table, known["loser"], SKILL, free=True))
        out = 1 - at_least(measure, 1)
        sentence = f"{in_words(out).capitalize()} that they fall unconscious on their next turn, unless they break it"
        return Odds(sentence, (Chance("unconscious", "unconscious next turn", out),), measure, "MoS against 1")

    def _do(self, table: Table, known: Mapping[str, Any]) -> None:
        holds.choke(table, my_hold(table, known))


@dataclass(frozen=True, slots=True)
class BreakChoke(GrapplingUse, name=BREAK.command, label="Break the choke (2 hits)"):
    """Breathe again: 2 hits of a brawling roll against whoever chokes you; they hold you still (SDA-241)."""

    use: ClassVar[Use] = BREAK

    def _do(self, table: Table, known: Mapping[str, Any]) -> None:
        holds.break_choke(table, their_hold(table, known))


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldOut(FreeTest, name=HOLD_OUT, label="Hold out"):
    """Fight for breath at the start of your turn: resist fatigue against the rounds that the choke has lasted.

    It is no action, and its dice come out of no budget. Whoever fails is unconscious (SDA-242, C-55), until 10 MoS of
    the same skill have added up, a roll each round (SDA-243, C-48).
    """

    rolls: ClassVar[str] = SKILL
    unasked: ClassVar[str] = "Nobody is choking you, or you have held out this round."

    def odds(self, table: Table) -> Odds:
        ask = table.open_ask(self.ask, self.name)
        pool = with_bought(table, self._pool(table), self.bought)
        measure, difficulty = breath_of(pool), ask.known["difficulty"]
        holds_out = at_least(measure, difficulty)
        sentence = f"{counted(pool.available, 'die', 'dice')} against {difficulty}: {in_words(holds_out)} to hold out"
        listed = (
            Chance("holds", "you stay awake", holds_out),
            Chance("complete_failure", "complete failure", pool.none_scoring(pool.available)),
        )
        return Odds(sentence, listed, measure, "MoS")

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        pool = buy(table, self._pool(table), self.bought)
        result = throw(table, dice, pool, pool.available, "hold out against a choke")
        held, hold = judge_against(table, result, ask.known["difficulty"]), choker_of(table, table.actor)
        if held:
            table.happen(Told((table.actor,), "{0} holds out."))
        if held and hold is not None:
            holds.choke_on(table, hold)
        reckon(table, dice, result, succeeded=held, reward=self.reward)
        if not held:
            self._pass_out(table, dice)
        carry_on(table)

    @staticmethod
    def _pass_out(table: Table, dice: Dice) -> None:
        """Knock the actor out, and end the turn that had begun."""
        knock_out(table, table.actor, SKILL)
        holds.settle(table)
        current = table.scene.current
        if current is not None and current.who == table.actor:
            go_on(table, dice)


def breath_of(pool: Pool) -> Distribution:
    """The distribution of the MoS in the fight for breath: every die of the pool, after its malus."""
    return pool.measure(pool.available)
