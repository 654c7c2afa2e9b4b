"""Giving: players hand coins and things to each other's heroes, from the sheet and the page, as far as they may."""

import re

import pytest
from django.core.exceptions import PermissionDenied

from campaigns.models import Entry
from campaigns.play import consent
from campaigns.play.consent import Waits
from campaigns.play.undo import undo
from characters.models import Character
from characters.party.moves import OUTSIDE, PARTY, Held, Move, Thing, move
from characters.party.reading import giving, party
from rules.engine.kernel import Refused
from tests.combat.test_party import GAMES, client_of, find, lantern, make_secret, things, worths
from tests.helpers import Cast, make_cast, verified

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    """A campaign in which Rook has two lanterns and some coins."""
    return equipped(make_cast(GAMES[0]))


def equipped(cast: Cast) -> Cast:
    find(cast, 3, Thing("Blue lantern", 2), to=cast.rook.public_id)
    return cast


def lanterns(who: Character) -> int:
    items = Character.objects.get(pk=who.pk).sheet.items.values()
    return sum(one.count for one in items if one.name == "Blue lantern")


def gift(cast: Cast, count: int = 1, **coins: int) -> Move:
    held = Held(lantern(cast.rook.public_id, cast), count)
    return Move(cast.rook.public_id, cast.mira.public_id, coins, (held,))


@pytest.mark.parametrize("game", GAMES)
def test_a_player_gives_to_the_hero_of_another_in_one_entry(game: str) -> None:
    cast = equipped(make_cast(game))
    first = next(iter(cast.campaign.system.coins()))
    before, entries = (worths(cast), things(cast)), Entry.objects.count()
    with verified(cast.campaign):
        entry = move(cast.anna, gift(cast, 1, **{first: 2}))
    assert Entry.objects.count() == entries + 1
    assert (worths(cast), things(cast)) == before
    assert (lanterns(cast.rook), lanterns(cast.mira)) == (1, 1)
    told = client_of(cast.boris).get(f"/campaigns/{cast.campaign.public_id}/chronicle/").content.decode()
    assert re.search(r"Rook.{0,200}gives.{0,200}Mira.{0,200}Blue lantern", told, re.DOTALL)
    undo(cast.gm, entry.public_id)
    assert (lanterns(cast.rook), lanterns(cast.mira)) == (2, 0)


def test_nobody_gives_for_others_or_to_whom_they_do_not_know(cast: Cast) -> None:
    secret, key = make_secret(cast), Held(lantern(cast.rook.public_id, cast))
    for member in (cast.boris, cast.olga):
        with pytest.raises(PermissionDenied):
            move(member, gift(cast))
    with pytest.raises(Refused, match="Nobody here has that name"):
        move(cast.anna, Move(cast.rook.public_id, secret.public_id, {}, (key,)))
    with pytest.raises(PermissionDenied):
        move(cast.anna, Move(cast.rook.public_id, OUTSIDE, {}, (key,)))
    Character.objects.filter(pk=cast.mira.pk).update(owner=None)
    with pytest.raises(PermissionDenied):
        move(cast.anna, gift(cast))
    assert lanterns(cast.rook) == 2


def test_whoever_gives_chooses_among_the_party_and_the_heroes_they_know(cast: Cast) -> None:
    secret = make_secret(cast)
    assert list(giving(cast.anna, cast.rook).takers) == [cast.mira.public_id]
    assert secret.public_id not in party(cast.anna).takers
    there = f"/campaigns/{cast.campaign.public_id}/"
    client, key = client_of(cast.anna), lantern(cast.rook.public_id, cast)
    sheet = client.get(f"{there}characters/{cast.rook.public_id}/").content.decode()
    form = re.search(rf'<div class="explain" popover id="give-{key}".*?</form>', sheet, re.DOTALL)
    assert form is not None
    assert re.findall(r'<option value="(\w+)"', form[0]) == [PARTY, cast.mira.public_id]
    assert 'id="part-give-coins"' in sheet
    mira = client.get(f"{there}characters/{cast.mira.public_id}/").content.decode()
    assert 'id="give-' not in mira
    assert "part-give-coins" not in mira
    sent = {"thing": f"{cast.rook.public_id}/{key}", "to": cast.mira.public_id, "count": "2"}
    assert client.post(f"{there}party/move/", sent).status_code == 200
    assert lanterns(cast.mira) == 2
    page = client_of(cast.anna).get(f"{there}party/").content.decode()
    assert f'<option value="{cast.mira.public_id}">Mira</option>' in page


@pytest.mark.parametrize("game", GAMES)
def test_each_line_of_a_gift_that_waits_says_whose_it_is(game: str) -> None:
    cast = equipped(make_cast(game))
    consent.require(cast.gm, {"things"})
    cast.anna.campaign.refresh_from_db()
    first = next(iter(cast.campaign.system.coins()))
    for target in (cast.mira.public_id, PARTY):
        with pytest.raises(Waits) as waits:
            move(cast.anna, Move(cast.rook.public_id, target, {first: 2}))
        page = client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/approvals/").content.decode()
        lines = re.findall(r"<p>([^<]*→[^<]*)</p>", page)
        assert lines
        assert all(one.startswith(("Rook: ", "Mira: ")) for one in lines)
        assert ("<p>Mira: " in page) == (target != PARTY)
        assert (" gives the party " in page) == (target == PARTY), "its own line names it"
        consent.take_back(cast.anna, waits.value.proposal.public_id)


def test_a_gift_waits_where_things_need_approval(cast: Cast) -> None:
    consent.require(cast.gm, {"things"})
    cast.anna.campaign.refresh_from_db()
    with pytest.raises(Waits) as waits:
        move(cast.anna, gift(cast))
    assert lanterns(cast.mira) == 0
    for member in (cast.gm, cast.anna):
        page = client_of(member).get(f"/campaigns/{cast.campaign.public_id}/approvals/").content.decode()
        assert "Rook: Give and take" in page
        assert "Blue lantern" in page
    entry = consent.agree(cast.gm, waits.value.proposal.public_id)
    assert (entry.by, lanterns(cast.rook), lanterns(cast.mira)) == (cast.anna.user, 1, 1)
    move(cast.gm, gift(cast))
    assert lanterns(cast.mira) == 2, "a game master asks nobody"
