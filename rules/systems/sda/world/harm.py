"""Harm by what is nobody's attack, a fall among it: armour counts, boxes are ticked, in a fight and out of one.

A fall is a die of blunt damage for every metre after the first, fewer for whoever is nimble (D-8).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.readiness import is_fighting
from rules.engine.fight import nothing_waits
from rules.engine.kernel import (
    Choice,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    NotNow,
    Refused,
    Sheet,
    Table,
    Told,
    counted,
    number,
    pick,
    switch,
)
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, mixture
from rules.systems.sda.core.effects import in_fight
from rules.systems.sda.core.person import SheetCommand, distribution, size_of
from rules.systems.sda.core.rolls import Aim, judge, odds_to
from rules.systems.sda.fight.advice import cost_of_damage
from rules.systems.sda.fight.base import absorb, dies_of_any, level, lines, sacrificial, spare
from rules.systems.sda.fight.wounds import (
    BOXES,
    DIE,
    RATES,
    SPIRIT_OF_A_BOX,
    armour_and_boxes,
    boxes_of,
    dice_of,
    freest,
    hurt,
    kill,
    land,
    open_lines,
    room,
    spared_by,
    unhurt_words,
    wound,
    wound_choices,
)
from rules.systems.sda.world.attempts import Try

_SHOCK = "about_to_be_stunned"
#: Prefix of the condition of somebody who has to say which line takes a wound; the type of damage follows. Its level
#: are the boxes, its source is whoever or whatever did it.
WAITS = "wound_waits"


def may_be_hurt(table: Table) -> None:
    """Refuse for the dead, and while something else has to be decided."""
    if table.me.has("dead"):
        raise NotNow(f"{table.me.name} is dead.")
    if is_fighting(table):
        nothing_waits(table)


def harm(table: Table, dice: Dice, who: str, kind: str, measure: int, by: str, *, ignores_armour: bool = False) -> None:
    """Take armour off and tick what is left, on the line that the victim picks, if they have a choice.

    In a fight they are asked; out of one the wound waits on their sheet. Whoever was incapacitated already dies of it
    (SDA-205, SDA-206, SDA-218).
    """
    if in_fight(table, who):
        wound(table, by, who, kind, measure, ignores_armour=ignores_armour)
        return
    _take_what_waits(table, dice, who)
    armour, boxes = armour_and_boxes(table, who, kind, measure, ignores_armour=ignores_armour)
    judge(table, who, "hurt" if boxes else "unhurt", boxes, damage=measure, armour=armour, boxes=boxes, type=kind)
    if not boxes:
        table.happen(Told((who,), unhurt_words(table, who, kind, measure)))
    elif not (boxes := spare(table, who, boxes)):
        return
    elif dies_of_any(table.sheet(who)):
        kill(table, who, by)
    elif _has_choice(table.sheet(who)):
        label = f"Takes {counted(boxes, 'injury', 'injuries')}, {kind}: which line?"
        table.happen(ConditionSet(who, Condition(f"{WAITS}.{kind}", label, boxes, by)))
        table.happen(Told((who,), f"{{0}} takes {counted(boxes, 'injury', 'injuries')}, {kind}, and chooses the line."))
    else:
        _tick(table, dice, who, freest(lines(table.sheet(who))), boxes, kind, by)


def _has_choice(sheet: Sheet) -> bool:
    """Whether it matters where somebody ticks boxes: lines are not alike, or armour could take some (SDA-221)."""
    injuries = lines(sheet)
    free = [injuries[number] for number in open_lines(injuries)]
    kinds = {(line.free("minor"), line.free("major"), level(line)) for line in free}
    return len(kinds) > 1 or bool(sacrificial(sheet))


def waiting_wound(sheet: Sheet) -> Condition | None:
    """The condition of a wound that its victim has still to take; None where there is none."""
    return next((one for one in sheet.conditions.values() if one.name.startswith(f"{WAITS}.")), None)


def _take_what_waits(table: Table, dice: Dice, who: str) -> None:
    """Tick a wound that waits on the freest line, before somebody is hurt once more."""
    held = waiting_wound(table.sheet(who))
    if held:
        table.happen(ConditionEnded(who, held.name))
        _tick(table, dice, who, freest(lines(table.sheet(who))), held.level, _kind(held), str(held.source))


def _kind(held: Condition) -> str:
    return held.name.removeprefix(f"{WAITS}.")


def _tick(table: Table, dice: Dice, who: str, number: int, boxes: int, kind: str, by: str) -> None:
    hurt(table, dice, who, number, boxes, kind, by)
    if table.sheet(who).has(_SHOCK):  # out of a fight no rounds are counted
        table.happen(ConditionEnded(who, _SHOCK))


@dataclass(frozen=True, slots=True)
class TakeHarm(SheetCommand, name="harm.take", label="Take the wound"):
    """Take a wound out of a fight: pick its line, or let armour take some (SDA-206 to SDA-209, SDA-221, C-94)."""

    befalls: ClassVar[bool] = True

    line: str = pick("Line", default="", help="Default: the one with most room")
    piece: str = pick("Armour to damage", default="", help="Permanent damage")
    absorb: int = number("Boxes it takes", default=0)

    @classmethod
    def possible(cls, table: Table) -> None:
        if waiting_wound(table.me) is None:
            raise NotNow(f"{table.me.name} has no wound to take now.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        held = waiting_wound(table.me)
        return wound_choices(table.me, held.level) if held else {}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"line": str(freest(lines(table.me)))}

    def perform(self, table: Table, dice: Dice) -> None:
        held, who = waiting_wound(table.me), table.actor
        if held is None:
            raise NotNow(f"{table.me.name} has no wound to take now.")
        spared = spared_by(table.me, self.piece, self.absorb, held.level)
        table.happen(ConditionEnded(who, held.name))
        if spared:
            absorb(table, who, self.piece, spared)
        if held.level > spared:
            line = int(self.line) if self.line else freest(lines(table.me))
            _tick(table, dice, who, line, held.level - spared, _kind(held), str(held.source))


def most_room(table: Table, who: str) -> int:
    """Boxes that somebody can take at once without going down."""
    injuries = lines(table.sheet(who))
    return room(injuries[freest(injuries)]) if injuries else 0


# -- odds -------------------------------------------------------------------------------------------------------------


def odds_of_harm(table: Table, who: str, boxes: Distribution) -> Odds:
    """Odds that somebody stays unhurt, and that they go down, or die where they are down already (SDA-207, SDA-218)."""
    least = 1 if dies_of_any(table.sheet(who)) else most_room(table, who) + 1
    told, down = f"{in_words(boxes[0]).capitalize()} to stay unhurt", Chance("down", "go down", at_least(boxes, least))
    return odds_to("not be hurt", boxes[0], down, measure=boxes, unit="boxes", told=told)


BLUNT, SHARP = "bludgeoning", "piercing"
#: Aim of somebody who falls: to take little harm.
UNHURT = Aim(
    BOXES,
    f"Average injury boxes on you, below 0. {RATES}",
    "The fall",
    spirit=SPIRIT_OF_A_BOX,
)


def fall(table: Table, dice: Dice, who: str, metres: int, *, saved: int = 0, spikes: bool = False) -> None:
    """Take a fall: one die less than metres, less those that acrobatics saved; spikes double the dice and pierce."""
    measure = land(table, dice, who, metres, saved=saved, spikes=spikes)
    harm(table, dice, who, SHARP if spikes else BLUNT, measure, "fall")


def boxes_of_fall(table: Table, metres: int, saved: Distribution = (1.0,), *, spikes: bool = False) -> Distribution:
    """The boxes that :func:`fall` ticks for the actor, by the chance of each number of dice saved."""
    damage = damage_of_fall(table, metres, saved, spikes=spikes)
    return boxes_of(table, table.actor, SHARP if spikes else BLUNT, damage)


def damage_of_fall(table: Table, metres: int, saved: Distribution, *, spikes: bool) -> Distribution:
    """The damage of :func:`fall` before armour, by the chance of each number of dice saved."""
    die, factor, count = DIE[size_of(table.me)], 2 if spikes else 1, dice_of(table.me, metres)
    landing = [distribution(die, max(0, count - value) * factor) for value in range(len(saved))]
    return mixture(zip(saved, landing, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fall(Try, name="harm.fall", label="Fall"):
    """Fall: a die less than metres, sized by the body, blunt, and armour counts; acrobatics takes dice off (D-8)."""

    rolls: ClassVar[str] = "acrobatics"
    aim: ClassVar[Aim] = UNHURT

    metres: int = number("Metres", least=1, most=100, default=3)
    acrobatics: bool = switch("Roll acrobatics", default=True, help="Each MoS removes a die")
    spikes: bool = switch("Onto spikes", help="Double dice, piercing")

    @classmethod
    def possible(cls, table: Table) -> None:
        may_be_hurt(table)

    def odds(self, table: Table) -> Odds:
        boxes = boxes_of_fall(table, self.metres, self._saved(table), spikes=self.spikes)
        return odds_of_harm(table, table.actor, boxes)

    def brings(self, table: Table) -> float:
        """The cost of the wound in boxes, as a number below 0."""
        damage = damage_of_fall(table, self.metres, self._saved(table), spikes=self.spikes)
        return -cost_of_damage(table, table.actor, SHARP if self.spikes else BLUNT, damage)

    def _saved(self, table: Table) -> Distribution:
        """The chance of each number of dice that acrobatics takes off."""
        return self.measure(table) if self._rolls(table) else (1.0,)

    def perform(self, table: Table, dice: Dice) -> None:
        saved = 0
        if self._rolls(table):
            result = self.roll(table, dice, "fall")
            saved = result.net
            self.judge(table, dice, result, bool(saved), hits=saved, metres=self.metres)
        fall(table, dice, table.actor, self.metres, saved=saved, spikes=self.spikes)

    def _rolls(self, table: Table) -> bool:
        """Whether acrobatics is rolled: not by whoever has no dice for it, nor in a fall that does no harm."""
        if not self.acrobatics or not dice_of(table.me, self.metres):
            return self._unbought()
        if not self._pool(table).available:
            return self._unbought()
        return True

    def _unbought(self) -> bool:
        if self.bought:
            raise Refused("You can only buy dice for acrobatics. Roll it, or buy none.", "bought")
        return False
