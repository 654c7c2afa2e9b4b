"""Bleeding wounds: their cost, how they stop, how long one lives, the rolls they demand (SDA-210, SDA-216).

A line of the injury track bleeds at the level of its ticked boxes of the kind ``bleeding``: 0 to 3.
"""

from dataclasses import replace
from typing import NamedTuple

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import (
    BoxesTicked,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    Line,
    Refused,
    Sheet,
    Table,
    Told,
    counted,
)
from rules.systems.sda.content.house_rules import fight
from rules.systems.sda.core.effects import ROUNDS
from rules.systems.sda.core.person import figure, has_rage
from rules.systems.sda.core.rolls import BLEEDING, BODILY, TRACK, Pool
from rules.systems.sda.fight.base.budgets import Spent, used
from rules.systems.sda.fight.base.skill_tests import free_test
from rules.systems.sda.fight.base.state import too_many

#: The worst level that a wound can bleed at; beyond it somebody bleeds to death (SDA-211).
WORST = 3
#: Levels that a major injury of each type bleeds, and the type that stuns (SDA-209).
BLEEDS = {"piercing": 1, "cutting": 2}
STUNS = "bludgeoning"
#: A round in which nothing has been used yet.
FRESH = Spent()


class Major(NamedTuple):
    """The effect of a major injury beside its box: how deep it bleeds, and whether it stuns."""

    bleeds: int
    stuns: bool


def effect_of_major(table: Table, who: str, kind: str) -> Major:
    """The effect of a major injury of a type on somebody beside its box (SDA-209, D-7); see D-12 for other types."""
    sheet = table.sheet(who)
    if has_rage(sheet):
        return Major(0, stuns=False)
    bleeds, stuns = _usual_effect(table, kind)
    return Major(0 if figure(sheet, "bloodless") else bleeds, stuns)


def _usual_effect(table: Table, kind: str) -> Major:
    """The effect of a type on a living body; where the book is silent, as the house rule has it (D-12)."""
    if kind in BLEEDS or kind == STUNS:
        return Major(BLEEDS.get(kind, 0), kind == STUNS)
    chosen = fight.OTHER_MAJORS.chosen(table.house_rules)
    return Major(int(chosen == fight.OPENING), chosen == fight.STUNNING)


def lines(sheet: Sheet) -> list[Line]:
    return sheet.tracks.get(TRACK, [])


def level(line: Line) -> int:
    return line.ticked.get(BLEEDING, 0)


@of_sheet("tracks")
def wounds(sheet: Sheet) -> list[int]:
    """The lines that bleed, the lightest wound first."""
    bleeding = [number for number, line in enumerate(lines(sheet)) if level(line)]
    return sorted(bleeding, key=lambda number: level(lines(sheet)[number]))


# -- what bleeding costs -------------------------------------------------------------------------------------------


def costly(table: Table, pool: Pool) -> int:
    """Wounds that each take a die of a pool, or get worse; 0 if neither strength nor agility is rolled (SDA-210)."""
    if pool.attribute not in BODILY:
        return 0
    bleeding = wounds(table.sheet(pool.who))
    if bleeding and fight.BLEEDING_COST.chosen(table.house_rules) == "once a round" and used(table, pool.who).bled:
        return 0
    return len(bleeding)


def spared(table: Table, pool: Pool, spent: Spent = FRESH) -> int:
    """Dice of a pool that can be rolled this round without any wound getting worse."""
    return spent.most(pool.available, costly(table, pool))


def to_worsen(table: Table, pool: Pool, dice: int, spent: Spent = FRESH) -> int:
    """Wounds that get worse if ``dice`` of a pool are rolled: each that does gives its die back."""
    cost = costly(table, pool)
    return next((worse for worse in range(cost) if dice <= spent.most(pool.available, cost - worse)), cost)


def bled_pool(table: Table, pool: Pool, dice: int, spent: Spent = FRESH) -> Pool:
    """The pool that wounds leave, once those that have to get worse do so; all of it is a full roll (C-23)."""
    cost = costly(table, pool)
    if not cost:
        return pool
    left = pool.available - cost + to_worsen(table, pool, dice, spent)
    return replace(pool, cap=min(pool.cap, max(left, dice)))


def check_named(table: Table, pool: Pool, dice: int, named: tuple[str, ...], spent: Spent = FRESH) -> list[int]:
    """The lines that get worse: first those named, then the lightest (E42); refused where too many are named."""
    due = to_worsen(table, pool, dice, spent)
    if len(named) > due:
        worse = f"only {counted(due, 'wound gets', 'wounds get')}" if due else "no wound gets"
        raise Refused(f"With {counted(dice, 'die', 'dice')} {worse} worse. Choose fewer.", "worsen")
    return lines_that_worsen(table, pool.who, due, named)


def lines_that_worsen(table: Table, who: str, due: int, named: tuple[str, ...]) -> list[int]:
    """The ``due`` lines that get worse: first those named, then the lightest (E42)."""
    if not due:
        return []
    bleeding = wounds(table.sheet(who))
    picked = [number for number in bleeding if str(number) in named]
    return [*picked, *(number for number in bleeding if number not in picked)][:due]


def goes_down(table: Table, pool: Pool, dice: int, named: tuple[str, ...], spent: Spent) -> bool:
    """Whether rolling ``dice`` lets a wound bleed beyond its worst, so that the roller goes down (SDA-211)."""
    if not costly(table, pool):
        return False
    open_wounds = lines(table.sheet(pool.who))
    return any(level(open_wounds[number]) == WORST for number in check_named(table, pool, dice, named, spent))


def announced(table: Table, pool: Pool, dice: int, named: tuple[str, ...], purpose: str, spent: Spent) -> Pool:
    """The pool as ``dice`` of it are rolled; refused where fewer are left, or more wounds are named than get worse."""
    allowed = spent.most(pool.available)
    if dice > allowed:
        raise Refused(too_many(dice, allowed, purpose), "dice")
    check_named(table, pool, dice, named, spent)
    return bled_pool(table, pool, dice, spent)


# -- how bleeding ends ---------------------------------------------------------------------------------------------


def stop(table: Table, who: str, number: int) -> None:
    """Let a wound bleed no more; without another that bleeds, nobody bleeds to death (C-46)."""
    table.happen(BoxesTicked(who, TRACK, number, BLEEDING, -level(lines(table.sheet(who))[number])))
    table.happen(Told((who,), f"{{0}} stops bleeding from line {number + 1}."))
    if not wounds(table.sheet(who)) and table.sheet(who).has("bleeding_to_death"):
        table.happen(ConditionEnded(who, "bleeding_to_death"))


def start_clock(table: Table, dice: Dice, who: str) -> None:
    """Begin to bleed to death, in minutes: the MoS of a natural healing test, and one more (SDA-216)."""
    if table.sheet(who).has("bleeding_to_death"):
        return
    result = free_test(table, dice, who, "natural_healing", "bleeding to death")
    minutes = result.net + 1
    table.happen(
        ConditionSet(who, Condition("bleeding_to_death", "Bleeding to death", rounds=minutes * ROUNDS)),
        Told((who,), f"{{0}} bleeds to death in {counted(minutes, 'minute', 'minutes')}."),
    )


def dies_within(sheet: Sheet, rounds: int) -> bool:
    """Whether somebody who bleeds to death has no more than so many rounds left."""
    clock = sheet.conditions.get("bleeding_to_death")
    return clock is not None and bool(rounds) and (clock.rounds or 0) <= rounds


def run_clock(table: Table, who: str, by: int = 1) -> bool:
    """Take rounds off the time that somebody who bleeds to death has left; True when it is up."""
    clock = table.sheet(who).conditions.get("bleeding_to_death")
    if clock is None or not by:
        return False
    rounds = max(0, (clock.rounds or 0) - by)
    table.happen(ConditionSet(who, replace(clock, rounds=rounds)))
    return rounds == 0
