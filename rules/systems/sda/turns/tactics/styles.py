"""Three styles of fighting: aggressive, cautious, and by the best choice that the odds of one step give.

A style makes three choices: whom to strike at, dice to defend with, what hits buy. Everything else about a turn or an
answer is alike for all (`choosing`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.engine.fight import Policy, distance, is_within
from rules.engine.forecast.state_cache import of_both, of_sheet
from rules.engine.kernel import Ask, Sheet, Table
from rules.engine.odds import mean
from rules.systems.sda.core.person import Side, chances
from rules.systems.sda.core.rolls import POOL, Pool, extra_hits
from rules.systems.sda.fight.actions.spend_hits import Spend
from rules.systems.sda.fight.advice import damage_dice, mean_boxes, taken_off
from rules.systems.sda.fight.base import (
    LONGEST,
    Arm,
    all_into_damage,
    arm_named,
    band_at,
    best_arm,
    is_out,
    lines,
    opponents,
    reactions_left,
)
from rules.systems.sda.fight.blows import (
    DEFENDER_RATE,
    Exchange,
    attack_pool,
    defence_pool,
    guard_of,
    winning_arm,
)
from rules.systems.sda.fight.melee import MeleeDefend
from rules.systems.sda.fight.moves import MOST, SLOW
from rules.systems.sda.fight.wounds import INITIATIVE, armour_of, room

# -- whom to strike at -------------------------------------------------------------------------------------------------


def target(table: Table, who: str, there: Sequence[str]) -> str:
    """The id of the opponent of whose boxes and spirit the attack takes the largest share on average."""
    return max(there, key=lambda other: (_gain(table, who, other), -distance(table, who, other)))


def _gain(table: Table, who: str, other: str) -> float:
    mine, theirs, arm, taken = _against(table, who, other)
    ready = 0 if is_out(table.sheet(other)) else min(theirs.available, reactions_left(table, other))
    hits = _scored(mine, theirs.side(ready))
    boxes = mean_boxes(arm.die, round(hits), taken) if arm.damage else 0.0
    return (hits + 2 * boxes) / max(1, health(table.sheet(other)))


@of_both(*POOL)
def _against(table: Table, who: str, other: str) -> tuple[Side, Pool, Arm, int]:
    """The attack with all dice, the pool that meets it, the weapon, and the MoS taken off its damage."""
    arm = best_arm(table, who, band_at(distance(table, who, other)))
    mine = attack_pool(table, who, other, arm)
    theirs = defence_pool(table, other, who, best_arm(table, other))
    return mine.side(mine.available), theirs, arm, min(taken_off(table, other, arm.types)) if arm.damage else 0


@of_sheet("tracks", "resources")
def health(sheet: Sheet) -> int:
    """Injury boxes that somebody has left on their freest line and points of spirit, added up."""
    return max((room(line) for line in lines(sheet)), default=0) + sheet.now("spirit")


@lru_cache(maxsize=65_536)
def _scored(mine: Side, theirs: Side) -> float:
    return mean(chances.opposed(mine, theirs).hits())


# -- how many dice to defend with --------------------------------------------------------------------------------------


def defence(table: Table, ask: Ask, most: MeleeDefend, to_come: int) -> int:
    """Dice to defend with that bring most, the others shared out among ``to_come`` blows like this one."""
    attack = Exchange.from_known(ask.known).attack
    pool = defence_pool(table, ask.to, attack.who, arm_named(table.sheet(ask.to), most.weapon))
    theirs = attack.side(guard_of(table, ask.to, MOST))
    worth = [_defended(pool.side(count), theirs) for count in range(most.dice + 1)]

    def together(count: int) -> float:
        return worth[count] + to_come * worth[(most.dice - count) // to_come] if to_come else worth[count]

    return max(range(most.dice + 1), key=lambda count: (together(count), -count))


@lru_cache(maxsize=65_536)
def _defended(mine: Side, theirs: Side) -> float:
    """The mean gain of a defence in hits: those that it scores at the defender's rate, less those against it."""
    margin = chances.opposed(mine, theirs)
    return mean(margin.hits()) / DEFENDER_RATE - mean(margin.hits_against())


# -- what hits are good for --------------------------------------------------------------------------------------------


def spending(table: Table, ask: Ask, form: Spend) -> Spend:
    """The command with the type of damage that makes most boxes; if that is next to none, the loser is slowed."""
    known = ask.known
    if all_into_damage(table, known):
        return form
    slower = known["hits"] // (SLOW + extra_hits(table, known["winner"], known["loser"]))
    if not form.damage:
        return replace(form, slower=slower)
    arm = winning_arm(table, known)
    count = damage_dice(known, form.damage)
    loser = known["loser"]
    made = {
        kind.type: mean_boxes(arm.die, count, kind.malus_mos + armour_of(table, loser, kind.type)) for kind in arm.types
    }
    best = max(made, key=lambda kind: made[kind])
    if made[best] < INITIATIVE and slower:
        return replace(form, damage=0, slower=slower)
    return replace(form, type=best)


#: The opponent in reach to strike at; the dice to defend with; the command that spends hits.
Target = Callable[[Table, str, Sequence[str]], str]
Defence = Callable[[Table, Ask, MeleeDefend], int]
Spending = Callable[[Table, Ask, Spend], Spend]


@dataclass(frozen=True, slots=True)
class Style:
    """The choices of somebody in a forecast; it ``strikes`` at openings, and ``spares`` boxes at the cost of armour."""

    policy: Policy
    target: Target
    defence: Defence
    spending: Spending
    strikes: bool
    spares: bool


def nearest(table: Table, who: str, there: Sequence[str]) -> str:
    """The id of the nearest of those ``there``, of equals the one with the least `health`."""
    return min(there, key=lambda other: (distance(table, who, other), health(table.sheet(other))))


def weakest(table: Table, who: str, there: Sequence[str]) -> str:
    """The id of the one with the least `health` of those ``there``, of equals the nearest."""
    return min(there, key=lambda other: (health(table.sheet(other)), distance(table, who, other)))


def with_all(table: Table, ask: Ask, most: MeleeDefend) -> int:
    """All dice, for the blow at hand."""
    return most.dice


def with_a_share(table: Table, ask: Ask, most: MeleeDefend) -> int:
    """An equal share of the dice, rounded up, for this blow and each that may still come this round."""
    return -(-most.dice // (1 + len(still_to_come(table, ask))))


def still_to_come(table: Table, ask: Ask) -> list[str]:
    """The ids of opponents in reach whose turns come later in the round, but for the attacker."""
    near = {other for other in opponents(table, ask.to) if is_within(table, ask.to, other, LONGEST)}
    near.discard(ask.known["attacker"])
    return [rung.who for rung in table.scene.ladder if not rung.done and rung.who in near]


def by_odds(table: Table, ask: Ask, most: MeleeDefend) -> int:
    """Dice that bring most, if all opponents who may still strike do so like this one."""
    return defence(table, ask, most, len(still_to_come(table, ask)))


def into_damage(table: Table, ask: Ask, form: Spend) -> Spend:
    """The command as its form begins: all hits on damage, wherever it can be done."""
    return form


AGGRESSIVE = Style(
    Policy("aggressive", "Aggressive", "Attacks the nearest, defends with all dice, strikes at every opening."),
    nearest,
    with_all,
    into_damage,
    strikes=True,
    spares=False,
)
CAUTIOUS = Style(
    Policy("cautious", "Cautious", "Attacks the weakest, keeps dice for every coming attack, lets armour suffer."),
    weakest,
    with_a_share,
    into_damage,
    strikes=False,
    spares=True,
)
ADVISED = Style(
    Policy("advised", "By the odds", "Follows the exact odds of the next step: target, dice, type of damage."),
    target,
    by_odds,
    spending,
    strikes=True,
    spares=False,
)
#: All styles; the first is that of somebody for whom none is chosen.
STYLES = (AGGRESSIVE, CAUTIOUS, ADVISED)
