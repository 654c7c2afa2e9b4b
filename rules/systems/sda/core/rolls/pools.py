"""The making of dice-pools: how many dice somebody may throw for a skill, with what they have prepared for it.

The pool is what is available; a roll may use fewer of its dice (SDA-013).
"""

from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypedDict, Unpack

from rules.engine.forecast.state_cache import Rehearsed, as_if, of_whoever
from rules.engine.kernel import Json, Refused, Sheet, Table
from rules.engine.page.blocks import Part
from rules.systems.sda.content.compendium import Skill
from rules.systems.sda.content.house_rules.general import AS_SAID, NO_DIE, WEAK_DIE
from rules.systems.sda.content.skills import ATTRIBUTES, GROUPS, attribute_named, members, skill_or_group
from rules.systems.sda.core.effects import in_fight
from rules.systems.sda.core.person import (
    KEPT,
    Influence,
    as_rolled,
    bearing,
    counted,
    die_for,
    distribution,
    has_rage,
    leaning,
)
from rules.systems.sda.core.person.called_upon import CALLED
from rules.systems.sda.core.rolls.burdens_and_mounts import BODILY, dice_lost, on_the_back
from rules.systems.sda.core.rolls.influences import influences, weaker_by
from rules.systems.sda.core.rolls.pool import Pool, bought_pool, carried_by, needs_full_pool, price

#: The worth of one success, by what two successes count for.
COUNTS = {1: 0.5, 2: 1.0, 4: 2.0}
#: Below this an attribute gives more dice, each with a malus (SDA-053).
WEAK = 4
#: Whoever is in one of these conditions has no dice, except for tests that are free (SDA-213, SDA-217); a spell may
#: hold somebody so as well (D-9).
HELPLESS = ("incapacitated", "unconscious", "dead", "held")
#: The conditions of whoever has no dice at all, for free tests neither.
DEAD = ("dead",)
#: The memo of a sheet that keeps the attribute whose skills have a die more (D-6).
FOCUS = "focus"
#: The limit of dice for whoever rages, beyond any pool (D-7).
BEYOND = 200
#: The track of injuries, and its boxes that say how badly a line bleeds.
TRACK, BLEEDING = "injury", "bleeding"
#: The parts of a sheet by which a pool comes about.
POOL = ("name", "kind", "ranks", "resources", "tracks", "conditions", "items", "memo")
#: Conditions of somebody who has prepared their next roll of the skill that is the source: dice bought with spirit, or
#: the most dice thrown; the level is their number (SDA-013, SDA-059).
BUYS, HOLDS = "buys_dice", "holds_back"
_FOR_ONE_ROLL = frozenset((BUYS, HOLDS, *CALLED))
#: The condition of whoever planned a battle better; its level are the dice that their side has more for initiative.
BETTER_PLAN = "better_plan"


class Manner(TypedDict, total=False):
    """Keywords of a roll that say how somebody goes about it; :func:`base_pool` explains each."""

    free: bool
    whole: bool
    virtue: str
    called: str


def pool_for(
    table: Table, who: str, skill: str, attribute: str = "", bonus: int = 0, malus: int = 0, **manner: Unpack[Manner]
) -> Pool:
    """The pool of ``who`` for a skill, with what they have prepared for it (SDA-013, SDA-059).

    In a fight only ``free`` tests are prepared: rolls that budgets limit ask for their dice themselves. Of several
    rolls at once, those that keep what was ``called`` upon keep what was prepared.
    """
    pool = base_pool(table, who, skill, attribute, bonus, malus, **manner)
    conditions = table.sheet(who).conditions
    if not (BUYS in conditions or HOLDS in conditions) or manner.get("called") == KEPT:
        return pool
    return _prepared(table, pool) if manner.get("free") or not _in_a_fight(table, who) else pool


def _in_a_fight(table: Table, who: str) -> bool:
    """Whether somebody is in a fight; a sheet in a forecast (``Rehearsed``) is always taken as in one."""
    return in_fight(table, who) or isinstance(table.sheet(who), Rehearsed)


def _prepared(table: Table, pool: Pool) -> Pool:
    """A pool with the dice that its roller wants to buy, as far as they can, or with no more than they want."""
    conditions = table.sheet(pool.who).conditions
    buys, holds = conditions.get(BUYS), conditions.get(HOLDS)
    if buys and buys.source == pool.skill:
        for count in range(buys.level, 0, -1):
            after = bought_pool(table, pool, count)
            if after is not None:
                return replace(after, ahead=count, due=price(pool.available, count))
    if holds and holds.source == pool.skill and holds.level < pool.available:
        part = Part("Fewer dice", f"{holds.level} of {pool.available}", "SDA-013")
        return replace(pool, cap=holds.level, held=needs_full_pool(table), parts=(*pool.parts, part))
    return pool


def unprepared(table: Table, people: Iterable[str]) -> Table:
    """A copy of the table on which nothing is ready for the next roll of these people; the table itself if it is so.

    That is whatever they have prepared, and luck and mastery that they called upon (D-7).
    """
    kept = {
        who: as_if(sheet, conditions={key: one for key, one in sheet.conditions.items() if key not in _FOR_ONE_ROLL})
        for who in people
        if not _FOR_ONE_ROLL.isdisjoint((sheet := table.sheet(who)).conditions)
    }
    if not kept:
        return table
    sheets = ChainMap(kept, table.sheets)
    return Table(sheets, table.encounter, table.house_rules, table.actor, table.rank_range, table.cast)


@of_whoever(*POOL)
def base_pool(
    table: Table,
    who: str,
    skill: str,
    attribute: str = "",
    bonus: int = 0,
    malus: int = 0,
    *,
    free: bool = False,
    whole: bool = False,
    virtue: str = "",
    called: str = "",
) -> Pool:
    """The pool of ``who`` for a skill, or for the best skill of a group (C-05).

    Of several attributes the player picks one, otherwise the best counts, and none but those of the skill unless the
    game master forces one (SDA-012). A ``free`` test, such as ego or natural healing, is limited by spirit alone, not
    by injuries. ``virtue`` says whether the roll goes with or against a virtue called upon (SDA-083, SDA-084), as
    :func:`~rules.systems.sda.core.person.virtue_bonus.bearing` reads it; if it is empty, the roll goes as its roller
    goes about all rolls. ``called`` says which luck and mastery go with it
    (:func:`~rules.systems.sda.core.person.called_upon.as_rolled`); a roll that nobody chose to make goes without them,
    unless its roller wants them for any roll (D-7).

    A ``whole`` pool has the dice that bleeding wounds take from all others: whoever announces them lets wounds get
    worse, or leaves those dice out (SDA-210).
    """
    house, on_back = table.house_rules, on_the_back(table, who)
    sheet = table.sheet(who)
    meant = virtue or leaning(sheet)
    seen = as_rolled(sheet, called, own=who == table.actor and not free)
    return pool_of(
        seen, who, skill, attribute, bonus, malus, free=free, whole=whole, virtue=meant, house=house, on_back=on_back
    )


def pool_of(
    sheet: Sheet,
    who: str,
    skill: str,
    attribute: str = "",
    bonus: int = 0,
    malus: int = 0,
    *,
    free: bool = False,
    whole: bool = False,
    virtue: str = "",
    house: Mapping[str, Json] = AS_SAID,
    on_back: float = 0.0,
) -> Pool:
    """The pool of :func:`base_pool`, from a sheet alone; ``on_back`` is the encumbrance of riders (D-8)."""
    given = (
        Influence("Bonus" if bonus > 0 else "Fewer dice", bonus, rule="SDA-043"),
        Influence("Malus" if malus > 0 else "Bonus", mos=-malus, rule="SDA-044"),
        *bearing(sheet, virtue),
    )
    meant = skill_or_group(skill)
    candidates = [meant] if isinstance(meant, Skill) else list(members(meant, sheet))
    pools = [
        _pool(sheet, who, one, key, given, free, house, on_back)
        for one in candidates
        for key in _attributes(sheet, one, attribute)
    ]
    if not pools:
        raise Refused(_other_attribute(sheet, candidates), "attribute")
    best = max(pools, key=lambda pool: (_worth(pool), sheet.rank("attribute", pool.attribute)))
    return best if whole else _bleeding(sheet, best)


def open_wounds(sheet: Sheet) -> int:
    """The number of injury lines that bleed."""
    return sum(1 for line in sheet.tracks.get(TRACK, ()) if line.ticked.get(BLEEDING))


def _bleeding(sheet: Sheet, pool: Pool) -> Pool:
    """A pool of strength or agility without the die that each bleeding wound takes from it (SDA-210)."""
    lost = min(open_wounds(sheet), pool.available) if pool.attribute in BODILY else 0
    if not lost:
        return pool
    part = Part("Bleeding", f"−{lost} {'die' if lost == 1 else 'dice'}", "SDA-210")
    return replace(pool, dice=pool.available - lost, parts=(*pool.parts, part))


def forced(skill: str) -> str:
    """The name of the condition by which circumstances force an attribute on a skill (SDA-012)."""
    return f"forced_{skill}"


def _attributes(sheet: Sheet, skill: Skill, picked: str) -> tuple[str, ...]:
    """The attributes that a skill may be rolled with, or the picked one of them (SDA-012)."""
    by_circumstances = sheet.conditions.get(forced(skill.key))
    allowed = (str(by_circumstances.source),) if by_circumstances else skill.attributes
    return tuple(key for key in allowed if not picked or key == attribute_named(picked).key)


def _other_attribute(sheet: Sheet, skills: Sequence[Skill]) -> str:
    allowed = dict.fromkeys(ATTRIBUTES[key].name for one in skills for key in _attributes(sheet, one, ""))
    name = skills[0].name if len(skills) == 1 else GROUPS[skills[0].group].name
    return f"{name} uses {' or '.join(allowed)}. Only the game master can force another attribute."


def _worth(pool: Pool) -> float:
    shown = sum(i * p for i, p in enumerate(distribution(pool.sides, max(0, pool.dice), pool.how))) - pool.malus
    return shown * COUNTS[counted(2, pool.how)]


def _pool(
    sheet: Sheet,
    who: str,
    skill: Skill,
    attribute: str,
    given: Sequence[Influence],
    free: bool,
    house: Mapping[str, Json],
    on_back: float,
) -> Pool:
    """The pool of a skill: always a die, and more for ranks (SDA-009, SDA-010) and weakness (SDA-053, SDA-054).

    ``given`` is what this one roll has more or less than others.
    """
    name, drowned = ATTRIBUTES[attribute].name, weaker_by(sheet, attribute)
    value = max(1, sheet.rank("attribute", attribute) - drowned)
    own, group = sheet.rank("skill", skill.key), sheet.rank("group", skill.group)
    weakness, focus = max(0, WEAK - value), int(sheet.memo.get(FOCUS) == attribute)
    lost = dice_lost(sheet, house, on_back) if attribute in BODILY else 0
    found = (
        Influence(f"{skill.name} {own}", own, rule="SDA-009"),
        Influence(f"{GROUPS[skill.group].name} {group}", group, rule="SDA-008"),
        Influence(f"Focus on {name.lower()}", focus, rule="SDA-009"),
        Influence(f"{name} below 4", weakness, -weakness, rule="SDA-053"),
        *given,
        Influence("Burden", -(lost or 0)),
        *influences(sheet, skill.key, attribute),
    )
    dice, malus = max(0, 1 + sum(one.dice for one in found)), -sum(one.mos for one in found)
    stopped = [Part("Loaded beyond twice the limit", "no dice")] if lost is None else []
    if weakness and WEAK_DIE.chosen(house) == NO_DIE:
        stopped = [Part(f"{name} below 4", "no dice", "SDA-011")]
    cap, limits = _cap(sheet, free, stopped)
    parts = [Part(f"{name} {value}", f"d{die_for(value)}", "SDA-011"), Part("Always", "1 die", "SDA-009")]
    parts += [Part("Drunk", f"{name} −{drowned}")] if drowned else []
    parts += [one.part for one in found if one.shows]
    parts += limits if dice > cap else []
    how = " ".join(dict.fromkeys(one.how for one in found if one.how))
    return Pool(who, skill.key, attribute, die_for(value), dice, malus, cap, own + group, tuple(parts), how)


def _cap(sheet: Sheet, free: bool, stopped: Sequence[Part]) -> tuple[int, list[Part]]:
    """The most dice that spirit and injuries leave, and why; none where anything has ``stopped`` them all."""
    spirit = carried_by(sheet, sheet.now("spirit"))
    caps = [(spirit, Part("Spirit left", f"at most {spirit}", "SDA-057"))]
    if has_rage(sheet):
        caps = [(BEYOND, Part("In a rage", "past the limit of spirit", "D-7"))]
    stops = DEAD if free else HELPLESS
    caps += [(0, Part(str(sheet.conditions[c].label), "no dice", "SDA-213")) for c in stops if sheet.has(c)]
    if not free and sheet.has("stunned"):
        level = sheet.conditions["stunned"].level
        caps.append((level, Part("Stunned", f"at most {level}", "SDA-212")))
    caps += [(0, part) for part in stopped]
    cap = min(most for most, _ in caps)
    return cap, [part for most, part in caps if most == cap]
