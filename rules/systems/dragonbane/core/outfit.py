"""Armour worn, weapons at hand, and the mending of broken ones (DRB-016, DRB-033)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.character.piles import set_apart, without
from rules.engine.kernel import (
    Choice,
    Dice,
    Item,
    ItemSet,
    Json,
    Refused,
    Sheet,
    Table,
    Told,
    pick,
    plainly,
    switch,
)
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core.checks import restored
from rules.systems.dragonbane.core.fields import OnFeetInPeace
from rules.systems.dragonbane.core.figures import LIES_AT, banes_of, rating_of, weapon_of, worn
from rules.systems.dragonbane.core.rolls import Outcome, goes_on
from rules.systems.dragonbane.core.skill_tests import Calling, judge
from rules.systems.dragonbane.core.wording import skill_names, weapon_words

HANDS = 2
#: Places on the body where armour is worn; a homemade piece counts as a suit unless it says otherwise.
BODY, HEAD = "body", "head"
#: The stat of a weapon that is in the pack, and not at hand (DRB-026).
STOWED = "stowed"
#: The wear of a weapon: damaged, with a bane (D-4), and broken (DRB-033).
DAMAGED, BROKEN = 1, 2


def set_in_use(table: Table, who: str, key: str, *, on: bool) -> None:
    """Draw or stow, put on or take off a thing; it is no longer in the pack or on the ground."""
    item = table.sheet(who).items[key]
    table.happen(ItemSet(who, key, replace(without(item, STOWED, LIES_AT), in_use=on)))


def refuse_overdressed(sheet: Sheet, key: str) -> None:
    """Refuse more than one suit, one helmet or two hands full (DRB-016, DRB-026)."""
    item = sheet.items[key]
    if item.kind == "armour":
        place = _place_of(item)
        there = [one.name for other, one in worn(sheet) if other != key and _place_of(one) == place]
        if there:
            raise Refused(f"{there[0]} is worn there. Take it off first.", "thing")
        return
    if hands_lacking(sheet, item, key):
        raise Refused(f"{item.name} needs more free hands. Stow something first.", "thing")


def hands_lacking(sheet: Sheet, item: Item, key: str = "") -> bool:
    """Whether a thing is a weapon for which too few hands are free, beside those that hold it already (by ``key``)."""
    if item.kind != "weapon":
        return False
    taken = sum(weapon_of(one).hands for other, one in held(sheet).items() if other != key)
    return weapon_of(item).hands > HANDS - taken


def held(sheet: Sheet) -> dict[str, Item]:
    """The weapons and shields in hand, by key."""
    return {key: item for key, item in sheet.items.items() if item.kind == "weapon" and item.in_use}


def _place_of(item: Item) -> str:
    known = library.armours().get(item.entry)
    return known.worn if known else HEAD if item.stats.get("worn") == HEAD else BODY


def _wearable(sheet: Sheet) -> tuple[Choice, ...]:
    """Armour and weapons, and the gear that was taken out of the pack or let fall."""
    out = {key for key, item in sheet.items.items() if item.kind == "gear" and (item.in_use or LIES_AT in item.stats)}
    found = ((key, item) for key, item in sheet.items.items() if item.kind in ("armour", "weapon") or key in out)
    return tuple(Choice(key, item.name, _hint(item)) for key, item in found if item.entry != "unarmed")


def _hint(item: Item) -> str:
    """A word on a thing before it is picked: where it lies, its figures, or the banes that it brings (DRB-016)."""
    if LIES_AT in item.stats:
        return "on the ground"
    if item.kind == "gear":
        return "in hand"
    if item.kind == "weapon":
        return ", ".join(weapon_words(weapon_of(item))[:2])
    banes = skill_names(banes_of(item))
    return f"armour {rating_of(item)}, {f'bane: {banes}' if banes else 'no bane'}"


@dataclass(frozen=True, slots=True)
class Equip(OnFeetInPeace, name="gear.equip", label="Put on or take off"):
    """Put armour or a helmet on or take it off, take a weapon in hand or put it away (DRB-016, DRB-026).

    Armour brings a bane on certain skills as long as it is worn (C-12). In a fight this takes an action, or is free
    for a weapon: there are commands of the fight for it.
    """

    no_choice: ClassVar[Mapping[str, str]] = {"thing": "No armour or weapon to use. Add one to your gear first."}

    thing: str = pick("Item")
    use: bool = switch("In use", default=True)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"thing": _wearable(table.me)}

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items[self.thing]
        if item.in_use == self.use:
            how = "in use" if self.use else "stowed"
            raise Refused(f"{item.name} is {how} already.", "use")
        if self.use:
            refuse_overdressed(table.me, self.thing)
        set_in_use(table, table.actor, self.thing, on=self.use)
        done = "puts on" if item.kind == "armour" else "takes up"
        undone = "takes off" if item.kind == "armour" else "stows"
        table.happen(Told((table.actor,), f"{{0}} {done if self.use else undone} {plainly(item.name)}."))


def let_go(table: Table, who: str, key: str, at: tuple[float, float]) -> str:
    """Lay a thing on the ground at a point; of weapons alike one, and its key is returned. Gear falls as one bundle."""
    item = table.sheet(who).items.get(key)
    if item is None:
        return key
    fallen = replace(item, in_use=False, stats={**item.stats, LIES_AT: [at[0], at[1]]})
    if item.kind == "weapon":
        return set_apart(table, who, key, fallen, next_in_hand=False)
    table.happen(ItemSet(who, key, fallen))
    return key


def is_stowed(item: Item) -> bool:
    return bool(item.stats.get(STOWED))


def _carried_weapons(sheet: Sheet) -> dict[str, Item]:
    return {key: item for key, item in sheet.items.items() if item.kind == "weapon" and item.entry != "unarmed"}


@dataclass(frozen=True, slots=True)
class Stow(OnFeetInPeace, name="gear.stow", label="At hand or in the pack"):
    """Say of a weapon or shield whether it is kept at hand, or stowed in the pack (DRB-015, DRB-026).

    In a fight what is at hand is drawn for free; out of the pack it takes an action.
    """

    no_choice: ClassVar[Mapping[str, str]] = {"thing": "No weapon or shield to stow. Add one to your gear first."}

    thing: str = pick("Item")
    at_hand: bool = switch("At hand", default=False, help="Off: in the pack")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        found = _carried_weapons(table.me).items()
        return {"thing": tuple(Choice(k, i.name, "in the pack" if is_stowed(i) else "at hand") for k, i in found)}

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items[self.thing]
        if is_stowed(item) != self.at_hand:
            how = "at hand" if self.at_hand else "in the pack"
            raise Refused(f"{item.name} is {how} already.", "at_hand")
        kept = without(item, STOWED)
        stowed = replace(item, in_use=False, stats={**item.stats, STOWED: True})
        table.happen(ItemSet(table.actor, self.thing, kept if self.at_hand else stowed))
        done = "keeps at hand" if self.at_hand else "stows in the pack"
        table.happen(Told((table.actor,), f"{{0}} {done}: {plainly(item.name)}."))


# -- mending --------------------------------------------------------------------------------------------------------


def wear_out(table: Table, who: str, key: str, to: int) -> None:
    """Damage or break a weapon or shield (DRB-033); of several alike the one in hand."""
    item = table.sheet(who).items[key]
    if item.wear < to:
        set_apart(table, who, key, replace(item, wear=to), next_in_hand=False)


def _worn_out(sheet: Sheet) -> tuple[Choice, ...]:
    found = ((key, item) for key, item in sheet.items.items() if item.kind == "weapon" and item.wear)
    return tuple(Choice(key, item.name, "broken" if item.wear >= BROKEN else "damaged") for key, item in found)


@dataclass(frozen=True, slots=True)
class Repair(Calling, OnFeetInPeace, name="gear.repair", label="Mend"):
    """Mend a broken or damaged weapon or shield by Crafting (DRB-033)."""

    rolls: ClassVar[str] = "crafting"
    purpose: ClassVar[str] = "mends: {}"
    follow: ClassVar[str] = "repair"
    knows: ClassVar[tuple[str, ...]] = ("thing",)
    no_choice: ClassVar[Mapping[str, str]] = {"thing": "Nothing is broken. Weapons and shields break on parries."}

    thing: str = pick("Item")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"thing": _worn_out(table.me), "abilities": cls.helpful(table)}


@goes_on("repair")
def _mended(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Judge the mending: the thing is whole again, or not; a roll that fails may be pushed (DRB-003)."""
    judge(table, restored(told["check"]), outcome)
    item = table.me.items.get(told["thing"])
    if item is None:
        return
    if not outcome.success:
        table.happen(Told((table.actor,), f"{{0}} cannot mend {plainly(item.name)}."))
        return
    set_apart(table, table.actor, told["thing"], replace(item, wear=0))
    table.happen(Told((table.actor,), f"{{0}} mends {plainly(item.name)}."))
