"""Days of natural healing in a row: exact odds, from the boxes of a day to those of the next (SDA-004, D-2)."""

from collections import defaultdict
from collections.abc import Mapping
from math import prod
from operator import le

from rules.engine.kernel import ResourceChanged, Table, counted
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.sda.core.effects import after_a_night, loss_of_spirit
from rules.systems.sda.core.rolls import EGO, ego_tests, pool_for, unprepared
from rules.systems.sda.fight.base import lines
from rules.systems.sda.world.recovery import HealNaturally, boxes, care_is_over, clear, get_up

#: The boxes left on each line.
Left = tuple[int, ...]
#: The most such states that are followed, and days after which whoever is not whole takes too long for a mean.
MOST_STATES, MOST_DAYS = 400, 400
#: The chance not to be whole that counts as none.
_NONE = 1e-9


def odds_of_rest(table: Table, days: int) -> Odds | None:
    """The odds of natural healing over quiet days, a roll a day for each line: to be whole, and the boxes healed.

    ``None`` where spirit could limit the dice of a day to come, which then hang on every roll before, and where
    something has been prepared for the first.
    """
    before = tuple(boxes(line) for line in lines(table.me))
    is_prepared = unprepared(table, (table.actor,)) is not table
    too_many = prod(count + 1 for count in before) > MOST_STATES
    if not any(before) or too_many or is_prepared or _spirit_limits(table, days):
        return None
    known: dict[Left, Mapping[Left, float]] = {}
    # Care helps on the first day alone.
    shares = then = _after_a_day(table)
    unhealed = [1.0]
    for day in range(1, MOST_DAYS + 1):
        unhealed.append(1 - shares.get((0,) * len(before), 0.0))
        then = shares if day == days else then
        if day >= days and unhealed[-1] < _NONE:
            break
        shares = _next(table, shares, known)
    return _odds(table, days, then, unhealed)


def _odds(table: Table, days: int, then: Mapping[Left, float], unhealed: list[float]) -> Odds:
    before = sum(boxes(line) for line in lines(table.me))
    healed = [0.0] * (before + 1)
    for left, share in then.items():
        healed[before - sum(left)] += share
    whole, mean = healed[-1], sum((before - count) * share for count, share in enumerate(healed))
    told = f"{in_words(whole).capitalize()} to be fully healed after {counted(days, 'day', 'days')}"
    told += f", {mean:.1f} of {counted(before, 'box', 'boxes')} left on average"
    chances = [Chance("success", "whole", whole)]
    if table.me.has("incapacitated"):
        chances.append(Chance("up", "up again", up := _up(table, then)))
        told += f". {in_words(up).capitalize()} to be up again by then"
    if unhealed[-1] < _NONE:
        told += f". Full healing takes {sum(unhealed):.1f} days on average"
    return Odds(told, tuple(chances), tuple(healed), "boxes")


def _up(table: Table, then: Mapping[Left, float]) -> float:
    """P(no major injury is left), without which whoever is incapacitated is up again (C-44); minor ones heal last."""
    minor = [line.ticked.get("minor", 0) for line in lines(table.me)]
    return sum(share for left, share in then.items() if all(map(le, left, minor)))


def _next(table: Table, shares: Mapping[Left, float], known: dict[Left, Mapping[Left, float]]) -> dict[Left, float]:
    """The shares of the states a day later."""
    found: dict[Left, float] = defaultdict(float)
    for left, share in shares.items():
        if left not in known:
            known[left] = _after_a_day(_with_left(table, left)) if any(left) else {left: 1.0}
        for after, part in known[left].items():
            found[after] += share * part
    return dict(found)


def _after_a_day(table: Table) -> dict[Left, float]:
    """P(boxes left on each line) after a roll of natural healing."""
    healed = HealNaturally().by_line(table)
    found: dict[Left, float] = {(): 1.0}
    for number, line in enumerate(lines(table.me)):
        parts = healed.get(number, (1.0,))
        found = {
            (*left, boxes(line) - count): share * part
            for left, share in found.items()
            for count, part in enumerate(parts)
            if part
        }
    return found


def _with_left(table: Table, left: Left) -> Table:
    """The table on which no more than these boxes are left."""

    def heal(tried: Table) -> None:
        for number, count in enumerate(left):
            clear(tried, number, boxes(lines(tried.me)[number]) - count)
        care_is_over(tried)
        get_up(tried, tried.actor)

    return table.supposing(heal)


def _spirit_limits(table: Table, days: int) -> bool:
    """Whether the worst luck could leave so little spirit on one of the days that dice of natural healing are lost.

    A line that fails completely costs what its ego test does, and so do those that follow (SDA-051, C-22).
    """
    sheet, rank = table.me, pool_for(table, table.actor, "natural_healing", free=True).rank
    ego = pool_for(table, table.actor, EGO, free=True).rank
    again = (ego_tests(table) - 1) * loss_of_spirit(sheet, ego)
    worst = sum(loss_of_spirit(sheet, rank) + again for line in lines(sheet) if boxes(line)) if ego_tests(table) else 0
    least = spirit = sheet.now("spirit")
    for _ in range(days):
        least = min(least, spirit)
        spirit = after_a_night(sheet, max(0, spirit - worst))
    return _dice(table, least) < _dice(table, sheet.resources["spirit"].most)


def _dice(table: Table, spirit: int) -> int:
    """The dice of natural healing with so much spirit."""
    change = ResourceChanged(table.actor, "spirit", spirit - table.me.now("spirit"), "rest")
    there = table.supposing(lambda tried: tried.happen(change))
    return pool_for(there, there.actor, "natural_healing", free=True).available
