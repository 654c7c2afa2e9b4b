"""The campaign's own time over REST: versions, keys, problems, and the runs that it begins."""

import pytest

from campaigns.models import Entry, Run
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from tests.api.programs import Programs
from tests.helpers import Cast, verified

FROST = {
    "months": [{"name": "Frost", "days": 30}, {"name": "Thaw", "days": 28}],
    "week": ["Moonday", "Starday"],
    "era": "AF",
    "today": {"day": 2, "month": 1, "year": 1012},
}


def address(cast: Cast, what: str = "calendar/") -> str:
    return f"/campaigns/{cast.campaign.public_id}/{what}"


def begin(cast: Cast) -> None:
    perform(cast.anna, Intent("stack.begin", {"goal": 400}, cast.rook.public_id))


def test_a_calendar_is_read_and_chosen(cast: Cast, programs: Programs) -> None:
    plain = programs.anna.read(address(cast))
    assert (plain["version"], plain["said"], plain["day"], plain["hour"]) == (
        0, "Monday, 1st of January, year 1, morning", 1, 8,
    )  # fmt: skip
    with verified(cast.campaign):
        answer = programs.gm.put(address(cast), FROST, If_Match='"0"', Idempotency_Key="frost")
    assert (answer.status_code, answer.headers["ETag"]) == (200, '"1"')
    assert answer.json()["entry"]["facts"][0]["fact"] == "calendar_chosen"
    assert programs.gm.put(address(cast), FROST, If_Match='"0"', Idempotency_Key="frost").content == answer.content
    now = programs.anna.read(address(cast))
    assert (now["date"], now["weekday"]) == ({"day": 2, "month": 1, "year": 1012}, "Moonday")
    assert {name: now[name] for name in ("months", "week", "era")} == {
        name: FROST[name] for name in ("months", "week", "era")
    }


def test_late_or_odd_calendars_are_problems(cast: Cast, programs: Programs) -> None:
    assert programs.gm.put(address(cast), FROST).status_code == 428
    assert programs.gm.put(address(cast), FROST | {"today": None}, If_Match='"0"').json()["field"] == "today"
    odd = FROST | {"months": [{"name": "Frost", "days": 0}]}
    assert programs.gm.put(address(cast), odd, If_Match='"0"').json()["field"] == "months"
    programs.gm.put(address(cast), FROST, If_Match='"0"')
    late = programs.gm.put(address(cast), FROST | {"era": "BF"}, If_Match='"0"')
    assert (late.status_code, late.json()["fresh"]["era"]) == (412, "AF")


def test_time_passes_once_for_a_key(cast: Cast, programs: Programs) -> None:
    begin(cast)
    with verified(cast.campaign):
        answer = programs.gm.post(address(cast, "calendar/pass/"), {"hours": 2}, If_Match='"0"', Idempotency_Key="on")
    told = answer.json()
    assert (answer.status_code, answer.headers["ETag"], told["entry"]["command"]) == (201, '"1"', "calendar.pass")
    assert told["entry"]["facts"][0]["date"] == "Monday, 1st of January, year 1, morning"
    assert Run.objects.get().public_id == told["run"]
    again = programs.gm.post(address(cast, "calendar/pass/"), {"hours": 2}, If_Match='"0"', Idempotency_Key="on")
    assert again.content == answer.content
    assert Entry.objects.filter(command="calendar.pass").count() == 1
    late = programs.gm.post(address(cast, "calendar/pass/"), {"hours": 2}, If_Match='"0"')
    assert (late.status_code, late.json()["fresh"]["hour"]) == (412, 10)


def test_until_a_date_or_for_so_long(cast: Cast, programs: Programs) -> None:
    path, until = address(cast, "calendar/pass/"), {"day": 3, "month": 2, "year": 1}
    assert programs.gm.post(path, {"until": until, "hour": 18}).status_code == 428
    programs.gm.post(path, {"until": until, "hour": 18}, If_Match='"0"')
    assert programs.olga.read(address(cast))["said"] == "Saturday, 3rd of February, year 1, evening"
    for wrong, field in (({}, "amount"), ({"until": until}, "day"), ({"until": until, "days": 1}, "until")):
        answer = programs.gm.post(path, wrong, If_Match='"1"')
        assert (answer.status_code, answer.json()["field"]) == (422, field)


@pytest.mark.parametrize("days", [0, 0.001])
def test_a_moon_goes_round_in_some_days(cast: Cast, programs: Programs, days: float) -> None:
    wanted = {"moons": [{"name": "Luna", "days": days}]}
    answer = programs.gm.put(address(cast), wanted, If_Match='"0"')
    assert (answer.status_code, answer.json()["field"]) == (422, "moons")


def test_a_run_for_time_moves_the_same_calendar(cast: Cast, programs: Programs) -> None:
    wanted = {"kind": "time", "amount": 1, "unit": "day"}
    assert programs.gm.post(address(cast, "runs/"), wanted).status_code == 422, "nothing goes on"
    assert programs.gm.read(address(cast))["day"] == 1
    begin(cast)
    answer = programs.gm.post(address(cast, "runs/"), wanted, Idempotency_Key="a")
    assert answer.status_code == 201
    assert programs.gm.post(address(cast, "runs/"), wanted, Idempotency_Key="a").json()["id"] == answer.json()["id"]
    assert programs.gm.read(address(cast))["day"] == 2
    assert programs.gm.post(address(cast, "runs/"), wanted | {"unit": "age"}).json()["field"] == "unit"


def test_time_is_taken_back(cast: Cast, programs: Programs) -> None:
    answer = programs.gm.post(address(cast, "calendar/pass/"), {"days": 2}, If_Match='"0"').json()
    path, named = address(cast, "calendar/take-back/"), {"entry": answer["entry"]["id"]}
    back = programs.gm.post(path, named, Idempotency_Key="b")
    assert (back.status_code, back.json()["entry"]["undoes"]) == (201, answer["entry"]["id"])
    assert programs.gm.post(path, named, Idempotency_Key="b").content == back.content
    assert programs.gm.post(path, named).status_code == 422
    assert programs.gm.read(address(cast))["day"] == 1


def test_forecasts_name_their_dates(cast: Cast, programs: Programs) -> None:
    begin(cast)
    perform(cast.anna, Intent("stack.begin", {"goal": 3}, cast.rook.public_id))
    told = programs.anna.read(address(cast, f"long-tests/{cast.rook.public_id}/s2/forecast/"))
    assert (told["half"]["date"], told["most"]["date"]) == ("today, 08:50", "today, 09:30")
    asked = {"command": "stack.begin", "with": {"goal": 3}}
    planned = programs.anna.post(f"/characters/{cast.rook.public_id}/odds/", asked).json()
    assert planned["forecast"]["most"]["date"] == "today, 09:30"


def test_programs_read_events_and_moons_and_write_dates(cast: Cast, programs: Programs) -> None:
    journal, calendar = address(cast, "journal/"), address(cast)
    made = programs.gm.post(journal, {"kind": "event", "title": "Fair", "date": "12 January 1", "shared": "party"})
    assert (made.status_code, made.json()["date"]) == (201, "12 January 1")
    programs.gm.post(journal, {"kind": "event", "title": "Ambush", "date": "13 January 1"})
    found = programs.anna.read(address(cast, "calendar/events/"))["results"]
    assert [(one["title"], one["day"], one["said"]) for one in found] == [("Fair", 12, "12th of January")]
    assert programs.gm.read(address(cast, "calendar/events/?first=14&days=5"))["results"] == []
    odd = programs.gm.post(journal, {"kind": "event", "title": "Fair", "date": "12 Frost 1"})
    assert (odd.status_code, odd.json()["field"]) == (422, "date")
    moons = [{"name": "Luna", "days": 28, "age": 14}]
    assert programs.gm.put(calendar, FROST | {"moons": moons}, If_Match='"0"').status_code == 200
    assert programs.anna.read(calendar)["moons"] == [moons[0] | {"phase": "full moon"}]


def test_moons_sent_again_after_time_has_passed_are_the_same_request(cast: Cast, programs: Programs) -> None:
    wanted = FROST | {"moons": [{"name": "Luna", "days": 28, "age": 14}]}
    first = programs.gm.put(address(cast), wanted, If_Match='"0"', Idempotency_Key="moons")
    assert programs.gm.post(address(cast, "calendar/pass/"), {"days": 3}, If_Match='"1"').status_code == 201
    again = programs.gm.put(address(cast), wanted, If_Match='"0"', Idempotency_Key="moons")
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json()["entry"]["id"] == first.json()["entry"]["id"]
    assert programs.anna.read(address(cast))["moons"][0]["age"] == 17
