"""A campaign's own entries: written, read, hidden, changed, withdrawn, undone; picked up and brought into a fight."""

from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from campaigns.chronicle import verify
from campaigns.homebrew import editor
from campaigns.models import Campaign, Entry, Homebrew
from campaigns.play.intent import KeyReused, Stale
from campaigns.play.undo import last_to_redo, last_to_undo, redo, undo
from characters.models import Character
from combat import services as combat
from rules.engine.kernel import OURS, Refused, Unknown
from tests.campaigns.test_playing import client_of, send
from tests.helpers import Cast, make_cast, verified

CLOVER = {"name": "Clover", "description": "Four leaves.", "luck": 2}
JAY = {"name": "Jay", "coins": 7}


def path(cast: Cast, what: str) -> str:
    return f"/campaigns/{cast.campaign.public_id}/{what}"


def text(cast: Cast, who: Any, what: str) -> str:
    answer = client_of(who).get(path(cast, what))
    assert answer.status_code == 200, answer.content.decode()[:300]
    return answer.content.decode()


def faults(cast: Cast) -> list[str]:
    return verify.faults(Campaign.objects.get(pk=cast.campaign.pk))


# -- writing ----------------------------------------------------------------------------------------------------------


def test_an_entry_is_written_and_everybody_reads_it(cast: Cast) -> None:
    with verified(cast.campaign):
        page = editor.add(cast.gm, "charms", CLOVER)
    assert (page.version, page.secret) == (1, False)
    for who in (cast.gm, cast.anna, cast.olga):
        assert "luck <b>2</b>" in text(cast, who, "compendium/charms/")
        chronicle_page = text(cast, who, "chronicle/")
        assert 'Clover</a></b><span class="muted"> (charms)</span> is added to the compendium' in chronicle_page
        assert f"compendium/charms/#{page.public_id}" in chronicle_page


def test_creatures_are_the_game_masters_until_they_are_shown(cast: Cast) -> None:
    page = editor.add(cast.gm, "creatures", JAY)
    assert page.secret
    assert "Jay" in text(cast, cast.gm, "compendium/creatures/")
    for what in ("compendium/creatures/", "compendium/", "chronicle/"):
        assert "Jay" not in text(cast, cast.anna, what)
    assert ", 1 our own" in text(cast, cast.gm, "compendium/")
    assert ", 1 our own" not in text(cast, cast.anna, "compendium/")
    client_of(cast.gm).post(path(cast, f"homebrew/{page.public_id}/show/"), {"open": "yes"})
    assert "Jay" in text(cast, cast.anna, "compendium/creatures/")
    assert "Jay" not in text(cast, cast.anna, "chronicle/"), "what happened unseen stays unseen"


def test_it_is_changed_withdrawn_and_both_undone(cast: Cast) -> None:
    page = editor.add(cast.gm, "charms", CLOVER)
    with verified(cast.campaign):
        editor.change(cast.gm, page.public_id, {**CLOVER, "luck": 3}, seen=1)
    with verified(cast.campaign):
        gone = editor.withdraw(cast.gm, page.public_id, seen=2)
    assert "luck <b>3</b>" not in text(cast, cast.anna, "compendium/charms/")
    undo(cast.gm, gone.public_id)
    assert "luck <b>3</b>" in text(cast, cast.anna, "compendium/charms/")
    for _ in range(2):
        last = last_to_undo(cast.campaign)
        assert last is not None
        undo(cast.gm, last.public_id)
    page.refresh_from_db()
    assert page.void
    assert faults(cast) == []
    again = last_to_redo(cast.campaign)
    assert again is not None
    redo(cast.gm, again.public_id)
    assert "luck <b>2</b>" in text(cast, cast.anna, "compendium/charms/")
    assert faults(cast) == []


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"luck": 2}, "name"),
        ({"name": "  ", "luck": 2}, "name"),
        ({"name": "x" * 81, "luck": 2}, "name"),
        ({"name": "Clover"}, "luck"),
        ({"name": "Clover", "luck": 4}, "luck"),
        ({"name": "Clover", "luck": 1.5}, "luck"),
        ({"name": "Clover", "luck": True}, "luck"),
        ({"name": "Clover", "luck": "2"}, "luck"),
        ({"name": "Clover", "luck": 2, "wings": 2}, "wings"),
    ],
)
def test_what_does_not_fit_is_refused_beside_its_figure(cast: Cast, told: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        editor.add(cast.gm, "charms", told)
    assert refused.value.field == field
    assert refused.value.sentence.endswith(".")
    assert not Homebrew.objects.exists()


def test_only_sections_that_the_game_names_can_be_added_to(cast: Cast) -> None:
    with pytest.raises(Unknown, match="charms"):
        editor.add(cast.gm, "dragons", CLOVER)
    assert client_of(cast.gm).get(path(cast, "compendium/dragons/new/")).status_code == 404
    assert client_of(cast.gm).get(path(cast, "compendium/dragons/")).status_code == 404


def test_the_same_key_writes_once_and_another_use_of_it_is_refused(cast: Cast) -> None:
    assert editor.add(cast.gm, "charms", CLOVER, key="once") == editor.add(cast.gm, "charms", CLOVER, key="once")
    with pytest.raises(KeyReused):
        editor.add(cast.gm, "charms", {**CLOVER, "luck": 1}, key="once")
    assert Homebrew.objects.count() == 1


def test_whoever_is_late_is_told_so(cast: Cast) -> None:
    page = editor.add(cast.gm, "charms", CLOVER)
    editor.change(cast.gm, page.public_id, {**CLOVER, "luck": 1}, seen=1)
    with pytest.raises(Stale):
        editor.change(cast.gm, page.public_id, {**CLOVER, "luck": 3}, seen=1)
    with pytest.raises(Stale):
        editor.withdraw(cast.gm, page.public_id, seen=1)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_change_it_at_once_one_is_late() -> None:
    cast, together, outcomes = make_cast(), Barrier(2), []
    page = editor.add(cast.gm, "charms", CLOVER)

    def change(luck: int) -> None:
        together.wait()
        try:
            editor.change(cast.gm, page.public_id, {**CLOVER, "luck": luck}, seen=1)
            outcomes.append("done")
        except Stale:
            outcomes.append("late")
        finally:
            connections.close_all()

    threads = [Thread(target=change, args=(luck,)) for luck in (1, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["done", "late"]
    assert faults(cast) == []


# -- the pages --------------------------------------------------------------------------------------------------------


def test_the_form_writes_and_says_what_is_wrong(cast: Cast) -> None:
    client, new = client_of(cast.gm), path(cast, "compendium/charms/new/")
    assert 'value="Clover"' in client.get(f"{new}?like=clover").content.decode()
    wrong = client.post(new, {"figure-name": "Clover", "figure-luck": "9"})
    assert wrong.status_code == 422
    assert "Luck must be a whole number from 1 to 3." in wrong.content.decode()
    assert 'value="9"' in wrong.content.decode(), "what was typed stays"
    assert client.post(new, {"figure-name": "Clover", "figure-luck": "3", "secret": "on"}).status_code == 302
    page = Homebrew.objects.get()
    assert (page.secret, page.homemade.told) == (True, {"name": "Clover", "description": "", "luck": 3})
    edit = path(cast, f"homebrew/{page.public_id}/")
    assert client.post(edit, {"figure-name": "Clover", "figure-luck": "2", "seen": "1"}).status_code == 302
    page.refresh_from_db()
    assert (page.secret, page.homemade.told["luck"], page.version) == (False, 2, 2)
    late = client.post(edit, {"figure-name": "Clover", "figure-luck": "1", "seen": "1"})
    assert late.status_code == 409
    assert client.post(path(cast, f"homebrew/{page.public_id}/withdraw/"), {"seen": "2"}).status_code == 302
    assert client.get(edit).status_code == 404


PAGES = ("compendium/charms/new/", "homebrew/{id}/")
POSTS = (*PAGES, "homebrew/{id}/withdraw/", "homebrew/{id}/show/")


@pytest.mark.parametrize(("who", "status"), [("anna", 403), ("olga", 403), ("stranger", 404)])
def test_only_the_game_master_writes(cast: Cast, who: str, status: int) -> None:
    page, client = editor.add(cast.gm, "charms", CLOVER), client_of(getattr(cast, who))
    for what in PAGES:
        assert client.get(path(cast, what.format(id=page.public_id))).status_code == status
    for what in POSTS:
        assert client.post(path(cast, what.format(id=page.public_id)), {"figure-name": "Mine"}).status_code == status
    page.refresh_from_db()
    assert (page.name, page.version) == ("Clover", 1)


@pytest.mark.parametrize("what", ["compendium/", "compendium/charms/"])
def test_strangers_find_no_compendium(cast: Cast, what: str) -> None:
    assert client_of(cast.stranger).get(path(cast, what)).status_code == 404


def test_search_and_the_filter_for_our_own(cast: Cast) -> None:
    editor.add(cast.gm, "creatures", JAY, secret=False)
    everything = text(cast, cast.anna, "compendium/creatures/")
    assert "Jay" in everything
    assert "Magpie" in everything
    ours = text(cast, cast.anna, "compendium/creatures/?ours=1")
    assert "Jay" in ours
    assert "Magpie" not in ours
    assert "Jay" not in text(cast, cast.anna, "compendium/creatures/?q=mag")
    assert "No match" in text(cast, cast.anna, "compendium/creatures/?q=zz")
    assert "No entries of our own yet" in text(cast, cast.anna, "compendium/charms/?ours=1")


def test_a_page_costs_as_many_queries_with_ten_thousand_entries(cast: Cast) -> None:
    page = editor.add(cast.gm, "charms", CLOVER)
    client, there = client_of(cast.anna), path(cast, "compendium/charms/")

    def count() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(there).status_code == 200
        return len(asked)

    client.get(there)
    few = count()
    same = {"campaign": cast.campaign, "name": "Clover", "section": "charms", "body": page.body, "version": 1}
    Homebrew.objects.bulk_create((Homebrew(**same) for _ in range(10_000)), batch_size=500)
    assert few == count() <= 10
    first = client.get(there).content.decode()
    after = first.partition("?after=")[2].partition('"')[0]
    assert after
    assert client.get(f"{there}?after={after}").status_code == 200
    assert client.get(f"{there}?after=nothing").status_code == 404


# -- in use -----------------------------------------------------------------------------------------------------------


def test_a_thing_is_picked_up_and_stays_what_it_was(cast: Cast) -> None:
    page = editor.add(cast.gm, "charms", CLOVER)
    key = OURS + page.public_id
    shelf = text(cast, cast.anna, f"characters/{cast.rook.public_id}/shelf/?kind=charm")
    assert key in shelf
    with verified(cast.campaign):
        taken = send(cast.anna, cast, f"characters/{cast.rook.public_id}/take", {"section": "charms", "entry": key})
    assert taken.status_code == 200
    editor.change(cast.gm, page.public_id, {**CLOVER, "luck": 3}, seen=1)
    item = Character.objects.get(pk=cast.rook.pk).sheet.items[key]
    assert (item.name, item.stats) == ("Clover", {"luck": 2})


def test_nobody_picks_up_what_they_may_not_know_of(cast: Cast) -> None:
    page = editor.add(cast.gm, "charms", CLOVER, secret=True)
    key = OURS + page.public_id
    assert key not in text(cast, cast.anna, f"characters/{cast.rook.public_id}/shelf/?kind=charm")
    taken = send(cast.anna, cast, f"characters/{cast.rook.public_id}/take", {"section": "charms", "entry": key})
    assert taken.status_code == 422
    other = make_cast_of_others(cast)
    assert (
        send(cast.gm, cast, f"characters/{cast.rook.public_id}/take", {"section": "charms", "entry": other}).status_code
        == 422
    )


def make_cast_of_others(cast: Cast) -> str:
    """The key of an entry of another campaign."""
    elsewhere = Campaign.objects.create(name="Elsewhere", system_slug=cast.campaign.system_slug)
    gm = elsewhere.memberships.create(user=cast.gm.user, role="gm")
    return OURS + editor.add(gm, "charms", CLOVER).public_id


def test_a_creature_is_met_and_comes_into_a_fight(cast: Cast) -> None:
    page = editor.add(cast.gm, "creatures", JAY)
    key = OURS + page.public_id
    assert key in text(cast, cast.gm, "characters/meet/")
    client_of(cast.gm).post(path(cast, "characters/meet/"), {"creature": key, "name": "", "secret": "on"})
    assert Character.objects.get(name="Jay").sheet.now("coins") == 7
    bridge = cast.encounter()
    assert key in text(cast, cast.gm, f"encounters/{bridge.public_id}/bestiary/?q=jay")
    with verified(cast.campaign):
        combat.bring_creatures(cast.gm, encounter=bridge, key=key, count=2)
    bridge.refresh_from_db()
    assert len(bridge.state.combatants) == 2
    editor.withdraw(cast.gm, page.public_id, seen=None)
    with pytest.raises(Unknown):
        combat.bring_creatures(cast.gm, encounter=bridge, key=key)
    assert faults(cast) == []


def test_the_hidden_tell_nobody_by_their_numbers(cast: Cast) -> None:
    editor.add(cast.gm, "creatures", JAY)
    entry = Entry.objects.order_by("-number")[0]
    assert entry.veiled != "[]"
    assert "Writes in the compendium" not in text(cast, cast.anna, "chronicle/")
