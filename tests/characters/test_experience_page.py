"""The ledger's page: from rolls to what they taught and bought, for whom it is, and taking a raise back."""

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import localtime

from campaigns.calendar.sessions import PAUSE, evenings_in
from campaigns.chronicle import verify
from campaigns.models import Entry
from campaigns.play import consent
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.play.undo import undo
from campaigns.sessions import at_table
from characters import services
from characters.experience import refunds, sums
from characters.experience.ledger import AT_ONCE, Wish, ledger
from characters.models import Character, ExperienceEntry
from rules.engine.kernel import NotNow, Refused
from tests.campaigns.test_playing import client_of
from tests.characters.test_sheet_page import address, page
from tests.helpers import Cast, make_cast, verified
from tests.plans import rows_read

LEDGER = "experience/"


def toss(cast: Cast, times: int) -> None:
    for _ in range(times):
        perform(cast.anna, Intent("toss", {"coins": 1}, cast.rook.public_id, typed={cast.rook.public_id: [2]}))


def learn(cast: Cast) -> Entry:
    return perform(cast.anna, Intent("learn", actor=cast.rook.public_id))


def reloaded(cast: Cast) -> Character:
    return Character.objects.get(pk=cast.rook.pk)


def send(cast: Cast, who: Any, entry: Entry, **more: str) -> Any:
    data = {"entry": entry.public_id, "seen": str(reloaded(cast).version), **more}
    return client_of(who).post(address(cast, cast.rook, f"{LEDGER}take-back/"), data)


# -- who reads it -----------------------------------------------------------------------------------------------------


def test_an_empty_ledger_says_what_to_do(cast: Cast) -> None:
    text = page(client_of(cast.anna), address(cast, cast.rook, LEDGER))
    assert "has no experience yet" in text


def test_every_game_has_a_page_of_experience(game_cast: Cast) -> None:
    for who in ("gm", "anna", "boris", "olga"):
        page(client_of(getattr(game_cast, who)), address(game_cast, game_cast.rook, LEDGER))


def test_strangers_find_no_page_and_players_none_of_a_secret_character(cast: Cast) -> None:
    creature = cast.creature()
    assert client_of(cast.stranger).get(address(cast, cast.rook, LEDGER)).status_code == 404
    assert client_of(cast.anna).get(address(cast, creature, LEDGER)).status_code == 404
    assert client_of(cast.gm).get(address(cast, creature, LEDGER)).status_code == 200


def test_the_ledger_goes_from_rolls_to_what_was_bought(cast: Cast) -> None:
    toss(cast, 3)
    bought = learn(cast)
    text = page(client_of(cast.boris), address(cast, cast.rook, LEDGER))
    assert text.count("ledger__row") == 4
    assert text.count("ledger__throw") == 3
    assert "skill luck 2" in text
    assert f"?at={bought.public_id}#{bought.public_id}" in text
    assert "Take back" not in text, "Boris does not play her"
    assert "Take back" in page(client_of(cast.anna), address(cast, cast.rook, LEDGER))


def test_the_sum_is_that_of_the_sheet(cast: Cast) -> None:
    toss(cast, 5)
    learn(cast)
    found = ledger(cast.anna, reloaded(cast), Wish())
    assert found.is_proven
    assert (found.whole.earned, found.whole.spent, found.whole.left) == (5, 2, 3)
    assert found.whole.on_sheet == reloaded(cast).sheet.xp("skill", "luck") == 3
    assert [row.balance for row in reversed(found.rows)] == [1, 2, 3, 4, 5, 3]


def test_the_chronicle_opens_at_an_entry(cast: Cast) -> None:
    toss(cast, 2)
    first = Entry.objects.filter(command="toss").order_by("number")[0]
    text = page(client_of(cast.anna), f"/campaigns/{cast.campaign.public_id}/chronicle/?at={first.public_id}")
    assert f'id="{first.public_id}"' in text
    assert text.count("log__line") == 3, "those that came before it, and no later one"


# -- filters and pages ------------------------------------------------------------------------------------------------


def test_the_ledger_is_filtered_by_rank_session_and_reason(cast: Cast) -> None:
    toss(cast, 3)
    learn(cast)
    day = ledger(cast.anna, reloaded(cast), Wish()).sessions[0].key
    for wish, count in (
        (Wish(rank="skill.luck"), 4), (Wish(rank="skill.wit"), 0), (Wish(session=day), 4), (Wish(session="1999"), 0),
        (Wish(reason="LEARN"), 1), (Wish(reason="tossed"), 3),
    ):  # fmt: skip
        found = ledger(cast.anna, reloaded(cast), wish)
        assert len(found.rows) == count
        assert found.is_proven, "what is not shown still counts"
    assert "No entries found" in page(client_of(cast.anna), address(cast, cast.rook, f"{LEDGER}?reason=zz"))


def test_a_session_ends_when_nobody_learns_for_long() -> None:
    start = datetime(2026, 1, 10, 18, tzinfo=UTC)
    evening = [start, start + timedelta(hours=2), start + timedelta(hours=7)]
    found = evenings_in([*evening, start + timedelta(hours=7) + PAUSE + timedelta(minutes=1)])
    assert [(begin, end) for _, begin, end in found][-1] == (evening[0], evening[-1]), "past midnight it is one evening"
    assert len(found) == 2
    assert evenings_in([]) == []


def test_a_session_begins_when_the_game_master_says_so() -> None:
    start = datetime(2026, 1, 10, 12, tzinfo=UTC)
    hours = [start + timedelta(hours=hour) for hour in (0, 1, 2, 3)]
    said = [start + timedelta(hours=1, minutes=30)]
    found = evenings_in(hours, said)
    assert [(one.key, one.begin, one.end) for one in found] == [
        ("2026-01-10.2", hours[2], hours[3]),
        ("2026-01-10", hours[0], hours[1]),
    ]
    assert [one.when() for one in found] == [f"10 Jan 2026, {localtime(hours[2]):%H:%M}", "10 Jan 2026"]
    assert evenings_in(hours, [start - timedelta(days=1), start + timedelta(days=1)]) == evenings_in(hours)


def test_a_new_session_stands_in_the_chronicle_and_parts_the_ledger(cast: Cast) -> None:
    toss(cast, 2)
    client = client_of(cast.gm)
    told = client.post(f"/campaigns/{cast.campaign.public_id}/session/")
    assert told.status_code == 200
    assert "A new session begins." in page(client_of(cast.anna), f"/campaigns/{cast.campaign.public_id}/chronicle/"), (
        "players read it too"
    )
    toss(cast, 1)
    today, earlier = ledger(cast.anna, reloaded(cast), Wish()).sessions
    assert len(ledger(cast.anna, reloaded(cast), Wish(session=today.key)).rows) == 1
    assert len(ledger(cast.anna, reloaded(cast), Wish(session=earlier.key)).rows) == 2
    undo(cast.gm, Entry.objects.filter(command="toss").latest("number").public_id)
    undo(cast.gm, told.json()["entry"])
    assert len(ledger(cast.anna, reloaded(cast), Wish()).sessions) == 1, "what was taken back was not said"


def test_every_ledger_calls_a_session_by_its_name_in_the_campaign(cast: Cast) -> None:
    for title, learners in (("", [cast.rook]), ("The mill", [cast.rook]), ("", [cast.rook, cast.mira])):
        at_table.begin(cast.gm, title=title)
        for who in learners:
            perform(cast.gm, Intent("toss", {"coins": 1}, who.public_id, typed={who.public_id: [2]}))
        at_table.end(cast.gm)
    rooks, miras = (
        [one.name.partition(",")[0] for one in ledger(cast.gm, Character.objects.get(pk=who.pk), Wish()).sessions]
        for who in (cast.rook, cast.mira)
    )
    assert rooks == ["Session 3", "The mill", "Session 1"]
    assert miras == ["Session 3"]


@pytest.mark.parametrize(("who", "status"), [("anna", 403), ("olga", 403), ("stranger", 404)])
def test_only_the_game_master_says_that_a_session_begins(cast: Cast, who: str, status: int) -> None:
    client = client_of(getattr(cast, who))
    assert client.post(f"/campaigns/{cast.campaign.public_id}/session/").status_code == status
    assert not Entry.objects.filter(command="session.begin").exists()


def test_pages_follow_each_other_without_gap_or_echo(cast: Cast) -> None:
    toss(cast, 3)
    row = ExperienceEntry.objects.filter(character=cast.rook)[0]
    add_rows(cast, row, 2 * AT_ONCE)
    before, seen, places = "", [], []
    while True:
        found = ledger(cast.anna, reloaded(cast), Wish(), before)
        seen += [one.balance for one in found.rows]
        if not (before := found.earlier):
            break
        places.append(before)
    assert seen == list(range(2 * AT_ONCE + 3, 0, -1))
    assert places == [str(AT_ONCE + 3), "3"], "the place among rows that one can count, and no id"
    for odd in ("x", "1.1", "99999", "12345678", row.entry.public_id):
        assert client_of(cast.anna).get(address(cast, cast.rook, f"{LEDGER}?before={odd}")).status_code == 404


def add_rows(cast: Cast, row: ExperienceEntry, count: int) -> None:
    copied = ("entry", "at", "hour", "kind", "name", "reason")
    same = {"character": cast.rook} | {name: getattr(row, name) for name in copied}
    ExperienceEntry.objects.bulk_create((ExperienceEntry(amount=1, **same) for _ in range(count)), batch_size=200)


def test_ten_thousand_rows_cost_as_many_queries_as_ten(cast: Cast) -> None:
    toss(cast, AT_ONCE + 1)
    client, path = client_of(cast.anna), address(cast, cast.rook, LEDGER)

    def count() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(path).status_code == 200
        return len(asked)

    client.get(path)
    few = count()
    add_rows(cast, ExperienceEntry.objects.filter(character=cast.rook)[0], 10_000)
    assert few == count() <= 15


# -- taking back ------------------------------------------------------------------------------------------------------


def test_a_raise_is_taken_back_as_an_entry_of_its_own(cast: Cast) -> None:
    toss(cast, 3)
    bought = learn(cast)
    with verified(cast.campaign):
        answer = send(cast, cast.anna, bought)
    assert answer.status_code == 200
    sheet = reloaded(cast).sheet
    assert (sheet.rank("skill", "luck"), sheet.xp("skill", "luck")) == (1, 3)
    entry = Entry.objects.order_by("-number")[0]
    assert (entry.command, entry.undoes) == (refunds.COMMAND, None)
    assert "Take back<" not in page(client_of(cast.anna), address(cast, cast.rook, LEDGER))
    chronicle_page = page(client_of(cast.olga), f"/campaigns/{cast.campaign.public_id}/chronicle/")
    assert "Take back a raise" in chronicle_page


def test_taking_back_can_be_undone_and_done_again(cast: Cast) -> None:
    toss(cast, 2)
    bought = learn(cast)
    send(cast, cast.anna, bought)
    with verified(cast.campaign):
        undo(cast.gm, Entry.objects.order_by("-number")[0].public_id)
    assert reloaded(cast).sheet.rank("skill", "luck") == 2
    assert send(cast, cast.anna, bought).status_code == 200
    assert reloaded(cast).sheet.rank("skill", "luck") == 1


def test_the_later_raise_goes_first(cast: Cast) -> None:
    toss(cast, 4)
    first, second = learn(cast), learn(cast)
    refused = send(cast, cast.anna, first)
    assert refused.status_code == 422
    assert "raised again since" in refused.json()["detail"]
    assert send(cast, cast.anna, second).status_code == 200
    assert send(cast, cast.anna, first).status_code == 200
    assert reloaded(cast).sheet.rank("skill", "luck") == 1


@pytest.mark.parametrize(("who", "status"), [("boris", 403), ("olga", 403), ("stranger", 404)])
def test_only_whoever_plays_takes_back(cast: Cast, who: str, status: int) -> None:
    toss(cast, 2)
    bought = learn(cast)
    assert send(cast, getattr(cast, who), bought).status_code == status
    assert reloaded(cast).sheet.rank("skill", "luck") == 2


def test_taking_back_waits_where_ranks_need_approval(cast: Cast) -> None:
    toss(cast, 2)
    bought = learn(cast)
    consent.require(cast.gm, {"ranks"})
    assert send(cast, cast.anna, bought).status_code == 202
    assert reloaded(cast).sheet.rank("skill", "luck") == 2
    consent.agree(cast.gm, consent.waiting(cast.gm).get().public_id)
    assert reloaded(cast).sheet.rank("skill", "luck") == 1


def test_what_cannot_be_taken_back_says_why(cast: Cast) -> None:
    toss(cast, 2)
    tossed, bought = Entry.objects.get(number=3), learn(cast)
    assert send(cast, cast.anna, tossed).status_code == 422, "that earned something"
    assert send(cast, cast.anna, bought, seen="1").status_code == 409
    assert send(cast, cast.anna, bought, key="once").status_code == 200
    assert send(cast, cast.anna, bought, key="once").status_code == 200, "the same key, the same answer"
    assert send(cast, cast.anna, bought).status_code == 422, "already"
    assert Entry.objects.filter(command=refunds.COMMAND).count() == 1


def test_a_rank_that_was_lowered_since_does_not_fall_below_its_least(cast: Cast) -> None:
    toss(cast, 2)
    bought = learn(cast)
    perform(cast.gm, Intent("sheet.rank", {"kind": "skill", "rank": "luck", "to": 0}, cast.rook.public_id))
    with pytest.raises(Refused, match="cannot fall below 0"):
        refunds.take_back(cast.anna, cast.rook, bought.public_id, seen=None)


@pytest.mark.parametrize("slug", ["sda"])
def test_a_skill_of_a_real_game(db: None, slug: str) -> None:
    from tests.helpers import make_cast

    cast = make_cast(slug)
    award = {"kind": "skill", "rank": "stealth", "amount": 4, "reason": "a night on the roofs"}
    perform(cast.gm, Intent("sheet.experience", award, cast.rook.public_id))
    bought = perform(cast.anna, Intent("experience.raise_skill", {"skill": "stealth"}, cast.rook.public_id))
    assert reloaded(cast).sheet.rank("skill", "stealth") == 1
    with verified(cast.campaign):
        refunds.take_back(cast.anna, cast.rook, bought.public_id, seen=None)
    assert (reloaded(cast).sheet.rank("skill", "stealth"), reloaded(cast).sheet.xp("skill", "stealth")) == (0, 4)
    with pytest.raises(NotNow):
        refunds.take_back(cast.anna, cast.rook, bought.public_id, seen=None)


@pytest.mark.django_db(transaction=True)
def test_two_at_once_take_back_once() -> None:
    from tests.helpers import make_cast

    cast = make_cast()
    toss(cast, 2)
    bought, together, outcomes = learn(cast), Barrier(2), []

    def take() -> None:
        together.wait()
        try:
            refunds.take_back(cast.anna, cast.rook, bought.public_id, seen=None)
            outcomes.append("done")
        except Refused:
            outcomes.append("refused")
        finally:
            connections.close_all()

    threads = [Thread(target=take) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["done", "refused"]
    assert reloaded(cast).sheet.rank("skill", "luck") == 1
    assert verify.faults(cast.rook.campaign.__class__.objects.get(pk=cast.campaign.pk)) == []


def test_the_ledger_holds_what_somebody_brought_along(cast: Cast) -> None:
    from rules.engine.kernel import Sheet

    sheet = Sheet("Old hand", ranks={"skill": {"luck": 3}}, experience={"skill": {"luck": 7}})
    sheet.resources = cast.rook.sheet.resources
    old = services.begin(cast.gm, name="Old hand", owner=cast.anna.user, sheet=sheet)
    found = ledger(cast.anna, old, Wish())
    assert [row.reason for row in found.rows] == ["brought along"]
    assert found.is_proven


def test_sums_that_are_kept_change_no_number(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "KEPT_EVERY", 3)
    for step in range(6):
        toss(cast, 3)
        if step == 2:
            undo(cast.gm, Entry.objects.latest("number").public_id)
        if step == 4:
            at_table.begin(cast.gm, title="Frost")
        found = ledger(cast.anna, reloaded(cast), Wish())
        assert cache.get(f"ledger:{sums.SHAPE}:{cast.rook.pk}") is not None
        # New rows are added to what is kept, and what is kept is all there is once it is gone.
        toss(cast, 1)
        found = ledger(cast.anna, reloaded(cast), Wish())
        cache.clear()
        assert found == ledger(cast.anna, reloaded(cast), Wish())
    assert len(found.sessions) == 2
    for entry in Entry.objects.filter(number__gte=Entry.objects.get(command="session.begin").number).order_by(
        "-number"
    ):
        undo(cast.gm, entry.public_id)
    assert len(ledger(cast.anna, reloaded(cast), Wish()).sessions) == 1, "parted anew"


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite goes by the index of the character in any case")
def test_the_last_rows_of_a_ledger_are_found_behind_newer_ones_of_others(cast: Cast) -> None:
    toss(cast, 2)
    entry = Entry.objects.latest("number")
    told = {"at": entry.at, "hour": entry.hour, "kind": "skill", "name": "luck", "amount": 1, "reason": "practice"}
    for who in (cast.rook, cast.mira):
        ExperienceEntry.objects.bulk_create(ExperienceEntry(character=who, entry=entry, **told) for _ in range(3_000))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE characters_experienceentry")
    with CaptureQueriesContext(connection) as asked:
        assert len(ledger(cast.gm, cast.rook, Wish()).rows) == AT_ONCE
    (listed,) = [query["sql"] for query in asked if f" LIMIT {AT_ONCE + 1}" in query["sql"]]
    assert rows_read(listed) < 1_000, "those of Mira are 3000"


def test_the_page_says_how_one_gets_better_and_lists_what_was_raised_by_hand(db: None) -> None:
    cast = make_cast("dragonbane")
    where = address(cast, cast.rook, LEDGER)
    text = page(client_of(cast.anna), where)
    assert "A skill gets a mark" in text
    assert "Make a roll first" not in text
    before = cast.rook.sheet.rank("skill", "swords")
    given = {"kind": "skill", "rank": "swords", "to": before + 1}
    entry = perform(cast.gm, Intent("sheet.rank", given, cast.rook.public_id))
    text = page(client_of(cast.anna), where)
    assert "Changed by hand" in text
    assert f"?at={entry.public_id}" in text


def test_every_game_says_how_one_gets_better(game_cast: Cast) -> None:
    words = game_cast.campaign.system.advancement
    assert words.endswith(".")
    assert len(words) < 250
