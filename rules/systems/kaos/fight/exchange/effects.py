"""Blows that no defence stopped, perhaps doubled by surprise, effects of spells, and what all that is worth.

PCT-011 to PCT-015, PCT-031, D-5. Worth is counted for advice, and in hit points for tactics.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.engine.forecast.state_cache import as_if
from rules.engine.kernel import ConditionEnded, Dice, Json, Judged, Sheet, Table, Told, Weighing, Worth
from rules.engine.odds import Chance, Distribution, Odds, mean, mixture
from rules.systems.kaos.content.entries import FAMILIES, Spell
from rules.systems.kaos.content.library import spells
from rules.systems.kaos.core import (
    EASE_PRICE,
    HIT_POINTS,
    MEASURE,
    Known,
    Outcome,
    Trial,
    chance,
    chances,
    figures,
    goes_on,
    health,
    in_hit_points,
    in_points,
    loss,
    own_score,
    pay,
    prepared_later,
    risk,
    with_ease,
)
from rules.systems.kaos.fight.base import (
    Blow,
    begin,
    called,
    focus_on,
    harm,
    is_helpless,
    mend,
    of_those_left,
    settle,
    show,
)

PERSON = "person"


def family_of(sheet: Sheet) -> str:
    """The family of a sheet: person, animal, monster or undead, as a creature's says, else person."""
    people = sheet.texts.get("people", "")
    return people if people in FAMILIES else PERSON


def take_hold(table: Table, dice: Dice, blow: Blow) -> None:
    """Let a spell without damage, that no defence stopped, take effect (PCT-011, C-16)."""
    table.happen(Judged(blow.attacker, "hit", 0, {"target": blow.target, "damage": 0}))
    work(table, dice, spells()[blow.spell], blow.attacker, blow.target)
    settle(table, dice, blow)


def work(table: Table, dice: Dice, spell: Spell, caster: str, target: str) -> None:
    """Apply the effects of a spell's figures to its target."""
    if spell.revives:
        health.revive(table, target, spell.name)
        table.happen(Told((caster, target), "{1} breathes again."))
    if spell.heals_all:
        health.heal(table, target, health.lack(table.sheet(target)), spell.name)
    if spell.heals:
        mend(table, dice, caster, target, spell.heals, spell.name.lower(), spell.name)
    if spell.temporary:
        health.grant_temporary(table, target, spell.temporary, spell.name)
    if spell.cures and table.sheet(target).has(spell.cures):
        table.happen(ConditionEnded(target, spell.cures), Told((target,), "{0} is cured."))
    if spell.condition:
        begin(table, target, spell.condition, spell.hours, spell.name)
        table.happen(Told((caster, target), f"{spell.name} takes hold of {{1}}."))
    if spell.each_round and table.encounter is not None:
        focus_on(table, caster, spell.key, target)
        begin(table, target, spell.condition, 0, spell.name)
    show(table, target)


DECEPTION = "deception"


def pierced(table: Table, dice: Dice, blow: Blow) -> None:
    """Let the blow have its effect, after the Deception test of a surprise."""
    if _may_deceive(table, blow):
        trial = prepared_later(table, blow.attacker, DECEPTION, eased=blow.eased)
        pay(table, trial)
        risk(table, dice, trial, "surprise", "surprise.rolled", blow.known())
    else:
        _work(table, dice, blow)


def _may_deceive(table: Table, blow: Blow) -> bool:
    """Whether a Deception test may double the blow: it surprises, and its attacker has the skill (PCT-005)."""
    return blow.surprise and table.takes_part(blow.attacker) and _deception(table, blow) > 0


def _deception(table: Table, blow: Blow) -> int:
    return own_score(table.sheet(blow.attacker), DECEPTION)


def _foretell_plain(table: Table, trial: Trial, known: Mapping[str, Json]) -> Odds:
    """The odds of the damage without surprise, before protection, which not everybody may know."""
    blow = Blow.from_known(known)
    return Odds("It hits, but without surprise.", (), blow.rolled(), "damage before reduction")


@goes_on("surprise.rolled", accepted=_foretell_plain)
def surprised(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Go on after the Deception test: success doubles the damage, dice and bonus (PCT-031, C-13)."""
    blow = Blow.from_known(known)
    if not table.takes_part(blow.target):
        return
    if outcome.success:
        table.happen(Told((blow.attacker, blow.target), "{0} takes {1} by surprise: double damage."))
        blow = replace(blow, times=2 * blow.times)
    _work(table, dice, replace(blow, surprise=False))


def _work(table: Table, dice: Dice, blow: Blow) -> None:
    if blow.damage or not blow.spell:
        harm.come_through(table, dice, blow)
    else:
        take_hold(table, dice, blow)


def expected_harm(table: Table, blow: Blow) -> Distribution:
    """The distribution of hit points that a blow takes without a defence, with its surprise."""
    plain = blow.harm(table)
    if not _may_deceive(table, blow):
        return plain
    doubled = replace(blow, times=2 * blow.times).harm(table)
    deceives = chances.chance(_deception(table, blow), "easy" if blow.eased else "standard")
    return mixture(((deceives, doubled), (1 - deceives, plain)))


def odds_of_harm(table: Table, blow: Blow, told: str) -> Odds:
    """The odds of hit points that a blow takes without a further defence."""
    lost = expected_harm(table, blow)
    down = harm.down(table, blow.target, lost)
    listed = (Chance("unhurt", "nothing lost", lost[0]), Chance("down", "goes down", down))
    return Odds(f"{told}: {mean(lost):.1f} hit points on average.", listed, lost, "hit points lost")


def taken(table: Table, blow: Blow) -> float:
    """The hit points that a blow takes on average, once it is past the defence (PCT-014)."""
    return of_those_left(table.sheet(blow.target), expected_harm(table, blow))


def costs(table: Table, blow: Blow) -> float:
    """The worth that a blow takes on average, once it is past the defence, as advice counts it (PCT-014)."""
    return loss(table, blow.target, expected_harm(table, blow), lethal=blow.lethal)


def past(table: Table, blow: Blow) -> float:
    """P(a blow that struck gets past a defence roll); 1 against the helpless (PCT-012)."""
    target = table.sheet(blow.target)
    return 1.0 if is_helpless(target) else 1 - chance(score_against(target, blow))


def score_against(sheet: Sheet, blow: Blow) -> int:
    """The score of a defence roll: the attribute that avoids a spell, otherwise the Defense Score (C-16).

    Against a net or a ghostly hand armour does not count (PCT-013, D-4).
    """
    if blow.avoid:
        return own_score(sheet, blow.avoid)
    if not blow.past_armour:
        return figures.defence_score(sheet)
    bare = {key: item for key, item in sheet.items.items() if item.kind != "armour"}
    return figures.defence_score(as_if(sheet, items=bare))


SHARES = ("They lose", "Points")
OF_ATTACKS = f"Average damage if they defend. {MEASURE}"
OF_GRIPS = f"Average damage with bare hands. {MEASURE}"


def of_takings(
    table: Table,
    *fields: str,
    takes: Callable[[Any], float],
    said: Callable[[Any], str],
    eased: Callable[[Any], float] = lambda chosen: float(chosen.eased),
    sentence: str = OF_ATTACKS,
    whom: Sequence[str] = (),
) -> Weighing:
    """Choices weighed by the hit points taken of ``whom``; ``eased`` is the average number of rolls paid easier."""

    def worth(chosen: Any) -> Worth:
        return takes(chosen), -in_hit_points(table, EASE_PRICE * eased(chosen))

    among = {"target": whom}
    return Weighing(fields, HIT_POINTS, sentence, worth, SHARES, said=said, among=among, price=in_points(table))


def of_attacks(
    table: Table,
    *fields: str,
    beside: Callable[[Any], float] | None = None,
    eased: Callable[[Any], float] = lambda chosen: float(chosen.eased),
    whom: Sequence[str] = (),
) -> Weighing:
    """Attacks of a kind weighed; ``beside`` adds the worth of a blow that may come after."""

    def takes(chosen: Any) -> float:
        return through(table, *chosen.aimed(table)) + (beside(chosen) if beside else 0.0)

    def said(chosen: Any) -> str:
        return said_of(table, chosen, getattr(chosen, "eased_deception", False) and "Deception easier")

    return of_takings(table, *fields, takes=takes, said=said, eased=eased, whom=whom)


def through(table: Table, trial: Trial, blow: Blow) -> float:
    """The worth that an attack takes on average, past the defence roll (PCT-011, PCT-012, PCT-014)."""
    return trial.chance * past(table, blow) * costs(table, blow)


def said_of(table: Table, chosen: Any, *easier: bool | str) -> str:
    """An attack in a few words."""
    _, blow = chosen.aimed(table)
    return with_ease(f"{called(table, blow.target)}, {blow.weapon}", chosen.eased, *easier)
