"""Attacks on several at once, and clashes: one roll, one damage, one counter move (LIN-030, LIN-032, E-d, E-k)."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.fight import note
from rules.engine.kernel import Choice, Dice, Json, Said, Table, Told, Weighing, Worth, pick
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.fortune.core import (
    MEASURE,
    POINTS,
    SIDES,
    Answer,
    Step,
    Trial,
    gain_favour,
    go_on,
    is_step,
    next_comes,
    roll,
    spent_chance,
    then_comes,
)
from rules.systems.fortune.fight.base import (
    ATTACKED,
    HIDDEN,
    Blow,
    come_through,
    hurt_by,
    may_counter,
    throw_damage,
    with_criticals,
)
from rules.systems.fortune.fight.exchange.attack_roll import (
    CLASH,
    COUNTERED,
    ENDS,
    HIT,
    against,
    counter_cost,
    judge_attack,
    show_oneself,
    taken,
    worth_of_clash,
)


@dataclass(frozen=True, slots=True)
class Area:
    """An attack on several that has been rolled: the blow on each, and what it came to with them."""

    blows: tuple[Blow, ...]
    ends: tuple[str, ...]

    def known(self) -> dict[str, Json]:
        return {"blows": [blow.known() for blow in self.blows], "ends": list(self.ends)}

    @classmethod
    def from_known(cls, known: Mapping[str, Any]) -> "Area":
        return cls(tuple(Blow.from_known(one) for one in known["blows"]), tuple(known["ends"]))

    def those(self, *ends: str) -> list[Blow]:
        """The blows that came to one of these ends."""
        return [blow for blow, end in zip(self.blows, self.ends, strict=True) if end in ends]


def area_strike(table: Table, dice: Dice, trial: Trial, blows: Sequence[Blow]) -> None:
    """Roll one attack on several, and compare it with the Armor and Counter of each (LIN-032)."""
    attacker = blows[0].attacker
    show_oneself(table, attacker)
    outcome = roll(table, dice, trial, blows[0].purpose, gains=False)
    ends = [ENDS[against(table, trial, blow.target).verdict(outcome.face)] for blow in blows]
    for blow, end in zip(blows, ends, strict=True):
        note(table, ATTACKED, blow.target)
        judge_attack(table, blow.target, outcome, end)
    if set(ends) == {COUNTERED}:
        gain_favour(table, attacker)
    struck = (
        replace(blow, critical=outcome.is_critical, clashed=end == CLASH) for blow, end in zip(blows, ends, strict=True)
    )
    area = Area(tuple(struck), tuple(ends))
    then_comes(table, "attack.over", who=attacker)
    if table.sheet(attacker).has(HIDDEN):
        then_comes(table, "spotting", who=attacker)
    clashing = area.those(CLASH)
    if clashing and any(may_counter(table, blow.target, attacker) for blow in clashing):
        table.ask(
            attacker,
            Said(
                "You clash with {0} and perhaps others: strike and risk counter moves, or hold back?",
                (clashing[0].target,),
            ),
            "clash.strike",
            "clash.hold",
            area=area.known(),
        )
    else:
        settle_area(table, dice, area, strikes=True)
    go_on(table, dice)


def settle_area(table: Table, dice: Dice, area: Area, *, strikes: bool) -> None:
    """Roll the one damage for all who are hit, and let one counter move follow (LIN-032, E-k)."""
    attacker = area.blows[0].attacker
    struck = (CLASH,) if strikes else ()
    able = [blow.target for blow in area.those(COUNTERED, *struck)]
    next_comes(
        table,
        "area.counter",
        against=attacker,
        favoured=len(area.those(CLASH, COUNTERED)) > 1,
        clashed=False,
        among=[who for who in able if may_counter(table, who, attacker)],
        clashing=[blow.target for blow in area.those(CLASH)],
    )
    hurt = [blow for blow in area.those(HIT, *struck) if table.takes_part(blow.target)]
    fell = throw_damage(table, dice, hurt[0]) if hurt else 0
    for blow in hurt:
        hurt_by(table, blow, fell)


@is_step("area.counter")
def choose_counter(table: Table, dice: Dice, step: Step) -> None:
    """Let one of those who have an opening use it; of several the game master picks one (LIN-032).

    The question goes to a creature, which the game master answers for.
    """
    against_whom = step["against"]
    able = [who for who in step["among"] if table.takes_part(who) and may_counter(table, who, against_whom)]
    if len(able) == 1:
        _counter(table, able[0], step)
    elif able:
        known = {name: step[name] for name in ("against", "favoured", "clashing")}
        theirs = (who for who in (*able, against_whom) if table.sheet(who).kind == "creature")
        table.ask(
            next(theirs, able[0]),
            Said("{0} is open: who counters?", (against_whom,)),
            PickCounter.name,
            among=able,
            **known,
        )


def _counter(table: Table, who: str, known: Mapping[str, Any]) -> None:
    next_comes(
        table,
        "counter",
        who=who,
        against=known["against"],
        clashed=who in known["clashing"],
        favoured=known["favoured"],
    )


@dataclass(frozen=True, slots=True)
class PickCounter(Answer, name="area.counter", label="Let one counter"):
    """Pick who takes advantage of an opening that several have (LIN-032)."""

    unasked: ClassVar[str] = "No counter move to decide about."

    one: str = pick("Who")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"one": tuple(Choice(who, table.name(who)) for who in cls.waiting(table).known["among"])}

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        table.happen(Told((self.one,), "{0} takes the opening."))
        _counter(table, self.one, known)


# -- odds and worth ----------------------------------------------------------------------------------------------------


def odds_of_area(table: Table, trial: Trial, blows: Sequence[Blow]) -> Odds:
    """The odds of an attack on several: to hit all, to hit any, to be countered by all, and the damage of a hit."""
    trials = [against(table, trial, blow.target) for blow in blows]
    every = _share(trial, lambda face: all(ENDS[one.verdict(face)] == HIT for one in trials))
    some = _share(trial, lambda face: any(ENDS[one.verdict(face)] == HIT for one in trials))
    none = _share(trial, lambda face: all(ENDS[one.verdict(face)] == COUNTERED for one in trials))
    critical = trial.shown[SIDES] / some if some and len(trial.shown) > SIDES else 0.0
    listed = (
        Chance("all", "hits all", every),
        Chance("some", "hits at least one", some),
        Chance("none", "is countered by all", none),
        *spent_chance(trial),
    )
    return Odds(
        f"{in_words(every).capitalize()} to hit all.",
        listed,
        with_criticals(table, blows[0], critical, before=True),
        "damage on a hit, before protection",
    )


def _share(trial: Trial, holds: Any) -> float:
    return sum(share for face, share in enumerate(trial.shown) if share and holds(face))


def worth_of_area(table: Table, area: Area) -> tuple[float, float]:
    """The worth that striking takes of those who clash, and the cost of the counter move."""
    clashing = area.those(CLASH)
    favoured = len(area.those(CLASH, COUNTERED)) > 1
    attacker = area.blows[0].attacker
    gain = sum(taken(table, blow) for blow in clashing)
    before = [counter_cost(table, b.target, attacker, clashed=False, favoured=favoured) for b in area.those(COUNTERED)]
    opened = [counter_cost(table, b.target, attacker, clashed=True, favoured=favoured) for b in clashing]
    return gain, max([*before, *opened], default=0.0) - max(before, default=0.0)


def worth_of_areas(table: Table, trial: Trial, blows: Sequence[Blow]) -> tuple[float, float]:
    """The worth of an attack on several, and what counter moves cost on average."""
    gain = lost = 0.0
    for blow in blows:
        mine = against(table, trial, blow.target).chances
        gain += mine.success * taken(table, blow)
        lost = max(lost, mine.failure * counter_cost(table, blow.target, blow.attacker, clashed=False))
    return gain, -lost


# -- a clash: strike and risk a counter move, or hold back -------------------------------------------------------------

SHARES = ("They lose", "You lose")
OF_CLASHES = f"Average damage, minus the cost of a counter move. {MEASURE}"


def area_of(known: Mapping[str, Any]) -> Area | None:
    """The attack on several that a question is about; None if it is about one."""
    return Area.from_known(known["area"]) if "area" in known else None


def worth_of_striking(table: Table, known: Mapping[str, Any]) -> tuple[float, float]:
    """The worth that striking takes of those whom one clashes with, and the cost of the counter move after it."""
    area = area_of(known)
    return worth_of_area(table, area) if area else worth_of_clash(table, Blow.from_known(known["blow"]))


@dataclass(frozen=True, slots=True)
class InClash(Answer):
    """An answer in a clash (LIN-030)."""

    unasked: ClassVar[str] = "You are not in a clash."
    throws_dice: ClassVar[bool] = True

    def weighing(self, table: Table) -> Weighing:
        """The blow weighed against the counter move after it, beside holding back, which wins and loses nothing."""
        return Weighing.of_one(POINTS, OF_CLASHES, self.worth(table, self.known(table)), SHARES, self.label)

    @abstractmethod
    def worth(self, table: Table, known: Mapping[str, Any]) -> Worth:
        """The worth that it takes of them, and that of the counter move, less than nothing."""


@dataclass(frozen=True, slots=True)
class ClashStrike(InClash, name="clash.strike", label="Strike, risking a counter"):
    """Strike in the clash: the blow is dealt first, then its target may use a counter move (LIN-030)."""

    def odds(self, table: Table) -> Odds:
        known = self.known(table)
        area = area_of(known)
        blow = area.blows[0] if area else Blow.from_known(known["blow"])
        return Odds("You deal damage; a counter move may follow.", (), blow.rolled(), "damage, before protection")

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        if area := area_of(known):
            settle_area(table, dice, area, strikes=True)
            return
        blow = Blow.from_known(known["blow"])
        table.happen(Told((blow.attacker, blow.target), "{0} strikes in the clash with {1}."))
        next_comes(table, "counter", who=blow.target, against=blow.attacker, clashed=True)
        come_through(table, dice, blow)

    def worth(self, table: Table, known: Mapping[str, Any]) -> Worth:
        gain, cost = worth_of_striking(table, known)
        return gain, -cost


@dataclass(frozen=True, slots=True)
class ClashHold(InClash, name="clash.hold", label="Hold back"):
    """Hold back in the clash: no damage, and no opening for a counter move (LIN-030)."""

    def odds(self, table: Table) -> Odds:
        return Odds("No damage in the clash." if area_of(self.known(table)) else "No damage.")

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        table.happen(Told((table.actor,), "{0} holds back."))
        if area := area_of(known):
            settle_area(table, dice, area, strikes=False)

    def worth(self, table: Table, known: Mapping[str, Any]) -> Worth:
        return 0.0, 0.0
