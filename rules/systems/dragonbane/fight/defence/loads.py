"""Too heavy a load in a fight: a STR roll before the first step of a turn (D-1, DRB-028).

A success moves for the rest of the turn as usual. A failure stays in place, unless the roll is pushed (DRB-003), or
enough is dropped that the rest is no trouble.
"""

from collections.abc import Callable, Mapping

from rules.engine.fight.ground import Point
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Judged, Told
from rules.engine.kernel.sheets import Json
from rules.engine.kernel.table import Table
from rules.engine.odds import Chance, in_words
from rules.systems.dragonbane.core import chances
from rules.systems.dragonbane.core.checks import CONTINUATIONS, Check, Outcome, check_for, roll
from rules.systems.dragonbane.core.figures import is_overloaded
from rules.systems.dragonbane.core.skill_tests import odds_of
from rules.systems.dragonbane.fight.base.budgets import CARRIED, STUCK, use, used
from rules.systems.dragonbane.fight.base.order import settle

FOLLOW = "fight.loaded"
#: Functions that go on once the load is lifted, by the intended move; each module enters its own.
WAYS: dict[str, Callable[[Table, Dice, Point], None]] = {}


def must_lift(table: Table, who: str) -> bool:
    """Whether a STR roll comes before the first step of this turn."""
    return is_overloaded(table.sheet(who)) and not used(table, who).load


def lift_check(table: Table, who: str) -> Check:
    return check_for(table, who, "str")


def load_words(table: Table, who: str) -> str:
    """The roll in words: "Under a load, Strength 10: 5 in 10 to get going"."""
    check = lift_check(table, who)
    return f"Under a load, {check.words}: {in_words(chances.success(check.level, check.extra))} to get going"


def chances_to_lift(table: Table, who: str) -> tuple[Chance, ...]:
    """The chances to get going, with a push as a second one, and of a Dragon and a Demon (DRB-003)."""
    words = {"success": "gets going", "pushed": "gets going, with a push"}
    found = odds_of(table, lift_check(table, who)).chances
    return tuple(Chance(f"lift_{one.name}", words.get(one.name, one.label), one.probability) for one in found)


def lift(table: Table, dice: Dice, way: str, end: Point) -> None:
    """Roll STR; on a success go on with the move (D-1)."""
    check = lift_check(table, table.actor)
    told: dict[str, Json] = {"way": way, "x": end[0], "y": end[1]}
    lifted(table, dice, roll(table, dice, check, f"under a load: {check.words}", FOLLOW, told), told)


def lifted(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Judge the roll under a load, or its push: go on, or stay in place."""
    who = table.actor
    table.happen(Judged(who, outcome.verdict, 0, {"skill": "str", "face": outcome.face}))
    use(table, who, load=CARRIED if outcome.success else STUCK)
    if outcome.success:
        WAYS[str(told["way"])](table, dice, (float(told["x"]), float(told["y"])))
    else:
        table.happen(Told((who,), "{0} cannot get going under the load."))
        settle(table, dice)


CONTINUATIONS[FOLLOW] = lifted
