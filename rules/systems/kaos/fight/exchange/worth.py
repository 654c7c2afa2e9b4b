"""The worth of blows and attacks: as advice counts it, and in hit points, for tactics (PCT-011 to PCT-015)."""

from collections.abc import Callable, Sequence
from typing import Any

from rules.engine.forecast.state_cache import as_if
from rules.engine.kernel import Sheet, Table, Weighing, Worth
from rules.systems.kaos.core import (
    EASE_PRICE,
    HIT_POINTS,
    MEASURE,
    Trial,
    chance,
    figures,
    in_hit_points,
    loss,
    trials,
    with_ease,
)
from rules.systems.kaos.fight.base import Blow, called, is_helpless, of_those_left
from rules.systems.kaos.fight.exchange.effects import expected_harm


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
        return figures.defence_score(sheet)
    bare = {key: item for key, item in sheet.items.items() if item.kind != "armour"}
    return figures.defence_score(as_if(sheet, items=bare))


SHARES = ("They lose", "Points")
OF_ATTACKS = f"What they lose on average, if they roll to defend. {MEASURE}"
OF_GRIPS = f"What they lose on average by your bare hands. {MEASURE}"


def of_takings(
    table: Table,
    *fields: str,
    takes: Callable[[Any], float],
    said: Callable[[Any], str],
    eased: Callable[[Any], float] = lambda chosen: float(chosen.eased),
    sentence: str = OF_ATTACKS,
    whom: Sequence[str] = (),
) -> Weighing:
    """Choices weighed by the hit points taken of ``whom``; ``eased`` is the average number of rolls paid easier."""

    def worth(chosen: Any) -> Worth:
        return takes(chosen), -in_hit_points(table, EASE_PRICE * eased(chosen))

    return Weighing(fields, HIT_POINTS, sentence, worth, SHARES, said=said, among={"target": whom})


def of_attacks(
    table: Table,
    *fields: str,
    beside: Callable[[Any], float] | None = None,
    eased: Callable[[Any], float] = lambda chosen: float(chosen.eased),
    whom: Sequence[str] = (),
) -> Weighing:
    """Attacks of a kind weighed; ``beside`` adds the worth of a blow that may come after."""

    def takes(chosen: Any) -> float:
        return through(table, *chosen.aimed(table)) + (beside(chosen) if beside else 0.0)

    def said(chosen: Any) -> str:
        return said_of(table, chosen, getattr(chosen, "eased_deception", False) and "Deception easier")

    return of_takings(table, *fields, takes=takes, said=said, eased=eased, whom=whom)


def through(table: Table, trial: Trial, blow: Blow) -> float:
    """The worth that an attack takes on average, past the defence roll (PCT-011, PCT-012, PCT-014)."""
    return trial.chance * past(table, blow) * costs(table, blow)


def said_of(table: Table, chosen: Any, *easier: bool | str) -> str:
    """An attack in a few words."""
    _, blow = chosen.aimed(table)
    return with_ease(f"{called(table, blow.target)}, {blow.weapon}", chosen.eased, *easier)
