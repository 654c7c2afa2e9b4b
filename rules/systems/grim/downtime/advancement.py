"""Advancement: reward points buy skill ranks, bonuses, talents and spells of one's profession (D-1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    ExperienceChanged,
    NotNow,
    RankChanged,
    Refused,
    Sheet,
    Table,
    TextChanged,
    Told,
    number,
    pick,
    plainly,
    words,
)
from rules.engine.odds import Odds
from rules.systems.grim.content import library
from rules.systems.grim.content.spell_entries import MAGICK, RANKS
from rules.systems.grim.content.switches.people import IN_ORDER, PROFESSION_BINDS
from rules.systems.grim.core import BONUS, SKILL, ByMaster, OnSheet, careers

KIND, POINTS = "reward", "points"
MOST_BONUS = 9


def held(sheet: Sheet) -> int:
    """Reward points that are not spent."""
    return sheet.xp(KIND, POINTS)


@dataclass(frozen=True, slots=True)
class Award(ByMaster, name="xp.award", label="Award points"):
    """Award reward points at the end of a session (D-1)."""

    points: int = number("Reward points", least=1, most=5000, default=100)
    reason: str = words("Reason", default="the session", most=80)

    def perform(self, table: Table, dice: Dice) -> None:
        reason = self.reason.strip() or "the session"
        table.happen(ExperienceChanged(table.actor, KIND, POINTS, self.points, reason))


@dataclass(frozen=True, slots=True)
class Advance(OnSheet):
    """An advance that reward points pay for, out of a fight."""

    peaceful: ClassVar[str] = "Learning"
    throws_dice: ClassVar[bool] = False

    def odds(self, table: Table) -> Odds:
        """The price, and the points held; no dice are thrown."""
        price = self.price(table)
        return Odds(f"{price} of {held(table.me)} reward points.")

    def price(self, table: Table) -> int:
        """The price of the advance; refused where it cannot be had."""
        price = careers.price(table.me, table.house_rules)
        if held(table.me) < price:
            raise Refused(f"It costs {price} reward points; you have {held(table.me)}.")
        return price

    def learn(self, table: Table, kind: str, key: str, what: str) -> None:
        """Pay for a rank more, and say what was learned."""
        table.happen(ExperienceChanged(table.actor, KIND, POINTS, -self.price(table), what, key))
        table.happen(RankChanged(table.actor, kind, key, 1))


def _binds(table: Table) -> bool:
    return PROFESSION_BINDS.flag(table.house_rules)


@dataclass(frozen=True, slots=True)
class RaiseSkill(Advance, name="xp.skill", label="Raise a skill"):
    """Raise a skill of the profession by a rank, to 3 at most; each once in a profession (D-1)."""

    no_choice: ClassVar[Mapping[str, str]] = {"skill": "No more skills in this profession. Begin another."}

    skill: str = pick("Skill")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        keys = careers.left_skills(table.me) if _binds(table) else library.skills()
        able = [key for key in keys if table.me.rank(SKILL, key) < careers.MOST_RANK]
        skills = library.skills()
        return {"skill": tuple(Choice(key, skills[key].name, f"{table.me.rank(SKILL, key)} of 3") for key in able)}

    def perform(self, table: Table, dice: Dice) -> None:
        name = library.skills()[self.skill].name
        self.learn(table, SKILL, self.skill, f"{name} {table.me.rank(SKILL, self.skill) + 1}")


@dataclass(frozen=True, slots=True)
class RaiseBonus(Advance, name="xp.bonus", label="Raise a bonus"):
    """Raise the bonus of an attribute by 1, as often as the profession has it (D-1)."""

    no_choice: ClassVar[Mapping[str, str]] = {"attribute": "No more bonuses in this profession. Begin another."}

    attribute: str = pick("Attribute")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        left = careers.left_bonuses(table.me) if _binds(table) else dict.fromkeys(library.attributes(), 1)
        able = {key: count for key, count in left.items() if table.me.rank(BONUS, key) < MOST_BONUS}
        attributes = library.attributes()
        return {"attribute": tuple(Choice(key, attributes[key].name, f"{count} left") for key, count in able.items())}

    def perform(self, table: Table, dice: Dice) -> None:
        self.learn(table, BONUS, self.attribute, f"{library.attributes()[self.attribute].name} Bonus")


@dataclass(frozen=True, slots=True)
class LearnTalent(Advance, name="xp.talent", label="Learn a talent"):
    """Learn a talent of the profession (D-1)."""

    no_choice: ClassVar[Mapping[str, str]] = {"talent": "No more talents in this profession. Begin another."}

    talent: str = pick("Talent")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        keys = careers.left_talents(table.me) if _binds(table) else library.talents()
        able = [key for key in keys if not table.me.rank(careers.TALENT, key)]
        talents = library.talents()
        return {"talent": tuple(Choice(key, talents[key].name, talents[key].description) for key in able)}

    def perform(self, table: Table, dice: Dice) -> None:
        self.learn(table, careers.TALENT, self.talent, library.talents()[self.talent].name)


@dataclass(frozen=True, slots=True)
class LearnSpell(Advance, name="xp.spell", label="Learn a spell"):
    """Learn a spell; it takes a rank in Incantation (D-8, GRM-035)."""

    spell: str = pick("Spell")

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        if not table.me.rank(SKILL, "incantation"):
            raise NotNow("Spells need a rank in Incantation. Raise it first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        unknown = [one for one in library.spells().values() if not table.me.rank(careers.SPELL, one.key)]
        listed = (
            Choice(one.key, one.name, RANKS[one.rank].lower(), one.school.capitalize() or MAGICK[one.magick])
            for one in unknown
        )
        return {"spell": tuple(listed)}

    def perform(self, table: Table, dice: Dice) -> None:
        self.learn(table, careers.SPELL, self.spell, library.spell_named(self.spell).name)


@dataclass(frozen=True, slots=True)
class BeginProfession(OnSheet, name="xp.profession", label="Begin a profession"):
    """Begin the next profession when all of the last one is learned, or when the house lets one (D-1)."""

    peaceful: ClassVar[str] = "A new profession"
    throws_dice: ClassVar[bool] = False

    profession: str = pick("Profession")

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        now = careers.current(table.me)
        in_order = _binds(table) and IN_ORDER.flag(table.house_rules)
        if now is not None and in_order and not careers.is_finished(table.me):
            raise NotNow(f"{now.name} has skills, bonuses or talents left. Learn them first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        taken = [str(one["profession"]) for one in careers.careers(table.me)]
        open_ones = [one for key, one in library.professions().items() if key not in taken]
        return {"profession": tuple(Choice(one.key, one.name, "", one.archetype.capitalize()) for one in open_ones)}

    def odds(self, table: Table) -> Odds:
        """The price of advances in it; no dice are thrown."""
        self._refuse(table)
        more = min(careers.MOST_TIER, len(careers.careers(table.me)) + 1)
        return Odds(f"Profession {more}: advances cost {more} times the price of the first.")

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse(table)
        name = library.professions()[self.profession].name
        careers.enter(table, table.actor, library.professions()[self.profession])
        table.happen(TextChanged(table.actor, "profession", name))
        table.happen(Told((table.actor,), f"{{0}} begins a profession: {plainly(name).lower()}."))

    def _refuse(self, table: Table) -> None:
        needs = library.professions()[self.profession].requires
        short = [(key, least) for key, least in needs.items() if table.me.rank(SKILL, key) < least]
        if short and _binds(table):
            told = ", ".join(f"{library.skills()[key].name} {least}" for key, least in short)
            raise Refused(f"This profession needs {told}. Raise that first.", "profession")
