"""The blows that may still come this round, and what dice that are kept for them bring (SDA-163)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from rules.engine.ground import distance
from rules.engine.table import Table
from rules.systems.sda.chances import Side
from rules.systems.sda.fight.arms import best_arm, melee_pool
from rules.systems.sda.fight.budgets import reaction_dice, reactions_left, used
from rules.systems.sda.fight.exchange import FREE_DIE
from rules.systems.sda.fight.ground import LONGEST, band_at
from rules.systems.sda.fight.maluses import attack_malus
from rules.systems.sda.fight.opportunity import opponents_who_watch
from rules.systems.sda.fight.sequence import may_strike
from rules.systems.sda.fight.state import is_out, opponents
from rules.systems.sda.fight.weighing.duels import Duel, blow

#: What is said of them.
OF_LATER = "Opponents in reach whose turns are still to come strike with all their dice, and what is kept meets them."
OF_THE_SAME = "Opponents in reach whose turns are still to come strike like this, and what is kept meets them."


@dataclass(frozen=True, slots=True)
class Later:
    """What dice bring against all that is still to come, shared out as serves best: none of them, one, up to all."""

    brings: tuple[float, ...]
    said: str = ""

    def after(self, used: int) -> float:
        """What the dice bring that are left when so many of them are used now."""
        return self.brings[max(0, len(self.brings) - 1 - used)]


#: Where nothing more is kept for anything.
NOTHING_MORE = Later((0.0,))


def still_to_come(table: Table, who: str, *, but: str = "") -> list[str]:
    """Opponents in reach, once for each turn that they have not acted on yet."""
    near = {other for other in opponents(table, who) if distance(table, who, other) <= LONGEST}
    able = {other for other in near if other != but and not is_out(table.sheet(other))}
    return [
        rung.who
        for rung in table.scene.ladder
        if rung.who in able and not rung.done and rung.key not in used(table, rung.who).acted
    ]


def later(table: Table, who: str, *, but: str = "", openings: bool = False) -> Later:
    """What may still come at somebody; with ``openings`` also what everybody in reach may do whom they give one."""
    left = reactions_left(table, who)
    met = (*_turns(table, who, left, but=but), *(_strikes(table, who, left) if openings else ()))
    return Later(shared(met, left), OF_LATER if met else "")


def _turns(table: Table, who: str, left: int, *, but: str = "") -> list[tuple[float, ...]]:
    """What it comes to to meet each blow of those whose turns are still to come."""
    return [one for other in still_to_come(table, who, but=but) if (one := _met(table, other, who, left))]


def _strikes(table: Table, who: str, left: int) -> list[tuple[float, ...]]:
    """What it comes to to meet each strike at an opening that somebody gives."""
    watching = [by for by in opponents_who_watch(table, who) if may_strike(table, by, who)]
    return [one for by in watching if (one := _met(table, by, who, left, strikes=True))]


def openings_given(table: Table, who: str) -> float:
    """The boxes that an action costs which lets everybody in reach strike, met as well as reactions can (SDA-224)."""
    left = reactions_left(table, who)
    strikes = _strikes(table, who, left)
    if not strikes:
        return 0.0
    turns = _turns(table, who, left)
    return shared(turns, left)[-1] - shared((*turns, *strikes), left)[-1]


def more_of_the_same(table: Table, who: str, met: Sequence[float], left: int, *, but: str) -> Later:
    """The same if all strike like somebody who just did: ``met`` is what it comes to with no die, with one, two ..."""
    best = tuple(accumulate(met, max))
    blows = [best] * len(still_to_come(table, who, but=but))
    return Later(shared(blows, left), OF_THE_SAME if blows else "")


def _met(table: Table, other: str, who: str, left: int, *, strikes: bool = False) -> tuple[float, ...]:
    """What it comes to for ``who`` to meet a blow with no die, with one at most, two at most ...; none is no blow."""
    strike = coming(table, other, who, left, strikes=strikes)
    return tuple(-value for value in strike[0].by_dice(strike[1])) if strike else ()


def coming(table: Table, other: str, who: str, left: int, *, strikes: bool = False) -> tuple[Duel, Side] | None:
    """A blow that may still come, and what may answer it.

    On their turn others strike with all dice that they have not used, at an opening with those left for reactions and a
    die more (SDA-230).
    """
    arm = best_arm(table, other, band_at(distance(table, other, who)))
    hindered = attack_malus(table, other, who, arm, opportunity=strikes)
    pool = melee_pool(table, other, arm, bonus=FREE_DIE if strikes else 0, malus=hindered)
    dice = reaction_dice(table, pool, extra=FREE_DIE) if strikes else pool.available - used(table, other).action
    if dice <= 0:
        return None
    return blow(table, other, who, arm, both=False, left=left), pool.side(dice)


def shared(met: Sequence[tuple[float, ...]], dice: int) -> tuple[float, ...]:
    """What all of it comes to at best, for every number of dice up to so many that are shared among the blows."""
    brings = (0.0,) * (dice + 1)
    for one in met:
        brings = tuple(
            max(brings[count - given] + one[min(given, len(one) - 1)] for given in range(count + 1))
            for count in range(dice + 1)
        )
    return brings
