"""Weapons and magic that one attacks with: the attack stat, base damage in dice steps, range.

LIN-033 (attack stat), LIN-034 (range), LIN-038 (proficient), LIN-047 (dice steps), LIN-048 (groups), E-n, E-r.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Sheet, Table, Unknown, amount, counted, distribution, said, signed
from rules.engine.odds import mean
from rules.engine.page.blocks import Explained, Part
from rules.systems.fortune.content import (
    Calling,
    Weapon,
    feature_switches,
    library,
    magic_switches,
    people_switches,
    switches,
)
from rules.systems.fortune.core.figures import (
    ATTACK,
    BODY,
    LATER_DAMAGE,
    SHAPESHIFTER,
    STAT,
    calling_of,
    form_of,
    is_trained,
    stepped,
)
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
WHIPS, MASTER = "whips", "weapon_master"


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


def range_of(calling: Calling, house_rules: switches.HouseRules) -> int:
    """The range that a class gives; that of Shapeshifters is the house's to say (D-3)."""
    feet = people_switches.SHAPESHIFTER_RANGE.number(house_rules, least=MELEE_RANGE)
    return feet if calling.key == SHAPESHIFTER else calling.range


@of_sheet("ranks", "items", "conditions", "memo")
def class_range(sheet: Sheet, house_rules: switches.HouseRules) -> int:
    """The range of ranged weapons and magic in feet, by class (LIN-034)."""
    calling = calling_of(sheet)
    total = range_of(calling, house_rules) if calling and form_of(sheet) is None else MELEE_RANGE
    total += sum(amount_of(sheet, one.effect) for one in on(sheet, "range", ADD))
    return total << len(list(on(sheet, "range", DOUBLE)))


def _steps(sheet: Sheet, weapon: Weapon, held: int, house_rules: switches.HouseRules) -> int:
    """Dice steps above base damage: two hands or a weapon in each, the weapon's own, features (LIN-047)."""
    both = weapon.hands >= HANDS or (held >= HANDS and not weapon.natural)
    mastered = feature_switches.MASTER_OR_HANDS.flag(house_rules) and weapon.group in chosen_of(sheet, MASTER)
    return int(both and not mastered) + weapon.steps + _feature_steps(sheet, weapon.group)


def _feature_steps(sheet: Sheet, group: str, *, rot: bool = False) -> int:
    """Dice steps that features and spells give to a group of weapons; those of rot alone where a form has such dice."""
    return sum(
        one.effect.by
        for one in on(sheet, "damage", STEP)
        if (rot or one.effect.type != "rot") and (one.effect.when != CHOSEN or group in chosen_of(sheet, one.key))
    )


def base_damage(sheet: Sheet, house_rules: switches.HouseRules) -> tuple[str, int]:
    """Base damage of a class or form: its dice, and the stat that is added (D-3); 1d4 without a class."""
    one = form_of(sheet) or calling_of(sheet)
    if one is None:
        return "1d4", 0
    by_heart = form_of(sheet) is not None and feature_switches.FORM_HEART.flag(house_rules)
    later = one.key == SHAPESHIFTER and people_switches.SHAPESHIFTER_LATER.flag(house_rules)
    stats = (one.damage_stat, *(("heart",) if by_heart else ()))
    return LATER_DAMAGE if later else one.damage, max(sheet.rank(STAT, key) for key in stats)


def regrouped(weapon: Weapon, house_rules: switches.HouseRules) -> Weapon:
    """A weapon in the group that the house counts it among (LIN-048)."""
    moved = weapon.group == "medium_throwing" and not switches.MEDIUM_THROWING.flag(house_rules)
    return replace(weapon, group="heavy_throwing") if moved else weapon


def least_range(weapon: Weapon, house_rules: switches.HouseRules) -> int:
    """Feet from which on a weapon strikes; a whip strikes nearby as well, if the house has it so (LIN-034)."""
    if weapon.group == WHIPS and feature_switches.WHIP_NEAR.flag(house_rules):
        return 0
    group = library.groups().get(weapon.group)
    return weapon.least or (group.least if group else 0)


def _arm(sheet: Sheet, key: str, weapon: Weapon, held: int, house_rules: switches.HouseRules) -> Arm:
    group = library.groups().get(weapon.group)
    kind = RANGED if group is not None and group.kind == RANGED else MELEE
    least = least_range(weapon, house_rules) or (MELEE_RANGE + 1 if kind == RANGED else 0)
    trained = bool(weapon.damage) or is_trained(sheet, weapon.group)
    steps = _steps(sheet, weapon, held, house_rules)
    added = sum(amount_of(sheet, one.effect) for one in on(sheet, "damage", ADD))
    dice, plus = (weapon.damage, 0) if weapon.damage else base_damage(sheet, house_rules)
    if not trained:
        dice, plus = "1", 0
    return Arm(
        key,
        weapon.name,
        kind,
        weapon.group,
        least,
        weapon.reach or (group.reach if group else 0) or class_range(sheet, house_rules),
        stepped(dice, steps),
        plus + added,
        weapon.type,
        weapon.bonus,
        weapon.hands,
        trained,
    )


def _magic(sheet: Sheet, house_rules: switches.HouseRules) -> Iterator[Arm]:
    """The magic that one is trained in, as something to attack with (LIN-038)."""
    dice, plus = base_damage(sheet, house_rules)
    least = 0 if magic_switches.MAGIC_IN_MELEE.flag(house_rules) else MELEE_RANGE + 1
    reach = class_range(sheet, house_rules)
    for key, kind in MAGIC_TYPES.items():
        if sheet.rank("training", key):
            thrown = stepped(dice, _feature_steps(sheet, key))
            yield Arm(key, library.trainings()[key], MAGIC, key, least, reach, thrown, plus, kind)


#: The type of damage of each magic that one may be trained in.
MAGIC_TYPES = {"divine": "radiant", **{element: element for element in library.ELEMENTS}}


@of_sheet("ranks", "items", "conditions", "memo")
def arms(sheet: Sheet, house_rules: switches.HouseRules) -> dict[str, Arm]:
    """Everything that one may attack with now, by key; bare hands are always there."""
    things = {} if form_of(sheet) is not None else sheet.items
    in_hand = ((key, item) for key, item in things.items() if item.in_use and item.count > 0)
    held = {key: regrouped(weapon, house_rules) for key, item in in_hand if (weapon := library.weapon_of(item))}
    counted = sum(weapon.hands for weapon in held.values() if not weapon.natural)
    found = {key: _arm(sheet, key, weapon, counted, house_rules) for key, weapon in held.items()}
    if form_of(sheet) is None:
        found |= {one.key: one for one in _magic(sheet, house_rules)}
    if UNARMED not in found and not any(one.natural for one in held.values()):
        found[UNARMED] = _bare(sheet, house_rules)
    return found


def _bare(sheet: Sheet, house_rules: switches.HouseRules) -> Arm:
    """Bare hands: base damage for those trained in them, else 1; in a form its claws and teeth."""
    form = form_of(sheet)
    if form is not None:
        dice, plus = base_damage(sheet, house_rules)
        steps = _feature_steps(sheet, UNARMED, rot=bool(form.rot))
        rot = "1d4" if form.rot and feature_switches.ROT_D4.flag(house_rules) else form.rot
        if not rot or not people_switches.ROT_STEPS.flag(house_rules):
            dice, steps = stepped(dice, steps), 0
        dice = f"{dice}+{stepped(rot, steps)}" if rot else dice
        return Arm(UNARMED, form.name, MELEE, UNARMED, 0, MELEE_RANGE, dice, plus, "slashing")
    plain = _arm(sheet, UNARMED, library.weapons()[UNARMED], 0, house_rules)
    if not sheet.rank(FEATURE, CLAWS):
        return plain
    dice, plus = (
        base_damage(sheet, house_rules)
        if _fights_near(sheet, house_rules)
        else (CLAWS_DICE, sheet.rank(STAT, "mettle"))
    )
    dice = stepped(dice, _feature_steps(sheet, UNARMED))
    return replace(plain, name="Claws", damage=dice, plus=plus, type="slashing", trained=True)


def _fights_near(sheet: Sheet, house_rules: switches.HouseRules) -> bool:
    """Whether somebody is trained in any weapon that strikes hand to hand, or in bare hands, if the house has it so."""
    bare = () if people_switches.CLAWS_ARMED.flag(house_rules) else (UNARMED,)
    near = (key for key, group in library.groups().items() if group.kind == MELEE or key in bare)
    return any(is_trained(sheet, key) for key in near)


def arms_of(table: Table, who: str = "") -> dict[str, Arm]:
    """Everything that somebody, or else the actor, may attack with now, by key."""
    return arms(table.sheet(who or table.actor), table.house_rules)


def arm_named(table: Table, key: str) -> Arm:
    """The actor's arm with that key; refused with those that there are."""
    held = arms_of(table)
    if (found := held.get(key)) is None:
        raise Unknown(f"Not in hand. In hand: {', '.join(arm.name for arm in held.values())}.", "weapon")
    return found


def weapon_words(weapon: Weapon, usual: int = 0, house_rules: switches.HouseRules | None = None) -> tuple[str, ...]:
    """Group, hands, range, damage and bonuses of a weapon; ``usual`` is its range where it has none of its own."""
    group = library.groups()[weapon.group]
    reach = weapon.reach or group.reach or usual
    least = least_range(weapon, house_rules or {})
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
