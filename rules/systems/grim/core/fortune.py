"""Fortune and fate: a failed test rolled again for a Fortune Point, death averted for a Fate Point (D-1, D-8, GRM-020).

Where a failure has consequences in a fight, whoever has a Fortune Point left is asked before them; other failed tests
can be rolled again until something else is rolled, in a fight until one's own next turn begins.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

from rules.engine.character.readiness import is_fighting, made
from rules.engine.fight import nothing_waits
from rules.engine.kernel import Dice, Json, MemoKept, NotNow, Place, Reply, ResourceChanged, Table, Told
from rules.engine.odds import Odds
from rules.systems.grim.core import chances, harm, trials
from rules.systems.grim.core.effects import state_naming
from rules.systems.grim.core.state import SLAIN, OnSheet, turns_begun
from rules.systems.grim.core.trials import CONSEQUENCES, Outcome, Trial

FORTUNE = "fortune"
#: The memo of the last roll.
LAST = "last_roll"
#: Dice of Peril for a failed test with an injury that strains (D-2).
STRAIN = "2d10+2"


# -- rolls that lead to something --------------------------------------------------------------------------------------


def plain(trial: Trial) -> dict[str, Json]:
    """A test as plain values, without the parts that explain it."""
    return {name: value for name, value in asdict(replace(trial, parts=())).items() if name != "parts"}


def from_plain(told: Mapping[str, Any]) -> Trial:
    return Trial(**told)


def remember(table: Table, outcome: Outcome, then: str, data: Mapping[str, Json], *, again: bool = False) -> None:
    """Note the last roll of somebody, and in which turn; ``again`` if it is a re-roll already."""
    noted: dict[str, Json] = {
        "trial": plain(outcome.trial),
        "face": outcome.face,
        "verdict": outcome.verdict,
        "then": then,
        "data": dict(data),
        "again": again,
        "turn": turns_begun(table, outcome.who),
    }
    table.happen(MemoKept(outcome.who, LAST, noted))


def forget(table: Table, who: str) -> None:
    """Forget the last roll, which can no longer be rolled again."""
    if LAST in table.sheet(who).memo:
        table.happen(MemoKept(who, LAST, None))


def risk(table: Table, dice: Dice, trial: Trial, purpose: str, then: str, data: Mapping[str, Json]) -> None:
    """Roll a test, and go on at once, or once its failure was accepted; ``purpose`` is the command's name."""
    settle(table, dice, trials.throw(table, dice, trial, f"{purpose}: {trial.name}"), then, data)


def settle(table: Table, dice: Dice, outcome: Outcome, then: str, data: Mapping[str, Json]) -> None:
    """Go on after a roll; in a fight, one who failed and has Fortune left is asked first (D-8)."""
    remember(table, outcome, then, data)
    if is_fighting(table) and _fortune_helps(table, outcome, then):
        table.ask(
            outcome.who,
            f"{outcome.trial.name} failed{' critically' if outcome.fumbled else ''}. Re-roll for a Fortune Point?",
            "fortune.stand",
            "fortune.again",
            then=then,
            data=dict(data),
        )
    else:
        proceed(table, dice, outcome, then, data)


def _fortune_helps(table: Table, outcome: Outcome, then: str) -> bool:
    if outcome.success or outcome.trial.fails or CONSEQUENCES[then].harmless(outcome):
        return False
    return table.sheet(outcome.who).now(FORTUNE) > 0 and outcome.who in table.scene.combatants


def proceed(table: Table, dice: Dice, outcome: Outcome, then: str, data: Mapping[str, Json]) -> None:
    """Let a roll have its consequence. In a fight no re-roll is possible after it, but of a harmless failure."""
    follows = CONSEQUENCES[then]
    if not outcome.success:
        strain(table, dice, outcome)
    if is_fighting(table) and not (not outcome.success and follows.harmless(outcome)):
        forget(table, outcome.who)
    if not follows.tells:
        table.happen(trials.judged(outcome))
    follows.go_on(table, dice, outcome, dict(data))


def strain(table: Table, dice: Dice, outcome: Outcome) -> None:
    """Suffer Peril for a failed test of an attribute that an injury strains (D-2)."""
    why = state_naming(table.sheet(outcome.who), "strains", outcome.trial.attribute)
    if why:
        harm.throw_peril(table, dice, outcome.who, STRAIN, why.lower())


# -- Fortune -----------------------------------------------------------------------------------------------------------


def pay_fortune(table: Table, who: str, reason: str) -> None:
    table.happen(ResourceChanged(who, FORTUNE, -1, reason))


def refuse_without_fortune(table: Table) -> None:
    if not table.me.now(FORTUNE):
        raise NotNow(f"{table.me.name} has no Fortune Point left; the roll stands.")


def last_roll(table: Table) -> dict[str, Any]:
    last = table.me.memo.get(LAST)
    if not isinstance(last, dict):
        raise NotNow("Nothing to re-roll. Make a test first.")
    return last


def refuse_once_it_stands(table: Table) -> None:
    """Refuse for a roll of a fight from one's own next turn on.

    That is read off the ladder: were the roll forgotten as the turn begins, a sheet would show to everybody that
    somebody hidden had ended theirs.
    """
    now = turns_begun(table, table.actor)
    if is_fighting(table) and last_roll(table).get("turn", now) != now:
        raise NotNow("Too late: your next turn has begun. The roll stands.")


def reroll(table: Table, dice: Dice, purpose: str) -> None:
    """Pay, roll the last test again, and go on with the outcome; the second roll counts (D-8)."""
    last = last_roll(table)
    pay_fortune(table, table.actor, "for a second roll")
    trial = from_plain(last["trial"])
    outcome = trials.throw(table, dice, trial, f"{purpose}: {trial.name}")
    then, data = str(last["then"]), dict(last["data"])
    remember(table, outcome, then, data, again=True)
    proceed(table, dice, outcome, then, data)


def _foretold(table: Table) -> Odds:
    """The odds of the second roll, with its price."""
    odds = trials.odds_of(from_plain(last_roll(table)["trial"]), "succeed")
    return replace(odds, sentence=f"{priced(table)}. {odds.sentence}")


def priced(table: Table) -> str:
    """The price of a Fortune Point of the actor's, in words (D-8)."""
    return f"Costs 1 Fortune Point (you have {table.me.now(FORTUNE)})"


@dataclass(frozen=True, slots=True)
class Reroll(OnSheet, name="fortune.reroll", label="Roll again for 1 Fortune"):
    """Roll your last failed test again for a Fortune Point, once; the second roll counts (D-8)."""

    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        last = last_roll(table)
        refuse_once_it_stands(table)
        if last["again"]:
            raise NotNow("This was re-rolled already. One re-roll per roll.")
        if last["verdict"] in (chances.CRITICAL, chances.SUCCESS):
            raise NotNow("This roll succeeded. Only failed rolls can be re-rolled.")
        if any(table.asks_for(table.actor, "fortune.again")):
            raise NotNow("Answer the open question about this roll first.")
        if is_fighting(table):
            nothing_waits(table)
        refuse_without_fortune(table)

    def odds(self, table: Table) -> Odds:
        return _foretold(table)

    def perform(self, table: Table, dice: Dice) -> None:
        reroll(table, dice, self.name)


@dataclass(frozen=True, slots=True)
class Again(Reply, name="fortune.again", label="Roll again for 1 Fortune"):
    """Roll again for a Fortune Point before the failure has its consequences (D-8)."""

    unasked: ClassVar[str] = "No failed roll to decide about."

    @classmethod
    def possible(cls, table: Table) -> None:
        cls.waiting(table)
        refuse_without_fortune(table)

    def odds(self, table: Table) -> Odds:
        table.open_ask(self.ask, self.name)
        return _foretold(table)

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
        reroll(table, dice, self.name)


@dataclass(frozen=True, slots=True)
class Stand(Reply, name="fortune.stand", label="Let it stand"):
    """Let the roll stand as it fell."""

    unasked: ClassVar[str] = "No failed roll to decide about."

    def odds(self, table: Table) -> Odds:
        table.open_ask(self.ask, self.name)
        return Odds("The failure stands; its effects are rolled.")

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        last = last_roll(table)
        failed = Outcome(from_plain(last["trial"]), int(last["face"]), str(last["verdict"]))
        forget(table, table.actor)
        proceed(table, dice, failed, str(ask.known["then"]), dict(ask.known["data"]))


# -- fate --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SpendFate(Reply, name="fate.spend", label="Spend a Fate Point"):
    """Spend a Fate Point and live on, Grievously Wounded (GRM-020)."""

    unasked: ClassVar[str] = "You are not being asked about your fate."
    throws_dice: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        cls.waiting(table)
        refuse_without_fate(table)

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
        harm.survive(table, table.actor)


@dataclass(frozen=True, slots=True)
class AcceptFate(Reply, name="fate.accept", label="Die"):
    """Die, and keep the Fate Point from the living (GRM-020)."""

    unasked: ClassVar[str] = "You are not being asked about your fate."
    throws_dice: ClassVar[bool] = False

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
        table.happen(Told((table.actor,), "{0} dies."))


@dataclass(frozen=True, slots=True)
class Survive(OnSheet, name="fate.survive", label="Spend Fate to live"):
    """Spend a Fate Point after all, where nobody was asked: whoever was slain lives, Grievously Wounded (GRM-020)."""

    throws_dice: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        made(table)
        if not table.me.has(SLAIN):
            raise NotNow(f"{table.me.name} is alive. Fate Points are for the slain.")
        if any(table.asks_for(table.actor, SpendFate.name)):
            raise NotNow("Answer the open question about your fate first.")
        refuse_without_fate(table)

    def perform(self, table: Table, dice: Dice) -> None:
        harm.survive(table, table.actor)


def refuse_without_fate(table: Table) -> None:
    if not table.me.now(harm.FATE):
        raise NotNow(f"{table.me.name} has no Fate Point left.")
