"""The faults that no answer may have, whatever was sent."""

import json
import re

from django.http import HttpResponseBase

#: How libraries, databases and Python speak: none of it is for people.
FOREIGN = re.compile(
    r"Traceback \(most recent|Expected `|matching regex|Object missing required|Object contains unknown|- at `\$|"
    r"This field (is required|cannot be)|Enter a (whole number|valid|number)|Select a valid choice|Ensure this value|"
    r"Null characters|Expecting (value|property)|invalid literal for|object has no attribute|constraint failed|"
    r"(Integrity|Operational|Data|Programming|Key|Value|Type|Attribute)Error\b|DoesNotExist|MultiValueDict|"
    r"CSRF Failed|credentials were not"
)
_SENTENCE = re.compile(r"\w.*[.…!?”\"')]$", re.DOTALL)
_HEADING = re.compile(r"<h1[^>]*>\s*\S")


def fault(answer: HttpResponseBase) -> str:
    """Why an answer is none that anybody should get; nothing if it is as it should be."""
    text = b"" if answer.streaming else getattr(answer, "content", b"")
    return fault_of(answer.status_code, answer.headers.get("Content-Type", ""), text.decode(errors="replace"))


def fault_of(status: int, kind: str, said: str) -> str:
    """The fault of an answer by its parts: its status, its media type and its text; empty if there is none."""
    if status >= 500:
        return f"{status}, a fault of ours: {said[:200]}"
    if match := FOREIGN.search(said):
        return f"{status} in the words of a library: {said[max(0, match.start() - 60) : match.end() + 60]!r}"
    return _refusal(status, kind, said) if status >= 400 else ""


def _refusal(status: int, kind: str, said: str) -> str:
    if kind == "application/problem+json":
        told = json.loads(said)
        whole = told.get("type", "").startswith("urn:winterhall:problem:") and told.get("request")
        return "" if whole and _SENTENCE.search(str(told.get("detail", ""))) else f"no sentence: {said[:200]}"
    if kind.startswith("text/html") and (_HEADING.search(said) or said.strip()):
        return ""
    return f"{status} without a word, as {kind or 'nothing'}"
