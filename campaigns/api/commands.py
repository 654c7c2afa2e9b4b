"""Commands as programs give them: what may be done now, what it may come to, and what came of it."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any

from django.core.exceptions import PermissionDenied
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.entries import written
from campaigns.api.forecasts import TaskForecast, foretold
from campaigns.audience import access
from campaigns.models import Document, Membership
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.outlook import foresee
from campaigns.play.simple_answers import perform as perform_intent
from rules import codec
from rules.api import CommandRow
from rules.engine.advice.choices import Advice, Weighed
from rules.engine.kernel import Command, Field, Refused, described_fields
from rules.engine.system.protocol import System, command_named, offers, started
from winterhall.api import keys, versions
from winterhall.api.shapes import Shape, filled, given

PublicId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,24}$")]
#: The faces that one person threw for one command: at most 200, more than anybody throws.
Faces = Annotated[list[Annotated[int, Meta(ge=1, le=10_000)]], Meta(max_length=200)]


class Wanted(Shape, rename={"acts_as": "as", "choices": "with"}):
    """A command: its name, for whom it is given, what is chosen, and (where real dice fell) the faces by who threw."""

    command: Annotated[str, Meta(max_length=60)]
    acts_as: PublicId | None = None
    choices: dict[str, Any] = {}
    dice: dict[PublicId, Faces] = {}


class Offer(CommandRow):
    """A command that may be given now.

    ``has_odds`` says whether its odds may be asked for, ``schema`` what ``with`` may hold, ``preset`` what a form
    starts with.
    """

    preset: dict[str, Any]


class Offers(Shape, rename={"acts_as": "as"}):
    """The commands that may be given now for the character ``as``; null where the game master acts for nobody.

    ``version`` is that of the document which a write must name.
    """

    acts_as: str | None
    version: int
    commands: list[Offer]


class NamedChance(Shape):
    name: str
    label: str
    probability: float


class Average(Shape):
    """An amount of something on average: ``name`` for programs, ``label`` for people."""

    name: str
    label: str
    amount: float


class Foretold(Shape):
    """The exact odds of a command: in a sentence, by name, and as a distribution.

    ``measure[i]`` is the probability that what is ``measured`` comes to ``least + i``, and ``low`` says that few of it
    are the better ones; ``compared`` is what the first of the chances would be, had something else been chosen.
    ``means`` is what else follows on average. ``good`` are the values that the first of the chances is made of; where
    it is null they are as many at the better end as come to it.
    """

    sentence: str
    chances: list[NamedChance]
    measure: list[float]
    measured: str
    least: int
    low: bool
    mean: float
    compared: list[NamedChance]
    means: list[Average]
    good: list[int] | None


class WeighedChoice(Shape, rename={"choices": "with"}):
    """A legal choice: what ``with`` has to hold for it, and what it is worth; ``shares`` add up to the ``value``."""

    command: str
    choices: dict[str, Any]
    label: str
    value: float
    shares: list[float]
    chosen: bool


class Advised(Shape):
    """All legal choices of a command, and of what may be done instead of it, the best first.

    ``sentence`` says what the values mean, ``unit`` what they count, ``shares`` what each is made of; ``axis`` is the
    number along which one share grows as another shrinks. Not ``complete`` if there are more choices than were weighed.
    """

    sentence: str
    unit: str
    shares: list[str]
    axis: str
    complete: bool
    choices: list[WeighedChoice]


class OddsAnswer(Shape):
    """The odds of a command; none where nothing is left to chance.

    ``house_rules`` names the switches that they hang on, where the campaign has turned one. ``forecast`` is what would
    be ahead of a long test that the command begins. ``advice`` says which choice is worth most; there is none where
    there is nothing to choose, or where the table plays without it.
    """

    odds: Foretold | None
    house_rules: list[str]
    forecast: TaskForecast | None
    advice: Advised | None


def offered(game: Game, document: Document) -> Response:
    """The commands that a game's actor may give now, with the version of ``document``, which a write must name.

    Whoever may not act for them is refused (403).
    """
    _refuse_unless_seated(game)
    version = document.version_for(game.member.is_gm)
    answer = Offers(acts_as=game.table.actor or None, version=version, commands=list(_offers(game)))
    return Response(answer, headers={"ETag": versions.etag(version), "Cache-Control": "private, no-store"})


def _refuse_unless_seated(game: Game) -> None:
    actor = game.sheets.documents.get(game.table.actor)
    if actor is not None:
        access.refuse_unless_player_of(game.member, actor)
    elif not game.member.is_gm:
        raise PermissionDenied("Say for which of your characters, with ?as=.")


def _offers(game: Game) -> Iterator[Offer]:
    member = game.member
    for kind in offers(member.campaign.system, game.known, as_gm=member.is_gm):
        # Where the rules cannot even say what there is to choose, nothing can be chosen now.
        with suppress(Refused):
            yield _offer(kind, game)


def _offer(kind: type[Command], game: Game) -> Offer:
    return Offer(
        name=kind.name,
        label=kind.label,
        place=kind.place.value,
        who=kind.who.value,
        has_odds=kind.has_odds and access.sees_odds(game.member),
        schema=codec.schema(kind, dict(kind.choices(game.known))),
        preset=started(game.member.campaign.system, kind, game.known),
    )


def wanted(request: Request) -> Wanted:
    """The command that a request asks for."""
    return given(Wanted, request.data)


def perform(request: Request, member: Membership, intent: Intent) -> Response:
    """Let a command happen to the document whose version the program saw, and tell what came of it."""
    intent = replace(intent, seen=versions.seen(request), key=keys.key(request))
    entry = perform_intent(member, intent)
    return written(member, entry, intent.encounter or intent.actor)


def foretell(member: Membership, intent: Intent) -> Response:
    """The odds of a command, with forecast and advice where there are any; nothing is written."""
    foreseen = foresee(member, intent)
    told = filled(Foretold, foreseen.odds) if foreseen.odds else None
    ahead = foretold(member.campaign, foreseen.ahead) if foreseen.ahead else None
    house = [one.switch.name for one in foreseen.house]
    advice = _advised(member.campaign.system, intent, foreseen.advice)
    return Response(OddsAnswer(odds=told, house_rules=house, forecast=ahead, advice=advice))


def _advised(system: System, intent: Intent, advice: Advice | None) -> Advised | None:
    if advice is None:
        return None
    return Advised(
        sentence=advice.sentence,
        unit=advice.unit,
        shares=list(advice.shares),
        axis=advice.axis,
        complete=advice.complete,
        choices=[_choice(system, intent, one, chosen=one == advice.chosen) for one in advice.choices],
    )


def _choice(system: System, intent: Intent, one: Weighed, *, chosen: bool) -> WeighedChoice:
    """A choice as it can be sent: what else was chosen stays, for another command only the ask that it answers."""
    fields = described_fields(command_named(system, one.command))
    is_same = one.command == intent.command
    stays = {name: value for name, value in intent.given.items() if is_same or _is_ask(fields, name)}
    return WeighedChoice(
        command=one.command,
        choices={**stays, **one.given},
        label=one.label,
        value=one.value,
        shares=list(one.shares),
        chosen=chosen,
    )


def _is_ask(fields: Mapping[str, tuple[Field, Any]], name: str) -> bool:
    return name in fields and fields[name][0].kind == "ask"


def intent(said: Wanted, actor: str, encounter: str = "") -> Intent:
    """The intent of a program's command, for the character ``actor`` (empty: nobody) in an encounter (empty: none)."""
    return Intent(said.command, said.choices, actor, encounter, typed=said.dice)
