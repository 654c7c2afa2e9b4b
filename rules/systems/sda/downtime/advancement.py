"""Experience: awarded by the game master, and spent on ranks, groups, attributes; and a focus.

Experience is earned by flawless successes, by complete failures that were borne, and by the GM's award (SDA-065). A
focus, where the campaign has it so, is one attribute whose skills have a die more (D-6).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    ExperienceChanged,
    MemoKept,
    NotNow,
    Place,
    RankChanged,
    Refused,
    Sheet,
    Table,
    Told,
    Who,
    many,
    number,
    pick,
    plainly,
    words,
)
from rules.engine.odds import Odds
from rules.systems.sda.content.compendium import Skill, SkillGroup
from rules.systems.sda.content.house_rules import creation
from rules.systems.sda.content.skills import (
    ATTRIBUTES,
    GROUPS,
    attribute_named,
    group_named,
    may_rise,
    members,
    open_to,
    skill_named,
)
from rules.systems.sda.core.person import SheetCommand
from rules.systems.sda.core.rolls import (
    FOCUS,
    MOST_ATTRIBUTE,
    MOST_RANK,
    TRADED,
    attribute_choices,
    attribute_price,
    can_trade,
    listed,
    rank_of,
    skill_price,
    with_own_rank,
)


@dataclass(frozen=True, slots=True)
class Award(SheetCommand, name="experience.award", label="Award experience"):
    """Experience in one skill, for an original use that moves the story (SDA-064, SDA-065)."""

    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET

    skill: str = pick("Skill")
    amount: int = number("Experience", least=1, most=100, default=1)
    reason: str = words("Reason", default="good play", most=80)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "skill": tuple(
                Choice(skill.key, skill.name, under=group.name) for group in GROUPS.values() for skill in members(group)
            )
        }

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.reason.strip():
            raise Refused("Enter a reason: good play, say.", "reason")
        reason = plainly(self.reason.strip())
        table.happen(
            ExperienceChanged(table.actor, "skill", self.skill, self.amount, reason),
            Told((table.actor,), f"{{0}} earns {self.amount} experience in {skill_named(self.skill).name} ({reason})."),
        )


@dataclass(frozen=True, slots=True)
class RaiseSkill(SheetCommand, name="experience.raise_skill", label="Raise a skill"):
    """Buy a rank of a skill with the experience made in it, at any moment (SDA-064, SDA-066)."""

    skill: str = pick("Skill")

    @classmethod
    def possible(cls, table: Table) -> None:
        sheet = table.me
        short = [(skill_price(sheet, skill) - sheet.xp("skill", skill.key), skill) for skill in open_to(sheet).values()]
        missing, nearest = min(short, key=lambda pair: pair[0])
        if missing > 0:
            raise Refused(f"No skill has enough experience for its next rank. {_lack(sheet, nearest)}", "skill")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"skill": tuple(_skill_choice(table.me, skill) for skill in open_to(table.me).values())}

    def perform(self, table: Table, dice: Dice) -> None:
        skill = skill_named(self.skill)
        cost = skill_price(table.me, skill)
        if table.me.xp("skill", skill.key) < cost:
            raise Refused(_lack(table.me, skill), "skill")
        own = table.me.rank("skill", skill.key) + 1
        if own > MOST_RANK:
            raise Refused(f"{skill.name} cannot rise beyond {MOST_RANK}.", "skill")
        table.happen(
            ExperienceChanged(table.actor, "skill", skill.key, -cost, f"rank {own}", bought=skill.key),
            RankChanged(table.actor, "skill", skill.key, 1),
        )


@dataclass(frozen=True, slots=True)
class RaiseAttribute(SheetCommand, name="experience.raise_attribute", label="Raise an attribute"):
    """Buy a point of an attribute with the experience made with it (SDA-070)."""

    attribute: str = pick("Attribute")

    @classmethod
    def possible(cls, table: Table) -> None:
        sheet = table.me
        ready = (sheet.xp("attribute", key) >= attribute_price(sheet, key) for key in ATTRIBUTES)
        if not any(ready):
            raise Refused("No attribute has enough experience. The next point costs its current value.", "attribute")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"attribute": tuple(_attribute_choice(table.me, key) for key in ATTRIBUTES)}

    def perform(self, table: Table, dice: Dice) -> None:
        attribute = attribute_named(self.attribute)
        value, held = table.me.rank("attribute", attribute.key), table.me.xp("attribute", attribute.key)
        cost = attribute_price(table.me, attribute.key)
        if held < cost:
            raise Refused(f"{attribute.name} {value + 1} costs {cost} experience; you have {held}.", "attribute")
        if value >= MOST_ATTRIBUTE:
            raise Refused(f"{attribute.name} cannot rise beyond {MOST_ATTRIBUTE}.", "attribute")
        reason = f"{attribute.name} {value + 1}"
        table.happen(
            ExperienceChanged(table.actor, "attribute", attribute.key, -cost, reason, bought=attribute.key),
            RankChanged(table.actor, "attribute", attribute.key, 1),
        )


@dataclass(frozen=True, slots=True)
class TradeGroup(SheetCommand, name="experience.trade_group", label="Raise a group"):
    """Trade a rank of three skills for a rank of their group: those three keep their pools, the others gain a die.

    Only a skill's own rank counts, not the group's (SDA-067, SDA-068). Experience made stays where it is (C-26).
    """

    throws_dice: ClassVar[bool] = False

    group: str = pick("Group")
    skills: tuple[str, ...] = many("Skills", help="Three of the group; optional if only three have a rank")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not _tradable(table):
            raise Refused(f"A group needs {TRADED} skills with ranks to rise. None has.", "group")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        ready = _tradable(table)
        skills = (skill for group in ready for skill in with_own_rank(table.me, group))
        return {
            "group": tuple(Choice(group.key, group.name) for group in ready),
            "skills": tuple(Choice(s.key, s.name, f"rank {table.me.rank('skill', s.key)}") for s in skills),
        }

    def odds(self, table: Table) -> Odds:
        """A sentence on the ranks after the trade, without any chances: no dice are thrown."""
        group, traded = self._settled(table)
        others = [skill for skill in members(group, table.me) if skill not in traded]
        ranks = ", ".join(f"{skill.name} {table.me.rank('skill', skill.key) - 1}" for skill in traded)
        raised = f"{group.name} {table.me.rank('group', group.key) + 1}"
        gain = "gains" if len(others) == 1 else "gain"
        return Odds(
            f"{ranks} and {raised}: those three keep their pools, {listed(skill.name for skill in others)} {gain} a die"
        )

    def perform(self, table: Table, dice: Dice) -> None:
        group, traded = self._settled(table)
        table.happen(*(RankChanged(table.actor, "skill", skill.key, -1) for skill in traded))
        table.happen(RankChanged(table.actor, "group", group.key, 1))

    def _settled(self, table: Table) -> tuple[SkillGroup, Sequence[Skill]]:
        """The group that rises, and those of its skills that give a rank for it."""
        group = group_named(self.group)
        if not may_rise(group, table.house_rules):
            raise Refused(f"{group.name} has no ranks in this campaign. Raise its skills one by one.", "group")
        traded = self._traded(table.me, group)
        if table.me.rank("group", group.key) >= MOST_RANK:
            raise Refused(f"{group.name} cannot rise beyond {MOST_RANK}.", "group")
        return group, traded

    def _traded(self, sheet: Sheet, group: SkillGroup) -> Sequence[Skill]:
        ready = with_own_rank(sheet, group)
        picked = [skill for skill in ready if skill.key in self.skills] if self.skills else ready
        if len(picked) != TRADED or len(set(self.skills) - {skill.key for skill in picked}):
            raise Refused(f"Pick {TRADED} of {listed(skill.name for skill in ready)}.", "skills")
        return picked


def _tradable(table: Table) -> list[SkillGroup]:
    return [group for group in GROUPS.values() if can_trade(table.me, group, table.house_rules)]


def _lack(sheet: Sheet, skill: Skill) -> str:
    held, reached = sheet.xp("skill", skill.key), rank_of(sheet, skill) + 1
    return f"{skill.name} {reached} costs {skill_price(sheet, skill)} experience; you have {held}."


def _skill_choice(sheet: Sheet, skill: Skill) -> Choice:
    return Choice(skill.key, skill.name, f"{sheet.xp('skill', skill.key)} of {skill_price(sheet, skill)}")


def _attribute_choice(sheet: Sheet, key: str) -> Choice:
    progress = f"{sheet.xp('attribute', key)} of {attribute_price(sheet, key)}"
    return Choice(key, ATTRIBUTES[key].name, progress)


@dataclass(frozen=True, slots=True)
class ChooseFocus(SheetCommand, name="sheet.focus", label="Choose a focus"):
    """Choose the attribute that somebody is best with: its skills have a die more from now on (SDA-009, D-6)."""

    attribute: str = pick("Attribute")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not creation.FOCUS.flag(table.house_rules):
            raise NotNow("No focus in this campaign. A house rule allows it.")
        if chosen := table.me.memo.get(FOCUS):
            raise NotNow(f"{table.me.name} already has the focus {ATTRIBUTES[chosen].name}.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"attribute": attribute_choices()}

    def perform(self, table: Table, dice: Dice) -> None:
        told = f"{{0}} focuses on {ATTRIBUTES[self.attribute].name.lower()}."
        table.happen(MemoKept(table.actor, FOCUS, self.attribute), Told((table.actor,), told))
