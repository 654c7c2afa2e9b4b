"""The shapes of spells and of the six kinds of magic: what their data files hold, typed and immutable (D-9).

A "hit" is an MoS beyond what the casting takes; what a spell does mostly grows with them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any

from rules.engine.content.reader import Least, Misfit, Of, Repeats
from rules.systems.sda.content.entries import FACES, AttributeKey, DamageKind, Dice, FromOne, SkillKey, none
from rules.systems.sda.core.person import COUNTS

PAYS = ("spirit", "favour", "life_debt", "focus", "scroll", "charge", "minor", "major")
TARGETS = ("self", "somebody", "place", "thing")
RANGES = ("self", "touch", "close", "sight", "hearing", "fixed", "plane")
SHAPES = ("sphere", "line", "cone", "volume")
SORTS = ("instantaneous", "permanent", "concentration", "maintained", "fixed", "sleep", "scene", "hits", "used")
UNITS = ("round", "minute", "hour", "day")
FALLOFFS = ("", "dice", "damage")
HEALS = ("minor", "major", "bleeding", "spirit")
#: Conditions that a spell may put somebody in, for which the rules know what they do.
CONDITIONS = ("", "held", "bane", "darkness")
#: Whom a spell reaches in its area: all, all but the caster, their friends, their foes, or whomever the caster names.
AMONG = ("", "all", "others", "friends", "foes", "picked")
SHARES = ("", "leaps", "split", "time")
#: Deeds that a spell does once, beside damage and healing.
DEEDS = (
    "counter",
    "dispel",
    "jump",
    "kill",
    "revive",
    "resurrect",
    "disease",
    "affliction",
    "antidote",
    "letting",
    "mend",
)
#: Purposes that the hits of a spell may be stored for.
STORES = ("shield", "blow", "boxes")
#: What a spell takes: a target who bleeds, a caster who is hurt, a target who is undead, or one without a mind.
ONLY = ("", "bleeding", "hurt", "undead", "mindless")
#: Ways in which the game master sees to the rest of a spell.
BY_HAND = ("", "told", "sheet", "board", "join")
#: The most dice or successes that a spell may give or take.
_MOST = 40

TraitKey = Annotated[str, Of("traits")]
RankKey = Annotated[str, Of("learnable")]
Steps = Annotated[int, Least(-_MOST)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One of the six kinds of magic: the trait that opens it, and what its spells are paid with.

    ``pays`` is ``spirit``, ``favour``, ``life_debt``, ``focus``, ``scroll`` or ``charge``; ``faster`` the trait of
    whoever prepares in quarters of an hour.
    """

    key: str
    name: str
    trait: TraitKey
    pays: Annotated[str, Of(PAYS)]
    faster: TraitKey = ""
    description: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class God:
    """A god, by what earns their favour every day: ranks of two skills or groups, and points of an attribute."""

    key: str
    name: str
    primary: RankKey
    secondary: RankKey
    attribute: AttributeKey
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way of casting a spell: with which skill, against how much, at what price.

    ``mos`` is what the casting rolls add up to, ``prepare`` what preparing takes before. ``charges`` are the most that
    a vessel holds; ``needs`` is the focus, or the vessel. ``open`` where the books name the spell and print no
    figures: the game master gives them.
    """

    kind: Annotated[str, Of("kinds")]
    skill: SkillKey
    mos: int = 0
    cost: int = 0
    pays: Annotated[str, Of(PAYS)]
    prepare: int = 0
    charges: int = 0
    needs: str = ""
    breaks: bool = False
    open: bool = False

    @staticmethod
    def given(told: Mapping[str, Any], known: Any) -> Mapping[str, Any]:
        """The fields with the kind of magic that the skill belongs to, and what that is usually paid with."""
        skill = known.skills.get(told.get("skill"))
        if skill is None:
            raise Misfit(f"skill names an unknown {told.get('skill')!r}")
        if skill.group not in known.kinds:
            raise Misfit(f"{skill.key} is no skill of magic")
        usual = "spirit" if told.get("open") else known.kinds[skill.group].pays
        return {"pays": usual, **told, "kind": skill.group}


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a spell reaches: a word, and for ``fixed`` so many ``metres``, and more for each hit."""

    range: Annotated[str, Of(RANGES)] = "sight"
    metres: int = 0
    per_hit: int = 0


@dataclass(frozen=True, slots=True)
class Area:
    """The area of a spell: ``metres`` of radius or length, and ``per_hit`` more for each hit."""

    shape: Annotated[str, Of(SHAPES)]
    metres: int = 0
    per_hit: int = 0

    def extent(self, hits: int) -> int:
        return self.metres + self.per_hit * hits


@dataclass(frozen=True, slots=True)
class Duration:
    """How long a spell lasts: its sort, and where it is counted, ``fixed`` and ``per_hit`` of a ``unit``.

    ``steps`` are durations in words, one for each hit, where they do not grow evenly.
    """

    sort: Annotated[str, Of(SORTS)]
    fixed: int = 0
    per_hit: int = 0
    unit: Annotated[str, Of(UNITS)] = ""
    steps: tuple[str, ...] = ()

    def amount(self, hits: int) -> int:
        """Units that it lasts with so many hits."""
        return self.fixed + self.per_hit * hits


@dataclass(frozen=True, slots=True, kw_only=True)
class Harm:
    """Dice of damage: ``per_hit`` for each hit and ``flat`` ones, of ``die`` faces (0: as the casting was rolled).

    ``falloff`` is ``dice`` where each metre takes a die, ``damage`` where it takes a point (SDA-285), else empty.
    """

    die: Annotated[int, Of((0, *FACES))] = 0
    per_hit: int = 0
    flat: int = 0
    type: DamageKind
    falloff: Annotated[str, Of(FALLOFFS)] = ""

    def dice(self, hits: int) -> int:
        return self.flat + self.per_hit * hits


@dataclass(frozen=True, slots=True)
class Change:
    """Something that a spell changes for each hit: ``amount`` of ``what``."""

    what: Annotated[str, Of(HEALS)]
    amount: FromOne


@dataclass(frozen=True, slots=True)
class Several:
    """How many people a spell may be on at once: ``count``, and ``per_hit`` more for each hit; one at least.

    ``share`` says what that costs: nothing, ``leaps`` where every further one gets a hit less, ``split`` where the hits
    are dealt out, ``time`` where each further one takes a hit from all.
    """

    count: int = 0
    per_hit: int = 0
    share: Annotated[str, Of(SHARES)] = ""

    def most(self, hits: int) -> int:
        return max(1, self.count + self.per_hit * hits)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sway:
    """A change to the rolls of whoever bears a spell: ``dice`` and ``mos``, for each hit if ``per_hit``.

    ``how`` is how a throw counts instead: ``twice``, or with a success for each five on a die (``fives``). Without
    ``skills`` and ``attributes`` it bears on all rolls; ``focus`` on those of the attribute that somebody set their
    heart on. Where ``when`` names an occasion the table sees to it.
    """

    skills: tuple[SkillKey, ...] = ()
    attributes: tuple[AttributeKey, ...] = ()
    dice: Steps = 0
    mos: Steps = 0
    how: Annotated[str, Of(tuple(COUNTS))] = ""
    per_hit: bool = False
    focus: bool = False
    when: str = ""


@dataclass(frozen=True, slots=True)
class Growth:
    """Changes of a body: it ``flies`` so many times as fast as it walks, or ``crawls`` so many metres a round.

    ``sizes`` are the hits from which on it is yet another size larger; none where it does not grow.
    """

    flies: int = 0
    crawls: int = 0
    sizes: tuple[int, ...] = ()

    def larger(self, hits: int) -> int:
        return sum(hits >= least for least in self.sizes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """Dice that a spell adds whenever the weapon in hand does damage: of another ``type``, or as the weapon does it.

    ``dies`` are their faces by the hits, the weapon's own where there are none. The weapon has to do damage of the type
    that it ``needs``.
    """

    dice: int = 1
    dies: Annotated[tuple[Dice, ...], Repeats()] = ()
    type: DamageKind = ""
    needs: DamageKind = ""

    def die(self, hits: int) -> int:
        return self.dies[max(1, min(hits, len(self.dies))) - 1] if self.dies else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Effects of a lasting spell on whoever bears it, until they are taken back.

    ``raises`` attributes for each hit, ``caps`` holds them down; ``protects`` against blades and blows for each hit,
    ``immune`` wholly against some damage, ``wards`` takes dice from the damage of other spells for each hit, ``guards``
    successes from attacks on them. ``shines`` for so many metres, and for ``shines_per_hit`` more. ``arm`` is the
    weapon that is in their hand, ``empowers`` adds to the one that they have, and ``adds`` dice to its damage.
    ``stores`` says what the hits are kept for: a shield, the next blow, or boxes before their own. ``dread`` is what
    foes pay for dice and metres against them, ``quickens`` how far apart their three turns are, ``softens`` a fall.
    """

    raises: Mapping[AttributeKey, FromOne] = field(default_factory=none)
    caps: Mapping[AttributeKey, FromOne] = field(default_factory=none)
    protects: int = 0
    immune: tuple[DamageKind, ...] = ()
    wards: Mapping[DamageKind, FromOne] = field(default_factory=none)
    guards: int = 0
    sways: tuple[Sway, ...] = ()
    growth: Growth | None = None
    shines: int = 0
    shines_per_hit: int = 0
    arm: Annotated[str, Of("arms")] = ""
    empowers: int = 0
    adds: tuple[Added, ...] = ()
    stores: Annotated[str, Of(STORES)] = ""
    dread: int = 0
    quickens: int = 0
    softens: bool = False

    @property
    def is_felt(self) -> bool:
        """Whether it does anything of itself."""
        body = (self.raises, self.caps, self.immune, self.wards, self.protects, self.growth, self.arm, self.softens)
        around = (self.guards, self.shines, self.shines_per_hit, self.dread, self.quickens)
        acts = any(not one.when for one in self.sways)
        return acts or any((*body, *around, self.empowers, self.adds, self.stores))


#: The fields of a reach by their names in the table of a spell.
_REACH = {"range": "range", "metres": "metres", "metres_per_hit": "per_hit"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """A spell of the game or of a campaign, as its data tell it.

    ``target`` is ``self``, ``somebody``, ``place`` or ``thing``; ``save`` the skill that resists it, or empty. In its
    area it reaches those ``among`` whoever stands there. ``heals`` unticks boxes or gives spirit, ``drains`` takes
    spirit for each hit and ``drains_die`` what such a die comes to, ``condition`` is what it puts somebody in,
    ``numbs`` the skill without which it takes dice (``numbs_most`` of them). ``each_round`` it does its damage again,
    ``deed`` is what it does once, ``only`` what has to be so for it, and ``by_hand`` where the game master enters the
    rest.
    """

    key: str
    name: str
    description: str = ""
    target: str = "thing"
    reach: Reach = Reach()
    area: Area | None = None
    among: Annotated[str, Of(AMONG)] = ""
    several: Several | None = None
    duration: Duration = Duration("instantaneous")
    harms: tuple[Harm, ...] = ()
    each_round: bool = False
    save: SkillKey = ""
    heals: Change | None = None
    drains: int = 0
    drains_die: int = 0
    mark: Mark = Mark()
    condition: str = ""
    numbs: SkillKey = ""
    numbs_most: int = 0
    deed: Annotated[str, Of(DEEDS)] = ""
    only: Annotated[str, Of(ONLY)] = ""
    by_hand: Annotated[str, Of(BY_HAND)] = ""
    ways: tuple[Way, ...] = ()
    source: str

    @staticmethod
    def given(told: Mapping[str, Any], _known: object) -> Mapping[str, Any]:
        """The fields of a table in which reach and lasting effects stand beside the rest."""
        apart = {**_REACH, **{one.name: one.name for one in fields(Mark)}}
        reach = {_REACH[name]: told[name] for name in _REACH if name in told}
        mark = {one.name: told[one.name] for one in fields(Mark) if one.name in told}
        return {**{name: one for name, one in told.items() if name not in apart}, "reach": reach, "mark": mark}

    def check(self, known: object) -> None:
        if self.target not in TARGETS or self.condition not in CONDITIONS:
            raise Misfit("has a target or a condition that nobody knows")
        if not self.ways:
            raise Misfit("needs a way to cast it")
        if not self.description and not self.is_open:
            raise Misfit("needs a description")
        if len({way.skill for way in self.ways}) != len(self.ways):
            raise Misfit("is cast twice with the same skill")
        if self.among and self.area is None:
            raise Misfit("reaches whoever stands in an area, and has none")

    @property
    def is_open(self) -> bool:
        """Whether the books print no more than its name."""
        return all(way.open for way in self.ways)

    @property
    def lasts(self) -> bool:
        return self.duration.sort != "instantaneous"

    @property
    def acts(self) -> bool:
        """Whether it does something of itself; of the others the game master tells what they do."""
        known = self.heals or self.drains or self.drains_die or self.condition or self.numbs or self.deed
        return bool(self.harms or self.mark.is_felt or known)

    def way(self, skill: str) -> Way | None:
        return next((way for way in self.ways if way.skill == skill), None)
