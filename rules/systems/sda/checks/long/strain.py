"""The strain of a long task on people at work: the spirit of flawless rolls and of complete failures, foreseen.

Spirit also says how many dice there are (SDA-057), so that the task and the spirit of somebody are followed together,
exactly; they rest on the way or not. Everybody else who works at it rolls as they would now.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import prod

from rules.engine.kernel import Refused, Sheet, Table
from rules.engine.odds import Weights, normal, pool
from rules.engine.odds.contests import Spread
from rules.engine.odds.purses import Drain, Turn, drain
from rules.engine.odds.runs import FAR
from rules.systems.sda.checks.long.project_rolls import turnouts
from rules.systems.sda.checks.long.projects import Project
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.checks.shared.task import Task, ready_pools, rolls_against, rolls_of
from rules.systems.sda.checks.shared.times import DAY, ROUNDS
from rules.systems.sda.core.effects import after_a_night
from rules.systems.sda.core.person import all_scoring, granting, mos_weights, none_scores
from rules.systems.sda.core.rolls import (
    FIRST_FAIL,
    SETBACK,
    TOGETHER,
    Aftermath,
    Roll,
    ahead_of,
    counts_for,
    gain_of_blanks,
    granted,
    together,
    with_spirit,
)

#: The most tallies times rolls to look at; the rolls are ``FAR`` at most.
MOST_TO_RECKON = 20_000


def followed(table: Table, task: Task, who: str) -> "Ways | None":
    """The rolls of somebody at work, to be followed; ``None`` where their roll is none by itself."""
    return Ways(table, task, who) if _rolls_apart(table, task, who) else None


def strain(ways: "Ways", project: Project, *, nights: bool = False, far: int = FAR) -> Drain:
    """The spirit that somebody has left once the task is done, and the chance that it runs out before (SDA-047).

    With ``nights`` they sleep whenever a day of work is over (SDA-061).
    """
    task, sheet = project.task, ways.table.sheet(ways.who)
    at = (sheet.now("spirit"), project.tally, project.attempt)
    rests = partial(_slept, sheet, project) if nights else None
    return drain(ways.turns, len(task.steps), task.difficulty, *at, rests=rests, far=min(far, farthest(task)))


def farthest(task: Task) -> int:
    """The number of rolls to look ahead."""
    return min(FAR, MOST_TO_RECKON // task.difficulty)


def nights_after(project: Project, rolls: int) -> int:
    """The nights between now and the moment when so many rolls more are made; time that went by is worked first."""
    return max(0, rolls * project.takes - project.waiting) // ROUNDS[DAY]


def _slept(sheet: Sheet, project: Project, rolls: int, spirit: int) -> int:
    """The spirit with which somebody goes on after so many rolls: more, if a day of work was over with the last."""
    for _ in range(min(FAR, nights_after(project, rolls) - nights_after(project, rolls - 1))):
        spirit = after_a_night(sheet, spirit)
    return spirit


def _rolls_apart(table: Table, task: Task, who: str) -> bool:
    """Whether somebody rolls once at a time, and what it counts does not hang on what others roll (C-28)."""
    steps = [task.hands_at(step) for step in range(len(task.steps))]
    mine = [hand for hands in steps for hand in hands if hand.who == who]
    if any(sum(hand.who == who for hand in hands) > 1 for hands in steps):
        return False
    halved_as_one = house_rules.rounding(table) == TOGETHER and any(hand.halved for hand in mine)
    return bool(mine) and not (halved_as_one and any(sum(hand.halved for hand in hands) > 1 for hands in steps))


@dataclass(slots=True)
class Ways:
    """The turns of a task's rolls, for each amount of spirit that somebody at work may have by then."""

    table: Table
    task: Task
    who: str
    after: Aftermath = field(init=False)
    _known: dict[tuple[int, int], Sequence[Turn]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.after = Aftermath(self.table, self.who)

    def turns(self, spirit: int, step: int) -> Sequence[Turn]:
        """The turns of a roll of that step with so much spirit; empty where no dice are left for it."""
        if (spirit, step) not in self._known:
            self._known[spirit, step] = tuple(self._turns(spirit, step))
        return self._known[spirit, step]

    def _turns(self, spirit: int, step: int) -> Iterator[Turn]:
        """The turns of their throw by what follows: all dice score, none does, or neither; others may roll alone."""
        at, hands = with_spirit(self.table, self.who, spirit), self.task.hands_at(step)
        place = next((place for place, hand in enumerate(hands) if hand.who == self.who), None)
        try:
            if place is None:
                one = turnouts(at, self.task)[step].step
                yield Turn(one.least, one.shares, spirit, spirit, one.lost)
                return
            pools = ready_pools(at, hands)
        except Refused:
            return
        theirs = rolls_against(at, self.task.against) if self.task.against else ()
        throw = _Throw.of(rolls_of(hands, pools), place, theirs, at, self.task.mode)
        for shown, ways in enumerate(throw.scoring):
            if ways:
                yield from self._flawless(throw, shown, ways, spirit)
        if blank := throw.all_ways[0]:
            turn = throw.turn((blank,))
            for left, share in self.after.fall(spirit, pools[place].rank).spirit.items():
                yield replace(turn, purse=left, when_done=left, part=share)
        yield replace(throw.turn(throw.neither), purse=spirit, when_done=spirit)

    def _flawless(self, throw: "_Throw", shown: int, ways: int, spirit: int) -> Iterator[Turn]:
        """Turns of a throw in which all score: flawless if it ends the task, by house rule at any gain (SDA-046)."""
        turn = throw.turn((*(0,) * shown, ways))
        more = self.after.flawless(spirit, shown)
        if not house_rules.every_roll_succeeds(self.table):
            yield replace(turn, purse=spirit, when_done=more)
            return
        onward = tuple([share * (gain > 0) for gain, share in enumerate(turn.shares, turn.least)])
        yield Turn(turn.least, onward, more, more)
        rest = tuple([share * (gain <= 0) for gain, share in enumerate(turn.shares, turn.least)])
        yield Turn(turn.least, rest, spirit, more, turn.lost)


@dataclass(frozen=True, slots=True)
class _Throw:
    """One roll of everybody at work: ``mine`` apart, for the others their sum, and who is against it.

    ``beside`` is the sum of the others, less the other side; ``whole`` is the number of ways in which all of that and
    the dice granted by the malus of ``mine`` may fall, ``blank`` the chance that none of the others scores, ``granted``
    are the weights of a die that the other side is granted; empty where there is none. ``losing`` is the gain of the
    rolls that lose everything.
    """

    mine: Roll
    beside: Spread
    whole: int
    blank: float
    granted: Weights
    mode: str
    net_decides: bool
    losing: int

    @classmethod
    def of(cls, rolls: Sequence[Roll], place: int, theirs: Sequence[Roll], table: Table, mode: str) -> "_Throw":
        """Throw of the hand at a place; granted dice are those of the leader of the side that gets them (SDA-029)."""
        mine, others, rounding = rolls[place], (*rolls[:place], *rolls[place + 1 :]), house_rules.rounding(table)
        blank = prod(none_scores(one.sides, one.count, one.how) if one.count else 1.0 for one in others)
        if theirs:
            against = ahead_of(tuple(theirs), granted(rolls), rounding)
            beside = ahead_of(others, granted(theirs), rounding).minus(against)
        else:
            beside = together(others, mode, rounding)
        die: Weights = granted(theirs) if theirs else ()
        given: int = sum(die) ** max(0, mine.malus) if theirs else 1
        whole = sum(beside.weights) * given * sum(mos_weights(mine.sides, mine.how)) ** mine.count
        losing = 0 if house_rules.net_decides(table) else gain_of_blanks(rolls, rounding)
        return cls(mine, beside, whole, blank, die, mode, house_rules.net_decides(table), losing)

    @property
    def all_ways(self) -> Weights:
        """Weights of the MoS that their dice may show (SDA-017)."""
        return pool(mos_weights(self.mine.sides, self.mine.how), self.mine.count)

    @property
    def scoring(self) -> Weights:
        """The part of :attr:`all_ways` in which every die scores (SDA-046)."""
        return all_scoring(self.mine.sides, self.mine.count, self.mine.how)

    @property
    def neither(self) -> Weights:
        """The part of :attr:`all_ways` in which some dice score, and some do not."""
        flawless = (*self.scoring, *(0,) * len(self.all_ways))
        return (0, *[ways - flawless[shown] for shown, ways in enumerate(self.all_ways)][1:])

    def turn(self, mine: Weights) -> Turn:
        """The turn of the task where their dice fall in one of these ways (SDA-031 to SDA-034)."""
        gains = self._own(mine).plus(self.beside)
        if self.granted:
            lost = sum(ways for gain, ways in enumerate(gains.weights, gains.least) if gain <= 0) / self.whole
            gains = gains.floored()
        else:
            lost = self._lost(mine, gains)
        shares = list(normal(gains.weights, self.whole))
        if self.mode != FIRST_FAIL:
            return Turn(gains.least, tuple(shares), 0, 0)
        at = (0 if self.granted else self.losing) - gains.least
        if 0 <= at < len(shares):
            shares[at] = max(0.0, shares[at] - lost)
        return Turn(gains.least, tuple(shares), 0, 0, lost)

    def _own(self, mine: Weights) -> Spread:
        """The count of their own dice, less those that their malus grants the other side (SDA-029, SDA-037)."""
        counts = partial(counts_for, self.mine) if self.mine.how or self.mine.halved else None
        if self.granted:
            return granting(mine, self.mine.malus, self.granted, counts)
        net = Spread(-self.mine.malus, mine)
        kept = net if self.mode == SETBACK else net.floored()
        return kept.to(counts) if counts else kept

    def _lost(self, mine: Weights, gains: Spread) -> float:
        """The chance that it loses everything, if it is a task that can be lost (SDA-032, C-27)."""
        if self.net_decides:
            return sum(ways for gain, ways in enumerate(gains.weights, gains.least) if gain == 0) / self.whole
        ways: int = sum(self.beside.weights)
        return mine[0] * ways / self.whole * self.blank
