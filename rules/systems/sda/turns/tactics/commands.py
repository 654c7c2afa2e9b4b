"""The commands of a turn and the answers in a forecast, whatever the style: stand up, go near, strike, or shoot."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from rules.engine.fight import Point, as_suggested, between, distance, metres, place
from rules.engine.kernel import Ask, Command, Refused, Rung, Table, is_possible
from rules.systems.sda.core.person import has_rage
from rules.systems.sda.core.rolls import bearer, other_of, stands_aside
from rules.systems.sda.fight.actions.hits import Spend
from rules.systems.sda.fight.actions.shooting import RangedAttack
from rules.systems.sda.fight.base import (
    BANDS,
    LONGEST,
    Arm,
    acting,
    actions_left,
    band_at,
    best_arm,
    best_missile,
    is_out,
    lines,
    melee_pool,
    metres_left,
    missile_pool,
    sacrificial,
    spared,
    speed,
    used,
)
from rules.systems.sda.fight.base.missiles import missiles
from rules.systems.sda.fight.melee.announcing import Announce, Meet
from rules.systems.sda.fight.melee.attack import MeleeAttack, high_ground
from rules.systems.sda.fight.melee.defence import MeleeDefend
from rules.systems.sda.fight.melee.opportunities import PassOpportunity, TakeOpportunity
from rules.systems.sda.fight.moves.holds import attackable
from rules.systems.sda.fight.moves.movement import CRAWL, GetUpOrDown, Move
from rules.systems.sda.fight.wounds.damage import ShakeOff, TakeWound, freest
from rules.systems.sda.turns.tactics.styles import Style
from rules.systems.sda.turns.turns import EndTurn

#: Range increments beyond which nobody shoots.
FAR = 4
Answer = Callable[[Table, Ask, Style], Command]


# -- a turn ------------------------------------------------------------------------------------------------------------


def turn(table: Table, rung: Rung, style: Style) -> Command:
    """The next command of the actor; the end of the turn when nothing is left to do, or they stand aside."""
    who = table.actor
    if stands_aside(table, who):
        return EndTurn()
    acted = rung.key in used(table, who).acted
    if (acted and not table.me.has("prone")) or not (foes := _worth_it(table, who)):
        return EndTurn()
    if table.me.has("prone") and _can_stand_up(table, who):
        return GetUpOrDown()
    if acted:
        return EndTurn()
    near = [other for other in foes if distance(table, who, other) <= LONGEST]
    if near:
        return _strike(table, who, near, style)
    return _shot(table, who, foes) or _approach(table, who, foes) or EndTurn()


def _worth_it(table: Table, who: str) -> list[str]:
    """The ids of opponents who fight; those without spirit, or who stand aside, only if there is nobody else."""
    there = [other for other in attackable(table, who) if not is_out(table.sheet(other))]
    fighting = (other for other in there if table.sheet(other).now("spirit") and not stands_aside(table, other))
    return list(fighting) or there


def _can_stand_up(table: Table, who: str) -> bool:
    free = not other_of(table, who) and is_possible(GetUpOrDown, table)
    return free and 0 < speed(table, who) / 2 <= metres_left(table, who)


def _strike(table: Table, who: str, near: list[str], style: Style) -> Command:
    if has_rage(table.me):
        return as_suggested(MeleeAttack, table) if is_possible(MeleeAttack, table) else EndTurn()
    target = style.target(table, who, near) if len(near) > 1 else near[0]
    arm = best_arm(table, who, band_at(distance(table, who, target)))
    pool = melee_pool(table, who, arm, bonus=high_ground(table, target))
    left = actions_left(table, pool)
    if not left:
        return EndTurn()
    return MeleeAttack(target, max(1, spared(table, pool, acting(table, who))), arm.key)


def _shot(table: Table, who: str, foes: list[str]) -> Command | None:
    """A shot at the nearest, if something is ready to fly that far."""
    if not missiles(table.me) or has_rage(table.me):
        return None
    try:
        missile = best_missile(table, who)
    except Refused:
        return None
    target = min(foes, key=lambda other: distance(table, who, other))
    pool = missile_pool(table, who, missile, bonus=high_ground(table, target))
    left = actions_left(table, pool)
    if not left or distance(table, who, target) > FAR * missile.increment:
        return None
    return RangedAttack(target, max(1, spared(table, pool, acting(table, who))), weapon=missile.arm.key)


def _approach(table: Table, who: str, foes: list[str]) -> Command | None:
    """A walk to where the nearest can be struck, or as far as the legs carry."""
    left = metres_left(table, who)
    if left < 1 or not is_possible(Move, table):
        return None
    target = min(foes, key=lambda other: distance(table, who, other))
    start, there = place(table, who), place(table, target)
    crawls = table.sheet(bearer(table, who)).has("prone")
    end = _reached(start, _beside(start, there, _wanted(best_arm(table, who))), left / (CRAWL if crawls else 1.0))
    return Move(int(end[0]), int(end[1])) if end != start and metres(start, end) else None


def _wanted(arm: Arm) -> float:
    """Metres from which a weapon strikes best."""
    return BANDS[min(arm.bands, key=lambda band: (band.malus_mos, -BANDS[band.band])).band]


@lru_cache(maxsize=4096)
def _beside(start: Point, there: Point, reach: float) -> Point:
    """The nearest point in whole metres from which somebody is in reach, half a metre off at least."""
    steps = range(-int(LONGEST), int(LONGEST) + 1)
    around = [(float(round(there[0]) + dx), float(round(there[1]) + dy)) for dx in steps for dy in steps]
    able = [point for point in around if 0.5 <= metres(point, there) <= reach]
    return min(able, key=lambda point: (metres(start, point), point))


@lru_cache(maxsize=4096)
def _reached(start: Point, end: Point, most: float) -> Point:
    """The last point in whole metres on a way that is no farther than ``most`` metres."""
    way = metres(start, end)
    for share in (1.0, *(tenth / 20 for tenth in range(19, 0, -1))):
        x, y = between(start, end, share)
        point = (float(round(x)), float(round(y)))
        if metres(start, point) <= min(most, way + 1):
            return point
    return start


# -- answers -----------------------------------------------------------------------------------------------------------


def answer(table: Table, ask: Ask, style: Style) -> Command | None:
    """The actor's answer to an ask by their style; ``None`` where no style knows the ask."""
    for name in (ShakeOff.name, *ask.commands):
        if name in ask.commands and name in _ANSWERS:
            return _ANSWERS[name](table, ask, style)
    return None


def _defend(table: Table, ask: Ask, style: Style) -> Command:
    most = MeleeDefend(**{**MeleeDefend.preset(table), "ask": ask.key})
    count = style.defence(table, ask, most) if most.dice > 1 else most.dice
    return most if count == most.dice else replace(most, dice=count)


def _spend(table: Table, ask: Ask, style: Style) -> Command:
    return style.spending(table, ask, Spend(**{**Spend.preset(table), "ask": ask.key}))


def _take_wound(table: Table, ask: Ask, style: Style) -> Command:
    """The wound on the freest line; by a style that spares, armour takes the boxes beyond the minor ones."""
    injuries = lines(table.me)
    number = freest(injuries)
    beyond = ask.known["boxes"] - (injuries[number].free("minor") if injuries else 0)
    pieces = sacrificial(table.me) if style.spares and beyond > 0 else {}
    if not pieces:
        return TakeWound(ask.key, str(number) if injuries else "")
    piece = max(pieces, key=lambda key: pieces[key])
    return TakeWound(ask.key, str(number), piece, min(pieces[piece], beyond))


def _shake_off(table: Table, ask: Ask, style: Style) -> Command:
    return ShakeOff(ask.key)


def _opening(table: Table, ask: Ask, style: Style) -> Command:
    worth_it = style.strikes and not is_out(table.sheet(ask.known["target"])) and table.me.now("spirit")
    if not worth_it or stands_aside(table, ask.to) or distance(table, ask.to, ask.known["target"]) > LONGEST:
        return PassOpportunity(ask.key)
    return as_suggested(TakeOpportunity, table, ask)


def _announce(table: Table, ask: Ask, style: Style) -> Command:
    return as_suggested(Announce, table, ask)


def _meet(table: Table, ask: Ask, style: Style) -> Command:
    return as_suggested(Meet, table, ask)


_ANSWERS: Mapping[str, Answer] = {
    Announce.name: _announce,
    Meet.name: _meet,
    MeleeDefend.name: _defend,
    Spend.name: _spend,
    ShakeOff.name: _shake_off,
    TakeWound.name: _take_wound,
    TakeOpportunity.name: _opening,
}
