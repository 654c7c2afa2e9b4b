"""Programs and what a campaign has written: the same keys stand wherever a key of the game's would stand."""

import json
from typing import Any

import pytest

from rules.engine.kernel import OURS
from tests.api.conftest import programs_of
from tests.api.programs import Programs
from tests.helpers import Cast, make_cast

SAILING = {"name": "Ice sailing", "description": "", "group": "acumen", "attributes": ["wisdom"]}


@pytest.fixture
def cast(db: None) -> Cast:
    """A campaign of a game whose rules look things up."""
    return make_cast("sda")


@pytest.fixture
def programs(cast: Cast) -> Programs:
    return programs_of(cast)


def write(cast: Cast, programs: Programs, **more: Any) -> str:
    """The key of a skill that the game master wrote."""
    new = {"section": "skills", "figures": SAILING, **more}
    answer = programs.gm.post(f"/campaigns/{cast.campaign.public_id}/homebrew/", new)
    assert answer.status_code == 201, answer.content
    return OURS + str(json.loads(answer.content)["id"])


def test_what_can_be_written_is_told_and_names_nothing_secret(cast: Cast, programs: Programs) -> None:
    there = f"/campaigns/{cast.campaign.public_id}/shelves/"
    told = {one["section"]: one["figures"] for one in programs.anna.read(there)["results"]}
    assert [figure["name"] for figure in told["skills"]] == ["name", "description", "group", "attributes"]
    assert [figure["name"] for figure in told["conditions"]] == ["name", "description"]
    write(cast, programs, secret=True)
    assert "Ice sailing" in str(programs.gm.read(there))
    assert "Ice sailing" not in str(programs.anna.read(there))


def test_a_skill_of_the_campaign_is_ranked_and_rolled_under_its_key(cast: Cast, programs: Programs) -> None:
    key, rook = write(cast, programs), f"/characters/{cast.rook.public_id}"
    answer = programs.anna.put(f"{rook}/skills/{key}/", {"value": 3}, If_Match='"1"')
    assert answer.status_code == 200, answer.content
    assert programs.anna.read(f"{rook}/skills/{key}/")["value"] == 3
    assert key in [rank["name"] for rank in programs.anna.read(f"{rook}/skills/")["results"]]
    test = {"command": "test.static", "with": {"skill": key, "difficulty": 1}}
    odds = programs.anna.post(f"{rook}/odds/", test)
    assert odds.status_code == 200
    assert json.loads(odds.content)["odds"]
    rolled = programs.anna.post(f"{rook}/commands/", test, If_Match='"2"')
    assert rolled.status_code == 201, rolled.content


@pytest.mark.parametrize(
    ("who", "secret", "offered"), [("anna", False, True), ("anna", True, False), ("gm", True, True)]
)
def test_a_skill_of_the_campaign_is_a_choice_of_those_who_may_know(
    cast: Cast, programs: Programs, who: str, secret: bool, offered: bool
) -> None:
    key = write(cast, programs, secret=secret)
    told = programs.of(who).read(f"/characters/{cast.rook.public_id}/commands/")
    assert (key in str(told)) is offered
    assert ("Ice sailing" in str(told)) is offered


def test_showing_it_is_one_entry_with_a_change(cast: Cast, programs: Programs) -> None:
    key = write(cast, programs, secret=True)
    there = f"/campaigns/{cast.campaign.public_id}/homebrew/{key.removeprefix(OURS)}/"
    assert programs.anna.get(there).status_code == 404
    answer = programs.gm.put(there, {"figures": SAILING, "secret": False}, If_Match='"1"')
    assert answer.status_code == 200, answer.content
    facts = json.loads(answer.content)["entry"]["facts"]
    assert [(one["fact"], one["to_players"]) for one in facts] == [("homebrew_shown", True)]
    assert programs.anna.read(there)["secret"] is False
