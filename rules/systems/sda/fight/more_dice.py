"""Dice that come with the damage of a weapon beside its own: more of them, or others, as spells have it (D-9)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.odds import Distribution, mixture
from rules.engine.sheets import Sheet
from rules.engine.words import counted
from rules.systems.sda.chances import distribution
from rules.systems.sda.magic.bearing import added_to


@dataclass(frozen=True, slots=True)
class Beside:
    """So many dice of so many faces, of one type of damage."""

    count: int
    die: int
    type: str

    @property
    def notation(self) -> str:
        return f"{self.count}d{self.die} {self.type}"


def more_of_its_own(sheet: Sheet, weapon: str) -> int:
    """The dice that a weapon has more of its own kind whenever it does damage."""
    return sum(dice for dice, die, _ in added_to(sheet, _thing(weapon)) if not die)


def dice_beside(sheet: Sheet, weapon: str) -> list[Beside]:
    """Those of other kinds that come with it; each kind is a wound of its own."""
    return [Beside(dice, die, kind) for dice, die, kind in added_to(sheet, _thing(weapon)) if die]


def with_those(damage: Distribution, beside: Sequence[Beside]) -> Distribution:
    """What a weapon and the dice beside do together, before armour."""
    whole = damage
    for one in beside:
        more = distribution(one.die, one.count)
        whole = mixture((share, (0.0,) * value + more) for value, share in enumerate(whole))
    return whole


def more_words(sheet: Sheet, weapon: str) -> str:
    """What the odds of an attack say of them, before there is any damage."""
    own, beside = more_of_its_own(sheet, weapon), [one.notation for one in dice_beside(sheet, weapon)]
    said = ([f"{counted(own, 'die', 'dice')} of its own"] if own else []) + beside
    return f"; its damage has {' and '.join(said)} more" if said else ""


def _thing(weapon: str) -> str:
    """A weapon as it is held is still that weapon."""
    return weapon.partition(":")[0]
