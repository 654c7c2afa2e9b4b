"""Problem details (RFC 9457): every kind of error that a program may be told, each under a type that never changes.

It knows no framework: whatever answers before Django is asked speaks like all the rest.
"""

import uuid
from dataclasses import dataclass
from typing import Any

import structlog

log = structlog.get_logger("winterhall.problems")

CONTENT_TYPE = "application/problem+json"
#: The prefix of a kind's name. It is a name and no address: it stays as it is wherever a hall is opened.
PREFIX = "urn:winterhall:problem:"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of error: its status, its title, and the sentence for errors that bring none of their own."""

    status: int
    title: str
    sentence: str


KINDS = {
    "waits": Kind(202, "Waiting for approval", "The game master has to approve this first."),
    "unreadable": Kind(400, "Unreadable", "This request cannot be read: look at its address, headers and body."),
    "wrong-host": Kind(
        400, "Wrong host", "This Winterhall does not go by that name. Its operator lists its names in ALLOWED_HOSTS."
    ),
    "signed-out": Kind(401, "Signed out", "Send a token: Authorization: Bearer hall_…"),
    "not-allowed": Kind(403, "Not allowed", "You may not do that here."),
    "not-trusted": Kind(403, "Not trusted", "A browser must send its CSRF token with every write, as X-CSRFToken."),
    "not-here": Kind(404, "Not found", "It does not exist, or not any more."),
    "wrong-method": Kind(405, "Wrong method", "This address allows other methods only; Allow lists them."),
    "not-acceptable": Kind(406, "Not acceptable", "Responses are JSON: ask for application/json."),
    "raced": Kind(409, "Somebody was faster", "Something else happened first."),
    "stale": Kind(412, "Changed meanwhile", "This has changed since you saw it. Here is how it is now."),
    "weak-version": Kind(412, "Weak version", "A weak ETag never matches: send the ETag as it came with the document."),
    "too-large": Kind(413, "Too large", "This request is too large."),
    "not-json": Kind(415, "Not JSON", "The body must be JSON: send Content-Type: application/json."),
    "refused": Kind(422, "Refused", "The rules do not allow this."),
    "misshapen": Kind(422, "Wrong shape", "A value has the wrong shape."),
    "not-understood": Kind(422, "Not understood", "This question cannot be read."),
    "key-reused": Kind(
        422,
        "Key used before",
        "This Idempotency-Key was used for something else. Use a new one for a new write.",
    ),
    "version-missing": Kind(428, "Version missing", "Say which version you saw: send its ETag as If-Match."),
    "too-often": Kind(429, "Too many requests", "Too many requests in one minute. Wait a little."),
    "fault": Kind(500, "Our fault", "Something went wrong on our side. It has been logged."),
    "away": Kind(503, "Unavailable", "Winterhall cannot do this right now. Nothing was written; try again."),
}


def document(kind: str, detail: str = "", **more: Any) -> dict[str, Any]:
    """The problem as plain values, without the empty ones of ``more``; it is noted in the log under the id in it."""
    told, request = KINDS[kind], request_id()
    log.info("problem", kind=kind, status=more.get("status", told.status))
    whole = {
        "type": PREFIX + kind,
        "title": told.title,
        "status": told.status,
        "detail": detail or told.sentence,
        "request": request,
    }
    return whole | {name: value for name, value in more.items() if value not in ("", None)}


def request_id() -> str:
    """The id under which the log knows this request; a new one where none was given yet."""
    known = structlog.contextvars.get_contextvars().get("request_id")
    if known is None:
        known = uuid.uuid4().hex
        structlog.contextvars.bind_contextvars(request_id=known)
    return str(known)


def by_status(status: int) -> str:
    """The kind of an answer of which only the status is known: the first with it, or else with 400 or 500."""
    nearest = 500 if status >= 500 else 400
    found = [name for name, kind in KINDS.items() if kind.status == status]
    return found[0] if found else by_status(nearest)
