"""Changes of sheets that wait for approval: which do, how they are decided, and that none happens twice or unseen."""

from dataclasses import replace

import pytest
from django.test import Client

from campaigns.models import Notice, Proposal
from campaigns.play import consent
from campaigns.play.consent import Waits
from campaigns.play.intent import Intent, KeyReused
from campaigns.play.simple_answers import perform
from characters import services as characters
from characters.creation.steps import Way
from characters.models import Character
from rules import codec
from rules.engine.kernel import NotNow, Refused
from rules.engine.page.blocks import ranks_of
from rules.registry import SYSTEMS
from tests.helpers import Cast, make_cast

#: A thing that every game lets people write on their sheet.
LAMP = {"title": "Blue lamp", "kind": "gear", "count": 1}


@pytest.fixture(params=[system.slug for system in SYSTEMS])
def cast(db: None, request: pytest.FixtureRequest) -> Cast:
    """A campaign of each game, in which things need approval."""
    made = make_cast(request.param)
    consent.require(made.gm, {"things"})
    for member in (made.gm, made.anna, made.boris, made.olga):
        member.campaign.refresh_from_db()
    return made


def lamp(who: Character, key: str | None = None, name: str = "Blue lamp") -> Intent:
    return Intent("sheet.item", {**LAMP, "title": name}, who.public_id, key=key)


def finished(cast: Cast) -> None:
    """Let Rook be somebody whose making is over: a creature of the game has no steps to take."""
    system = cast.campaign.system
    made = system.creature(system.compendium()["creatures"][0].key)
    made.name = cast.rook.name
    Character.objects.filter(pk=cast.rook.pk).update(body=codec.dump(made))


def things(cast: Cast) -> set[str]:
    return {item.name for item in Character.objects.get(pk=cast.rook.pk).sheet.items.values()}


def wanted(cast: Cast, key: str | None = None) -> Proposal:
    with pytest.raises(Waits) as waits:
        perform(cast.anna, lamp(cast.rook, key))
    return waits.value.proposal


@pytest.fixture
def rook(cast: Cast) -> Cast:
    finished(cast)
    return cast


def test_a_thing_waits_and_comes_with_the_approval_as_the_players_own(rook: Cast) -> None:
    proposal = wanted(rook)
    assert "Blue lamp" not in things(rook)
    entry = consent.agree(rook.gm, proposal.public_id)
    assert "Blue lamp" in things(rook)
    assert entry.by == rook.anna.user
    with pytest.raises(NotNow, match="decided already"):
        consent.agree(rook.gm, proposal.public_id)


def test_a_no_changes_nothing_and_is_told_with_its_word(rook: Cast) -> None:
    proposal = wanted(rook)
    assert Notice.objects.filter(user=rook.gm.user, kind="approval").exists()
    consent.refuse(rook.gm, proposal.public_id, "Nobody sells lamps here.")
    assert "Blue lamp" not in things(rook)
    told = Notice.objects.get(user=rook.anna.user, kind="approval")
    assert "Nobody sells lamps here." in told.text
    assert not Notice.objects.filter(user=rook.gm.user, kind="approval").exists()


def test_notices_name_the_thing_and_an_approval_has_room_for_a_word(rook: Cast) -> None:
    proposal = wanted(rook)
    asked = Notice.objects.get(user=rook.gm.user, kind="approval")
    assert asked.text == f"{rook.rook.name}, add item: Blue lamp. {rook.anna.user} is waiting for your approval."
    client = Client()
    client.force_login(rook.gm.user)
    here = f"/campaigns/{rook.campaign.public_id}/approvals/"
    client.post(f"{here}{proposal.public_id}/agree/", {"word": "Mind the oil."})
    told = Notice.objects.get(user=rook.anna.user, kind="approval")
    assert told.text == f"{rook.rook.name}, add item: Blue lamp. Your game master approves. Mind the oil."
    client.force_login(rook.anna.user)
    assert "“Mind the oil.”" in client.get(here).content.decode()


def test_all_at_once_are_approved_with_a_word(rook: Cast) -> None:
    first, second = wanted(rook), wanted(rook)
    client = Client()
    client.force_login(rook.gm.user)
    client.post(f"/campaigns/{rook.campaign.public_id}/approvals/agree/", {"word": "Enjoy."})
    words = Proposal.objects.filter(pk__in=[first.pk, second.pk], state="agreed").values_list("word", flat=True)
    assert list(words) == ["Enjoy.", "Enjoy."]


def test_a_number_is_told_with_what_it_was_and_what_it_would_be(rook: Cast) -> None:
    consent.require(rook.gm, {"ranks"})
    rook.anna.campaign.refresh_from_db()
    sheet = Character.objects.get(pk=rook.rook.pk).sheet
    system = rook.campaign.system
    row = next(
        row
        for row in ranks_of(system.page(sheet, {}))
        if row.kind and row.rank == sheet.rank(row.kind, row.name) < row.most
    )
    wish = {"kind": row.kind, "rank": row.name, "to": row.rank + 1}
    with pytest.raises(Waits):
        perform(rook.anna, Intent("sheet.rank", wish, rook.rook.public_id))
    said = f"{row.shown.label or row.label} {row.rank} → {row.rank + 1}"
    assert said in Notice.objects.get(user=rook.gm.user, kind="approval").text
    client = Client()
    client.force_login(rook.gm.user)
    page = client.get(f"/campaigns/{rook.campaign.public_id}/approvals/").content.decode()
    assert said in page
    assert "goes up by" not in page


def test_the_same_write_again_waits_once(rook: Cast) -> None:
    first = wanted(rook, "one")
    assert wanted(rook, "one").pk == first.pk
    with pytest.raises(KeyReused):
        perform(rook.anna, lamp(rook.rook, "one", "Red lamp"))
    entry = consent.agree(rook.gm, first.public_id)
    assert perform(rook.anna, lamp(rook.rook, "one")) == entry
    assert Proposal.objects.count() == 1


def test_what_needs_no_approval_happens_at_once(rook: Cast) -> None:
    perform(rook.anna, Intent("sheet.text", {"text": "notes", "to": "Hm."}, rook.rook.public_id))
    perform(rook.gm, lamp(rook.rook))
    assert "Blue lamp" in things(rook)
    key = next(
        key for key, item in Character.objects.get(pk=rook.rook.pk).sheet.items.items() if item.name == "Blue lamp"
    )
    with pytest.raises(Waits):
        perform(rook.anna, Intent("sheet.drop", {"key": key}, rook.rook.public_id))


def test_writing_on_a_sheet_waits_in_a_fight_too(rook: Cast) -> None:
    here = replace(lamp(rook.rook), encounter=rook.encounter().public_id)
    with pytest.raises(Waits):
        perform(rook.anna, here)
    assert "Blue lamp" not in things(rook)


def test_coins_lie_on_one_pile_whether_they_waited_or_not(rook: Cast) -> None:
    coin = next((one.item for one in rook.campaign.system.coins().values() if one.item is not None), None)
    if coin is None:
        pytest.skip("Coins are no things in this game.")
    given = {"title": coin.name, "kind": coin.kind, "entry": coin.entry, "count": 2, "stats": coin.stats}
    take = Intent("sheet.item", given, rook.rook.public_id)
    with pytest.raises(Waits) as waits:
        perform(rook.anna, take)
    perform(rook.gm, take)
    consent.agree(rook.gm, waits.value.proposal.public_id)
    items = Character.objects.get(pk=rook.rook.pk).sheet.items.values()
    assert [item.count for item in items if item.entry == coin.entry] == [4]


def test_others_neither_see_nor_decide_it(rook: Cast) -> None:
    proposal = wanted(rook)
    assert list(consent.waiting(rook.boris)) == []
    assert list(consent.waiting(rook.gm)) == list(consent.waiting(rook.anna)) == [proposal]
    client = Client()
    client.force_login(rook.boris.user)
    here = f"/campaigns/{rook.campaign.public_id}/approvals/"
    assert "Blue lamp" not in client.get(here).content.decode()
    assert client.post(f"{here}{proposal.public_id}/take-back/").status_code == 404
    client.force_login(rook.anna.user)
    assert client.post(f"{here}{proposal.public_id}/agree/").status_code == 403
    assert "Blue lamp" in client.get(here).content.decode()
    client.post(f"{here}{proposal.public_id}/take-back/")
    assert list(consent.waiting(rook.gm)) == []


def test_the_page_answers_that_it_waits_and_shows_the_difference(rook: Cast) -> None:
    client = Client()
    client.force_login(rook.anna.user)
    sent = {
        "command": "sheet.item",
        "actor": rook.rook.public_id,
        **{f"with-{name}": value for name, value in LAMP.items()},
    }
    answer = client.post(f"/campaigns/{rook.campaign.public_id}/perform/", sent)
    assert answer.status_code == 202
    assert answer.json()["type"].endswith("waits")
    assert (
        "1 change waits"
        in client.get(f"/campaigns/{rook.campaign.public_id}/characters/{rook.rook.public_id}/").content.decode()
    )
    client.force_login(rook.gm.user)
    page = client.get(f"/campaigns/{rook.campaign.public_id}/approvals/").content.decode()
    assert "Blue lamp" in page
    assert "Approve" in page


def test_the_making_of_somebody_needs_no_approval(cast: Cast) -> None:
    if not cast.campaign.system.steps:
        pytest.skip("This game makes nobody by steps.")
    unmade = characters.make_by(cast.anna, way=Way.STEPS, name="Wren", owner=cast.anna.user)
    perform(cast.anna, lamp(unmade))
    assert not Proposal.objects.exists()


def test_what_is_no_longer_possible_says_so_and_waits_on(rook: Cast) -> None:
    proposal = wanted(rook)
    Character.objects.filter(pk=rook.rook.pk).update(owner=None)
    with pytest.raises(Refused, match="may not change"):
        consent.agree(rook.gm, proposal.public_id)
    assert list(consent.waiting(rook.gm)) == [proposal]
    client = Client()
    client.force_login(rook.gm.user)
    assert "No longer possible" in client.get(f"/campaigns/{rook.campaign.public_id}/approvals/").content.decode()


def test_too_many_wait(rook: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consent, "MOST", 1)
    wanted(rook)
    with pytest.raises(NotNow, match="Too many"):
        perform(rook.anna, lamp(rook.rook))


def test_all_are_agreed_to_at_once(rook: Cast) -> None:
    for name in ("Blue lamp", "Red lamp"):
        with pytest.raises(Waits):
            perform(rook.anna, lamp(rook.rook, name=name))
    client = Client()
    client.force_login(rook.gm.user)
    client.post(f"/campaigns/{rook.campaign.public_id}/approvals/agree/")
    assert {"Blue lamp", "Red lamp"} <= things(rook)
    rook.campaign.refresh_from_db()
    assert rook.campaign.needs_approval == "things"
