"""Choices of the making so far, and the sheet written anew from them after each step.

The choices stand in the memo ``unmade`` until the last step, so that any step may be taken again. Dice that fell stay:
attributes are rolled once, and each calling's silver.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.character.creation import Step
from rules.engine.kernel import Item, ItemLost, ItemSet, Json, MemoKept, NotNow, RankChanged, Refused, Sheet, Table
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import (
    MOST_ATTRIBUTE,
    UNMADE,
    age_of,
    calling_of,
    in_hand,
    item_from,
    kin_of,
    refuse_overdressed,
    trained_level,
)

#: The least that an attribute of people is (D-1).
LEAST_ATTRIBUTE = 3
#: How many of the trained skills come from the profession (D-1).
OF_THE_CALLING = 6


def chosen(sheet: Sheet) -> dict[str, Json]:
    """The choices of the making so far, by name; empty before the first."""
    return dict(sheet.memo.get(UNMADE) or {})


def settle(table: Table, **more: Json) -> None:
    """Keep choices, and write everything anew that follows from all of them."""
    table.happen(MemoKept(table.actor, UNMADE, {**chosen(table.me), **more}))
    _write_attributes(table)
    _write_skills(table)
    _write_abilities(table)
    _write_outfit(table)


# -- what follows ---------------------------------------------------------------------------------------------------


def _write_attributes(table: Table) -> None:
    """Write the attributes as made and swapped, changed by age (D-1)."""
    told, age = chosen(table.me), age_of(table.me)
    made = dict(told.get("attributes") or {})
    if not made:
        return
    one, other = told.get("swap") or ("", "")
    if one:
        made[one], made[other] = made[other], made[one]
    for key in library.attributes():
        value = made[key] + (age.attributes.get(key, 0) if age else 0)
        value = max(1, min(MOST_ATTRIBUTE, value))
        _set_rank(table, "attribute", key, value)


def _write_skills(table: Table) -> None:
    """Write trained skills at twice the base chance, the others without a level of their own (D-1)."""
    trained = chosen(table.me).get("skills") or []
    for key, skill in library.skills().items():
        value = table.me.rank("attribute", skill.attribute)
        _set_rank(table, "skill", key, trained_level(value) if key in trained else 0)


def _write_abilities(table: Table) -> None:
    """Write the abilities of the kin, and the profession's first."""
    kin, calling = kin_of(table.me), calling_of(table.me)
    wanted = [*(kin.abilities if kin else ()), *((calling.ability,) if calling and calling.ability else ())]
    _replace_things(table, ("ability",), {key: item_from("abilities", key) for key in wanted})


def _write_outfit(table: Table) -> None:
    """Write the gear of the profession and its silver, once that was rolled, and put on what fits."""
    calling, silver = calling_of(table.me), int(chosen(table.me).get("silver") or 0)
    things: dict[str, Item] = {"unarmed": in_hand(item_from("weapons", "unarmed"))}
    if calling and silver:
        things |= {key: item_from("weapons", key) for key in calling.weapons}
        things |= {key: item_from("armour", key) for key in calling.armour}
        things |= {key: replace(item_from("gear", key), count=library.gear()[key].each) for key in calling.gear}
        things["silver"] = replace(item_from("coins", "silver"), count=silver)
    _replace_things(table, ("weapon", "armour", "gear", "coin"), things)
    for key, item in table.me.items.items():
        if item.kind in ("weapon", "armour") and not item.in_use and _fits(table.me, key):
            table.happen(ItemSet(table.actor, key, in_hand(item)))


def _fits(sheet: Sheet, key: str) -> bool:
    try:
        refuse_overdressed(sheet, key)
    except Refused:
        return False
    return True


def _replace_things(table: Table, kinds: tuple[str, ...], wanted: Mapping[str, Item]) -> None:
    held = {key: item for key, item in table.me.items.items() if item.kind in kinds}
    if {key: replace(item, in_use=False) for key, item in held.items()} == {
        key: replace(item, in_use=False) for key, item in wanted.items()
    }:
        return
    table.happen(*(ItemLost(table.actor, key) for key in held))
    table.happen(*(ItemSet(table.actor, key, item) for key, item in wanted.items()))


def _set_rank(table: Table, kind: str, name: str, value: int) -> None:
    by = value - table.me.rank(kind, name)
    if by:
        table.happen(RankChanged(table.actor, kind, name, by))


@dataclass(frozen=True, slots=True)
class Making(Step):
    """A step of the making of this game."""

    #: The choice that comes before it, and the refusal without that.
    needs: ClassVar[tuple[str, str]] = ("", "")

    @classmethod
    def possible(cls, table: Table) -> None:
        if UNMADE not in table.me.memo:
            raise NotNow(f"{table.me.name} is ready to play. Edit the sheet instead.")
        name, sentence = cls.needs
        if name and not (chosen(table.me).get(name) or table.me.memo.get(name)):
            raise NotNow(sentence)
        cls.waits(table)

    @classmethod
    def waits(cls, table: Table) -> None:
        """Refuse what else must wait, or is over."""
