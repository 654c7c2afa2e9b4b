"""Every error below /api/ is a problem: whoever met it first, whatever it is about."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.db import OperationalError
from django.http import Http404, HttpResponse
from django.test import AsyncClient, Client, override_settings
from structlog.testing import capture_logs

from campaigns.audience import access
from campaigns.play import consent
from tests.api.programs import API, Programs
from tests.helpers import Cast, write_text
from winterhall.api import throttles
from winterhall.api.parsers import LARGEST
from winterhall.web import problems

Ask = Callable[[Cast, Programs], HttpResponse]


def _commands(cast: Cast) -> str:
    return f"/characters/{cast.rook.public_id}/commands/"


def _broken(fault: Exception) -> Ask:
    def ask(cast: Cast, programs: Programs) -> HttpResponse:
        def fall(*args: Any) -> Any:
            raise fault

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(access, "membership", fall)
            return programs.anna.get(f"/campaigns/{cast.campaign.public_id}/")

    return ask


def _stale(cast: Cast, programs: Programs) -> HttpResponse:
    write_text(cast.anna, cast.rook, "a scar")
    return programs.anna.post(_commands(cast), {"command": "toss"}, If_Match='"1"')


def _reused(cast: Cast, programs: Programs) -> HttpResponse:
    for coins in (1, 2):
        body = {"command": "toss", "with": {"coins": coins}}
        answer = programs.anna.post(_commands(cast), body, If_Match='"1"', Idempotency_Key="one")
    return answer


def _throttled(cast: Cast, programs: Programs) -> HttpResponse:
    with override_settings(API_READS_PER_MINUTE=1):
        programs.anna.get("/campaigns/")
        answer = programs.anna.get("/campaigns/")
    throttles.READS.forget()
    cache.clear()
    return answer


def _forged(cast: Cast, programs: Programs) -> HttpResponse:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(cast.anna.user)
    return browser.post(API + _commands(cast), b"{}", "application/json")


def _waiting(cast: Cast, programs: Programs) -> HttpResponse:
    consent.require(cast.gm, {"things"})
    thing = {"command": "sheet.item", "with": {"title": "Lamp", "kind": "gear"}}
    return programs.anna.post(_commands(cast), thing, If_Match='"1"')


#: A way into each kind of problem.
WAYS: dict[str, Ask] = {
    "unreadable": lambda cast, programs: programs.anna.post(_commands(cast), b"{", If_Match='"1"'),
    "wrong-host": lambda cast, programs: programs.anna.get("/campaigns/", Host="elsewhere.example"),
    "signed-out": lambda cast, programs: programs.of("nobody").get("/campaigns/"),
    "not-allowed": lambda cast, programs: programs.boris.post(_commands(cast), {"command": "toss"}, If_Match='"1"'),
    "not-trusted": _forged,
    "not-here": lambda cast, programs: programs.stranger.get(f"/campaigns/{cast.campaign.public_id}/"),
    "wrong-method": lambda cast, programs: programs.anna.put("/campaigns/", {}),
    "not-acceptable": lambda cast, programs: programs.anna.get("/campaigns/", Accept="text/csv"),
    "waits": _waiting,
    "raced": lambda cast, programs: programs.gm.post(f"/campaigns/{cast.campaign.public_id}/undo/", {"entry": "other"}),
    "stale": _stale,
    "weak-version": lambda cast, programs: programs.anna.post(_commands(cast), {"command": "toss"}, If_Match='W/"1"'),
    "too-large": lambda cast, programs: programs.anna.post(_commands(cast), b" " * (LARGEST + 1), If_Match='"1"'),
    "not-json": lambda cast, programs: programs.anna.post(_commands(cast), b"{}", Content_Type="text/plain"),
    "refused": lambda cast, programs: programs.anna.post(
        _commands(cast), {"command": "toss", "with": {"coins": 9}}, If_Match='"1"'
    ),
    "misshapen": lambda cast, programs: programs.anna.post(_commands(cast), {"command": 7}, If_Match='"1"'),
    "not-understood": lambda cast, programs: programs.anna.post("/odds/", {"questions": ["2d6 and a half"]}),
    "key-reused": _reused,
    "version-missing": lambda cast, programs: programs.anna.post(_commands(cast), {"command": "toss"}),
    "too-often": _throttled,
    "fault": _broken(RuntimeError("a secret of ours")),
    "away": _broken(OperationalError("disk full at /srv/hall")),
}


def test_there_is_a_way_into_every_kind() -> None:
    assert WAYS.keys() == problems.KINDS.keys()


@pytest.mark.parametrize("kind", WAYS)
def test_every_error_is_a_problem(cast: Cast, programs: Programs, kind: str) -> None:
    with capture_logs() as noted:
        answer = WAYS[kind](cast, programs)
    told = checked_problem(answer)
    assert told["type"] == problems.PREFIX + kind
    assert told["status"] == problems.KINDS[kind].status
    assert kind in [line.get("kind") for line in noted]


@pytest.mark.parametrize("place", ["/campaigns/?after=a%00b", "/campaigns/a%00b/", "/books/?a%00b=1"])
def test_an_address_with_a_nul_is_refused(cast: Cast, programs: Programs, place: str) -> None:
    answer = programs.anna.get(place)
    assert (answer.status_code, checked_problem(answer)["type"]) == (400, problems.PREFIX + "unreadable")


def checked_problem(answer: HttpResponse) -> dict[str, Any]:
    """A problem with all that each has; nothing of how we are made stands in it."""
    assert answer.headers["Content-Type"] == "application/problem+json"
    told: dict[str, Any] = json.loads(answer.content)
    assert told["status"] == answer.status_code
    assert re.fullmatch(r"[0-9a-f]{32}", told["request"])
    assert re.fullmatch(r"[A-Z'“].+[.…\"]", told["detail"]), told["detail"]
    assert not re.search(
        "Traceback|secret of ours|disk full|CSRF Failed|rest_framework|credentials", answer.content.decode()
    )
    return told


def test_the_log_knows_a_request_by_the_id_that_its_sender_was_told(
    cast: Cast, programs: Programs, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", "winterhall.problems"):
        told = checked_problem(programs.anna.get("/nowhere/"))
    assert told["request"] in caplog.text


#: What is no view of ours, or no view at all.
ODD = {
    "no such address": ("GET", "/api/v1/nowhere/", 404),
    "no such version": ("GET", "/api/v2/", 404),
    "no version": ("GET", "/api/", 404),
    "nothing behind it": ("GET", "/api", 404),
    "the description cannot be changed": ("POST", "/api/v1/schema/", 405),
    "nor its page": ("DELETE", "/api/v1/docs/", 405),
    "a stream without its server": ("GET", "/api/v1/campaigns/x/feed/", 503),
    "the stream takes nothing": ("POST", "/api/v1/campaigns/x/feed/", 405),
}


@pytest.mark.parametrize("what", ODD)
def test_what_no_view_answers_is_a_problem_too(db: None, what: str) -> None:
    method, path, status = ODD[what]
    answer = Client(raise_request_exception=False).generic(method, path)
    assert checked_problem(answer)["status"] == status


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_form_in_a_browser_is_a_problem_however_large_or_broken(cast: Cast, kind: str) -> None:
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.force_login(cast.anna.user)
    browser.cookies["csrftoken"] = "x" * 32
    for body in (
        b"a=" + b"x" * 3_000_000,
        b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n" + b"x" * 3_000_000,
        b"--",
    ):
        assert checked_problem(browser.post(API + _commands(cast), body, kind))["status"] < 500


def test_a_stream_that_is_not_there_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.feed.stream._enter", _raise_not_found)
    answer = async_to_sync(AsyncClient().get)("/api/v1/campaigns/x/feed/")
    assert checked_problem(answer)["type"] == "urn:winterhall:problem:not-here"


def _raise_not_found(*args: Any) -> Any:
    raise Http404


def test_a_fault_before_any_view_is_a_problem(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(*args: Any) -> Any:
        raise RuntimeError("a secret of ours")

    monkeypatch.setattr("django.contrib.sessions.middleware.SessionMiddleware.process_request", fall)
    assert checked_problem(Client(raise_request_exception=False).get("/api/v1/campaigns/"))["status"] == 500


def test_a_page_is_no_problem(cast: Cast) -> None:
    assert Client().get("/nowhere/").headers["Content-Type"].startswith("text/html")


def test_the_docs_list_every_kind() -> None:
    told = Path("docs/api.md").read_text()
    listed = set(re.findall(r"^\| `([a-z-]+)` \|", told, re.MULTILINE))
    assert problems.KINDS.keys() <= listed


# -- what programs send -----------------------------------------------------------------------------------------------

#: How the libraries say it: none of it is for people.
FOREIGN = re.compile(r"Expected `|matching regex|Object (missing|contains)|required field|- at `|Expecting|char \d")


@pytest.mark.parametrize(
    ("body", "says", "field"),
    [
        ({}, "'command' is missing.", "command"),
        ({"command": 7}, "'command' must be a text.", "command"),
        ({"command": "x" * 61}, "'command' has at most 60 characters.", "command"),
        ({"command": "toss", "version": 7}, "'version' does not belong here.", "version"),
        ({"command": "toss", "as": "a b"}, "'as' is empty or contains odd characters.", "as"),
        ({"command": "toss", "dice": {"me": [0]}}, "'dice[0]' is at least 1.", "dice[0]"),
        ({"command": "toss", "dice": {"?": [1]}}, "A name in dice is empty or contains odd characters.", "dice"),
        ({"command": "toss", "dice": {"me": [1] * 201}}, "'dice' has at most 200 entries.", "dice"),
        ([], "The body must be an object.", None),
    ],
)
def test_a_wrong_shape_is_told_in_words_of_ours(
    cast: Cast, programs: Programs, body: Any, says: str, field: str | None
) -> None:
    told = programs.anna.post(_commands(cast), body, If_Match='"1"').json()
    assert (told["detail"], told.get("field")) == (says, field)


def test_no_json_is_told_by_its_place(cast: Cast, programs: Programs) -> None:
    told = programs.anna.post(_commands(cast), b'{"command": "toss",\n "as": }', If_Match='"1"').json()
    assert told["detail"] == "This is not JSON: see line 2, character 8."
    assert not FOREIGN.search(told["detail"])


@pytest.mark.parametrize(
    ("tag", "status"),
    [
        ('"1"', 201),
        ('"1-seen"', 201),
        ('W/"1"', 412),
        ("1", 400),
        ("", 428),
        ("*", 428),
        ('"1", "2"', 400),
        ('"0"', 412),
    ],
)
def test_a_version_matches_strongly_or_not_at_all(cast: Cast, programs: Programs, tag: str, status: int) -> None:
    answer = programs.anna.post(_commands(cast), {"command": "toss"}, If_Match=tag)
    assert answer.status_code == status
    assert status == 201 or checked_problem(answer)


@pytest.mark.parametrize("path", ["/me/", "/systems/", "/characters/{rook}/", "/campaigns/{campaign}/members/"])
def test_a_wish_that_nobody_would_hear_is_refused(cast: Cast, programs: Programs, path: str) -> None:
    where = path.format(rook=cast.rook.public_id, campaign=cast.campaign.public_id)
    assert programs.anna.get(where).status_code == 200
    told = checked_problem(programs.anna.get(f"{where}?limit=2"))
    assert (told["status"], told["detail"]) == (400, "This address has no parameter 'limit'. It takes no parameters.")


def test_the_next_piece_has_a_whole_address(cast: Cast, programs: Programs) -> None:
    path = f"/campaigns/{cast.campaign.public_id}/characters/"
    first = programs.anna.read(f"{path}?limit=1")
    assert first["next"].startswith(f"http://testserver{API}{path}?after=")
    assert Client(headers={"Authorization": f"Bearer {programs.secrets['anna']}"}).get(first["next"]).status_code == 200


def test_the_ledger_goes_on_after_a_row(cast: Cast, programs: Programs) -> None:
    from winterhall.api.docs import description

    told = description()["paths"]["/api/v1/characters/{character_id}/experience/"]["get"]["parameters"]
    schema = next(one["schema"] for one in told if one["name"] == "after")
    assert (schema["type"], schema["minimum"]) == ("integer", 0)
    path = f"/characters/{cast.rook.public_id}/experience/"
    assert programs.anna.get(f"{path}?after=0").status_code == 200
    assert programs.anna.get(f"{path}?after=x").status_code == 400


def test_what_offers_say_of_the_actor_can_be_sent_back(cast: Cast, programs: Programs) -> None:
    path = f"/encounters/{cast.encounter().public_id}/commands/"
    offers = programs.gm.read(path)
    assert offers["as"] is None
    body = {"command": offers["commands"][0]["name"], "as": offers["as"], "with": offers["commands"][0]["preset"]}
    assert programs.gm.post(path, body, If_Match='"0"').status_code in (201, 422)
    assert "'as'" not in programs.gm.post(path, body, If_Match='"0"').content.decode()
