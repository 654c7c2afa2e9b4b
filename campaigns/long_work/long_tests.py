"""Reading long tests: what is under way in a campaign, when it will be done, and what the worker carries on."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from campaigns.audience import access
from campaigns.models import AlmanacPage, Document, Membership, Run, all_scenes, all_sheets
from campaigns.play.game import Game, lay_out_for_all
from rules import codec
from rules.engine.calendar.long_tests import Forecast, LongTest, LongTests, Strain
from rules.engine.kernel import Almanac, Refused

#: The most runs that have ended of which members are told.
LATEST = 5


@dataclass(frozen=True, slots=True)
class Finished:
    """The dates by which something is done, in one case of two and in nine of ten; empty where nobody knows."""

    half: str = ""
    most: str = ""


def finished(almanac: Almanac, ahead: Forecast) -> Finished:
    """The dates of a long test's forecast."""
    half, most = (almanac.by(one.minutes) if one else "" for one in (ahead.half, ahead.most))
    return Finished(half, most)


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A long test as a member may know it: who leads it, and everybody else at it, by name and (``known``) by id."""

    leader: Document
    test: LongTest
    others: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    may_act: bool = False
    version: int = 0
    forecast: Forecast | None = None
    no_forecast: str = ""
    finished: Finished | None = None
    #: The strain on each who works at it, by name.
    strains: tuple[tuple[str, Strain], ...] = ()
    #: The sentence why it does not go on while time passes; told to game masters alone.
    busy: str = ""
    run: Run | None = None

    @property
    def nights(self) -> bool:
        """Whether anybody rests on the way, where it takes more than a day."""
        return any(one.rested for _, one in self.strains)

    @property
    def at(self) -> tuple[str, str]:
        return self.leader.public_id, self.test.key


@dataclass(slots=True)
class Board:
    """The long tests under way, laid out for a member."""

    member: Membership
    kept: LongTests
    game: Game
    listed: list[tuple[Document, LongTest]] = field(default_factory=list)

    def find(self, who: str, key: str) -> tuple[Document, LongTest]:
        """The leader and the state of one long test; 404 where the member may not know of it, or it is done."""
        for leader, test in self.listed:
            if (leader.public_id, test.key) == (who, key):
                return leader, test
        raise Http404


def kept_by(member: Membership) -> LongTests:
    """The long tests of the campaign's game: how it keeps them; 404 where it knows none."""
    kept = member.campaign.system.long_tests
    if kept is None:
        raise Http404
    return kept


def board(member: Membership, among: Collection[str] | None = None) -> Board:
    """The long tests on the sheets that the member may open, or (``among``) on those of some people."""
    kept = kept_by(member)
    leaders = list(access.visible(member, _remembering(kept.memo, among)))
    leaders.sort(key=lambda document: (document.name.casefold(), document.pk))
    game = lay_out_for_all(member, leaders)
    listed = [(one, test) for one in leaders for test in kept.under_way(game.table.sheet(one.public_id))]
    return Board(member, kept, game, listed)


def _remembering(memo: str, among: Collection[str] | None) -> QuerySet[Any]:
    """The sheets that may remember long tests: their text says so, among other things."""
    found = all_sheets().filter(body__contains=f'"{memo}"', binned_at=None)
    return found if among is None else found.filter(public_id__in=among)


def under_way(member: Membership, *, foreseen: bool) -> list[UnderWay]:
    """The long tests under way as the member may know them, with their forecasts if ``foreseen``."""
    there = board(member)
    if foreseen:
        there.game.sheets.bring({who for _, test in there.listed for who in test.people})
    carried = {(who, key): run for run in runs(member) if run.is_open for who, key, _ in run.tests}
    almanac = _almanac(member) if foreseen and there.listed else None
    closed = busy(there) if member.is_gm and there.listed else {}
    found = (_as_known(there, leader, test, carried, almanac) for leader, test in there.listed)
    return [replace(one, busy=closed.get(one.at, "")) for one in found]


def _almanac(member: Membership) -> Almanac:
    page = AlmanacPage.of(member.campaign)
    return page.almanac if page else Almanac()


def _as_known(
    there: Board, leader: Document, test: LongTest, carried: dict[tuple[str, str], Run], almanac: Almanac | None
) -> UnderWay:
    """A long test as the member may know it; with an almanac also its forecast."""
    ahead, why = foresee(there, leader, test) if almanac else (None, "")
    cast = there.game.table.cast
    return UnderWay(
        leader=leader,
        test=test,
        others=tuple(cast[who] for who in test.people if who != leader.public_id and who in cast),
        known=tuple(who for who in test.people if who in cast),
        may_act=access.may_play(there.member, leader),
        version=leader.version_for(there.member.is_gm),
        forecast=ahead,
        no_forecast=why,
        finished=finished(almanac, ahead) if almanac and ahead else None,
        strains=tuple((cast[one.who], one) for one in ahead.strains if one.who in cast) if ahead else (),
        run=carried.get((leader.public_id, test.key)),
    )


def foresee(there: Board, leader: Document, test: LongTest) -> tuple[Forecast | None, str]:
    """The forecast of a long test; or ``None``, and the sentence that says why nobody can tell."""
    try:
        return there.kept.forecast(there.game.table.as_actor(leader.public_id), test.key), ""
    except Refused as refused:
        return None, refused.sentence


# -- while time passes -------------------------------------------------------------------------------------------------


def going_on(there: Board) -> list[tuple[Document, LongTest]]:
    """The long tests that go on while time passes: all for which people are free."""
    closed = busy(there)
    return [one for one in there.listed if (one[0].public_id, one[1].key) not in closed]


def busy(there: Board) -> dict[tuple[str, str], str]:
    """The long tests, as (leader, key), that do not go on while time passes, and why; told to game masters alone.

    Whoever fights works at nothing, and nobody at two things at once: what was begun first comes first. A test that is
    rolled for to its end already needs no time.
    """
    cast, fought, carried = there.game.table.cast, fighting(there.member), _carried(there.member)
    taken: dict[str, str] = {}
    found: dict[tuple[str, str], str] = {}
    for leader, test in there.listed:
        people = dict.fromkeys((leader.public_id, *test.people))
        fights = [who for who in people if who in fought]
        works = [who for who in people if who in taken]
        at = (leader.public_id, test.key)
        if at in carried:
            found[at] = "It is being rolled to the end."
        elif fights:
            found[at] = f"{cast.get(fights[0], 'Somebody')} is in a fight."
        elif works:
            found[at] = f"{cast.get(works[0], 'Somebody')} is busy with {taken[works[0]]}."
        else:
            taken |= dict.fromkeys(people, test.label)
    return found


def fighting(member: Membership) -> frozenset[str]:
    """The ids of those in a fight that goes on."""
    return frozenset(who for _, there in open_fights(member) for who in there)


def open_fights(member: Membership) -> list[tuple[Document, frozenset[str]]]:
    """The fights that go on, each with the ids of those in it."""
    found = all_scenes().filter(campaign=member.campaign_id, void=False, body__contains='"fighting"').order_by("pk")
    laid_out = ((one, codec.encounter_from(one.body)) for one in found)
    return [(one, frozenset(fight.combatants)) for one, fight in laid_out if fight.stage == "fighting"]


def _carried(member: Membership) -> frozenset[tuple[str, str]]:
    """The long tests, as (leader, key), that a run rolls for to their end."""
    going = Run.objects.filter(campaign=member.campaign_id, kind=Run.Kind.END, state=Run.State.GOING)
    return frozenset((who, key) for run in going for who, key, _ in run.tests)


# -- runs --------------------------------------------------------------------------------------------------------------


def runs(member: Membership) -> list[Run]:
    """The runs that the member may know of, the latest first: those that are open, and a few that have ended.

    Runs for time that goes by are told to game masters alone: it goes by for people whom players do not know, too.
    """
    found = Run.objects.filter(campaign=member.campaign_id).select_related("by").order_by("-pk")
    open_ones = found.filter(state__in=Run.OPEN)
    ended = found.filter(state__in=(Run.State.DONE, Run.State.CANCELLED))[: LATEST * 4]
    known = _known(member, [*open_ones, *ended])
    return [run for run in known if run.is_open] + [run for run in known if not run.is_open][:LATEST]


def run_for(member: Membership, public_id: str) -> Run:
    """One run that the member may know of; 404 otherwise."""
    found = Run.objects.filter(campaign=member.campaign_id, public_id=public_id).select_related("by")
    known = _known(member, found)
    if not known:
        raise Http404
    return known[0]


def _known(member: Membership, found: Iterable[Run]) -> list[Run]:
    listed = list(found)
    if member.is_gm or not listed:
        return listed
    leaders = {who for run in listed for who, _, _ in run.tests}
    open_sheets = access.visible(member, all_sheets().filter(public_id__in=leaders))
    seen = set(open_sheets.values_list("public_id", flat=True))
    return [run for run in listed if run.kind == Run.Kind.END and all(who in seen for who, _, _ in run.tests)]
