"""The worth of an attack on one's own turn, and of a reaction, with the dice that each leaves (SDA-161, SDA-163)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple, TypeVar

from rules.engine.fight import disambiguation, distance, is_within
from rules.engine.kernel import NotNow, Refused, Rung, Table, Weighing, Worth
from rules.systems.sda.core.person import Side
from rules.systems.sda.core.rolls import Pool, dice_said, most_bought, price, with_bought
from rules.systems.sda.fight.advice.attack_and_answer import Duel, blow
from rules.systems.sda.fight.base import (
    FREE_DIE,
    LONGEST,
    acting,
    actions_left,
    band_at,
    best_arm,
    bled_pool,
    is_out,
    opponents,
    reacting,
    reaction_dice,
    reactions_left,
    spared,
    used,
)
from rules.systems.sda.fight.blows import attack_pool
from rules.systems.sda.fight.moves import BETWEEN, WHOLE, who_may_strike
from rules.systems.sda.fight.wounds import BOXES, RATES, in_boxes, strain

#: The sentences of advice about a blow, a shot, and what counts in either.
OF_BLOWS = "Their average loss minus yours, counted in injury boxes; against their best defence."
OF_SHOTS = "Their average loss, counted in injury boxes; against their best dodge."
IN_REACH = "Openings for opponents in reach count against it; they strike with the dice they have left."
ONCE_MORE = "Dice kept back attack once more this turn; they keep dice for that too."
AS_SAID = "Same cover, light and sight for all."
NOW, ONCE_AGAIN = "This attack", "Another with the rest"

Ready = TypeVar("Ready")


class Effort(NamedTuple):
    """The side of an attack, that of one more with the rest, if any, and the cost of both to the attacker in boxes."""

    first: Side
    second: Side | None
    cost: float


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as it can be made now: the pool with 0, 1 ... dice bought, and whether one more may follow.

    ``openings`` are the boxes that it costs at the openings which it gives (SDA-194).
    """

    table: Table
    pools: Sequence[Pool]
    again: bool
    openings: float = 0.0

    @property
    def plain(self) -> Pool:
        """The pool before anything is bought."""
        return self.pools[0]

    def whole(self, bought: int) -> Pool:
        return one_with(self.pools, bought)

    @property
    def most(self) -> int:
        """The most dice that may be thrown (SDA-059, SDA-060)."""
        return max(actions_left(self.table, pool) for pool in self.pools)

    def effort(self, rolled: Pool, dice: int, bought: int) -> Effort:
        """The effort of ``dice`` of a pool as it is rolled; its cost is in spirit, openings and worse wounds."""
        whole = self.pools[bought]
        worse = strain(self.table, whole, dice, acting(self.table, whole.who))
        cost = in_boxes(price(self.plain.available, bought)) + worse + self.openings
        return Effort(rolled.side(dice), self._second(whole, dice), cost)

    def worth(self, duel: Duel, effort: Effort) -> Worth:
        """Boxes that an effort is worth in a duel, less its cost; and those of one more attack, if one may follow."""
        now, then = duel.split(effort.first, effort.second)
        return (now - effort.cost, then) if self.again else (now - effort.cost,)

    def _second(self, whole: Pool, dice: int) -> Side | None:
        """The side of one more attack: two together use no more than the larger pool (SDA-161); None without dice."""
        rest = rest_of(self.table, self.plain, whole, dice) if self.again else 0
        return self.plain.side(rest) if rest > 0 else None


def one_with(ready: Sequence[Ready], bought: int) -> Ready:
    """The one of several pools that has ``bought`` dice more; refused where spirit does not buy them."""
    if bought >= len(ready):
        raise Refused(f"At most {len(ready) - 1} can be bought here. Buy fewer.", "bought")
    return ready[bought]


def rest_of(table: Table, plain: Pool, whole: Pool, dice: int) -> int:
    """Dice of ``plain`` for a second action after ``dice`` of ``whole``, with no wound worse (SDA-161, SDA-210).

    Spirit that was paid for the first leaves the second no more than the cap of ``whole``.
    """
    before = acting(table, whole.who)
    first = bled_pool(table, whole, dice, before).available
    after = before._replace(dice=before.dice + dice, pool=max(before.pool, first))
    return min(spared(table, plain, after), whole.cap)


def weighed(
    attacks: Mapping[str, Attack],
    expected: str,
    worth: Callable[[Any], Worth],
    *more: str,
    said: Callable[[Any], str],
) -> Weighing:
    """The weighing of targets, dice, bought dice, and the fields ``more``; refused where no target can be attacked.

    ``attacks`` holds the attack on each target by id; ``said`` puts the dice into words.
    """
    if not attacks:
        raise NotNow("No target for this. Move, or choose another weapon.")
    one, *_ = every = tuple(attacks.values())
    table, shares = one.table, (NOW, ONCE_AGAIN) if one.again else (NOW,)
    upto = {"dice": max(each.most for each in every), "bought": max(len(each.pools) for each in every) - 1}
    met = IN_REACH if any(each.openings for each in every) else ""
    sentence = " ".join(filter(None, (expected, met, ONCE_MORE * one.again, RATES)))
    names = told_apart(table, attacks) if len(attacks) > 1 else {}

    def at_whom(chosen: Any) -> str:
        return f"{names[chosen.target]} with {said(chosen)}" if names else said(chosen)

    fields, among = ("dice", "bought", *more, "target"), {"target": tuple(attacks)}
    return Weighing(fields, BOXES, sentence, worth, shares, upto, at_whom, among)


def told_apart(table: Table, people: Collection[str]) -> dict[str, str]:
    """The names of people by id; those who share a name are told apart."""
    return {who: disambiguation.told_apart(table, who) for who in people}


def acts_again(rung: Rung) -> bool:
    """Whether another action may follow on this turn, once it is split (SDA-160)."""
    return rung.part in ("first", BETWEEN) or (rung.part == WHOLE and rung.at > 0)


def most_dice(table: Table, plain: Pool, allowed: Callable[[Pool], int]) -> Mapping[str, int]:
    """The most dice that may be thrown, and the most that may be bought for it (SDA-059, SDA-060)."""
    bought = most_bought(table, plain)
    return {"dice": max(allowed(plain), allowed(with_bought(table, plain, bought))), "bought": bought}


# -- reactions ---------------------------------------------------------------------------------------------------------


#: The sentences of advice about those blows.
OF_LATER = "Opponents in reach who have yet to act strike with all their dice; your kept dice defend."
OF_THE_SAME = "Opponents in reach who have yet to act strike like this; your kept dice defend."


@dataclass(frozen=True, slots=True)
class Later:
    """The worth in boxes of 0, 1 ... up to all dice against the blows to come, shared out as is best."""

    brings: tuple[float, ...]
    said: str = ""

    def after(self, used: int) -> float:
        """The worth of the dice that are left when ``used`` of them are used now."""
        return self.brings[max(0, len(self.brings) - 1 - used)]


#: The worth of dice where no blow is to come.
NOTHING_MORE = Later((0.0,))


def still_to_come(table: Table, who: str, *, but: str = "") -> list[str]:
    """The ids of opponents in reach, once for each turn on which they have not acted yet."""
    near = {other for other in opponents(table, who) if is_within(table, who, other, LONGEST)}
    able = {other for other in near if other != but and not is_out(table.sheet(other))}
    return [
        rung.who
        for rung in table.scene.ladder
        if rung.who in able and not rung.done and rung.key not in used(table, rung.who).acted
    ]


def later(table: Table, who: str, *, but: str = "", openings: bool = False) -> Later:
    """The worth of dice against blows to come; with ``openings`` also against strikes of all in reach."""
    left = reactions_left(table, who)
    met = (*_turns(table, who, left, but=but), *(_strikes(table, who, left) if openings else ()))
    return Later(shared(met, left), OF_LATER if met else "")


def _turns(table: Table, who: str, left: int, *, but: str = "") -> list[tuple[float, ...]]:
    """For each opponent whose turn is still to come, the worth of meeting their blow with up to 0, 1, 2 ... dice."""
    return [one for other in still_to_come(table, who, but=but) if (one := _met(table, other, who, left))]


def _strikes(table: Table, who: str, left: int) -> list[tuple[float, ...]]:
    """For each strike at an opening that somebody gives, the worth of meeting it with up to 0, 1, 2 ... dice."""
    return [one for by in who_may_strike(table, who, but="") if (one := _met(table, by, who, left, strikes=True))]


def openings_given(table: Table, who: str) -> float:
    """Boxes that an action costs by the opening that it gives to all in reach, met as well as can be (SDA-224)."""
    return cost_of_strikes(table, who, [(table, by) for by in who_may_strike(table, who, but="")])


def cost_of_strikes(table: Table, who: str, strikers: Sequence[tuple[Table, str]]) -> float:
    """Boxes that the strikes of some at an opening cost, met as well as can be; each with the table as they strike."""
    left = reactions_left(table, who)
    strikes = [one for at, by in strikers if (one := _met(at, by, who, left, strikes=True))]
    if not strikes:
        return 0.0
    turns = _turns(table, who, left)
    return shared(turns, left)[-1] - shared((*turns, *strikes), left)[-1]


def more_of_the_same(table: Table, who: str, met: Sequence[float], left: int, *, but: str) -> Later:
    """The worth of dice if all others strike like this one: ``met`` is that of meeting it with 0, 1, 2 ... dice."""
    blows = [tuple(accumulate(met, max))] * len(still_to_come(table, who, but=but))
    return Later(shared(blows, left), OF_THE_SAME if blows else "")


def _met(table: Table, other: str, who: str, left: int, *, strikes: bool = False) -> tuple[float, ...]:
    """The worth for ``who`` of meeting a blow with up to 0, 1, 2 ... dice; empty if none comes."""
    strike = coming(table, other, who, left, strikes=strikes)
    return tuple(-value for value in strike[0].by_dice(strike[1])) if strike else ()


def coming(table: Table, other: str, who: str, left: int, *, strikes: bool = False) -> tuple[Duel, Side] | None:
    """The duel and the side of a blow that may still come; None if the other has no dice for it.

    On their turn others strike with all dice that they have not used, at an opening with those left for reactions and a
    die more (SDA-230).
    """
    arm = best_arm(table, other, band_at(distance(table, other, who)))
    pool = attack_pool(table, other, who, arm, bonus=FREE_DIE if strikes else 0, opportunity=strikes)
    dice = reaction_dice(table, pool, extra=FREE_DIE) if strikes else pool.available - used(table, other).action
    if dice <= 0:
        return None
    return blow(table, other, who, arm, both=False, left=left), pool.side(dice)


def shared(met: Sequence[tuple[float, ...]], dice: int) -> tuple[float, ...]:
    """The best worth of meeting all blows with 0, 1 ... up to ``dice`` dice, shared out among them."""
    brings = (0.0,) * (dice + 1)
    for one in met:
        brings = tuple(
            max(brings[count - given] + one[min(given, len(one) - 1)] for given in range(count + 1))
            for count in range(dice + 1)
        )
    return brings


OF_DEFENCES = "Their average loss minus yours, counted in injury boxes."
OF_DODGES = "Your average loss, counted in injury boxes, below 0."
OF_OPENINGS = OF_BLOWS
STRIKE, PRICE, LATER = "The strike", "Spirit and worse wounds", "Blows still to come"
#: What fewer dice keep back.
KEPT = "dice for blows still to come"


@dataclass(frozen=True, slots=True)
class Reaction:
    """A reaction as it can be made now, and the worth of dice for what may still come after it."""

    table: Table
    later: Later

    def weighing(
        self,
        now: str,
        expected: str,
        worth: Callable[[Any], Worth],
        upto: Mapping[str, int],
        *more: str,
        said: Callable[[Any], str] = dice_said,
    ) -> Weighing:
        """The weighing of dice, bought dice, and the fields ``more``; ``now`` is the name of the first share."""
        sentence = " ".join(filter(None, (expected, self.later.said, RATES)))
        shares = (now, PRICE, LATER)
        return Weighing(("dice", "bought", *more), BOXES, sentence, worth, shares, upto, said, kept=KEPT)

    def worth(self, now: float, plain: Pool, whole: Pool, dice: int, bought: int, extra: int = 0) -> Worth:
        """The worth of a reaction, its price in bought dice and worse wounds, and that of the dice left, in boxes.

        Dice that are bought or granted do not come out of the budget, and without any nothing is bought.
        """
        if not dice:
            return now, 0.0, self.later.after(0)
        worse = strain(self.table, whole, dice, reacting(self.table, whole.who, bought + extra))
        cost = in_boxes(price(plain.available, bought)) + worse
        return now, -cost, self.later.after(max(0, dice - bought - extra))


def let_pass(table: Table, label: str) -> Weighing:
    """The weighing of doing nothing now, with all dice left for what may come."""
    kept = later(table, table.actor).after(0)
    return Weighing.of_one(BOXES, OF_OPENINGS, (0.0, 0.0, kept), (STRIKE, PRICE, LATER), label)
