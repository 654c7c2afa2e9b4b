"""The book that lies open: seen by whoever looks things up, in this thread only, and shut again when it should be."""

import json
import re
from collections.abc import Iterator
from threading import Thread

import pytest

from rules import registry
from rules.engine.kernel import CLOSED, OwnBook, Refused, Table, lay_open, lying_open, opened, spoken
from rules.engine.system.protocol import System

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


def test_no_other_thread_sees_the_open_book() -> None:
    seen: list[OwnBook] = []
    with opened(OURS):
        other = Thread(target=lambda: seen.append(lying_open()))
        other.start()
        other.join()
    assert seen == [CLOSED]


def test_its_entries_are_called_by_their_names() -> None:
    assert OURS.name_of("ours.abc") == "Falconry"
    assert OURS.name_of("ours.gone") == OURS.name_of("falconry") == ""
    with opened(OURS):
        assert (spoken("ours.abc"), spoken("low_light")) == ("Falconry", "low light")
    assert spoken("ours.abc") == "ours.abc"


@pytest.mark.parametrize("system", registry.SYSTEMS, ids=lambda one: one.slug)
def test_what_is_kept_shows_nowhere(system: System) -> None:
    told = {section: next(iter(shelf.own().values())) for section, shelf in system.shelves().items()}
    book = {section: {f"ours.{section}": {**one, "name": "Xyzzy"}} for section, one in told.items()}
    with opened(OwnBook(json.dumps(book), frozenset(f"ours.{section}" for section in told))):
        for said in _everything(system):
            assert "Xyzzy" not in said
            assert not re.search(r"\bours\.\w", said)


def _everything(system: System) -> Iterator[str]:
    """All texts for a person ready to play or about to be made: pages, choices, refusals, compendium and shelves."""
    for sheet in (system.fresh_sheet("Anna"), system.unmade_sheet("Anna")):
        table = Table({"anna": sheet, "boris": system.fresh_sheet("Boris")}, None, {}, "anna", system.rank_range)
        yield str(system.page(sheet, {}))
        for command in (*system.commands, *system.steps):
            try:
                command.possible(table)
                yield str(command.choices(table))
            except Refused as refused:
                yield refused.sentence
    yield str(system.compendium())
    for shelf in system.shelves().values():
        yield str([dict(figure.options()) for figure in shelf.figures])
