"""Peoples of a campaign's own, and their figures."""

from collections.abc import Mapping
from functools import cache

from rules.engine.content.entries import Entry
from rules.engine.content.homebrew import (
    DESCRIPTION,
    NAME,
    Shelf,
    Told,
    each,
    listed,
    named,
    number,
    pick,
    spelled,
    under,
    words,
)
from rules.engine.kernel import Json
from rules.systems.sda.content import compendium, life_shelf, own_life
from rules.systems.sda.content.entries import SIZES
from rules.systems.sda.content.life_entries import Known, People
from rules.systems.sda.creation.life import listing
from rules.systems.sda.creation.life.sheet import MOST_ATTRIBUTE
from rules.systems.sda.screen.homebrew import chapters
from rules.systems.sda.screen.homebrew.fitting import fitting


def _games() -> Mapping[str, str]:
    return named(life_shelf.shelf().peoples)


_PEOPLE = (
    NAME,
    DESCRIPTION,
    pick("size", "Size", lambda: spelled(*SIZES), start="medium"),
    number("speed", "Speed", least=1, most=60, start=9, unit="m in a round"),
    number("age", "Age of the youngest", least=1, most=1000, start=16, unit="years"),
    each("attributes", "Attributes, all six", chapters.attributes, least=1, most=MOST_ATTRIBUTE),
    words(
        "arrays",
        "Or six numbers to distribute",
        most=120,
        long=True,
        help='A line for each set, as in "7 6 6 6 6 5"; everybody chooses one',
    ),
    *chapters.learning("Experience of all of them"),
    *chapters.GIVES,
    *under(
        "Where they are at home",
        pick("like", "At home wherever these are", _games, help="Their origins, aims and callings are open to them"),
        each("origins", "Origins for other background points", chapters.origins, most=chapters.MOST_COST),
        each("motivations", "Aims for other background points", chapters.motivations, most=chapters.MOST_COST),
    ),
    *chapters.CHANGES,
)


def _entry(key: str, told: Told) -> Entry:
    chapters.refuse_half_shared(told)
    chapters.refuse_both_sides(told, "never")
    known = Known(compendium.library(), life_shelf.traits())
    return fitting(lambda: listed(key, listing.people_entry(own_life.people_from(key, told, known)), told))


def _told_of(people: People) -> dict[str, Json]:
    return {
        **chapters.told_of_chapter(people),
        **chapters.told_of(people, "size", "speed", "age", "attributes", "origins", "motivations"),
        "arrays": "\n".join(" ".join(map(str, array)) for array in people.arrays),
        "like": people.key,
    }


@cache
def _own() -> Mapping[str, Told]:
    games = life_shelf.shelf()
    known = Known(games.library, games.traits)
    return chapters.told_back(games.peoples, _told_of, lambda key, told: own_life.people_from(key, told, known))


PEOPLES = Shelf("peoples", "people", _PEOPLE, _entry, own=_own)
