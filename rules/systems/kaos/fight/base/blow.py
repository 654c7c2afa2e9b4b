"""Weapons in hand, and the blows that are struck with them, with all that settles them later (PCT-011 to PCT-015, D-4).

Bare hands are a weapon that is always there.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Dice, Item, Json, Refused, Sheet, Table, Unknown, amount, distribution
from rules.engine.odds import Chance, Distribution, mapped, mean
from rules.systems.kaos.content.entries import Weapon
from rules.systems.kaos.content.library import attributes, skills, weapon_of, weapons
from rules.systems.kaos.core import chances, figures
from rules.systems.kaos.fight.base.state import is_helpless

UNARMED = "unarmed"
#: Hands of a body.
HANDS = 2


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon as it is held; its key is that of the item on the sheet, or that of bare hands."""

    key: str
    name: str
    weapon: Weapon

    @property
    def is_melee(self) -> bool:
        return self.weapon.reach > 0

    @property
    def flies(self) -> int:
        """Squares that it is thrown or shoots; nothing is hit beyond them (D-4)."""
        return self.weapon.range


@of_sheet("items")
def arms(sheet: Sheet) -> dict[str, Arm]:
    """Every weapon to strike or shoot with now, by key; bare hands are always there."""
    held = {key: item for key, item in sheet.items.items() if item.in_use and item.count > 0}
    found = {key: Arm(key, item.name, weapon) for key, item in held.items() if (weapon := weapon_of(item))}
    return found if UNARMED in found else {**found, UNARMED: bare_hands()}


def bare_hands() -> Arm:
    bare = weapons()[UNARMED]
    return Arm(UNARMED, bare.name, bare)


def arm_named(sheet: Sheet, key: str) -> Arm:
    found = arms(sheet).get(key)
    if found is None:
        raise Unknown(f"Not in hand. In hand: {', '.join(arm.name for arm in arms(sheet).values())}.", "weapon")
    return found


def shield_of(sheet: Sheet) -> Item | None:
    """The shield in use; None without one."""
    return next((item for item in sheet.items.values() if item.kind == "shield" and item.in_use and item.count), None)


def hands_for(sheet: Sheet, weapon: Weapon) -> int:
    """Hands that a weapon needs: the strong and skilled wield a bastard sword in one (D-4)."""
    if weapon.natural:
        return 0
    if weapon.hands > 1 and weapon.one_hand:
        able = all(_score(sheet, name) >= least for name, least in weapon.one_hand.items())
        return 1 if able else weapon.hands
    return weapon.hands


def _score(sheet: Sheet, name: str) -> int:
    return sheet.rank("skill" if name in skills() else "attribute", name)


def refuse_without_hands(sheet: Sheet, arm: Arm) -> None:
    """Refuse a weapon for two hands beside a shield (D-4)."""
    shield = shield_of(sheet)
    if shield is None or hands_for(sheet, arm.weapon) < HANDS:
        return
    told = f"{arm.name} takes both hands, and one holds the {shield.name.lower()}. Switch weapons first."
    if arm.weapon.one_hand:
        needs = " and ".join(f"{_called(name)} {least}" for name, least in arm.weapon.one_hand.items())
        told += f" Using it in one hand needs {needs}."
    raise Refused(told, "weapon")


def _called(name: str) -> str:
    return skills()[name].name if name in skills() else attributes()[name].short


def best_melee(sheet: Sheet) -> Arm:
    """The melee weapon with the highest average damage, if possible one there are hands for."""
    melee = [arm for arm in arms(sheet).values() if arm.is_melee]
    return max(melee, key=lambda arm: (_has_hands(sheet, arm), mean_of(arm.weapon)))


def best_missile(sheet: Sheet, far: int) -> Arm | None:
    """The missile weapon with the highest average damage at that distance; None if nothing in hand flies."""
    flying = [arm for arm in arms(sheet).values() if arm.flies]
    return max(flying, key=lambda arm: (arm.flies >= far, _has_hands(sheet, arm), mean_of(arm.weapon)), default=None)


def _has_hands(sheet: Sheet, arm: Arm) -> bool:
    return shield_of(sheet) is None or hands_for(sheet, arm.weapon) < HANDS


def mean_of(weapon: Weapon) -> float:
    """The average of a weapon's damage dice."""
    return mean(distribution(amount(weapon.damage)))


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
            figures.damage_bonus(sheet) if weapon.damage else 0,
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
        return chances.after_reduction(self.rolled(), figures.reduction_of(table.sheet(self.target), self.type))


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
    if blow.after not in AFTERWARDS or table.scene.stage != "fighting" or not table.takes_part(blow.attacker):
        return False
    return not is_helpless(table.sheet(blow.attacker))
