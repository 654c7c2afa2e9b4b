"""Many at once, in small; `python -m benchmarks.durability` runs the same in large. Each with a control that fails."""

import pytest
from django.db import connection, connections

from tests.durability import drills
from tests.helpers import Cast


def test_no_update_is_lost(table: Cast) -> None:
    assert drills.lost_updates(table.gm, table.rook, writers=8, edits=5) == []


def test_without_versions_updates_would_be_lost(table: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.play.perform._refuse_stale", lambda game, intent: None)
    faults = drills.lost_updates(table.gm, table.rook, writers=8, edits=10)
    assert any("were acknowledged" in fault or "Nothing would change" in fault for fault in faults)


def test_nobody_is_turned_away_because_somebody_else_writes(table: Cast) -> None:
    assert drills.busy_writers(table.gm, table.rook, writers=16, writes=10) == []


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no such mode")
def test_with_sqlites_own_mode_writers_would_be_turned_away(table: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connections.settings["default"]["OPTIONS"], "transaction_mode", "DEFERRED")
    assert "database is locked" in " ".join(drills.busy_writers(table.gm, table.rook, writers=16, writes=10))


def test_one_key_has_one_effect_and_one_answer(table: Cast) -> None:
    assert drills.one_key(table.gm, table.rook, keys=3, posts=20) == []


def test_if_nobody_looked_for_the_key_answers_would_differ(table: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.play.perform.earlier_by", lambda campaign, member, intent: None)
    assert drills.one_key(table.gm, table.rook, keys=1, posts=20)


def test_of_two_who_undo_at_once_one_wins(table: Cast) -> None:
    assert drills.two_undo(table.gm, table.rook, races=10) == []


def test_a_reader_along_the_way_skips_nothing(table: Cast) -> None:
    assert drills.tailing_reader(table.gm, table.rook, writers=8, writes=10) == []
