"""The book that lies open: seen by whoever looks things up, in this thread only, and shut again when it should be."""

from threading import Thread

from rules.engine.book import CLOSED, OwnBook, lay_open, lying_open, opened

OURS = OwnBook('{"skills": {"ours.abc": {"name": "Falconry"}}}', frozenset({"ours.secret"}))


def test_a_book_is_read_by_section() -> None:
    assert OURS.section("skills") == {"ours.abc": {"name": "Falconry"}}
    assert OURS.section("spells") == CLOSED.section("skills") == {}


def test_what_is_kept_is_not_offered() -> None:
    assert not OURS.offers("ours.secret")
    assert OURS.offers("ours.abc")
    assert CLOSED.offers("swimming")


def test_the_book_before_lies_open_again() -> None:
    with opened(OURS):
        assert lying_open() is OURS
        lay_open(CLOSED)
        assert lying_open() is CLOSED
        lay_open(OURS)
    assert lying_open() is CLOSED


def test_nobody_else_sees_it() -> None:
    seen: list[OwnBook] = []
    with opened(OURS):
        other = Thread(target=lambda: seen.append(lying_open()))
        other.start()
        other.join()
    assert seen == [CLOSED]
