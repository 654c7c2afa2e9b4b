"""Attacks that features make another: twice, or with a burst behind them (D-3, LIN-038)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, Refused, Table, Told, pick
from rules.systems.fortune.core import (
    MAGIC,
    Step,
    Trial,
    arms,
    deal,
    is_step,
    then_comes,
)
from rules.systems.fortune.fight.actions.attacks import Attacking, arm_for, targets
from rules.systems.fortune.fight.base import (
    Blow,
    blow_with,
    feet_between,
    is_out,
    opponents,
    spend_action,
    takes_part,
)
from rules.systems.fortune.fight.exchange.attack_roll import attack_trial, strike
from rules.systems.fortune.fight.features import uses

TWIN, BURSTING = "elementalist_twin_attack", "elementalist_bursting_shot"
#: Feet around a target within which a bursting shot goes.
AROUND = 5


def pay_and_act(table: Table, key: str, more: int = 0) -> None:
    uses.use(table, table.actor, key, more)
    spend_action(table, table.actor)


@dataclass(frozen=True, slots=True)
class FeatureAttack(Attacking):
    """An attack that a feature makes another: its price is paid with the action (D-3)."""

    feature: ClassVar[str] = ""

    @classmethod
    def possible(cls, table: Table) -> None:
        uses.refuse_unused(table.me, cls.feature)
        Attacking.possible(table)

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blow = self.aimed(table)
        pay_and_act(table, self.feature)
        strike(table, dice, blow, trial)


@dataclass(frozen=True, slots=True)
class BurstingShot(FeatureAttack):
    """Give up Fortune's Favor: a hit by magic hurts foes within 5 ft of the target for half as much (D-3)."""

    name: ClassVar[str] = "feature.bursting_shot"
    label: ClassVar[str] = "Bursting Shot"
    feature: ClassVar[str] = BURSTING

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        found = dict(Attacking.choices(table))
        return {**found, "favour": found["favour"][:1]}

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        trial, blow = Attacking.aimed(self, table)
        if arms(table.me)[blow.arm].kind != MAGIC:
            raise Refused("A bursting shot is magic. Pick your element.", "weapon")
        return trial, replace(blow, after=("burst",))


@is_step("burst")
def burst(table: Table, dice: Dice, step: Step) -> None:
    """Let foes beside whoever was hit suffer half of the damage (D-3)."""
    blow, half = Blow.from_known(step["blow"]), int(step["damage"]) // 2
    if blow.clashed or not half:
        return
    for other in opponents(table, blow.attacker):
        if other != blow.target and feet_between(table, blow.target, other) <= AROUND:
            table.happen(Told((other,), f"The burst reaches {{0}}: {half} damage."))
            deal(table, other, half, "a bursting shot")


# -- two attacks in one ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinAttack(FeatureAttack):
    """Attack two foes, or one of them twice, for 2 Stamina; each attack is rolled (D-3)."""

    name: ClassVar[str] = "feature.twin"
    label: ClassVar[str] = "Twin Attack"
    feature: ClassVar[str] = TWIN

    second: str = pick("And against")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**Attacking.choices(table), "second": targets(table)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        found = dict(Attacking.preset(table))
        return {**found, "second": found["target"]} if "target" in found else found

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blow = self.aimed(table)
        other = self.second_arm(table)
        pay_and_act(table, self.feature)
        then_comes(table, "second_attack", who=table.actor, target=self.second, arm=other)
        strike(table, dice, blow, trial)

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        self.second_arm(table)
        return Attacking.aimed(self, table)

    def second_arm(self, table: Table) -> str:
        """The key of the arm of the second attack; refused if it does not serve."""
        arm = arm_for(table, self.second, self.weapon, "second")
        if arm.kind != MAGIC:
            raise Refused("A twin attack is magic. Pick your element.", "weapon")
        return arm.key


@is_step("second_attack")
def second_attack(table: Table, dice: Dice, step: Step) -> None:
    """Make the second of two attacks, if both are still able to (D-3)."""
    who, target = str(step["who"]), str(step["target"])
    able = takes_part(table, target) and not table.sheet(target).has("dead") and not is_out(table.sheet(who))
    arm = arms(table.sheet(who)).get(str(step["arm"]))
    if not able or arm is None or not arm.serves(feet_between(table, who, target)):
        return
    trial = attack_trial(table, target, arm, attacker=who)
    strike(table, dice, blow_with(table.sheet(who), who, target, arm, purpose=TwinAttack.name), trial)
