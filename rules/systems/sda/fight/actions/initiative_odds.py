"""The odds of initiatives before they are rolled, and of acting first (SDA-153, SDA-158, C-34).

Both rolls may gain or cost spirit, and spirit limits the second of them and parts equals in the end. So an initiative
is followed together with the spirit that is left by then.
"""

from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import prod

from rules.engine.fight import allies
from rules.engine.forecast.state_cache import as_if
from rules.engine.kernel import Table
from rules.engine.odds import Distribution, mean
from rules.systems.sda.core.person import counted, distribution, quickened
from rules.systems.sda.core.person.called_upon import CALLED
from rules.systems.sda.core.rolls import BETTER_PLAN, Aftermath, Pool, flawless_shown, pool_for, with_spirit
from rules.systems.sda.fight.base import is_out
from rules.systems.sda.fight.moves import nimbleness

#: The skills that initiative is rolled with, in this order (SDA-153).
SKILLS = ("reflex", "perception")
#: The number that stands for all dice of a pool.
ALL = -1
#: The faces of the die by which equals are told apart whom neither spirit nor agility does (C-34).
TIE = 20

#: The chance of each initiative with the spirit that is left.
Initiatives = Mapping[tuple[int, int], float]
#: The place of somebody's first turn on the ladder, compared in this order: number of that turn, spirit, agility, and
#: how little they are quickened (D-9).
Standing = tuple[int, int, int, int]


def planned(table: Table, who: str) -> int:
    """Dice that the best plan on somebody's side gives (SDA-108, D-12); 0 without any."""
    mine = [who, *allies(table, who)] if who in table.scene.combatants else [who]
    held = (table.sheet(one).conditions.get(BETTER_PLAN) for one in mine)
    return max((plan.level for plan in held if plan), default=0)


def pool_of(table: Table, who: str, skill: str) -> Pool:
    """The pool of one of the two rolls for initiative (SDA-153)."""
    return pool_for(table, who, skill, bonus=planned(table, who) if skill == "reflex" else 0)


# -- of one combatant -------------------------------------------------------------------------------------------------


def initiatives(table: Table, who: str, reflex: int = ALL, perception: int = ALL) -> Initiatives:
    """The chances of all initiatives with all dice, or so many of each skill; 0 for the fallen (SDA-153, SDA-169)."""
    found: Initiatives = {(0, table.sheet(who).now("spirit")): 1.0}
    if is_out(table.sheet(who)):
        return found
    for skill, wanted in zip(SKILLS, (reflex, perception), strict=True):
        pool = pool_of(table, who, skill)
        after = Aftermath(_without_used(table, pool) if pool.available and wanted else table, who)
        found = _added(found, {spirit: _roll(table, after, skill, wanted, spirit) for _, spirit in found})
        table = after.table
    return found


def averages(table: Table, who: str) -> Callable[[int, int], float]:
    """A function that gives the mean initiative for any numbers of dice of reflex and of perception."""
    first = cache(lambda reflex: initiatives(table, who, reflex, 0))

    @cache
    def second(perception: int, spirit: int, after_reflex: bool) -> float:
        seen = _without_used(table, pool_of(table, who, SKILLS[0])) if after_reflex else table
        pool = pool_of(with_spirit(seen, who, spirit), who, SKILLS[1])
        count = min(perception, pool.available)
        return mean(pool.measure(count)) if count else 0.0

    def average(reflex: int, perception: int) -> float:
        then = sum(share * second(perception, spirit, reflex > 0) for (_, spirit), share in first(reflex).items())
        expected = sum(at * share for (at, _), share in first(reflex).items())
        return expected + (0.0 if is_out(table.sheet(who)) else then)

    return average


def measure_of(found: Initiatives) -> Distribution:
    """The distribution of the initiative, whatever spirit is left."""
    out = [0.0] * (1 + max(at for at, _ in found))
    for (at, _), share in found.items():
        out[at] += share
    return tuple(out)


def _added(before: Initiatives, rolls: Mapping[int, Initiatives]) -> Initiatives:
    """The chances of both rolls together; ``rolls`` holds the second by the spirit that the first leaves."""
    found: dict[tuple[int, int], float] = {}
    for (at, spirit), share in before.items():
        for (more, left), chance in rolls[spirit].items():
            found[at + more, left] = found.get((at + more, left), 0.0) + share * chance
    return found


def _roll(table: Table, after: Aftermath, skill: str, wanted: int, spirit: int) -> Initiatives:
    """The chances of one roll by somebody with so much spirit: the MoS that it adds, and the spirit afterwards."""
    pool = pool_of(with_spirit(table, after.who, spirit), after.who, skill)
    count = pool.available if wanted == ALL else min(wanted, pool.available)
    if not count:
        return {(0, spirit): 1.0}
    flawless = flawless_shown(table, pool, count, 1)
    found: dict[tuple[int, int], float] = {}
    for shown, share in enumerate(distribution(pool.sides, count, pool.how)):
        net = counted(max(0, shown - pool.malus), pool.how)
        best = flawless[shown] if shown < len(flawless) else 0.0
        fallen = {spirit: 1.0} if shown else after.fall(spirit, pool.rank).spirit
        ends = [(after.flawless(spirit, shown), best), *((left, (share - best) * p) for left, p in fallen.items())]
        for left, chance in ends:
            found[net, left] = found.get((net, left), 0.0) + chance
    return found


def _without_used(table: Table, pool: Pool) -> Table:
    """The table after a throw of a pool: traits that were called upon for it are gone (D-7)."""
    sheet = table.sheet(pool.who)
    used = {name for name, word in CALLED.items() if word in pool.how}
    if used.isdisjoint(sheet.conditions):
        return table
    seen = as_if(sheet, conditions={name: one for name, one in sheet.conditions.items() if name not in used})
    sheets = ChainMap({pool.who: seen}, table.sheets)
    return Table(sheets, table.encounter, table.house_rules, table.actor, table.rank_range, table.cast)


# -- of all combatants ------------------------------------------------------------------------------------------------


def acts_first(table: Table, rolling: Sequence[str]) -> dict[str, float]:
    """P(to be the first) of each who rolls, by id; spirit, agility and a die part equals (C-34)."""
    able = [who for who in rolling if not is_out(table.sheet(who))]
    standings = [dict(_standings(table, who)) for who in able]
    return {who: _first(place, standings) for place, who in enumerate(able)}


def _standings(table: Table, who: str) -> Iterator[tuple[Standing, float]]:
    by, nimble = quickened(table.sheet(who)), nimbleness(table, who)
    for (at, spirit), share in initiatives(table, who).items():
        yield (at + by, spirit, nimble, -by), share


def _first(place: int, standings: Sequence[Mapping[Standing, float]]) -> float:
    """P(the one at ``place`` is the first), wherever they come to stand; of full equals the earlier counts."""
    others = [(at < place, theirs) for at, theirs in enumerate(standings) if at != place]
    return sum(share * _ahead(mine, others) for mine, share in standings[place].items() if share)


def _ahead(mine: Standing, others: Iterable[tuple[bool, Mapping[Standing, float]]]) -> float:
    """P(no other stands before a place): they stand below, or level and the die of ties falls against them (C-34)."""
    rivals = []
    for before, theirs in others:
        below = sum(share for standing, share in theirs.items() if standing < mine)
        rivals.append((below, theirs.get(mine, 0.0), before))
    if not any(level for _, level, _ in rivals):
        return prod(below for below, _, _ in rivals)
    faces = range(1, TIE + 1)
    # Of equal faces the earlier counts: the same face is enough against who comes later, not against who comes before.
    return sum(prod(below + level * (face - before) / TIE for below, level, before in rivals) for face in faces) / TIE
