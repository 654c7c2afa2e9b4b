"""The journal: pages written, linked, shared, ticked, shown, kept in a history, put away."""

import re
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from campaigns.audience import journal as audience
from campaigns.bin.deleting import delete_page
from campaigns.journal import blocks, history, merging, reading, services
from campaigns.journal.reading import Wish
from campaigns.journal.services import Audience, Wanted
from campaigns.models import JournalPage, JournalRevision, Membership, Picture, Role, Shared
from campaigns.notices.reading import unread
from campaigns.play.intent import Stale
from rules.engine.kernel import NotNow, Refused
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast
from tests.pictures import hang
from winterhall.accounts.models import User

TEXT = "The mill stands still.\n\n:::gm\nZaun lives below.\n:::\n\n:::for Anna\nYou know the miller.\n:::"


def write(
    member: Membership, title: str, text: str = "", *, kind: str = "lore", shared: str = Shared.ALL, **more: Any
) -> JournalPage:
    wanted = Wanted(kind, title, text, tuple(more.pop("tags", ())))
    return services.add(member, wanted, Audience(shared, frozenset(more.pop("readers", ()))))


def change(member: Membership, page: JournalPage, text: str, seen: int | None = None) -> JournalPage:
    wanted = Wanted(page.kind, page.title, text, tuple(page.tag_list))
    return services.write(member, page.public_id, wanted, seen=page.version if seen is None else seen)


def read(member: Membership, page: JournalPage) -> str:
    page = audience.page_for(member, page.public_id)
    return "\n".join(f"[{one.secret}]{one.html}" for one in reading.shown(member, page).blocks)


def titles(member: Membership, **wish: Any) -> list[str]:
    return [row.page.title for row in reading.listed(member, Wish(**wish)).rows]


def address(cast: Cast, what: str = "") -> str:
    return f"/campaigns/{cast.campaign.public_id}/journal/{what}"


# -- who reads what ---------------------------------------------------------------------------------------------------


def test_each_reads_the_blocks_that_are_for_them(cast: Cast) -> None:
    page = write(cast.gm, "The old mill", TEXT)
    assert "Zaun" in read(cast.gm, page)
    assert "[Game master only]" in read(cast.gm, page)
    assert "[Anna]" in read(cast.gm, page)
    assert "[For you]<p>You know the miller." in read(cast.anna, page)
    for who in (cast.anna, cast.boris, cast.olga):
        assert "Zaun" not in read(who, page)
    for who in (cast.boris, cast.olga):
        assert "miller" not in read(who, page)


def test_a_page_names_as_many_players_as_its_index_has_room_for(cast: Cast) -> None:
    crowd = User.objects.bulk_create(User(email=f"{number}@example.org") for number in range(services.MOST_READERS))
    Membership.objects.bulk_create(Membership(campaign=cast.campaign, user=one, role=Role.PLAYER) for one in crowd)
    them = frozenset(one.public_id for one in crowd)
    page = write(cast.gm, "Sealed", shared=Shared.NAMED, readers=them)
    assert audience.users_in(JournalPage.objects.get(pk=page.pk).readers) == {one.pk for one in crowd}
    with pytest.raises(Refused, match="At most 200 players"):
        services.share(cast.gm, page.public_id, Audience(Shared.NAMED, them | {cast.anna.user.public_id}))


@pytest.mark.parametrize(
    ("shared", "readers"),
    [
        (Shared.GM, ("gm",)),
        (Shared.NAMED, ("gm", "boris")),
        (Shared.PARTY, ("gm", "anna", "boris")),
        (Shared.ALL, ("gm", "anna", "boris", "olga")),
    ],
)
def test_a_page_is_for_those_with_whom_it_is_shared(cast: Cast, shared: str, readers: tuple[str, ...]) -> None:
    page = write(cast.gm, "A", shared=shared, readers=[cast.boris.user.public_id] if shared == Shared.NAMED else ())
    for name in ("gm", "anna", "boris", "olga"):
        member = getattr(cast, name)
        assert (titles(member) == ["A"]) == (name in readers)
        status = client_of(member).get(address(cast, f"{page.public_id}/")).status_code
        assert status == (200 if name in readers else 404)


def test_a_name_over_a_block_stands_for_whoever_bore_it_when_it_was_written(cast: Cast) -> None:
    page = write(cast.gm, "A", ":::for Anna, Mira\nsecret\n:::")
    assert "secret" in read(cast.anna, page)
    assert "secret" in read(cast.boris, page), "Boris plays Mira"
    cast.anna.user.display_name, cast.boris.user.display_name = "Boris", "Anna"
    cast.anna.user.save()
    cast.boris.user.save()
    page = change(cast.gm, page, ":::for Anna\nsecret\n:::")
    assert "secret" in read(cast.anna, page)
    assert "secret" not in read(cast.boris, page)


@pytest.mark.parametrize(
    "text",
    [
        ":::gm\nnever closed",
        ":::\nnothing open",
        ":::gm\n:::party\n:::",
        ":::gmm\n:::",
        ":::for\n:::",
        ":::for Nobody\nsecret\n:::",
        " ::: GM and friends\n:::",
    ],
)
def test_blocks_that_would_not_be_read_as_meant_are_refused(cast: Cast, text: str) -> None:
    with pytest.raises(Refused):
        write(cast.gm, "A", text)


@pytest.mark.parametrize(
    "text", ["a\n:::gm\nZaun", "a\n:::gmm\nZaun\n:::", "a\n  :::for Zoe\nZaun\n:::", "a\n```\n:::gm\nZaun"]
)
def test_whatever_goes_wrong_with_a_block_hides_it(cast: Cast, text: str) -> None:
    page = write(cast.gm, "A", "a")
    JournalPage.objects.filter(pk=page.pk).update(text=text)
    page.refresh_from_db()
    assert "Zaun" in read(cast.gm, page)
    assert "Zaun" not in read(cast.anna, page)


def test_players_write_pages_of_their_own_which_only_they_and_the_game_master_change(cast: Cast) -> None:
    page = write(cast.anna, "Diary", "Dear diary\n:::gm\nA confession\n:::", shared=Shared.PARTY)
    assert "[You and the game master]<p>A confession" in read(cast.anna, page)
    assert "confession" not in read(cast.boris, page)
    assert change(cast.gm, page, "Read by the game master").version == 2
    for who in (cast.boris, cast.olga):
        with pytest.raises((PermissionDenied, Http404)):
            change(who, page, "Mine")
    with pytest.raises(PermissionDenied):
        write(cast.olga, "Observers do not write")


def test_an_archived_page_is_gone_until_it_comes_back(cast: Cast) -> None:
    page = write(cast.anna, "Diary")
    services.archive(cast.anna, page.public_id, archived=True)
    assert titles(cast.anna) == titles(cast.boris) == []
    assert titles(cast.anna, archived=True) == titles(cast.gm, archived=True) == ["Diary"]
    assert titles(cast.boris, archived=True) == []
    with pytest.raises(Http404):
        audience.page_for(cast.boris, page.public_id)
    services.archive(cast.gm, page.public_id, archived=False)
    assert titles(cast.boris) == ["Diary"]


def test_an_archived_page_is_deleted_for_good_with_all_that_is_its_own(cast: Cast) -> None:
    kept, page = write(cast.anna, "Kept", "See [[Diary]]."), write(cast.anna, "Diary", "Dear lantern")
    change(cast.anna, page, "Dear diary")
    hang(cast.campaign, page)
    with pytest.raises(NotNow, match="Archive the page first"):
        delete_page(cast.anna, page.public_id)
    services.archive(cast.anna, page.public_id, archived=True)
    with pytest.raises(Http404):
        delete_page(cast.boris, page.public_id)
    assert delete_page(cast.anna, page.public_id) == "Diary"
    assert titles(cast.anna, archived=True) == titles(cast.gm, archived=True) == []
    assert not Picture.objects.exists()
    assert JournalRevision.objects.exclude(page=kept).count() == 0
    assert "Diary" in read(cast.anna, kept)
    with pytest.raises(Http404):
        delete_page(cast.anna, page.public_id)


def test_the_page_of_an_archived_page_offers_to_delete_it(cast: Cast) -> None:
    page = write(cast.anna, "Diary")
    client, there = client_of(cast.anna), f"{address(cast, page.public_id)}/"
    assert "Delete for good" not in client.get(there).content.decode()
    services.archive(cast.anna, page.public_id, archived=True)
    assert "Delete for good" in client.get(there).content.decode()
    answer = client.post(f"{there}delete/", follow=True)
    assert "Diary is deleted." in answer.content.decode()


# -- links ------------------------------------------------------------------------------------------------------------


def test_links_lead_to_pages_then_to_sheets_and_say_nothing_of_what_is_hidden(cast: Cast) -> None:
    mill = write(cast.gm, "The old mill")
    write(cast.gm, "Zaun", shared=Shared.GM)
    cast.creature("Magpie")
    text = "[[the OLD mill|the mill]] [[Zaun]] [[Nowhere]] [[Rook]] [[Magpie]]"
    page = write(cast.gm, "A", text)
    for_gm, for_anna = read(cast.gm, page), read(cast.anna, page)
    assert f'href="{address(cast, mill.public_id)}/"' in for_anna
    assert f"characters/{cast.rook.public_id}/" in for_anna
    assert for_anna.count("<a ") == 2
    assert "</a> Zaun Nowhere <a" in for_anna
    assert for_gm.count("<a ") == 5
    assert "journal/new/?title=Nowhere" in for_gm


def test_back_links_are_those_that_the_reader_can_read(cast: Cast) -> None:
    mill = write(cast.gm, "The old mill")
    write(cast.gm, "Open", "to [[The old mill]]")
    write(cast.gm, "In a block", ":::gm\n[[The old mill]]\n:::")
    write(cast.gm, "For Anna", ":::for Anna\n[[the old mill]]\n:::")
    write(cast.gm, "Hidden", "[[The old mill]]", shared=Shared.GM)

    def back(member: Membership) -> list[str]:
        return [one.title for one in reading.shown(member, mill).linked_from]

    assert back(cast.gm) == ["For Anna", "Hidden", "In a block", "Open"]
    assert back(cast.anna) == ["For Anna", "Open"]
    assert back(cast.boris) == back(cast.olga) == ["Open"]


# -- steps, handouts --------------------------------------------------------------------------------------------------


def test_steps_are_ticked_by_whoever_may_write_and_counted_as_they_are_seen(cast: Cast) -> None:
    text = "- [x] one\n- [ ] two\n\n:::gm\n- [ ] three\n:::\n\n- [ ] four"
    page = write(cast.gm, "Quest", text, kind="quest")
    seen = reading.shown(cast.anna, page)
    assert (seen.done, seen.steps) == (1, 3)
    assert "<button" not in read(cast.anna, page)
    assert 'name="step" value="3"' in read(cast.gm, page)
    answer = client_of(cast.gm).post(address(cast, f"{page.public_id}/tick/"), {"step": "3", "seen": "1"})
    assert answer.status_code == 302
    page.refresh_from_db()
    assert page.text.endswith("- [x] four")
    assert page.version == 2
    (row,) = reading.listed(cast.anna, Wish()).rows
    assert (row.done, row.steps) == (2, 3)
    with pytest.raises(Stale):
        services.tick(cast.gm, page.public_id, 0, seen=1)


def test_a_secret_is_revealed_on_the_page_by_one_button(cast: Cast) -> None:
    page = write(cast.gm, "The old mill", TEXT)
    there = address(cast, f"{page.public_id}/")
    assert 'name="mark" value="3"' in client_of(cast.gm).get(there).content.decode()
    assert 'name="mark"' not in client_of(cast.anna).get(there).content.decode()
    sent = {"mark": "3", "seen": "1", "key": "k"}
    assert [client_of(cast.gm).post(f"{there}reveal/", sent).status_code for _ in range(2)] == [302, 302]
    page.refresh_from_db()
    assert page.text == "The mill stands still.\n\nZaun lives below.\n\n:::for Anna\nYou know the miller.\n:::"
    assert page.version == 2
    assert history.versions(page)[0].note == "secret revealed"
    assert "Zaun" in read(cast.olga, page)
    assert "miller" not in read(cast.olga, page)
    assert titles(cast.olga, question="Zaun") == ["The old mill"]
    services.restore(cast.gm, page.public_id, 1, seen=2)
    assert "Zaun" not in read(cast.olga, page)


def test_whoever_reads_more_by_a_reveal_is_told_of_it_once(cast: Cast) -> None:
    page = write(cast.gm, "The old mill", TEXT)
    people = (cast.gm, cast.anna, cast.boris, cast.olga)
    services.reveal(cast.gm, page.public_id, 7, seen=1)
    assert [unread(one.user) for one in people] == [0, 0, 1, 1], "Anna had read that of the miller"
    services.reveal(cast.gm, page.public_id, 3, seen=2)
    assert [unread(one.user) for one in people] == [0, 1, 1, 1]
    assert "Revealed in the journal: The old mill" in client_of(cast.olga).get("/notices/").content.decode()
    client_of(cast.olga).get(address(cast, f"{page.public_id}/"))
    assert unread(cast.olga.user) == 0


def test_a_reveal_on_a_page_that_is_hidden_tells_nobody(cast: Cast) -> None:
    page = write(cast.gm, "The old mill", TEXT, shared=Shared.GM)
    services.reveal(cast.gm, page.public_id, 3, seen=1)
    assert not any(unread(one.user) for one in (cast.anna, cast.boris, cast.olga))


def test_a_secret_is_revealed_by_whoever_may_write_and_saw_the_page_as_it_is(cast: Cast) -> None:
    page = write(cast.gm, "The old mill", TEXT)
    with pytest.raises(PermissionDenied):
        services.reveal(cast.anna, page.public_id, 3, seen=1)
    hidden = write(cast.gm, "The mill's cellar", TEXT, shared=Shared.GM)
    with pytest.raises(Http404):
        services.reveal(cast.anna, hidden.public_id, 3, seen=1)
    with pytest.raises(Refused, match="no such secret"):
        services.reveal(cast.gm, page.public_id, 1, seen=1)
    page = change(cast.gm, page, f"New.\n{TEXT}")
    with pytest.raises(Stale):
        services.reveal(cast.gm, page.public_id, 3, seen=1)
    assert "Zaun" not in read(cast.anna, page)


def test_who_edits_a_page_while_a_secret_is_revealed_keeps_both(cast: Cast) -> None:
    page = write(cast.gm, "The old mill", TEXT)
    services.reveal(cast.gm, page.public_id, 3, seen=1)
    wanted = Wanted("lore", "The old mill", TEXT.replace("stands still", "burns"))
    merging.write(cast.gm, page.public_id, wanted, seen=1, chosen={})
    page.refresh_from_db()
    assert "burns" in page.text
    assert "Zaun" in read(cast.olga, page)


@pytest.mark.parametrize(
    ("text", "mark", "after"),
    [
        (":::gm\na\n:::", 1, "a"),
        ("a\n:::gm\nb\n:::\nc", 2, "a\n\nb\n\nc"),
        (":::gm\na\n:::\n\n:::gm\nb\n:::", 1, "a\n\nb"),
        (":::party\na\n:::\n:::for Anna\nb\n:::", 4, ":::party\na\n:::\n\nb"),
    ],
    ids=["alone", "between paragraphs", "two that read as one", "beside another"],
)
def test_a_revealed_block_loses_its_marks_alone(text: str, mark: int, after: str) -> None:
    assert blocks.revealed(text, mark) == after


def test_a_handout_that_is_shown_is_for_the_party_and_waits_for_them(cast: Cast) -> None:
    letter = write(cast.gm, "A letter", "Come alone.", kind="handout", shared=Shared.GM)
    assert list(reading.just_shown(cast.anna)) == []
    services.show(cast.gm, letter.public_id)
    assert [one.public_id for one in reading.just_shown(cast.anna)] == [letter.public_id]
    assert list(reading.just_shown(cast.olga)) == list(reading.just_shown(cast.gm)) == []
    calls = client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/calls/").content.decode()
    assert f'data-handout="{letter.public_id} ' in calls
    assert "Come alone." in client_of(cast.anna).get(address(cast, f"{letter.public_id}/shown/")).content.decode()
    assert titles(cast.anna) == ["A letter"]
    with pytest.raises(Refused):
        services.show(cast.gm, write(cast.gm, "Lore").public_id)


@pytest.mark.parametrize(("method", "there"), [("post", "shown/"), ("get", "")], ids=["closed", "read in the journal"])
def test_a_handout_comes_once_wherever_its_reader_signs_in(cast: Cast, method: str, there: str) -> None:
    letter = write(cast.gm, "A letter", "Come alone.", kind="handout", shared=Shared.GM)
    services.show(cast.gm, letter.public_id)
    assert (unread(cast.anna.user), unread(cast.boris.user)) == (1, 1)
    getattr(client_of(cast.anna), method)(address(cast, f"{letter.public_id}/{there}"))
    assert list(reading.just_shown(cast.anna)) == []
    assert [one.public_id for one in reading.just_shown(cast.boris)] == [letter.public_id]
    assert (unread(cast.anna.user), unread(cast.boris.user)) == (0, 1)
    services.show(cast.gm, letter.public_id)
    assert [one.public_id for one in reading.just_shown(cast.anna)] == [letter.public_id]


def test_a_page_is_hidden_again_by_one_button_as_it_was_revealed(cast: Cast) -> None:
    page = write(cast.gm, "The mill", shared=Shared.GM)
    client, there = client_of(cast.gm), address(cast, f"{page.public_id}/")
    reveal = '<button class="button button--primary" type="submit" name="shared" value="party">'
    hide = '<button class="button" type="submit" name="shared" value="gm">'
    shown = client.get(there).content.decode()
    assert (reveal in shown, hide in shown) == (True, False)
    client.post(f"{there}share/", {"shared": "party"})
    shown = client.get(there).content.decode()
    assert (reveal in shown, hide in shown) == (False, True)
    assert hide not in client_of(cast.anna).get(there).content.decode()
    client.post(f"{there}share/", {"shared": "gm"})
    assert titles(cast.anna) == []


def test_a_page_of_a_player_names_its_author(cast: Cast) -> None:
    theirs, gms = write(cast.anna, "Diary", shared=Shared.ALL), write(cast.gm, "The mill", shared=Shared.ALL)
    for reader in (cast.gm, cast.boris, cast.olga):
        assert reading.shown(reader, theirs).author == cast.anna.user.display_name
        assert reading.shown(reader, gms).author == ""
    page = client_of(cast.boris).get(address(cast, f"{theirs.public_id}/")).content.decode()
    assert f"by {cast.anna.user.display_name}</span>" in page


def test_a_new_page_begins_as_the_kind_of_the_list_that_it_comes_from_or_plain(cast: Cast) -> None:
    def begun(member: Membership, asked: str = "?title=Frost") -> str:
        page = client_of(member).get(address(cast, f"new/{asked}")).content.decode()
        (kind,) = re.findall(r'name="kind" value="(\w+)" checked', page)
        return str(kind)

    write(cast.gm, "The mill", kind="place")
    assert begun(cast.gm) == begun(cast.gm, "?kind=nonsense") == "lore", "whatever was written last"
    assert begun(cast.gm, "?kind=event") == "event"
    for asked, leads in (("?kind=place", "new/?kind=place"), ("", "new/"), ("?kind=quest", "new/?kind=quest")):
        assert f'{leads}"' in client_of(cast.gm).get(address(cast, asked)).content.decode()


# -- history ----------------------------------------------------------------------------------------------------------


def test_every_text_is_kept_and_comes_back(cast: Cast) -> None:
    page = write(cast.gm, "The mill", "one two three\nsame", shared=Shared.GM)
    page = change(cast.gm, page, "one 2 three\nsame")
    services.share(cast.gm, page.public_id, Audience(Shared.ALL))
    found = history.change(page, 2)
    assert found is not None
    assert [(piece.kind, piece.text) for piece in found.lines[0].pieces] == [
        ("same", "one "),
        ("gone", "two"),
        ("new", "2"),
        ("same", " three"),
    ]
    page = services.restore(cast.gm, page.public_id, 1, seen=2)
    assert (page.text, page.version, page.shared) == ("one two three\nsame", 3, Shared.ALL)
    assert [one.note for one in history.versions(page)] == ["version 1 restored", "", ""]
    for who, status in ((cast.gm, 200), (cast.anna, 403), (cast.olga, 403)):
        assert client_of(who).get(address(cast, f"{page.public_id}/history/?at=2")).status_code == status


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", "a\nb"),
        ("a\nb", ""),
        ("a\nb\nc\nd\ne\nf\ng\nh", "a\nb\nc\nd\ne\nf\ng\nX"),
        ("a b\nc d", "a\nb c\nd"),
        ("x", "x"),
    ],
)
def test_a_difference_tells_both_texts_of_what_changed(old: str, new: str) -> None:
    lines = history.difference(old, new)
    assert bool(lines) == (old != new)
    told = {
        kind: {piece.text for line in lines for piece in line.pieces if piece.kind == kind} for kind in ("gone", "new")
    }
    assert all(text in old for text in told["gone"])
    assert all(text in new for text in told["new"])


def test_a_form_sent_twice_makes_one_page(cast: Cast) -> None:
    sent = {"kind": "lore", "title": "Once", "text": "a", "tags": "x, Y ,x", "shared": "all", "key": "k"}
    answers = [client_of(cast.anna).post(address(cast, "new/"), sent) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert [page.tag_list for page in JournalPage.objects.all()] == [["x", "y"]]
    assert titles(cast.olga, tag="y") == ["Once"]


# -- how often the database is asked ----------------------------------------------------------------------------------


def test_lists_and_pages_ask_the_database_the_same_number_of_times_however_many_there_are(cast: Cast) -> None:
    def asked(path: str) -> int:
        client = client_of(cast.anna)
        client.get(address(cast, path))
        with CaptureQueriesContext(
            connection,
        ) as found:
            assert client.get(address(cast, path)).status_code == 200
        return len(found)

    page = write(cast.gm, "Page 0", "[[Page 1]] crow", kind="quest")
    paths = ("", "?q=crow", "?kind=quest", f"{page.public_id}/")
    before = [asked(path) for path in paths]
    for number in range(1, 12):
        write(cast.gm, f"Page {number}", f"[[Page 0]] [[Page {number - 1}]] [[Rook]] crow", kind="quest")
    change(cast.gm, page, "".join(f"[[Page {number}]] crow " for number in range(12)))
    # Only a link that leads to no page asks for people as well.
    assert all(now <= was for now, was in zip([asked(path) for path in paths], before, strict=True))
    # The last two of a page ask whether its reader was told of it, and which sessions tell of it.
    assert max(before) <= 10
