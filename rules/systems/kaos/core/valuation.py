"""The value of a combatant's state, and of points paid, in hit points or by the chance added, for advice (PCT-016).

A hit point above 0 counts one, a temporary one too. Being up counts as the most hit points that one can have, and
staying alive as much again; a foe who is down counts for nothing. An advancement point counts as the hit points that it
would heal (PCT-039), or where a chance is weighed as its share of all the points that one has (PCT-038).
"""

from collections.abc import Callable, Sequence
from typing import Any

from rules.engine.kernel import Price, Resource, Sheet, Table, Weighing, Worth
from rules.engine.odds import Distribution
from rules.systems.kaos.core import health
from rules.systems.kaos.core.points import EASE_PRICE, healing_rate, points_held

MEASURE = "Going down counts as full hit points, death on your side twice that; 1 AP counts as the hit points it heals."
_NONE = Resource(0, 0)


def value(sheet: Sheet, *, ours: bool) -> float:
    """The worth of a body in hit points: those that there are, being up, and for one's own side life."""
    return _value(sheet, sheet.now(health.HP), sheet.now(health.TEMPORARY), sheet.now(health.LIFE), ours=ours)


def _value(sheet: Sheet, left: int, temporary: int, life: int, *, ours: bool) -> float:
    most = sheet.resources.get(health.HP, _NONE).most
    mortal = sheet.resources.get(health.LIFE, _NONE).most > 0
    up = left > 0 and not health.is_down(sheet)
    lives = ours and not sheet.has(health.DEAD) and (left > 0 or life > 0 or not mortal)
    return left + temporary + most * (up + lives)


def loss(table: Table, who: str, harm: Distribution, *, lethal: bool = True, past_temporary: bool = False) -> float:
    """The worth that harm takes of somebody on average, in hit points (PCT-014 to PCT-017)."""
    sheet, ours = table.sheet(who), table.is_ours(who)
    before = value(sheet, ours=ours)
    now, life = sheet.now(health.HP), sheet.now(health.LIFE)
    temporary = sheet.now(health.TEMPORARY)

    def after(lost: int) -> float:
        kept = temporary if past_temporary else max(0, temporary - lost)
        through = lost - (temporary - kept)
        beyond = max(0, through - now) if lethal else 0
        return _value(sheet, max(0, now - through), kept, max(0, life - beyond), ours=ours)

    return sum(share * (before - after(lost)) for lost, share in enumerate(harm) if share and lost)


def gain(table: Table, who: str, healed: Distribution) -> float:
    """The worth that healing gives somebody on average, none beyond the hit points lacking (PCT-018)."""
    sheet = table.sheet(who)
    if health.healing_hindrance(sheet):
        return 0.0
    now, most = health.hp(sheet), sheet.resources[health.HP].most
    up = most if health.is_down(sheet) else 0

    def after(count: int) -> float:
        given = min(count, most - now)
        return max(0, now + given) - max(0, now) + (up if now + given > 0 else 0)

    return sum(share * after(count) for count, share in enumerate(healed) if share)


HIT_POINTS, CHANCES = "hit points", "percentage points"
OF_SHARES = "in percentage points, minus the share of your AP that an easier roll costs."
EASED = "made easier"


def in_hit_points(table: Table, spent: float) -> float:
    """The worth of advancement points in the hit points that they would heal (PCT-039)."""
    return float(spent * healing_rate(table.house_rules))


def in_points(table: Table) -> Price:
    """Advancement points as the price of a choice that is weighed in hit points."""
    return Price("AP", in_hit_points(table, 1))


def in_chances(table: Table, spent: float) -> float:
    """The worth of advancement points where a chance is weighed: 100 for all that the actor has."""
    return 100 * spent / max(1, points_held(table.me))


def of_chance(
    table: Table,
    chance: Callable[[Any], float],
    *,
    what: str = "Chance to succeed",
    whom: Sequence[str] = (),
    said: Callable[[Any], str] | None = None,
) -> Weighing:
    """An easier roll weighed, and those ``whom`` it may be against, by the ``chance`` of the test (PCT-038)."""

    def worth(chosen: Any) -> Worth:
        return 100 * chance(chosen), -in_chances(table, EASE_PRICE * chosen.eased)

    def told(chosen: Any) -> str:
        return with_ease(said(chosen) if said else "", chosen.eased)

    fields, among = (("target", "eased"), {"target": whom}) if whom else (("eased",), {})
    return Weighing(fields, CHANCES, f"{what}, {OF_SHARES}", worth, ("Chance", "Points"), said=told, among=among)


def with_ease(said: str, *easier: bool | str) -> str:
    """A choice in a few words, with the parts of it that are paid easier."""
    named = [one if isinstance(one, str) else EASED for one in easier if one]
    if not said:
        said, named = (named[0].capitalize(), named[1:]) if named else ("As it is", [])
    return ", ".join((said, *named))
