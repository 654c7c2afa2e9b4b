"""The short form, points and experience without a life told; equipment; the end of the making (D-4 to D-6, D-12)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.creation import MAKING, unarmed
from rules.engine.kernel import Choice, Dice, MemoKept, NotNow, Refused, Sheet, Table, Told, counted, many
from rules.systems.sda.content import compendium
from rules.systems.sda.content.house_rules import creation
from rules.systems.sda.content.money import armour_words, price_words, weapon_words
from rules.systems.sda.content.skills import ATTRIBUTES, GROUPS, SKILLS
from rules.systems.sda.creation.life.life import Life, life_of
from rules.systems.sda.creation.life.new_sheet import (
    SHOPS,
    bought,
    copper_given,
    copper_left,
    on_sale,
    picks,
    thing_name,
    wares,
)
from rules.systems.sda.creation.life.sheet import born_with, cost_of_ranks, reckon
from rules.systems.sda.creation.steps.one_of import RaiseAll
from rules.systems.sda.creation.steps.state import Making, choose, is_way_decided


@dataclass(frozen=True, slots=True)
class ShortForm(RaiseAll, name="making.short", label="Short form"):
    """Share out extra points over the attributes and experience over the skills, at the usual prices (SDA-066, D-6)."""

    guidance: ClassVar[str] = "Instead of a life path: points for attributes, experience for ranks."
    in_short: ClassVar[bool] = True
    needs: ClassVar[tuple[tuple[str, str], ...]] = (("kin", "Choose a kin first."),)
    settles: ClassVar[str] = "short"

    rank_1: tuple[str, ...] = many("Skills of rank 1")
    rank_2: tuple[str, ...] = many("Skills of rank 2")
    rank_3: tuple[str, ...] = many("Skills of rank 3")
    rank_4: tuple[str, ...] = many("Skills of rank 4")

    @classmethod
    def is_taken(cls, table: Table) -> bool:
        begun = life_of(table.me, table.house_rules)
        return creation.WAY.chosen(table.house_rules) != creation.PATH and bool(begun.short or not begun.origin)

    @classmethod
    def is_decided(cls, table: Table) -> bool:
        return is_way_decided(table)

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
        points, xp = _left(life_of(table.me, table.house_rules), self.added(), self._ranks())
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
        choose(table, "rank_1", short={"attributes": self.added(), "ranks": self._ranks()})

    def _refuse_attributes(self, life: Life) -> None:
        added, cap = self.added(), creation.CAP.number(life.house_rules)
        points = creation.EXTRA.number(life.house_rules)
        if sum(added.values()) > points:
            raise Refused(f"Spend {points} points, not {sum(added.values())}.", "agility")
        for key, by in added.items():
            born = born_with(life)[key]
            if by and born + by > cap:
                raise Refused(f"{ATTRIBUTES[key].name} is {born}; {max(0, cap - born)} can be added, up to {cap}.", key)

    def _ranks(self) -> dict[str, int]:
        return {key: rank for rank, field in FIELDS.items() for key in getattr(self, field)}


#: The field of each rank.
FIELDS = {1: "rank_1", 2: "rank_2", 3: "rank_3", 4: "rank_4"}


def _left(life: Life, added: Mapping[str, int], ranks: Mapping[str, int]) -> tuple[int, int]:
    """The points for attributes and the experience for ranks that are left beside what is chosen."""
    sheet = reckon(life.without("short"), "").sheet
    points = creation.EXTRA.number(life.house_rules) - sum(added.values())
    return points, creation.LEARNT.number(life.house_rules) - cost_of_ranks(sheet, ranks)


@dataclass(frozen=True, slots=True)
class Equip(Making, name="making.equipment", label="Equipment"):
    """Take along what the chapters gave, and spend the money (D-4, D-5, D-6, D-12)."""

    guidance: ClassVar[str] = "You keep what your life gave you. Buy more, or keep the money."
    in_short: ClassVar[bool] = True
    needs: ClassVar[tuple[tuple[str, str], ...]] = (
        ("attributes", "Spend the experience first."),
        ("virtues", "Choose the virtues first."),
    )
    settles: ClassVar[str] = "equipment"

    gifts: tuple[str, ...] = many("One of each")
    weapons: tuple[str, ...] = many("Weapons")
    armour: tuple[str, ...] = many("Armour")
    gear: tuple[str, ...] = many("Gear")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        there = copper_given(life)
        gifts = tuple(
            Choice(f"{slot}/{thing}", thing_name(thing), under=chapter.name)
            for slot, chapter, belonging in picks(life)
            for thing in belonging.one_of
        )
        return {"gifts": gifts} | {section: _shelf(section, there, bought(life)) for section in SHOPS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        life = life_of(table.me, table.house_rules)
        kept = life.choices.get("equipment") or {}
        first = tuple(f"{slot}/{belonging.one_of[0]}" for slot, _, belonging in picks(life))
        by_shop = {s: tuple(w for w in bought(life) if w.startswith(f"{s}.")) for s in SHOPS}
        return {"gifts": tuple(kept.get("gifts") or first), **by_shop}

    @classmethod
    def chosen(cls, life: Life, sheet: Sheet) -> str:
        names = ", ".join(thing_name(ware) for ware in bought(life)[:3]) + (" …" if len(bought(life)) > 3 else "")
        return f"{names or 'nothing bought'}; {price_words(copper_left(life)) or 'no money'} left"

    def left(self, table: Table) -> str:
        left = copper_given(life_of(table.me, table.house_rules)) - self._cost()
        return f"{price_words(left) or 'no money'} left" if left >= 0 else f"{price_words(-left)} too much"

    def perform(self, table: Table, dice: Dice) -> None:
        life = life_of(table.me, table.house_rules)
        there, cost = copper_given(life), self._cost()
        if cost > there:
            has = price_words(there) or "no money"
            raise Refused(f"You have {has}; this costs {price_words(cost)}.", "weapons")
        self._refuse_greed(life)
        choose(table, "gifts", equipment={"gifts": list(self.gifts), "bought": list(self._wares())})

    @classmethod
    def lack(cls, table: Table) -> str:
        return unarmed(table.me)

    def _wares(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.weapons, *self.armour, *self.gear)))

    def _cost(self) -> int:
        return sum(wares().get(ware, 0) for ware in self._wares())

    def _refuse_greed(self, life: Life) -> None:
        for slot, chapter, _ in picks(life):
            if sum(value.startswith(f"{slot}/") for value in self.gifts) > 1:
                raise Refused(f"{chapter.name}: choose only one.", "gifts")


def _shelf(section: str, there: int, held: Sequence[str]) -> tuple[Choice, ...]:
    """Choices of a shop: the wares that the money is enough for, each by itself."""
    return tuple(_ware_choice(ware, price) for ware, price in on_sale(section, held).items() if price <= there)


def _ware_choice(ware: str, price: int) -> Choice:
    section, _, key = ware.partition(".")
    under, words = "", ""
    if section == "weapons":
        words = ", ".join(weapon_words(compendium.weapons()[key]))
    elif section == "armour":
        words = ", ".join(armour_words(compendium.armour()[key]))
    else:
        under = compendium.gear()[key].category
    return Choice(ware, thing_name(ware), ", ".join(part for part in (price_words(price), words) if part), under)


@dataclass(frozen=True, slots=True)
class Finish(Making, name="making.finish", label="Begin"):
    """Close the making: from now on experience is earned in play (D-6)."""

    guidance: ClassVar[str] = "Check the sheet. Unspent background points are lost."
    in_short: ClassVar[bool] = True
    needs: ClassVar[tuple[tuple[str, str], ...]] = (
        ("origin", "Choose an origin first."),
        ("enough", "Choose your occupations first."),
        ("reason", "Choose a reason to leave first."),
        ("motivation", "Choose a motivation first."),
        ("virtues", "Choose the virtues first."),
        ("traits", "Choose the traits first."),
        ("attributes", "Spend the experience first."),
        ("equipment", "Choose equipment first."),
    )

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(MemoKept(table.actor, MAKING, None), Told((table.actor,), "{0} leaves home."))
