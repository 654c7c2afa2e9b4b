"""Deeds of spells, beside damage and healing: they break spells, mend, kill, bring back, and sharpen weapons (D-9).

Spells on a weapon in hand lie on its holder: in another hand the weapon is as it was.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.engine.kernel import (
    BoxesTicked,
    ConditionEnded,
    ConditionSet,
    Dice,
    Item,
    ItemLost,
    ItemSet,
    Json,
    Moved,
    Sheet,
    Table,
    Told,
    counted,
)
from rules.systems.sda.content.equipment import figures_carried, weapon_of
from rules.systems.sda.content.hazards import poisons
from rules.systems.sda.core.effects import CASTING, Added, Mark, Spell, end, ills, in_fight, kept, let_go, remember
from rules.systems.sda.core.effects.lasting import PREFIX
from rules.systems.sda.core.rolls import TRACK
from rules.systems.sda.fight.actions.healing import revive
from rules.systems.sda.fight.base import free_test, is_held, is_out, lines, wielded
from rules.systems.sda.fight.wounds import freest, kill, open_wound
from rules.systems.sda.magic.spells.healing import close
from rules.systems.sda.magic.spells.released import Going
from rules.systems.sda.world.poisoning import poisoned_with, throw_off

#: Deeds that do nothing without a hit.
COUNTED = ("counter", "dispel", "disease", "affliction", "resurrect", "mend")
#: Traits that are afflictions, and the spell that maddens.
AFFLICTIONS, MADNESS = ("blind", "deaf"), PREFIX + "dementia"
#: The level at which the cut of a letting of blood bleeds.
CUT = 1


@dataclass(frozen=True, slots=True)
class Doing:
    """A deed on somebody: the spell that does it, whom it is on, and how many hits it has for them."""

    table: Table
    dice: Dice
    going: Going
    spell: Spell
    who: str
    hits: int

    def tell(self, sentence: str) -> None:
        self.table.happen(Told((self.who,), sentence))


def do(table: Table, dice: Dice, spell: Spell, going: Going, who: str, hits: int) -> None:
    """Do the deed of a spell to somebody."""
    _DEEDS[spell.deed](Doing(table, dice, going, spell, who, hits))


# -- other spells -----------------------------------------------------------------------------------------------------


def _counter(one: Doing) -> None:
    """Take an MoS for each hit off the spell that somebody is casting; with none left it is lost."""
    casting = one.table.sheet(one.who).conditions.get(CASTING)
    if casting is None:
        one.tell("{0} is not casting anything to counter.")
    elif casting.level > one.hits:
        one.table.happen(ConditionSet(one.who, replace(casting, level=casting.level - one.hits)))
        one.tell(f"{{0}}’s spell loses {one.hits} MoS.")
    else:
        let_go(one.table, one.who, "{0}’s spell is countered.")


def _dispel(one: Doing) -> None:
    """Take the hits off those of the spells on somebody, the weakest first; with none left a spell is over."""
    works = kept(one.table.sheet(one.who))
    left = one.hits
    for name, work in sorted(works.items(), key=lambda item: int(item[1].get("hits", 1))):
        strength = max(1, int(work.get("hits", 1)))
        if not left:
            break
        if strength <= left:
            end(one.table, one.who, name)
        else:
            remember(one.table, one.who, name, hits=strength - left)
            one.tell(f"A spell on {{0}} is down to {counted(strength - left, 'hit', 'hits')}.")
        left -= min(left, strength)
    if not works:
        one.tell("{0} is under no spell.")


# -- bodies -----------------------------------------------------------------------------------------------------------


def _jump(one: Doing) -> None:
    """Put the caster at the point that the spell was aimed at."""
    if in_fight(one.table, one.who):
        one.table.happen(Moved(one.who, one.going.x, one.going.y, one.table.combatant(one.who).facing))
    one.tell("{0} is moved elsewhere.")


def _kill(one: Doing) -> None:
    """Kill somebody who is down; a body that is dead already ages."""
    if one.table.sheet(one.who).has("dead"):
        one.tell("{0}’s body ages.")
    elif is_out(one.table.sheet(one.who)):
        kill(one.table, one.who, one.going.by)
    else:
        one.tell("{0} is standing and unaffected.")


def _revive(one: Doing) -> None:
    """Bring somebody dead back as reanimation does (C-47); within how many minutes is the game master's word."""
    if one.table.sheet(one.who).has("dead"):
        revive(one.table, one.who)
    else:
        one.tell("{0} is not dead.")


def _resurrect(one: Doing) -> None:
    """Bring somebody dead back with every box ticked, but one fewer for each hit."""
    if not one.table.sheet(one.who).has("dead"):
        one.tell("{0} is not dead.")
        return
    revive(one.table, one.who)
    for number, line in enumerate(lines(one.table.sheet(one.who))):
        for box in ("minor", "major"):
            if line.free(box):
                one.table.happen(BoxesTicked(one.who, TRACK, number, box, line.free(box)))
    close(one.table, one.who, "any", one.hits)


def _cure_diseases(one: Doing) -> None:
    _end_all(one, ills(one.table.sheet(one.who))[: one.hits], "{0} is not ill.")


def _cure_afflictions(one: Doing) -> None:
    """Cure blindness, deafness and madness, one for each hit."""
    sheet = one.table.sheet(one.who)
    traits = [key for key, item in sheet.items.items() if item.kind == "trait" and item.entry in AFFLICTIONS]
    for key in traits[: one.hits]:
        one.tell(f"{{0}} is healed: {sheet.items[key].name.lower()}.")
        one.table.happen(ItemLost(one.who, key))
    if len(traits) < one.hits and sheet.has(MADNESS):
        end(one.table, one.who, MADNESS)
    elif not traits:
        one.tell("{0} is neither blind nor deaf.")


def _antidote(one: Doing) -> None:
    """Roll against every poison now, with the hits on top; MoS that do not throw it off yet count for the next time."""
    found = poisoned_with(one.table.sheet(one.who))
    for key in found:
        held = one.table.sheet(one.who).conditions[key]
        rolled = free_test(one.table, one.dice, one.who, "resist_poison", "resist poison").net
        tally = held.level + rolled + one.hits
        if tally >= poisons()[key].recovery:
            throw_off(one.table, one.who, key)
        else:
            one.table.happen(ConditionSet(one.who, replace(held, level=tally)))
            one.tell(f"{{0}} has {tally} of {poisons()[key].recovery} MoS against it.")
    if not found:
        one.tell("{0} is not poisoned.")


def _let_blood(one: Doing) -> None:
    """Make a deep cut that bleeds, and takes poisons, diseases and a box for each hit with it."""
    sheet = one.table.sheet(one.who)
    close(one.table, one.who, "any", one.hits)
    for key in poisoned_with(sheet):
        throw_off(one.table, one.who, key)
    _end_all(one, ills(sheet), "")
    if lines(one.table.sheet(one.who)):
        number = freest(lines(one.table.sheet(one.who)))
        if lines(one.table.sheet(one.who))[number].free("major"):
            one.table.happen(BoxesTicked(one.who, TRACK, number, "major", 1))
        open_wound(one.table, one.dice, one.who, number, CUT)


def _end_all(one: Doing, names: list[str], otherwise: str) -> None:
    for name in names:
        one.tell(f"{{0}} is rid of it: {str(one.table.sheet(one.who).conditions[name].label).lower()}.")
        one.table.happen(ConditionEnded(one.who, name))
    if not names and otherwise:
        one.tell(otherwise)


# -- things -----------------------------------------------------------------------------------------------------------


def _mend(one: Doing) -> None:
    """Mend the worst damaged thing: a point of a weapon for each hit, or one of armour."""
    items = one.table.sheet(one.who).items
    worn = [key for key, item in items.items() if item.kind in ("weapon", "armour") and item.wear]
    if not worn:
        one.tell("{0} has nothing damaged.")
        return
    key = max(worn, key=lambda key: items[key].wear)
    less = min(items[key].wear, one.hits if items[key].kind == "weapon" else 1)
    one.table.happen(ItemSet(one.who, key, replace(items[key], wear=items[key].wear - less)))
    one.tell(f"{{0}}’s {items[key].name.lower()} is mended by {less}.")


_DEEDS: dict[str, Callable[[Doing], None]] = {
    "counter": _counter,
    "dispel": _dispel,
    "jump": _jump,
    "kill": _kill,
    "revive": _revive,
    "resurrect": _resurrect,
    "disease": _cure_diseases,
    "affliction": _cure_afflictions,
    "antidote": _antidote,
    "letting": _let_blood,
    "mend": _mend,
}


def empower(table: Table, who: str, name: str, by: int) -> None:
    """Let the weapon in hand do more damage as long as the spell lasts."""
    found = next(((key, item, told) for key, item in wielded(table.sheet(who)).items() if (told := _told(item))), None)
    if found is None:
        _nothing_takes_it(table, who)
        return
    key, item, told = found
    stronger = {**told, "damage_bonus": told["damage_bonus"] + by}
    if told["damage_both_hands"]:
        stronger["damage_both_hands"] = told["damage_both_hands"] + by
    table.happen(ItemSet(who, key, replace(item, entry="", stats={**item.stats, **stronger})))
    remember(table, who, name, weapon=[key, item.entry, item.stats])


def _told(item: Item) -> dict[str, Json] | None:
    """The figures of a weapon that can be made stronger: one that strikes by an attribute. None of any other."""
    weapon = weapon_of(item)
    return figures_carried(weapon) if weapon and weapon.damage and weapon.damage.attribute else None


def sharpen(table: Table, who: str, name: str, mark: Mark, hits: int) -> None:
    """Give the weapon in hand more dice of damage as long as the spell lasts."""
    made = f"{name}_arm"
    key = made if made in table.sheet(who).items else _that_takes(table.sheet(who), mark.adds)
    if not key:
        _nothing_takes_it(table, who)
        return
    adds = [{"weapon": key, "dice": one.dice, "die": one.die(hits), "type": one.type} for one in mark.adds]
    remember(table, who, name, adds=adds)


def _that_takes(sheet: Sheet, adds: tuple[Added, ...]) -> str:
    """Key of the weapon in hand that a spell works on, sooner one that is no shield; empty where there is none."""
    needed = {one.needs for one in adds if one.needs}
    able = []
    for key, item in wielded(sheet).items():
        weapon = weapon_of(item)
        if is_held(item) and weapon and weapon.damage and needed <= {one.type for one in weapon.types}:
            able.append((bool(weapon.shield), key))
    return min(able)[1] if able else ""


def _nothing_takes_it(table: Table, who: str) -> None:
    table.happen(Told((who,), "{0} has no weapon in hand for it."))
