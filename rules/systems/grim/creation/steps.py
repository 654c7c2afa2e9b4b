"""The steps of the making: attributes, ancestry, profession, advances, equipment, and a start (D-1, D-4).

Each may be taken again as long as the making lasts, but for the dice of the attributes. Another profession has other
advances.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.creation import Step
from rules.engine.kernel import (
    Choice,
    Dice,
    ExperienceChanged,
    LimitChanged,
    MemoKept,
    Refused,
    ResourceChanged,
    Table,
    amount,
    many,
    pick,
    throw,
)
from rules.systems.grim.content import library
from rules.systems.grim.content.downtime_switches import ADVANCE_PRICE
from rules.systems.grim.content.entries import Ancestry, Profession
from rules.systems.grim.content.switches import FATE_POINTS, FORTUNE_POINTS, REWARD_POINTS
from rules.systems.grim.content.wares import offered, price, wares
from rules.systems.grim.core import FATE, FORTUNE, MAKING, signed
from rules.systems.grim.creation.making import (
    Making,
    advances,
    ancestry_of,
    choose,
    chosen,
    money,
    profession_of,
)
from rules.systems.grim.creation.rolls import AssignAttributes, RollAttributes

_ATTRIBUTES = ("attributes", "First roll the attributes, and assign them if that is the custom here.")
_ANCESTRY = ("ancestry", "First choose an ancestry.")
_PROFESSION = ("profession", "First choose a profession.")
_ADVANCES = ("advances", "First take the advances.")


def ancestry_words(one: Ancestry) -> tuple[str, ...]:
    """Additions of an ancestry to bonuses: "Brawn Bonus +1"."""
    names = library.attributes()
    return tuple(f"{names[key].name} Bonus {signed(by)}" for key, by in one.bonuses.items())


@dataclass(frozen=True, slots=True)
class ChooseAncestry(Making):
    """Choose an ancestry and one of its twelve traits, or let a d12 choose the trait (D-4)."""

    name: ClassVar[str] = "make.ancestry"
    label: ClassVar[str] = "Ancestry"
    guidance: ClassVar[str] = (
        "It raises some bonuses, lowers others, and brings a trait. A d12 names it, if you let it."
    )
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_ATTRIBUTES,)

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
            raise Refused(f"That trait belongs to another ancestry. Pick one of {name}, or none.", "trait")
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
    guidance: ClassVar[str] = "What have you lived on so far? It says which skills, bonuses and talents come first."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_ATTRIBUTES, _ANCESTRY)

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


@dataclass(frozen=True, slots=True)
class TakeAdvances(Making):
    """Take the first advances of the profession: skill ranks, bonuses, talents, each for 100 reward points (D-1)."""

    name: ClassVar[str] = "make.advances"
    label: ClassVar[str] = "Advances"
    guidance: ClassVar[str] = "The first reward points pay for some of the profession; the rest comes by playing."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_ATTRIBUTES, _ANCESTRY, _PROFESSION)

    skills: tuple[str, ...] = many("Skill ranks")
    bonuses: tuple[str, ...] = many("Bonuses")
    talents: tuple[str, ...] = many("Talents")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        profession = profession_of(table)
        if profession is None:
            return {"skills": (), "bonuses": (), "talents": ()}
        skills, names, talents = library.skills(), library.attributes(), library.talents()
        each = [(key, place) for key, most in profession.bonuses.items() for place in range(1, most + 1)]
        return {
            "skills": tuple(Choice(key, skills[key].name, skills[key].description) for key in profession.skills),
            "bonuses": tuple(
                Choice(f"{key}.{place}", f"{names[key].name} Bonus +1", "once more" if place > 1 else "")
                for key, place in each
            ),
            "talents": tuple(Choice(key, talents[key].name, talents[key].description) for key in profession.talents),
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        profession = profession_of(table)
        kept = chosen(table).get("advances")
        if kept:
            return {name: tuple(kept[name]) for name in ("skills", "bonuses", "talents")}
        return {"skills": profession.skills[: advances(table)]} if profession else {}

    @classmethod
    def settled(cls, table: Table) -> str:
        kept = chosen(table).get("advances")
        if kept is None:
            return ""
        names = [library.skills()[key].name for key in kept["skills"]]
        return ", ".join(names[:3]) + (" …" if len(names) > 3 else "") or f"{_count(kept)} advances"

    def left(self, table: Table) -> str:
        by = advances(table) - self._taken()
        return f"{by} advances left" if by >= 0 else f"{-by} advances too many"

    def perform(self, table: Table, dice: Dice) -> None:
        most = advances(table)
        if self._taken() > most:
            raise Refused(f"The reward points pay for {most} advances; these are {self._taken()}.", "skills")
        taken = {"skills": self.skills, "bonuses": self.bonuses, "talents": self.talents}
        choose(table, advances={name: list(dict.fromkeys(picked)) for name, picked in taken.items()})

    def _taken(self) -> int:
        return sum(len(set(picked)) for picked in (self.skills, self.bonuses, self.talents))


def _count(taken: Mapping[str, list[str]]) -> int:
    return sum(len(picked) for picked in taken.values())


@dataclass(frozen=True, slots=True)
class Equip(Making):
    """Spend the first money on weapons, armour and gear (D-5, D-6)."""

    name: ClassVar[str] = "make.equipment"
    label: ClassVar[str] = "Equipment"
    guidance: ClassVar[str] = (
        "More encumbrance than your Brawn Bonus and 3 slows you down. The rest stays in the purse."
    )
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_ATTRIBUTES, _ANCESTRY, _PROFESSION, _ADVANCES)

    armour: str = pick("Armour", default="", help="No armour")
    shield: str = pick("Shield", default="", help="No shield")
    weapons: tuple[str, ...] = many("Weapons")
    gear: tuple[str, ...] = many("Gear")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        sections = {"armour": "armour", "shield": "shields", "weapons": "weapons", "gear": "gear"}
        return {field: offered(f"{section}.", money(table)) for field, section in sections.items()}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        bought = chosen(table).get("wares") or []
        one = {"armour": "armour.", "shield": "shields."}
        single = {field: next((w for w in bought if w.startswith(start)), "") for field, start in one.items()}
        return {
            **single,
            **{name: tuple(w for w in bought if w.startswith(f"{name}.")) for name in ("weapons", "gear")},
        }

    @classmethod
    def settled(cls, table: Table) -> str:
        bought = chosen(table).get("wares")
        if bought is None:
            return ""
        names = ", ".join(wares()[ware][0] for ware in bought[:3]) + (" …" if len(bought) > 3 else "")
        left = money(table) - sum(wares()[ware][1] for ware in bought)
        return f"{names or 'nothing'}; {price(left)} left"

    def left(self, table: Table) -> str:
        left = money(table) - self._cost()
        return f"{price(left)} left" if left >= 0 else f"{price(-left)} too much"

    def perform(self, table: Table, dice: Dice) -> None:
        there, cost = money(table), self._cost()
        if cost > there:
            raise Refused(
                f"There are {price(there)}; this costs {price(cost)}, {price(cost - there)} too much.", "weapons"
            )
        choose(table, wares=list(self._bought()))

    def _bought(self) -> tuple[str, ...]:
        return tuple(ware for ware in (self.armour, self.shield, *self.weapons, *self.gear) if ware in wares())

    def _cost(self) -> int:
        return sum(wares()[ware][1] for ware in self._bought())


@dataclass(frozen=True, slots=True)
class Finish(Making):
    """Close the making: from now on reward points buy advances (D-1)."""

    name: ClassVar[str] = "make.finish"
    label: ClassVar[str] = "Begin"
    guidance: ClassVar[str] = "Look at it once more. Reward points that are left stay yours."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (
        _ATTRIBUTES,
        _ANCESTRY,
        _PROFESSION,
        _ADVANCES,
        ("wares", "First choose the equipment."),
    )

    @classmethod
    def settled(cls, table: Table) -> str:
        return ""

    def perform(self, table: Table, dice: Dice) -> None:
        spent = _count(chosen(table)["advances"]) * ADVANCE_PRICE.number(table.house_rules)
        left = REWARD_POINTS.number(table.house_rules) - spent
        if left > 0:
            table.happen(ExperienceChanged(table.actor, "reward", "points", left, "left from the making"))
        for resource, switch in ((FORTUNE, FORTUNE_POINTS), (FATE, FATE_POINTS)):
            by = switch.number(table.house_rules) - table.me.resources[resource].most
            if by:
                table.happen(LimitChanged(table.actor, resource, by))
                table.happen(ResourceChanged(table.actor, resource, by, "the making"))
        table.happen(MemoKept(table.actor, MAKING, None))


STEPS: tuple[type[Step], ...] = (
    RollAttributes,
    AssignAttributes,
    ChooseAncestry,
    ChooseProfession,
    TakeAdvances,
    Equip,
    Finish,
)
