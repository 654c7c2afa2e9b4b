"""The states in which wounds leave somebody, wounds that begin to bleed and get worse, and falls (SDA-207 to SDA-218).

Incapacitated, unconscious, stunned, dead; and the odds of a wound before its line is picked. A fall is a die of blunt
damage for every metre after the first, sized by the body (D-8).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.engine.forecast.state_cache import of_whoever
from rules.engine.kernel import (
    BoxesTicked,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    Sheet,
    Table,
    Throw,
    Told,
    counted,
    end_conditions,
)
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, mapped
from rules.systems.sda.content.house_rules import fight
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.effects import lose_thread, start_counting
from rules.systems.sda.core.person import RAGE, falls_softly, figure, size_of
from rules.systems.sda.core.rolls import AS_WISHED, BLEEDING, POOL, TRACK, Pool, mos, pool_for, throw_dice
from rules.systems.sda.fight.base import (
    WORST,
    costly,
    free_test,
    is_out,
    lay_down,
    level,
    lines,
    lines_that_worsen,
    run_clock,
    show,
    start_clock,
    use,
    wounds,
)
from rules.systems.sda.fight.moves import go_down

#: MoS that have to add up to wake somebody (SDA-217).
AWAKE = 10


def incapacitate(table: Table, dice: Dice, who: str, source: str, *, unconscious: bool) -> None:
    """Put somebody down: prone, without movement or dice, bleeding to death by an open wound (SDA-213 to SDA-215)."""
    if not table.sheet(who).has("incapacitated"):
        table.happen(
            ConditionSet(who, Condition("incapacitated", "Incapacitated", source=source)),
            ConditionSet(who, Condition("prone", "Prone", source=source)),
            Told((who,), "{0} is incapacitated."),
        )
    if unconscious:
        knock_out(table, who, "resist_shock")
    if wounds(table.sheet(who)):
        start_clock(table, dice, who)
    _drop_out(table, who)


def knock_out(table: Table, who: str, wakes_by: str) -> None:
    """Knock somebody out until 10 MoS of the skill ``wakes_by`` add up in the condition's level (SDA-217, C-48)."""
    if not table.sheet(who).has("unconscious"):
        table.happen(
            ConditionSet(who, Condition("unconscious", "Unconscious", source=wakes_by)),
            Told((who,), "{0} is unconscious."),
        )
    _drop_out(table, who)


def kill(table: Table, who: str, source: str) -> None:
    end_conditions(table, who, "bleeding_to_death", "unconscious", "stunned")
    table.happen(ConditionSet(who, Condition("dead", "Dead", source=source)), Told((who,), "{0} dies."))
    start_counting(table, who)
    _drop_out(table, who)


def bleed_on(table: Table, who: str, rounds: int = 1) -> bool:
    """Let rounds go by for somebody who bleeds to death, in a fight or after it; True if they die (SDA-216, C-80)."""
    dies = run_clock(table, who, rounds)
    if dies:
        kill(table, who, "bled to death")
    return dies


def stun(table: Table, dice: Dice, who: str) -> None:
    """Roll resist shock: its MoS are the most dice of any pool from the next round on; the lower limit wins (C-43)."""
    result = free_test(table, dice, who, "resist_shock", "stunned")
    limit = result.net
    coming = table.sheet(who).conditions.get("about_to_be_stunned")
    least = min(coming.level, limit) if coming else limit
    table.happen(ConditionSet(who, Condition("about_to_be_stunned", "Stunned from next round", least)))
    table.happen(Told((who,), f"{{0}} is stunned: at most {counted(limit, 'die', 'dice')} next round."))


def stun_goes_on(table: Table, who: str) -> None:
    """Begin a round: a fresh stun begins to count, an old one eases by one die until every pool is whole (SDA-212)."""
    sheet = table.sheet(who)
    coming, held = sheet.conditions.get("about_to_be_stunned"), sheet.conditions.get("stunned")
    if held is not None:
        _ease(table, who, replace(held, level=held.level + 1))
    if coming is not None:
        table.happen(ConditionEnded(who, coming.name))
        limit = min(coming.level, sheet.conditions["stunned"].level) if sheet.has("stunned") else coming.level
        table.happen(ConditionSet(who, Condition("stunned", "Stunned", limit)))


def _ease(table: Table, who: str, eased: Condition) -> None:
    table.happen(ConditionEnded(who, "stunned"))
    if eased.level < largest_pool(table, who):
        table.happen(ConditionSet(who, eased))
    else:
        table.happen(Told((who,), "{0} is no longer stunned."))


@of_whoever(*POOL)
def largest_pool(table: Table, who: str) -> int:
    """Dice of somebody's largest pool for any skill without a stun, as free tests have them."""
    return max(pool_for(table, who, skill, free=True).available for skill in SKILLS)


def wakes_by(table: Table, who: str) -> str:
    """The key of the skill that wakes somebody: resist shock, or resist fatigue after being choked (C-48)."""
    source = table.sheet(who).conditions["unconscious"].source
    return source if source == "resist_fatigue" else "resist_shock"


def wake_roll(table: Table, dice: Dice, who: str, reward: str = AS_WISHED) -> None:
    """Roll once to wake: the MoS are added to those so far, a malus beyond them is taken off (SDA-034)."""
    sleep = table.sheet(who).conditions["unconscious"]
    result = free_test(table, dice, who, wakes_by(table, who), "waking", reward=reward)
    tally = max(0, sleep.level + result.net - result.excess)
    if tally >= AWAKE:
        wake(table, who)
    elif tally != sleep.level:
        table.happen(ConditionSet(who, replace(sleep, level=tally)))


def wake(table: Table, who: str) -> None:
    table.happen(ConditionEnded(who, "unconscious"), Told((who,), "{0} comes to."))


def wakes_with_scene(table: Table, who: str) -> bool:
    """Whether the end of the scene wakes somebody; by a house rule only those knocked out by a blow (SDA-217, C-48)."""
    if not table.sheet(who).has("unconscious") or table.sheet(who).has("dead"):
        return False
    return fight.WAKE.chosen(table.house_rules) == "everybody" or wakes_by(table, who) == "resist_shock"


def _drop_out(table: Table, who: str) -> None:
    """End the rage and the spells of somebody who goes down, empty their budgets, and take them from the saddle."""
    end_conditions(table, who, RAGE)
    lose_thread(table, who)
    if table.encounter is not None and who in table.encounter.combatants:
        show(table, who)
        go_down(table, who)


def bleed(table: Table, dice: Dice, whole: Pool, rolled: Pool, named: tuple[str, ...]) -> None:
    """Make a wound worse for each die that bleeding should have taken off a roll of strength or agility and did not.

    ``rolled`` is what was announced of the ``whole`` pool.
    """
    cost = costly(table, whole)
    if not cost:
        return
    due = lines_that_worsen(table, whole.who, rolled.available - (whole.available - cost), named)
    if fight.BLEEDING_COST.chosen(table.house_rules) == "once a round":
        use(table, whole.who, bled=True)
    for number in due:
        worsen(table, dice, whole.who, number, 1)


def worsen(table: Table, dice: Dice, who: str, number: int, by: int) -> None:
    """Make a wound bleed ``by`` levels more; beyond the third somebody goes down and bleeds to death."""
    now = level(lines(table.sheet(who))[number])
    ticked = min(by, WORST - now)
    if ticked:
        table.happen(BoxesTicked(who, TRACK, number, BLEEDING, ticked))
        table.happen(Told((who,), f"{{0}} bleeds: line {number + 1}, level {now + ticked}."))
    if now + by > WORST:
        incapacitate(table, dice, who, "bled out", unconscious=False)


def open_wound(table: Table, dice: Dice, who: str, number: int, fresh: int) -> None:
    """Make a line bleed at level ``fresh``; one that bleeds already gets worse, or the deeper level counts (C-41).

    Where there is no blood nothing bleeds (D-7).
    """
    if figure(table.sheet(who), "bloodless"):
        return
    now = level(lines(table.sheet(who))[number])
    if now and fight.BLEEDING_AGAIN.chosen(table.house_rules) == "worse":
        worsen(table, dice, who, number, max(1, fresh - now))
    elif fresh > now:
        worsen(table, dice, who, number, fresh - now)


class _Thrown(Exception):
    """A throw that was held back."""


class _Held:
    """Dice that raise `_Thrown` in the place of falling."""

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        raise _Thrown


def throws(act: Callable[[Dice], None]) -> bool:
    """Let something happen up to its first throw of dice; whether there is one."""
    try:
        act(_Held())
    except _Thrown:
        return True
    return False


def dice_left(table: Table) -> Odds:
    """The odds of the most dice that a stun leaves the actor next round; of two the lower limit wins (SDA-212)."""
    coming = table.me.conditions.get("about_to_be_stunned")
    measure = _measure(table, "resist_shock")
    limits = mapped(measure, lambda limit: min(limit, coming.level)) if coming else measure
    any_left = at_least(limits, 1)
    listed = (Chance("success", "have dice next round", any_left),)
    return Odds(f"Stunned: {in_words(any_left)} to have dice next round", listed, limits, "dice")


def time_left(table: Table) -> Odds:
    """The odds of the minutes until the actor bleeds to death, one at least (SDA-216)."""
    minutes = (0.0, *_measure(table, "natural_healing"))
    longer = at_least(minutes, 2)
    listed = (Chance("success", "live longer than a minute", longer),)
    return Odds(f"Bleeding to death: {in_words(longer)} to have more than a minute", listed, minutes, "minutes")


def _measure(table: Table, skill: str) -> Distribution:
    """The distribution of the actor's MoS in a demanded roll of a skill, outside every budget (SDA-165)."""
    pool = pool_for(table, table.actor, skill, free=True)
    return pool.measure(pool.available)


#: The die by size: the larger the body, the harder it lands.
DIE = {"micro": 4, "mini": 4, "small": 6, "medium": 8, "large": 10, "huge": 12, "colossal": 12}


def dice_of(sheet: Sheet, metres: int) -> int:
    """Dice of damage for a fall: one for every metre after the first, none where a spell softens it (D-9)."""
    return 0 if falls_softly(sheet) else metres - 1


def land(table: Table, dice: Dice, who: str, metres: int, *, saved: int = 0, spikes: bool = False) -> int:
    """Land after a fall, and return its damage before armour: ``saved`` dice less, twice as many on spikes.

    Somebody for whom any dice fall lies prone.
    """
    count = max(0, dice_of(table.sheet(who), metres) - saved) * (2 if spikes else 1)
    table.happen(Told((who,), f"{{0}} falls {counted(metres, 'metre', 'metres')}."))
    faces = throw_dice(table, dice, who, DIE[size_of(table.sheet(who))], count, "falling")
    if count and not is_out(table.sheet(who)):
        lay_down(table, who, "fall")
    return sum(map(mos, faces))
