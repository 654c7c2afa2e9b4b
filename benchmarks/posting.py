"""Writing as a browser does: over HTTP, to the address that every command goes to."""

import http.client
from collections.abc import Mapping
from urllib.parse import urlencode

from benchmarks.furnishing import Table

#: A secret against forgery: Django takes any of this length that comes in cookie and header alike.
_CSRF = "k" * 32


def note(port: int, table: Table, words: str, *, text: str = "notes", key: str = "") -> tuple[int, bytes]:
    """Write a text of the table's character as its player; the status and body of the answer."""
    sent = {"command": "sheet.text", "actor": table.character, "with-text": text, "with-to": words}
    headers = browser(table.cookies[0])
    if key:
        headers["Idempotency-Key"] = key
    return post(port, f"/campaigns/{table.campaign}/perform/", urlencode(sent), headers)


def browser(cookie: str) -> dict[str, str]:
    """The headers with which a browser sends a form for whom a cookie names."""
    return {
        "Cookie": f"{cookie}; csrftoken={_CSRF}",
        "X-CSRFToken": _CSRF,
        "Content-Type": "application/x-www-form-urlencoded",
    }


def post(port: int, path: str, body: str, headers: Mapping[str, str]) -> tuple[int, bytes]:
    """Post to the hall on this machine; the status and body of the answer."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        line.request("POST", path, body, dict(headers))
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()
