"""Traits of a campaign's own, and their figures."""

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
    named,
    number,
    pick,
    switch,
    under,
    words,
)
from rules.engine.kernel import Item, Json, Refused
from rules.systems.sda.content import compendium, life_shelf, own_life
from rules.systems.sda.content.life_entries import FIGURES, LEAST_COST, Known, Need, Trait
from rules.systems.sda.core.person import KIND
from rules.systems.sda.creation.life import listing
from rules.systems.sda.creation.life.sheet import MOST_ATTRIBUTE
from rules.systems.sda.screen.homebrew import chapters
from rules.systems.sda.screen.homebrew.fitting import fitting


def _taught() -> Mapping[str, str]:
    return {**chapters.learnable(), **chapters.attributes()}


def _kinds_of_magic() -> Mapping[str, str]:
    return named({key: one for key, one in compendium.groups().items() if one.magic})


def _peoples() -> Mapping[str, str]:
    return named(compendium.offered(life_shelf.peoples()), "Any")


_TRAIT = (
    NAME,
    DESCRIPTION,
    number("cost", "Background points", least=LEAST_COST, most=60, help="Below 0: a flaw, which gives points"),
    switch("unsold", "Cannot be bought: only given by birth, or earned in play"),
    *under(
        "On rolls",
        many("rolls", "Rolls that it helps or hinders", chapters.learnable),
        number("dice", "Dice on them", least=-9, most=9),
        number("mos", "Successes on them", least=-9, most=9),
        switch("twice", "What they score counts twice"),
        words("when", "Only when", most=120, help="For the table to judge; left open, it holds always"),
        many("doubles", "Skills whose successes always count twice", chapters.skills),
    ),
    *under(
        "Besides",
        each("figures", "What else it changes", lambda: FIGURES, least=1, most=12),
        pick(
            "slows",
            "An attribute that costs half as much again",
            lambda: named(compendium.attributes(), "None"),
            start="",
        ),
        number("first_rank", "First ranks cost no more than", most=20, help="0: as usual", unit="experience"),
        switch("talent", "One chosen skill is cheaper, as for a natural talent"),
        many("opens", "Kinds of magic that it opens", _kinds_of_magic),
    ),
    *under(
        chapters.NEEDS,
        each("needs_least", "Needs attributes of at least", chapters.attributes, least=1, most=MOST_ATTRIBUTE),
        each("needs_most", "Needs attributes of no more than", chapters.attributes, least=1, most=MOST_ATTRIBUTE),
        each("needs_ranks", "Needs ranks", chapters.learnable, least=1, most=10),
        number("needs_rank", "Needs a rank in one of several", most=10),
        many("needs_among", "One of these", chapters.learnable),
        many("needs_traits", "Needs traits", chapters.traits),
        many("needs_virtues", "Needs a leaning", chapters.sides),
        pick("needs_people", "Needs to be of a people", _peoples, start=""),
        words("needs_told", "Needs, for the game master to judge", most=120),
        pick("needs_event", "Or, instead of all that, this has happened", chapters.events, start=""),
    ),
    *under("How it is earned in play", *chapters.learning("Experience", _taught)),
)


def trait_from(key: str, told: Told) -> Trait:
    """A trait of the campaign's own, with what the open book knows."""
    return own_life.trait_from(key, told, Known(compendium.library()))


def _entry(key: str, told: Told) -> Entry:
    _refuse_halves(told)
    return fitting(lambda: listed(key, listing.trait_entry(trait_from(key, told)), told))


def _refuse_halves(told: Told) -> None:
    """Refuse figures that say something only together with another one that is missing."""
    acts = any(told[name] for name in ("dice", "mos", "twice", "when"))
    if told["rolls"] and not acts:
        raise Refused("Say what it does to those rolls: dice, successes, or at least when to think of it.", "rolls")
    if acts and not told["rolls"]:
        raise Refused("Say which rolls it helps or hinders.", "rolls")
    if told["needs_rank"] and not told["needs_among"]:
        raise Refused("Say in which skills that rank is needed.", "needs_among")
    if told["needs_among"] and not told["needs_rank"]:
        raise Refused("Say which rank is needed in one of them: 1 at least.", "needs_rank")
    chapters.refuse_both_sides(told, "needs_virtues")
    chapters.refuse_half_shared(told)


def _item(key: str, told: Told) -> Item:
    return Item(str(told["name"]), KIND, entry=key)


# -- the game's own, to begin with ------------------------------------------------------------------------------------


def _told_of(trait: Trait) -> dict[str, Json]:
    effect = trait.effects[0] if trait.effects else None
    return {
        **chapters.told_of(trait, "slows", "first_rank", "talent", "doubles", "figures", "opens"),
        "cost": trait.cost or 0,
        "unsold": trait.cost is None,
        "rolls": list(effect.skills) if effect else [],
        "dice": effect.dice if effect else 0,
        "mos": effect.mos if effect else 0,
        "twice": effect.twice if effect else False,
        "when": effect.when if effect else "",
        **_told_of_needs(trait.needs),
        **chapters.told_of_learning(trait.experience),
    }


def _told_of_needs(needs: tuple[Need, ...]) -> dict[str, Json]:
    several = [need for need in needs if len(need.of) > 1]
    return {
        "needs_least": {need.attribute: need.least for need in needs if need.least},
        "needs_most": {need.attribute: need.most for need in needs if need.most},
        "needs_ranks": {need.of[0]: need.rank for need in needs if len(need.of) == 1},
        "needs_rank": several[0].rank if several else 0,
        "needs_among": list(several[0].of) if several else [],
        "needs_traits": [need.trait for need in needs if need.trait],
        "needs_virtues": [f"{need.virtue}.{need.side}" for need in needs if need.virtue],
        "needs_people": next((need.race for need in needs if need.race), ""),
        "needs_told": next((need.told for need in needs if need.told), ""),
        "needs_event": next((need.or_event for need in needs if need.or_event), ""),
    }


@cache
def _own() -> Mapping[str, Told]:
    known = Known(compendium.printed())
    return chapters.told_back(
        life_shelf.shelf().traits, _told_of, lambda key, told: own_life.trait_from(key, told, known)
    )


TRAITS = Shelf("traits", "trait", _TRAIT, _entry, item=_item, own=_own)
