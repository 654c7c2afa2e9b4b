"""The worth of an attack on one's own turn: its dice, those bought for it, and those left for a second (SDA-161)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from rules.engine.fight import disambiguation
from rules.engine.kernel import NotNow, Refused, Rung, Table, Weighing, Worth
from rules.systems.sda.core.person import Side
from rules.systems.sda.core.rolls import Pool, most_bought, price, with_bought
from rules.systems.sda.fight.advice.attack_and_answer import Duel
from rules.systems.sda.fight.base import acting, actions_left, bled_pool, spared
from rules.systems.sda.fight.moves import BETWEEN, WHOLE
from rules.systems.sda.fight.wounds import BOXES, RATES, in_boxes, strain

#: The sentences of advice about a blow, a shot, and what counts in either.
OF_BLOWS = "Average injury boxes on them minus those on you, against their best defence."
OF_SHOTS = "Average injury boxes on them, against their best dodge."
IN_REACH = "Openings for opponents in reach count against it; they strike with their dice left."
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
        paid = in_boxes(price(self.plain.available, bought)) + worse
        cost = paid + self.openings
        return Effort(rolled.side(dice), self._second(whole, dice), cost)

    def worth(self, duel: Duel, effort: Effort) -> Worth:
        """Boxes that an effort is worth in a duel, less its cost; and those of one more attack, if one may follow."""
        now, then = duel.split(effort.first, effort.second)
        return (now - effort.cost, then) if self.again else (now - effort.cost,)

    def _second(self, whole: Pool, dice: int) -> Side | None:
        """The side of one more attack: two together use no more than the larger pool (SDA-161); None without dice."""
        if not self.again:
            return None
        plain = self.plain
        rest = rest_of(self.table, plain, whole, dice)
        return plain.side(rest) if rest > 0 else None


def one_with(ready: Sequence[Ready], bought: int) -> Ready:
    """The one of several pools that has ``bought`` dice more; refused where spirit does not buy them."""
    if bought >= len(ready):
        raise Refused(f"At most {len(ready) - 1} can be bought here.", "bought")
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
    one, *_ = attacks.values()
    table, shares = one.table, (NOW, ONCE_AGAIN) if one.again else (NOW,)
    every = attacks.values()
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
