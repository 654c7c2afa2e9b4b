"""The shapes of spells and of the six kinds of magic: what their data files hold, typed and immutable (D-9).

The figures of a campaign's own spells stand beside the fields.

A "hit" is an MoS beyond what the casting takes; what a spell does mostly grows with them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any

from rules.engine.content.forms import Asked, Inline
from rules.engine.content.reader import Misfit, Of
from rules.systems.sda.content.entries import FACES, DamageKind, FromOne, SkillKey
from rules.systems.sda.core.effects.magic_entries import Mark, Way, Ways

TARGETS = {"self": "The caster", "somebody": "Somebody", "place": "A place", "thing": "A thing, or as described"}
RANGES = {
    "self": "The caster",
    "touch": "Touch",
    "close": "Close",
    "fixed": "A number of metres",
    "sight": "Sight",
    "hearing": "Hearing",
    "plane": "Anywhere on this plane",
}
SHAPES = ("sphere", "line", "cone", "volume")
#: Durations that campaigns may give to spells of their own.
LASTS = {
    "instantaneous": "At once",
    "fixed": "A set time",
    "maintained": "A set time, maintained",
    "concentration": "Concentration",
    "sleep": "Until sleep",
    "scene": "Until the scene ends",
    "used": "Until used",
    "permanent": "For good",
}
UNITS = ("round", "minute", "hour", "day")
FALLOFFS = {"": "Nothing", "dice": "A die", "damage": "A point"}
HEALS = ("minor", "major", "bleeding", "spirit")
#: Dice of damage by their faces; none, and those that the casting was rolled with.
HARMLESS = "none"
DICE = {HARMLESS: "No damage", **{str(die): f"d{die}" for die in FACES}, "0": "The die of the casting"}
#: Conditions that a spell may put somebody in, for which the rules know what they do.
CONDITIONS = {
    "": "None",
    "held": "Held fast",
    "bane": "One die less per hit, one back each round",
    "darkness": "Darkness",
}
#: Whom a spell reaches in its area.
AMONG = {
    "": "Not the people in it",
    "all": "Everybody",
    "others": "Everybody but the caster",
    "friends": "Friends",
    "foes": "Foes",
    "picked": "People you choose",
}
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
#: What a spell takes: a target who bleeds, a caster who is hurt, a target who is undead, or one without a mind.
ONLY = ("", "bleeding", "hurt", "undead", "mindless")
#: Ways in which the game master sees to the rest of a spell.
BY_HAND = {
    "": "Nothing",
    "told": "The game master describes it",
    "sheet": "The game master enters it on the sheet",
    "board": "The game master moves people",
    "join": "The game master adds what appears",
}


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a spell reaches: a word, and for ``fixed`` so many ``metres``, and more for each hit."""

    range: Annotated[str, Of(RANGES), Asked("Range")] = "sight"
    metres: Annotated[int, Asked("Reaches", most=1000, unit="m", help="For a range in metres")] = 0
    per_hit: Annotated[int, Asked("Extra range per hit", name="metres_per_hit", most=1000, unit="m")] = 0


@dataclass(frozen=True, slots=True)
class Area:
    """The area of a spell: ``metres`` of radius or length, and ``per_hit`` more for each hit."""

    shape: Annotated[str, Of(SHAPES), Asked("Covers", none="No area", start="", unset="")]
    metres: Annotated[int, Asked("Size of the area", name="area", most=1000, unit="m")] = 0
    per_hit: Annotated[int, Asked("Extra size per hit", name="area_per_hit", most=1000, unit="m")] = 0

    def extent(self, hits: int) -> int:
        return self.metres + self.per_hit * hits


@dataclass(frozen=True, slots=True)
class Duration:
    """How long a spell lasts: its sort, and where it is counted, ``fixed`` and ``per_hit`` of a ``unit``.

    ``steps`` are durations in words, one for each hit, where they do not grow evenly.
    """

    sort: Annotated[
        str,
        Of((*LASTS, "hits")),
        Asked("Lasts", name="lasts", options=LASTS, start="instantaneous", unset="instantaneous"),
    ]
    fixed: Annotated[int, Asked("Set time", name="so_many", most=1000)] = 0
    per_hit: Annotated[int, Asked("Extra time per hit", name="so_many_per_hit", most=1000)] = 0
    unit: Annotated[str, Of(UNITS), Asked("Counted in", none="Nothing")] = ""
    steps: tuple[str, ...] = ()

    def amount(self, hits: int) -> int:
        """Units that it lasts with so many hits."""
        return self.fixed + self.per_hit * hits


@dataclass(frozen=True, slots=True, kw_only=True)
class Harm:
    """Dice of damage: ``per_hit`` for each hit and ``flat`` ones, of ``die`` faces (0: as the casting was rolled).

    ``falloff`` is ``dice`` where each metre takes a die, ``damage`` where it takes a point (SDA-285), else empty.
    """

    die: Annotated[int, Of((0, *FACES)), Asked("Damage die", options=DICE, start=HARMLESS, unset=HARMLESS)] = 0
    per_hit: Annotated[int, Asked("Damage dice per hit", name="dice_per_hit", most=10)] = 0
    flat: Annotated[int, Asked("Damage dice regardless of hits", name="dice_flat", most=20)] = 0
    type: Annotated[DamageKind, Asked("Type of damage", start="bludgeoning")]
    falloff: Annotated[str, Of(FALLOFFS), Asked("Each metre takes off")] = ""

    def dice(self, hits: int) -> int:
        return self.flat + self.per_hit * hits


@dataclass(frozen=True, slots=True)
class Change:
    """Something that a spell changes for each hit: ``amount`` of ``what``."""

    what: Annotated[str, Of(HEALS), Asked("Heals", name="heals", none="Nothing", start="", unset="")]
    amount: Annotated[FromOne, Asked("Amount per hit", name="heals_by", most=20, start=1)]


@dataclass(frozen=True, slots=True)
class Several:
    """How many people a spell may be on at once: ``count``, and ``per_hit`` more for each hit; one at least.

    ``share`` says what that costs: nothing, ``leaps`` where every further one gets a hit less, ``split`` where the hits
    are dealt out, ``time`` where each further one takes a hit from all.
    """

    count: int = 0
    per_hit: Annotated[int, Asked("Targets per hit", name="targets_per_hit", most=10, unset=0, zero="one target")] = 0
    share: Annotated[str, Of(SHARES)] = ""

    def most(self, hits: int) -> int:
        return max(1, self.count + self.per_hit * hits)


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
    target: Annotated[str, Of(TARGETS), Asked("Target", start="somebody")] = "thing"
    reach: Annotated[Reach, Inline()] = Reach()
    area: Annotated[Area | None, Inline()] = None
    among: Annotated[str, Of(AMONG), Asked("Affects in the area")] = ""
    several: Annotated[Several | None, Inline()] = None
    duration: Annotated[Duration, Inline()] = Duration("instantaneous")
    harms: Annotated[tuple[Harm, ...], Inline()] = ()
    each_round: bool = False
    save: Annotated[SkillKey, Asked("Resisted with", none="Nothing")] = ""
    heals: Annotated[Change | None, Inline()] = None
    drains: Annotated[int, Asked("Spirit taken per hit", most=20)] = 0
    drains_die: int = 0
    mark: Annotated[Mark, Inline()] = field(default_factory=Mark)
    condition: Annotated[str, Of(CONDITIONS), Asked("Condition it causes")] = ""
    numbs: SkillKey = ""
    numbs_most: int = 0
    deed: Annotated[str, Of(DEEDS)] = ""
    only: Annotated[str, Of(ONLY)] = ""
    by_hand: Annotated[str, Of(BY_HAND), Asked("Left to the game master")] = ""
    ways: Annotated[tuple[Way, ...], Inline(Ways)] = ()
    source: str

    @staticmethod
    def given(told: Mapping[str, Any], _known: object) -> Mapping[str, Any]:
        """The fields of a table in which reach and lasting effects stand beside the rest."""
        apart = {**_REACH, **{one.name: one.name for one in fields(Mark)}}
        reach = {_REACH[name]: told[name] for name in _REACH if name in told}
        mark = {one.name: told[one.name] for one in fields(Mark) if one.name in told}
        return {"reach": reach, "mark": mark, **{name: one for name, one in told.items() if name not in apart}}

    def check(self, known: object) -> None:
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
