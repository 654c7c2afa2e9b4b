"""The attack roll of an exchange, what it comes to, and what that is worth: a hit, a clash, or a counter.

LIN-028 to LIN-031 (the exchange), LIN-043 (counter attacks), C-03 (Armor is the success point, Counter the failure
point), C-05, E-d (an attack is a test).
"""

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.fight import note
from rules.engine.forecast.state_cache import as_if
from rules.engine.kernel import Dice, Said, Table, Told, Veiled, plainly, signed
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.fortune.content import feature_switches, switches
from rules.systems.fortune.core import (
    FAILURE,
    FAVOUR,
    FEATURE,
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
    arms,
    arms_of,
    attack_parts,
    attack_stat,
    counter_score,
    go_on,
    is_step,
    judged,
    loss,
    next_comes,
    on,
    roll,
    spent_chance,
    then_comes,
    trial_for,
    verdict,
)
from rules.systems.fortune.fight.base import (
    ATTACKED,
    HIDDEN,
    NOTHING,
    Blow,
    blow_with,
    come_through,
    end_until,
    feet_between,
    harm,
    may_counter,
    note_exchange,
    push_away,
    serves,
    struck,
    with_criticals,
)

#: What an exchange comes to, by the outcome of the attack roll (LIN-029 to LIN-031).
HIT, CLASH, COUNTERED = "hit", "clash", "countered"
ENDS = {SUCCESS: HIT, MIXED: CLASH, FAILURE: COUNTERED}
#: The feature that throws whoever it hits back.
CHARGER = "charger"
NEAR, AFAR = "attacked_melee", "attacked_ranged"


def points_against(table: Table, target: str) -> tuple[int, int]:
    """The points of an attack on somebody: their Armor and their Counter (LIN-028, C-03)."""
    sheet, strict = table.sheet(target), int(switches.STRICT_ARMOUR.flag(table.house_rules))
    armour = armour_score(sheet, table.house_rules) + strict
    return armour, min(armour, counter_score(sheet, table.house_rules) + strict)


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
    return next((one.name for one in on(table.sheet(target), NEAR if is_near else AFAR, what)), "")


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
    remembered = any(one.flag(table.house_rules) for one in feature_switches.LOOK_BACK)
    rolled = {"face": outcome.face, "plus": trial.plus} if remembered else {}
    note_exchange(table, blow.attacker, target=blow.target, verdict=end, damage=0, arm=blow.arm, **rolled)
    if table.sheet(blow.attacker).has(CHARGER) and (
        end == HIT or feature_switches.CHARGE_AT_MISSES.flag(table.house_rules)
    ):
        then_comes(table, "charged", who=blow.target, by=blow.attacker)
    then_comes(table, "attack.over", who=blow.attacker)
    if table.sheet(blow.attacker).has(HIDDEN):
        then_comes(table, "spotting", who=blow.attacker)
    landed = replace(blow, critical=outcome.is_critical, clashed=end == CLASH)
    safe = blow.softer == NOTHING and feature_switches.PUSH_WITHOUT_RISK.flag(table.house_rules)
    if end == COUNTERED:
        next_comes(table, "counter", who=blow.target, against=blow.attacker, clashed=False)
    elif end == CLASH and may_counter(table, blow.target, blow.attacker) and not safe:
        table.ask(
            blow.attacker,
            Said("You clash with {0}: strike and risk a counter move, or hold back?", (blow.target,)),
            "clash.strike",
            "clash.hold",
            blow=landed.known(),
        )
    else:
        come_through(table, dice, landed)
    go_on(table, dice)


def show_oneself(table: Table, who: str) -> None:
    """Bring an attacker into sight whom the game master kept out of it."""
    if table.combatant(who).hidden:
        table.happen(Veiled(who, False))


def judge_attack(table: Table, target: str, outcome: Outcome, end: str) -> None:
    """Write into the log what an attack came to; Armor and Counter stay unsaid."""
    missed = "{0} misses {1} and leaves an opening."
    told = {HIT: "{0} beats {1}’s guard.", CLASH: "{0} clashes with {1}.", COUNTERED: missed}
    table.happen(judged(outcome, end, target=target), Told((outcome.who, target), told[end]))


def beats(table: Table, attacker: str, who: str) -> bool:
    """Whether the last attack roll of somebody on this turn hits another as well; without one it does."""
    rolled = struck(table, attacker)
    return "face" not in rolled or verdict(rolled["face"], rolled["plus"], *points_against(table, who)) == SUCCESS


@is_step("charged")
def charged(table: Table, dice: Dice, step: Step) -> None:
    """Throw whoever was charged at back (D-3)."""
    if table.takes_part(step["who"]) and table.takes_part(step["by"]):
        push_away(table, step["who"], step["by"], MELEE_RANGE)


@is_step("attack.over")
def attack_is_over(table: Table, dice: Dice, step: Step) -> None:
    """End what lasted for one attack."""
    if table.takes_part(step["who"]):
        end_until(table, step["who"], "attack")


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
    ends = f"{in_words(found.success)} to hit, {in_words(found.failure)} to be countered."
    return Odds(
        f"Attack {signed(trial.plus)}{trial.how}: {ends}",
        listed,
        with_criticals(table, blow, critical, before=True),
        "damage on a hit, before protection",
    )


# -- its worth in points of Health, for advice -------------------------------------------------------------------------


def taken(table: Table, blow: Blow, critical: float = 0.0) -> float:
    """The worth that a blow takes of its target on average, if it hits."""
    suffered = with_criticals(table, blow, critical) if critical else harm(table, blow)
    return loss(table.sheet(blow.target), suffered, ours=table.is_ours(blow.target))


def counter_blow(table: Table, who: str, against: str, arm: Arm, *, clashed: bool) -> Blow:
    """The blow of a counter attack: half the damage (LIN-043)."""
    plain = blow_with(table, who, against, arm, counter=True, clashed=clashed, purpose="counter.attack")
    return replace(plain, halves=plain.halves + 1)


QUICKDRAW = "ranger_quickdraw_counter"
#: The reason for Favor of whoever uses an opening that several had (LIN-032).
OPENING = ("The opening",)


def counter_arms(table: Table, who: str) -> dict[str, Arm]:
    """Everything to counter with: what is in hand, and with Quickdraw Counter each weapon carried (D-3)."""
    sheet, found = table.sheet(who), dict(arms_of(table, who))
    if not sheet.rank(FEATURE, QUICKDRAW):
        return found
    for key, item in sheet.items.items():
        if item.kind == "weapon" and not item.in_use:
            drawn = as_if(sheet, items={key: replace(item, in_use=True)})
            found |= {name: arm for name, arm in arms(drawn, table.house_rules).items() if name == key}
    return found


def counters_for(table: Table, who: str, against: str) -> list[Arm]:
    """The arms of somebody that serve for a counter attack at that distance, the best first (LIN-034, E-a)."""
    able = (arm for arm in counter_arms(table, who).values() if serves(table, arm, who, against))
    return sorted(able, key=lambda arm: -arm.mean)


def counter_cost(table: Table, who: str, against: str, *, clashed: bool, favoured: bool = False) -> float:
    """The worth that a counter attack of somebody takes of another on average; 0 if they cannot make one."""
    able = counters_for(table, who, against) if may_counter(table, who, against) else []
    if not able:
        return 0.0
    trial = attack_trial(table, able[0], against, attacker=who, favours=OPENING if favoured else ())
    blow = counter_blow(table, who, against, able[0], clashed=clashed)
    return trial.chances.success * taken(table, blow, criticals_among_hits(trial))


def worth_of_clash(table: Table, blow: Blow) -> tuple[float, float]:
    """The worth that striking in a clash takes of the target, and the counter move after it of the attacker."""
    return taken(table, replace(blow, clashed=True)), counter_cost(table, blow.target, blow.attacker, clashed=True)


def worth_of_attack(table: Table, trial: Trial, blow: Blow) -> tuple[float, float]:
    """The worth of an attack: what it takes on average, and what counter moves cost; a clash is struck if that pays."""
    found = trial.chances
    gain = found.success * taken(table, blow, criticals_among_hits(trial))
    struck, cost = worth_of_clash(table, blow)
    lost = found.failure * counter_cost(table, blow.target, blow.attacker, clashed=False)
    if struck > cost:
        gain, lost = gain + found.mixed * struck, lost + found.mixed * cost
    return gain, -lost
