"""Several who play one character: they may all that its player may, and lose it with their seat."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from campaigns.audience import access, viewers
from campaigns.feed import query
from campaigns.members import services as members
from campaigns.models import Membership
from characters import leaving
from characters import services as characters
from characters.models import Character
from rules.engine.kernel import Refused
from tests.helpers import Cast, plug_in_toy, write_text


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in_toy(monkeypatch)


def shared(cast: Cast) -> Character:
    characters.share(cast.gm, cast.rook, to=[cast.boris.user])
    return Character.objects.get(pk=cast.rook.pk)


def plays(member: Membership) -> frozenset[str]:
    return viewers.viewer(member).plays


def test_both_play(cast: Cast) -> None:
    with pytest.raises(PermissionDenied):
        write_text(cast.boris, cast.rook, "Hm.")
    rook = shared(cast)
    write_text(cast.boris, rook, "Hm.")
    write_text(cast.anna, rook, "Ho.")
    assert rook.public_id in plays(cast.anna) & plays(cast.boris)
    assert rook.public_id not in plays(cast.olga)
    assert access.may_play(cast.boris, rook)


def test_the_sheet_names_both(cast: Cast, client: Client) -> None:
    client.force_login(cast.gm.user)
    where = f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/"
    assert "played by Anna<" in client.get(where).content.decode().replace("\n", "")
    shared(cast)
    for page in (where, f"{where}print/"):
        assert "played by Anna and Boris" in client.get(page).content.decode()
    assert "played by Anna and others" in client.get(f"/campaigns/{cast.campaign.public_id}/").content.decode()


def test_a_line_hears_what_either_may(cast: Cast) -> None:
    rook = shared(cast)
    before = cast.campaign.last_number
    write_text(cast.anna, rook, "A secret of ours.")
    news = query.read(cast.campaign.pk, before)
    heard = ["".join(one.text.decode() for one in news.heard_by(who.user_id)) for who in (cast.anna, cast.boris)]
    assert heard[0] == heard[1] != ""


def test_whoever_leaves_plays_it_no_more(cast: Cast) -> None:
    shared(cast)
    members.remove(cast.boris)
    assert Character.objects.get(pk=cast.rook.pk).others == ""


def test_a_deleted_account_plays_nobody(cast: Cast) -> None:
    shared(cast)
    leaving.leave(cast.boris.user, with_campaigns=False)
    assert Character.objects.get(pk=cast.rook.pk).others == ""


def test_only_players_and_only_by_the_game_master(cast: Cast) -> None:
    for other in (cast.olga.user, cast.stranger):
        with pytest.raises(Refused, match="Only players"):
            characters.share(cast.gm, cast.rook, to=[other])
    with pytest.raises(PermissionDenied):
        characters.share(cast.anna, cast.rook, to=[cast.boris.user])
    characters.share(cast.gm, cast.rook, to=[cast.anna.user])
    assert Character.objects.get(pk=cast.rook.pk).others == ""
