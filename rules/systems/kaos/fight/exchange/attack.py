"""The attack roll, and the way from it to the defence (PCT-011, PCT-012)."""

from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Told, Veiled
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import plainly
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.kaos.content.fight_switches import DEFENCE_KNOWN
from rules.systems.kaos.core.chances import MODES, chance
from rules.systems.kaos.core.trials import STAKES, Outcome, Stake, Trial
from rules.systems.kaos.fight.base.blow import Blow
from rules.systems.kaos.fight.base.risking import Known, goes_on, pay, risk
from rules.systems.kaos.fight.base.state import is_helpless, takes_part
from rules.systems.kaos.fight.exchange import stakes
from rules.systems.kaos.fight.exchange.defence import ask_to_defend, judge
from rules.systems.kaos.fight.exchange.piercing import pierced
from rules.systems.kaos.fight.exchange.stakes import score_against


def strike(table: Table, dice: Dice, blow: Blow, trial: Trial, *, eased: bool) -> None:
    """Roll the attack (PCT-011), which ends the attacker's hiding."""
    if table.combatant(blow.attacker).hidden:
        table.happen(Veiled(blow.attacker, False))
    table.happen(Told((blow.attacker, blow.target), f"{{0}} attacks {{1}} ({plainly(blow.weapon)})."))
    pay(table, trial, eased=eased)
    risk(table, dice, trial, blow.purpose, "attack.rolled", blow.known())


@goes_on("attack.rolled", harmless=True)
def struck(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Ask the target of a hit for a defence; the helpless are hit at once (PCT-012)."""
    blow = Blow.from_known(known)
    if not takes_part(table, blow.target):
        return
    if not outcome.success:
        judge(table, blow, "miss", outcome)
        table.happen(Told((blow.attacker, blow.target), "{0} misses {1}."))
        return
    judge(table, blow, "struck", outcome)
    if is_helpless(table.sheet(blow.target)):
        pierced(table, dice, blow)
    else:
        ask_to_defend(table, blow)


def _stake(table: Table, who: str, data: Known) -> Stake:
    """The stake of re-rolling an attack: the worth that it takes, past a defence roll (PCT-037)."""
    blow = Blow.from_known(data)
    there = takes_part(table, blow.target)
    return Stake(stakes.past(table, blow) * stakes.costs(table, blow) if there else 0.0, 0.0)


STAKES["attack.rolled"] = _stake


def past(attack: Trial, score: int, mode: str = "standard") -> float:
    """P(an attack succeeds and the defence against it fails): two independent rolls."""
    return attack.chance * (1 - chance(score, mode))


def odds_of_attack(table: Table, blow: Blow, trial: Trial) -> Odds:
    """The chance to strike; with the house rule also that to get past the defence of the target."""
    listed = [Chance("strikes", "strikes, undefended", trial.chance)]
    sentence = f"{trial.sentence} to strike"
    if DEFENCE_KNOWN.chosen(table.house_rules):
        target = table.sheet(blow.target)
        through = trial.chance if is_helpless(target) else past(trial, score_against(target, blow))
        listed.append(Chance("hits", "hits, past the defence", through))
        sentence += f", {in_words(through)} to get past the defence"
    others = tuple(Chance(mode, mode, chance(trial.target, mode)) for mode in MODES if mode != trial.mode)
    return Odds(f"{sentence}.", tuple(listed), blow.rolled(), "damage, before what protects", compared=others)
