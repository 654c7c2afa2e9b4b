"""The number of queries of an answer does not grow with the number of rows."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.models import Entry
from characters import services as characters
from characters.models import Character
from combat.models import Encounter
from tests.api.programs import Programs
from tests.helpers import Cast, copy_entry

MOST = 8


def query_count(programs: Programs, who: str, path: str) -> int:
    """How many queries an answer takes."""
    programs.of(who).read(path)
    with CaptureQueriesContext(connection) as asked:
        programs.of(who).read(path)
    return len(asked)


def more_characters(cast: Cast, many: int) -> None:
    for number in range(many):
        characters.begin(cast.gm, name=f"Wren {number}", owner=cast.boris.user)


def more_entries(cast: Cast, many: int) -> None:
    copy_entry(Entry.objects.latest("number"), many)


def more_encounters(cast: Cast, many: int) -> None:
    Encounter.objects.bulk_create(Encounter(campaign=cast.campaign, name=f"Fight {number}") for number in range(many))


GROWING: dict[str, tuple[Callable[[Cast, int], None], tuple[int, int]]] = {
    "characters/": (more_characters, (4, 40)),
    "entries/": (more_entries, (10, 10_000)),
    "entries/?limit=200": (more_entries, (10, 10_000)),
    "encounters/": (more_encounters, (4, 40)),
    "members/": (more_characters, (4, 40)),
}


@pytest.mark.parametrize("who", ["gm", "anna", "olga"])
@pytest.mark.parametrize("path", GROWING)
def test_a_list_costs_the_same_however_long_it_is(cast: Cast, programs: Programs, path: str, who: str) -> None:
    grow, (few, many) = GROWING[path]
    whole = f"/campaigns/{cast.campaign.public_id}/{path}"
    grow(cast, few)
    before = query_count(programs, who, whole)
    grow(cast, many - few)
    assert before == query_count(programs, who, whole) <= MOST


@pytest.mark.parametrize("what", ["experience/", "skills/", "skills/luck/", "commands/", ""])
def test_a_character_costs_the_same_in_a_large_campaign(cast: Cast, programs: Programs, what: str) -> None:
    path = f"/characters/{cast.rook.public_id}/{what}"
    before = query_count(programs, "anna", path)
    more_characters(cast, 20)
    more_encounters(cast, 20)
    assert before == query_count(programs, "anna", path) <= MOST


def test_an_encounter_costs_the_same_in_a_large_campaign(cast: Cast, programs: Programs) -> None:
    bridge = cast.encounter()
    paths = [f"/encounters/{bridge.public_id}/", f"/encounters/{bridge.public_id}/commands/?as={cast.rook.public_id}"]
    before = [query_count(programs, "anna", path) for path in paths]
    more_characters(cast, 20)
    assert before == [query_count(programs, "anna", path) for path in paths]
    assert max(before) <= MOST
    assert Character.objects.count() == 22
