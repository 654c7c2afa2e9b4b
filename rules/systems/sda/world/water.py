"""Water: how far one swims, and how long one lasts below it (SDA-122, D-8, D-12)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import (
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    NotNow,
    Table,
    Told,
    switch,
)
from rules.engine.odds import Odds
from rules.systems.sda.content.house_rules.world import BREATH
from rules.systems.sda.core.person import SheetCommand, figure
from rules.systems.sda.core.rolls import OF_METRES, SCORED, Aim, Pool, flawless_shown, load, pace
from rules.systems.sda.fight.wounds import knock_out
from rules.systems.sda.world.attempts import UNDER, Try
from rules.systems.sda.world.harm import may_be_hurt

#: Aim of a stroke: each MoS is a metre.
METRES = replace(SCORED, unit="metres", expected=f"Metres that the roll adds on average; {OF_METRES}", gained="Gained")
#: Beyond this share of the limit a burden is a malus in the water.
HEAVY = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldBreath(Try, name="water.hold_breath", label="A round without air"):
    """A round without air: resist fatigue against the rounds so far; whoever fails is unconscious (D-12, SDA-242).

    It is the same wherever air is short: in smoke, under earth, or with a hand over the mouth.
    """

    rolls: ClassVar[str] = "resist_fatigue"
    free: ClassVar[bool] = True

    @classmethod
    def possible(cls, table: Table) -> None:
        may_be_hurt(table)
        if figure(table.me, "unliving"):
            raise NotNow(f"{table.me.name} needs no breath.")
        if table.me.has("unconscious"):
            raise NotNow(f"{table.me.name} is unconscious already. Somebody has to get them out.")

    def odds(self, table: Table) -> Odds | None:
        difficulty = _difficulty(table)
        return self.foretold(table, difficulty, "hold out") if difficulty >= 1 else None

    def perform(self, table: Table, dice: Dice) -> None:
        difficulty = _difficulty(table)
        under = Condition(UNDER, "Without air", _rounds(table) + 1, "water")
        if difficulty < 1:
            table.happen(ConditionSet(table.actor, under), Told((table.actor,), "{0} holds their breath."))
            return
        result = self.roll(table, dice, "without air")
        held = result.net >= difficulty
        table.happen(ConditionSet(table.actor, under))
        if not held:
            knock_out(table, table.actor, "resist_fatigue")
        self.judge(table, dice, result, held, difficulty=difficulty)


@dataclass(frozen=True, slots=True)
class Surface(SheetCommand, name="water.surface", label="Come up for air"):
    """Come up for air: the next time under begins anew (D-12)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        if not table.me.has(UNDER):
            raise NotNow(f"{table.me.name} has air. Come up for air only when you have none.")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(ConditionEnded(table.actor, UNDER), Told((table.actor,), "{0} breathes again."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Swim(Try, name="move.swim", label="Swim"):
    """Swim for a round: half the speed, and a metre for each MoS; less than nothing is sinking (SDA-122, D-8).

    Calm water asks for no roll. A burden of more than half the limit is a malus of 1, rough water what is entered.
    """

    aim: ClassVar[Aim] = METRES

    calm: bool = switch("Calm water", help="Half the speed, without a roll")

    def odds(self, table: Table) -> Odds | None:
        if self.calm:
            return None
        pool = self.ready(table)
        afloat, shown = 1 - pool.below_malus(pool.available), flawless_shown(table, pool, pool.available, 0)
        flawless = tuple(share * (value >= pool.malus) for value, share in enumerate(shown))
        return self.foretold_as(table, pool, afloat, flawless, "gain on it")

    def perform(self, table: Table, dice: Dice) -> None:
        half = pace(table.me, table.house_rules) / 2
        if self.calm:
            table.happen(Told((table.actor,), f"{{0}} swims {half:g} m."))
            return
        result = self.roll(table, dice, "swim")
        sinks = bool(result.excess)
        metres = 0 if sinks else half + result.net
        told = "sinks, until the next roll" if sinks else f"swims {metres:g} m"
        table.happen(Told((table.actor,), f"{{0}} {told}."))
        self.judge(table, dice, result, not sinks, hits=result.net, metres=f"{metres:g}")

    def _pool(self, table: Table) -> Pool:
        return self.plain_pool(table, "swimming", malus=1 if load(table.me, table.house_rules) > HEAVY else 0)


def _difficulty(table: Table) -> int:
    """MoS that the next round without air takes: 1 for each round, but for those that one breath lasts (D-12)."""
    return _rounds(table) + 1 - BREATH.number(table.house_rules)


def _rounds(table: Table) -> int:
    held = table.me.conditions.get(UNDER)
    return held.level if held else 0
