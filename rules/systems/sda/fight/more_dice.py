"""Dice that spells add to the damage of a weapon: more of its own, or others beside them (D-9)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.words import counted
from rules.engine.odds import Distribution, mixture
from rules.systems.sda.chances import distribution
from rules.systems.sda.magic.bearing import added_to


@dataclass(frozen=True, slots=True)
class Beside:
    """Dice of one number of faces and one type of damage that come with a weapon."""

    count: int
    die: int
    type: str

    @property
    def notation(self) -> str:
        return f"{self.count}d{self.die} {self.type}"


def more_of_its_own(sheet: Sheet, weapon: str) -> int:
    """Dice of its own kind that spells add to a weapon whenever it does damage; 0 without any."""
    return sum(dice for dice, die, _ in added_to(sheet, _thing(weapon)) if not die)


def dice_beside(sheet: Sheet, weapon: str) -> list[Beside]:
    """The dice of other kinds that spells add to a weapon; each kind is a wound of its own."""
    return [Beside(dice, die, kind) for dice, die, kind in added_to(sheet, _thing(weapon)) if die]


def with_those(damage: Distribution, beside: Sequence[Beside]) -> Distribution:
    """The distribution of the damage of a weapon and the dice beside it, before armour."""
    whole = damage
    for one in beside:
        more = distribution(one.die, one.count)
        whole = mixture((share, (0.0,) * value + more) for value, share in enumerate(whole))
    return whole


def more_words(sheet: Sheet, weapon: str) -> str:
    """The words in the odds of an attack for dice that spells add to its damage; empty without any."""
    own, beside = more_of_its_own(sheet, weapon), [one.notation for one in dice_beside(sheet, weapon)]
    said = ([f"{counted(own, 'die', 'dice')} of its own"] if own else []) + beside
    return f"; its damage has {' and '.join(said)} more" if said else ""


def _thing(weapon: str) -> str:
    """The key of a weapon without the way in which it is held."""
    return weapon.partition(":")[0]
