"""Consequences of a throw for everybody who threw, and the odds of shared work in words.

Whoever rolls a second skill in one test has consequences of both rolls (SDA-039): both are flawless only if the test
succeeds, and the first decides how much spirit is left when the second has its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.engine.kernel import Choice, Dice, Table
from rules.engine.odds import REST, Chance, Mean, Odds, Weights, at_least, less, pool
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.checks.shared.task import Hand, Thrown, ready_pools, rolls_against, rolls_of
from rules.systems.sda.content.house_rules.general import UNTRAINED
from rules.systems.sda.content.skills import ATTRIBUTES, SKILLS
from rules.systems.sda.core.person import all_scoring, mos_weights
from rules.systems.sda.core.rolls import (
    AS_WISHED,
    Aftermath,
    Attempt,
    Left,
    Pool,
    Result,
    Roll,
    as_distribution,
    flawless,
    flawless_ahead,
    highest,
    is_flawless,
    opposed_together,
    price,
    reckon,
    sum_of,
    wished,
    with_hits,
    with_means,
    with_more_spirit,
    worth_saying,
)


def own_places(hands: Sequence[Hand]) -> tuple[int, ...]:
    """The places of the hands of whoever comes first."""
    return tuple(place for place, hand in enumerate(hands) if hand.who == hands[0].who)


def with_second_roll(
    odds: Odds, table: Table, attempt: Attempt, pools: tuple[Pool, Pool], reward: str, bought: int, given: str = ""
) -> Odds:
    """Odds with the means of a second roll added to those of the first: experience, spirit and practice."""
    first, second = pools
    sheet = table.sheet(first.who)
    spirit = sheet.now("spirit") - first.due - second.due - price(first.dice - bought, bought)
    gained, held, flawless = _followed(attempt, pools, Aftermath(table, first.who, reward, given), spirit)
    taught = held * bool(second.rank or UNTRAINED.chosen(table.house_rules))
    taught += flawless * (wished(sheet) == "experience")
    more = worth_saying(Mean("second_experience", f"{SKILLS[second.skill].name} experience", taught))
    told = with_more_spirit(odds, gained)
    practice = highest(second, second.available)
    if first.attribute == second.attribute:
        means = [replace(one, amount=one.amount + practice * (one.name == "practice")) for one in told.means]
        return replace(told, means=(*means, *more))
    label = f"{ATTRIBUTES[second.attribute].name} experience"
    return replace(told, means=(*told.means, *more, *worth_saying(Mean("second_practice", label, practice))))


def _followed(attempt: Attempt, pools: tuple[Pool, Pool], after: Aftermath, spirit: int) -> tuple[float, float, float]:
    """The spirit that the second roll brings on average, and the chances that ego holds and that it is flawless."""
    rank, second_rank = (one.rank for one in pools)
    then = Aftermath(after.table, after.who, AS_WISHED)
    gained = held = flawless = 0.0
    for one, other, succeeded, chance in _ends_of_both(attempt):
        flawless += chance * (succeeded and other.shown > 0)
        for left, part in one.left(after, spirit, rank, succeeded=succeeded).items():
            last = other.left(then, left, second_rank, succeeded=succeeded)
            gained += chance * part * (sum(now * share for now, share in last.items()) - left)
            held += chance * part * then.fall(left, second_rank).held if other.shown == BLANK else 0.0
    return gained, held, flawless


#: Values of ``shown``: for a roll in which no die scores, and for those in which some do and some do not.
BLANK, MIXED = 0, -1


@dataclass(frozen=True, slots=True)
class _End:
    """The ways of a roll that have like consequences: flawless ones with ``shown`` MoS, blank ones, or neither."""

    ways: Weights
    shown: int
    share: float

    def left(self, after: Aftermath, spirit: int, rank: int, *, succeeded: bool) -> Left:
        """The spirit afterwards, with its chances."""
        if self.shown == BLANK:
            return after.fall(spirit, rank).spirit
        flawless = succeeded and self.shown > 0
        return {after.flawless(spirit, self.shown) if flawless else spirit: 1.0}


def _ends_of_both(attempt: Attempt) -> Iterator[tuple[_End, _End, bool, float]]:
    """Every pair of ends of two rolls, whether the test succeeds with them, and the chance of that."""
    first, second = attempt.own
    for one in _ends(first):
        for other in _ends(second):
            reached = attempt.reached(one.ways, other.ways)
            yield one, other, True, reached
            yield one, other, False, max(0.0, one.share * other.share - reached)


def _ends(roll: Roll) -> Sequence[_End]:
    fallen = pool(mos_weights(roll.sides, roll.how), roll.count)
    scoring = all_scoring(roll.sides, roll.count, roll.how) if roll.whole else ()
    split = [((*(0,) * shown, ways), shown) for shown, ways in enumerate(scoring) if ways]
    flawless = (*scoring, *(0,) * len(fallen))
    mixed = (0, *[ways - flawless[shown] for shown, ways in enumerate(fallen)][1:])
    listed = [*split, ((fallen[0],), BLANK), (mixed, MIXED)]
    return [_End(ways, shown, sum(ways) / sum(fallen)) for ways, shown in listed if any(ways)]


#: The side that wins a tie, where a stand-still cannot be (SDA-028).
MINE, THEIRS = "mine", "theirs"


def advantages(mine: str) -> tuple[Choice, ...]:
    """Choices of the side that has the advantage."""
    return (Choice(MINE, mine), Choice(THEIRS, "The other side"))


def reckon_all(table: Table, dice: Dice, thrown: Thrown, *, succeeded: bool, reward: str = AS_WISHED) -> None:
    """Give everybody who threw their flawless success, complete failure and practice; ``reward`` is the first one's."""
    for place, result in enumerate(thrown.results):
        reckon(table, dice, result, succeeded=succeeded, reward=AS_WISHED if place else reward)


def quality(table: Table, result: Result, *, succeeded: bool) -> str | None:
    """The quality of a roll in words: flawless, complete failure, or None (SDA-046, SDA-048)."""
    if is_flawless(table, result, succeeded=succeeded):
        return "flawless"
    return "complete failure" if result.no_success else None


def odds_together(
    table: Table, hands: Sequence[Hand], difficulty: int, *, bought: int = 0, reward: str = "", given: str = ""
) -> Odds:
    """The odds of one throw of all hands against a difficulty; without one every MoS is a hit.

    What else follows for the first is told where ``reward`` says what a flawless success gives; ``given`` is what it
    gives instead, where somebody learns from it.
    """
    pools = ready_pools(table, hands, bought)
    rolls, rounding, reach = rolls_of(hands, pools), house_rules.rounding(table), difficulty or 1
    measure = as_distribution(sum_of(rolls, rounding=rounding))
    shown = flawless(rolls, reach, rounding)
    listed = (
        Chance("success", "success", at_least(measure, reach)),
        Chance("flawless", "flawless success", sum(shown), within="success"),
        Chance("complete_failure", "complete failure", pools[0].none_scoring(rolls[0].count), within=REST),
    )
    hits = less(measure, difficulty)
    odds = Odds(with_hits("succeed", listed[0].probability, hits, sum(shown)), listed, measure, "MoS")
    attempt = Attempt.at(rolls, reach, rounding, own_places(hands))
    return _with_means(odds, table, pools, attempt, shown, reward, given, bought) if reward else odds


def odds_opposed(
    table: Table,
    mine: Sequence[Hand],
    theirs: Sequence[Hand],
    *,
    bought: int = 0,
    reward: str = "",
    given: str = "",
    tie: str = "",
) -> Odds:
    """The odds of one throw of all hands against those of the other side; ``tie`` says who has the advantage."""
    pools, rounding = ready_pools(table, mine, bought), house_rules.rounding(table)
    rolls, against = rolls_of(mine, pools), rolls_against(table, theirs)
    margin = opposed_together(rolls, against, rounding)
    won = margin.ahead + (margin.level if tie == MINE else 0.0)
    shown = flawless_ahead(rolls, against, rounding, ties=tie == MINE)
    listed = (
        Chance("success", "win", won),
        *(() if tie else (Chance("tie", "stand-still", margin.level),)),
        Chance("flawless", "flawless success", sum(shown), within="success"),
        Chance("complete_failure", "complete failure", pools[0].none_scoring(rolls[0].count), within=REST),
    )
    hits = margin.hits()
    odds = Odds(with_hits("win", won, hits, sum(shown)), listed, hits, "hits")
    attempt = Attempt.against(rolls, against, rounding, ties=tie == MINE, places=own_places(mine))
    return _with_means(odds, table, pools, attempt, shown, reward, given, bought) if reward else odds


def _with_means(
    odds: Odds,
    table: Table,
    pools: Sequence[Pool],
    attempt: Attempt,
    shown: Sequence[float],
    reward: str,
    given: str,
    bought: int,
) -> Odds:
    """Odds with the means of the first person's roll added, of both where they have two."""
    first = pools[0]
    mine = [pool for pool in pools if pool.who == first.who]
    if len(mine) == 1:
        return with_means(odds, table, first, first.available, shown, reward, bought, given=given)
    second = mine[1]
    odds = with_means(odds, table, first, first.available, shown, reward, bought, paid=second.due, given=given)
    return with_second_roll(odds, table, attempt, (first, second), reward, bought, given)
