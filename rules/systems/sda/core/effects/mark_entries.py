"""Effects of a lasting spell on whoever bears it (D-9)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Self

from rules.engine.content.forms import Asked, Inline
from rules.engine.content.reader import Least, Of, Repeats
from rules.systems.sda.content.entries import AttributeKey, DamageKind, Dice, FromOne, SkillKey, none
from rules.systems.sda.core.person import COUNTS

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
