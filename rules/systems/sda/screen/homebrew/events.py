"""Life events of a campaign's own, and their figures."""

from collections.abc import Mapping
from functools import cache

from rules.engine.content.entries import Entry
from rules.engine.content.homebrew import DESCRIPTION, NAME, Shelf, Told, listed, number, switch, under
from rules.engine.kernel import Json, Refused
from rules.systems.sda.content import compendium, life_shelf, own_life
from rules.systems.sda.content.life_entries import Event, Known
from rules.systems.sda.creation.life import listing
from rules.systems.sda.screen.homebrew import chapters
from rules.systems.sda.screen.homebrew.fitting import BELONGINGS, fitting, refuse_full_stops, told_of_belongings

#: The most parents that somebody has.
_PARENTS = 2

_EVENT = (
    NAME,
    DESCRIPTION,
    number("cost", "Background points", most=chapters.MOST_COST),
    *under(
        "Of the parents",
        switch("bereaves", "A parent dies"),
        number("bereaved", "Needs so many events in which a parent died", most=_PARENTS),
    ),
    chapters.OPENS,
    *chapters.learning("Experience"),
    *BELONGINGS,
    *chapters.GIVES,
    chapters.FAITH,
    *chapters.CHANGES,
)


def _entry(key: str, told: Told) -> Entry:
    if told["bereaves"] and told["bereaved"]:
        raise Refused("Either a parent dies in it, or it needs that they died before.", "bereaved")
    refuse_full_stops(told)
    chapters.refuse_half_shared(told)
    chapters.refuse_both_sides(told, "never")
    known = Known(compendium.library(), life_shelf.traits(), life_shelf.peoples())
    return fitting(lambda: listed(key, listing.event_entry(own_life.event_from(key, told, known)), told))


def _told_of(one: Event) -> dict[str, Json]:
    return {
        **chapters.told_of_chapter(one),
        **chapters.told_of(one, "bereaves", "bereaved", "careers", "faith"),
        **told_of_belongings(one),
        "cost": one.cost or 0,
    }


@cache
def _own() -> Mapping[str, Told]:
    games = life_shelf.shelf()
    known = Known(games.library, games.traits, games.peoples)
    return chapters.told_back(games.events, _told_of, lambda key, told: own_life.event_from(key, told, known))


EVENTS = Shelf("life_events", "life event", _EVENT, _entry, own=_own)
