"""Damage: the dice, the armour, and the boxes that somebody has to tick (SDA-201 to SDA-209, SDA-218, SDA-221)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.forecast.state_cache import of_whoever
from rules.engine.kernel import (
    BoxesTicked,
    Choice,
    Dice,
    Judged,
    Line,
    Refused,
    Reply,
    ResourceChanged,
    Said,
    Sheet,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    number,
    pick,
)
from rules.engine.odds import Distribution, Odds, mapped
from rules.systems.sda.core.effects import hurt_while_casting
from rules.systems.sda.core.person import enjoy, figure, harmless, told_of
from rules.systems.sda.core.person.body import protection
from rules.systems.sda.core.rolls import TRACK, measured, throw_dice
from rules.systems.sda.fight.base import STORED_BOXES as STORED
from rules.systems.sda.fight.base import (
    STUNS,
    Arm,
    absorb,
    dice_beside,
    dies_of_any,
    effect_of_major,
    hurt_in_fight,
    kept,
    level,
    lines,
    may_shake_off,
    more_of_its_own,
    note_shaken_off,
    refuse_too_much,
    sacrificial,
    spare,
)
from rules.systems.sda.fight.moves import carry_on, shaken
from rules.systems.sda.fight.wounds.states import dice_left, incapacitate, kill, open_wound, stun, throws, time_left
from rules.systems.sda.fight.wounds.valuation import BOXES, OF_WOUNDS, WOUND_SHARES, body_of


def deal(
    table: Table, dice: Dice, by: str, victim: str, arm: Arm, kind: str, count: int, *, ignores_armour: bool = False
) -> None:
    """Roll ``count`` damage dice of a weapon and wound the victim; the type may have a malus of its own (SDA-204)."""
    count += more_of_its_own(table.sheet(by), arm.key)
    faces = throw_dice(table, dice, by, arm.die, count, f"damage, {kind}")
    own = arm.type_named(kind)
    measure = max(0, measured(faces) - (own.malus_mos if own else 0))
    wound(table, by, victim, kind, measure, ignores_armour=ignores_armour)
    deal_beside(table, dice, by, victim, arm.key)


def deal_beside(table: Table, dice: Dice, by: str, victim: str, weapon: str) -> None:
    """Wound the victim with the dice of other kinds that come with a weapon, each a wound with armour of its own."""
    for one in dice_beside(table.sheet(by), weapon):
        if not table.sheet(victim).has("dead"):
            faces = throw_dice(table, dice, by, one.die, one.count, f"damage, {one.type}")
            wound(table, by, victim, one.type, measured(faces))


def wound(table: Table, by: str, victim: str, kind: str, measure: int, *, ignores_armour: bool = False) -> None:
    """Take armour off the damage, and ask the victim which line takes the boxes that are left (SDA-206).

    The incapacitated die of any (SDA-218, C-45). Boxes that a spell has put before somebody's own are ticked first
    (D-9).
    """
    armour, boxes = armour_and_boxes(table, victim, kind, measure, ignores_armour=ignores_armour)
    numbers: dict[str, int | str | None] = {"damage": measure, "armour": armour, "boxes": boxes, "type": kind}
    table.happen(Judged(victim, "hurt" if boxes else "unhurt", boxes, numbers, {"armour": victim}))
    if not boxes:
        table.happen(Told((victim,), unhurt_words(table, victim, kind, measure)))
    elif not (boxes := spare(table, victim, boxes)):
        return
    elif dies_of_any(table.sheet(victim)):
        kill(table, victim, by)
    else:
        what = f"{counted(boxes, 'injury', 'injuries')}, {kind}"
        ways = (TakeWound.name, *shrugging(table, victim, boxes))
        title = Said(f"You take {what}{'' if by == victim else ', from {0}'}: which line?", (by,))
        table.ask(victim, title, *ways, boxes=boxes, type=kind, by=by)


def armour_and_boxes(table: Table, who: str, kind: str, measure: int, *, ignores_armour: bool) -> tuple[int, int]:
    """Boxes that armour takes off damage, and boxes that are left; 0 and 0 for the immune (SDA-205, D-7)."""
    if harmless(table.sheet(who), kind):
        return 0, 0
    armour = 0 if ignores_armour else armour_of(table, who, kind)
    return armour, max(0, measure - armour)


def boxes_of(table: Table, who: str, kind: str, damage: Distribution) -> Distribution:
    """The boxes that damage leaves to be ticked, less armour and those of spells that take it first (SDA-205, D-9)."""
    stored = kept(table.sheet(who), STORED)

    def left(measure: int) -> int:
        _, boxes = armour_and_boxes(table, who, kind, measure, ignores_armour=False)
        return max(0, boxes - stored)

    return mapped(damage, left)


def unhurt_words(table: Table, who: str, kind: str, measure: int) -> str:
    """The sentence that says why somebody is not hurt, with ``{0}`` for their name."""
    if measure == 0:
        return "{0} is not hurt."
    made_so = harmless(table.sheet(who), kind)
    return f"Damage of this type does nothing to {{0}} ({made_so})." if made_so else "{0}’s armour holds."


@of_whoever("items")
def armour_of(table: Table, who: str, kind: str) -> int:
    """Boxes that somebody's armour takes off damage of a type, by the house rules (SDA-205)."""
    return protection(table.sheet(who), kind, table.house_rules)


@dataclass(frozen=True, slots=True)
class TakeWound(Reply, name="wound.take", label="Take the wound"):
    """Tick injury boxes on one line, minor before major, or let armour take some (SDA-206, SDA-208, SDA-221, C-68).

    More boxes than the line has free incapacitate (SDA-207); a major box, or what goes beyond it, bleeds or stuns
    (SDA-209, C-75).
    """

    unasked: ClassVar[str] = "You have no wound to take."

    line: str = pick("Line", default="", help="Default: the one with most room")
    piece: str = pick("Armour to damage", default="", help="Permanent damage")
    absorb: int = number("Boxes it takes", default=0)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        waiting = table.asks_for(table.actor, cls.name)
        return wound_choices(table.me, waiting[0].known["boxes"] if len(waiting) == 1 else 0)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"ask": cls.waiting(table).key, "line": str(freest(lines(table.me)))}

    def odds(self, table: Table) -> Odds | None:
        """The odds of a stun, or of the time left to bleed to death; None for a wound that rolls nothing."""
        known, at = table.open_ask(self.ask, self.name).known, table.imagined()
        boxes, number = known["boxes"] - self._spared(table, known["boxes"]), self._number(table)
        if not boxes or not throws(lambda dice: hurt(at, dice, at.actor, number, boxes, known["type"], known["by"])):
            return None
        return time_left(at) if at.me.has("incapacitated") else dice_left(at)

    def weighing(self, table: Table) -> Weighing:
        """Weigh which line takes the wound, and whether armour takes some (SDA-206 to SDA-209, SDA-221)."""
        known, me = table.open_ask(self.ask, self.name).known, table.me
        body, major = body_of(table, table.actor), effect_of_major(table, table.actor, known["type"])

        def worth(chosen: TakeWound) -> Worth:
            boxes = known["boxes"] - chosen._spared(table, known["boxes"])
            return -body.on_line(chosen._number(table), boxes, major), -float(chosen.absorb)

        def said(chosen: TakeWound) -> str:
            number = chosen._number(table)
            taken = f", {chosen.absorb} on {me.items[chosen.piece].name}" if chosen.absorb else ""
            return f"Line {number + 1}{taken}"

        upto = {"absorb": min(known["boxes"], max(sacrificial(me).values(), default=0))}
        return Weighing(("line", "absorb", "piece"), BOXES, OF_WOUNDS, worth, WOUND_SHARES, upto, said)

    def recommendation(self, table: Table) -> str:
        """The lines on which the wound would take one down, where this one does not."""
        known = table.open_ask(self.ask, self.name).known
        body, major = body_of(table, table.actor), effect_of_major(table, table.actor, known["type"])
        boxes = known["boxes"] - self._spared(table, known["boxes"])
        down = [number for number in range(len(body.rooms)) if body.goes_down(number, boxes, major)]
        if not down or self._number(table) in down:
            return ""
        return f"you would go down on line {' or '.join(str(number + 1) for number in down)}"

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        if self._spared(table, known["boxes"]):
            absorb(table, table.actor, self.piece, self.absorb)
        boxes = known["boxes"] - self.absorb
        if boxes:
            hurt(table, dice, table.actor, self._number(table), boxes, known["type"], known["by"])
        carry_on(table)

    def _number(self, table: Table) -> int:
        """The number of the line that takes the wound: the one picked, or the freest."""
        return int(self.line) if self.line else freest(lines(table.me))

    def _spared(self, table: Table, boxes: int) -> int:
        return spared_by(table.me, self.piece, self.absorb, boxes)


@dataclass(frozen=True, slots=True)
class ShakeOff(Reply, name="wound.shake_off", label="Shake it off"):
    """Shake off an injury of a single box, as the tough do once a fight: it has no effect at all (D-7)."""

    unasked: ClassVar[str] = "Nothing to shake off. Needs the trait Tough and an injury of one box."

    def weighing(self, table: Table) -> Weighing:
        """Weigh it as costing nothing, as a wound without effect does."""
        return Weighing.of_one(BOXES, OF_WOUNDS, (0.0, 0.0), WOUND_SHARES, self.label)

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
        note_shaken_off(table, table.actor)
        table.happen(Told((table.actor,), f"{{0}} shakes it off ({told_of(table.me, 'tough')})."))
        carry_on(table)


def shrugging(table: Table, who: str, boxes: int) -> tuple[str, ...]:
    """The commands beside taking it that answer a wound: shaking off a single box, for the tough; otherwise none."""
    return (ShakeOff.name,) if boxes == 1 and may_shake_off(table, who) else ()


def spared_by(sheet: Sheet, piece: str, count: int, boxes: int) -> int:
    """Boxes of a wound that a piece of armour takes: ``count``, refused where it cannot take so many (SDA-221)."""
    if not count:
        return 0
    if not piece:
        raise Refused("Choose the armour.", "piece")
    if count > boxes:
        raise Refused(f"You have {counted(boxes, 'box', 'boxes')} to take, not {count}.", "absorb")
    refuse_too_much(sheet, piece, count)
    return count


def wound_choices(sheet: Sheet, boxes: int) -> dict[str, tuple[Choice, ...]]:
    """Choices for a wound: the lines that may take the boxes, and armour for some of them (SDA-206, SDA-221)."""
    injuries, pieces = lines(sheet), sacrificial(sheet)
    named = {str(n): (f"Line {n + 1}", _free_words(injuries[n], boxes)) for n in open_lines(injuries)}
    return {
        "line": tuple(Choice(number, *words) for number, words in named.items()),
        "piece": tuple(Choice(key, sheet.items[key].name, f"up to {pieces[key]}") for key in pieces),
    }


def hurt(table: Table, dice: Dice, who: str, number: int, boxes: int, kind: str, by: str) -> None:
    """Tick boxes of one line and let the wound have its effect: a single roll has one at most (C-42)."""
    injuries = lines(table.sheet(who))
    if not injuries:
        incapacitate(table, dice, who, by, unconscious=kind == STUNS)
        return
    minor, major = ticked(injuries[number], boxes)
    for box, count in (("minor", minor), ("major", major)):
        if count:
            table.happen(BoxesTicked(who, TRACK, number, box, count))
    relish(table, who, minor)
    enjoy(table, by, major, "cruelty")
    beyond = boxes > minor + major
    table.happen(Told((who,), _marked_words(number, minor + major, kind, beyond=beyond)))
    hurt_while_casting(table, who)
    if not beyond:
        hurt_in_fight(table, who)
    if major or beyond:
        bleeds, stuns = effect_of_major(table, who, kind)
        if bleeds:
            open_wound(table, dice, who, number, bleeds)
        elif stuns and not beyond:
            stun(table, dice, who)
        shaken(table, who)
    if beyond:
        incapacitate(table, dice, who, by, unconscious=kind == STUNS)


def _marked_words(number: int, boxes: int, kind: str, *, beyond: bool) -> str:
    """The sentence on the boxes that were ticked on a line, which may be fewer than the wound had."""
    full = ", now full" if beyond else ""
    return f"{{0}} takes {counted(boxes, 'injury', 'injuries')} on line {number + 1}{full} ({kind})."


def relish(table: Table, who: str, boxes: int) -> None:
    """Give spirit for each minor box to somebody who relishes pain (D-7)."""
    held = table.sheet(who).resources.get("spirit")
    gained = min(boxes * figure(table.sheet(who), "pain"), held.most - held.now) if held else 0
    if gained:
        table.happen(ResourceChanged(who, "spirit", gained, "pain"))


def taken_from(sheet: Sheet, line: Line, boxes: int) -> int:
    """Spirit that somebody's traits give them for ticking so many boxes of a line of their own (D-7)."""
    minor, major = ticked(line, boxes)
    return minor * figure(sheet, "pain") + major * figure(sheet, "cruelty")


def ticked(line: Line, boxes: int) -> tuple[int, int]:
    """The minor and the major boxes of a line that a wound of ``boxes`` ticks."""
    minor = min(boxes, line.free("minor"))
    return minor, min(boxes - minor, line.free("major"))


def room(line: Line) -> int:
    """Boxes that a line has left, minor and major together."""
    return line.free("minor") + line.free("major")


def open_lines(injuries: list[Line]) -> list[int]:
    """The numbers of the lines with a box left; of all lines when there is none anywhere."""
    return [n for n, line in enumerate(injuries) if room(line)] or list(range(len(injuries)))


def freest(injuries: list[Line]) -> int:
    """The number of the line with the most boxes left, the first of equals; 0 without any line."""
    return max(range(len(injuries)), key=lambda n: room(injuries[n]), default=0)


def _free_words(line: Line, boxes: int) -> str:
    """The words for the boxes that a line has left, how it bleeds, and whether ``boxes`` are more than it has."""
    words = f"{line.free('minor')} minor and {line.free('major')} major left"
    bleeding = f", bleeding {level(line)}" if level(line) else ""
    return words + bleeding + (": you go down" if boxes > room(line) else "")
