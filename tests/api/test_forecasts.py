"""Forecasts for programs: asked for once, read as they come, cancelled by whoever saw them."""

import json

import pytest

from combat.models import Forecast
from tests.api.programs import Programs
from tests.combat.forecast_helpers import magpies, play_on, toy_fight
from tests.helpers import Cast


@pytest.fixture
def forecasts_address(cast: Cast) -> str:
    return f"/encounters/{toy_fight(cast).public_id}/forecasts/"


def test_what_can_be_asked_stands_beside_what_was(cast: Cast, programs: Programs, forecasts_address: str) -> None:
    told = programs.gm.read(forecasts_address)
    assert told["results"] == []
    assert [one["key"] for one in told["asking"]["policies"]] == ["bold", "shy"]
    assert (told["asking"]["sides"], told["asking"]["why_not"]) == (["party", "foes"], "")
    assert set(told["asking"]["people"].values()) == {"Rook", "Mira", "Magpie", "Magpie 2"}


def test_a_program_asks_for_a_forecast_and_reads_it_once_it_is_played(
    cast: Cast, programs: Programs, forecasts_address: str
) -> None:
    magpie = magpies()[0].public_id
    plan = {"fights": 120, "seed": "s", "policies": {"party": "shy"}, "what_ifs": [{"kind": "without", "who": magpie}]}
    answer = programs.gm.post(forecasts_address, plan, Idempotency_Key="k")
    assert answer.status_code == 201, answer.content
    assert programs.gm.post(forecasts_address, plan, Idempotency_Key="k").content == answer.content
    row = json.loads(answer.content)
    assert (row["state"], row["played"], row["all_fights"]) == ("waiting", 0, 240)
    play_on(Forecast.objects.get(public_id=row["id"]))
    told = programs.gm.read(f"{forecasts_address}{row['id']}/")
    stands, fewer = told["variants"]
    assert (told["state"], stands["fights"], fewer["label"]) == ("done", 120, "Without Magpie")
    chances = [side["victory"] for side in stands["sides"]]
    assert sum(one["share"] for one in chances) + stands["undecided"]["share"] == pytest.approx(1)
    assert all(one["least"] <= one["share"] <= one["most"] for one in chances)
    assert set(stands["people"][0]["gauges"]) == {"lost"}
    assert (stands["difference"], fewer["difference"]["by"] > 0) == (None, True)
    assert [one["id"] for one in programs.gm.read(forecasts_address)["results"]] == [row["id"]]


def test_a_forecast_is_cancelled_by_whoever_saw_its_version(
    cast: Cast, programs: Programs, forecasts_address: str
) -> None:
    row = json.loads(programs.gm.post(forecasts_address, {"fights": 10}).content)
    cancel = f"{forecasts_address}{row['id']}/cancel/"
    assert programs.gm.post(cancel).status_code == 428
    late = programs.gm.post(cancel, If_Match='"8"')
    assert (late.status_code, json.loads(late.content)["fresh"]["state"]) == (412, "waiting")
    done = programs.gm.post(cancel, If_Match='"1"')
    assert (done.status_code, json.loads(done.content)["state"], done.headers["ETag"]) == (200, "cancelled", '"2"')


def test_refusals_are_problems(cast: Cast, programs: Programs, forecasts_address: str) -> None:
    for body, field in (
        ({"fights": 100_001}, "fights"),
        ({"policies": {"foes": "sly"}}, "policies"),
        ({"what_ifs": [{"kind": "creature", "who": cast.rook.public_id, "to": "dragon"}]}, "creature"),
    ):
        answer = programs.gm.post(forecasts_address, body)
        assert (answer.status_code, json.loads(answer.content)["field"]) == (422, field)
