"""Handling things: drawing and dropping are free, picking up and putting away take the action (SDA-164)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.engine.fight import Point, metres, place, why_walled_at
from rules.engine.kernel import Choice, Command, Dice, Item, ItemSet, NotNow, Refused, Table, Told, many, pick, plainly
from rules.systems.sda.core.person import figure, told_of
from rules.systems.sda.fight.base import (
    act_without_dice,
    calm,
    free_to_act,
    is_held,
    own_turn,
    takes_two_hands,
)
from rules.systems.sda.fight.moves import carry_on, provoke

#: Metres within which a thing has to lie to be picked up.
ARM_LENGTH = 1.0
#: The figure of a thing on the ground that holds its place.
LIES_AT = "lies_at"


@dataclass(frozen=True, slots=True)
class Draw(Command, name="turn.draw", label="Draw"):
    """Draw a weapon, and let go of others for it: free (SDA-164)."""

    weapon: str = pick("Weapon")
    drop: tuple[str, ...] = many("Drop", help="To free a hand")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        if not cls.choices(table)["weapon"]:
            raise NotNow("Nothing else to draw. Pick up what lies on the ground.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        carried = (key for key, item in _weapons(table).items() if not item.in_use and LIES_AT not in item.stats)
        return {"weapon": _named(table, carried), "drop": _named(table, _in_hands(table))}

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items[self.weapon]
        refuse_full_hands(table, self.weapon, self.drop)
        for key in self.drop:
            drop(table, key)
        table.happen(ItemSet(table.actor, self.weapon, replace(item, in_use=True)))
        table.happen(Told((table.actor,), f"{{0}} draws: {plainly(item.name)}."))


@dataclass(frozen=True, slots=True)
class Drop(Command, name="turn.drop", label="Drop"):
    """Let go of what is in hand: free (SDA-164)."""

    items: tuple[str, ...] = many("What")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        _something_in_hand(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"items": _named(table, _in_hands(table))}

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.items:
            raise Refused("Choose what to drop.", "items")
        for key in self.items:
            drop(table, key)


@dataclass(frozen=True, slots=True)
class PickUp(Command, name="turn.pick_up", label="Pick up"):
    """Pick up a weapon of yours from the ground within a metre: it takes the action (SDA-159, SDA-164).

    It takes the attention off opponents in reach, who may strike (SDA-224, C-73).
    """

    weapon: str = pick("What")
    drop: tuple[str, ...] = many("Drop", help="To free a hand")

    @classmethod
    def possible(cls, table: Table) -> None:
        _free_for_an_action(table)
        reasons = [_why_out_of_reach(table, key) for key in _on_the_ground(table)]
        if not reasons:
            raise NotNow("Nothing of yours is on the ground.")
        if all(reasons):
            raise NotNow(reasons[0])

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        hints = {key: f"{far:g} m" for key, far in _on_the_ground(table).items()}
        return {"weapon": _named(table, hints, hints), "drop": _named(table, _in_hands(table))}

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items[self.weapon]
        if reason := _why_out_of_reach(table, self.weapon):
            raise Refused(reason, "weapon")
        refuse_full_hands(table, self.weapon, self.drop)
        act_without_dice(table, table.actor, own_turn(table).key)
        for key in self.drop:
            drop(table, key)
        stats = {name: value for name, value in item.stats.items() if name != LIES_AT}
        table.happen(ItemSet(table.actor, self.weapon, replace(item, in_use=True, stats=stats)))
        table.happen(Told((table.actor,), f"{{0}} picks up: {plainly(item.name)}."))
        provoke(table, table.actor, "bends down")
        carry_on(table)


@dataclass(frozen=True, slots=True)
class PutAway(Command, name="turn.put_away", label="Stow"):
    """Sheathe a weapon or put it away: unlike drawing it takes the action (SDA-164)."""

    weapon: str = pick("What")

    @classmethod
    def possible(cls, table: Table) -> None:
        _free_for_an_action(table)
        _something_in_hand(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"weapon": _named(table, _in_hands(table))}

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items[self.weapon]
        act_without_dice(table, table.actor, own_turn(table).key)
        table.happen(ItemSet(table.actor, self.weapon, replace(item, in_use=False)))
        table.happen(Told((table.actor,), f"{{0}} stows {plainly(item.name)}."))


def drop(table: Table, key: str) -> None:
    """Let a thing fall where its owner stands."""
    item = table.me.items[key]
    stats = {**item.stats, LIES_AT: list(place(table, table.actor))}
    table.happen(ItemSet(table.actor, key, replace(item, in_use=False, stats=stats)))
    table.happen(Told((table.actor,), f"{{0}} drops: {plainly(item.name)}."))


def refuse_full_hands(table: Table, key: str, dropped: tuple[str, ...]) -> None:
    """Refuse somebody with one arm a second thing in hand, and one that takes two hands (D-7)."""
    item = table.me.items[key]
    if not figure(table.me, "one_armed"):
        return
    name = told_of(table.me, "one_armed")
    if takes_two_hands(item):
        raise Refused(f"{name}: {item.name} needs two hands. Draw a one-handed weapon.", "weapon")
    kept = [
        one for other, one in _weapons(table).items() if one.in_use and is_held(one) and other not in (key, *dropped)
    ]
    if kept:
        raise Refused(f"{name}: one hand holds one thing. Drop {kept[0].name} for it.", "drop")


def _free_for_an_action(table: Table) -> None:
    free_to_act(table)
    calm(table)


def _something_in_hand(table: Table) -> None:
    if not _in_hands(table):
        raise NotNow("You have nothing in hand.")


def _weapons(table: Table) -> dict[str, Item]:
    return {key: item for key, item in table.me.items.items() if item.kind == "weapon"}


def _in_hands(table: Table) -> list[str]:
    return [key for key, item in _weapons(table).items() if item.in_use and is_held(item)]


def _on_the_ground(table: Table) -> dict[str, float]:
    """Metres to the actor's weapons that lie somewhere, by key, the nearest first."""
    here, lying = place(table, table.actor), (key for key, item in _weapons(table).items() if item.stats.get(LIES_AT))
    far = {key: metres(here, _spot(table, key)) for key in lying}
    return dict(sorted(far.items(), key=lambda one: one[1]))


def _spot(table: Table, key: str) -> Point:
    """The place where a weapon of the actor lies."""
    at = table.me.items[key].stats[LIES_AT]
    return at[0], at[1]


def _why_out_of_reach(table: Table, key: str) -> str:
    """The sentence on a weapon on the ground that the actor does not get at from here; empty for one in reach."""
    name, far = table.me.items[key].name, _on_the_ground(table)[key]
    if far > ARM_LENGTH:
        return f"{name} lies {far:g} metres away. Move there first."
    return why_walled_at(table, _spot(table, key), name)


def _named(table: Table, keys: Iterable[str], hints: Mapping[str, str] = MappingProxyType({})) -> tuple[Choice, ...]:
    return tuple(Choice(key, table.me.items[key].name, hints.get(key, "")) for key in keys)
