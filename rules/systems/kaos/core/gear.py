"""Buying, dressing, and living: goods for coins, armour and its athletics, a day's expenses (D-3, D-6)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

from rules.engine.character.edits import free_key
from rules.engine.forecast.state_cache import as_if
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    Item,
    ItemSet,
    Place,
    Refused,
    Sheet,
    Table,
    Told,
    counted,
    number,
    pick,
)
from rules.engine.odds import Odds
from rules.systems.kaos.content import library
from rules.systems.kaos.content.money import pay, price, purse, refuse_poor
from rules.systems.kaos.core.figures import NATURAL, athletics_needed, defence, movement
from rules.systems.kaos.core.state import OnSheet, able, no_fight

#: Things that are worn, by the fields of the form.
FURS = "furs"
WORN = ("armour", "shield", FURS)
#: Sections of the compendium that shops sell.
SHOPS = ("weapons", "armour", "shields", "goods")


@cache
def wares() -> Mapping[str, tuple[str, int, str]]:
    """Everything that is for sale, by ``section.key``: name, cost in copper, and a word about it."""
    found: dict[str, tuple[str, int, str]] = {}
    for key, weapon in library.weapons().items():
        if weapon.cost:
            found[f"weapons.{key}"] = (weapon.name, weapon.cost, weapon.damage or "no damage")
    for key, suit in library.armour().items():
        found[f"armour.{key}"] = (suit.name, suit.cost, f"DS {suit.ds}, Athletics {suit.athletics}")
    for key, shield in library.shields().items():
        found[f"shields.{key}"] = (shield.name, shield.cost, f"DS +{shield.ds}, Athletics +{shield.athletics}")
    for key, good in library.goods().items():
        name = f"{good.name}, {good.bundle}" if good.bundle > 1 else good.name
        found[f"goods.{key}"] = (name, good.cost, good.category.lower())
    return found


def thing(ware: str) -> Item:
    """The thing that a ware becomes when it is carried; some are sold by the bundle."""
    section, _, key = ware.partition(".")
    item = library.item_from(section, key)
    return replace(item, count=library.goods()[key].bundle) if section == "goods" else item


def take_along(table: Table, who: str, item: Item) -> None:
    """Carry a thing; it goes onto the pile of its kind, but for weapons, armour and shields."""
    items = table.sheet(who).items
    same = next((key for key, one in items.items() if replace(one, count=1) == replace(item, count=1)), "")
    if same and item.kind not in ("weapon", "armour", "shield"):
        table.happen(ItemSet(who, same, replace(item, count=items[same].count + item.count)))
        return
    table.happen(ItemSet(who, free_key(items, item.entry), item))


@dataclass(frozen=True, slots=True)
class Buy(OnSheet):
    """Buy something at its price; change is given (D-6, D-7)."""

    name: ClassVar[str] = "shop.buy"
    label: ClassVar[str] = "Buy"
    peaceful: ClassVar[str] = "Shopping"
    has_odds: ClassVar[bool] = True
    throws_dice: ClassVar[bool] = False

    ware: str = pick("What")
    count: int = number("How many", least=1, most=100, default=1)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        listed = wares().items()
        return {"ware": tuple(Choice(key, name, f"{price(cost)}, {told}") for key, (name, cost, told) in listed)}

    def odds(self, table: Table) -> Odds:
        """The bill, and the money left; no dice are thrown."""
        self._refuse(table)
        left = purse(table.me) - self._cost()
        return Odds(f"{price(self._cost())} of {price(purse(table.me))}: {price(left)} will be left.")

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse(table)
        name, _, _ = wares()[self.ware]
        pay(table, table.actor, self._cost(), name)
        for _ in range(self.count if thing(self.ware).kind in ("weapon", "armour", "shield") else 1):
            take_along(table, table.actor, self._bundle())
        table.happen(Told((table.actor,), f"{{0}} buys {self.count} × {name} for {price(self._cost())}."))

    def _bundle(self) -> Item:
        item = thing(self.ware)
        return item if item.kind in ("weapon", "armour", "shield") else replace(item, count=item.count * self.count)

    def _cost(self) -> int:
        return wares()[self.ware][1] * self.count

    def _refuse(self, table: Table) -> None:
        many = f"{self.count} × " if self.count > 1 else ""
        refuse_poor(table.me, self._cost(), f"{many}{wares()[self.ware][0]}", "ware")


@dataclass(frozen=True, slots=True)
class Dress(Command):
    """Put armour and shield on or off; what is too heavy for one's athletics halves DS and movement (PCT-013, D-3).

    Furs against extreme cold are put on likewise, and nobody casts in them (PCT-043).
    """

    name: ClassVar[str] = "gear.wear"
    label: ClassVar[str] = "Armour and shield"
    place: ClassVar[Place] = Place.SHEET
    has_odds: ClassVar[bool] = True
    throws_dice: ClassVar[bool] = False

    armour: str = pick("Armour", default="", help="No armour")
    shield: str = pick("Shield", default="", help="No shield")
    furs: str = pick("Against the cold", default="", help="Nothing more")

    @classmethod
    def possible(cls, table: Table) -> None:
        able(table)
        no_fight(table, "Changing armour")
        if not any(_pieces(table.me, kind) for kind in WORN):
            raise Refused("There is neither armour nor a shield among the things carried; one can be bought.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {kind: _pieces(table.me, kind) for kind in WORN}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        used = {_worn_as(item): key for key, item in table.me.items.items() if item.in_use}
        return {kind: used.get(kind, "") for kind in WORN}

    def odds(self, table: Table) -> Odds:
        """The defence score and movement rate after dressing; no dice are thrown."""
        trying = Table({table.actor: _copied(table.me)}, actor=table.actor)
        self._put_on(trying)
        sheet = trying.me
        needs, has = athletics_needed(sheet), sheet.rank("skill", "athletics")
        short = f"; Athletics {has} of {needs} halves both" if has < needs else ""
        return Odds(f"Defence score {defence(sheet).value}, movement rate {movement(sheet).value}{short}.")

    def perform(self, table: Table, dice: Dice) -> None:
        self._put_on(table)

    def _put_on(self, table: Table) -> None:
        for key, item in list(table.me.items.items()):
            if _worn_as(item):
                use = key in (self.armour, self.shield, self.furs)
                if use != item.in_use:
                    table.happen(ItemSet(table.actor, key, replace(item, in_use=use)))


def _pieces(sheet: Sheet, kind: str) -> tuple[Choice, ...]:
    return tuple(Choice(key, item.name) for key, item in sheet.items.items() if _worn_as(item) == kind)


def _worn_as(item: Item) -> str:
    """The field of the form for a thing; empty for things that are not worn, and for a natural hide."""
    good = library.good_of(item)
    if good is not None and good.hinders_casting:
        return FURS
    return item.kind if item.kind in WORN and not item.stats.get(NATURAL) else ""


def _copied(sheet: Sheet) -> Sheet:
    """A copy of the sheet, to try things on."""
    return as_if(sheet, items=dict(sheet.items))


@dataclass(frozen=True, slots=True)
class PayLifestyle(OnSheet):
    """Pay for some days of living, well or badly (D-6)."""

    name: ClassVar[str] = "lifestyle.pay"
    label: ClassVar[str] = "Pay for living"
    peaceful: ClassVar[str] = "Housekeeping"
    has_odds: ClassVar[bool] = True
    throws_dice: ClassVar[bool] = False

    lifestyle: str = pick("How")
    days: int = number("Days", least=1, most=365, default=1)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        listed = library.lifestyles().values()
        return {"lifestyle": tuple(Choice(one.key, one.name, f"{price(one.cost)} a day") for one in listed)}

    def odds(self, table: Table) -> Odds:
        """The bill; no dice are thrown."""
        refuse_poor(table.me, self._cost(), self._what(), "days")
        return Odds(f"{self._what()}: {price(self._cost())} of {price(purse(table.me))}.")

    def perform(self, table: Table, dice: Dice) -> None:
        refuse_poor(table.me, self._cost(), self._what(), "days")
        pay(table, table.actor, self._cost(), self._what())
        table.happen(Told((table.actor,), f"{{0}} pays {price(self._cost())}: {self._what().lower()}."))

    def _cost(self) -> int:
        return library.lifestyles()[self.lifestyle].cost * self.days

    def _what(self) -> str:
        return f"{counted(self.days, 'day', 'days')}, {library.lifestyles()[self.lifestyle].name.lower()}"
