"""The value of somebody's state in points of Health, for advice (LIN-046, LIN-057, LIN-058, LIN-060).

A point of Health counts one, a point of Stamina half. Standing counts as the most Health that one has, living as much
again on one's own side, and not being exhausted a quarter of it; a foe who is down counts for nothing.
"""

from collections.abc import Callable, Sequence
from typing import Any

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Sheet, Table, Weighing, Worth
from rules.engine.odds import Distribution
from rules.systems.fortune.core.favour import holds_favour
from rules.systems.fortune.core.health import HEALTH, STAMINA, held, most_to_stamina
from rules.systems.fortune.core.state import DEAD
from rules.systems.fortune.core.trials import Trial

POINTS, CHANCES = "points of Health", "points of 100"
MEASURE = (
    "Stamina counts half. Going down counts as full Health, dying on your side as much again, exhaustion a quarter."
)
#: The share of a success that a mixed result counts for, and that of a token kept.
HALF, TOKEN_WORTH = 0.5, 15.0


def is_ours(table: Table, who: str) -> bool:
    """Whether somebody is on the actor's side, or one of them takes no part."""
    there = table.encounter.combatants if table.encounter else {}
    return who not in there or table.actor not in there or there[who].side == there[table.actor].side


def value(sheet: Sheet, *, ours: bool) -> float:
    """The worth of a body in points of Health."""
    if sheet.has(DEAD):
        return 0.0
    return _value(sheet, sheet.now(HEALTH), sheet.now(STAMINA), ours=ours)


def _value(sheet: Sheet, health: int, stamina: int, *, ours: bool) -> float:
    most, pool = held(sheet, HEALTH).most, held(sheet, STAMINA).most
    alive = bool(health or stamina)
    fresh = 0.25 * most if stamina or not pool else 0.0
    return health + stamina / 2 + (most if health else 0) + (fresh if alive else 0) + (most if ours and alive else 0)


def after(sheet: Sheet, damage: int, to_stamina: int) -> tuple[int, int]:
    """The Health and Stamina that are left after damage of which so much goes to Stamina (LIN-046, E-b)."""
    health, stamina = sheet.now(HEALTH), sheet.now(STAMINA)
    to_stamina = to_stamina if health else damage
    return max(0, health - damage + to_stamina), max(0, stamina - to_stamina)


def best_share(sheet: Sheet, damage: int, *, ours: bool = True) -> int:
    """The share of damage that is best suffered by Stamina."""
    most = most_to_stamina(sheet, damage)
    health = sheet.now(HEALTH)
    if not health:
        return most
    worth_trying = {0, most, most - 1, damage - health + 1, damage - health}
    able = sorted(share for share in worth_trying if 0 <= share <= most)
    return max(able, key=lambda share: _value(sheet, *after(sheet, damage, share), ours=ours))


def worth_after(sheet: Sheet, damage: int, to_stamina: int, *, ours: bool) -> float:
    """The worth of a body after damage that is split so."""
    return _value(sheet, *after(sheet, damage, to_stamina), ours=ours)


def loss(table: Table, who: str, harm: Distribution) -> float:
    """The worth that damage takes of somebody on average, split as is best for them."""
    return _loss(table.sheet(who), harm, ours=is_ours(table, who))


@of_sheet("resources", "conditions")
def _loss(sheet: Sheet, harm: Distribution, *, ours: bool) -> float:
    if sheet.has(DEAD):
        return 0.0
    before = value(sheet, ours=ours)
    return sum(
        share * (before - worth_after(sheet, damage, best_share(sheet, damage, ours=ours), ours=ours))
        for damage, share in enumerate(harm)
        if share and damage
    )


def of_test(
    table: Table, trial: Callable[[Any], Trial], *fields: str, among: dict[str, Sequence[Any]] | None = None
) -> Weighing:
    """A test weighed by its chances: a mixed result counts half, and the token as much as 15 points (LIN-023)."""

    def worth(chosen: Any) -> Worth:
        rolled = trial(chosen)
        gained = 0.0 if holds_favour(table.me) else TOKEN_WORTH * rolled.chances.failure
        kept = -TOKEN_WORTH * (1.0 if rolled.spend == "cancel" else rolled.spends)
        return 100 * (rolled.chances.success + HALF * rolled.chances.mixed), kept + gained

    sentence = (
        "Chance to pass, in points of 100; a mixed result counts half, and spending or gaining Fortune’s "
        "Favor 15 points."
    )
    return Weighing(fields or ("favour",), CHANCES, sentence, worth, ("Chance", "Favor"), among=among or {})
