"""Blows and counter moves weighed in points of Health, for advice (LIN-028 to LIN-031, LIN-043)."""

from dataclasses import replace

from rules.engine.forecast.state_cache import as_if
from rules.engine.kernel import Sheet, Table
from rules.systems.fortune.core import FEATURE, Arm, Trial, arms, loss
from rules.systems.fortune.fight.base import Blow, blow_with, feet_between, harm, may_counter, with_criticals
from rules.systems.fortune.fight.exchange.attack_roll import attack_trial, criticals_among_hits


def taken(table: Table, blow: Blow, critical: float = 0.0) -> float:
    """The worth that a blow takes of its target on average, if it hits."""
    return loss(table, blow.target, with_criticals(table, blow, critical) if critical else harm(table, blow))


def counter_blow(table: Table, who: str, against: str, arm: Arm, *, clashed: bool) -> Blow:
    """The blow of a counter attack: half the damage (LIN-043)."""
    plain = blow_with(table.sheet(who), who, against, arm, counter=True, clashed=clashed, purpose="counter.attack")
    return replace(plain, halves=plain.halves + 1)


QUICKDRAW = "ranger_quickdraw_counter"
#: The reason for Favor of whoever uses an opening that several had (LIN-032).
OPENING = ("The opening",)


def counter_arms(sheet: Sheet) -> dict[str, Arm]:
    """Everything to counter with: what is in hand, and with Quickdraw Counter each weapon carried (D-3)."""
    found = dict(arms(sheet))
    if not sheet.rank(FEATURE, QUICKDRAW):
        return found
    for key, item in sheet.items.items():
        if item.kind == "weapon" and not item.in_use:
            drawn = as_if(sheet, items={key: replace(item, in_use=True)})
            found |= {name: arm for name, arm in arms(drawn).items() if name == key}
    return found


def counters_for(table: Table, who: str, against: str) -> list[Arm]:
    """The arms of somebody that serve for a counter attack at that distance, the best first (LIN-034, E-a)."""
    feet = feet_between(table, who, against)
    able = (arm for arm in counter_arms(table.sheet(who)).values() if arm.serves(feet))
    return sorted(able, key=lambda arm: -arm.mean)


def counter_cost(table: Table, who: str, against: str, *, clashed: bool, favoured: bool = False) -> float:
    """The worth that a counter attack of somebody takes of another on average; 0 if they cannot make one."""
    able = counters_for(table, who, against) if may_counter(table, who, against) else []
    if not able:
        return 0.0
    trial = attack_trial(table, able[0], against, attacker=who, favours=OPENING if favoured else ())
    blow = counter_blow(table, who, against, able[0], clashed=clashed)
    return trial.chances.success * taken(table, blow, criticals_among_hits(trial))


def worth_of_clash(table: Table, blow: Blow) -> tuple[float, float]:
    """The worth that striking in a clash takes of the target, and the counter move after it of the attacker."""
    return taken(table, replace(blow, clashed=True)), counter_cost(table, blow.target, blow.attacker, clashed=True)


def worth_of_attack(table: Table, trial: Trial, blow: Blow) -> tuple[float, float]:
    """The worth of an attack: what it takes on average, and what counter moves cost; a clash is struck if that pays."""
    found = trial.chances
    gain = found.success * taken(table, blow, criticals_among_hits(trial))
    struck, cost = worth_of_clash(table, blow)
    lost = found.failure * counter_cost(table, blow.target, blow.attacker, clashed=False)
    if struck > cost:
        gain, lost = gain + found.mixed * struck, lost + found.mixed * cost
    return gain, -lost
