"""A life of a campaign's own from end to end over REST: written, lived, rolled, withdrawn, and undone."""

import json
from typing import Any

import pytest

from campaigns.chronicle import verify
from campaigns.models import Campaign
from tests.api.conftest import programs_of
from tests.api.programs import Program, Programs
from tests.helpers import Cast, make_cast, verified

BORN = {"name": "Dune Born", "cost": 3, "rolls": ["geography"], "dice": 2, "when": "in the desert"}
SIX = dict.fromkeys(("agility", "strength", "constitution", "erudition", "persona", "wisdom"), 6)
DUNEFOLK = {"name": "Dunefolk", "like": "orc", "attributes": SIX, "experience": {"brawling": 4}}
PILOT = {
    "name": "Sand Pilot",
    "careers": ["maritime"],
    "costs": {"primary": 3, "military": 3, "unemployed": 3},
    "experience": {"seamanship": 8},
    "things": {"weapons.spear": 2},
}


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast("sda")


@pytest.fixture
def programs(cast: Cast) -> Programs:
    return programs_of(cast)


def address(cast: Cast, what: str) -> str:
    return f"/campaigns/{cast.campaign.public_id}/{what}"


def write(cast: Cast, gm: Program, section: str, told: dict[str, Any], **more: Any) -> str:
    """The key of an entry that was written."""
    answer = gm.post(address(cast, "homebrew/"), {"section": section, "figures": told, **more})
    assert answer.status_code == 201, answer.content
    return f"ours.{answer.json()['id']}"


@pytest.fixture
def keys(cast: Cast, programs: Programs) -> dict[str, str]:
    """A trait, a people that is born with it, their kin and their trade, by section."""
    keys = {"traits": write(cast, programs.gm, "traits", BORN)}
    keys["peoples"] = write(cast, programs.gm, "peoples", {**DUNEFOLK, "traits": [keys["traits"]]})
    keys["kin"] = write(cast, programs.gm, "kin", {"name": "Salt Folk", "people": keys["peoples"], "cost": 1})
    keys["occupations"] = write(cast, programs.gm, "occupations", PILOT)
    return keys


class Maker:
    """A player who makes a character step by step."""

    def __init__(self, cast: Cast, program: Program) -> None:
        begun = program.post(address(cast, "characters/"), {"name": "Sahra", "way": "steps"}, Idempotency_Key="sahra")
        assert begun.status_code == 201, begun.content
        self.program, self.path = program, f"/characters/{begun.json()['id']}/"

    def send(self, command: str, **fields: Any) -> Any:
        """The answer to a command, over the sheet as it is now."""
        tag = self.program.get(self.path).headers["ETag"]
        body = {"command": command, "with": fields}
        return self.program.post(f"{self.path}commands/", body, If_Match=tag, Idempotency_Key=f"{command}{tag}")

    def take(self, command: str, **fields: Any) -> None:
        answer = self.send(command, **fields)
        assert answer.status_code in (200, 201), answer.content

    def offered(self, command: str) -> str:
        """The schema of a command as it is offered now, as text."""
        found = self.program.read(f"{self.path}commands/")["commands"]
        return json.dumps(next(one for one in found if one["name"] == command)["schema"])

    @property
    def sheet(self) -> Any:
        return self.program.read(self.path)["sheet"]


def faults(cast: Cast) -> list[str]:
    return verify.faults(Campaign.objects.get(pk=cast.campaign.pk))


def test_shelves_offer_what_was_written_before(cast: Cast, programs: Programs, keys: dict[str, str]) -> None:
    shelves = {one["section"]: one["figures"] for one in programs.gm.read(address(cast, "shelves/"))["results"]}
    traits = next(one for one in shelves["peoples"] if one["name"] == "traits")
    assert traits["options"][keys["traits"]] == "Dune Born"


def test_somebody_of_a_people_of_our_own_is_made_and_rolls_with_their_trait(
    cast: Cast, programs: Programs, keys: dict[str, str]
) -> None:
    sahra = Maker(cast, programs.anna)
    assert keys["peoples"] in sahra.offered("making.people")
    with verified(cast.campaign):
        sahra.take("making.people", people=keys["peoples"])
    sahra.take("making.kin", kin=keys["kin"])
    sahra.take("making.origin", origin="orcish_hamlet")
    sahra.take("making.events", events=[])
    with verified(cast.campaign):
        sahra.take("making.occupation", occupation=keys["occupations"])
    sheet = sahra.sheet
    assert sheet["texts"]["people"] == "Salt Folk, Dunefolk"
    assert sheet["items"]["spear"]["count"] == 2
    assert sheet["items"][f"trait-{keys['traits']}"]["name"] == "Dune Born"
    plain, helped = (mean_of(sahra, traits) for traits in ([], [keys["traits"]]))
    assert helped > plain
    sahra.take("making.random")
    assert "making" not in sahra.sheet["memo"]
    assert faults(cast) == []


def mean_of(maker: Maker, traits: list[str]) -> float:
    """How many successes a roll can hope for."""
    fields = {"skill": "geography", "difficulty": 2, "traits": traits}
    answer = maker.program.post(f"{maker.path}odds/", {"command": "test.static", "with": fields})
    assert answer.status_code == 200, answer.content
    mean: float = answer.json()["odds"]["mean"]
    return mean


def test_what_is_withdrawn_in_the_middle_stays_with_whoever_has_it(
    cast: Cast, programs: Programs, keys: dict[str, str]
) -> None:
    sahra = Maker(cast, programs.anna)
    sahra.take("making.people", people=keys["peoples"])
    page = address(cast, f"homebrew/{keys['peoples'].removeprefix('ours.')}/")
    assert programs.gm.send("DELETE", page, If_Match='"1"', Idempotency_Key="gone").status_code == 204
    sahra.take("making.kin", kin=keys["kin"])
    assert sahra.sheet["texts"]["people"] == "Salt Folk, Dunefolk"
    boris = Maker(cast, programs.boris)
    assert keys["peoples"] not in boris.offered("making.people")
    refused = boris.send("making.people", people=keys["peoples"])
    assert refused.status_code == 422
    assert refused.json()["field"] == "people"
    assert faults(cast) == []


def test_undo_takes_the_life_back_and_then_the_people(cast: Cast, programs: Programs, keys: dict[str, str]) -> None:
    sahra = Maker(cast, programs.anna)
    sahra.take("making.people", people=keys["peoples"])
    undo, redo = address(cast, "undo/"), address(cast, "redo/")
    with verified(cast.campaign):
        assert programs.gm.post(undo, programs.gm.read(undo)).status_code == 201
    assert "people" not in sahra.sheet["texts"]
    assert programs.gm.post(redo, programs.gm.read(redo)).status_code == 201
    assert sahra.sheet["texts"]["people"] == "Dunefolk"
    for _ in range(6):
        assert programs.gm.post(undo, programs.gm.read(undo)).status_code == 201
    assert keys["peoples"] not in Maker(cast, programs.boris).offered("making.people")
    assert faults(cast) == []


def test_secret_ones_are_not_players_to_choose(cast: Cast, programs: Programs) -> None:
    hidden = write(cast, programs.gm, "peoples", DUNEFOLK, secret=True)
    assert hidden not in Maker(cast, programs.anna).offered("making.people")
    assert "Dunefolk" not in programs.anna.get(address(cast, "shelves/")).content.decode()
