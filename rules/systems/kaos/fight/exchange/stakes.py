"""The average toll of a blow on its target: as advice counts it, and in hit points, for tactics."""

from rules.engine.forecast.state_cache import as_if
from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.table import Table
from rules.systems.kaos.core import body, trials
from rules.systems.kaos.core.chances import chance
from rules.systems.kaos.core.valuation import loss
from rules.systems.kaos.fight.base.blow import Blow
from rules.systems.kaos.fight.base.harm import of_those_left
from rules.systems.kaos.fight.base.state import is_helpless
from rules.systems.kaos.fight.exchange.piercing import expected_harm


def taken(table: Table, blow: Blow) -> float:
    """The hit points that a blow takes on average, once it is past the defence (PCT-014)."""
    return of_those_left(table.sheet(blow.target), expected_harm(table, blow))


def costs(table: Table, blow: Blow) -> float:
    """The worth that a blow takes on average, once it is past the defence, as advice counts it (PCT-014)."""
    return loss(table, blow.target, expected_harm(table, blow), lethal=blow.lethal)


def past(table: Table, blow: Blow) -> float:
    """P(a blow that struck gets past a defence roll); 1 against the helpless (PCT-012)."""
    target = table.sheet(blow.target)
    return 1.0 if is_helpless(target) else 1 - chance(score_against(target, blow))


def score_against(sheet: Sheet, blow: Blow) -> int:
    """The score of a defence roll: the attribute that avoids a spell, otherwise the Defense Score (C-16).

    Against a net or a ghostly hand armour does not count (PCT-013, D-4).
    """
    if blow.avoid:
        return trials.own_score(sheet, blow.avoid)
    if not blow.past_armour:
        return body.defence_score(sheet)
    bare = {key: item for key, item in sheet.items.items() if item.kind != "armour"}
    return body.defence_score(as_if(sheet, items=bare))
