"""Choices of a making so far, and the sheet that is written from them (D-1)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.kernel import Item, ItemLost, ItemSet, Json, MemoKept, RankChanged, Table, TextChanged
from rules.systems.kaos.content import library
from rules.systems.kaos.content.entries import Race
from rules.systems.kaos.content.money import COINS, hold
from rules.systems.kaos.core import BODY, MAKING, RATE, RESISTANCE, base_of, keep_limits, take_along, thing, wares

#: Attributes whose scores are skill points as well (D-1).
LEARNED_WITH = ("per", "wil", "cha")


def chosen(table: Table) -> dict[str, Any]:
    """The choices so far, by name; empty before the first."""
    kept = table.me.memo.get(MAKING)
    return dict(kept) if isinstance(kept, dict) else {}


def choose(table: Table, **choices: Json) -> None:
    """Keep choices; ``None`` takes one back."""
    kept = {name: value for name, value in {**chosen(table), **choices}.items() if value is not None}
    table.happen(MemoKept(table.actor, MAKING, kept))


def race_of(table: Table) -> Race:
    return library.races()[chosen(table)["race"]]


def bonuses(race: Race, free: str) -> dict[str, int]:
    """The bonuses of a people to attributes; its free points go to ``free``."""
    added = dict(race.bonuses)
    if race.free and free:
        added[free] = added.get(free, 0) + race.free
    return added


def skill_points(table: Table) -> int:
    """The skill points to spend: the people's, and PER + WIL + CHA (D-1)."""
    return race_of(table).points + sum(table.me.rank("attribute", key) for key in LEARNED_WITH)


def gold(table: Table) -> int:
    """The money to spend, in copper: the people's gold and a piece for each point of charisma (D-1)."""
    return 100 * (race_of(table).gold + table.me.rank("attribute", "cha"))


# -- writing the sheet ------------------------------------------------------------------------------------------------


def write(table: Table) -> None:
    """Write the sheet from the choices so far."""
    kept, race = chosen(table), race_of(table)
    added = bonuses(race, kept.get("free", ""))
    _set(table, BODY, {RATE: race.mr})
    _set(table, RESISTANCE, race.reduces)
    bought = kept.get("attributes")
    _set(table, "attribute", {key: bought[key] + added.get(key, 0) for key in bought} if bought else {})
    keep_limits(table, table.actor)
    spent = kept.get("skills")
    _set(table, "skill", _scores(table, spent or {}) if bought else {})
    _write_texts(table, race)
    _write_items(table, kept.get("wares"), bool(bought))


def _set(table: Table, kind: str, wanted: Mapping[str, int]) -> None:
    """Set the ranks of a kind to these and no others."""
    held = table.me.ranks.get(kind, {})
    for name in (*wanted, *(name for name in list(held) if name not in wanted)):
        by = wanted.get(name, 0) - table.me.rank(kind, name)
        if by:
            table.happen(RankChanged(table.actor, kind, name, by))


def _scores(table: Table, spent: Mapping[str, int]) -> dict[str, int]:
    skills = library.skills().values()
    return {one.key: base_of(table.me, one, table.house_rules) + spent.get(one.key, 0) for one in skills}


def _write_texts(table: Table, race: Race) -> None:
    for name, text in (("people", race.name), ("traits", ", ".join(race.traits))):
        if table.me.texts.get(name, "") != text:
            table.happen(TextChanged(table.actor, name, text))


def _write_items(table: Table, bought: list[str] | None, has_gold: bool) -> None:
    table.happen(*(ItemLost(table.actor, key) for key in list(table.me.items)))
    mother = chosen(table).get("language")
    if mother:
        table.happen(ItemSet(table.actor, f"language-{mother}", library.item_from("languages", mother)))
    for ware in bought or ():
        take_along(table, table.actor, _in_hand(table, thing(ware)))
    spent = sum(wares()[ware][1] for ware in bought or ())
    if has_gold:
        _pour(table, gold(table) - spent)


def _pour(table: Table, copper: int) -> None:
    left = copper
    for coin, (_, worth) in COINS.items():
        count, left = divmod(left, worth)
        hold(table, table.actor, coin, count)


def _in_hand(table: Table, item: Item) -> Item:
    """A copy of the item, drawn or put on if it is the first weapon, armour or shield."""
    first = item.kind in ("weapon", "armour", "shield") and not any(
        one.kind == item.kind for one in table.me.items.values()
    )
    return replace(item, in_use=first)
