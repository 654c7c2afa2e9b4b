"""The attack roll of an exchange, and what it comes to: a hit, a clash, or a counter (LIN-028 to LIN-031).

C-03 (Armor is the success point, Counter the failure point), C-05, E-d (an attack is a test).
"""

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from rules.engine.kernel import Dice, Said, Table, Told, Veiled, plainly
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.fortune.content.switches import STRICT_ARMOUR
from rules.systems.fortune.core import (
    FAILURE,
    FAVOUR,
    KEEP,
    MAGIC,
    MELEE,
    MELEE_RANGE,
    MISFORTUNE,
    MIXED,
    PLAIN,
    SIDES,
    SUCCESS,
    Arm,
    Outcome,
    Step,
    Trial,
    armour_score,
    attack_parts,
    attack_stat,
    counter_score,
    end_status,
    go_on,
    is_step,
    judged,
    next_comes,
    on,
    roll,
    signed,
    spent_chance,
    then_comes,
    trial_for,
)
from rules.systems.fortune.fight.base import (
    ATTACKED,
    HIDDEN,
    Blow,
    come_through,
    end_until,
    feet_between,
    is_out,
    may_counter,
    note,
    note_exchange,
    opponents,
    takes_part,
    with_criticals,
)

#: What an exchange comes to, by the outcome of the attack roll (LIN-029 to LIN-031).
HIT, CLASH, COUNTERED = "hit", "clash", "countered"
ENDS = {SUCCESS: HIT, MIXED: CLASH, FAILURE: COUNTERED}
NEAR, AFAR = "attacked_melee", "attacked_ranged"


def points_against(table: Table, target: str) -> tuple[int, int]:
    """The points of an attack on somebody: their Armor and their Counter (LIN-028, C-03)."""
    sheet, strict = table.sheet(target), int(STRICT_ARMOUR.flag(table.house_rules))
    armour = armour_score(sheet) + strict
    return armour, min(armour, counter_score(sheet) + strict)


def attack_trial(
    table: Table,
    arm: Arm,
    *targets: str,
    attacker: str = "",
    favour: str = KEEP,
    favours: Sequence[str] = (),
    circumstance: str = PLAIN,
) -> Trial:
    """The attack roll on one or several: 1d20 and the attack stat against Armor, Counter (LIN-028, LIN-032, LIN-033).

    Statuses of both count: whoever is blind or pinned attacks with Misfortune, the prone and the blind are attacked
    with Favor, or with Misfortune from afar (LIN-070, LIN-073, LIN-075, LIN-076). Of several targets only what all of
    them bear changes the roll; its points are those of the first, others are compared anew.
    """
    who = attacker or table.actor
    success, failure = points_against(table, targets[0])
    borne = {what: [_borne(table, who, target, arm, what) for target in targets] for what in (FAVOUR, MISFORTUNE)}
    return trial_for(
        table,
        who,
        attack_stat(table.sheet(who)),
        success,
        failure,
        purposes=("attack", "spell") if arm.kind == MAGIC else ("attack",),
        circumstance=circumstance,
        favour=favour,
        reasons=[(arm.name, arm.bonus)] if arm.bonus else [],
        base=attack_parts(table.sheet(who)),
        name="Attack",
        favours=[*favours, *(borne[FAVOUR][:1] if all(borne[FAVOUR]) else [])],
        misfortunes=borne[MISFORTUNE][:1] if all(borne[MISFORTUNE]) else [],
    )


def _borne(table: Table, who: str, target: str, arm: Arm, what: str) -> str:
    """The name of a status of the target that gives attacks on it Favor or Misfortune; empty without one.

    A melee attack is one with a melee weapon, or by magic from within melee range (E-n).
    """
    is_near = arm.kind == MELEE or (arm.kind == MAGIC and feet_between(table, who, target) <= MELEE_RANGE)
    figure = NEAR if is_near else AFAR
    return next((one.name for one in on(table.sheet(target), figure, what)), "")


def against(table: Table, trial: Trial, target: str) -> Trial:
    """The trial with the points of another target."""
    success, failure = points_against(table, target)
    return replace(trial, success=success, failure=failure)


# -- the roll ----------------------------------------------------------------------------------------------------------


def strike(table: Table, dice: Dice, trial: Trial, blow: Blow) -> None:
    """Roll an attack and begin its exchange (LIN-028 to LIN-031).

    The attacker of a clash is asked; where nobody can answer it, the blow falls without a question (LIN-030, E-j). What
    is settled later, such as that choice or a counter move, waits as a step or an ask.
    """
    show_oneself(table, blow.attacker)
    table.happen(Told((blow.attacker, blow.target), f"{{0}} attacks {{1}} ({plainly(blow.weapon)})."))
    note(table, ATTACKED, blow.target)
    outcome = roll(table, dice, trial, blow.purpose)
    end = ENDS[outcome.verdict]
    judge_attack(table, blow.target, outcome, end)
    note_exchange(table, blow.attacker, target=blow.target, verdict=end, damage=0, arm=blow.arm)
    then_comes(table, "attack.over", who=blow.attacker)
    if table.sheet(blow.attacker).has(HIDDEN):
        then_comes(table, "spotting", who=blow.attacker)
    struck = replace(blow, critical=outcome.is_critical, clashed=end == CLASH)
    if end == COUNTERED:
        next_comes(table, "counter", who=blow.target, against=blow.attacker, clashed=False)
    elif end == CLASH and may_counter(table, blow.target, blow.attacker):
        title = Said("You clash with {0}: strike and be open to a counter move, or hold back?", (blow.target,))
        table.ask(blow.attacker, title, "clash.strike", "clash.hold", blow=struck.known())
    else:
        come_through(table, dice, struck)
    go_on(table, dice)


def show_oneself(table: Table, who: str) -> None:
    """Bring an attacker into sight whom the game master kept out of it."""
    if table.combatant(who).hidden:
        table.happen(Veiled(who, False))


def judge_attack(table: Table, target: str, outcome: Outcome, end: str) -> None:
    """Write into the log what an attack came to; Armor and Counter stay unsaid."""
    told = {HIT: "{0} hits {1} cleanly.", CLASH: "{0} clashes with {1}.", COUNTERED: "{1} counters {0}."}
    table.happen(judged(outcome, end, target=target), Told((outcome.who, target), told[end]))


@is_step("attack.over")
def attack_is_over(table: Table, dice: Dice, step: Step) -> None:
    """End what lasted for one attack."""
    if takes_part(table, step["who"]):
        end_until(table, step["who"], "attack")


@is_step("spotting")
def spotted(table: Table, dice: Dice, step: Step) -> None:
    """Let everybody near look for somebody who was noticed while hidden (LIN-075)."""
    look_for(table, dice, step["who"])


def look_for(table: Table, dice: Dice, who: str) -> bool:
    """Roll a Heart test of every enemy against what the hider came to; whether anybody saw them (LIN-075, E-p)."""
    if not takes_part(table, who) or not table.sheet(who).has(HIDDEN):
        return False
    level = table.sheet(who).conditions[HIDDEN].level
    looks = [roll(table, dice, spot_trial(table, other, level), "spotting") for other in watchers(table, who)]
    seen = any(look.passed for look in looks)
    if seen:
        end_status(table, who, HIDDEN)
    table.happen(Told((who,), "{0} is seen." if seen else "{0} stays hidden."))
    return seen


def chance_to_be_seen(table: Table, who: str, level: int) -> float:
    """P(anybody near sees somebody who hides at a total) (LIN-075)."""
    return 1 - prod(1 - spot_trial(table, other, level).chances.success for other in watchers(table, who))


def seen_chance(table: Table, who: str) -> tuple[Chance, ...]:
    """The chance that somebody hidden is seen by what they do; empty for those in sight (LIN-075)."""
    hidden = table.sheet(who).conditions.get(HIDDEN) if takes_part(table, who) else None
    return (Chance("seen", "is seen", chance_to_be_seen(table, who, hidden.level)),) if hidden else ()


def watchers(table: Table, who: str) -> list[str]:
    """Ids of the enemies who can look for somebody, of those that somebody knows of (LIN-069)."""
    return [other for other in opponents(table, who) if not is_out(table.sheet(other))]


def spot_trial(table: Table, who: str, level: int) -> Trial:
    """The Heart test to notice somebody hidden, which the deaf roll with Misfortune (LIN-071, LIN-075)."""
    return trial_for(table, who, "heart", level, purposes=("spot", "notice_sneaking"), unhelped=True)


# -- its odds ----------------------------------------------------------------------------------------------------------


def criticals_among_hits(trial: Trial) -> float:
    """The share of critical hits among the hits (LIN-021)."""
    hits = trial.chances.success
    return trial.shown[SIDES] / hits if hits and len(trial.shown) > SIDES else 0.0


def odds_of_attack(table: Table, trial: Trial, blow: Blow) -> Odds:
    """The odds of an attack: its three ends, criticals, and the damage of a hit before protection."""
    found = trial.chances
    critical = criticals_among_hits(trial)
    listed = (
        Chance(HIT, "hits", found.success),
        Chance(CLASH, "clashes", found.mixed),
        Chance(COUNTERED, "is countered", found.failure),
        Chance("critical", "hits critically", critical * found.success),
        *spent_chance(trial),
    )
    how = f"Attack {signed(trial.plus)}{trial.how}"
    sentence = f"{how}: {in_words(found.success)} to hit, {in_words(found.failure)} to be countered."
    damage = with_criticals(table, blow, critical, before=True)
    return Odds(sentence, listed, damage, "damage of a hit, before protection")
