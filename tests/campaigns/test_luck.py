"""Luck: rows follow the chronicle, sums are right, nobody learns of hidden rolls, much costs no more than little."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from campaigns.calendar import sessions
from campaigns.chronicle import roll_index, verify
from campaigns.log.outcome import outcome_of
from campaigns.luck import counts, statistics
from campaigns.luck.report import Share, Wish, marked
from campaigns.models import Campaign, Entry, Face, Membership, Roll
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from campaigns.play.undo import redo, undo
from campaigns.sessions import at_table
from characters import services
from characters.models import Character
from rules.engine.kernel import Die, Rolled, luck
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, copy_entry, unguarded, verified, write_text

HOUR = 3600


def toss(cast: Cast, *faces: int, who: Character | None = None, by: Membership | None = None) -> Entry:
    """Toss coins: real ones that show these faces."""
    who = who or cast.rook
    intent = Intent("toss", {"coins": len(faces)}, who.public_id, typed={who.public_id: list(faces)})
    return perform(by or cast.gm, intent)


def hidden_toss(cast: Cast, *faces: int) -> tuple[Character, Entry]:
    """A creature unknown to players, and the entry of its toss."""
    magpie = cast.creature()
    return magpie, toss(cast, *faces, who=magpie)


def text(cast: Cast, who: Any, query: str = "") -> str:
    answer = client_of(who).get(f"/campaigns/{cast.campaign.public_id}/luck/{query}")
    assert answer.status_code == 200
    # What keeps forgeries out is another each time.
    return re.sub(r"\b[A-Za-z0-9]{64}\b", "", answer.content.decode())


def faults(cast: Cast) -> list[str]:
    return verify.faults(Campaign.objects.get(pk=cast.campaign.pk))


# -- the rows follow the chronicle ------------------------------------------------------------------------------------


def test_each_roll_is_a_row_with_what_its_fact_says(cast: Cast) -> None:
    with verified(cast.campaign):
        entry = toss(cast, 2, 1, 2, by=cast.anna)
    roll = Roll.objects.get()
    assert (roll.entry, roll.number, roll.who, roll.player) == (
        entry,
        entry.number,
        cast.rook.public_id,
        cast.anna.user,
    )
    assert (roll.purpose, roll.measure, roll.percentile, roll.expected) == ("toss", 2, 68.75, 1.5)
    assert (roll.typed, roll.secret, roll.struck) == (True, False, False)
    assert roll.spread is not None
    assert 50 <= roll.spread <= 87.5, "within what equal results share"
    faces = Face.objects.filter(roll=roll).order_by("face").values_list("sides", "face", "times")
    assert list(faces) == [(2, 1, 1), (2, 2, 2)]


def test_what_is_no_roll_leaves_none(cast: Cast) -> None:
    write_text(cast.anna, cast.rook, "rolled")
    assert not Roll.objects.exists()
    assert faults(cast) == []


def test_undo_strikes_them_and_redo_brings_them_again(cast: Cast) -> None:
    first, second = toss(cast, 2), toss(cast, 1)
    with verified(cast.campaign):
        undo(cast.gm, second.public_id)
    assert [roll.struck for roll in Roll.objects.order_by("number")] == [False, True]
    assert statistics.luck(cast.gm, Wish()).whole.rolls == 1
    with verified(cast.campaign):
        undo(cast.gm, first.public_id)
    assert statistics.luck(cast.gm, Wish()).whole.rolls == 0
    with verified(cast.campaign):
        redo(cast.gm, first.public_id)
        redo(cast.gm, second.public_id)
    assert statistics.luck(cast.gm, Wish()).whole.rolls == 2


def test_a_roll_stays_with_whoever_played_then(cast: Cast) -> None:
    toss(cast, 2)
    services.hand_over(cast.gm, cast.rook, to=cast.boris.user)
    last = toss(cast, 1)
    undo(cast.gm, last.public_id)
    redo(cast.gm, last.public_id)
    assert [roll.player for roll in Roll.objects.order_by("number")] == [cast.anna.user, cast.boris.user]
    assert faults(cast) == []


@pytest.mark.parametrize(
    "change",
    [
        {"measure": 5}, {"percentile": 99.0}, {"secret": True}, {"struck": True}, {"who": "x"}, {"typed": False},
        {"spread": 1.0}, {"expected": None}, {"purpose": "toss!"}, {"hour": 1}, {"number": 1},
        {"at": datetime(2020, 1, 1, tzinfo=UTC)},
    ],
    ids=lambda change: next(iter(change)),
)  # fmt: skip
def test_rows_that_differ_from_the_chronicle_are_found(cast: Cast, change: dict[str, Any]) -> None:
    entry = toss(cast, 2, 2)
    toss(cast, 1)
    Roll.objects.filter(entry=entry).update(**change)
    assert faults(cast) == [f"the rolls of entry {entry.number} do not match it"]


def test_rolls_of_a_long_chronicle_are_compared_stretch_by_stretch(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "_AT_ONCE", 3)
    entries = [toss(cast, 2, 2) for _ in range(9)]
    undo(cast.gm, entries[-1].public_id)
    assert faults(cast) == []
    Roll.objects.filter(entry=entries[6]).update(number=entries[0].number)
    assert faults(cast) == [f"the rolls of entry {entries[6].number} do not match it"]


def test_as_many_queries_verify_many_entries_as_few(cast: Cast) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert faults(cast) == []
        return len(asked)

    undo(cast.gm, toss(cast, 2, 2).public_id)
    few = queries()
    for _ in range(12):
        undo(cast.gm, toss(cast, 2, 2).public_id)
    assert queries() == few


def test_what_is_missing_is_told_once(cast: Cast) -> None:
    entry = toss(cast, 2, 2)
    Roll.objects.all().delete()
    assert faults(cast) == [f"the rolls of entry {entry.number} do not match it"]


def rolled_dice(*faces: int, **more: Any) -> Rolled:
    return Rolled("rook", "toss", tuple(Die(6, face) for face in faces), sum(faces), 50.0, **more)


@pytest.mark.parametrize(
    ("roll", "counted"),
    [
        (rolled_dice(3, exactly=1 / 6), {(6, 3): 1}),
        (rolled_dice(3, drawn=True, exactly=1 / 6), {}),
        (rolled_dice(3, 3), {(6, 3): 2}),
    ],
    ids=["a die", "a card", "two dice"],
)
def test_only_faces_of_dice_are_counted(roll: Rolled, counted: dict[tuple[int, int], int]) -> None:
    assert roll_index._faces(roll) == counted


def test_rows_too_many_and_too_few_are_found(cast: Cast) -> None:
    entry = toss(cast, 2, 2)
    face = Face.objects.get()
    Face.objects.update(times=1)
    assert faults(cast) == [f"the rolls of entry {entry.number} do not match it"]
    Face.objects.update(times=face.times)
    note = write_text(cast.anna, cast.rook, "a wolf")
    roll = Roll.objects.get()
    roll.pk, roll.entry = None, note
    roll.save(force_insert=True)
    assert faults(cast) == ["some rolls belong to no entry"]


def rows() -> list[tuple[Any, ...]]:
    told = [*roll_index.TOLD, "number", "entry", "player", "struck", "faces__sides", "faces__face", "faces__times"]
    return list(Roll.objects.order_by("number", "faces__face").values_list(*told))


# -- what it comes to -------------------------------------------------------------------------------------------------


def test_expectation_stands_against_result(cast: Cast) -> None:
    for faces in ((2, 2), (2, 1), (1, 1), (2, 2)):
        toss(cast, *faces)
    toss(cast, 1, who=cast.mira)
    found = statistics.luck(cast.gm, Wish())
    assert (found.whole.rolls, found.whole.luck) == (5, pytest.approx((87.5 + 50 + 12.5 + 87.5 + 25) / 5))
    (purpose,) = found.purposes
    assert (purpose.label, purpose.rolls) == ("Toss", 5)
    assert (purpose.expected, purpose.came) == (pytest.approx(4.5 / 5), pytest.approx(1.0))
    rooks = pytest.approx((87.5 + 50 + 12.5 + 87.5) / 4)
    assert [(one.label, one.rolls, one.luck) for one in found.characters] == [("Mira", 1, 25), ("Rook", 4, rooks)]
    assert [(one.label, one.rolls, one.luck) for one in found.players] == [("Anna", 4, rooks), ("Boris", 1, 25)]
    assert [one.key for one in found.players] == [cast.anna.user.public_id, cast.boris.user.public_id]
    spreads = [roll.spread or 0.0 for roll in Roll.objects.all()]
    assert found.tenths == tuple(sum(min(int(one // 10), 9) == place for one in spreads) for place in range(10))


def test_nothing_is_neither_lucky_nor_unlucky_whatever_others_roll(cast: Cast) -> None:
    elsewhere = Campaign.objects.create(name="Elsewhere", system_slug="heads")
    gm = elsewhere.memberships.create(user=cast.stranger, role="gm")
    wren = services.begin(gm, name="Wren", owner=None)
    toss(cast, 2, who=wren, by=gm)
    found = statistics.luck(cast.gm, Wish()).whole
    assert (found.rolls, found.luck) == (0, 50)
    assert faults(cast) == []


def test_expectation_stands_against_the_rolls_of_which_it_is_known(cast: Cast) -> None:
    toss(cast, 2, 2)
    Roll.objects.filter(entry=toss(cast, 1, 1)).update(expected=None)
    (purpose,) = statistics.luck(cast.gm, Wish()).purposes
    assert (purpose.rolls, purpose.expected, purpose.came) == (2, 1, 2)


def test_the_best_is_told_without_those_who_hid(cast: Cast) -> None:
    toss(cast, 2)
    Roll.objects.update(purpose="somebody's toss")
    assert statistics.luck(cast.gm, Wish()).best[0].throw.purpose == "somebody's toss"


def test_best_and_worst_lead_to_their_entries(cast: Cast) -> None:
    best, worst = toss(cast, 2, 2, 2), toss(cast, 1, 1, 1)
    toss(cast, 2, 1)
    found = statistics.luck(cast.anna, Wish())
    assert found.best[0].entry == best.public_id
    assert found.worst[0].entry == worst.public_id
    assert [die.face for die in found.best[0].throw.dice] == [2, 2, 2]
    assert f"?at={best.public_id}#{best.public_id}" in text(cast, cast.anna)


def test_real_dice_are_counted_apart_from_those_of_the_house(cast: Cast) -> None:
    toss(cast, 2, 2, 1)
    perform(cast.anna, Intent("toss", {"coins": 2}, cast.rook.public_id))
    real, own = sorted(statistics.luck(cast.gm, Wish()).dice, key=lambda one: not one.typed)
    assert (real.typed, real.faces, real.label) == (True, (1, 2), "real d2")
    assert (own.typed, own.fit.rolls) == (False, 2)
    assert real.said == "3 rolls of real d2: too few rolls: 10 are needed."


def test_luck_is_filtered_by_player_character_and_session(cast: Cast) -> None:
    toss(cast, 2)
    toss(cast, 1, who=cast.mira)
    magpie, _ = hidden_toss(cast, 2)
    day = statistics.luck(cast.gm, Wish()).sessions[0].key
    for wish, count in (
        (Wish(), 3),
        (Wish(player=cast.anna.user.public_id), 1),
        (Wish(player=statistics.NOBODY), 1),
        (Wish(character=cast.mira.public_id), 1),
        (Wish(character=magpie.public_id), 1),
        (Wish(player=cast.anna.user.public_id, character=cast.mira.public_id), 0),
        (Wish(session=day), 3),
        (Wish(session="1999-01-01"), 0),
        (Wish(session=day, character=cast.rook.public_id), 1),
    ):
        found = statistics.luck(cast.gm, wish)
        assert found.whole.rolls == count, wish
        assert sum(one.rolls for one in found.characters) == count
        assert sum(sum(one.faces) for one in found.dice) == count
        assert sum(one.rolls for one in found.purposes) == count


def test_each_session_counts_the_rolls_of_whoever_is_meant(cast: Cast) -> None:
    for who, faces in ((cast.rook, (2,)), (cast.mira, (1,)), (cast.mira, (1,))):
        toss(cast, *faces, who=who)
    for who, told in ((cast.rook, [(1, 75)]), (cast.mira, [(2, 25)])):
        found = statistics.luck(cast.gm, Wish(character=who.public_id))
        assert [(one.rolls, one.luck) for one in found.sessions] == told


def test_the_names_of_rolls_spread_them_evenly() -> None:
    shares = sorted(roll_index._share(f"entry/{place}") for place in range(400))
    quarters = [shares[at] for at in (100, 200, 300)]
    assert quarters == pytest.approx([0.25, 0.5, 0.75], abs=0.06)


# -- sessions ---------------------------------------------------------------------------------------------------------


def move_entry(entry: Entry, at: datetime) -> None:
    """Let an entry have happened at another moment."""
    with unguarded(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE campaigns_entry SET at = %s WHERE id = %s",
            [connection.ops.adapt_datetimefield_value(at), entry.pk],
        )
    Roll.objects.filter(entry=entry).update(at=at, hour=int(at.timestamp()) // HOUR)


EVENING = datetime(2026, 3, 6, 18, 0, tzinfo=UTC)


def test_sessions_are_those_of_the_ledger(cast: Cast) -> None:
    times = [
        EVENING + timedelta(minutes=minutes)
        for minutes in (0, 1, 59, 61, 130, 600, 961, 962, 1_500, 1_860, 1_870, 4_000, 9_000)
    ]
    for at in times:
        move_entry(toss(cast, 2), at)
    expected = sessions.evenings_in(times)
    found = statistics.luck(cast.gm, Wish())
    assert [one.key for one in found.sessions] == [one.key for one in expected]
    assert sum(one.rolls for one in found.sessions) == len(times)
    for one in expected:
        inside = sum(one.begin <= at <= one.end for at in times)
        assert statistics.luck(cast.gm, Wish(session=one.key)).whole.rolls == inside


def test_a_session_that_was_said_to_begin_parts_an_hour(cast: Cast) -> None:
    move_entry(toss(cast, 2), EVENING)
    begin = at_table.begin(cast.gm)
    move_entry(begin, EVENING + timedelta(minutes=10))
    move_entry(toss(cast, 1), EVENING + timedelta(minutes=20))
    move_entry(toss(cast, 1), EVENING + timedelta(minutes=30))
    found = statistics.luck(cast.gm, Wish())
    assert [(one.key, one.rolls) for one in found.sessions] == [("2026-03-06.2", 2), ("2026-03-06", 1)]
    assert [one.luck for one in found.course] == [75, 25]
    later = statistics.luck(cast.gm, Wish(session="2026-03-06.2"))
    assert later.whole.luck == 25
    assert [(one.label, one.rolls, one.luck) for one in later.characters] == [("Rook", 2, 25)]


def test_a_row_of_a_list_is_no_luck(cast: Cast) -> None:
    trait = luck.rolled(cast.rook.public_id, "Trait", (Die(12, 9, 9),), 9, luck.even(12), listed=True)
    write(cast.gm, Intent("sheet.text", actor=cast.rook.public_id), lambda game: game.table.happen(trait) or {})
    assert not Roll.objects.exists()
    assert statistics.luck(cast.gm, Wish()).whole.rolls == 0
    (throw,) = outcome_of([trait], {cast.rook.public_id: "Rook"}, cast.campaign.system).throws
    assert throw.luck is None


def test_a_session_is_called_by_its_title(cast: Cast) -> None:
    toss(cast, 2)
    at_table.begin(cast.gm, title="Frost at the gate")
    toss(cast, 1)
    at_table.end(cast.gm)
    toss(cast, 1)
    after, during, before = (one.label for one in statistics.luck(cast.anna, Wish()).sessions)
    assert during.startswith("Frost at the gate, ")
    assert "Frost" not in after + before


def test_within_a_session_luck_goes_from_hour_to_hour(cast: Cast) -> None:
    for minutes, face in ((0, 2), (5, 2), (70, 1), (130, 2)):
        move_entry(toss(cast, face), EVENING + timedelta(minutes=minutes))
    move_entry(toss(cast, 1, who=cast.mira), EVENING + timedelta(minutes=190))
    rooks = statistics.luck(cast.gm, Wish(character=cast.rook.public_id))
    assert [(one.rolls, one.luck) for one in rooks.course] == [(2, 75), (1, 25), (1, 75)]
    assert [one.rolls for one in statistics.luck(cast.gm, Wish()).course] == [2, 1, 1, 1]


# -- who learns what --------------------------------------------------------------------------------------------------


def sums(member: Membership, wish: Wish | None = None) -> Any:
    return statistics.luck(member, wish or Wish())


@pytest.mark.parametrize("who", ["anna", "boris", "olga"])
def test_nothing_tells_players_of_a_hidden_roll(cast: Cast, who: str) -> None:
    toss(cast, 2)
    member = getattr(cast, who)
    before, page = sums(member), text(cast, member)
    magpie, entry = hidden_toss(cast, 1, 1)
    move_entry(entry, timezone.now() - timedelta(days=3))
    assert sums(member) == before
    assert text(cast, member) == page
    assert sums(member, Wish(character=magpie.public_id)) == sums(member, Wish(character="nobody-such"))
    assert sums(member, Wish(player=statistics.NOBODY)).whole.rolls == 0
    assert "Magpie" not in text(cast, member, f"?character={magpie.public_id}")
    assert sums(cast.gm).whole.rolls == 2
    assert "Magpie" in text(cast, cast.gm)


@pytest.mark.parametrize(("hidden", "secret"), list(product([False, True], repeat=2)))
def test_in_a_fight_players_count_what_the_log_shows_them(cast: Cast, hidden: bool, secret: bool) -> None:
    scene, magpie = cast.encounter(secret=secret), cast.creature()
    perform(cast.gm, Intent("join", {"hidden": hidden}, magpie.public_id, scene.public_id))
    perform(cast.gm, Intent("toss", {"coins": 1}, magpie.public_id, scene.public_id))
    known = sums(cast.anna).whole.rolls
    assert known == (0 if hidden or secret else 1)
    assert sums(cast.gm).whole.rolls == 1
    assert faults(cast) == []


def test_what_was_hidden_then_stays_hidden(cast: Cast) -> None:
    magpie, _ = hidden_toss(cast, 2)
    services.show(cast.gm, magpie, is_open=True)
    assert sums(cast.anna).whole.rolls == 0
    assert faults(cast) == []


def test_strangers_find_nothing(cast: Cast) -> None:
    path = f"/campaigns/{cast.campaign.public_id}/luck/"
    assert client_of(cast.stranger).get(path).status_code == 404
    assert client_of(cast.anna).post(path).status_code == 405


# -- the page ---------------------------------------------------------------------------------------------------------


def test_an_empty_page_says_what_to_do(cast: Cast) -> None:
    for who in (cast.gm, cast.anna, cast.olga):
        assert "No dice have fallen yet" in text(cast, who)
    assert "No rolls found" in text(cast, cast.gm, "?character=x")


def test_the_page_tells_pictures_in_tables_too(cast: Cast) -> None:
    for faces in ((2, 2), (2, 1), (1, 1)):
        toss(cast, *faces)
    page = text(cast, cast.anna)
    assert page.count('<svg class="chart__picture"') == 3 == page.count("How often</th>") + page.count("Verdict</th>")
    assert "6 rolls of real d2: too few rolls" in page
    assert f"?character={cast.rook.public_id}" in page


def test_the_page_says_how_often_fair_dice_are_marked(cast: Cast) -> None:
    toss(cast, 2, 1)
    assert "fair dice show one on 1 page in 20" in text(cast, cast.anna)


def test_the_sheet_leads_to_the_luck_of_its_character(cast: Cast) -> None:
    sheet = f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/"
    page = client_of(cast.anna).get(sheet).content.decode()
    assert f"/campaigns/{cast.campaign.public_id}/luck/?character={cast.rook.public_id}" in page


@pytest.mark.parametrize(
    "odd", ["?session=none", "?player=' OR 1=1", "?session=2026-99-99.x", "?character=" + "x" * 500]
)
def test_odd_wishes_find_nothing(cast: Cast, odd: str) -> None:
    toss(cast, 2)
    assert "No rolls found" in text(cast, cast.gm, odd)


# -- much costs no more than little -----------------------------------------------------------------------------------


def copy_last_roll(cast: Cast, count: int) -> None:
    """Copies of the last entry and its roll, each some minutes after the one before."""
    roll = Roll.objects.select_related("entry").order_by("-number")[0]
    entry = roll.entry
    copy_entry(entry, count)
    entries = Entry.objects.filter(campaign=entry.campaign_id, number__gt=entry.number).order_by("number")
    same = {name: getattr(roll, name) for name in (*roll_index.TOLD, "campaign", "player")}
    copies = Roll.objects.bulk_create(
        (
            Roll(entry=one, **same | {"number": one.number, "at": at, "hour": int(at.timestamp()) // HOUR})
            for one, at in ((one, roll.at + timedelta(minutes=20 * step)) for step, one in enumerate(entries))
        ),
        batch_size=200,
    )
    Face.objects.bulk_create((Face(roll=one, sides=2, face=2, times=1) for one in copies), batch_size=200)


def queries_of(client: Any, path: str) -> Sequence[str]:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return [query["sql"] for query in queries.captured_queries]


def test_ten_thousand_rolls_cost_as_many_queries_as_ten(cast: Cast) -> None:
    toss(cast, 2)
    copy_last_roll(cast, 9)
    here = f"/campaigns/{cast.campaign.public_id}/luck/"
    paths = [here, f"{here}?character={cast.rook.public_id}", f"/api/v1{here}"]
    looks = [(client, path) for client in (client_of(cast.gm), client_of(cast.anna)) for path in paths]
    for client, path in looks:
        client.get(path)
    few = [len(queries_of(*look)) for look in looks]
    copy_last_roll(cast, 9_990)
    for client, path in looks:
        client.get(path)
    many = [len(queries_of(*look)) for look in looks]
    assert many == [count + 2 for count in few], "two ask whether what was counted before still counts"
    assert max(many) <= 14
    assert sums(cast.gm).whole.rolls == 10_000


# -- what was counted is kept -----------------------------------------------------------------------------------------


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts that are kept after four entries, without the newest one."""
    monkeypatch.setattr(counts, "KEPT_EVERY", 4)
    monkeypatch.setattr(counts, "LEFT_OUT", 1)


def is_kept(cast: Cast, *, for_gm: bool = True) -> bool:
    """Whether counts are kept that hold."""
    campaign = Campaign.objects.get(pk=cast.campaign.pk)
    kept = cache.get(roll_index.kept_under(campaign.pk, for_gm=for_gm))
    return kept is not None and kept.holds(campaign, sessions.borders(campaign))


def seen_by(member: Membership) -> dict[str, Any]:
    """The luck that a member reads, whole and narrowed in every way, read anew."""
    fresh = Membership.objects.select_related("campaign", "user").get(pk=member.pk)
    whole = statistics.luck(fresh, Wish())
    wishes = [Wish(), *(Wish(player=one.key) for one in whole.players)]
    wishes += [Wish(character=one.key) for one in whole.characters]
    wishes += [Wish(session=one.key) for one in whole.sessions]
    return {repr(wish): statistics.luck(fresh, wish) for wish in wishes}


def same_without_what_is_kept(cast: Cast) -> None:
    """Compare what everybody reads with what is kept, and with nothing kept."""
    members = (cast.gm, cast.anna, cast.olga)
    found = [seen_by(member) for member in members]
    cache.clear()
    assert found == [seen_by(member) for member in members]


@pytest.mark.usefixtures("short")
def test_what_is_kept_changes_no_number(cast: Cast) -> None:
    hidden = cast.creature()
    for step in range(6):
        toss(cast, 1 + step % 2, who=hidden if step % 3 == 2 else None)
        toss(cast, 2, who=cast.mira, by=cast.gm)
        if step == 3:
            services.hand_over(cast.gm, cast.rook, to=cast.boris.user)
        seen_by(cast.gm)
        seen_by(cast.anna)
        assert is_kept(cast)
        assert is_kept(cast, for_gm=False)
        same_without_what_is_kept(cast)


@pytest.mark.usefixtures("short")
def test_counts_are_made_anew_once_something_among_them_changes(cast: Cast) -> None:
    entries = [toss(cast, 2, 1) for _ in range(8)]
    seen_by(cast.gm)
    assert is_kept(cast)
    undo(cast.gm, entries[-1].public_id)
    assert is_kept(cast), "the newest entries are not among them"
    for entry in reversed(entries[1:-1]):
        undo(cast.gm, entry.public_id)
    assert not is_kept(cast)
    same_without_what_is_kept(cast)
    seen_by(cast.gm)
    assert is_kept(cast)
    redo(cast.gm, entries[1].public_id)
    assert not is_kept(cast)
    same_without_what_is_kept(cast)
    assert sums(cast.gm).whole.rolls == 2


@pytest.mark.usefixtures("short")
def test_counts_go_with_the_rolls_of_a_place_that_is_taken(
    cast: Cast, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    for _ in range(6):
        toss(cast, 2)
    before = statistics.luck(Membership.objects.get(pk=cast.gm.pk), Wish())
    assert is_kept(cast)
    with django_capture_on_commit_callbacks(execute=True):
        roll_index.hand_over(cast.campaign, cast.anna.user, cast.boris.user)
    after = statistics.luck(Membership.objects.get(pk=cast.gm.pk), Wish())
    assert [one.label for one in before.players if one.rolls] == ["Anna"]
    assert [one.label for one in after.players if one.rolls] == ["Boris"]


@pytest.mark.usefixtures("short")
def test_counts_are_parted_anew_where_a_session_is_taken_back(cast: Cast) -> None:
    toss(cast, 2)
    at_table.begin(cast.gm, title="Frost")
    begun = Entry.objects.latest("number")
    for _ in range(6):
        toss(cast, 1)
    assert len(statistics.luck(Membership.objects.get(pk=cast.gm.pk), Wish()).sessions) == 2
    assert is_kept(cast)
    for entry in Entry.objects.filter(number__gte=begun.number).order_by("-number"):
        undo(cast.gm, entry.public_id)
    same_without_what_is_kept(cast)
    assert len(statistics.luck(Membership.objects.get(pk=cast.gm.pk), Wish()).sessions) == 1
    assert not is_kept(cast) or sums(cast.gm).whole.rolls == 1


def test_writing_a_roll_costs_the_same_however_many_there_are(cast: Cast) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            toss(cast, 2)
        return len(queries)

    toss(cast, 2)
    few = cost()
    copy_last_roll(cast, 2_000)
    assert cost() == few


def test_one_row_among_many_is_marked_only_if_chance_does_not_explain_it() -> None:
    rows = [Share(str(place), "Row", 100, 50.0) for place in range(9)]
    outside = Share("outside", "Outside", 100, 56.0)
    far = Share("far", "Far", 100, 62.0)
    assert outside.luck > outside.most
    assert [one.is_unusual for one in marked([outside])[0]] == [True]
    assert not any(one.is_unusual for one in marked([*rows, outside])[0])
    players, sessions = marked(rows, [far])
    assert [one.verdict for one in sessions] == ["luckier than average"]
    assert {one.verdict for one in players} == {"average luck"}
