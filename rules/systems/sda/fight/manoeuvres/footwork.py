"""Running, on easy and difficult ground, dodge rolls, and jumping to one's feet.

Running: SDA-030, SDA-277 to SDA-280; acrobatics: SDA-250, SDA-265.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import ClassVar

from rules.engine.fight import FACING, place, shifted
from rules.engine.kernel import (
    Choice,
    ConditionEnded,
    Dice,
    NotNow,
    Table,
    Told,
    number,
    pick,
)
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, mapped, mean
from rules.systems.sda.core.rolls import (
    CHANCE,
    OF_METRES,
    SCORED,
    Aim,
    Pool,
    ends_of,
    flawless_shown,
    refuse_riders,
    with_bought,
    with_means,
)
from rules.systems.sda.fight.actions.efforts import Effort
from rules.systems.sda.fight.base import (
    acting,
    free_to_act,
    goes_down,
    is_out,
    metres_left,
    move_on,
    speed,
    use,
    used,
)
from rules.systems.sda.fight.moves import (
    TERRAINS,
    bodily_choices,
    carry_on,
    fall,
    falling,
    footing,
    free_to_move,
    on_the_way,
    on_their_feet,
    provoke,
    walk,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(Effort, name="turn.run", label="Run"):
    """Run: a test without difficulty, half of your speed more this round for each MoS (SDA-030).

    On difficult ground 1 to 3 MoS go into staying on your feet (SDA-277 to SDA-279); on extreme ground nobody runs, but
    climbing or jumping may help (SDA-280).
    """

    rolls: ClassVar[str] = "running"

    terrain: str = pick("Ground", default="open", at_once=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        refuse_riders(table, "You are riding. Spur your mount instead.")
        on_their_feet(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**bodily_choices(table), "terrain": TERRAINS}

    def odds(self, table: Table) -> Odds:
        odds = self._open_odds(table, "gain ground")
        return replace(odds, chances=(*odds.chances, *falling(self._footing(table), *self._measured(table)[:2])))

    def perform(self, table: Table, dice: Dice) -> None:
        result = self._open_ended(table, dice, "running")
        gained = speed(table, table.actor) / 2 * result.net
        if result.excess and self._footing(table):
            fall(table, table.actor)
        elif gained:
            use(table, table.actor, gained=used(table, table.actor).gained + gained)
            table.happen(Told((table.actor,), f"{{0}} runs: {gained:g} m more."))

    def _malus(self, table: Table) -> int:
        return self._footing(table)

    def _footing(self, table: Table) -> int:
        return footing(table.me, self.terrain)


#: The aim by which a dodge roll is weighed.
AWAY = replace(
    SCORED,
    unit="metres",
    expected=f"Average metres moved, each giving shots at you −1 success; {OF_METRES}",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DodgeRoll(Effort, name="turn.dodge_roll", label="Dodge roll"):
    """Roll over the ground: an acrobatics test, a metre for each MoS, or fewer if you like (SDA-250, C-60).

    Every metre takes 1 MoS off all ranged attacks on you this round (C-92). Who watches may strike on the way. Riders
    do not roll (SDA-257).
    """

    aim: ClassVar[Aim] = AWAY
    rolls: ClassVar[str] = "acrobatics"

    towards: int = number("Roll towards", most=359, default=0, help=FACING)
    metres: int = number("Maximum metres", most=20, default=0, help="0: as far as possible")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        refuse_riders(table, "You cannot roll while riding. Ride away, or dismount first.")
        free_to_move(table)

    def odds(self, table: Table) -> Odds:
        odds = self._open_odds(table, "get away")
        most = len(odds.measure) - 1
        far = min(most, self.metres or most)
        told = on_the_way(table, table.actor, shifted(place(table, table.actor), self.towards, far)) if far else ""
        return replace(odds, sentence=f"{odds.sentence}; {far} m off{told}") if told else odds

    def gains(self, table: Table, pool: Pool, count: int) -> float:
        return mean(mapped(pool.measure(count), lambda value: min(value, self.metres or value)))

    def perform(self, table: Table, dice: Dice) -> None:
        result = self._open_ended(table, dice, "dodge roll")
        way = min(result.net, self.metres or result.net)
        table.happen(Told((table.actor,), f"{{0}} rolls {way} m over the ground."))
        if way:
            use(table, table.actor, dodged=used(table, table.actor).dodged + way)
            end = shifted(place(table, table.actor), self.towards, way)
            walk(table, table.actor, end, table.combatant(table.actor).facing, why="rolls past")
        carry_on(table)


@dataclass(frozen=True, slots=True, kw_only=True)
class KickUp(Effort, name="turn.kick_up", label="Kick up"):
    """Jump to your feet: an acrobatics test, each MoS saves a metre of what getting up costs (SDA-265, SDA-260).

    It gives opponents in reach an opening.
    """

    aim: ClassVar[Aim] = CHANCE
    rolls: ClassVar[str] = "acrobatics"

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if not table.me.has("prone"):
            raise NotNow("You are standing already.")
        free_to_move(table)

    def odds(self, table: Table) -> Odds:
        pool, count, measure = self._measured(table)
        up = self._gets_up(table, count, measure)
        shown = flawless_shown(table, pool, count, 1)
        listed = (Chance("success", "on your feet", up), *ends_of(pool, count, shown))
        odds = Odds(f"{in_words(up).capitalize()} to get up", listed, measure, "MoS")
        return with_means(odds, table, pool, count, shown, self.reward, self.bought)

    def gains(self, table: Table, pool: Pool, count: int) -> float:
        return 100 * self._gets_up(table, count, pool.measure(count))

    def _gets_up(self, table: Table, count: int, measure: Distribution) -> float:
        """P(getting up); 0 if the wounds that the roll makes worse put the actor down (SDA-211)."""
        whole = with_bought(table, self._pool(table), self.bought)
        falls = goes_down(table, whole, count, self.worsen, acting(table, whole.who))
        return 0.0 if falls else at_least(measure, self._needed(table))

    def _needed(self, table: Table) -> int:
        """The fewest MoS that get the actor up."""
        return max(0, ceil(speed(table, table.actor) / 2 - metres_left(table, table.actor)))

    def perform(self, table: Table, dice: Dice) -> None:
        result = self._open_ended(table, dice, "kick up")
        cost = max(0.0, speed(table, table.actor) / 2 - result.net)
        if cost <= metres_left(table, table.actor) and not is_out(table.me):
            move_on(table, table.actor, cost)
            table.happen(ConditionEnded(table.actor, "prone"), Told((table.actor,), "{0} jumps up."))
        else:
            table.happen(Told((table.actor,), "{0} does not get up."))
        provoke(table, table.actor, "kicks up")
        carry_on(table)
