"""A blow on its way to its target, with all that settles it later, and its damage as a distribution (GRM-125, D-2)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from rules.engine.kernel import Json, Sheet, Table, amount, distribution
from rules.engine.odds import Distribution, mapped, mixture, summed
from rules.systems.grim.core import (
    DAMAGE,
    LAST_STEP,
    Wound,
    fury,
    level,
    mortal,
    steps_within,
    threshold,
)
from rules.systems.grim.fight.base.arms import Arm

#: Sides of a Fury Die, and of the die by which a fumble lessens damage.
WEAK_SIDES = 6
#: Hit locations by d10 (GRM-052).
LOCATIONS = ((1, "head"), (4, "arms"), (8, "body"), (10, "legs"))
LOCATION_SIDES = 10
#: The condition of somebody whom the next hit injures (GRM-127).
OPEN = "open"


def location_of(face: int) -> str:
    """The part of the body that a d10 hits (GRM-052).

    >>> [location_of(face) for face in (1, 4, 5, 9)]
    ['head', 'arms', 'body', 'legs']
    """
    return next(name for most, name in LOCATIONS if face <= most)


@dataclass(frozen=True, slots=True)
class Blow:
    """A blow as plain values.

    ``weapon`` is the name, ``key`` that of the thing it is struck with. ``dice`` are Fury Dice, which explode on these
    faces; ``plus`` is added to them. ``difficulty`` is that of the attack, for defences against it. ``barred`` are
    defences that there are none of. ``wound`` is what it says of injuries and death. ``opportunity`` is an opportunity
    attack, ``sure`` says that the next hit injures, ``critical`` that the attack was a critical success; ``lessens`` a
    die that a fumble takes off its damage, ``raised`` what another fumble adds to the threshold. ``all_out`` says that
    it is a fumble as well. ``extra`` are dice that do not explode. ``stray`` is a blow not meant for its target,
    ``grip`` the stunt that an entangling one brings. ``chance`` and ``flip`` are those of the attack, for another roll
    of it, which may be ``forced`` once. ``besides`` are others whom it hits, in the area of the weapon. ``surplus`` are
    Fury Dice more if it is critical.
    """

    attacker: str
    target: str
    weapon: str
    key: str
    dice: int
    plus: int
    explodes: tuple[int, ...] = (6,)
    qualities: tuple[str, ...] = ()
    size: str = "regular"
    missile: bool = False
    difficulty: int = 0
    parry: int = 0
    dodge: int = 0
    flips: bool = False
    barred: tuple[str, ...] = ()
    harmless: bool = False
    worst: str = ""
    injury: int = 0
    chart: str = ""
    subdues: int = 0
    location: str = ""
    purpose: str = "melee.attack"
    opportunity: bool = False
    critical: bool = False
    sure: bool = False
    lessens: bool = False
    raised: int = 0
    all_out: bool = False
    stray: bool = False
    extra: str = ""
    grip: str = ""
    chance: int = 0
    flip: int = 0
    forced: bool = False
    besides: tuple[str, ...] = ()
    surplus: int = 0

    def known(self) -> dict[str, Json]:
        """The blow for an ask: attacker and target, and all of it as plain values."""
        told = {name: getattr(self, name) for name in Blow.__slots__}
        lists = {name: list(value) if isinstance(value, tuple) else value for name, value in told.items()}
        return {"attacker": self.attacker, "target": self.target, "blow": lists}

    @classmethod
    def from_known(cls, known: Mapping[str, Any]) -> "Blow":
        told: dict[str, Any] = known["blow"]
        plain: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in told.items()}
        return cls(**plain)

    def has(self, quality: str) -> bool:
        return quality in self.qualities

    def but(self, **changes: Any) -> "Blow":
        return replace(self, **changes)

    @property
    def wound(self) -> Wound:
        """The blow as a wound (GRM-062, GRM-090, GRM-115)."""
        return Wound(
            self.attacker,
            self.weapon,
            self.injury,
            self.worst,
            self.sure,
            self.chart,
            self.harmless,
            self.subdues,
        )

    @property
    def fury(self) -> int:
        """Fury Dice that it throws; by a house rule one more for a critical success (GRM-040)."""
        return self.dice + (self.surplus if self.critical else 0)

    def damage(self) -> Distribution:
        """The distribution of its damage."""
        return _damage(self.fury, self.plus, self.explodes, self.extra, self.lessens)

    def against(self, sheet: Sheet) -> int:
        """The threshold that it has to reach (GRM-028)."""
        return threshold(sheet, missile=self.missile) + self.raised

    def steps(self, sheet: Sheet) -> Distribution:
        """The distribution of steps that it moves somebody on the damage track, no further than its end (D-2)."""
        if self.harmless:
            return (1.0,)
        left = LAST_STEP - level(sheet, DAMAGE)
        return steps_within(self.damage(), self.against(sheet), left - 1 if self.subdues and left else left)

    def slays(self, sheet: Sheet) -> float:
        """P(it is death: the end of the damage track, or an injury that nobody survives)."""
        now, left = level(sheet, DAMAGE), LAST_STEP - level(sheet, DAMAGE)
        if self.subdues:
            return 0.0
        wound = self.wound if not sheet.has(OPEN) else self.but(sure=True).wound
        found = 0.0
        for gone, share in enumerate(self.steps(sheet)):
            found += share * (1.0 if gone >= left else mortal(sheet, now + gone, wound) if gone or wound.sure else 0.0)
        return found


@lru_cache(maxsize=4096)
def _damage(dice: int, plus: int, explodes: tuple[int, ...], extra: str, lessens: bool) -> Distribution:
    rolled = summed((fury(dice, explodes), distribution(amount(extra))))
    weak = range(1, WEAK_SIDES + 1) if lessens else (0,)
    return mixture([(1 / len(weak), _raised(rolled, plus - face)) for face in weak])


def _raised(rolled: Distribution, by: int) -> Distribution:
    return mapped(rolled, lambda fell: max(0, fell + by))


def with_arm(table: Table, attacker: str, target: str, arm: Arm, *, dice: int, plus: int, **more: Any) -> Blow:
    """A blow with a weapon, with all that its qualities say of defences and injuries."""
    bars = tuple(dict.fromkeys(bar for one in arm.qualities for bar in one.foe_bars))
    return Blow(
        attacker,
        target,
        arm.name,
        arm.key,
        dice,
        plus,
        arm.explodes,
        arm.weapon.qualities,
        arm.weapon.size,
        parry=arm.total("foe_parry"),
        dodge=arm.total("foe_dodge"),
        flips=any(one.foe_flips for one in arm.qualities),
        harmless=arm.harmless or arm.weapon.fury == 0,
        worst=arm.worst,
        barred=(*bars, *more.pop("barred", ())),
        **more,
    )
