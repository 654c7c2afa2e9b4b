"""The start and the end of a turn: what runs out, action points, and what burns, bleeds or stuns.

GRM-008, GRM-021, GRM-124; bleeding and burning by D-8, stuns by E-f.
"""

from dataclasses import replace

from rules.engine.kernel import Condition, ConditionSet, Dice, Said, Table, Told, amount, end_conditions, throw
from rules.systems.grim.content.switches.harm import BLEEDING as BLEEDS
from rules.systems.grim.content.switches.harm import FIRE, PRONE_UNTIL, RISES, STUNS
from rules.systems.grim.core import (
    BLEEDING,
    PRONE,
    Known,
    Wound,
    ask_to_resist,
    bonus,
    hurt,
    is_in_fight,
    resisted,
    state_named,
    wounded,
)
from rules.systems.grim.fight.base import (
    OFF_BALANCE,
    ON_FIRE,
    STUNNED,
    TURN_STARTS,
    ap_left,
    forget_turn,
    is_out,
    renew,
    set_ap,
)


def start(table: Table, dice: Dice, who: str) -> None:
    """Start a turn: action points are new, and what goes on works (GRM-008)."""
    forget_turn(table)
    renew(table, who)
    end_conditions(table, who, OFF_BALANCE)
    for works in (_bleed, _burn, _shake_off, *TURN_STARTS):
        if is_in_fight(table, who) and not is_out(table.sheet(who)):
            works(table, dice, who)


def run_out(table: Table, who: str) -> None:
    """Count down states with a number of turns, and end those that last until the next turn (E-b, E-f).

    By a house rule somebody Prone rises by themselves.
    """
    rises = (PRONE,) if PRONE_UNTIL.chosen(table.house_rules) == RISES else ()
    for key, held in list(table.sheet(who).conditions.items()):
        state = state_named(key)
        if held.rounds is not None and not _lasts(key, "turn_end"):
            count_down(table, who, held)
        elif key in rises or (state is not None and state.lasts == "turn"):
            end_conditions(table, who, key)


def _lasts(key: str, how: str) -> bool:
    state = state_named(key)
    return state is not None and state.lasts == how


def count_down(table: Table, who: str, held: Condition) -> None:
    """Take a turn off those that a state still lasts."""
    left = (held.rounds or 0) - 1
    if left > 0:
        table.happen(ConditionSet(who, replace(held, rounds=left)))
    else:
        end_conditions(table, who, held.name)


def finish(table: Table, who: str) -> None:
    """End what lasts until the end of a turn (GRM-127)."""
    if who not in table.sheets:
        return
    for key, held in list(table.sheet(who).conditions.items()):
        if _lasts(key, "turn_end"):
            count_down(table, who, held)


def _bleed(table: Table, dice: Dice, who: str) -> None:
    """Bleed: a step of the damage track every [BB] turns (D-8)."""
    held = table.sheet(who).conditions.get(BLEEDING)
    if held is None:
        return
    every = 1 if BLEEDS.chosen(table.house_rules) == "every turn" else max(1, bonus(table.sheet(who), "brawn"))
    turns = held.level + 1
    table.happen(ConditionSet(who, replace(held, level=turns % every)))
    if turns >= every:
        table.happen(Told((who,), "{0} loses blood."))
        wounded(table, dice, who, 1, Wound(source="bleeding", harmless=True))


def _burn(table: Table, dice: Dice, who: str) -> None:
    """Burn for 1d10 + 1 damage, or as much as the house has it (D-8)."""
    if table.sheet(who).has(ON_FIRE):
        table.happen(Told((who,), "{0} burns."))
        fire = amount(str(FIRE.chosen(table.house_rules)))
        hurt(table, dice, who, throw(table, dice, who, "fire", fire), Wound(source="fire"))


def _shake_off(table: Table, dice: Dice, who: str) -> None:
    """Resist a stun by Toughness: it ends, or costs an action point (GRM-021, GRM-124, E-f)."""
    if table.sheet(who).has(STUNNED):
        title = Said("You are stunned. Shake it off?", ())
        ask_to_resist(table, dice, who, ["toughness"], "stunned", title, helpless=True)


def _shaken_off(table: Table, dice: Dice, who: str, data: Known) -> None:
    end_conditions(table, who, STUNNED)


@resisted("stunned", averted=_shaken_off)
def _stays_stunned(table: Table, dice: Dice, who: str, data: Known) -> None:
    """Lose an action point to a stun, or two, as it came and the house has it (GRM-021)."""
    deep = table.sheet(who).conditions[STUNNED].level or STUNS.chosen(table.house_rules) == "2"
    set_ap(table, who, ap_left(table, who) - (2 if deep else 1))
    table.happen(Told((who,), "{0} is still stunned."))
