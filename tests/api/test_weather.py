"""Weather over REST: chosen with the calendar, listed as far as each may know, and changed for a day."""

from tests.api.programs import Programs
from tests.api.test_days import FROST, address
from tests.helpers import Cast, verified

STORM = {"sky": "storm", "wind": "a gale", "degrees": 4}


def test_weather_is_chosen_listed_and_changed(cast: Cast, programs: Programs) -> None:
    there = address(cast, "calendar/weather/")
    assert programs.gm.read(address(cast))["weather"] is None
    assert programs.gm.read(there)["results"] == []
    wanted = FROST | {"climate": "northern", "coldest": 2}
    with verified(cast.campaign):
        assert programs.gm.put(address(cast), wanted, If_Match='"0"').status_code == 200
    # Whoever changes something else of the calendar leaves the weather alone.
    assert programs.gm.put(address(cast), FROST | {"era": "BF"}, If_Match='"1"').status_code == 200
    now = programs.anna.read(address(cast))
    assert (now["climate"], now["coldest"], now["weather"]["day"]) == ("northern", 2, 1)
    known = programs.gm.read(f"{there}?first=-1&days=10")
    assert [row["day"] for row in known["results"]] == list(range(-1, 9))
    seen = programs.anna.read(f"{there}?first=-1&days=10")
    assert (seen["first"], seen["last"]) == (known["first"], known["last"])
    assert seen["results"] == known["results"][:3]
    with verified(cast.campaign):
        for day, version in ((1, '"2"'), (4, '"3"')):
            asked = {"day": day, "weather": STORM}
            answer = programs.gm.put(there, asked, If_Match=version, Idempotency_Key=f"storm-{day}")
            assert answer.status_code == 200
            again = programs.gm.put(there, asked, If_Match=version, Idempotency_Key=f"storm-{day}")
            assert again.content == answer.content
    assert programs.anna.read(address(cast))["weather"] == STORM | {"day": 1, "said": "Storm, a gale, 4 °C."}
    # What is said of a day to come is no version for players.
    assert [programs.gm.read(address(cast))["version"], programs.anna.read(address(cast))["version"]] == [4, 3]
    assert programs.gm.put(there, {"day": 4}, If_Match='"3"').status_code == 412
    assert programs.gm.put(there, {"day": 4}, If_Match='"4"').status_code == 200
    assert programs.gm.read(f"{there}?first=4")["results"] == [known["results"][5]]


def test_odd_weather_is_a_problem(cast: Cast, programs: Programs) -> None:
    there = address(cast, "calendar/weather/")
    assert programs.gm.put(there, {"day": 1, "weather": STORM}, If_Match='"0"').status_code == 422
    assert programs.gm.put(address(cast), FROST | {"climate": "moonlike"}, If_Match='"0"').status_code == 422
    assert programs.gm.put(address(cast), FROST | {"climate": "coast"}, If_Match='"0"').status_code == 200
    for wrong in ({"sky": "frogs"}, {"wind": "no"}, {"degrees": 99}):
        answer = programs.gm.put(there, {"day": 1, "weather": STORM | wrong}, If_Match='"1"')
        assert (answer.status_code, answer.headers["Content-Type"]) == (422, "application/problem+json")
