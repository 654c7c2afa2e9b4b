"""Makers of the parts of a life from rows of data files, checked against skills, things and the other parts."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from rules.systems.sda.content.library import Library
from rules.systems.sda.content.life_entries import (
    FIGURES,
    Belonging,
    Chapter,
    Effect,
    Event,
    Kin,
    Learnt,
    Need,
    Needs,
    Occupation,
    People,
    Reason,
    Trait,
)
from rules.systems.sda.content.makers import SIZES
from rules.systems.sda.content.reader import Row

CAREERS = (
    "arts",
    "commerce",
    "crafts",
    "criminal",
    "government",
    "maritime",
    "military",
    "primary",
    "religious",
    "scholar",
    "service",
    "unemployed",
)
SIDES = ("lack", "excess")
#: The cost of the dearest flaw in background points: below 0, for it gives them back.
LEAST_COST = -12


@dataclass(frozen=True, slots=True)
class Known:
    """The keys that a part of a life may name."""

    library: Library
    traits: Collection[str] = ()
    races: Collection[str] = ()
    origins: Collection[str] = ()
    events: Collection[str] = ()

    @property
    def learnable(self) -> Collection[str]:
        """The keys of skills and groups."""
        return self.library.skills.keys() | self.library.groups.keys()


def people(row: Row, known: Known) -> People:
    """A people with its kin."""
    given = _kin(row, known)
    among = row.each("kin", partial(kin, known=known))
    made = People(
        **given,
        speed=row.whole("speed", least=1),
        age=row.whole("age", least=1),
        arrays=tuple(_array(row, text) for text in row.texts("arrays")),
        like=row.text("like", ""),
        origins=row.wholes("origins", least=0),
        motivations=row.wholes("motivations", least=0),
        kin=MappingProxyType({one.key: one for one in among}),
    )
    for one in among:
        if not (made.attributes or made.arrays or one.attributes):
            row.refuse(f"neither it nor {one.key!r} has attributes")
        if not (made.size or one.size):
            row.refuse(f"neither it nor {one.key!r} has a size")
    return made


def _array(row: Row, text: str) -> tuple[int, ...]:
    values = text.split()
    if len(values) != len(ATTRIBUTES) or not set(values) <= set(map(str, BORN_WITH)):
        least, most = BORN_WITH[0], BORN_WITH[-1]
        row.refuse(f"an array has {len(ATTRIBUTES)} values from {least} to {most}, not {text!r}")
    return tuple(int(value) for value in values)


#: The values that arrays distribute.
BORN_WITH = range(4, 10)
#: The six attributes in the order of arrays.
ATTRIBUTES = ("agility", "strength", "constitution", "erudition", "persona", "wisdom")


def kin(row: Row, known: Known) -> Kin:
    """Kin of a people."""
    return Kin(**_kin(row, known))


def _kin(row: Row, known: Known) -> dict[str, Any]:
    given = _chapter(row, known)
    attributes = row.wholes("attributes", known.library.attributes)
    if attributes and len(attributes) != len(known.library.attributes):
        row.refuse("attributes must name all six")
    return given | {
        "size": row.one_of("size", SIZES) if row.has("size") else "",
        "attributes": attributes,
        "attribute_experience": row.wholes("attribute_experience", known.library.attributes),
        "loses": row.words("loses", known.traits),
    }


def origin(row: Row, known: Known) -> Chapter:
    """A place of origin, dearer or cheaper by people."""
    return Chapter(**_chapter(row, known), costs=row.wholes("costs", known.races, least=0))


def event(row: Row, known: Known) -> Event:
    """Something that happened."""
    return Event(**_chapter(row, known), bereaves=row.flag("bereaves"), bereaved=row.whole("bereaved", 0))


def occupation(row: Row, known: Known) -> Occupation:
    """An occupation, dearer or cheaper by the career that came before."""
    made = Occupation(
        **_chapter(row, known),
        costs=row.wholes("costs", CAREERS),
        years=row.whole("years", least=1),
    )
    if not (made.careers and made.costs):
        row.refuse("needs a career, and a career to come from")
    return made


def reason(row: Row, known: Known) -> Reason:
    """A reason, at one cost or dearer and cheaper by origin."""
    made = Reason(
        **_chapter(row, known),
        costs=row.wholes("costs", known.origins, least=0),
        **_any_of(row),
        of_occupation=tuple(row.wholes("of_occupation").values()),
    )
    if (made.cost is None) == (not made.costs):
        row.refuse("needs either cost or costs")
    return made


def _any_of(row: Row) -> dict[str, Any]:
    return row.one("any_skills", _any_skills) if row.has("any_skills") else {}


def _any_skills(row: Row) -> dict[str, Any]:
    return {"any_count": row.whole("count", least=1), "any_xp": row.whole("xp", least=1)}


def motivation(row: Row, known: Known) -> Chapter:
    """A motivation, dearer or cheaper by people."""
    return Chapter(**_chapter(row, known), costs=row.wholes("costs", known.races, least=0))


def trait(row: Row, library: Library) -> Trait:
    """A trait."""
    known = Known(library)
    learnable = {*known.learnable, *library.attributes}
    return Trait(
        key=row.key(),
        name=row.text("name"),
        description=row.text("description"),
        source=row.text("source"),
        cost=row.whole("cost", least=LEAST_COST) if row.has("cost") else None,
        experience=row.each("experience", partial(_learnt, allowed=learnable)),
        needs=row.each("needs", partial(_need, known=known)),
        slows=row.one_of("slows", library.attributes) if row.has("slows") else "",
        first_rank=row.whole("first_rank", 0),
        talent=row.flag("talent"),
        effects=row.each("effects", partial(_effect, library=library)),
        doubles=row.words("doubles", library.skills),
        figures=row.wholes("figures", FIGURES),
        opens=row.words("opens", {key for key, one in library.groups.items() if one.magic}),
    )


def _effect(row: Row, library: Library) -> Effect:
    """The effect of a trait on rolls; a group that it names stands for all skills of the group."""
    names = row.words("of", {*library.skills, *library.groups})
    groups = library.groups
    skills = (skill for name in names for skill in (groups[name].skills if name in groups else (name,)))
    return Effect(
        tuple(dict.fromkeys(skills)),
        row.whole("dice", 0, least=-9),
        row.whole("mos", 0, least=-9),
        row.text("when", ""),
        row.flag("twice"),
    )


# -- parts ------------------------------------------------------------------------------------------------------------


def _chapter(row: Row, known: Known) -> dict[str, Any]:
    """The fields that every part of a life has."""
    virtues = known.library.virtues
    return {
        "key": row.key(),
        "name": row.text("name"),
        "description": row.text("description"),
        "source": row.text("source"),
        "cost": row.whole("cost") if row.has("cost") else None,
        "experience": row.each("experience", partial(_learnt, allowed=known.learnable)),
        "traits": row.words("traits", known.traits),
        "offers": row.words("offers", known.traits),
        "half_price": row.words("half_price", known.traits),
        "careers": row.words("careers", CAREERS),
        "belongings": row.each("belongings", partial(_belonging, library=known.library)),
        "copper": row.whole("copper", 0),
        "needs": row.one("needs", partial(_needs, known=known)) if row.has("needs") else None,
        "never": row.one("never", partial(_never, virtues=virtues)) if row.has("never") else MappingProxyType({}),
        "faith": row.one_of("faith", (*SIDES, "either")) if row.has("faith") else "",
        "told": row.texts("told"),
    }


def _learnt(row: Row, allowed: Collection[str]) -> Learnt:
    return Learnt(row.whole("xp", least=1), row.words("of", allowed))


def _belonging(row: Row, library: Library) -> Belonging:
    made = Belonging(row.words("one_of"), row.whole("count", 1, least=1))
    shelves: Mapping[str, Collection[str]] = {
        "weapons": library.weapons,
        "armour": library.armour,
        "gear": library.gear,
    }
    for thing in made.one_of:
        section, dot, key = thing.partition(".")
        if dot and key not in shelves.get(section, ()):
            row.refuse(f"one_of names an unknown {thing!r}")
    return made


def _needs(row: Row, known: Known) -> Needs:
    return Needs(
        occupations=row.whole("occupations", 0),
        careers=row.words("careers", CAREERS),
        races=row.words("races", known.races),
        or_event=row.one_of("or_event", known.events) if row.has("or_event") else "",
    )


def _never(row: Row, virtues: Collection[str]) -> Mapping[str, str]:
    return MappingProxyType({virtue: row.one_of(virtue, SIDES) for virtue in virtues if row.has(virtue)})


def _need(row: Row, known: Known) -> Need:
    return Need(
        of=row.words("of", known.learnable),
        rank=row.whole("rank", 0),
        attribute=row.one_of("attribute", known.library.attributes) if row.has("attribute") else "",
        least=row.whole("least", 0),
        most=row.whole("most", 0),
        trait=row.text("trait", ""),
        virtue=row.one_of("virtue", known.library.virtues) if row.has("virtue") else "",
        side=row.one_of("side", SIDES) if row.has("side") else "",
        race=row.text("race", ""),
        or_event=row.text("or_event", ""),
        told=row.text("told", ""),
    )


__all__ = [
    "ATTRIBUTES",
    "BORN_WITH",
    "Known",
    "event",
    "kin",
    "motivation",
    "occupation",
    "origin",
    "people",
    "reason",
    "trait",
]
