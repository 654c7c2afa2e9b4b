"""The rage of berserkers, and the price of going at somebody whom spells make dreadful (D-7, D-9).

A rage is begun by a wound and over with the fight. In it somebody goes at the nearest enemy, puts all hits into damage,
buys a die for each attack, on their own turn and on that of others, throws past the limit of spirit, and feels nothing
of what wounds do beside hurting. Dread costs spirit for dice, and for metres nearer.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.engine.fight import Point, distance, is_walled_from, knows_of, metres, place
from rules.engine.kernel import Condition, ConditionSet, NotNow, Refused, ResourceChanged, Sheet, Table, Told
from rules.systems.sda.core.effects import in_fight
from rules.systems.sda.core.person import RAGE, dread_of, figure, has_rage
from rules.systems.sda.core.rolls import Pool, could_buy
from rules.systems.sda.fight.base.state import is_out, opponents

#: Dice that have to be bought for each attack, if they can be.
BUYS = 1


def hurt_in_fight(table: Table, who: str) -> None:
    """Put a wounded berserker into a rage, in a fight and as long as they stand."""
    if not in_fight(table, who):
        return
    sheet = table.sheet(who)
    if figure(sheet, "berserk") and not has_rage(sheet) and not is_out(sheet):
        table.happen(ConditionSet(who, Condition(RAGE, "In a rage", source="hurt")), Told((who,), "{0} rages."))


def calm(table: Table) -> None:
    """Refuse an actor in a rage anything but going at the enemy."""
    if has_rage(table.me):
        raise NotNow("In a rage you must attack the nearest opponent. Attack, charge, or move closer.")


def nearest(table: Table, who: str) -> list[str]:
    """The ids of somebody's nearest opponents, several if they are equally near; those behind walls come last."""
    there = opponents(table, who)
    open_to = [other for other in there if not is_walled_from(table, who, other)]
    far = {other: distance(table, who, other) for other in open_to or there}
    return [other for other, metres in far.items() if metres == min(far.values())]


def check_target(table: Table, target: str) -> None:
    """Refuse an actor in a rage any target but the nearest."""
    if has_rage(table.me) and target not in (near := nearest(table, table.actor)):
        names = " or ".join(table.name(one) for one in near)
        raise Refused(f"In a rage you must attack the nearest opponent: {names}.", "target")


def due_to_buy(table: Table, pool: Pool) -> int:
    """Dice that have to be bought for an attack: 1 in a rage, if it can be paid for, otherwise 0."""
    return BUYS if has_rage(table.sheet(pool.who)) and could_buy(table, pool, BUYS) else 0


def check_bought(table: Table, pool: Pool, bought: int) -> None:
    """Refuse an attack in a rage for which fewer dice are bought than have to be."""
    if bought < (due := due_to_buy(table, pool)):
        raise Refused(f"In a rage you must buy at least {due} die for an attack.", "bought")


def all_into_damage(table: Table, known: Mapping[str, Any]) -> bool:
    """Whether all hits have to go into damage: the winner attacked, and is in a rage."""
    return has_rage(table.sheet(known["winner"])) and known["winner"] == known.get("attacker")


def rage_words(sheet: Sheet) -> str:
    """The words in the odds of an attack for a rage; empty without one."""
    return "; in a rage all hits go into damage" if has_rage(sheet) else ""


#: Metres that dread reaches.
REACH = 10

#: The price of a way or of dice: the id of the dreadful, the spell, and the spirit that it asks for.
Price = tuple[str, str, int]


# -- for dice ---------------------------------------------------------------------------------------------------------


def pay_for_dice(table: Table, who: str, target: str, dice: int) -> None:
    """Pay for dice that are announced against somebody dreadful."""
    _pay(table, who, _for_dice(table, who, target, dice))


def dread_words(table: Table, who: str, target: str, dice: int) -> str:
    """The words in the odds for the spirit that dice against somebody take; empty if it is none."""
    lost = _affordable(table, who, _for_dice(table, who, target, dice))
    return f"; going at them costs {lost} spirit" if lost else ""


def paid_for_dice(table: Table, who: str, target: str, dice: int, spent: int = 0) -> int:
    """Spirit that dice against somebody take, out of the spirit that is left once ``spent`` is gone."""
    return min(
        _affordable(table, who, _for_dice(table, who, target, dice)), max(0, table.sheet(who).now("spirit") - spent)
    )


def each_die_words(table: Table, who: str, target: str) -> str:
    """The words for the spirit that each die of a later blow will take, from however far; empty if it is none."""
    each = sum(each for _, each in _enemies_dread(table, who, target))
    return f"; each attack die costs {each} spirit" if each else ""


def _for_dice(table: Table, who: str, target: str, dice: int) -> list[Price]:
    """The prices of ``dice`` against somebody; none beyond the reach of dread."""
    if target == who or target not in table.scene.combatants or distance(table, who, target) > REACH:
        return []
    return [(target, label, each * dice) for label, each in _enemies_dread(table, who, target)]


# -- for metres -------------------------------------------------------------------------------------------------------


def pay_for_way(table: Table, who: str, end: Point) -> None:
    """Pay for every whole metre by which a straight way comes nearer to the dreadful, within their reach."""
    _pay(table, who, _for_way(table, who, end))


def way_words(table: Table, who: str, end: Point) -> str:
    """The words for the price of a way: "2 spirit to go near the draugr (Fearsome Aura)"; empty if it is none."""
    prices = list(_for_way(table, who, end))
    lost = _affordable(table, who, prices)
    if not lost:
        return ""
    near = " and ".join(dict.fromkeys(f"{table.name(target)} ({label})" for target, label, _ in prices))
    whose = "" if who == table.actor else f" of {table.name(who)}"
    return f"{lost} spirit{whose} to go near {near}"


def _for_way(table: Table, who: str, end: Point) -> Iterator[Price]:
    start = place(table, who)
    for target in table.scene.combatants:
        if target == who or not knows_of(table, who, target):
            continue
        middle = place(table, target)
        came = _steps(_nearest(start, end, middle)) - _steps(metres(start, middle))
        for label, each in _enemies_dread(table, who, target) if came > 0 else ():
            yield target, label, each * came


# -- for dice and metres ----------------------------------------------------------------------------------------------


def _enemies_dread(table: Table, who: str, target: str) -> list[tuple[str, int]]:
    """The spells that make an enemy dreadful, each with its spirit a die or metre; none for the mindless (D-7)."""
    if table.combatant(who).side == table.combatant(target).side or figure(table.sheet(who), "mindless"):
        return []
    return dread_of(table.sheet(target))


def _affordable(table: Table, who: str, prices: Iterable[Price]) -> int:
    """Spirit of all prices together, and no more than somebody has."""
    return min(sum(amount for _, _, amount in prices), table.sheet(who).now("spirit"))


def _pay(table: Table, who: str, prices: Iterable[Price]) -> None:
    for target, label, amount in list(prices):
        paid = min(amount, table.sheet(who).now("spirit"))
        if paid:
            table.happen(ResourceChanged(who, "spirit", -paid, label))
            table.happen(Told((who, target), f"{{0}} pays {paid} spirit to attack {{1}} ({label})."))


def _steps(far: float) -> int:
    """The whole metres that a distance lies inside the reach of dread.

    >>> [_steps(far) for far in (12, 10, 9.5, 9, 0)]
    [0, 0, 0, 1, 10]
    """
    return max(0, int(REACH - far))


def _nearest(start: Point, end: Point, middle: Point) -> float:
    """The shortest distance of a straight way from a point, in metres.

    >>> [_nearest((0, 0), end, (3, 4)) for end in ((6, 0), (0, 9), (0, 2))]
    [4.0, 3.0, 3.61]
    """
    way = (end[0] - start[0], end[1] - start[1])
    length2 = way[0] ** 2 + way[1] ** 2
    if not length2:
        return metres(start, middle)
    along = ((middle[0] - start[0]) * way[0] + (middle[1] - start[1]) * way[1]) / length2
    share = max(0.0, min(1.0, along))
    return metres((start[0] + share * way[0], start[1] + share * way[1]), middle)
