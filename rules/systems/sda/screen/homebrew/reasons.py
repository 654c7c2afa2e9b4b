"""Reasons to leave home of a campaign's own, and their figures."""

from collections.abc import Mapping
from functools import cache

from rules.engine.content.entries import Entry
from rules.engine.content.homebrew import DESCRIPTION, NAME, Shelf, Told, each, listed, number, under
from rules.engine.kernel import Json, Refused
from rules.systems.sda.content import compendium, life_shelf, own_life
from rules.systems.sda.content.life_entries import Known, Reason
from rules.systems.sda.creation.life import listing
from rules.systems.sda.screen.homebrew import chapters
from rules.systems.sda.screen.homebrew.fitting import BELONGINGS, fitting, refuse_full_stops, told_of_belongings

#: The skills of the last occupation, in the order in which it names them.
_SKILLS = {"first": "The first skill", "second": "The second", "third": "The third"}
_COST = "Background points by origin"

_REASON = (
    NAME,
    DESCRIPTION,
    number("cost", "Background points, wherever somebody is from", most=chapters.MOST_COST),
    each("costs", _COST, chapters.origins, most=chapters.MOST_COST, help="If any, it is closed to all other origins"),
    *chapters.learning("Experience"),
    *under(
        chapters.TEACHES,
        number("any_count", "Skills of one's choice that were no part of one's trade", most=20),
        number("any_xp", "Experience in each of them", most=chapters.MOST_XP),
        each(
            "of_occupation", "Again in skills of the last occupation", lambda: _SKILLS, least=1, most=chapters.MOST_XP
        ),
    ),
    *BELONGINGS,
    *chapters.GIVES,
    *chapters.NEEDS_BEFORE,
    *chapters.CHANGES,
)


def _entry(key: str, told: Told) -> Entry:
    if told["costs"] and told["cost"]:
        raise Refused("It costs the same for all, or by origin, not both.", "cost")
    if bool(told["any_count"]) != bool(told["any_xp"]):
        raise Refused("Say in how many skills, and how much experience in each: 1 at least.", "any_count")
    if list(told["of_occupation"]) != list(_SKILLS)[: len(told["of_occupation"])]:
        raise Refused("Of the skills of the last occupation say it of the first before the others.", "of_occupation")
    refuse_full_stops(told)
    chapters.refuse_uncounted(told)
    chapters.refuse_half_shared(told)
    chapters.refuse_both_sides(told, "never")
    known = Known(
        compendium.library(), life_shelf.traits(), life_shelf.peoples(), life_shelf.origins(), life_shelf.events()
    )
    return fitting(lambda: listed(key, listing.reason_entry(own_life.reason_from(key, told, known)), told))


def _told_of(one: Reason) -> dict[str, Json]:
    return {
        **chapters.told_of_chapter(one),
        **chapters.told_of(one, "costs", "any_count", "any_xp"),
        **told_of_belongings(one),
        **chapters.told_of_needs(one),
        "cost": one.cost or 0,
        "of_occupation": dict(zip(_SKILLS, one.of_occupation, strict=False)),
    }


@cache
def _own() -> Mapping[str, Told]:
    games = life_shelf.shelf()
    known = Known(games.library, games.traits, games.peoples, games.origins, games.events)
    return chapters.told_back(games.reasons, _told_of, lambda key, told: own_life.reason_from(key, told, known))


REASONS = Shelf("reasons", "reason", _REASON, _entry, own=_own)
