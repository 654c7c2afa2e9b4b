"""The worker: shifts that carry long work on a little at a time, and the steps of runs (long tests, until they are done
or for time that goes by).

Each step is one command through ``campaigns.play`` and therefore one entry, with a key made of the run and the number
of the step: whatever happens to workers, no step is taken twice and none is left out. A run's row is written in the
same transaction as its entry, under the campaign's lock; it is what was asked for, and the chronicle what happened.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import structlog
from celery import shared_task
from celery.signals import worker_ready
from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerAway

from campaigns.chronicle import record
from campaigns.long_work import long_tests, rests
from campaigns.models import Entry, Membership, Run
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from rules.engine.kernel import CLOSED, Refused, opened

log = structlog.get_logger(__name__)

#: Seconds for which work is carried on at a time; far less than the broker's patience.
SHIFT = 2.0
#: Steps after which a run stops, and asks whether it shall really go on.
MOST_STEPS = 2000
#: The time without a step after which a worker is thought to be gone.
LEASE = timedelta(seconds=5)
#: The sentence for work that fails by a fault of ours.
OURS_IS_BROKEN = "Something went wrong on our side. It has been logged."
State = Run.State


# -- shifts -----------------------------------------------------------------------------------------------------------


def shift(step: Callable[[], bool], call_again: Callable[[], None], give_up: Callable[[], None]) -> None:
    """Take steps while there are any, then stand in line again. May come twice, or be cut off anywhere.

    Work that fails by a fault of ours is given up, so that it does not fail again and again.
    """
    until = time.monotonic() + SHIFT
    try:
        while step():
            if time.monotonic() > until:
                call_again()
                return
    except (OperationalError, InterfaceError):
        # The sweep finds it when the database is back.
        raise
    except Exception:
        give_up()
        raise


def pick_up(sweep: Any) -> None:
    """Carry on at once what was under way when the worker before this one ended."""
    # Without `tell`: it would open a connection to the database here, in the process that all others are forked from.
    try:
        sweep.delay(True)
    except BrokerAway as error:
        log.warning("broker_away", task=sweep.name, why=str(error))


# -- tasks ------------------------------------------------------------------------------------------------------------


def call_again(pk: int) -> None:
    """Call a worker anew for a run that goes on."""
    Run.call_again(pk, carry_on)


@shared_task(name="campaigns.carry_on")
def carry_on(run_pk: int, token: str) -> None:
    """Take steps of a run for a while."""
    shift(
        partial(step, run_pk, token),
        call_again=partial(call_again, run_pk),
        give_up=partial(give_up, run_pk),
    )


@shared_task(name="campaigns.sweep_runs")
def sweep_runs(all_of_them: bool = False) -> None:
    """Carry on what a killed worker or a missing broker left behind."""
    for pk in Run.left_behind(all_of_them=all_of_them):
        call_again(pk)


@worker_ready.connect
def pick_up_runs(**kwargs: Any) -> None:
    """Carry on at once what was under way when the worker before this one ended."""
    pick_up(sweep_runs)


# -- steps of a run ---------------------------------------------------------------------------------------------------


def step(pk: int, token: str) -> bool:
    """Take the next step of a run, as the call of this token; says whether there may be another."""
    with opened(CLOSED), transaction.atomic():
        campaign = Run.objects.filter(pk=pk).values_list("campaign_id", flat=True).first()
        if campaign is None:
            return False
        record.lock(campaign)
        run = Run.objects.select_for_update().get(pk=pk)
        if run.state != State.GOING or run.token != token:
            return False
        run.due_at = timezone.now() + LEASE
        _take(run)
        run.save()
    return run.state == State.GOING


def give_up(pk: int) -> None:
    """Stop a run that fails by a fault of ours, so that it does not fail again and again."""
    going = Run.objects.filter(pk=pk, state=State.GOING)
    going.update(state=State.STOPPED, why=OURS_IS_BROKEN)


def _take(run: Run) -> None:
    places = Membership.objects.select_related("campaign", "user")
    member = places.filter(campaign=run.campaign_id, user=run.by_id).first()
    if member is None:
        _end(run, State.STOPPED, "The person who began this has left the campaign.")
    else:
        _roll_once(run, member)


def _roll_once(run: Run, member: Membership) -> None:
    if _is_taken(run):
        return
    intent = _next(run, member)
    if intent is not None:
        try:
            perform(member, intent)
            run.steps += 1
        except PermissionDenied as denied:
            _end(run, State.STOPPED, str(denied))
            return
        except Refused as refused:
            # That no time need go by for somebody is no reason to stop; what cannot be rolled for now is left alone.
            if not _is_time(run):
                run.left_out.append([intent.actor, _key_in(member, intent), refused.sentence])
        if _is_time(run):
            _passed(run)
    if _next(run, member) is None:
        _finish(run)
    elif run.steps and run.steps % MOST_STEPS == 0:
        _end(run, State.STOPPED, f"{run.steps} rolls were made. Resume the run to continue.")


def _is_taken(run: Run) -> bool:
    """Whether the chronicle is ahead of the row; the row catches up by a step, and nothing is rolled."""
    earlier = Entry.objects.filter(campaign=run.campaign_id, by=run.by_id, key=_key(run)).first()
    if earlier is None:
        return False
    run.steps += 1
    if _is_time(run):
        _passed(run)
    return True


def _is_time(run: Run) -> bool:
    """Whether the next step lets time go by, which it does for everybody before anything is rolled for."""
    return bool(run.resting or run.people)


def _passed(run: Run) -> None:
    """Note that time has gone by for the next in line, or need not because nothing of theirs is under way any more."""
    if run.resting:
        rests.done(run)
        return
    who, _, key = run.people.pop(0).partition("/")
    run.tests.append([who, key, ""])


def _key(run: Run) -> str:
    return f"{run.steps_key}{run.steps + 1}"


def _key_in(member: Membership, intent: Intent) -> str:
    return str(intent.given.get(long_tests.kept_by(member).field, ""))


def _next(run: Run, member: Membership) -> Intent | None:
    """The next step: people rest, time goes by for one test after another, then one roll after another; or ``None``."""
    deed = rests.next_deed(run, member)
    if deed is not None:
        who, (command, chosen) = deed[0], (deed[1].command, deed[1].chosen)
        return Intent(command, dict(chosen), who, key=_key(run))
    if not (run.people or run.tests):
        return None
    kept = long_tests.kept_by(member)
    if run.people:
        who, _, test = run.people[0].partition("/")
        given = {"amount": run.amount, "unit": run.unit, kept.field: test}
        return Intent(kept.pass_time, given, who, key=_key(run))
    at = _next_test(run, member)
    return Intent(kept.roll, {kept.field: at[1]}, at[0], key=_key(run)) if at else None


def _next_test(run: Run, member: Membership) -> tuple[str, str] | None:
    there = long_tests.board(member, among={who for who, _, _ in run.tests})
    left_out = {(who, key) for who, key, _ in run.left_out}
    known = [(leader.public_id, test) for leader, test in there.listed if (leader.public_id, test.key) not in left_out]
    if run.kind == Run.Kind.TIME:
        # Whoever has waited longest comes first, so that things happen in the order of their days.
        meant = {(who, key) for who, key, _ in run.tests}
        due = [(who, test) for who, test in known if test.due and {(who, test.key), (who, "")} & meant]
        found = max(due, key=lambda one: one[1].waited, default=None)
    else:
        labels = {(who, key): label for who, key, label in run.tests}
        mine = [(who, test) for who, test in known if labels.get((who, test.key)) == test.label]
        found = min(mine, key=lambda one: one[1].rolls, default=None)
    return (found[0], found[1].key) if found else None


def _finish(run: Run) -> None:
    if run.left_out:
        _end(run, State.STOPPED, " ".join(dict.fromkeys(why for _, _, why in run.left_out)))
    else:
        _end(run, State.DONE)


def _end(run: Run, state: Run.State, why: str = "") -> None:
    run.state, run.why, run.version = state, why[:300], run.version + 1
    log.info("run.ended", run=run.public_id, state=state, steps=run.steps)
