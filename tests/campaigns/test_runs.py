"""Runs: the worker rolls to the end or for time that goes by; it rests, goes on, and never rolls twice."""

from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.calendar import timekeeping
from campaigns.chronicle import notify
from campaigns.long_work import long_tests, runs, worker
from campaigns.long_work.worker import give_up, step
from campaigns.models import Campaign, Entry, Membership, Role, Run
from campaigns.play.intent import Intent, Stale
from campaigns.play.perform import perform
from campaigns.play.undo import last_to_undo, undo
from characters import services as characters
from characters.models import Character
from rules.engine.kernel import NotNow, Refused, minutes_in
from tests.campaigns.test_playing import client_of, send
from tests.helpers import Cast, verified


def begin(who: Membership, actor: Character, goal: int = 3, called: str = "A tower") -> str:
    """Begin a stack; the key that it has."""
    perform(who, Intent("stack.begin", {"goal": goal, "called": called}, actor.public_id))
    return next(one.key for one in long_tests_of(who, actor) if one.label == called)


def let_pass(who: Membership, amount: int, unit: str) -> Run:
    """Let the campaign's time pass; the run for it."""
    run = timekeeping.let_pass(who, timekeeping.For(minutes_in(amount, unit))).run
    assert run is not None
    return run


def long_tests_of(who: Membership, actor: Character) -> list[long_tests.LongTest]:
    return [test for leader, test in long_tests.board(who).listed if leader.public_id == actor.public_id]


def carry_on(run: Run, steps: int = 10_000) -> Run:
    """Let a worker take steps."""
    run.refresh_from_db()
    for _ in range(steps):
        if not step(run.pk, run.token):
            break
    run.refresh_from_db()
    return run


def rolls_of(run: Run) -> list[Entry]:
    return list(Entry.objects.filter(key__startswith=f"run-{run.public_id}-").order_by("number"))


def test_a_test_is_rolled_for_to_its_end_one_entry_a_step(cast: Cast) -> None:
    key = begin(cast.anna, cast.rook, 5)
    with verified(cast.campaign):
        run = carry_on(runs.to_the_end(cast.anna, [(cast.rook.public_id, key)]))
    entries = rolls_of(run)
    assert (run.state, run.steps) == (Run.State.DONE, len(entries))
    assert [entry.key for entry in entries] == [f"run-{run.public_id}-{n}" for n in range(1, run.steps + 1)]
    assert {(entry.command, entry.by_id) for entry in entries} == {("stack.coin", cast.anna.user_id)}
    assert long_tests_of(cast.anna, cast.rook) == []


def test_everything_is_rolled_for_in_turns(cast: Cast) -> None:
    begin(cast.anna, cast.rook, 4, "One")
    begin(cast.boris, cast.mira, 4, "Two")
    run = carry_on(runs.to_the_end(cast.gm), 6)
    assert [entry.actor for entry in rolls_of(run)] == [cast.mira.public_id, cast.rook.public_id] * 3
    assert carry_on(run).state == Run.State.DONE


def test_time_that_goes_by_is_rolled_for_and_the_rest_is_kept(cast: Cast) -> None:
    begin(cast.anna, cast.rook, 50, "One")
    begin(cast.boris, cast.mira, 50, "Two")
    with verified(cast.campaign):
        run = carry_on(let_pass(cast.gm, 35, "minute"))
    assert run.state == Run.State.DONE
    assert [(test.rolls, test.waited) for who in (cast.rook, cast.mira) for test in long_tests_of(cast.gm, who)] == [
        (3, 5),
        (3, 5),
    ]
    assert run.steps == 2 + 6
    again = carry_on(let_pass(cast.gm, 1, "hour"))
    assert [(test.rolls, test.waited) for test in long_tests_of(cast.gm, cast.rook)] == [(9, 5)]
    assert again.steps == 2 + 12


def test_time_is_used_up_only_where_it_was_meant_to_go_by(cast: Cast) -> None:
    meant, waits = begin(cast.anna, cast.rook, 50, "One"), begin(cast.anna, cast.rook, 50, "Two")
    long_ago = {"amount": 35, "unit": "minute", "stack": waits}
    perform(cast.gm, Intent("stack.wait", long_ago, cast.rook.public_id))
    run = runs.for_time(cast.gm, 20, [(cast.rook.public_id, meant)], key="now")
    assert run is not None
    carry_on(run)
    assert {test.key: (test.rolls, test.waited) for test in long_tests_of(cast.gm, cast.rook)} == {
        meant: (2, 0),
        waits: (0, 35),
    }


@pytest.mark.parametrize("longer", ["rook", "mira"])
def test_whoever_has_waited_longest_rolls_first(cast: Cast, longer: str) -> None:
    people = {"rook": (cast.anna, cast.rook), "mira": (cast.boris, cast.mira)}
    for name, (who, actor) in people.items():
        waited = {"amount": 40 if name == longer else 20, "unit": "minute", "stack": begin(who, actor, 50)}
        perform(cast.gm, Intent("stack.wait", waited, actor.public_id))
    run = carry_on(let_pass(cast.gm, 10, "minute"), 3)
    first = rolls_of(run)[-1]
    assert (first.command, first.actor) == ("stack.coin", people[longer][1].public_id)


def test_that_no_time_need_go_by_any_more_stops_nothing(cast: Cast) -> None:
    gone = begin(cast.anna, cast.rook, 50)
    begin(cast.boris, cast.mira, 50)
    run = let_pass(cast.gm, 20, "minute")
    perform(cast.anna, Intent("stack.drop", {"stack": gone}, cast.rook.public_id))
    carry_on(run)
    assert (run.state, run.why, run.left_out) == (Run.State.DONE, "", [])
    assert [test.rolls for test in long_tests_of(cast.gm, cast.mira)] == [2]


def test_time_that_went_by_is_used_up_by_hand_as_well(cast: Cast) -> None:
    key = begin(cast.anna, cast.rook, 50)
    carry_on(let_pass(cast.gm, 5, "minute"))
    perform(cast.anna, Intent("stack.coin", {"stack": key}, cast.rook.public_id))
    assert [(test.rolls, test.waited) for test in long_tests_of(cast.gm, cast.rook)] == [(1, 5)]


def test_a_run_rests_goes_on_and_ends_where_it_is(cast: Cast) -> None:
    run = runs.to_the_end(cast.anna, [(cast.rook.public_id, begin(cast.anna, cast.rook, 400))])
    called = carry_on(run, 3).token
    assert runs.pause(cast.gm, run.public_id, seen=1).token == called, "and nobody is called to take steps"
    assert carry_on(run).steps == 3
    with pytest.raises(Stale):
        runs.resume(cast.anna, run.public_id, seen=1)
    runs.resume(cast.anna, run.public_id, seen=2)
    assert carry_on(run, 2).steps == 5
    runs.cancel(cast.anna, run.public_id)
    assert carry_on(run).steps == 5
    with pytest.raises(NotNow):
        runs.resume(cast.anna, run.public_id)
    assert [test.rolls for test in long_tests_of(cast.anna, cast.rook)] == [5]


@pytest.mark.parametrize(("key", "kept"), [("", None), (None, None), ("once", "once")])
def test_a_run_keeps_the_key_by_which_it_is_known_again(cast: Cast, key: str | None, kept: str | None) -> None:
    meant = [(cast.rook.public_id, begin(cast.anna, cast.rook, 400))]
    run = runs.to_the_end(cast.anna, meant, key=key)
    assert run.key == kept
    if key:
        assert runs.to_the_end(cast.anna, meant, key=key) == run


def test_whoever_looks_on_sees_at_once_that_a_run_rests(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    run = runs.to_the_end(cast.anna, [(cast.rook.public_id, begin(cast.anna, cast.rook, 400))])
    told = Mock()
    monkeypatch.setattr(notify, "_tell", told)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        runs.pause(cast.anna, run.public_id)
    told.assert_called_once_with(cast.campaign.public_id, notify.SOMETHING)


def test_only_owners_and_the_game_master_let_a_long_test_run(cast: Cast) -> None:
    key = begin(cast.anna, cast.rook)
    tests = [(cast.rook.public_id, key)]
    for other in (cast.boris, cast.olga):
        with pytest.raises(PermissionDenied):
            runs.to_the_end(other, tests)
    for ask in (lambda: runs.to_the_end(cast.anna), lambda: let_pass(cast.anna, 1, "hour")):
        with pytest.raises(PermissionDenied):
            ask()
    run = runs.to_the_end(cast.anna, tests)
    with pytest.raises(PermissionDenied):
        runs.pause(cast.boris, run.public_id)
    with pytest.raises(NotNow):
        runs.to_the_end(cast.gm, tests)
    with pytest.raises(Http404):
        runs.to_the_end(cast.anna, [(cast.rook.public_id, "s9")])


def test_what_players_do_not_know_of_is_not_theirs(cast: Cast) -> None:
    crow = cast.creature("Crow")
    key = begin(cast.gm, crow)
    begin(cast.anna, cast.rook, 40)
    run, time = runs.to_the_end(cast.gm, [(crow.public_id, key)]), let_pass(cast.gm, 1, "hour")
    assert long_tests_of(cast.anna, crow) == []
    assert {one.pk for one in long_tests.runs(cast.gm)} == {run.pk, time.pk}
    assert long_tests.runs(cast.anna) == []
    for hidden in (run, time):
        with pytest.raises(Http404):
            runs.pause(cast.anna, hidden.public_id)


@pytest.mark.parametrize(
    ("amount", "unit", "field"), [(0, "hour", "amount"), (10_001, "day", "amount"), (1, "age", "unit")]
)
def test_time_goes_by_in_spans_that_there_are(cast: Cast, amount: int, unit: str, field: str) -> None:
    begin(cast.anna, cast.rook)
    with pytest.raises(Refused) as refused:
        let_pass(cast.gm, amount, unit)
    assert refused.value.field == field


def test_nothing_goes_on_where_nothing_is_under_way(cast: Cast) -> None:
    with pytest.raises(NotNow):
        runs.to_the_end(cast.gm)
    assert timekeeping.let_pass(cast.gm, timekeeping.For(60)).run is None


# -- workers that come twice, late, or not at all ---------------------------------------------------------------------


def test_a_row_that_is_behind_the_chronicle_catches_up_without_rolling(cast: Cast) -> None:
    begin(cast.anna, cast.rook, 400)
    run = carry_on(let_pass(cast.gm, 100, "minute"), 6)
    Run.objects.filter(pk=run.pk).update(steps=0, people=[f"{cast.rook.public_id}/s1"], tests=[])
    before = Entry.objects.count()
    assert carry_on(run, 6).steps == 6
    assert Entry.objects.count() == before
    assert carry_on(run).state == Run.State.DONE
    assert [test.rolls for test in long_tests_of(cast.gm, cast.rook)] == [10]


def test_it_catches_up_though_another_has_the_next_turn_by_now(cast: Cast) -> None:
    begin(cast.anna, cast.rook, 400, "One")
    begin(cast.boris, cast.mira, 400, "Two")
    run = carry_on(runs.to_the_end(cast.gm), 3)
    Run.objects.filter(pk=run.pk).update(steps=0)
    before = Entry.objects.count()
    assert carry_on(run, 3).steps == 3
    assert Entry.objects.count() == before


def test_a_run_that_is_gone_takes_no_step(cast: Cast) -> None:
    run = runs.to_the_end(cast.anna, [(cast.rook.public_id, begin(cast.anna, cast.rook, 400))])
    assert not step(run.pk + 1, run.token)


def test_only_the_last_call_counts(cast: Cast) -> None:
    run = runs.to_the_end(cast.anna, [(cast.rook.public_id, begin(cast.anna, cast.rook, 400))])
    earlier = run.token
    worker.call_again(run.pk)
    assert not step(run.pk, earlier)
    assert carry_on(run, 1).steps == 1


def test_what_a_dead_worker_left_is_found(cast: Cast) -> None:
    run = runs.to_the_end(cast.anna, [(cast.rook.public_id, begin(cast.anna, cast.rook, 400))])
    carry_on(run, 2)
    assert Run.left_behind() == []
    assert Run.left_behind(all_of_them=True) == [run.pk]
    Run.objects.filter(pk=run.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    assert Run.left_behind() == [run.pk]
    worker.sweep_runs()
    assert Run.left_behind() == []
    runs.pause(cast.gm, run.public_id)
    assert Run.left_behind(all_of_them=True) == []


def test_a_worker_takes_turns(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "SHIFT", 0.0)
    run = runs.to_the_end(cast.anna, [(cast.rook.public_id, begin(cast.anna, cast.rook, 400))])
    worker.carry_on(run.pk, run.token)
    before, _ = run.token, run.refresh_from_db()
    assert (run.steps, run.token != before) == (1, True)


def test_what_breaks_something_of_ours_is_not_tried_for_ever(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_(*args: object) -> None:
        raise RuntimeError

    run = runs.to_the_end(cast.anna, [(cast.rook.public_id, begin(cast.anna, cast.rook))])
    monkeypatch.setattr("campaigns.long_work.worker.perform", break_)
    with pytest.raises(RuntimeError):
        worker.carry_on(run.pk, run.token)
    run.refresh_from_db()
    assert (run.state, run.steps) == (Run.State.STOPPED, 0)
    assert run.why
    assert Run.left_behind(all_of_them=True) == []


def test_only_a_run_that_goes_on_is_given_up(cast: Cast) -> None:
    tests = [(cast.rook.public_id, begin(cast.anna, cast.rook)), (cast.mira.public_id, begin(cast.boris, cast.mira))]
    rests, goes = (runs.to_the_end(cast.gm, [test]) for test in tests)
    runs.pause(cast.gm, rests.public_id)
    for given_up, states in ((rests, ["paused", "going"]), (goes, ["paused", "stopped"])):
        give_up(given_up.pk)
        assert [Run.objects.get(pk=run.pk).state for run in (rests, goes)] == states


def test_what_cannot_be_rolled_for_stops_it_with_the_rules_own_words(cast: Cast) -> None:
    key = begin(cast.anna, cast.rook, 3)
    perform(cast.gm, Intent("sheet.resource", {"resource": "coins", "now": 0}, cast.rook.public_id))
    run = carry_on(runs.to_the_end(cast.anna, [(cast.rook.public_id, key)]))
    assert (run.state, run.steps, run.why) == (Run.State.STOPPED, 0, "That takes a coin. Find one first.")
    perform(cast.gm, Intent("sheet.resource", {"resource": "coins", "now": 5}, cast.rook.public_id))
    runs.resume(cast.anna, run.public_id)
    assert carry_on(run).state == Run.State.DONE


def test_one_who_cannot_roll_stops_nobody_else(cast: Cast) -> None:
    begin(cast.boris, cast.mira, 3)
    begin(cast.anna, cast.rook, 3)
    perform(cast.gm, Intent("sheet.resource", {"resource": "coins", "now": 0}, cast.mira.public_id))
    run = carry_on(runs.to_the_end(cast.gm))
    assert long_tests_of(cast.gm, cast.rook) == []
    assert [test.rolls for test in long_tests_of(cast.gm, cast.mira)] == [0]
    assert (run.state, run.why) == (Run.State.STOPPED, "That takes a coin. Find one first.")
    assert [who for who, *_ in run.left_out] == [cast.mira.public_id]


def test_whoever_left_rolls_no_longer(cast: Cast) -> None:
    run = runs.to_the_end(cast.anna, [(cast.rook.public_id, begin(cast.anna, cast.rook, 400))])
    carry_on(run, 1)
    Membership.objects.filter(pk=cast.anna.pk).update(role=Role.OBSERVER)
    assert carry_on(run).state == Run.State.STOPPED
    Run.objects.filter(pk=run.pk).update(state=Run.State.GOING)
    elsewhere = Campaign.objects.create(name="Elsewhere", system_slug="heads")
    Membership.objects.create(campaign=elsewhere, user=cast.anna.user, role=Role.PLAYER)
    Membership.objects.filter(pk=cast.anna.pk).delete()
    assert carry_on(run).state == Run.State.STOPPED
    assert "has left the campaign" in run.why
    assert run.steps == 1


def test_a_step_taken_back_is_rolled_anew(cast: Cast) -> None:
    run = runs.to_the_end(cast.anna, [(cast.rook.public_id, begin(cast.anna, cast.rook, 4))])
    carry_on(run, 3)
    last = last_to_undo(cast.campaign)
    assert last is not None
    undo(cast.gm, last.public_id)
    with verified(cast.campaign):
        assert carry_on(run).state == Run.State.DONE


def test_a_run_that_goes_on_for_ever_asks(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.long_work.worker.MOST_STEPS", 5)
    run = carry_on(runs.to_the_end(cast.anna, [(cast.rook.public_id, begin(cast.anna, cast.rook, 400))]))
    assert (run.state, run.steps) == (Run.State.STOPPED, 5)
    runs.resume(cast.anna, run.public_id)
    assert carry_on(run).steps == 10


def test_another_test_under_an_old_key_is_not_meant(cast: Cast) -> None:
    key = begin(cast.anna, cast.rook, 400, "One")
    run = runs.to_the_end(cast.anna, [(cast.rook.public_id, key)])
    perform(cast.anna, Intent("stack.drop", {"stack": key}, cast.rook.public_id))
    assert begin(cast.anna, cast.rook, 400, "Two") == key
    assert carry_on(run).steps == 0
    assert run.state == Run.State.DONE


# -- the page ---------------------------------------------------------------------------------------------------------


def page(who: Membership, cast: Cast, query: str = "") -> str:
    answer = client_of(who).get(f"/campaigns/{cast.campaign.public_id}/long-tests/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_shows_how_far_it_has_come_and_how_far_it_goes(cast: Cast) -> None:
    begin(cast.anna, cast.rook, 3)
    begin(cast.gm, cast.creature("Crow"), 2, "A nest")
    for who in (cast.gm, cast.anna, cast.boris, cast.olga):
        told = page(who, cast)
        assert "A tower" in told
        assert "About 6 more rolls: 60 minutes" in told
        assert "9 times in 10 within <b>9 rolls</b> (90 minutes)" in told
        assert ("A nest" in told) is who.is_gm
        assert ("Roll once" in told) is (who in (cast.gm, cast.anna))
        assert ("Let time pass" in told) is who.is_gm


def test_the_page_of_nothing_says_what_to_do_first(cast: Cast) -> None:
    assert "No long tests" in page(cast.anna, cast)
    assert "choose who does it" in page(cast.anna, cast)
    assert "choose who does it" not in page(cast.olga, cast)


def test_strangers_and_games_without_long_tests_have_no_such_page(cast: Cast) -> None:
    there = f"/campaigns/{cast.campaign.public_id}/long-tests/"
    assert client_of(cast.stranger).get(there).status_code == 404
    assert there in page(cast.olga, cast)
    cast.campaign.system_slug = "kaos"
    cast.campaign.save()
    assert client_of(cast.gm).get(there).status_code == 404
    assert there not in client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/chronicle/").content.decode()


def test_the_page_asks_the_database_the_same_however_much_is_under_way(cast: Cast) -> None:
    given = {"goal": 3, "with_whom": cast.mira.public_id}
    perform(cast.gm, Intent("stack.begin", given, cast.rook.public_id))
    client = client_of(cast.gm)
    there = f"/campaigns/{cast.campaign.public_id}/long-tests/"
    client.get(there)
    with CaptureQueriesContext(connection) as few:
        client.get(there)
    for number in range(4):
        more = characters.begin(cast.gm, name=f"Wren {number}", owner=None)
        perform(cast.gm, Intent("stack.begin", given, more.public_id))
        begin(cast.gm, more, 5)
    with CaptureQueriesContext(connection) as many:
        client.get(there)
    assert len(many) == len(few)


def test_the_page_begins_and_changes_by_the_games_own_forms(cast: Cast) -> None:
    key = begin(cast.anna, cast.rook)
    assert 'data-command="stack.begin"' in page(cast.anna, cast, f"?begin={cast.rook.public_id}")
    changed = page(cast.anna, cast, f"?change={cast.rook.public_id}&test={key}")
    assert 'data-command="stack.change"' in changed
    there = f"/campaigns/{cast.campaign.public_id}/long-tests/?begin={cast.rook.public_id}"
    assert client_of(cast.boris).get(there).status_code == 403
    for query in ("begin=nobody", f"change=nobody&test={key}"):
        assert "Nobody here has that name." in page(cast.anna, cast, f"?{query}")
    assert "Begin a stack first." in page(cast.boris, cast, f"?change={cast.mira.public_id}&test=s1")


def test_the_page_starts_and_turns_runs(cast: Cast) -> None:
    key = begin(cast.anna, cast.rook, 400)
    sent = {"who": cast.rook.public_id, "test": key, "key": "once"}
    answer = send(cast.anna, cast, "runs", sent)
    assert (answer.status_code, answer.json()["state"]) == (200, "going")
    assert send(cast.anna, cast, "runs", sent).json() == answer.json()
    run = answer.json()["run"]
    assert "Rolling: " in page(cast.boris, cast)
    assert send(cast.boris, cast, f"runs/{run}/pause", {}).status_code == 403
    assert send(cast.anna, cast, f"runs/{run}/pause", {"seen": "1"}).json()["state"] == "paused"
    assert send(cast.anna, cast, f"runs/{run}/cancel", {"seen": "1"}).status_code == 409
    assert send(cast.anna, cast, f"runs/{run}/resume", {"seen": "2"}).json()["state"] == "going"
    assert send(cast.gm, cast, f"runs/{run}/cancel", {"seen": "3"}).json()["state"] == "cancelled"
    assert send(cast.stranger, cast, f"runs/{run}/cancel", {}).status_code == 404


def test_the_page_tells_of_what_was_rolled_to_its_end(cast: Cast) -> None:
    key = begin(cast.anna, cast.rook)
    carry_on(runs.to_the_end(cast.anna, [(cast.rook.public_id, key)]))
    told = page(cast.boris, cast)
    assert "Rolled to the end: A tower" in told
    assert "Done · " in told
