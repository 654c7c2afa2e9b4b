"""Coins and what they buy: goods, armour and its athletics, a day's expenses (D-3, D-6).

1 gold piece is 10 silver pieces is 100 copper pieces (D-7).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import inf
from typing import Any, ClassVar

from rules.engine.character.piles import take_along
from rules.engine.character.readiness import OnSheet, no_fight
from rules.engine.forecast.state_cache import as_if
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    Item,
    ItemLost,
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
from rules.systems.kaos.core.figures import NATURAL, athletics_needed, defence, movement
from rules.systems.kaos.core.health import able

#: The coins, the dearest first, with their names and their worth in copper.
COINS = {"gp": ("Gold pieces", 100), "sp": ("Silver pieces", 10), "cp": ("Copper pieces", 1)}


def in_coins(copper: int) -> dict[str, int]:
    """The fewest coins that come to a worth in copper, by kind."""
    counts, left = {}, copper
    for coin, (_, worth) in COINS.items():
        counts[coin], left = divmod(left, worth)
    return counts


def price(copper: int) -> str:
    """A price in coins, or "nothing".

    >>> price(235), price(0), price(5000)
    ('2 gp 3 sp 5 cp', 'nothing', '50 gp')
    """
    return " ".join(f"{count} {coin}" for coin, count in in_coins(copper).items() if count) or "nothing"


def held(sheet: Sheet, coin: str) -> int:
    item = sheet.items.get(coin)
    return item.count if item else 0


def purse(sheet: Sheet) -> int:
    """The worth of all coins in copper."""
    return sum(held(sheet, coin) * worth for coin, (_, worth) in COINS.items())


def refuse_poor(sheet: Sheet, copper: int, what: str, field: str) -> None:
    """Refuse a price that the purse cannot pay, and say how much is missing."""
    has = purse(sheet)
    if has < copper:
        raise Refused(f"{what}: {price(copper)}. {sheet.name} has {price(has)}; {price(copper - has)} missing.", field)


def pay_coins(table: Table, who: str, copper: int, what: str, field: str) -> None:
    """Pay ``copper``, keeping as much gold and silver as can be kept; change comes in smaller coins."""
    refuse_poor(table.sheet(who), copper, what, field)
    set_purse(table, who, purse(table.sheet(who)) - copper)


def set_purse(table: Table, who: str, copper: int) -> None:
    """Set the purse to a worth in copper: of each coin no more than before, the rest in smaller ones."""
    left = copper
    for coin, (_, worth) in COINS.items():
        most = left // worth
        keep = most if coin == "cp" else min(held(table.sheet(who), coin), most)
        left -= keep * worth
        if coin == "sp" and left >= 10:
            keep, left = keep + left // worth, left % worth
        hold(table, who, coin, keep)


def hold(table: Table, who: str, coin: str, count: int) -> None:
    """Set how many coins of a kind are held."""
    before = held(table.sheet(who), coin)
    if count == before:
        return
    if count:
        table.happen(ItemSet(who, coin, coins(coin, count)))
    else:
        table.happen(ItemLost(who, coin))


def coins(coin: str, count: int) -> Item:
    return Item(COINS[coin][0], "coin", entry=coin, count=count)


#: Things that are worn, by the fields of the form.
FURS = "furs"
WORN = ("armour", "shield", FURS)
#: Kinds of things of which each is carried by itself.
APART = ("weapon", "armour", "shield")
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


def offered(prefix: str = "", most: float = inf) -> tuple[Choice, ...]:
    """The wares whose names begin so and whose cost is not above ``most``, with their prices."""
    listed = ((key, ware) for key, ware in wares().items() if key.startswith(prefix) and ware[1] <= most)
    return tuple(Choice(key, name, f"{price(cost)}, {told}") for key, (name, cost, told) in listed)


def thing(ware: str) -> Item:
    """The thing that a ware becomes when it is carried; some are sold by the bundle."""
    section, _, key = ware.partition(".")
    item = library.item_from(section, key)
    return replace(item, count=library.goods()[key].bundle) if section == "goods" else item


@dataclass(frozen=True, slots=True)
class Buy(OnSheet, name="shop.buy", label="Buy"):
    """Buy something at its price; change is given (D-6, D-7)."""

    peaceful: ClassVar[str] = "Shopping"
    throws_dice: ClassVar[bool] = False

    ware: str = pick("Item")
    count: int = number("How many", least=1, most=100, default=1)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"ware": offered()}

    def odds(self, table: Table) -> Odds:
        """The bill, and the money left; no dice are thrown."""
        refuse_poor(table.me, self._cost(), self._what(), "ware")
        left = purse(table.me) - self._cost()
        return Odds(f"{price(self._cost())} of {price(purse(table.me))}: {price(left)} left.")

    def perform(self, table: Table, dice: Dice) -> None:
        name, _, _ = wares()[self.ware]
        pay_coins(table, table.actor, self._cost(), self._what(), "ware")
        item = thing(self.ware)
        piled = item.kind not in APART
        take_along(table, table.actor, replace(item, count=item.count * self.count), piled=piled)
        table.happen(Told((table.actor,), f"{{0}} buys {self.count} × {name} for {price(self._cost())}."))

    def _cost(self) -> int:
        return wares()[self.ware][1] * self.count

    def _what(self) -> str:
        return f"{self.count} × {wares()[self.ware][0]}" if self.count > 1 else wares()[self.ware][0]


@dataclass(frozen=True, slots=True)
class Dress(Command, name="gear.wear", label="Armour and shield"):
    """Put armour and shield on or off; what is too heavy for one's athletics halves DS and movement (PCT-013, D-3).

    Furs against extreme cold are put on likewise, and nobody casts in them (PCT-043).
    """

    place: ClassVar[Place] = Place.SHEET
    throws_dice: ClassVar[bool] = False

    armour: str = pick("Armour", default="", help="No armour")
    shield: str = pick("Shield", default="", help="No shield")
    furs: str = pick("Against the cold", default="", help="Nothing more")

    @classmethod
    def possible(cls, table: Table) -> None:
        able(table)
        no_fight(table, "Changing armour")
        if not any(_pieces(table.me, kind) for kind in WORN):
            raise Refused("No armour or shield in your gear. Buy one first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {kind: _pieces(table.me, kind) for kind in WORN}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        used = {_worn_as(item): key for key, item in table.me.items.items() if item.in_use}
        return {kind: used.get(kind, "") for kind in WORN}

    def odds(self, table: Table) -> Odds:
        """The defence score and movement rate after dressing; no dice are thrown."""
        trying = Table({table.actor: as_if(table.me, items=dict(table.me.items))}, actor=table.actor)
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


@dataclass(frozen=True, slots=True)
class PayLifestyle(OnSheet, name="lifestyle.pay", label="Pay for living"):
    """Pay for some days of living, well or badly (D-6)."""

    peaceful: ClassVar[str] = "Paying for your living"
    throws_dice: ClassVar[bool] = False

    lifestyle: str = pick("Lifestyle")
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
        pay_coins(table, table.actor, self._cost(), self._what(), "days")
        table.happen(Told((table.actor,), f"{{0}} pays {price(self._cost())}: {self._what().lower()}."))

    def _cost(self) -> int:
        return library.lifestyles()[self.lifestyle].cost * self.days

    def _what(self) -> str:
        return f"{counted(self.days, 'day', 'days')}, {library.lifestyles()[self.lifestyle].name.lower()}"
