"""Effects of spells: their figures, unless they are resisted or countered (GRM-035, GRM-120, GRM-124, D-8)."""

from rules.engine.fight import turns
from rules.engine.kernel import Condition, ConditionSet, Dice, Said, Table, Told, plainly, throw
from rules.systems.grim.content import library
from rules.systems.grim.content.spell_entries import Spell, amount_of
from rules.systems.grim.core import (
    PRONE,
    Known,
    Resist,
    Wound,
    Yield,
    ask_to_resist,
    begin,
    bonus,
    corrupt,
    get_into,
    hurt,
    resisted,
    takes_part,
    terrify,
    throw_peril,
)
from rules.systems.grim.fight.base import can_react
from rules.systems.grim.fight.spells.counterspell import may_counter
from rules.systems.grim.fight.spells.reach import is_harmful

BEFALLS = "spell.befalls"
#: Turns of a minute.
MINUTE = 6
#: The talent with which foes resist worse, and by how much.
BATTLE_MAGICK, HARDER = "battle_magick", -10


def is_foe(table: Table, caster: str, who: str) -> bool:
    """Whether somebody is on another side than the caster."""
    return takes_part(table, who) and who in turns.opponents(table, caster)


def hinders(table: Table, spell: Spell, caster: str, who: str) -> bool:
    """Whether somebody would resist a spell: a foe, or whoever an area catches (GRM-124)."""
    return is_harmful(spell) and who != caster and (is_foe(table, caster, who) or bool(spell.template))


def base_against(table: Table, caster: str) -> dict[str, int]:
    """Changes of the base chance to resist a caster's spells."""
    return {"Battle Magick": HARDER} if table.sheet(caster).rank("talent", BATTLE_MAGICK) else {}


def meet(table: Table, dice: Dice, spell: Spell, caster: str, who: str) -> None:
    """Ask somebody whom a spell reaches to resist or counter it, or let it work at once (GRM-120, GRM-124)."""
    data: Known = {"spell": spell.key, "caster": caster}
    if not hinders(table, spell, caster, who):
        befall(table, dice, who, data)
        return
    title = Said(f"{{0}} casts {plainly(spell.name)} on you. Resist?", (caster,))
    if not (may_counter(table, who) and can_react(table, who)):
        if spell.resist:
            base = base_against(table, caster)
            ask_to_resist(table, dice, who, list(spell.resist), BEFALLS, title, base=base, **data)
        else:
            befall(table, dice, who, data)
        return
    known: Known = {
        "skills": list(spell.resist),
        "then": BEFALLS,
        "base": dict(base_against(table, caster)),
        "difficulty": 0,
        "flip": 0,
        "data": data,
    }
    resists = (Resist.name,) if spell.resist else ()
    table.ask(who, title, *resists, "spell.counter", Yield.name, **known)


@resisted(BEFALLS)
def befall(table: Table, dice: Dice, who: str, data: Known) -> None:
    """Let a spell take hold of somebody: its figures work, and its name stays for as long as it lasts (D-8)."""
    spell, caster = library.spell_named(str(data["spell"])), str(data["caster"])
    if who not in table.sheets or caster not in table.sheets:
        return
    will = bonus(table.sheet(caster), "willpower")
    table.happen(Told((caster, who), f"{{1}} is affected by {plainly(spell.name)}."))
    keep_up(table, spell, caster, who, will)
    if spell.undefended:
        begin(table, who, "defenseless", source=spell.name)
    if spell.condition:
        _set(table, dice, spell, who, will)
    if spell.damage:
        total = throw(table, dice, caster, f"{spell.name.lower()}: damage", amount_of(spell.damage, will))
        hurt(table, dice, who, total, Wound(by=caster, source=spell.name))
    if spell.peril:
        written = str(amount_of(spell.peril, will))
        throw_peril(table, dice, who, written, spell.name.lower(), by=caster, mental=spell.mental)
    if spell.dread:
        terrify(table, dice, who, spell.dread)
    corrupt(table, who, spell.corruption, spell.name)


def _set(table: Table, dice: Dice, spell: Spell, who: str, will: int) -> None:
    """Set the condition of a spell; what has no natural end lasts as long as the spell, a turn at least."""
    if spell.condition in (PRONE, "on_fire", "bleeding"):
        begin(table, who, spell.condition, source=spell.name)
    else:
        get_into(table, dice, who, spell.condition, spell.name, rounds=turns_of(spell, will) or 1)


def turns_of(spell: Spell, will: int) -> int | None:
    """The turns that a spell lasts; ``None`` for one that lasts longer than any fight, or has no time at all."""
    if spell.unit == "turns":
        return will + spell.lasts
    return (will + spell.lasts) * MINUTE if spell.unit == "minutes" else None


def keep_up(table: Table, spell: Spell, caster: str, who: str, will: int) -> None:
    """Note a spell that lasts on whom it works (D-8)."""
    if spell.unit:
        told = f"{plainly(spell.name)} ({will + spell.lasts} {spell.unit})"
        source = Said("{0}", (caster,))
        table.happen(ConditionSet(who, Condition(f"spell_{spell.key}", told, 0, source, turns_of(spell, will))))
