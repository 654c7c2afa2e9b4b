"""Weapons and magic that one attacks with: the attack stat, base damage in dice steps, range.

LIN-033 (attack stat), LIN-034 (range), LIN-038 (proficient), LIN-047 (dice steps), LIN-048 (groups), E-n, E-r.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Sheet, Unknown, amount, counted, distribution, said, signed
from rules.engine.odds import mean
from rules.engine.page.blocks import Explained, Part
from rules.systems.fortune.content import library
from rules.systems.fortune.content.entries import Weapon
from rules.systems.fortune.core.figures import ATTACK, BODY, STAT, calling_of, form_of, is_trained
from rules.systems.fortune.core.state import (
    ADD,
    CHOSEN,
    DOUBLE,
    FEATURE,
    STEP,
    amount_of,
    build_of,
    chosen_of,
    on,
)

#: Feet within which one fights hand to hand (E-n).
MELEE_RANGE = 5
MELEE, RANGED, MAGIC = "melee", "ranged", "magic"
UNARMED = "unarmed"
#: The trait that makes claws of bare hands, and their dice for those who fight otherwise (D-1).
CLAWS, CLAWS_DICE = "chimeric_claws", "1d6"
#: Hands of a body.
HANDS = 2
#: 1d4, 1d6, 1d8, 1d10, 1d12, 2d6, 2d8, 2d10, 2d12, 3d6 … (LIN-047, E-r).
STEPS = ((4,), *((sides,) * count for count in range(1, 10) for sides in (6, 8, 10, 12)))


@lru_cache(maxsize=256)
def stepped(written: str, steps: int) -> str:
    """Damage dice moved up so many steps; what is added to them stays (LIN-047, E-r).

    >>> [stepped(dice, 1) for dice in ("1d4", "1d12", "2d8", "2d12", "1d6+3")]
    ['1d6', '2d6', '2d10', '3d6', '1d8+3']
    """
    told = amount(written)
    if not told.dice or not steps:
        return written
    at = next((place for place, dice in enumerate(STEPS) if dice == told.dice), None)
    if at is None:
        at = max((place for place, dice in enumerate(STEPS) if sum(dice) <= sum(told.dice)), default=0)
    moved = STEPS[max(0, min(len(STEPS) - 1, at + steps))]
    return f"{len(moved)}d{moved[0]}{f'+{told.plus}' if told.plus else ''}"


# -- the attack stat ---------------------------------------------------------------------------------------------------


def attack_stat(sheet: Sheet) -> str:
    """The stat that a class attacks with; of two the one that was chosen, in a form its own (LIN-033)."""
    form, calling = form_of(sheet), calling_of(sheet)
    if form is not None:
        return max((form.attack, "heart"), key=lambda key: sheet.rank(STAT, key))
    if calling is None:
        return "mettle"
    chosen = str(build_of(sheet).get("attack_stat", ""))
    return chosen if chosen in calling.attack else calling.attack[0]


def attack_parts(sheet: Sheet) -> list[tuple[str, int]]:
    """The summands of an attack roll that are always there: the stat, or a creature's own number (LIN-028, LIN-033)."""
    if ATTACK in sheet.ranks.get(BODY, {}):
        return [("Attack", sheet.rank(BODY, ATTACK))]
    key = attack_stat(sheet)
    return [(library.stats()[key].name, sheet.rank(STAT, key))]


def explained_attack(sheet: Sheet) -> Explained:
    parts = attack_parts(sheet)
    return Explained(
        "Attack",
        signed(sum(by for _, by in parts)),
        tuple(Part(name, signed(by), "LIN-033") for name, by in parts),
    )


# -- arms --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon or magic as one uses it: where it serves, in feet, and its damage.

    ``kind`` is melee, ranged or magic. ``least`` is the nearest and ``reach`` the farthest at which it serves.
    ``damage`` are dice, to which ``plus`` is added; ``bonus`` is added to attacks with it.
    """

    key: str
    name: str
    kind: str
    group: str
    least: int
    reach: int
    damage: str
    plus: int
    type: str
    bonus: int = 0
    hands: int = 1
    trained: bool = True

    def serves(self, feet: int) -> bool:
        """Whether it serves at a distance (LIN-034)."""
        return self.least <= feet <= self.reach

    @property
    def mean(self) -> float:
        """The average of its damage."""
        return mean(distribution(amount(self.damage))) + self.plus

    @property
    def said(self) -> str:
        """Its damage as people write it.

        >>> Arm("axe", "Axe", "melee", "axes", 0, 5, "1d10", -2, "slashing").said
        '1d10−2'
        """
        return f"{self.damage}{signed(self.plus) if self.plus else ''}"


@of_sheet("ranks", "items", "conditions", "memo")
def class_range(sheet: Sheet) -> int:
    """The range of ranged weapons and magic in feet, by class (LIN-034)."""
    calling = calling_of(sheet)
    total = calling.range if calling and form_of(sheet) is None else MELEE_RANGE
    total += sum(amount_of(sheet, one.effect) for one in on(sheet, "range", ADD))
    return total << len(list(on(sheet, "range", DOUBLE)))


def _steps(sheet: Sheet, weapon: Weapon, held: int) -> int:
    """Dice steps above base damage: two hands or a weapon in each, the weapon's own, features (LIN-047)."""
    both = weapon.hands >= HANDS or (held >= HANDS and not weapon.natural)
    return int(both) + weapon.steps + _feature_steps(sheet, weapon.group)


def _feature_steps(sheet: Sheet, group: str, *, rot: bool = False) -> int:
    """Dice steps that features and spells give to a group of weapons; those of rot alone where a form has such dice."""
    return sum(
        source.effect.by
        for source in on(sheet, "damage", STEP)
        if (rot or source.effect.type != "rot")
        and (source.effect.when != CHOSEN or group in chosen_of(sheet, source.key))
    )


def base_damage(sheet: Sheet) -> tuple[str, int]:
    """Base damage of a class or form: its dice, and the stat that is added (D-3); 1d4 without a class."""
    one = form_of(sheet) or calling_of(sheet)
    if one is None:
        return "1d4", 0
    return one.damage, sheet.rank(STAT, one.damage_stat)


def _arm(sheet: Sheet, key: str, weapon: Weapon, held: int) -> Arm:
    group = library.groups().get(weapon.group)
    kind = RANGED if group is not None and group.kind == RANGED else MELEE
    least = weapon.least or (group.least if group else 0) or (MELEE_RANGE + 1 if kind == RANGED else 0)
    trained = bool(weapon.damage) or is_trained(sheet, weapon.group)
    steps, added = _steps(sheet, weapon, held), sum(amount_of(sheet, one.effect) for one in on(sheet, "damage", ADD))
    dice, plus = (weapon.damage, 0) if weapon.damage else base_damage(sheet)
    if not trained:
        dice, plus = "1", 0
    return Arm(
        key,
        weapon.name,
        kind,
        weapon.group,
        least,
        weapon.reach or (group.reach if group else 0) or class_range(sheet),
        stepped(dice, steps),
        plus + added,
        weapon.type,
        weapon.bonus,
        weapon.hands,
        trained,
    )


def _magic(sheet: Sheet) -> Iterator[Arm]:
    """The magic that one is trained in, as something to attack with (LIN-038)."""
    if form_of(sheet) is not None:
        return
    dice, plus = base_damage(sheet)
    for key, kind in MAGIC_TYPES.items():
        if sheet.rank("training", key):
            thrown = stepped(dice, _feature_steps(sheet, key))
            yield Arm(key, library.trainings()[key], MAGIC, key, 0, class_range(sheet), thrown, plus, kind)


#: The type of damage of each magic that one may be trained in.
MAGIC_TYPES = {"divine": "radiant", **{element: element for element in library.ELEMENTS}}


@of_sheet("ranks", "items", "conditions", "memo")
def arms(sheet: Sheet) -> dict[str, Arm]:
    """Everything that one may attack with now, by key; bare hands are always there."""
    things = {} if form_of(sheet) is not None else sheet.items
    in_hand = ((key, item) for key, item in things.items() if item.in_use and item.count > 0)
    held = {key: weapon for key, item in in_hand if (weapon := library.weapon_of(item))}
    counted = sum(weapon.hands for weapon in held.values() if not weapon.natural)
    found = {key: _arm(sheet, key, weapon, counted) for key, weapon in held.items()}
    found |= {one.key: one for one in _magic(sheet)}
    if UNARMED not in found and not any(one.natural for one in held.values()):
        found[UNARMED] = _bare(sheet)
    return found


def _bare(sheet: Sheet) -> Arm:
    """Bare hands: base damage for those trained in them, else 1; in a form its claws and teeth."""
    form = form_of(sheet)
    if form is not None:
        dice, plus = base_damage(sheet)
        steps = _feature_steps(sheet, UNARMED, rot=bool(form.rot))
        dice = f"{dice}+{stepped(form.rot, steps)}" if form.rot else stepped(dice, steps)
        return Arm(UNARMED, form.name, MELEE, UNARMED, 0, MELEE_RANGE, dice, plus, "slashing")
    plain = _arm(sheet, UNARMED, library.weapons()[UNARMED], 0)
    if not sheet.rank(FEATURE, CLAWS):
        return plain
    dice, plus = base_damage(sheet) if _fights_near(sheet) else (CLAWS_DICE, sheet.rank(STAT, "mettle"))
    dice = stepped(dice, _feature_steps(sheet, UNARMED))
    return replace(plain, name="Claws", damage=dice, plus=plus, type="slashing", trained=True)


def _fights_near(sheet: Sheet) -> bool:
    """Whether somebody is trained in any weapon that strikes hand to hand."""
    near = (key for key, group in library.groups().items() if group.kind == MELEE or key == UNARMED)
    return any(is_trained(sheet, key) for key in near)


def arm_named(sheet: Sheet, key: str) -> Arm:
    """The arm with that key; refused with those that there are."""
    found = arms(sheet).get(key)
    if found is None:
        raise Unknown(f"Not in hand. In hand: {', '.join(arm.name for arm in arms(sheet).values())}.", "weapon")
    return found


def explained_damage(sheet: Sheet, arm: Arm) -> Explained:
    """The damage of an arm with its summands (LIN-038, LIN-047)."""
    dice, plus = base_damage(sheet)
    parts = [Part("Base damage", f"{dice}{signed(plus) if plus else ''}")]
    if not arm.trained:
        parts.append(Part("Not trained", arm.said, "LIN-048"))
    elif amount(arm.damage) != amount(dice):
        parts.append(Part("Dice as used", arm.damage, "LIN-047"))
    return Explained(arm.name, arm.said, tuple(parts))


def weapon_words(weapon: Weapon, usual: int = 0) -> tuple[str, ...]:
    """Group, hands, range, damage and bonuses of a weapon; ``usual`` is its range where it has none of its own."""
    group = library.groups()[weapon.group]
    reach = weapon.reach or group.reach or usual
    least = weapon.least or group.least
    where = f"{least} to {reach} ft" if least and reach else f"{reach} ft" if reach else "range of the class"
    return said(
        group.name.lower(),
        "two hands" if weapon.hands > 1 else "",
        where,
        weapon.damage,
        f"damage {counted(weapon.steps, 'step', 'steps')} up" if weapon.steps else "",
        f"{signed(weapon.bonus)} to attack" if weapon.bonus else "",
        weapon.type,
    )
