"""Fields that go with some choices of another: out of sight until one of these is chosen."""

from html.parser import HTMLParser

import pytest

from campaigns.play.game import lay_out
from characters import services
from characters.creation.steps import Way
from rules.engine.kernel import Command, Place, Reply, Table, described_fields
from rules.registry import SYSTEMS, system_named
from tests.campaigns.test_playing import client_of
from tests.characters.test_sheet_page import address, page
from tests.helpers import make_cast
from tests.rules.legal_play import LegalPlay

TIED = [
    (system.slug, command)
    for system in SYSTEMS
    for command in system.commands
    if command.goes_with.__func__ is not Command.goes_with.__func__  # type: ignore[attr-defined]
    # What goes with an answer hangs on its question: their own tests ask it.
    and not issubclass(command, Reply)
]


class Tied(HTMLParser):
    """The ties on a page: the name of each other field, its choices, and whether what goes with them is hidden."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, set[str], bool]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if "data-tied-to" in told:
            self.found.append(
                (str(told["data-tied-to"]), set(str(told["data-tied-choices"]).split()), "hidden" in told)
            )


def test_several_games_have_some() -> None:
    assert len({slug for slug, _ in TIED}) >= 3


@pytest.mark.parametrize(("slug", "command"), TIED, ids=lambda one: getattr(one, "name", one))
def test_what_is_tied_and_to_what_is_there(db: None, slug: str, command: type[Command]) -> None:
    table = _fight(slug) if command.place is Place.TURN else _making(slug)
    offered, fields = command.choices(table), described_fields(command)
    for field, (other, choices) in command.goes_with(table).items():
        assert field in fields
        there = {one.value for one in offered[other]}
        assert choices <= there
        assert choices < there or not there


def _making(slug: str) -> Table:
    cast = make_cast(slug)
    wren = services.make_by(cast.anna, way=Way.STEPS, name="Wren", owner=cast.anna.user)
    return lay_out(cast.anna, wren.public_id).known


def _fight(slug: str) -> Table:
    documents = LegalPlay(system_named(slug), 1).documents
    return documents.table(system_named(slug), next(iter(documents.sheets)))


def test_the_page_hides_them_until_they_mean_something(db: None) -> None:
    cast = make_cast("fortune")
    wren = services.make_by(cast.anna, way=Way.STEPS, name="Wren", owner=cast.anna.user)
    found = Tied(page(client_of(cast.anna), address(cast, wren, "making/?step=make.lineage"))).found
    assert ("with-lineage", {"chimeric"}, True) in found
