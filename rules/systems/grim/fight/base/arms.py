"""Weapons as they are held, with all that their qualities add (D-6, GRM-053 to GRM-099).

Bare hands are a weapon that is always there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Item, Sheet, Unknown
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import Quality, Weapon
from rules.systems.grim.core import (
    BOTH,
    OFF_HAND,
    RUINED,
    bonus,
    fury,
    heaviest,
    in_hand,
    in_use,
    is_natural,
    is_ruined,
    lost_hands,
    qualities_of,
)

BARE = "bare_handed"
#: What a ruined weapon takes off its damage (GRM-088).
RUIN = -3
#: Yards of other distances, in short ones; they have names by place.
BANDS = ("short", "medium", "long", "extreme")


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon as it is held; its key is that of the thing on the sheet, or that of bare hands."""

    key: str
    name: str
    weapon: Weapon
    both: bool = False
    off_hand: bool = False
    ruined: bool = False
    loaded: int = 0

    def has(self, quality: str) -> bool:
        return quality in self.weapon.qualities

    @property
    def is_melee(self) -> bool:
        """Whether it strikes: everything but what is only shot or thrown (GRM-036)."""
        return self.weapon.skill.endswith("melee")

    @property
    def qualities(self) -> tuple[Quality, ...]:
        """Its qualities as entries of the compendium."""
        known = library.qualities()
        return tuple(known[key] for key in self.weapon.qualities if key in known)

    def total(self, figure: str) -> int:
        """The sum of a figure over its qualities."""
        return sum(int(getattr(one, figure)) for one in self.qualities)

    @property
    def explodes(self) -> tuple[int, ...]:
        """Faces for which its Fury Dice are thrown again (GRM-071)."""
        faces = {*self.weapon.explodes, *(face for one in self.qualities for face in one.explodes)}
        return tuple(sorted(faces))

    @property
    def worst(self) -> str:
        """The worst injury that it inflicts; empty for any (GRM-082, GRM-098)."""
        words = {one.worst for one in self.qualities}
        return "moderate" if "moderate" in words else "serious" if "serious" in words else ""

    @property
    def harmless(self) -> bool:
        """Whether it does no damage at all (GRM-074)."""
        return any(one.harmless for one in self.qualities)

    @property
    def attribute(self) -> str:
        """The attribute whose bonus it adds to damage (GRM-067, GRM-082)."""
        return next((one.attribute for one in self.qualities if one.attribute), self.weapon.attribute)

    @property
    def shots(self) -> int:
        """Shots to a load (GRM-087, GRM-097)."""
        return max(1, self.total("shots"))

    @property
    def needs_loading(self) -> bool:
        """Whether it has to be loaded; what is thrown is at hand (GRM-114)."""
        return self.weapon.load > 0 and not self.is_thrown

    @property
    def is_thrown(self) -> bool:
        """Whether it leaves the hand itself."""
        return self.has("throwing") and not self.weapon.ammunition


def arm_of(key: str, item: Item) -> Arm | None:
    """The weapon that a thing is; None for other things."""
    weapon = library.weapon_of(item)
    if weapon is None:
        return None
    both = weapon.hands == "two" or (weapon.hands == "one_or_two" and item.stats.get(BOTH) is True)
    loaded = item.stats.get("loaded", 0)
    off = item.stats.get(OFF_HAND) is True
    ruined = is_ruined(item) or RUINED in weapon.qualities
    return Arm(key, item.name, weapon, both, off, ruined, loaded if isinstance(loaded, int) else 0)


@of_sheet("items", "conditions")
def arms(sheet: Sheet) -> dict[str, Arm]:
    """Every weapon to strike or shoot with now, by key; bare hands come last, and are always there."""
    found = {key: arm for key, item in in_use(sheet, "weapon").items() if (arm := arm_of(key, item))}
    usable = {key: arm for key, arm in found.items() if not unusable(sheet, arm)}
    bare = library.weapons()[BARE]
    return usable if BARE in usable else {**usable, BARE: Arm(BARE, bare.name, bare)}


def unusable(sheet: Sheet, arm: Arm) -> str:
    """The reason why a weapon cannot be used by hands or strength; empty if it can (GRM-012, D-2)."""
    lost = lost_hands(sheet)
    if arm.weapon.natural or not (lost or arm.weapon.encumbrance > heaviest(sheet)):
        return ""
    if arm.weapon.encumbrance > heaviest(sheet):
        return "it is too heavy now"
    if arm.both:
        return "it takes both hands"
    return "that hand is of no use" if ("off" if arm.off_hand else "primary") in lost else ""


def arm_named(sheet: Sheet, key: str) -> Arm:
    found = arms(sheet).get(key)
    if found is None:
        raise Unknown(f"That is not in hand. In hand: {', '.join(arm.name for arm in arms(sheet).values())}.", "weapon")
    return found


def barred_by(sheet: Sheet, what: str) -> str:
    """The name of a thing in hand that is too unwieldy for a movement; empty without one (GRM-058)."""
    held = (arm for arm in arms(sheet).values() if any(what in one.bars for one in arm.qualities))
    return next((arm.name for arm in held), "")


# -- damage ------------------------------------------------------------------------------------------------------------


def added_damage(sheet: Sheet, arm: Arm, *, flat: bool = False) -> list[tuple[str, int]]:
    """Additions to the Fury Dice of a weapon, by name: a bonus, qualities, ruin (GRM-125, C-23).

    ``flat`` says that weapons add damage of their own.
    """
    attribute = library.attributes()[arm.attribute]
    found = [(f"{attribute.name} Bonus", bonus(sheet, arm.attribute))]
    found += [(one.name, one.damage) for one in arm.qualities if one.damage and one.when == "two_hands" and arm.both]
    if arm.is_melee and not arm.off_hand and (light := light_beside(sheet, arm)):
        found.append((light, 1))
    if flat and arm.weapon.plus:
        found.append(("Weapon", arm.weapon.plus))
    if arm.ruined:
        found.append((RUINED.capitalize(), RUIN))
    return found


def light_beside(sheet: Sheet, arm: Arm) -> str:
    """The name of a light thing in the other hand, which adds 1 to the damage of the main hand (GRM-075)."""
    for key, item in in_hand(sheet).items():
        beside = item.kind == "shield" or item.stats.get(OFF_HAND) is True
        if beside and key != arm.key and "light" in qualities_of(item) and not is_natural(item):
            return item.name
    return ""


@of_sheet("ranks", "conditions", "items")
def mean_damage(sheet: Sheet, arm: Arm) -> float:
    """The average damage of a weapon, for choosing the best; 0 for what does none (GRM-074)."""
    if arm.harmless:
        return 0.0
    dice = fury(arm.weapon.fury, arm.explodes)
    return sum(by for _, by in added_damage(sheet, arm)) + sum(value * share for value, share in enumerate(dice))


# -- choosing ----------------------------------------------------------------------------------------------------------


def best_melee(sheet: Sheet) -> Arm:
    """The melee weapon with the highest average damage; bare hands if there is no other."""
    return best_of_arms(sheet, [arm for arm in arms(sheet).values() if arm.is_melee])


def best_of_arms(sheet: Sheet, held: Sequence[Arm]) -> Arm:
    """The weapon among these with the highest average damage; bare hands only if there is no other."""
    armed = [arm for arm in held if arm.key != BARE]
    return max(armed or held, key=lambda arm: mean_damage(sheet, arm))


def ranged(sheet: Sheet) -> list[Arm]:
    """Weapons that are shot or thrown."""
    return [arm for arm in arms(sheet).values() if arm.weapon.is_ranged]


def reach_of(arm: Arm) -> int:
    """Yards that a melee weapon strikes: beside one, or a yard further (GRM-084)."""
    return 1 + max(arm.weapon.reach, int(arm.has("reach")))


def short_distance(sheet: Sheet, arm: Arm) -> int:
    """Yards of the short distance of a weapon (D-6)."""
    plus = bonus(sheet, arm.weapon.short_bonus) if arm.weapon.short_bonus else 0
    return arm.weapon.short + plus
