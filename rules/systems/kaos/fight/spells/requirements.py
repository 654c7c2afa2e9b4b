"""Requirements of casting in a fight: spells, targets, ranges, drain (PCT-019, PCT-042 to PCT-048)."""

from rules.engine.fight.turns import others_known
from rules.engine.kernel.commands import Choice
from rules.engine.kernel.refusals import NotNow, Refused
from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.table import Table
from rules.systems.kaos.content.entries import Spell
from rules.systems.kaos.content.library import SCHOOLS, spell_named
from rules.systems.kaos.core import casting, health
from rules.systems.kaos.core.casting import Casting
from rules.systems.kaos.fight.base.aims import distance_of
from rules.systems.kaos.fight.base.budgets import show
from rules.systems.kaos.fight.base.harm import fallen
from rules.systems.kaos.fight.base.squares import Square, squares_between, standing
from rules.systems.kaos.fight.exchange.spellbound import family_of

#: Targets of spells that affect nobody but the caster.
ALONE = ("self", "object")

#: Families of creatures in the plural, as refusals name them.
_KINDS = {"person": "people", "animal": "animals", "monster": "monsters", "undead": "the undead"}


def may_cast(sheet: Sheet) -> None:
    """Refuse those who know no magic, or are dressed against it (PCT-042, PCT-043)."""
    if not any(sheet.rank("skill", school) for school in SCHOOLS):
        raise NotNow(f"{sheet.name} knows no magic: a score in Witchcraft or Thaumaturgy is needed.")
    hindrance = casting.hindrance(sheet)
    if hindrance:
        raise NotNow(hindrance)


def spell_choices(sheet: Sheet, *, rituals: bool) -> tuple[Choice, ...]:
    """Every spell of the schools that one knows, with its drain; rituals only with ``rituals``."""
    found = []
    for spell in casting.castable(sheet):
        if spell.ritual and not rituals:
            continue
        cast = casting.casting(sheet, spell, casting.best_school(sheet, spell))
        found.append(Choice(spell.key, spell.name, _takes(cast)))
    return tuple(found)


def _takes(cast: Casting) -> str:
    """The drain in a few words: "15 HP", and the reason if it is more or less."""
    why = "" if cast.is_met else f", {cast.needed} needed"
    return f"{cast.drain} HP{why}{', specialised' if cast.is_met and cast.specialised else ''}"


def school_choices(sheet: Sheet) -> tuple[Choice, ...]:
    known = (school for school in SCHOOLS if sheet.rank("skill", school) > 0)
    return tuple(Choice(school, school.capitalize()) for school in known)


def casting_of(table: Table, key: str, school: str) -> Casting:
    """The spell as the actor would cast it; without a ``school`` in the one that drains least."""
    spell = spell_named(key)
    return casting.casting(table.me, spell, school or casting.best_school(table.me, spell) or next(iter(spell.schools)))


def pay_drain(table: Table, cast: Casting) -> None:
    """Lose the drain before the spell works, which may leave the caster unconscious (PCT-044, PCT-045)."""
    casting.pay_drain(table, table.actor, cast)
    if table.encounter is not None:
        fallen(table, table.actor)
        if table.actor in table.scene.combatants:
            show(table, table.actor)


# -- whom it reaches ---------------------------------------------------------------------------------------------------


def people_near(table: Table) -> tuple[Choice, ...]:
    """The actor, and everybody whom they know of."""
    others = (Choice(who, table.name(who), distance_of(table, who)) for who in others_known(table, table.actor))
    return Choice(table.actor, table.me.name, "yourself"), *others


def refuse_target(table: Table, spell: Spell, target: str) -> None:
    """Refuse a target of another family, or one that is dead or alive against the spell's purpose (PCT-048)."""
    if not target:
        raise Refused(f"Say on whom you cast {spell.name}.", "target")
    sheet = table.sheet(target)
    if spell.family and family_of(sheet) != spell.family:
        raise Refused(f"{spell.name} does not work on {sheet.name}, only on {_KINDS[spell.family]}.", "target")
    if spell.revives and not sheet.has(health.DEAD):
        raise Refused(f"{sheet.name} is not dead. Somebody alive is healed by other spells.", "target")
    if not spell.revives and sheet.has(health.DEAD):
        raise Refused(f"{sheet.name} is dead. Pick somebody alive.", "target")
    if spell.revives and (drained := health.drain_hindrance(sheet)):
        raise Refused(drained, "target")
    if spell.heals or spell.heals_all:
        hindrance = health.healing_hindrance(sheet)
        if hindrance:
            raise Refused(hindrance, "target")


def refuse_far(table: Table, spell: Spell, target: str) -> None:
    """Refuse a target out of range: a touch reaches the next square, other spells their range (PCT-048)."""
    far = squares_between(table, table.actor, target)
    most = 1 if spell.target == "touch" else spell.range
    if target != table.actor and far > most:
        raise Refused(f"{table.name(target)} is {far} squares away; {spell.name} reaches up to {most}.", "target")


def covers(centre: Square, square: Square, radius: int) -> bool:
    """Whether an area covers a square; a radius of 2 makes the thirteen squares of a fireball (D-5).

    >>> sum(covers((0, 0), (x, y), 2) for x in range(-3, 4) for y in range(-3, 4))
    13
    """
    return (centre[0] - square[0]) ** 2 + (centre[1] - square[1]) ** 2 <= radius**2


def those_in(table: Table, centre: Square, radius: int) -> list[str]:
    """Ids of everybody in an area who is not dead, whether anybody knows of them or not."""
    return [
        who
        for who in table.scene.combatants
        if covers(centre, standing(table, who), radius) and not table.sheet(who).has(health.DEAD)
    ]
