"""Notices of fights: they come with a question or a turn, go with it, and tell of nobody who hides."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.models import Membership, Notice
from campaigns.play.undo import last_to_undo, redo, undo
from combat import services
from tests.combat.conftest import Fight, client_of
from tests.combat.test_calls import asked


def told(member: Membership) -> list[tuple[str, str]]:
    found = Notice.objects.filter(user=member.user, kind__in=Notice.OF_FIGHTS).order_by("pk")
    return [(one.kind, one.text) for one in found]


def kinds(member: Membership) -> set[str]:
    return {kind for kind, _ in told(member)}


def test_a_turn_is_told_to_whoever_has_it_and_over_with_it(fight: Fight) -> None:
    while fight.state.current.who != fight.cast.rook.public_id:
        fight.onward()
    assert ("turn", "Rook, it is your turn in The bridge.") in told(fight.cast.anna)
    assert "turn" not in kinds(fight.cast.boris)
    while fight.state.current.who in (fight.cast.rook.public_id, fight.canary.public_id):
        fight.onward()
    assert "turn" not in kinds(fight.cast.anna)


def test_an_ask_is_told_to_whoever_is_asked_and_taken_back_with_it(fight: Fight) -> None:
    asked(fight)
    assert next(text for kind, text in told(fight.cast.anna) if kind == "ask").startswith("Rook: ")
    assert not {"ask", "turn"} & kinds(fight.cast.boris)
    assert not told(fight.cast.gm)
    last = last_to_undo(fight.cast.campaign, fight.encounter.public_id)
    undo(fight.cast.gm, last.public_id, encounter=fight.encounter.public_id)
    assert "ask" not in kinds(fight.cast.anna)
    redo(fight.cast.gm, last.public_id, encounter=fight.encounter.public_id)
    assert "ask" in kinds(fight.cast.anna)


def test_turns_of_the_hidden_change_nothing(fight: Fight) -> None:
    while fight.state.current.who != fight.canary.public_id:
        before = [told(one) for one in (fight.cast.anna, fight.cast.boris, fight.cast.olga)]
        fight.onward()
    assert [told(one) for one in (fight.cast.anna, fight.cast.boris, fight.cast.olga)] == before
    assert all(fight.canary.name not in one.text for one in Notice.objects.all())


def test_an_encounter_that_is_hidden_again_takes_its_notices_along(fight: Fight) -> None:
    asked(fight)
    services.open_to_players(fight.cast.gm, fight.encounter, is_open=False)
    assert not Notice.objects.filter(about=fight.encounter.public_id).exists()
    services.open_to_players(fight.cast.gm, fight.encounter, is_open=True)
    assert "ask" in kinds(fight.cast.anna)


def test_the_bell_of_every_page_and_the_bar_tell_how_many(fight: Fight) -> None:
    asked(fight)
    client = client_of(fight.cast.anna)
    number = len(told(fight.cast.anna))
    assert f"Notices: {number} new" in client.get("/").content.decode()
    calls = client.get(f"/campaigns/{fight.cast.campaign.public_id}/calls/").content.decode()
    assert f'data-unread="{number}"' in calls


def test_a_decision_that_was_looked_at_does_not_come_again_while_it_stands(fight: Fight) -> None:
    asked(fight)
    client, notice = client_of(fight.cast.anna), Notice.objects.get(user=fight.cast.anna.user, kind="ask")
    assert client.get(f"/notices/{notice.public_id}/").headers["Location"].startswith(fight.address)
    fight.do("sheet.text", fight.cast.rook, text="notes", to="Hm.")
    assert Notice.objects.get(user=fight.cast.anna.user, kind="ask").read_at is not None


def test_a_decision_waits_though_all_else_is_marked_as_read(fight: Fight) -> None:
    asked(fight)
    theirs = Notice.objects.filter(user=fight.cast.anna.user)
    client_of(fight.cast.anna).post("/notices/read/", {"until": theirs.latest("pk").public_id})
    assert {one.kind for one in theirs.filter(read_at=None)} == {"ask"}


def test_a_write_that_changes_nobodys_turn_asks_once_what_is_told(fight: Fight) -> None:
    asked(fight)
    with CaptureQueriesContext(connection) as queries:
        fight.do("fight.place", fight.cast.rook, combatant=fight.cast.rook.public_id, x=1, y=1)
    assert sum("campaigns_notice" in one["sql"] for one in queries) == 1
