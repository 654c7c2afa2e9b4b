"""Forms to fill in: one for any command. The way back is campaigns/play/sent_forms.py.

A form knows shapes only; whether a choice makes sense is for the rule to say.
"""

import hashlib
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import MISSING, dataclass, replace
from typing import Any

from campaigns.audience import access
from campaigns.models import Document
from campaigns.play.game import Game
from campaigns.play.sent_forms import CHOSEN
from rules.engine.kernel import Choice, Command, Field, Json, described_fields
from rules.engine.system import protocol

#: The most choices that stand side by side; more hang in a list.
FEW = 5
#: The most characters of a hint that is read at a glance.
BRIEF = 36
#: The most fields that are seen at once; the rest waits behind "More".
AT_ONCE = 6


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a pick."""

    value: str
    label: str
    hint: str = ""
    chosen: bool = False
    under: str = ""
    #: The field that it goes with, the choices there with which alone it can be taken, and whether none is chosen.
    tied_to: str = ""
    tied_choices: tuple[str, ...] = ()
    is_hidden: bool = False
    #: Whether it takes points, so that it is chosen by a person alone.
    costs: bool = False


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
    #: The field that it goes with, the choices there with which alone it means something, and whether none is chosen.
    tied_to: str = ""
    tied_choices: tuple[str, ...] = ()
    is_hidden: bool = False

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
    def is_undecided(self) -> bool:
        """Whether a pick starts with none of its options."""
        return self.kind == "pick" and bool(self.options) and not any(option.chosen for option in self.options)

    @property
    def tells(self) -> bool:
        """Whether its options tell of themselves in sentences, which need room to be read."""
        return any(len(option.hint) > BRIEF for option in self.options)

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
    #: Whether it closes once it is sent.
    closes: bool = False

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

    def sent(self, values: dict[str, Json]) -> tuple[tuple[str, str], ...]:
        """Values by field as the form sends them, by the name of the input; asks stand beside them."""
        switches = {True: "on", False: "off"}
        return tuple(
            (one.name, switches[bool(values[one.field])] if one.kind == "switch" else str(values[one.field]))
            for one in self.inputs
            if one.field in values and one.kind != "ask"
        )

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
    starts = {**protocol.started(game.member.campaign.system, kind, game.known), **(given or {})}
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
        closes=kind.closes,
    )


def started(form: CommandForm) -> dict[str, Json]:
    """The values that a form starts with, by field; fields of several choices are left out."""
    chosen = {one.field: next((o.value for o in one.options if o.chosen), "") for one in form.inputs if one.options}
    return {one.field: chosen.get(one.field, one.value) for one in form.inputs if one.kind != "many"}


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
    inputs = (
        _input(name, described, started.get(name, default), default, offered.get(name, ()), form_id)
        for name, (described, default) in known
        if described.kind != "json"
    )
    return _tied({one.field: one for one in inputs}, kind.goes_with(game.known))


def _tied(inputs: Mapping[str, Input], ties: Mapping[str, tuple[str, frozenset[str]]]) -> tuple[Input, ...]:
    """The inputs, each that goes with some choices of another knowing them, and options likewise."""
    tied = {name: replace(one, options=_tied_options(one, inputs)) for name, one in inputs.items()}
    for name, (other, choices) in ties.items():
        is_hidden = not _is_chosen(inputs[other], choices)
        listed = tuple(sorted(choices))
        idle = tied[name].idle or not choices
        tied[name] = replace(tied[name], tied_to=CHOSEN + other, tied_choices=listed, is_hidden=is_hidden, idle=idle)
    return tuple(tied.values())


def _tied_options(field: Input, inputs: Mapping[str, Input]) -> tuple[Option, ...]:
    """The options of a field, those out of sight that do not go with what is chosen elsewhere.

    Of a pick the first in sight is chosen where the chosen one is not.
    """
    options = tuple(
        replace(one, is_hidden=bool(one.tied_to) and not _is_chosen(inputs[_bare(one.tied_to)], one.tied_choices))
        for one in field.options
    )
    return _with_a_start(options) if field.kind == "pick" else options


def _with_a_start(options: Sequence[Option]) -> tuple[Option, ...]:
    """The options of a pick, the first in sight that costs nothing chosen where none in sight is; or none of them."""
    seen = [one for one in options if not one.is_hidden]
    if any(one.chosen for one in seen):
        return tuple(options)
    first = next((one for one in seen if not one.costs), None)
    return tuple(replace(one, chosen=one is first) for one in options) if seen else tuple(options)


def _bare(name: str) -> str:
    return name.removeprefix(CHOSEN)


def _is_chosen(field: Input, choices: Collection[str]) -> bool:
    return any(one.chosen and one.value in choices for one in field.options)


def _input(name: str, described: Field, value: Any, default: Any, choices: Sequence[Choice], form_id: str) -> Input:
    options = _options(described, value, default, choices)
    stands_in_list = bool(options) and not described.none and options[0].label == _left_open(described)
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
        needed=default is MISSING or (described.kind == "words" and described.least > 0),
        at_once=described.at_once,
        options=options,
        idle=default is not MISSING and described.kind in ("pick", "many") and all(o.value == default for o in options),
    )


def _left_open(described: Field) -> str:
    """The words for a pick that is left open, as one of its choices: "The most damaging"."""
    said = described.help.removeprefix("Default: ")
    return said[:1].upper() + said[1:]


def _start(described: Field, value: Any) -> Any:
    if value is MISSING:
        return described.least if described.kind == "number" else ""
    return value


def _options(described: Field, value: Any, default: Any, choices: Sequence[Choice]) -> tuple[Option, ...]:
    picked = value if isinstance(value, list | tuple) else (value,)
    listed = [_option(one, one.value in picked) for one in choices if not one.closed or one.value in picked]
    may_be_left = described.kind == "pick" and isinstance(default, str) and default not in {o.value for o in listed}
    if may_be_left:
        listed.insert(0, Option(default, described.none or _left_open(described) or "None", chosen=value == default))
    return _with_a_start(listed) if described.kind == "pick" else tuple(listed)


def _option(one: Choice, is_chosen: bool) -> Option:
    other, choices = one.goes_with or ("", frozenset())
    tied_to = CHOSEN + other if other else ""
    tied = tuple(sorted(choices))
    return Option(one.value, one.label, one.hint, is_chosen, one.under, tied_to, tied, costs=one.costs)
