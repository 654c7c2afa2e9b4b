"""The odds and dangers of a walk or a ride, told before anybody takes a step (SDA-224, SDA-227, SDA-252, D-9)."""

from collections.abc import Iterator, Sequence

from rules.engine.fight.ground import Point, metres, place
from rules.engine.kernel.table import Table
from rules.engine.odds import Chance, Odds
from rules.systems.sda.checks.shared.company import listed
from rules.systems.sda.core.effects.clouds import ahead
from rules.systems.sda.core.rolls.mounts import rider_of
from rules.systems.sda.fight.base.budgets import metres_left
from rules.systems.sda.fight.base.dread import way_words
from rules.systems.sda.fight.base.ground import entry_point
from rules.systems.sda.fight.moves.nerve import presses_on
from rules.systems.sda.fight.moves.opportunity import opponents_who_watch, where_met
from rules.systems.sda.fight.moves.sequence import has_opening
from rules.systems.sda.fight.moves.watching import may_shoot


def odds_of_way(table: Table, legs: str, end: Point, cost: float) -> Odds:
    """The odds of a way on somebody's legs for ``cost`` metres of movement; a mount may refuse it (SDA-252)."""
    left = round(metres_left(table, table.actor) - cost, 2)
    told = f"{metres(place(table, legs), end):g} m, {left:g} left after that"
    goes = presses_on(table, legs, end)
    listed = () if goes == 1 else (Chance("success", "the mount goes on", goes),)
    return Odds(told + on_the_way(table, legs, end), listed)


def on_the_way(table: Table, legs: str, end: Point, *, but: str = "") -> str:
    """The words for what lies on a way: its price in spirit, strikes and shots but for those of ``but``, and spells."""
    who = rider_of(table, legs) or legs
    parts = [spirit] if (spirit := way_words(table, who, end)) else []
    met = [by for by in opponents_who_watch(table, legs) if by != but and where_met(table, by, legs, end) is not None]
    strikers = [by for by in met if has_opening(table, by, who)]
    shooters = [by for by in opponents_who_watch(table, legs) if by not in met and may_shoot(table, by, who)]
    parts += [f"{_names(table, strikers)} may strike"] if strikers else []
    parts += [f"{_names(table, shooters)} may shoot"] if shooters else []
    parts += [f"into {name}" for name in _entered(table, legs, end)]
    return "".join(f"; {part}" for part in parts)


def _entered(table: Table, who: str, end: Point) -> Iterator[str]:
    """The names of the spells on places that a way leads into and that do something to somebody (D-9)."""
    start = place(table, who)
    for one in ahead(table, who):
        if entry_point(start, end, one.middle(table), one.extent) is not None:
            yield one.spell.name


def _names(table: Table, whom: Sequence[str]) -> str:
    return listed(table.name(who) for who in whom)
