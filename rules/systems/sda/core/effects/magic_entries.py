"""The six kinds of magic, gods, ways of casting, and effects of a lasting spell on whoever bears it (D-9)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Self

from rules.engine.content.forms import Asked, Inline
from rules.engine.content.reader import Least, Misfit, Of, Repeats
from rules.systems.sda.content.entries import AttributeKey, DamageKind, Dice, FromOne, SkillKey, none
from rules.systems.sda.core.person import COUNTS

PAYS = ("spirit", "favour", "life_debt", "focus", "scroll", "charge", "minor", "major")
#: The fields of a way of casting that name a thing held for it, by the kind of magic.
HELD = {"shamanism": "focus", "witchcraft": "vessel"}

TraitKey = Annotated[str, Of("traits")]
RankKey = Annotated[str, Of("learnable")]


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
        return {"pays": usual, **_with_needs(told, skill.group), "kind": skill.group}


def _with_needs(told: Mapping[str, Any], kind: str) -> Mapping[str, Any]:
    """The fields of a table that names focus and vessel: the one of its kind of magic; only shamans break theirs."""
    if not told.keys() & set(HELD.values()):
        return told
    rest = {name: one for name, one in told.items() if name not in HELD.values()}
    breaks = kind == "shamanism" and told["breaks"]
    return {**rest, "needs": told.get(HELD.get(kind, ""), ""), "breaks": breaks}


@dataclass(frozen=True, slots=True)
class Ways:
    """Ways of casting as campaigns fill them in: figures by skill, and what shamans and witches hold."""

    ways: Annotated[Mapping[str, int], Asked("Cast with, and MoS needed", options="magic", most=40, needed=True)] = (
        field(default_factory=none)
    )
    costs: Annotated[
        Mapping[str, int],
        Asked("What it costs", options="magic", most=40, help="Spirit, favour or life debt, depending on the magic"),
    ] = field(default_factory=none)
    prepares: Annotated[Mapping[str, int], Asked("MoS to prepare it", options="magic", most=40)] = field(
        default_factory=none
    )
    charges: Annotated[Mapping[str, int], Asked("Maximum charges of a vessel", options="magic", most=20)] = field(
        default_factory=none
    )
    focus: Annotated[str, Asked("Focus of shamans", most=80)] = ""
    vessel: Annotated[str, Asked("Vessel of witches", most=80, help="Phials and fumes are thrown")] = ""
    breaks: Annotated[bool, Asked("Casting destroys the focus")] = False

    @classmethod
    def of(cls, ways: tuple[Way, ...]) -> Self:
        held = {way.kind: way.needs for way in reversed(ways) if way.needs}
        return cls(
            {way.skill: way.mos for way in ways},
            {way.skill: way.cost for way in ways if way.cost},
            {way.skill: way.prepare for way in ways if way.prepare},
            {way.skill: way.charges for way in ways if way.charges},
            held.get("shamanism", ""),
            held.get("witchcraft", ""),
            any(way.breaks for way in ways),
        )

    def table(self) -> list[dict[str, Any]]:
        held = {"focus": self.focus, "vessel": self.vessel, "breaks": self.breaks}
        return [{"skill": skill, "mos": mos, **self._figures(skill), **held} for skill, mos in self.ways.items()]

    def _figures(self, skill: str) -> dict[str, int]:
        by_skill = {"cost": self.costs, "prepare": self.prepares, "charges": self.charges}
        return {name: figures[skill] for name, figures in by_skill.items() if skill in figures}


# -- marks -------------------------------------------------------------------------------------------------------------


#: Purposes that the hits of a spell may be stored for.
STORES = ("shield", "blow", "boxes")
#: The most dice or successes that a spell may give or take.
_MOST = 40

Steps = Annotated[int, Least(-_MOST)]


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
class Bonuses:
    """Changes to rolls of skills as campaigns fill them in: dice for each hit, and successes whatever the hits."""

    dice_on: Annotated[Mapping[SkillKey, Steps], Asked("Dice on skills, per hit", least=-10, most=10)] = field(
        default_factory=none
    )
    mos_on: Annotated[Mapping[SkillKey, Steps], Asked("MoS on skills", least=-10, most=10)] = field(
        default_factory=none
    )

    @classmethod
    def of(cls, sways: tuple[Sway, ...]) -> Self:
        dice = {skill: one.dice for one in sways for skill in one.skills if one.dice}
        return cls(dice, {skill: one.mos for one in sways for skill in one.skills if one.mos})

    def table(self) -> list[dict[str, Any]]:
        """The rows of sways; skills that have equally many share a row."""
        dice = [{"skills": skills, "dice": by, "per_hit": True} for by, skills in _by_number(self.dice_on).items()]
        return [*dice, *({"skills": skills, "mos": by} for by, skills in _by_number(self.mos_on).items())]


def _by_number(figures: Mapping[str, int]) -> dict[int, list[str]]:
    """The keys of a figure by their number, without those that have none."""
    return {by: [key for key, one in figures.items() if one == by] for by in figures.values() if by}


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

    raises: Annotated[Mapping[AttributeKey, FromOne], Asked("Raises, per hit", most=10)] = field(default_factory=none)
    caps: Mapping[AttributeKey, FromOne] = field(default_factory=none)
    protects: Annotated[int, Asked("Protects from blades and blows, per hit", most=10)] = 0
    immune: tuple[DamageKind, ...] = ()
    wards: Mapping[DamageKind, FromOne] = field(default_factory=none)
    guards: int = 0
    shines: Annotated[int, Asked("Shines", most=100, unit="m")] = 0
    shines_per_hit: int = 0
    sways: Annotated[tuple[Sway, ...], Inline(Bonuses)] = ()
    growth: Growth | None = None
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
