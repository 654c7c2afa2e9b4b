"""Requirements of casting in a fight, and the targets that a spell reaches, with their defences.

PCT-012, PCT-019, PCT-042 to PCT-048, C-16.
"""

from collections.abc import Sequence

from rules.engine.fight import others_known, refuse_walled
from rules.engine.kernel import Choice, Dice, NotNow, Refused, Sheet, Table, Told, Veiled
from rules.systems.kaos.content.entries import SCHOOLS, Spell
from rules.systems.kaos.content.library import spell_named
from rules.systems.kaos.content.switches import SPELL_DEFENCE
from rules.systems.kaos.core import Casting, casting, health
from rules.systems.kaos.fight.base import (
    Blow,
    Square,
    distance_of,
    fallen,
    harm,
    is_helpless,
    show,
    squares_between,
    standing,
)
from rules.systems.kaos.fight.exchange.attack_and_defence import ask_to_defend
from rules.systems.kaos.fight.exchange.effects import family_of, pierced, work

#: Targets of spells that affect nobody but the caster.
ALONE = ("self", "object")

#: Families of creatures in the plural, as refusals name them.
_KINDS = {"person": "people", "animal": "animals", "monster": "monsters", "undead": "the undead"}


def may_cast(sheet: Sheet) -> None:
    """Refuse those who know no magic, or are dressed against it (PCT-042, PCT-043)."""
    if not any(sheet.rank("skill", school) for school in SCHOOLS):
        raise NotNow(f"{sheet.name} knows no magic. Learn Witchcraft or Thaumaturgy first.")
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
    fallen(table, table.actor)
    show(table, table.actor)


# -- whom it reaches ---------------------------------------------------------------------------------------------------


def people_near(table: Table) -> tuple[Choice, ...]:
    """The actor, and everybody whom they know of."""
    others = (Choice(who, table.name(who), distance_of(table, who)) for who in others_known(table, table.actor))
    return Choice(table.actor, table.me.name, "yourself"), *others


def refuse_target(table: Table, spell: Spell, target: str) -> None:
    """Refuse a target of another family, or one that is dead or alive against the spell's purpose (PCT-048)."""
    if not target:
        raise Refused(f"Choose a target for {spell.name}.", "target")
    sheet = table.sheet(target)
    if spell.family and family_of(sheet) != spell.family:
        raise Refused(f"{spell.name} does not work on {sheet.name}, only on {_KINDS[spell.family]}.", "target")
    if spell.revives and not sheet.has(health.DEAD):
        raise Refused(f"{sheet.name} is not dead. Use a healing spell.", "target")
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
        raise Refused(
            f"{table.name(target)} is {far} squares away; {spell.name} reaches up to {most}. Move closer first.",
            "target",
        )
    if spell.target == "touch":
        refuse_walled(table, target)


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


def reach_everybody(table: Table, dice: Dice, spell: Spell, caster: str, whom: list[str]) -> None:
    """Let a spell affect each of ``whom`` for whom it is meant, after destroying the weakest if it does so."""
    table.happen(Told((caster,), f"{spell.name}: {spell.description}"))
    there = meant(table, spell, whom)
    fallen = _destroy(table, spell, caster, there)
    for who in there:
        if who not in fallen:
            _reach(table, dice, spell, caster, who)


def meant(table: Table, spell: Spell, whom: Sequence[str]) -> list[str]:
    """Ids of those who are there, and of the family that the spell affects (PCT-048)."""
    there = [who for who in whom if table.takes_part(who)]
    return [who for who in there if not spell.family or family_of(table.sheet(who)) == spell.family]


def destroyed(table: Table, spell: Spell, there: Sequence[str]) -> list[str]:
    """Ids of those with few hit points whom the spell destroys outright, the weakest first (Destroy Undead, D-5)."""
    return sorted(
        (who for who in there if 0 < health.hp(table.sheet(who)) <= spell.destroys_hp),
        key=lambda who: health.hp(table.sheet(who)),
    )[: spell.destroys]


def _destroy(table: Table, spell: Spell, caster: str, there: list[str]) -> list[str]:
    weak = destroyed(table, spell, there)
    for who in weak:
        table.happen(Told((caster, who), "{1} falls to dust."))
        sheet = table.sheet(who)
        whole = sheet.now(health.TEMPORARY) + sheet.now(health.HP) + sheet.now(health.LIFE)
        harm.hurt(table, who, whole, spell.name)
    return weak


def _reach(table: Table, dice: Dice, spell: Spell, caster: str, who: str) -> None:
    """Ask a target for a defence if it is harmed or of another side; let the spell help others at once."""
    if not spell.damage and not is_hostile(table, caster, who):
        work(table, dice, spell, caster, who)
        return
    if table.takes_part(caster) and table.combatant(caster).hidden:
        table.happen(Veiled(caster, False))
    blow = spell_blow(spell, caster, who)
    if is_undefended(table, blow):
        pierced(table, dice, blow)
    else:
        ask_to_defend(table, blow)


def spell_blow(spell: Spell, caster: str, who: str) -> Blow:
    """The blow of a spell; one that goes on from round to round does no damage at once."""
    return Blow(
        caster,
        who,
        spell.name,
        "" if spell.each_round else spell.damage,
        type=spell.type or "physical",
        purpose="spell.cast",
        spell=spell.key,
        avoid=spell.avoid,
    )


def is_undefended(table: Table, blow: Blow) -> bool:
    """Whether a spell allows no defence (PCT-012, C-16)."""
    never = not blow.avoid and SPELL_DEFENCE.chosen(table.house_rules) == "none"
    return never or is_helpless(table.sheet(blow.target))


def is_hostile(table: Table, caster: str, who: str) -> bool:
    """Whether somebody is on another side than the caster."""
    return table.combatant(caster).side != table.combatant(who).side
