"""Leaving an engagement: foes are asked for an opportunity attack before the walker goes on (GRM-122, GRM-084).

The walk waits in the steps of the scene as long as anybody has to decide. Taking a step throws no dice, so the steps go
on by themselves as soon as nothing else waits.
"""

from collections.abc import Callable
from typing import Any

from rules.engine.fight import sequence, then
from rules.engine.fight.sequence import Step
from rules.engine.kernel import Said, Table, Told
from rules.systems.grim.core import PRONE, SLAIN, is_in, state_with, takes_part
from rules.systems.grim.fight.base import (
    Square,
    arms,
    around,
    can_react,
    engaged,
    on_board,
    put,
    standing,
    taken,
    waits,
    yards_apart,
    yards_to,
)

#: Names of the two answers to an opening.
ATTACK, PASS = "opportunity.attack", "opportunity.pass"
#: The quality that strikes at whoever charges or runs up to one, and its yards (GRM-084).
REACH, REACH_YARDS = "reach", 2
TAKERS: dict[str, Callable[[Table, Step], None]] = {}


def takes(name: str) -> Callable[[Callable[[Table, Step], None]], Callable[[Table, Step], None]]:
    """Enter the function that takes waiting steps of that name."""

    def entered(taker: Callable[[Table, Step], None]) -> Callable[[Table, Step], None]:
        TAKERS[name] = taker
        return taker

    return entered


@waits
def carry_on(table: Table) -> None:
    """Take the waiting steps until somebody has to decide something."""
    if table.encounter is not None and sequence.steps(table):
        sequence.carry_on(table, lambda step: TAKERS[str(step["do"])](table, step))


# -- who may strike ----------------------------------------------------------------------------------------------------


def may_strike(table: Table, who: str) -> bool:
    """Whether somebody can make an opportunity attack: able to act, and to react (GRM-011, GRM-122)."""
    return can_react(table, who) and not state_with(table.sheet(who), "no_actions")


def left_behind(table: Table, who: str, end: Square) -> list[str]:
    """Foes whose engagement a walk to a square leaves, and who may strike for it (GRM-122)."""
    foes = (foe for foe in engaged(table, who) if yards_apart(standing(table, foe), end) > 1)
    return [foe for foe in foes if may_strike(table, foe)]


def run_into(table: Table, who: str, end: Square, foes: list[str]) -> list[str]:
    """Foes with a weapon of Reach whom a charge or a run comes up to (GRM-084)."""
    return [
        foe
        for foe in foes
        if yards_apart(standing(table, foe), end) <= REACH_YARDS < yards_to(table, who, standing(table, foe))
        and has_reach(table, foe)
        and may_strike(table, foe)
    ]


def has_reach(table: Table, who: str) -> bool:
    """Whether somebody holds a weapon of Reach."""
    return any(arm.has(REACH) for arm in arms(table.sheet(who)).values())


# -- setting out -------------------------------------------------------------------------------------------------------


def set_out(table: Table, who: str, end: Square, strikers: list[str], *more: Step, **arrival: Any) -> None:
    """Ask each of the strikers, then go, and take ``more`` steps; ``arrival`` is kept for the one who arrives."""
    then(table, *({"do": "opening", "by": foe, "on": who} for foe in strikers))
    then(table, {"do": "arrive", "who": who, "end": list(end), **arrival}, *more)
    carry_on(table)


@takes("opening")
def _open(table: Table, step: Step) -> None:
    """Ask a foe whether to strike at whoever goes, if both still can (GRM-122)."""
    by, on = str(step["by"]), str(step["on"])
    if takes_part(table, by) and takes_part(table, on) and may_strike(table, by) and not is_in(table.sheet(on), SLAIN):
        title = Said("{0} gives you an opening. Strike?", (on,))
        table.ask(by, title, ATTACK, PASS, on=on)


def can_go_on(table: Table, who: str, *, crawling: bool) -> bool:
    """Whether a walker can still go: neither struck down nor, unless they crawl, thrown to the ground."""
    sheet = table.sheet(who)
    if sheet.has(SLAIN) or state_with(sheet, "no_actions", "no_movement"):
        return False
    return crawling or not is_in(sheet, PRONE)


# -- following ---------------------------------------------------------------------------------------------------------

FOLLOW, STAY = "follow.step", "follow.stay"


@takes("follow")
def _ask_to_follow(table: Table, step: Step) -> None:
    """Ask somebody whether to follow a step aside, or a push, at no price (GRM-027, GRM-104, C-18)."""
    by, whom = str(step["by"]), str(step["whom"])
    there = takes_part(table, by) and takes_part(table, whom)
    if there and can_go_on(table, by, crawling=False) and close_up(table, by, whom) is not None:
        table.ask(by, Said("{0} steps away from you. Follow?", (whom,)), FOLLOW, STAY, whom=whom)


def close_up(table: Table, who: str, other: str) -> Square | None:
    """The free square beside another that is nearest; None for somebody who stands beside them, or without one."""
    here, there, full = standing(table, who), standing(table, other), taken(table, who)
    if yards_apart(here, there) <= 1:
        return None
    free = [square for square in around(there, 1) if square not in full and on_board(square)]
    return min(free, key=lambda square: (yards_apart(here, square), square), default=None)


def follow(table: Table, who: str, other: str) -> None:
    """Step up to another at no price."""
    end = close_up(table, who, other)
    if end is not None:
        table.happen(Told((who, other), "{0} follows {1}."))
        put(table, who, end)
