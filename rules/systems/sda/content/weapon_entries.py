"""Weapons and armour: what their data files hold, and what campaigns fill in for their own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Self

from rules.engine.content.forms import Asked, Inline
from rules.engine.content.reader import Least, Misfit, Of
from rules.systems.sda.content.entries import (
    FACES,
    PRICE,
    PRICE_OR_NONE,
    AttributeKey,
    DamageKind,
    Dice,
    FromOne,
    Protection,
    SkillKey,
    none,
)

BANDS = ("close", "medium", "long", "far")
BODY_PARTS = ("head", "face", "torso", "arms", "hands", "legs", "feet")
SHAPES = ("cone", "line", "sphere")
#: The die of damage as campaigns pick it.
DICE = {"0": "By an attribute", **{str(faces): f"d{faces}" for faces in FACES}}


@dataclass(frozen=True, slots=True)
class WeaponSkill:
    """A skill to use the weapon with. ``attribute`` is forced; None leaves the choice that the skill gives."""

    skill: SkillKey
    attribute: AttributeKey | None = None
    malus_dice: int = 0
    malus_mos: int = 0

    @staticmethod
    def given(told: Mapping[str, Any], known: Any) -> Mapping[str, Any]:
        """The fields of a table that names an attribute ``if_listed``: forced where the skill lists it."""
        wanted, skill = told.get("if_listed"), known.skills.get(told.get("skill"))
        rest = {name: one for name, one in told.items() if name != "if_listed"}
        return {**rest, "attribute": wanted} if wanted and skill and wanted in skill.attributes else rest

    def check(self, known: Any) -> None:
        if self.attribute is not None and self.attribute not in known.skills[self.skill].attributes:
            raise Misfit(f"attribute names an unknown {self.attribute!r}")


@dataclass(frozen=True, slots=True)
class Uses:
    """Skills of a weapon as campaigns fill them in: dice fewer by skill, and one attribute for all that list it."""

    skills: Annotated[
        Mapping[SkillKey, int], Asked("Used with, and dice lost", options="fighting", most=10, needed=True)
    ] = field(default_factory=none)
    attribute: Annotated[AttributeKey, Asked("Only with", none="None", help="If the skill leaves the choice")] = ""

    @classmethod
    def of(cls, ways: tuple[WeaponSkill, ...]) -> Self:
        forced = (way.attribute for way in ways if way.attribute)
        return cls({way.skill: way.malus_dice for way in ways}, next(forced, ""))

    def table(self) -> list[dict[str, Any]]:
        return [{"skill": key, "malus_dice": less, "if_listed": self.attribute} for key, less in self.skills.items()]


@dataclass(frozen=True, slots=True)
class Band:
    """A range that the weapon works in: ``close``, ``medium``, ``long`` or ``far``.

    ``increment`` is the range increment of a far weapon in metres, 0 otherwise (SDA-173). ``malus_mos`` is subtracted
    from every roll in this band, on top of whatever distance costs.
    """

    band: Annotated[str, Of(BANDS)]
    increment: FromOne = 0
    malus_mos: int = 0

    def check(self, known: object) -> None:
        if bool(self.increment) != (self.band == "far"):
            raise Misfit("increment is of far bands alone" if self.increment else "increment is missing")


@dataclass(frozen=True, slots=True)
class Ranges:
    """Range bands as campaigns fill them in: the malus by band, and the increment of the far one."""

    bands: Annotated[
        Mapping[Annotated[str, Of(BANDS)], int], Asked("Range bands, and MoS lost there", most=10, needed=True)
    ] = field(default_factory=none)
    increment: Annotated[int, Asked("Far: range increment", most=500, unit="m")] = 0

    @classmethod
    def of(cls, bands: tuple[Band, ...]) -> Self:
        malus = {one.band: one.malus_mos for one in bands}
        return cls(malus, max((one.increment for one in bands), default=0))

    def table(self) -> list[dict[str, Any]]:
        far = {"far": {"increment": self.increment}}
        return [{"band": band, "malus_mos": malus, **far.get(band, {})} for band, malus in self.bands.items()]


@dataclass(frozen=True, slots=True)
class Damage:
    """The limit of a damage die: an attribute's value plus ``bonus``, or the number of faces of a set ``die``.

    Exactly one of ``attribute`` and ``die`` is given. ``two_handed_bonus`` replaces ``bonus`` when both hands
    hold it.
    """

    attribute: AttributeKey | None = None
    bonus: Annotated[int, Least(-3)] = 0  # fists are weaker than the arm behind them
    die: Dice | None = None
    two_handed_bonus: int | None = None

    def check(self, known: object) -> None:
        if (self.attribute is None) == (self.die is None):
            raise Misfit("needs either attribute or die")


@dataclass(frozen=True, slots=True)
class DamageFigures:
    """Damage as campaigns fill it in: by a die, by an attribute and what is more, or none at all."""

    attribute: Annotated[
        AttributeKey, Asked("Damage attribute", name="damage_attribute", none="None", start="strength")
    ] = ""
    bonus: Annotated[int, Least(-3), Asked("Added to the attribute", name="damage_bonus", most=30)] = 0
    both_hands: Annotated[
        int,
        Asked("Added in both hands", name="damage_both_hands", most=30, zero="same as in one"),
    ] = 0
    die: Annotated[int, Asked("Damage die", name="damage_die", options=DICE, start="0")] = 0

    @classmethod
    def of(cls, damage: Damage | None) -> Self:
        if damage is None:
            return cls()
        return cls(damage.attribute or "", damage.bonus, damage.two_handed_bonus or 0, damage.die or 0)

    def table(self) -> dict[str, Any] | None:
        if self.die:
            return {"die": self.die}
        if not self.attribute:
            return None
        more = {"two_handed_bonus": self.both_hands} if self.both_hands > max(0, self.bonus) else {}
        return {"attribute": self.attribute, "bonus": self.bonus, **more}


@dataclass(frozen=True, slots=True)
class DamageType:
    """A type of damage that the weapon can do; ``malus_mos`` is subtracted from the damage roll."""

    type: DamageKind
    malus_mos: int = 0


@dataclass(frozen=True, slots=True)
class Kinds:
    """Types of damage as campaigns fill them in: the malus by type."""

    types: Annotated[Mapping[DamageKind, int], Asked("Types of damage, and MoS lost", most=10, needed=True)] = field(
        default_factory=none
    )

    @classmethod
    def of(cls, types: tuple[DamageType, ...]) -> Self:
        return cls({one.type: one.malus_mos for one in types})

    def table(self) -> list[dict[str, Any]]:
        return [{"type": key, "malus_mos": malus} for key, malus in self.types.items()]


@dataclass(frozen=True, slots=True)
class Reload:
    """One test that loading the weapon takes: a skill and the difficulty to meet."""

    skill: SkillKey
    difficulty: FromOne


@dataclass(frozen=True, slots=True)
class Loading:
    """Tests of loading as campaigns fill them in: so many of one sort."""

    skill: Annotated[SkillKey, Asked("Loaded with", name="reload_skill", none="Nothing to load")] = ""
    difficulty: Annotated[FromOne, Asked("Difficulty of loading", name="reload_difficulty", most=10)] = 1
    tests: Annotated[FromOne, Asked("Number of loading tests", name="reload_tests", most=6)] = 1

    @classmethod
    def of(cls, tests: tuple[Reload, ...]) -> Self:
        return cls(tests[0].skill, tests[0].difficulty, len(tests)) if tests else cls()

    def table(self) -> list[dict[str, Any]]:
        return [{"skill": self.skill, "difficulty": self.difficulty}] * self.tests if self.skill else []


@dataclass(frozen=True, slots=True)
class Area:
    """The area of a breath: ``cone``, ``line`` or ``sphere``, which may grow by ``metres_per_hit`` of radius."""

    shape: Annotated[str, Of(SHAPES)]
    metres_per_hit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponSpecial:
    """A special property that weapons can have, with its ``figures`` by name (such as ``disarm_hits``)."""

    key: str
    name: str
    description: str
    figures: Mapping[str, FromOne] = field(default_factory=none)
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
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
    natural: bool = False
    skills: Annotated[tuple[WeaponSkill, ...], Inline(Uses)] = ()
    bands: Annotated[tuple[Band, ...], Inline(Ranges)] = ()
    damage: Annotated[Damage | None, Inline(DamageFigures)] = None
    types: Annotated[tuple[DamageType, ...], Inline(Kinds)] = ()
    encumbrance: Annotated[float, Asked("Encumbrance", most=1000, parts=20)] = 0
    specials: Annotated[frozenset[Annotated[str, Of("weapon_specials")]], Asked("Specials")] = frozenset()
    shield: Annotated[int, Asked("Shield defence", most=10)] = 0
    reload: Annotated[tuple[Reload, ...], Inline(Loading)] = ()
    ammunition: Annotated[tuple[str, ...], Asked("Ammunition", options="ammunition")] = ()
    price: Annotated[int | None, PRICE_OR_NONE] = None
    area: Area | None = None
    poison: str = ""
    note: str = ""
    source: str

    def check(self, known: object) -> None:
        if not (self.skills and self.bands and self.types):
            raise Misfit("needs a skill, a band and a type of damage")


@dataclass(frozen=True, slots=True, kw_only=True)
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
    body_parts: Annotated[tuple[Annotated[str, Of(BODY_PARTS)], ...], Asked("Covers", needed=True)] = ()
    protection: Annotated[Protection, Asked("Protection", least=0, most=20, parts=2)] = field(default_factory=none)
    encumbrance_worn: Annotated[float, Asked("Encumbrance worn", most=1000, parts=20)]
    encumbrance_carried: Annotated[float, Asked("Encumbrance carried", most=1000, parts=20)]
    over: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    flank_rear_malus: Annotated[int, Asked("Extra malus against flank and rear", most=10)] = 0
    price: Annotated[int, PRICE]
    skill_maluses: Mapping[SkillKey, FromOne] = field(default_factory=none)
    note: str = ""
    source: str
