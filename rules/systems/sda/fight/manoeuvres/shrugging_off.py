"""Shrugging off a wound that is not deep (SDA-271, SDA-272, C-49)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    BoxesTicked,
    Choice,
    Dice,
    NotNow,
    Sheet,
    Table,
    Told,
    Weighing,
    counted,
    pick,
)
from rules.engine.odds import Distribution, Odds, at_least, normal
from rules.engine.odds import pool as dice_pool
from rules.systems.sda.content.house_rules.fight import SHRUG_LOSSES
from rules.systems.sda.core.person import AGAIN, mos_weights
from rules.systems.sda.core.rolls import (
    TRACK,
    Aftermath,
    Aim,
    Pool,
    Result,
    dice_said,
    net_of,
    price,
    reckon,
    with_more_spirit,
)
from rules.systems.sda.fight.actions.efforts import Effort
from rules.systems.sda.fight.base import foretold, free_to_act, judge_against, lines
from rules.systems.sda.fight.moves import bodily_choices, carry_on
from rules.systems.sda.fight.wounds import BOXES, OF_SPIRIT, SPIRIT_OF_A_BOX, hurt, taken_from

#: The aim by which shrugging off is weighed: a box is cleared, or not.
CLEARED = Aim(
    BOXES,
    f"Average boxes cleared; complete failures not counted. {OF_SPIRIT}",
    spirit=SPIRIT_OF_A_BOX,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShrugOff(Effort, name="turn.shrug_off", label="Shrug off a wound"):
    """Shrug off a wound: resist pain against all boxes ticked, on every line (SDA-271).

    Success clears one box of a line that has minor ones only; a complete failure ticks more (SDA-272).
    """

    aim: ClassVar[Aim] = CLEARED
    rolls: ClassVar[str] = "resist_pain"

    line: str = pick("Line", default="", help="Default: the lightest", at_once=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if not _light(table.me):
            raise NotNow("No wound to shrug off. Only lines with minor boxes and no major ones.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        found = _light(table.me).items()
        named = (Choice(str(n), f"Line {n + 1}", counted(count, "box", "boxes")) for n, count in found)
        return {**bodily_choices(table), "line": tuple(named)}

    def odds(self, table: Table) -> Odds:
        pool, count, _ = self._measured(table)
        difficulty = self._wound(table)[1]
        odds = foretold(table, pool, count, difficulty, self, label="clears a box", said="{} to clear a box")
        return with_more_spirit(odds, self._relished(table, pool, count))

    def _relished(self, table: Table, pool: Pool, count: int) -> float:
        """The mean spirit that traits give for the boxes of a complete failure (SDA-272, D-7)."""
        line, difficulty = self._wound(table)
        gains = [taken_from(table.me, lines(table.me)[line], boxes) for boxes in range(count + 1)]
        if not any(gains) or net_of(pool, 0) >= difficulty:
            return 0.0
        cost = pool.due + price(pool.dice - self.bought, self.bought)
        spirit = table.me.resources["spirit"]
        left = Aftermath(table, table.actor, self.reward).fall(spirit.now - cost, pool.rank).spirit
        boxes = _boxes_ahead(table, pool, count)
        gained = sum(
            share * chance * min(gains[number], spirit.most - now)
            for number, share in enumerate(boxes)
            for now, chance in left.items()
        )
        return pool.none_scoring(count) * gained

    def weighing(self, table: Table) -> Weighing:
        """Weigh on which line, with how many dice, and how many to keep for a blow (SDA-160, SDA-161)."""

        def said(chosen: ShrugOff) -> str:
            return f"Line {chosen._wound(table)[0] + 1} with {dice_said(chosen).lower()}"

        return self.weighed(table, "line", said=said)

    def gains(self, table: Table, pool: Pool, count: int) -> float:
        """The chance to clear a box."""
        return at_least(pool.measure(count), self._wound(table)[1])

    def perform(self, table: Table, dice: Dice) -> None:
        line, difficulty = self._wound(table)
        result = self._roll(table, dice, "shrug off")
        done = judge_against(table, result, difficulty)
        reckon(table, dice, result, succeeded=done, reward=self.reward)
        losses = _losses(table, result)
        if done:
            table.happen(BoxesTicked(table.actor, TRACK, line, "minor", -1), Told((table.actor,), "{0} shrugs it off."))
        elif losses:
            hurt(table, dice, table.actor, line, losses, "pain", table.actor)
        carry_on(table)

    def _wound(self, table: Table) -> tuple[int, int]:
        """The number of the line that gets better, and the difficulty: all boxes ticked (SDA-271)."""
        found = _light(table.me)
        line = int(self.line) if self.line else min(found, key=lambda n: found[n])
        return line, sum(one.ticked.get(kind, 0) for one in lines(table.me) for kind in ("minor", "major"))


def _light(sheet: Sheet) -> dict[int, int]:
    """The boxes ticked on each line with minor ones only, by its number."""
    marks = {n: line.ticked for n, line in enumerate(lines(sheet))}
    return {n: ticked["minor"] for n, ticked in marks.items() if ticked.get("minor") and not ticked.get("major")}


def _losses(table: Table, result: Result) -> int:
    """Boxes that a roll ticks: after a complete failure one for each 1, or simply one; else 0 (SDA-272, C-49)."""
    if not result.no_success:
        return 0
    return 1 if _one_box(table) else result.faces.count(1)


def _boxes_ahead(table: Table, pool: Pool, count: int) -> Distribution:
    """The distribution of the boxes that a complete failure ticks, in which no die scores and some may show 1."""
    if _one_box(table):
        return (0.0, 1.0)
    blank = mos_weights(pool.sides, pool.how.replace(AGAIN, ""))[0]
    return normal(dice_pool((blank - 1, 1), count))


def _one_box(table: Table) -> bool:
    return str(SHRUG_LOSSES.chosen(table.house_rules)) == "one box"
