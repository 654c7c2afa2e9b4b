"""The tactics by which fights of WinterDawn go on by themselves, for forecasts: turns, answers, weapons taken up."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rules.engine.character.piles import free_key
from rules.engine.fight import (
    DEAD,
    DOWN,
    DYING,
    SPENT,
    UP,
    ByStyle,
    Gauge,
    as_suggested,
    beside,
    distance,
    is_within,
    leg,
    metres,
    place,
)
from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Ask, Command, Fact, Item, ItemSet, Refused, Rung, Sheet, Table, is_possible
from rules.systems.sda.content import equipment
from rules.systems.sda.core.person import has_rage
from rules.systems.sda.core.rolls import MOUNTED, bearer, other_of, stands_aside
from rules.systems.sda.creation.life import new_sheet
from rules.systems.sda.fight.actions.initiative import Begin
from rules.systems.sda.fight.actions.openings import PassOpportunity, TakeOpportunity
from rules.systems.sda.fight.actions.shooting import RangedAttack
from rules.systems.sda.fight.actions.spend_hits import Spend
from rules.systems.sda.fight.base import (
    BANDS,
    LONGEST,
    WALL,
    Arm,
    acting,
    actions_left,
    band_at,
    best_arm,
    best_missile,
    is_held,
    is_out,
    lines,
    melee_pool,
    metre_cost,
    metres_left,
    missile_pool,
    missiles,
    sacrificial,
    spared,
    speed,
    takes_two_hands,
    used,
    weapon_of,
)
from rules.systems.sda.fight.melee import MeleeAttack, MeleeDefend, high_ground
from rules.systems.sda.fight.moves import GetUpOrDown, Move, attackable
from rules.systems.sda.fight.wounds import ShakeOff, TakeWound, freest
from rules.systems.sda.turns.tactics.styles import STYLES, Style
from rules.systems.sda.turns.turns import EndTurn, NextTurn

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
    near = [other for other in foes if is_within(table, who, other, LONGEST)]
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
    if not actions_left(table, pool):
        return EndTurn()
    return MeleeAttack(target=target, dice=max(1, spared(table, pool, acting(table, who))), weapon=arm.key)


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
    if not actions_left(table, pool) or distance(table, who, target) > FAR * missile.increment:
        return None
    return RangedAttack(target=target, dice=max(1, spared(table, pool, acting(table, who))), weapon=missile.arm.key)


def _approach(table: Table, who: str, foes: list[str]) -> Command | None:
    """A walk to where the nearest can be struck whom a way leads to, or as far as the legs carry."""
    left = metres_left(table, who)
    if left < 1 or not is_possible(Move, table):
        return None
    start, far = place(table, who), left / metre_cost(table.sheet(bearer(table, who)))
    reach = _wanted(best_arm(table, who))
    for target in sorted(foes, key=lambda other: distance(table, who, other)):
        end = leg(table, who, beside(table, who, target, reach), far)
        if metres(start, end):
            return Move(int(end[0]), int(end[1]))
    return None


def _wanted(arm: Arm) -> float:
    """Metres from which a weapon strikes best."""
    return BANDS[min(arm.bands, key=lambda band: (band.malus_mos, -BANDS[band.band])).band]


# -- answers -----------------------------------------------------------------------------------------------------------


def answer(table: Table, ask: Ask, style: Style) -> Command | None:
    """The actor's answer to an ask by their style; ``None`` where no style knows the ask."""
    if ShakeOff.name in ask.commands:
        return ShakeOff(ask.key)
    known = next((name for name in ask.commands if name in _ANSWERS), "")
    return _ANSWERS[known](table, ask, style) if known else None


def _defend(table: Table, ask: Ask, style: Style) -> Command:
    most = MeleeDefend(**{**MeleeDefend.preset(table), "ask": ask.key})
    count = style.defence(table, ask, most) if most.dice > 1 else most.dice
    return most if count == most.dice else replace(most, dice=count)


def _spend(table: Table, ask: Ask, style: Style) -> Command:
    form = Spend(**{**Spend.preset(table), "ask": ask.key})
    return style.spending(table, ask, form if form.damage else replace(form, **form.best(table)))


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


def _opening(table: Table, ask: Ask, style: Style) -> Command:
    worth_it = style.strikes and not is_out(table.sheet(ask.known["target"])) and table.me.now("spirit")
    if not worth_it or stands_aside(table, ask.to) or not is_within(table, ask.to, ask.known["target"], LONGEST):
        return PassOpportunity(ask.key)
    return as_suggested(TakeOpportunity, table, ask)


_ANSWERS: Mapping[str, Answer] = {
    MeleeDefend.name: _defend,
    Spend.name: _spend,
    TakeWound.name: _take_wound,
    TakeOpportunity.name: _opening,
}


#: Shots that come along with a weapon that counts them: enough for any fight.
SHOTS = 40


def takes_up(who: str, sheet: Sheet, key: str, item: Item) -> Sequence[Fact]:
    """The facts of taking up a weapon: others are put away, a shield may stay, and ammunition comes along (D-12)."""
    put_away = [(other, one) for other, one in sheet.items.items() if _makes_way(one, item)]
    taken = [ItemSet(who, other, replace(one, in_use=False)) for other, one in put_away]
    return [*taken, ItemSet(who, key, item), *_ammunition(who, sheet, item)]


def _makes_way(held: Item, item: Item) -> bool:
    if held.kind != "weapon" or not held.in_use or not is_held(held) or not is_held(item):
        return False
    both_shields = bool(weapon_of(held).shield) == bool(weapon_of(item).shield)
    return both_shields or takes_two_hands(held) or takes_two_hands(item)


def _ammunition(who: str, sheet: Sheet, item: Item) -> list[Fact]:
    weapon = equipment.weapon_of(item)
    if weapon is None or not weapon.ammunition:
        return []
    shots = new_sheet.item_from("gear", weapon.ammunition[0])
    return [ItemSet(who, free_key(sheet.items, weapon.ammunition[0]), replace(shots, count=SHOTS))]


BOXES, SPIRIT = "boxes", "spirit"


class FightTactics(ByStyle[Style]):
    """The tactics of the game: three styles, and the values that forms begin with where no style knows an ask."""

    gauges: Sequence[Gauge] = (Gauge(BOXES, "Injury boxes"), Gauge(SPIRIT, "Spirit lost"))
    bonds: Sequence[str] = (MOUNTED, WALL)

    def __init__(self, commands: Sequence[type[Command]]) -> None:
        super().__init__(commands, STYLES, Begin(), NextTurn())

    def turn(self, table: Table, rung: Rung, style: Style) -> Command:
        return turn(table, rung, style)

    def answer(self, table: Table, ask: Ask, style: Style) -> Command:
        return answer(table, ask, style) or self.suggested(table, ask, ask.commands[0])

    def fate(self, sheet: Sheet) -> str:
        return _fate(sheet)

    def stands_aside(self, table: Table, who: str) -> bool:
        """Whether a mount without a rider takes no part in the fight of people."""
        return stands_aside(table, who)

    def gauge(self, sheet: Sheet, key: str) -> int:
        if key == BOXES:
            return sum(line.ticked.get(box, 0) for line in lines(sheet) for box in ("minor", "major"))
        return sheet.lack("spirit")

    def takes_up(self, who: str, sheet: Sheet, key: str, item: Item) -> Sequence[Fact]:
        """The facts by which somebody takes up another weapon, with its ammunition."""
        return takes_up(who, sheet, key, item)


@of_sheet("conditions", "resources")
def _fate(sheet: Sheet) -> str:
    """The fate of somebody in a forecast; without spirit they throw no dice, and fight no longer (SDA-057)."""
    if sheet.has("dead"):
        return DEAD
    if sheet.has("bleeding_to_death"):
        return DYING
    if is_out(sheet):
        return DOWN
    return UP if sheet.now("spirit") else SPENT
