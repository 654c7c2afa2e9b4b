"""Parts of a life that a campaign adds: made from figures by the check of the data files.

An entry may lack figures, because it is older than they are: those are left out of the row.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from rules.engine.content.homebrew import OURS, Told
from rules.engine.content.reader import DataError, entry
from rules.systems.sda.content.life_entries import Chapter, Event, Kin, Known, Occupation, People, Reason, Trait
from rules.systems.sda.content.own_entries import NEW, WRITTEN

#: The description of entries without one, for the reader refuses an empty one.
_SILENT = "–"
#: "3 × candles" is three of them.
_COUNTED = re.compile(r"(\d{1,3})\s*[x×]\s+(\S.*)")

T = TypeVar("T", Trait, People, Kin, Occupation, Event, Reason, Chapter)


def trait_from(key: str, told: Told, known: Known) -> Trait:
    """A trait of the campaign's own."""
    row = {
        **_named(told),
        **_said(told, "slows", "first_rank", "talent", "doubles", "figures", "opens"),
        **({} if told.get("unsold") else {"cost": told.get("cost", 0)}),
        "experience": _experience(told),
        "needs": _needs(told),
        "effects": _effects(told),
    }
    return _made(Trait, key, row, known)


def people_from(key: str, told: Told, known: Known) -> People:
    """A people of the campaign's own, which says its size and attributes itself: it may have no kin to say them."""
    row = {
        **_chapter(told),
        **_said(told, "size", "speed", "age", "attributes", "like", "origins", "motivations"),
        "arrays": _lines(told, "arrays"),
    }
    people = _made(People, key, row, known)
    if bool(people.attributes) == bool(people.arrays):
        raise DataError(f"{WRITTEN}: attributes are either set, all six of them, or numbers to distribute")
    return people


def kin_from(key: str, told: Told, people: People, known: Known) -> Kin:
    """Kin of the campaign's own, among a people of the game or of its own."""
    row = {
        **_chapter(told),
        **_said(told, "size", "attributes", "attribute_experience", "loses"),
        "cost": told.get("cost", 0),
    }
    kin = _made(Kin, key, row, known)
    if not (people.attributes or people.arrays or kin.attributes):
        raise DataError(f"{WRITTEN}: the kin of {people.name} say what attributes they are born with, all six")
    if not (people.size or kin.size):
        raise DataError(f"{WRITTEN}: the kin of {people.name} say what size they are")
    return kin


def occupation_from(key: str, told: Told, known: Known) -> Occupation:
    """An occupation of the campaign's own."""
    row = {**_lived(told), **_said(told, "costs"), "years": told.get("years", 1), **_needs_before(told)}
    return _made(Occupation, key, row, known)


def origin_from(key: str, told: Told, known: Known) -> Chapter:
    """A place of origin of the campaign's own."""
    return _made(Chapter, key, {**_lived(told), **_said(told, "costs")}, known)


def event_from(key: str, told: Told, known: Known) -> Event:
    """A life event of the campaign's own."""
    row = {**_lived(told), **_said(told, "bereaves", "bereaved"), "cost": told.get("cost", 0)}
    return _made(Event, key, row, known)


def reason_from(key: str, told: Told, known: Known) -> Reason:
    """A reason to leave of the campaign's own; by origin where that is said, at one cost otherwise."""
    any_count = told.get("any_count") or 0
    row = {
        **_lived(told),
        **(_said(told, "costs") or {"cost": told.get("cost", 0)}),
        **({"any_skills": {"count": any_count, "xp": told.get("any_xp", 0)}} if any_count else {}),
        **_said(told, "of_occupation"),
        **_needs_before(told),
    }
    return _made(Reason, key, row, known)


def motivation_from(key: str, told: Told, known: Known) -> Chapter:
    """A motivation of the campaign's own."""
    return _made(Chapter, key, {**_lived(told), **_said(told, "costs")}, known)


def _made(kind: type[T], key: str, row: Mapping[str, Any], known: Known) -> T:
    """The entry under its own key, which no data file could have; it need not be described, as those must."""
    told = {**row, "key": NEW, "description": row["description"] or _SILENT}
    return replace(entry(kind, WRITTEN, told, known), key=key or NEW, description=row["description"])


# -- parts ------------------------------------------------------------------------------------------------------------


def _named(told: Told) -> dict[str, Any]:
    return {"name": told["name"], "description": told.get("description") or "", "source": OURS}


def _said(told: Told, *names: str) -> dict[str, Any]:
    return {name: told[name] for name in names if told.get(name)}


def _lines(told: Told, name: str) -> list[str]:
    return [line.strip() for line in str(told.get(name) or "").splitlines() if line.strip()]


def _chapter(told: Told) -> dict[str, Any]:
    return {
        **_named(told),
        **_said(told, "traits", "offers", "half_price"),
        "experience": _experience(told),
        "told": _lines(told, "told"),
        **({"never": dict(_sides(told, "never"))} if told.get("never") else {}),
    }


def _lived(told: Told) -> dict[str, Any]:
    """The fields of a row that chapters beside people and kin have; those that are not told are left out."""
    return {**_chapter(told), **_said(told, "careers", "copper", "faith"), "belongings": _belongings(told)}


def _sides(told: Told, name: str) -> list[tuple[str, str]]:
    """Pairs of a virtue and a side of it, told as "courage.lack"."""
    return [(virtue, side) for virtue, _, side in (one.partition(".") for one in told.get(name) or ())]


def _experience(told: Told) -> list[dict[str, Any]]:
    plain = [{"xp": xp, "of": [name]} for name, xp in (told.get("experience") or {}).items()]
    among = list(told.get("among") or ())
    return [*plain, {"xp": told.get("shared", 0), "of": among}] if among else plain


def _needs(told: Told) -> list[dict[str, Any]]:
    """The rows of a trait's needs; an event that does instead does so for each of them."""
    among = list(told.get("needs_among") or ())
    needs = [
        *({"attribute": name, "least": least} for name, least in (told.get("needs_least") or {}).items()),
        *({"attribute": name, "most": most} for name, most in (told.get("needs_most") or {}).items()),
        *({"of": [name], "rank": rank} for name, rank in (told.get("needs_ranks") or {}).items()),
        *([{"of": among, "rank": told.get("needs_rank", 0)}] if among else []),
        *({"trait": name} for name in told.get("needs_traits") or ()),
        *({"virtue": virtue, "side": side} for virtue, side in _sides(told, "needs_virtues")),
        *([{"race": told["needs_people"]}] if told.get("needs_people") else []),
        *([{"told": told["needs_told"]}] if told.get("needs_told") else []),
    ]
    return [{**need, **({"or_event": told["needs_event"]} if told.get("needs_event") else {})} for need in needs]


def _effects(told: Told) -> list[dict[str, Any]]:
    skills = list(told.get("rolls") or ())
    return [{"of": skills, **_said(told, "dice", "mos", "when", "twice")}] if skills else []


def _needs_before(told: Told) -> dict[str, Any]:
    needs = {
        "occupations": told.get("needs_occupations") or 0,
        "careers": list(told.get("needs_careers") or ()),
        "races": list(told.get("needs_peoples") or ()),
        **({"or_event": told["needs_event"]} if told.get("needs_event") else {}),
    }
    return {"needs": needs} if needs["occupations"] or needs["races"] else {}


def _belongings(told: Told) -> list[dict[str, Any]]:
    among = list(told.get("one_thing") or ())
    return [
        *({"one_of": [thing], "count": count} for thing, count in (told.get("things") or {}).items()),
        *([{"one_of": among}] if among else []),
        *map(_plain, _lines(told, "also")),
    ]


def _plain(line: str) -> dict[str, Any]:
    counted = _COUNTED.fullmatch(line)
    return {"one_of": [counted[2]], "count": int(counted[1])} if counted else {"one_of": [line]}
