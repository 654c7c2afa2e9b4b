"""The shapes of the compendium's entries: what the data files hold, typed and immutable.

Distances are in metres (a square is 2 m, DRB-028), prices in copper. A ``key`` is snake_case and stable, as sheets
store it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated

from rules.engine.content.forms import Asked
from rules.engine.content.reader import Least, Of
from rules.engine.content.shelves import Described, Named

#: Metres that a hand weapon reaches, and those of a long one (DRB-011).
REACH, LONG_REACH = 2, 4
FEATURES = (
    "subtle",
    "piercing",
    "slashing",
    "bludgeoning",
    "toppling",
    "thrown",
    "long",
    "mount",
    "no_parry",
    "no_bonus",
    "shield",
    "natural",
)


def _none() -> Mapping[str, int]:
    return MappingProxyType({})


SkillKey = Annotated[str, Of("skills")]
Price = Annotated[int, Asked("Price", most=1_000_000, unit="copper")]
Slots = Annotated[int, Asked("Slots", most=20)]


@dataclass(frozen=True, slots=True)
class Attribute(Described):
    """One of the six attributes, and the condition that brings a bane on its rolls (DRB-005)."""

    short: str
    condition: str


@dataclass(frozen=True, slots=True)
class Skill(Named):
    """A skill: ``kind`` is general, weapon or magic; ``sight`` if it needs eyes, ``ranged`` if it shoots."""

    attribute: str
    kind: str
    description: str = ""
    sight: bool = False
    ranged: bool = False


@dataclass(frozen=True, slots=True)
class Condition(Described):
    """A state to be in; ``attribute`` is the one on whose rolls it brings a bane, or empty."""

    attribute: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon(Named):
    """A weapon or shield (D-3). ``damage`` is a dice expression; ``durability`` 0 is none, ``range`` 0 is melee.

    Features: subtle, piercing, slashing, bludgeoning, toppling, thrown, long, mount, no_parry, no_bonus, shield,
    natural.
    """

    skill: Annotated[SkillKey, Asked("Skill", needed=True)] = ""
    damage: Annotated[str, Asked("Damage", most=20, help="Dice, such as d8 or 2d6")]
    strength: Annotated[int, Asked("Required STR", most=30)] = 0
    hands: Annotated[int, Asked("Hands", most=2)] = 1
    durability: Annotated[int, Asked("Durability", most=30, zero="cannot parry")] = 0
    range: Annotated[int, Asked("Range", most=500, unit="m", zero="not a ranged weapon")] = 0
    features: Annotated[tuple[Annotated[str, Of(FEATURES)], ...], Asked("Features")] = ()
    price: Price = 0
    slots: Slots = 1
    description: str = ""

    @property
    def reach(self) -> int:
        """Metres that it strikes at: 2, or 4 for long weapons (DRB-011)."""
        return LONG_REACH if "long" in self.features else REACH

    @property
    def is_shield(self) -> bool:
        return "shield" in self.features

    @property
    def is_ranged(self) -> bool:
        """Whether it shoots; a thrown weapon strikes as well."""
        return self.range > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Armour(Named):
    """A suit (``worn`` is body) or a helmet (head): its rating and the skills that it brings a bane (DRB-016)."""

    worn: Annotated[str, Of(("body", "head")), Asked("Worn on", start="body")]
    rating: Annotated[int, Asked("Rating", most=20)]
    banes: Annotated[tuple[SkillKey, ...], Asked("Bane on")] = ()
    metal: Annotated[bool, Asked("Metal", help="No spells while wearing metal")] = False
    price: Price = 0
    slots: Slots = 1
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gear(Described):
    """A thing that is neither weapon nor armour. ``each`` of them fill ``slots``; ``room`` are slots that it adds."""

    price: Price
    slots: Slots = 1
    each: Annotated[int, Least(1), Asked("How many fill these slots", most=1000)] = 1
    room: Annotated[int, Asked("Extra slots for the wearer", most=100)] = 0


@dataclass(frozen=True, slots=True)
class Coin(Named):
    """A coin and its worth in copper."""

    copper: int


@dataclass(frozen=True, slots=True)
class Ability(Described):
    """An ability of a kin, of a profession, or a heroic one (D-1, D-6, DRB-022).

    ``use`` names what the rules do with it beyond its ``boon`` on the next roll of these skills, attributes or kinds of
    skill. ``requires`` are skills and the levels that they must have, ``hp`` and ``wp_more`` the points added for good;
    ``action`` says that it takes the action of a turn instead of adding to another one; ``damage`` are the dice that it
    gives a blow.
    """

    kind: str
    wp: int = 0
    requires: Mapping[str, int] = field(default_factory=_none)
    use: str = ""
    boon: tuple[str, ...] = ()
    hp: int = 0
    wp_more: int = 0
    action: bool = False
    damage: str = ""


@dataclass(frozen=True, slots=True)
class Kin(Described):
    """A people: its movement in metres before agility counts, and the abilities of all its members."""

    movement: int
    abilities: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Profession(Described):
    """A calling: its key attribute, eight skills of which six are trained, its first ability, gear and silver."""

    attribute: str
    skills: tuple[str, ...]
    ability: str = ""
    weapons: tuple[str, ...]
    armour: tuple[str, ...]
    gear: tuple[str, ...]
    silver: str
    schools: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Age(Named):
    """Young, adult or old: how many skills are trained, and the changes to attributes."""

    trained: int
    attributes: Mapping[str, Annotated[int, Least(-20)]] = field(default_factory=_none)


@dataclass(frozen=True, slots=True)
class MonsterAttack:
    """One row of a monster's table: damage, whom it reaches, what can be done against it (D-4, C-06).

    ``everyone`` strikes all in reach; ``effect`` is fear, prone, poison, drain, burning or nothing.
    """

    name: str
    text: str
    damage: str = ""
    reach: int = 2
    everyone: bool = False
    parry: bool = False
    dodge: bool = True
    piercing: bool = False
    effect: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Creature(Described):
    """A person or monster to meet (D-5). A monster has ``ferocity``, its turns a round, and a table of six attacks."""

    kind: str
    hp: Annotated[int, Least(1), Asked("Hit points", most=500, start=10)]
    wp: Annotated[int, Asked("Willpower points", most=200)] = 0
    movement: Annotated[int, Asked("Movement", most=100, start=10, unit="m")]
    armour: Annotated[int, Asked("Natural armour", most=20)] = 0
    ferocity: int = 0
    size: Annotated[str, Asked("Size")] = "normal"
    attributes: Annotated[
        Mapping[Annotated[str, Of("attributes")], int], Asked("Attributes", least=1, most=30, whole=True)
    ]
    skills: Annotated[Mapping[SkillKey, int], Asked("Skills", least=1, most=18)] = field(
        default_factory=lambda: MappingProxyType({})
    )
    weapons: Annotated[tuple[Annotated[str, Of("weapons")], ...], Asked("Fights with")] = ()
    traits: tuple[str, ...] = ()
    attacks: tuple[MonsterAttack, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of a table of chance: from ``least`` to ``most`` on the die, its ``effect`` and its words.

    ``condition`` is one that it leaves, and ``label`` how that is called then.
    """

    least: int
    most: int
    effect: str
    text: str
    condition: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class ChanceTable(Named):
    """A table to roll on."""

    die: int
    rows: tuple[TableRow, ...]

    def row(self, face: int) -> TableRow:
        """The row that a face falls into."""
        return next(row for row in self.rows if row.least <= face <= row.most)


@dataclass(frozen=True, slots=True)
class Peril(Described):
    """A poison, a disease or weather: its potency, its damage and condition, and the state that stays (D-6)."""

    potency: int
    damage: str = ""
    condition: str = ""
    state: str = ""
    is_poison: bool = False


@dataclass(frozen=True, slots=True)
class Door(Described):
    """A door and its hit points (DRB-019)."""

    hp: int
