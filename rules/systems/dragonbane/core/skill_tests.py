"""Plain checks, opposed checks, and the push that rolls again (DRB-001 to DRB-006)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import (
    Choice,
    Command,
    Condition,
    ConditionSet,
    Dice,
    Json,
    Judged,
    NotNow,
    Place,
    Refused,
    Sheet,
    Table,
    Told,
    Weighing,
    Worth,
    many,
    number,
    pick,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.dragonbane.content import library, switches
from rules.systems.dragonbane.core import chances
from rules.systems.dragonbane.core.called_abilities import (
    NARROW,
    SUCCESSES,
    boons_of,
    call_upon,
    everything,
    field_abilities,
    helping,
    hindrance,
    listed,
    of_chance,
)
from rules.systems.dragonbane.core.checks import (
    CONSEQUENCES,
    Check,
    Outcome,
    Source,
    Stake,
    check_for,
    goes_on,
    pushable,
    restored,
    risk,
    roll,
    roll_again,
)
from rules.systems.dragonbane.core.fields import OnFeet, companions, living, prices, rollable
from rules.systems.dragonbane.core.odds import duel_of, faces, odds_of, pushed_duel

#: The most boons, or banes, that the game master adds by hand.
MOST_BY_HAND = 5


def judge(table: Table, check: Check, outcome: Outcome, **more: int | str | None) -> None:
    """Write the verdict of a check into the log, with its figures and ``more`` of them."""
    numbers: dict[str, int | str | None] = {
        "skill": check.name,
        "level": check.level,
        "extra": check.extra,
        "face": outcome.face,
        "special": outcome.verdict if outcome.dragon or outcome.demon else None,
        **more,
    }
    table.happen(Judged(check.who, "success" if outcome.success else "failure", 0, numbers))


@dataclass(frozen=True, slots=True)
class RollCheck(OnFeet):
    """Roll a d20 at or below the level of a skill or attribute (DRB-001).

    A Dragon is more than a success and a Demon more than a failure: what more, the GM says (DRB-002). Boons and banes
    add dice of which the lowest or the highest counts (DRB-004); help is a boon, and costs nothing out of a fight
    (DRB-005, C-19).
    """

    name: ClassVar[str] = "check.roll"
    label: ClassVar[str] = "Roll"
    has_odds: ClassVar[bool] = True

    skill: str = pick("Skill or attribute")
    helpers: tuple[str, ...] = many("Who helps", help="A boon each, at no cost out of a fight")
    boons: int = number("Boons", most=MOST_BY_HAND, default=0)
    banes: int = number("Banes", most=MOST_BY_HAND, default=0)
    abilities: tuple[str, ...] = field_abilities()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"skill": rollable(table.me), "helpers": _helpers(table), "abilities": callable_on(table.me)}

    def odds(self, table: Table) -> Odds:
        return odds_of(table, self._check(table))

    def perform(self, table: Table, dice: Dice) -> None:
        check = self._check(table)
        call_upon(table, table.actor, self.abilities)
        risk(table, dice, check, check.words)

    def weighing(self, table: Table) -> Weighing:
        """The abilities to call upon, weighed (DRB-004, DRB-022)."""
        return of_chance(table, self.skill, self.abilities, lambda one: one._check(table).chance)

    def _check(self, table: Table) -> Check:
        helped: list[Source] = [(f"Help from {table.name(living(table, who, 'helpers'))}", 1) for who in self.helpers]
        return check_for(
            table,
            table.actor,
            self.skill,
            (*helped, ("The situation", self.boons), *boons_of(table.me, self.abilities, self.skill, NARROW)),
            (("The situation", self.banes),),
        )


def callable_on(sheet: Sheet) -> tuple[Choice, ...]:
    """The abilities that give a boon on some skill or attribute; whether one fits, the table says (DRB-022)."""
    return listed(helping(sheet, (*library.skills(), *library.attributes()), NARROW))


def _helpers(table: Table) -> tuple[Choice, ...]:
    """Companions who may help; none in a fight, where help costs an action and is its own command (DRB-024, C-19)."""
    fights = table.encounter is not None and table.encounter.stage == "fighting"
    return () if fights else companions(table)


@dataclass(frozen=True, slots=True)
class OpposedCheck(OnFeet):
    """Succeed, and roll lower than an opponent who succeeds as well (DRB-006, C-22).

    Equal rolls are the opponent's; where both fail nobody wins. Only the active side may push, whether it failed or was
    beaten.
    """

    name: ClassVar[str] = "check.opposed"
    label: ClassVar[str] = "Opposed roll"
    has_odds: ClassVar[bool] = True

    skill: str = pick("Skill or attribute")
    against: str = pick("Against")
    their_skill: str = pick("Their skill or attribute", default="", help="The same one if nothing is picked")
    boons: int = number("Boons", most=MOST_BY_HAND, default=0)
    banes: int = number("Banes", most=MOST_BY_HAND, default=0)
    their_boons: int = number("Their boons", most=MOST_BY_HAND, default=0)
    their_banes: int = number("Their banes", most=MOST_BY_HAND, default=0)
    abilities: tuple[str, ...] = field_abilities()

    @classmethod
    def possible(cls, table: Table) -> None:
        OnFeet.possible(table)
        if not companions(table):
            raise NotNow("There is nobody to roll against. A plain roll is always possible.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        anything = tuple(Choice(one.value, one.label) for one in rollable(table.me))
        return {
            "skill": rollable(table.me),
            "against": companions(table),
            "their_skill": anything,
            "abilities": callable_on(table.me),
        }

    def odds(self, table: Table) -> Odds:
        mine, theirs = self._checks(table)
        duel = duel_of(mine, theirs)
        listed = (
            Chance("success", "win", duel.won),
            *pushed_duel(table, mine, theirs),
            Chance("beaten", "succeed, and be beaten", duel.beaten),
            Chance("failure", "fail", duel.failed),
            Chance("dragon", "Dragon", chances.dragon(mine.extra)),
            Chance("demon", "Demon", chances.demon(mine.extra)),
        )
        told = f"{in_words(duel.won).capitalize()} to win: {mine.words} against {theirs.label} {theirs.level}"
        return Odds(told, listed, faces(mine), "on the die", 1, low=True, good=())

    def perform(self, table: Table, dice: Dice) -> None:
        mine, theirs = self._checks(table)
        call_upon(table, table.actor, self.abilities)
        told: dict[str, Json] = {"against": self.against, "their_skill": theirs.name}
        roll_opposed(table, dice, mine, theirs, mine.words, "opposed", told)

    def weighing(self, table: Table) -> Weighing:
        """The abilities to call upon, weighed (DRB-006, DRB-022)."""

        def won(one: OpposedCheck) -> float:
            return duel_of(*one._checks(table)).won

        return of_chance(table, self.skill, self.abilities, won, what="Chance to win")

    def _checks(self, table: Table) -> tuple[Check, Check]:
        called = boons_of(table.me, self.abilities, self.skill, NARROW)
        boons: list[Source] = [("The situation", self.boons), *called]
        mine = check_for(table, table.actor, self.skill, boons, (("The situation", self.banes),))
        theirs = check_for(
            table,
            living(table, self.against, "against"),
            self.their_skill or self.skill,
            (("The situation", self.their_boons),),
            (("The situation", self.their_banes),),
        )
        return mine, theirs


def wins(own: Outcome, their_face: int, *, they_succeed: bool) -> bool:
    """Whether the active side wins: it must succeed, and roll lower than an opponent who does (DRB-006)."""
    return own.success and (not they_succeed or own.face < their_face)


def has_won(own: Outcome, told: Mapping[str, Json]) -> bool:
    """Whether the active side wins against the opponent's roll that was told with its own, and stands (DRB-006)."""
    return wins(own, told["their_face"], they_succeed=told["they_succeed"])


def roll_opposed(
    table: Table, dice: Dice, mine: Check, theirs: Check, purpose: str, follow: str, told: Mapping[str, Json]
) -> None:
    """Roll for both, and let it have its consequence; the active side may push, whether it failed or was beaten."""
    against = roll(table, dice, theirs, f"against {mine.label}: {theirs.words}", follow="")
    known: dict[str, Json] = {**told, "their_face": against.face, "they_succeed": against.success}
    risk(table, dice, mine, purpose, follow, known, lost=lambda own: not has_won(own, known))


def _judge_opposed(table: Table, check: Check, own: Outcome, told: Mapping[str, Json]) -> None:
    won = has_won(own, told)
    numbers: dict[str, int | str | None] = {
        "skill": check.name,
        "face": own.face,
        "their_face": told["their_face"],
        "winner": check.who if won else told["against"] if told["they_succeed"] else None,
        "special": own.verdict if own.dragon or own.demon else None,
    }
    table.happen(Judged(check.who, "success" if won else "failure", 0, numbers))


# -- pushing --------------------------------------------------------------------------------------------------------


def push(table: Table, dice: Dice, check: Check, condition: str, purpose: str) -> Outcome:
    """Pay for a push with a condition, and roll again (DRB-003)."""
    paid = library.conditions()[condition]
    table.happen(
        Told((check.who,), "{0} pushes the roll."),
        ConditionSet(check.who, Condition(paid.key, paid.name, source="a push")),
    )
    return roll_again(table, dice, check, f"pushed: {purpose}")


@dataclass(frozen=True, slots=True)
class Push(Command):
    """Roll the last failed check again, at the price of a condition; the second roll stands (DRB-003, C-16).

    It is the condition of the attribute that was rolled, and whoever has it already cannot push. A Demon is not pushed.
    The new condition's bane counts from the next roll on.
    """

    name: ClassVar[str] = "check.push"
    label: ClassVar[str] = "Push the roll"
    place: ClassVar[Place] = Place.SHEET
    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)
    has_odds: ClassVar[bool] = True

    condition: str = pick("Condition that it costs")

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
        said = f"{in_words(stake.chance).capitalize()} to succeed: {check.words}"
        return replace(odds, sentence=said, chances=(first, *odds.chances[1:]))

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_strangers(table)
        pushed = _waiting(table)
        outcome = push(table, dice, restored(pushed["check"]), self.condition, pushed["purpose"])
        follows = CONSEQUENCES[pushed["follow"]]
        follows.go_on(table, dice, outcome, {**pushed["told"], "check": pushed["check"]})

    def weighing(self, table: Table) -> Weighing:
        """The conditions to pay with, and the push itself, weighed (DRB-003, DRB-005)."""
        check, stake = staked(table)
        chance = check.chance if stake.chance is None else stake.chance
        gained, between = stake.without + chance * stake.worth, (0.0,) * (len(stake.shares) - 2)

        def worth(chosen: "Push") -> Worth:
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
        raise NotNow("There is nothing to push: only the last roll, if it failed and was no Demon.")
    return kept


def staked(table: Table) -> tuple[Check, Stake]:
    """The roll that waits for a push, and its stake."""
    waits = _waiting(table)
    check = restored(waits["check"])
    follows = CONSEQUENCES.get(waits["follow"])
    return check, ((follows and follows.stake) or _of_success)(table, check, waits["told"])


OF_SUCCESS = (
    "Successes in a hundred such rolls, less those that the bane of the condition takes on average of a hundred of "
    "all your rolls. Not to push is worth nothing."
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
        return f"A push costs a condition that you have not: {listed}."
    if switches.PUSH_PRICE.chosen(table.house_rules) == "chosen":
        return "A push costs a condition that you have not, and there is none left to take."
    matching = library.conditions()[library.attributes()[_attribute(table)].condition].name
    return f"A push of this roll costs {matching}, and you have that already. Let the roll stand."


@goes_on("check")
def _go_on(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    judge(table, restored(told["check"]), outcome)


@goes_on("opposed", of_winning)
def _go_on_opposed(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Judge the push of an opposed check against the opponent's roll, which stands (DRB-006)."""
    _judge_opposed(table, restored(told["check"]), outcome, told)
