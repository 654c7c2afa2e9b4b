"""Hostile requests: each is refused quickly, in the same words on every database."""

import json
import time
from datetime import datetime
from typing import Any

import pytest
from rest_framework.exceptions import APIException

from campaigns.models import Entry
from tests.api.programs import Programs
from tests.helpers import Cast
from winterhall.api import parsers

#: Milliseconds of work that a refusal may cost; the best of three, the machine has other things to do.
AT_MOST = 50

NOTE = '{"command": "sheet.text", "with": {"text": "notes", "to": %s}}'
HOSTILE = {
    "nothing": b"",
    "no JSON": b"{",
    "two values": b"{} {}",
    "a comment": b'{"command": "x" /* why not */}',
    "no UTF-8": b'{"command": "\xff"}',
    "UTF-16": '{"command": "x"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "NUL written out": (NOTE % '"a\\u0000b"').encode(),
    "NUL as it is": (NOTE % '"a\0b"').encode(),
    "NUL in a name": b'{"comm\\u0000and": 1}',
    "a lone surrogate": (NOTE % '"\\ud800"').encode(),
    "surrogates the wrong way round": (NOTE % '"\\udc00\\ud800"').encode(),
    "no character": (NOTE % '"\\uffff"').encode(),
    "NaN": (NOTE % "NaN").encode(),
    "Infinity": (NOTE % "-Infinity").encode(),
    "a number without end": (NOTE % "1e999").encode(),
    "5,000 digits": (NOTE % ("9" * 5000)).encode(),
    "17 digits": (NOTE % ("9" * 17)).encode(),
    "a million digits": (NOTE % ("9" * 900_000)).encode(),
    "the same name twice": b'{"command": "sheet.text", "command": "toss"}',
    "the same name twice, deep": (NOTE % '{"a": {"b": 1, "b": 2}}').encode(),
    "33 deep": (NOTE % ("[" * 33 + "]" * 33)).encode(),
    "2,000 deep": (NOTE % ("[" * 2000 + "]" * 2000)).encode(),
    "2,000 deep, objects": (NOTE % ('{"a":' * 2000 + "1" + "}" * 2000)).encode(),
    "400,000 deep, never closed": b"[" * 400_000,
    "a million zeros": b"[" + b"0," * 499_000 + b"0]",
    "more than fits": b'"' + b"x" * 1_000_000 + b'"',
    "ten times more than fits": b'"' + b"x" * 10_000_000 + b'"',
    "a list": b"[]",
    "a word": b'"toss"',
    "null": b"null",
    "something unasked": b'{"command": "toss", "version": 7}',
    "a command that is a number": b'{"command": 7}',
    "a command that is long": json.dumps({"command": "x" * 61}).encode(),
    "faces that are words": b'{"command": "toss", "dice": {"me": ["six"]}}',
    "a face of nought": b'{"command": "toss", "dice": {"me": [0]}}',
    "201 faces": json.dumps({"command": "toss", "dice": {"me": [1] * 201}}).encode(),
    "a dice bomb": b'{"command": "toss", "with": {"coins": 9999999}}',
    "a fraction of a coin": b'{"command": "toss", "with": {"coins": 1.5}}',
    "true coins": b'{"command": "toss", "with": {"coins": true}}',
    "an unknown command": b'{"command": "drop table"}',
    "somebody who cannot be": b'{"command": "toss", "as": "no\\nbody"}',
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_hostile_is_refused(cast: Cast, programs: Programs, what: str) -> None:
    count, took = Entry.objects.count(), []
    path = f"/characters/{cast.rook.public_id}/commands/"
    for _ in range(3):
        began = time.process_time()
        answer = programs.anna.post(path, HOSTILE[what], If_Match='"1"')
        took.append(1000 * (time.process_time() - began))
        assert answer.status_code in (400, 413, 422), answer.content
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert len(answer.content) < 1000
    assert min(took) <= AT_MOST
    assert Entry.objects.count() == count


def test_the_negative_control_is_accepted(cast: Cast, programs: Programs) -> None:
    path = f"/characters/{cast.rook.public_id}/commands/"
    good = (NOTE % '"a \\ud83d\\udc09 and a \\u00fc, \\"quoted\\""').encode()
    assert programs.anna.post(path, good, If_Match='"1"').status_code == 201
    sheet = programs.anna.read(f"/characters/{cast.rook.public_id}/")["sheet"]
    assert sheet["texts"]["notes"] == 'a 🐉 and a ü, "quoted"'


@pytest.mark.parametrize(
    "said", [{}, [], {"a": [1, 2.5, None, True, "x"]}, 2**53, -(2**53), 0.1, "\n\t", {"a": {"b": {"c": []}}}]
)
def test_what_is_meant_well_is_read_as_it_was_said(said: Any) -> None:
    assert parsers.read(json.dumps(said).encode()) == said


@pytest.mark.parametrize("depth", [parsers.DEEPEST - 1, parsers.DEEPEST, parsers.DEEPEST + 1])
def test_json_is_read_down_to_the_deepest_level_allowed(depth: int) -> None:
    body = b"[" * depth + b"]" * depth
    if depth <= parsers.DEEPEST:
        parsers.read(body)
    else:
        with pytest.raises(APIException):
            parsers.read(body)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_only_json_is_read(cast: Cast, programs: Programs, kind: str) -> None:
    path = f"/characters/{cast.rook.public_id}/commands/"
    answer = programs.anna.post(path, b"--x\r\n", If_Match='"1"', Content_Type=kind)
    assert (answer.status_code, answer.headers["Content-Type"]) == (415, "application/problem+json")


def test_only_json_is_written(cast: Cast, programs: Programs) -> None:
    answer = programs.anna.get("/campaigns/", Accept="text/csv")
    assert (answer.status_code, answer.headers["Content-Type"]) == (406, "application/problem+json")


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer x", "bearer \xff", "Basic eA==", "hall_x", "Bearer a b c"]
)
def test_a_header_that_is_no_token_lets_nobody_in(cast: Cast, programs: Programs, header: str) -> None:
    answer = programs.of("nobody").get("/campaigns/", Authorization=header)
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, 'Bearer realm="winterhall"')
    short = programs.of("nobody").get(f"/characters/{cast.rook.public_id}/", Authorization=header)
    assert short.status_code == 401


@pytest.mark.parametrize("tag", ["", '"', "W/", '"1" "2"', '"1", "1"', '"99999999999"', '"-1"', '"1', "1", '"\xff"'])
def test_a_version_that_is_none_is_refused(cast: Cast, programs: Programs, tag: str) -> None:
    path = f"/characters/{cast.rook.public_id}/commands/"
    answer = programs.anna.post(path, {"command": "toss"}, If_Match=tag)
    assert answer.status_code in (400, 428)


@pytest.mark.parametrize("tag", ["", '"', "W/", "*", '"x"', '"99999999999"', "1", '"\xff"', ","])
def test_a_tag_that_says_nothing_gets_the_sheet(cast: Cast, programs: Programs, tag: str) -> None:
    answer = programs.anna.get(f"/characters/{cast.rook.public_id}/", If_None_Match=tag)
    assert answer.status_code in (200, 304)


@pytest.mark.parametrize(
    ("moment", "status"),
    [
        ("6916-04-04T03:57:16+16:57", 201),
        ("2031-01-01T20:00:00-23:59", 201),
        ("9999-12-31T23:59:59-12:00", 422),
        ("0001-01-01T00:00:00+14:00", 422),
    ],
)
def test_a_moment_of_any_offset_is_kept_or_refused(cast: Cast, programs: Programs, moment: str, status: int) -> None:
    """PostgreSQL knows no offset beyond 16 hours, and nobody a day before or after all time."""
    there = f"/campaigns/{cast.campaign.public_id}/sessions/"
    answer = programs.gm.post(f"{there}planned/", {"planned_for": moment})
    assert answer.status_code == status
    if status == 201:
        planned = datetime.fromisoformat(json.loads(answer.content)["planned_for"])
        assert planned == datetime.fromisoformat(moment)
    else:
        assert json.loads(answer.content)["field"] == "planned_for"
    assert programs.gm.post(there, {"since": moment}).status_code in (201, 422)
