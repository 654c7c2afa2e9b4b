"""Equipment that somebody takes along, and the end of the making (D-4 to D-6, D-12)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, MemoKept, Refused, Sheet, Table, Told, many
from rules.systems.sda.content import compendium
from rules.systems.sda.content.money import armour_words, price_words, weapon_words
from rules.systems.sda.creation.life.belongings import (
    SHOPS,
    bought,
    copper_given,
    copper_left,
    on_sale,
    picks,
    thing_name,
    wares,
)
from rules.systems.sda.creation.life.life import MAKING, Life, life_of
from rules.systems.sda.creation.steps.state import Making, choose


@dataclass(frozen=True, slots=True)
class Equip(Making):
    """Take along what the chapters gave, and spend the money (D-4, D-5, D-6, D-12)."""

    name: ClassVar[str] = "making.equipment"
    label: ClassVar[str] = "Equipment"
    guidance: ClassVar[str] = "You keep what your life gave you. Buy more, or keep the money."
    in_short: ClassVar[bool] = True
    needs: ClassVar[tuple[tuple[str, str], ...]] = (
        ("attributes", "Spend the experience first."),
        ("virtues", "Choose the virtues first."),
    )
    settles: ClassVar[str] = "equipment"

    gifts: tuple[str, ...] = many("One of each")
    weapons: tuple[str, ...] = many("Weapons")
    armour: tuple[str, ...] = many("Armour")
    gear: tuple[str, ...] = many("Gear")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        there = copper_given(life)
        gifts = tuple(
            Choice(f"{slot}/{thing}", thing_name(thing), under=chapter.name)
            for slot, chapter, belonging in picks(life)
            for thing in belonging.one_of
        )
        return {"gifts": gifts} | {section: _shelf(section, there, bought(life)) for section in SHOPS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        life = life_of(table.me, table.house_rules)
        kept = life.choices.get("equipment") or {}
        first = tuple(f"{slot}/{belonging.one_of[0]}" for slot, _, belonging in picks(life))
        by_shop = {s: tuple(w for w in bought(life) if w.startswith(f"{s}.")) for s in SHOPS}
        return {"gifts": tuple(kept.get("gifts") or first), **by_shop}

    @classmethod
    def chosen(cls, life: Life, sheet: Sheet) -> str:
        names = ", ".join(thing_name(ware) for ware in bought(life)[:3]) + (" …" if len(bought(life)) > 3 else "")
        return f"{names or 'nothing bought'}; {price_words(copper_left(life)) or 'no money'} left"

    def left(self, table: Table) -> str:
        left = copper_given(life_of(table.me, table.house_rules)) - self._cost()
        return f"{price_words(left) or 'no money'} left" if left >= 0 else f"{price_words(-left)} too much"

    def perform(self, table: Table, dice: Dice) -> None:
        life = life_of(table.me, table.house_rules)
        there, cost = copper_given(life), self._cost()
        if cost > there:
            has = price_words(there) or "no money"
            raise Refused(f"You have {has}; this costs {price_words(cost)}.", "weapons")
        self._refuse_greed(life)
        choose(table, "gifts", equipment={"gifts": list(self.gifts), "bought": list(self._wares())})

    def _wares(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.weapons, *self.armour, *self.gear)))

    def _cost(self) -> int:
        return sum(wares().get(ware, 0) for ware in self._wares())

    def _refuse_greed(self, life: Life) -> None:
        for slot, chapter, _ in picks(life):
            if sum(value.startswith(f"{slot}/") for value in self.gifts) > 1:
                raise Refused(f"{chapter.name}: choose only one.", "gifts")


def _shelf(section: str, there: int, held: Sequence[str]) -> tuple[Choice, ...]:
    """Choices of a shop: the wares that the money is enough for, each by itself."""
    return tuple(_ware_choice(ware, price) for ware, price in on_sale(section, held).items() if price <= there)


def _ware_choice(ware: str, price: int) -> Choice:
    section, _, key = ware.partition(".")
    under, words = "", ""
    if section == "weapons":
        words = ", ".join(weapon_words(compendium.weapons()[key]))
    elif section == "armour":
        words = ", ".join(armour_words(compendium.armour()[key]))
    else:
        under = compendium.gear()[key].category
    return Choice(ware, thing_name(ware), ", ".join(part for part in (price_words(price), words) if part), under)


@dataclass(frozen=True, slots=True)
class Finish(Making):
    """Close the making: from now on experience is earned in play (D-6)."""

    name: ClassVar[str] = "making.finish"
    label: ClassVar[str] = "Begin"
    guidance: ClassVar[str] = "Check the sheet. Unspent background points are lost."
    in_short: ClassVar[bool] = True
    needs: ClassVar[tuple[tuple[str, str], ...]] = (
        ("origin", "Choose an origin first."),
        ("enough", "Choose your occupations first."),
        ("reason", "Choose a reason to leave first."),
        ("motivation", "Choose a motivation first."),
        ("virtues", "Choose the virtues first."),
        ("traits", "Choose the traits first."),
        ("attributes", "Spend the experience first."),
        ("equipment", "Choose equipment first."),
    )

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(MemoKept(table.actor, MAKING, None), Told((table.actor,), "{0} leaves home."))
