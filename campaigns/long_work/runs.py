"""Runs that people ask for: long tests that the worker is to roll for, paused, resumed, cancelled."""

from collections.abc import Callable, Sequence

from django.core.exceptions import PermissionDenied
from django.db import transaction

from campaigns.audience import access
from campaigns.chronicle import notify, record
from campaigns.long_work import long_tests
from campaigns.long_work import rests as for_people
from campaigns.long_work.worker import carry_on
from campaigns.models import Campaign, Membership, Run
from campaigns.play.intent import refuse_stale
from rules.engine.kernel import NotNow

State = Run.State


def to_the_end(member: Membership, tests: Sequence[tuple[str, str]] = (), *, key: str | None = None) -> Run:
    """Let tests be rolled for until they are done; all of them, where a game master names none."""
    if not tests:
        access.refuse_unless_gm(member)

    def asked() -> Run:
        there = long_tests.board(member)
        found = [there.find(who, at) for who, at in tests] if tests else there.listed
        if not found:
            raise NotNow("No long test is running. Begin one first.")
        for leader, _ in found:
            access.refuse_unless_player_of(member, leader)
        listed = [[leader.public_id, test.key, test.label] for leader, test in found]
        _refuse_carried(member.campaign, listed)
        return Run(kind=Run.Kind.END, tests=listed)

    return _start(member, key, asked)


def for_time(
    member: Membership,
    minutes: int,
    tests: Sequence[tuple[str, str]] | None = None,
    rests: Sequence[str] = (),
    *,
    key: str,
) -> Run | None:
    """Begin a run that rolls as often as ``minutes`` allow, for ``tests`` or all that can go on; ``None`` for none.

    Meanwhile those in ``rests`` recover, and spells run out. Time that is left over for a test is kept. That the time
    itself passes is said elsewhere (``campaigns.calendar.timekeeping``).
    """
    resting = for_people.asked(member, minutes, rests)
    amount, unit, people = _work(member, minutes, tests)
    if not (people or resting):
        return None
    wanted = {"amount": amount, "unit": unit, "people": people, "resting": resting}
    return _start(member, key, lambda: Run(kind=Run.Kind.TIME, **wanted))


def _work(member: Membership, minutes: int, tests: Sequence[tuple[str, str]] | None) -> tuple[int, str, list[str]]:
    """The amount of a unit that long tests go on for, and which of them, each as "leader/key"."""
    if member.campaign.system.long_tests is None:
        return 0, "", []
    there = long_tests.board(member)
    found = [there.find(who, at) for who, at in tests] if tests is not None else long_tests.going_on(there)
    amount, unit = there.kept.passing(minutes)
    return amount, unit, [f"{leader.public_id}/{test.key}" for leader, test in found] if amount else []


def _refuse_carried(campaign: Campaign, tests: list[list[str]]) -> None:
    """Refuse tests that another open run rolls for already."""
    others = Run.objects.filter(campaign=campaign, kind=Run.Kind.END, state__in=Run.OPEN)
    carried = {(who, at) for run in others for who, at, _ in run.tests}
    for who, at, label in tests:
        if (who, at) in carried:
            raise NotNow(f"{label} is being rolled already. Pause, resume or cancel that run.")


def _start(member: Membership, key: str | None, asked: Callable[[], Run]) -> Run:
    with transaction.atomic():
        member.campaign = record.lock(member.campaign_id)
        wanted = Run.asked_before(member.campaign, member.user, key)
        if wanted is None:
            wanted = asked()
            wanted.campaign, wanted.by, wanted.key = member.campaign, member.user, key or None
            wanted.call(carry_on)
    return wanted


# -- pause, resume, cancel ---------------------------------------------------------------------------------------------


def pause(member: Membership, run_id: str, *, seen: int | None = None) -> Run:
    """Let a run rest; the step that is being taken is still taken."""
    return _turn(member, run_id, seen, State.PAUSED, (State.GOING,), "This run is not in progress.")


def resume(member: Membership, run_id: str, *, seen: int | None = None) -> Run:
    """Let a run that is paused or stopped go on from where it is."""
    return _turn(member, run_id, seen, State.GOING, (State.PAUSED, State.STOPPED), "Only a paused run can resume.")


def cancel(member: Membership, run_id: str, *, seen: int | None = None) -> Run:
    """End a run where it is; what was rolled stays."""
    return _turn(member, run_id, seen, State.CANCELLED, Run.OPEN, "This has ended already.")


def _turn(
    member: Membership, run_id: str, seen: int | None, to: Run.State, where: Sequence[Run.State], otherwise: str
) -> Run:
    """Put a run into another state; refused from states not in ``where``, but not if it is in that state already."""
    with transaction.atomic():
        known = long_tests.run_for(member, run_id)
        if not member.is_gm and known.by_id != member.user_id:
            raise PermissionDenied("Only the person who began this or the game master can do this.")
        run = Run.objects.select_for_update().get(pk=known.pk)
        if run.state == to:
            return run
        refuse_stale(run, run.version, seen)
        if run.state not in where:
            raise NotNow(otherwise)
        run.state, run.version = to, run.version + 1
        if to == State.GOING:
            run.why, run.left_out = "", []
            run.call(carry_on)
        else:
            run.save()
        notify.look_again_on_commit(member.campaign)
    return run
