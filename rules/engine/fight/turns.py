"""Turns and sides, wherever there is a ladder: whose turn it is, what has to be decided first, who is on which side."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, replace

from rules.engine.kernel import BudgetSet, Choice, NotNow, Rung, SceneMemoKept, Table, TurnEnded


def fighting(table: Table) -> None:
    """Refuse before the first round and after the end of the fight."""
    if table.scene.stage != "fighting":
        raise NotNow("The fight has not begun." if table.scene.stage == "ready" else "The fight is over.")


def rung_of_turn(table: Table) -> Rung:
    """The rung on which the actor acts now; refused when it is not their turn."""
    fighting(table)
    rung = table.scene.current
    if rung is None or rung.who != table.actor:
        raise NotNow(f"It is not your turn{_whose(table, rung)}.")
    return rung


def _whose(table: Table, rung: Rung | None) -> str:
    if rung is None or table.combatant(rung.who).hidden:
        return ""
    return f": it is {table.name(rung.who)}'s"


def end_turn(table: Table) -> None:
    """End the current turn, if there is one."""
    if table.scene.turn:
        table.happen(TurnEnded(table.scene.turn))


def rung_for(who: str, at: int) -> Rung:
    """The rung of somebody who has one turn in a round."""
    return Rung(f"{who}/whole", who, at, "whole")


def next_on_ladder(table: Table, begin: Callable[[Rung], bool], new_round: Callable[[], None]) -> None:
    """Begin the next turn on the ladder, or that of a new round; none begins if nobody can act.

    ``begin`` begins a turn, or says that it cannot be had.
    """
    if not _begin_next(table, begin):
        new_round()
        _begin_next(table, begin)


def _begin_next(table: Table, begin: Callable[[Rung], bool]) -> bool:
    for rung in [rung for rung in table.scene.ladder if not rung.done]:
        if begin(rung):
            return True
        table.happen(TurnEnded(rung.key))
    return False


#: The prefix of the memo that holds a leaver's rungs, and the round in which they left; their id follows.
ABSENT = "absent."


def keep_rungs(table: Table, who: str) -> None:
    """Note the rungs of a combatant who leaves, so that joining again in the same round gives no second turn in it."""
    mine = [asdict(rung) for rung in table.scene.ladder if rung.who == who]
    if mine:
        table.happen(SceneMemoKept(ABSENT + who, {"round": table.scene.round, "rungs": mine}))


def absent_rungs(table: Table) -> list[Rung]:
    """The rungs kept for combatants who left."""
    kept = (told for name, told in table.scene.memo.items() if name.startswith(ABSENT))
    return [Rung(**rung) for told in kept for rung in told["rungs"]]


def returned_rungs(table: Table, who: str) -> list[Rung]:
    """Take the rungs kept for a combatant who joins again; a turn done in an earlier round is to come again."""
    kept = table.scene.memo.get(ABSENT + who)
    if kept is None:
        return []
    table.happen(SceneMemoKept(ABSENT + who, None))
    same_round = kept["round"] == table.scene.round
    return [replace(rung, done=rung.done and same_round) for rung in (Rung(**told) for told in kept["rungs"])]


def nothing_waits(table: Table) -> None:
    """Refuse while an ask waits, and say whose it is as far as everybody may know."""
    for ask in table.scene.pressing:
        place = table.scene.combatants.get(ask.to)
        if place is None or place.hidden:
            raise NotNow("Decide first.")
        raise NotNow(f"{table.name(ask.to)} has to decide first.")


def knows_of(table: Table, who: str, other: str) -> bool:
    """Whether ``who`` knows of another combatant: a hidden one does not exist for other sides."""
    theirs = table.combatant(other)
    return not theirs.hidden or theirs.side == table.combatant(who).side


def others_known(table: Table, who: str) -> list[str]:
    """Ids of all others in the fight whom ``who`` knows of."""
    return [other for other in table.scene.combatants if other != who and knows_of(table, who, other)]


def people(table: Table) -> tuple[Choice, ...]:
    """Everybody but the actor as choices: in a fight of theirs those whom they know of, else the whole cast."""
    in_fight = table.encounter is not None and table.actor in table.encounter.combatants
    known = {who: table.name(who) for who in others_known(table, table.actor)} if in_fight else table.cast
    return tuple(Choice(who, name) for who, name in known.items() if who != table.actor)


def opponents(table: Table, who: str) -> list[str]:
    """Ids of all on other sides whom ``who`` knows of."""
    side = table.combatant(who).side
    return [other for other, place in table.scene.combatants.items() if place.side != side and not place.hidden]


def allies(table: Table, who: str) -> list[str]:
    """Ids of all others on the side of ``who``."""
    side = table.combatant(who).side
    return [other for other, place in table.scene.combatants.items() if place.side == side and other != who]


def fellows(offered: Iterable[Choice], foes: Collection[str], target: str) -> list[str]:
    """Ids that advice compares with a target, of those offered: foes with a foe, others with each other."""
    return [one.value for one in offered if (one.value in foes) == (not target or target in foes)]


def show_budgets(table: Table, who: str, left: Callable[[Table, str], Mapping[str, int]]) -> None:
    """Set the budgets that pages show of somebody to what is ``left``, if they take part."""
    if not table.takes_part(who) or who not in table.sheets:
        return
    shown = table.combatant(who).budgets
    for budget, amount in left(table, who).items():
        if shown.get(budget) != amount:
            table.happen(BudgetSet(who, budget, amount))
