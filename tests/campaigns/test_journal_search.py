"""Searching the journal: the same on both databases, and never in what the reader may not read."""

import pytest
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from campaigns.journal import reading, services
from campaigns.journal.reading import Wish
from campaigns.journal.services import Audience
from campaigns.journal.words import asked, folded, indexed
from campaigns.models import JournalPage, Membership, Shared
from tests.campaigns.test_journal import change, write
from tests.helpers import Cast


def found(member: Membership, question: str, *, archived: bool = False) -> list[str]:
    return [row.page.title for row in reading.listed(member, Wish(question=question, archived=archived)).rows]


@pytest.fixture
def library(cast: Cast) -> Cast:
    write(cast.gm, "The Wärden of Ö", "Keeps the north gate. Carries 2d6 keys.", tags=["night watch"])
    write(cast.gm, "Gate, the north", "A gate_house of oak; e-mail rook@example.org, 3.5 miles.", kind="place")
    write(cast.gm, "Open", "Crows at dawn.\n\n:::gm\nThe warden is Zaun.\n:::\n\n:::for Anna\nAnna heard a bell.\n:::")
    write(cast.gm, "Hidden", "The warden of crows", shared=Shared.GM)
    write(cast.anna, "Diary", "crow, crow, crow\n:::gm\nI saw the warden\n:::", shared=Shared.PARTY)
    return cast


@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("warden", ["The Wärden of Ö", "Diary", "Hidden", "Open"]),
        ("WÄRDEN", ["The Wärden of Ö", "Diary", "Hidden", "Open"]),
        ("gate", ["Gate, the north", "The Wärden of Ö"]),
        ("north gate", ["Gate, the north", "The Wärden of Ö"]),
        ("crow", ["Diary", "Hidden", "Open"]),
        ("dawn zaun", ["Open"]),
        ("gate dawn", []),
        ("2d6", ["The Wärden of Ö"]),
        ("3.5 miles", ["Gate, the north"]),
        ("gate_house", ["Gate, the north"]),
        ("rook@example.org", ["Gate, the north"]),
        ("night watch", ["The Wärden of Ö"]),
        ("arden", []),
        ("", ["Diary", "Gate, the north", "Hidden", "Open", "The Wärden of Ö"]),
        ("'\" ; -- * ( ) : & | !", []),
        ("' OR 1=1", []),
        ("NEAR(a b)", []),
        ("crow AND dawn", []),
        ("wärden of", ["The Wärden of Ö", "Hidden"]),
        ("ﬁ", []),
        ("日本", []),
    ],
)
def test_the_game_master_finds_every_word(library: Cast, question: str, titles: list[str]) -> None:
    assert found(library.gm, question) == titles


@pytest.mark.parametrize(
    ("question", "anna", "boris", "olga"),
    [
        ("warden", ["The Wärden of Ö", "Diary"], ["The Wärden of Ö"], ["The Wärden of Ö"]),
        ("zaun", [], [], []),
        ("bell", ["Open"], [], []),
        ("crow", ["Diary", "Open"], ["Diary", "Open"], ["Open"]),
        ("dawn bell", ["Open"], [], []),
        ("hidden", [], [], []),
        ("for anna", [], [], []),
        ("gm", [], [], []),
    ],
)
def test_others_find_what_they_may_read(
    library: Cast, question: str, anna: list[str], boris: list[str], olga: list[str]
) -> None:
    assert (found(library.anna, question), found(library.boris, question), found(library.olga, question)) == (
        anna,
        boris,
        olga,
    )


def test_what_is_found_is_shown_with_its_words_marked_and_nothing_secret(library: Cast) -> None:
    (row,) = reading.listed(library.boris, Wish(question="dawn")).rows
    assert row.shown == "Crows at <mark>dawn</mark>."
    (row,) = reading.listed(library.anna, Wish(question="bell")).rows
    assert "<mark>bell</mark>" in row.shown
    assert "Zaun" not in row.shown


def test_the_index_follows_what_is_written_shared_and_put_away(cast: Cast) -> None:
    page = write(cast.gm, "A", "otter")
    change(cast.gm, page, "beaver")
    assert (found(cast.anna, "otter"), found(cast.anna, "beav")) == ([], ["A"])
    services.share(cast.gm, page.public_id, Audience(Shared.GM))
    assert found(cast.anna, "beaver") == []
    services.archive(cast.gm, page.public_id, archived=True)
    assert found(cast.gm, "beaver") == []
    assert found(cast.gm, "beaver", archived=True) == ["A"]
    page.delete()
    assert found(cast.gm, "beaver", archived=True) == []


def test_a_search_uses_the_index_of_the_database(cast: Cast) -> None:
    with CaptureQueriesContext(connection) as asked_for:
        found(cast.anna, "crow dawn")
    assert len(asked_for) == 2
    told = asked_for[1]["sql"]
    assert ("MATCH" in told) == (connection.vendor == "sqlite")
    assert ("::tsquery" in told) == (connection.vendor == "postgresql")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL reads a small table whole")
@pytest.mark.parametrize("role", ["gm", "anna", "olga"])
@pytest.mark.parametrize(
    "wish", [Wish(), Wish(kind="place"), Wish(question="crow"), Wish(question="crow dawn"), Wish(archived=True)]
)
def test_no_texts_are_read_to_find_pages_and_to_count_them(library: Cast, role: str, wish: Wish) -> None:
    with CaptureQueriesContext(connection) as asked_for:
        reading.listed(getattr(library, role), wish)
    with connection.cursor() as cursor:
        for told in asked_for.captured_queries[:2]:
            cursor.execute(f"EXPLAIN QUERY PLAN {told['sql']}")
            looks = [step for *_, step in cursor.fetchall() if step.startswith(("SCAN", "SEARCH"))]
            assert looks
            for look in looks:
                assert "COVERING INDEX" in look or "VIRTUAL TABLE" in look, look
                assert "rowid=?" not in look, "all that match are gone through for every part"


@pytest.mark.parametrize("question", ["", "crow", "crow seven"])
def test_only_pages_that_are_shown_are_loaded(cast: Cast, question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(reading.AT_ONCE + 5):
        write(cast.gm, f"Page {number}", "crow, seven")
    loaded = []
    monkeypatch.setattr(
        JournalPage, "__init__", lambda page, *given: loaded.append(given) or Model.__init__(page, *given)
    )
    with CaptureQueriesContext(connection) as asked_for:
        listed = reading.listed(cast.anna, Wish(question=question, number=2))
    assert (listed.count, len(listed.rows), len(loaded)) == (reading.AT_ONCE + 5, 5, 5)
    assert len(asked_for) == 3
    assert ['."text"' in told["sql"] for told in asked_for.captured_queries] == [False, False, True]


def test_the_access_of_each_part_is_asked_once_for_all_words(cast: Cast) -> None:
    with CaptureQueriesContext(connection) as asked_for:
        found(cast.anna, "crow dawn")
    told = asked_for[1]["sql"]
    # On PostgreSQL that is the look for parts with every word; only pages with a word in a secret part cost more.
    assert " & " in told if connection.vendor == "postgresql" else "INTERSECT" not in told


def test_words_spread_over_parts_are_found_as_far_as_each_is_open(cast: Cast) -> None:
    text = "crow\n\n:::for Anna\nbell\n:::\n\n:::party\noak\n:::\n\n:::gm\nkey\n:::"
    write(cast.gm, "Spread", text)
    asked_by = {"gm": cast.gm, "anna": cast.anna, "boris": cast.boris, "olga": cast.olga}
    for question, finders in (
        ("crow spread", {"gm", "anna", "boris", "olga"}),
        ("crow oak", {"gm", "anna", "boris"}),
        ("bell oak crow", {"gm", "anna"}),
        ("bell oak", {"gm", "anna"}),
        ("oak key", {"gm"}),
        ("crow bell oak key", {"gm"}),
        ("crow bell oak key owl", set()),
    ):
        assert {name for name, member in asked_by.items() if found(member, question)} == finders, question


def test_words_and_titles_are_folded_alike() -> None:
    assert folded("Ｔhe  ÉLAN ß") == "the elan ss"
    assert indexed("b a_c B\u0301 x'y") == "a b c x y"
    assert asked("a " * 20) == ["a"]
    assert len(folded("\ufdfa" * 120)) <= 240


def test_titles_stand_in_the_alphabet_without_their_article(cast: Cast) -> None:
    for title in ("The old mill", "A bell", "Anna", "An oath", "Theodor", "A", "Mill"):
        write(cast.gm, title, "crow")
    order = ["A", "Anna", "A bell", "Mill", "An oath", "The old mill", "Theodor"]
    assert [row.page.title for row in reading.listed(cast.anna, Wish()).rows] == order
    assert found(cast.anna, "crow") == order


TABLE = """## What we know

| Room | Who was there |
| --- | :---: |
| Gate | nobody |
| Loft | **two ghouls** |

More."""


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("", "What we know: Room · Who was there; Gate · nobody; Loft · two ghouls; More."),
        ("ghoul", "… Room · Who was there; Gate · nobody; Loft · two <mark>ghouls</mark>; More."),
    ],
)
def test_a_table_is_read_cell_by_cell(cast: Cast, question: str, shown: str) -> None:
    write(cast.gm, "The barrow", TABLE)
    (row,) = reading.listed(cast.anna, Wish(question=question)).rows
    assert row.shown == shown
