"""Wounds in somebody's hands: tended, stopped from bleeding (SDA-216, D-2), ticked and cleared by the game master."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.character import by_hand
from rules.engine.character.edits import BY_HAND
from rules.engine.kernel import BoxesTicked, Choice, Dice, NotNow, Refused, Table, Told, Weighing, pick
from rules.engine.odds import Odds
from rules.systems.sda.core.person import keep_in_memo
from rules.systems.sda.core.rolls import TRACK, Aim, Pool, bought_said, most_bought
from rules.systems.sda.fight.actions.healing import HEALING
from rules.systems.sda.fight.base import level, lines, stop, wounds
from rules.systems.sda.fight.wounds import bleed_on, freest, incapacitate, ticked
from rules.systems.sda.world.attempts import Try, around, at_leisure
from rules.systems.sda.world.recovery import (
    CARE,
    ORDER,
    STAUNCHED,
    boxes,
    cared,
    get_up,
    help_for,
    hurt_lines,
    most_hurt,
)

#: Aim of care.
HELP = Aim(
    "boxes",
    "Average extra boxes healed at the next long rest; 5 spirit count as 1 box.",
    "Healed",
    spirit=5,
)


def patients(table: Table, *, bleeding: bool) -> list[str]:
    """Ids of people who may be tended: the living about who bleed, or who are wounded at all."""
    wounded = wounds if bleeding else hurt_lines
    return [who for who in around(table) if wounded(table.sheet(who)) and not table.sheet(who).has("dead")]


def line_choices(table: Table, whom: list[str]) -> Mapping[str, tuple[Choice, ...]]:
    """Choices of a patient, and of a line of theirs."""
    most = max((len(lines(table.sheet(who))) for who in whom), default=0)
    numbers = tuple(Choice(str(number), f"Line {number + 1}") for number in range(most))
    return {"patient": tuple(Choice(who, table.name(who)) for who in whom), "line": numbers}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tending(Try):
    """A roll for somebody's wound: the fields that all commands of this kind share."""

    #: Whether it is for wounds that bleed alone, and the sentences where nobody has any, or the line picked has none.
    bleeding: ClassVar[bool]
    nobody: ClassVar[str]
    unhurt: ClassVar[str]
    starts_with_first: ClassVar[str] = "patient"

    patient: str = pick("Whose wound")
    line: str = pick("Wound", default="", help="Default: the worst")

    @classmethod
    def possible(cls, table: Table) -> None:
        at_leisure(table)
        if not patients(table, bleeding=cls.bleeding):
            raise NotNow(cls.nobody)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**Try.choices(table), **line_choices(table, patients(table, bleeding=cls.bleeding))}

    def _line(self, table: Table) -> int:
        """The line that is meant, or the worst of those that may be tended."""
        sheet, injuries = table.sheet(self.patient), lines(table.sheet(self.patient))
        wounded = wounds(sheet) if self.bleeding else hurt_lines(sheet)
        worst = max(wounded, key=lambda n: (level(injuries[n]), boxes(injuries[n])), default=-1)
        number = int(self.line) if self.line else worst
        if number not in wounded:
            there = ", ".join(str(n + 1) for n in wounded) or "none"
            raise Refused(f"{sheet.name} {self.unhurt} line {number + 1}. Possible: {there}.", "line")
        return number


@dataclass(frozen=True, slots=True, kw_only=True)
class Care(Tending, name="healing.care", label="Care for a wound"):
    """An hour of medicine on a wounded line: against all its boxes, bleeding too, and first fail (D-2).

    What goes beyond that helps the next natural healing of the line, so more hours may help more.
    """

    rolls: ClassVar[str] = "medicine"
    aim: ClassVar[Aim] = HELP
    bleeding: ClassVar[bool] = False
    nobody: ClassVar[str] = "Nobody here is wounded."
    unhurt: ClassVar[str] = "has no wound on"

    def lasts(self) -> int:
        return 60

    def odds(self, table: Table) -> Odds:
        need = max(1, self._difficulty(table) - self._gathered(table))
        return self.foretold(table, need, "care for it well enough")

    def weighing(self, table: Table) -> Weighing:
        """For which wound, with how many bought dice."""
        return self.weighed(table, "line", said=lambda one: f"Line {one._line(table) + 1}: {bought_said(one).lower()}")

    def brings(self, table: Table) -> float:
        """Boxes more that heal at the next natural healing than without this hour; a roll without MoS loses all."""
        measure = self.measure(table)
        sheet, number = table.sheet(self.patient), self._line(table)
        gathered, most = self._gathered(table), self._difficulty(table)
        helps = sum(share * min(most, max(0, gathered + net - most)) for net, share in enumerate(measure) if net)
        return helps - min(most, help_for(sheet, number))

    def perform(self, table: Table, dice: Dice) -> None:
        number, difficulty = self._line(table), self._difficulty(table)
        gathered = self._gathered(table)
        result = self.roll(table, dice, "care")
        tally = gathered + result.net if result.net else 0
        hits = max(0, tally - difficulty)
        keep_in_memo(table, self.patient, CARE, str(number), tally)
        verdict = "success" if tally >= difficulty else "progress" if tally else "lost"
        how = {"success": f"will help by {hits}", "progress": "goes on", "lost": "must begin again"}[verdict]
        table.happen(Told((table.actor, self.patient), f"{{0}} cares for {{1}} for an hour: the care {how}."))
        self.judge(table, dice, result, verdict, hits=hits, tally=tally, difficulty=difficulty)

    def _difficulty(self, table: Table) -> int:
        return boxes(lines(table.sheet(self.patient))[self._line(table)])

    def _gathered(self, table: Table) -> int:
        return cared(table.sheet(self.patient), self._line(table))


@dataclass(frozen=True, slots=True, kw_only=True)
class Staunch(Tending, name="healing.stop_bleeding", label="Stop the bleeding (no fight)"):
    """Stop a wound when no fight hurries: first aid in one roll, or medicine roll by roll and first fail (D-2).

    A roll takes a round, which whoever bleeds to death has less to live (SDA-216).
    """

    bleeding: ClassVar[bool] = True
    nobody: ClassVar[str] = "Nobody here is bleeding."
    unhurt: ClassVar[str] = "does not bleed from"

    skill: str = pick("Skill", default="first_aid")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        whom = line_choices(table, patients(table, bleeding=True))
        return {**Try.choices(table), **whom, "skill": HEALING}

    def odds(self, table: Table) -> Odds:
        return self.foretold(table, max(0, self._difficulty(table) - self._gathered(table)), "stop it")

    def weighing(self, table: Table) -> Weighing:
        """With which skill, and with how many bought dice."""
        ways = {choice.value: choice.label for choice in HEALING}
        most = max(most_bought(table, replace(self, skill=skill)._pool(table)) for skill in ways)

        def said(chosen: Staunch) -> str:
            return f"{ways[chosen.skill]}: {bought_said(chosen).lower()}"

        return self.weighed(table, "skill", said=said, most=most)

    def perform(self, table: Table, dice: Dice) -> None:
        number, difficulty = self._line(table), self._difficulty(table)
        gathered = self._gathered(table)
        result = self.roll(table, dice, "stop bleeding")
        tally = gathered + result.net
        stopped = tally >= difficulty
        if self.skill == "medicine":
            keep_in_memo(table, self.patient, STAUNCHED, str(number), 0 if stopped or not result.net else tally)
        if stopped:
            stop(table, self.patient, number)
        else:
            table.happen(Told((table.actor, self.patient), "{0} cannot stop {1}’s bleeding yet."))
        bleed_on(table, self.patient)
        hits = max(0, tally - difficulty)
        self.judge(table, dice, result, stopped, hits=hits, tally=tally, difficulty=difficulty)

    def _pool(self, table: Table) -> Pool:
        return self.plain_pool(table, self.skill)

    def _difficulty(self, table: Table) -> int:
        return level(lines(table.sheet(self.patient))[self._line(table)])

    def _gathered(self, table: Table) -> int:
        kept = table.sheet(self.patient).memo.get(STAUNCHED, {})
        return int(kept.get(str(self._line(table)), 0)) if self.skill == "medicine" else 0


@dataclass(frozen=True, slots=True)
class Wound(by_hand.Wound):
    """Boxes ticked on the line with the most left, minor before major; more than it has incapacitate (SDA-207).

    Nothing bleeds and nobody is stunned: a blow without a weapon has no kind of damage.
    """

    counts: ClassVar[str] = "boxes"

    def perform(self, table: Table, dice: Dice) -> None:
        injuries = lines(table.me)
        number = freest(injuries)
        minor, major = ticked(injuries[number], self.amount) if injuries else (0, 0)
        for box, count in (("minor", minor), ("major", major)):
            if count:
                table.happen(BoxesTicked(table.actor, TRACK, number, box, count))
        if self.amount > minor + major:
            incapacitate(table, dice, table.actor, BY_HAND, unconscious=False)


@dataclass(frozen=True, slots=True)
class Heal(by_hand.Heal):
    """Boxes cleared, on the worst line first: bleeding, then major, then minor; without any major one one is up."""

    counts: ClassVar[str] = "boxes"

    def perform(self, table: Table, dice: Dice) -> None:
        if not hurt_lines(table.me) and not table.me.has("incapacitated"):
            raise NotNow(f"{table.me.name} has no wound.")
        left = self.amount
        while left and hurt_lines(table.me):
            number = most_hurt(table.me)
            box = next(box for box in ORDER if lines(table.me)[number].ticked.get(box))
            count = min(left, lines(table.me)[number].ticked[box])
            table.happen(BoxesTicked(table.actor, TRACK, number, box, -count))
            left -= count
        get_up(table, table.actor)
