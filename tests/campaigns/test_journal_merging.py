"""Two who write one page at once: what only one changed is merged, and what both changed is asked."""

import pytest

from campaigns.journal import merging, services
from campaigns.journal.merging import MINE, THEIRS, Merged, Place, Undecided
from campaigns.journal.services import Wanted
from campaigns.models import JournalPage, Shared
from tests.campaigns.test_journal import address, change, write
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast

FIRST = "The mill.\n- [ ] ask\n- [ ] find\n- [ ] rest\n\nThe end."


def save(cast: Cast, page: JournalPage, text: str, seen: int = 1, **chosen: str) -> Merged | None:
    """Anna's text of her own page, written upon the version that she saw."""
    wanted = Wanted(page.kind, page.title, text, tuple(page.tag_list))
    return merging.write(cast.anna, page.public_id, wanted, seen=seen, chosen=chosen)


def text_of(page: JournalPage) -> str:
    return JournalPage.objects.get(pk=page.pk).text


@pytest.fixture
def page(cast: Cast) -> JournalPage:
    return write(cast.anna, "The mill", FIRST, shared=Shared.PARTY, tags=["north", "old"])


@pytest.mark.parametrize(
    ("theirs", "mine", "both"),
    [
        (FIRST.replace("mill", "old mill"), FIRST + "\nA bell.", FIRST.replace("mill", "old mill") + "\nA bell."),
        (FIRST.replace("[ ] ask", "[x] ask"), FIRST.replace("[ ] find", "[x] find"), FIRST.replace("[ ]", "[x]", 2)),
        (
            FIRST.replace("- [ ] ask\n", ""),
            FIRST.replace("find", "seek"),
            FIRST.replace("- [ ] ask\n- [ ] find", "- [ ] seek"),
        ),
        ("Above.\n" + FIRST, FIRST.replace("\n\nThe end.", ""), "Above.\n" + FIRST.replace("\n\nThe end.", "")),
        (FIRST.replace("rest", "sleep"), FIRST.replace("rest", "sleep"), FIRST.replace("rest", "sleep")),
        (
            FIRST + "\n\n:::gm\nThe miller lies.\n:::",
            FIRST.replace("ask", "beg"),
            FIRST.replace("ask", "beg") + "\n\n:::gm\nThe miller lies.\n:::",
        ),
    ],
    ids=["far apart", "neighbours", "taken out beside", "both ends", "the same", "a secret of one"],
)
def test_what_only_one_changed_is_merged(cast: Cast, page: JournalPage, theirs: str, mine: str, both: str) -> None:
    change(cast.gm, page, theirs)
    save(cast, page, mine)
    assert text_of(page) == both


def test_whoever_saves_last_is_told_what_came_in_and_from_whom(cast: Cast, page: JournalPage) -> None:
    change(cast.gm, page, FIRST.replace("The end.", "A bell rings below."))
    sent = {"kind": "lore", "title": "The mill", "tags": "north, old", "text": f"At dusk.\n{FIRST}", "seen": "1"}
    answer = client_of(cast.anna).post(address(cast, f"{page.public_id}/edit/"), sent, follow=True)
    shown = answer.content.decode()
    assert f"Saved, with changes by {cast.gm.user} merged in." in shown
    assert "Added: “A bell rings below.”" in shown
    assert [one.by for one in page.revisions.order_by("version")] == [cast.anna.user, cast.gm.user, cast.anna.user]
    client_of(cast.anna).post(address(cast, f"{page.public_id}/edit/"), sent)
    assert page.revisions.count() == 3, "sent twice, written once"


def test_a_script_that_saves_leaves_the_words_for_the_page(cast: Cast, page: JournalPage) -> None:
    client = client_of(cast.anna)
    sent = {"kind": "lore", "title": "The mill", "text": "New.", "seen": "1"}
    answer = client.post(address(cast, f"{page.public_id}/edit/"), sent, headers={"Accept": "application/json"})
    assert answer.json() == {"to": address(cast, f"{page.public_id}/")}
    assert "Saved." in client.get(answer.json()["to"]).content.decode()


def test_what_both_changed_is_asked_with_the_name_of_the_other_and_nothing_is_lost(
    cast: Cast, page: JournalPage
) -> None:
    change(cast.gm, page, FIRST.replace("The end.", "A bell rings."))
    mine = FIRST.replace("The end.", "Silence.").replace("mill", "old mill")
    sent = {"kind": "lore", "title": "The mill", "tags": "north, old", "text": mine, "seen": "1"}
    answer = client_of(cast.anna).post(address(cast, f"{page.public_id}/edit/"), sent)
    shown = answer.content.decode()
    assert answer.status_code == 409
    assert f"{cast.gm.user} changed the same place" in shown
    assert f"\n{mine}</textarea>" in shown
    assert shown.index("A bell rings.") < shown.index("Silence.")
    with pytest.raises(Undecided) as undecided:
        save(cast, page, mine)
    (place,) = undecided.value.merged.places
    for choice, end in (("theirs", "A bell rings."), ("both", "A bell rings.\nSilence."), ("mine", "Silence.")):
        other = write(cast.anna, "The mill", FIRST)
        change(cast.gm, other, FIRST.replace("The end.", "A bell rings."))
        client_of(cast.anna).post(address(cast, f"{other.public_id}/edit/"), sent | {place.key: choice})
        assert text_of(other) == FIRST.replace("The end.", end).replace("mill", "old mill")


def test_what_was_written_on_a_version_that_is_unknown_is_asked_field_by_field(cast: Cast, page: JournalPage) -> None:
    """The version comes with the form: a page restored from an archive has none of its earlier ones."""
    sent = {"kind": "person", "title": "The old mill", "text": "All new.", "seen": "77"}
    answer = client_of(cast.anna).post(address(cast, f"{page.public_id}/edit/"), sent)
    assert answer.status_code == 409
    told = answer.content.decode()
    assert [one in told for one in (">Lore<", ">Person<", ">The mill<", ">The old mill<")] == [True] * 4
    page.refresh_from_db()
    assert (page.title, page.version) == ("The mill", 1)


def test_a_choice_holds_for_the_texts_alone_that_were_read(cast: Cast, page: JournalPage) -> None:
    change(cast.gm, page, FIRST.replace("rest", "sleep"))
    mine = FIRST.replace("rest", "wait")
    with pytest.raises(Undecided) as undecided:
        save(cast, page, mine)
    key = undecided.value.merged.places[0].key
    change(cast.gm, page, FIRST.replace("rest", "dream"), seen=2)
    with pytest.raises(Undecided):
        save(cast, page, mine, **{key: MINE})
    with pytest.raises(Undecided):
        save(cast, page, mine, **{undecided.value.merged.places[0].key: "whatever"})


def test_titles_kinds_and_dates_are_asked_and_tags_are_merged(cast: Cast, page: JournalPage) -> None:
    services.write(cast.gm, page.public_id, Wanted("place", "The old mill", FIRST, ("north", "ruin"), day=4), seen=1)
    mine = Wanted("quest", "The new mill", FIRST, ("north", "old", "bell"), day=9)
    with pytest.raises(Undecided) as undecided:
        merging.write(cast.anna, page.public_id, mine, seen=1, chosen={})
    places = {one.what: one.key for one in undecided.value.merged.places}
    assert set(places) == {"title", "kind", "date"}
    chosen = {places["title"]: THEIRS, places["kind"]: MINE, places["date"]: THEIRS}
    merging.write(cast.anna, page.public_id, mine, seen=1, chosen=chosen)
    page.refresh_from_db()
    assert (page.title, page.kind, page.day, page.tag_list) == ("The old mill", "quest", 4, ["north", "ruin", "bell"])


def test_a_secret_never_comes_to_stand_in_what_another_has_opened(cast: Cast) -> None:
    secret = ":::gm\nThe miller lies.\nHe has a key.\n:::\nThe end."
    page = write(cast.anna, "The mill", secret)
    change(cast.gm, page, "The miller lies.\nHe has a key.\nThe end.")
    with pytest.raises(Undecided):
        save(cast, page, secret.replace("He has", "He hates Boris.\nHe has"))
    assert "hates" not in text_of(page)


def test_a_text_is_merged_with_itself_and_with_any_other() -> None:
    """Whatever one side does to a text, the other having left it alone, is the text."""
    texts = ["", "a", "a\nb", "a\n\nb\n\nc", "c\nb\na", "b\nb\nb"]
    for base in texts:
        for text in texts:
            lines, first = [("", one) for one in text.split("\n")], [("", one) for one in base.split("\n")]
            for mine, theirs in ((lines, first), (first, lines), (lines, lines)):
                merged = list(merging.merge(first, mine, theirs))
                assert not any(isinstance(one, Place) for one in merged)
                assert [line for one in merged for line in one] == lines  # type: ignore[union-attr]
