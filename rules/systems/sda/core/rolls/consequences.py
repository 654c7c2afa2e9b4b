"""Forecast of what a roll of a skill brings its roller: spirit and experience on average (SDA-046 to SDA-052).

``throwing`` lets it happen; this foresees it, exactly. It hangs on the dice alone (whether all of them score, or none)
and on how much spirit the roller has by then, for that is what limits an ego test.
"""

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.engine.forecast.state_cache import as_if
from rules.engine.kernel import Table
from rules.engine.odds import REST, Chance, Distribution, Mean, Odds
from rules.engine.odds.bursts import any_shows
from rules.systems.sda.content.house_rules.general import UNTRAINED
from rules.systems.sda.content.skills import ATTRIBUTES, SKILLS
from rules.systems.sda.core.effects import loss_of_spirit
from rules.systems.sda.core.person import (
    AGAIN,
    Margin,
    Side,
    all_score,
    blank_opposed,
    counted,
    distribution,
    flawless_opposed,
    mos,
    none_scores,
    opposed,
)
from rules.systems.sda.core.rolls.pool import Pool, needs_full_pool, price
from rules.systems.sda.core.rolls.pools import pool_for
from rules.systems.sda.core.rolls.throwing import ego_tests, wished

#: The least mean that is shown, gained or lost.
WORTH_A_WORD = 0.005

#: The chance of each amount of spirit.
Left = Mapping[int, float]


def with_spirit(table: Table, who: str, spirit: int) -> Table:
    """A copy of the table on which somebody has ``spirit`` points; the table itself never changes by it."""
    sheet = table.sheet(who)
    held = replace(sheet.resources["spirit"], now=spirit)
    changed = as_if(sheet, resources={**sheet.resources, "spirit": held})
    sheets = ChainMap({who: changed}, table.sheets)
    return Table(sheets, table.encounter, table.house_rules, table.actor, table.rank_range, table.cast)


@dataclass(frozen=True, slots=True)
class Fall:
    """Outcome of a complete failure: the chance of each spirit left, and that ego held (SDA-050, SDA-051)."""

    spirit: Left
    held: float


@dataclass(slots=True)
class Aftermath:
    """Outcomes of somebody's rolls at any amount of spirit; ``reward`` is what they take for flawless ones (SDA-047).

    ``given`` replaces it where somebody learns from the roll, but not for ego tests after it: they teach nobody else.
    """

    table: Table
    who: str
    reward: str = "spirit"
    given: str = ""
    _falls: dict[tuple[int, int, int], Fall] = field(default_factory=dict)

    def flawless(self, spirit: int, shown: int) -> int:
        """Spirit after a flawless success that showed ``shown`` MoS, from ``spirit`` before (SDA-047, C-24, C-82)."""
        return self._rewarded(spirit, shown, self.given or self.reward)

    def _rewarded(self, spirit: int, shown: int, reward: str) -> int:
        most = self.table.sheet(self.who).resources["spirit"].most
        reward = reward or wished(self.table.sheet(self.who))
        return max(spirit, min(most, spirit + shown)) if reward == "spirit" else spirit

    def fall(self, spirit: int, rank: int, egos: int | None = None) -> Fall:
        """Outcome of a complete failure of a skill with that rank, by an ego test against it (SDA-049).

        At most ``egos`` ego tests follow each other: as many as the house allows, if it is None.
        """
        left = ego_tests(self.table) if egos is None else egos
        if not left:
            return Fall({spirit: 1.0}, 0.0)
        key = (spirit, rank, left)
        if key not in self._falls:
            self._falls[key] = self._tested(spirit, rank, left)
        return self._falls[key]

    def _tested(self, spirit: int, rank: int, egos: int) -> Fall:
        """Outcome of an ego test with all its dice: it may be flawless or a complete failure itself (SDA-052)."""
        pool = pool_for(with_spirit(self.table, self.who, spirit), self.who, "ego", free=True)
        count, spirit = pool.available, spirit - pool.due
        scoring = all_score(pool.sides, count, pool.how)
        after: dict[int, float] = {}
        held = 0.0
        for shown, share in enumerate(distribution(pool.sides, count, pool.how)):
            passed = counted(max(0, shown - pool.malus), pool.how) >= rank
            held += share * passed
            now = spirit if passed else spirit - self._lost(spirit, rank)
            flawless = scoring[shown] if passed and shown < len(scoring) else 0.0
            _add(after, {self._rewarded(now, shown, self.reward): 1.0}, flawless)
            fails = self.fall(now, pool.rank, egos - 1).spirit if count and not shown else {now: 1.0}
            _add(after, fails, share - flawless)
        return Fall(after, held)

    def _lost(self, spirit: int, rank: int) -> int:
        return min(loss_of_spirit(self.table.sheet(self.who), rank), spirit)


def _add(after: dict[int, float], more: Left, share: float) -> None:
    for spirit, chance in more.items() if share > 0 else ():
        after[spirit] = after.get(spirit, 0.0) + share * chance


# -- of one roll ------------------------------------------------------------------------------------------------------


def flawless_shown(table: Table, pool: Pool, count: int, difficulty: int) -> Distribution:
    """P(flawless success with n MoS on its dice), by n, against a difficulty; empty if it cannot be (SDA-046, C-23)."""
    if not pool.is_whole(count) and needs_full_pool(table):
        return ()
    shown = all_score(pool.sides, count, pool.how)
    return tuple([share * (net_of(pool, value) >= difficulty) for value, share in enumerate(shown)])


def net_of(pool: Pool, shown: int) -> int:
    """MoS that ``shown`` MoS on the dice of a pool come to: less its malus, then doubled or halved by traits."""
    return counted(max(0, shown - pool.malus), pool.how)


@dataclass(frozen=True, slots=True)
class Losses:
    """The chance of each amount of spirit that the other side costs, and the part of it where no die scored.

    It is lost before the roll has its own consequences (SDA-185), or ``last`` (SDA-268); never more than there is.
    """

    all: Left
    blank: Left
    last: bool = False

    def after(self, fall: Callable[[int], Left], spirit: int) -> float:
        """Mean of the spirit lost to hits and to a complete failure, of which ``fall`` gives the spirit left."""
        lost = sum(min(each, spirit) * (share - self.blank.get(each, 0.0)) for each, share in self.all.items())
        return lost + sum(share * self._blank(each, fall, spirit) for each, share in self.blank.items())

    def _blank(self, each: int, fall: Callable[[int], Left], spirit: int) -> float:
        if self.last:
            return sum(chance * (spirit - left + min(each, left)) for left, chance in fall(spirit).items())
        return sum(chance * (spirit - left) for left, chance in fall(max(0, spirit - each)).items())


def with_means(
    odds: Odds,
    table: Table,
    pool: Pool,
    count: int,
    flawless: Sequence[float],
    reward: str,
    bought: int,
    losses: Losses | None = None,
    paid: int = 0,
    learns: float = 0.0,
    given: str = "",
) -> Odds:
    """The odds, with the mean spirit and experience that the roll brings (SDA-047, SDA-050, SDA-051, SDA-059, SDA-069).

    ``flawless[n]`` is the chance of a flawless success whose dice show n, of which hits take nothing. Spirit counts
    what bought dice cost, what else is ``paid`` for the roll, and what hits take (SDA-185). ``learns`` is what others
    teach by theirs; what an ego test teaches is left out.
    """
    cost = paid + (pool.due + price(pool.dice - bought, bought) if count else 0)
    spirit = table.sheet(pool.who).now("spirit") - cost
    after = Aftermath(table, pool.who, reward, given)
    lost = losses or Losses({}, {0: pool.none_scoring(count)})
    gained = -cost - lost.after(lambda left: after.fall(left, pool.rank).spirit, spirit)
    if not count:
        return replace(odds, means=(*_of_spirit(gained), *_of_learning(pool, learns)))
    gained += sum(share * (after.flawless(spirit, shown) - spirit) for shown, share in enumerate(flawless))
    taught = sum(
        share * after.fall(spirit if lost.last else max(0, spirit - each), pool.rank).held
        for each, share in lost.blank.items()
    )
    taught *= bool(pool.rank or UNTRAINED.chosen(table.house_rules))
    taught += learns + sum(flawless) * ((given or reward or wished(table.sheet(pool.who))) == "experience")
    practice = Mean("practice", f"{ATTRIBUTES[pool.attribute].name} experience", highest(pool, count))
    return replace(odds, means=(*_of_spirit(gained), *_of_learning(pool, taught), *worth_saying(practice)))


def _of_spirit(amount: float) -> tuple[Mean, ...]:
    return worth_saying(Mean("spirit", "spirit", amount))


def _of_learning(pool: Pool, amount: float) -> tuple[Mean, ...]:
    return worth_saying(Mean("experience", f"{SKILLS[pool.skill].name} experience", amount))


def worth_saying(one: Mean) -> tuple[Mean, ...]:
    """The mean, in a tuple; an empty tuple if it is next to nothing."""
    return (one,) if abs(one.amount) >= WORTH_A_WORD else ()


def highest(pool: Pool, count: int) -> float:
    """P(one of ``count`` dice shows its highest face at least), at once or when thrown again (SDA-069, D-7)."""
    if AGAIN not in pool.how:
        return any_shows(count, pool.sides)
    once = 1 / pool.sides if mos(pool.sides, pool.how) else 0.0
    again = none_scores(pool.sides, 1, pool.how.replace(AGAIN, ""))
    return 1 - (1 - once - again / pool.sides) ** count


def with_more_spirit(odds: Odds, amount: float) -> Odds:
    """The odds of a roll, with ``amount`` more spirit on average, less where that is below 0."""
    told = {one.name: one for one in odds.means}
    before = told.pop("spirit").amount if "spirit" in told else 0.0
    return replace(odds, means=(*_of_spirit(before + amount), *told.values()))


# -- against somebody -------------------------------------------------------------------------------------------------


def flawless_against(
    table: Table, pool: Pool, count: int, theirs: Side, *, ties: bool = False, cancelled: int = 0
) -> Distribution:
    """P(flawless success with n MoS on its dice), by n, against another roll; with ``ties`` being level is enough.

    ``cancelled`` is the MoS that a stance of the other side takes off the roll (SDA-249).
    """
    if not count or (not pool.is_whole(count) and needs_full_pool(table)):
        return ()
    return flawless_opposed(replace(pool.side(count), cancelled=cancelled), theirs, ties=ties)


def losses_to(mine: Side, theirs: Side, loss: Callable[[int], int], *, last: bool = False) -> Losses:
    """Spirit that hits of the other side cost, where ``loss`` tells the points for a number of hits (SDA-185)."""
    return Losses(_lost(opposed(mine, theirs), loss), _lost(blank_opposed(mine, theirs), loss), last)


def _lost(margin: Margin, loss: Callable[[int], int]) -> Left:
    found: dict[int, float] = {}
    for value, share in enumerate(margin.shares, margin.least):
        if share:
            lost = loss(max(0, -value))
            found[lost] = found.get(lost, 0.0) + share
    return found


def ends_of(pool: Pool, count: int, flawless: Sequence[float]) -> tuple[Chance, Chance]:
    """The chances of a flawless success and of a complete failure."""
    return (
        Chance("flawless", "flawless success", sum(flawless), within="success"),
        Chance("complete_failure", "complete failure", pool.none_scoring(count), within=REST),
    )
