"""The effects that hits buy beside damage: steps, pushes and disarming (SDA-188 to SDA-192), and the uses of a grapple.

The uses of a grapple (SDA-231 to SDA-241), with their prices, who may make them, and what becomes of it:

==============  =====  ================  ======================================================
use             hits   who               what becomes of it
==============  =====  ================  ======================================================
grapple         from 2 nobody's grappler the opponent is held; no hit is used up
turn the tables 1      whoever is held   the hold is theirs; out of a pin 2, and they pin
move            1 / m  the grappler      both stand elsewhere
throw           2      the grappler      on the ground: pinned, or let go
choke           3      the grappler      they fight for their breath
break the choke 2      whoever is choked they breathe, and are still held
==============  =====  ================  ======================================================
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from rules.engine.fight import Point, bearing, distance, metres, place, shifted, stopped, why_walled
from rules.engine.kernel import Condition, ConditionSet, Dice, ItemSet, Moved, Table, Told, counted, luck, plainly
from rules.engine.kernel import Die as Fallen
from rules.systems.sda.content.equipment import weapon_of
from rules.systems.sda.core.person import figure
from rules.systems.sda.core.rolls import carry, extra_hits, may_be_choked
from rules.systems.sda.fight.base import BRAWLING, UNARMED, has_free_hand, is_out, scatter
from rules.systems.sda.fight.moves.forms import PUSHES, STEPS, TOWARDS
from rules.systems.sda.fight.moves.holds import CHOKED, CLOSE, hold_between, hold_of
from rules.systems.sda.fight.moves.riding import go_down

#: Hits that turning the tables out of a pin costs (SDA-240).
OUT_OF_A_PIN = 2


class Side(Enum):
    """The part of the winner in a grapple with the loser."""

    FREE = "free"
    GRAPPLER = "grappler"
    HELD = "held"


@dataclass(frozen=True, slots=True)
class Use:
    """One use of hits: the command, its price, on which side of a hold it is open, and whether it takes an attack.

    ``weighed`` if the next exchange between the two says what it is worth; ``threshold`` if that many hits have to be
    scored, and are not used up.
    """

    command: str
    hits: int
    side: Side
    by_attack: bool = False
    weighed: bool = False
    threshold: bool = False


GRAPPLE = Use("grapple.take", 2, Side.FREE, by_attack=True, weighed=True, threshold=True)
TURN = Use("grapple.turn", 1, Side.HELD, by_attack=True, weighed=True)
MOVE = Use("grapple.move", 1, Side.GRAPPLER)
THROW = Use("grapple.throw", 2, Side.GRAPPLER, weighed=True)
CHOKE = Use("grapple.choke", 3, Side.GRAPPLER)
BREAK = Use("grapple.break", 2, Side.HELD)
USES = (GRAPPLE, TURN, MOVE, THROW, CHOKE, BREAK)

Known = Mapping[str, Any]


def uses_now(table: Table, known: Known) -> tuple[str, ...]:
    """The names of the commands that these hits may buy, as things stand."""
    if _not_grappling(table, known):
        return ()
    return tuple(use.command for use in USES if not why_not(table, known, use))


def price(table: Table, known: Known, use: Use) -> int:
    """Hits that a use takes between these two; the ``threshold`` of a use is not among them (SDA-231, C-71)."""
    return extra_hits(table, known["winner"], known["loser"]) if use.threshold else least(table, known, use)


def least(table: Table, known: Known, use: Use) -> int:
    """The fewest hits with which these two may make a use (SDA-231, SDA-240, SDA-259)."""
    winner, loser = known["winner"], known["loser"]
    hold = hold_between(table, loser, winner)
    hits = OUT_OF_A_PIN if use == TURN and hold and hold.pinned else use.hits
    return hits + extra_hits(table, winner, loser)


def why_not(table: Table, known: Known, use: Use) -> str:
    """The sentence that says why a use of these hits is not possible; empty if it is."""
    against = _not_grappling(table, known) or _wrong_side(table, known, use) or _special(table, known, use)
    cost = least(table, known, use)
    if not against and known["hits"] < cost:
        against = f"That costs {counted(cost, 'hit', 'hits')}; you have {known['hits']}."
    return against


def _not_grappling(table: Table, known: Known) -> str:
    """The sentence against hits of no brawling roll, or from beyond arm's length; else empty (SDA-231, SDA-232)."""
    winner, loser = known["winner"], known["loser"]
    if known["skill"] != BRAWLING:
        return "Only hits from brawling count: bare hands, very short weapons, teeth or claws."
    if walled := why_walled(table, winner, loser):
        return walled
    if distance(table, winner, loser) > CLOSE:
        return f"{table.name(loser)} is out of reach. Grappling needs 1 metre or less."
    down = next((who for who in (winner, loser) if is_out(table.sheet(who))), None)
    return f"{table.name(down)} is out of the fight. Spend the hits differently." if down else ""


def _wrong_side(table: Table, known: Known, use: Use) -> str:
    name, side = table.name(known["loser"]), side_of(table, known)
    if side is not use.side:
        return {
            Side.FREE: f"You and {name} have each other by the collar already. Throw, choke or turn the tables.",
            Side.GRAPPLER: f"You do not hold {name}. Grapple first, or turn the tables if they hold you.",
            Side.HELD: f"{name} does not hold you. Grapple them, or spend the hits differently.",
        }[use.side]
    if use.by_attack and known["attacker"] != known["winner"] and not known.get("both"):
        return "Only with hits from your own attack. Spend them differently."
    return ""


def side_of(table: Table, known: Known) -> Side:
    """The part of the winner: grappler, held, or free of the loser."""
    if hold_between(table, known["winner"], known["loser"]):
        return Side.GRAPPLER
    return Side.HELD if hold_between(table, known["loser"], known["winner"]) else Side.FREE


def _special(table: Table, known: Known, use: Use) -> str:
    winner, loser = known["winner"], known["loser"]
    theirs = hold_between(table, loser, winner)
    if use == GRAPPLE and figure(table.sheet(loser), "unheld"):
        return f"Hands go right through {table.name(loser)}. Spend the hits differently."
    if use in (GRAPPLE, TURN):
        return _cannot_take_hold(table, known)
    if use == THROW and (mine := hold_between(table, winner, loser)) and mine.pinned:
        return f"{table.name(loser)} is pinned already. Choke or hurt them, or let go."
    if use == CHOKE:
        return _cannot_choke(table, winner, loser)
    if use == BREAK and not (theirs and theirs.choke):
        return f"{table.name(loser)} does not choke you. Turn the tables, or spend the hits differently."
    return ""


def _cannot_take_hold(table: Table, known: Known) -> str:
    winner, held = known["winner"], hold_of(table, known["winner"])
    if table.sheet(winner).has(CHOKED):
        return "You are choked. Break the choke first."
    if held:
        return f"You hold {table.name(held.on)}. Let go first."
    if known["weapon"] == UNARMED and not has_free_hand(table.sheet(winner)):
        return "Your hands are full. Drop something on your turn (free) first."
    return ""


def _cannot_choke(table: Table, winner: str, loser: str) -> str:
    """The sentence against choking the choked, the unliving, or a rider from the ground; else empty (SDA-259)."""
    if table.sheet(loser).has(CHOKED):
        return f"{table.name(loser)} is choked already. Hold on, or spend the hits differently."
    if figure(table.sheet(loser), "unliving"):
        return f"{table.name(loser)} needs no breath. Hold on, or spend the hits differently."
    if not may_be_choked(table, winner, loser):
        return f"{table.name(loser)} is mounted. Throw them first."
    return ""


# -- armour in a hold --------------------------------------------------------------------------------------------------


def stabs(table: Table, known: Known, kind: str) -> bool:
    """Whether damage of a type goes past the armour of somebody whom the winner holds (SDA-244)."""
    mine = hold_between(table, known["winner"], known["loser"])
    return mine is not None and known["skill"] == BRAWLING and kind in ("cutting", "piercing")


#: Hits for each control effect (SDA-188 to SDA-191).
STEP, SLOW, PUSH, LEDGE = 1, 2, 2, 1
#: Nobody comes nearer to somebody than this by a step, or by being pulled.
NEAREST = 0.5


def step_end(table: Table, winner: Point, loser: Point, by: int, direction: str) -> Point:
    """The point where the winner stands after a step of ``by`` metres (SDA-188)."""
    return _end(table, winner, loser, by, direction, STEPS)


def push_end(table: Table, winner: Point, loser: Point, by: int, direction: str) -> Point:
    """The point where the loser stands after being pushed or pulled ``by`` metres (SDA-190)."""
    return _end(table, loser, winner, by, direction, PUSHES)


def _end(table: Table, start: Point, other: Point, by: int, direction: str, turns: Mapping[str, int]) -> Point:
    """The end of a way in a direction seen from the other: before a wall, and towards them in front of them."""
    line = bearing(start, other) if start != other else 0
    far = min(by, max(0.0, metres(start, other) - NEAREST)) if direction == TOWARDS else by
    return stopped(table, start, shifted(start, (line + turns[direction]) % 360, far))


def step(table: Table, winner: str, loser: str, by: int, direction: str) -> None:
    """Move the winner a step of ``by`` metres, along with the mount or rider."""
    end = step_end(table, place(table, winner), place(table, loser), by, direction)
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
    said = Told((str(known["winner"]), loser), f"{{0}} disarms {{1}}: {plainly(item.name)}.")
    table.happen(ItemSet(loser, key, lost), said)
