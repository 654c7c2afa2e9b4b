"""What it costs to go at somebody whom spells make dreadful: spirit for dice, and for metres nearer (D-9)."""

from rules.engine.facts import ResourceChanged, Told
from rules.engine.ground import Point, distance, metres, place
from rules.engine.table import Table
from rules.engine.turns import knows_of
from rules.systems.sda.magic.bearing import dread_of

#: How far dread reaches, in metres.
REACH = 10


def pay_for_dice(table: Table, who: str, target: str, dice: int) -> None:
    """Whoever uses dice against somebody dreadful pays for them once they are announced."""
    for label, each in _dreads(table, who, target):
        _pay(table, who, target, each * dice, label)


def pay_for_way(table: Table, who: str, end: Point) -> None:
    """Every whole metre nearer within its reach is paid for, as near as the way comes."""
    start = place(table, who)
    for target in table.scene.combatants:
        if target == who or not knows_of(table, who, target):
            continue
        middle = place(table, target)
        came = _steps(_nearest(start, end, middle)) - _steps(metres(start, middle))
        for label, each in _enemies_dread(table, who, target) if came > 0 else ():
            _pay(table, who, target, each * came, label)


def dread_words(table: Table, who: str, target: str, dice: int) -> str:
    """What the odds say of it."""
    lost = sum(each * dice for _, each in _dreads(table, who, target))
    return f"; it takes {min(lost, table.sheet(who).now('spirit'))} spirit to go at them" if lost else ""


def _dreads(table: Table, who: str, target: str) -> list[tuple[str, int]]:
    """What somebody in its reach has to pay for each die."""
    if target == who or target not in table.scene.combatants or distance(table, who, target) > REACH:
        return []
    return _enemies_dread(table, who, target)


def _enemies_dread(table: Table, who: str, target: str) -> list[tuple[str, int]]:
    if table.combatant(who).side == table.combatant(target).side:
        return []
    return dread_of(table.sheet(target))


def _pay(table: Table, who: str, target: str, amount: int, label: str) -> None:
    """Nobody pays more than they have."""
    paid = min(amount, table.sheet(who).now("spirit"))
    if paid:
        table.happen(ResourceChanged(who, "spirit", -paid, label))
        table.happen(Told((who, target), f"{{0}} pays {paid} spirit to go at {{1}} ({label})."))


def _steps(far: float) -> int:
    """The whole metres inside its reach.

    >>> [_steps(far) for far in (12, 10, 9.5, 9, 0)]
    [0, 0, 0, 1, 10]
    """
    return max(0, int(REACH - far))


def _nearest(start: Point, end: Point, middle: Point) -> float:
    """How near a straight way comes to a point.

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
