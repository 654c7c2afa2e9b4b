"""A roll that has just fallen: the ways to change it stand beside it, as long as there are any."""

import pytest

from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_cast

pytestmark = pytest.mark.django_db

PUSH = 'data-roll="check.push"'


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast("dragonbane")


def panel(cast: Cast, who: str, what: str = "parts/") -> str:
    client = client_of(getattr(cast, who))
    where = f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/{what}"
    return str(client.get(where).content.decode())


def rolled(cast: Cast, face: int) -> None:
    rook = cast.rook.public_id
    perform(cast.anna, Intent("check.roll", {"skill": "agl"}, rook, typed={rook: [face]}))


@pytest.mark.parametrize("what", ["parts/", "", "roll/"])
def test_a_failed_roll_offers_its_push_by_name(cast: Cast, what: str) -> None:
    assert PUSH not in panel(cast, "anna", what)
    rolled(cast, 19)
    told = panel(cast, "anna", what)
    assert PUSH in told
    assert "Push the roll</button>" in told.split(PUSH)[1]


def test_what_cannot_be_changed_offers_nothing(cast: Cast) -> None:
    rolled(cast, 2)
    assert PUSH not in panel(cast, "anna")
    rolled(cast, 20)
    assert PUSH not in panel(cast, "anna"), "a Demon is not pushed"


def test_others_are_offered_nothing(cast: Cast) -> None:
    rolled(cast, 19)
    assert PUSH not in panel(cast, "boris") + panel(cast, "olga")
