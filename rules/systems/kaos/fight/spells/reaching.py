"""Targets that a spell reaches when it goes off, and their defences (PCT-012, PCT-048, C-16)."""

from collections.abc import Sequence

from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Told, Veiled
from rules.engine.kernel.table import Table
from rules.systems.kaos.content.entries import Spell
from rules.systems.kaos.content.switches import SPELL_DEFENCE
from rules.systems.kaos.core import health
from rules.systems.kaos.fight.base import harm
from rules.systems.kaos.fight.base.blow import Blow
from rules.systems.kaos.fight.base.state import is_helpless, takes_part
from rules.systems.kaos.fight.exchange.defence import ask_to_defend
from rules.systems.kaos.fight.exchange.piercing import pierced
from rules.systems.kaos.fight.exchange.spellbound import family_of, work


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
    there = [who for who in whom if takes_part(table, who)]
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
    if takes_part(table, caster) and table.combatant(caster).hidden:
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
