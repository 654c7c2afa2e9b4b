"""Things in a fight: picked up, pulled free, put on, used (DRB-015, DRB-016, DRB-021)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.character.piles import free_key, use_one, without
from rules.engine.fight import is_walled_off, knows_of, place
from rules.engine.kernel import Choice, Dice, Item, ItemLost, ItemSet, Json, Table, Told, pick, plainly, switch, words
from rules.systems.dragonbane.content.entries import REACH
from rules.systems.dragonbane.core import (
    LIES_AT,
    Check,
    Outcome,
    check_for,
    goes_on,
    hands_lacking,
    is_carried,
    is_stowed,
    judge,
    refuse_overdressed,
    restored,
    set_in_use,
    weapon_of,
)
from rules.systems.dragonbane.fight.base import EMPTY, Action, RolledAction, apart_at, is_within, lying_at, spend

#: Entries of gear that refill missile weapons, with the skill of those weapons.
AMMUNITION = {"quiver": "bows", "bolts": "crossbows", "stones": "slings"}
#: Kinds of things that can be taken out of the pack, and are in hand then.
PACKED = ("weapon", "gear")
#: The stat of a weapon that is stuck; and the name under which a push of pulling it free goes on.
STUCK, PULL = "stuck", "fight.pull_free"


@dataclass(frozen=True, slots=True)
class PickUp(Action, name="turn.pick_up", label="Pick up"):
    """Pick up something within 2 metres, or take it out of the pack (DRB-015)."""

    no_choice: ClassVar[Mapping[str, str]] = {"thing": "Nothing to pick up within 2 metres. Move closer."}

    thing: str = pick("Item")

    @classmethod
    def has_use(cls, table: Table) -> bool:
        return not all(hands_lacking(table.me, item) for _, item, _ in _things(table).values())

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"thing": tuple(Choice(key, item.name, hint) for key, (_, item, hint) in _things(table).items())}

    def perform(self, table: Table, dice: Dice) -> None:
        owner, item, _ = _things(table)[self.thing]
        spend(table)
        key = self.thing.partition("/")[2] if "/" in self.thing else self.thing
        taken = replace(without(item, LIES_AT), in_use=False)
        if owner != table.actor:
            table.happen(ItemLost(owner, key))
            key = free_key(table.me.items, key)
        table.happen(ItemSet(table.actor, key, taken))
        if taken.kind in PACKED:
            refuse_overdressed(table.me, key)
            set_in_use(table, table.actor, key, on=True)
        done = "takes out" if is_carried(item) else "picks up"
        table.happen(Told((table.actor,), f"{{0}} {done}: {plainly(item.name)}."))


def _things(table: Table) -> dict[str, tuple[str, Item, str]]:
    """Things that can be picked up, as (owner, item, place) by key, those that the hands are free for first.

    What others let fall has the key ``owner/key``.
    """
    found = {}
    for owner in table.scene.combatants:
        if owner != table.actor and not knows_of(table, table.actor, owner):
            continue
        for key, item in table.sheet(owner).items.items():
            name = key if owner == table.actor else f"{owner}/{key}"
            if _lies_near(table, item) and not item.stats.get(STUCK):
                found[name] = (owner, item, "on the ground")
            elif owner == table.actor and item.kind in PACKED and is_carried(item) and not item.in_use:
                found[name] = (owner, item, _kept(item))
    return dict(sorted(found.items(), key=lambda one: hands_lacking(table.me, one[1][1])))


def _lies_near(table: Table, item: Item) -> bool:
    """Whether a thing lies on the ground within 2 metres of the actor, not behind a wall."""
    lies, here = lying_at(item), place(table, table.actor)
    return lies is not None and apart_at(table, here, lies) <= REACH and not is_walled_off(table, here, lies)


def _kept(item: Item) -> str:
    """The place of a carried thing: at hand for weapons that are not stowed, else in the pack."""
    return "at hand" if item.kind == "weapon" and not is_stowed(item) else "in the pack"


@dataclass(frozen=True, slots=True)
class PullFree(RolledAction, name="turn.pull_free", label="Pull the weapon free"):
    """Pull a weapon free that sticks fast: a STR roll (D-4, DRB-015)."""

    purpose: ClassVar[str] = "pull free: STR"
    follow: ClassVar[str] = PULL
    knows: ClassVar[tuple[str, ...]] = ("weapon",)
    no_choice: ClassVar[Mapping[str, str]] = {
        "weapon": "None of your weapons is stuck within 2 metres. Pick up instead."
    }

    weapon: str = pick("Weapon")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"weapon": _stuck(table)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"weapon": _stuck(table)[0].value}

    def check(self, table: Table) -> Check:
        return check_for(table, table.actor, "str")

    def spend(self, table: Table) -> None:
        refuse_overdressed(table.me, self.weapon)
        spend(table)


@goes_on(PULL)
def _pulled(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Judge the pulling: the weapon is free, or stays stuck; a roll that fails may be pushed (DRB-003)."""
    judge(table, restored(told["check"]), outcome)
    key = str(told["weapon"])
    item = table.me.items.get(key)
    if item is None or not item.stats.get(STUCK):
        return
    if outcome.success:
        table.happen(ItemSet(table.actor, key, replace(without(item, STUCK, LIES_AT), in_use=True)))
    done = "pulls free" if outcome.success else "cannot pull free"
    table.happen(Told((table.actor,), f"{{0}} {done}: {plainly(item.name)}."))


def _stuck(table: Table) -> tuple[Choice, ...]:
    stuck = ((key, item) for key, item in table.me.items.items() if item.stats.get(STUCK))
    return tuple(Choice(key, item.name) for key, item in stuck if _lies_near(table, item))


@dataclass(frozen=True, slots=True)
class PutOn(Action, name="turn.armour", label="Armour on or off"):
    """Put on or take off a suit of armour or a helmet (DRB-016)."""

    no_choice: ClassVar[Mapping[str, str]] = {"piece": "No armour to put on or take off."}

    piece: str = pick("Piece")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"piece": _armour(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items[self.piece]
        if not item.in_use:
            refuse_overdressed(table.me, self.piece)
        spend(table)
        set_in_use(table, table.actor, self.piece, on=not item.in_use)
        done = "takes off" if item.in_use else "puts on"
        table.happen(Told((table.actor,), f"{{0}} {done}: {plainly(item.name)}."))


def _armour(table: Table) -> tuple[Choice, ...]:
    pieces = ((key, item) for key, item in table.me.items.items() if item.kind == "armour")
    return tuple(Choice(key, item.name, "take off" if item.in_use else "put on") for key, item in pieces)


@dataclass(frozen=True, slots=True)
class UseItem(Action, name="turn.use_item", label="Use something"):
    """Use a potion or some other thing, on yourself or on somebody within 2 metres (DRB-021).

    A new quiver that is used up makes a bow shoot again; the table tells the effect of anything else.
    """

    no_choice: ClassVar[Mapping[str, str]] = {"thing": "You have nothing to use. Pick something up first."}

    thing: str = pick("Item")
    target: str = pick("Target", default="", help="Default: yourself")
    used_up: bool = switch("Used up", default=True)
    words: str = words("What do you do with it?", default="", most=200)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        others = [who for who in table.scene.combatants if who != table.actor and knows_of(table, table.actor, who)]
        near = [who for who in others if is_within(table, table.actor, who, REACH)]
        return {"thing": _gear(table), "target": tuple(Choice(who, table.name(who)) for who in near)}

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items[self.thing]
        spend(table)
        if self.used_up:
            use_one(table, table.actor, self.thing)
            _fill(table, item)
        target = self.target or table.actor
        told = f": {plainly(self.words.strip())}" if self.words.strip() else ""
        whom = "" if target == table.actor else " on {1}"
        table.happen(Told((table.actor, target), f"{{0}} uses {plainly(item.name)}{whom}{told}."))


def _gear(table: Table) -> tuple[Choice, ...]:
    carried = ((key, item) for key, item in table.me.items.items() if item.kind == "gear" and item.count)
    return tuple(Choice(key, item.name) for key, item in carried if lying_at(item) is None)


def fills(ammunition: Item, weapon: Item) -> bool:
    """Whether it is ammunition for that weapon, and the weapon has none; any serves a weapon of an unusual skill."""
    skill, of = weapon_of(weapon).skill, AMMUNITION.get(ammunition.entry)
    return bool(of and weapon.stats.get(EMPTY)) and (skill == of or skill not in AMMUNITION.values())


def _fill(table: Table, ammunition: Item) -> None:
    """Let the emptied weapons that it is for shoot again."""
    for key, item in list(table.me.items.items()):
        if fills(ammunition, item):
            table.happen(ItemSet(table.actor, key, without(item, EMPTY)))
