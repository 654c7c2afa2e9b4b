"""Slots that scores give: spells to specialise in, tongues to speak and to read (PCT-047, D-1)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.engine.kernel import Choice, Dice, Item, ItemSet, RankChanged, Refused, Sheet, Table, counted, pick
from rules.systems.kaos.content import library
from rules.systems.kaos.content.entries import SCHOOLS
from rules.systems.kaos.core import OnSheet, most_specialities, needed_score, specialities, tenth
from rules.systems.kaos.core.casting import casting


@dataclass(frozen=True, slots=True)
class Specialise(OnSheet, name="spell.specialise", label="Specialise in a spell"):
    """Specialise in a spell whose score one has: half the drain. A tenth of the score is how many (PCT-047, C-19)."""

    spell: str = pick("Spell")
    school: str = pick("School", default="", help="Default: its own")

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        if not any(table.me.rank("skill", school) for school in SCHOOLS):
            raise Refused(f"{table.me.name} knows no magic. Learn Witchcraft or Thaumaturgy first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        schools = tuple(school for school in SCHOOLS if table.me.rank("skill", school))
        spells = (one for one in library.spells().values() if any(school in one.schools for school in schools))
        listed = tuple(Choice(one.key, one.name, _needs(one.schools)) for one in spells)
        return {"spell": listed, "school": tuple(Choice(school, school.capitalize()) for school in schools)}

    def perform(self, table: Table, dice: Dice) -> None:
        sheet, spell = table.me, library.spell_named(self.spell)
        school = self.school or next(one for one in spell.schools if sheet.rank("skill", one))
        cast = casting(sheet, spell, school)
        if not cast.is_met:
            needs = f"{school.capitalize()} {cast.needed}"
            raise Refused(f"{spell.name} needs {needs}; you have {cast.score}.", "spell")
        if sheet.rank(school, spell.key):
            raise Refused(f"{sheet.name} is specialised in {spell.name} already. Choose another spell.", "spell")
        most, held = most_specialities(sheet, school), specialities(sheet, school)
        if len(held) >= most:
            names = ", ".join(library.spells()[key].name for key in held)
            raise Refused(
                f"{school.capitalize()} {cast.score} allows {most}: {names or 'none'}. Raise it first.", "spell"
            )
        table.happen(RankChanged(table.actor, school, spell.key, 1))


def _needs(schools: Mapping[str, int]) -> str:
    return ", ".join(f"{school.capitalize()} {needed_score(tier)}" for school, tier in schools.items())


# -- tongues ----------------------------------------------------------------------------------------------------------


def tongues(sheet: Sheet) -> dict[str, Item]:
    """The languages that one speaks, by key; those in use are read and written as well."""
    return {key: item for key, item in sheet.items.items() if item.kind == "language"}


def most_tongues(sheet: Sheet) -> int:
    """How many tongues one may speak: one's own, and a tenth of Languages (D-1)."""
    return 1 + tenth(sheet.rank("skill", "languages"))


def most_read(sheet: Sheet) -> int:
    """How many tongues one may read: a tenth of Literacy."""
    return tenth(sheet.rank("skill", "literacy"))


@dataclass(frozen=True, slots=True)
class LearnLanguage(OnSheet, name="language.learn", label="Learn a language"):
    """Learn to speak a tongue: one's own, and one for each 10 of Languages (D-1)."""

    language: str = pick("Language")

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        spoken, most = len(tongues(table.me)), most_tongues(table.me)
        if spoken >= most:
            score = table.me.rank("skill", "languages")
            raise Refused(
                f"Languages {score} is enough for {counted(most, 'language', 'languages')}; you speak {spoken}. "
                "Raise it first."
            )

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"language": tuple(Choice(one.key, one.name, one.description) for one in library.languages().values())}

    def perform(self, table: Table, dice: Dice) -> None:
        if any(item.entry == self.language for item in tongues(table.me).values()):
            name = library.languages()[self.language].name
            raise Refused(f"{table.me.name} speaks {name} already. Choose another.", "language")
        table.happen(ItemSet(table.actor, f"language-{self.language}", library.item_from("languages", self.language)))


@dataclass(frozen=True, slots=True)
class LearnLetters(OnSheet, name="language.read", label="Learn to read"):
    """Learn to read and write a tongue that one speaks: one for each 10 of Literacy (D-1)."""

    language: str = pick("Language")

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        read = sum(item.in_use for item in tongues(table.me).values())
        if read >= most_read(table.me):
            score = table.me.rank("skill", "literacy")
            raise Refused(
                f"Literacy {score} is enough to read {counted(most_read(table.me), 'language', 'languages')}; "
                f"you read {read}. Raise it first."
            )

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        listed = tongues(table.me).items()
        return {"language": tuple(Choice(key, item.name) for key, item in listed if not item.in_use)}

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items[self.language]
        table.happen(ItemSet(table.actor, self.language, replace(item, in_use=True)))
