"""A blow that is struck: all that settles it later, as plain values that travel in asks (PCT-011 to PCT-015)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.engine.amounts import amount, distribution
from rules.engine.odds import Distribution, mapped
from rules.engine.sheets import Json, Sheet
from rules.engine.table import Table
from rules.systems.kaos import body, chances
from rules.systems.kaos.fight.arms import Arm

#: What a shield bash does beside STR/10 (PCT-028).
BASH = "1d6"


@dataclass(frozen=True, slots=True)
class Blow:
    """``purpose`` is the command that struck it; ``after`` names what follows once it is settled ("bash", "tumble").

    ``surprise`` if a Deception test may double it (PCT-031), ``eased`` if that test, or the one that follows, is to be
    paid easier. A ``spell`` has its effect where it comes through; ``avoid`` names the attribute to avoid it with, and
    ``half`` says that it was avoided as far as can be.
    """

    attacker: str
    target: str
    weapon: str
    damage: str
    bonus: int = 0
    type: str = "physical"
    times: int = 1
    purpose: str = "melee.attack"
    after: str = ""
    surprise: bool = False
    eased: bool = False
    lethal: bool = True
    past_armour: bool = False
    spell: str = ""
    avoid: str = ""
    half: bool = False

    @classmethod
    def with_arm(cls, sheet: Sheet, attacker: str, target: str, arm: Arm, **more: Any) -> "Blow":
        """A blow with a weapon: its dice and STR/10, rounded down (PCT-014, C-01); a net hurts nobody."""
        weapon = arm.weapon
        return cls(
            attacker,
            target,
            arm.name,
            weapon.damage,
            body.damage_bonus(sheet) if weapon.damage else 0,
            weapon.type,
            lethal=not weapon.nonlethal,
            past_armour=weapon.ignores_armour,
            **more,
        )

    def known(self) -> dict[str, Json]:
        """For an ask: who is in it for everybody to find, and the blow as plain values."""
        return {
            "attacker": self.attacker,
            "target": self.target,
            "blow": {name: getattr(self, name) for name in Blow.__slots__},
        }

    @classmethod
    def from_known(cls, known: Mapping[str, Any]) -> "Blow":
        return cls(**known["blow"])

    def damage_of(self, fell: int) -> int:
        """What dice that came to so much do: with the bonus, doubled together (C-13), or half of it."""
        return (fell + self.bonus) * self.times // (2 if self.half else 1)

    def rolled(self) -> Distribution:
        """The same, before anything is rolled."""
        return _rolled(self)

    def harm(self, table: Table) -> Distribution:
        """What it costs the target, should it come through: doubled first, then reduced (PCT-015, C-13)."""
        return chances.after_reduction(self.rolled(), body.reduction_of(table.sheet(self.target), self.type))


@lru_cache(maxsize=1024)
def _rolled(blow: Blow) -> Distribution:
    return mapped(distribution(amount(blow.damage)), blow.damage_of)
