"""Abilities called upon with a roll: which of them help it, their boons, price and worth (DRB-004, DRB-022).

Those that count by themselves need no calling, and those that wait for the next roll are used before it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from typing import Any

from rules.engine.fight import told_apart
from rules.engine.kernel import (
    Choice,
    Item,
    NotNow,
    Refused,
    ResourceChanged,
    Sheet,
    Table,
    Told,
    Weighing,
    Worth,
    many,
    plainly,
)
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.content.entries import Ability
from rules.systems.dragonbane.core import chances
from rules.systems.dragonbane.core.checks import Source, check_for, is_for, name_of
from rules.systems.dragonbane.core.conditions import afflict
from rules.systems.dragonbane.core.fields import rollable
from rules.systems.dragonbane.core.figures import attribute_behind, own_figure

WP = "wp"
#: The use of abilities that cost temper beside willpower, and the condition that they bring.
ANGER, ANGRY = "anger", "angry"
#: Uses whose boon is for some rolls of its skills only: against prey or a personal enemy, and for throws.
PREY, GRUDGE, THROW = "prey", "grudge", "throw"
NARROW = (PREY, GRUDGE, THROW)


def field_abilities() -> Any:
    return many("Abilities", help="Costs WP when you roll")


def entry_of(item: Item) -> Ability | None:
    """The ability of the compendium that a thing on a sheet is; None for one of somebody's own making."""
    return library.abilities().get(item.entry) if item.kind == "ability" else None


def cost_of(item: Item) -> int:
    """Willpower points that an ability costs."""
    known = entry_of(item)
    return own_figure(item, WP, known.wp if known else 0)


def helping(sheet: Sheet, whats: Collection[str], allowed: Collection[str] = ()) -> dict[str, Item]:
    """The abilities that give a boon on a roll of one of these; of the narrow ones those that are ``allowed``."""

    def helps(item: Item) -> bool:
        known = entry_of(item)
        if known is None or not known.wp or (known.use in NARROW and known.use not in allowed):
            return False
        return any(is_for(known.boon, what) for what in whats)

    return {key: item for key, item in sheet.items.items() if helps(item)}


def doing(sheet: Sheet, *uses: str) -> dict[str, Item]:
    """Abilities on the sheet with one of these uses, by key."""
    known = {key: entry_of(item) for key, item in sheet.items.items()}
    return {key: sheet.items[key] for key, one in known.items() if one and one.use in uses}


def affordable(sheet: Sheet, use: str) -> str:
    """The key of the cheapest ability with that use that can be paid; empty where there is none."""
    found = {key: item for key, item in doing(sheet, use).items() if cost_of(item) <= sheet.now(WP)}
    return min(found, key=lambda key: cost_of(found[key]), default="")


def refuse_without(sheet: Sheet, use: str, otherwise: str) -> None:
    """Refuse without an ability of that use, or the willpower for it; ``otherwise`` is the reason without one."""
    found = doing(sheet, use)
    if not found:
        raise NotNow(otherwise)
    if not affordable(sheet, use):
        refuse_unpaid(sheet, list(found)[:1], "")


def price_of_use(sheet: Sheet, use: str) -> int:
    """Willpower points that the cheapest ability with that use costs which can be paid."""
    return cost_of(sheet.items[affordable(sheet, use)])


def listed(found: Mapping[str, Item]) -> tuple[Choice, ...]:
    return tuple(Choice(key, item.name, f"{cost_of(item)} WP") for key, item in found.items())


def boons_of(
    sheet: Sheet, keys: Sequence[str], what: str, allowed: Collection[str] = (), others: Collection[str] = ()
) -> tuple[Source, ...]:
    """The boons of the abilities called upon; refused if one does nothing for the roll, or willpower is short.

    ``others`` are uses that the roll has for an ability besides a boon.
    """
    helps = helping(sheet, (what,), allowed)
    fits = {**helps, **doing(sheet, *others)}
    if idle := [key for key in keys if key not in fits]:
        name = sheet.items[idle[0]].name if idle[0] in sheet.items else "That"
        possible = ", ".join(item.name for item in fits.values()) or "nothing"
        raise Refused(f"{name} has no effect on {name_of(what)}. You can use: {possible}.", "abilities")
    refuse_unpaid(sheet, keys)
    return tuple((helps[key].name, 1) for key in keys if key in helps)


def refuse_unpaid(sheet: Sheet, keys: Sequence[str], field: str = "abilities") -> None:
    """Refuse abilities that cost more willpower than there is."""
    cost, held = paid(sheet, keys), sheet.now(WP)
    if cost > held:
        names = " and ".join(sheet.items[key].name for key in keys)
        costs = "costs" if len(keys) == 1 else "cost"
        raise Refused(f"{names} {costs} {cost} WP; you have {held}. Rest to regain some.", field)


def uses_of(sheet: Sheet, keys: Sequence[str]) -> set[str]:
    """The uses, besides boons, of the abilities called upon."""
    known = (entry_of(sheet.items[key]) for key in keys if key in sheet.items)
    return {one.use for one in known if one and one.use}


def call_upon(table: Table, who: str, keys: Sequence[str]) -> None:
    """Pay for abilities before the roll; some have their price in temper as well (DRB-022)."""
    for key in keys:
        item = table.sheet(who).items[key]
        table.happen(ResourceChanged(who, WP, -cost_of(item), item.name))
        table.happen(Told((who,), f"{{0}} uses {plainly(item.name)}."))
        known = entry_of(item)
        if known and known.use == ANGER:
            afflict(table, who, ANGRY, known.name)


CHANCES, SUCCESSES = "percentage points", "successes in 100"
OF_SHARES = "in percentage points, minus the share of your WP that abilities cost."
OF_TEMPER = "Becoming Angry costs the successes its bane takes from 100 of your rolls."
#: The most abilities of which every selection is tried.
MOST_CALLED = 5

Called = tuple[str, ...]


def of_chance(
    table: Table,
    skill: str,
    ticked: Called,
    chance: Callable[[Any], float],
    *,
    what: str = "Chance to succeed",
    field: str = "",
    whom: Sequence[str] = (),
) -> Weighing:
    """Selections of abilities for a roll weighed by its ``chance``, and those ``whom`` a ``field`` names (DRB-022)."""

    def worth(chosen: Any) -> Worth:
        share = paid(table.me, chosen.abilities) / max(1, table.me.now(WP))
        return 100 * chance(chosen), -100 * (share + _temper(table, chosen.abilities))

    sentence = f"{what}, {OF_SHARES}{f' {OF_TEMPER}' if doing(table.me, ANGER) else ''}"
    return of_called(table, skill, ticked, CHANCES, sentence, worth, ("Chance", "Price"), field, whom)


def of_called(
    table: Table,
    skill: str,
    ticked: Called,
    unit: str,
    sentence: str,
    worth: Callable[[Any], Worth],
    shares: tuple[str, ...],
    field: str = "",
    whom: Sequence[str] = (),
) -> Weighing:
    """Selections of abilities for a roll of that skill, with everybody of ``whom`` it may be for, by ``worth``."""

    def said(chosen: Any) -> str:
        name = [told_apart(table, getattr(chosen, field))] if field else []
        called = [table.me.items[key].name for key in chosen.abilities]
        return ", ".join([*name, *called]) or "No ability"

    fields = (field, "abilities") if field else ("abilities",)
    among: dict[str, Sequence[Any]] = {"abilities": selections(table.me, skill, ticked), field: whom}
    return Weighing(fields, unit, sentence, worth, shares, said=said, among=among)


def selections(sheet: Sheet, skill: str, ticked: Called = ()) -> list[Called]:
    """Selections of abilities that may be called upon together, the fewest first; narrow ones only if ``ticked``."""
    narrow = [key for key in doing(sheet, *NARROW) if key in ticked]
    keys = [*helping(sheet, (skill,)), *narrow][:MOST_CALLED]
    return [chosen for count in range(len(keys) + 1) for chosen in combinations(keys, count)]


def paid(sheet: Sheet, keys: Sequence[str]) -> int:
    """The willpower points that these abilities cost together (DRB-022)."""
    return sum(cost_of(sheet.items[key]) for key in keys)


def _temper(table: Table, keys: Called) -> float:
    """The share of all rolls that fail by the bane of an ability's anger; 0 if none of these makes angry (DRB-022)."""
    angers = any(key in doing(table.me, ANGER) for key in keys)
    return hindrance(table, ANGRY, everything(table)) if angers and not table.me.has(ANGRY) else 0.0


# -- conditions -------------------------------------------------------------------------------------------------------


def hindrance(table: Table, condition: str, rolls: Sequence[str]) -> float:
    """The share by which rolls succeed less often on average under a condition, had or not (DRB-004, DRB-005)."""
    attribute, there = library.conditions()[condition].attribute, int(table.me.has(condition))
    checks = [check_for(table, table.actor, one) for one in rolls if attribute_behind(one) == attribute]
    without = [(check.level, check.extra + there) for check in checks]
    fewer = (chances.success(level, extra) - chances.success(level, extra - 1) for level, extra in without)
    return sum(fewer) / len(rolls)


def everything(table: Table) -> tuple[str, ...]:
    """The keys of all skills and attributes that the actor can roll (DRB-001)."""
    return tuple(choice.value for choice in rollable(table.me))
