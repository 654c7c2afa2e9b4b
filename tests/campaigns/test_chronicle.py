"""The chronicle: it only grows, it can be checked, and what stands in it makes every document."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from campaigns.chronicle import record, verify
from campaigns.chronicle.replay import _facts_of, _nearest, bodies_at, replay
from campaigns.models import AppendOnly, Campaign, Checkpoint, Entry, Membership, Struck, Touch
from campaigns.play.intent import Intent, KeyReused, Stale
from campaigns.play.perform import perform
from campaigns.play.undo import last_to_redo, redo
from campaigns.play.undo import undo as undo_entry
from characters import services
from characters.models import Character, ExperienceEntry, balances
from rules.engine.kernel import HomebrewWithdrawn, NotNow, Refused, RoundBegan, Sheet, TextChanged, Told, TypedDice
from tests.helpers import GUARDED, Cast, documents_of, unguarded, verified, write_text
from tests.plans import rows_read

Do = Callable[[Entry], Any]


def bodies(cast: Cast) -> dict[str, tuple[str, bool]]:
    return {document.public_id: (document.body, document.void) for document in documents_of(cast.campaign)}


def faults(cast: Cast) -> list[str]:
    return verify.faults(Campaign.objects.get(pk=cast.campaign.pk))


def toss(cast: Cast, *faces: int, encounter: str = "") -> Entry:
    intent = Intent(
        "toss",
        {"coins": len(faces)},
        actor=cast.rook.public_id,
        encounter=encounter,
        dice=TypedDice({cast.rook.public_id: faces}),
    )
    return perform(cast.anna, intent)


def learn(cast: Cast) -> Entry:
    return perform(cast.anna, Intent("learn", {}, actor=cast.rook.public_id))


# -- it only grows ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: entry.save(),
        lambda entry: entry.delete(),
        lambda entry: Entry.objects.filter(pk=entry.pk).update(facts="[]"),
        lambda entry: Entry.objects.filter(pk=entry.pk).delete(),
        lambda entry: Entry.objects.bulk_update([entry], ["facts"]),
        lambda entry: Entry.objects.update_or_create(pk=entry.pk, defaults={"facts": "[]"}),
    ],
    ids=["save", "delete", "update", "delete of a query", "bulk_update", "update_or_create"],
)
def test_the_models_refuse_to_change_what_has_happened(cast: Cast, change: Do) -> None:
    entry = write_text(cast.anna, cast.rook, "a wolf")
    with pytest.raises(AppendOnly):
        change(entry)
    assert faults(cast) == []


@pytest.mark.parametrize("table", GUARDED)
@pytest.mark.parametrize("change", ["UPDATE {} SET id = id", "DELETE FROM {}"])
def test_the_database_refuses_it_too(cast: Cast, table: str, change: str) -> None:
    toss(cast, 2)
    before = Entry.objects.count(), Touch.objects.count(), ExperienceEntry.objects.count()
    with pytest.raises(DatabaseError, match="only added to"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change.format(table))
    assert (Entry.objects.count(), Touch.objects.count(), ExperienceEntry.objects.count()) == before


def test_without_its_guard_the_database_would_change_it(cast: Cast) -> None:
    """The negative control of the test above."""
    write_text(cast.anna, cast.rook, "a scar")
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("UPDATE campaigns_entry SET id = id")
        assert cursor.rowcount


# -- numbers, hashes, documents ---------------------------------------------------------------------------------------


def test_numbers_have_no_holes_and_a_refusal_takes_none(cast: Cast) -> None:
    write_text(cast.anna, cast.rook, "one")
    with pytest.raises(Refused):
        perform(cast.anna, Intent("sheet.text", {"text": "name", "to": " "}, actor=cast.rook.public_id))
    write_text(cast.anna, cast.rook, "two")
    numbers = list(cast.campaign.entries.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, 5))
    assert Campaign.objects.get(pk=cast.campaign.pk).last_number == 4


def test_what_changes_nothing_is_not_written(cast: Cast) -> None:
    write_text(cast.anna, cast.rook, "one")
    before = Entry.objects.count()
    with pytest.raises(NotNow):
        write_text(cast.anna, cast.rook, "one")
    assert Entry.objects.count() == before


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("facts", "[]"),
        ("given", "{}"),
        ("veiled", '["x"]'),
        ("command", "toss"),
        ("actor", ""),
        ("hash", "0" * 64),
        ("previous_hash", "0" * 64),
        ("at", "2020-01-01 00:00:00+00:00"),
    ],
)
def test_a_row_that_was_tampered_with_is_found(cast: Cast, column: str, value: str) -> None:
    entry = write_text(cast.anna, cast.rook, "one")
    write_text(cast.anna, cast.rook, "two")
    assert faults(cast) == []
    with unguarded(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE campaigns_entry SET {column} = %s WHERE id = %s", [value, entry.pk])  # noqa: S608
    found = faults(cast)
    assert any(f"entry {entry.number} " in fault for fault in found)


def test_an_entry_that_was_forged_together_with_its_hash_is_found_by_the_next(cast: Cast) -> None:
    entry, following = (write_text(cast.anna, cast.rook, text) for text in ("one", "two"))
    entry.actor = cast.mira.public_id
    with unguarded(), connection.cursor() as cursor:
        forged = [entry.actor, record.hash_of(entry), entry.pk]
        cursor.execute("UPDATE campaigns_entry SET actor = %s, hash = %s WHERE id = %s", forged)
    assert faults(cast) == [f"entry {following.number} does not follow from the one before it"]


def test_an_entry_that_was_taken_out_is_found(cast: Cast) -> None:
    entry = write_text(cast.anna, cast.rook, "one")
    write_text(cast.anna, cast.rook, "two")
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM campaigns_touch WHERE entry_id = %s", [entry.pk])
        cursor.execute("DELETE FROM campaigns_entry WHERE id = %s", [entry.pk])
    assert f"entry {entry.number} is missing before {entry.number + 1}" in faults(cast)


def test_the_last_entries_cannot_be_cut_off(cast: Cast) -> None:
    entry = write_text(cast.anna, cast.rook, "one")
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM campaigns_touch WHERE entry_id = %s", [entry.pk])
        cursor.execute("DELETE FROM campaigns_entry WHERE id = %s", [entry.pk])
    assert "the campaign does not end with its last entry" in faults(cast)


def _without_ledger(rook: Character) -> None:
    with unguarded():
        rook.experience.all().delete()


@pytest.mark.parametrize(
    "change",
    [
        lambda rook: Character.objects.filter(pk=rook.pk).update(body=rook.body.replace("Rook", "Crook")),
        lambda rook: Character.objects.filter(pk=rook.pk).update(void=True),
        lambda rook: Character.objects.filter(pk=rook.pk).update(last_number=99),
        lambda rook: Character.objects.filter(pk=rook.pk).update(version=99),
        lambda rook: Character.objects.filter(pk=rook.pk).update(open_version=1),
        lambda rook: rook.ranks.update(value=19),
        lambda rook: rook.ranks.all().delete(),
        _without_ledger,
    ],
    ids=["body", "void", "last number", "version", "open version", "rank", "no ranks", "ledger"],
)
def test_a_document_that_does_not_follow_is_found(cast: Cast, change: Callable[[Character], Any]) -> None:
    toss(cast, 2)
    change(Character.objects.get(pk=cast.rook.pk))
    assert any(cast.rook.public_id in fault for fault in faults(cast))


def test_whoever_was_never_begun_is_found_unless_nothing_is_said_of_them(cast: Cast) -> None:
    cast.encounter()
    begun = Entry.objects.get(touches__document=cast.mira.public_id)
    undo_entry(cast.gm, begun.public_id)
    assert faults(cast) == []
    Character.objects.filter(pk=cast.mira.pk).update(void=False)
    assert f"{cast.mira.public_id} has no beginning" in faults(cast)


def test_the_command_says_how_it_went(cast: Cast) -> None:
    write_text(cast.anna, cast.rook, "one")
    said = StringIO()
    call_command("verify_chronicle", stdout=said)
    assert said.getvalue().splitlines() == [f"{cast.campaign.public_id} 3 entries: ok", "1 passed, 0 failed"]
    Character.objects.filter(pk=cast.rook.pk).update(body=cast.mira.body)
    told = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_chronicle", cast.campaign.public_id, stdout=said, stderr=told)
    assert said.getvalue().endswith("0 passed, 1 failed\n")
    assert cast.rook.public_id in told.getvalue()


# -- old documents and facts make new documents -----------------------------------------------------------------------


def test_whatever_is_played_keeps_the_law(cast: Cast) -> None:
    with verified(cast.campaign):
        bridge = cast.encounter().public_id
        for who in (cast.rook, cast.mira):
            perform(cast.gm, Intent("join", {}, actor=who.public_id, encounter=bridge))
        toss(cast, 2, 1, encounter=bridge)
        toss(cast, 1)
        learn(cast)
        stake = Intent("stake", {"against": cast.mira.public_id}, actor=cast.rook.public_id, encounter=bridge)
        perform(cast.anna, stake)
        take = Intent("take", {"ask": f"{cast.mira.public_id}/1"}, actor=cast.mira.public_id, encounter=bridge)
        perform(cast.boris, take)
        write_text(cast.anna, cast.rook, "won?")


def test_the_law_notices_a_document_that_was_changed_beside_it(cast: Cast) -> None:
    """The negative control of the test above."""

    def go_round_the_chronicle() -> None:
        with verified(cast.campaign):
            write_text(cast.anna, cast.rook, "one")
            Character.objects.filter(pk=cast.rook.pk).update(body=cast.mira.body)

    with pytest.raises(AssertionError):
        go_round_the_chronicle()


# -- undo and redo ----------------------------------------------------------------------------------------------------


def test_undo_and_redo_go_all_the_way_and_leave_every_byte_as_it_was(cast: Cast) -> None:
    stages, entries = [bodies(cast)], []
    for act in (lambda: toss(cast, 2, 2), lambda: toss(cast, 1), lambda: learn(cast), lambda: toss(cast, 2)):
        entries.append(act())
        stages.append(bodies(cast))
    for entry, before in zip(reversed(entries), reversed(stages[:-1]), strict=True):
        undo_entry(cast.gm, entry.public_id)
        assert bodies(cast) == before
        assert faults(cast) == []
    for entry, after in zip(entries, stages[1:], strict=True):
        redo(cast.gm, entry.public_id)
        assert bodies(cast) == after
        assert faults(cast) == []


def test_even_the_beginning_can_be_undone_and_brought_back(cast: Cast) -> None:
    stage = bodies(cast)
    begun = Entry.objects.get(touches__document=cast.mira.public_id)
    undo_entry(cast.gm, begun.public_id)
    assert Character.objects.get(pk=cast.mira.pk).void
    assert Character.objects.get(pk=cast.mira.pk).ranks.count() == 0
    assert faults(cast) == []
    redo(cast.gm, begun.public_id)
    assert bodies(cast) == stage
    assert faults(cast) == []


def test_undo_takes_the_last_first(cast: Cast) -> None:
    first, last = toss(cast, 2), toss(cast, 1)
    with pytest.raises(NotNow):
        undo_entry(cast.gm, first.public_id)
    undo_entry(cast.gm, last.public_id)
    with pytest.raises(NotNow):
        undo_entry(cast.gm, last.public_id)
    undo_entry(cast.gm, first.public_id)


def test_redo_ends_where_something_else_has_happened(cast: Cast) -> None:
    entry = toss(cast, 2)
    undo_entry(cast.gm, entry.public_id)
    write_text(cast.anna, cast.rook, "something else")
    assert last_to_redo(cast.campaign) is None
    with pytest.raises(NotNow):
        redo(cast.gm, entry.public_id)


def test_redo_brings_back_the_earliest_first(cast: Cast) -> None:
    first, second = toss(cast, 2), toss(cast, 1)
    undo_entry(cast.gm, second.public_id)
    undo_entry(cast.gm, first.public_id)
    with pytest.raises(NotNow):
        redo(cast.gm, second.public_id)
    redo(cast.gm, first.public_id)
    redo(cast.gm, second.public_id)
    assert Struck.objects.count() == 0


def test_within_an_encounter_undo_leaves_alone_what_happened_elsewhere(cast: Cast) -> None:
    bridge = cast.encounter().public_id
    perform(cast.gm, Intent("join", {}, actor=cast.rook.public_id, encounter=bridge))
    there = toss(cast, 2, encounter=bridge)
    elsewhere = write_text(cast.boris, cast.mira, "sleeps")
    undo_entry(cast.gm, there.public_id, encounter=bridge)
    assert Character.objects.get(pk=cast.rook.pk).sheet.now("coins") == 10
    assert Character.objects.get(pk=cast.mira.pk).sheet.texts == {"notes": "sleeps"}
    redo(cast.gm, there.public_id, encounter=bridge)
    assert Character.objects.get(pk=cast.rook.pk).sheet.now("coins") == 11
    undo_entry(cast.gm, elsewhere.public_id)
    assert faults(cast) == []


def test_what_was_undone_stays_in_the_log_with_its_dice(cast: Cast) -> None:
    entry = toss(cast, 2, 1)
    undo = undo_entry(cast.gm, entry.public_id)
    assert undo.undoes == entry
    kept = Entry.objects.get(pk=entry.pk)
    assert kept.facts == entry.facts
    assert '"face":2' in kept.facts


def test_the_ledger_only_grows_and_takes_back_by_rows_of_its_own(cast: Cast) -> None:
    toss(cast, 2)
    toss(cast, 2)
    learned = learn(cast)
    rook = Character.objects.get(pk=cast.rook.pk)
    assert [row.amount for row in ExperienceEntry.objects.order_by("pk")] == [1, 1, -2]
    assert rook.ranks.get().value == 2
    undo_entry(cast.gm, learned.public_id)
    assert [row.amount for row in ExperienceEntry.objects.order_by("pk")] == [1, 1, -2, 2]
    assert balances(rook) == {("skill", "luck"): 2}
    assert rook.ranks.get().value == 1


def test_only_the_game_master_undoes(cast: Cast) -> None:
    entry = toss(cast, 2)
    with pytest.raises(PermissionDenied):
        undo_entry(cast.anna, entry.public_id)


def test_facts_name_the_documents_that_they_change_each_once_in_their_order() -> None:
    happened = [
        HomebrewWithdrawn("page", "Clover"), Told(("magpie",), "{0} sings."), RoundBegan(1),
        TextChanged("rook", "notes", "a"), RoundBegan(2), TextChanged("rook", "notes", "b"),
    ]  # fmt: skip
    assert record.touched_by(happened, "bridge") == ["page", "bridge", "rook"]


# -- checkpoints ------------------------------------------------------------------------------------------------------


def test_checkpoints_spare_the_replay_of_everything(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.chronicle.record.CHECKPOINT_EVERY", 4)
    entries = [write_text(cast.anna, cast.rook, f"{n}") for n in range(10)]
    kept = list(Checkpoint.objects.filter(document=cast.rook.public_id).values_list("number", flat=True))
    assert kept == [entries[2].number, entries[6].number]
    rook = Character.objects.get(pk=cast.rook.pk)
    replayed = list(_facts_of(rook, _nearest(rook, None)[0], None))
    assert len(replayed) == 3
    assert replay(rook) == replay(rook, from_nothing=True) == rook.sheet


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite finds the last by the index in any case")
def test_the_last_of_many_checkpoints_is_found_without_a_look_at_the_others(cast: Cast) -> None:
    last = write_text(cast.anna, cast.rook, "tall").number
    Checkpoint.objects.bulk_create(
        Checkpoint(document=cast.rook.public_id, number=number, body="{}") for number in range(1, last + 400)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE campaigns_checkpoint")
    rook = Character.objects.get(pk=cast.rook.pk)
    Checkpoint.objects.filter(number=last + 399).update(body=rook.body)
    with CaptureQueriesContext(connection) as asked:
        assert bodies_at([rook], [last + 399])[0].keys() == {rook.public_id}
    of_checkpoints = [query["sql"] for query in asked if "campaigns_checkpoint" in query["sql"]]
    assert sum(map(rows_read, of_checkpoints)) < 20


def test_only_a_check_goes_back_further_than_the_last_checkpoint(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.chronicle.record.CHECKPOINT_EVERY", 2)
    for who in (cast.rook, cast.mira):
        write_text(cast.gm, who, "tall")
    rook, remembered = Character.objects.get(pk=cast.rook.pk), Checkpoint.objects.filter(document=cast.rook.public_id)
    assert replay(rook) == rook.sheet, "from a checkpoint of its own"
    remembered.update(body=cast.mira.body)
    assert replay(rook) == cast.mira.sheet
    assert replay(rook, from_nothing=True) == rook.sheet
    assert faults(cast) == []


def test_how_something_was_hangs_on_no_later_checkpoint(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.chronicle.record.CHECKPOINT_EVERY", 2)
    entries = [write_text(cast.anna, cast.rook, f"{n}") for n in range(4)]
    rook = Character.objects.get(pk=cast.rook.pk)
    for at, entry in enumerate(entries):
        then = replay(rook, up_to=entry.number)
        assert isinstance(then, Sheet)
        assert then.texts["notes"] == f"{at}"


def test_a_checkpoint_taken_after_something_that_was_undone_is_forgotten(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaigns.chronicle.record.CHECKPOINT_EVERY", 2)
    bridge = cast.encounter().public_id
    perform(cast.gm, Intent("join", {}, actor=cast.rook.public_id, encounter=bridge))
    before = write_text(cast.anna, cast.rook, "before")
    entry = toss(cast, 2, encounter=bridge)
    for number in range(4):
        write_text(cast.anna, cast.rook, f"{number}")
    later = write_text(cast.boris, cast.mira, "of somebody else")
    undo_entry(cast.gm, entry.public_id, encounter=bridge)
    assert Checkpoint.objects.filter(document=cast.mira.public_id, number=later.number).exists()
    kept = Checkpoint.objects.filter(document=cast.rook.public_id, number__lte=entry.number)
    assert [one.number for one in kept] == [before.number]
    assert not Checkpoint.objects.filter(document=cast.rook.public_id, number__gte=entry.number).exists()
    assert Character.objects.get(pk=cast.rook.pk).sheet.now("coins") == 10
    assert faults(cast) == []
    redo(cast.gm, entry.public_id, encounter=bridge)
    assert Character.objects.get(pk=cast.rook.pk).sheet.now("coins") == 11
    assert faults(cast) == []


# -- versions and keys ------------------------------------------------------------------------------------------------


def test_whoever_saw_an_older_version_is_told_how_it_is_now(cast: Cast) -> None:
    write_text(cast.anna, cast.rook, "one", seen=1)
    with pytest.raises(Stale) as stale:
        write_text(cast.gm, cast.rook, "two", seen=1)
    assert stale.value.document.version == 2
    assert Character.objects.get(pk=cast.rook.pk).sheet.texts == {"notes": "one"}


def test_the_same_key_does_the_same_once(cast: Cast) -> None:
    first = write_text(cast.anna, cast.rook, "one", key="k", seen=1)
    before = Entry.objects.count()
    again = write_text(cast.anna, cast.rook, "one", key="k", seen=1)
    assert again == first
    assert Entry.objects.count() == before


def test_the_same_key_for_something_else_is_refused(cast: Cast) -> None:
    write_text(cast.anna, cast.rook, "one", key="k")
    with pytest.raises(KeyReused, match="Use a new one for a new write"):
        write_text(cast.anna, cast.rook, "two", key="k")


def test_keys_of_two_people_do_not_meet(cast: Cast) -> None:
    write_text(cast.anna, cast.rook, "one", key="k")
    assert write_text(cast.gm, cast.rook, "two", key="k").by == cast.gm.user


def test_an_undo_with_a_key_undoes_once(cast: Cast) -> None:
    toss(cast, 2)
    entry = toss(cast, 1)
    first = undo_entry(cast.gm, entry.public_id, key="k")
    assert undo_entry(cast.gm, entry.public_id, key="k") == first
    assert Struck.objects.count() == 1


def test_another_campaign_knows_nothing_of_a_character(cast: Cast) -> None:
    other = Campaign.objects.create(name="Other", system_slug="heads")
    gm = Membership.objects.create(campaign=other, user=cast.stranger, role="gm")
    with pytest.raises(Refused):
        write_text(gm, cast.rook, "mine")


def test_a_campaign_is_held_against_its_own_documents_alone(cast: Cast) -> None:
    other = Campaign.objects.create(name="Other", system_slug="heads")
    gm = Membership.objects.create(campaign=other, user=cast.stranger, role="gm")
    wren = services.begin(gm, name="Wren", owner=None)
    Character.objects.filter(pk=wren.pk).update(body=cast.rook.body)
    assert faults(cast) == []
    other.refresh_from_db()
    assert verify.faults(other) == [f"{wren.public_id} is not what the chronicle makes of it"]
