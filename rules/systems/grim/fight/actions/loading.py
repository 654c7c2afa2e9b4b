"""Loading a weapon, at once or over several turns, in which one is defenseless until it is done (GRM-114, C-25)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, ItemSet, NotNow, Refused, Table, Told, counted, number, pick, plainly
from rules.systems.grim.content.fight_switches import AMMUNITION
from rules.systems.grim.core import begin, end, with_stats
from rules.systems.grim.fight.actions.readiness import refuse_specials
from rules.systems.grim.fight.actions.stunts import DEFENSELESS
from rules.systems.grim.fight.base import TURN_AP, Action, Arm, ap_left, arms, own_turn, refuse_without_ap, spend_ap

#: Stats of a weapon: shots that are in it, and action points that its loading has had so far.
LOADED, LOADING = "loaded", "loading"
#: The source of the state of those who load over several turns.
BY_LOADING = "loading"
#: Missiles of a shot with Recoil (GRM-085).
FOR_RECOIL = 3


def unloaded(table: Table) -> list[Arm]:
    """Weapons in hand that have to be loaded."""
    return [arm for arm in arms(table.me).values() if arm.needs_loading and not arm.loaded]


def points_left(table: Table, arm: Arm) -> int:
    """Action points that the loading of a weapon still takes."""
    return arm.weapon.load - int(table.me.items[arm.key].stats.get(LOADING, 0) or 0)


@dataclass(frozen=True, slots=True)
class Load(Action):
    """Load a weapon for the action points that it takes, of this turn and perhaps of the next ones (GRM-114).

    Whoever has not done with it at the end of the turn is defenseless until it is done (C-25).
    """

    name: ClassVar[str] = "special.load"
    label: ClassVar[str] = "Load"
    no_choice: ClassVar[Mapping[str, str]] = {"weapon": "Nothing in hand needs loading."}
    throws_dice: ClassVar[bool] = False

    weapon: str = pick("Weapon")
    points: int = number("Action points", most=TURN_AP, default=0, help="0: all it needs or you have")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_specials(table)
        if not unloaded(table):
            raise NotNow(cls.no_choice["weapon"])
        refuse_without_ap(table, 1, "loading")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"weapon": tuple(Choice(arm.key, arm.name, _left(table, arm)) for arm in unloaded(table))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"weapon": unloaded(table)[0].key}

    def perform(self, table: Table, dice: Dice) -> None:
        arm, who = arms(table.me)[self.weapon], table.actor
        left = points_left(table, arm)
        points = self.points or min(left, ap_left(table))
        if points > left:
            raise Refused(f"Loading needs at most {counted(left, 'action point', 'action points')}.", "points")
        refuse_without_ap(table, points, "this much loading", "points")
        if points == left:
            use_up(table, arm)
        spend_ap(table, points)
        item = table.me.items[self.weapon]
        if points < left:
            paid = arm.weapon.load - left + points
            table.happen(ItemSet(who, self.weapon, with_stats(item, **{LOADING: paid})))
            begin(table, who, DEFENSELESS, source=BY_LOADING)
            table.happen(Told((who,), f"{{0}} is loading {plainly(item.name)} and defenseless."))
            return
        table.happen(ItemSet(who, self.weapon, with_stats(item, **{LOADED: arm.shots, LOADING: None})))
        table.happen(Told((who,), f"{{0}} loads {plainly(item.name)}."))
        held = table.me.conditions.get(DEFENSELESS)
        if held is not None and held.source == BY_LOADING:
            end(table, who, DEFENSELESS)


def use_up(table: Table, arm: Arm) -> None:
    """Use up what a load takes, where the house counts it: one for each shot, three with Recoil (GRM-085)."""
    kind = arm.weapon.ammunition
    if not (kind and AMMUNITION.chosen(table.house_rules)):
        return
    taken = arm.shots * (FOR_RECOIL if arm.has("recoil") else 1)
    held = table.me.items.get(kind)
    if held is None or held.count < taken:
        has = held.count if held is not None else 0
        told = "1 is left" if has == 1 else f"{has} are left"
        raise Refused(f"Loading the {arm.name.lower()} takes {taken} of its ammunition; {told}. Buy more.", "weapon")
    table.happen(ItemSet(table.actor, kind, replace(held, count=held.count - taken)))


def _left(table: Table, arm: Arm) -> str:
    return counted(points_left(table, arm), "action point", "action points")
