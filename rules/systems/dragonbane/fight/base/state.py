"""The state of combatants: up, down or dead, whose turn, what is left to them of a round; bases of a turn's commands.

A round gives an action for each card, metres, and one free action of each kind. A reaction takes the action of a card
that is still to come, and its movement with it (DRB-027). The scene's memo ``used.<who>`` keeps what is used; the
encounter's ``budgets`` show what is left.
"""

from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar

from rules.engine.fight import nothing_waits, remember, rung_of_turn, show_budgets, turns
from rules.engine.kernel import Command, NotNow, Rung, SceneMemoKept, Sheet, Table, refuse_without_choice
from rules.engine.odds import Odds
from rules.systems.dragonbane.core import (
    BODY,
    Rolling,
    check_odds,
    forget_push,
    is_dead,
    is_down,
    is_overloaded,
    stride,
)
from rules.systems.dragonbane.fight.base.cards import key_of

#: Conditions in which one does nothing at all.
HELPLESS = ("dead", "unconscious", "fled")
#: Conditions of sneaking up unnoticed, of lying in wait, and of not having noticed those who do (DRB-044).
UNSEEN, IN_WAIT, SURPRISED = "unseen", "in_wait", "surprised"
#: The kind of free action by which one shakes off fear (D-6).
COURAGE = "courage"


def is_out(sheet: Sheet) -> bool:
    """Whether one can neither act nor react: helpless, or at 0 hit points and not rallied (DRB-036, DRB-040)."""
    return any(sheet.has(condition) for condition in HELPLESS) or is_down(sheet)


def lies(sheet: Sheet) -> bool:
    """Whether one is on the ground or out, so that others step over one (DRB-029)."""
    return sheet.has("prone") or is_out(sheet)


def is_able(table: Table, who: str) -> bool:
    """Whether somebody takes part in the fight and can act in it."""
    return who in table.scene.combatants and not is_out(table.sheet(who))


def has_turns(table: Table, who: str) -> bool:
    """Whether somebody still has turns: all but the dead and the fled, as the dying roll against death (DRB-036)."""
    sheet = table.sheet(who)
    return not is_dead(sheet) and not sheet.has("fled")


def opponents(table: Table, who: str) -> list[str]:
    """Ids of those on another side whom ``who`` knows of and who still have turns."""
    return [other for other in turns.opponents(table, who) if has_turns(table, other)]


def own_turn(table: Table) -> Rung:
    """The rung of the actor's own turn; refused if an ask waits, or the actor cannot act."""
    rung = rung_of_turn(table)
    nothing_waits(table)
    if is_down(table.me):
        has_rolled = rung.key in used(table, table.actor).death
        raise NotNow(f"You are down. {'Rally, or end your turn' if has_rolled else 'Make a death roll, or rally'}.")
    if is_out(table.me):
        raise NotNow(f"{table.me.name} cannot act. End the turn.")
    if table.me.has("cowed"):
        raise NotNow("You lose this turn to fear. End it.")
    if table.me.has("frozen"):
        left = "End your turn" if COURAGE in used(table, table.actor).free else "Shake off fear, or end your turn"
        raise NotNow(f"Fear roots you to the spot. {left}.")
    return rung


def cards_for(table: Table, who: str) -> int:
    """The cards that somebody draws in a round: 1, a monster as many as its ferocity (DRB-007, D-4)."""
    return max(1, table.sheet(who).rank(BODY, "ferocity"))


#: Outcomes of the roll under too heavy a load on this turn: going on with it, or held in place (D-1).
CARRIED, STUCK = "carried", "stuck"
#: The beginning of the memo of one's used budgets; the id follows.
USED = "used."


@dataclass(frozen=True, slots=True)
class Used:
    """Used budgets of a round: the cards whose action is spent, and those of them that went for reactions.

    ``moved``, ``dashed``, ``load`` (the outcome under too heavy a load, D-1), ``struck`` (the targets of the turn's
    attack) and ``again`` (the second blow is used) belong to the turn. ``free`` are the kinds of free actions taken
    (DRB-026, C-09), ``death`` the cards on which death was rolled against.
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
    """Set what is used (totals, by field), and show what is left."""
    now = replace(used(table, who), **more)
    if now != used(table, who):
        table.happen(SceneMemoKept(USED + who, None if now == Used() else asdict(now)))
    show(table, who)


def new_round(table: Table, who: str) -> None:
    """Open all budgets again."""
    remember(table, USED + who, None)
    show(table, who)


def new_turn(table: Table, who: str) -> None:
    """Begin a turn: movement and attack of the turn are open again, once for each of several turns."""
    use(table, who, moved=0.0, dashed=False, load="", struck=[], again=False)


def show(table: Table, who: str) -> None:
    """Set the budgets that pages show to what is left."""
    show_budgets(table, who, left)


def left(table: Table, who: str) -> dict[str, int]:
    """The actions and metres that are left, by budget; 0 for whoever is out."""
    able = 0 if is_out(table.sheet(who)) else 1
    return {"action": able * len(open_cards(table, who)), "metres": able * int(metres_left(table, who))}


# -- actions and reactions -------------------------------------------------------------------------------------------


def keys_of(table: Table, who: str) -> list[str]:
    """The keys of somebody's cards this round, those to come first; one that is still to be drawn counts too."""
    mine = [rung for rung in table.scene.ladder if rung.who == who]
    return [rung.key for rung in sorted(mine, key=lambda rung: rung.done)] or [key_of(who)]


def open_cards(table: Table, who: str) -> list[str]:
    """The keys of cards whose action is not spent, those to come first."""
    acted = used(table, who).acted
    return [key for key in keys_of(table, who) if key not in acted]


def not_acted(table: Table, who: str, card: str) -> None:
    """Refuse a second action on a card, and any action to whoever runs in fear (D-6)."""
    not_spent(table, who, card)
    if table.sheet(who).has("fleeing"):
        raise NotNow("You flee in fear this turn: move or dash.")


def not_spent(table: Table, who: str, card: str) -> None:
    """Refuse a second action on a card: there is one action a round (DRB-048)."""
    now = used(table, who)
    if card in now.reacted:
        raise NotNow("Your action went into a parry or dodge. Take a free action, or end your turn.")
    if card in now.acted:
        raise NotNow("You have acted already. Move, take a free action, or end your turn.")


def act(table: Table, who: str, card: str) -> None:
    """Spend the action of a card."""
    not_spent(table, who, card)
    use(table, who, acted=[*used(table, who).acted, card])


def can_react(table: Table, who: str) -> bool:
    """Whether an action is left to parry or dodge with (DRB-013, DRB-014, DRB-027)."""
    sheet = table.sheet(who)
    return not is_out(sheet) and not sheet.has("frozen") and bool(open_cards(table, who))


def costs_a_turn(table: Table, who: str) -> bool:
    """Whether a reaction would take the action of a card that is still to come (DRB-027)."""
    left = open_cards(table, who)
    rung = table.scene.rung(left[0]) if left else None
    return rung is not None and not rung.done


def react(table: Table, who: str) -> None:
    """Spend the action and the movement of the next card on a reaction (DRB-027)."""
    open_now = open_cards(table, who)
    if not open_now:
        raise NotNow("You have no action left this round. Take the hit.")
    now = used(table, who)
    use(table, who, acted=[*now.acted, open_now[0]], reacted=[*now.reacted, open_now[0]])


# -- movement --------------------------------------------------------------------------------------------------------


def speed(table: Table, who: str) -> int:
    """Metres in a turn, twice as many after a dash (DRB-010, C-18)."""
    return stride(table.sheet(who), table.house_rules, dashing=used(table, who).dashed)


def metres_left(table: Table, who: str) -> float:
    """Metres left on this turn, or on the next one; 0 if a reaction took them or a load holds (DRB-027)."""
    key, now = keys_of(table, who)[0], used(table, who)
    rung = table.scene.rung(key)
    if key in now.reacted or (rung is not None and rung.done) or is_stuck(table, who):
        return 0.0
    return round(max(0.0, speed(table, who) - now.moved), 2)


def is_stuck(table: Table, who: str) -> bool:
    """Whether a load that is still too heavy holds somebody in place this turn (D-1)."""
    return used(table, who).load == STUCK and is_overloaded(table.sheet(who))


# -- free actions ----------------------------------------------------------------------------------------------------


def not_taken(table: Table, who: str, kind: str) -> None:
    """Refuse a second free action of the same kind in a round (DRB-026, C-09)."""
    if kind in used(table, who).free:
        raise NotNow("You have done that this round already. Choose something else.")


def take_free(table: Table, who: str, kind: str) -> None:
    not_taken(table, who, kind)
    use(table, who, free=[*used(table, who).free, kind])


def ready(table: Table) -> None:
    """Refuse without an action left on one's own turn."""
    not_acted(table, table.actor, own_turn(table).key)


def spend(table: Table) -> None:
    """Spend the action of one's own turn."""
    act(table, table.actor, own_turn(table).key)
    forget_push(table, table.actor)


@dataclass(frozen=True, slots=True)
class Action(Command):
    """Something that takes the action of the turn."""

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        refuse_without_choice(cls, table)


@dataclass(frozen=True, slots=True)
class RolledAction(Action, Rolling):
    """A roll that takes the action of the turn."""

    def odds(self, table: Table) -> Odds:
        return check_odds(table, self.check(table))

    def spend(self, table: Table) -> None:
        spend(table)


@dataclass(frozen=True, slots=True)
class FreeAction(Command):
    """Something that is free on one's own turn, once a round with others of its ``kind`` (DRB-026, C-09)."""

    kind: ClassVar[str]

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        not_taken(table, table.actor, cls.kind)
        refuse_without_choice(cls, table)
