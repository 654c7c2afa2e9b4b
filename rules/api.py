"""Games, their compendia and the odds lab for programs: alike for everybody, and nobody's secret."""

from typing import Annotated, Any, ClassVar

from django.http import Http404
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from rules import codec, house_rules, lab, registry
from rules.engine.kernel import Refused, unknown
from rules.engine.notation.questions import LONGEST
from rules.engine.system.protocol import System
from winterhall.api.describing import takes
from winterhall.api.shapes import Shape, filled, given
from winterhall.api.views import ApiView


class SystemRow(Shape):
    """A game."""

    slug: str
    name: str
    note: str


class Systems(Shape):
    results: list[SystemRow]


class SwitchRow(Shape):
    """A house rule that a campaign may turn."""

    name: str
    label: str
    sentence: str
    default: Any
    rule: str
    options: list[str]
    part: str
    #: Whether it chooses among lists that the game prints.
    edition: bool


class CommandRow(Shape):
    """A command of a game; ``schema`` describes what its ``with`` may hold, whatever choices are open at the moment."""

    name: str
    label: str
    place: str
    who: str
    has_odds: bool
    schema: dict[str, Any]


class HeroRow(Shape):
    """A ready-made hero: ``pitch`` says what they are good and poor at, ``play`` how they are played."""

    key: str
    name: str
    pitch: str
    play: str


class SystemAnswer(Shape):
    """A game with all that programs may ask of it; ``sections`` are those of its compendium, with their sizes."""

    slug: str
    name: str
    note: str
    sections: dict[str, int]
    rank_kinds: dict[str, str]
    house_rules: list[SwitchRow]
    commands: list[CommandRow]
    heroes: list[HeroRow]


class CompendiumEntry(Shape):
    key: str
    name: str
    summary: str
    facts: list[str]
    source: str
    commands: list[str]
    #: Whether a game master may put somebody into it, where it is a state; the others are kept by the rules alone.
    by_hand: bool


class Section(Shape):
    results: list[CompendiumEntry]


class AllSystems(ApiView):
    @extend_schema(responses=Systems, summary="Games", tags=["systems"])
    def get(self, request: Request) -> Response:
        return Response(Systems(results=filled(list[SystemRow], registry.SYSTEMS)))


class OneSystem(ApiView):
    @extend_schema(responses=SystemAnswer, summary="A game", tags=["systems"])
    def get(self, request: Request, slug: str) -> Response:
        system = _system(slug)
        answer = SystemAnswer(
            slug=system.slug,
            name=system.name,
            note=system.note,
            sections={section: len(entries) for section, entries in system.compendium().items()},
            rank_kinds=dict(system.rank_kinds),
            house_rules=[SwitchRow(**codec.plain(switch)) for switch in house_rules.switches(system)],
            commands=_commands(system),
            heroes=filled(list[HeroRow], system.heroes()),
        )
        return Response(answer)


def _commands(system: System) -> list[CommandRow]:
    return [
        CommandRow(
            name=command.name,
            label=command.label,
            place=command.place.value,
            who=command.who.value,
            has_odds=command.has_odds,
            schema=codec.schema(command),
        )
        for command in system.commands
    ]


class OneSection(ApiView):
    @extend_schema(responses=Section, summary="A section of a compendium", tags=["systems"])
    def get(self, request: Request, slug: str, section: str) -> Response:
        entries = _system(slug).compendium().get(section)
        if entries is None:
            raise Http404
        return Response(Section(results=[CompendiumEntry(**codec.plain(entry)) for entry in entries]))


def _system(slug: str) -> System:
    try:
        return registry.system_named(slug)
    except KeyError:
        raise Http404 from None


# -- the odds lab ----------------------------------------------------------------------------------------------------

Question = Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class Questions(Shape):
    """Questions to be compared, in the words of a game; without a game in those of plain dice."""

    questions: Annotated[list[Question], Meta(min_length=1, max_length=lab.MOST)]
    game: Annotated[str, Meta(max_length=30)] = ""


class LikelyThing(Shape):
    name: str
    label: str
    probability: float


class Quantile(Shape):
    """The value that a ``share`` of all throws does not exceed; null where it is beyond the values looked at."""

    share: float
    value: int | None


class QuestionAnswer(Shape):
    """A question as it was understood, with its exact answer.

    ``measure[i]`` is the probability that what is ``measured`` comes to ``(least + i) * each``; ``left`` is the chance
    of what is not looked ahead at, and then there may be no mean. ``compared`` is what the first of the chances would
    be, had something else been said. ``note`` says how else it might have been meant.
    """

    question: str
    understood: str
    note: str
    sentence: str
    chances: list[LikelyThing]
    measured: str
    measure: list[float]
    least: int
    each: int
    left: float
    mean: float | None
    quantiles: list[Quantile]
    compared: list[LikelyThing]


class QuestionAnswers(Shape):
    results: list[QuestionAnswer]


_PARAMETERS = [
    OpenApiParameter("q", OpenApiTypes.STR, "query", required=True, many=True, description="A question; up to four."),
    OpenApiParameter(
        "game", OpenApiTypes.STR, "query", description="The game whose words they use; plain dice without it."
    ),
]


class OddsLab(ApiView):
    #: Nothing is written by asking.
    scope: ClassVar[str] = "read"

    @takes(*_PARAMETERS)
    @extend_schema(responses=QuestionAnswers, summary="Odds of questions in words", tags=["odds"])
    def get(self, request: Request) -> Response:
        query = request.query_params
        asked = {"questions": query.getlist("q"), "game": query.get("game", "")}
        return Response(_answers(given(Questions, asked)))

    @extend_schema(
        request=Questions, responses=QuestionAnswers, summary="Odds of questions in words, from a body", tags=["odds"]
    )
    def post(self, request: Request) -> Response:
        return Response(_answers(given(Questions, request.data)))


def _answers(asked: Questions) -> QuestionAnswers:
    system = _game(asked.game) if asked.game else None
    told = [_answer(system, question, place) for place, question in enumerate(asked.questions)]
    return QuestionAnswers(results=told)


def _game(slug: str) -> System:
    try:
        return registry.system_named(slug)
    except KeyError:
        raise unknown("game", slug, [system.slug for system in registry.SYSTEMS]) from None


def _answer(system: System | None, question: str, place: int) -> QuestionAnswer:
    try:
        found = lab.answered(system, question)
    except Refused as refused:
        refused.field = f"questions.{place}"
        raise
    odds = found.odds
    return QuestionAnswer(
        question=question,
        understood=found.understood,
        note=found.note,
        sentence=odds.sentence,
        chances=filled(list[LikelyThing], odds.chances),
        measured=odds.measured,
        measure=list(odds.measure),
        least=odds.least,
        each=found.each,
        left=found.left if odds.measure else 0.0,
        mean=found.mean if odds.measure else None,
        quantiles=[Quantile(share=share, value=value) for share, value in found.quantiles],
        compared=filled(list[LikelyThing], odds.compared),
    )


urlpatterns = [
    path("odds/", OddsLab.as_view(), name="odds-lab"),
    path("systems/", AllSystems.as_view(), name="systems"),
    path("systems/<slug:slug>/", OneSystem.as_view(), name="system"),
    path("systems/<slug:slug>/<slug:section>/", OneSection.as_view(), name="section"),
]
