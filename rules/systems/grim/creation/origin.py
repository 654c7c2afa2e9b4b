"""The steps of attributes, ancestry and profession; attributes are 25 + 3d10 each (D-1, D-4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.creation import chosen
from rules.engine.kernel import Choice, Dice, NotNow, Refused, Table, amount, number, pick, signed, throw
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import Ancestry, Profession
from rules.systems.grim.content.switches.people import EXPERTS
from rules.systems.grim.creation.making import Making, ancestry_of, are_assigned, choose, profession_of

ATTRIBUTES = ("attributes", "Roll the attributes first, and assign them if the house rules allow.")
ANCESTRY = ("ancestry", "Choose an ancestry first.")


def ancestry_words(one: Ancestry) -> tuple[str, ...]:
    """Additions of an ancestry to bonuses: "Brawn Bonus +1"."""
    names = library.attributes()
    return tuple(f"{names[key].name} Bonus {signed(by)}" for key, by in one.bonuses.items())


@dataclass(frozen=True, slots=True)
class ChooseAncestry(Making, name="make.ancestry", label="Ancestry"):
    """Choose an ancestry and one of its twelve traits, or let a d12 choose the trait (D-4)."""

    guidance: ClassVar[str] = "Your ancestry changes bonuses and gives a trait. Choose the trait or roll a d12."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (ATTRIBUTES,)

    ancestry: str = pick("Ancestry")
    trait: str = pick("Trait", default="", help="The d12 decides")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        names = library.ancestries()
        return {
            "ancestry": tuple(Choice(one.key, one.name, ", ".join(ancestry_words(one))) for one in names.values()),
            "trait": tuple(
                Choice(one.key, one.name, one.description, goes_with=("ancestry", frozenset((one.ancestry,))))
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
            raise Refused(f"This trait belongs to another ancestry. Choose one of the {name} traits, or none.", "trait")
        if not self.trait and self.ancestry not in fell:
            face = throw(table, dice, table.actor, "Trait", amount("d12"), listed=True)
            of_these = (one for one in library.ancestral_traits().values() if one.ancestry == self.ancestry)
            fell[self.ancestry] = next(one.key for one in of_these if one.face == face)
        choose(table, ancestry=self.ancestry, trait=self.trait or fell[self.ancestry], fell=fell)


def can_begin(expert: Profession) -> bool:
    """Whether a beginner can meet what an expert profession asks for: single ranks of skills that it teaches itself."""
    return all(rank == 1 and key in expert.skills for key, rank in expert.requires.items())


@dataclass(frozen=True, slots=True)
class ChooseProfession(Making, name="make.profession", label="Profession"):
    """Choose the first profession, one of the basic ones, or of the expert ones if the house lets one (D-1)."""

    guidance: ClassVar[str] = "Your profession sets your first skills, bonuses and talents."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (ATTRIBUTES, ANCESTRY)

    profession: str = pick("Profession")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        skills = library.skills()
        listed = (
            Choice(one.key, one.name, ", ".join(skills[key].name for key in one.skills), one.archetype.capitalize())
            for one in library.professions().values()
            if one.roll or (EXPERTS.flag(table.house_rules) and can_begin(one))
        )
        return {"profession": tuple(listed)}

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


# -- attributes --------------------------------------------------------------------------------------------------------

#: The dice of an attribute (D-1).
ROLL = "3d10+25"
LEAST, MOST = 28, 55


@dataclass(frozen=True, slots=True)
class RollAttributes(Making, name="make.attributes", label="Attributes"):
    """Roll 25 + 3d10 for each of the seven attributes (D-1). What fell stays."""

    guidance: ClassVar[str] = "25 + 3d10 each; the tens digit is the bonus. You roll once."

    @classmethod
    def possible(cls, table: Table) -> None:
        Making.possible(table)
        if "rolls" in chosen(table):
            raise NotNow("Already rolled. The roll stands.")

    @classmethod
    def settled(cls, table: Table) -> str:
        rolls = chosen(table).get("rolls")
        return ", ".join(map(str, rolls)) if rolls else ""

    def perform(self, table: Table, dice: Dice) -> None:
        roll = amount(ROLL)
        rolls = [throw(table, dice, table.actor, one.name, roll) for one in library.attributes().values()]
        fixed = None if are_assigned(table) else dict(zip(library.attributes(), rolls, strict=True))
        choose(table, rolls=rolls, attributes=fixed)


_ROLLED = ("rolls", "Roll the attributes first.")


def _value(label: str) -> Any:
    return number(label, least=LEAST, most=MOST)


@dataclass(frozen=True, slots=True)
class AssignAttributes(Making, name="make.assign", label="Assign the rolls"):
    """Assign the seven rolls to the attributes, each once; only where the campaign has it so (D-1)."""

    guidance: ClassVar[str] = "Each roll goes to one attribute."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_ROLLED,)

    combat: int = _value("Combat")
    brawn: int = _value("Brawn")
    agility: int = _value("Agility")
    perception: int = _value("Perception")
    intelligence: int = _value("Intelligence")
    willpower: int = _value("Willpower")
    fellowship: int = _value("Fellowship")

    @classmethod
    def is_taken(cls, table: Table) -> bool:
        return are_assigned(table)

    @classmethod
    def possible(cls, table: Table) -> None:
        Making.possible(table)
        if not are_assigned(table):
            raise NotNow("In this campaign attributes stay as rolled.")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        kept = chosen(table)
        rolls = kept.get("rolls") or [LEAST] * len(library.attributes())
        return kept.get("attributes") or dict(zip(library.attributes(), rolls, strict=True))

    @classmethod
    def settled(cls, table: Table) -> str:
        kept = chosen(table).get("attributes")
        if not kept or not are_assigned(table):
            return ""
        return ", ".join(f"{one.name} {kept[key]}" for key, one in library.attributes().items())

    def left(self, table: Table) -> str:
        rolls = list(chosen(table).get("rolls") or [])
        for value in self._values().values():
            if value in rolls:
                rolls.remove(value)
        return f"not assigned yet: {', '.join(map(str, rolls))}" if rolls else ""

    def perform(self, table: Table, dice: Dice) -> None:
        rolls = chosen(table)["rolls"]
        if sorted(self._values().values()) != sorted(rolls):
            raise Refused(f"The rolls are {', '.join(map(str, rolls))}: assign each of them once.", "combat")
        choose(table, attributes=self._values())

    def _values(self) -> dict[str, int]:
        return {key: int(getattr(self, key)) for key in library.attributes()}
