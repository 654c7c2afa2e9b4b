"""Life events of a campaign's own, and their figures."""

from collections.abc import Mapping
from functools import cache

from rules.engine.content.entries import Entry
from rules.engine.content.homebrew import DESCRIPTION, NAME, Shelf, Told, listed, number, switch, under
from rules.engine.kernel.refusals import Refused
from rules.engine.kernel.sheets import Json
from rules.systems.sda import compendium
from rules.systems.sda.homebrew import chapters
from rules.systems.sda.homebrew.belongings import BELONGINGS, refuse_full_stops, told_of_belongings
from rules.systems.sda.homebrew.fitting import fitting
from rules.systems.sda.making import lives, ours, shelf
from rules.systems.sda.making.entries import Event
from rules.systems.sda.making.makers import Known

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
    known = Known(compendium.library(), shelf.traits(), shelf.peoples())
    return fitting(lambda: listed(key, lives.event_entry(ours.event_from(key, told, known)), told))


def _told_of(one: Event) -> dict[str, Json]:
    return {
        **chapters.told_of_chapter(one),
        **chapters.told_of(one, "bereaves", "bereaved", "careers", "faith"),
        **told_of_belongings(one),
        "cost": one.cost or 0,
    }


@cache
def _own() -> Mapping[str, Told]:
    games = shelf.shelf()
    known = Known(games.library, games.traits, games.peoples)
    return chapters.told_back(games.events, _told_of, lambda key, told: ours.event_from(key, told, known))


EVENTS = Shelf("life_events", "life event", _EVENT, _entry, own=_own)
