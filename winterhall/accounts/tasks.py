"""Tasks of the worker for accounts. Each may come twice, or be cut off anywhere, without harm."""

from datetime import timedelta

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from winterhall.accounts import post
from winterhall.accounts.models import KeptAnswer

#: The time for which the key of a write is remembered: a second try comes within minutes.
REMEMBERED = timedelta(days=2)


@shared_task
def send_letter(pk: int) -> None:
    """Send one letter, unless another worker has it."""
    letter = post.claim(pk)
    if letter is not None:
        post.post(letter)


@shared_task
def sweep_outbox() -> None:
    """Send the letters that a missing broker or a killed worker left behind."""
    for pk in post.due():
        send_letter(pk)


@shared_task
def clear_expired_sessions() -> None:
    """Delete sessions that nobody can use any more."""
    call_command("clearsessions")


@shared_task
def forget_kept_answers() -> None:
    """Delete answers that nobody will ask for again."""
    KeptAnswer.objects.filter(given_at__lt=timezone.now() - REMEMBERED).delete()
