"""Abilities and spells that come onto a sheet: earned by an 18, granted, or written (DRB-022, DRB-023, D-1, D-6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character.piles import free_key
from rules.engine.kernel import (
    Choice,
    Dice,
    Item,
    ItemSet,
    Json,
    MemoKept,
    NotNow,
    Refused,
    Sheet,
    Table,
    Told,
    amount,
    number,
    pick,
    plainly,
    switch,
    words,
)
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.content.entries import Ability
from rules.systems.dragonbane.core import ByGameMaster, OnFeet, item_from, level_of
from rules.systems.dragonbane.downtime.advancement import HEROIC


def lacks(sheet: Sheet, ability: Ability) -> str:
    """The requirements of an ability that a sheet does not meet, such as "Swords 12"; empty if it meets all."""
    missing = [
        f"{library.skills()[key].name} {least}"
        for key, least in ability.requires.items()
        if level_of(sheet, key) < least
    ]
    return ", ".join(missing)


def _heroic(sheet: Sheet) -> tuple[Choice, ...]:
    known = {item.entry for item in sheet.items.values() if item.kind == "ability"}
    found = (one for one in library.abilities().values() if one.kind == "heroic")
    return tuple(
        Choice(one.key, one.name, f"needs {lacks(sheet, one)}" if lacks(sheet, one) else one.description)
        for one in found
        if one.key not in known or one.hp or one.wp_more
    )


@dataclass(frozen=True, slots=True)
class LearnAbility(OnFeet, name="ability.learn", label="Take a heroic ability"):
    """Take a heroic ability, which a skill of 18 has earned (D-1, DRB-022)."""

    ability: str = pick("Ability")

    @classmethod
    def possible(cls, table: Table) -> None:
        OnFeet.possible(table)
        if not table.me.memo.get(HEROIC):
            raise NotNow("You earn heroic abilities with a skill of 18 or from the game master.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"ability": _heroic(table.me)}

    def perform(self, table: Table, dice: Dice) -> None:
        ability = library.abilities()[self.ability]
        missing = lacks(table.me, ability)
        if missing:
            raise Refused(f"{ability.name} needs {missing}. Choose another.", "ability")
        left = int(table.me.memo[HEROIC]) - 1
        table.happen(MemoKept(table.actor, HEROIC, left or None))
        _take(table, ability.key, item_from("abilities", ability.key))


@dataclass(frozen=True, slots=True)
class GrantHeroic(ByGameMaster, name="ability.grant", label="Grant a heroic ability"):
    """The GM lets somebody take a heroic ability, for a deed (D-1)."""

    def perform(self, table: Table, dice: Dice) -> None:
        earned = int(table.me.memo.get(HEROIC, 0)) + 1
        table.happen(MemoKept(table.actor, HEROIC, earned), Told((table.actor,), "{0} has earned a heroic ability."))


@dataclass(frozen=True, slots=True)
class WriteAbility(OnFeet, name="ability.write", label="Write an ability"):
    """Write an ability that no compendium holds: name, cost, requirement and text (D-6, DRB-022)."""

    title: str = words("Name", most=80)
    wp: int = number("Willpower points", most=20, default=0)
    requirement: str = words("Requirement", default="", most=120)
    action: bool = switch("Takes the action of a turn", default=True)
    text: str = words("What it does", default="", most=2000, long=True)

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.title.strip():
            raise Refused("An ability needs a name.", "title")
        stats: dict[str, Json] = {
            "wp": self.wp,
            "requirement": self.requirement,
            "text": self.text,
            "action": self.action,
        }
        _take(table, "ability", Item(self.title.strip(), "ability", stats=stats))


def _take(table: Table, stem: str, item: Item) -> None:
    key = free_key(table.me.items, stem)
    table.happen(ItemSet(table.actor, key, item), Told((table.actor,), f"{{0}} learns {plainly(item.name)}."))


@dataclass(frozen=True, slots=True)
class LearnSpell(OnFeet, name="spell.learn", label="Learn a spell"):
    """Write a spell into the grimoire: none come with the game (D-6, DRB-023).

    A rank of 0 for a trick. Damage is dice for each power level.
    """

    no_choice: ClassVar[Mapping[str, str]] = {"school": "Spells need a school of magic. Learn one first."}

    title: str = words("Name", most=80)
    school: str = pick("School")
    rank: int = number("Rank", most=10, default=0, help="0 for a trick")
    range: int = number("Range in metres", most=1000, default=10)
    damage: str = words("Damage per power level", default="", most=20, help="Such as d6, or empty")
    reaction: bool = switch("Is a reaction")
    long: bool = switch("Takes longer than a round")
    requirement: str = words("Requirement", default="", most=120)
    text: str = words("What it does", default="", most=2000, long=True)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"school": _schools(table.me)}

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.title.strip():
            raise Refused("A spell needs a name.", "title")
        damage = amount(self.damage)
        stats: dict[str, Json] = {
            "school": self.school,
            "rank": self.rank,
            "range": self.range,
            "damage": self.damage.strip().lower() if damage.dice else "",
            "reaction": self.reaction,
            "long": self.long,
            "requirement": self.requirement,
            "text": self.text,
        }
        _take(table, "spell", Item(self.title.strip(), "spell", stats=stats))


def _schools(sheet: Sheet) -> tuple[Choice, ...]:
    """Schools of magic that somebody knows."""
    found = (one for one in library.skills().values() if one.kind == library.MAGIC)
    return tuple(Choice(one.key, one.name) for one in found if level_of(sheet, one.key))
