"""Attacking: one target, or several by nature; and counters used as an action by those who have no others.

LIN-027, C-23 (counters as actions), LIN-032 (several), LIN-034 (range), LIN-038 (the attack).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from rules.engine.fight import ToPlace, closed_by_walls, fellows, others_known, target_choices, told_apart, why_walled
from rules.engine.kernel import Choice, Dice, NotNow, Refused, Table, Weighing, Worth, many, pick
from rules.engine.odds import Odds
from rules.systems.fortune.core import (
    CIRCUMSTANCES,
    DEAD,
    MAGIC,
    MEASURE,
    MELEE,
    PLAIN,
    POINTS,
    Arm,
    Trial,
    arm_named,
    arms_of,
    feature_named,
    field_favour,
    go_on,
    then_comes,
)
from rules.systems.fortune.fight.base import (
    Action,
    Blow,
    best_arm,
    blow_with,
    feet_between,
    free_to_counter,
    opponents,
    refuse_beyond,
    refuse_stuck,
    spend_action,
)
from rules.systems.fortune.fight.exchange.area import SHARES, area_strike, odds_of_area, worth_of_areas
from rules.systems.fortune.fight.exchange.attack_roll import (
    attack_trial,
    counter_blow,
    odds_of_attack,
    strike,
    taken,
    worth_of_attack,
)
from rules.systems.fortune.fight.exchange.counters import (
    chance_to_counter,
    counter_attack,
    dive,
    may_dive,
    odds_of_counter,
)

#: What refuses an attack that takes an arm of a kind without one.
ARMLESS = {
    MELEE: "This needs a melee weapon. Choose one.",
    MAGIC: "This needs your element. Choose it, or train with one first.",
}
OF_ATTACKS = f"Average damage, minus what their counter moves cost. {MEASURE}"


def targets(table: Table) -> tuple[Choice, ...]:
    """The choices of a target: opponents, the nearest first, then everybody else whom the actor knows of.

    Each goes by their name, with the distance if several have that name; behind a wall only what flies gets at them.
    """
    foes = opponents(table, table.actor)
    others = [who for who in others_known(table, table.actor) if who not in foes and not table.sheet(who).has(DEAD)]
    near = sorted(foes, key=lambda who: feet_between(table, table.actor, who))
    return closed_by_walls(
        table,
        target_choices(table, (*near, *others), far, partial(told_apart, far=far)),
        lambda who: best_arm(table, who) is not None,
    )


def far(table: Table, who: str) -> str:
    return f"{feet_between(table, table.actor, who)} ft"


def within_reach(table: Table) -> None:
    """Refuse unless something in hand serves against an opponent (LIN-034)."""
    foes = opponents(table, table.actor)
    if not foes:
        raise NotNow("No target in sight. Move, defend, or end your turn.")
    if not any(best_arm(table, who) for who in foes):
        nearest = min(foes, key=lambda who: feet_between(table, table.actor, who))
        raise NotNow(_why_out_of_reach(table, nearest))


def _why_out_of_reach(table: Table, who: str) -> str:
    """The sentence on somebody against whom nothing in hand serves."""
    told = f"{table.name(who)} is {far(table, who)} away, out of reach of what you hold. Move first."
    return why_walled(table, table.actor, who) or told


def arm_for(table: Table, target: str, weapon: str, field: str = "target", kind: str = "") -> Arm:
    """The arm picked, or the best that serves; refused beside the field of the target if it does not (LIN-034).

    Where one of a ``kind`` is needed, another is refused.
    """
    arm = arm_named(table, weapon) if weapon else best_arm(table, target, kind)
    if arm is None:
        raise Refused(_why_out_of_reach(table, target), field)
    if kind not in ("", arm.kind):
        raise Refused(ARMLESS[kind], "weapon")
    refuse_beyond(table, target, arm, field)
    return arm


def held_arms(table: Table, *kinds: str) -> tuple[Choice, ...]:
    """Everything that the actor may attack with, of some kinds or of all, as choices."""
    held = (arm for arm in arms_of(table).values() if not kinds or arm.kind in kinds)
    return tuple(Choice(arm.key, arm.name, arm.said) for arm in held)


def field_weapon() -> Any:
    """The field of every attack for what it is made with; left open it is whatever does most damage."""
    return pick("Weapon", among=held_arms, default="", help="Default: the one that does most damage", at_once=True)


def nearest_preset(table: Table) -> Mapping[str, Any]:
    """The nearest opponent against whom something in hand serves, as the form begins."""
    able = [who for who in opponents(table, table.actor) if best_arm(table, who)]
    return {"target": min(able, key=lambda who: feet_between(table, table.actor, who))} if able else {}


@dataclass(frozen=True, slots=True)
class Attacking(Action):
    """An attack on one target, as the action of a turn: an exchange begins (LIN-028, LIN-038).

    Features that make an attack another derive from it and change the roll or the blow (D-3): ``kind`` is that of the
    arm that they take, and ``after`` names the steps that come once it has hurt.
    """

    aims: ClassVar[str] = "target"
    kind: ClassVar[str] = ""
    after: ClassVar[tuple[str, ...]] = ()

    target: str = pick("Target", among=targets)
    weapon: str = field_weapon()
    favour: str = field_favour()
    circumstance: str = pick("Circumstances", among=CIRCUMSTANCES, default=PLAIN)

    refuse = staticmethod(within_reach)

    preset = staticmethod(nearest_preset)

    def odds(self, table: Table) -> Odds:
        return self.priced(table, odds_of_attack(table, *self.aimed(table)))

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blow = self.aimed(table)
        self.spend(table)
        strike(table, dice, trial, blow)

    def weighing(self, table: Table) -> Weighing:
        """The targets, arms and ways to spend Favor weighed (LIN-028 to LIN-031)."""

        def worth(chosen: Attacking) -> Worth:
            return worth_of_attack(table, *chosen.aimed(table))

        among = {"target": fellows(targets(table), opponents(table, table.actor), self.target)}
        return Weighing(("target", "weapon", "favour"), POINTS, OF_ATTACKS, worth, SHARES, among=among)

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        """The roll and the blow; refused if the target is out of reach."""
        arm = arm_for(table, self.target, self.weapon, kind=self.kind)
        trial = attack_trial(table, arm, self.target, favour=self.favour, circumstance=self.circumstance)
        return trial, blow_with(table, table.actor, self.target, arm, purpose=self.name, after=self.after)


@dataclass(frozen=True, slots=True)
class Attack(Attacking, name="attack.strike", label="Attack"):
    """Attack with a weapon or with magic: 1d20 and the attack stat (LIN-028, LIN-033, LIN-034, LIN-038)."""


@dataclass(frozen=True, slots=True)
class AttackingSeveral(Action):
    """An attack on several at once: one roll, one damage, one counter move; with arms of a ``kind`` (LIN-032, E-k)."""

    kind: ClassVar[str] = ""

    targets: tuple[str, ...] = many("Targets", among=targets, at_once=True)
    weapon: str = field_weapon()

    def odds(self, table: Table) -> Odds:
        trial, blows = self.aimed(table)
        return self.priced(table, odds_of_area(table, trial, blows), self.more(blows))

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blows = self.aimed(table)
        self.spend(table, self.more(blows))
        area_strike(table, dice, trial, blows)

    def more(self, blows: Sequence[Blow]) -> int:
        """Stamina beyond the price of its feature, for each of those who are attacked."""
        return feature_named(self.by_feature).extra * len(blows) if self.by_feature else 0

    def weighing(self, table: Table) -> Weighing:
        """The arms weighed (LIN-032)."""

        def worth(chosen: AttackingSeveral) -> Worth:
            return worth_of_areas(table, *chosen.aimed(table))

        return Weighing(("weapon",), POINTS, OF_ATTACKS, worth, SHARES)

    def aimed(self, table: Table) -> tuple[Trial, list[Blow]]:
        """The roll and the blows; refused if one of them is out of reach, or there is none."""
        if not self.targets:
            raise Refused("Choose a target.", "targets")
        able = (arm_for(table, who, self.weapon, "targets", self.kind) for who in self.targets)
        arm = min(able, key=lambda one: one.mean)
        for target in self.targets:
            refuse_beyond(table, target, arm, "targets")
        blows = [blow_with(table, table.actor, who, arm, purpose=self.name) for who in self.targets]
        return attack_trial(table, arm, *self.targets), blows


@dataclass(frozen=True, slots=True)
class AreaAttack(AttackingSeveral, name="attack.area", label="Attack several"):
    """Attack several at once, as creatures do by nature (LIN-032)."""

    @classmethod
    def refuse(cls, table: Table) -> None:
        if table.me.kind != "creature":
            raise NotNow("Only creatures can attack several. Heroes need a class feature.")
        within_reach(table)


# -- counters as actions -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CounterAsAction(Action, name="action.counter", label="Counter attack as an action"):
    """Use a counter attack as an action: those with counters only do, if nobody attacked them (LIN-027, C-23)."""

    target: str = pick("Target", among=targets)
    weapon: str = field_weapon()

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_counter(table)
        within_reach(table)

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

        among = {"target": fellows(targets(table), opponents(table, table.actor), self.target)}
        return Weighing(("target", "weapon"), POINTS, OF_ATTACKS, worth, ("They lose",), among=among)

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        arm = arm_for(table, self.target, self.weapon)
        return attack_trial(table, arm, self.target), counter_blow(table, table.actor, self.target, arm, clashed=False)


@dataclass(frozen=True, slots=True)
class DiveAsAction(Action, ToPlace, name="action.dive", label="Dive roll as an action"):
    """Use a dive roll as an action: move up to half your Speed beyond your move, and nobody counters it (LIN-027)."""

    throws_dice: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_counter(table)
        refuse_stuck(table.me)
        if not may_dive(table, table.actor):
            raise NotNow("Creatures do not dive here. Counter attack instead.")

    def perform(self, table: Table, dice: Dice) -> None:
        spend_action(table, table.actor)
        dive(table, self.x, self.y)
