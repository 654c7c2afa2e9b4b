"""Requirements of casting, and whom a spell reaches: one target, or everybody in its area (GRM-035, GRM-072, D-8)."""

from rules.engine.fight import allies, others_known, refuse_walled
from rules.engine.kernel import Choice, Item, NotNow, Refused, Sheet, Table, counted
from rules.systems.grim.content import library
from rules.systems.grim.content.spell_entries import RANKS, Spell
from rules.systems.grim.core import SLAIN, in_use, qualities_of
from rules.systems.grim.fight.attacks.shooting import in_cone
from rules.systems.grim.fight.base import radius, standing, yards_apart, yards_between

SPELL, INCANTATION = "spell", "incantation"
HEAVY = "heavy"
#: Things in hand with which power is channelled (GRM-110).
BOOKS = ("tome", "prayer_book")
CONE = "cone"
#: Yards that a touch reaches.
TOUCH = 1
#: The talent with which areas spare one's own side.
SHAPED_MAGICK = "shaped_magick"


def known_spells(sheet: Sheet) -> list[Spell]:
    """The spells that somebody knows."""
    return [spell for key, spell in library.spells().items() if sheet.rank(SPELL, key)]


def spell_choices(table: Table, *, harmless: bool = False) -> tuple[Choice, ...]:
    """The spells that somebody knows, with their rank and Action Points."""
    return tuple(
        Choice(one.key, one.name, f"{RANKS[one.rank].lower()}, {one.price(table.house_rules)} AP")
        for one in known_spells(table.me)
        if not (harmless and is_harmful(one))
    )


def is_harmful(spell: Spell) -> bool:
    """Whether a spell does something to people that they would rather resist."""
    return bool(
        spell.damage
        or spell.peril
        or spell.condition
        or spell.dread
        or spell.corruption
        or spell.undefended
        or spell.resist
    )


def refuse_casting(sheet: Sheet) -> None:
    """Refuse those who know no spell, or wear Heavy armour (GRM-072)."""
    if not known_spells(sheet):
        raise NotNow(f"{sheet.name} knows no spells. Learn one first.")
    heavy = heavy_armour(sheet)
    if heavy is not None:
        raise NotNow(f"No casting in heavy armour. Take off the {heavy.name.lower()} first.")


def heavy_armour(sheet: Sheet) -> Item | None:
    """The Heavy armour that somebody wears, in which Incantation is of no use; None without any (GRM-072)."""
    return next((item for item in in_use(sheet, "armour").values() if HEAVY in qualities_of(item)), None)


def holds_book(sheet: Sheet) -> bool:
    """Whether an arcane tome or a prayer book is in hand (GRM-110)."""
    held = (library.gear_of(item) for item in sheet.items.values() if item.in_use and item.count)
    return any(one is not None and one.use in BOOKS for one in held)


def people_near(table: Table) -> tuple[Choice, ...]:
    """The caster, and everybody whom they know of, with the yards between."""
    others = (
        Choice(who, table.name(who), counted(yards_between(table, table.actor, who), "yard", "yards"))
        for who in others_known(table, table.actor)
    )
    return Choice(table.actor, table.me.name, "yourself"), *others


def refuse_target(table: Table, spell: Spell, target: str) -> None:
    """Refuse a target that is out of reach, or dead (GRM-035, D-8)."""
    if not target and (spell.range in ("touch", "sight") or spell.template == CONE):
        raise Refused(f"Choose a target for {spell.name}.", "target")
    if not target or target == table.actor:
        if spell.template == CONE:
            raise Refused("A cone needs a target. Choose somebody else.", "target")
        return
    if table.sheet(target).has(SLAIN):
        raise Refused(f"{table.name(target)} is slain. Pick somebody alive.", "target")
    if spell.range == "self" and not spell.template:
        raise Refused(f"{spell.name} only works on the caster. Choose yourself.", "target")
    far = yards_between(table, table.actor, target)
    if spell.range == "touch" and far > TOUCH:
        raise Refused(
            f"{table.name(target)} is {far} yards away; {spell.name} needs a touch. Move next to them.", "target"
        )
    if spell.range == "touch":
        refuse_walled(table, target)


def reached(table: Table, spell: Spell, target: str) -> list[str]:
    """Ids of those whom a spell reaches: its target, or everybody in its area but the caster (D-8)."""
    target = target or table.actor
    if not spell.template:
        return [table.actor if spell.range == "self" else target]
    spared = {table.actor, *(allies(table, table.actor) if table.me.rank("talent", SHAPED_MAGICK) else ())}
    alive = [who for who in table.scene.combatants if not table.sheet(who).has(SLAIN) and who not in spared]
    if spell.template == CONE:
        return [who for who in alive if in_cone(table, target, who)]
    middle = standing(table, table.actor if spell.range == "self" else target)
    return [who for who in alive if yards_apart(middle, standing(table, who)) <= radius(table, spell.template)]
