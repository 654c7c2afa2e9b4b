"""The entries of the compendium: one frozen class for each kind. Costs are in copper coins."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated

from rules.engine.content.reader import Repeats

#: An empty mapping that cannot be changed, shared by all entries.
NONE: Mapping[str, int] = MappingProxyType({})


def _none() -> Mapping[str, int]:
    return NONE


@dataclass(frozen=True, slots=True)
class Attribute:
    """One of the six primary attributes."""

    key: str
    name: str
    short: str
    description: str


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill: ``half`` names the attribute whose half is the base (none: the base is 0), ``most`` those that add up to
    the highest score, ``needs`` the attributes and scores without which it cannot be learnt."""

    key: str
    name: str
    description: str
    most: Annotated[tuple[str, ...], Repeats()]
    half: str = ""
    group: str = ""
    needs: Mapping[str, int] = field(default_factory=_none)


@dataclass(frozen=True, slots=True)
class Race:
    """A people: ``bonuses`` to attributes (``free`` to one of one's choice), movement rate, skill points and gold."""

    key: str
    name: str
    description: str
    mr: int
    points: int
    gold: int
    free: int = 0
    bonuses: Mapping[str, int] = field(default_factory=_none)
    reduces: Mapping[str, int] = field(default_factory=_none)
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Armour:
    """A suit of armour: its defence score, and the athletics that it needs."""

    key: str
    name: str
    description: str
    ds: int
    athletics: int
    cost: int


@dataclass(frozen=True, slots=True)
class Shield:
    """A shield: its additions to the defence score and to the athletics needed."""

    key: str
    name: str
    description: str
    ds: int
    athletics: int
    cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon: ``reach`` in squares for melee (0: none), ``thrown`` and ``shot`` in squares (0: neither).

    ``one_hand`` are scores that let one wield a two-handed weapon in one hand; ``ammunition`` is the good that a shot
    uses up.
    """

    key: str
    name: str
    description: str
    hands: int
    damage: str = ""
    reach: int = 1
    thrown: int = 0
    shot: int = 0
    cost: int = 0
    type: str = "physical"
    ammunition: str = ""
    reload: bool = False
    nonlethal: bool = False
    ignores_armour: bool = False
    natural: bool = False
    one_hand: Mapping[str, int] = field(default_factory=_none)

    @property
    def range(self) -> int:
        """Squares that it flies, thrown or shot; nothing is hit beyond them."""
        return max(self.thrown, self.shot)


@dataclass(frozen=True, slots=True)
class Good:
    """Any other ware. ``heals`` are dice of hit points that drinking it gives, ``cures`` the condition that it ends."""

    key: str
    name: str
    description: str
    cost: int
    category: str
    kind: str = "gear"
    heals: str = ""
    cures: str = ""
    bundle: int = 1
    hinders_casting: bool = False


@dataclass(frozen=True, slots=True)
class Lifestyle:
    """A standard of living, with its cost a day."""

    key: str
    name: str
    description: str
    cost: int


@dataclass(frozen=True, slots=True)
class Language:
    """A tongue that can be learned."""

    key: str
    name: str
    description: str


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell: the tier in each school that has it, and its effect as far as figures tell it.

    ``target`` is one of self, touch, subject, object, area; ``range`` in squares; ``radius`` of an area in squares from
    its middle; ``ritual`` in minutes (0: an action). ``avoid`` names the attribute whose test avoids all of it,
    ``shake`` the one whose test ends it at the start of a turn. ``condition`` is set on the subject, for ``hours``.
    """

    key: str
    name: str
    description: str
    schools: Mapping[str, int]
    target: str = "subject"
    range: int = 10
    radius: int = 0
    ritual: int = 0
    damage: str = ""
    type: str = ""
    each_round: bool = False
    heals: str = ""
    heals_all: bool = False
    revives: bool = False
    temporary: int = 0
    avoid: str = ""
    shake: str = ""
    condition: str = ""
    cures: str = ""
    hours: int = 0
    family: str = ""
    destroys: int = 0
    destroys_hp: int = 0


@dataclass(frozen=True, slots=True)
class Condition:
    """A state: ``reduces`` damage by type, ``bonus`` to scores, ``hours`` if its level counts the hours left.

    ``out``: one cannot act. ``held``: one cannot move.
    """

    key: str
    name: str
    description: str
    reduces: Mapping[str, int] = field(default_factory=_none)
    bonus: Mapping[str, int] = field(default_factory=_none)
    hours: bool = False
    out: bool = False
    held: bool = False


@dataclass(frozen=True, slots=True)
class Creature:
    """A person, animal or monster; all figures are of this project's own making, modelled on an ordinary humanoid."""

    key: str
    name: str
    description: str
    family: str
    attributes: Mapping[str, int]
    mr: int = 6
    skills: Mapping[str, int] = field(default_factory=_none)
    hp: int = 0
    weapons: tuple[str, ...] = ()
    armour: str = ""
    shield: str = ""
    hide: int = 0
    reduces: Mapping[str, int] = field(default_factory=_none)
    witchcraft: tuple[str, ...] = ()
    thaumaturgy: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
