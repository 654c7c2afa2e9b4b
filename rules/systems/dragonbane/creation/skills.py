"""The step that trains skills (D-1, D-2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel.commands import Choice, many
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.refusals import NotNow, Refused
from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.table import Table
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core.figures import base_chance, trained_level
from rules.systems.dragonbane.creation.state import OF_THE_CALLING, Making, age_of, calling_of, chosen, settle


def of_the_calling(sheet: Sheet) -> tuple[str, ...]:
    """The skills of the profession, with the mage's school among them."""
    calling, school = calling_of(sheet), chosen(sheet).get("school")
    return (*(calling.skills if calling else ()), *((school,) if school else ()))


@dataclass(frozen=True, slots=True)
class TrainSkills(Making):
    """Choose the trained skills: six of the profession's, the rest freely (D-1)."""

    name: ClassVar[str] = "making.skills"
    label: ClassVar[str] = "Skills"
    guidance: ClassVar[str] = "Trained skills begin at twice the base chance. Six must come from the profession."

    skills: tuple[str, ...] = many("Trained skills")

    @classmethod
    def waits(cls, table: Table) -> None:
        if not chosen(table.me).get("attributes"):
            raise NotNow("Make the attributes first.")

    @classmethod
    def settled(cls, table: Table) -> str:
        trained = chosen(table.me).get("skills") or []
        return ", ".join(library.skills()[key].name for key in trained)

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
        return f"{more} to choose, {max(0, OF_THE_CALLING - own)} of them from the profession" if more else "all chosen"

    def perform(self, table: Table, dice: Dice) -> None:
        picked, count = list(dict.fromkeys(self.skills)), _count(table.me)
        if len(picked) != count:
            raise Refused(f"{count} skills are trained; {len(picked)} were chosen.", "skills")
        own = [key for key in picked if key in of_the_calling(table.me)]
        if len(own) < OF_THE_CALLING:
            names = ", ".join(library.skills()[key].name for key in of_the_calling(table.me))
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
    own = ", of the profession" if key in of_the_calling(sheet) else ""
    return Choice(key, skill.name, f"{base_chance(value)}, trained {trained_level(value)}{own}")
