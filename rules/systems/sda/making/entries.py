"""The shapes of the parts of a life: peoples, origins, events, occupations, reasons, motivations, traits.

Costs are in background points. ``of`` names skills and groups by key: experience of one skill is that skill's, any
other is shared among the skills that are meant, as its owner likes (the book leaves it open).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Learnt:
    """Experience (``xp`` points) of one skill, or of several together."""

    xp: int
    of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Belonging:
    """``count`` of a thing; where several are named it is one of them. A thing without an entry is named plainly."""

    one_of: tuple[str, ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class Needs:
    """Conditions of what came before: occupations (in some careers), a people; ``or_event`` does instead."""

    occupations: int = 0
    careers: tuple[str, ...] = ()
    races: tuple[str, ...] = ()
    or_event: str = ""


@dataclass(frozen=True, slots=True)
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
    cost: int | None = None
    costs: Mapping[str, int] = field(default_factory=dict)
    experience: tuple[Learnt, ...] = ()
    traits: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    half_price: tuple[str, ...] = ()
    careers: tuple[str, ...] = ()
    belongings: tuple[Belonging, ...] = ()
    copper: int = 0
    needs: Needs | None = None
    never: Mapping[str, str] = field(default_factory=dict)
    faith: str = ""
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kin(Chapter):
    """A kin of a people. Its size and attributes, where it has them, go before those of its people."""

    size: str = ""
    attributes: Mapping[str, int] = field(default_factory=dict)
    attribute_experience: Mapping[str, int] = field(default_factory=dict)
    loses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class People(Kin):
    """A people: metres in a round, the age of the youngest, arrays to distribute where attributes are not set.

    Places, aims and callings that are open to the people ``like`` are open to this one; ``origins`` and ``motivations``
    say what some of them cost it instead.
    """

    speed: int = 0
    age: int = 0
    arrays: tuple[tuple[int, ...], ...] = ()
    like: str = ""
    origins: Mapping[str, int] = field(default_factory=dict)
    motivations: Mapping[str, int] = field(default_factory=dict)
    kin: Mapping[str, Kin] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event(Chapter):
    """An event of a life: ``bereaves`` if a parent died, ``bereaved`` is the number of such events that it needs."""

    bereaves: bool = False
    bereaved: int = 0


@dataclass(frozen=True, slots=True)
class Occupation(Chapter):
    """An occupation that somebody lived from for ``years``; it may be taken again."""

    years: int = 0


@dataclass(frozen=True, slots=True)
class Reason(Chapter):
    """A reason to leave: experience in ``any_count`` skills of no occupation, or again in those of the last one."""

    any_count: int = 0
    any_xp: int = 0
    of_occupation: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Need:
    """A need of a trait: a rank in one of some skills, an attribute, a trait, a side of a virtue, a people.

    ``or_event`` does instead; what is only ``told`` is for the game master to say.
    """

    of: tuple[str, ...] = ()
    rank: int = 0
    attribute: str = ""
    least: int = 0
    most: int = 0
    trait: str = ""
    virtue: str = ""
    side: str = ""
    race: str = ""
    or_event: str = ""
    told: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """Dice and successes that a trait brings to rolls of some skills, or takes off them; ``twice`` doubles the score.

    ``when`` names the occasion; it is for the table to see it. Without one the effect always holds.
    """

    skills: tuple[str, ...]
    dice: int = 0
    mos: int = 0
    when: str = ""
    twice: bool = False


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait, described in a sentence. ``cost`` None: it cannot be bought with background points.

    ``slows`` makes an attribute and its skills dearer by half, ``first_rank`` is the price of a first rank, ``talent``
    makes one chosen skill cheaper. ``effects`` are what it does to rolls, ``doubles`` the skills whose successes
    count twice, ``figures`` what other rules ask for. It ``opens`` kinds of magic.
    """

    key: str
    name: str
    description: str
    source: str
    cost: int | None = None
    experience: tuple[Learnt, ...] = ()
    needs: tuple[Need, ...] = ()
    slows: str = ""
    first_rank: int = 0
    talent: bool = False
    effects: tuple[Effect, ...] = ()
    doubles: tuple[str, ...] = ()
    figures: Mapping[str, int] = field(default_factory=dict)
    opens: tuple[str, ...] = ()
