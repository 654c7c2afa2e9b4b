"""The mail backend of the pages: a letter is written as a row, in the transaction of the change that it tells of."""

from collections.abc import Sequence

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend

from winterhall.accounts.models import Letter
from winterhall.accounts.tasks import send_letter
from winterhall.after_commit import tell


class OutboxBackend(BaseEmailBackend):
    """Django's mail backend for the pages: it only writes the letters down."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Keep the messages as letters and call the worker once they are committed."""
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
