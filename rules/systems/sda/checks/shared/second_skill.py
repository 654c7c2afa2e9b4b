"""The roll of a second skill in one test by whoever rolls the first one: what it teaches, and takes or gives (SDA-039).

The two hang together: both are flawless only if the test succeeds, and the first decides how much spirit is left when
the second has its consequences.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.engine.kernel.table import Table
from rules.engine.odds import Mean, Odds, Weights, pool
from rules.systems.sda.checks.shared.task import Hand
from rules.systems.sda.content.house_rules.general import UNTRAINED
from rules.systems.sda.content.skills import ATTRIBUTES, SKILLS
from rules.systems.sda.core.person.chances import all_scoring, mos_weights
from rules.systems.sda.core.rolls.consequences import Aftermath, Left, highest, with_more_spirit, worth_saying
from rules.systems.sda.core.rolls.long_odds import Attempt, Roll
from rules.systems.sda.core.rolls.pools import Pool, price
from rules.systems.sda.core.rolls.results import AS_WISHED, wished


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
