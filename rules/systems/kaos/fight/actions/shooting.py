"""Shooting and throwing: the missile attack and the strafing shot (PCT-025, PCT-029)."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.character.piles import set_apart
from rules.engine.fight import field_east, field_north, own_place
from rules.engine.kernel import Choice, ItemSet, NotNow, Refused, Table, pick, switch
from rules.systems.kaos.content.library import goods
from rules.systems.kaos.content.switches import AMMUNITION, RELOADING
from rules.systems.kaos.core import Trial, field_eased, prepared, refuse_untrained
from rules.systems.kaos.fight.actions.melee import HINDERED, Attack
from rules.systems.kaos.fight.actions.reach import can_walk
from rules.systems.kaos.fight.actions.things_in_hand import UNLOADED, drop
from rules.systems.kaos.fight.base import (
    Arm,
    Blow,
    Square,
    aims,
    arm_named,
    arms,
    best_missile,
    chosen,
    free_to_act,
    refuse_way,
    refuse_without_hands,
    squares_between,
    standing,
    steps,
)

RANGED = "ranged_combat"


def ready_to_shoot(table: Table, walk: int) -> None:
    """Refuse unless something in hand flies, and an opponent is near enough after ``walk`` squares."""
    free_to_act(table)
    flying = [arm for arm in arms(table.me).values() if arm.flies]
    if not flying:
        raise NotNow("Nothing in hand to shoot or throw. Switch weapons, or strike.")
    refuse_untrained(table.me, RANGED)
    armed = [arm.flies for arm in flying if not _is_short_of_ammunition(table, arm)]
    if not armed:
        raise NotNow("No ammunition left. Switch weapons, or strike.")
    aims.within(table, max(armed) + walk)


def missile_arm(table: Table, key: str, far: int) -> Arm:
    """The weapon picked, or the best; refused if it does not fly, is unloaded, or out of ammunition."""
    arm = arm_named(table.me, key) if key else best_missile(table.me, far)
    if arm is None or not arm.flies:
        raise Refused("This is for melee only. Choose a ranged weapon.", "weapon")
    refuse_without_hands(table.me, arm)
    item = table.me.items.get(arm.key)
    if item is not None and item.stats.get(UNLOADED) and RELOADING.chosen(table.house_rules):
        raise Refused(f"The {arm.name.lower()} is not loaded. Reload first (1 action).", "weapon")
    if _is_short_of_ammunition(table, arm):
        name = goods()[arm.weapon.ammunition].name.lower()
        raise Refused(f"No ammunition ({name}) left for the {arm.name.lower()}. Choose another weapon.", "weapon")
    return arm


def _needs_ammunition(table: Table, arm: Arm) -> bool:
    return bool(arm.weapon.ammunition and AMMUNITION.chosen(table.house_rules))


def _is_short_of_ammunition(table: Table, arm: Arm) -> bool:
    return _needs_ammunition(table, arm) and not ammunition(table, arm)


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
        set_apart(table, table.actor, arm.key, replace(item, stats={**item.stats, UNLOADED: True}))
    if item is not None and arm.weapon.thrown and not arm.weapon.shot:
        drop(table, table.actor, arm.key, standing(table, target))


@dataclass(frozen=True, slots=True)
class Missile(Attack):
    """An attack that shoots or throws; nothing is hit beyond the range (PCT-025, PCT-029, D-4)."""

    target: str = pick("Target")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"target": aims.targets(table), "weapon": aims.missile_choices(table)}

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        blow = Blow.with_arm(table.me, table.actor, self.target, self._arm(table), purpose=self.name)
        return self._trial(table), blow

    @abstractmethod
    def _trial(self, table: Table) -> Trial:
        """The test of Ranged Combat."""

    def _arm(self, table: Table) -> Arm:
        """The weapon; refused if the target is out of range."""
        far = steps(self._way(table), standing(table, self.target))
        arm = missile_arm(table, self.weapon, far)
        aims.refuse_beyond(table, self.target, far, arm.flies, arm)
        return arm

    def _let_fly(self, table: Table) -> None:
        let_fly(table, self._arm(table), self.target)


@dataclass(frozen=True, slots=True)
class MissileAttack(Missile, name="missile.attack", label="Missile attack"):
    """Stand still and shoot or throw: a Ranged Combat test; nothing is hit beyond the range (PCT-025, PCT-011, D-4)."""

    eased: bool = field_eased()
    hindered: bool = switch("Hindered", help=HINDERED)

    @classmethod
    def possible(cls, table: Table) -> None:
        ready_to_shoot(table, 0)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        near = aims.nearest(table)
        return {"target": near, "weapon": cls._best(table, near), **aims.by_cover(table, near)}

    @classmethod
    def preset_against(cls, table: Table, who: str) -> Mapping[str, Any]:
        return {"weapon": cls._best(table, who, kept=True), **aims.by_cover(table, who)}

    @classmethod
    def _best(cls, table: Table, who: str, *, kept: bool = False) -> str:
        """The key of what hurts most at that distance; refused if it has to be ``kept`` and would leave the hand."""
        arm = best_missile(table.me, squares_between(table, table.actor, who))
        if kept and arm and arm.weapon.thrown and not arm.weapon.shot:
            raise NotNow(f"The {arm.name.lower()} would leave your hand.")
        return arm.key if arm else ""

    def _trial(self, table: Table) -> Trial:
        hard = aims.hindrances(table, self.target, hindered=self.hindered) or aims.into_melee(table, self.target)
        return prepared(table, table.actor, RANGED, "hard" if hard else "standard", eased=self.eased)


@dataclass(frozen=True, slots=True)
class StrafingShot(Missile, name="missile.strafe", label="Strafing shot"):
    """Move up to the Movement Rate, then shoot or throw with a hard Ranged Combat test (PCT-029)."""

    x: int = field_east(at_once=False)
    y: int = field_north(at_once=False)
    eased: bool = field_eased()

    @classmethod
    def possible(cls, table: Table) -> None:
        ready_to_shoot(table, can_walk(table))

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"target": aims.nearest(table), **own_place(table)}

    def _way(self, table: Table) -> Square:
        to = chosen(table, self.x, self.y)
        refuse_way(table, to, can_walk(table), "a strafing shot")
        return to

    def _trial(self, table: Table) -> Trial:
        return prepared(table, table.actor, RANGED, "hard", eased=self.eased)
