"""Leaving an engagement: foes are asked for an opportunity attack before the walker goes on (GRM-122, GRM-084).

The walk waits in the steps of the scene as long as anybody has to decide. Taking a step throws no dice, so the steps go
on by themselves as soon as nothing else waits.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import sequence, then
from rules.engine.fight.sequence import Step
from rules.engine.kernel import Dice, ItemSet, Reply, Said, Table, Told, end_conditions
from rules.systems.grim.core import COVERED, PRONE, SLAIN, in_hand, is_in, is_in_fight, state_with, with_stats
from rules.systems.grim.fight.base import (
    Square,
    arms,
    can_react,
    engaged,
    is_near,
    nearest_to,
    path,
    put,
    standing,
    waits,
    yards_apart,
    yards_between,
    yards_to,
)

#: Names of the two answers to an opening.
ATTACK, PASS = "opportunity.attack", "opportunity.pass"
#: The stat of a shield that is planted (GRM-069).
FIXED = "fixed"
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


def left_behind(table: Table, who: str, to: Square) -> list[str]:
    """Foes whose engagement a walk to a square leaves, and who may strike for it (GRM-122)."""
    foes = (foe for foe in engaged(table, who) if yards_apart(standing(table, foe), to) > 1)
    return [foe for foe in foes if may_strike(table, foe)]


def run_into(table: Table, who: str, to: Square, foes: list[str]) -> list[str]:
    """Foes with a weapon of Reach whom a charge or a run comes up to (GRM-084)."""
    return [
        foe
        for foe in foes
        if yards_apart(standing(table, foe), to) <= REACH_YARDS < yards_between(table, who, foe)
        and has_reach(table, foe)
        and may_strike(table, foe)
    ]


def has_reach(table: Table, who: str) -> bool:
    """Whether somebody holds a weapon of Reach."""
    return any(arm.has(REACH) for arm in arms(table.sheet(who)).values())


# -- setting out -------------------------------------------------------------------------------------------------------


def set_out(
    table: Table, who: str, to: Square, strikers: list[str], *more: Step, reached: Sequence[str] = (), **arrival: Any
) -> None:
    """Ask each of the strikers, then go, and take ``more`` steps; ``arrival`` is kept for the one who arrives.

    Those with Reach who are ``reached`` strike once one has come up to them (GRM-084).
    """
    then(table, *(_opening(who, foe) for foe in strikers))
    for foe in reached:
        there = standing(table, foe)
        near = next(square for square in path(standing(table, who), to) if yards_apart(square, there) <= REACH_YARDS)
        crawling = bool(arrival.get("crawling"))
        then(table, {"do": "come_up", "who": who, "end": list(near), "crawling": crawling}, _opening(who, foe))
    far = yards_to(table, who, to)
    then(table, {"do": "arrive", "who": who, "end": list(to), "far": far, **arrival}, *more)
    carry_on(table)


def _opening(who: str, foe: str) -> Step:
    return {"do": "opening", "by": foe, "on": who}


@takes("come_up")
def _come_up(table: Table, step: Step) -> None:
    """Come up to a foe with Reach, who may strike then (GRM-084)."""
    who, near = str(step["who"]), (int(step["end"][0]), int(step["end"][1]))
    if is_in_fight(table, who) and can_go_on(table, who, crawling=bool(step["crawling"])):
        put(table, who, near)


@takes("opening")
def _open(table: Table, step: Step) -> None:
    """Ask a foe whether to strike at whoever goes, if both still can (GRM-122)."""
    by, on = str(step["by"]), str(step["on"])
    there = is_in_fight(table, by) and is_in_fight(table, on) and not table.sheet(on).has(SLAIN)
    reach = REACH_YARDS if has_reach(table, by) else 1
    if there and may_strike(table, by) and is_near(table, by, on, reach):
        title = Said("{0} gives you an opening: strike?", (on,))
        table.ask(by, title, ATTACK, PASS, on=on)


def can_go_on(table: Table, who: str, *, crawling: bool) -> bool:
    """Whether a walker can still go: neither struck down nor, unless they crawl, thrown to the ground."""
    sheet = table.sheet(who)
    if sheet.has(SLAIN) or state_with(sheet, "no_actions", "no_movement"):
        return False
    return crawling or not is_in(sheet, PRONE)


def leave_cover(table: Table, who: str) -> None:
    """Leave whatever one was behind; a planted shield is pulled out again (GRM-028, GRM-069)."""
    end_conditions(table, who, COVERED)
    for key, item in in_hand(table.sheet(who)).items():
        if item.stats.get(FIXED):
            table.happen(ItemSet(who, key, with_stats(item, **{FIXED: None})))


# -- following ---------------------------------------------------------------------------------------------------------

FOLLOW, STAY = "follow.step", "follow.stay"


@takes("follow")
def _ask_to_follow(table: Table, step: Step) -> None:
    """Ask somebody whether to follow a step aside, or a push, at no price (GRM-027, GRM-104, C-18)."""
    by, whom = str(step["by"]), str(step["whom"])
    there = is_in_fight(table, by) and is_in_fight(table, whom)
    if there and can_go_on(table, by, crawling=False) and close_up(table, by, whom) is not None:
        table.ask(by, Said("{0} steps away from you. Follow?", (whom,)), FOLLOW, STAY, whom=whom)


def close_up(table: Table, who: str, other: str) -> Square | None:
    """The free square beside another that is nearest; None for somebody who stands beside them, or without one."""
    here = standing(table, who)
    if yards_apart(here, standing(table, other)) <= 1:
        return None
    to = nearest_to(table, who, other)
    return None if to == here else to


def follow(table: Table, who: str, other: str) -> None:
    """Step up to another at no price."""
    to = close_up(table, who, other)
    if to is not None:
        leave_cover(table, who)
        table.happen(Told((who, other), "{0} follows {1}."))
        put(table, who, to)


@dataclass(frozen=True, slots=True)
class FollowStep(Reply, name=FOLLOW, label="Follow"):
    """Follow a foe who steps away from you, at no price (GRM-027, C-18)."""

    unasked: ClassVar[str] = "Nobody has just stepped away from you."
    throws_dice: ClassVar[bool] = False

    def perform(self, table: Table, dice: Dice) -> None:
        follow(table, table.actor, str(table.answer(self.ask, self.name).known["whom"]))


@dataclass(frozen=True, slots=True)
class Stay(Reply, name=STAY, label="Stay"):
    """Let a foe step away (GRM-027)."""

    unasked: ClassVar[str] = "Nobody has just stepped away from you."
    throws_dice: ClassVar[bool] = False

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
