"""Occupations of a campaign's own, and with which figures."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.engine.homebrew import (
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
    spelled,
    under,
    words,
)
from rules.engine.refusals import Refused
from rules.engine.sheets import Json
from rules.engine.system import Entry
from rules.systems.sda import compendium
from rules.systems.sda.homebrew import chapters
from rules.systems.sda.homebrew.fitting import fitting
from rules.systems.sda.making import lives, ours, shelf
from rules.systems.sda.making.belongings import SHOPS
from rules.systems.sda.making.entries import Belonging, Needs, Occupation
from rules.systems.sda.making.makers import CAREERS, Known


def _careers() -> Mapping[str, str]:
    return spelled(*CAREERS)


def _peoples() -> Mapping[str, str]:
    return named(compendium.offered(shelf.peoples()))


def _things() -> Mapping[str, str]:
    """Everything that is made: "weapons.spear", "gear.rope"."""
    found: dict[str, Mapping[str, Any]] = {
        "weapons": {key: one for key, one in compendium.weapons().items() if not one.natural},
        "armour": compendium.armour(),
        "gear": compendium.gear(),
    }
    return {
        f"{section}.{key}": one.name for section in SHOPS for key, one in compendium.offered(found[section]).items()
    }


_OCCUPATION = (
    NAME,
    DESCRIPTION,
    many("careers", "Careers that it belongs to", _careers, help="What comes next hangs on them"),
    each("costs", "Background points by the career before", _careers, least=1, most=60),
    number("years", "Years", least=1, most=100, start=2),
    *chapters.learning("Experience"),
    *under(
        "What it gives",
        each("things", "Belongings, and how many", _things, least=1, most=99),
        many("one_thing", "And one of these", _things),
        words("also", "And whatever has no entry", most=400, long=True, help='A line for each, as in "3 × candles"'),
        number("copper", "Money", most=1_000_000, unit="copper"),
    ),
    *chapters.GIVES,
    *under(
        chapters.NEEDS,
        number("needs_occupations", "Needs occupations before", most=10),
        many("needs_careers", "Of these careers", _careers, help="Left open: of any"),
        many("needs_peoples", "Only for", _peoples, help="Left open: for everybody"),
        pick("needs_event", "Or, instead of all that, this has happened", chapters.events, start=""),
    ),
    *chapters.CHANGES,
)


def _entry(key: str, told: Told) -> Entry:
    if not told["careers"]:
        raise Refused("An occupation belongs to a career at least.", "careers")
    if not told["costs"]:
        raise Refused("Say after which careers it can be taken up, and for how many background points.", "costs")
    if told["needs_careers"] and not told["needs_occupations"]:
        raise Refused("Say how many occupations of those careers it needs: 1 at least.", "needs_occupations")
    if "." in told["also"]:
        raise Refused("A line for each thing, without full stops.", "also")
    chapters.refuse_half_shared(told)
    chapters.refuse_both_sides(told, "never")
    return fitting(lambda: listed(key, lives.occupation_entry(ours.occupation_from(key, told, _known())), told))


def _known() -> Known:
    return Known(compendium.library(), shelf.traits(), shelf.peoples(), events=shelf.events())


# -- the game's own, to begin with ------------------------------------------------------------------------------------


def _told_of(one: Occupation) -> dict[str, Json]:
    return {
        **chapters.told_of_chapter(one),
        **chapters.told_of(one, "careers", "costs", "years", "copper"),
        **_told_of_belongings(one.belongings),
        **_told_of_needs(one.needs or Needs()),
    }


def _told_of_belongings(belongings: tuple[Belonging, ...]) -> dict[str, Json]:
    among = [one for one in belongings if len(one.one_of) > 1]
    sure = {one.one_of[0]: one.count for one in belongings if len(one.one_of) == 1}
    filed = {thing: count for thing, count in sure.items() if thing.partition(".")[0] in SHOPS}
    plain = [f"{count} × {thing}" if count > 1 else thing for thing, count in sure.items() if thing not in filed]
    return {"things": filed, "one_thing": list(among[-1].one_of) if among else [], "also": "\n".join(plain)}


def _told_of_needs(needs: Needs) -> dict[str, Json]:
    return {
        "needs_occupations": needs.occupations,
        "needs_careers": list(needs.careers),
        "needs_peoples": list(needs.races),
        "needs_event": needs.or_event,
    }


@cache
def _own() -> Mapping[str, Told]:
    games = shelf.shelf()
    known = Known(games.library, games.traits, games.peoples, events=games.events)
    return chapters.told_back(games.occupations, _told_of, lambda key, told: ours.occupation_from(key, told, known))


OCCUPATIONS = Shelf("occupations", "occupation", _OCCUPATION, _entry, own=_own)
