"""Preparation of rolls to come: what their players want of them, and the attribute that circumstances force.

The form of one's own roll asks for dice to buy or to keep back, and for the reward of flawless ones. Many rolls have
no form: helpers roll along, the other side resists, the game master lets people notice, a rule demands an ego test.
Their players say beforehand what they want of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import (
    Choice,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    NotNow,
    Refused,
    Table,
    Told,
    Who,
    counted,
    number,
    pick,
)
from rules.systems.sda.content.skills import ATTRIBUTES, SKILLS, open_to
from rules.systems.sda.core.effects import refuse_dead
from rules.systems.sda.core.person import SheetCommand, keep_memo
from rules.systems.sda.core.rolls.pool import price, with_bought
from rules.systems.sda.core.rolls.pools import BUYS, HOLDS, forced, pool_for, unprepared
from rules.systems.sda.core.rolls.skill_roll import REWARDS, attribute_choices, ranked_skills
from rules.systems.sda.core.rolls.throwing import WISH, wished


@dataclass(frozen=True, slots=True)
class PrepareRoll(SheetCommand, name="roll.prepare", label="Prepare a roll"):
    """Say how your next roll of a skill is made: with bought dice, or fewer (SDA-013, SDA-059, C-83).

    What dice cost is paid when they are thrown, and as many are bought as can be paid then. In a fight it counts for
    free tests; everything else asks for dice by itself.
    """

    throws_dice: ClassVar[bool] = False

    skill: str = pick("Skill")
    bought: int = number("Dice bought with spirit", default=0, costs=True)
    dice: int = number("Dice", most=100, default=0, help="0 = all")

    @classmethod
    def possible(cls, table: Table) -> None:
        refuse_dead(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"skill": ranked_skills(table.me)}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.bought and self.dice:
            raise Refused("You cannot buy dice and keep some back. Do one or the other.", "dice")
        skill, who = SKILLS[self.skill], table.actor
        before = [name for name in (BUYS, HOLDS) if table.me.has(name)]
        if not (self.bought or self.dice or before):
            raise Refused("Nothing to prepare. Enter how many dice to buy or roll.", "bought")
        pool = pool_for(unprepared(table, (who,)), who, skill.key, free=True)
        with_bought(table, pool, self.bought)
        table.happen(*(ConditionEnded(who, name) for name in before))
        if self.bought:
            said = f"{counted(self.bought, 'die', 'dice')} more for {price(pool.available, self.bought)} spirit"
            self._keep(table, BUYS, self.bought, said)
        elif self.dice:
            self._keep(table, HOLDS, self.dice, f"{counted(self.dice, 'die', 'dice')} only")
        else:
            table.happen(Told((who,), "{0} no longer prepares a roll."))

    def _keep(self, table: Table, name: str, level: int, said: str) -> None:
        skill = SKILLS[self.skill].name
        told = Told((table.actor,), f"{{0}} prepares the next roll of {skill}: {said}.")
        table.happen(ConditionSet(table.actor, Condition(name, f"Next {skill}: {said}", level, self.skill)), told)


@dataclass(frozen=True, slots=True)
class WishReward(SheetCommand, name="roll.reward", label="Reward of flawless successes"):
    """Say what flawless successes give you where a roll does not ask: helping, resisting, noticing (SDA-047, C-82)."""

    throws_dice: ClassVar[bool] = False

    reward: str = pick("Flawless success gives", help="In rolls that others call for")

    @classmethod
    def possible(cls, table: Table) -> None:
        refuse_dead(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"reward": REWARDS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"reward": wished(table.me)}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.reward == wished(table.me):
            raise Refused("This is set already. Choose another.", "reward")
        chosen = next(one for one in REWARDS if one.value == self.reward)
        keep_memo(table, table.actor, WISH, None if chosen == REWARDS[0] else chosen.value)
        told = f"{{0}} takes {chosen.label.lower()} for flawless successes in rolls that others call for."
        table.happen(Told((table.actor,), told))


@dataclass(frozen=True, slots=True)
class ForceAttribute(SheetCommand, name="test.force_attribute", label="Force an attribute"):
    """The game master says which attribute a skill is rolled with, until they take it back (SDA-012, C-69).

    It may be one that the skill does not list, as for a climb that takes agility rather than strength.
    """

    who: ClassVar[Who] = Who.GM

    skill: str = pick("Skill")
    attribute: str = pick("Attribute", default="", help="Default: those of the skill")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        skills = tuple(Choice(one.key, one.name) for one in open_to(table.me).values())
        return {"skill": skills, "attribute": attribute_choices()}

    def perform(self, table: Table, dice: Dice) -> None:
        skill, name = SKILLS[self.skill].name, forced(self.skill)
        if self.attribute:
            attribute = ATTRIBUTES[self.attribute].name.lower()
            held = Condition(name, f"{skill} with {attribute}", source=self.attribute)
            table.happen(
                ConditionSet(table.actor, held), Told((table.actor,), f"{{0}} rolls {skill} with {attribute}.")
            )
        elif table.me.has(name):
            table.happen(ConditionEnded(table.actor, name), Told((table.actor,), f"{{0}} rolls {skill} as usual."))
        else:
            raise NotNow(f"No attribute is forced on {skill}. Choose one.")
