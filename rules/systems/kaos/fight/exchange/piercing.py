"""Blows that no defence stopped: perhaps doubled by surprise, then their effect (PCT-014, PCT-031)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Told
from rules.engine.kernel.sheets import Json
from rules.engine.kernel.table import Table
from rules.engine.odds import Chance, Distribution, Odds, mean, mixture
from rules.systems.kaos.core import chances, trials
from rules.systems.kaos.core.trials import Outcome, Trial
from rules.systems.kaos.fight.base import harm
from rules.systems.kaos.fight.base.blow import Blow
from rules.systems.kaos.fight.base.risking import Known, goes_on, pay, prepared_later, risk
from rules.systems.kaos.fight.base.state import takes_part
from rules.systems.kaos.fight.exchange import spellbound

DECEPTION = "deception"


def pierced(table: Table, dice: Dice, blow: Blow) -> None:
    """Let the blow have its effect, after the Deception test of a surprise."""
    if _may_deceive(table, blow):
        trial, eased = prepared_later(table, blow.attacker, DECEPTION, eased=blow.eased)
        pay(table, trial, eased=eased)
        risk(table, dice, trial, "surprise", "surprise.rolled", blow.known())
    else:
        _work(table, dice, blow)


def _may_deceive(table: Table, blow: Blow) -> bool:
    """Whether a Deception test may double the blow: it surprises, and its attacker has the skill (PCT-005)."""
    return blow.surprise and takes_part(table, blow.attacker) and _deception(table, blow) > 0


def _deception(table: Table, blow: Blow) -> int:
    return trials.own_score(table.sheet(blow.attacker), DECEPTION)


@goes_on("surprise.rolled")
def surprised(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Go on after the Deception test: success doubles the damage, dice and bonus (PCT-031, C-13)."""
    blow = Blow.from_known(known)
    if not takes_part(table, blow.target):
        return
    if outcome.success:
        table.happen(Told((blow.attacker, blow.target), "{0} takes {1} by surprise: double damage."))
        blow = replace(blow, times=2 * blow.times)
    _work(table, dice, replace(blow, surprise=False))


def _work(table: Table, dice: Dice, blow: Blow) -> None:
    if blow.damage or not blow.spell:
        harm.come_through(table, dice, blow)
    else:
        spellbound.take_hold(table, dice, blow)


def _foretell_plain(table: Table, trial: Trial, known: Mapping[str, Json]) -> Odds:
    """The odds of the damage without surprise, before protection, which not everybody may know."""
    blow = Blow.from_known(known)
    return Odds("It strikes all the same, without surprise.", (), blow.rolled(), "damage, before what protects")


trials.ACCEPTED["surprise.rolled"] = _foretell_plain


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
