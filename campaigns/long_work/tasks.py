"""Tasks of the worker that carry runs on."""

from functools import partial
from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from campaigns.long_work import steps
from campaigns.long_work.loop import pick_up, shift
from campaigns.models import Run


def call_again(pk: int) -> None:
    """Call a worker anew for a run that goes on."""
    Run.call_again(pk, carry_on)


@shared_task(name="campaigns.carry_on")
def carry_on(run_pk: int, token: str) -> None:
    """Take steps of a run for a while."""
    shift(
        partial(steps.step, run_pk, token),
        call_again=partial(call_again, run_pk),
        give_up=partial(steps.give_up, run_pk),
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
