"""Missiles, shot or thrown: their range, whether they are loaded, their ammunition, and where they land (D-4)."""

from dataclasses import dataclass, replace

from rules.engine.character.piles import free_key, set_apart
from rules.engine.fight import place
from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Item, ItemLost, ItemSet, NotNow, Refused, Sheet, Table, Told, Unknown, plainly
from rules.systems.sda.content import compendium
from rules.systems.sda.content.house_rules.fight import AMMUNITION, QUIVER, RELOADING
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.content.weapon_entries import DamageType, Reload, WeaponSkill
from rules.systems.sda.core.rolls import Pool
from rules.systems.sda.fight.base.weapons import Arm, arm_of, melee_pool, weapon_of, wielded, worth

RANGE = "range_combat"
THROWN = "thrown"
CROSSBOWS = "crossbows_firearms"
#: MoS that a thing not made to be thrown loses, and metres of its range increment, by its size (SDA-273).
UNFIT = {"small": (1, 5), "medium": (2, 4), "large": (3, 3)}
#: Full packs of ammunition, and the entry of the ammunition in them (D-12).
PACKS = {"quiver_of_arrows": "arrow"}
#: Figures of an item: tests to be passed before it is loaded; MoS that clear its jam, and MoS scored for that so far.
TO_LOAD, JAMMED, CLEARED = "to_load", "jammed", "cleared"


@dataclass(frozen=True, slots=True)
class Missile:
    """A weapon that acts at a distance; its range malus grows with every ``increment`` passed (SDA-173).

    ``malus`` is its own, whatever the distance; ``reload`` holds the tests that loading takes; what is ``thrown``
    leaves the hand.
    """

    arm: Arm
    increment: int
    malus: int = 0
    thrown: bool = False
    reload: tuple[Reload, ...] = ()
    unreliable: bool = False
    ammunition: tuple[str, ...] = ()

    @property
    def for_crossbows(self) -> bool:
        """Whether it is a crossbow or firearm, which lying on the ground does not hinder (SDA-262)."""
        return all(way.skill == CROSSBOWS for way in self.arm.skills)


@of_sheet("kind", "ranks", "items")
def missiles(sheet: Sheet) -> dict[str, Missile]:
    """The missiles in hand that were made to be shot or thrown, by key; a breath without a die is for the table."""
    found = {key: _made_to_fly(sheet, key, item) for key, item in wielded(sheet).items()}
    return {key: missile for key, missile in found.items() if missile is not None}


def _made_to_fly(sheet: Sheet, key: str, item: Item) -> Missile | None:
    weapon = weapon_of(item)
    skills = tuple(way for way in weapon.skills if SKILLS[way.skill].group == RANGE)
    far = next((band for band in weapon.bands if band.band == "far"), None)
    if not skills or far is None or weapon.damage is None:
        return None
    thrown = "thrown" in weapon.specials
    arm = arm_of(sheet, key, item, skills, (), thrown=thrown)
    unreliable = "unreliable" in weapon.specials
    return Missile(arm, far.increment, far.malus_mos, thrown, weapon.reload, unreliable, weapon.ammunition)


def unfit(sheet: Sheet, key: str, size: str, damage: int) -> Missile:
    """The missile that is a weapon in hand not made to be thrown, or any thing, if ``key`` is "" (SDA-273)."""
    malus, increment = UNFIT[size]
    skills = (WeaponSkill(THROWN, None, 0, 0),)
    if not key:
        kinds = tuple(DamageType(kind, 0) for kind in ("bludgeoning", "piercing", "cutting"))
        return Missile(Arm("", "", "Something at hand", skills, (), damage, kinds), increment, malus)
    if key not in throwable(sheet):
        names = ", ".join(item.name for item in throwable(sheet).values()) or "nothing"
        raise Unknown(f"Not in hand. In hand: {names}.", "thing")
    arm = arm_of(sheet, key, sheet.items[key], skills, (), thrown=True)
    return Missile(replace(arm, fewer=0), increment, malus, thrown=True)


def throwable(sheet: Sheet) -> dict[str, Item]:
    """The weapons in hand that can be thrown, by key: all but natural ones."""
    return {key: item for key, item in wielded(sheet).items() if not weapon_of(item).natural}


def missile_named(sheet: Sheet, key: str) -> Missile:
    found = missiles(sheet).get(key)
    if found is None:
        names = ", ".join(missile.arm.name for missile in missiles(sheet).values()) or "nothing"
        raise Unknown(f"Not at hand. To shoot or throw: {names}.", "weapon")
    return found


def missile_in_hand(table: Table, key: str) -> Missile:
    """The actor's missile of that key, or their best one; refused where it cannot fly."""
    missile = missile_named(table.me, key) if key else best_missile(table, table.actor)
    check_ready(table, table.actor, missile)
    return missile


def missile_pool(
    table: Table,
    who: str,
    missile: Missile,
    skill: str = "",
    attribute: str = "",
    bonus: int = 0,
    malus: int = 0,
    virtue: str = "",
    called: str = "",
) -> Pool:
    """The pool for a missile; without a choice, by its best speciality and attribute, if none is forced (SDA-193)."""
    return melee_pool(table, who, missile.arm, skill, attribute, bonus, malus, virtue, called)


def best_missile(table: Table, who: str) -> Missile:
    """The missile in hand that shoots best of those ready; refused where none is, with what would make one ready."""
    held = missiles(table.sheet(who))
    if not held:
        raise NotNow("Nothing in hand to shoot or throw. Draw something, or throw something at hand.")
    ready = [missile for missile in held.values() if not why_not_ready(table, who, missile)]
    if not ready:
        raise NotNow(" ".join(dict.fromkeys(why_not_ready(table, who, missile) for missile in held.values())))
    return max(ready, key=lambda missile: (worth(missile_pool(table, who, missile)), missile.increment))


# -- ready or not ----------------------------------------------------------------------------------------------------


def check_ready(table: Table, who: str, missile: Missile) -> None:
    """Refuse a missile that is jammed, not loaded, or without ammunition."""
    if why := why_not_ready(table, who, missile):
        raise Refused(why, "weapon")


def why_not_ready(table: Table, who: str, missile: Missile) -> str:
    """The sentence that says why a missile cannot fly yet, and what helps; empty when it is ready."""
    item, name = table.sheet(who).items.get(missile.arm.key), missile.arm.name
    if item is not None and figure(item, JAMMED):
        return f"{name}: jammed. Clear it after the fight."
    if item is not None and figure(item, TO_LOAD):
        return f"{name}: not loaded. Reloading is an action."
    if _is_counted(table, who, missile) and not _pack(table, who, missile):
        kinds = ", ".join(compendium.gear()[key].name.lower() for key in missile.ammunition)
        return f"{name}: no ammunition left ({kinds}). Choose another weapon."
    return ""


def figure(item: Item, name: str) -> int:
    """A number noted on a thing, 0 where there is none (people write figures by hand, too)."""
    value = item.stats.get(name, 0)
    return value if isinstance(value, int) else 0


def _is_counted(table: Table, who: str, missile: Missile) -> bool:
    whose = AMMUNITION.chosen(table.house_rules)
    counts = whose == "everybody" or (whose == "characters" and table.sheet(who).kind == "character")
    return counts and bool(missile.ammunition)


def _pack(table: Table, who: str, missile: Missile) -> str:
    """The key of the item that the next shot is taken from: loose ammunition before a full quiver."""
    packs = [full for full, kind in PACKS.items() if kind in missile.ammunition]
    items = table.sheet(who).items
    held = (key for entry in (*missile.ammunition, *packs) for key, item in items.items() if item.entry == entry)
    return next((key for key in held if items[key].count > 0), "")


# -- after the shot --------------------------------------------------------------------------------------------------


def let_fly(table: Table, who: str, missile: Missile, target: str) -> None:
    """Use up a shot, unload the weapon, and lay a thrown one where the target stands."""
    if _is_counted(table, who, missile):
        _use_up(table, who, _pack(table, who, missile))
    item = table.sheet(who).items.get(missile.arm.key)
    if item is not None and missile.reload and RELOADING.flag(table.house_rules):
        table.happen(ItemSet(who, missile.arm.key, replace(item, stats={**item.stats, TO_LOAD: len(missile.reload)})))
    if item is not None and missile.thrown:
        _land(table, who, missile.arm.key, item, target)


def _use_up(table: Table, who: str, key: str) -> None:
    """Take one shot away. A full quiver is opened for it: its arrows are counted one by one from then on (D-12)."""
    item = table.sheet(who).items[key]
    if item.entry in PACKS:
        kind, inside = PACKS[item.entry], QUIVER.number(table.house_rules, least=1)
        _lose_one(table, who, key, item)
        loose = Item(compendium.gear()[kind].name, "gear", kind, count=inside)
        key = next(
            (k for k, i in table.sheet(who).items.items() if i.entry == kind), free_key(table.sheet(who).items, kind)
        )
        held = table.sheet(who).items.get(key)
        item = replace(held, count=held.count + inside) if held else loose
        table.happen(ItemSet(who, key, item))
    _lose_one(table, who, key, item)


def _lose_one(table: Table, who: str, key: str, item: Item) -> None:
    if item.count > 1:
        table.happen(ItemSet(who, key, replace(item, count=item.count - 1)))
    else:
        table.happen(ItemLost(who, key))


def _land(table: Table, who: str, key: str, item: Item, target: str) -> None:
    """Lay a thrown weapon at the target's feet; of several of its kind the others stay in hand."""
    stats = {**item.stats, "lies_at": list(place(table, target))}
    set_apart(table, who, key, replace(item, in_use=False, stats=stats))


def jam(table: Table, who: str, key: str, ones: int) -> None:
    """Jam an unreliable weapon after a botched shot: two MoS for each 1, and two at least, clear it (D-4)."""
    item = table.sheet(who).items.get(key)
    if item is None:
        return
    per_loss = compendium.weapon_specials()["unreliable"].figures["repair_difficulty_per_loss"]
    stats = {**item.stats, JAMMED: per_loss * max(1, ones), CLEARED: 0}
    table.happen(ItemSet(who, key, replace(item, stats=stats)))
    table.happen(Told((who,), f"{{0}}’s {plainly(item.name)} jams."))
