"""The shapes of the compendium's entries: what the data files hold, typed and immutable.

Units are those of the game: metres, rounds, copper coins, boxes. ``malus_dice`` is dice fewer in the pool,
``malus_mos`` is successes ("measure of success") subtracted from a roll. Every ``key`` is snake_case and
stable: sheets store it. ``source`` is a short citation; ``description`` is one sentence in this project's own
words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Annotated, Any

from rules.engine.content.forms import Asked, Inline
from rules.engine.content.reader import Halves, Least, Misfit, Of, Repeats

DAMAGE_TYPES = ("piercing", "cutting", "bludgeoning", "burning", "freezing", "chemical", "decay", "poisonous")
SIZES = ("micro", "mini", "small", "medium", "large", "huge", "colossal")
MOVES = ("walk", "fly", "float")
PLACES = ("carried", "lair")
FAMILIES = ("animal", "human", "undead", "dragon")
FACES = (4, 6, 8, 10, 12, 20)
#: The spectra of the 2017 edition, in the order in which the bestiary lists its words.
PERSONALITY = ("honour", "morality", "faith", "courage", "dignity", "friendliness", "generosity", "temperance")
STEPS = 6
LEAST_SKILLS, MOST_SKILLS = 4, 6

# Types of fields: numbers with their limits, and keys of other entries.
FromOne = Annotated[int, Least(1)]
Dice = Annotated[int, Of(FACES)]
SkillKey = Annotated[str, Of("skills")]
AttributeKey = Annotated[str, Of("attributes")]
DamageKind = Annotated[str, Of(DAMAGE_TYPES)]
Size = Annotated[str, Of(SIZES)]
PRICE = Asked("Price", most=10_000_000, unit="copper")
#: A price that may be none: such a thing is not sold by itself.
PRICE_OR_NONE = replace(PRICE, unset=0)
Speed = Mapping[Annotated[str, Of(MOVES)], FromOne]
Protection = Mapping[DamageKind, Annotated[float, Least(0.5), Halves()]]


def none() -> Mapping[str, Any]:
    """An empty table, for fields that are left out."""
    return MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """One of the six attributes. ``short`` is its three-letter mark; ``aliases`` are names of other editions."""

    key: str
    name: str
    short: str
    aliases: tuple[str, ...] = ()
    description: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VirtueStep:
    """A step of a virtue, 1 (complete lack) to 6 (complete excess), and the faces of a virtue die on it.

    ``lack_die`` is rolled when the end of lack is called upon, ``excess_die`` for the other end.
    """

    number: FromOne
    name: str
    lack_die: Dice
    excess_die: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Virtue:
    """A spectrum of six named steps, from complete lack to complete excess.

    The two in the middle share a name. ``lack_when`` and ``excess_when`` say when each end may be called upon;
    ``lack_being`` and ``excess_being`` are the words for whoever enacts it, where the step's name needs an article.
    """

    key: str
    name: str
    steps: Annotated[tuple[str, ...], Repeats()]
    lack_when: str
    excess_when: str
    lack_being: str = ""
    excess_being: str = ""
    source: str

    def check(self, known: object) -> None:
        if len(self.steps) != STEPS:
            raise Misfit(f"steps must name {STEPS} steps")


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A skill, its group, and the attributes that it may be rolled with (the player chooses).

    ``aliases`` are other spellings, and narrower uses that this skill covers. ``tests`` are the
    commands that roll it by themselves.
    """

    key: str
    name: str
    group: Annotated[str, Asked("Group", options="learnt_groups", help="Its ranks count for the skill too")]
    attributes: Annotated[tuple[AttributeKey, ...], Asked("Rolled with", needed=True)]
    aliases: tuple[str, ...] = ()
    description: str
    source: str
    tests: tuple[str, ...] = ()

    def check(self, known: object) -> None:
        if not self.attributes:
            raise Misfit("needs an attribute")


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillGroup:
    """A skill group and the keys of its skills.

    ``proposed``: the texts list these skills without a group. ``ranked``: the group can have a rank of its
    own (luck's cannot). ``magic``: its skills are schools of magic.
    """

    key: str
    name: str
    skills: Annotated[tuple[str, ...], Repeats()]  # refused by name, where all groups are read
    aliases: tuple[str, ...] = ()
    proposed: bool = False
    ranked: bool = True
    magic: bool = False
    description: str
    source: str

    def check(self, known: object) -> None:
        if not (LEAST_SKILLS <= len(self.skills) <= MOST_SKILLS if self.ranked else len(self.skills) == 1):
            raise Misfit(f"has {len(self.skills)} skills: {LEAST_SKILLS} to {MOST_SKILLS}, or one alone without a rank")


@dataclass(frozen=True, slots=True)
class Injury:
    """Boxes on each injury line, ticked minor first, and how many lines there are: (minor+major)*lines."""

    minor: Annotated[FromOne, Asked("Minor boxes per line", most=20, start=3)]
    major: Annotated[FromOne, Asked("Major boxes per line", most=20, start=1)]
    lines: Annotated[FromOne, Asked("Lines of boxes", most=20, start=3)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Purse:
    """Coins ``carried`` or in the ``lair``: the successes of ``count`` dice of ``faces``, ``times`` over."""

    place: Annotated[str, Of(PLACES)]
    coin: Annotated[str, Of("coins")]
    count: FromOne
    faces: Dice
    times: FromOne = 1

    @staticmethod
    def given(told: Mapping[str, Any], _known: object) -> Mapping[str, Any]:
        """The fields of a table that gives its dice as "2d20"."""
        count, _, faces = str(told.get("dice")).partition("d")
        if not (count.isdecimal() and faces.isdecimal() and int(count) > 0 and int(faces) in FACES):
            raise Misfit("dice must be written like 2d20")
        return {**{name: one for name, one in told.items() if name != "dice"}, "count": int(count), "faces": int(faces)}


@dataclass(frozen=True, slots=True, kw_only=True)
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
    family: Annotated[str, Of(FAMILIES), Asked("Family", start="animal")]
    description: str
    attributes: Annotated[Mapping[AttributeKey, FromOne], Asked("Attributes", most=30, whole=True)]
    groups: Annotated[Mapping[Annotated[str, Of("ranked_groups")], FromOne], Asked("Skill groups", most=20)] = field(
        default_factory=none
    )
    skills: Annotated[Mapping[SkillKey, FromOne], Asked("Skills", most=20)] = field(default_factory=none)
    speed: Annotated[Mapping[Annotated[str, Of(MOVES)], FromOne], Asked("Speed", most=100, unit="m", needed=True)] = (
        field(default_factory=none)
    )
    size: Annotated[Size, Asked("Size", start="medium")]
    spirit: Annotated[FromOne, Asked("Spirit", least=0, most=200, zero="from the attributes")]
    spirit_note: str = ""
    injury: Annotated[Injury, Inline()]
    weapons: Annotated[tuple[Annotated[str, Of("weapons")], ...], Asked("Fights with")] = ()
    any_weapon: bool = False
    armour: Annotated[tuple[Annotated[str, Of("armour")], ...], Asked("Wears")] = ()
    any_armour: bool = False
    traits: Annotated[tuple[str, ...], Asked("Traits", options="traits")] = ()
    natural_armour: Annotated[Protection, Asked("Natural armour", least=0, most=30, parts=2)] = field(
        default_factory=none
    )
    notes: Annotated[tuple[str, ...], Repeats()] = ()
    money: tuple[Purse, ...] = ()
    personality: Mapping[str, str] = field(default_factory=none)
    source: str

    @property
    def spirit_by_formula(self) -> int:
        """Constitution + persona + wisdom."""
        return sum(self.attributes[name] for name in ("constitution", "persona", "wisdom"))

    @staticmethod
    def given(told: Mapping[str, Any], _known: object) -> Mapping[str, Any]:
        """The fields of a table that lists the words of a personality in the order of `PERSONALITY`."""
        words = told.get("personality", ())
        if words and len(words) != len(PERSONALITY):
            raise Misfit(f"personality must have a word for each of {', '.join(PERSONALITY)}")
        return {**told, "personality": dict(zip(PERSONALITY, words, strict=False))}

    def check(self, known: Any) -> None:
        if missing := set(known.attributes) - self.attributes.keys():
            raise Misfit(f"attributes lacks {sorted(missing)}")
        if not self.speed:
            raise Misfit("needs a speed")
        if bool(self.spirit_note) != (self.spirit != self.spirit_by_formula):
            raise Misfit(
                f"spirit is {self.spirit}, the formula gives {self.spirit_by_formula}: "
                "spirit_note belongs exactly where they differ"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Coin:
    """A coin: its mark on a price (``short``), its worth in copper, its encumbrance in points."""

    key: str
    name: str
    short: str
    copper: FromOne
    encumbrance: float
    source: str


@dataclass(frozen=True, slots=True)
class Modifier:
    """Change that wearing a thing makes to a skill: ``dice`` more in the pool, ``mos`` successes more or fewer.

    Fractions add up over all things worn, and only whole ones count.
    """

    skill: SkillKey
    dice: float = 0
    mos: Annotated[float, Least(-1)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Gear:
    """A thing neither weapon nor armour. ``encumbrance`` and ``price`` (copper) are None where none is printed."""

    key: str
    name: str
    category: Annotated[str, Asked("Category", options="categories")]
    description: str = ""
    encumbrance: Annotated[float | None, Asked("Encumbrance", most=10_000, parts=20)] = None
    price: Annotated[int | None, PRICE_OR_NONE] = None
    modifiers: tuple[Modifier, ...] = ()
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A state that somebody can be in, in one sentence; nobody is put ``by_hand`` into one that the rules keep."""

    key: str
    name: str
    description: str
    source: str
    by_hand: bool = True
