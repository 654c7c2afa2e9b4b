"""Traits on a sheet: which are held, what they do to the price of experience, and which are fresh (D-7).

A trait is a thing of the kind ``trait``, so that it is gained, lost, explained and undone like all others.
"""

from collections.abc import Iterator

from rules.engine.kernel import Item, Sheet, Table, Unknown
from rules.systems.sda.content import life_shelf
from rules.systems.sda.content.compendium import Skill
from rules.systems.sda.content.trait_entries import Trait
from rules.systems.sda.core.person.bookkeeping import keep_memo

KIND = "trait"
#: The memo of a sheet that lists the traits called upon since the last night (D-7).
SPENT = "traits_used"
#: The skill that a natural talent is for.
SKILL = "skill"


def held(sheet: Sheet) -> Iterator[tuple[Trait, Item]]:
    """The traits of a sheet."""
    known = life_shelf.traits()
    return ((known[item.entry], item) for item in sheet.items.values() if item.kind == KIND and item.entry in known)


def trait_item(key: str) -> Item:
    """A trait as it stands on a sheet."""
    if key not in life_shelf.traits():
        raise Unknown(f"There is no {key!r} among the traits.", "entry")
    return Item(life_shelf.traits()[key].name, KIND, entry=key)


def skill_price_with(sheet: Sheet, skill: Skill, rank: int, price: int, per_rank: int) -> int:
    """Experience that the rank after ``rank`` costs by the traits of a sheet; ``price`` is the usual (SDA-066, D-7).

    A fast learner has the first rank cheaper, a natural talent every other rank of one skill; whoever is slow with
    the attribute that the skill names first pays half as much again, rounded up.
    """
    for trait, item in held(sheet):
        if trait.first_rank and not rank:
            price = min(price, trait.first_rank)
        if trait.talent and rank and item.stats.get(SKILL) == skill.key:
            price = min(price, rank * per_rank)
    return _dearer(sheet, skill.attributes[0], price)


def attribute_price_with(sheet: Sheet, attribute: str, price: int) -> int:
    """Experience that the next point costs: ``price``, half as much again for the slow (SDA-070, D-7)."""
    return _dearer(sheet, attribute, price)


def _dearer(sheet: Sheet, attribute: str, price: int) -> int:
    slow = any(trait.slows == attribute for trait, _ in held(sheet))
    return (price * 3 + 1) // 2 if slow else price


# -- traits that can be called upon once a day -------------------------------------------------------------------------


def fresh(sheet: Sheet, figure: str) -> dict[str, Item]:
    """The traits of a sheet that have a figure, and have not been called upon today, by their key."""
    keys = {id(item): key for key, item in sheet.items.items()}
    able = {keys[id(item)]: item for trait, item in held(sheet) if figure in trait.figures}
    return {key: item for key, item in able.items() if key not in sheet.memo.get(SPENT, ())}


def spend(table: Table, who: str, key: str) -> None:
    """Call upon a trait; it is tired until the next night."""
    keep_memo(table, who, SPENT, [*table.sheet(who).memo.get(SPENT, ()), key])


def new_day(table: Table, who: str) -> None:
    """Make all traits of somebody fresh again: a night has passed."""
    keep_memo(table, who, SPENT, None)
