"""Spells that last on people, and their ends: time, lost attention, sleep, the caster's word (D-9).

A spell that lasts is a condition, so that everybody sees it; beside it the sheet's memo ``spells`` remembers who cast
it and what it changed, so that all of it can be taken back. A spell that is still being cast is the condition
``casting``, whose level are the MoS so far.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.kernel import (
    Condition,
    ConditionEnded,
    ConditionSet,
    Json,
    MemoKept,
    Refused,
    Sheet,
    Table,
    Told,
    counted,
)
from rules.systems.sda.content.house_rules import magic
from rules.systems.sda.core.effects.lasting_changes import leave, wipe
from rules.systems.sda.core.effects.spell_entries import Spell
from rules.systems.sda.core.person import SPELLS, in_store, keep_in_memo, keep_memo

CASTING = "casting"
#: Prefix of a spell's own condition; the spell's key follows.
PREFIX = "spell_"
#: The condition whose level are the dice that every pool lacks; one comes back each round (D-9).
BANE = "bane"
#: The condition of somebody who goes nowhere, and makes no rolls but free ones (D-9).
HELD = "held"
#: The condition of somebody whom a spell hides until they do something.
UNSEEN = PREFIX + "invisibility"
CONCENTRATION, UNTIL_SLEEP = "concentration", "sleep"
#: Memos of a sheet until the next long rest: minutes spent preparing, and that a god was served.
PREPARING, SERVED = "magic_minutes", "god_served"
#: Minutes of an hour and of a day.
HOUR, DAY = 60, 24 * 60
NIGHT = 8 * HOUR
#: Sorts of duration that end with a night's sleep, and those that do where no minutes are counted.
OVERNIGHT, UNCOUNTED = (CONCENTRATION, UNTIL_SLEEP, "scene"), ("maintained", "fixed")

#: Facts that may leave a condition without its spell, or a spell without its condition.
_UNTIDY = frozenset((ConditionEnded, MemoKept))

#: Keys that say where on the board a place is.
_SPOT = ("x", "y", "around")

Spellwork = dict[str, Json]


def kept(sheet: Sheet) -> dict[str, Spellwork]:
    """The works of the spells that lie on somebody, by the name of the condition that shows each."""
    return dict(sheet.memo.get(SPELLS, {}))


def lay_on(
    table: Table, who: str, condition: Condition, origin: Spellwork, spell: Spell | None = None, hits: int = 0
) -> None:
    """Let a spell begin to last; one that is there already under its condition gives way to it.

    ``origin`` says ``by`` whom it was cast, which ``spell`` with what ``skill``, and what ``sort`` of duration it has;
    ``left`` are the minutes that it lasts, where it is counted in them.
    """
    if condition.name in kept(table.sheet(who)):
        take_off(table, who, condition.name)
    work = {**origin, "hits": hits, **(leave(table, who, condition, spell, hits) if spell else {})}
    table.happen(ConditionSet(who, condition))
    keep_in_memo(table, who, SPELLS, condition.name, work)


def take_off(table: Table, who: str, name: str) -> None:
    """End a spell on somebody, and take back what it changed."""
    sheet, now = table.sheet(who), kept(table.sheet(who))
    work: Mapping[str, Any] = now.pop(name, {})
    if sheet.has(name):
        table.happen(ConditionEnded(who, name))
    wipe(table, who, work)
    keep_memo(table, who, SPELLS, now)
    if "cloud" in work:
        _clear_away(table, f"{who}|{name}")


def _clear_away(table: Table, cloud: str) -> None:
    """End everything that a place under a spell did to people within."""
    for who in list(table.sheets):
        sheet = table.sheets.get(who)
        for name, work in kept(sheet).items() if sheet else ():
            if work.get("within") == cloud:
                end(table, who, name)


def draw(table: Table, who: str, purpose: str, most: int) -> int:
    """Take up to ``most`` hits that spells store for a purpose, and return how many; an emptied spell is over."""
    left = most
    for name, level in in_store(table.sheet(who), purpose):
        taken = min(left, level)
        left -= taken
        if taken == level:
            end(table, who, name)
        elif taken:
            table.happen(ConditionSet(who, replace(table.sheet(who).conditions[name], level=level - taken)))
    return most - left


def remember(table: Table, who: str, name: str, **more: Json) -> None:
    """Note more values in the work of a spell that lasts."""
    keep_in_memo(table, who, SPELLS, name, {**kept(table.sheet(who))[name], **more})


def end(table: Table, who: str, name: str) -> None:
    """End a spell on somebody as :func:`take_off` does, and tell of it."""
    condition = table.sheet(who).conditions.get(name)
    take_off(table, who, name)
    if condition is not None:
        table.happen(Told((who,), f"{{0}}: {condition.label} ends."))


def tidy(table: Table) -> None:
    """Take back what spells had changed whose condition was struck off by hand."""
    if table.quiet and _UNTIDY.isdisjoint(map(type, table.facts)):
        return
    for who in list(table.sheets):
        sheet = table.sheets.get(who)
        if sheet is None or not (SPELLS in sheet.memo or CASTING in sheet.memo):
            continue
        for name in [name for name in kept(sheet) if not sheet.has(name)]:
            take_off(table, who, name)
        if not sheet.has(CASTING):
            keep_memo(table, who, CASTING, None)


# -- casting goes on ------------------------------------------------------------------------------------------------


def begun(sheet: Sheet) -> Mapping[str, Any]:
    """The casting under way: ``key`` of the item, ``skill``, ``paid``, ``target``, ``others``; empty where none is."""
    work: Mapping[str, Any] = sheet.memo.get(CASTING, {}) if sheet.has(CASTING) else {}
    return work


def let_go(table: Table, who: str, told: str = "") -> None:
    """End the casting of somebody, if one is under way, and tell the sentence given."""
    if not table.sheet(who).has(CASTING):
        return
    table.happen(ConditionEnded(who, CASTING))
    keep_memo(table, who, CASTING, None)
    if told:
        table.happen(Told((who,), told))


def hit_while_casting(table: Table, who: str, hits: int) -> None:
    """Spoil the spell of a caster on whom hits are scored, where the house has hits do so (SDA-275)."""
    if hits and magic.SPOILED.chosen(table.house_rules) == "hits":
        let_go(table, who, "{0} is hit and loses the spell.")


def hurt_while_casting(table: Table, who: str) -> None:
    """Spoil the spell of a caster who takes damage, and end those that hang on their attention (SDA-275)."""
    let_go(table, who, "{0} is hurt and loses the spell.")
    lose_focus(table, who)


def lose_focus(table: Table, caster: str) -> None:
    """End every spell that a caster holds up by attention alone."""
    for who in list(table.sheets):
        sheet = table.sheets.get(who)
        for name, work in kept(sheet).items() if sheet else ():
            if work["by"] == caster and work["sort"] == CONCENTRATION:
                end(table, who, name)


def lose_thread(table: Table, who: str) -> None:
    """End the casting of somebody who goes down, and the spells that hang on their attention."""
    let_go(table, who, "{0} loses the spell.")
    lose_focus(table, who)


def busy(table: Table, who: str) -> None:
    """Let somebody who does something else with their turn let go of their casting, and be seen (D-9)."""
    let_go(table, who, "{0} lets go of the spell.")
    reveal(table, who)


def reveal(table: Table, who: str) -> None:
    """End the invisibility of somebody who acts or reacts."""
    if table.sheet(who).has(UNSEEN):
        end(table, who, UNSEEN)


# -- time -----------------------------------------------------------------------------------------------------------


def round_begins(table: Table, who: str) -> None:
    """Take a round off every spell that is counted in rounds; of a bane one die comes back."""
    for name in kept(table.sheet(who)):
        condition = table.sheet(who).conditions.get(name)
        if condition is None or condition.rounds is None:
            continue
        level = condition.level - 1 if name == BANE else condition.level
        left = replace(condition, rounds=condition.rounds - 1, level=level)
        if left.rounds and left.rounds > 0:
            table.happen(ConditionSet(who, left))
        else:
            end(table, who, name)


def fight_is_over(table: Table, who: str) -> None:
    """End the spells that are counted in rounds, and any casting, for rounds are counted no more.

    A place that lasts for hours goes on without a spot on any board, all other places are over.
    """
    let_go(table, who)
    for name, work in kept(table.sheet(who)).items():
        condition = table.sheet(who).conditions.get(name)
        if condition is not None and condition.rounds is not None:
            end(table, who, name)
        elif condition is not None and "cloud" in work and "left" in work:
            told = {figure: value for figure, value in work["cloud"].items() if figure not in _SPOT}
            remember(table, who, name, cloud=told)
        elif condition is not None and "cloud" in work:
            end(table, who, name)


def night_passes(table: Table, who: str) -> None:
    """End the spells that a night's sleep ends, take its hours off the rest, and clear the memos of the day."""
    for name, work in kept(table.sheet(who)).items():
        if work["sort"] in OVERNIGHT or (work["sort"] in UNCOUNTED and "left" not in work):
            end(table, who, name)
    time_passes(table, who, NIGHT)
    lose_focus(table, who)
    for memo in (PREPARING, SERVED):
        keep_memo(table, who, memo, None)


def time_passes(table: Table, who: str, minutes: int) -> None:
    """Take minutes off every spell that is counted in them; one that is counted in rounds is over at once (D-9)."""
    for name, work in kept(table.sheet(who)).items():
        condition = table.sheet(who).conditions.get(name)
        if condition is None:
            continue
        left = work.get("left")
        if left is not None and left > minutes:
            remember(table, who, name, left=left - minutes)
            art = str(condition.source).partition(",")[0]
            still = replace(condition, source=f"{art}, {minutes_left(left - minutes)}")
            table.happen(ConditionSet(who, still))
        elif left is not None or condition.rounds is not None:
            end(table, who, name)


def minutes_left(minutes: int) -> str:
    """The time that is left of a spell in words, in whole units of the largest kind.

    >>> [minutes_left(minutes) for minutes in (1, 45, 60, 150, 4000)]
    ['1 minute left', '45 minutes left', '1 hour left', '2 hours left', '2 days left']
    """
    for unit, length in (("day", DAY), ("hour", HOUR)):
        if minutes >= length:
            return f"{counted(minutes // length, unit, unit + 's')} left"
    return f"{counted(minutes, 'minute', 'minutes')} left"


def add_time(table: Table, who: str, name: str, rounds: int, hits: int) -> None:
    """Let a maintained spell go on for more rounds, with more hits; refused where it is over."""
    condition = table.sheet(who).conditions.get(name)
    if condition is None:
        raise Refused("The spell has ended. Cast it again.", "spell")
    longer = None if condition.rounds is None else condition.rounds + rounds
    table.happen(ConditionSet(who, replace(condition, rounds=longer, level=condition.level + hits)))
