"""Abilities: what using one costs and does, and how one is learnt or written (DRB-022, D-1, D-6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.amounts import amount
from rules.engine.commands import Choice, Command, Place, Who, number, pick, switch, words
from rules.engine.dice import Dice
from rules.engine.edits import free_key
from rules.engine.facts import ItemSet, MemoKept, Told
from rules.engine.refusals import NotNow, Refused
from rules.engine.sheets import Item, Json, Sheet
from rules.engine.table import Table
from rules.engine.words import plainly
from rules.systems.dragonbane import library
from rules.systems.dragonbane.advancement import HEROIC
from rules.systems.dragonbane.beginnings import item_from
from rules.systems.dragonbane.calling import (
    NARROW,
    affordable,
    call_upon,
    cost_of,
    doing,
    entry_of,
    listed,
    refuse_unpaid,
)
from rules.systems.dragonbane.checks import BOON, SWAP
from rules.systems.dragonbane.choosing import alive, on_their_feet, skill_choices
from rules.systems.dragonbane.entries import Ability
from rules.systems.dragonbane.fear import COOL, is_afraid, shake_off
from rules.systems.dragonbane.figures import level_of
from rules.systems.dragonbane.resting import BEAST, RESTED, ROUND

#: What is done by a command of its own, or beside the roll that it changes, and so not used by itself.
ELSEWHERE = ("swap_skill", "hearten", "second_strike", "guard", "backstab", "two_cards", "extra_parry", "fist")


def takes_action(item: Item) -> bool:
    """Whether an ability takes the action of a turn; others add to what somebody does anyway (DRB-022)."""
    known = library.abilities().get(item.entry)
    return known.action if known else bool(item.stats.get("action"))


def usable(table: Table, *, as_action: bool = False) -> tuple[Choice, ...]:
    """Abilities that cost willpower: in a fight those that take the action, or only those that do not."""
    fighting = table.encounter is not None and table.encounter.stage == "fighting"
    # In a fight it is known what a roll is for, and those that are for some rolls only are called upon beside them.
    apart = (*ELSEWHERE, *NARROW) if fighting else ELSEWHERE
    abilities = {key: item for key, item in table.me.items.items() if item.kind == "ability" and cost_of(item)}
    placed = doing(table.me, *apart)
    found = {key: item for key, item in abilities.items() if not fighting or takes_action(item) == as_action}
    return listed({key: item for key, item in found.items() if key not in placed})


@dataclass(frozen=True, slots=True)
class UseAbility(Command):
    """Use an innate or heroic ability, and pay its willpower points (DRB-022).

    A boon that it gives counts for the next roll that it is for; with a roll of one's own it is called upon beside it.
    What the rules know nothing of is told.
    """

    name: ClassVar[str] = "ability.use"
    label: ClassVar[str] = "Use an ability"
    place: ClassVar[Place] = Place.SHEET

    ability: str = pick("Ability")

    @classmethod
    def possible(cls, table: Table) -> None:
        on_their_feet(table)
        if not usable(table):
            others = "others take the action of a turn, stand beside a roll, or count by themselves"
            raise NotNow(f"No ability is to be used now: {others}.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"ability": usable(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        use(table, self.ability)


def use(table: Table, key: str) -> None:
    """Pay for an ability of one's own, and let it work (DRB-022)."""
    item, who = table.me.items[key], table.actor
    refuse_unpaid(table.me, (key,), "ability")
    known = entry_of(item)
    if known:
        _refuse_twice(table, known)
    call_upon(table, who, (key,))
    if known:
        _work(table, who, known)


def _refuse_twice(table: Table, known: Ability) -> None:
    if known.boon and BOON in table.me.memo:
        raise NotNow("A boon waits for the next roll already. Roll first.")
    if known.use == "catch_breath" and ROUND not in table.me.memo.get(RESTED, []):
        raise NotNow("A round's rest is possible as it is. Take that one first.")
    if known.use == "companion" and BEAST in table.me.memo:
        raise NotNow("The animal has done what it was told. It obeys again after a stretch of rest.")
    if known.use == "no_fear" and COOL in table.me.memo:
        raise NotNow("The next fright does nothing to you as it is. Keep the willpower.")


def _work(table: Table, who: str, known: Ability) -> None:
    """What an ability does by the rules."""
    if known.boon:
        table.happen(MemoKept(who, BOON, {"source": known.name, "for": list(known.boon)}))
    match known.use:
        case "companion":
            table.happen(MemoKept(who, BEAST, True))
        case "no_fear" if is_afraid(table.sheet(who)):
            shake_off(table, who)
            table.happen(Told((who,), "{0} keeps a cool head after all."))
        case "no_fear":
            table.happen(MemoKept(who, COOL, True))
        case "catch_breath":
            left = [how for how in table.sheet(who).memo.get(RESTED, []) if how != ROUND]
            table.happen(MemoKept(who, RESTED, left or None))


# -- another skill ----------------------------------------------------------------------------------------------------

SWAPS = "swap_skill"


@dataclass(frozen=True, slots=True)
class SwapSkill(Command):
    """Roll one skill in place of another, once, if the table agrees that it helps (DRB-022)."""

    name: ClassVar[str] = "ability.swap"
    label: ClassVar[str] = "Roll another skill"
    place: ClassVar[Place] = Place.SHEET

    instead_of: str = pick("In place of")
    skill: str = pick("Roll")

    @classmethod
    def possible(cls, table: Table) -> None:
        on_their_feet(table)
        found = doing(table.me, SWAPS)
        if not found:
            raise NotNow("Nothing lets you roll one skill for another. A plain roll is always possible.")
        if SWAP in table.me.memo:
            raise NotNow("Another skill stands ready already. Roll first.")
        if not affordable(table.me, SWAPS):
            refuse_unpaid(table.me, list(found)[:1], "")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"instead_of": skill_choices(table.me), "skill": skill_choices(table.me)}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.instead_of == self.skill:
            raise Refused("That is the same skill. Choose another one to roll.", "skill")
        call_upon(table, table.actor, (affordable(table.me, SWAPS),))
        table.happen(MemoKept(table.actor, SWAP, {"for": self.instead_of, "by": self.skill}))
        names = library.skill_named(self.skill).name, library.skill_named(self.instead_of).name
        table.happen(Told((table.actor,), f"{{0}} will roll {names[0]} for {names[1]}."))


# -- learning -------------------------------------------------------------------------------------------------------


def lacks(sheet: Sheet, ability: Ability) -> str:
    """What somebody lacks for an ability; empty if nothing."""
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
class LearnAbility(Command):
    """Take a heroic ability, which a skill of 18 has earned (D-1, DRB-022)."""

    name: ClassVar[str] = "ability.learn"
    label: ClassVar[str] = "Take a heroic ability"
    place: ClassVar[Place] = Place.SHEET

    ability: str = pick("Ability")

    @classmethod
    def possible(cls, table: Table) -> None:
        on_their_feet(table)
        if not table.me.memo.get(HEROIC):
            raise NotNow("A heroic ability is earned by a skill of 18, or given by the game master.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"ability": _heroic(table.me)}

    def perform(self, table: Table, dice: Dice) -> None:
        ability = library.abilities()[self.ability]
        missing = lacks(table.me, ability)
        if missing:
            raise Refused(f"{ability.name} needs {missing}. Take another one, or learn more first.", "ability")
        left = int(table.me.memo[HEROIC]) - 1
        table.happen(MemoKept(table.actor, HEROIC, left or None))
        _take(table, ability.key, item_from("abilities", ability.key))


@dataclass(frozen=True, slots=True)
class GrantHeroic(Command):
    """The GM lets somebody take a heroic ability, for a deed (D-1)."""

    name: ClassVar[str] = "ability.grant"
    label: ClassVar[str] = "Grant a heroic ability"
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET

    befalls: ClassVar[bool] = True

    @classmethod
    def possible(cls, table: Table) -> None:
        alive(table)

    def perform(self, table: Table, dice: Dice) -> None:
        earned = int(table.me.memo.get(HEROIC, 0)) + 1
        table.happen(MemoKept(table.actor, HEROIC, earned), Told((table.actor,), "{0} has earned a heroic ability."))


@dataclass(frozen=True, slots=True)
class WriteAbility(Command):
    """Write an ability that no compendium holds: name, cost, requirement and text (D-6, DRB-022)."""

    name: ClassVar[str] = "ability.write"
    label: ClassVar[str] = "Write an ability"
    place: ClassVar[Place] = Place.SHEET

    title: str = words("Name", most=80)
    wp: int = number("Willpower points", most=20, default=0)
    requirement: str = words("Requirement", default="", most=120)
    action: bool = switch("Takes the action of a turn", default=True)
    text: str = words("What it does", default="", most=2000, long=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        on_their_feet(table)

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.title.strip():
            raise Refused("An ability needs a name.", "title")
        told: dict[str, Json] = {"wp": self.wp, "requirement": self.requirement, "text": self.text}
        stats: dict[str, Json] = told | {"action": self.action}
        _take(table, "ability", Item(self.title.strip(), "ability", stats=stats))


def _take(table: Table, stem: str, item: Item) -> None:
    key = free_key(table.me.items, stem)
    table.happen(ItemSet(table.actor, key, item), Told((table.actor,), f"{{0}} learns {plainly(item.name)}."))


@dataclass(frozen=True, slots=True)
class LearnSpell(Command):
    """Write a spell into the grimoire: none come with the game (D-6, DRB-023).

    A rank of 0 is a trick. Damage is dice for each power level.
    """

    name: ClassVar[str] = "spell.learn"
    label: ClassVar[str] = "Learn a spell"
    place: ClassVar[Place] = Place.SHEET

    title: str = words("Name", most=80)
    school: str = pick("School")
    rank: int = number("Rank", most=10, default=0, help="0 is a trick")
    range: int = number("Range in metres", most=1000, default=10)
    damage: str = words("Damage a power level", default="", most=20, help="Such as d6, or nothing")
    reaction: bool = switch("Is a reaction")
    long: bool = switch("Takes longer than a round")
    requirement: str = words("Requirement", default="", most=120)
    text: str = words("What it does", default="", most=2000, long=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        on_their_feet(table)
        if not _schools(table.me):
            raise NotNow("Spells take a school of magic: learn one first, or be made a mage.")

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


ABILITIES: tuple[type[Command], ...] = (
    UseAbility,
    SwapSkill,
    LearnAbility,
    WriteAbility,
    LearnSpell,
    GrantHeroic,
)
