"""The forms of rolls in a fight: bases with the fields that they share, and the choices for them, each with a hint."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import closed_by_walls, distance, unwalled, why_walled
from rules.engine.kernel import Choice, Command, NotNow, Refused, Reply, Table, Weighing, many, number, pick, switch
from rules.systems.sda.content.skills import ATTRIBUTES, SKILLS
from rules.systems.sda.core.person import called_choices, called_field, own_choices, virtue_field
from rules.systems.sda.core.rolls import CHANCE, MOST_BONUS, REWARDS, Pool, bought_for, pool_for
from rules.systems.sda.fight.base import (
    LONGEST,
    Arm,
    Spent,
    acting,
    announced,
    arm_named,
    arms,
    band_at,
    best_arm,
    level,
    lines,
    melee_pool,
    wounds,
)
from rules.systems.sda.fight.moves.holds import attackable

#: The most dice, or MoS, that a form takes.
MOST = 200
TOWARDS = "towards"
#: Directions of a push and of a step, in degrees off the line to the other; right and left are the winner's.
PUSHES = {"away": 180, "right": 270, TOWARDS: 0, "left": 90}
STEPS = {"away": 180, "right": 90, TOWARDS: 0, "left": 270}
DIRECTION_CHOICES = tuple(Choice(name, name.capitalize()) for name in PUSHES)


def by_distance(table: Table, people: Iterable[str]) -> dict[str, float]:
    """The distances of people from the actor in metres, by id, nearest first."""
    far = {who: distance(table, table.actor, who) for who in people}
    return dict(sorted(far.items(), key=lambda one: one[1]))


def targets(table: Table) -> tuple[Choice, ...]:
    """The choices of opponents who may be attacked, nearest first, with distance and band; closed behind walls."""
    far = by_distance(table, attackable(table, table.actor))
    return closed_by_walls(table, (Choice(who, table.name(who), _how_far(metres)) for who, metres in far.items()))


def within_reach(table: Table) -> list[str]:
    """The ids of the opponents within reach of a blow, nearest first."""
    return unwalled(table, _within_metres(table))


def refuse_without_reach(table: Table, otherwise: str) -> None:
    """Refuse an actor whose blows reach nobody: for a wall or a door, if that is why, or as said."""
    if not within_reach(table):
        near = _within_metres(table)
        raise NotNow(why_walled(table, table.actor, near[0]) if near else otherwise)


def _within_metres(table: Table) -> list[str]:
    """The ids of the opponents that blows could reach but for walls, nearest first."""
    far = by_distance(table, attackable(table, table.actor))
    return [who for who, metres in far.items() if metres <= LONGEST]


def arm_for(table: Table, weapon: str, target: str) -> Arm:
    """The actor's weapon of that key; without one, the weapon that strikes a target best from where they stand."""
    if weapon:
        return arm_named(table.me, weapon)
    return best_arm(table, table.actor, band_at(distance(table, table.actor, target)))


def refuse_out_of_range(table: Table, target: str) -> None:
    """Refuse a target whom nothing in hand hurts at this distance, where stepping up to them would help (SDA-172)."""
    far, own = distance(table, table.actor, target), arms(table.me).values()
    best = best_arm(table, table.actor)
    if best.reach < far <= LONGEST and best.damage and not any(arm.hurts_at(band_at(far)) for arm in own):
        raise Refused(f"{best.name} does nothing at {far:g} m. Step to {best.reach:g} m first.", "target")


def _how_far(metres: float) -> str:
    return f"{metres:g} m, {band_at(metres)}" if metres <= LONGEST else f"{metres:g} m, out of reach"


def ways(table: Table) -> dict[str, tuple[Choice, ...]]:
    """The choices for a melee roll by field: weapons in hand, specialities, attributes, and `bodily_choices`."""
    held = arms(table.me).values()
    skills = dict.fromkeys(way.skill for arm in held for way in arm.skills)
    hands = tuple(Choice(arm.key, arm.name, melee_pool(table, table.actor, arm).notation) for arm in held)
    return {
        "weapon": hands,
        "skill": tuple(Choice(skill, SKILLS[skill].name) for skill in skills),
        "attribute": tuple(Choice(key, ATTRIBUTES[key].name) for key in ("agility", "strength")),
        **bodily_choices(table),
    }


def roll_choices(table: Table) -> dict[str, tuple[Choice, ...]]:
    """The choices for any roll of the actor by field: rewards, virtues, and traits called upon."""
    return {"reward": REWARDS, "virtue": own_choices(table.me), "called": called_choices(table.me)}


def bodily_choices(table: Table) -> dict[str, tuple[Choice, ...]]:
    """The choices for a roll of which wounds may get worse."""
    return {"worsen": wound_choices(table, table.actor), **roll_choices(table)}


def worsen_field() -> Any:
    """The form field for wounds that get worse with a roll (SDA-210)."""
    return many("Wounds that get worse", help="Default: the lightest first")


def weapon_field() -> Any:
    """The form field for a weapon in hand, or whichever serves best."""
    return pick("Weapon", default="", help="Default: the best")


def wound_choices(table: Table, who: str) -> tuple[Choice, ...]:
    """The choices of lines that bleed, the lightest wound first."""
    sheet = table.sheet(who)
    return tuple(
        Choice(str(line), f"Line {line + 1}", f"bleeding {level(lines(sheet)[line])}") for line in wounds(sheet)
    )


# The bases have no slots of their own, so that a command may take one of them beside the slots of `Reply`.


@dataclass(frozen=True, kw_only=True)
class FightRoll(Command):
    """A roll in a fight: what helps and hinders it, bought dice, its reward (SDA-043, SDA-044, SDA-047, SDA-059)."""

    bought: int = number("Dice bought with spirit", default=0, costs=True)
    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS)
    malus: int = number("Malus", default=0, most=MOST_BONUS)
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = virtue_field()
    called: str = called_field()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return roll_choices(table)


@dataclass(frozen=True, kw_only=True)
class AnnouncedRoll(FightRoll):
    """A roll whose dice are announced, out of the budget of the round; wounds may worsen by it (SDA-178, SDA-210)."""

    leading: ClassVar[tuple[str, ...]] = ("dice", "bought", "bonus", "malus", "worsen")
    #: The words for the roll in a refusal of too many dice: "an attack".
    purpose: ClassVar[str] = ""

    dice: int = number("Dice", least=1, most=MOST)
    worsen: tuple[str, ...] = worsen_field()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return bodily_choices(table)

    def _spent(self, table: Table, who: str) -> Spent:
        """The dice used this round of the budget that pays for the roll."""
        return acting(table, who)

    def _rolled(self, table: Table, pool: Pool) -> Pool:
        """The pool as it is rolled; refused where there are not so many dice."""
        return announced(table, pool, self.dice, self.worsen, self.purpose, self._spent(table, pool.who))


@dataclass(frozen=True, kw_only=True)
class ActionRoll(AnnouncedRoll):
    """An announced roll whose form shows bought dice, bonus and malus under "More choices"."""

    bought: int = number("Dice bought with spirit", default=0, costs=True, at_once=False)
    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS, at_once=False)
    malus: int = number("Malus", default=0, most=MOST_BONUS, at_once=False)


@dataclass(frozen=True, kw_only=True)
class MeleeRoll(AnnouncedRoll):
    """An announced roll with a weapon in hand (SDA-174, SDA-175, SDA-220)."""

    leading: ClassVar[tuple[str, ...]] = (
        *("dice", "weapon", "skill", "attribute"),
        *("bought", "bonus", "malus", "worsen", "shield"),
    )

    weapon: str = weapon_field()
    skill: str = pick("Speciality", default="")
    attribute: str = pick("Attribute", default="")
    shield: bool = switch("Shield ready", default=True, help="Stops hits for damage, once a round")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return ways(table)


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeTest(FightRoll, Reply):
    """A test that nobody chose to make: all dice, out of no budget (SDA-165)."""

    #: The key of the skill that is rolled.
    rolls: ClassVar[str] = ""

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many dice to buy (SDA-059)."""
        return bought_for(self, table, CHANCE, lambda one: one._pool(table))

    def _pool(self, table: Table) -> Pool:
        said = (self.rolls, "", self.bonus, self.malus)
        return pool_for(table, table.actor, *said, free=True, virtue=self.virtue, called=self.called)
