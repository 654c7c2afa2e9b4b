"""Luck for programs."""

import pytest

from campaigns.luck import statistics
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from tests.api.programs import Programs
from tests.helpers import Cast


def toss(cast: Cast, *faces: int) -> None:
    dice = {cast.rook.public_id: list(faces)}
    perform(cast.anna, Intent("toss", {"coins": len(faces)}, cast.rook.public_id, typed=dice))


def path(cast: Cast, query: str = "") -> str:
    return f"/campaigns/{cast.campaign.public_id}/luck/{query}"


def test_luck_for_programs_has_the_numbers_of_the_page(cast: Cast, programs: Programs) -> None:
    toss(cast, 2, 2)
    toss(cast, 1)
    found = programs.boris.read(path(cast))
    assert (found["whole"]["rolls"], found["whole"]["luck"]) == (2, (87.5 + 25) / 2)
    assert [(one["key"], one["rolls"]) for one in found["characters"]] == [(cast.rook.public_id, 2)]
    assert [(one["name"], one["rolls"]) for one in found["players"]] == [("Anna", 2)]
    assert (found["dice"][0]["faces"], found["dice"][0]["typed"]) == ([1, 2], True)
    assert found["best"][0]["percentile"] == 87.5
    assert found["best"][0]["expected"] == 1.0
    assert found["worst"][0]["measure"] == 0


def test_luck_is_filtered_by_session_character_and_player(cast: Cast, programs: Programs) -> None:
    toss(cast, 2)
    session = programs.anna.read(path(cast))["sessions"][0]["key"]
    for query, count in (
        (f"?session={session}", 1), ("?session=1999-01-01", 0), (f"?character={cast.mira.public_id}", 0),
        (f"?player={cast.anna.user.public_id}", 1), (f"?player={statistics.NOBODY}", 0),
    ):  # fmt: skip
        assert programs.anna.read(path(cast, query))["whole"]["rolls"] == count


@pytest.mark.parametrize("odd", ["?session=today", "?player=a%20b", "?character=" + "x" * 30])
def test_odd_wishes_are_no_addresses(cast: Cast, programs: Programs, odd: str) -> None:
    assert programs.anna.get(path(cast, odd)).status_code == 404


def test_players_read_nothing_of_hidden_rolls(cast: Cast, programs: Programs) -> None:
    toss(cast, 2)
    before = programs.anna.get(path(cast)).content
    magpie = cast.creature()
    perform(cast.gm, Intent("toss", {"coins": 1}, magpie.public_id))
    assert programs.anna.get(path(cast)).content == before
    assert programs.gm.read(path(cast))["whole"]["rolls"] == 2
