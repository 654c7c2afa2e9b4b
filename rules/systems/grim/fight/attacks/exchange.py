"""An attack as it is rolled, and its critical ends (GRM-036 to GRM-040, GRM-109).

A critical success leaves the target defenseless before they can react (E-b). A critical failure costs 2d10 + 2 Peril,
or a fumble if a Chaos Die shows a six (C-11). Attacks at the helpless succeed by themselves, and slay (GRM-013, C-17).
"""

from rules.engine.kernel import Dice, Judged, Said, Table, Told, Veiled, plainly
from rules.systems.grim.core import (
    Known,
    Outcome,
    Trial,
    begin,
    goes_on,
    is_in_fight,
    judged,
    risk,
    throw_chaos,
    throw_peril,
    unless_fumbled,
)
from rules.systems.grim.fight.attacks.damage import land, slay
from rules.systems.grim.fight.attacks.fumbles import fumble
from rules.systems.grim.fight.attacks.mishaps import go_astray, misfire
from rules.systems.grim.fight.attacks.reactions import ask_to_react
from rules.systems.grim.fight.base import Blow, is_helpless

#: Dice of Peril of an attack that goes badly wrong (GRM-039).
SETBACK = "2d10+2"
#: Consequences of an attack: one whose plain failure does nothing more, and one that may be a fumble besides.
ROLLED, WILD = "attack.rolled", "attack.rolled_wildly"


def strike(table: Table, dice: Dice, blow: Blow, trial: Trial, *, chaos: int = 0) -> None:
    """Roll an attack, with so many Chaos Dice of which a six makes it a fumble as well (GRM-109)."""
    if table.combatant(blow.attacker).hidden:
        table.happen(Veiled(blow.attacker, False))
    at = f" ({plainly(blow.weapon)})" if blow.weapon else ""
    table.happen(Told((blow.attacker, blow.target), f"{{0}} attacks {{1}}{at}."))
    if is_helpless(table.sheet(blow.target)):
        table.happen(Judged(blow.attacker, "success", 0, {"whom": blow.target, "because": "helpless"}))
        for who in (blow.target, *blow.besides):
            _meet(table, dice, blow.but(target=who, besides=()))
        return
    if throw_chaos(table, dice, blow.attacker, chaos, "chaos"):
        blow = blow.but(all_out=True)
    risk(table, dice, trial, blow.purpose, WILD if blow.all_out else ROLLED, blow.known())


@goes_on(ROLLED, harmless=unless_fumbled)
@goes_on(WILD)
def _rolled(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Go on after the roll of an attack."""
    blow = Blow.from_known(known)
    if not (is_in_fight(table, blow.target) and is_in_fight(table, blow.attacker)):
        return
    table.happen(judged(outcome, whom=blow.target))
    if blow.missile:
        misfire(table, dice, blow, outcome)
    if outcome.success:
        _hit(table, dice, blow, critical=outcome.critical)
        return
    table.happen(Told((blow.attacker, blow.target), "{0} misses {1}."))
    if blow.all_out or (outcome.fumbled and throw_chaos(table, dice, blow.attacker, 1, "chaos")):
        fumble(table, dice, blow, hit=False)
    elif outcome.fumbled:
        throw_peril(table, dice, blow.attacker, SETBACK, "an attack gone wrong")
    if outcome.fumbled:
        go_astray(table, dice, blow)


def _hit(table: Table, dice: Dice, blow: Blow, *, critical: bool) -> None:
    """Let a hit go on to its target: defenseless if it was critical (GRM-040), and a fumble if a Chaos Die says so."""
    if critical:
        begin(table, blow.target, "defenseless", source=Said("{0}", (blow.attacker,)))
        table.happen(Told((blow.target,), "{0} is left defenseless."))
        blow = blow.but(critical=True)
    if blow.all_out:
        blow = fumble(table, dice, blow, hit=True)
    for who in (blow.target, *blow.besides):
        if is_in_fight(table, who):
            _meet(table, dice, blow.but(target=who, besides=()))


def _meet(table: Table, dice: Dice, blow: Blow) -> None:
    """Ask somebody how they react to a hit, or let it land; the helpless are slain (GRM-013)."""
    if is_helpless(table.sheet(blow.target)):
        slay(table, dice, blow)
    elif not ask_to_react(table, blow):
        land(table, dice, blow)
