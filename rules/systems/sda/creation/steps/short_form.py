"""The short form: points on the attributes of a people, and experience for skills, without a life told (D-6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, NotNow, Refused, Sheet, Table, counted, many, number
from rules.systems.sda.content import compendium
from rules.systems.sda.content.house_rules import creation
from rules.systems.sda.content.skills import ATTRIBUTES, GROUPS, SKILLS
from rules.systems.sda.creation.life.life import Life, life_of
from rules.systems.sda.creation.life.sheet import born_with, cost_of_ranks, reckon
from rules.systems.sda.creation.steps.state import Making, choose


def _points(label: str) -> Any:
    return number(label, most=8, default=0)


@dataclass(frozen=True, slots=True)
class ShortForm(Making):
    """Share out extra points over the attributes and experience over the skills, at the usual prices (SDA-066, D-6)."""

    name: ClassVar[str] = "making.short"
    label: ClassVar[str] = "Short form"
    guidance: ClassVar[str] = "Instead of a life path: points for attributes, experience for ranks."
    in_short: ClassVar[bool] = True
    needs: ClassVar[tuple[tuple[str, str], ...]] = (("kin", "Choose a kin first."),)
    settles: ClassVar[str] = "short"

    agility: int = _points("Agility")
    strength: int = _points("Strength")
    constitution: int = _points("Constitution")
    erudition: int = _points("Erudition")
    persona: int = _points("Persona")
    wisdom: int = _points("Wisdom")
    rank_1: tuple[str, ...] = many("Skills of rank 1")
    rank_2: tuple[str, ...] = many("Skills of rank 2")
    rank_3: tuple[str, ...] = many("Skills of rank 3")
    rank_4: tuple[str, ...] = many("Skills of rank 4")

    @classmethod
    def waits(cls, life: Life) -> None:
        if creation.WAY.chosen(life.house_rules) == creation.PATH:
            raise NotNow("This campaign uses the life path.")
        if life.people and life.people.arrays and not life.has("array"):
            raise NotNow("Assign the attributes first.")
        if life.origin and not life.short:
            raise NotNow("You have begun a life path. Choose your people again to restart.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        sheet = reckon(life.without("short"), "").sheet
        most = creation.MOST_RANK.number(table.house_rules)
        held = life.short["ranks"] if life.short else ()
        return {
            field: tuple(
                Choice(key, skill.name, f"{cost_of_ranks(sheet, {key: rank})} experience", GROUPS[skill.group].name)
                for key, skill in compendium.offered(SKILLS, held).items()
                if rank <= most
            )
            for rank, field in FIELDS.items()
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        short = life_of(table.me, table.house_rules).short or {"attributes": {}, "ranks": {}}
        ranks = short["ranks"].items()
        fields = {field: tuple(key for key, had in ranks if had == rank) for rank, field in FIELDS.items()}
        return {**short["attributes"], **fields}

    @classmethod
    def chosen(cls, life: Life, sheet: Sheet) -> str:
        ranks = life.short["ranks"].items() if life.short else ()
        return ", ".join(f"{SKILLS[key].name} {rank}" for key, rank in ranks) or "untrained"

    def left(self, table: Table) -> str:
        points, xp = _left(life_of(table.me, table.house_rules), self._added(), self._ranks())
        return f"{points} points and {xp} experience left"

    @classmethod
    def unspent(cls, table: Table) -> str:
        life = life_of(table.me, table.house_rules)
        if not life.short:
            return ""
        points, xp = _left(life, life.short["attributes"], life.short["ranks"])
        found = [counted(points, "point", "points")] if points > 0 else []
        return " and ".join(found + ([f"{xp} experience"] if xp > 0 else []))

    def perform(self, table: Table, dice: Dice) -> None:
        life = life_of(table.me, table.house_rules)
        self._refuse_attributes(life)
        sheet = reckon(life.without("short"), "").sheet
        cost, there = cost_of_ranks(sheet, self._ranks()), creation.LEARNT.number(table.house_rules)
        if cost > there:
            raise Refused(f"These ranks cost {cost} experience; you have {there}.", "rank_1")
        choose(table, "rank_1", short={"attributes": self._added(), "ranks": self._ranks()})

    def _refuse_attributes(self, life: Life) -> None:
        added, cap = self._added(), creation.CAP.number(life.house_rules)
        points = creation.EXTRA.number(life.house_rules)
        if sum(added.values()) > points:
            raise Refused(f"Spend {points} points, not {sum(added.values())}.", "agility")
        for key, by in added.items():
            born = born_with(life)[key]
            if by and born + by > cap:
                raise Refused(f"{ATTRIBUTES[key].name} is {born}; {max(0, cap - born)} can be added, up to {cap}.", key)

    def _added(self) -> dict[str, int]:
        return {key: by for key in ATTRIBUTES if (by := int(getattr(self, key)))}

    def _ranks(self) -> dict[str, int]:
        return {key: rank for rank, field in FIELDS.items() for key in getattr(self, field)}


#: The field of each rank.
FIELDS = {1: "rank_1", 2: "rank_2", 3: "rank_3", 4: "rank_4"}


def _left(life: Life, added: Mapping[str, int], ranks: Mapping[str, int]) -> tuple[int, int]:
    """The points for attributes and the experience for ranks that are left beside what is chosen."""
    sheet = reckon(life.without("short"), "").sheet
    points = creation.EXTRA.number(life.house_rules) - sum(added.values())
    return points, creation.LEARNT.number(life.house_rules) - cost_of_ranks(sheet, ranks)
