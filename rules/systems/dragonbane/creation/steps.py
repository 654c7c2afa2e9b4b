"""The last steps of the making (gear, story, the end), the order of all steps, and all at once by dice (D-1, D-2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.creation import Step, one_of
from rules.engine.kernel import (
    Command,
    Dice,
    LimitChanged,
    MemoKept,
    NotNow,
    Place,
    ResourceChanged,
    Table,
    TextChanged,
    Told,
    amount,
    throw,
    words,
)
from rules.systems.dragonbane.content import library, switches
from rules.systems.dragonbane.content.entries import Profession
from rules.systems.dragonbane.core import MOST_ATTRIBUTE, UNMADE, age_of, calling_of, usual_limit
from rules.systems.dragonbane.creation.attributes import (
    FIELDS,
    MakeAttributes,
    SwapAttributes,
    are_rolled,
    points,
    roll_attributes,
)
from rules.systems.dragonbane.creation.origin import (
    ChooseAge,
    ChooseKin,
    ChooseProfession,
    TrainSkills,
    of_the_calling,
    trainable,
)
from rules.systems.dragonbane.creation.state import (
    LEAST_ATTRIBUTE,
    OF_THE_CALLING,
    Making,
    chosen,
    settle,
)


@dataclass(frozen=True, slots=True)
class GatherOutfit(Making, name="making.outfit", label="Gear and story"):
    """Take the profession's gear and silver, and tell the name, weakness, memento and appearance (D-1)."""

    guidance: ClassVar[str] = "Your profession gives you gear and silver. The rest is up to you."
    needs: ClassVar[tuple[str, str]] = ("skills", "Choose the trained skills first.")

    called: str = words("Name", default="", most=120, help="Leave empty to keep it")
    weakness: str = words("Weakness", default="", most=200, help="Giving in to it earns a mark")
    memento: str = words("Memento", default="", most=200)
    appearance: str = words("Appearance", default="", most=200)

    @classmethod
    def settled(cls, table: Table) -> str:
        silver = chosen(table.me).get("silver")
        return f"{silver} silver" if silver else ""

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        texts = {name: table.me.texts.get(name, "") for name in _TOLD}
        return {"called": table.me.name, **texts}

    def perform(self, table: Table, dice: Dice) -> None:
        calling = calling_of(table.me)
        silver = int(chosen(table.me).get("silver") or 0)
        if not silver and calling:
            silver = throw(table, dice, table.actor, "silver", amount(calling.silver))
        purses = {**(chosen(table.me).get("purses") or {}), **({calling.key: silver} if calling else {})}
        settle(table, silver=silver, purses=purses)
        told = {"name": self.called.strip()[:120] or table.me.name}
        told |= {name: str(getattr(self, name)) for name in _TOLD}
        for name, text in told.items():
            if text != (table.me.name if name == "name" else table.me.texts.get(name, "")):
                table.happen(TextChanged(table.actor, name, text))


_TOLD = ("weakness", "memento", "appearance")


@dataclass(frozen=True, slots=True)
class Finish(Making, name="making.finish", label="Done"):
    """Close the making: from now on the character is played (D-1)."""

    guidance: ClassVar[str] = "Check the sheet. After this step you can play, and change it by hand."
    needs: ClassVar[tuple[str, str]] = ("silver", "Choose the gear first.")

    @classmethod
    def settled(cls, table: Table) -> str:
        return ""

    def perform(self, table: Table, dice: Dice) -> None:
        finish(table)


def finish(table: Table) -> None:
    """Forget the choices of the making, and begin unhurt."""
    who = table.actor
    table.happen(MemoKept(who, UNMADE, None), Told((who,), "{0} is ready for the road."))
    for resource in ("hp", "wp"):
        held, most = table.me.resources[resource], usual_limit(table.me, resource)
        if most != held.most:
            table.happen(LimitChanged(who, resource, most - held.most))
        if most > table.me.now(resource):
            table.happen(ResourceChanged(who, resource, most - table.me.now(resource)))


#: A d6 for the age: young, adult, old.
AGES_BY_DIE = ("young", "young", "young", "adult", "adult", "old")


@dataclass(frozen=True, slots=True)
class AtRandom(Command, name="making.random", label="All random"):
    """Make everything by dice, and by every rule: kin, profession, age, attributes, skills, silver (D-1)."""

    place: ClassVar[Place] = Place.MAKING

    @classmethod
    def possible(cls, table: Table) -> None:
        if UNMADE not in table.me.memo:
            raise NotNow(f"{table.me.name} is ready to play. Edit the sheet instead.")

    def perform(self, table: Table, dice: Dice) -> None:
        ChooseKin(kin=one_of(table, dice, list(library.kins()))).perform(table, dice)
        calling = library.professions()[one_of(table, dice, list(library.professions()))]
        school = one_of(table, dice, list(calling.schools)) if calling.schools else ""
        ChooseProfession(profession=calling.key, school=school).perform(table, dice)
        ChooseAge(age=one_of(table, dice, list(AGES_BY_DIE))).perform(table, dice)
        self._attributes(table, dice, calling)
        TrainSkills(skills=self._skills(table, dice)).perform(table, dice)
        GatherOutfit(
            weakness=table.me.texts.get("weakness", ""),
            memento=table.me.texts.get("memento", ""),
            appearance=table.me.texts.get("appearance", ""),
        ).perform(table, dice)
        finish(table)

    def _attributes(self, table: Table, dice: Dice, calling: Profession) -> None:
        """Make the attributes in the campaign's way; rolled, the best is swapped to the profession's attribute."""
        if are_rolled(table):
            if not chosen(table.me).get("attributes"):
                MakeAttributes().perform(table, dice)
            made = chosen(table.me)["attributes"]
            best = max(made, key=lambda key: made[key])
            swaps = best != calling.attribute
            SwapAttributes(one=best if swaps else "", other=calling.attribute if swaps else "").perform(table, dice)
            return
        if switches.ATTRIBUTES.chosen(table.house_rules) == "points":
            made = self._shared_out(table, dice)
        else:
            made = roll_attributes(table, dice)
        MakeAttributes(**{FIELDS[key]: value for key, value in made.items()}).perform(table, dice)

    def _shared_out(self, table: Table, dice: Dice) -> dict[str, int]:
        """Attributes that share out all points, each by a die on one that can still take it."""
        made = dict.fromkeys(FIELDS, LEAST_ATTRIBUTE)
        while sum(made.values()) < points(table):
            open_ones = [key for key, value in made.items() if value < MOST_ATTRIBUTE]
            if not open_ones:
                break
            made[one_of(table, dice, open_ones)] += 1
        return made

    def _skills(self, table: Table, dice: Dice) -> tuple[str, ...]:
        own, age = list(of_the_calling(table.me)), age_of(table.me)
        picked: list[str] = [str(chosen(table.me)["school"])] if chosen(table.me).get("school") else []
        while len(picked) < OF_THE_CALLING:
            picked.append(one_of(table, dice, [key for key in own if key not in picked]))
        while len(picked) < (age.trained if age else 0):
            picked.append(one_of(table, dice, [key for key in trainable(table.me) if key not in picked]))
        return tuple(picked)


STEPS: Sequence[type[Step]] = (
    ChooseKin,
    ChooseProfession,
    ChooseAge,
    MakeAttributes,
    SwapAttributes,
    TrainSkills,
    GatherOutfit,
    Finish,
)
