"""Abilities called upon with a roll weighed, for advice: chance added, less willpower (DRB-004, DRB-022)."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from rules.engine.fight.disambiguation import told_apart
from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.table import Table
from rules.engine.kernel.valuation import Weighing, Worth
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import chances
from rules.systems.dragonbane.core.calling import ANGER, ANGRY, NARROW, WP, cost_of, doing, helping
from rules.systems.dragonbane.core.checks import check_for
from rules.systems.dragonbane.core.fields import rollable
from rules.systems.dragonbane.core.figures import attribute_behind

CHANCES, SUCCESSES = "points of 100", "successes in 100"
OF_SHARES = "in points of 100, less the share of your willpower that abilities cost."
OF_TEMPER = "Whoever grows angry by one loses what that takes of a hundred of all their rolls."
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
        return ", ".join([*name, *_named(table.me, chosen.abilities, alone=not name)])

    fields = (field, "abilities") if field else ("abilities",)
    among: dict[str, Sequence[Any]] = {"abilities": selections(table.me, skill, ticked), field: whom}
    return Weighing(fields, unit, sentence, worth, shares, said=said, among=among)


def selections(sheet: Sheet, skill: str, ticked: Called = ()) -> list[Called]:
    """Selections of abilities that may be called upon together, the fewest first; narrow ones only if ``ticked``."""
    narrow = [key for key in doing(sheet, *NARROW) if key in ticked]
    keys = [*helping(sheet, (skill,)), *narrow][:MOST_CALLED]
    return [chosen for count in range(len(keys) + 1) for chosen in combinations(keys, count)]


def paid(sheet: Sheet, keys: Called) -> int:
    """The willpower points that these abilities cost together (DRB-022)."""
    return sum(cost_of(sheet.items[key]) for key in keys)


def _temper(table: Table, keys: Called) -> float:
    """The share of all rolls that fail by the bane of an ability's anger; 0 if none of these makes angry (DRB-022)."""
    angers = any(key in doing(table.me, ANGER) for key in keys)
    return hindrance(table, ANGRY, everything(table)) if angers and not table.me.has(ANGRY) else 0.0


def _named(sheet: Sheet, keys: Called, *, alone: bool) -> list[str]:
    return [sheet.items[key].name for key in keys] or (["No ability"] if alone else [])


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
