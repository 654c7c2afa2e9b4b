"""Results of tests that were asked for: who has rolled and how it went, and who has yet to roll."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from django.utils import timezone

from campaigns.audience import history, viewers
from campaigns.log.outcome import Outcome, outcome_of
from campaigns.models import AskedTest, Entry, Membership

#: The time for which an asking is shown, and the most of them.
LATELY, MOST = timedelta(hours=12), 5


@dataclass(frozen=True, slots=True)
class Result:
    """One who was asked; ``verdict`` says how the roll went and ``why``, empty while it is owed."""

    who: str
    name: str
    verdict: str = ""
    why: str = ""

    @property
    def owes(self) -> bool:
        return not self.verdict


@dataclass(frozen=True, slots=True)
class Asked:
    """A test that was asked for, of all who were asked at once, who share its key."""

    key: str
    label: str
    words: str
    said: str
    at: datetime
    results: tuple[Result, ...]

    @property
    def owing(self) -> tuple[str, ...]:
        """The names of those who have yet to roll."""
        return tuple(one.name for one in self.results if one.owes)


def asked_lately(member: Membership) -> list[Asked]:
    """The tests that were asked for lately, the newest first."""
    since = timezone.now() - LATELY
    rows = AskedTest.objects.filter(campaign=member.campaign, asked_at__gt=since).select_related("entry__struck")
    tests = sorted(rows, key=lambda test: (test.asked_at, test.pk))
    keys = list(dict.fromkeys(test.key for test in tests))[-MOST:]
    shown = sorted((test for test in tests if test.key in keys), key=lambda test: keys.index(test.key))
    told = _Rolled(member, shown)
    listed = [_asked(list(group), told) for _, group in groupby(shown, key=lambda test: test.key)]
    return listed[::-1]


def _asked(tests: Sequence[AskedTest], told: "_Rolled") -> Asked:
    first = tests[0]
    results = tuple(told.result(test) for test in tests)
    return Asked(first.key, first.label, first.words, first.said, first.asked_at, results)


class _Rolled:
    """The outcomes of rolls, each after whatever has changed it since: a push, another roll for points."""

    def __init__(self, member: Membership, tests: Iterable[AskedTest]) -> None:
        people = viewers.people(member)
        self.member, self.viewer = member, viewers.viewer(member, people)
        self.names = {one.public_id: one.name for one in people}
        self.after = self._after([test for test in tests if test.entry])

    def _after(self, rolled: Sequence[AskedTest]) -> dict[str, list[Entry]]:
        """The entries of those who rolled since then, by their ids, the earliest first."""
        if not rolled:
            return {}
        first = min(test.entry.number for test in rolled if test.entry)
        counting = Entry.objects.counting().filter(campaign=self.member.campaign, number__gt=first)
        found: dict[str, list[Entry]] = {}
        for entry in counting.filter(actor__in={test.about for test in rolled}).order_by("number")[:200]:
            found.setdefault(entry.actor, []).append(entry)
        return found

    def result(self, test: AskedTest) -> Result:
        name = self.names.get(test.about, "")
        if test.entry is None or test.entry.is_struck:
            return Result(test.about, name)
        outcome = self._outcome(self._last(test.entry))
        if outcome.verdicts:
            return Result(test.about, name, outcome.verdicts[-1].verdict, outcome.verdicts[-1].reasons)
        return Result(test.about, name, str(outcome.throws[-1].measure) if outcome.throws else "rolled")

    def _last(self, entry: Entry) -> Entry:
        """The entry that decides: the roll itself, or the last of those that changed it right after."""
        for one in self.after.get(entry.actor, []):
            if one.number <= entry.number:
                continue
            if one.command not in self.member.campaign.system.follow_ups:
                break
            entry = one
        return entry

    def _outcome(self, entry: Entry) -> Outcome:
        facts = history.seen_facts(entry, self.viewer)
        names = history.seen_names(self.names, entry, self.viewer)
        return outcome_of(facts, names, self.member.campaign.system)
