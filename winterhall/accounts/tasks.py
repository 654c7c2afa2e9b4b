"""Tasks of the worker for accounts: letters are sent, and what nobody needs any more is deleted.

Each task may come twice, or be cut off anywhere, without harm. Of letters the row is the truth and the broker only a
hint: without Redis a letter waits for the sweep, it is never lost. Where sending fails it is tried again.
"""

from datetime import timedelta

import structlog
from celery import shared_task
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.management import call_command
from django.utils import timezone

from winterhall.accounts import sending
from winterhall.accounts.models import KeptAnswer, Letter

log = structlog.get_logger(__name__)


def post(letter: Letter) -> None:
    """Hand a letter that one holds to the real mail backend and forget it; put it back for later if that fails."""
    known_by = {"Message-ID": letter.message_id}
    message = EmailMultiAlternatives(letter.subject, letter.body, letter.sender, letter.recipients, headers=known_by)
    if letter.html:
        message.attach_alternative(letter.html, "text/html")
    try:
        get_connection(settings.POST_BACKEND).send_messages([message])
    except OSError as error:
        sending.keep_for_later(letter)
        log.warning("letter_not_sent", letter=letter.pk, attempts=letter.attempts, why=str(error))
        return
    letter.delete()
    _say_where(letter)


def _say_where(letter: Letter) -> None:
    if settings.MAIL_IS_DELIVERED:
        log.info("letter_sent", letter=letter.pk)
    else:
        where = settings.MAIL_FOLDER or "this log"
        log.warning("letter_not_delivered", kept_in=where, why="no mail server is set (EMAIL_URL)")


#: The time for which the key of a write is remembered: a second try comes within minutes.
REMEMBERED = timedelta(days=2)


@shared_task
def send_letter(pk: int) -> None:
    """Send one letter, unless another worker has it."""
    letter = sending.hold(Letter.objects.all(), pk)
    if letter is not None:
        post(letter)


@shared_task
def sweep_outbox() -> None:
    """Send the letters that a missing broker or a killed worker left behind."""
    for pk in sending.due(Letter.objects.all()):
        send_letter(pk)


@shared_task
def clear_expired_sessions() -> None:
    """Delete sessions that nobody can use any more."""
    call_command("clearsessions")


@shared_task
def forget_kept_answers() -> None:
    """Delete answers that nobody will ask for again."""
    KeptAnswer.objects.filter(given_at__lt=timezone.now() - REMEMBERED).delete()
