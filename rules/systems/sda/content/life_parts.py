"""Parts of lives and traits: experience, belongings and needs, and the words for them (D-7).

The figures of a campaign's own stand beside the fields, in classes of their own where they are others. ``of`` names
skills and groups by key: experience of one skill is that skill's, any other is shared among the skills that are meant,
as its owner likes (the book leaves it open).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Self

from rules.engine.content.forms import Asked
from rules.engine.content.reader import Misfit, Of
from rules.systems.sda.content.entries import FromOne, none

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
#: The ways in which faith may move, by a step.
FAITHS = {
    "": "Not at all",
    "lack": "A step towards the iconoclasts",
    "excess": "A step towards the zealots",
    "either": "A step to either side, or not",
}
#: The skills of the last occupation, in the order in which it names them.
OF_OCCUPATION = {"first": "The first skill", "second": "The second", "third": "The third"}
#: The most background points that a part of a life costs, and the most experience that it teaches of a skill.
MOST_COST, MOST_XP = 12, 60
#: The highest value of an attribute that a life makes (SDA-002).
MOST_ATTRIBUTE = 12
#: The most parents that somebody has.
PARENTS = 2
#: The values that arrays distribute.
BORN_WITH = range(4, 10)
#: The six attributes in the order of arrays.
ATTRIBUTES = ("agility", "strength", "constitution", "erudition", "persona", "wisdom")


# Types of fields: keys of what a part of a life may name.
TraitKey = Annotated[str, Of("traits")]
RaceKey = Annotated[str, Of("peoples")]
EventKey = Annotated[str, Of("events")]
Career = Annotated[str, Of(CAREERS)]
Side = Annotated[str, Of(SIDES)]
Learnable = Annotated[str, Of("learnable")]


@dataclass(frozen=True, slots=True)
class Learnt:
    """Experience (``xp`` points) of one skill, or of several together."""

    xp: FromOne
    of: tuple[Annotated[str, Of("taught")], ...] = ()


@dataclass(frozen=True, slots=True)
class Learning:
    """Experience as campaigns fill it in: of skills by themselves, and of several that share some."""

    experience: Annotated[Mapping[Learnable, FromOne], Asked("Experience", most=MOST_XP)] = field(default_factory=none)
    shared: Annotated[int, Asked("Experience to share", most=MOST_XP)] = 0
    among: Annotated[
        tuple[Learnable, ...], Asked("Skills that may share it", help="The character chooses among them")
    ] = ()

    @classmethod
    def of(cls, learnt: tuple[Learnt, ...]) -> Self:
        """The figures of experience; of several shares only the last, for more cannot be said."""
        xp, among = next(((one.xp, one.of) for one in reversed(learnt) if len(one.of) != 1), (0, ()))
        return cls({one.of[0]: one.xp for one in learnt if len(one.of) == 1}, xp, among)

    def table(self) -> list[dict[str, Any]]:
        plain = [{"xp": xp, "of": [name]} for name, xp in self.experience.items()]
        return [*plain, {"xp": self.shared, "of": self.among}] if self.among else plain


@dataclass(frozen=True, slots=True)
class Belonging:
    """``count`` of a thing; where several are named it is one of them. A thing without an entry is named plainly."""

    one_of: tuple[str, ...] = ()
    count: FromOne = 1

    def check(self, known: Any) -> None:
        shelves = {"weapons": known.weapons, "armour": known.armour, "gear": known.gear}
        for thing in self.one_of:
            section, dot, key = thing.partition(".")
            if dot and key not in shelves.get(section, ()):
                raise Misfit(f"one_of names an unknown {thing!r}")


#: "3 × candles" is three of them.
_COUNTED = re.compile(r"(\d{1,3})\s*[x×]\s+(\S.*)")


@dataclass(frozen=True, slots=True)
class Things:
    """Belongings as campaigns fill them in: things with an entry, one of several, and others by name, a line each."""

    things: Annotated[Mapping[str, FromOne], Asked("Belongings, and how many", options="things", most=99)] = field(
        default_factory=none
    )
    one_thing: Annotated[tuple[str, ...], Asked("And one of these", options="things")] = ()
    also: Annotated[
        tuple[str, ...],
        Asked("And things not in the compendium", most=400, help='A line for each, as in "3 × candles"'),
    ] = ()

    @classmethod
    def of(cls, belongings: tuple[Belonging, ...]) -> Self:
        """The figures of belongings; of several choices only the last, for more cannot be said."""
        among = [one.one_of for one in belongings if len(one.one_of) > 1]
        sure = {one.one_of[0]: one.count for one in belongings if len(one.one_of) == 1}
        plain = (f"{count} × {thing}" if count > 1 else thing for thing, count in sure.items() if "." not in thing)
        filed = {thing: count for thing, count in sure.items() if "." in thing}
        return cls(filed, among[-1] if among else (), tuple(plain))

    def table(self) -> list[dict[str, Any]]:
        filed = [{"one_of": [thing], "count": count} for thing, count in self.things.items()]
        among = [{"one_of": self.one_thing}] if self.one_thing else []
        return [*filed, *among, *map(_by_name, self.also)]


def _by_name(line: str) -> dict[str, Any]:
    """The table of a belonging without an entry: its name, and its count before that."""
    counted = _COUNTED.fullmatch(line)
    return {"one_of": [counted[2]], "count": int(counted[1])} if counted else {"one_of": [line]}


@dataclass(frozen=True, slots=True)
class Needs:
    """Conditions of what came before: occupations (in some careers), a people; ``or_event`` does instead."""

    occupations: Annotated[int, Asked("Occupations needed before", name="needs_occupations", most=10, unset=0)] = 0
    careers: Annotated[tuple[Career, ...], Asked("Of these careers", name="needs_careers", help="Empty = any")] = ()
    races: Annotated[
        tuple[RaceKey, ...], Asked("Only for", name="needs_peoples", unset=(), help="Empty = everybody")
    ] = ()
    or_event: Annotated[EventKey, Asked("Or this event in place of those", name="needs_event", none="None")] = ""
