"""Tactics that play fights of KAOS by themselves, for forecasts: the one action of a turn, by style (PCT-008)."""

from collections.abc import Callable, Sequence

from rules.engine.fight import DEAD, DOWN, UP, ByStyle, Gauge, allies, as_suggested, is_walled_from, listed
from rules.engine.kernel import Ask, Command, Rung, Sheet, Table, is_possible
from rules.systems.kaos.content.library import good_of, weapon_of
from rules.systems.kaos.content.switches import AMMUNITION
from rules.systems.kaos.core import health
from rules.systems.kaos.fight.actions.movement import SPRINT, DefensiveMove, FullDefence, GetUp, Run
from rules.systems.kaos.fight.actions.reach import longest_reach
from rules.systems.kaos.fight.actions.shooting import ammunition
from rules.systems.kaos.fight.actions.things_in_hand import DrinkPotion, Reload, SwitchWeapons
from rules.systems.kaos.fight.actions.wrestling import BreakFree
from rules.systems.kaos.fight.base import (
    ACTED,
    HANDS,
    LIES_AT,
    PRONE,
    SIDE,
    UNARMED,
    Arm,
    Square,
    arms,
    hands_for,
    is_held,
    is_helpless,
    is_out,
    left_of,
    mean_of,
    nearest_to,
    on_the_way,
    opponents,
    shield_of,
    squares_between,
    squares_of,
    standing,
)
from rules.systems.kaos.fight.rounds.course import Begin, EndTurn, NextTurn
from rules.systems.kaos.fight.tactics.styles import STYLES, Style, best_attack

#: The share of hit points at which, or below, one is badly hurt.
BADLY = 1 / 4
#: Deeds of a turn, tried in this order; None where one has no reason.
Deed = Callable[[Table, Style], Command | None]


def turn(table: Table, style: Style) -> Command:
    """The one action of the actor; then the end of the turn."""
    if table.actor in listed(table, ACTED) or is_helpless(table.me):
        return EndTurn()
    found = (deed(table, style) for deed in DEEDS)
    return next((command for command in found if command), EndTurn())


def foes_of(table: Table) -> list[str]:
    """The opponents of the actor who can still fight."""
    return [who for who in opponents(table, table.actor) if not is_out(table.sheet(who))]


# -- oneself -----------------------------------------------------------------------------------------------------------


def _get_up(table: Table, style: Style) -> Command | None:
    """Get up, and walk towards the nearest foe (PCT-023)."""
    if not table.me.has(PRONE):
        return None
    end = _towards(table, squares_of(table, table.actor))
    return GetUp() if is_held(table.me) or end is None else GetUp(*_metres(end))


def _spare_oneself(table: Table, style: Style) -> Command | None:
    """A healing potion if badly hurt, or full defence while a companion still fights (PCT-021, PCT-022)."""
    if not style.spares or not _is_badly_hurt(table, table.actor):
        return None
    potions = (key for key, item in table.me.items.items() if item.kind == "potion" and item.count)
    healing = next((key for key in potions if (good := good_of(table.me.items[key])) and good.heals), "")
    if healing and not health.healing_hindrance(table.me):
        return DrinkPotion(healing)
    others = [who for who in allies(table, table.actor) if not is_helpless(table.sheet(who))]
    return FullDefence() if any(not _is_badly_hurt(table, who) for who in others) else None


def _is_badly_hurt(table: Table, who: str) -> bool:
    sheet = table.sheet(who)
    held = sheet.resources.get(health.HP)
    return held is not None and left_of(sheet) <= BADLY * held.most


# -- something in hand -------------------------------------------------------------------------------------------------


def _load(table: Table, style: Style) -> Command | None:
    """Load the crossbow, unless a foe is near and there is a weapon to strike with (D-7)."""
    if not is_possible(Reload, table):
        return None
    beside = any(squares_between(table, table.actor, foe) <= 1 for foe in foes_of(table))
    strikes = any(arm.is_melee and arm.key != UNARMED for arm in arms(table.me).values())
    return None if beside and strikes else as_suggested(Reload, table)


def _arm(table: Table, style: Style) -> Command | None:
    """Take a carried weapon in hand, if nothing in hand serves (PCT-032)."""
    held = [arm for arm in arms(table.me).values() if arm.key != UNARMED]
    if any(_serves(table, arm) for arm in held):
        return None
    drawn = _best_carried(table)
    return SwitchWeapons((drawn.key,), tuple(arm.key for arm in held)) if drawn else None


def _serves(table: Table, arm: Arm) -> bool:
    """Whether a weapon strikes, or has ammunition to shoot."""
    counted = arm.weapon.ammunition and AMMUNITION.chosen(table.house_rules)
    return arm.is_melee or (arm.flies > 0 and (not counted or bool(ammunition(table, arm))))


def _best_carried(table: Table) -> Arm | None:
    """The carried weapon with the highest average damage, for which there are hands; None without one."""
    items = {key: item for key, item in table.me.items.items() if item.count and not item.in_use}
    known = {key: weapon for key, item in items.items() if LIES_AT not in item.stats and (weapon := weapon_of(item))}
    able = [Arm(key, items[key].name, weapon) for key, weapon in known.items()]
    free = HANDS - (1 if shield_of(table.me) else 0)
    able = [arm for arm in able if _serves(table, arm) and hands_for(table.me, arm.weapon) <= free]
    return max(able, key=lambda arm: (mean_of(arm.weapon), arm.is_melee), default=None)


# -- at them -----------------------------------------------------------------------------------------------------------


def _attack(table: Table, style: Style) -> Command | None:
    """The best attack on the foe that the style picks, of all in reach (PCT-024, PCT-025)."""
    return style.pick(table, foes_of(table), lambda who: best_attack(table, who, tricks=style.tricks))


def _break_free(table: Table, style: Style) -> Command | None:
    return BreakFree() if is_possible(BreakFree, table) else None


def _go(table: Table, style: Style) -> Command | None:
    """Run at the nearest, or approach on guard (PCT-020, PCT-027)."""
    rate = squares_of(table, table.actor)
    runs = style.charges and is_possible(Run, table)
    end = _towards(table, SPRINT * rate if runs else rate)
    if end is None or not rate:
        return None
    return Run(*_metres(end)) if runs else DefensiveMove(*_metres(end))


def _towards(table: Table, most: int) -> Square | None:
    """The square reached on the way to the nearest foe; None if the actor stands there, or no foe is left."""
    foes = foes_of(table)
    if not foes:
        return None
    foe = min(foes, key=lambda who: squares_between(table, table.actor, who))
    end = on_the_way(table, table.actor, nearest_to(table, table.actor, foe, longest_reach(table)), most)
    is_there = squares_between(table, table.actor, foe) <= 1 and not is_walled_from(table, table.actor, foe)
    return None if end == standing(table, table.actor) or is_there else end


def _metres(square: Square) -> tuple[int, int]:
    """A square in metres, as forms take it."""
    return round(square[0] * SIDE), round(square[1] * SIDE)


DEEDS: tuple[Deed, ...] = (_get_up, _spare_oneself, _load, _arm, _attack, _break_free, _go)


class FightTactics(ByStyle[Style]):
    """The tactics of the game: three styles of taking a turn, and answers as the forms suggest.

    So the targets of blows roll to defend, and nobody spends advancement points: they are for learning.
    """

    gauges: Sequence[Gauge] = (Gauge(health.HP, "Hit points lost"),)

    def __init__(self, commands: Sequence[type[Command]]) -> None:
        super().__init__(commands, STYLES, Begin(), NextTurn())

    def turn(self, table: Table, rung: Rung, style: Style) -> Command:
        return turn(table, style)

    def answer(self, table: Table, ask: Ask, style: Style) -> Command:
        return self.suggested(table, ask, ask.commands[0])

    def fate(self, sheet: Sheet) -> str:
        """The state of somebody at the end (PCT-016, PCT-017)."""
        return DEAD if sheet.has(health.DEAD) else DOWN if sheet.has(health.UNCONSCIOUS) else UP

    def gauge(self, sheet: Sheet, key: str) -> int:
        held = sheet.resources.get(key)
        return held.most - health.hp(sheet) if held else 0
