"""The state of combatants: action points, what a turn has been used for, whose turn it is, and what its start brings.

The scene's memo ``left`` has what is left of three action points, which budgets show (GRM-008); before one's first turn
there are none, and what is not spent stays for reactions (E-a). The memo ``turn`` notes what the turn was used for.
Some things wait until nothing has to be decided, such as a walk that an opportunity attack interrupted.
"""

from collections.abc import Callable
from dataclasses import dataclass

from rules.engine.fight import nothing_waits, remember, rung_of_turn, turns
from rules.engine.kernel import (
    BudgetSet,
    Command,
    Dice,
    Json,
    NotNow,
    Refused,
    Rung,
    Said,
    SceneMemoKept,
    Sheet,
    Table,
    Told,
    Veiled,
    counted,
    end_conditions,
    refuse_without_choice,
)
from rules.systems.grim.content.switches.fights import ONE_ATTACK
from rules.systems.grim.content.switches.harm import DEFENSELESS_TURNS
from rules.systems.grim.core import SLAIN, begin, given, is_in_fight, more_turns, state_with, states_of

AP, TURN_AP = "ap", 3
#: The budget of action points for dodges and parries alone.
GUARD = "guard"
#: The memo of the scene for what is left of both, by id; budgets only show it.
LEFT = "left"
#: The memo of the scene for what the turn was used for; and the name in it of attacks and stunts.
TURN, ATTACKED = "turn", "attacked"
#: The condition of taking aim (GRM-117).
AIMING = "aiming"
#: Conditions whose loss of action points is not told by their figure alone.
STUNNED, OFF_BALANCE = "stunned", "off_balance"
ON_FIRE = "on_fire"
#: The name of the scene's memo for those who may be struck by surprise in the turn of the ambushers.
SURPRISE = "surprise"

TurnStart = Callable[[Table, Dice, str], None]
#: Functions that work when somebody's turn starts, in this order.
TURN_STARTS: list[TurnStart] = []


def at_turn_start(works: TurnStart) -> TurnStart:
    """Enter a function that works when somebody's turn starts."""
    TURN_STARTS.append(works)
    return works


# -- who acts ----------------------------------------------------------------------------------------------------------


def is_out(sheet: Sheet) -> bool:
    """Whether somebody has no turns: slain or unconscious."""
    return sheet.has(SLAIN) or bool(state_with(sheet, "unconscious"))


def is_helpless(sheet: Sheet) -> bool:
    """Whether attacks at somebody succeed by themselves, and slay (GRM-013)."""
    return bool(state_with(sheet, "slays")) or is_out(sheet)


def opponents(table: Table, who: str) -> list[str]:
    """Ids of those on another side whom ``who`` knows of and who are not slain."""
    return [other for other in turns.opponents(table, who) if not table.sheet(other).has(SLAIN)]


def own_turn(table: Table) -> Rung:
    """The rung of the actor's own turn; refused if an ask waits, or a state leaves no actions."""
    rung = rung_of_turn(table)
    nothing_waits(table)
    state = state_with(table.me, "no_actions", "unconscious")
    if state:
        raise NotNow(f"{table.me.name} cannot act: {state.lower()}. End the turn.")
    return rung


@dataclass(frozen=True, slots=True)
class Action(Command):
    """An action of one's own turn."""

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_without_choice(cls, table)


def _left(table: Table, kind: str) -> dict[str, int]:
    """Action points of a kind that are left, by id."""
    return dict(table.scene.memo.get(LEFT, {}).get(kind, {}))


def _keep(table: Table, kind: str, who: str, left: int) -> None:
    """Note what is left to somebody, and show it."""
    now = dict(table.scene.memo.get(LEFT, {}))
    table.happen(SceneMemoKept(LEFT, {**now, kind: {**_left(table, kind), who: left}}))
    table.happen(BudgetSet(who, kind, left))


# -- action points -----------------------------------------------------------------------------------------------------


def ap_left(table: Table, who: str = "") -> int:
    """Action points left to somebody, or to the actor; all of them in a turn that nothing has begun yet."""
    who = who or table.actor
    current = table.scene.current
    untold = TURN_AP if current is not None and current.who == who else 0
    return _left(table, AP).get(who, untold)


def has_had_turn(table: Table, who: str) -> bool:
    """Whether somebody has had action points in this fight: before their first turn there are none (E-a)."""
    return who in _left(table, AP)


def refuse_without_ap(table: Table, price: int, doing: str, field: str = "", who: str = "") -> None:
    """Refuse what takes more action points than there are."""
    left = ap_left(table, who)
    if left < price:
        told = counted(price, "Action Point", "Action Points")
        has = f"{left} are left" if left != 1 else "1 is left"
        raise Refused(f"{doing[:1].upper()}{doing[1:]} takes {told}; {has}. Do less, or end the turn.", field)


def spend_ap(table: Table, price: int) -> None:
    """Spend action points of the actor, which must be there."""
    set_ap(table, table.actor, ap_left(table) - price)


def guard_left(table: Table, who: str) -> int:
    """Action points that somebody has for dodges and parries alone, by a talent or trait."""
    return _left(table, GUARD).get(who, 0)


def can_pay_reaction(table: Table, who: str) -> bool:
    """Whether somebody has an action point for a dodge or a parry."""
    return ap_left(table, who) + guard_left(table, who) > 0


def pay_reaction(table: Table, who: str) -> None:
    """Pay for a dodge or a parry, with what serves for nothing else first."""
    spare = guard_left(table, who)
    if spare:
        _keep(table, GUARD, who, spare - 1)
    else:
        set_ap(table, who, ap_left(table, who) - 1)


def renew(table: Table, who: str) -> None:
    """Give somebody the action points of a turn; the rest of the last is lost (GRM-008)."""
    set_ap(table, who, turn_ap(table.sheet(who)))
    spare = sum(by for _, by in given(table.sheet(who), "reaction_ap"))
    if spare != guard_left(table, who):
        _keep(table, GUARD, who, spare)


def renew_all(table: Table) -> None:
    """Give everybody the action points of a turn, and begin one that has been used for nothing yet."""
    forget_turn(table)
    table.happen(SceneMemoKept(LEFT, {AP: dict.fromkeys(table.scene.combatants, TURN_AP)}))


def set_ap(table: Table, who: str, to: int) -> None:
    """Set what is left of action points, never below none."""
    if is_in_fight(table, who) and _left(table, AP).get(who) != max(0, to):
        _keep(table, AP, who, max(0, to))


def turn_ap(sheet: Sheet) -> int:
    """Action points that a turn begins with: three, less what states take (GRM-008, GRM-021, C-10)."""
    lost = sum(state.ap for state in states_of(sheet) if state.key != STUNNED)
    return max(0, TURN_AP + lost)


# -- what the turn was used for ----------------------------------------------------------------------------------------


def use(table: Table, name: str, value: Json = True) -> None:
    """Note what the turn is used for; ``None`` forgets it."""
    now = dict(table.scene.memo.get(TURN, {}))
    kept = {**now, name: value}
    table.happen(SceneMemoKept(TURN, {key: one for key, one in kept.items() if one is not None} or None))


def used(table: Table, name: str) -> Json:
    """The use of this turn by that name; 0 without one."""
    return table.scene.memo.get(TURN, {}).get(name, 0)


def forget_turn(table: Table) -> None:
    """Begin with a turn that has been used for nothing yet."""
    remember(table, TURN, None)


def commit(table: Table, price: int) -> None:
    """Spend the points of an attack, a stunt or a spell, which uses up the aim, and shows whoever was hidden."""
    spend_ap(table, price)
    use(table, ATTACKED)
    end_conditions(table, table.actor, AIMING)
    if table.combatant(table.actor).hidden:
        table.happen(Veiled(table.actor, False))


def refuse_second_attack(table: Table) -> None:
    """Refuse a second attack or stunt in a turn, whatever action points are left (D-1)."""
    if ONE_ATTACK.chosen(table.house_rules) and used(table, ATTACKED):
        raise NotNow("You have used your attack or stunt. Move, defend, or end your turn.")


def can_react(table: Table, who: str) -> bool:
    """Whether somebody has reactions at all (GRM-004, GRM-011, GRM-022)."""
    sheet = table.sheet(who)
    return is_in_fight(table, who) and not (sheet.has(SLAIN) or state_with(sheet, "no_reactions", "unconscious"))


def defends(table: Table, who: str) -> bool:
    """Whether somebody may dodge, parry and counter spells (GRM-009)."""
    return can_react(table, who) and not state_with(table.sheet(who), "no_defences")


def leave_defenseless(table: Table, who: str, by: str) -> None:
    """Leave somebody Defenseless by a critical success, before they can answer it (GRM-040, GRM-108, E-b)."""
    begin(table, who, "defenseless", source=Said("{0}", (by,)), rounds=more_turns(table, DEFENSELESS_TURNS))
    table.happen(Told((who,), "{0} is left defenseless."))


# -- going on once nothing waits ---------------------------------------------------------------------------------------

Waits = Callable[[Table], None]
#: Functions that take up what waited, if it can go on.
AFTER: list[Waits] = []


def waits(goes_on: Waits) -> Waits:
    """Enter a function that takes up what waited."""
    AFTER.append(goes_on)
    return goes_on


def take_up_waiting(table: Table) -> None:
    """Take up everything that waited, as soon as nothing has to be decided."""
    for goes_on in AFTER:
        goes_on(table)
