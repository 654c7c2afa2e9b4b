"""Locks, doors and lives saved out of a fight (DRB-017, DRB-019, DRB-020, DRB-041)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import (
    Amount,
    Choice,
    Dice,
    Item,
    Json,
    Judged,
    MemoKept,
    NotNow,
    SceneMemoKept,
    Sheet,
    Table,
    Told,
    Weighing,
    Worth,
    amount,
    distribution,
    number,
    pick,
    switch,
    throw,
)
from rules.engine.odds import Chance, Odds, at_least, in_words, mean
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import (
    BROKEN,
    MOST_BY_HAND,
    Check,
    OnFeetInPeace,
    Outcome,
    Source,
    call_upon,
    carries,
    check_for,
    companions,
    damage_bonus,
    field_abilities,
    goes_on,
    helping,
    judge,
    listed,
    odds_of,
    restored,
    risk,
    weapon_of,
)
from rules.systems.dragonbane.fight.base import regain
from rules.systems.dragonbane.fight.defence.dying import healing_check, of_saving

LOCKPICKS = "lockpicks"
#: The memo of the door that is being broken down: its key, and the hit points that it has left.
DOOR = "door"


# -- locks ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PickLock(OnFeetInPeace):
    """Open a lock by Sleight of Hand; without lockpicks it has a bane (DRB-020)."""

    name: ClassVar[str] = "task.lock"
    label: ClassVar[str] = "Pick a lock"
    has_odds: ClassVar[bool] = True

    boons: int = number("Boons", most=MOST_BY_HAND, default=0)
    banes: int = number("Banes", most=MOST_BY_HAND, default=0, help="For a good lock")

    def odds(self, table: Table) -> Odds:
        return odds_of(table, self.check(table))

    def perform(self, table: Table, dice: Dice) -> None:
        check = self.check(table)
        risk(table, dice, check, f"picks a lock: {check.words}")

    def check(self, table: Table) -> Check:
        """The Sleight of Hand check for the lock, with a bane without lockpicks (DRB-020)."""
        hindered: list[Source] = [("The lock", self.banes)]
        if not carries(table.me, LOCKPICKS):
            hindered.append(("No lockpicks", 1))
        return check_for(table, table.actor, "sleight_of_hand", (("The situation", self.boons),), hindered)


# -- doors ----------------------------------------------------------------------------------------------------------


def _door_kept(table: Table) -> dict[str, Json]:
    """The door being broken, with ``key`` and ``left``; empty if none is. In an encounter all strike at one door."""
    memo = table.me.memo if table.encounter is None else table.encounter.memo
    return dict(memo.get(DOOR) or {})


def _keep_door(table: Table, kept: dict[str, Json] | None) -> None:
    scene = table.encounter is not None
    table.happen(SceneMemoKept(DOOR, kept) if scene else MemoKept(table.actor, DOOR, kept))


def rams(sheet: Sheet) -> tuple[Choice, ...]:
    """Weapons to strike a door with: those in hand that are not broken."""
    found = ((key, item) for key, item in sheet.items.items() if item.kind == "weapon" and item.in_use)
    return tuple(Choice(key, item.name, blow(sheet, item).words) for key, item in found if item.wear < BROKEN)


def refuse_without_rams(table: Table) -> None:
    """Refuse without a weapon to strike a door with."""
    if not rams(table.me):
        raise NotNow("There is nothing in hand to strike with. Bare hands would do.")


def blow(sheet: Sheet, item: Item) -> Amount:
    """The damage of a weapon, with the bonus of the arm."""
    weapon = weapon_of(item)
    return amount(weapon.damage) + amount(damage_bonus(sheet, weapon))


def batter(table: Table, dice: Dice, key: str, door: str, *, another: bool = False) -> None:
    """Strike at a door: it cannot get out of the way, so only damage is thrown (DRB-019)."""
    entry, left = library.doors()[door], _left_of(table, door, another=another)
    damage = throw(table, dice, table.actor, f"at the {entry.name.lower()}", blow(table.me, table.me.items[key]))
    left = max(0, left - damage)
    _keep_door(table, {"key": door, "left": left} if left else None)
    what = f"{left} of {entry.hp} hit points are left of it." if left else "It breaks."
    table.happen(Told((table.actor,), f"{{0}} strikes at the {entry.name.lower()}. {what}"))
    table.happen(Judged(table.actor, "damaged" if left else "broken", 0, {"damage": damage, "left": left}))


def _left_of(table: Table, door: str, *, another: bool) -> int:
    """The hit points that a door has left; all of them if it is ``another`` than the one begun."""
    kept = _door_kept(table)
    return library.doors()[door].hp if another or kept.get("key") != door else int(kept["left"])


def odds_of_battering(table: Table, key: str, door: str, *, another: bool) -> Odds:
    """The damage of one blow at a door, and whether it breaks (DRB-019)."""
    damage, left = distribution(blow(table.me, table.me.items[key])), _left_of(table, door, another=another)
    breaks = at_least(damage, left)
    told = f"About {round(mean(damage))} damage to the door, which has {left}: {in_words(breaks)} that it breaks"
    return Odds(told, (Chance("success", "breaks", breaks),), damage, "damage")


OF_BATTERING = "Hit points that the door loses on average by one blow, none beyond what it has."


def of_battering(table: Table, door: str, *, another: bool) -> Weighing:
    """The weapons weighed for a strike at a door (DRB-019)."""
    left = _left_of(table, door, another=another)

    def worth(chosen: Any) -> Worth:
        damage = distribution(blow(table.me, table.me.items[chosen.weapon]))
        return (sum(chance * min(lost, left) for lost, chance in enumerate(damage)),)

    return Weighing(("weapon",), "hit points", OF_BATTERING, worth)


@dataclass(frozen=True, slots=True)
class BreakDoor(OnFeetInPeace):
    """Strike at a door until its hit points are gone (DRB-019)."""

    name: ClassVar[str] = "task.door"
    label: ClassVar[str] = "Break down a door"
    has_odds: ClassVar[bool] = True

    door: str = pick("Door")
    weapon: str = pick("With")
    another: bool = switch("It is another door", help="Begins with all its hit points")

    @classmethod
    def possible(cls, table: Table) -> None:
        OnFeetInPeace.possible(table)
        refuse_without_rams(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        doors = tuple(Choice(one.key, one.name, f"{one.hp} HP") for one in library.doors().values())
        return {"door": doors, "weapon": rams(table.me)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"door": _door_kept(table).get("key", "house_door")}

    def odds(self, table: Table) -> Odds:
        return odds_of_battering(table, self.weapon, self.door, another=self.another)

    def perform(self, table: Table, dice: Dice) -> None:
        batter(table, dice, self.weapon, self.door, another=self.another)

    def weighing(self, table: Table) -> Weighing:
        """The weapons weighed for the strike (DRB-019)."""
        return of_battering(table, self.door, another=self.another)


# -- saving a life --------------------------------------------------------------------------------------------------


def _dying(table: Table) -> tuple[Choice, ...]:
    """Companions at 0 hit points who are not dead (C-14)."""
    return tuple(choice for choice in companions(table) if _can_be_saved(table.sheets.get(choice.value)))


def _can_be_saved(sheet: Sheet | None) -> bool:
    return sheet is not None and "hp" in sheet.resources and not sheet.now("hp") and not sheet.has("dead")


@dataclass(frozen=True, slots=True)
class SaveLife(OnFeetInPeace):
    """Save somebody at 0 hit points by Healing, with a bane for want of bandages: they regain d6 (DRB-017, DRB-041)."""

    name: ClassVar[str] = "task.first_aid"
    label: ClassVar[str] = "Save a life"
    has_odds: ClassVar[bool] = True

    patient: str = pick("Whom")
    abilities: tuple[str, ...] = field_abilities()

    @classmethod
    def possible(cls, table: Table) -> None:
        OnFeetInPeace.possible(table)
        if not _dying(table):
            raise NotNow("Nobody is at 0 hit points. For lesser wounds there is rest, tended by a healer.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"patient": _dying(table), "abilities": listed(helping(table.me, ("healing",)))}

    def odds(self, table: Table) -> Odds:
        return odds_of(table, healing_check(table, self.abilities))

    def perform(self, table: Table, dice: Dice) -> None:
        check = healing_check(table, self.abilities)
        call_upon(table, table.actor, self.abilities)
        risk(table, dice, check, f"first aid: {check.words}", "first_aid", {"patient": self.patient})

    def weighing(self, table: Table) -> Weighing:
        """The fallen and the abilities to call upon, weighed (DRB-017, DRB-022, DRB-041)."""
        fallen = [choice.value for choice in _dying(table)]
        return of_saving(table, self.abilities, fallen, fallen)


@goes_on("first_aid")
def _treated(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Judge the first aid: the life is saved, or not; a roll that fails may be pushed (DRB-003)."""
    judge(table, restored(told["check"]), outcome)
    patient = told["patient"]
    if not outcome.success:
        table.happen(Told((table.actor, patient), "{0} cannot help {1} yet."))
    elif _can_be_saved(table.sheets.get(patient)):
        table.happen(Told((table.actor, patient), "{0} saves {1}’s life."))
        regain(table, dice, patient, table.actor)
