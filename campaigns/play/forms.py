"""Forms to fill in: one for any command, and the way back from a filled-in form to an intent.

A form knows shapes only; whether a choice makes sense is for the rule to say. The choices of a command travel under a
prefix, so that no game's field can be taken for one of the form's own.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, replace
from typing import Any

from django.http import HttpRequest, QueryDict

from campaigns.audience import access
from campaigns.models import Document
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from rules.engine.kernel import Choice, Command, Field, Json, Refused, described_fields
from rules.engine.system.protocol import System, command_named, started

#: The prefix of fields that hold the choices of the command itself.
CHOSEN = "with-"
#: The field of faces read off real dice: of whoever acts, or (with an id behind it) of somebody else who rolls.
FACES = "faces"
#: The most choices that stand side by side; more hang in a list.
FEW = 5
#: The most fields that are seen at once; the rest waits behind "More".
AT_ONCE = 6
_MOST_FACES = 200


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a pick."""

    value: str
    label: str
    hint: str = ""
    chosen: bool = False
    under: str = ""


@dataclass(frozen=True, slots=True)
class Input:
    """One field of a command as a page draws it; ``kind`` decides which control it gets."""

    id: str
    name: str
    field: str
    label: str
    kind: str
    value: Any
    least: int
    most: int
    help: str
    long: bool
    needed: bool
    at_once: bool | None = None
    options: tuple[Option, ...] = ()
    #: Whether there is nothing to decide: it may be left, and holds nothing else.
    idle: bool = False

    @property
    def control(self) -> str:
        """The control: a pick with few choices shows them side by side, another hangs them in a list."""
        if self.kind == "pick":
            return "cards" if 0 < len(self.options) <= FEW else "list"
        return "text" if self.kind == "words" and self.long else self.kind

    @property
    def is_asked_first(self) -> bool:
        if self.at_once is not None:
            return self.at_once
        return self.needed or self.kind in ("number", "many", "switch")

    @property
    def message_id(self) -> str:
        return f"{self.id}-message"


@dataclass(frozen=True, slots=True)
class CommandForm:
    """A command to be filled in: for whom, where, as of which version, with a key that makes sending twice harmless."""

    id: str
    command: str
    label: str
    inputs: tuple[Input, ...]
    has_odds: bool
    campaign: str
    actor: str
    encounter: str
    seen: int | None
    key: str
    rollers: tuple[tuple[str, str], ...] = ()
    #: Whether whoever fills it in is shown its odds.
    shows_odds: bool = False

    @property
    def first(self) -> tuple[Input, ...]:
        """The fields seen at once, as far as there is room: those that must be chosen, and numbers; or else all.

        A field that the rule wants to be seen is seen in any case.
        """
        asked = tuple(one for one in self.decided if one.is_asked_first) or self.decided
        room = [one.id for one in asked][:AT_ONCE]
        return tuple(one for one in self.decided if one.at_once or one.id in room)

    @property
    def rest(self) -> tuple[Input, ...]:
        """The fields to decide in that are not seen at once; they may be left as they are."""
        first = {one.id for one in self.first}
        return tuple(one for one in self.decided if one.id not in first)

    @property
    def decided(self) -> tuple[Input, ...]:
        """The fields to decide in: all but asks, and those that hold nothing to choose from."""
        return tuple(one for one in self.inputs if one.kind != "ask" and not one.idle)

    @property
    def asks(self) -> tuple[Input, ...]:
        return tuple(one for one in self.inputs if one.kind == "ask")

    def title(self, field: str) -> tuple[str, Option] | None:
        """The pick that the form is mainly about: its name and the option chosen in it; ``None`` without that field."""
        picks = (one for one in self.inputs if one.kind == "pick" and one.field == field)
        return next(((one.name, option) for one in picks for option in one.options if option.chosen), None)


def form_for(
    kind: type[Command],
    game: Game,
    given: Mapping[str, Json] | None = None,
    rollers: Sequence[tuple[str, str]] = (),
) -> CommandForm:
    """The form of a command as the actor of ``game`` may fill it in now, starting with what is ``given``.

    ``rollers`` are those (id and name) whose real dice may be typed in; if nobody is named, those who roll in a command
    with odds.
    """
    document = guarded(game)
    actor = game.table.actor
    starts = {**started(game.member.campaign.system, kind, game.known), **(given or {})}
    form_id = _form_id(kind, game, starts)
    if kind.has_odds and not rollers:
        known = (who for who in kind.rollers(game.known) if who and who not in game.hidden)
        rollers = tuple((who, game.table.name(who)) for who in known)
    return CommandForm(
        id=form_id,
        command=kind.name,
        label=kind.label,
        inputs=_inputs(kind, game, starts, form_id),
        has_odds=kind.has_odds,
        campaign=game.member.campaign.public_id,
        actor=actor,
        encounter=game.scene.public_id if game.scene else "",
        seen=document.version_for(game.member.is_gm) if document else None,
        key=secrets.token_urlsafe(18),
        rollers=tuple(rollers),
        shows_odds=kind.has_odds and access.sees_odds(game.member),
    )


def guarded(game: Game) -> Document | None:
    """The document whose version a write of this game must name: the encounter, else the actor's sheet."""
    return game.scene or game.sheets.documents.get(game.table.actor)


def _form_id(kind: type[Command], game: Game, started: Mapping[str, Json]) -> str:
    """The id of a form, the same from one rendering to the next, so that a page can tell what it already shows."""
    told = (kind.name, game.table.actor, str(started.get("ask", "")))
    return "do-" + hashlib.sha256("/".join(told).encode()).hexdigest()[:10]


def _inputs(kind: type[Command], game: Game, started: Mapping[str, Json], form_id: str) -> tuple[Input, ...]:
    offered = kind.choices(game.known)
    known = described_fields(kind).items()
    return tuple(
        _input(name, described, started.get(name, default), default, offered.get(name, ()), form_id)
        for name, (described, default) in known
        if described.kind != "json"
    )


def _input(name: str, described: Field, value: Any, default: Any, choices: Sequence[Choice], form_id: str) -> Input:
    options = _options(described, value, default, choices)
    stands_in_list = bool(options) and options[0].label == described.help
    return Input(
        id=f"{form_id}-{name}",
        name=CHOSEN + name,
        field=name,
        label=described.label,
        kind=described.kind,
        value=_start(described, value),
        least=described.least,
        most=described.most,
        help="" if stands_in_list else described.help,
        long=described.long,
        needed=default is MISSING,
        at_once=described.at_once,
        options=options,
        idle=default is not MISSING and described.kind in ("pick", "many") and all(o.value == default for o in options),
    )


def _start(described: Field, value: Any) -> Any:
    if value is MISSING:
        return described.least if described.kind == "number" else ""
    return value


def _options(described: Field, value: Any, default: Any, choices: Sequence[Choice]) -> tuple[Option, ...]:
    picked = value if isinstance(value, list | tuple) else (value,)
    listed = [Option(one.value, one.label, one.hint, one.value in picked, one.under) for one in choices]
    may_be_left = described.kind == "pick" and isinstance(default, str) and default not in {o.value for o in listed}
    if may_be_left:
        listed.insert(0, Option(default, described.help or "None", chosen=value == default))
    if described.kind == "pick" and listed and not any(option.chosen for option in listed):
        listed[0] = replace(listed[0], chosen=True)
    return tuple(listed)


# -- and back ---------------------------------------------------------------------------------------------------------


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
    seen = data.get("seen", "")
    return int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 else None


def is_on(data: QueryDict, name: str) -> bool:
    """Whether a button sent yes (and not no); refused where it sent neither: silence is no wish."""
    sent = data.get(name, "")
    if sent not in ("yes", "no"):
        raise Refused("Say yes or no. Load the page again, and press the button once more.", name)
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
        if who and _last(data, sent).strip():
            typed[who] = faces_in(_last(data, sent), sent)
    return typed


def _last(data: QueryDict, name: str) -> str:
    """The last value of a name: a sent form holds texts only."""
    return str(data[name])


def faces_in(text: str, field: str = FACES) -> tuple[int, ...]:
    """The faces that somebody typed: "5 8 2", "5, 8, 2"."""
    words = text.replace(",", " ").replace(";", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        raise Refused("Type the faces as numbers with spaces between, like 5 8 2.", field)
    if len(words) > _MOST_FACES:
        raise Refused(f"At most {_MOST_FACES} dice are rolled at once.", field)
    return tuple(int(word) for word in words)
