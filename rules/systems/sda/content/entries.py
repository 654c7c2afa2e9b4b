"""The shapes of the compendium's entries: what the data files hold, typed and immutable.

Units are those of the game: metres, rounds, copper coins, boxes. ``malus_dice`` is dice fewer in the pool,
``malus_mos`` is successes ("measure of success") subtracted from a roll. Every ``key`` is snake_case and
stable: sheets store it. ``source`` is a short citation; ``description`` is one sentence in this project's own
words.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attribute:
    """One of the six attributes. ``short`` is its three-letter mark; ``aliases`` are names of other editions."""

    key: str
    name: str
    short: str
    aliases: tuple[str, ...]
    description: str
    source: str


@dataclass(frozen=True, slots=True)
class VirtueStep:
    """A step of a virtue, 1 (complete lack) to 6 (complete excess), and the faces of a virtue die on it.

    ``lack_die`` is rolled when the end of lack is called upon, ``excess_die`` for the other end.
    """

    number: int
    name: str
    lack_die: int
    excess_die: int


@dataclass(frozen=True, slots=True)
class Virtue:
    """A spectrum of six named steps, from complete lack to complete excess.

    The two in the middle share a name. ``lack_when`` and ``excess_when`` say when each end may be called upon.
    """

    key: str
    name: str
    steps: tuple[str, ...]
    lack_when: str
    excess_when: str
    source: str


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill, its group, and the attributes that it may be rolled with (the player chooses).

    ``aliases`` are other spellings, and narrower uses that this skill covers. ``tests`` are the
    commands that roll it by themselves.
    """

    key: str
    name: str
    group: str
    attributes: tuple[str, ...]
    aliases: tuple[str, ...]
    description: str
    source: str
    tests: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SkillGroup:
    """A skill group and the keys of its skills.

    ``proposed``: the texts list these skills without a group. ``ranked``: the group can have a rank of its
    own (luck's cannot). ``magic``: its skills are schools of magic.
    """

    key: str
    name: str
    skills: tuple[str, ...]
    aliases: tuple[str, ...]
    proposed: bool
    ranked: bool
    magic: bool
    description: str
    source: str


@dataclass(frozen=True, slots=True)
class WeaponSkill:
    """A skill to use the weapon with. ``attribute`` is forced; None leaves the choice that the skill gives."""

    skill: str
    attribute: str | None
    malus_dice: int
    malus_mos: int


@dataclass(frozen=True, slots=True)
class Band:
    """A range that the weapon works in: ``close``, ``medium``, ``long`` or ``far``.

    ``increment`` is the range increment of a far weapon in metres, 0 otherwise (SDA-173). ``malus_mos`` is subtracted
    from every roll in this band, on top of whatever distance costs.
    """

    band: str
    increment: int
    malus_mos: int


@dataclass(frozen=True, slots=True)
class Damage:
    """The limit of a damage die: an attribute's value plus ``bonus``, or the number of faces of a set ``die``.

    Exactly one of ``attribute`` and ``die`` is given. ``two_handed_bonus`` replaces ``bonus`` when both hands
    hold it.
    """

    attribute: str | None
    bonus: int
    die: int | None
    two_handed_bonus: int | None


@dataclass(frozen=True, slots=True)
class DamageType:
    """A type of damage that the weapon can do; ``malus_mos`` is subtracted from the damage roll."""

    type: str
    malus_mos: int


@dataclass(frozen=True, slots=True)
class Reload:
    """One test that loading the weapon takes: a skill and the difficulty to meet."""

    skill: str
    difficulty: int


@dataclass(frozen=True, slots=True)
class Area:
    """The area of a breath: ``cone``, ``line`` or ``sphere``, which may grow by ``metres_per_hit`` of radius."""

    shape: str
    metres_per_hit: int


@dataclass(frozen=True, slots=True)
class WeaponSpecial:
    """A special property that weapons can have, with its ``figures`` by name (such as ``disarm_hits``)."""

    key: str
    name: str
    description: str
    figures: Mapping[str, int]
    source: str


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon, a shield, or (``natural``) what a body strikes, bites or breathes with.

    ``damage`` is None where the book gives no die. ``encumbrance`` is in points; ``price`` in copper, None if
    it is not sold by itself. ``specials`` are keys of `WeaponSpecial`. ``shield`` is the number of hits that
    it takes away once per round, 0 if it is no shield. ``reload`` holds every test that loading takes,
    ``ammunition`` the keys of the gear that it shoots, none where nobody counts it.
    ``poison`` is a dice expression or "".
    """

    key: str
    name: str
    description: str
    natural: bool
    skills: tuple[WeaponSkill, ...]
    bands: tuple[Band, ...]
    damage: Damage | None
    types: tuple[DamageType, ...]
    encumbrance: float
    price: int | None
    specials: frozenset[str]
    shield: int
    reload: tuple[Reload, ...]
    ammunition: tuple[str, ...]
    area: Area | None
    poison: str
    note: str
    source: str


@dataclass(frozen=True, slots=True)
class ArmourPiece:
    """A piece of armour. ``protection`` is by damage type, in halves: add all pieces up, then round up.

    Encumbrance is in points, worn and carried; ``price`` in copper. ``over`` are pieces that it is meant to
    be worn over, ``includes`` are pieces inside it whose figures its own contain. ``flank_rear_malus`` is
    added (in successes) to what an attack from flank or rear costs the wearer; ``skill_maluses`` are
    successes subtracted, by skill.
    """

    key: str
    name: str
    description: str
    body_parts: tuple[str, ...]
    protection: Mapping[str, float]
    encumbrance_worn: float
    encumbrance_carried: float
    price: int
    over: tuple[str, ...]
    includes: tuple[str, ...]
    flank_rear_malus: int
    skill_maluses: Mapping[str, int]
    note: str
    source: str


@dataclass(frozen=True, slots=True)
class Injury:
    """Boxes on each injury line, ticked minor first, and how many lines there are: (minor+major)*lines."""

    minor: int
    major: int
    lines: int


@dataclass(frozen=True, slots=True)
class Purse:
    """Coins ``carried`` or in the ``lair``: the successes of ``count`` dice of ``faces``, ``times`` over."""

    place: str
    coin: str
    count: int
    faces: int
    times: int


@dataclass(frozen=True, slots=True)
class Creature:
    """A stat block of the bestiary.

    ``groups`` and ``skills`` are ranks by key. ``speed`` is in metres per round, by way of moving (walk, fly,
    float). ``spirit`` is the maximum as printed; `spirit_by_formula` is what the rules make of the
    attributes, and ``spirit_note`` is given exactly where the two differ. ``weapons`` and ``armour`` are
    keys; ``any_weapon`` and ``any_armour`` say that the book lets it use others. ``natural_armour`` is
    protection by damage type. ``personality`` is in words of the 2017 edition, by its own spectra.
    """

    key: str
    name: str
    family: str
    description: str
    attributes: Mapping[str, int]
    groups: Mapping[str, int]
    skills: Mapping[str, int]
    speed: Mapping[str, int]
    size: str
    spirit: int
    spirit_note: str
    injury: Injury
    weapons: tuple[str, ...]
    any_weapon: bool
    armour: tuple[str, ...]
    any_armour: bool
    natural_armour: Mapping[str, float]
    traits: tuple[str, ...]
    notes: tuple[str, ...]
    money: tuple[Purse, ...]
    personality: Mapping[str, str]
    source: str

    @property
    def spirit_by_formula(self) -> int:
        """Constitution + persona + wisdom."""
        return sum(self.attributes[name] for name in ("constitution", "persona", "wisdom"))


@dataclass(frozen=True, slots=True)
class Coin:
    """A coin: its mark on a price (``short``), its worth in copper, its encumbrance in points."""

    key: str
    name: str
    short: str
    copper: int
    encumbrance: float
    source: str


@dataclass(frozen=True, slots=True)
class Modifier:
    """Change that wearing a thing makes to a skill: ``dice`` more in the pool, ``mos`` successes more or fewer.

    Fractions add up over all things worn, and only whole ones count.
    """

    skill: str
    dice: float
    mos: float


@dataclass(frozen=True, slots=True)
class Gear:
    """A thing neither weapon nor armour. ``encumbrance`` and ``price`` (copper) are None where none is printed."""

    key: str
    name: str
    category: str
    description: str
    encumbrance: float | None
    price: int | None
    modifiers: tuple[Modifier, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Condition:
    """A state that somebody can be in, in one sentence."""

    key: str
    name: str
    description: str
    source: str
