"""Moving a campaign's own time: which calendar it keeps, and letting time pass, for everything that goes on meanwhile.

There is this one way for time to pass. It is an entry of the chronicle, which players read and undo takes back; the
rolls for which there was time then are the worker's, one entry each (``campaigns.long_work.runs``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.db import transaction

from campaigns.audience import access
from campaigns.calendar import weather
from campaigns.chronicle import record
from campaigns.long_work import runs
from campaigns.models import AlmanacPage, Campaign, Document, Entry, Membership, Run
from campaigns.play.game import Game
from campaigns.play.intent import Intent, refuse_stale
from campaigns.play.perform import earlier_by, write, write_page
from campaigns.play.scenes import end_scene, outlasts_scene, played
from campaigns.play.undo import last_to_undo, undo
from rules import codec
from rules.engine.calendar.weather import CLIMATES, checked_skies
from rules.engine.calendar.written import checked, written_moon
from rules.engine.kernel import (
    Almanac,
    Calendar,
    CalendarChosen,
    ClimateChosen,
    Date,
    Fact,
    Json,
    NotNow,
    Refused,
    SecureDice,
    Skies,
    TimePassed,
    Unknown,
    refuse_span,
)

#: The entries of the chronicle that choose a calendar, and let time pass.
CHOOSE, PASS = "calendar.choose", "calendar.pass"
#: The dice that make the seed of a campaign's weather: dice, as for all chance, so that a replay can hold them fixed.
SEED = (1000,) * 5
#: The most rolls that are taken back with the time that they were made for.
MOST_STEPS = 2000


@dataclass(frozen=True, slots=True)
class For:
    """A span of time to pass, in minutes."""

    minutes: int

    def passed(self, almanac: Almanac) -> int:
        refuse_span(self.minutes, "amount")
        return self.minutes

    def given(self) -> dict[str, Json]:
        return {"minutes": self.minutes}


@dataclass(frozen=True, slots=True)
class Until:
    """A moment until which time is to pass: a date and a minute of that day."""

    date: Date
    minute: int

    def passed(self, almanac: Almanac) -> int:
        minutes = almanac.until(self.date, self.minute)
        refuse_span(minutes, "day")
        return minutes

    def given(self) -> dict[str, Json]:
        return {"until": codec.plain(self.date), "minute": self.minute}


class WantedClimate(NamedTuple):
    """The weather that a campaign is to have: the name of its climate, empty for none, and its coldest month."""

    name: str = ""
    coldest: int = 1


class Passed(NamedTuple):
    """Time that has passed: the entry, and the worker's run for it; ``None`` if there is nothing to roll for."""

    entry: Entry
    run: Run | None

    @property
    def page(self) -> str:
        """The id of the almanac, which is not all that days change."""
        page = AlmanacPage.of(self.entry.campaign)
        return page.public_id if page else ""


def let_pass(
    member: Membership,
    wanted: For | Until,
    tests: Sequence[tuple[str, str]] | None = None,
    rests: Sequence[str] = (),
    *,
    seen: int | None = None,
    key: str | None = None,
) -> Passed:
    """Let time pass. Long tests go on meanwhile: the ``tests`` named, or all for which people are free.

    Those named in ``rests`` spend the days quietly, and recover as their game has it. No scene lasts a day.
    """
    given = wanted.given() | ({} if tests is None else {"tests": [list(one) for one in tests]})
    given |= {"rests": list(rests)} if rests else {}
    passed: list[int] = []

    def act(game: Game) -> dict[str, Json]:
        page = _page(game.member.campaign)
        refuse_stale(page, page.version, seen)
        game.pages[page.public_id] = page
        almanac = page.almanac
        passed.append(wanted.passed(almanac))
        game.table.happen(TimePassed(page.public_id, passed[0], almanac.date(passed[0])))
        for said in weather.reached(page, almanac, passed[0]):
            game.table.happen(said)
        if outlasts_scene(passed[0]):
            end_scene(game, played(game.member))
        return given

    access.refuse_unless_gm(member)
    with transaction.atomic():
        entry = write(member, Intent(PASS, given, seen=seen, key=key), act)
        if not passed:
            # The same key came before; so did the run.
            return Passed(entry, run_of(entry))
        return Passed(entry, runs.for_time(member, passed[0], tests, rests, key=Run.key_for(entry)))


def run_of(entry: Entry) -> Run | None:
    """The run for the time that passed in an entry; ``None`` if there was nothing to roll for."""
    return Run.objects.filter(campaign=entry.campaign_id, by=entry.by_id, key=Run.key_for(entry)).first()


def choose(
    member: Membership,
    calendar: Calendar,
    today: Date | None,
    weekday: str = "",
    climate: WantedClimate | None = None,
    *,
    seen: int | None = None,
    key: str | None = None,
) -> Entry:
    """Reckon days by another calendar, in which it is ``today`` now; the moment itself stays the same.

    Where days are only counted no ``today`` is needed; without a ``weekday`` today keeps its place in the week, and
    without a ``climate`` the weather stays what it is.
    """
    told: Mapping[str, Json] = codec.plain(calendar)
    given = {name: told[name] for name in ("months", "week", "era")}
    checked(calendar)
    # As they were told, for a moon's age is reckoned from the present: sent again later it is the same request.
    page = AlmanacPage.of(member.campaign)
    now = page.almanac.now if page else Almanac().now
    given |= {"moons": [written_moon(moon, now) for moon in calendar.moons]}
    given |= {"today": codec.plain(today), "weekday": weekday}
    if calendar.months and today is None:
        raise Refused("Enter today’s date.", "today")
    if climate is not None:
        checked_skies(climate.name, climate.coldest, calendar)
        given |= {"climate": climate.name, "coldest": climate.coldest}

    def act(campaign: Campaign) -> tuple[Document, list[Fact]]:
        page = _page(campaign)
        almanac = page.almanac
        named = _weekday(almanac, calendar, weekday)
        chosen = calendar.with_today(today or calendar.first, named, almanac.day)
        happened: list[Fact] = []
        if chosen != almanac.calendar:
            happened.append(CalendarChosen(page.public_id, chosen, Almanac(chosen, almanac.now).date()))
        if climate is not None:
            happened += _climate_chosen(page, replace(almanac, calendar=chosen), climate)
        return page, happened

    return write_page(member, Intent(CHOOSE, given, seen=seen, key=key), act)


def _climate_chosen(page: AlmanacPage, almanac: Almanac, wanted: WantedClimate) -> list[Fact]:
    """The fact that a campaign has another climate, which keeps its seed from the first one on; none if it has it."""
    before = almanac.skies or Skies()
    if (wanted.name, wanted.coldest) == (before.climate, before.coldest) or not (wanted.name or before.climate):
        return []
    said = f"The weather is {CLIMATES[wanted.name].label.lower()}." if wanted.name else "There is no weather."
    seed = before.seed or _drawn()
    return [ClimateChosen(page.public_id, wanted.name, seed, wanted.coldest, said, almanac.date())]


def _drawn() -> int:
    """A seed that nobody finds by trying, from the weather that there was."""
    faces = SecureDice().roll("", SEED).faces
    return int("".join(f"{face - 1:03}" for face in faces)) or 1


def _weekday(almanac: Almanac, calendar: Calendar, named: str) -> int:
    """The place in the calendar's week, from 0, of the day that it is to be today; refused where it has no such day."""
    if not calendar.week:
        return 0
    names = [one.casefold() for one in calendar.week]
    if not named:
        now = almanac.calendar
        return (now.weekday + almanac.day) % len(now.week) % len(names) if now.week else 0
    if named.casefold() not in names:
        raise Refused(f"Choose one of these days of the week: {', '.join(calendar.week)}.", "weekday")
    return names.index(named.casefold())


def _page(campaign: Campaign) -> AlmanacPage:
    page, _ = AlmanacPage.objects.get_or_create(campaign=campaign, defaults={"name": "Calendar"})
    return page


# -- and back ---------------------------------------------------------------------------------------------------------


def take_back(member: Membership, entry_id: str, *, key: str | None = None) -> Entry:
    """Take back time that passed and every roll that was made for it, last first, if nothing else has happened since.

    The worker waits meanwhile, and makes no more of them.
    """
    if not member.is_gm:
        raise PermissionDenied("Only the game master can undo.")
    with transaction.atomic():
        campaign = record.lock(member.campaign_id)
        earlier = earlier_by(campaign, member, Intent("undo", {"entry": entry_id}, key=key))
        if earlier is not None:
            return earlier
        for last in _steps_after(campaign, entry_id):
            undo(member, last)
        return undo(member, entry_id, key=key)


def to_take_back(campaign: Campaign) -> tuple[Entry, int] | None:
    """The entry of the time that could be taken back now, and the number of its rolls' entries; ``None`` for none."""
    last = last_to_undo(campaign)
    if last is None or (last.command != PASS and not (last.key or "").startswith(Run.STEPS)):
        return None
    passed = Entry.objects.filter(campaign=campaign, command=PASS, struck=None).order_by("-number").first()
    try:
        return (passed, len(_steps_after(campaign, passed.public_id))) if passed else None
    except NotNow:
        return None


def _steps_after(campaign: Campaign, entry_id: str) -> list[str]:
    """The ids of the entries of the run for passed time, the last first; refused where others count since then."""
    passed = Entry.objects.filter(campaign=campaign, public_id=entry_id, command=PASS, struck=None).first()
    if passed is None:
        raise Unknown("This time has been undone already.", "entry")
    run = run_of(passed)
    since = Entry.objects.counting().filter(campaign=campaign, number__gt=passed.number)
    steps = since.filter(key__startswith=run.steps_key) if run else since.none()
    listed = list(steps.order_by("-number").values_list("public_id", flat=True)[: MOST_STEPS + 1])
    if len(listed) > MOST_STEPS:
        raise NotNow(f"More than {MOST_STEPS} rolls belong to it. Undo the last of them first, one by one.", "entry")
    if since.count() != len(listed):
        raise NotNow("Something else has happened since. Undo that first, in the chronicle.", "entry")
    return listed
