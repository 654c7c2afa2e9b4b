"""Occupations of a campaign's own, and their figures."""

from collections.abc import Mapping
from functools import cache

from rules.engine.content.entries import Entry
from rules.engine.content.homebrew import DESCRIPTION, NAME, Shelf, Told, each, listed, many, number
from rules.engine.kernel import Json, Refused
from rules.systems.sda.content import compendium, life_shelf, own_life
from rules.systems.sda.content.life_entries import Known, Occupation
from rules.systems.sda.creation.life import listing
from rules.systems.sda.screen.homebrew import chapters
from rules.systems.sda.screen.homebrew.fitting import BELONGINGS, fitting, refuse_full_stops, told_of_belongings

_OCCUPATION = (
    NAME,
    DESCRIPTION,
    many("careers", "Careers that it belongs to", chapters.careers, needed=True, help="What comes next hangs on them"),
    each("costs", "Background points by the career before", chapters.careers, least=1, most=60, needed=True),
    number("years", "Years", least=1, most=100, start=2),
    *chapters.learning("Experience"),
    *BELONGINGS,
    *chapters.GIVES,
    *chapters.NEEDS_BEFORE,
    *chapters.CHANGES,
)


def _entry(key: str, told: Told) -> Entry:
    if not told["careers"]:
        raise Refused("An occupation belongs to a career at least.", "careers")
    if not told["costs"]:
        raise Refused("Say after which careers it can be taken up, and for how many background points.", "costs")
    chapters.refuse_uncounted(told)
    refuse_full_stops(told)
    chapters.refuse_half_shared(told)
    chapters.refuse_both_sides(told, "never")
    return fitting(lambda: listed(key, listing.occupation_entry(own_life.occupation_from(key, told, _known())), told))


def _known() -> Known:
    return Known(compendium.library(), life_shelf.traits(), life_shelf.peoples(), events=life_shelf.events())


# -- the game's own, to begin with ------------------------------------------------------------------------------------


def _told_of(one: Occupation) -> dict[str, Json]:
    return {
        **chapters.told_of_chapter(one),
        **chapters.told_of(one, "careers", "costs", "years"),
        **told_of_belongings(one),
        **chapters.told_of_needs(one),
    }


@cache
def _own() -> Mapping[str, Told]:
    games = life_shelf.shelf()
    known = Known(games.library, games.traits, games.peoples, events=games.events)
    return chapters.told_back(games.occupations, _told_of, lambda key, told: own_life.occupation_from(key, told, known))


OCCUPATIONS = Shelf("occupations", "occupation", _OCCUPATION, _entry, own=_own)
