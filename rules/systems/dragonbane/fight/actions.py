"""What else takes an action: help, things and armour, doors and locks, a round's rest (DRB-015 to DRB-025)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.commands import Choice, Command, number, pick, switch, words
from rules.engine.dice import Dice
from rules.engine.facts import ConditionSet, ItemLost, ItemSet, Told
from rules.engine.ground import metres, place
from rules.engine.odds import Odds
from rules.engine.refusals import NotNow, Refused
from rules.engine.sheets import Condition, Item
from rules.engine.table import Table
from rules.engine.turns import knows_of
from rules.engine.words import plainly
from rules.systems.dragonbane import library
from rules.systems.dragonbane.checks import HELPED, check_for, forget_push, roll
from rules.systems.dragonbane.entries import REACH
from rules.systems.dragonbane.fight.arms import EMPTY, lying_at, picked_up
from rules.systems.dragonbane.fight.budgets import act, not_acted
from rules.systems.dragonbane.fight.ground import apart
from rules.systems.dragonbane.fight.odds import check_odds
from rules.systems.dragonbane.fight.state import is_able, own_turn
from rules.systems.dragonbane.outfit import refuse_overdressed, set_in_use
from rules.systems.dragonbane.resting import catch_breath, refuse_round_rest
from rules.systems.dragonbane.rolls import judge
from rules.systems.dragonbane.tasks import batter, lock_check, rams

#: Ammunition, as the gear is called.
AMMUNITION = ("quiver", "bolts", "stones")
MOST_BY_HAND = 5


def ready(table: Table) -> None:
    """Refuse without an action left on one's own turn."""
    not_acted(table, table.actor, own_turn(table).key)


@dataclass(frozen=True, slots=True)
class Action(Command):
    """Something that takes the action of the turn."""

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)

    def spend(self, table: Table) -> None:
        act(table, table.actor, own_turn(table).key)
        forget_push(table, table.actor)


@dataclass(frozen=True, slots=True)
class Help(Action):
    """Help somebody: a boon on their next roll in this round (DRB-024, DRB-005, C-19)."""

    name: ClassVar[str] = "turn.help"
    label: ClassVar[str] = "Help somebody"

    ally: str = pick("Whom")

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        if not _helpable(table):
            raise NotNow("There is nobody of yours to help.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"ally": tuple(Choice(who, table.name(who)) for who in _helpable(table))}

    def perform(self, table: Table, dice: Dice) -> None:
        self.spend(table)
        had = table.sheet(self.ally).conditions.get(HELPED)
        level = (had.level if had else 0) + 1
        table.happen(ConditionSet(self.ally, Condition(HELPED, "Helped", level, f"Help from {table.me.name}")))
        table.happen(Told((table.actor, self.ally), "{0} helps {1}."))


def _helpable(table: Table) -> list[str]:
    side = table.combatant(table.actor).side
    return [
        who
        for who, stand in table.scene.combatants.items()
        if who != table.actor and stand.side == side and is_able(table, who) and knows_of(table, table.actor, who)
    ]


@dataclass(frozen=True, slots=True)
class PickUp(Action):
    """Pick up something within 2 metres, or take it out of the pack (DRB-015)."""

    name: ClassVar[str] = "turn.pick_up"
    label: ClassVar[str] = "Pick up"

    thing: str = pick("What")

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        if not _things(table):
            raise NotNow("Nothing of anybody's lies within 2 metres, and everything carried is in hand. Move closer.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"thing": tuple(Choice(key, item.name, hint) for key, (_, item, hint) in _things(table).items())}

    def perform(self, table: Table, dice: Dice) -> None:
        owner, item, _ = _things(table)[self.thing]
        self.spend(table)
        key = self.thing.partition("/")[2] if "/" in self.thing else self.thing
        taken = replace(picked_up(item), in_use=False)
        if owner != table.actor:
            table.happen(ItemLost(owner, key))
            key = _free_key(table.me.items, key)
        table.happen(ItemSet(table.actor, key, taken))
        if taken.kind == "weapon":
            refuse_overdressed(table.me, key)
            set_in_use(table, table.actor, key, on=True)
        table.happen(Told((table.actor,), f"{{0}} picks up: {plainly(item.name)}."))


def _things(table: Table) -> dict[str, tuple[str, Item, str]]:
    """What can be picked up: by key, or by owner and key for what somebody else let fall."""
    here, found = place(table, table.actor), {}
    for owner in table.scene.combatants:
        if owner != table.actor and not knows_of(table, table.actor, owner):
            continue
        for key, item in table.sheet(owner).items.items():
            lies = lying_at(item)
            name = key if owner == table.actor else f"{owner}/{key}"
            if lies is not None and metres(here, lies) <= REACH and not item.stats.get("stuck"):
                found[name] = (owner, item, "on the ground")
            elif owner == table.actor and lies is None and item.kind == "weapon" and not item.in_use and item.count:
                found[name] = (owner, item, "in the pack")
    return found


def _free_key(taken: Mapping[str, Item], key: str) -> str:
    return next(name for name in (key, *(f"{key}-{n}" for n in range(2, 1000))) if name not in taken)


@dataclass(frozen=True, slots=True)
class PullFree(Action):
    """Pull a weapon free that sticks fast: a STR roll (D-4, DRB-015)."""

    name: ClassVar[str] = "turn.pull_free"
    label: ClassVar[str] = "Pull the weapon free"
    has_odds: ClassVar[bool] = True

    weapon: str = pick("Which")

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        if not _stuck(table):
            raise NotNow("No weapon of yours sticks within 2 metres. What lies there can be picked up.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"weapon": _stuck(table)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"weapon": _stuck(table)[0].value}

    def odds(self, table: Table) -> Odds:
        return check_odds(check_for(table, table.actor, "str"))

    def perform(self, table: Table, dice: Dice) -> None:
        refuse_overdressed(table.me, self.weapon)
        self.spend(table)
        check = check_for(table, table.actor, "str")
        outcome = roll(table, dice, check, "pull free: STR", follow="")
        judge(table, check, outcome)
        item = table.me.items[self.weapon]
        if outcome.success:
            free = {name: value for name, value in item.stats.items() if name not in ("stuck", "lies_at")}
            table.happen(ItemSet(table.actor, self.weapon, replace(item, in_use=True, stats=free)))
        done = "pulls free" if outcome.success else "cannot pull free"
        table.happen(Told((table.actor,), f"{{0}} {done}: {plainly(item.name)}."))


def _stuck(table: Table) -> tuple[Choice, ...]:
    here, found = place(table, table.actor), []
    for key, item in table.me.items.items():
        lies = lying_at(item)
        if item.stats.get("stuck") and lies is not None and metres(here, lies) <= REACH:
            found.append(Choice(key, item.name))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class PutOn(Action):
    """Put on or take off a suit of armour or a helmet (DRB-016)."""

    name: ClassVar[str] = "turn.armour"
    label: ClassVar[str] = "Armour on or off"

    piece: str = pick("Piece")

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        if not _armour(table):
            raise NotNow("There is no armour to put on or to take off.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"piece": _armour(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items[self.piece]
        if not item.in_use:
            refuse_overdressed(table.me, self.piece)
        self.spend(table)
        set_in_use(table, table.actor, self.piece, on=not item.in_use)
        done = "takes off" if item.in_use else "puts on"
        table.happen(Told((table.actor,), f"{{0}} {done}: {plainly(item.name)}."))


def _armour(table: Table) -> tuple[Choice, ...]:
    pieces = ((key, item) for key, item in table.me.items.items() if item.kind == "armour")
    return tuple(Choice(key, item.name, "take off" if item.in_use else "put on") for key, item in pieces)


@dataclass(frozen=True, slots=True)
class UseItem(Action):
    """Use a potion or some other thing, on yourself or on somebody within 2 metres (DRB-021).

    A new quiver makes a bow shoot again; what anything else does, the table tells.
    """

    name: ClassVar[str] = "turn.use_item"
    label: ClassVar[str] = "Use something"

    thing: str = pick("What")
    target: str = pick("On", default="", help="Yourself, if nobody is picked")
    used_up: bool = switch("It is used up", default=True)
    words: str = words("What you do with it", default="", most=200)

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        if not _gear(table):
            raise NotNow("You carry nothing that could be used.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        others = [who for who in table.scene.combatants if who != table.actor and knows_of(table, table.actor, who)]
        near = [who for who in others if apart(table, table.actor, who) <= REACH]
        return {"thing": _gear(table), "target": tuple(Choice(who, table.name(who)) for who in near)}

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items[self.thing]
        self.spend(table)
        if self.used_up:
            left = replace(item, count=item.count - 1)
            table.happen(ItemSet(table.actor, self.thing, left) if left.count else ItemLost(table.actor, self.thing))
        if item.entry in AMMUNITION:
            _fill(table)
        target = self.target or table.actor
        told = f": {plainly(self.words.strip())}" if self.words.strip() else ""
        who = "{0} uses" if target == table.actor else "{0} uses on {1}:"
        table.happen(Told((table.actor, target), f"{who} {plainly(item.name)}{told}."))


def _gear(table: Table) -> tuple[Choice, ...]:
    carried = ((key, item) for key, item in table.me.items.items() if item.kind == "gear" and item.count)
    return tuple(Choice(key, item.name) for key, item in carried if lying_at(item) is None)


def _fill(table: Table) -> None:
    """There is something to shoot again."""
    for key, item in list(table.me.items.items()):
        if item.stats.get(EMPTY):
            stats = {name: value for name, value in item.stats.items() if name != EMPTY}
            table.happen(ItemSet(table.actor, key, replace(item, stats=stats)))


@dataclass(frozen=True, slots=True)
class RoundRest(Action):
    """Rest for the round: d6 willpower points, once a shift (DRB-025, DRB-045)."""

    name: ClassVar[str] = "turn.rest"
    label: ClassVar[str] = "Catch your breath"

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        refuse_round_rest(table)

    def perform(self, table: Table, dice: Dice) -> None:
        self.spend(table)
        catch_breath(table, dice, table.actor)


@dataclass(frozen=True, slots=True)
class BreakDoor(Action):
    """Strike at a door, which has hit points and cannot get out of the way (DRB-019)."""

    name: ClassVar[str] = "turn.door"
    label: ClassVar[str] = "Break down a door"

    door: str = pick("Door")
    weapon: str = pick("With")
    another: bool = switch("It is another door", help="Begins with all its hit points")

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        if not rams(table.me):
            raise NotNow("There is nothing in hand to strike with. Bare hands would do.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        doors = tuple(Choice(one.key, one.name, f"{one.hp} HP") for one in library.doors().values())
        return {"door": doors, "weapon": rams(table.me)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"weapon": rams(table.me)[0].value}

    def perform(self, table: Table, dice: Dice) -> None:
        self.spend(table)
        batter(table, dice, self.weapon, self.door, another=self.another)


@dataclass(frozen=True, slots=True)
class PickLock(Action):
    """Open a lock by Sleight of Hand; without lockpicks it has a bane (DRB-020)."""

    name: ClassVar[str] = "turn.lock"
    label: ClassVar[str] = "Pick a lock"
    has_odds: ClassVar[bool] = True

    boons: int = number("Boons", most=MOST_BY_HAND, default=0)
    banes: int = number("Banes", most=MOST_BY_HAND, default=0, help="For a good lock")

    def odds(self, table: Table) -> Odds:
        return check_odds(lock_check(table, table.actor, self.boons, self.banes))

    def perform(self, table: Table, dice: Dice) -> None:
        check = lock_check(table, table.actor, self.boons, self.banes)
        self.spend(table)
        judge(table, check, roll(table, dice, check, f"picks a lock: {check.words}"))


@dataclass(frozen=True, slots=True)
class Other(Action):
    """Anything else that takes the round; the table tells what comes of it (DRB-021)."""

    name: ClassVar[str] = "turn.other"
    label: ClassVar[str] = "Something else"

    words: str = words("What you do", most=200)

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.words.strip():
            raise Refused("Say what you do.", "words")
        self.spend(table)
        table.happen(Told((table.actor,), f"{{0}}: {plainly(self.words.strip())}"))
