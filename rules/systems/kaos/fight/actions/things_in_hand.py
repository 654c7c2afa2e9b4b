"""Things in hand: switching weapons, reloading, drinking a potion (PCT-021, PCT-032, D-7)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.character.piles import set_apart, use_one, without
from rules.engine.fight import own_place, why_walled_at
from rules.engine.kernel import (
    Choice,
    ConditionEnded,
    Dice,
    Item,
    ItemSet,
    NotNow,
    Refused,
    Sheet,
    Table,
    Told,
    Weighing,
    Worth,
    amount,
    distribution,
    many,
    pick,
    plainly,
)
from rules.engine.odds import Odds, mean
from rules.systems.kaos.content.library import good_of, weapon_of
from rules.systems.kaos.core import HIT_POINTS, gain, health
from rules.systems.kaos.fight.base import (
    HANDS,
    LIES_AT,
    SIDE,
    WHEN,
    Action,
    Square,
    WithWalk,
    free_to_act,
    given_by,
    hands_for,
    mend,
    refuse_way_with,
    spend_action,
    square_at,
    standing,
    steps,
)

#: The stat of a crossbow that has to be loaded.
UNLOADED = "unloaded"
ARMS = ("weapon", "shield")


@dataclass(frozen=True, slots=True)
class SwitchWeapons(WithWalk, name="action.switch", label="Switch weapons"):
    """Draw, pick up or put away weapons and shields; move up to the Movement Rate before or after (PCT-032)."""

    doing: ClassVar[str] = "switching weapons"

    draw: tuple[str, ...] = many("Take in hand", help="A shield takes one hand")
    away: tuple[str, ...] = many("Stow")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if not any(item.kind in ARMS and item.count for item in table.me.items.values()):
            raise NotNow("You have no weapon or shield. Fight with bare hands.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        carried = {key: item for key, item in table.me.items.items() if item.kind in ARMS and item.count}
        return {
            "draw": tuple(
                Choice(key, item.name, "on the ground" if LIES_AT in item.stats else "")
                for key, item in carried.items()
                if not item.in_use
            ),
            "away": tuple(Choice(key, item.name) for key, item in carried.items() if item.in_use),
            "when": WHEN,
        }

    def refuse(self, table: Table) -> None:
        if not self.draw and not self.away:
            raise Refused("Choose what to draw or stow.", "draw")
        self._refuse_hands(table.me)

    def act(self, table: Table, dice: Dice) -> None:
        for key in self.away:
            _stow(table, key)
        for key in self.draw:
            _take(table, key)

    def _refuse_hands(self, sheet: Sheet) -> None:
        held = [
            item
            for key, item in sheet.items.items()
            if item.kind in ARMS and item.count and ((item.in_use and key not in self.away) or key in self.draw)
        ]
        hands = sum(_hands(sheet, item) for item in held)
        if self.draw and hands > HANDS:
            raise Refused(f"That needs {hands} hands. Stow something too.", "draw")


def _hands(sheet: Sheet, item: Item) -> int:
    weapon = weapon_of(item)
    return hands_for(sheet, weapon) if weapon else 1


def _stow(table: Table, key: str) -> None:
    item = table.me.items[key]
    table.happen(ItemSet(table.actor, key, replace(item, in_use=False)))
    table.happen(Told((table.actor,), f"{{0}} stows {plainly(item.name)}."))


def _take(table: Table, key: str) -> None:
    """Take a thing in hand; from the ground only out of one's own square or the next."""
    item = table.me.items[key]
    lies_at = item.stats.get(LIES_AT)
    if lies_at is not None:
        far = steps(standing(table, table.actor), square_at((lies_at[0], lies_at[1])))
        if far > 1:
            raise Refused(f"The {item.name.lower()} is {far} squares away. Move next to it first.", "draw")
        if told := why_walled_at(table, (lies_at[0], lies_at[1]), f"the {item.name.lower()}"):
            raise Refused(told, "draw")
    table.happen(ItemSet(table.actor, key, replace(without(item, LIES_AT), in_use=True)))
    table.happen(Told((table.actor,), f"{{0}} takes {plainly(item.name)} in hand."))


def drop(table: Table, who: str, key: str, square: Square) -> None:
    """Drop a thing in a square; of several alike one lies there, and the others stay in hand."""
    item = table.sheet(who).items[key]
    stats = {**item.stats, LIES_AT: [square[0] * SIDE, square[1] * SIDE]}
    set_apart(table, who, key, replace(item, in_use=False, stats=stats))


@dataclass(frozen=True, slots=True)
class Reload(Action, name="action.reload", label="Reload"):
    """Make a crossbow ready for its next shot; one cannot move with it (D-7)."""

    no_choice: ClassVar[Mapping[str, str]] = {"weapon": "Nothing in hand needs loading."}

    weapon: str = pick("Weapon")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        items = table.me.items.items()
        return {"weapon": tuple(Choice(k, i.name) for k, i in items if i.in_use and i.stats.get(UNLOADED))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"weapon": cls.choices(table)["weapon"][0].value}

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items[self.weapon]
        table.happen(ItemSet(table.actor, self.weapon, without(item, UNLOADED)))
        table.happen(Told((table.actor,), f"{{0}} reloads {plainly(item.name)}."))
        spend_action(table, table.actor)


# -- potions -----------------------------------------------------------------------------------------------------------


OF_POTIONS = "Average hit points healed, up to your maximum. Other effects are not counted."


@dataclass(frozen=True, slots=True)
class DrinkPotion(WithWalk, name="action.potion", label="Drink a potion"):
    """Drink a potion, and move up to the Movement Rate before or after (PCT-021)."""

    doing: ClassVar[str] = "drinking"
    no_choice: ClassVar[Mapping[str, str]] = {"potion": "You carry no potion. Do something else."}

    potion: str = pick("Potion")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        carried = table.me.items.items()
        return {
            "potion": tuple(Choice(k, i.name, _helps(i)) for k, i in carried if i.kind == "potion" and i.count),
            "when": WHEN,
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"potion": cls.choices(table)["potion"][0].value, **own_place(table)}

    def odds(self, table: Table) -> Odds:
        """The hit points that it gives, limited to those lacking; none if healing is hindered (PCT-045)."""
        refuse_way_with(table, self.x, self.y, self.doing)
        good = good_of(table.me.items[self.potion])
        if good is None or not good.heals:
            return Odds((good.description if good else "") or "The game master decides the effect.")
        if hindrance := health.healing_hindrance(table.me):
            return Odds(hindrance)
        given = given_by(table.me, good.heals)
        return Odds(f"{mean(given):.1f} hit points on average.", (), given, "hit points")

    def weighing(self, table: Table) -> Weighing:
        """The potions weighed by hit points healed (PCT-021)."""

        def worth(chosen: DrinkPotion) -> Worth:
            good = good_of(table.me.items[chosen.potion])
            gains = distribution(amount(good.heals)) if good and good.heals else (1.0,)
            return (gain(table, table.actor, gains),)

        return Weighing(("potion",), HIT_POINTS, OF_POTIONS, worth, ("Healed",))

    def act(self, table: Table, dice: Dice) -> None:
        """Use up the potion and apply its effects; nothing heals one who cast within the hour (PCT-045)."""
        item, who = table.me.items[self.potion], table.actor
        use_one(table, who, self.potion)
        table.happen(Told((who,), f"{{0}} drinks {plainly(item.name)}."))
        good = good_of(item)
        if good is None:
            return
        if good.heals:
            mend(table, dice, who, who, good.heals, "potion", plainly(item.name))
        if good.cures and table.me.has(good.cures):
            table.happen(ConditionEnded(who, good.cures), Told((who,), "{0} is cured."))


def _helps(item: Item) -> str:
    good = good_of(item)
    if good is None:
        return ""
    return f"heals {good.heals}" if good.heals else f"cures: {good.cures}" if good.cures else ""
