"""The choices of a making so far, and the sheet that is written from them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character import creation
from rules.engine.character.creation import chosen
from rules.engine.character.piles import take_along
from rules.engine.kernel import ItemLost, Json, MemoKept, RankChanged, ResourceChanged, Table, TextChanged
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import Ancestry, Profession
from rules.systems.grim.content.library import APART, CROWN, thing, wares
from rules.systems.grim.content.switches.people import ADVANCE_PRICE, ATTRIBUTE_ROLLS, REWARD_POINTS, STARTING_MONEY
from rules.systems.grim.core import ATTRIBUTE, BONUS, CAREERS, MAKING, SKILL
from rules.systems.grim.creation.new_sheet import COIN, TALENT, TRAIT, ready


@dataclass(frozen=True, slots=True)
class Making(creation.Making):
    """A step of the making (D-1)."""

    instead: ClassVar[str] = "Buy advances with reward points."


def choose(table: Table, **choices: Json) -> None:
    """Keep choices, and write the sheet from all of them; ``None`` takes one back."""
    kept = {name: value for name, value in {**chosen(table), **choices}.items() if value is not None}
    table.happen(MemoKept(table.actor, MAKING, kept))
    write(table)


def are_assigned(table: Table) -> bool:
    """Whether seven rolls are assigned as one likes in this campaign."""
    return bool(ATTRIBUTE_ROLLS.chosen(table.house_rules) == "assigned")


def ancestry_of(table: Table) -> Ancestry | None:
    return library.ancestries().get(chosen(table).get("ancestry", ""))


def profession_of(table: Table) -> Profession | None:
    return library.professions().get(chosen(table).get("profession", ""))


def advances(table: Table) -> int:
    """Advances that the first reward points pay for (D-1)."""
    return REWARD_POINTS.number(table.house_rules) // max(1, ADVANCE_PRICE.number(table.house_rules))


def money(table: Table) -> int:
    """Brass pennies to begin with."""
    return CROWN * STARTING_MONEY.number(table.house_rules)


def bonuses_of(picked: list[str]) -> dict[str, int]:
    """Counts of advances of each bonus, of picks such as "brawn.1" and "brawn.2"."""
    keys = [one.partition(".")[0] for one in picked]
    return {key: keys.count(key) for key in dict.fromkeys(keys)}


# -- writing the sheet ------------------------------------------------------------------------------------------------


def write(table: Table) -> None:
    """Write the sheet from the choices so far."""
    kept, ancestry, profession = chosen(table), ancestry_of(table), profession_of(table)
    taken = kept.get("advances") or {"skills": [], "bonuses": [], "talents": []}
    _set(table, ATTRIBUTE, kept.get("attributes") or {})
    raised = bonuses_of(taken["bonuses"])
    born = dict(ancestry.bonuses) if ancestry else {}
    _set(table, BONUS, {key: born.get(key, 0) + raised.get(key, 0) for key in library.attributes()})
    _set(table, SKILL, dict.fromkeys(taken["skills"], 1))
    _set(table, TALENT, dict.fromkeys(taken["talents"], 1))
    _set(table, TRAIT, {kept["trait"]: 1} if "trait" in kept else {})
    careers: list[Json] = []
    if profession:
        careers = [{"profession": profession.key, "skills": {}, "bonuses": born}]
    if table.me.memo.get(CAREERS, []) != careers:
        table.happen(MemoKept(table.actor, CAREERS, careers))
    for name, one in (("ancestry", ancestry), ("profession", profession)):
        if one and table.me.texts.get(name) != one.name:
            table.happen(TextChanged(table.actor, name, one.name))
    _write_items(table, kept.get("wares"))


def _set(table: Table, kind: str, wanted: Mapping[str, int]) -> None:
    """Set the ranks of a kind to these and no others."""
    held = table.me.ranks.get(kind, {})
    for name in (*wanted, *(name for name in list(held) if name not in wanted)):
        by = wanted.get(name, 0) - table.me.rank(kind, name)
        if by:
            table.happen(RankChanged(table.actor, kind, name, by))


def _write_items(table: Table, bought: list[str] | None) -> None:
    table.happen(*(ItemLost(table.actor, key) for key in list(table.me.items)))
    for ware in bought or ():
        item = ready(thing(ware), table.me.items)
        take_along(table, table.actor, item, piled=item.kind not in APART)
    left = 0 if bought is None else money(table) - sum(wares()[ware][1] for ware in bought)
    by = left - table.me.now(COIN)
    if by:
        table.happen(ResourceChanged(table.actor, COIN, by, "creation"))
