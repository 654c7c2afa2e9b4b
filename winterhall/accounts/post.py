"""The way of a mail: written as a row in the transaction of the change that it tells of, posted by the worker.

The row is the truth and the broker only a hint: without Redis a letter waits for the sweep, it is never lost.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta

import structlog
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import F
from django.utils import timezone

from winterhall.accounts.models import Letter
from winterhall.after_commit import tell

log = structlog.get_logger(__name__)

# Longer than the mail server may take to answer (EMAIL_TIMEOUT), so that two workers never hold the same
# letter.
LEASE = timedelta(seconds=60)
# Eight attempts, each after twice the time of the one before, reach over four hours.
MOST_ATTEMPTS = 8


class OutboxBackend(BaseEmailBackend):
    """Django's mail backend for the pages: it only writes the letters down."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Keep the messages as letters and call the worker once they are committed."""
        from winterhall.accounts.tasks import send_letter

        for message in email_messages:
            letter = Letter.objects.create(
                recipients=message.recipients(),
                sender=message.from_email,
                subject=str(message.subject),
                body=str(message.body),
                html=_html(message),
            )
            tell(send_letter, letter.pk)
        return len(email_messages)


def _html(message: EmailMessage) -> str:
    if not isinstance(message, EmailMultiAlternatives):
        return ""
    return next((str(content) for content, kind in message.alternatives if kind == "text/html"), "")


def claim(pk: int) -> Letter | None:
    """Take a letter for the length of the lease, or None if it is gone, taken, or not due."""
    now = timezone.now()
    due = Letter.objects.filter(pk=pk, not_before__lte=now, attempts__lt=MOST_ATTEMPTS)
    if not due.update(not_before=now + LEASE, attempts=F("attempts") + 1):
        return None
    return Letter.objects.get(pk=pk)


def post(letter: Letter) -> None:
    """Hand a claimed letter to the real mail backend and forget it; put it back for later if that fails."""
    message = EmailMultiAlternatives(letter.subject, letter.body, letter.sender, letter.recipients)
    if letter.html:
        message.attach_alternative(letter.html, "text/html")
    try:
        get_connection(settings.POST_BACKEND).send_messages([message])
    except OSError as error:
        wait = LEASE * 2**letter.attempts
        Letter.objects.filter(pk=letter.pk).update(not_before=timezone.now() + wait)
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


def due() -> Iterable[int]:
    """Return the letters that nobody holds and that may be tried now, oldest first."""
    ready = Letter.objects.filter(not_before__lte=timezone.now(), attempts__lt=MOST_ATTEMPTS)
    return ready.order_by("pk").values_list("pk", flat=True)[:500]
