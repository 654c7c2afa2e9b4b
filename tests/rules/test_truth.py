"""Numbers shown before a choice are what performing it comes to, and what is refused shows none."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from rules import codec
from rules.engine.kernel import QuickDice, Refused, ResourceChanged, Table, Throw, described_fields, opened
from rules.engine.odds import Odds
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS
from tests.rules.truth.cached_table import CachedSituation
from tests.rules.truth.check import check, expected_of, readings_of, refused_otherwise, shown_in, situations_of
from tests.rules.truth.examples import scenarios_with_each_command, situations_in
from tests.rules.truth.performed_command import Reading, perform
from tests.rules.truth.situations import Chooser, Situation

#: So few runs find what is grossly wrong; `python -m benchmarks.truth` has 20,000.
RUNS, WAYS, SEED = 40, 60, 5
#: So many situations like each of those found are tried.
OTHERS = 1
#: So many examples of each command are performed with the worst and the best of dice.
EXAMPLES = 5
#: The resource that a cost is planted in.
COST = "spirit"

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug),
]


@cache
def few_situations(system: System) -> list[Situation]:
    """Situations of one worked example of each command, played once for all tests."""
    return situations_in(system, scenarios_with_each_command(system, 1))


def test_numbers_are_what_performing_comes_to(system: System) -> None:
    readings = readings_of(system)
    found = situations_of(few_situations(system), each=1, more=OTHERS, seed=SEED)
    report = check([one for listed in found.values() for one in listed], readings, RUNS, SEED, WAYS)
    assert not report.failures(found.keys())


def test_odds_refuse_what_performing_refuses(system: System) -> None:
    found = few_situations(system)
    assert {one.name for one in found} >= expected_of(system)
    chooser = Chooser(system, Random(SEED))
    tried = [one for like in found for one in (like, *(chooser.another(like) for _ in range(OTHERS)))]
    assert not [fault[:300] for number, one in enumerate(tried) if (fault := refused_otherwise(one, number))]


class ExtremeDice:
    """Dice that are as good for one as they can be, or as bad, and the other way round for all others.

    They are so a few times in a row, and fall by chance from then on: some are thrown again as long as they are good.
    """

    def __init__(self, who: str, *, high: bool) -> None:
        self.who, self.high, self.left, self.rest = who, high, 4, QuickDice(SEED)

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        self.left -= 1
        if self.left < 0:
            return self.rest.roll(who, sides)
        return Throw(tuple(sides if self.high == (who == self.who) else (1,) * len(sides)))


def test_what_shows_odds_is_not_refused_once_the_dice_fall(system: System) -> None:
    readings, refused = readings_of(system), []
    for one in situations_in(system, scenarios_with_each_command(system, EXAMPLES)):
        for high in (False, True):
            with opened(one.book):
                try:
                    perform(one, readings.get(one.name, Reading()), ExtremeDice(one.actor, high=high), one.table())
                except Refused as fault:
                    refused += [f"{one.name}: {fault.sentence} ({one.source})"] if shown_in(one) else []
    assert not refused


def test_a_kept_table_comes_to_the_same_as_any_other(system: System) -> None:
    readings = readings_of(system)
    fights = [one for one in few_situations(system) if CachedSituation(one).is_fight]
    for one in {one.name: one for one in fights}.values():
        reading, kept = readings.get(one.name, Reading()), CachedSituation(one)
        for seed in (SEED, SEED, SEED + 1):
            with opened(one.book):
                plain, other = (
                    _outcome_as_text(one, reading, one.table(), seed),
                    _outcome_as_text(one, reading, kept.table(), seed),
                )
            assert plain == other, one.source


def _outcome_as_text(one: Situation, reading: Reading, table: Table, seed: int) -> list[str]:
    try:
        happened = perform(one, reading, QuickDice(seed), table)
    except Refused as refused:
        return [refused.sentence]
    return [codec.dump(fact) for fact in happened.facts] + [codec.dump(happened.after(who)) for who in table.sheets]


# -- planted faults ----------------------------------------------------------------------------------------------------


def _with_better_chance(odds: Odds) -> Odds:
    """Odds with a fault, as if a malus had been forgotten: the first chance is better than it is."""
    one = odds.chances[0]
    return replace(odds, chances=(replace(one, probability=(1 + one.probability) / 2), *odds.chances[1:]))


def _with_shifted_measure(odds: Odds) -> Odds:
    """A measure that is one too high, as where what has no room is counted all the same."""
    return replace(odds, measure=(0.0, *odds.measure))


def _with_higher_mean(odds: Odds) -> Odds:
    """A mean that is off, as where a cost was left out."""
    return replace(odds, means=tuple(replace(one, amount=one.amount + 1) for one in odds.means))


def _with_unknown_chance(odds: Odds) -> Odds:
    """A chance that nothing says how to read."""
    return replace(odds, chances=(*odds.chances, replace(odds.chances[0], name="no such chance")))


def _with_exchanged_chances(odds: Odds) -> Odds:
    """Two chances in the wrong order: each is told with the name of the other."""
    one, other, *more = odds.chances
    here, there = replace(one, probability=other.probability), replace(other, probability=one.probability)
    return replace(odds, chances=(here, there, *more))


def _with_better_other_dice(odds: Odds) -> Odds:
    """Other numbers of dice told as better than they are shown once they are chosen."""
    others = tuple(replace(one, probability=(1 + one.probability) / 2) for one in odds.compared)
    return replace(odds, compared=others)


def _has_unequal_chances(odds: Odds) -> bool:
    return len(odds.chances) > 1 and abs(odds.chances[0].probability - odds.chances[1].probability) > 0.3


FAULTS: tuple[tuple[Callable[[Odds], Odds], Callable[[Odds], Any]], ...] = (
    (_with_better_chance, lambda odds: odds.chances and odds.chances[0].probability < 0.9),
    (_with_shifted_measure, lambda odds: odds.measure),
    (_with_higher_mean, lambda odds: odds.means),
    (_with_unknown_chance, lambda odds: odds.chances),
    (_with_exchanged_chances, _has_unequal_chances),
    (_with_better_other_dice, lambda odds: any(one.name.isdigit() and one.probability < 0.9 for one in odds.compared)),
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault[0].__name__)
def test_planted_faults_are_found(
    system: System, fault: tuple[Callable[[Odds], Odds], Callable[[Odds], Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil, concerns = fault
    one = _first_situation(system, concerns)
    if one is None:
        pytest.skip("This game shows nothing of the kind.")
    assert not _failures(one)
    kind = type(one.command)
    right = kind.odds
    monkeypatch.setattr(kind, "odds", lambda self, table: spoil(right(self, table)))  # type: ignore[arg-type]
    assert _failures(one)


def test_another_threshold_is_found(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds of a threshold one off are found, as if a roll had needed one more or one less."""
    for one in _sorted(system, few_situations(system)):
        there = _one_off(one)
        if there is not None and not _failures(one):
            monkeypatch.setattr(type(one.command), "odds", lambda self, table, there=there: there)
            assert _failures(one)
            return
    raise AssertionError("No number of a choice changes any odds.")


def _one_off(one: Situation) -> Odds | None:
    """The odds of a choice with one of its numbers one higher, if its first chance is another by far."""
    right = shown_in(one)
    if one.name not in readings_of(one.system) or right is None or not right.chances:
        return None
    for name, (described, _) in described_fields(type(one.command)).items():
        if described.kind == "number":
            higher = replace(one.command, **{name: getattr(one.command, name) + 1})
            odds = shown_in(replace(one, command=higher))
            if odds and odds.chances and abs(odds.chances[0].probability - right.chances[0].probability) > 0.1:
                return odds
    return None


def test_a_cost_that_nothing_tells_of_is_found(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    one = _first_situation(system, lambda odds: any(told.name == COST for told in odds.means))
    if one is None:
        pytest.skip("This game shows nothing of the kind.")
    kind = type(one.command)
    right = kind.perform

    def perform_at_a_cost(self: Any, table: Table, dice: Any) -> None:
        right(self, table, dice)
        table.happen(ResourceChanged(table.actor, COST, -1, "a cost"))

    monkeypatch.setattr(kind, "perform", perform_at_a_cost)
    assert _failures(one)


def test_odds_of_what_is_refused_are_found(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    one = _first_situation(system, lambda odds: odds.chances)
    assert one is not None
    assert not refused_otherwise(one, SEED)

    def refuses(self: Any, table: Any, dice: Any) -> None:
        raise Refused("That is not possible here.")

    monkeypatch.setattr(type(one.command), "perform", refuses)
    assert refused_otherwise(one, SEED)
    assert any("refused" in fault for fault in _failures(one))


def test_a_command_without_a_situation_is_found(system: System) -> None:
    assert len(check([], readings_of(system), RUNS, SEED, WAYS).failures(expected_of(system))) == len(
        expected_of(system)
    )


def _first_situation(system: System, concerns: Callable[[Odds], Any]) -> Situation | None:
    """The first situation whose odds concern the question, those of the test on the sheet first."""
    readings = readings_of(system)
    for one in _sorted(system, few_situations(system)):
        odds = shown_in(one) if one.name in readings else None
        if odds is not None and concerns(odds):
            return one
    return None


def _sorted(system: System, found: Sequence[Situation]) -> list[Situation]:
    return sorted(found, key=lambda one: one.name != system.test)


def _failures(one: Situation) -> list[str]:
    return check([one], readings_of(one.system), 400, SEED, WAYS).failures({one.name})
