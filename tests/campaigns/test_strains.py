"""The strain of a long test on those at work: on its page and for programs."""

import pytest

from campaigns.play.forms import form_for
from campaigns.play.game import lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from rules.engine.system.protocol import command_named
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_cast


@pytest.fixture
def cast(db: None) -> Cast:
    """Rook and Mira build a cart, a day a roll."""
    made = make_cast("sda")
    given = {"skill": "woodworking", "difficulty": 8, "helpers": [made.mira.public_id], "amount": 1, "unit": "day"}
    perform(made.gm, Intent("project.begin", given, made.rook.public_id))
    return made


def test_the_page_foresees_everybody_at_work_with_nights_and_without(cast: Cast) -> None:
    page = client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/long-tests/").content.decode()
    for name in ("Rook", "Mira"):
        assert f'<th scope="row">{name}</th>' in page
    assert "Resting daily" in page
    assert "Without rest" in page


def test_programs_read_the_same(cast: Cast) -> None:
    where = f"/api/v1/campaigns/{cast.campaign.public_id}/long-tests/{cast.rook.public_id}/p1/forecast/"
    strains = client_of(cast.anna).get(where).json()["strains"]
    assert [one["who"] for one in strains] == [cast.rook.public_id, cast.mira.public_id]
    for one in strains:
        assert sum(one["left"]) + one["stuck"] == pytest.approx(1, abs=0.01)
        assert one["rested"]["mean"] >= one["mean"]


def test_what_makes_it_a_long_test_is_asked_at_once_and_no_die_falls_as_it_begins(cast: Cast) -> None:
    game = lay_out(cast.anna, cast.rook.public_id)
    form = form_for(command_named(cast.campaign.system, "project.begin"), game)
    asked = [one.field for one in form.first]
    assert asked == ["skill", "bonus", "malus", "helpers", "task", "difficulty", "mode", "amount", "unit"]
    assert form.rollers == ()
