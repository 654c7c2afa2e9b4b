"""Steps of a character's temper: virtues and traits (SDA-077 to SDA-079, C-09, D-6, D-7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, Refused, Sheet, Table, counted, many, pick
from rules.systems.sda.content import compendium, life_shelf
from rules.systems.sda.creation.life.buying import closed_trait
from rules.systems.sda.creation.life.life import Life, life_of
from rules.systems.sda.creation.life.life_words import needs_words, points_words, said_of
from rules.systems.sda.creation.life.sheet import at_best
from rules.systems.sda.creation.life.virtues import allowed_steps, side_of, step_of
from rules.systems.sda.creation.steps.one_of import CLOSED, points_left
from rules.systems.sda.creation.steps.state import Making, choose


@dataclass(frozen=True, slots=True)
class ChooseVirtues(Making):
    """Choose on which side of the balance each of the five virtues begins (SDA-077 to SDA-079, C-09)."""

    name: ClassVar[str] = "making.virtues"
    label: ClassVar[str] = "Virtues"
    guidance: ClassVar[str] = "All virtues start balanced, leaning to one side. Events may have changed faith."
    in_short: ClassVar[bool] = True
    needs: ClassVar[tuple[tuple[str, str], ...]] = (("kin", "Choose a kin first."),)
    settles: ClassVar[str] = "virtues"

    courage: str = pick("Courage")
    faith: str = pick("Faith")
    honesty: str = pick("Honesty")
    pride: str = pick("Pride")
    temperance: str = pick("Temperance")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        return {
            key: tuple(_step_choice(key, step) for step in allowed_steps(life, key)) for key in compendium.virtues()
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        life = life_of(table.me, table.house_rules)
        return {key: str(step_of(life, key)) for key in compendium.virtues()}

    @classmethod
    def chosen(cls, life: Life, sheet: Sheet) -> str:
        return ", ".join(compendium.virtues()[key].steps[step] for key, step in life.choices["virtues"].items())

    def perform(self, table: Table, dice: Dice) -> None:
        choose(table, "courage", virtues={key: int(getattr(self, key)) for key in compendium.virtues()})


def _step_choice(virtue: str, step: int) -> Choice:
    names = compendium.virtues()[virtue].steps
    end = names[-1] if side_of(step) == "excess" else names[0]
    return Choice(str(step), names[step], f"towards {end}")


@dataclass(frozen=True, slots=True)
class ChooseTraits(Making):
    """Buy traits with background points, or take flaws for some more (D-7)."""

    name: ClassVar[str] = "making.traits"
    label: ClassVar[str] = "Traits"
    guidance: ClassVar[str] = "What sets you apart? Flaws give points back, for earlier steps too."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (
        ("reason", "Choose a reason to leave first."),
        ("motivation", "Choose a motivation first."),
        ("virtues", "Choose the virtues first."),
    )
    settles: ClassVar[str] = "traits"

    traits: tuple[str, ...] = many("Traits")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        sheet = at_best(life)
        listed = compendium.offered(life_shelf.traits(), life.bought)
        priced = [key for key in listed if key not in life.granted and life.cost_of_trait(key) is not None]
        found = [_trait_choice(life, key, closed_trait(life, key, sheet)) for key in priced]
        headings = (FREE, GIFTS, FLAWS, CLOSED)
        return {"traits": tuple(sorted(found, key=lambda choice: headings.index(choice.under)))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"traits": life_of(table.me, table.house_rules).bought}

    @classmethod
    def chosen(cls, life: Life, sheet: Sheet) -> str:
        return ", ".join(life_shelf.traits()[key].name for key in life.traits) or "none"

    def left(self, table: Table) -> str:
        return points_left(table, traits=list(self.traits))

    @classmethod
    def unspent(cls, table: Table) -> str:
        left = life_of(table.me, table.house_rules).points_left
        return counted(left, "background point", "background points") if left > 0 else ""

    def perform(self, table: Table, dice: Dice) -> None:
        life = life_of(table.me, table.house_rules)
        sheet, picked = at_best(life), list(dict.fromkeys(self.traits))
        for key in picked:
            if closed := closed_trait(life, key, sheet, picked):
                raise Refused(f"{life_shelf.traits()[key].name}: {closed}", "traits")
        choose(table, "traits", traits=picked)


#: The headings of traits.
FREE, GIFTS, FLAWS = "Free for you", "For background points", "Flaws, which give points"


def _trait_choice(life: Life, key: str, closed: str) -> Choice:
    trait, cost = life_shelf.traits()[key], life.cost_of_trait(key) or 0
    words, needs = points_words(cost), needs_words(trait)
    said = closed or f"{words[:1].upper()}{words[1:]}{f'; needs {needs}' if needs and cost else ''}."
    under = CLOSED if closed else FREE if not cost else GIFTS if cost > 0 else FLAWS
    return Choice(key, trait.name, f"{said} {said_of(trait)}".strip(), under)
