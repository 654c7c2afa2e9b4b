"""The state of combatants: conditions, effects that go on, the budgets of a round, whose turn, and their opponents.

The scene's memo ``focus`` names for each caster the spell kept up by thought and its target, as long as the caster does
nothing else (Heat Mineral, D-5). The memo ``holds`` has the id of the holder by that of the held (a default of ours:
D-7), and ``acted`` names those who have acted this round (PCT-008). The encounter's ``budgets`` show what is left:
``action`` is 1 until somebody acts, ``squares`` are those that they may walk with it (PCT-009). Standing on guard lasts
until one's next turn (PCT-020, PCT-022).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.fight import listed, note, nothing_waits, remember, rung_of_turn, show_budgets, turns
from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import (
    Command,
    Condition,
    ConditionSet,
    NotNow,
    Rung,
    Said,
    Sheet,
    Table,
    Told,
    Wording,
    end_conditions,
    refuse_without_choice,
)
from rules.systems.kaos.content.library import conditions, spells, states_of
from rules.systems.kaos.core import squares

#: Conditions in which one has no turn (PCT-016, PCT-017).
OUT = ("unconscious", "dead")
PRONE, GRAPPLED, NETTED, PARALYSED, MOUNTED = "prone", "grappled", "netted", "paralysed", "mounted"


def is_out(sheet: Sheet) -> bool:
    return any(sheet.has(condition) for condition in OUT)


@of_sheet("conditions")
def is_helpless(sheet: Sheet) -> bool:
    """Whether one can neither act nor defend: out, paralysed, asleep (C-26)."""
    return is_out(sheet) or any(state.out for state in states_of(sheet))


@of_sheet("conditions")
def is_held(sheet: Sheet) -> bool:
    """Whether a condition keeps one from moving."""
    return any(state.held for state in states_of(sheet))


def begin(table: Table, who: str, name: str, level: int = 0, source: Wording = "", rounds: int | None = None) -> None:
    """Set a condition of the compendium."""
    table.happen(ConditionSet(who, Condition(name, conditions()[name].name, level, source, rounds)))


def opponents(table: Table, who: str) -> list[str]:
    """Ids of those on another side whom ``who`` knows of and who are not dead."""
    return [other for other in turns.opponents(table, who) if not table.sheet(other).has("dead")]


def own_turn(table: Table) -> Rung:
    """The rung of the actor's own turn; refused if an ask waits, or the actor is helpless."""
    rung = rung_of_turn(table)
    nothing_waits(table)
    if is_helpless(table.me):
        raise NotNow(f"{table.me.name} cannot act. End the turn.")
    return rung


FOCUS = "focus"


def kept(table: Table) -> dict[str, Mapping[str, Any]]:
    """The spells kept up, by caster: the key of the ``spell``, and its ``target``."""
    return dict(table.scene.memo.get(FOCUS, {}))


def focus_on(table: Table, caster: str, spell: str, target: str) -> None:
    """Begin to keep up a spell on a target; another one ends."""
    stop(table, caster)
    remember(table, FOCUS, {**kept(table), caster: {"spell": spell, "target": target}})


def held_in(table: Table, target: str) -> dict[str, str]:
    """The keys of the spells that casters keep up on somebody, by caster."""
    return {caster: str(one["spell"]) for caster, one in kept(table).items() if one["target"] == target}


def stop(table: Table, caster: str) -> None:
    """End the spell that a caster keeps up."""
    now = kept(table)
    one = now.pop(caster, None)
    if one is None:
        return
    remember(table, FOCUS, now)
    target, spell = str(one["target"]), spells().get(str(one["spell"]))
    if spell is None or target not in table.sheets:
        return
    if spell.condition and not held_in(table, target):
        end_conditions(table, target, spell.condition)
    table.happen(Told((caster, target), f"{spell.name} no longer holds {{1}}."))


def forget(table: Table, who: str) -> None:
    """End the spells of or on somebody who leaves."""
    for caster, one in kept(table).items():
        if who in (caster, one["target"]):
            stop(table, caster)


HOLDS = "holds"


def _holds(table: Table) -> dict[str, str]:
    return dict(table.scene.memo.get(HOLDS, {}))


def hold(table: Table, who: str, by: str) -> None:
    """Let ``by`` take hold of somebody."""
    remember(table, HOLDS, {**_holds(table), who: by})
    begin(table, who, GRAPPLED, source=Said("{0}", (by,)))
    table.happen(Told((by, who), "{0} holds {1}."))


def holder_of(table: Table, who: str) -> str:
    """The id of the holder; empty for somebody who is free."""
    by = _holds(table).get(who, "")
    return by if table.sheet(who).has(GRAPPLED) and by in table.scene.combatants else ""


def held_by(table: Table, who: str) -> list[str]:
    """Ids of those whom somebody holds."""
    return [other for other in table.scene.combatants if holder_of(table, other) == who]


def let_go(table: Table, who: str) -> None:
    if table.sheet(who).has(GRAPPLED):
        end_conditions(table, who, GRAPPLED)
        table.happen(Told((who,), "{0} is free."))
    remember(table, HOLDS, {held: by for held, by in _holds(table).items() if held != who})


def free_from(table: Table, who: str) -> None:
    """End every hold by somebody, and the one on them."""
    for other in (*held_by(table, who), *((who,) if holder_of(table, who) else ())):
        let_go(table, other)


GUARD = "defensive"
#: Points that the two ways of it add to the Defense Score.
DEFENSIVE_MOVE, FULL_DEFENCE = 10, 20


def raise_guard(table: Table, who: str, by: int) -> None:
    begin(table, who, GUARD, by, "until their next turn")
    table.happen(Told((who,), f"{{0}} is on guard: defence score +{by}."))


def lower(table: Table, who: str) -> None:
    end_conditions(table, who, GUARD)


ACTION, SQUARES = "action", "squares"
ACTED = "acted"


def squares_of(table: Table, who: str) -> int:
    """Squares that one may walk with an action, 0 while held or helpless (PCT-009).

    They are those of the Movement Rate, or of the beast that one rides (PCT-026).
    """
    sheet = table.sheet(who)
    beast = sheet.conditions.get(MOUNTED)
    return 0 if is_helpless(sheet) or is_held(sheet) else (beast.level if beast else 0) or squares(sheet)


def left(table: Table, who: str) -> dict[str, int]:
    """The action and squares that are left, by budget."""
    can = not is_helpless(table.sheet(who)) and who not in listed(table, ACTED)
    return {ACTION: int(can), SQUARES: squares_of(table, who) if can else 0}


def show(table: Table, who: str) -> None:
    """Show what is left of the budgets of somebody who takes part."""
    show_budgets(table, who, left)


def renew(table: Table) -> None:
    """Give everybody an action again, for a new round (PCT-008)."""
    remember(table, ACTED, None)
    for who in table.scene.combatants:
        show(table, who)


def free_to_act(table: Table) -> Rung:
    """The rung of the actor's own turn; refused once they have acted (PCT-008)."""
    rung = own_turn(table)
    if table.actor in listed(table, ACTED):
        raise NotNow("You have used your action. End your turn.")
    return rung


def spend_action(table: Table, who: str) -> None:
    """Take the action; a spell kept up by thought ends."""
    stop(table, who)
    note(table, ACTED, who)
    show(table, who)


@dataclass(frozen=True, slots=True)
class Action(Command):
    """The action of a turn (PCT-008)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        refuse_without_choice(cls, table)
