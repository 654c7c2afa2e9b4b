"""The worth of toppling or disarming an opponent, for advice: in hit points, by the rules of blows (D-4)."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.fight.turns import allies, knows_of
from rules.engine.kernel.table import Table
from rules.engine.kernel.valuation import Weighing, Worth
from rules.systems.dragonbane.content import fight_switches
from rules.systems.dragonbane.fight.attacks.weighing import best_blow, own_attack
from rules.systems.dragonbane.fight.base import cards
from rules.systems.dragonbane.fight.base.aiming import called
from rules.systems.dragonbane.fight.base.budgets import used
from rules.systems.dragonbane.fight.base.state import cards_for, is_able, opponents
from rules.systems.dragonbane.fight.base.valuation import HIT_POINTS, MEASURE

OF_TOPPLING = (
    "What the attacks of your side take more on average until their next turn, on which they get up, as often as it "
    "succeeds: each where it takes most, if nothing is done against it. Cards still to be drawn count as often as they "
    f"come first. {MEASURE}"
)
OF_DISARMING = (
    "What their next attack takes less of you on average with what they still hold, as often as it succeeds, and if "
    f"you do nothing against it. That picking the weapon up costs them an action is not counted. {MEASURE}"
)


def of_manoeuvre(table: Table, sentence: str, wins: Callable[[Any], float], brings: Callable[[Any], float]) -> Weighing:
    """Opponents and weapons weighed by the chance to win times the worth of winning (DRB-006)."""

    def worth(chosen: Any) -> Worth:
        return (wins(chosen) * brings(chosen),)

    def said(chosen: Any) -> str:
        return f"{called(table, chosen.target)}, {chosen.arm(table).name}"

    return Weighing(("target", "weapon"), HIT_POINTS, sentence, worth, said=said)


def of_lying(table: Table) -> dict[str, float]:
    """Hit points that one's side takes more of each opponent while it lies, until its next turn (DRB-026, D-4)."""
    if not fight_switches.PRONE_BOON.flag(table.house_rules):
        return {}
    return {who: _lying(table, who) for who in opponents(table, table.actor)}


def _lying(table: Table, who: str) -> float:
    return sum(often * _more(table.as_actor(by), who) for by, often in strikers(table, who).items() if often)


def _more(table: Table, lying: str) -> float:
    return own_attack(table, lying=lying) - own_attack(table)


def strikers(table: Table, target: str) -> Mapping[str, float]:
    """Actions of one's own side that come before the target's next turn on average, by whose they are.

    A target that has acted this round gets up in the next one, for which cards are drawn anew (DRB-007).
    """
    side = [table.actor, *(who for who in allies(table, table.actor) if knows_of(table, table.actor, who))]
    able, found = [who for who in side if is_able(table, who)], Counter[str]()
    for rung in cards.ordered(table.scene.ladder):
        if rung.done or rung.key == table.scene.turn:
            continue
        if rung.who == target:
            return found
        found[rung.who] += rung.who in able and rung.key not in used(table, rung.who).acted
    earlier = 1 / (cards_for(table, target) + 1)
    return {who: found[who] + earlier * cards_for(table, who) for who in able}


def of_losing(table: Table, target: str, weapon: str) -> float:
    """Hit points that the best attack on the actor takes less without that weapon, on average (DRB-011, D-4)."""
    theirs = table.as_actor(target)
    me = table.actor
    return best_blow(theirs, [me], viewer=me) - best_blow(theirs, [me], without=weapon, viewer=me)
