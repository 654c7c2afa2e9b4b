"""Counters used as an action by those who have no actions: attack, or dive away (LIN-027, C-23)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import field_east, field_north, own_place
from rules.engine.kernel import Choice, Dice, NotNow, Table, Weighing, Worth, pick
from rules.engine.odds import Odds
from rules.systems.fortune.core import POINTS, Trial, arms, go_on, then_comes
from rules.systems.fortune.fight.actions.attacks import (
    OF_ATTACKS,
    arm_choices,
    arm_for,
    fellows,
    nearest_preset,
    targets,
    within_reach,
)
from rules.systems.fortune.fight.base import (
    ACTED,
    ATTACKED,
    Action,
    Blow,
    listed,
    only_counters,
    own_turn,
    refuse_stuck,
    spend_action,
)
from rules.systems.fortune.fight.exchange.attack_roll import attack_trial, counter_blow, taken
from rules.systems.fortune.fight.exchange.counters import chance_to_counter, counter_attack, dive, odds_of_counter


def free_to_counter(table: Table) -> None:
    """Refuse unless the actor has counters only, and one may be used as an action now (LIN-027, C-23)."""
    own_turn(table)
    if not only_counters(table.me):
        raise NotNow(f"{table.me.name} can take actions. Take one instead.")
    if table.actor in listed(table, ACTED):
        raise NotNow("You have used a counter as an action this round. Move, or end your turn.")
    if table.actor in listed(table, ATTACKED):
        raise NotNow(f"{table.me.name} was attacked and can only move this turn.")


@dataclass(frozen=True, slots=True)
class CounterAsAction(Action):
    """Use a counter attack as an action: those with counters only do, if nobody attacked them (LIN-027, C-23)."""

    name: ClassVar[str] = "action.counter"
    label: ClassVar[str] = "Counter attack as an action"

    target: str = pick("Against")
    weapon: str = pick("With", default="", at_once=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_counter(table)
        within_reach(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"target": targets(table), "weapon": arm_choices(arms(table.me).values())}

    preset = staticmethod(nearest_preset)

    def odds(self, table: Table) -> Odds:
        return odds_of_counter(table, *self.aimed(table))

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blow = self.aimed(table)
        spend_action(table, table.actor)
        then_comes(table, "attack.over", who=table.actor)
        counter_attack(table, dice, trial, blow)
        go_on(table, dice)

    def weighing(self, table: Table) -> Weighing:
        """The targets and arms weighed (LIN-027)."""

        def worth(chosen: CounterAsAction) -> Worth:
            trial, blow = chosen.aimed(table)
            return (chance_to_counter(table, trial) * taken(table, blow),)

        among = {"target": fellows(table, self.target)}
        return Weighing(("target", "weapon"), POINTS, OF_ATTACKS, worth, ("They lose",), among=among)

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        arm = arm_for(table, self.target, self.weapon)
        return attack_trial(table, arm, self.target), counter_blow(table, table.actor, self.target, arm, clashed=False)


@dataclass(frozen=True, slots=True)
class DiveAsAction(Action):
    """Use a dive roll as an action: move up to half your Speed beyond your move, and nobody counters it (LIN-027)."""

    name: ClassVar[str] = "action.dive"
    label: ClassVar[str] = "Dive roll as an action"
    throws_dice: ClassVar[bool] = False

    x: int = field_east()
    y: int = field_north()

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_counter(table)
        refuse_stuck(table.me)

    preset = staticmethod(own_place)

    def perform(self, table: Table, dice: Dice) -> None:
        spend_action(table, table.actor)
        dive(table, self.x, self.y)
