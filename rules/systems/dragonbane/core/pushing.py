"""The push: a failed roll again at the price of a condition, also where an ask waits for it (DRB-003, C-16)."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import (
    Answered,
    Choice,
    Command,
    Condition,
    ConditionSet,
    Dice,
    Json,
    NotNow,
    Place,
    Refused,
    Reply,
    Table,
    Told,
    Weighing,
    Wording,
    Worth,
    joined,
    pick,
    wording_from,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.dragonbane.content import library, switches
from rules.systems.dragonbane.core import chances
from rules.systems.dragonbane.core.called_abilities import SUCCESSES, everything, hindrance
from rules.systems.dragonbane.core.checks import Check, restored
from rules.systems.dragonbane.core.fields import prices
from rules.systems.dragonbane.core.figures import is_character
from rules.systems.dragonbane.core.rolls import (
    CONSEQUENCES,
    Continuation,
    Outcome,
    Stake,
    Staked,
    forget_push,
    goes_on,
    odds_of,
    pushable,
    roll,
    roll_again,
)


def push(table: Table, dice: Dice, check: Check, condition: str, purpose: Wording) -> Outcome:
    """Pay for a push with a condition, and roll again (DRB-003)."""
    paid = library.conditions()[condition]
    table.happen(
        Told((check.who,), "{0} pushes the roll."),
        ConditionSet(check.who, Condition(paid.key, paid.name, source="a push")),
    )
    return roll_again(table, dice, check, joined("pushed: ", purpose))


@dataclass(frozen=True, slots=True)
class Push(Command, name="check.push", label="Push the roll"):
    """Roll the last failed check again, at the price of a condition; the second roll stands (DRB-003, C-16).

    It is the condition of the attribute that was rolled, and whoever has it already cannot push. A Demon is not pushed.
    The new condition's bane counts from the next roll on.
    """

    place: ClassVar[Place] = Place.SHEET
    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)

    condition: str = pick("Condition it costs")

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.me.has("dead"):
            raise NotNow(f"{table.me.name} is dead.")
        _waiting(table)
        if not _prices(table):
            raise NotNow(_too_dear(table))

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"condition": _prices(table)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, str]:
        return {"condition": _prices(table)[0].value}

    def odds(self, table: Table) -> Odds:
        self._refuse_strangers(table)
        check, stake = staked(table)
        odds = odds_of(table, check, can_push=False)
        if stake.chance is None:
            return odds
        first = Chance("success", "success", stake.chance)
        said = f"{in_words(stake.chance).capitalize()} to succeed: {table.words(check.words)}"
        return replace(odds, sentence=said, chances=(first, *odds.chances[1:]))

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_strangers(table)
        pushed = _waiting(table)
        outcome = push(table, dice, restored(pushed["check"]), self.condition, wording_from(pushed["purpose"]))
        follows = CONSEQUENCES[pushed["follow"]]
        follows.go_on(table, dice, outcome, {**pushed["told"], "check": pushed["check"]})

    def weighing(self, table: Table) -> Weighing:
        """The conditions to pay with, and the push itself, weighed (DRB-003, DRB-005)."""
        check, stake = staked(table)
        chance = check.chance if stake.chance is None else stake.chance
        gained, between = stake.without + chance * stake.worth, (0.0,) * (len(stake.shares) - 2)

        def worth(chosen: Push) -> Worth:
            chosen._refuse_strangers(table)
            return (gained, *between, -stake.price * hindrance(table, chosen.condition, stake.rolls))

        def said(chosen: Push) -> str:
            return f"Push, {library.conditions()[chosen.condition].name.lower()}"

        return Weighing(("condition",), stake.unit, stake.sentence, worth, stake.shares, said=said)

    def _refuse_strangers(self, table: Table) -> None:
        if self.condition not in {choice.value for choice in _prices(table)}:
            raise Refused(_too_dear(table), "condition")


def _waiting(table: Table) -> Mapping[str, Any]:
    """The failed check that waits for a push; refused where none does."""
    kept = pushable(table, table.actor)
    if kept is None:
        raise NotNow("Nothing to push. You can push your last roll if it failed and was not a Demon.")
    return kept


def staked(table: Table) -> tuple[Check, Stake]:
    """The roll that waits for a push, and its stake."""
    waits = _waiting(table)
    check = restored(waits["check"])
    follows = CONSEQUENCES.get(waits["follow"])
    return check, ((follows and follows.stake) or _of_success)(table, check, waits["told"])


OF_SUCCESS = (
    "Successes gained in 100 such rolls, minus the successes that the condition’s bane costs in 100 of your "
    "other rolls. Not pushing counts as 0."
)


OF_ROLLS = ("The roll", "The condition")


def _of_success(table: Table, check: Check, told: Mapping[str, Json]) -> Stake:
    return Stake(100.0, SUCCESSES, OF_SUCCESS, OF_ROLLS, everything(table), 100.0)


def of_winning(table: Table, check: Check, told: Mapping[str, Json]) -> Stake:
    """The stake of a second roll against one that stands: its chance is that of beating it (DRB-006)."""
    chance = chances.beats(check.level, check.extra, told["their_face"], they_succeed=told["they_succeed"])
    return replace(_of_success(table, check, told), chance=chance)


def _attribute(table: Table) -> str:
    """The attribute of the roll that waits for a push."""
    return str(_waiting(table)["check"]["attribute"])


def _prices(table: Table) -> tuple[Choice, ...]:
    return prices(table, table.me, _attribute(table))


def _too_dear(table: Table) -> str:
    if listed := ", ".join(choice.label for choice in _prices(table)):
        return f"A push costs a condition you do not have yet. Choose: {listed}."
    if switches.PUSH_PRICE.chosen(table.house_rules) == "chosen":
        return "A push costs a new condition, and you have them all. Let the roll stand."
    matching = library.conditions()[library.attributes()[_attribute(table)].condition].name
    return f"A push of this roll costs {matching}, which you have already. Let the roll stand."


# -- before the game goes on ------------------------------------------------------------------------------------------


def may_push(table: Table, check: Check) -> bool:
    """Whether somebody is asked to push: a player character who can still take the condition (C-24)."""
    sheet = table.sheet(check.who)
    return is_character(sheet) and bool(prices(table, sheet, check.attribute))


@dataclass(frozen=True, slots=True)
class Question:
    """An ask to push a failed roll, or to let it stand: ``what`` failed, in a word, and what is the price of that.

    ``follow`` is the name of what comes of a push, ``let_be`` that of the command that lets the roll stand.
    """

    what: str
    otherwise: Wording
    follow: str
    let_be: str


def roll_or_ask(
    table: Table,
    dice: Dice,
    check: Check,
    purpose: Wording,
    asked: Question,
    told: Mapping[str, Json],
    *,
    pushes: bool = True,
    **known: Json,
) -> Outcome | None:
    """Roll a check, and ask whether a failure is pushed before anything comes of it; None while that is asked.

    ``told`` is what the push knows besides the check, ``known`` what the ask tells. Unless it ``pushes``, nobody is
    asked.
    """
    outcome = roll(table, dice, check, purpose, asked.follow if pushes and may_push(table, check) else "", told)
    if not pushable(table, check.who):
        return outcome
    title = joined(f"Your {asked.what} fails ({outcome.face}): push it, or ", asked.otherwise, "?")
    table.ask(check.who, title, Push.name, asked.let_be, **known)
    return None


def when_pushed(
    follow: str, command: str, same: str = "", stake: Staked | None = None
) -> Callable[[Continuation], Continuation]:
    """Enter a function as the consequence of a push that an ask waits for; the ask is answered first.

    ``command`` is one of the ask's answers, and ``same`` the key that ask and roll both know, to find the right ask.
    """

    def entered(then: Continuation) -> Continuation:
        @goes_on(follow, stake)
        def pushed(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
            waiting = [ask for ask in table.asks_for(table.actor, command) if ask.known.get(same) == told.get(same)]
            if waiting:
                table.happen(Answered(waiting[0].key))
                then(table, dice, outcome, told)

        return then

    return entered


@dataclass(frozen=True, slots=True)
class LetStand(Reply):
    """Let a failed roll stand that could be pushed."""

    @abstractmethod
    def stands(self, table: Table, dice: Dice, known: Mapping[str, Json]) -> None:
        """Let the failure have its consequence."""

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        forget_push(table, table.actor)
        self.stands(table, dice, known)
