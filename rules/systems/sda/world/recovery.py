"""Wounds heal: by themselves over a long rest, and better for whoever is cared for (SDA-004, D-2, C-44)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel.commands import Choice, Command, Place, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import BoxesTicked, ConditionEnded, Judged, MemoKept, Told
from rules.engine.kernel.refusals import NotNow, Refused
from rules.engine.kernel.sheets import Line, Sheet
from rules.engine.kernel.table import Table
from rules.engine.kernel.valuation import Weighing
from rules.engine.kernel.words import counted
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, joint, mapped, mixture
from rules.systems.sda.core.effects.sickness import halves_healing
from rules.systems.sda.core.effects.surroundings import OWN_TREE, under_own_tree
from rules.systems.sda.core.person.gifts import KEPT, called_choices, called_field
from rules.systems.sda.core.person.stone import come_round
from rules.systems.sda.core.rolls.pools import TRACK, Pool, pool_for, throw
from rules.systems.sda.core.rolls.results import AS_WISHED, reckon
from rules.systems.sda.core.rolls.valuation import Aim, bought_said, most_bought
from rules.systems.sda.fight.actions.healing import HEALING
from rules.systems.sda.fight.base.bleeding import level, lines, stop, wounds
from rules.systems.sda.fight.wounds.harm import bleed_on
from rules.systems.sda.world.trying import (
    Try,
    alive,
    around,
    at_leisure,
    judge,
    measure_of,
    no_fight,
)

#: The boxes of a line in the order in which they heal (D-2).
ORDER = ("bleeding", "major", "minor")
#: Aim of care.
HELP = Aim(
    "boxes",
    "Boxes more that heal at the next long rest, on average, for what this hour makes of all care for the wound; five "
    "points of spirit count as a box.",
    "Healed",
    spirit=5,
)
#: Memos of a sheet, line by line: MoS of care, and MoS of stopping a wound.
CARE, STAUNCHED = "care", "staunched"


def boxes(line: Line) -> int:
    """The number of boxes ticked on a line, bleeding ones too."""
    return sum(line.ticked.get(box, 0) for box in ORDER)


def hurt_lines(sheet: Sheet) -> list[int]:
    """The lines on which anything is ticked."""
    return [number for number, line in enumerate(lines(sheet)) if boxes(line)]


def most_hurt(sheet: Sheet) -> int:
    """The line with most to heal, the first of equals; -1 where there is none."""
    return max(hurt_lines(sheet), key=lambda number: boxes(lines(sheet)[number]), default=-1)


def cared(sheet: Sheet, number: int) -> int:
    """MoS that medicine has gathered for a line since its last natural healing."""
    return int(sheet.memo.get(CARE, {}).get(str(number), 0))


def help_for(sheet: Sheet, number: int) -> int:
    """The hits of care: what it gathered beyond the boxes of the line; they help its next natural healing (D-2)."""
    gathered = cared(sheet, number)
    return max(0, gathered - boxes(lines(sheet)[number])) if gathered else 0


@dataclass(frozen=True, slots=True)
class HealNaturally(Command):
    """After a long rest each wounded line rolls natural healing; every MoS clears a box (SDA-004, D-2).

    Bleeding goes first, then what is major, then what is minor. Whoever has no major injury left is up again (C-44).
    """

    name: ClassVar[str] = "healing.rest"
    label: ClassVar[str] = "Heal over a long rest"
    place: ClassVar[Place] = Place.SHEET
    has_odds: ClassVar[bool] = True

    called: str = called_field()

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        alive(table.me)
        if table.me.has("bleeding_to_death"):
            raise NotNow(f"{table.me.name} is bleeding to death. The bleeding has to be stopped before any rest.")
        if not hurt_lines(table.me) and not table.me.has("incapacitated"):
            raise NotNow(f"{table.me.name} has no wound that could heal.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"called": called_choices(table.me)}

    def odds(self, table: Table) -> Odds:
        whole: Distribution = (1.0,)
        each: list[float] = []
        for number, pool in self._pools(table).items():
            most = boxes(lines(table.me)[number])
            healed = mapped(self._measure(table, number, pool), lambda value, most=most: min(value, most))  # type: ignore[misc]
            each.append(at_least(healed, most))
            whole = mixture((share, (*[0.0] * value, *healed)) for value, share in enumerate(whole))
        well = joint(*each)
        return Odds(
            f"{in_words(well).capitalize()} to be whole again", (Chance("success", "whole", well),), whole, "boxes"
        )

    def perform(self, table: Table, dice: Dice) -> None:
        pools = self._pools(table).items()
        results = {line: throw(table, dice, pool, pool.available, "natural healing") for line, pool in pools}
        healed = {number: self._heal(table, number, result.net) for number, result in results.items()}
        total = sum(healed.values())
        told = {f"line_{number + 1}": count for number, count in healed.items()}
        table.happen(Judged(table.actor, "success" if total else "failure", total, {"boxes": total, **told}))
        table.happen(Told((table.actor,), f"{{0}} rests, and {counted(total, 'box heals', 'boxes heal')}."))
        for memo in (CARE, STAUNCHED):
            if memo in table.me.memo:
                table.happen(MemoKept(table.actor, memo, None))
        _get_up(table)
        for number, result in results.items():
            reckon(table, dice, result, succeeded=healed[number] > 0, reward=AS_WISHED)

    def _pools(self, table: Table) -> dict[int, Pool]:
        """The pool of each line; luck and mastery go with the line that has most to heal, if they do at all (D-7)."""
        hurt, luckiest = hurt_lines(table.me), most_hurt(table.me)
        return {number: _healing_pool(table, self.called if number == luckiest else KEPT) for number in hurt}

    def _measure(self, table: Table, number: int, pool: Pool) -> tuple[float, ...]:
        return mapped(measure_of(pool), lambda value: self._healed_by(table, number, value))

    def _healed_by(self, table: Table, number: int, measure: int) -> int:
        """The boxes that a roll heals: with care, twice under their own tree, half for the ill (D-2, D-7, D-8)."""
        healed = (measure + help_for(table.me, number)) * (OWN_TREE if under_own_tree(table.me) else 1)
        return healed // 2 if halves_healing(table.me) else healed

    def _heal(self, table: Table, number: int, measure: int) -> int:
        before = left = self._healed_by(table, number, measure)
        for box in ORDER:
            healed = min(left, lines(table.me)[number].ticked.get(box, 0))
            if healed:
                table.happen(BoxesTicked(table.actor, TRACK, number, box, -healed))
                left -= healed
        return before - left


def _healing_pool(table: Table, called: str) -> Pool:
    return pool_for(table, table.actor, "natural_healing", free=True, called=called)


def _get_up(table: Table) -> None:
    if table.me.has("incapacitated") and not any(line.ticked.get("major") for line in lines(table.me)):
        table.happen(ConditionEnded(table.actor, "incapacitated"), Told((table.actor,), "{0} is up again."))
        come_round(table, table.actor)


# -- by another's hand ----------------------------------------------------------------------------------------------


def patients(table: Table, *, bleeding: bool) -> list[str]:
    """Ids of people who may be tended: the living about who bleed, or who are wounded at all."""
    wounded = wounds if bleeding else hurt_lines
    return [who for who in around(table) if wounded(table.sheet(who)) and not table.sheet(who).has("dead")]


def line_choices(table: Table, whom: list[str]) -> tuple[Choice, ...]:
    most = max((len(lines(table.sheet(who))) for who in whom), default=0)
    return tuple(Choice(str(number), f"Line {number + 1}") for number in range(most))


@dataclass(frozen=True, slots=True, kw_only=True)
class Care(Try):
    """An hour of medicine on a wounded line: against all its boxes, bleeding too, and first fail (D-2).

    What goes beyond that helps the next natural healing of the line, so more hours may help more.
    """

    name: ClassVar[str] = "healing.care"
    label: ClassVar[str] = "Care for a wound"
    rolls: ClassVar[str] = "medicine"
    aim: ClassVar[Aim] = HELP

    patient: str = pick("Of")
    line: str = pick("Wound", default="", help="The worst, if nothing is picked")

    def lasts(self) -> int:
        return 60

    @classmethod
    def possible(cls, table: Table) -> None:
        at_leisure(table)
        if not patients(table, bleeding=False):
            raise NotNow("Nobody about is wounded. Care is for whoever has a box ticked.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        hurt = patients(table, bleeding=False)
        whom = tuple(Choice(who, table.name(who)) for who in hurt)
        return {**Try.choices(table), "patient": whom, "line": line_choices(table, hurt)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"patient": patients(table, bleeding=False)[0]}

    def odds(self, table: Table) -> Odds:
        need = max(1, self._difficulty(table) - self._gathered(table))
        pool = self.ready(table, self._pool(table))
        return self.foretold(table, pool, need, "have cared well enough")

    def weighing(self, table: Table) -> Weighing:
        """For which wound, with how many bought dice."""
        return self.weighed(table, "line", said=lambda one: f"Line {one._line(table) + 1}: {bought_said(one).lower()}")

    def brings(self, table: Table) -> float:
        """Boxes more that heal at the next natural healing than without this hour; a roll without MoS loses all."""
        measure = measure_of(self.ready(table, self._pool(table)))
        sheet, number = table.sheet(self.patient), self._line(table)
        gathered, most = self._gathered(table), self._difficulty(table)
        helps = sum(share * min(most, max(0, gathered + net - most)) for net, share in enumerate(measure) if net)
        return helps - min(most, help_for(sheet, number))

    def perform(self, table: Table, dice: Dice) -> None:
        number, difficulty = self._line(table), self._difficulty(table)
        gathered = self._gathered(table)
        result = self.roll(table, dice, self._pool(table), "care")
        tally = gathered + result.net if result.net else 0
        hits = max(0, tally - difficulty)
        _note(table, self.patient, CARE, number, tally)
        verdict = "success" if tally >= difficulty else "progress" if tally else "lost"
        how = {"success": f"will help by {hits}", "progress": "goes on", "lost": "has to begin again"}[verdict]
        table.happen(Told((table.actor, self.patient), f"{{0}} cares for {{1}} for an hour: it {how}."))
        judge(table, dice, result, verdict, reward=self.reward, hits=hits, tally=tally, difficulty=difficulty)

    def _line(self, table: Table) -> int:
        return _line_of(table, self.patient, self.line, hurt_lines(table.sheet(self.patient)), "has no wound on")

    def _difficulty(self, table: Table) -> int:
        return boxes(lines(table.sheet(self.patient))[self._line(table)])

    def _gathered(self, table: Table) -> int:
        return cared(table.sheet(self.patient), self._line(table))


@dataclass(frozen=True, slots=True, kw_only=True)
class Staunch(Try):
    """Stop a wound when no fight hurries: first aid in one roll, or medicine roll by roll and first fail (D-2).

    A roll takes a round, which whoever bleeds to death has less to live (SDA-216).
    """

    name: ClassVar[str] = "healing.stop_bleeding"
    label: ClassVar[str] = "Stop the bleeding in peace"

    patient: str = pick("Of")
    line: str = pick("Wound", default="", help="The worst, if nothing is picked")
    skill: str = pick("With", default="first_aid")

    @classmethod
    def possible(cls, table: Table) -> None:
        at_leisure(table)
        if not patients(table, bleeding=True):
            raise NotNow("Nobody about is bleeding. Wounds that do not bleed are cared for, or heal by themselves.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        hurt = patients(table, bleeding=True)
        whom = tuple(Choice(who, table.name(who)) for who in hurt)
        return {**Try.choices(table), "patient": whom, "line": line_choices(table, hurt), "skill": HEALING}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"patient": patients(table, bleeding=True)[0]}

    def odds(self, table: Table) -> Odds:
        pool = self.ready(table, self._pool(table))
        return self.foretold(table, pool, max(0, self._difficulty(table) - self._gathered(table)), "stop it")

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
        result = self.roll(table, dice, self._pool(table), "stop bleeding")
        tally = gathered + result.net
        stopped = tally >= difficulty
        if self.skill == "medicine":
            _note(table, self.patient, STAUNCHED, number, 0 if stopped or not result.net else tally)
        if stopped:
            stop(table, self.patient, number)
        else:
            table.happen(Told((table.actor, self.patient), "{0} cannot stop {1}’s bleeding yet."))
        bleed_on(table, self.patient)
        verdict = "success" if stopped else "failure"
        hits = max(0, tally - difficulty)
        judge(table, dice, result, verdict, reward=self.reward, hits=hits, tally=tally, difficulty=difficulty)

    def _pool(self, table: Table) -> Pool:
        return self.plain_pool(table, self.skill)

    def _line(self, table: Table) -> int:
        return _line_of(table, self.patient, self.line, wounds(table.sheet(self.patient)), "does not bleed from")

    def _difficulty(self, table: Table) -> int:
        return level(lines(table.sheet(self.patient))[self._line(table)])

    def _gathered(self, table: Table) -> int:
        kept = table.sheet(self.patient).memo.get(STAUNCHED, {})
        return int(kept.get(str(self._line(table)), 0)) if self.skill == "medicine" else 0


def _line_of(table: Table, who: str, picked: str, wounded: list[int], is_not: str) -> int:
    """The line that is meant, or the worst of those that may be tended."""
    injuries = lines(table.sheet(who))
    number = int(picked) if picked else max(wounded, key=lambda n: (level(injuries[n]), boxes(injuries[n])), default=-1)
    if number not in wounded:
        there = ", ".join(str(n + 1) for n in wounded) or "none"
        raise Refused(f"{table.name(who)} {is_not} line {number + 1}. It is possible for: {there}.", "line")
    return number


def _note(table: Table, who: str, memo: str, number: int, tally: int) -> None:
    before = table.sheet(who).memo.get(memo, {})
    after = {key: value for key, value in before.items() if key != str(number)}
    if tally:
        after[str(number)] = tally
    if after != before:
        table.happen(MemoKept(who, memo, after or None))


RECOVERY: tuple[type[Command], ...] = (HealNaturally, Care, Staunch)
