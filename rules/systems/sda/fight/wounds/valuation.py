"""The value of somebody's state to the side that advice is for, and the unit of it (SDA-206 to 221).

A box that is not ticked counts one, a level that a wound bleeds, a stun and a point of armour lost one less. Being up
counts as all the boxes that somebody has at most: whoever goes down loses that beside the boxes that are left to them.
Being alive counts as much again, on one's own side; whoever goes down bleeding lives only if somebody helps, which
nobody counts on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules.engine.kernel import Line, Table
from rules.systems.sda.content.house_rules import fight
from rules.systems.sda.core.person import harmless
from rules.systems.sda.core.rolls import Pool
from rules.systems.sda.fight.base import (
    STORED_BOXES,
    WORST,
    Major,
    Spent,
    dies_of_any,
    effect_of_major,
    is_out,
    kept,
    level,
    lines,
    may_shake_off,
    sacrificial,
    to_worsen,
)

#: The unit in which choices are weighed, and the points of spirit that count as one.
BOXES, SPIRIT_OF_A_BOX = "boxes", 5
OF_SPIRIT = "5 spirit count as 1 box."
OF_DOWN = (
    "Going down counts as the boxes left plus all boxes of the body, so a blow can count for more boxes than "
    "there are; bleeding to death on your side counts as much again."
)
#: The sentence about both rates, wherever somebody may be hurt.
RATES = f"{OF_SPIRIT} A stun counts 1, and so does each level of bleeding. {OF_DOWN}"
#: Boxes that a lost point of initiative counts; fewer boxes are not worth the hits.
INITIATIVE = 0.25
OF_INITIATIVE = "1 initiative counts as ¼ box."


def in_boxes(spirit: float) -> float:
    """Boxes that points of spirit count."""
    return spirit / SPIRIT_OF_A_BOX


OF_WOUNDS = f"Its cost: 1 per box, 1 more per level of bleeding or stun, 1 per point of armour lost. {OF_DOWN}"
WOUND_SHARES = ("The wound", "Armour")


class Room(NamedTuple):
    """A line of injury boxes: those of either kind that are not ticked, and the level at which it bleeds."""

    minor: int
    major: int
    bleeds: int

    @classmethod
    def of(cls, line: Line) -> "Room":
        return cls(line.free("minor"), line.free("major"), level(line))


@dataclass(frozen=True, slots=True)
class Body:
    """The state of somebody's body, for the cost of wounds in boxes.

    ``most`` are all boxes, ticked or not; ``life`` is the worth of being alive, 0 for opponents and for lives lost
    already. The ``fragile`` die of any box, another stun costs the ``stunned`` nothing, and the ``tough`` may shake a
    single box off. ``worsens`` says that a second wound on a bleeding line makes it worse (C-41). ``armour`` are the
    boxes that a piece can take, ``stored`` those of spells, ticked before one's own.
    """

    rooms: tuple[Room, ...]
    most: int
    is_up: bool
    life: int
    fragile: bool = False
    stunned: bool = False
    worsens: bool = True
    armour: int = 0
    stored: int = 0
    tough: bool = False

    def down(self, *, bleeding: bool) -> float:
        """The cost of going down (SDA-213, SDA-214): all boxes left, being up, and, if ``bleeding``, the life."""
        left = sum(room.minor + room.major - room.bleeds for room in self.rooms) - self.stunned
        bleeds = bleeding or any(room.bleeds for room in self.rooms)
        return float(left + self.most * self.is_up + self.life * bleeds)

    def on_line(self, number: int, boxes: int, major: Major) -> float:
        """The cost of boxes on a line (SDA-207 to SDA-211, C-42, C-75); a body without lines goes down of any."""
        if not boxes:
            return 0.0
        if not self.rooms:
            return self.down(bleeding=False)
        room = self.rooms[number]
        if boxes <= room.minor:
            return float(boxes)
        worse = self._worse(room, major)
        if self._is_too_much(room, boxes, worse):
            return self.down(bleeding=bool(worse))
        return float(boxes + worse + (major.stuns and not self.stunned))

    def goes_down(self, number: int, boxes: int, major: Major) -> bool:
        """Whether boxes on a line take somebody down."""
        room = self.rooms[number]
        return boxes > room.minor and self._is_too_much(room, boxes, self._worse(room, major))

    @staticmethod
    def _is_too_much(room: Room, boxes: int, worse: int) -> bool:
        return boxes > room.minor + room.major or room.bleeds + worse > WORST

    def _worse(self, room: Room, major: Major) -> int:
        """Levels by which a major injury lets a line bleed more."""
        more = max(0, major.bleeds - room.bleeds)
        return max(1, more) if major.bleeds and room.bleeds and self.worsens else more

    def worsened(self, count: int) -> float:
        """The cost of ``count`` wounds that get a level worse, the lightest first (SDA-210, SDA-211)."""
        bleeding = sorted(room.bleeds for room in self.rooms if room.bleeds)[:count]
        return self.down(bleeding=True) if WORST in bleeding else float(len(bleeding))


@dataclass(frozen=True, slots=True, eq=False)
class Costs:
    """The costs of wounds of one type to a body by their boxes, on the line and with the armour that are best."""

    by_boxes: tuple[float, ...]

    def of(self, boxes: int) -> float:
        """The cost of a wound of ``boxes``; beyond the last known number it grows no more."""
        return self.by_boxes[min(boxes, len(self.by_boxes) - 1)]


#: The costs of damage that does nothing.
UNHURT = Costs((0.0,))


@lru_cache(maxsize=4096)
def costs_of(body: Body, major: Major) -> Costs:
    """The costs of wounds to a body whose major injuries have that effect; worked out once."""
    if body.fragile:
        return Costs((*map(float, range(body.stored + 1)), body.stored + float(body.life)))
    most = max([room.minor + room.major for room in body.rooms], default=0) + body.armour + 1
    own = [_best(body, boxes, major) for boxes in range(most + 1)]
    if body.tough:
        own[1] = 0.0
    return Costs((*map(float, range(body.stored)), *(body.stored + cost for cost in own)))


def _best(body: Body, boxes: int, major: Major) -> float:
    absorbed = range(min(boxes, body.armour) + 1)
    open_to = _open(body.rooms)
    return min(taken + body.on_line(number, boxes - taken, major) for taken in absorbed for number in open_to)


def _open(rooms: Sequence[Room]) -> Sequence[int]:
    """The numbers of lines that may take a wound: those with a box left, or all when there is none anywhere."""
    return [number for number, room in enumerate(rooms) if room.minor + room.major] or range(max(1, len(rooms)))


def costs(table: Table, who: str, kind: str, body: Body | None = None) -> Costs:
    """The costs of wounds of a type to somebody; `UNHURT` for the immune (D-7)."""
    if harmless(table.sheet(who), kind):
        return UNHURT
    return costs_of(body or body_of(table, who), effect_of_major(table, who, kind))


def body_of(table: Table, who: str) -> Body:
    """The body of somebody as the side of the actor values it."""
    sheet = table.sheet(who)
    injuries = lines(sheet)
    most = sum(line.boxes.get(kind, 0) for line in injuries for kind in ("minor", "major")) or 1
    lives = is_ours(table, who) and not sheet.has("dead") and not sheet.has("bleeding_to_death")
    return Body(
        tuple(map(Room.of, injuries)),
        most,
        not is_out(sheet),
        most if lives else 0,
        dies_of_any(sheet),
        sheet.has("about_to_be_stunned"),
        fight.BLEEDING_AGAIN.chosen(table.house_rules) == "worse",
        max(sacrificial(sheet).values(), default=0),
        kept(sheet, STORED_BOXES),
        may_shake_off(table, who),
    )


def is_ours(table: Table, who: str) -> bool:
    """Whether somebody is the actor, or on the actor's side."""
    there = table.encounter.combatants if table.encounter else {}
    if who == table.actor or who not in there or table.actor not in there:
        return who == table.actor
    return there[who].side == there[table.actor].side


def staunched(table: Table, who: str, number: int) -> float:
    """Boxes that stopping a wound is worth: its levels, and the life that hangs on no other (SDA-216, C-46)."""
    body, dying = body_of(table, who), table.sheet(who).has("bleeding_to_death")
    alone = not any(room.bleeds for place, room in enumerate(body.rooms) if place != number)
    return float(body.rooms[number].bleeds * body.is_up + body.most * (dying and alone and is_ours(table, who)))


def strain(table: Table, pool: Pool, dice: int, spent: Spent) -> float:
    """Boxes that rolling ``dice`` of a pool costs, as wounds get worse by it (SDA-210, SDA-211)."""
    worse = to_worsen(table, pool, dice, spent)
    return body_of(table, pool.who).worsened(worse) if worse else 0.0
