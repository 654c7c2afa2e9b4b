"""The party of a campaign: moves between sheets and the common purse, one entry each, whose sums never change."""

import re

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.models import Entry, Membership, Notice, PartyStock
from campaigns.play import consent
from campaigns.play.intent import Intent, KeyReused, Stale
from campaigns.play.perform import perform
from campaigns.play.undo import redo, undo
from characters import services
from characters.models import Character
from characters.party import moves
from characters.party.moves import OUTSIDE, PARTY, Held, Move, Thing, move, split
from characters.party.reading import party
from rules import registry
from rules.engine.kernel import Refused
from tests.helpers import Cast, make_cast, verified

GAMES = [one.slug for one in registry.SYSTEMS if one.coins()]
pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    """A campaign of a game whose coins are things."""
    return make_cast(GAMES[0])


@pytest.fixture(params=GAMES)
def each(request: pytest.FixtureRequest) -> Cast:
    """A campaign of every game that has coins."""
    return make_cast(request.param)


def find(cast: Cast, count: int = 5, *things: Thing, to: str = PARTY) -> Entry:
    """The GM hands out so many of each coin, and things."""
    return move(cast.gm, Move(OUTSIDE, to, dict.fromkeys(cast.campaign.system.coins(), count), found=things))


def worths(cast: Cast) -> dict[str, int]:
    """All coins of the campaign, on sheets and in the purse, by what they are kept as."""
    system, found = cast.campaign.system, {}
    seen = party(cast.gm)
    for kind, coin in system.coins().items():
        at = coin.resource or kind
        found.setdefault(at, 0)
        found[at] += coin.worth * sum(one.count for one in seen.common.coins if one.kind == kind)
        if coin.item is not None:
            found[at] += sum(one.count for purse in seen.purses for one in purse.coins if one.kind == kind)
    for resource in {coin.resource for coin in system.coins().values() if coin.resource}:
        found[resource] += sum(one.character.sheet.now(resource) for one in seen.people)
    return found


def things(cast: Cast) -> dict[str, int]:
    """All things of the campaign by name."""
    seen, found = party(cast.gm), {}
    for purse in (seen.common, *seen.purses):
        for one in purse.things:
            found[one.name] = found.get(one.name, 0) + one.count
    return found


def lantern(purse_of: str, cast: Cast) -> str:
    """The key of the lantern that somebody has."""
    seen = party(cast.gm)
    purse = next(one for one in (seen.common, *seen.purses) if one.who == purse_of)
    return next(one.key for one in purse.things if one.name == "Blue lantern")


def test_finds_come_to_the_party_and_go_to_a_sheet_and_back(each: Cast) -> None:
    cast = each
    with verified(cast.campaign):
        find(cast, 5, Thing("Blue lantern", 3))
    coins, owned = worths(cast), things(cast)
    first = next(iter(cast.campaign.system.coins()))
    rook = cast.rook.public_id
    with verified(cast.campaign):
        taken = move(cast.anna, Move(PARTY, rook, {first: 2}, (Held(lantern(PARTY, cast), 2),)))
        move(cast.anna, Move(rook, PARTY, {first: 1}, (Held(lantern(rook, cast), 1),)))
    assert (worths(cast), things(cast)) == (coins, owned)
    common = party(cast.anna).common
    assert next(one.count for one in common.coins if one.kind == first) == 4
    assert [one.count for one in common.things if one.name == "Blue lantern"] == [2]
    assert taken.command == moves.MOVE


def test_the_log_says_it_once_in_words(cast: Cast) -> None:
    find(cast, 2, Thing("Blue lantern"))
    move(cast.anna, Move(PARTY, cast.rook.public_id, {}, (Held(lantern(PARTY, cast)),)))
    move(cast.anna, Move(cast.rook.public_id, PARTY, {}, (Held(lantern(cast.rook.public_id, cast)),)))
    log = client_of(cast.boris).get(f"/campaigns/{cast.campaign.public_id}/chronicle/").content.decode()
    assert "takes from the party: Blue lantern." in log
    assert "gives the party: Blue lantern." in log
    assert "no longer has" not in log
    assert "The party has" not in log


def test_undo_and_redo_move_everything_back_and_again(cast: Cast) -> None:
    find(cast, 5, Thing("Blue lantern", 2))
    before = PartyStock.objects.get().body, Character.objects.get(pk=cast.rook.pk).body
    first = next(iter(cast.campaign.system.coins()))
    entry = move(cast.anna, Move(PARTY, cast.rook.public_id, {first: 3}, (Held(lantern(PARTY, cast), 2),)))
    after = PartyStock.objects.get().body, Character.objects.get(pk=cast.rook.pk).body
    with verified(cast.campaign):
        undo(cast.gm, entry.public_id)
    assert (PartyStock.objects.get().body, Character.objects.get(pk=cast.rook.pk).body) == before
    with verified(cast.campaign):
        redo(cast.gm, entry.public_id)
    assert (PartyStock.objects.get().body, Character.objects.get(pk=cast.rook.pk).body) == after


def test_coins_are_split_evenly_and_the_remainder_stays(each: Cast) -> None:
    cast = each
    find(cast, 7)
    coins, first = worths(cast), next(iter(cast.campaign.system.coins()))
    with verified(cast.campaign):
        split(cast.gm, {first: 7}, [cast.rook.public_id, cast.mira.public_id])
    assert worths(cast) == coins
    assert next(one.count for one in party(cast.gm).common.coins if one.kind == first) == 1
    with pytest.raises(Refused, match="too few"):
        split(cast.gm, {first: 1}, [cast.rook.public_id, cast.mira.public_id])
    with pytest.raises(Refused, match="who gets a share"):
        split(cast.gm, {first: 1}, [])


def test_nobody_gives_what_they_do_not_have(each: Cast) -> None:
    cast = each
    find(cast, 3, Thing("Blue lantern"))
    first = next(iter(cast.campaign.system.coins()))
    rook, entries = cast.rook.public_id, Entry.objects.count()
    three = cast.campaign.system.coins()[first].counted(3)
    with pytest.raises(Refused, match=f"The party has only {three}"):
        move(cast.anna, Move(PARTY, rook, {first: 4}))
    with pytest.raises(Refused, match="only 1 × Blue lantern"):
        move(cast.anna, Move(PARTY, rook, {}, (Held(lantern(PARTY, cast), 2),)))
    with pytest.raises(Refused, match="no longer has this"):
        move(cast.anna, Move(PARTY, rook, {}, (Held("nothing"),)))
    for odd in (Move(PARTY, rook, {}), Move(PARTY, rook, {"tulips": 1}), Move(PARTY, rook, {first: -1})):
        with pytest.raises(Refused):
            move(cast.anna, odd)
    with pytest.raises(Refused):
        move(cast.gm, Move(OUTSIDE, PARTY, {}, found=(Thing("  "),)))
    assert Entry.objects.count() == entries


def test_players_move_for_those_they_play_alone(cast: Cast) -> None:
    find(cast, 3, Thing("Blue lantern"))
    first = next(iter(cast.campaign.system.coins()))
    rook, mira = cast.rook.public_id, cast.mira.public_id
    for wanted in (Move(PARTY, mira, {first: 1}), Move(mira, rook, {first: 1}), Move(OUTSIDE, PARTY, {first: 1})):
        with pytest.raises(PermissionDenied):
            move(cast.anna, wanted)
    for wanted in (Move(PARTY, OUTSIDE, {first: 1}), Move(PARTY, rook, {first: 1})):
        with pytest.raises(PermissionDenied):
            move(cast.olga, wanted)
    with pytest.raises(PermissionDenied):
        split(cast.anna, {first: 3}, [rook])
    move(cast.gm, Move(PARTY, mira, {first: 1}))
    move(cast.gm, Move(mira, rook, {first: 1}))
    move(cast.gm, Move(PARTY, OUTSIDE, {first: 1}))


def test_the_same_key_moves_once_and_the_late_are_told_so(cast: Cast) -> None:
    find(cast, 5)
    first = next(iter(cast.campaign.system.coins()))
    wanted = Move(PARTY, cast.rook.public_id, {first: 1})
    seen = party(cast.anna).version
    one, other = (move(cast.anna, wanted, seen=seen, key="k") for _ in range(2))
    assert one == other
    with pytest.raises(KeyReused):
        move(cast.anna, Move(PARTY, cast.rook.public_id, {first: 2}), key="k")
    with pytest.raises(Stale):
        move(cast.anna, wanted, seen=seen)


def test_a_secret_giver_is_not_heard_of(cast: Cast) -> None:
    secret = make_secret(cast)
    first = next(iter(cast.campaign.system.coins()))
    find(cast, 2, Thing("Blue lantern"), to=secret.public_id)
    move(cast.gm, Move(secret.public_id, PARTY, {first: 2}, (Held(lantern(secret.public_id, cast)),)))
    there = f"/campaigns/{cast.campaign.public_id}/"
    for address in (f"{there}party/", f"{there}chronicle/", f"/api/v1{there}party/", f"/api/v1{there}entries/"):
        told = client_of(cast.anna).get(address).content.decode()
        assert "Blue lantern" in told
        assert "Magpie" not in told
        assert secret.public_id not in told
    with pytest.raises(Refused, match="Nobody here has that name"):
        move(cast.anna, Move(PARTY, secret.public_id, {first: 1}))
    with pytest.raises(Refused, match="Nobody here has that name"):
        move(cast.anna, Move(PARTY, "nobody", {first: 1}))


def make_secret(cast: Cast) -> Character:
    return services.begin(cast.gm, name="Magpie", owner=None, secret=True)


def client_of(member: Membership) -> Client:
    client = Client()
    client.force_login(member.user)
    return client


# -- the page ----------------------------------------------------------------------------------------------------------


def test_the_page_shows_the_purse_and_everybody_whom_one_may_see(cast: Cast) -> None:
    make_secret(cast)
    at = f"/campaigns/{cast.campaign.public_id}/party/"
    empty = client_of(cast.olga).get(at).content.decode()
    assert "owns nothing in common yet" in empty
    find(cast, 4, Thing("Blue lantern", 2))
    for member in (cast.gm, cast.anna, cast.olga):
        told = client_of(member).get(at).content.decode()
        assert "2 × Blue lantern" in told
        assert "Rook" in told
        assert "Mira" in told
        assert ("Magpie" in told) is member.is_gm
        assert ("Split coins evenly" in told) is member.is_gm
        assert ("Give and take" in told) is (member != cast.olga)
    assert at in client_of(cast.anna).get(at.removesuffix("party/")).content.decode()


def test_forms_of_the_page_move_things(cast: Cast) -> None:
    at, first = f"/campaigns/{cast.campaign.public_id}/party/", next(iter(cast.campaign.system.coins()))
    gm, anna = client_of(cast.gm), client_of(cast.anna)
    found = {
        "from": "outside",
        "to": "party",
        f"coin-{first}": "6",
        "found-1": "Blue lantern",
        "count-1": "2",
        "seen": "0",
    }
    assert gm.post(f"{at}move/", found | {"key": "found"}).status_code == 200
    taken = {"thing": f"party/{lantern(PARTY, cast)}", "to": cast.rook.public_id, "count": "1", "seen": "1"}
    assert anna.post(f"{at}move/", taken).status_code == 200
    assert anna.post(f"{at}move/", taken).status_code == 409
    assert anna.post(f"{at}move/", {"from": "party", "to": "party"}).status_code == 422
    assert (
        anna.post(f"{at}move/", {"from": "party", "to": cast.rook.public_id, f"coin-{first}": "x"}).status_code == 422
    )
    among = {f"coin-{first}": "5", "among": [cast.rook.public_id, cast.mira.public_id]}
    assert gm.post(f"{at}split/", among).status_code == 200
    assert anna.post(f"{at}split/", among).status_code == 403
    assert next(one.count for one in party(cast.gm).common.coins if one.kind == first) == 2
    every = {"all": "yes", f"coin-{first}": "", "among": [cast.rook.public_id, cast.mira.public_id]}
    told = gm.post(f"{at}split/", every).json()["note"]
    assert told.startswith("Rook and Mira each get 1 ")
    assert next((one.count for one in party(cast.gm).common.coins if one.kind == first), 0) == 0


@pytest.mark.parametrize("game", ["grim", "kaos"])
def test_the_dead_are_picked_for_no_share_no_award_and_no_test(game: str) -> None:
    cast = make_cast(game)
    find(cast, 4)
    dead = {"condition": {"grim": "slain", "kaos": "dead"}[game]}
    perform(cast.gm, Intent("sheet.condition", dead, actor=cast.rook.public_id))
    page = client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/party/").content.decode()
    for who, picked in ((cast.rook.public_id, False), (cast.mira.public_id, True)):
        boxes = re.findall(rf'<input type="checkbox"[^>]* value="{who}"( checked)?>', page)
        assert len(boxes) > 2, "a share, an award and a test"
        assert {bool(one) for one in boxes} == {picked}
    assert "among the 1 still alive" in page


def test_the_form_says_what_a_split_of_everything_gives(cast: Cast) -> None:
    client, at = client_of(cast.gm), f"/campaigns/{cast.campaign.public_id}/party/"
    find(cast, 1)
    assert "Too few coins to split among 2." in client.get(at).content.decode()
    find(cast, 4)
    said = re.search(r"Split everything among all 2: (.*?) each; left over: (.*?)\.", client.get(at).content.decode())
    assert said is not None
    for kind, coin in cast.campaign.system.coins().items():
        assert coin.counted(2) in said[1], kind
        assert coin.counted(1) in said[2], kind
    among = [cast.rook.public_id, cast.mira.public_id]
    assert said[1] in client.post(f"{at}split/", {"all": "yes", "among": among}).json()["note"]


def test_reading_costs_the_same_however_many_there_are(cast: Cast) -> None:
    at, client = f"/campaigns/{cast.campaign.public_id}/party/", client_of(cast.gm)
    find(cast, 1, Thing("Blue lantern"))
    client.get(at)
    with CaptureQueriesContext(connection) as few:
        client.get(at)
    for number in range(4):
        services.begin(cast.gm, name=f"Owl {number}", owner=None)
        find(cast, 1, Thing(f"Blue lantern {number}"))
    with CaptureQueriesContext(connection) as many:
        client.get(at)
    assert len(many) == len(few)


def test_whoever_lies_in_the_bin_gets_nothing(cast: Cast) -> None:
    find(cast)
    Character.objects.filter(pk=cast.rook.pk).update(binned_at=timezone.now())
    for who in (cast.gm, cast.anna):
        with pytest.raises(Refused):
            move(who, Move(PARTY, cast.rook.public_id, {next(iter(cast.campaign.system.coins())): 1}))


# -- what waits, and who is told ---------------------------------------------------------------------------------------


def test_what_is_asked_for_waits_beside_the_thing_and_is_not_taken_twice(cast: Cast) -> None:
    find(cast, 0, Thing("Blue lantern"))
    consent.require(cast.gm, {"things"})
    there = f"/campaigns/{cast.campaign.public_id}/party/"
    sent = {"thing": f"{PARTY}/{lantern(PARTY, cast)}", "to": cast.rook.public_id}
    assert "Take Blue lantern" in client_of(cast.anna).get(there).content.decode()
    assert client_of(cast.anna).post(f"{there}move/", sent).status_code == 202
    asked = client_of(cast.anna).get(there).content.decode()
    assert "Rook: waits for approval" in asked
    assert "Take Blue lantern" not in asked
    assert "Rook: waits for approval" in client_of(cast.gm).get(there).content.decode()
    assert "Take Blue lantern" in client_of(cast.boris).get(there).content.decode(), "others do not hear of it"
    consent.refuse(cast.gm, consent.waiting(cast.gm).get().public_id)
    assert "Take Blue lantern" in client_of(cast.anna).get(there).content.decode()


def test_players_are_told_of_their_share_until_it_is_undone(cast: Cast) -> None:
    kind = next(iter(cast.campaign.system.coins()))
    move(cast.gm, Move(OUTSIDE, PARTY, {kind: 5}))
    counted = cast.campaign.system.coins()[kind].counted(2)
    entry = split(cast.gm, None, [cast.rook.public_id, cast.mira.public_id], key="once")
    split(cast.gm, None, [cast.rook.public_id, cast.mira.public_id], key="once")
    told = {one.user: one.text for one in Notice.objects.filter(about=entry.public_id)}
    assert told == {
        cast.anna.user: f"Rook gets {counted} from the purse.",
        cast.boris.user: f"Mira gets {counted} from the purse.",
    }
    undo(cast.gm, entry.public_id)
    assert not Notice.objects.filter(about=entry.public_id).exists()


@pytest.mark.parametrize(("found", "stay"), [(4, 0), (5, 1), (8, 2)])
def test_the_log_tells_what_of_a_split_stays_in_the_purse(cast: Cast, found: int, stay: int) -> None:
    kind, *_ = coins = cast.campaign.system.coins()
    move(cast.gm, Move(OUTSIDE, PARTY, {kind: found}))
    who = [cast.rook.public_id, cast.mira.public_id]
    split(cast.gm, None if stay < 2 else {kind: found - stay}, who)
    log = client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/chronicle/").content.decode()
    log = re.sub(r"<[^>]+>", "", log)
    rest = f"; {coins[kind].counted(stay)} {'stays' if stay == 1 else 'stay'} in it" if stay else ""
    assert f"from the purse{rest}." in log


def test_too_few_coins_cannot_be_split(cast: Cast) -> None:
    kind = next(iter(cast.campaign.system.coins()))
    there = f"/campaigns/{cast.campaign.public_id}/party/"
    for count, closed in ((1, True), (1, False)):
        move(cast.gm, Move(OUTSIDE, PARTY, {kind: count}))
        page = client_of(cast.gm).get(there).content.decode()
        assert (' name="all" value="yes" disabled>' in page) == closed


def test_the_page_says_what_the_boxes_are(each: Cast) -> None:
    people = party(each.gm).people
    kinds = {label for one in people for boxes in one.vitals.boxes for label in boxes.box_labels.values()}
    there = f"/campaigns/{each.campaign.public_id}/party/"
    legend = "".join(re.findall(r'(?s)<p class="legend.*?</p>', client_of(each.gm).get(there).content.decode()))
    listed = {label for boxes in party(each.gm).legend for label in boxes.box_labels.values()}
    assert listed <= kinds
    assert all(f"</svg>\n{label}</span>" in legend for label in listed)
    assert legend.count("legend__part") == sum(len(boxes.box_labels) for boxes in party(each.gm).legend)


def test_injury_boxes_are_in_the_legend(db: None) -> None:
    cast = make_cast("sda")
    page = client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/party/").content.decode()
    assert page.count("legend__part") > 1, "there are boxes of several kinds, each once however many are hurt"


def test_the_party_is_in_the_menu_of_the_campaign(cast: Cast) -> None:
    for member in (cast.gm, cast.anna, cast.olga):
        menu = client_of(member).get(f"/campaigns/{cast.campaign.public_id}/").content.decode()
        nav = menu[menu.index('<nav class="site-nav"') :].partition("</nav>")[0]
        assert re.search(r"/party/\"[^>]*>Party</a>", nav)
        assert re.search(r"/encounters/\"[^>]*>Fights</a>", nav)
