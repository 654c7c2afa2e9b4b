"""Games and their compendia for programs: alike for everybody, and nobody's secret."""

from typing import Any

from django.http import Http404
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from rules import api_lab, codec, house_rules, registry
from rules.engine.system.protocol import System
from winterhall.api.shapes import Shape
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


class SystemAnswer(Shape):
    """A game with all that programs may ask of it; ``sections`` are those of its compendium, with their sizes."""

    slug: str
    name: str
    note: str
    sections: dict[str, int]
    rank_kinds: dict[str, str]
    house_rules: list[SwitchRow]
    commands: list[CommandRow]


class CompendiumEntry(Shape):
    key: str
    name: str
    summary: str
    facts: list[str]
    source: str
    commands: list[str]


class Section(Shape):
    results: list[CompendiumEntry]


class AllSystems(ApiView):
    @extend_schema(responses=Systems, summary="Games", tags=["systems"])
    def get(self, request: Request) -> Response:
        return Response(Systems(results=[SystemRow(slug=s.slug, name=s.name, note=s.note) for s in registry.SYSTEMS]))


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


urlpatterns = [
    path("odds/", api_lab.OddsLab.as_view(), name="odds-lab"),
    path("systems/", AllSystems.as_view(), name="systems"),
    path("systems/<slug:slug>/", OneSystem.as_view(), name="system"),
    path("systems/<slug:slug>/<slug:section>/", OneSection.as_view(), name="section"),
]
