"""Weapons in hand, and the attacks and parries that each can be used for (DRB-011, DRB-012)."""

from dataclasses import dataclass

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Item, Refused, Sheet, Unknown, amount, distribution
from rules.engine.odds import mean
from rules.systems.dragonbane.content.entries import MonsterAttack, Weapon
from rules.systems.dragonbane.core import (
    BROKEN,
    DAMAGED,
    LIES_AT,
    attacks_of,
    held,
    item_from,
    level_of,
    skill_for,
    weapon_of,
)

UNARMED = "unarmed"
#: Metres beyond which a monster's attack is a shot: only shields parry it, and nobody strikes back.
NEAR = 4
#: The stat of a weapon whose quiver is empty.
EMPTY = "out_of_ammunition"
#: Types of damage that a weapon may do; its first one counts if none is chosen.
TYPES = ("slashing", "bludgeoning", "piercing")


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon in hand: its key on the sheet, the thing, and its figures."""

    key: str
    item: Item
    weapon: Weapon

    @property
    def name(self) -> str:
        return self.item.name

    @property
    def is_broken(self) -> bool:
        return self.item.wear >= BROKEN

    @property
    def is_damaged(self) -> bool:
        return self.item.wear == DAMAGED

    @property
    def is_natural(self) -> bool:
        """Whether it is a fist or a claw, which falls from no hand and breaks on nothing."""
        return "natural" in self.weapon.features

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(one for one in TYPES if one in self.weapon.features)

    def can_strike(self) -> bool:
        """Whether it strikes hand to hand: it is no missile weapon, and not broken."""
        return not self.weapon.is_ranged and not self.is_broken

    def can_shoot(self) -> bool:
        """Whether it shoots, or can be thrown."""
        return (self.weapon.is_ranged or "thrown" in self.weapon.features) and not self.is_broken

    def can_parry(self, *, shot: bool) -> bool:
        """Whether it parries: a weapon or shield with some durability, against shots a shield only (DRB-013, C-05)."""
        sturdy = bool(self.weapon.durability) and "no_parry" not in self.weapon.features and not self.is_broken
        return sturdy and (self.weapon.is_shield or not shot)


@of_sheet("items")
def arms(sheet: Sheet) -> dict[str, Arm]:
    """Every weapon in hand by key; bare hands too where nothing natural is among them."""
    found = {key: Arm(key, item, weapon_of(item)) for key, item in held(sheet).items() if item.count}
    if not any(arm.is_natural for arm in found.values()):
        bare = item_from("weapons", UNARMED)
        found[UNARMED] = Arm(UNARMED, bare, weapon_of(bare))
    return found


def arm_named(sheet: Sheet, key: str) -> Arm:
    found = arms(sheet).get(key)
    if found is None:
        listed = ", ".join(arm.name for arm in arms(sheet).values())
        raise Unknown(f"Not in hand. In hand: {listed}.", "weapon")
    return found


@of_sheet("items", "ranks")
def striking(sheet: Sheet) -> list[Arm]:
    """Weapons that strike hand to hand, the best first: bare hands and shields last."""
    able = [arm for arm in arms(sheet).values() if arm.can_strike()]
    return sorted(able, key=lambda arm: (arm.is_natural, arm.weapon.is_shield, -worth(sheet, arm)))


def worth(sheet: Sheet, arm: Arm) -> float:
    """The average damage of a weapon times the level of the skill that wields it."""
    return mean(distribution(amount(arm.weapon.damage))) * level_of(sheet, skill_of(sheet, arm))


@of_sheet("items", "ranks")
def shooting(sheet: Sheet) -> list[Arm]:
    """Weapons that shoot or can be thrown, missile weapons first, the best first."""
    able = [arm for arm in arms(sheet).values() if arm.can_shoot()]
    return sorted(able, key=lambda arm: (not arm.weapon.is_ranged, -worth(sheet, arm)))


@of_sheet("items")
def parrying(sheet: Sheet, *, shot: bool) -> list[Arm]:
    """Weapons and shields that can parry; against a shot shields only."""
    return [arm for arm in arms(sheet).values() if arm.can_parry(shot=shot)]


def reach_of(sheet: Sheet) -> int:
    """The metres of the longest reach hand to hand; 0 without a weapon that strikes (DRB-011)."""
    return max((arm.weapon.reach for arm in striking(sheet)), default=0)


def hand_to_hand(sheet: Sheet) -> list[MonsterAttack]:
    """The rows of a monster's table that strike within 4 metres; all of them if none does (D-4)."""
    rows = list(attacks_of(sheet).values())
    return [row for row in rows if row.damage and row.reach <= NEAR] or rows


def free_reach(sheet: Sheet) -> int:
    """Metres within which an opening is struck at: by reach hand to hand, for monsters by their table (DRB-030)."""
    return max((min(NEAR, row.reach) for row in hand_to_hand(sheet)), default=0) or reach_of(sheet)


def skill_of(sheet: Sheet, arm: Arm) -> str:
    """The key of the skill that wields a weapon (DRB-032 for shields)."""
    return skill_for(sheet, arm.weapon)


def rolls_of(sheet: Sheet) -> tuple[str, ...]:
    """The keys of the skills that are rolled in a fight: those of the weapons in hand or of bare hands, and Evade."""
    found = arms(sheet)
    used = [arm for key, arm in found.items() if key != UNARMED] or list(found.values())
    return tuple(sorted({"evade", *(skill_of(sheet, arm) for arm in used)}))


def range_of(sheet: Sheet, arm: Arm) -> int:
    """Metres of range; thrown weapons fly as many as the strength of the thrower (DRB-012)."""
    return arm.weapon.range or sheet.rank("attribute", "str")


def lying_at(item: Item) -> tuple[float, float] | None:
    """The point where a thing lies on the ground; None if it does not."""
    there = item.stats.get(LIES_AT)
    return (float(there[0]), float(there[1])) if isinstance(there, list) and len(there) == 2 else None


def as_type(arm: Arm, wanted: str) -> str:
    """The damage type of the weapon: the one wanted or its first; refused if it has not that one."""
    if wanted and wanted not in arm.types:
        listed = ", ".join(arm.types) or "nothing in particular"
        raise Refused(f"{arm.name} strikes as {listed}. Choose that, or another weapon.", "as_type")
    return wanted or next(iter(arm.types), "")
