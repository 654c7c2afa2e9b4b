"""A campaign's own time: an entry like all others, and the rolls for which there is time."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from campaigns.calendar import dates, timekeeping
from campaigns.chronicle import verify
from campaigns.homebrew import editor
from campaigns.long_work import long_tests, runs
from campaigns.long_work.worker import call_again, sweep_runs
from campaigns.models import AlmanacPage, Entry, Membership, Run
from campaigns.play.game import Game
from campaigns.play.intent import Intent, KeyReused, Stale
from campaigns.play.perform import perform, write
from campaigns.play.undo import redo, undo
from campaigns.sessions import at_table
from rules.engine.kernel import DAY, HOUR, Calendar, Date, Joined, Month, NotNow, Refused, StageSet
from tests.campaigns.test_playing import client_of, send
from tests.campaigns.test_runs import begin, carry_on, long_tests_of
from tests.helpers import Cast, make_cast, verified

FROST = Calendar((Month("Frost", 30), Month("Thaw", 28)), ("Moonday", "Starday"), "AF")


def today(cast: Cast) -> dates.Today:
    return dates.today(cast.campaign)


def fight(game: Game, who: str) -> dict[str, Any]:
    """A fight in which somebody takes part."""
    game.table.happen(Joined(who, "party"), StageSet("fighting"))
    return {}


def page(who: Membership, cast: Cast, what: str = "calendar/") -> str:
    answer = client_of(who).get(f"/campaigns/{cast.campaign.public_id}/{what}")
    assert answer.status_code == 200
    return answer.content.decode()


# -- time is an entry -------------------------------------------------------------------------------------------------


def test_time_passes_and_everybody_reads_what_day_it_is(cast: Cast) -> None:
    assert today(cast).date == "Monday, 1st of January, year 1"
    with verified(cast.campaign):
        timekeeping.choose(cast.gm, FROST, Date(1012, 1, 2), "starday")
        entry, run = timekeeping.let_pass(cast.gm, timekeeping.For(12 * DAY + 10 * HOUR))
    assert (entry.command, run, today(cast).day) == ("calendar.pass", None, 13)
    for who in (cast.gm, cast.anna, cast.olga):
        told = page(who, cast)
        assert "Starday, 14th of Frost 1012 AF" in told
        assert "Evening, 18:00" in told
        assert ("Let time pass" in told) is who.is_gm
        assert "Time passes: <b>" not in told
        assert "It is <b>Starday, 14th of Frost 1012 AF, evening</b>" in page(who, cast, "chronicle/")
        assert "14th of Frost 1012 AF" in page(who, cast, "")


def test_time_passes_until_a_date(cast: Cast) -> None:
    timekeeping.choose(cast.gm, FROST, Date(1012, 1, 2))
    timekeeping.let_pass(cast.gm, timekeeping.Until(Date(1012, 2, 3), 18 * HOUR))
    assert today(cast).almanac.date() == "Starday, 3rd of Thaw 1012 AF, evening"
    with pytest.raises(Refused):
        timekeeping.let_pass(cast.gm, timekeeping.Until(Date(1012, 2, 3), 18 * HOUR))


def test_undo_and_redo_move_it_back_and_again(cast: Cast) -> None:
    entry, _ = timekeeping.let_pass(cast.gm, timekeeping.For(DAY))
    with verified(cast.campaign):
        undo(cast.gm, entry.public_id)
    assert today(cast).day == 1
    with verified(cast.campaign):
        redo(cast.gm, entry.public_id)
    assert today(cast).day == 2


def test_the_same_key_passes_once_and_whoever_is_late_is_told_so(cast: Cast) -> None:
    begin(cast.anna, cast.rook, 50)
    first = timekeeping.let_pass(cast.gm, timekeeping.For(DAY), seen=0, key="once")
    again = timekeeping.let_pass(cast.gm, timekeeping.For(DAY), seen=0, key="once")
    assert (first.entry.pk, first.run) == (again.entry.pk, again.run)
    assert (today(cast).day, Run.objects.count()) == (2, 1)
    with pytest.raises(KeyReused):
        timekeeping.let_pass(cast.gm, timekeeping.For(2 * DAY), key="once")
    with pytest.raises(Stale):
        timekeeping.let_pass(cast.gm, timekeeping.For(DAY), seen=0)
    assert today(cast).day == 2


@pytest.mark.parametrize("who", ["anna", "olga"])
def test_only_game_masters_move_it(cast: Cast, who: str) -> None:
    member = getattr(cast, who)
    for ask in (
        lambda: timekeeping.let_pass(member, timekeeping.For(DAY)),
        lambda: timekeeping.choose(member, FROST, Date(1, 1, 1)),
    ):
        with pytest.raises(PermissionDenied):
            ask()
    for what in ("calendar/pass/", "calendar/change/"):
        path = f"/campaigns/{cast.campaign.public_id}/{what}"
        assert client_of(member).post(path, {"amount": "1", "unit": "day"}).status_code == 403
        assert client_of(cast.stranger).post(path, {"amount": "1", "unit": "day"}).status_code == 404
    assert not AlmanacPage.objects.exists()


@pytest.mark.parametrize("minutes", [0, -60, 10_001 * DAY])
def test_time_neither_stands_still_nor_goes_back(cast: Cast, minutes: int) -> None:
    with pytest.raises(Refused):
        timekeeping.let_pass(cast.gm, timekeeping.For(minutes))


def test_another_calendar_names_the_same_day_and_leaves_what_was_said(cast: Cast) -> None:
    timekeeping.let_pass(cast.gm, timekeeping.For(40 * DAY))
    with verified(cast.campaign):
        timekeeping.choose(cast.gm, FROST, Date(1012, 1, 2), "Moonday")
    assert (today(cast).date, today(cast).day) == ("Moonday, 2nd of Frost 1012 AF", 41)
    told = page(cast.anna, cast, "chronicle/")
    assert "Saturday, 10th of February, year 1" in told
    assert "Moonday, 2nd of Frost 1012 AF" in told
    with pytest.raises(NotNow):
        timekeeping.choose(cast.gm, FROST, Date(1012, 1, 2), "Moonday")
    with pytest.raises(Refused):
        timekeeping.choose(cast.gm, FROST, Date(1012, 1, 31))
    with pytest.raises(Refused):
        timekeeping.choose(cast.gm, FROST, None)


def test_the_chronicle_says_on_which_day_things_happened(cast: Cast) -> None:
    perform(cast.anna, Intent("toss", {"coins": 1}, cast.rook.public_id))
    timekeeping.let_pass(cast.gm, timekeeping.For(DAY))
    perform(cast.anna, Intent("toss", {"coins": 1}, cast.rook.public_id))
    gone, _ = timekeeping.let_pass(cast.gm, timekeeping.For(DAY))
    undo(cast.gm, gone.public_id)
    at_table.begin(cast.gm)
    told = page(cast.anna, cast, "chronicle/")
    assert told.count('class="log__date"') == 1
    assert "A new session begins. It is Tuesday, 2nd of January, year 1, morning." in told


# -- long tests go on meanwhile ---------------------------------------------------------------------------------------


def test_so_many_rolls_are_made_as_there_is_time_for(cast: Cast) -> None:
    begin(cast.anna, cast.rook, 400)
    begin(cast.boris, cast.mira, 400)
    with verified(cast.campaign):
        run = carry_on(timekeeping.let_pass(cast.gm, timekeeping.For(125)).run)  # type: ignore[arg-type]
    assert run.state == Run.State.DONE
    assert [(test.rolls, test.waited) for who in (cast.rook, cast.mira) for test in long_tests_of(cast.gm, who)] == [
        (12, 5)
    ] * 2


def test_twelve_days_are_twelve_rolls_of_a_day(db: None) -> None:
    cast = make_cast("sda")
    given = {"skill": "bows", "difficulty": 500, "unit": "day", "mode": "setback"}
    perform(cast.anna, Intent("project.begin", given, cast.rook.public_id))
    given = {"skill": "bows", "difficulty": 500, "amount": 4, "unit": "hour", "mode": "setback"}
    perform(cast.boris, Intent("project.begin", given, cast.mira.public_id))
    carry_on(timekeeping.let_pass(cast.gm, timekeeping.For(12 * DAY)).run)  # type: ignore[arg-type]
    assert [test.rolls for test in long_tests_of(cast.gm, cast.rook)] == [12]
    assert [test.rolls for test in long_tests_of(cast.gm, cast.mira)] == [24], "a day of work has eight hours"


def test_a_run_survives_a_worker_that_dies_anywhere(cast: Cast) -> None:
    begin(cast.anna, cast.rook, 400)
    run = timekeeping.let_pass(cast.gm, timekeeping.For(60)).run
    assert run is not None
    for _ in range(9):
        call_again(run.pk)
        carry_on(run, 1)
    assert [test.rolls for test in long_tests_of(cast.gm, cast.rook)] == [6]
    assert Entry.objects.filter(command="stack.coin").count() == 6


def test_whoever_fights_or_works_on_something_else_is_not_free(cast: Cast) -> None:
    for called in ("One", "Two"):
        begin(cast.anna, cast.rook, 50, called)
    begin(cast.boris, cast.mira, 50, "Three")
    bridge = cast.encounter()
    write(cast.gm, Intent("fight", encounter=bridge.public_id), lambda game: fight(game, cast.mira.public_id))
    there = long_tests.board(cast.gm)
    assert sorted(long_tests.busy(there).values()) == ["Mira is in a fight.", "Rook is busy with One."]
    carry_on(timekeeping.let_pass(cast.gm, timekeeping.For(60)).run)  # type: ignore[arg-type]
    assert [test.rolls for test in long_tests_of(cast.gm, cast.rook)] == [6, 0]
    assert [test.rolls for test in long_tests_of(cast.gm, cast.mira)] == [0]


def test_game_masters_say_what_goes_on(cast: Cast) -> None:
    one, two = (begin(cast.anna, cast.rook, 50, called) for called in ("One", "Two"))
    carry_on(timekeeping.let_pass(cast.gm, timekeeping.For(60), [(cast.rook.public_id, two)]).run)  # type: ignore[arg-type]
    assert [test.rolls for test in long_tests_of(cast.gm, cast.rook)] == [0, 6]
    assert timekeeping.let_pass(cast.gm, timekeeping.For(60), []).run is None
    runs.to_the_end(cast.anna, [(cast.rook.public_id, one)])
    assert "It is being rolled to the end." in long_tests.busy(long_tests.board(cast.gm)).values()


def test_time_that_is_taken_back_is_rolled_for_no_more(cast: Cast) -> None:
    begin(cast.anna, cast.rook, 50)
    entry, run = timekeeping.let_pass(cast.gm, timekeeping.For(60))
    assert run is not None
    undo(cast.gm, entry.public_id)
    assert carry_on(run).state == Run.State.CANCELLED
    assert run.why == Run.TAKEN_BACK
    redo(cast.gm, entry.public_id)
    Run.objects.filter(pk=run.pk).update(due_at=entry.at)
    sweep_runs()
    assert carry_on(run).state == Run.State.DONE
    assert [test.rolls for test in long_tests_of(cast.gm, cast.rook)] == [6]


def test_its_rolls_are_taken_back_before_the_time(cast: Cast) -> None:
    begin(cast.anna, cast.rook, 50)
    entry, run = timekeeping.let_pass(cast.gm, timekeeping.For(30))
    carry_on(run)  # type: ignore[arg-type]
    with pytest.raises(NotNow):
        undo(cast.gm, entry.public_id)
    with verified(cast.campaign):
        timekeeping.take_back(cast.gm, entry.public_id)
    assert (today(cast).day, [(test.rolls, test.waited) for test in long_tests_of(cast.gm, cast.rook)]) == (1, [(0, 0)])
    assert verify.faults(cast.campaign.__class__.objects.get(pk=cast.campaign.pk)) == []


def test_time_is_not_taken_back_with_what_happened_since(cast: Cast) -> None:
    begin(cast.anna, cast.rook, 50)
    entry, run = timekeeping.let_pass(cast.gm, timekeeping.For(30))
    carry_on(run)  # type: ignore[arg-type]
    editor.choose_rules(cast.gm, {"poor": True})
    with pytest.raises(NotNow, match="Something else has happened since"):
        timekeeping.take_back(cast.gm, entry.public_id)
    with pytest.raises(PermissionDenied):
        timekeeping.take_back(cast.anna, entry.public_id)
    assert [test.rolls for test in long_tests_of(cast.gm, cast.rook)] == [3]


# -- forecasts know dates ---------------------------------------------------------------------------------------------


def test_more_rolls_than_can_be_taken_back_at_once_are_said_so(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(cast.anna, cast.rook, 50)
    entry, run = timekeeping.let_pass(cast.gm, timekeeping.For(30))
    carry_on(run)  # type: ignore[arg-type]
    monkeypatch.setattr(timekeeping, "MOST_STEPS", 1)
    with pytest.raises(NotNow, match="More than 1 rolls belong to it"):
        timekeeping.take_back(cast.gm, entry.public_id)


def test_forecasts_say_by_which_day_before_and_during(cast: Cast) -> None:
    begun = {"command": "stack.begin", "actor": cast.rook.public_id, "with-goal": "100", "with-called": "A tower"}
    there = f"/campaigns/{cast.campaign.public_id}"
    begin(cast.anna, cast.rook, 3)
    answer = client_of(cast.anna).get(f"{there}/long-tests/").content.decode()
    assert "Done by <b>today, 08:50</b> half the time, by <b>today, 09:30</b> 9 times in 10." in answer
    planned = client_of(cast.anna).post(f"{there}/odds/", begun | {"with-goal": "3"}).content.decode()
    assert "Done by <b>today, 08:50</b> half the time" in planned
    timekeeping.let_pass(cast.gm, timekeeping.For(15 * HOUR), [])
    answer = client_of(cast.anna).get(f"{there}/long-tests/").content.decode()
    assert "by <b>the 2nd of January, 00:30</b> 9 times in 10" in answer


def test_passing_time_until_then_makes_just_as_many_rolls(db: None) -> None:
    cast = make_cast("sda")
    given = {"skill": "bows", "difficulty": 400, "amount": 3, "unit": "hour", "mode": "setback"}
    perform(cast.anna, Intent("project.begin", given, cast.rook.public_id))
    there = long_tests.board(cast.gm)
    ahead, _ = long_tests.foresee(there, *there.listed[0])
    assert ahead is not None
    far = ahead.far
    assert (
        there.kept.passing(far.minutes)[0] * {"day": 8, "hour": 1}[there.kept.passing(far.minutes)[1]] == far.rolls * 3
    )


# -- what took time at the table --------------------------------------------------------------------------------------


def test_what_took_time_is_offered_to_the_calendar(db: None) -> None:
    cast = make_cast("sda")
    assert dates.spent(cast.campaign) is None
    perform(cast.gm, Intent("time.travel", {"hours": 9}, cast.rook.public_id))
    perform(cast.gm, Intent("time.night", {}, cast.rook.public_id))
    perform(cast.gm, Intent("time.night", {}, cast.mira.public_id))
    cast.campaign.refresh_from_db()
    spent = dates.spent(cast.campaign)
    assert spent is not None
    assert (spent.who, spent.span) == (cast.rook.public_id, "17 hours")
    assert "A day of travel (9 hours), A night passes (8 hours)" in page(cast.gm, cast)
    assert "A day of travel" not in page(cast.anna, cast)
    timekeeping.let_pass(cast.gm, timekeeping.For(spent.minutes))
    cast.campaign.refresh_from_db()
    assert dates.spent(cast.campaign) is None


# -- the pages --------------------------------------------------------------------------------------------------------


def test_the_page_lets_time_pass(cast: Cast) -> None:
    begin(cast.anna, cast.rook, 50)
    sent: dict[str, Any] = {"way": "for", "amount": "2", "unit": "day", "seen": "0", "key": "a", "tests": ""}
    answer = send(cast.gm, cast, "calendar/pass", sent)
    assert (answer.status_code, answer.json()["version"]) == (200, 1)
    assert not Run.objects.exists(), "nothing was ticked"
    until = {"way": "until", "day": "4", "month": "1", "year": "1", "hour": "18", "key": "b"}
    assert send(cast.gm, cast, "calendar/pass", until).status_code == 200
    assert Run.objects.count() == 1
    assert today(cast).almanac.date() == "Thursday, 4th of January, year 1, evening"
    for wrong, field in (
        ({"amount": "two", "unit": "day"}, "amount"),
        (until | {"day": "x"}, "day"),
        (until | {"month": "13"}, "month"),
    ):
        answer = send(cast.gm, cast, "calendar/pass", wrong | {"key": f"c{field}"})
        assert (answer.status_code, answer.json()["field"]) == (422, field)
    late = send(cast.gm, cast, "calendar/pass", sent | {"key": "d"})
    assert (late.status_code, late.json()["version"]) == (409, 2)
    assert 'data-way="back"' in page(cast.gm, cast)


def test_the_page_chooses_a_calendar(cast: Cast) -> None:
    client, path = client_of(cast.gm), f"/campaigns/{cast.campaign.public_id}/calendar/change/"
    assert "January 31" in client.get(path).content.decode()
    sent = {
        "months": "Frost 30\nThaw 28",
        "week": "Moonday, Starday",
        "era": "AF",
        "today": "2 Frost 1012",
        "seen": "0",
    }
    assert client.post(path, sent | {"weekday": "Starday"}).status_code == 302
    assert today(cast).date == "Starday, 2nd of Frost 1012 AF"
    entries = Entry.objects.count()
    assert client.post(path, sent | {"weekday": "Starday", "seen": "1"}).status_code == 302, "it is kept already"
    assert Entry.objects.count() == entries
    for wrong, said in (
        ({"months": "Frost"}, "Write a month as its name and its days"),
        ({"today": "31 Frost 1012"}, "Frost has 30 days"),
        ({"weekday": "Friday"}, "Choose one of these days of the week: Moonday, Starday."),
    ):
        answer = client.post(path, sent | {"seen": "1"} | wrong)
        assert answer.status_code == 422
        assert said in answer.content.decode()
    assert client.post(path, sent | {"era": "BF"}).status_code == 409
    assert client.post(path, {"months": "", "week": "", "era": "", "today": "", "seen": "1"}).status_code == 302
    told = page(cast.anna, cast)
    assert "Day 1" in told
    assert '<table class="calendar__leaf">' not in told


def test_names_with_braces_stay_what_they_are(cast: Cast) -> None:
    timekeeping.choose(cast.gm, Calendar((Month("{0} Frost", 30),)), Date(1, 1, 1))
    at_table.begin(cast.gm)
    assert "1st of {0} Frost, year 1" in page(cast.anna, cast)
    assert "A new session begins. It is 1st of (0) Frost, year 1, morning." in page(cast.anna, cast, "chronicle/")


def test_games_without_long_tests_have_a_calendar_all_the_same(db: None) -> None:
    cast = make_cast("kaos")
    assert "Continue meanwhile" not in page(cast.gm, cast)
    sent = {"amount": "3", "unit": "hour", "key": "a"}
    assert send(cast.gm, cast, "calendar/pass", sent).status_code == 200
    assert "Morning, 11:00" not in page(cast.anna, cast)
    assert "Noon, 11:00" in page(cast.anna, cast)


@pytest.mark.parametrize(
    ("game", "command", "given", "takes"),
    [
        ("fortune", "rest.relax", {"place_of_rest": "sheltered"}, "5 days"),
        ("grim", "rest.recuperate", {"days": 3}, "3 days"),
        ("kaos", "rest.hour", {"hours": 2}, "2 hours"),
    ],
)
def test_the_odds_of_a_rest_say_how_long_it_takes(
    db: None, game: str, command: str, given: dict[str, object], takes: str
) -> None:
    cast = make_cast(game)
    sent = {"command": command, "actor": cast.rook.public_id, **{f"with-{name}": given[name] for name in given}}
    answer = client_of(cast.anna).post(f"/campaigns/{cast.campaign.public_id}/odds/", sent).content.decode()
    assert f"Takes <b>{takes}</b>." in answer, answer
