"""Other actions of a turn: help, doors and locks, a round's rest, abilities (DRB-019, DRB-020, DRB-024, DRB-025)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import knows_of
from rules.engine.kernel import Choice, Command, Dice, NotNow, Place, Refused, Table, Told, Weighing, pick, plainly
from rules.engine.kernel.commands import words
from rules.engine.odds import Odds, mean
from rules.systems.dragonbane.core import (
    abilities,
    catch_breath,
    check_odds,
    forget_push,
    help_somebody,
    odds_of_breath,
    refuse_round_rest,
)
from rules.systems.dragonbane.fight.actions import tasks
from rules.systems.dragonbane.fight.base import HIT_POINTS, MEASURE, act, is_able, not_acted, own_turn

OF_BREATH = f"Willpower that comes back on average, as far as there is room for it. {MEASURE}"


def ready(table: Table) -> None:
    """Refuse without an action left on one's own turn."""
    not_acted(table, table.actor, own_turn(table).key)


def spend(table: Table) -> None:
    """Spend the action of one's own turn."""
    act(table, table.actor, own_turn(table).key)
    forget_push(table, table.actor)


@dataclass(frozen=True, slots=True)
class Action(Command):
    """Something that takes the action of the turn."""

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)


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
            raise NotNow("There is nobody of yours to help. Act yourself.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"ally": tuple(Choice(who, table.name(who)) for who in _helpable(table))}

    def perform(self, table: Table, dice: Dice) -> None:
        spend(table)
        help_somebody(table, self.ally, f"Help from {table.me.name}")
        table.happen(Told((table.actor, self.ally), "{0} helps {1}."))


def _helpable(table: Table) -> list[str]:
    side = table.combatant(table.actor).side
    return [
        who
        for who, stand in table.scene.combatants.items()
        if who != table.actor and stand.side == side and is_able(table, who) and knows_of(table, table.actor, who)
    ]


@dataclass(frozen=True, slots=True)
class RoundRest(Action):
    """Rest for the round: d6 willpower points, once a shift (DRB-025, DRB-045)."""

    name: ClassVar[str] = "turn.rest"
    label: ClassVar[str] = "Catch your breath"
    has_odds: ClassVar[bool] = True

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        refuse_round_rest(table)

    def odds(self, table: Table) -> Odds:
        return odds_of_breath(table)

    def weighing(self, table: Table) -> Weighing:
        """The willpower that comes back on average, as the worth of resting (DRB-025)."""
        return Weighing.of_one(HIT_POINTS, OF_BREATH, (mean(odds_of_breath(table).measure),), ("Worth",), self.label)

    def perform(self, table: Table, dice: Dice) -> None:
        spend(table)
        catch_breath(table, dice, table.actor)


@dataclass(frozen=True, slots=True)
class BreakDoor(tasks.BreakDoor):
    """Strike at a door, which has hit points and cannot get out of the way (DRB-019)."""

    name: ClassVar[str] = "turn.door"
    place: ClassVar[Place] = Place.TURN

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        tasks.refuse_without_rams(table)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"weapon": tasks.rams(table.me)[0].value}

    def perform(self, table: Table, dice: Dice) -> None:
        spend(table)
        tasks.BreakDoor.perform(self, table, dice)


@dataclass(frozen=True, slots=True)
class PickLock(tasks.PickLock):
    """Open a lock by Sleight of Hand; without lockpicks it has a bane (DRB-020)."""

    name: ClassVar[str] = "turn.lock"
    place: ClassVar[Place] = Place.TURN

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)

    def odds(self, table: Table) -> Odds:
        return check_odds(self.check(table))

    def perform(self, table: Table, dice: Dice) -> None:
        spend(table)
        tasks.PickLock.perform(self, table, dice)


@dataclass(frozen=True, slots=True)
class Activate(Action):
    """Use an innate or heroic ability that takes the action, for its willpower points (DRB-022)."""

    name: ClassVar[str] = "turn.ability"
    label: ClassVar[str] = "Use an ability"

    ability: str = pick("Ability")

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        if not abilities.usable(table, as_action=True):
            raise NotNow("None of your abilities takes an action. What else you can do stands on your sheet.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"ability": abilities.usable(table, as_action=True)}

    def perform(self, table: Table, dice: Dice) -> None:
        spend(table)
        abilities.use(table, self.ability)


@dataclass(frozen=True, slots=True)
class Other(Action):
    """Do anything else that takes the action; the table tells its effect (DRB-021)."""

    name: ClassVar[str] = "turn.other"
    label: ClassVar[str] = "Something else"

    words: str = words("What you do", most=200)

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.words.strip():
            raise Refused("Say what you do.", "words")
        spend(table)
        table.happen(Told((table.actor,), f"{{0}}: {plainly(self.words.strip())}"))
