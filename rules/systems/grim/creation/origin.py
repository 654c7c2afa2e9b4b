"""The steps of ancestry and profession (D-1, D-4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, Refused, Table, amount, pick, throw
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import Ancestry, Profession
from rules.systems.grim.core import signed
from rules.systems.grim.creation.making import Making, ancestry_of, choose, chosen, profession_of

ATTRIBUTES = ("attributes", "Roll the attributes first, and assign them if the house rules allow.")
ANCESTRY = ("ancestry", "Choose an ancestry first.")


def ancestry_words(one: Ancestry) -> tuple[str, ...]:
    """Additions of an ancestry to bonuses: "Brawn Bonus +1"."""
    names = library.attributes()
    return tuple(f"{names[key].name} Bonus {signed(by)}" for key, by in one.bonuses.items())


@dataclass(frozen=True, slots=True)
class ChooseAncestry(Making):
    """Choose an ancestry and one of its twelve traits, or let a d12 choose the trait (D-4)."""

    name: ClassVar[str] = "make.ancestry"
    label: ClassVar[str] = "Ancestry"
    guidance: ClassVar[str] = "Your ancestry changes bonuses and gives a trait. Choose one or roll a d12."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (ATTRIBUTES,)

    ancestry: str = pick("Ancestry")
    trait: str = pick("Trait", default="", help="The d12 decides")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        names = library.ancestries()
        return {
            "ancestry": tuple(Choice(one.key, one.name, ", ".join(ancestry_words(one))) for one in names.values()),
            "trait": tuple(
                Choice(one.key, one.name, one.description, names[one.ancestry].name)
                for one in library.ancestral_traits().values()
            ),
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {name: chosen(table)[name] for name in ("ancestry", "trait") if name in chosen(table)}

    @classmethod
    def settled(cls, table: Table) -> str:
        ancestry, kept = ancestry_of(table), chosen(table)
        return f"{ancestry.name}, {library.ancestral_traits()[kept['trait']].name}" if ancestry else ""

    def perform(self, table: Table, dice: Dice) -> None:
        fell = dict(chosen(table).get("fell") or {})
        if self.trait and library.ancestral_traits()[self.trait].ancestry != self.ancestry:
            name = library.ancestries()[self.ancestry].name
            raise Refused(f"This trait belongs to another ancestry. Choose one of {name}, or none.", "trait")
        if not self.trait and self.ancestry not in fell:
            face = throw(table, dice, table.actor, "Trait", amount("d12"))
            of_these = (one for one in library.ancestral_traits().values() if one.ancestry == self.ancestry)
            fell[self.ancestry] = next(one.key for one in of_these if one.face == face)
        choose(table, ancestry=self.ancestry, trait=self.trait or fell[self.ancestry], fell=fell)


@dataclass(frozen=True, slots=True)
class ChooseProfession(Making):
    """Choose the first profession, one of the basic ones (D-1)."""

    name: ClassVar[str] = "make.profession"
    label: ClassVar[str] = "Profession"
    guidance: ClassVar[str] = "Your profession sets your first skills, bonuses and talents."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (ATTRIBUTES, ANCESTRY)

    profession: str = pick("Profession")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        listed = ((one, one.archetype.capitalize()) for one in basic_professions())
        return {"profession": tuple(Choice(one.key, one.name, _of_profession(one), under) for one, under in listed)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        kept = chosen(table)
        return {"profession": kept["profession"]} if "profession" in kept else {}

    @classmethod
    def settled(cls, table: Table) -> str:
        profession = profession_of(table)
        return f"{profession.name}, {profession.archetype}" if profession else ""

    def perform(self, table: Table, dice: Dice) -> None:
        changed = self.profession != chosen(table).get("profession")
        choose(table, profession=self.profession, **({"advances": None} if changed else {}))


def basic_professions() -> tuple[Profession, ...]:
    """The professions with which people begin."""
    return tuple(one for one in library.professions().values() if one.roll)


def _of_profession(one: Profession) -> str:
    return ", ".join(library.skills()[key].name for key in one.skills)
