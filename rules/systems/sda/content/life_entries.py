"""The parts of a life: what their data files hold, and what campaigns fill in for their own (D-7).

Costs are in background points.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Self

from rules.engine.content.forms import Asked, Inline
from rules.engine.content.reader import Misfit, Of, Repeats
from rules.systems.sda.content.entries import AttributeKey, FromOne, Size, none
from rules.systems.sda.content.life_parts import (
    ATTRIBUTES,
    BORN_WITH,
    FAITHS,
    MOST_ATTRIBUTE,
    MOST_COST,
    MOST_XP,
    OF_OCCUPATION,
    PARENTS,
    Belonging,
    Career,
    Learning,
    Learnt,
    Needs,
    RaceKey,
    Side,
    Things,
    TraitKey,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A part of a life and what it gives.

    ``cost`` is the same for all, ``costs`` depends on what came before; None where only the other is given.
    ``traits`` are given, ``offers`` may be taken for nothing, ``half_price`` for half. ``careers`` are opened, or those
    of an occupation. ``never`` names the end that a virtue may not lean to; ``faith`` moves by a step towards an end,
    or to either. ``told`` is what changes in values that the game has no number for.
    """

    key: str
    name: str
    description: str
    source: str
    cost: Annotated[int | None, Asked("Background points", most=MOST_COST)] = None
    costs: Annotated[
        Mapping[RaceKey, int],
        Asked(
            "Background points by people",
            most=MOST_COST,
            help="Closed to all others, except peoples that list it themselves",
        ),
    ] = field(default_factory=none)
    experience: Annotated[tuple[Learnt, ...], Inline(Learning)] = ()
    traits: Annotated[tuple[TraitKey, ...], Asked("Traits they all have")] = ()
    offers: Annotated[tuple[TraitKey, ...], Asked("Free traits to choose")] = ()
    half_price: Annotated[tuple[TraitKey, ...], Asked("Traits at half price")] = ()
    careers: Annotated[
        tuple[Career, ...],
        Asked("Careers it opens", help="They decide which occupations may come first"),
    ] = ()
    belongings: Annotated[tuple[Belonging, ...], Inline(Things)] = ()
    copper: Annotated[int, Asked("Money", most=1_000_000, unit="copper")] = 0
    needs: Annotated[Needs | None, Inline()] = None
    never: Annotated[
        Mapping[Annotated[str, Of("virtues")], Side], Asked("Virtues that never lean", options="sides")
    ] = field(default_factory=none)
    faith: Annotated[str, Of(FAITHS), Asked("Faith moves")] = ""
    told: Annotated[
        tuple[str, ...],
        Repeats(),
        Asked("Notes for the game master", most=300, help="A line for each"),
    ] = ()

    def check(self, known: Any) -> None:
        for name in (name for learnt in self.experience for name in learnt.of):
            if name in known.attributes:
                raise Misfit(f"experience names an unknown {name!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kin(Chapter):
    """A kin of a people. Its size and attributes, where it has them, go before those of its people."""

    size: Annotated[Size, Asked("Size", none="Same as their people")] = ""
    attributes: Annotated[
        Mapping[AttributeKey, FromOne],
        Asked("Attributes, all six", most=MOST_ATTRIBUTE, help="Empty = same as their people"),
    ] = field(default_factory=none)
    attribute_experience: Annotated[Mapping[AttributeKey, FromOne], Asked("Experience in attributes", most=MOST_XP)] = (
        field(default_factory=none)
    )
    loses: Annotated[tuple[TraitKey, ...], Asked("Traits of their people they lack")] = ()

    def check(self, known: Any) -> None:
        Chapter.check(self, known)
        if self.attributes and len(self.attributes) != len(known.attributes):
            raise Misfit("enter all six attributes, or none")


@dataclass(frozen=True, slots=True, kw_only=True)
class People(Kin):
    """A people: metres in a round, the age of the youngest, arrays to distribute where attributes are not set.

    Places, aims and callings that are open to the people ``like`` are open to this one; ``origins`` and ``motivations``
    say what some of them cost it instead.
    """

    size: Annotated[Size, Asked("Size", start="medium")] = ""
    speed: Annotated[FromOne, Asked("Speed", most=60, start=9, unit="m in a round")]
    age: Annotated[FromOne, Asked("Youngest age", most=1000, start=16, unit="years")]
    attributes: Annotated[Mapping[AttributeKey, FromOne], Asked("Attributes, all six", most=MOST_ATTRIBUTE)] = field(
        default_factory=none
    )
    arrays: Annotated[
        tuple[Annotated[tuple[int, ...], Repeats()], ...],
        Repeats(),
        Asked(
            "Or six numbers to assign",
            most=120,
            help='A line for each set, as in "7 6 6 6 6 5"; everybody chooses one',
        ),
    ] = ()
    like: Annotated[
        str,
        Asked(
            "People they live among",
            options="printed_peoples",
            needed=True,
            help="Their origins, motivations and occupations are open to this people",
        ),
    ] = ""
    origins: Annotated[Mapping[str, int], Asked("Origins at a different cost", options="origins", most=MOST_COST)] = (
        field(default_factory=none)
    )
    motivations: Annotated[
        Mapping[str, int], Asked("Motivations at a different cost", options="motivations", most=MOST_COST)
    ] = field(default_factory=none)
    kin: Mapping[str, Kin] = field(default_factory=none)

    @staticmethod
    def given(told: Mapping[str, Any], _known: object) -> Mapping[str, Any]:
        """The fields of a table whose arrays are texts: "7 6 6 6 6 5"."""
        return {**told, "arrays": [_array(text) for text in told["arrays"]]} if "arrays" in told else told

    def check(self, known: Any) -> None:
        Kin.check(self, known)
        for one in self.kin.values():
            if not (self.attributes or self.arrays or one.attributes):
                raise Misfit(f"neither it nor {one.key!r} has attributes")
            if not (self.size or one.size):
                raise Misfit(f"neither it nor {one.key!r} has a size")


def _array(text: str) -> tuple[int, ...]:
    values = text.split()
    if len(values) != len(ATTRIBUTES) or not set(values) <= set(map(str, BORN_WITH)):
        least, most = BORN_WITH[0], BORN_WITH[-1]
        raise Misfit(f"enter {len(ATTRIBUTES)} numbers from {least} to {most} to assign, not {text!r}")
    return tuple(int(value) for value in values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Chapter):
    """An event of a life: ``bereaves`` if a parent died, ``bereaved`` is the number of such events that it needs."""

    bereaves: Annotated[bool, Asked("A parent dies")] = False
    bereaved: Annotated[int, Asked("Deaths of parents needed before", most=PARENTS)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupation(Chapter):
    """An occupation that somebody lived from for ``years``; it may be taken again."""

    careers: Annotated[
        tuple[Career, ...],
        Asked("Careers it belongs to", needed=True, help="They decide which occupations may come next"),
    ] = ()
    costs: Annotated[Mapping[Career, FromOne], Asked("Background points by previous career", most=60, needed=True)] = (
        field(default_factory=none)
    )
    years: Annotated[FromOne, Asked("Years", most=100, start=2)]

    def check(self, known: Any) -> None:
        Chapter.check(self, known)
        if not (self.careers and self.costs):
            raise Misfit("needs a career, and a career to come from")


@dataclass(frozen=True, slots=True)
class OfOccupation:
    """Experience in skills of the last occupation as campaigns fill it in."""

    of_occupation: Annotated[
        Mapping[str, FromOne],
        Asked("More experience in skills of the last occupation", options=OF_OCCUPATION, most=MOST_XP),
    ] = field(default_factory=none)

    @classmethod
    def of(cls, xp: tuple[int, ...]) -> Self:
        return cls(dict(zip(OF_OCCUPATION, xp, strict=False)))

    def table(self) -> Mapping[str, int]:
        return self.of_occupation


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason(Chapter):
    """A reason to leave: experience in ``any_count`` skills of no occupation, or again in those of the last one."""

    cost: Annotated[int | None, Asked("Background points, whatever the origin", most=MOST_COST)] = None
    costs: Annotated[
        Mapping[Annotated[str, Of("origins")], int],
        Asked("Background points by origin", most=MOST_COST, help="If any, it is closed to all other origins"),
    ] = field(default_factory=none)
    any_count: Annotated[FromOne, Asked("Skills to choose outside the trade", least=0, most=20)] = 0
    any_xp: Annotated[FromOne, Asked("Experience in each of them", least=0, most=MOST_XP)] = 0
    of_occupation: Annotated[tuple[FromOne, ...], Repeats(), Inline(OfOccupation)] = ()

    @staticmethod
    def given(told: Mapping[str, Any], _known: object) -> Mapping[str, Any]:
        """The fields of a table with ``any_skills`` (count, xp) and ``of_occupation`` (first, second …).

        Where it costs by origin, no cost for all counts as not given.
        """
        left_out = ("any_skills", "cost") if told.get("costs") and not told.get("cost") else ("any_skills",)
        made = {name: one for name, one in told.items() if name not in left_out}
        if "any_skills" in told:
            made |= {f"any_{name}": one for name, one in told["any_skills"].items()}
        if "of_occupation" in told:
            made["of_occupation"] = list(told["of_occupation"].values())
        return made

    def check(self, known: Any) -> None:
        Chapter.check(self, known)
        if (self.cost is None) == (not self.costs):
            raise Misfit("needs either cost or costs")
