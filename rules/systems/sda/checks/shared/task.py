"""A task: who rolls which pool for it, how each counts, and against what. All kinds of test are made of these parts.

Hands side by side in a step assist each other (SDA-035); one that is halved is a helper (SDA-037); several steps are
the skills of a composed test, which take turns (SDA-039, SDA-042); with somebody against it the test is opposed
(SDA-026); its mode says what a roll does to the tally (SDA-031 to SDA-033). Any of these may come together (SDA-041).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from rules.engine.kernel import Dice, Json, Refused, Table
from rules.engine.page.blocks import Part
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.person import KEPT, is_called_upon
from rules.systems.sda.core.rolls import (
    ROLLING,
    SETBACK,
    Pool,
    Result,
    Roll,
    added_up,
    buy,
    carried_by,
    gain_of,
    grant,
    pool_for,
    price,
    throw,
    with_bought,
)


@dataclass(frozen=True, slots=True)
class Hand:
    """One roll of one person, and how it counts: in full, or halved as a helper's.

    ``twice`` names the trait by which its MoS count twice, if there is one.
    """

    who: str
    skill: str
    attribute: str = ""
    bonus: int = 0
    malus: int = 0
    halved: bool = False
    virtue: str = ""
    twice: str = ""

    def pool(self, table: Table, called: str = "") -> Pool:
        """The pool of it; ``called`` says whether luck and mastery go with it (D-7)."""
        rolled = (self.skill, self.attribute, self.bonus, self.malus)
        pool = pool_for(table, self.who, *rolled, virtue=self.virtue, called=called)
        return pool.counting_twice([Part(self.twice, "MoS count twice")] if self.twice else [])


@dataclass(frozen=True, slots=True)
class Task:
    """A piece of work, by whom, and how hard it is; ``most`` caps who counts at a time, 0 does not (SDA-036, C-85)."""

    steps: tuple[tuple[Hand, ...], ...]
    difficulty: int = 0
    mode: str = ROLLING
    against: tuple[Hand, ...] = ()
    most: int = 0

    @property
    def main(self) -> Hand:
        """The hand of whoever leads it."""
        return self.steps[0][0]

    @property
    def people(self) -> set[str]:
        """Ids of everybody who rolls, on either side."""
        return {hand.who for step in (*self.steps, self.against) for hand in step}

    def hands_at(self, roll: int) -> tuple[Hand, ...]:
        """The hands of the roll of that number, from 0: the steps take turns (SDA-039)."""
        return self._counting(self.steps[roll % len(self.steps)])

    @property
    def all_hands(self) -> tuple[Hand, ...]:
        """The hands of all steps, as if all were rolled at once."""
        return self._counting(tuple(hand for step in self.steps for hand in step))

    def _counting(self, hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
        """The hands of those who count: whoever has both skills is one person, and one each has to lead a step."""
        if not self.most:
            return hands
        leads = [step[0].who for step in self.steps]
        people = list(dict.fromkeys([*leads, *(hand.who for step in self.steps for hand in step)]))
        counting = people[: max(self.most, len(set(leads)))]
        return tuple(hand for hand in hands if hand.who in counting)

    def with_hands(self, steps: Iterable[Iterable[Hand]]) -> "Task":
        return replace(self, steps=tuple(tuple(step) for step in steps))

    def as_json(self) -> dict[str, Json]:
        """The task as plain lists and numbers, for a memo."""
        steps = [[asdict(hand) for hand in step] for step in self.steps]
        plain = {"difficulty": self.difficulty, "mode": self.mode, "most": self.most}
        return {**plain, "steps": steps, "against": [asdict(hand) for hand in self.against]}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Task":
        """The task of a memo; an older entry that tells neither kind of long test is a setback test."""
        steps = tuple(tuple(Hand(**hand) for hand in step) for step in told["steps"])
        against = tuple(Hand(**hand) for hand in told["against"])
        mode = SETBACK if told["mode"] == ROLLING else told["mode"]
        return cls(steps, told["difficulty"], mode, against, told["most"])


# -- pools ----------------------------------------------------------------------------------------------------------


def ready_pools(table: Table, hands: Sequence[Hand], bought: int = 0) -> list[Pool]:
    """The pools of all hands, of which the first may buy dice; refused where somebody has nothing to throw."""
    pools = _pools(table, hands)
    for pool in pools:
        _refuse_empty(table, pool)
    if bought:
        who = table.sheet(pools[0].who)
        left = carried_by(who, who.now("spirit") - price(pools[0].available, bought))
        bigger = with_bought(table, pools[0], bought)
        pools = [bigger, *(_within(table, pool, bigger.who, left) for pool in pools[1:])]
    return pools


def _pools(table: Table, hands: Sequence[Hand]) -> list[Pool]:
    """The pools of all hands; luck and mastery of whoever rolls twice go with the first roll alone (D-7)."""
    pools: list[Pool] = []
    for hand in hands:
        used = any(pool.who == hand.who and is_called_upon(pool.how) for pool in pools)
        pools.append(hand.pool(table, KEPT if used else ""))
    return pools


def _within(table: Table, pool: Pool, who: str, left: int) -> Pool:
    """The pool of another roll of ``who``, who has bought dice for the first one, as far as spirit is left for it."""
    if pool.who != who:
        return pool
    smaller = replace(pool, cap=min(pool.cap, left))
    if not smaller.available:
        raise Refused("This leaves no spirit for the other skill. Buy fewer dice.", "bought")
    return smaller


def _refuse_empty(table: Table, pool: Pool) -> None:
    if not pool.available:
        why = pool.parts[-1] if pool.dice > pool.cap and pool.parts else None
        because = f": {why.label.lower()}, {why.value}" if why else ""
        raise Refused(
            f"{table.name(pool.who)} has no dice for {SKILLS[pool.skill].name}{because}. "
            "Whoever works at it needs one at least.",
            "skill",
        )


def rolls_of(hands: Sequence[Hand], pools: Sequence[Pool]) -> tuple[Roll, ...]:
    """The rolls of hands with these pools, for the odds."""
    return tuple(
        Roll(pool.sides, pool.available, pool.malus, hand.halved, pool.how, not pool.held)
        for hand, pool in zip(hands, pools, strict=True)
    )


def rolls_against(table: Table, hands: Sequence[Hand]) -> tuple[Roll, ...]:
    """The rolls of the other side, for the odds; whoever has no dice only suffers their malus (SDA-045)."""
    return rolls_of(hands, _pools(table, hands))


# -- throwing -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Thrown:
    """The throw of one side: its hands, and the result of each."""

    hands: tuple[Hand, ...]
    results: tuple[Result, ...]

    @property
    def main(self) -> Result:
        return self.results[0]

    @property
    def excess(self) -> int:
        return sum(result.excess for result in self.results)

    def gain(self, mode: str, rounding: str) -> int:
        """MoS that it adds to a tally, below 0 where it takes some back (SDA-034, SDA-035, SDA-037)."""
        each = (gain_of(mode, result.raw, result.pool.malus, result.pool.how) for result in self.results)
        return added_up(zip(each, (hand.halved for hand in self.hands), strict=True), rounding)

    def measure(self, rounding: str) -> int:
        """MoS that it comes to in a test of one roll, with the dice that the other side granted."""
        nets = ((result.net, hand.halved) for result, hand in zip(self.results, self.hands, strict=True))
        return added_up(nets, rounding)

    @property
    def is_blank(self) -> bool:
        """Whether no die of anybody scored."""
        return not any(result.raw for result in self.results)


def of_one(result: Result) -> Thrown:
    """The throw of somebody who rolls alone."""
    return Thrown((Hand(result.pool.who, result.pool.skill),), (result,))


def throw_hands(table: Table, dice: Dice, hands: Sequence[Hand], purpose: str, bought: int = 0) -> Thrown:
    """Throw all dice of all hands; the first may buy some."""
    pools = ready_pools(table, hands, bought)
    first = buy(table, hands[0].pool(table), bought)
    results = [throw(table, dice, pool, pool.available, f"{purpose}: {pool.skill}") for pool in (first, *pools[1:])]
    return Thrown(tuple(hands), tuple(results))


def throw_against(table: Table, dice: Dice, hands: Sequence[Hand], purpose: str) -> Thrown:
    """Throw all dice of the other side; whoever has none throws none."""
    pools = _pools(table, hands)
    results = [throw(table, dice, pool, pool.available, f"{purpose}: {pool.skill}") for pool in pools]
    return Thrown(tuple(hands), tuple(results))


def grant_dice(table: Table, dice: Dice, mine: Thrown, theirs: Thrown) -> tuple[Thrown, Thrown]:
    """Throw the dice that a malus beyond its roll grants the first hand of the other side (SDA-029, SDA-045)."""
    return _granted(table, dice, mine, theirs.excess), _granted(table, dice, theirs, mine.excess)


def _granted(table: Table, dice: Dice, thrown: Thrown, extra: int) -> Thrown:
    first, *others = thrown.results
    return replace(thrown, results=(grant(table, dice, first.pool, first, extra), *others))


def clash(
    table: Table, dice: Dice, hands: Sequence[Hand], against: Sequence[Hand], purpose: str, bought: int = 0
) -> tuple[Thrown, Thrown, int]:
    """Throw for both sides, helpers and all, and return how far the first is ahead as well (SDA-026, SDA-041)."""
    mine = throw_hands(table, dice, hands, purpose, bought)
    theirs = throw_against(table, dice, against, purpose)
    mine, theirs = grant_dice(table, dice, mine, theirs)
    rounding = house_rules.rounding(table)
    return mine, theirs, mine.measure(rounding) - theirs.measure(rounding)
