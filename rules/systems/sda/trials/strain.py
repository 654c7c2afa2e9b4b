"""What a long task takes out of whoever leads it: the spirit of flawless rolls and of complete failures, foreseen.

Spirit also says how many dice there are (SDA-057), so that the task and the spirit are followed together, exactly, for
a leader who does not rest on the way. Everybody else who works at it rolls as they would now.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import prod

from rules.engine.odds import Weights, normal, pool
from rules.engine.odds.contests import Spread, granting
from rules.engine.odds.purses import Drain, Turn, drain
from rules.engine.odds.runs import FAR
from rules.engine.refusals import Refused
from rules.engine.table import Table
from rules.systems.sda.aftermath import Aftermath, with_spirit
from rules.systems.sda.chances import all_scoring, counted, mos_weights, none_scores
from rules.systems.sda.trials import house
from rules.systems.sda.trials.chances import FIRST_FAIL, SETBACK, Roll, ahead_of, together
from rules.systems.sda.trials.projects import Project
from rules.systems.sda.trials.task import Hand, Task, ready_pools, rolls_against, rolls_of

#: So many tallies times rolls are looked at, and no more rolls than usual.
MOST_TO_RECKON = 20_000


def strain(table: Table, project: Project, *, far: int = FAR) -> Drain | None:
    """The spirit that its leader, the actor, has left once it is done, and the chance that it runs out (SDA-047).

    ``None`` where somebody else leads one of its skills, or the leader rolls twice at once.
    """
    task, who = project.task, table.actor
    if not all(_leads(task.hands_at(step), who) for step in range(len(task.steps))):
        return None
    ways, most = _Ways(table, task, who), min(far, farthest(task))
    spirit = table.me.now("spirit")
    return drain(ways.turns, len(task.steps), task.difficulty, spirit, project.tally, project.rolls, far=most)


def farthest(task: Task) -> int:
    """So many rolls are looked ahead."""
    return min(FAR, MOST_TO_RECKON // task.difficulty)


def _leads(hands: Sequence[Hand], who: str) -> bool:
    """Whether somebody's roll counts first and in full, and is the only one of theirs."""
    first, *others = hands
    return first.who == who and not first.halved and all(hand.who != who for hand in others)


@dataclass(slots=True)
class _Ways:
    """What the rolls of a task may do, for each amount of spirit that its leader may have by then."""

    table: Table
    task: Task
    who: str
    after: Aftermath = field(init=False)
    _known: dict[tuple[int, int], Sequence[Turn]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.after = Aftermath(self.table, self.who)

    def turns(self, spirit: int, step: int) -> Sequence[Turn]:
        """Nothing where no dice are left for it."""
        if (spirit, step) not in self._known:
            self._known[spirit, step] = tuple(self._turns(spirit, step))
        return self._known[spirit, step]

    def _turns(self, spirit: int, step: int) -> Iterator[Turn]:
        """The leader's throw by what follows from it: all dice score, or none does, or neither."""
        at, hands = with_spirit(self.table, self.who, spirit), self.task.hands_at(step)
        try:
            pools = ready_pools(at, hands)
        except Refused:
            return
        rolls = rolls_of(hands, pools)
        throw = _Throw.of(rolls, rolls_against(at, self.task.against) if self.task.against else (), at, self.task.mode)
        for shown, ways in enumerate(throw.scoring):
            if ways:
                yield from self._flawless(throw, shown, ways, spirit)
        if blank := throw.all_ways[0]:
            turn = throw.turn((blank,))
            for left, share in self.after.fall(spirit, pools[0].rank).spirit.items():
                yield _scaled(turn, share, left)
        yield _scaled(throw.turn(throw.neither), 1.0, spirit)

    def _flawless(self, throw: "_Throw", shown: int, ways: int, spirit: int) -> Iterator[Turn]:
        """It is a success if it finishes the task, or takes it further, if the house has it so (SDA-046)."""
        turn = throw.turn((*(0,) * shown, ways))
        more = self.after.flawless(spirit, shown)
        if not house.every_roll_succeeds(self.table):
            yield replace(turn, purse=spirit, when_done=more)
            return
        onward = tuple([share * (gain > 0) for gain, share in enumerate(turn.shares, turn.least)])
        yield Turn(turn.least, onward, more, more)
        rest = tuple([share * (gain <= 0) for gain, share in enumerate(turn.shares, turn.least)])
        yield Turn(turn.least, rest, spirit, more, turn.lost)


def _scaled(turn: Turn, share: float, left: int) -> Turn:
    """Part of it, with so much spirit left whatever becomes of the task."""
    return Turn(turn.least, tuple([one * share for one in turn.shares]), left, left, turn.lost * share)


@dataclass(frozen=True, slots=True)
class _Throw:
    """One roll of everybody at work: the leader's ``mine`` apart, for the others their sum, and who is against it.

    ``beside`` is what the others come to, less what is against them all; ``whole`` are the ways in which all of that
    and what the leader's malus grants may fall, ``blank`` is the chance that none of the others scores.
    """

    mine: Roll
    beside: Spread
    whole: int
    blank: float
    their_sides: int
    mode: str
    net_decides: bool

    @classmethod
    def of(cls, rolls: Sequence[Roll], theirs: Sequence[Roll], table: Table, mode: str) -> "_Throw":
        mine, others, rounding = rolls[0], tuple(rolls[1:]), house.rounding(table)
        blank = prod(none_scores(one.sides, one.count, one.how) for one in others)
        if theirs:
            beside = ahead_of(others, theirs[0].sides, rounding).minus(ahead_of(tuple(theirs), mine.sides, rounding))
        else:
            beside = together(others, mode, rounding)
        granted: int = theirs[0].sides ** max(0, mine.malus) if theirs else 1
        whole = sum(beside.weights) * granted * sum(mos_weights(mine.sides, mine.how)) ** mine.count
        return cls(mine, beside, whole, blank, theirs[0].sides if theirs else 0, mode, house.net_decides(table))

    @property
    def all_ways(self) -> Weights:
        """What the leader's dice may show (SDA-017)."""
        return pool(mos_weights(self.mine.sides, self.mine.how), self.mine.count)

    @property
    def scoring(self) -> Weights:
        """The part of it in which every die scores (SDA-046)."""
        return all_scoring(self.mine.sides, self.mine.count, self.mine.how)

    @property
    def neither(self) -> Weights:
        """The part in which some dice score, and some do not."""
        flawless = (*self.scoring, *(0,) * len(self.all_ways))
        return (0, *[ways - flawless[shown] for shown, ways in enumerate(self.all_ways)][1:])

    def turn(self, mine: Weights) -> Turn:
        """What the roll may do to the task where the leader's dice fall in one of these ways (SDA-031 to SDA-034)."""
        gains = self._own(mine).plus(self.beside)
        if self.their_sides:
            lost = sum(ways for gain, ways in enumerate(gains.weights, gains.least) if gain <= 0) / self.whole
            gains = gains.floored()
        else:
            lost = self._lost(mine, gains)
        shares = list(normal(gains.weights, self.whole))
        if self.mode != FIRST_FAIL:
            return Turn(gains.least, tuple(shares), 0, 0)
        if gains.least <= 0 < gains.least + len(shares):
            shares[-gains.least] = max(0.0, shares[-gains.least] - lost)
        return Turn(gains.least, tuple(shares), 0, 0, lost)

    def _own(self, mine: Weights) -> Spread:
        """What the leader's part of it comes to, less what their malus grants the other side (SDA-029)."""
        counts = partial(counted, how=self.mine.how) if self.mine.how else None
        if self.their_sides:
            return granting(mine, self.mine.malus, mos_weights(self.their_sides), counts)
        net = Spread(-self.mine.malus, mine)
        kept = net if self.mode == SETBACK else net.floored()
        return kept.to(counts) if counts else kept

    def _lost(self, mine: Weights, gains: Spread) -> float:
        """The chance that it loses everything, if it is a task that can be lost (SDA-032, C-27)."""
        if self.net_decides:
            return sum(ways for gain, ways in enumerate(gains.weights, gains.least) if gain == 0) / self.whole
        ways: int = sum(self.beside.weights)
        return mine[0] * ways / self.whole * self.blank
