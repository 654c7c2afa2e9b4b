"""The fields and choices that several commands of a fight share, each with a hint."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import distance
from rules.engine.kernel import Choice, Reply, Table, Weighing, many, number, pick
from rules.systems.sda.content.skills import ATTRIBUTES, SKILLS
from rules.systems.sda.core.person import called_choices, called_field, own_choices, virtue_field
from rules.systems.sda.core.rolls import CHANCE, REWARDS, Pool, bought_for, pool_for
from rules.systems.sda.fight.base import LONGEST, band_at, level, lines, melee_pool, wounds
from rules.systems.sda.fight.base.arms import arms
from rules.systems.sda.fight.moves.holds import attackable

#: The most dice, or MoS, that a form takes.
MOST = 200
TOWARDS = "towards"
#: Directions of a push and of a step, in degrees off the line to the other; right and left are the winner's.
PUSHES = {"away": 180, "right": 270, TOWARDS: 0, "left": 90}
STEPS = {"away": 180, "right": 90, TOWARDS: 0, "left": 270}
DIRECTION_CHOICES = tuple(Choice(name, name.capitalize()) for name in PUSHES)


def targets(table: Table) -> tuple[Choice, ...]:
    """The choices of opponents who may be attacked, nearest first, with distance and band."""
    far = {who: distance(table, table.actor, who) for who in attackable(table, table.actor)}
    return tuple(Choice(who, table.name(who), _how_far(far[who])) for who in sorted(far, key=lambda who: far[who]))


def within_reach(table: Table) -> list[str]:
    """The ids of the opponents within reach of a blow, nearest first."""
    far = {who: distance(table, table.actor, who) for who in attackable(table, table.actor)}
    return sorted((who for who, metres in far.items() if metres <= LONGEST), key=lambda who: far[who])


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
    return many("Wounds that get worse", help="The lightest first, if nothing is picked")


def weapon_field() -> Any:
    """The form field for a weapon in hand, or whichever serves best."""
    return pick("Weapon", default="", help="The one that serves best, if nothing is picked")


def wound_choices(table: Table, who: str) -> tuple[Choice, ...]:
    """The choices of lines that bleed, the lightest wound first."""
    sheet = table.sheet(who)
    return tuple(
        Choice(str(line), f"Line {line + 1}", f"bleeding {level(lines(sheet)[line])}") for line in wounds(sheet)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeTest(Reply):
    """A test that nobody chose to make: all dice, out of no budget (SDA-165)."""

    has_odds: ClassVar[bool] = True
    #: The key of the skill that is rolled.
    rolls: ClassVar[str] = ""

    bought: int = number("Dice bought with spirit", default=0)
    bonus: int = number("Bonus dice", default=0, most=20)
    malus: int = number("Malus", default=0, most=20)
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = virtue_field()
    called: str = called_field()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return roll_choices(table)

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many dice to buy (SDA-059)."""
        return bought_for(self, table, CHANCE, lambda one: one._pool(table))

    def _pool(self, table: Table) -> Pool:
        said = (self.rolls, "", self.bonus, self.malus)
        return pool_for(table, table.actor, *said, free=True, virtue=self.virtue, called=self.called)
