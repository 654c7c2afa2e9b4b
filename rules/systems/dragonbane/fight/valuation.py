"""The value of somebody's state to the side that advice is for: one measure for all that a fight asks (DRB-036).

A hit point counts one, and so does a point of willpower. Being up counts as all hit points that somebody has at most,
and staying alive as much again; whether a foe lives who is down does not matter. A condition counts as the share of
one's rolls in a fight that its bane takes, of all hit points (DRB-005).
"""

from collections.abc import Callable
from dataclasses import dataclass

from rules.engine.table import Table
from rules.systems.dragonbane.chances import ENOUGH, survival
from rules.systems.dragonbane.checks import Check, check_for
from rules.systems.dragonbane.fight.blow import Blow, losses
from rules.systems.dragonbane.fight.harm import rolls_against_death, tally
from rules.systems.dragonbane.fight.state import is_dead, is_out

#: What advice counts.
HIT_POINTS = "hit points"
MEASURE = (
    "Going down counts as all the hit points that somebody has at most, and on your side dying as much again; a point "
    "of willpower counts as one."
)
OF_CONDITIONS = "A condition counts as the share of your rolls in a fight that its bane takes, of all your hit points."


@dataclass(frozen=True, slots=True)
class Body:
    """What somebody has to lose: hit points, their feet, their life.

    ``lives`` is P(they live) at 0 hit points after so many rolls against death of either kind; 0 for a foe, and for
    whoever is dead at 0. ``rolled`` are those rolls as they stand.
    """

    hp: int
    most: int
    is_up: bool
    rolled: tuple[int, int]
    lives: Callable[[int, int], float]
    counts_life: bool

    @property
    def value(self) -> float:
        """What all of it is worth."""
        alive = 1.0 if self.hp else self.lives(*self.rolled)
        return self.hp + self.most * (self.is_up + (alive if self.counts_life else 0.0))

    def after(self, lost: int) -> float:
        """What is left of it after a blow that takes so many hit points (DRB-036 to DRB-038)."""
        if lost <= 0:
            return self.value
        if self.most and self.hp - lost <= -self.most:
            return 0.0
        if lost < self.hp:
            return self.value - lost
        good, bad = (0, 0) if self.hp else (self.rolled[0], self.rolled[1] + 1)
        if bad >= ENOUGH:
            return 0.0
        up = self.most * (self.is_up and not self.hp)
        return up + (self.most * self.lives(good, bad) if self.counts_life else 0.0)

    def is_up_after(self, lost: int) -> bool:
        """Whether they can still act after a blow that takes so many hit points."""
        if lost <= 0 or (lost < self.hp):
            return self.is_up
        dies = (self.most and self.hp - lost <= -self.most) or self.rolled[1] + 1 >= ENOUGH
        return self.is_up and not self.hp and not dies


def body_of(table: Table, who: str, viewer: str = "") -> Body:
    """What somebody has to lose, as the side of a viewer sees it: the actor's, if nobody is named."""
    sheet = table.sheet(who)
    hit_points = sheet.resources["hp"]
    ours = is_ours(table, who, viewer or table.actor)
    now, most = (0, 0) if is_dead(sheet) else (hit_points.now, hit_points.most)
    return Body(now, most, not is_out(sheet), tally(table, who), _lives(table, who) if ours else _no_life, ours)


def _no_life(good: int, bad: int) -> float:
    return 0.0


def _lives(table: Table, who: str) -> Callable[[int, int], float]:
    if not rolls_against_death(table, who):
        return _no_life

    def lives(good: int, bad: int) -> float:
        return chance_to_live(table, who, good, bad)

    return lives


def is_ours(table: Table, who: str, viewer: str) -> bool:
    """Whether somebody is of the viewer's side."""
    there = table.encounter.combatants if table.encounter else {}
    return who not in there or viewer not in there or there[who].side == there[viewer].side


def death_check(table: Table, who: str) -> Check:
    """The roll against death (DRB-036)."""
    return check_for(table, who, "con")


def chance_to_live(table: Table, who: str, good: int, bad: int) -> float:
    """P(three successes come before three failures), if nobody helps; what counts for one roll counts for the next."""
    now, later = death_check(table, who), check_for(table, who, "con", after=["con"])
    return survival(now.level, now.extra, later.extra, good, bad)


# -- what a blow takes -------------------------------------------------------------------------------------------------


def loss(table: Table, blow: Blow, viewer: str = "") -> float:
    """What a blow takes of its target on average if nothing is done against it; nothing of whoever has gone."""
    if blow.target not in table.scene.combatants:
        return 0.0
    body, sheet = body_of(table, blow.target, viewer), table.sheet(blow.target)
    value, drains = body.value, body.counts_life and blow.effect == "drain"
    willpower = sheet.now("wp") if drains else 0
    return sum(
        chance * (value - body.after(lost) + min(lost, willpower))
        for lost, chance in enumerate(losses(sheet, blow))
        if chance
    )


def fells(table: Table, blow: Blow) -> float:
    """P(a blow takes somebody off their feet, if nothing is done against it)."""
    body = body_of(table, blow.target)
    return sum(
        chance for lost, chance in enumerate(losses(table.sheet(blow.target), blow)) if not body.is_up_after(lost)
    )


def saving(table: Table, who: str) -> float:
    """What it is worth that somebody at 0 hit points is back on their feet, without the hit points (DRB-041)."""
    body = body_of(table, who)
    return 2 * body.most - body.value
