"""Forms that were sent: the intent that one holds, and the version and the key that go with every write.

The choices of a command travel under a prefix, so that no game's field can be taken for one of the form's own.
"""

import json

from django.http import HttpRequest, QueryDict

from campaigns.play.intent import Intent
from rules.engine.kernel import Command, Field, Json, Refused, described_fields
from rules.engine.system.protocol import System, command_named
from winterhall.web.numbers import NO_WHOLE_NUMBER, whole_number

#: The prefix of fields that hold the choices of the command itself.
CHOSEN = "with-"
#: The fields of faces read off real dice: of whoever acts, or (with an id behind it) of somebody else who rolls.
FACES = "faces"
_MOST_FACES = 200


def intent_from(request: HttpRequest, system: System) -> Intent:
    """The intent of a sent form; refused if no form of ours would send it."""
    data = request.POST
    kind = command_named(system, data.get("command", ""))
    actor = data.get("actor", "")
    return Intent(
        command=kind.name,
        given=_given(kind, data),
        actor=actor,
        encounter=data.get("encounter", ""),
        seen=seen_in(data),
        key=key_of(request),
        typed=_typed(data, actor),
    )


def seen_in(data: QueryDict) -> int | None:
    """The version that a form was filled in against; ``None`` if it names none."""
    return whole_number(data.get("seen", ""), 9)


def is_on(data: QueryDict, name: str) -> bool:
    """Whether a button sent yes (and not no); refused where it sent neither: silence is no wish."""
    sent = data.get(name, "")
    if sent not in ("yes", "no"):
        raise Refused("Say yes or no. Reload the page and try again.", name)
    return sent == "yes"


def key_of(request: HttpRequest) -> str | None:
    """The key, in a sent form or beside it, that makes sending it twice harmless; ``None`` without one."""
    given = request.headers.get("Idempotency-Key", "") or request.POST.get("key", "")
    if len(given) > 80:
        raise Refused("A key has at most 80 characters.", "key")
    return given or None


def _given(kind: type[Command], data: QueryDict) -> dict[str, Json]:
    known = described_fields(kind)
    given: dict[str, Json] = {}
    for sent in data:
        if not sent.startswith(CHOSEN):
            continue
        name = sent.removeprefix(CHOSEN)
        described = known[name][0] if name in known else None
        given[name] = _value(described, data, sent)
    return given


def _value(described: Field | None, data: QueryDict, sent: str) -> Json:
    """The value of a sent field. A box not ticked sends only the hidden "off" before it, so the last one counts."""
    if described and described.kind == "many":
        return [one for one in data.getlist(sent) if one]
    if described and described.kind == "json":
        try:
            return json.loads(_last(data, sent)) if data[sent] else None
        except ValueError:
            raise Refused(f"{described.label} is not JSON.", described.label) from None
    return data[sent]


def _typed(data: QueryDict, actor: str) -> dict[str, tuple[int, ...]]:
    typed = {}
    for sent in data:
        who = actor if sent == FACES else sent.removeprefix(f"{FACES}-") if sent.startswith(f"{FACES}-") else ""
        told = " ".join(str(one) for one in data.getlist(sent)).strip()
        if who and told:
            typed[who] = faces_in(told, sent)
    return typed


def _last(data: QueryDict, name: str) -> str:
    """The last value of a name: a sent form holds texts only."""
    return str(data[name])


def faces_in(text: str, field: str = FACES) -> tuple[int, ...]:
    """The faces that somebody typed: "5 8 2", "5, 8, 2"."""
    words = text.replace(",", " ").replace(";", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        raise Refused("Type the faces as numbers separated by spaces: 5 8 2.", field)
    if len(words) > _MOST_FACES:
        raise Refused(f"At most {_MOST_FACES} dice at once.", field)
    return tuple(int(word) for word in words)


def count_in(text: str, field: str) -> int:
    """The count of things or coins that somebody typed into a field.

    Raises:
        Refused: It is no whole number of at most nine digits.
    """
    count = whole_number(text.strip(), 9)
    if count is None:
        raise Refused(NO_WHOLE_NUMBER, field)
    return count
