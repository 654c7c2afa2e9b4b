"""The worth of a reaction now, and of the dice that it leaves for blows that may still come (SDA-163)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from rules.engine.fight import distance
from rules.engine.kernel import Table, Weighing, Worth
from rules.systems.sda.core.person import Side
from rules.systems.sda.core.rolls import Pool, dice_said, price
from rules.systems.sda.fight.advice.attack_and_answer import Duel, blow
from rules.systems.sda.fight.base import (
    LONGEST,
    band_at,
    best_arm,
    is_out,
    opponents,
    reacting,
    reaction_dice,
    reactions_left,
    used,
)
from rules.systems.sda.fight.blows import FREE_DIE, attack_pool
from rules.systems.sda.fight.moves import who_may_strike
from rules.systems.sda.fight.wounds import BOXES, RATES, in_boxes, strain

#: The sentences of advice about those blows.
OF_LATER = "Opponents in reach yet to act strike with all dice; kept dice defend."
OF_THE_SAME = "Opponents in reach yet to act strike like this; kept dice defend."


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
    near = {other for other in opponents(table, who) if distance(table, who, other) <= LONGEST}
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
    best = tuple(accumulate(met, max))
    blows = [best] * len(still_to_come(table, who, but=but))
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


OF_DEFENCES = "Average injury boxes on them minus those on you."
OF_DODGES = "Average injury boxes on you, below 0."
OF_OPENINGS = "Average injury boxes on them minus those on you, against their best defence."
STRIKE, LATER = "The strike", "Blows still to come"
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
        return Weighing(("dice", "bought", *more), BOXES, sentence, worth, (now, LATER), upto, said, kept=KEPT)

    def worth(self, now: float, plain: Pool, whole: Pool, dice: int, bought: int, extra: int = 0) -> Worth:
        """The worth of a reaction, less bought dice and worse wounds, and of the dice left for later, in boxes.

        Dice that are bought or granted do not come out of the budget, and without any nothing is bought.
        """
        if not dice:
            return now, self.later.after(0)
        worse = strain(self.table, whole, dice, reacting(self.table, whole.who, bought + extra))
        cost = in_boxes(price(plain.available, bought)) + worse
        return now - cost, self.later.after(max(0, dice - bought - extra))


def let_pass(table: Table, label: str) -> Weighing:
    """The weighing of doing nothing now, with all dice left for what may come."""
    kept = later(table, table.actor).after(0)
    return Weighing.of_one(BOXES, OF_OPENINGS, (0.0, kept), (STRIKE, LATER), label)
