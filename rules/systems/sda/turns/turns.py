"""Ending, delaying and splitting a turn (SDA-154, SDA-157, SDA-160, SDA-161), and whatever else takes an action."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.fight import course
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    Judged,
    LadderSet,
    NotNow,
    Refused,
    Rung,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    is_possible,
    many,
    number,
    pick,
    plainly,
    words,
)
from rules.engine.odds import Odds, at_least, mean
from rules.systems.sda.core.person import counted_in, doubled_by, has_rage, offered
from rules.systems.sda.core.rolls import (
    MOST_BONUS,
    OF_CHANCE,
    OF_SCORE,
    Pool,
    attribute_choices,
    pool_for,
    reckon,
    skill_choices,
)
from rules.systems.sda.fight.actions.efforts import Effort
from rules.systems.sda.fight.base import (
    act_without_dice,
    actions_left,
    calm,
    foretold,
    free_to_act,
    lost_to_taunt,
    not_acted,
    own_turn,
    turn_to_move,
)
from rules.systems.sda.fight.melee import Action, MeleeAttack, Rest, with_dice
from rules.systems.sda.fight.moves import (
    BETWEEN,
    MORE,
    begin_next_turn,
    carry_on,
    has_quick_hands,
    ordered,
    provoke,
    rung_for,
)
from rules.systems.sda.fight.wounds import BOXES
from rules.systems.sda.turns.course import go_on

#: The ways to take one's attention off the opponents, which gives them an opening (SDA-224, SDA-275).
AWAY = {"away": ("Looks away", "looks away"), "casting": ("Works on a spell", "casts")}


NOTHING, OF_NOTHING = "Nothing", "Injury boxes on them minus those on you; doing nothing counts 0."


@dataclass(frozen=True, slots=True)
class EndTurn(course.EndTurn):
    """End the turn: the next on the ladder begins; after the last, the next round (SDA-154)."""

    go_on = staticmethod(go_on)

    @classmethod
    def possible(cls, table: Table) -> None:
        """Refuse the end of a turn to an actor in a rage who can still strike (D-7)."""
        course.EndTurn.possible(table)
        if has_rage(table.me) and is_possible(MeleeAttack, table):
            raise NotNow("In a rage you must attack the nearest opponent in reach.")

    def weighing(self, table: Table) -> Weighing:
        """Weigh doing nothing as 0, so that an attack which does more harm to its maker is worth less."""
        return Weighing.of_one(BOXES, OF_NOTHING, (0.0,), (NOTHING,), self.label)


@dataclass(frozen=True, slots=True)
class NextTurn(course.NextTurn):
    """The GM goes on to the next turn, whoever's it is now."""

    go_on = staticmethod(go_on)


@dataclass(frozen=True, slots=True)
class DelayTurn(Command, name="turn.delay", label="Delay"):
    """Wait until the negative of your initiative comes up; next round you are back at your number (SDA-157)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        not_acted(table, table.actor, _divisible(table, "delayed").key)
        calm(table)

    def perform(self, table: Table, dice: Dice) -> None:
        rung = own_turn(table)
        _replace(table, rung, replace(rung, at=-rung.at, part="delayed"))
        table.happen(Told((table.actor,), f"{{0}} waits until {-rung.at}."))
        begin_next_turn(table)


@dataclass(frozen=True, slots=True)
class SplitTurn(Command, name="turn.split", label="Split the turn"):
    """Act now and at the negative of your initiative; both actions share the dice of the larger pool (SDA-160).

    Quick hands act a third time between the two, at 0 (D-7).
    """

    @classmethod
    def possible(cls, table: Table) -> None:
        _divisible(table, "split")

    def perform(self, table: Table, dice: Dice) -> None:
        rung = own_turn(table)
        later = [rung_for(table.actor, -rung.at, "second")]
        if has_quick_hands(table.me, rung.at):
            later.insert(0, rung_for(table.actor, 0, BETWEEN))
        _replace(table, rung, replace(rung, part="first"), *later)
        when = " and at ".join(["now", *(str(one.at) for one in later)])
        table.happen(Told((table.actor,), f"{{0}} splits the turn: {when}."))


def _divisible(table: Table, word: str) -> Rung:
    rung = turn_to_move(table)
    if rung.part in ("first", BETWEEN, "second", "delayed"):
        raise NotNow("This turn is delayed or split already. Wait for the next round.")
    if rung.part in MORE:
        raise NotNow(f"Only your normal turn can be {word}.")
    if rung.at <= 0:
        raise NotNow(f"Only turns with initiative above 0 can be {word}; yours is {rung.at}.")
    return rung


def _replace(table: Table, rung: Rung, *rungs: Rung) -> None:
    others = [other for other in table.scene.ladder if other.key != rung.key]
    table.happen(LadderSet(ordered(table, [*others, *rungs])))


@dataclass(frozen=True, slots=True, kw_only=True)
class LookingAway(Effort):
    """An effort that may take one's eyes off the opponents in reach, and so give them an opening (SDA-224, SDA-275)."""

    opening: str = pick("Attention", default="kept", help="Looking away gives opponents in reach an opening")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        away = (Choice("kept", "Stays on the opponents"), *(Choice(key, label) for key, (label, _) in AWAY.items()))
        return {**Effort.choices(table), "opening": away}

    def _look_away(self, table: Table) -> None:
        """Give the opening, if there is one, and carry on."""
        if self.opening in AWAY:
            provoke(table, table.actor, AWAY[self.opening][1])
        carry_on(table)


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherAction(LookingAway, name="turn.other", label="Something else"):
    """Anything else that takes some six seconds, rolled for or not; the table tells the end of it (SDA-159, C-89)."""

    purpose: ClassVar[str] = "actions this round"
    leading: ClassVar[tuple[str, ...]] = (
        *("words", "skill", "attribute", "dice", "bought", "difficulty", "bonus", "malus"),
        *("opening", "worsen", "reward", "virtue", "traits"),
    )

    words: str = words("What do you do?", most=200)
    skill: str = pick("Skill", default="", help="Default: no roll")
    attribute: str = pick("Attribute", default="")
    difficulty: int = number("Difficulty", default=0, help="0: every success counts")
    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS)
    malus: int = number("Malus", default=0, most=MOST_BONUS)
    traits: tuple[str, ...] = many("Traits that apply", help="Pick those that matter here")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        calm(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        known = {"skill": skill_choices(table.me), "attribute": attribute_choices()}
        return {**known, **LookingAway.choices(table), "traits": offered(table.me)}

    def odds(self, table: Table) -> Odds | None:
        """The odds of the roll; None without one (SDA-018, SDA-030)."""
        self._refuse_silence()
        if not self.skill:
            return None
        pool, count, _ = self._measured(table)
        said = f"{counted(count, 'die', 'dice')}: {{}} to succeed"
        return foretold(table, pool, count, max(1, self.difficulty), self, label="success", said=said)

    def weighing(self, table: Table) -> Weighing | None:
        """Weigh how many dice to throw, and how many to keep for a blow; None without a roll (SDA-160, SDA-161)."""
        if not self.skill:
            return None
        aim, need = OF_CHANCE if self.difficulty else OF_SCORE, self.difficulty
        plain = self._pool(table)
        action = Action(table, aim, [plain], Rest.of(table, aim))

        def worth(chosen: OtherAction) -> Worth:
            with_dice(chosen)
            _, count, measure = chosen._measured(table)
            return action.worth(100 * at_least(measure, need) if need else mean(measure), count)

        return action.weighing(worth, upto={"dice": actions_left(table, plain)})

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_silence()
        table.happen(Told((table.actor,), f"{{0}}: {plainly(self.words.strip())}"))
        if self.skill:
            self._take_roll(table, dice)
        else:
            act_without_dice(table, table.actor, own_turn(table).key)
        self._look_away(table)

    def _refuse_silence(self) -> None:
        if not self.words.strip():
            raise Refused("Say what you do.", "words")
        if self.bought and not self.skill:
            raise Refused("Choose a skill, or buy no dice.", "bought")

    def _pool(self, table: Table) -> Pool:
        """The pool before any dice are bought."""
        dice_more, mos = counted_in(table.me, self.skill, self.traits)
        bonus = self.bonus + dice_more - lost_to_taunt(table, table.actor)
        rolled = (self.skill, self.attribute, bonus, self.malus - mos)
        pool = pool_for(table, table.actor, *rolled, whole=True, virtue=self.virtue, called=self.called)
        return pool.counting_twice(doubled_by(table.me, pool.skill, self.traits))

    def _take_roll(self, table: Table, dice: Dice) -> None:
        result = self._roll(table, dice, f"action: {self._pool(table).skill}")
        succeeded, hits = result.net >= max(1, self.difficulty), max(0, result.net - self.difficulty)
        numbers: dict[str, int | str | None] = {"skill": result.pool.skill, "measure": result.net, "hits": hits}
        table.happen(Judged(table.actor, "success" if succeeded else "failure", hits, numbers))
        reckon(table, dice, result, succeeded=succeeded, reward=self.reward)
