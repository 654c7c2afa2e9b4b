"""Things in hand: drawing, dropping what is held, handing over, planting a pavise (GRM-116, GRM-069)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.character.piles import use_one
from rules.engine.fight import allies, closed_by_walls, why_walled_at
from rules.engine.kernel import (
    Choice,
    Dice,
    Item,
    ItemSet,
    NotNow,
    Refused,
    Sheet,
    Table,
    Told,
    Weighing,
    many,
    pick,
    plainly,
    refuse_without_choice,
)
from rules.systems.grim.content import library
from rules.systems.grim.core import (
    BOTH,
    COVERED,
    LIES_AT,
    OFF_HAND,
    begin,
    in_hand,
    is_natural,
    lost_hands,
    qualities_of,
    with_stats,
)
from rules.systems.grim.fight.actions.leaving import FIXED
from rules.systems.grim.fight.actions.readiness import refuse_specials
from rules.systems.grim.fight.actions.rest_of_turn import weighed
from rules.systems.grim.fight.base import (
    Action,
    is_near,
    own_turn,
    refuse_apart,
    refuse_without_ap,
    spend_ap,
    square_at,
    standing,
    use,
    used,
    yards_apart,
    yards_between,
)

#: Hands of a body, and kinds of things that they hold.
HANDS, ARMS = 2, ("weapon", "shield")
SWAPPED = "swapped"


def swap_price(table: Table) -> int:
    """Action points of taking things in hand now: none the first time in a turn (GRM-116)."""
    return 1 if used(table, SWAPPED) else 0


def pay_swap(table: Table) -> None:
    spend_ap(table, swap_price(table))
    use(table, SWAPPED)


def armaments(sheet: Sheet) -> dict[str, Item]:
    """Weapons and shields that can be taken in hand, by key."""
    kept = {key: item for key, item in sheet.items.items() if item.kind in ARMS and item.count}
    return {key: item for key, item in kept.items() if not is_natural(item)}


@dataclass(frozen=True, slots=True)
class Swap(Action, name="special.swap", label="Swap weapons"):
    """Draw, pick up and put away weapons and shields: free once in a turn, then an action point (GRM-116)."""

    throws_dice: ClassVar[bool] = False

    draw: tuple[str, ...] = many("Take in hand", help="The first is for the main hand", at_once=True)
    away: tuple[str, ...] = many("Stow", at_once=True)
    both: tuple[str, ...] = many("In both hands", help="For one- or two-handed weapons", at_once=False)

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        if not armaments(table.me):
            raise NotNow("You have no weapon or shield. Fight with bare hands.")
        refuse_without_ap(table, swap_price(table), "swapping again")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        carried = armaments(table.me)
        return {
            "draw": tuple(
                Choice(key, item.name, "on the ground" if LIES_AT in item.stats else "")
                for key, item in carried.items()
                if not item.in_use
            ),
            "away": tuple(Choice(key, item.name) for key, item in carried.items() if item.in_use),
            "both": tuple(Choice(key, item.name) for key, item in carried.items() if _is_adaptable(item)),
        }

    def perform(self, table: Table, dice: Dice) -> None:
        if not (self.draw or self.away or self.both):
            raise Refused("Choose what to draw or stow.", "draw")
        self._refuse_hands(table.me)
        for key in self.draw:
            if told := why_out_of_reach(table, key):
                raise Refused(told, "draw")
        pay_swap(table)
        for key in self.away:
            stow(table, key)
        for key in self.draw:
            take(table, table.actor, key)
        self._grip(table)

    def _refuse_hands(self, sheet: Sheet) -> None:
        held = {key: item for key, item in armaments(sheet).items() if item.in_use and key not in self.away}
        held |= {key: sheet.items[key] for key in self.draw}
        needed = sum(hands_for(item, both=key in self.both) for key, item in held.items())
        able = HANDS - len(lost_hands(sheet))
        if (self.draw or self.both) and needed > able:
            raise Refused(f"That needs {needed} hands; you have {able}. Stow something too.", "draw")

    def _grip(self, table: Table) -> None:
        """Hold in both hands what was picked for it, and in one what was held so before and was not."""
        for key, item in in_hand(table.me).items():
            both = key in self.both
            if _is_adaptable(item) and (item.stats.get(BOTH) is True) != both:
                table.happen(ItemSet(table.actor, key, with_stats(item, **{BOTH: both or None})))


def _is_adaptable(item: Item) -> bool:
    weapon = library.weapon_of(item)
    return weapon is not None and weapon.hands == "one_or_two"


def hands_for(item: Item, *, both: bool = False) -> int:
    """Hands that a thing takes."""
    weapon = library.weapon_of(item)
    if weapon is None:
        return 1
    return 2 if weapon.hands == "two" or (both and weapon.hands == "one_or_two") else 1


def why_out_of_reach(table: Table, key: str) -> str:
    """The sentence on a thing that lies farther than the next square, or behind a wall; empty for one at hand."""
    item = table.me.items[key]
    lies_at = item.stats.get(LIES_AT)
    if lies_at is None:
        return ""
    spot, name = (float(lies_at[0]), float(lies_at[1])), f"the {item.name.lower()}"
    far = yards_apart(standing(table, table.actor), square_at(spot))
    if far > 1:
        return f"{name.capitalize()} is {far} yards away. Move next to it first."
    return why_walled_at(table, spot, name)


def stow(table: Table, key: str) -> None:
    """Put a thing away."""
    item = table.me.items[key]
    bare = with_stats(item, **{BOTH: None, OFF_HAND: None, FIXED: None})
    table.happen(ItemSet(table.actor, key, replace(bare, in_use=False)))
    table.happen(Told((table.actor,), f"{{0}} stows {plainly(item.name)}."))


def take(table: Table, who: str, key: str) -> None:
    """Take a thing in hand: in the off hand if the main one holds a weapon already, or is of no use."""
    sheet = table.sheet(who)
    item = sheet.items[key]
    main = any(one.kind == "weapon" and not one.stats.get(OFF_HAND) for one in in_hand(sheet).values())
    off = True if (main or "primary" in lost_hands(sheet)) and item.kind == "weapon" and hands_for(item) == 1 else None
    table.happen(ItemSet(who, key, replace(with_stats(item, **{LIES_AT: None, OFF_HAND: off}), in_use=True)))
    table.happen(Told((who,), f"{{0}} takes {plainly(item.name)} in hand."))


# -- handing over ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandOver(Action, name="special.hand_over", label="Hand over"):
    """Hand something to an ally beside you: free once in a turn, then an action point (GRM-116)."""

    no_choice: ClassVar[Mapping[str, str]] = {
        "thing": "You have nothing to hand over.",
        "ally": "You have no ally here.",
    }
    throws_dice: ClassVar[bool] = False

    thing: str = pick("What")
    ally: str = pick("To whom")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_without_choice(cls, table)
        refuse_without_ap(table, swap_price(table), "handing something over as well")
        if not any(is_near(table, table.actor, who) for who in allies(table, table.actor)):
            raise NotNow("No ally next to you. Move next to one first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        loose = {key: item for key, item in table.me.items.items() if item.count and LIES_AT not in item.stats}
        return {
            "thing": tuple(Choice(key, item.name) for key, item in loose.items() if not is_natural(item)),
            "ally": closed_by_walls(table, (Choice(who, table.name(who)) for who in _nearest(table))),
        }

    def perform(self, table: Table, dice: Dice) -> None:
        refuse_apart(table, self.ally)
        item = table.me.items[self.thing]
        pay_swap(table)
        loose = replace(with_stats(item, **{BOTH: None, OFF_HAND: None, FIXED: None}), count=1, in_use=False)
        use_one(table, table.actor, self.thing)
        _receive(table, self.ally, self.thing, loose)
        table.happen(Told((table.actor, self.ally), f"{{0}} hands {{1}}: {plainly(item.name)}."))


def _nearest(table: Table) -> list[str]:
    """Ids of allies, the nearest first."""
    return sorted(allies(table, table.actor), key=lambda who: yards_between(table, table.actor, who))


def _receive(table: Table, who: str, key: str, item: Item) -> None:
    """Add a thing to what somebody carries: to a pile of its kind, or under a key of its own."""
    theirs = table.sheet(who).items
    held = theirs.get(key)
    if held is not None and replace(held, count=1, in_use=False) == item:
        table.happen(ItemSet(who, key, replace(held, count=held.count + 1)))
        return
    free = key if key not in theirs else next(f"{key}_{n}" for n in range(2, 99) if f"{key}_{n}" not in theirs)
    table.happen(ItemSet(who, free, item))


# -- a shield that stands by itself ------------------------------------------------------------------------------------

#: The quality of such a shield, and the cover that it gives (GRM-069).
FREE_STANDING, ITS_COVER = "free_standing", 6


@dataclass(frozen=True, slots=True)
class Plant(Action, name="special.fix", label="Plant the shield"):
    """Plant a shield that stands by itself: medium cover for as long as you stay (GRM-069)."""

    no_choice: ClassVar[Mapping[str, str]] = {"shield": "You have no shield to plant."}
    throws_dice: ClassVar[bool] = False

    shield: str = pick("Shield")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_specials(table)
        if not cls.choices(table)["shield"]:
            raise NotNow(cls.no_choice["shield"])
        refuse_without_ap(table, 1, "planting a shield")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        held = {key: item for key, item in in_hand(table.me).items() if FREE_STANDING in qualities_of(item)}
        return {"shield": tuple(Choice(key, item.name) for key, item in held.items() if not item.stats.get(FIXED))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"shield": cls.choices(table)["shield"][0].value}

    def weighing(self, table: Table) -> Weighing:
        """The shield planted weighed by what it leaves of the next attacks of foes (GRM-069)."""
        return weighed(table, ("shield",), lambda one: table.me.items[one.shield].name)

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items[self.shield]
        spend_ap(table, 1)
        table.happen(ItemSet(table.actor, self.shield, with_stats(item, **{FIXED: True})))
        begin(table, table.actor, COVERED, ITS_COVER, plainly(item.name))
        table.happen(Told((table.actor,), f"{{0}} plants {plainly(item.name)}."))
