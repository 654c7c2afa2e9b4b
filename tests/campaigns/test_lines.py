"""A line of the chronicle as it is written: every part of it, and the hash that depends on every part."""

from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

import pytest

from campaigns.audience import history
from campaigns.chronicle import hidden_turns, record
from campaigns.chronicle.record import Line
from campaigns.models import Campaign, Entry
from rules import codec
from rules.engine.kernel import RoundBegan, Told, TurnBegan
from tests.helpers import Cast, write_text

SAID = Told((), "It rains.")


@pytest.fixture
def about(cast: Cast) -> Entry:
    return write_text(cast.anna, cast.rook, "tall")


def written(cast: Cast, **more: Any) -> Entry:
    campaign = record.lock(cast.campaign.pk)
    entry = record.write(campaign, Line(by=cast.gm.user, command="toss", **more))
    return Entry.objects.select_related("by", "campaign", "tells", "undoes", "redoes").get(pk=entry.pk)


def test_a_line_is_written_with_all_its_parts(cast: Cast, about: Entry) -> None:
    parts: dict[str, Any] = {
        "facts": [SAID], "given": {"coins": 1}, "actor": "rook", "encounter": "bridge", "veiled": frozenset({"magpie"}),
        "late": "[]", "tells": about, "undoes": about, "redoes": about, "key": "once", "key_digest": "digest",
    }  # fmt: skip
    assert parts.keys() | {"by", "command"} == {field.name for field in fields(Line)}
    entry = written(cast, **parts)
    stored = {"facts": codec.dump_facts([SAID]), "given": '{"coins":1}', "veiled": '["magpie"]'}
    for name, value in (parts | stored).items():
        assert getattr(entry, name) == value, name
    assert (entry.by, entry.command) == (cast.gm.user, "toss")
    now = Campaign.objects.get(pk=cast.campaign.pk)
    assert (now.last_number, now.last_hash) == (entry.number, entry.hash) == (about.number + 1, record.hash_of(entry))
    assert entry.previous_hash == about.hash


@pytest.mark.parametrize(
    "changed",
    [
        {"previous_hash": "other"}, {"number": 99}, {"public_id": "other"}, {"at": datetime(2020, 1, 1, tzinfo=UTC)},
        {"encounter": "other"}, {"actor": "other"}, {"command": "other"}, {"given": "{}"}, {"facts": "[]"},
        {"veiled": "[]"}, {"late": "[]"}, {"tells": None}, {"undoes": None}, {"redoes": None},
    ],
    ids=lambda changed: next(iter(changed)),
)  # fmt: skip
def test_the_hash_hangs_on_every_part(cast: Cast, about: Entry, changed: dict[str, Any]) -> None:
    entry = written(
        cast, facts=[SAID], given={"coins": 1}, veiled=frozenset({"magpie"}), tells=about, undoes=about, redoes=about
    )
    for name, value in changed.items():
        setattr(entry, name, value)
    assert record.hash_of(entry) != entry.hash


def test_the_hash_hangs_on_who_wrote_it_and_where(cast: Cast) -> None:
    entry = written(cast)
    entry.by = cast.anna.user
    assert record.hash_of(entry) != entry.hash
    entry.by, entry.campaign = cast.gm.user, Campaign(public_id="other")
    assert record.hash_of(entry) != entry.hash


def test_what_waits_is_told_in_its_order_up_to_what_was_told_before(cast: Cast) -> None:
    began, turn, bleeds = RoundBegan(1), TurnBegan("magpie/1"), Told(("rook",), "{0} bleeds.")
    written(cast, encounter="bridge", facts=[RoundBegan(9)], late=history.HELD_BACK)
    written(cast, encounter="bridge", facts=[SAID])
    written(cast, encounter="bridge", facts=[began, bleeds], late=history.HELD_WHOLE)
    written(cast, encounter="ford", facts=[RoundBegan(7)], late=history.HELD_BACK)
    written(cast, encounter="bridge", facts=[bleeds, turn], late=history.HELD_BACK)
    assert hidden_turns.waiting_facts(hidden_turns.held_back(cast.campaign, "bridge")) == [began, bleeds, turn]
    assert hidden_turns.held_back(cast.campaign, "elsewhere") == []
