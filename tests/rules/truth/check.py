"""The check of a game: every command that shows odds, held against performing it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from math import inf, isclose
from random import Random

from rules.engine.kernel import QuickDice, Refused, commands, opened
from rules.engine.odds import Odds
from rules.engine.system.protocol import System
from tests.rules.truth.comparison import EXACT, Comparison, Unread, compare_odds, surprising
from tests.rules.truth.performed_command import Reading
from tests.rules.truth.situations import Chooser, Situation

#: So many tries for each situation like another that is looked for: most of what is chosen at random is refused.
TRIES = 12
#: How a chance is read where a game says nothing else: it bears the name of the verdict that it is the chance of.
BY_VERDICT = Reading({"*": lambda it, name: it.is_judged(name)})


def readings_of(system: System) -> Mapping[str, Reading]:
    """How the numbers of a game are read, as the module beside its other tests says if there is one."""
    folder = type(system).__module__.split(".")[2]
    module = f"tests.rules.{folder}.shown"
    if not find_spec(f"tests.rules.{folder}") or not find_spec(module):
        return dict.fromkeys(expected_of(system), BY_VERDICT)
    found: Mapping[str, Reading] = import_module(module).READINGS
    return found


def expected_of(system: System) -> set[str]:
    """The names of all commands of a game that show odds."""
    return {kind.name for kind in system.commands if kind.has_odds}


@dataclass(slots=True)
class Report:
    """The comparisons and faults of a check."""

    comparisons: list[Comparison] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    #: The commands whose odds were held against at least one performing.
    covered: set[str] = field(default_factory=set)
    situations: int = 0

    def add(self, other: "Report") -> None:
        self.comparisons += other.comparisons
        self.faults += other.faults
        self.covered |= other.covered
        self.situations += other.situations

    def failures(self, expected: Iterable[str]) -> list[str]:
        """The failures, in sentences."""
        missing = sorted(set(expected) - self.covered)
        unmet = [f"{name}: shows odds, and no situation is checked" for name in missing]
        return [*map(str, surprising(self.comparisons)), *sorted(set(self.faults)), *unmet]


def situations_of(found: Sequence[Situation], each: int, more: int, seed: int) -> dict[str, list[Situation]]:
    """For each command so many situations of worked examples, spread evenly, and so many others like them."""
    by_name = defaultdict(list)
    for one in found:
        if shown_in(one) is not None:
            by_name[one.name].append(one)
    return {name: _spread(listed, each) + _others(listed, more, seed) for name, listed in sorted(by_name.items())}


def shown_in(situation: Situation) -> Odds | None:
    """The odds that are shown there; none where they are refused, or nothing is left to chance."""
    with opened(situation.book):
        try:
            return commands.foretell(situation.command, situation.table())
        except Refused:
            return None


def _spread(listed: Sequence[Situation], count: int) -> list[Situation]:
    if len(listed) <= count:
        return list(listed)
    return [listed[place * len(listed) // count] for place in range(count)]


def _others(listed: Sequence[Situation], count: int, seed: int) -> list[Situation]:
    chance = Random(f"{seed} {listed[0].name}")
    found: list[Situation] = []
    for _ in range(count * TRIES):
        if len(found) == count:
            break
        like = chance.choice(listed)
        other = Chooser(like.system, chance).another(like)
        if shown_in(other) is not None:
            found.append(other)
    return found


def check(
    situations: Iterable[Situation], readings: Mapping[str, Reading], runs: int, seed: int | str, ways: int
) -> Report:
    """Hold the odds of each situation against performing its command."""
    report = Report()
    for one in situations:
        with opened(one.book):
            _check_situation(report, one, readings.get(one.name, Reading()), runs, seed, ways)
    return report


def _check_situation(report: Report, one: Situation, reading: Reading, runs: int, seed: int | str, ways: int) -> None:
    odds = shown_in(one)
    if odds is None:
        return
    report.situations += 1
    report.comparisons += _of_other_dice(one, odds)
    try:
        report.comparisons += compare_odds(one, odds, reading, runs, seed, ways)
    except Unread as unread:
        report.faults.append(f"{one.name}: nothing says how to read its {unread}")
    except Refused as refused:
        report.faults.append(f"{one.name}: shows odds for what is refused: {refused.sentence} ({one.source})")
    else:
        report.covered.add(one.name)


def refused_otherwise(one: Situation, seed: int) -> str:
    """The fault of odds that are shown for a refused command, or refused for another one; empty if they agree."""

    def foretold() -> None:
        commands.foretell(one.command, one.table())

    def performed() -> None:
        table = one.table()
        commands.perform(one.command, table, QuickDice(seed))
        one.system.keep_up(table)

    with opened(one.book):
        said, done = _refusal(foretold), _refusal(performed)
    return "" if said == done else f"{one.name}: odds say {said or 'yes'!r}, performing says {done or 'yes'!r}: {one}"


def _refusal(attempt) -> str:  # type: ignore[no-untyped-def]
    try:
        attempt()
    except Refused as refused:
        return refused.sentence
    return ""


def _of_other_dice(one: Situation, odds: Odds) -> Iterator[Comparison]:
    """Comparisons of the odds shown for other numbers of dice with those shown first where these are chosen."""
    if not hasattr(one.command, "dice"):
        return
    for other in odds.compared:
        chosen = shown_in(replace(one, command=replace(one.command, dice=int(other.name))))
        if chosen is not None:
            first = chosen.chances[0].probability
            surprise = 0.0 if isclose(other.probability, first, abs_tol=EXACT) else inf
            yield Comparison(one.name, f"{other.label} instead", other.probability, first, surprise, 0, one.source)
