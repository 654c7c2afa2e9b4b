"""What somebody may still do this round: an action for each card, metres, and one free action of each kind.

A reaction takes the action of a card that is still to come, and its movement with it (DRB-027). What was used stands
in the scene's memo ``used.<who>``; the encounter's ``budgets`` show what that leaves.
"""

from dataclasses import asdict, dataclass, field, replace
from typing import Any

from rules.engine.facts import BudgetSet, SceneMemoKept
from rules.engine.refusals import NotNow
from rules.engine.table import Table
from rules.systems.dragonbane.fight.cards import key_of
from rules.systems.dragonbane.fight.state import is_out
from rules.systems.dragonbane.figures import is_overloaded, stride

#: How somebody fared with too heavy a load on this turn: it goes with them, or holds them where they are (D-1).
CARRIED, STUCK = "carried", "stuck"
#: The memo of what somebody used this round follows by name after this.
USED = "used."


@dataclass(frozen=True, slots=True)
class Used:
    """What somebody used this round: the cards whose action is spent, and those of them that went for reactions.

    ``moved`` and ``dashed`` belong to the turn, and so does ``load``, how they fared with one too heavy (D-1), whom
    they ``struck`` with the attack of the turn, and whether they struck ``again``. ``free`` are the kinds of free
    actions taken (DRB-026, C-09), ``death`` the cards on which they rolled against death.
    """

    acted: list[str] = field(default_factory=list)
    reacted: list[str] = field(default_factory=list)
    moved: float = 0.0
    dashed: bool = False
    load: str = ""
    struck: list[str] = field(default_factory=list)
    again: bool = False
    free: list[str] = field(default_factory=list)
    death: list[str] = field(default_factory=list)


def used(table: Table, who: str) -> Used:
    return Used(**table.scene.memo.get(USED + who, {}))


def use(table: Table, who: str, **more: Any) -> None:
    """Note what was used (the new totals), and what that leaves."""
    now = replace(used(table, who), **more)
    if now != used(table, who):
        table.happen(SceneMemoKept(USED + who, None if now == Used() else asdict(now)))
    show(table, who)


def new_round(table: Table, who: str) -> None:
    """Everything is open again."""
    if USED + who in table.scene.memo:
        table.happen(SceneMemoKept(USED + who, None))
    show(table, who)


def new_turn(table: Table, who: str) -> None:
    """Each turn has its own movement; that matters for whoever has several."""
    use(table, who, moved=0.0, dashed=False, load="", struck=[], again=False)


def show(table: Table, who: str) -> None:
    """Set the budgets that pages show to what is left."""
    if who not in table.scene.combatants or who not in table.sheets:
        return
    shown = table.combatant(who).budgets
    for budget, amount in left(table, who).items():
        if shown.get(budget) != amount:
            table.happen(BudgetSet(who, budget, amount))


def left(table: Table, who: str) -> dict[str, int]:
    """What is left of each budget."""
    able = 0 if is_out(table.sheet(who)) else 1
    return {"action": able * len(open_cards(table, who)), "metres": able * int(metres_left(table, who))}


# -- actions and reactions -------------------------------------------------------------------------------------------


def keys_of(table: Table, who: str) -> list[str]:
    """The cards that somebody holds this round, those to come first; one that is still to be drawn counts too."""
    mine = [rung for rung in table.scene.ladder if rung.who == who]
    return [rung.key for rung in sorted(mine, key=lambda rung: rung.done)] or [key_of(who)]


def open_cards(table: Table, who: str) -> list[str]:
    """The cards whose action is not spent, those to come first."""
    acted = used(table, who).acted
    return [key for key in keys_of(table, who) if key not in acted]


def not_acted(table: Table, who: str, card: str) -> None:
    """Refuse a second action on one card, and any but running to whoever runs in fear (D-6)."""
    not_spent(table, who, card)
    if table.sheet(who).has("fleeing"):
        raise NotNow("Fear makes you run this turn: move, or dash.")


def not_spent(table: Table, who: str, card: str) -> None:
    """Refuse a second action on one card: there is one action a round (DRB-048)."""
    now = used(table, who)
    if card in now.reacted:
        raise NotNow("Your action went for a parry or a dodge. Free actions are left; or end the turn.")
    if card in now.acted:
        raise NotNow("You have acted already. Move, take a free action, or end the turn.")


def act(table: Table, who: str, card: str) -> None:
    """Spend the action of a card."""
    not_spent(table, who, card)
    use(table, who, acted=[*used(table, who).acted, card])


def can_react(table: Table, who: str) -> bool:
    """Whether an action is left to parry or dodge with (DRB-013, DRB-014, DRB-027)."""
    sheet = table.sheet(who)
    return not is_out(sheet) and not sheet.has("frozen") and bool(open_cards(table, who))


def costs_a_turn(table: Table, who: str) -> bool:
    """Whether a reaction takes the action of a card that is still to come (DRB-027)."""
    left = open_cards(table, who)
    rung = table.scene.rung(left[0]) if left else None
    return rung is not None and not rung.done


def react(table: Table, who: str) -> None:
    """Spend the action and the movement of the next card on a reaction (DRB-027)."""
    open_now = open_cards(table, who)
    if not open_now:
        raise NotNow("Your action of this round is spent. Take the hit.")
    now = used(table, who)
    use(table, who, acted=[*now.acted, open_now[0]], reacted=[*now.reacted, open_now[0]])


# -- movement --------------------------------------------------------------------------------------------------------


def speed(table: Table, who: str) -> int:
    """Metres in a turn; twice as many for whoever dashes (DRB-010, C-18)."""
    return stride(table.sheet(who), table.house_rules, dashing=used(table, who).dashed)


def metres_left(table: Table, who: str) -> float:
    """Metres left on this turn, or on the next one; none where a reaction took them (DRB-027)."""
    key, now = keys_of(table, who)[0], used(table, who)
    rung = table.scene.rung(key)
    if key in now.reacted or (rung is not None and rung.done) or is_stuck(table, who):
        return 0.0
    return round(max(0.0, speed(table, who) - now.moved), 2)


def is_stuck(table: Table, who: str) -> bool:
    """Whether a load that is still too heavy holds somebody where they are for this turn (D-1)."""
    return used(table, who).load == STUCK and is_overloaded(table.sheet(who))


# -- free actions ----------------------------------------------------------------------------------------------------


def not_taken(table: Table, who: str, kind: str) -> None:
    """Refuse a second free action of the same kind in a round (DRB-026, C-09)."""
    if kind in used(table, who).free:
        raise NotNow("You did that already this round. Other free actions are left.")


def take_free(table: Table, who: str, kind: str) -> None:
    not_taken(table, who, kind)
    use(table, who, free=[*used(table, who).free, kind])
