"""Kin of a campaign's own, among a people of the game or of its own, and their figures."""

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
    many,
    number,
    pick,
    spelled,
    under,
)
from rules.engine.kernel import Json
from rules.systems.sda.content import compendium, life_shelf, own_life
from rules.systems.sda.content.entries import SIZES
from rules.systems.sda.content.life_entries import Kin, Known, People
from rules.systems.sda.creation.life import listing
from rules.systems.sda.creation.life.sheet import MOST_ATTRIBUTE
from rules.systems.sda.screen.homebrew import chapters
from rules.systems.sda.screen.homebrew.fitting import fitting


def _sizes() -> Mapping[str, str]:
    return {"": "As their people", **spelled(*SIZES)}


_KIN = (
    NAME,
    DESCRIPTION,
    pick("people", "Kin of", chapters.peoples),
    number("cost", "Background points", most=chapters.MOST_COST),
    *under(
        chapters.TEACHES,
        each("attribute_experience", "Experience in attributes", chapters.attributes, least=1, most=chapters.MOST_XP),
    ),
    *chapters.learning("Experience of this kin"),
    *chapters.GIVES,
    *under("Traits", many("loses", "Traits of their people that they have not", chapters.traits)),
    *under(
        "What they are born with",
        pick("size", "Size", _sizes, start=""),
        each(
            "attributes",
            "Attributes, all six",
            chapters.attributes,
            least=1,
            most=MOST_ATTRIBUTE,
            help="Left open: as their people",
        ),
    ),
    *chapters.CHANGES,
)


def _entry(key: str, told: Told) -> Entry:
    chapters.refuse_half_shared(told)
    chapters.refuse_both_sides(told, "never")
    people = life_shelf.peoples().get(told["people"])
    if people is None:
        return Entry(key, str(told["name"]), str(told["description"]))
    known = Known(compendium.library(), life_shelf.traits())
    return fitting(lambda: listed(key, listing.kin_entry(people, own_life.kin_from(key, told, people, known)), told))


def _told_of(people: People, kin: Kin) -> dict[str, Json]:
    return {
        **chapters.told_of_chapter(kin),
        **chapters.told_of(kin, "size", "attributes", "attribute_experience", "loses"),
        "cost": kin.cost or 0,
        "people": people.key,
    }


@cache
def _own() -> Mapping[str, Told]:
    games = life_shelf.shelf()
    known = Known(games.library, games.traits)
    peoples = {key: people for people in games.peoples.values() for key in people.kin}
    return chapters.told_back(
        {key: people.kin[key] for key, people in peoples.items()},
        lambda kin: _told_of(peoples[kin.key], kin),
        lambda key, told: own_life.kin_from(key, told, peoples[key], known),
    )


KIN = Shelf("kin", "kindred", _KIN, _entry, own=_own)
