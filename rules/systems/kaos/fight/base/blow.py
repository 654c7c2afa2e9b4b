"""Blows that are struck, with all that settles them later and what follows from them (PCT-011 to PCT-015)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.engine.kernel import Dice, Json, Sheet, Table, amount, distribution
from rules.engine.odds import Chance, Distribution, mapped
from rules.systems.kaos.core import body, chances
from rules.systems.kaos.fight.base.arms import Arm
from rules.systems.kaos.fight.base.state import is_helpless, takes_part

#: Dice of a shield bash, to which STR/10 is added (PCT-028).
BASH = "1d6"


@dataclass(frozen=True, slots=True)
class Blow:
    """A blow on its way to its target, by weapon or spell.

    ``purpose`` is the command that struck it; ``after`` names what comes once it is settled ("bash", "tumble").
    ``surprise`` says that a Deception test may double it (PCT-031), ``eased`` that this test, or one that comes after,
    is to be paid easier. A ``spell`` has its effect where the blow comes through; ``avoid`` is the attribute that
    avoids it, and ``half`` says that it was avoided, for half the damage.
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
        """A blow with a weapon: its dice and STR/10, rounded down (PCT-014, C-01); a net has neither."""
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
        """The blow for an ask: attacker and target, and the whole blow as plain values."""
        return {
            "attacker": self.attacker,
            "target": self.target,
            "blow": {name: getattr(self, name) for name in Blow.__slots__},
        }

    @classmethod
    def from_known(cls, known: Mapping[str, Any]) -> "Blow":
        return cls(**known["blow"])

    def damage_of(self, fell: int) -> int:
        """Damage when the dice show ``fell``: with the bonus, doubled together (C-13), or half of it."""
        return (fell + self.bonus) * self.times // (2 if self.half else 1)

    def rolled(self) -> Distribution:
        """The distribution of damage, before dice are rolled."""
        return _rolled(self)

    def harm(self, table: Table) -> Distribution:
        """The distribution of hit points lost if it comes through: doubled first, then reduced (PCT-015, C-13)."""
        return chances.after_reduction(self.rolled(), body.reduction_of(table.sheet(self.target), self.type))


@lru_cache(maxsize=1024)
def _rolled(blow: Blow) -> Distribution:
    return mapped(distribution(amount(blow.damage)), blow.damage_of)


#: Functions that go on after a settled blow, by the name in its ``after``.
AFTERWARDS: dict[str, Callable[[Table, Dice, Blow], None]] = {}
#: Functions that give the chances of what comes after a blow, by that name; none where it only asks.
CHANCES: dict[str, Callable[[Table, Blow], tuple[Chance, ...]]] = {}


def settle(table: Table, dice: Dice, blow: Blow) -> None:
    """Go on after a blow that is settled, whether it hurt or was defended."""
    if _goes_on(table, blow):
        AFTERWARDS[blow.after](table, dice, blow)


def chances_afterwards(table: Table, blow: Blow) -> tuple[Chance, ...]:
    """The chances of what dice will decide once the blow is settled; empty if they decide nothing."""
    foretell = CHANCES.get(blow.after)
    return foretell(table, blow) if foretell and _goes_on(table, blow) else ()


def _goes_on(table: Table, blow: Blow) -> bool:
    """Whether something comes after the blow, and the attacker can still do it."""
    if blow.after not in AFTERWARDS or table.scene.stage != "fighting" or not takes_part(table, blow.attacker):
        return False
    return not is_helpless(table.sheet(blow.attacker))
