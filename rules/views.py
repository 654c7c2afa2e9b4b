"""The games on paper: their compendia, what can be done on a turn, their numbered rules. Open to everybody."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from rules import comparison, lab, registry, selectors
from rules.engine.system.protocol import System
from rules.histogram import columns


@require_GET
def games(request: HttpRequest) -> HttpResponse:
    """Show all games, each with the size of its compendium."""
    shown = [{"system": system, "sections": selectors.sections(system)} for system in registry.SYSTEMS]
    return render(request, "rules/games.html", {"games": shown})


@require_GET
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one game: its sections, its guide, its house rules."""
    system = _system(slug)
    return render(request, "rules/game.html", shown(system) | {"guide": system.guide(), "switches": system.switches})


@require_GET
def section(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Show all entries of one section; those that are not searched for are there, but out of sight."""
    system, wanted = _system(slug), request.GET.get("q", "")
    chosen = _section(system, section)
    listed = selectors.listed(chosen, wanted)
    told = {
        "section": chosen,
        "listed": listed,
        "wanted": wanted,
        "found": sum(one.found for one in listed),
        "compares": comparison.can_compare(section),
    }
    return render(request, "rules/section.html", shown(system) | told)


@require_GET
def compare(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Show some entries of a section side by side, as the address names them."""
    system = _system(slug)
    chosen = _comparable(system, section)
    found = comparison.of_the_game(system, chosen, request.GET.getlist("entry"))
    only = "differing" in request.GET
    table = comparison.compare(system.shelves().get(section), found, chosen.entries, only_differing=only)
    told = {"section": chosen, "comparison": table, "back": reverse("rules:section", args=[slug, section])}
    return render(request, "rules/compare.html", shown(system) | told)


@require_GET
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the finds in all sections of a game."""
    system, wanted = _system(slug), request.GET.get("q", "").strip()
    found = selectors.search(system, wanted)
    told = {"wanted": wanted, "found": found, "count": sum(finds.count for finds in found)}
    return render(request, "rules/search.html", shown(system) | told)


@require_GET
def turn(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the things that can be done on a turn, on one sheet of paper."""
    system = _system(slug)
    return render(request, "rules/turn.html", shown(system) | {"guide": system.guide()})


@require_GET
def odds(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Answer questions about dice, up to four beside each other, in the words of a game or of plain dice alone."""
    system = _system(slug) if slug else None
    around = shown(system) if system else {}
    return answered(request, system, lambda told: render(request, "rules/odds.html", around | told))


def answered(
    request: HttpRequest, system: System | None, page: Callable[[dict[str, object]], HttpResponse]
) -> HttpResponse:
    """The answers to questions about dice, as a table where the address asks for one, else on the page given."""
    found = lab.asked(system, request.GET.getlist("q"))
    if request.GET.get("as") == "csv":
        headers = {"Content-Disposition": 'attachment; filename="odds.csv"'}
        return HttpResponse(lab.as_csv(found), content_type="text/csv; charset=utf-8", headers=headers)
    told: dict[str, object] = {
        "found": [(one, columns(one.answer) if one.answer else []) for one in found],
        "fields": [*(one.question for one in found), *[""] * (lab.MOST - len(found))],
        "language": lab.language_of(system),
        "notation": lab.language_of(None).phrases,
        "games": registry.SYSTEMS,
        "asked": urlencode([("q", one.question) for one in found]),
        "link": request.build_absolute_uri(),
    }
    return page(told)


def _system(slug: str) -> System:
    try:
        return registry.system_named(slug)
    except KeyError:
        raise Http404 from None


def _section(system: System, key: str) -> selectors.Section:
    chosen = next((one for one in selectors.all_sections(system) if one.key == key), None)
    if chosen is None:
        raise Http404
    return chosen


def _comparable(system: System, key: str) -> selectors.Section:
    if not comparison.can_compare(key):
        raise Http404
    return _section(system, key)


def shown(system: System) -> dict[str, object]:
    """The context that every page of a game needs besides its own matter."""
    return {
        "system": system,
        "accent": system.accent,
        "sections": selectors.sections(system),
        "numbered": selectors.numbered(system),
        "numbers": selectors.numbers(system),
    }
