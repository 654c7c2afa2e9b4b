"""The value of a combatant's state to the side that advice is for, in hit points (DRB-036).

A hit point counts one, and so does a point of willpower. Being up counts as the most hit points that one can have,
and staying alive as much again; a foe who is down counts for nothing. A condition counts as the share of one's rolls
in a fight that its bane takes, times the most hit points (DRB-005).
"""

from collections.abc import Callable
from dataclasses import dataclass

from rules.engine.kernel import Table
from rules.systems.dragonbane.core import ENOUGH, Check, check_for, is_dead, survival
from rules.systems.dragonbane.fight.base.blow import Blow, losses
from rules.systems.dragonbane.fight.base.harm import rolls_against_death, tally
from rules.systems.dragonbane.fight.base.state import is_out

#: The unit of all weighing in a fight.
HIT_POINTS = "hit points"
MEASURE = "Going down counts as full hit points, death on your side twice that; 1 WP counts as 1."
OF_CONDITIONS = "A condition counts as the share of successes its bane costs, times your hit points."


@dataclass(frozen=True, slots=True)
class Body:
    """A combatant's stakes: hit points, being up, being alive.

    ``lives`` is P(surviving) at 0 hit points, by successes and failures against death; 0 for a foe, and for those who
    die at 0. ``rolled`` are the counts as they stand.
    """

    hp: int
    most: int
    is_up: bool
    rolled: tuple[int, int]
    lives: Callable[[int, int], float]
    counts_life: bool

    @property
    def value(self) -> float:
        """The worth in hit points: those that there are, the most for being up, and the most for being alive."""
        alive = 1.0 if self.hp else self.lives(*self.rolled)
        return self.hp + self.most * (self.is_up + (alive if self.counts_life else 0.0))

    def after(self, lost: int) -> float:
        """The worth after a blow that takes ``lost`` hit points (DRB-036 to DRB-038)."""
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
        """Whether they can still act after a blow that takes ``lost`` hit points."""
        if lost <= 0 or (lost < self.hp):
            return self.is_up
        dies = (self.most and self.hp - lost <= -self.most) or self.rolled[1] + 1 >= ENOUGH
        return self.is_up and not self.hp and not dies


def body_of(table: Table, who: str, viewer: str = "") -> Body:
    """The body of somebody, as the side of a ``viewer`` sees it; the actor's if it is empty."""
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
    """Whether somebody is on the viewer's side, or one of them takes no part."""
    there = table.encounter.combatants if table.encounter else {}
    return who not in there or viewer not in there or there[who].side == there[viewer].side


def death_check(table: Table, who: str) -> Check:
    """The CON roll against death (DRB-036)."""
    return check_for(table, who, "con")


def chance_to_live(table: Table, who: str, good: int, bad: int) -> float:
    """P(three successes come before three failures), after ``good`` and ``bad``; boons for one roll count next."""
    now, later = death_check(table, who), check_for(table, who, "con", after=["con"])
    return survival(now.level, now.extra, later.extra, good, bad)


# -- what a blow takes -------------------------------------------------------------------------------------------------


def loss(table: Table, blow: Blow, viewer: str = "") -> float:
    """The worth that a blow takes of its target on average without a defence, in hit points; 0 for one who has left."""
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


def taken(table: Table, check: Check, blow: Blow, viewer: str = "") -> float:
    """The worth that an attack takes of its target on average, with the chance of its roll, without a defence."""
    return check.chance * loss(table, blow, viewer)


def fells(table: Table, blow: Blow) -> float:
    """P(a blow leaves its target unable to act), without a defence."""
    body = body_of(table, blow.target)
    return sum(
        chance for lost, chance in enumerate(losses(table.sheet(blow.target), blow)) if not body.is_up_after(lost)
    )


def saving(table: Table, who: str) -> float:
    """The worth of getting somebody at 0 hit points back up, without the hit points (DRB-041)."""
    body = body_of(table, who)
    return 2 * body.most - body.value
