"""Weapons in hand: held ones, natural ones, and bare hands always (PCT-014, D-4)."""

from dataclasses import dataclass

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Item, Refused, Sheet, Unknown, amount, distribution
from rules.systems.kaos.content.entries import Weapon
from rules.systems.kaos.content.library import attributes, skills, weapon_of, weapons
from rules.systems.kaos.core import expected

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
    found = {key: _arm(key, item) for key, item in sheet.items.items() if _in_hand(item)}
    bare = weapons()[UNARMED]
    return {key: arm for key, arm in found.items() if arm} | (
        {} if UNARMED in found else {UNARMED: Arm(UNARMED, bare.name, bare)}
    )


def _in_hand(item: Item) -> bool:
    return item.kind == "weapon" and item.in_use and item.count > 0


def _arm(key: str, item: Item) -> Arm | None:
    weapon = weapon_of(item)
    return Arm(key, item.name, weapon) if weapon else None


def arm_named(sheet: Sheet, key: str) -> Arm:
    found = arms(sheet).get(key)
    if found is None:
        raise Unknown(f"That is not in hand. In hand: {', '.join(arm.name for arm in arms(sheet).values())}.", "weapon")
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
        told += f" One hand is enough with {needs}."
    raise Refused(told, "weapon")


def _called(name: str) -> str:
    return skills()[name].name if name in skills() else attributes()[name].short


def best_melee(sheet: Sheet, reach: int = 1) -> Arm:
    """The melee weapon with the highest average damage at that reach, if possible one there are hands for."""

    def serves(arm: Arm) -> tuple[bool, bool, float]:
        return arm.weapon.reach >= reach, _has_hands(sheet, arm), mean_of(arm.weapon)

    return max((arm for arm in arms(sheet).values() if arm.is_melee), key=serves)


def best_missile(sheet: Sheet, far: int = 0) -> Arm | None:
    """The missile weapon with the highest average damage at that distance; None if nothing in hand flies."""
    flying = [arm for arm in arms(sheet).values() if arm.flies]
    return max(flying, key=lambda arm: (arm.flies >= far, _has_hands(sheet, arm), mean_of(arm.weapon)), default=None)


def _has_hands(sheet: Sheet, arm: Arm) -> bool:
    return shield_of(sheet) is None or hands_for(sheet, arm.weapon) < HANDS


def mean_of(weapon: Weapon) -> float:
    """The average of a weapon's damage dice."""
    return expected(distribution(amount(weapon.damage)))
