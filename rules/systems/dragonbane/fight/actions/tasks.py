"""Locks and doors, as an action of a turn or out of a fight (DRB-019, DRB-020)."""

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
    Place,
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
    Rolling,
    Source,
    carries,
    check_for,
    damage_bonus,
    held,
    weapon_of,
)
from rules.systems.dragonbane.fight.base import Action, RolledAction, spend

#: The memo of the door that is being broken down: its key, and the hit points that it has left.
DOOR = "door"


# -- locks ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PickLock(Rolling, OnFeetInPeace, name="task.lock", label="Pick a lock"):
    """Open a lock by Sleight of Hand; without lockpicks it has a bane (DRB-020)."""

    purpose: ClassVar[str] = "picks a lock: {}"

    boons: int = number("Boons", most=MOST_BY_HAND, default=0)
    banes: int = number("Banes", most=MOST_BY_HAND, default=0, help="For a good lock")

    def check(self, table: Table) -> Check:
        """The Sleight of Hand check for the lock, with a bane without lockpicks (DRB-020)."""
        hindered: list[Source] = [("The lock", self.banes), ("No lockpicks", int(not carries(table.me, "lockpicks")))]
        return check_for(table, table.actor, "sleight_of_hand", (("The situation", self.boons),), hindered)


@dataclass(frozen=True, slots=True)
class PickLockOnTurn(RolledAction, PickLock, name="turn.lock"):
    """Open a lock by Sleight of Hand in a fight; without lockpicks it has a bane (DRB-020)."""

    place: ClassVar[Place] = Place.TURN


# -- doors ----------------------------------------------------------------------------------------------------------


def _door_kept(table: Table) -> dict[str, Json]:
    """The door being broken, with ``key`` and ``left``; empty if none is. In an encounter all strike at one door."""
    memo = table.me.memo if table.encounter is None else table.encounter.memo
    return dict(memo.get(DOOR) or {})


def _keep_door(table: Table, kept: dict[str, Json] | None) -> None:
    scene = table.encounter is not None
    table.happen(SceneMemoKept(DOOR, kept) if scene else MemoKept(table.actor, DOOR, kept))


def _rams(sheet: Sheet) -> tuple[Choice, ...]:
    """Weapons to strike a door with: those in hand that are not broken."""
    found = ((key, item) for key, item in held(sheet).items() if item.wear < BROKEN)
    return tuple(Choice(key, item.name, _blow(sheet, item).words) for key, item in found)


def _blow(sheet: Sheet, item: Item) -> Amount:
    """The damage of a weapon, with the bonus of the arm."""
    weapon = weapon_of(item)
    return amount(weapon.damage) + amount(damage_bonus(sheet, weapon))


OF_BATTERING = "Average damage to the door, up to its hit points."
#: What a door loses is weighed against no wound: it stands for itself beside the other choices of a turn.
OF_THE_DOOR = "hit points of the door"


@dataclass(frozen=True, slots=True)
class BreakDoor(OnFeetInPeace, name="task.door", label="Break down a door"):
    """Strike at a door until its hit points are gone: it cannot get out of the way, so damage is thrown (DRB-019)."""

    no_choice: ClassVar[Mapping[str, str]] = {"weapon": "Nothing in hand to strike with. Use bare hands."}

    door: str = pick("Door")
    weapon: str = pick("Weapon")
    another: bool = switch("A new door", help="With full hit points")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        doors = tuple(Choice(one.key, one.name, f"{one.hp} HP") for one in library.doors().values())
        return {"door": doors, "weapon": _rams(table.me)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"door": _door_kept(table).get("key", "house_door"), "weapon": _rams(table.me)[0].value}

    def odds(self, table: Table) -> Odds:
        """The damage of one blow, and whether the door breaks."""
        damage, left = distribution(self._damage(table)), self._left(table)
        breaks = at_least(damage, left)
        told = f"About {round(mean(damage))} damage to the door, which has {left}: {in_words(breaks)} to break it"
        return Odds(told, (Chance("success", "breaks", breaks),), damage, "damage")

    def perform(self, table: Table, dice: Dice) -> None:
        entry = library.doors()[self.door]
        damage = throw(table, dice, table.actor, f"at the {entry.name.lower()}", self._damage(table))
        left = max(0, self._left(table) - damage)
        _keep_door(table, {"key": self.door, "left": left} if left else None)
        what = f"{left} of {entry.hp} hit points left." if left else "It breaks."
        table.happen(Told((table.actor,), f"{{0}} strikes at the {entry.name.lower()}. {what}"))
        table.happen(Judged(table.actor, "damaged" if left else "broken", 0, {"damage": damage, "left": left}))

    def weighing(self, table: Table) -> Weighing:
        """The weapons weighed for the strike (DRB-019)."""
        left = self._left(table)

        def worth(chosen: BreakDoor) -> Worth:
            damage = distribution(chosen._damage(table))
            return (sum(chance * min(lost, left) for lost, chance in enumerate(damage)),)

        return Weighing(("weapon",), OF_THE_DOOR, OF_BATTERING, worth)

    def _damage(self, table: Table) -> Amount:
        return _blow(table.me, table.me.items[self.weapon])

    def _left(self, table: Table) -> int:
        """The hit points that the door has left; all of them if it is another than the one begun."""
        kept = _door_kept(table)
        is_new = self.another or kept.get("key") != self.door
        return library.doors()[self.door].hp if is_new else int(kept["left"])


@dataclass(frozen=True, slots=True)
class BreakDoorOnTurn(Action, BreakDoor, name="turn.door"):
    """Strike at a door in a fight, which has hit points and cannot get out of the way (DRB-019)."""

    place: ClassVar[Place] = Place.TURN

    def perform(self, table: Table, dice: Dice) -> None:
        spend(table)
        BreakDoor.perform(self, table, dice)
