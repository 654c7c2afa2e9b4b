"""The shapes of spells and of the six kinds of magic: what their data files hold, typed and immutable (D-9).

A "hit" is an MoS beyond what the casting takes; what a spell does mostly grows with them.
"""

from collections.abc import Mapping
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
    """A god, by what earns their favour every day: ranks of two skills or groups, and points of an attribute."""

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
    """The area of a spell: ``metres`` of radius or length, and ``per_hit`` more for each hit."""

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
        """Units that it lasts with so many hits."""
        return self.fixed + self.per_hit * hits


@dataclass(frozen=True, slots=True)
class Harm:
    """Dice of damage: ``per_hit`` for each hit and ``flat`` ones, of ``die`` faces (0: as the casting was rolled).

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
class Several:
    """How many people a spell may be on at once: ``count``, and ``per_hit`` more for each hit; one at least.

    ``share`` says what that costs: nothing, ``leaps`` where every further one gets a hit less, ``split`` where the hits
    are dealt out, ``time`` where each further one takes a hit from all.
    """

    count: int
    per_hit: int
    share: str

    def most(self, hits: int) -> int:
        return max(1, self.count + self.per_hit * hits)


@dataclass(frozen=True, slots=True)
class Sway:
    """A change to the rolls of whoever bears a spell: ``dice`` and ``mos``, for each hit if ``per_hit``.

    ``how`` is how a throw counts instead: ``twice``, or with a success for each five on a die (``fives``). Without
    ``skills`` and ``attributes`` it bears on all rolls; ``focus`` on those of the attribute that somebody set their
    heart on. Where ``when`` names an occasion the table sees to it.
    """

    skills: tuple[str, ...]
    attributes: tuple[str, ...]
    dice: int
    mos: int
    how: str
    per_hit: bool
    focus: bool
    when: str


@dataclass(frozen=True, slots=True)
class Growth:
    """Changes of a body: it ``flies`` so many times as fast as it walks, or ``crawls`` so many metres a round.

    ``sizes`` are the hits from which on it is yet another size larger; none where it does not grow.
    """

    flies: int
    crawls: int
    sizes: tuple[int, ...]

    def larger(self, hits: int) -> int:
        return sum(hits >= least for least in self.sizes)


@dataclass(frozen=True, slots=True)
class Added:
    """Dice that a spell adds whenever the weapon in hand does damage: of another ``type``, or as the weapon does it.

    ``dies`` are their faces by the hits, the weapon's own where there are none. The weapon has to do damage of the type
    that it ``needs``.
    """

    dice: int
    dies: tuple[int, ...]
    type: str
    needs: str

    def die(self, hits: int) -> int:
        return self.dies[max(1, min(hits, len(self.dies))) - 1] if self.dies else 0


@dataclass(frozen=True, slots=True)
class Mark:
    """Effects of a lasting spell on whoever bears it, until they are taken back.

    ``raises`` attributes for each hit, ``caps`` holds them down; ``protects`` against blades and blows for each hit,
    ``immune`` wholly against some damage, ``wards`` takes dice from the damage of other spells for each hit, ``guards``
    successes from attacks on them. ``shines`` for so many metres, and for ``shines_per_hit`` more. ``arm`` is the
    weapon that is in their hand, ``empowers`` adds to the one that they have, and ``adds`` dice to its damage.
    ``stores`` says what the hits are kept for: a shield, the next blow, or boxes before their own. ``dread`` is what
    foes pay for dice and metres against them, ``quickens`` how far apart their three turns are, ``softens`` a fall.
    """

    raises: Mapping[str, int]
    caps: Mapping[str, int]
    protects: int
    immune: tuple[str, ...]
    wards: Mapping[str, int]
    guards: int
    sways: tuple[Sway, ...]
    growth: Growth | None
    shines: int
    shines_per_hit: int
    arm: str
    empowers: int
    adds: tuple[Added, ...] = ()
    stores: str = ""
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


@dataclass(frozen=True, slots=True)
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
    description: str
    target: str
    reach: Reach
    area: Area | None
    among: str
    several: Several | None
    duration: Duration
    harms: tuple[Harm, ...]
    each_round: bool
    save: str
    heals: Change | None
    drains: int
    drains_die: int
    mark: Mark
    condition: str
    numbs: str
    numbs_most: int
    deed: str
    only: str
    by_hand: str
    ways: tuple[Way, ...]
    source: str

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
