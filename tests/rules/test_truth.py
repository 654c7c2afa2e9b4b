"""Numbers shown before a choice are what performing it comes to, and what is refused shows none."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.engine.odds import Odds
from rules.engine.refusals import Refused
from rules.engine.system import System
from rules.registry import SYSTEMS
from tests.rules.truth.check import check, expected_of, readings_of, refused_otherwise, shown_in, situations_of
from tests.rules.truth.examples import few_of, played
from tests.rules.truth.situations import Chooser, Situation

#: So few runs find what is grossly wrong; `python -m benchmarks.truth` has 20,000.
RUNS, WAYS, SEED = 40, 60, 5
#: Games of which not every command that shows a number is read yet; of the others one without a reading is a fault.
PARTLY_READ = {"sda"}
#: So many situations like each of those found are tried.
OTHERS = 1

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug),
]


def test_numbers_are_what_performing_comes_to(system: System) -> None:
    readings = readings_of(system)
    found = situations_of(played(system, few_of(system, 1)), each=1, more=1, seed=SEED)
    names = found.keys() & readings.keys() if system.slug in PARTLY_READ else found.keys()
    report = check([one for name in sorted(names) for one in found[name]], readings, RUNS, SEED, WAYS)
    assert not report.failures(names)


def test_odds_refuse_what_performing_refuses(system: System) -> None:
    found = played(system, few_of(system, 1))
    assert {one.name for one in found} >= expected_of(system)
    chooser = Chooser(system, Random(SEED))
    tried = [one for like in found for one in (like, *(chooser.another(like) for _ in range(OTHERS)))]
    assert not [fault[:300] for number, one in enumerate(tried) if (fault := refused_otherwise(one, number))]


# -- planted faults ----------------------------------------------------------------------------------------------------


def _higher(odds: Odds) -> Odds:
    """As if a malus had been forgotten: the first chance is better than it is."""
    one = odds.chances[0]
    return replace(odds, chances=(replace(one, probability=(1 + one.probability) / 2), *odds.chances[1:]))


def _shifted(odds: Odds) -> Odds:
    """A measure that is one too high, as where what has no room is counted all the same."""
    return replace(odds, measure=(0.0, *odds.measure))


def _dearer(odds: Odds) -> Odds:
    """A mean that is off, as where a cost was left out."""
    return replace(odds, means=tuple(replace(one, amount=one.amount + 1) for one in odds.means))


def _more(odds: Odds) -> Odds:
    """A chance that nothing says how to read."""
    return replace(odds, chances=(*odds.chances, replace(odds.chances[0], name="no such chance")))


FAULTS: tuple[tuple[Callable[[Odds], Odds], Callable[[Odds], Any]], ...] = (
    (_higher, lambda odds: odds.chances and odds.chances[0].probability < 0.9),
    (_shifted, lambda odds: odds.measure),
    (_dearer, lambda odds: odds.means),
    (_more, lambda odds: odds.chances),
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault[0].__name__)
def test_planted_faults_are_found(
    system: System, fault: tuple[Callable[[Odds], Odds], Callable[[Odds], Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil, concerns = fault
    one = _first_situation(system, concerns)
    if one is None:
        pytest.skip("This game shows nothing of the kind.")
    assert not _found(one)
    kind = type(one.command)
    right = kind.odds
    monkeypatch.setattr(kind, "odds", lambda self, table: spoil(right(self, table)))  # type: ignore[arg-type]
    assert _found(one)


def test_odds_of_what_is_refused_are_found(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    one = _first_situation(system, lambda odds: odds.chances)
    assert one is not None
    assert not refused_otherwise(one, SEED)

    def refuses(self: Any, table: Any, dice: Any) -> None:
        raise Refused("That is not possible here.")

    monkeypatch.setattr(type(one.command), "perform", refuses)
    assert refused_otherwise(one, SEED)
    assert any("refused" in fault for fault in _found(one))


def test_a_command_without_a_situation_is_found(system: System) -> None:
    assert len(check([], readings_of(system), RUNS, SEED, WAYS).failures(expected_of(system))) == len(
        expected_of(system)
    )


def _first_situation(system: System, concerns: Callable[[Odds], Any]) -> Situation | None:
    """One of the test from the sheet, or of any other command that is read."""
    readings = readings_of(system)
    for one in _sorted(system, played(system, few_of(system, 1)[:8])):
        odds = shown_in(one) if one.name in readings else None
        if odds is not None and concerns(odds):
            return one
    return None


def _sorted(system: System, found: Sequence[Situation]) -> list[Situation]:
    return sorted(found, key=lambda one: one.name != system.test)


def _found(one: Situation) -> list[str]:
    return check([one], readings_of(one.system), 400, SEED, WAYS).failures({one.name})
