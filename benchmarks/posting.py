"""Writing as a browser does: over HTTP, to the address that every command goes to."""

import http.client
from urllib.parse import urlencode

from benchmarks.furnishing import Table

#: A secret against forgery: Django takes any of this length that comes in cookie and header alike.
_CSRF = "k" * 32


def note(port: int, table: Table, words: str, *, text: str = "notes", key: str = "") -> tuple[int, bytes]:
    """Write a text of the table's character as its player; the status and body of the answer."""
    sent = {"command": "sheet.text", "actor": table.character, "with-text": text, "with-to": words}
    headers = {
        "Cookie": f"{table.cookies[0]}; csrftoken={_CSRF}",
        "X-CSRFToken": _CSRF,
        "Content-Type": "application/x-www-form-urlencoded",
    }
    if key:
        headers["Idempotency-Key"] = key
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        line.request("POST", f"/campaigns/{table.campaign}/perform/", urlencode(sent), headers)
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()
