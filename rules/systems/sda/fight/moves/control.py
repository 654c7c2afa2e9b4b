"""The control effects of hits: steps, pushes, being swept off the feet, and weapons struck from the hand."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.fight import Point, bearing, metres, place, shifted
from rules.engine.kernel import Condition, ConditionSet, Dice, ItemSet, Moved, Table, Told, luck, plainly
from rules.engine.kernel import Die as Fallen
from rules.systems.sda.content.equipment import weapon_of
from rules.systems.sda.core.rolls import carry
from rules.systems.sda.fight.base import scatter
from rules.systems.sda.fight.moves.picks import PUSHES, STEPS, TOWARDS
from rules.systems.sda.fight.moves.seat import go_down

#: Hits for each control effect (SDA-188 to SDA-191).
STEP, SLOW, PUSH, LEDGE = 1, 2, 2, 1
#: Nobody comes nearer to somebody than this by a step, or by being pulled.
NEAREST = 0.5


def step_end(winner: Point, loser: Point, by: int, direction: str) -> Point:
    """The point where the winner stands after a step of ``by`` metres (SDA-188)."""
    return _end(winner, loser, by, direction, STEPS)


def push_end(winner: Point, loser: Point, by: int, direction: str) -> Point:
    """The point where the loser stands after being pushed or pulled ``by`` metres (SDA-190)."""
    return _end(loser, winner, by, direction, PUSHES)


def _end(start: Point, other: Point, by: int, direction: str, turns: Mapping[str, int]) -> Point:
    """The end of a way in a direction seen from the other; towards them it stops in front of them."""
    line = bearing(start, other) if start != other else 0
    far = min(by, max(0.0, metres(start, other) - NEAREST)) if direction == TOWARDS else by
    return shifted(start, (line + turns[direction]) % 360, far)


def step(table: Table, winner: str, loser: str, by: int, direction: str) -> None:
    """Move the winner a step of ``by`` metres, along with the mount or rider."""
    end = step_end(place(table, winner), place(table, loser), by, direction)
    table.happen(Told((winner,), f"{{0}} steps {by} m."), Moved(winner, *end, table.combatant(winner).facing))
    carry(table, winner)


def sweep(table: Table, loser: str, weapon: str) -> None:
    """Lay the loser on the ground with a lever weapon, out of the saddle too."""
    table.happen(ConditionSet(loser, Condition("prone", "Prone", source=weapon)))
    table.happen(Told((loser,), "{0} is swept off their feet."))
    go_down(table, loser)


def in_hand_of_loser(table: Table, known: Mapping[str, Any]) -> str | None:
    """The key of the weapon that the loser can be disarmed of, sooner the one fought with; None if none is held."""
    sheet = table.sheet(known["loser"])
    used = known["their_weapon"].split(":")[0]
    held = [
        key
        for key, item in sheet.items.items()
        if item.kind == "weapon" and item.in_use and (weapon := weapon_of(item)) and not weapon.natural
    ]
    return used if used in held else next(iter(held), None)


def flies(table: Table, dice: Dice, winner: str, loser: str, by: int) -> Point:
    """The point where a weapon comes to lie: at the feet, or ``by`` metres off in a direction by dice (SDA-192)."""
    if not by:
        return place(table, loser)
    ways, ahead = scatter(table, winner)
    fallen = dice.roll(winner, [ways])
    face_up = fallen.faces[0]
    die = (Fallen(ways, face_up, face_up),)
    table.happen(luck.rolled(winner, "scatter", die, face_up, luck.even(ways), typed=fallen.typed))
    return shifted(place(table, loser), (ahead + (face_up - 1) * 360 // ways) % 360, by)


def disarm(table: Table, known: Mapping[str, Any], spot: Point) -> None:
    """Strike the weapon from the loser's hand to a spot (SDA-192)."""
    loser, key = known["loser"], in_hand_of_loser(table, known)
    if key is None:
        return
    item = table.sheet(loser).items[key]
    lost = replace(item, in_use=False, stats={**item.stats, "lies_at": list(spot)})
    table.happen(ItemSet(loser, key, lost), Told((loser,), f"{{0}} is disarmed: {plainly(item.name)}."))
