"""The worth of a spell, for advice: in hit points where it hurts or heals, else by its chance (PCT-048)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rules.engine.character.readiness import is_fighting
from rules.engine.kernel import Table, Weighing, Worth, amount, distribution
from rules.engine.odds import Distribution
from rules.systems.kaos.content.entries import Spell
from rules.systems.kaos.core import (
    CHANCES,
    EASE_PRICE,
    HIT_POINTS,
    MEASURE,
    Casting,
    Trial,
    gain,
    health,
    in_chances,
    in_hit_points,
    in_points,
    loss,
    open_schools,
    value,
    with_ease,
)
from rules.systems.kaos.fight.base import called
from rules.systems.kaos.fight.exchange.attack_and_defence import after_avoiding
from rules.systems.kaos.fight.exchange.effects import costs, past
from rules.systems.kaos.fight.spells.targets import destroyed, is_hostile, is_undefended, meant, spell_blow

OF_HARM = "Average damage to foes if they roll to avoid it, minus its drain."
OF_AREAS, OF_ONE_ROUND = "Damage to your side counts against it.", "One round is counted."
OF_HEALING = "Average healing up to the maximum, minus its drain."
OF_OTHERS = (
    "Chance of success in percentage points, minus the share of hit points it drains and of AP for an easier roll."
)
Ready = Callable[[Any], tuple[Casting, Trial]]
Whom = Callable[[Any], Sequence[str]]


def of_spell(table: Table, spell: Spell, ready: Ready, whom: Whom, on: Sequence[str] = ()) -> Weighing:
    """The targets, schools and an easier roll weighed for a spell (PCT-038, PCT-044, PCT-048).

    ``on`` are the targets to compare, ``whom`` gives those whom a choice reaches.
    """
    schools = ("school",) if len(open_schools(table.me, spell)) > 1 else ()
    fields, among = (*(("target",) if on else ()), *schools, "eased"), {"target": on}

    def said(chosen: Any) -> str:
        return _said(table, chosen, ready, fields)

    measured = spell.damage or spell.heals or spell.heals_all
    unit, sentence = (HIT_POINTS, _sentence(spell)) if measured else (CHANCES, OF_OTHERS)
    worth = (_by_hit_points if measured else _by_chance)(table, spell, ready, whom)
    gained = "They lose" if spell.damage else "Healed" if measured else "Chance"
    price = in_points(table) if measured else None
    return Weighing(fields, unit, sentence, worth, (gained, "Drained", "Points"), said=said, among=among, price=price)


def _sentence(spell: Spell) -> str:
    """The sentence that says how the worth of a spell that hurts or heals is counted."""
    told = [OF_HARM if spell.damage else OF_HEALING]
    told += [OF_AREAS] if spell.damage and spell.target == "area" else []
    told += [OF_ONE_ROUND] if spell.each_round else []
    return " ".join((*told, MEASURE))


def _by_hit_points(table: Table, spell: Spell, ready: Ready, whom: Whom) -> Callable[[Any], Worth]:
    brings = _takes if spell.damage else _gives

    def worth(chosen: Any) -> Worth:
        cast, trial = ready(chosen)
        brought = trial.chance * brings(table, spell, whom(chosen))
        drained = loss(table, table.actor, (*(0.0,) * cast.drain, 1.0), past_temporary=True)
        return brought, -drained, -in_hit_points(table, EASE_PRICE * chosen.eased)

    return worth


def _by_chance(table: Table, spell: Spell, ready: Ready, whom: Whom) -> Callable[[Any], Worth]:
    left = max(1, health.hp(table.me))

    def worth(chosen: Any) -> Worth:
        cast, trial = ready(chosen)
        holds = trial.chance * _holds(table, spell, whom(chosen))
        return 100 * holds, -100 * cast.drain / left, -in_chances(table, EASE_PRICE * chosen.eased)

    return worth


# -- what comes of it --------------------------------------------------------------------------------------------------


def _takes(table: Table, spell: Spell, whom: Sequence[str]) -> float:
    """The worth that foes lose, less that of one's own side."""
    there = meant(table, spell, whom)
    gone = destroyed(table, spell, there)
    whole = {who: value(table.sheet(who), ours=table.is_ours(who)) for who in gone}
    lost = {who: whole[who] if who in gone else _loses(table, spell, who) for who in there}
    return sum(each if is_hostile(table, table.actor, who) else -each for who, each in lost.items())


def _loses(table: Table, spell: Spell, who: str) -> float:
    """The worth that one target loses on average, past its defence."""
    blow = replace(spell_blow(spell, table.actor, who), damage=spell.damage)
    through, saved = _through(table, spell, who), after_avoiding(table, blow)
    return through * costs(table, blow) + (1 - through) * (costs(table, saved) if saved else 0.0)


def _gives(table: Table, spell: Spell, whom: Sequence[str]) -> float:
    """The worth that targets regain, negative for foes; none for the caster, because of the drain (PCT-045)."""
    given = {who: gain(table, who, _healing(table, spell, who)) for who in whom if who != table.actor}
    return sum(-each * _holds(table, spell, whom) if _is_foe(table, who) else each for who, each in given.items())


def _healing(table: Table, spell: Spell, who: str) -> Distribution:
    if spell.heals:
        return distribution(amount(spell.heals))
    lack = table.sheet(who).resources[health.HP].most - health.hp(table.sheet(who))
    return (*(0.0,) * lack, 1.0)


def _holds(table: Table, spell: Spell, whom: Sequence[str]) -> float:
    """P(the spell takes hold of its target): a foe may avoid it, others let it happen (C-16)."""
    return _through(table, spell, whom[0]) if len(whom) == 1 and _is_foe(table, whom[0]) else 1.0


def _is_foe(table: Table, who: str) -> bool:
    return is_fighting(table) and is_hostile(table, table.actor, who)


def _through(table: Table, spell: Spell, who: str) -> float:
    blow = spell_blow(spell, table.actor, who)
    return 1.0 if is_undefended(table, blow) else past(table, blow)


def _said(table: Table, chosen: Any, ready: Ready, fields: Sequence[str]) -> str:
    """A choice in words: the target (oneself if none is picked), the school, and the easier roll."""
    told = [called(table, chosen.target or table.actor)] if "target" in fields else []
    told += [ready(chosen)[0].school.capitalize()] if "school" in fields else []
    return with_ease(", ".join(told), chosen.eased)
