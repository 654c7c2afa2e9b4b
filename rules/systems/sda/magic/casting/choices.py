"""Choices of a caster: the spell, the art that casts it, and figures that the game master gives (D-9)."""

from collections.abc import Sequence
from typing import Any

from rules.engine.kernel import Choice, Item, Refused, Sheet, Table, number
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.effects import Spell, Way, areas, begun, in_area, is_thrown
from rules.systems.sda.fight.base import lines, opponents, wounds
from rules.systems.sda.fight.moves import CHOKED, GRAPPLED, GRAPPLING, PINNED, may_attack
from rules.systems.sda.magic.casting.casting import Casting, due
from rules.systems.sda.magic.casting.open_spells import (
    AS_PRINTED,
    CHARGES,
    castable,
    cost_words,
    difficulty,
    has_trait,
    lack,
    price,
    ready_words,
    way_named,
    ways_of,
)

MOST_MOS, MOST_COST = 40, 40
OWN_WORD = "−1 as printed; otherwise set by the game master"
ALSO = "For several targets. An area affects everybody inside, or those you choose"
#: The magic that takes a voice and free movement.
ELEMENTS = "elementalism"
#: The trait whose owner gives nobody an opening by casting (D-7).
COMBAT_CASTER = "combat_caster"
#: Prices that are paid with something held in a hand.
_IN_HAND = ("focus", "scroll", "charge")


def field_mos() -> Any:
    return number("Difficulty", least=AS_PRINTED, most=MOST_MOS, default=AS_PRINTED, help=OWN_WORD, at_once=False)


def field_cost() -> Any:
    return number("Cost", least=AS_PRINTED, most=MOST_COST, default=AS_PRINTED, help=OWN_WORD, at_once=False)


def field_charges() -> Any:
    return number("Charges", most=MOST_COST, default=0, help="0: one, or all of a phial", at_once=False)


def spell_choices(table: Table, who: str) -> dict[str, tuple[Choice, ...]]:
    """Choices of the fields ``spell`` and ``way``: spells on a sheet open to somebody, and the arts that cast them."""
    listed: list[Choice] = []
    arts: dict[str, None] = {}
    for key, (item, spell) in castable(table, who).items():
        listed.append(Choice(key, item.name, _hint(table, who, item, spell)))
        arts |= {way.skill: None for way in ways_of(table, who, spell)}
    return {"spell": tuple(listed), "way": tuple(Choice(skill, SKILLS[skill].name) for skill in arts)}


def _hint(table: Table, who: str, item: Item, spell: Spell) -> str:
    way = way_named(table, who, item, spell, "")
    rolled = "" if way.pays == "charge" else f"{difficulty(way, AS_PRINTED)} MoS, "
    cannot = lack(table, who, way, item, price(way, AS_PRINTED))
    return f"{rolled}{ready_words(way, item) or cost_words(way)}{': not yet' if cannot else ''}"


def chosen_way(table: Table, who: str, key: str, skill: str) -> tuple[Item, Spell, Way]:
    """The item, its spell and the way it is cast; a casting that has begun goes on as it began."""
    item, spell = castable(table, who)[key]
    work = begun(table.sheet(who))
    if not skill and work.get("key") == key and work.get("skill"):
        skill = str(work["skill"])
    return item, spell, way_named(table, who, item, spell, skill)


def charges_of(item: Item, way: Way, said: int) -> int:
    """Charges to be used: as many as said, or all of a vessel that is thrown, or one."""
    held = int(item.stats.get(CHARGES, 0))
    return said or (max(1, held) if is_thrown(way) else 1)


def refuse_unpaid(table: Table, cast: Casting, item: Item, charges: int) -> None:
    """Refuse what cannot be paid for now: charges, a focus, or what is due with this roll."""
    owed = charges_of(item, cast.way, charges) if cast.way.pays == "charge" else due(table, cast)
    if not owed and cast.way.pays != "focus":
        return
    if why := lack(table, cast.who, cast.way, item, owed):
        raise Refused(why, "spell")


# -- what cannot be cast now ------------------------------------------------------------------------------------------


def is_hostile(spell: Spell) -> bool:
    """Whether a spell is one that nobody wants on themselves."""
    sways = any(one.dice < 0 or one.mos < 0 for one in spell.mark.sways)
    return bool(spell.harms or spell.save or spell.condition or spell.drains or sways or spell.deed == "counter")


def refuse_held(table: Table, spell: Spell, way: Way, targets: Sequence[str]) -> None:
    """Refuse what a grapple does not let one cast (SDA-234, D-9).

    Whoever is choked says nothing, whoever is pinned has no hand free; the elements take free movement. A hostile spell
    goes at nobody outside of the grapple.
    """
    me, name = table.me, spell.name
    if me.has(CHOKED):
        raise Refused(f"{me.name} cannot speak while choked. Break the choke first.", "spell")
    if me.has(PINNED) and way.pays in _IN_HAND:
        raise Refused(f"{me.name} is pinned with no free hand for {name}. Cast a spell of words only.", "way")
    if way.kind == ELEMENTS and (me.has(GRAPPLED) or me.has(GRAPPLING)):
        raise Refused(f"{name} needs free movement. Get out of the grapple first.", "way")
    for who in targets:
        if who != table.actor and is_hostile(spell) and not may_attack(table, table.actor, who):
            raise Refused("In a grapple you can only target those in it. Get free first.", "target")


def refuse_several(spell: Spell, skill: str, target: str, others: Sequence[str]) -> None:
    """Refuse more targets than a spell can ever have, and one that is named twice."""
    if not others:
        return
    if spell.several is None and not in_area(spell, skill):
        raise Refused(f"{spell.name} has one target. Leave the others out.", "others")
    if target in others and not in_area(spell, skill):
        raise Refused("Somebody is listed twice. Name each target once.", "others")


def refuse_unfit(table: Table, spell: Spell, target: str) -> None:
    """Refuse a spell that takes a target who bleeds, or a caster who is hurt, where they are not (D-9)."""
    if spell.only == "bleeding" and not wounds(table.sheet(target)):
        raise Refused(f"{spell.name} needs somebody who bleeds; {table.name(target)} does not.", "target")
    if spell.only == "hurt" and not any(line.is_ticked() for line in lines(table.me)):
        raise Refused(f"{spell.name} needs a wound of your own. You have none.", "spell")


# -- whom it is on, and who strikes at the caster ----------------------------------------------------------------------


def gives_openings(sheet: Sheet) -> bool:
    """Whether a caster gives those in reach an opening to strike (SDA-275); some give none (D-7)."""
    return not has_trait(sheet, COMBAT_CASTER)


def likely_target(table: Table, spell: Spell) -> str:
    """The nearest opponent for what does harm or is resisted, oneself for all else."""
    if not is_hostile(spell):
        return table.actor
    foes = opponents(table, table.actor)
    return next((one.value for one in areas.people(table)[1:] if one.value in foes), table.actor)
