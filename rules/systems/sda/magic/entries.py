"""The shapes of spells and of the six kinds of magic: what their data files hold, typed and immutable (D-9).

A "hit" is an MoS beyond what the casting takes; what a spell does mostly grows with them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the six kinds of magic: the trait that opens it, and what its spells are paid with.

    ``pays`` is ``spirit``, ``favour``, ``life_debt``, ``focus``, ``scroll`` or ``charge``; ``faster`` the trait of
    whoever prepares in quarters of an hour.
    """

    key: str
    name: str
    trait: str
    pays: str
    faster: str
    description: str
    source: str


@dataclass(frozen=True, slots=True)
class God:
    """What earns the favour of a god every day: ranks of two skills or groups, and points of an attribute."""

    key: str
    name: str
    primary: str
    secondary: str
    attribute: str
    source: str


@dataclass(frozen=True, slots=True)
class Way:
    """One way of casting a spell: with which skill, against how much, at what price.

    ``mos`` is what the casting rolls add up to, ``prepare`` what preparing takes before. ``charges`` are the most that
    a vessel holds; ``needs`` is the focus, or the vessel. ``open`` where the books name the spell and print no
    figures: the game master gives them.
    """

    kind: str
    skill: str
    mos: int
    cost: int
    pays: str
    prepare: int
    charges: int
    needs: str
    breaks: bool
    open: bool


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a spell reaches: a word, and for ``fixed`` so many ``metres``, and more for each hit."""

    range: str
    metres: int
    per_hit: int


@dataclass(frozen=True, slots=True)
class Area:
    """What a spell covers: ``metres`` of radius or length, and ``per_hit`` more for each hit."""

    shape: str
    metres: int
    per_hit: int

    def extent(self, hits: int) -> int:
        return self.metres + self.per_hit * hits


@dataclass(frozen=True, slots=True)
class Duration:
    """How long a spell lasts: its sort, and where it is counted, ``fixed`` and ``per_hit`` of a ``unit``.

    ``steps`` are durations in words, one for each hit, where they do not grow evenly.
    """

    sort: str
    fixed: int
    per_hit: int
    unit: str
    steps: tuple[str, ...]

    def amount(self, hits: int) -> int:
        """So many units."""
        return self.fixed + self.per_hit * hits


@dataclass(frozen=True, slots=True)
class Harm:
    """Dice of damage for each hit, or so many ``flat`` ones.

    ``falloff`` is ``dice`` where each metre takes a die, ``damage`` where it takes a point (SDA-285), else empty.
    """

    die: int
    per_hit: int
    flat: int
    type: str
    falloff: str

    def dice(self, hits: int) -> int:
        return self.flat + self.per_hit * hits


@dataclass(frozen=True, slots=True)
class Change:
    """Something that a spell changes for each hit: ``amount`` of ``what``."""

    what: str
    amount: int


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell.

    ``target`` is ``self``, ``somebody``, ``place`` or ``thing``; ``save`` the skill that resists it, or empty.
    ``heals`` unticks boxes or gives spirit, ``raises`` an attribute, ``protects`` against blades and blows, and
    ``condition`` is what it puts somebody in, beside being told, and ``numbs`` the skill without which it takes dice.
    """

    key: str
    name: str
    description: str
    target: str
    reach: Reach
    area: Area | None
    duration: Duration
    harms: tuple[Harm, ...]
    save: str
    heals: Change | None
    raises: Change | None
    protects: int
    condition: str
    numbs: str
    ways: tuple[Way, ...]
    source: str

    @property
    def is_open(self) -> bool:
        """Whether the books print no more than its name."""
        return all(way.open for way in self.ways)

    @property
    def lasts(self) -> bool:
        return self.duration.sort != "instantaneous"

    def way(self, skill: str) -> Way | None:
        return next((way for way in self.ways if way.skill == skill), None)
