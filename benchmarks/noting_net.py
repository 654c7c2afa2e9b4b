"""The net and the post as a worker of a drill finds them: every message is taken, and noted on a line of a file.

Imported by the worker, before it works. Messages that it holds when it is killed come back after seconds, not minutes.
"""

import json
import os
import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.mail.backends.base import BaseEmailBackend

from benchmarks.messages import NET_FILE
from winterhall.accounts import sending
from winterhall.celery import app
from winterhall.web import outgoing

#: Seconds before and after a message is noted: time to be killed in.
_SLOW = 0.03


def _note(to: str, message: str, text: str = "") -> None:
    time.sleep(_SLOW)
    line = json.dumps({"to": to, "id": message, "text": text}) + "\n"
    file = os.open(os.environ[NET_FILE], os.O_APPEND | os.O_CREAT | os.O_WRONLY)
    try:
        os.write(file, line.encode())
    finally:
        os.close(file)
    time.sleep(_SLOW)


def _post(address: str, body: bytes, headers: Mapping[str, str]) -> None:
    is_chat = "Idempotency-Key" in headers
    text = json.loads(body)["text"] if is_chat else ""
    _note(address, headers["Idempotency-Key" if is_chat else "Topic"], text)


class Post(BaseEmailBackend):
    """A mail server that notes each letter."""

    def send_messages(self, email_messages: Sequence[Any]) -> int:
        for message in email_messages:
            _note(message.to[0], message.message()["Message-ID"], message.subject)
        return len(email_messages)


outgoing.post = _post
settings.POST_BACKEND = f"{__name__}.Post"
sending.LEASE = timedelta(seconds=2)
for wanted in app.conf.beat_schedule.values():
    if wanted["task"].rpartition(".")[2] in {"sweep_outbox", "sweep_notices", "sweep_summaries"}:
        wanted["schedule"] = 1.0
