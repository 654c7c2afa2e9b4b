"""The attack roll, and the defence: a roll, a super parry, nothing (PCT-011 to PCT-013, PCT-041)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    Json,
    Judged,
    Reply,
    Said,
    Table,
    Told,
    Veiled,
    Weighing,
    Worth,
    pick,
    plainly,
)
from rules.engine.odds import Chance, Odds, in_words, mixture
from rules.systems.kaos.content import library
from rules.systems.kaos.content.switches import AVOID_HALF, DEFENCE_KNOWN
from rules.systems.kaos.core import (
    HIT_POINTS,
    MEASURE,
    Known,
    Outcome,
    Stake,
    Trial,
    field_eased,
    goes_on,
    helps_defence,
    in_hit_points,
    in_points,
    own_score,
    pay,
    points,
    risk,
    trials,
    with_ease,
)
from rules.systems.kaos.fight.base import Blow, down, is_helpless, settle
from rules.systems.kaos.fight.exchange.effects import costs, expected_harm, odds_of_harm, past, pierced, score_against

ROLL, PARRY, NOTHING = "roll", "parry", "nothing"
MELEE = "melee_combat"
SHARES = ("You lose", "Points")
OF_DEFENCES = f"Average loss, as a minus. {MEASURE}"
#: Defences in words, for advice.
_SAID = {ROLL: "Roll", PARRY: "Super parry", NOTHING: "Take the hit"}


def label_of(blow: Blow) -> str:
    return library.attributes()[blow.avoid].name if blow.avoid else "Defence score"


def ask_to_defend(table: Table, blow: Blow) -> None:
    """Ask the target of a blow how they defend."""
    title = Said(f"{{0}} strikes you ({plainly(blow.weapon)}): defend?", (blow.attacker,))
    table.ask(blow.target, title, Defend.name, **blow.known())


@dataclass(frozen=True, slots=True)
class Defend(Reply, name="attack.defend", label="Defend"):
    """Roll against the Defense Score, or a spell's attribute: success avoids all damage (PCT-012; 1, 96 count: C-07).

    A super parry takes Melee Combat for the Defense Score, against this one attack, for AP (PCT-041); a shield and
    standing on guard raise it like any (PCT-013, PCT-020, PCT-022, C-23).
    """

    unasked: ClassVar[str] = "Nobody is attacking you. You will be asked when somebody does."

    how: str = pick("How", default=ROLL)
    eased: bool = field_eased()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        blow = Blow.from_known(cls.waiting(table).known)
        roll = Choice(ROLL, f"{label_of(blow)} {score_against(table.me, blow)}")
        price = points.parry_price(table.house_rules)
        melee = own_score(table.me, MELEE) + sum(by for _, by in helps_defence(table.me))
        parry = Choice(PARRY, f"Super parry {melee}", f"{price} AP")
        return {"how": (roll, *(() if blow.avoid else (parry,)), Choice(NOTHING, "Take the hit"))}

    def odds(self, table: Table) -> Odds:
        blow = Blow.from_known(table.open_ask(self.ask, self.name).known)
        trial = self._trial(table, blow)
        avoids = trial.chance if trial else 0.0
        whole = expected_harm(table, blow)
        saved = after_avoiding(table, blow)
        rest = expected_harm(table, saved) if saved else (1.0,)
        goes_down = (1 - avoids) * down(table, table.actor, whole) + avoids * down(table, table.actor, rest)
        listed = (Chance("avoids", "avoids it", avoids), Chance("down", "goes down", goes_down))
        sentence = f"{trial.sentence} to avoid it." if trial else "It hits."
        return Odds(sentence, listed, mixture(((avoids, rest), (1 - avoids, whole))), "hit points lost")

    def weighing(self, table: Table) -> Weighing:
        """The defences and an easier roll weighed (PCT-012, PCT-038, PCT-041)."""
        blow = Blow.from_known(table.open_ask(self.ask, self.name).known)
        whole, saved = costs(table, blow), after_avoiding(table, blow)
        rest = costs(table, saved) if saved else 0.0

        def worth(chosen: Defend) -> Worth:
            trial = chosen._trial(table, blow)
            avoids = trial.chance if trial else 0.0
            return -avoids * rest - (1 - avoids) * whole, -in_hit_points(table, chosen._price(table))

        return Weighing(("how", "eased"), HIT_POINTS, OF_DEFENCES, worth, SHARES, said=_said, price=in_points(table))

    def _price(self, table: Table) -> int:
        """The price of the defence, in points."""
        parry = points.parry_price(table.house_rules) if self.how == PARRY else 0
        return parry + (points.EASE_PRICE if self.eased and self.how != NOTHING else 0)

    def perform(self, table: Table, dice: Dice) -> None:
        blow = Blow.from_known(table.answer(self.ask, self.name).known)
        trial = self._trial(table, blow)
        if trial is None:
            table.happen(Told((table.actor,), "{0} does not defend."))
            pierced(table, dice, blow)
            return
        if self.how == PARRY:
            points.spend(table, table.actor, points.parry_price(table.house_rules), "A super parry", "parry")
        pay(table, trial)
        risk(table, dice, trial, self.name, "defence.rolled", blow.known())

    def _trial(self, table: Table, blow: Blow) -> Trial | None:
        """The test of the defence; None for doing nothing. Refused if it cannot be paid."""
        if self.how == NOTHING:
            return None
        mode = points.mode_for(table, table.actor, "standard", self.eased)
        if self.how == PARRY and not blow.avoid:
            price = points.parry_price(table.house_rules) + (points.EASE_PRICE if self.eased else 0)
            points.refuse_without(table.me, price, "That parry", "how")
            parry = trials.trial_for(table, table.actor, MELEE, mode, helps_defence(table.me))
            return replace(parry, eased=self.eased)
        return Trial(table.actor, label_of(blow), score_against(table.me, blow), mode, eased=self.eased)


def _said(chosen: Defend) -> str:
    return with_ease(_SAID[chosen.how], chosen.eased and chosen.how != NOTHING)


def after_avoiding(table: Table, blow: Blow) -> Blow | None:
    """The blow that is left after it was avoided: None, or where the house says so half of a spell (D-7)."""
    if blow.avoid and blow.damage and AVOID_HALF.chosen(table.house_rules):
        return replace(blow, half=True)
    return None


def _foretell_harm(table: Table, trial: Trial, known: Mapping[str, Json]) -> Odds:
    return odds_of_harm(table, Blow.from_known(known), "It hits")


def _stake_of_defence(table: Table, who: str, data: Known) -> Stake:
    """The stake of re-rolling a defence: the worth that it saves (PCT-037)."""
    blow = Blow.from_known(data)
    left = after_avoiding(table, blow)
    return Stake(-costs(table, left) if left else 0.0, -costs(table, blow))


@goes_on("defence.rolled", stake=_stake_of_defence, accepted=_foretell_harm)
def defended(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Judge a defence roll; success avoids all damage (PCT-012)."""
    blow = Blow.from_known(known)
    if not table.takes_part(blow.target):
        return
    if not outcome.success:
        pierced(table, dice, blow)
        return
    judge(table, blow, "defended", outcome)
    table.happen(Told((blow.attacker, blow.target), "{1} avoids {0}’s attack."))
    left = after_avoiding(table, blow)
    if left is None:
        settle(table, dice, blow)
    else:
        pierced(table, dice, left)


def judge(table: Table, blow: Blow, verdict: str, outcome: Outcome) -> None:
    """Write a verdict into the log with its figures; a score is for who may read the sheet, or known by house rule."""
    numbers: dict[str, int | str | None] = {"target": blow.target, "face": outcome.face, "score": outcome.target}
    private = {} if DEFENCE_KNOWN.flag(table.house_rules) else {"score": outcome.who}
    table.happen(Judged(blow.attacker, verdict, 0, numbers, private))


def strike(table: Table, dice: Dice, blow: Blow, trial: Trial) -> None:
    """Roll the attack (PCT-011), which ends the attacker's hiding."""
    if table.combatant(blow.attacker).hidden:
        table.happen(Veiled(blow.attacker, False))
    table.happen(Told((blow.attacker, blow.target), f"{{0}} attacks {{1}} ({plainly(blow.weapon)})."))
    pay(table, trial)
    risk(table, dice, trial, blow.purpose, "attack.rolled", blow.known())


def _stake_of_attack(table: Table, who: str, data: Known) -> Stake:
    """The stake of re-rolling an attack: the worth that it takes, past a defence roll (PCT-037)."""
    blow = Blow.from_known(data)
    there = table.takes_part(blow.target)
    return Stake(past(table, blow) * costs(table, blow) if there else 0.0, 0.0)


@goes_on("attack.rolled", harmless=True, stake=_stake_of_attack)
def struck(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Ask the target of a hit for a defence; the helpless are hit at once (PCT-012)."""
    blow = Blow.from_known(known)
    if not table.takes_part(blow.target):
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


def odds_of_attack(table: Table, blow: Blow, trial: Trial) -> Odds:
    """The chance to strike; with the house rule also that to get past the defence of the target."""
    listed = [Chance("strikes", "strikes, undefended", trial.chance)]
    sentence = f"{trial.sentence} to strike"
    if DEFENCE_KNOWN.chosen(table.house_rules):
        through = trial.chance * past(table, blow)
        listed.append(Chance("hits", "gets past the defence", through))
        sentence += f", {in_words(through)} to get past the defence"
    return Odds(f"{sentence}.", tuple(listed), blow.rolled(), "damage before reduction", compared=trial.in_other_modes)
