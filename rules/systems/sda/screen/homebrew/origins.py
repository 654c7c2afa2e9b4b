"""Places of origin and motivations of a campaign's own, which cost by people, and their figures."""

from collections.abc import Callable, Mapping
from functools import cache

from rules.engine.content.entries import Entry
from rules.engine.content.homebrew import DESCRIPTION, NAME, Shelf, Told, each, listed
from rules.engine.kernel import Json
from rules.systems.sda.content import compendium, life_shelf, own_life
from rules.systems.sda.content.life_entries import Chapter, Known
from rules.systems.sda.creation.life import listing
from rules.systems.sda.screen.homebrew import chapters
from rules.systems.sda.screen.homebrew.fitting import BELONGINGS, fitting, refuse_full_stops, told_of_belongings

_COSTS = each(
    "costs",
    "Background points by people",
    chapters.peoples,
    most=chapters.MOST_COST,
    help="Closed to all others, but for peoples that name it themselves",
)
_ORIGIN = (
    NAME,
    DESCRIPTION,
    _COSTS,
    chapters.OPENS,
    *chapters.learning("Experience"),
    *BELONGINGS,
    *chapters.GIVES,
    chapters.FAITH,
    *chapters.CHANGES,
)
_MOTIVATION = (NAME, DESCRIPTION, _COSTS, *chapters.learning("Experience"), *chapters.GIVES, *chapters.CHANGES)


def _entry(key: str, told: Told, make: Callable[[str, Told, Known], Chapter]) -> Entry:
    chapters.refuse_half_shared(told)
    chapters.refuse_both_sides(told, "never")
    known = Known(compendium.library(), life_shelf.traits(), life_shelf.peoples())
    return fitting(lambda: listed(key, listing.placed_entry(make(key, told, known)), told))


def _origin(key: str, told: Told) -> Entry:
    refuse_full_stops(told)
    return _entry(key, told, own_life.origin_from)


def _motivation(key: str, told: Told) -> Entry:
    return _entry(key, told, own_life.motivation_from)


# -- the game's own, to begin with ------------------------------------------------------------------------------------


def _told_of_motivation(one: Chapter) -> dict[str, Json]:
    return {**chapters.told_of_chapter(one), **chapters.told_of(one, "costs")}


def _told_of_origin(one: Chapter) -> dict[str, Json]:
    given = told_of_belongings(one)
    return {**_told_of_motivation(one), **chapters.told_of(one, "careers", "faith"), **given}


def _known() -> Known:
    games = life_shelf.shelf()
    return Known(games.library, games.traits, games.peoples)


@cache
def _own_origins() -> Mapping[str, Told]:
    known = _known()
    return chapters.told_back(
        life_shelf.shelf().origins, _told_of_origin, lambda key, told: own_life.origin_from(key, told, known)
    )


@cache
def _own_motivations() -> Mapping[str, Told]:
    known = _known()
    return chapters.told_back(
        life_shelf.shelf().motivations,
        _told_of_motivation,
        lambda key, told: own_life.motivation_from(key, told, known),
    )


ORIGINS = Shelf("origins", "origin", _ORIGIN, _origin, own=_own_origins)
MOTIVATIONS = Shelf("motivations", "motivation", _MOTIVATION, _motivation, own=_own_motivations)
