"""Shooting and throwing: the missile attack and the strafing shot (PCT-025, PCT-029)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel.commands import Choice, Command, pick, switch
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import ItemSet
from rules.engine.kernel.refusals import NotNow, Refused
from rules.engine.kernel.table import Table
from rules.engine.kernel.valuation import Weighing
from rules.engine.odds import Odds
from rules.systems.kaos.content.library import goods
from rules.systems.kaos.content.switches import AMMUNITION, RELOADING
from rules.systems.kaos.core.trials import Trial
from rules.systems.kaos.fight.actions.handling import UNLOADED, drop
from rules.systems.kaos.fight.actions.melee import HINDERED, can_walk
from rules.systems.kaos.fight.base import aims
from rules.systems.kaos.fight.base.arms import Arm, arm_named, arms, best_missile, refuse_without_hands
from rules.systems.kaos.fight.base.blow import Blow
from rules.systems.kaos.fight.base.budgets import free_to_act, spend_action
from rules.systems.kaos.fight.base.risking import field_eased, prepared
from rules.systems.kaos.fight.base.squares import Square, squares_between, standing, steps
from rules.systems.kaos.fight.base.walking import chosen, field_east, field_north, own_place, refuse_way, walk
from rules.systems.kaos.fight.exchange.attack import odds_of_attack, strike
from rules.systems.kaos.fight.exchange.weighing import of_attacks

RANGED = "ranged_combat"


def ready_to_shoot(table: Table, walk: int) -> None:
    """Refuse unless something in hand flies, and an opponent is near enough after ``walk`` squares."""
    free_to_act(table)
    flying = [arm.flies for arm in arms(table.me).values() if arm.flies]
    if not flying:
        raise NotNow("Nothing in your hands can be shot or thrown. Switch weapons, or strike.")
    aims.within(table, max(flying) + walk)


def missile_arm(table: Table, key: str, far: int) -> Arm:
    """The weapon picked, or the best; refused if it does not fly, is unloaded, or out of ammunition."""
    arm = arm_named(table.me, key) if key else best_missile(table.me, far)
    if arm is None or not arm.flies:
        raise Refused("That is for striking only. Pick something that can be shot or thrown.", "weapon")
    refuse_without_hands(table.me, arm)
    item = table.me.items.get(arm.key)
    if item is not None and item.stats.get(UNLOADED) and RELOADING.chosen(table.house_rules):
        raise Refused(f"The {arm.name.lower()} is not loaded. Reloading takes one action.", "weapon")
    if _needs_ammunition(table, arm) and not ammunition(table, arm):
        name = goods()[arm.weapon.ammunition].name.lower()
        raise Refused(
            f"There is no ammunition ({name}) left for the {arm.name.lower()}. Pick another weapon.", "weapon"
        )
    return arm


def _needs_ammunition(table: Table, arm: Arm) -> bool:
    return bool(arm.weapon.ammunition and AMMUNITION.chosen(table.house_rules))


def ammunition(table: Table, arm: Arm) -> str:
    """The key of the ammunition for a weapon; empty if there is none left."""
    fitting = (k for k, i in table.me.items.items() if i.entry == arm.weapon.ammunition and i.count > 0)
    return next(fitting, "")


def let_fly(table: Table, arm: Arm, target: str) -> None:
    """Use up the ammunition, unload a crossbow, or let a thrown weapon lie where the target stands."""
    item = table.me.items.get(arm.key)
    if _needs_ammunition(table, arm):
        quiver = ammunition(table, arm)
        held = table.me.items[quiver]
        table.happen(ItemSet(table.actor, quiver, replace(held, count=held.count - 1)))
    if item is not None and arm.weapon.reload and RELOADING.chosen(table.house_rules):
        table.happen(ItemSet(table.actor, arm.key, replace(item, stats={**item.stats, UNLOADED: True})))
    if item is not None and arm.weapon.thrown and not arm.weapon.shot:
        drop(table, table.actor, arm.key, standing(table, target))


@dataclass(frozen=True, slots=True)
class MissileAttack(Command):
    """Stand still and shoot or throw: a Ranged Combat test; nothing is hit beyond the range (PCT-025, PCT-011, D-4)."""

    name: ClassVar[str] = "missile.attack"
    label: ClassVar[str] = "Missile attack"
    has_odds: ClassVar[bool] = True

    target: str = pick("At")
    weapon: str = pick("Weapon", default="", help="The one that hurts most, if nothing is picked", at_once=True)
    eased: bool = field_eased()
    hindered: bool = switch("Hindered", help=HINDERED)

    @classmethod
    def possible(cls, table: Table) -> None:
        ready_to_shoot(table, 0)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"target": aims.targets(table), "weapon": aims.missile_choices(table)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        near = aims.nearest(table)
        arm = best_missile(table.me, squares_between(table, table.actor, near))
        return {"target": near, "weapon": arm.key if arm else ""}

    def odds(self, table: Table) -> Odds:
        trial, blow = self.aimed(table)
        return odds_of_attack(table, blow, trial)

    def perform(self, table: Table, dice: Dice) -> None:
        arm, trial = self._ready(table)
        blow = self._blow(table, arm)
        spend_action(table, table.actor)
        let_fly(table, arm, self.target)
        strike(table, dice, blow, trial, eased=self.eased)

    def weighing(self, table: Table) -> Weighing:
        """The targets, weapons and an easier roll weighed (PCT-025, PCT-029, PCT-038)."""
        return of_attacks(table, "target", "weapon", "eased", whom=aims.fellows(table, self.target))

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        """The roll and the blow of a hit; refused if the target is out of range."""
        arm, trial = self._ready(table)
        return trial, self._blow(table, arm)

    def _ready(self, table: Table) -> tuple[Arm, Trial]:
        far = squares_between(table, table.actor, self.target)
        arm = missile_arm(table, self.weapon, far)
        aims.refuse_beyond(table, self.target, far, arm.flies, arm)
        hard = aims.hindrances(table, self.target, hindered=self.hindered) or aims.into_melee(table, self.target)
        return arm, prepared(table, table.actor, RANGED, "hard" if hard else "standard", eased=self.eased)

    def _blow(self, table: Table, arm: Arm) -> Blow:
        return Blow.with_arm(table.me, table.actor, self.target, arm, purpose=self.name)


@dataclass(frozen=True, slots=True)
class StrafingShot(Command):
    """Move up to the Movement Rate, then shoot or throw with a hard Ranged Combat test (PCT-029)."""

    name: ClassVar[str] = "missile.strafe"
    label: ClassVar[str] = "Strafing shot"
    has_odds: ClassVar[bool] = True

    target: str = pick("At")
    weapon: str = pick("Weapon", default="", help="The one that hurts most, if nothing is picked", at_once=True)
    x: int = field_east(at_once=False)
    y: int = field_north(at_once=False)
    eased: bool = field_eased()

    @classmethod
    def possible(cls, table: Table) -> None:
        ready_to_shoot(table, can_walk(table))

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"target": aims.targets(table), "weapon": aims.missile_choices(table)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"target": aims.nearest(table), **own_place(table)}

    def odds(self, table: Table) -> Odds:
        trial, blow = self.aimed(table)
        return odds_of_attack(table, blow, trial)

    def perform(self, table: Table, dice: Dice) -> None:
        arm, to = self._ready(table)
        blow, trial = self._blow(table, arm), self._trial(table)
        walk(table, table.actor, to)
        spend_action(table, table.actor)
        let_fly(table, arm, self.target)
        strike(table, dice, blow, trial, eased=self.eased)

    def weighing(self, table: Table) -> Weighing:
        """The targets, weapons and an easier roll weighed (PCT-025, PCT-029, PCT-038)."""
        return of_attacks(table, "target", "weapon", "eased", whom=aims.fellows(table, self.target))

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        """The roll and the blow of a hit; refused if the target is out of range."""
        arm, _ = self._ready(table)
        return self._trial(table), self._blow(table, arm)

    def _ready(self, table: Table) -> tuple[Arm, Square]:
        to = chosen(table, self.x, self.y)
        refuse_way(table, to, can_walk(table), "a strafing shot")
        far = steps(to, standing(table, self.target))
        arm = missile_arm(table, self.weapon, far)
        aims.refuse_beyond(table, self.target, far, arm.flies, arm)
        return arm, to

    def _trial(self, table: Table) -> Trial:
        return prepared(table, table.actor, RANGED, "hard", eased=self.eased)

    def _blow(self, table: Table, arm: Arm) -> Blow:
        return Blow.with_arm(table.me, table.actor, self.target, arm, purpose=self.name)
