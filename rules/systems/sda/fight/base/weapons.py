"""The arms of hand-to-hand fighting: the weapons on a sheet, each in every way in which it can be held."""

from dataclasses import dataclass, replace

from rules.engine.forecast.state_cache import of_sheet, of_whoever
from rules.engine.kernel import Item, Refused, Sheet, Table, Unknown
from rules.systems.sda.content import equipment
from rules.systems.sda.content.compendium import weapon_specials, weapons
from rules.systems.sda.content.skills import ATTRIBUTES, SKILLS, attribute_named
from rules.systems.sda.content.weapon_entries import Band, Damage, DamageType, Weapon, WeaponSkill
from rules.systems.sda.core.person import counted, die_for, distribution, figure
from rules.systems.sda.core.rolls import COUNTS, POOL, Pool, forced, pool_for
from rules.systems.sda.fight.base.ground import BANDS

UNARMED, HORNS = "unarmed", "horns"
MELEE = "melee_combat"
#: The speciality of bare hands, of very short weapons, and of every grapple.
BRAWLING = "brawling"
#: The conditions of a grapple, and the MoS that any attack but a brawling one loses in it (SDA-234).
IN_A_GRAPPLE, CLUMSY = ("grappling", "grappled", "pinned"), 1
#: Hands of a body: with this many things held none is free (SDA-232).
HANDS = 2
#: Hits that disarming takes without a hook (SDA-192).
DISARM = 4
_ORDER = tuple(BANDS)


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon as it is held. ``item`` is its key on the sheet, "" for what the body brings along.

    ``damage`` is the largest face that its damage die may have, 0 where it does none; ``fewer`` is dice fewer in the
    pool; ``sweep`` is what sweeping somebody off the feet costs, 0 where it cannot be done.
    """

    key: str
    item: str
    name: str
    skills: tuple[WeaponSkill, ...]
    bands: tuple[Band, ...]
    damage: int
    types: tuple[DamageType, ...]
    fewer: int = 0
    disarm: int = DISARM
    sweep: int = 0

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def reach(self) -> float:
        return max(BANDS[band.band] for band in self.bands)

    @property
    def die(self) -> int:
        """The faces of its damage die (SDA-202)."""
        return die_for(self.damage)

    def malus_at(self, band: str) -> int:
        """MoS that the weapon loses at a band: one for every band to the nearest of its own, and its own (SDA-171).

        A ``band`` out of reach, where somebody was taken since the blow was announced, is one beyond the longest.
        """
        at = _ORDER.index(band) if band in _ORDER else len(_ORDER)
        return min(one.malus_mos + abs(_ORDER.index(one.band) - at) for one in self.bands)

    def hurts_at(self, band: str) -> bool:
        """Whether the weapon does damage at a band: only inside its own bands (SDA-172)."""
        return bool(self.damage) and any(one.band == band for one in self.bands)

    def type_named(self, name: str) -> DamageType | None:
        return next((kind for kind in self.types if kind.type == name), None)


@of_sheet("items")
def wielded(sheet: Sheet) -> dict[str, Item]:
    """The weapons and shields in hand, and what the body brings along.

    One arm holds one, sooner a weapon than a shield (D-7).
    """
    found = {
        key: item
        for key, item in sheet.items.items()
        if item.kind == "weapon" and item.in_use and item.count and equipment.weapon_of(item)
    }
    if not figure(sheet, "one_armed"):
        return found
    able = [key for key, item in found.items() if is_held(item) and not takes_two_hands(item)]
    held = sorted(able, key=lambda key: (weapon_of(found[key]).shield, key))[:1]
    return {key: item for key, item in found.items() if key in held or not is_held(item)}


def is_held(item: Item) -> bool:
    """Whether a thing is a weapon that a hand holds, and not one that the body brings along."""
    weapon = equipment.weapon_of(item)
    return weapon is not None and not weapon.natural


def takes_two_hands(item: Item) -> bool:
    """Whether a thing is a weapon of the kind that two hands hold."""
    weapon = equipment.weapon_of(item)
    return weapon is not None and "two_handed" in weapon.specials


def has_both_hands(sheet: Sheet, key: str) -> bool:
    """Whether nothing but this weapon is in hand. Creatures use theirs by turns; only a shield takes a hand."""
    if figure(sheet, "one_armed"):
        return False
    others = [item for other, item in wielded(sheet).items() if other != key and not weapon_of(item).natural]
    if sheet.kind == "creature":
        others = [item for item in others if weapon_of(item).shield]
    return not others


@of_sheet("kind", "ranks", "items")
def arms(sheet: Sheet) -> dict[str, Arm]:
    """Every way to fight hand to hand, by key: what is held, bare hands if one is free, horns of some (C-78, D-7)."""
    held = wielded(sheet)
    bare = held.get(UNARMED) or Item(weapons()[UNARMED].name, "weapon", UNARMED)
    found = [arm for key, item in held.items() if key != UNARMED for arm in _ways(sheet, key, item)]
    if not found or has_free_hand(sheet):
        found += _ways(sheet, UNARMED, bare)
    if figure(sheet, HORNS):
        found += _ways(sheet, HORNS, Item(weapons()[HORNS].name, "weapon", HORNS))
    return {arm.key: arm for arm in found}


def arm_named(sheet: Sheet, key: str) -> Arm:
    found = arms(sheet).get(key)
    if found is None:
        names = ", ".join(arm.name for arm in arms(sheet).values())
        raise Unknown(f"Not in hand. In hand: {names}.", "weapon")
    return found


def has_free_hand(sheet: Sheet) -> bool:
    """Whether a hand is empty; creatures fight with their weapons by turns, only a shield takes one (SDA-232)."""
    held = [weapon_of(item) for item in wielded(sheet).values()]
    in_hand = [one for one in held if not one.natural and (one.shield or sheet.kind != "creature")]
    return len(in_hand) < HANDS


def is_in_a_grapple(sheet: Sheet) -> bool:
    return any(sheet.has(condition) for condition in IN_A_GRAPPLE)


def clumsy(sheet: Sheet, arm: Arm) -> int:
    """MoS that an attack with a weapon loses in a grapple: 1, but 0 for brawling (SDA-234); 0 outside of one."""
    brawls = any(way.skill == BRAWLING for way in arm.skills)
    return CLUMSY if is_in_a_grapple(sheet) and not brawls else 0


@of_sheet("conditions", "items")
def shield_of(sheet: Sheet) -> int:
    """Hits that the best shield in hand stops (SDA-220); 0 without one, and while grappling (SDA-234)."""
    if is_in_a_grapple(sheet):
        return 0
    return max((weapon_of(item).shield for item in wielded(sheet).values()), default=0)


def weapon_of(item: Item) -> Weapon:
    """The figures of a weapon in hand."""
    return equipment.weapon_of(item) or weapons()[item.entry]


def arm_of(
    sheet: Sheet,
    key: str,
    item: Item,
    skills: tuple[WeaponSkill, ...],
    bands: tuple[Band, ...],
    *,
    thrown: bool = False,
) -> Arm:
    """A weapon as its wielder holds it for these uses; what is thrown leaves one hand (SDA-202; D-4, D-7)."""
    weapon = weapon_of(item)
    both, fists = has_both_hands(sheet, key), figure(sheet, "fists") if weapon.key == UNARMED else 0
    return Arm(
        key,
        "" if weapon.natural else key,
        item.name,
        skills,
        bands,
        _damage(sheet, weapon.damage, both_hands=both and not thrown) + fists,
        weapon.types,
        _figure("two_handed", "malus_dice_in_one_hand") if "two_handed" in weapon.specials and not both else 0,
        _figure("hook", "disarm_hits") if "hook" in weapon.specials else DISARM,
        _figure("lever", "prone_hits") if "lever" in weapon.specials else 0,
    )


def _ways(sheet: Sheet, key: str, item: Item) -> list[Arm]:
    weapon = weapon_of(item)
    skills = tuple(s for s in weapon.skills if SKILLS[s.skill].group == MELEE)
    bands = tuple(band for band in weapon.bands if band.band in BANDS)
    if not skills or not bands:
        return []
    plain = arm_of(sheet, key, item, skills, bands)
    both = has_both_hands(sheet, key)
    return [plain, *(_with_a_hand_on_the_blade(sheet, plain, weapon) if both else ())]


def _with_a_hand_on_the_blade(sheet: Sheet, plain: Arm, weapon: Weapon) -> list[Arm]:
    """The ways to use a sword with a hand on the blade: half-swording at close range, a murder stroke with the hilt."""
    found = []
    if "half_swording" in weapon.specials:
        thrust = tuple(kind for kind in plain.types if kind.type == "piercing")
        close = (Band("close", 0, 0),)
        name = f"{plain.name}, half-swording"
        found.append(replace(plain, key=f"{plain.key}:half_swording", name=name, bands=close, types=thrust))
    if "murder_stroke" in weapon.specials:
        size = sheet.rank("attribute", "strength") + _figure("murder_stroke", "strength_bonus")
        blunt = (DamageType("bludgeoning", 0),)
        name = f"{plain.name}, murder stroke"
        found.append(replace(plain, key=f"{plain.key}:murder_stroke", name=name, damage=size, types=blunt))
    return found


def _damage(sheet: Sheet, damage: Damage | None, *, both_hands: bool) -> int:
    if damage is None:
        return 0
    if damage.attribute is None:
        return damage.die or 0
    bonus = damage.bonus
    if both_hands and damage.two_handed_bonus is not None:
        bonus = damage.two_handed_bonus
    return max(1, sheet.rank("attribute", damage.attribute) + bonus)


def _figure(special: str, name: str) -> int:
    return weapon_specials()[special].figures[name]


# -- the pool of an arm --------------------------------------------------------------------------------------------


@of_whoever(*POOL)
def melee_pool(
    table: Table,
    who: str,
    arm: Arm,
    skill: str = "",
    attribute: str = "",
    bonus: int = 0,
    malus: int = 0,
    virtue: str = "",
    called: str = "",
) -> Pool:
    """The pool for a weapon; without a choice, its best speciality and attribute (SDA-174, SDA-175)."""
    found = _specialities(arm, skill, attribute)
    return max((_pool(table, who, arm, way, attribute, bonus, malus, virtue, called) for way in found), key=worth)


def _specialities(arm: Arm, skill: str, attribute: str) -> tuple[WeaponSkill, ...]:
    """The specialities of a weapon, or the one that was picked; an attribute noted beside one must be used."""
    found = tuple(way for way in arm.skills if skill in ("", way.skill))
    if not found:
        names = ", ".join(SKILLS[way.skill].name for way in arm.skills)
        raise Unknown(f"{arm.name} is used with {names}, not with that.", "skill")
    fitting = tuple(way for way in found if not attribute or way.attribute in (None, attribute_named(attribute).key))
    if not fitting:
        names = " or ".join(dict.fromkeys(ATTRIBUTES[str(way.attribute)].name for way in found))
        raise Refused(f"{arm.name} is used with {names}, not with that.", "attribute")
    return fitting


def _pool(
    table: Table,
    who: str,
    arm: Arm,
    way: WeaponSkill,
    attribute: str,
    bonus: int,
    malus: int,
    virtue: str,
    called: str,
) -> Pool:
    noted = way.attribute if not table.sheet(who).has(forced(way.skill)) else None
    dice = bonus - way.malus_dice - arm.fewer
    return pool_for(
        table, who, way.skill, noted or attribute, dice, malus + way.malus_mos, whole=True, virtue=virtue, called=called
    )


def worth(pool: Pool) -> float:
    """MoS that a pool throws on average, doubled or halved as its traits count them: for picking the better pool."""
    shown = sum(i * p for i, p in enumerate(distribution(pool.sides, pool.available, pool.how))) - pool.malus
    return shown * COUNTS[counted(2, pool.how)]


@of_whoever(*POOL)
def best_arm(table: Table, who: str, band: str = "") -> Arm:
    """The weapon that somebody strikes best with at a band, or at any, if none is given."""

    def serves(arm: Arm) -> tuple[float, int]:
        malus = clumsy(table.sheet(who), arm) + (arm.malus_at(band) if band in BANDS else 0)
        hurts = not band or arm.hurts_at(band)
        return worth(melee_pool(table, who, arm)) - malus + (0.5 if hurts else 0.0), arm.damage

    return max(arms(table.sheet(who)).values(), key=serves)


@of_whoever(*POOL)
def best_defence(table: Table, who: str, band: str, hindered: int) -> Arm:
    """The weapon that somebody defends best with at a band; ``hindered`` is the malus that all of them share."""

    def serves(arm: Arm) -> tuple[float, bool, int]:
        pool = melee_pool(table, who, arm, malus=arm.malus_at(band) + hindered)
        return worth(pool), arm.hurts_at(band), arm.damage

    return max(arms(table.sheet(who)).values(), key=serves)
