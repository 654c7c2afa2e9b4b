"""Striking hand to hand: melee attacks, called shots, opportunity attacks (GRM-034, GRM-036, GRM-084, GRM-122)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import refuse_walled
from rules.engine.kernel import Dice, NotNow, Refused, Reply, Table, Told, Weighing
from rules.engine.odds import Odds
from rules.systems.grim.core import Trial, bonus, is_in_fight
from rules.systems.grim.fight.attacks.aims import (
    SUBDUES,
    Attack,
    blow_of,
    is_subduing,
    odds_of_attack,
    trial_of,
)
from rules.systems.grim.fight.attacks.defences import OF_ATTACKS, SHARES, toll
from rules.systems.grim.fight.attacks.exchange import strike
from rules.systems.grim.fight.attacks.modifiers import Circumstances
from rules.systems.grim.fight.attacks.usual import usual
from rules.systems.grim.fight.base import (
    BARE,
    Arm,
    Blow,
    arms,
    best_melee,
    best_of_arms,
    is_near,
    mean_damage,
    reach_of,
    use,
    used,
    yards_between,
)


@dataclass(frozen=True, slots=True)
class MeleeAttack(Attack, name="melee.attack", label="Melee attack"):
    """Strike somebody within reach: a test of the weapon's skill, for an action point, two with a called shot.

    A charge of three yards or more gives it a Fury Die, a Punishing weapon one for an action point more (GRM-023,
    GRM-034, GRM-036, GRM-083).
    """

    @classmethod
    def arms(cls, table: Table) -> Sequence[Arm]:
        return [arm for arm in arms(table.me).values() if arm.is_melee]

    @classmethod
    def best(cls, table: Table) -> Arm:
        return best_melee(table.me)

    @classmethod
    def usual(cls, table: Table, whom: Sequence[str]) -> tuple[str, Arm]:
        held = sorted(cls.arms(table), key=lambda arm: (arm.key == BARE, -mean_damage(table.me, arm)))
        return usual(table, whom, held, refuse_far)

    @classmethod
    def preset_against(cls, table: Table, who: str) -> Mapping[str, Any]:
        return {"weapon": cls.usual(table, [who])[1].key}

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        arm = self.arm(table)
        refuse_far(table, self.target, arm)
        self.refuse_price(table, arm)
        of = self.circumstances(table)
        trial = trial_of(table, table.actor, self.target, arm, of)
        turns = max(1, bonus(table.me, "combat")) if is_subduing(table) else 0
        return trial, blow_of(table, self.target, arm, of, trial, purpose=self.name, subdues=turns, grip=self.grip)

    def let_fly(self, table: Table, dice: Dice, blow: Blow, trial: Trial, chaos: int) -> None:
        for name in (SUBDUES, "charge"):
            if used(table, name):
                use(table, name, None)
        strike(table, dice, blow, trial, chaos=chaos)


def refuse_far(table: Table, target: str, arm: Arm) -> None:
    """Refuse a target out of reach, and a weapon that only flies."""
    if not arm.is_melee:
        raise Refused(f"The {arm.name.lower()} is a ranged weapon. Use Ranged attack.", "weapon")
    far, most = yards_between(table, table.actor, target), reach_of(arm)
    if far > most:
        told = f"{far} yards away; the {arm.name.lower()} reaches {most}"
        raise Refused(f"{table.name(target)} is {told}. Move closer first.", "target")
    refuse_walled(table, target)


# -- opportunity attacks -----------------------------------------------------------------------------------------------


def opportunity(table: Table, by: str, on: str) -> tuple[Trial, Blow] | None:
    """The test and the blow of an opportunity attack, with the best weapon that reaches; None without one (GRM-122)."""
    melee = (arm for arm in arms(table.sheet(by)).values() if arm.is_melee)
    held = [arm for arm in melee if is_near(table, by, on, reach_of(arm))]
    if not held:
        return None
    arm = best_of_arms(table.sheet(by), held)
    of = Circumstances(opportunity=True)
    trial = trial_of(table, by, on, arm, of)
    return trial, blow_of(table, on, arm, of, trial, purpose=Opportunity.name)


def _opening(table: Table, reply: Reply) -> tuple[Trial, Blow]:
    on = str(table.open_ask(reply.ask, reply.name).known["on"])
    found = opportunity(table, table.actor, on) if is_in_fight(table, on) else None
    if found is None:
        raise NotNow("They are out of reach. Let them go.")
    return found


@dataclass(frozen=True, slots=True)
class Opportunity(Reply, name="opportunity.attack", label="Strike"):
    """Strike at whoever gives you an opening: 20 % easier, at no price, and not averted (GRM-049, GRM-122)."""

    unasked: ClassVar[str] = "Nobody gives you an opening."

    def odds(self, table: Table) -> Odds:
        trial, blow = _opening(table, self)
        return odds_of_attack(table, trial, blow)

    def weighing(self, table: Table) -> Weighing:
        """The strike weighed, beside letting them go."""
        trial, blow = _opening(table, self)
        return Weighing.of_one("steps", OF_ATTACKS, (toll(table, trial, blow),), SHARES, self.label)

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blow = _opening(table, self)
        table.answer(self.ask, self.name)
        strike(table, dice, blow, trial)


@dataclass(frozen=True, slots=True)
class PassOpportunity(Reply, name="opportunity.pass", label="Let them go"):
    """Let them go."""

    throws_dice: ClassVar[bool] = False
    unasked: ClassVar[str] = "Nobody gives you an opening."

    def weighing(self, table: Table) -> Weighing:
        """Letting them go weighed, beside a strike."""
        return Weighing.of_one("steps", OF_ATTACKS, (0.0,), SHARES, self.label)

    def perform(self, table: Table, dice: Dice) -> None:
        on = str(table.answer(self.ask, self.name).known["on"])
        table.happen(Told((table.actor, on), "{0} lets {1} go."))
