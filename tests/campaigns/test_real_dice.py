"""Boxes for real dice: one for each die of the first throw, of those whose sheets one may read."""

import re

from campaigns.models import Entry
from tests.campaigns.test_playing import client_of, send, toss
from tests.helpers import Cast
from winterhall.accounts.models import User


def boxes(cast: Cast, who: User, coins: int, *hands: str, actor: str = "") -> list[tuple[str, str]]:
    """The boxes (whose, sides) that somebody is shown for a toss of coins."""
    form = toss(cast) | {"with-coins": str(coins), "actor": actor or cast.rook.public_id, "hand": list(hands)}
    answer = client_of(who).post(f"/campaigns/{cast.campaign.public_id}/dice/", form)
    assert answer.status_code == 200
    return re.findall(r'name="faces-([^"]*)" data-sides="(\d+)"', answer.content.decode())


def test_each_die_has_a_box_with_its_sides(cast: Cast) -> None:
    rook = cast.rook.public_id
    assert boxes(cast, cast.anna.user, 3, rook) == [(rook, "2")] * 3
    assert boxes(cast, cast.anna.user, 1, rook) == [(rook, "2")]


def test_nothing_is_written_by_asking(cast: Cast) -> None:
    before = Entry.objects.count()
    assert boxes(cast, cast.gm.user, 2, cast.rook.public_id)
    assert Entry.objects.count() == before


def test_a_form_that_would_be_refused_has_no_boxes(cast: Cast) -> None:
    assert boxes(cast, cast.anna.user, 1000, cast.rook.public_id) == []


def test_only_hands_that_the_form_has_room_for_are_shown(cast: Cast) -> None:
    assert boxes(cast, cast.anna.user, 2) == []
    assert boxes(cast, cast.anna.user, 2, cast.mira.public_id, "nobody") == []


def test_a_box_each_sends_the_faces_as_one_line_does(cast: Cast) -> None:
    rook = cast.rook.public_id
    form = toss(cast) | {"with-coins": "2", f"faces-{rook}": ["2", "1", ""]}
    told = send(cast.anna, cast, "perform", form).json()
    assert [die["face"] for die in told["facts"][0]["dice"]] == [2, 1]
