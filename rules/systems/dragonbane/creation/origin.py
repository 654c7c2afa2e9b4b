"""The steps of kin, profession, age and trained skills (D-1, D-2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, Incomplete, MemoKept, Refused, Sheet, Table, many, pick
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.content.entries import Age, Kin, Profession
from rules.systems.dragonbane.core import age_of, base_chance, calling_of, kin_of, skill_names, trained_level
from rules.systems.dragonbane.creation.state import OF_THE_CALLING, Making, chosen, settle


@dataclass(frozen=True, slots=True)
class ChooseKin(Making, name="making.kin", label="Kin"):
    """Choose the kin, with its movement and its abilities (D-1)."""

    guidance: ClassVar[str] = "Your kin sets your movement and gives you an ability."

    kin: str = pick("Kin")

    @classmethod
    def settled(cls, table: Table) -> str:
        kin = kin_of(table.me)
        return kin.name if kin else ""

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"kin": tuple(Choice(one.key, one.name, _of_kin(one)) for one in library.kins().values())}

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(MemoKept(table.actor, "kin", self.kin))
        settle(table)


def _of_kin(kin: Kin) -> str:
    names = ", ".join(library.abilities()[key].name for key in kin.abilities)
    return f"movement {kin.movement}, {names}: {kin.description}"


@dataclass(frozen=True, slots=True)
class ChooseProfession(Making, name="making.profession", label="Profession"):
    """Choose the profession: eight skills of which six are trained, an ability, the first gear (D-1, D-2)."""

    guidance: ClassVar[str] = "Your profession sets your skills and gear."
    needs: ClassVar[tuple[str, str]] = ("kin", "Choose a kin first.")

    profession: str = pick("Profession")
    school: str = pick("School of magic", default="", none="Not chosen yet")

    @classmethod
    def settled(cls, table: Table) -> str:
        calling, school = calling_of(table.me), chosen(table.me).get("school")
        if calling is None:
            return ""
        return f"{calling.name}, {library.skills()[school].name}" if school else calling.name

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        schools = (one for one in library.skills().values() if one.kind == library.MAGIC)
        return {
            "profession": tuple(Choice(one.key, one.name, _of_calling(one)) for one in library.professions().values()),
            "school": tuple(Choice(one.key, one.name, one.description) for one in schools),
        }

    @classmethod
    def goes_with(cls, table: Table) -> Mapping[str, tuple[str, frozenset[str]]]:
        return {"school": ("profession", frozenset(one.key for one in library.professions().values() if one.schools))}

    def perform(self, table: Table, dice: Dice) -> None:
        schools = library.professions()[self.profession].schools
        if schools and not self.school:
            raise Incomplete(f"Choose a school of magic for the mage: {skill_names(schools)}.", "school")
        if self.school and not schools:
            raise Refused("Only mages learn a school of magic. Leave it empty.", "school")
        table.happen(MemoKept(table.actor, "profession", self.profession))
        # Another calling has other skills, and another purse; what fell for a purse stays in it.
        silver = (chosen(table.me).get("purses") or {}).get(self.profession, 0)
        settle(table, school=self.school, skills=[], silver=silver)


def _of_calling(calling: Profession) -> str:
    skills = skill_names(calling.skills)
    return f"{library.attributes()[calling.attribute].short}; {skills}"


@dataclass(frozen=True, slots=True)
class ChooseAge(Making, name="making.age", label="Age"):
    """Young, adult or old: more skills with the years, and less of the body (D-1)."""

    guidance: ClassVar[str] = "The young are quicker and tougher; the old have more skills."
    needs: ClassVar[tuple[str, str]] = ("profession", "Choose a profession first.")

    age: str = pick("Age")

    @classmethod
    def settled(cls, table: Table) -> str:
        age = age_of(table.me)
        return f"{age.name}, {age.trained} skills" if age else ""

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"age": tuple(Choice(one.key, one.name, _of_age(one)) for one in library.ages().values())}

    def perform(self, table: Table, dice: Dice) -> None:
        before = table.me.memo.get("age")
        table.happen(MemoKept(table.actor, "age", self.age))
        settle(table, **({} if before == self.age else {"skills": []}))


def _of_age(age: Age) -> str:
    known = library.attributes()
    changes = [f"{known[key].short} {by:+d}".replace("-", "−") for key, by in age.attributes.items()]
    return ", ".join((f"{age.trained} trained skills", *changes))


def of_the_calling(sheet: Sheet) -> tuple[str, ...]:
    """The skills of the profession, with the mage's school among them."""
    calling, school = calling_of(sheet), chosen(sheet).get("school")
    return (*(calling.skills if calling else ()), *((school,) if school else ()))


@dataclass(frozen=True, slots=True)
class TrainSkills(Making, name="making.skills", label="Skills"):
    """Choose the trained skills: six of the profession's, the rest freely (D-1)."""

    guidance: ClassVar[str] = "Trained skills start at twice the base chance. Choose six from your profession."
    needs: ClassVar[tuple[str, str]] = ("attributes", "Set the attributes first.")

    skills: tuple[str, ...] = many("Trained skills")

    @classmethod
    def settled(cls, table: Table) -> str:
        return skill_names(chosen(table.me).get("skills") or [])

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"skills": tuple(_skill_choice(table.me, key) for key in trainable(table.me))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"skills": chosen(table.me).get("skills") or list(of_the_calling(table.me)[:OF_THE_CALLING])}

    def left(self, table: Table) -> str:
        picked, count = set(self.skills), _count(table.me)
        own = len(picked & set(of_the_calling(table.me)))
        more = count - len(picked)
        if more < 0:
            return f"{-more} too many"
        return f"{more} to choose, {max(0, OF_THE_CALLING - own)} from the profession" if more else "all chosen"

    def perform(self, table: Table, dice: Dice) -> None:
        picked, count = list(dict.fromkeys(self.skills)), _count(table.me)
        if len(picked) != count:
            kind = Incomplete if len(picked) < count else Refused
            raise kind(f"Choose {count} trained skills, not {len(picked)}.", "skills")
        own = [key for key in picked if key in of_the_calling(table.me)]
        if len(own) < OF_THE_CALLING:
            names = skill_names(of_the_calling(table.me))
            raise Refused(f"{OF_THE_CALLING} must come from the profession: {names}.", "skills")
        settle(table, skills=picked)


def _count(sheet: Sheet) -> int:
    """How many skills are trained at the age chosen; 0 before one is (D-1)."""
    age = age_of(sheet)
    return age.trained if age else 0


def trainable(sheet: Sheet) -> tuple[str, ...]:
    """The keys of the skills that can be trained: the profession's first, then all others but magic."""
    own = of_the_calling(sheet)
    others = (key for key, one in library.skills().items() if key not in own and one.kind != library.MAGIC)
    return (*own, *others)


def _skill_choice(sheet: Sheet, key: str) -> Choice:
    skill = library.skills()[key]
    value = sheet.rank("attribute", skill.attribute)
    own = ", profession" if key in of_the_calling(sheet) else ""
    return Choice(key, skill.name, f"{base_chance(value)}, trained {trained_level(value)}{own}")
