"""Things bought, worn, repaired: prices and fine make, armour and shields put on, ruined things mended.

D-5, D-6, GRM-059, GRM-077; a repair takes six days and a test of Tradecraft, a misfired gun an hour (GRM-088, GRM-096).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.character.piles import take_along
from rules.engine.forecast.state_cache import as_if
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    Item,
    ItemSet,
    Place,
    Refused,
    ResourceChanged,
    Sheet,
    Table,
    Told,
    number,
    pick,
    plainly,
)
from rules.engine.odds import Odds
from rules.systems.grim.content import library
from rules.systems.grim.content.library import APART, offered, price, thing, wares
from rules.systems.grim.content.switches.people import PRICES
from rules.systems.grim.core import (
    DIFFICULTY_CHOICES,
    LIES_AT,
    RUINED,
    Known,
    OnSheet,
    Outcome,
    Trial,
    able,
    difficulty_named,
    goes_on,
    initiative,
    is_ruined,
    movement,
    no_fight,
    odds_of,
    risk,
    threshold,
    trial_for,
    with_stats,
)

COIN = "coin"
#: Qualities of make that are paid for, which a shop works into a thing (GRM-059, GRM-077).
MAKES = ("castle_forged", "makers_mark")
WORN = ("armour", "shield")


@dataclass(frozen=True, slots=True)
class Buy(OnSheet, name="shop.buy", label="Buy"):
    """Buy something at its price; castle-forged things cost three times as much, marked ones six (GRM-059, GRM-077)."""

    peaceful: ClassVar[str] = "Shopping"
    throws_dice: ClassVar[bool] = False

    ware: str = pick("What")
    count: int = number("How many", least=1, most=100, default=1)
    make: str = pick("Make", default="", help="Ordinary")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        makes = (library.qualities()[key] for key in MAKES)
        return {"ware": offered(), "make": tuple(Choice(one.key, one.name, f"{one.times} × price") for one in makes)}

    def odds(self, table: Table) -> Odds:
        """The bill, and the money left; no dice are thrown."""
        due = self._due(table)
        return Odds(f"{price(due)} of {price(table.me.now(COIN))}: {price(table.me.now(COIN) - due)} left.")

    def perform(self, table: Table, dice: Dice) -> None:
        due, name = self._due(table), wares()[self.ware][0]
        if due:
            table.happen(ResourceChanged(table.actor, COIN, -due, f"{self.count} × {name}"))
        item = self._thing()
        take_along(table, table.actor, replace(item, count=item.count * self.count), piled=item.kind not in APART)
        table.happen(Told((table.actor,), f"{{0}} buys {self.count} × {plainly(item.name)} for {price(due)}."))

    def _thing(self) -> Item:
        item = thing(self.ware)
        return replace(item, stats={**item.stats, "qualities": [self.make]}) if self.make else item

    def _due(self, table: Table) -> int:
        """The bill, by the campaign's percentage; refused if the purse holds less."""
        name, cost = wares()[self.ware]
        if self.make and thing(self.ware).kind not in library.qualities()[self.make].applies_to:
            raise Refused(f"Nobody makes {name.lower()} that way. Buy an ordinary one.", "make")
        times = library.qualities()[self.make].times if self.make else 1
        due = -(-cost * times * self.count * PRICES.number(table.house_rules) // 100)
        if due > table.me.now(COIN):
            raise Refused(f"It costs {price(due)}, and you have {price(table.me.now(COIN))}.", "ware")
        return due


@dataclass(frozen=True, slots=True)
class Dress(Command, name="gear.wear", label="Armour and shield"):
    """Put armour and shield on or off (D-5)."""

    place: ClassVar[Place] = Place.SHEET
    throws_dice: ClassVar[bool] = False

    armour: str = pick("Armour", default="", help="No armour")
    shield: str = pick("Shield", default="", help="No shield")

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
        used = {item.kind: key for key, item in table.me.items.items() if item.in_use}
        return {kind: used.get(kind, "") for kind in WORN}

    def odds(self, table: Table) -> Odds:
        """Threshold, initiative and movement after dressing; no dice are thrown."""
        trying = Table({table.actor: as_if(table.me, items=dict(table.me.items))}, actor=table.actor)
        self._put_on(trying)
        sheet = trying.me
        told = f"Damage Threshold {threshold(sheet)}, initiative {initiative(sheet)}, movement {movement(sheet)}."
        return Odds(told)

    def perform(self, table: Table, dice: Dice) -> None:
        self._put_on(table)

    def _put_on(self, table: Table) -> None:
        for key, item in list(table.me.items.items()):
            if item.kind in WORN and item.in_use != (key in (self.armour, self.shield)):
                table.happen(ItemSet(table.actor, key, replace(item, in_use=not item.in_use)))


def _pieces(sheet: Sheet, kind: str) -> tuple[Choice, ...]:
    pieces = ((key, item) for key, item in sheet.items.items() if item.kind == kind and LIES_AT not in item.stats)
    return tuple(Choice(key, item.name, "ruined" if is_ruined(item) else "") for key, item in pieces)


@dataclass(frozen=True, slots=True)
class Draw(OnSheet, name="gear.draw", label="Draw or stow"):
    """Take a weapon in hand, or put it away, in peace (GRM-116)."""

    peaceful: ClassVar[str] = "Drawing from the sheet"
    no_choice: ClassVar[Mapping[str, str]] = {"thing": "No weapon in your gear. Buy one first."}

    thing: str = pick("What")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "thing": tuple(
                Choice(key, item.name, "in hand" if item.in_use else "stowed")
                for key, item in table.me.items.items()
                if item.kind == "weapon" and LIES_AT not in item.stats
            )
        }

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items[self.thing]
        does = "stows" if item.in_use else "draws"
        table.happen(ItemSet(table.actor, self.thing, replace(item, in_use=not item.in_use)))
        table.happen(Told((table.actor,), f"{{0}} {does} the {plainly(item.name).lower()}."))


# -- repair ------------------------------------------------------------------------------------------------------------

#: Minutes of the six days that a repair takes, and of the hour for a misfire.
REPAIR, HOUR = 6 * 24 * 60, 60
#: The stat of a gun that misfired and has to be put in order (GRM-096).
MISFIRED = "misfired"
TRADECRAFT = "tradecraft"


@dataclass(frozen=True, slots=True)
class Repair(OnSheet, name="thing.repair", label="Repair"):
    """Repair something Ruined! in six days, with a test of Tradecraft; a failure costs the days (GRM-088)."""

    peaceful: ClassVar[str] = "A repair"
    no_choice: ClassVar[Mapping[str, str]] = {"thing": "Nothing you carry is ruined."}
    takes_minutes: ClassVar[int] = REPAIR

    thing: str = pick("What")
    difficulty: str = pick("Difficulty", default="0", at_once=True)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        ruined = ((key, item) for key, item in table.me.items.items() if is_ruined(item))
        return {"thing": tuple(Choice(key, item.name) for key, item in ruined), "difficulty": DIFFICULTY_CHOICES}

    def odds(self, table: Table) -> Odds:
        return odds_of(self._trial(table), "mend it")

    def perform(self, table: Table, dice: Dice) -> None:
        trial = self._trial(table)
        name = plainly(table.me.items[self.thing].name)
        table.happen(Told((table.actor,), f"{{0}} works on the {name.lower()} for six days."))
        risk(table, dice, trial, self.name, "thing.repaired", {"thing": self.thing})

    def _trial(self, table: Table) -> Trial:
        if self.thing not in table.me.items or not is_ruined(table.me.items[self.thing]):
            raise Refused("This is not ruined. Choose something else.", "thing")
        return trial_for(table, table.actor, TRADECRAFT, [("Difficulty", difficulty_named(self.difficulty))])


@goes_on("thing.repaired")
def _repaired(table: Table, dice: Dice, outcome: Outcome, data: Known) -> None:
    """Mend the thing if the test succeeded (GRM-088)."""
    item = table.sheet(outcome.who).items.get(str(data["thing"]))
    if outcome.success and item is not None:
        table.happen(ItemSet(outcome.who, str(data["thing"]), with_stats(item, **{RUINED: None})))
        table.happen(Told((outcome.who,), f"{{0}}’s {plainly(item.name)} is whole again."))


@dataclass(frozen=True, slots=True)
class PutInOrder(OnSheet, name="thing.put_in_order", label="Repair a gun"):
    """Repair a gun that misfired, in an hour (GRM-096)."""

    peaceful: ClassVar[str] = "Repairing a gun"
    no_choice: ClassVar[Mapping[str, str]] = {"thing": "None of your guns has misfired."}
    takes_minutes: ClassVar[int] = HOUR

    thing: str = pick("What")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        found = (key for key, item in table.me.items.items() if item.stats.get(MISFIRED))
        return {"thing": tuple(Choice(key, table.me.items[key].name) for key in found)}

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items.get(self.thing)
        if item is None or not item.stats.get(MISFIRED):
            raise Refused("This gun works. Choose one that misfired.", "thing")
        table.happen(ItemSet(table.actor, self.thing, with_stats(item, **{MISFIRED: None})))
        table.happen(Told((table.actor,), f"{{0}} repairs the {plainly(item.name).lower()}."))
