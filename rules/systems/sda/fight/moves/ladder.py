"""The ladder: one rung for each turn, from the highest initiative to the lowest (SDA-154).

The part of a rung says what its number means: ``whole`` and ``first`` stand at the initiative, ``delayed`` and
``second`` at its negative, ``between`` at 0; ``early`` and ``late`` are turns more, before and after it.
"""

from collections.abc import Iterable
from dataclasses import replace

from rules.engine.kernel import LadderSet, Rung, Sheet, Table, TurnBegan, TurnEnded
from rules.systems.sda.content.house_rules import fight
from rules.systems.sda.core.person import figure, quickened
from rules.systems.sda.fight.base import afresh, is_able, turn_begins
from rules.systems.sda.fight.moves.holds import ask_for_breath

AT_NEGATIVE = ("delayed", "second")
#: The third action of quick hands, at 0 between the other two; the least initiative for it is ``QUICK`` less their
#: quickness, and 1 at least (D-7).
BETWEEN = "between"
QUICK = 4
WHOLE = "whole"
#: The turns that the quickened have before and after their own, each with all their dice (D-9).
EARLY, LATE = "early", "late"
MORE = (EARLY, LATE)


def rung_for(who: str, at: int, part: str = WHOLE) -> Rung:
    return Rung(f"{who}/{part if part in ('second', BETWEEN, *MORE) else WHOLE}", who, at, part)


def initiative_of(table: Table, who: str) -> int | None:
    """The initiative of a combatant, wherever on the ladder they act this round; None if they have none yet."""
    for rung in table.scene.ladder:
        if rung.who == who and rung.part not in (BETWEEN, *MORE):
            return -rung.at if rung.part in AT_NEGATIVE else rung.at
    return None


def ordered(table: Table, rungs: Iterable[Rung]) -> tuple[Rung, ...]:
    """The rungs, the highest first; equals by spirit, then agility, then as they stood (SDA-158, C-34)."""
    ladder = list(rungs)
    numbers = [rung.at for rung in ladder]
    agile = _by_agility(table)

    def place(rung: Rung) -> tuple[int, ...]:
        if numbers.count(rung.at) == 1:
            return (-rung.at,)
        sheet = table.sheet(rung.who)
        return -rung.at, -sheet.now("spirit"), -sheet.rank("attribute", "agility") if agile else 0

    return tuple(sorted(ladder, key=place))


def nimbleness(table: Table, who: str) -> int:
    """Agility, which parts equals of one spirit before chance does; 0 by a house rule without it (C-34, D-12)."""
    return table.sheet(who).rank("attribute", "agility") if _by_agility(table) else 0


def _by_agility(table: Table) -> bool:
    return bool(fight.TIES.chosen(table.house_rules) == fight.AGILITY)


def has_quick_hands(sheet: Sheet, at: int) -> bool:
    """Whether somebody may act three times at an initiative: from 3, 2 or 1 on, by their quickness (D-7)."""
    quick = figure(sheet, "quick_hands")
    return quick > 0 and at >= max(1, QUICK - quick)


def set_ladder(table: Table, rungs: Iterable[Rung]) -> None:
    ladder = ordered(table, rungs)
    if list(ladder) != table.scene.ladder:
        table.happen(LadderSet(ladder))


def set_initiative(table: Table, who: str, at: int) -> None:
    """Give somebody a new initiative: their rungs move, and what was delayed or split stays so while it can."""
    mine, by = [rung for rung in table.scene.ladder if rung.who == who], at - (initiative_of(table, who) or 0)
    others = [rung for rung in table.scene.ladder if rung.who != who]
    moved = [_moved(rung, at, by) for rung in mine] or [rung_for(who, at)]
    set_ladder(table, [*others, *moved])


def off_the_ladder(table: Table, who: str) -> None:
    """Take somebody off the ladder, who acts on the turn of their rider from now on (SDA-253)."""
    set_ladder(table, [rung for rung in table.scene.ladder if rung.who != who])


def onto_the_ladder(table: Table, who: str, beside: str) -> None:
    """Put somebody back on the ladder at the initiative of another; the turn comes up from the next round on."""
    at = initiative_of(table, beside)
    if at is not None and initiative_of(table, who) is None:
        set_ladder(table, [*table.scene.ladder, replace(rung_for(who, at), done=True)])


def _moved(rung: Rung, at: int, by: int) -> Rung:
    """The rung at a new initiative; a delayed one stands at its number, if that is not above 0 (SDA-157)."""
    if rung.part in MORE:
        return replace(rung, at=rung.at + by)
    if rung.part == BETWEEN:
        return replace(rung, at=min(0, at))
    if rung.part in AT_NEGATIVE:
        return replace(rung, at=-at if at > 0 else at)
    return replace(rung, at=at)


def reset(table: Table) -> None:
    """Put everybody on the ladder once, at their initiative, for a new round (SDA-157)."""
    order = dict.fromkeys(rung.who for rung in table.scene.ladder)
    numbers = {who: initiative_of(table, who) or 0 for who in order}
    set_ladder(table, [rung_for(who, at) for who, at in numbers.items()])


def keep_pace(table: Table) -> None:
    """Bring the extra turns of the quickened up to date, before a turn begins (D-9)."""
    set_ladder(table, _in_pace(table))


def change_pace(table: Table) -> None:
    """Bring the extra turns of a haste up to date in the middle of a turn, as the spell begins or ends."""
    if table.quiet or table.encounter is None or table.scene.stage != "fighting":
        return
    rungs = _in_pace(table)
    if {rung.key for rung in rungs} != {rung.key for rung in table.scene.ladder}:
        set_ladder(table, rungs)


def _in_pace(table: Table) -> list[Rung]:
    """The rungs with the extra turns of the quickened that are past, or still to come while the spell lasts."""
    ladder, now = table.scene.ladder, table.scene.turn
    faster = {who: by for who in {rung.who: None for rung in ladder} if (by := quickened(table.sheet(who)))}
    if not faster and not any(rung.part in MORE for rung in ladder):
        return list(ladder)
    rungs = [rung for rung in ladder if rung.part not in MORE or _is_past(rung, now) or rung.who in faster]
    there = {rung.key for rung in rungs}
    gone = min([rung.at for rung in ladder if _is_past(rung, now)], default=None)
    for who, by in faster.items():
        at = initiative_of(table, who)
        more = (rung_for(who, at + by, EARLY), rung_for(who, at - by, LATE)) if at is not None else ()
        rungs += [rung for rung in more if rung.key not in there and (gone is None or rung.at < gone)]
    return rungs


def _is_past(rung: Rung, now: str) -> bool:
    """Whether the turn of a rung is over, or goes on now."""
    return rung.done or rung.key == now


def begin_next_turn(table: Table) -> bool:
    """Begin the next turn on the ladder, passing over those who cannot act; False when the round is over."""
    keep_pace(table)
    for rung in table.scene.ladder:
        if rung.done:
            continue
        if is_able(table, rung.who):
            later = any(one.done and one.who == rung.who for one in table.scene.ladder)
            table.happen(TurnBegan(rung.key))
            turn_begins(table, rung.who, second=later, same=rung.part in (BETWEEN, "second"))
            if quickened(table.sheet(rung.who)) and rung.part not in (BETWEEN, "second"):
                afresh(table, rung.who)
            ask_for_breath(table, rung.who)
            return True
        table.happen(TurnEnded(rung.key))
    return False
