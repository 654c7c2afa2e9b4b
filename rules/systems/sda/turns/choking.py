"""Choking: the grip, the way out of it, the fight for breath (SDA-241 to SDA-243); and the commands of a grapple."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel.asks import Reply
from rules.engine.kernel.commands import Choice, Command, number, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Judged, Told
from rules.engine.kernel.sheets import Ask
from rules.engine.kernel.table import Table
from rules.engine.kernel.valuation import Weighing
from rules.engine.kernel.words import counted
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words
from rules.systems.sda.core.person.gifts import called_choices, called_field
from rules.systems.sda.core.person.virtue_bonus import own_choices, virtue_field
from rules.systems.sda.core.rolls.fields import REWARDS
from rules.systems.sda.core.rolls.pools import Pool, buy, pool_for, throw, with_bought
from rules.systems.sda.core.rolls.results import reckon
from rules.systems.sda.core.rolls.valuation import CHANCE, bought_for
from rules.systems.sda.fight.actions.grapples import Grapple, GrapplingUse, Release, TurnTables, my_hold, their_hold
from rules.systems.sda.fight.actions.throwing import MoveTogether, Throw
from rules.systems.sda.fight.moves import holds
from rules.systems.sda.fight.moves.holds import HOLD_OUT, choker_of
from rules.systems.sda.fight.moves.sequence import carry_on
from rules.systems.sda.fight.moves.uses import BREAK, CHOKE, Use
from rules.systems.sda.fight.wounds.harm import knock_out
from rules.systems.sda.turns.rounds import go_on

#: The skill with which the choked hold out, and by which they wake later (SDA-242, SDA-243).
SKILL = "resist_fatigue"


@dataclass(frozen=True, slots=True)
class Choke(GrapplingUse):
    """Take their breath: 3 hits of a brawling roll (SDA-241).

    On each of their turns they hold out against a difficulty that starts at 1 and grows by 1, or fall unconscious
    (SDA-242). Nobody is choked twice at once, and no rider from the ground (SDA-259).
    """

    name: ClassVar[str] = CHOKE.command
    label: ClassVar[str] = "Choke (3 hits)"
    has_odds: ClassVar[bool] = True
    throws_dice: ClassVar[bool] = False
    use: ClassVar[Use] = CHOKE

    def odds(self, table: Table) -> Odds:
        known = table.open_ask(self.ask, "melee.spend").known
        self._checked(table, known)
        measure = breath_of(pool_for(table, known["loser"], SKILL, free=True))
        out = 1 - at_least(measure, 1)
        sentence = f"{in_words(out).capitalize()} that they fall unconscious on their next turn, unless they break it"
        return Odds(sentence, (Chance("unconscious", "unconscious next turn", out),), measure, "MoS against 1")

    def _do(self, table: Table, known: Mapping[str, Any]) -> None:
        holds.choke(table, my_hold(table, known))


@dataclass(frozen=True, slots=True)
class BreakChoke(GrapplingUse):
    """Breathe again: 2 hits of a brawling roll against whoever chokes you; they hold you still (SDA-241)."""

    name: ClassVar[str] = BREAK.command
    label: ClassVar[str] = "Break the choke (2 hits)"
    use: ClassVar[Use] = BREAK

    def _do(self, table: Table, known: Mapping[str, Any]) -> None:
        holds.break_choke(table, their_hold(table, known))


@dataclass(frozen=True, slots=True)
class HoldOut(Reply):
    """Fight for breath at the start of your turn: resist fatigue against the rounds that the choke has lasted.

    It is no action, and its dice come out of no budget. Whoever fails is unconscious (SDA-242, C-55), until 10 MoS of
    the same skill have added up, a roll each round (SDA-243, C-48).
    """

    name: ClassVar[str] = HOLD_OUT
    label: ClassVar[str] = "Hold out"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "Nobody chokes you now, or you have held out this round."

    bought: int = number("Dice bought with spirit", most=99, default=0)
    bonus: int = number("Bonus dice", default=0, most=20)
    malus: int = number("Malus", default=0, most=20)
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = virtue_field()
    called: str = called_field()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"reward": REWARDS, "virtue": own_choices(table.me), "called": called_choices(table.me)}

    def odds(self, table: Table) -> Odds:
        ask = table.open_ask(self.ask, self.name)
        pool = with_bought(table, self._pool(table), self.bought)
        measure, difficulty = breath_of(pool), ask.known["difficulty"]
        holds_out = at_least(measure, difficulty)
        sentence = f"{counted(pool.available, 'die', 'dice')} against {difficulty}: {in_words(holds_out)} to hold out"
        listed = (
            Chance("holds", "you stay awake", holds_out),
            Chance("complete_failure", "complete failure", pool.none_scoring(pool.available)),
        )
        return Odds(sentence, listed, measure, "MoS")

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many dice to buy (SDA-059)."""
        return bought_for(self, table, CHANCE, lambda one: one._pool(table))

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        pool = buy(table, self._pool(table), self.bought)
        result = throw(table, dice, pool, pool.available, "hold out against a choke")
        held = self._judge(table, ask, result.net)
        reckon(table, dice, result, succeeded=held, reward=self.reward)
        if not held:
            self._pass_out(table, dice)
        carry_on(table)

    def _pool(self, table: Table) -> Pool:
        said = (SKILL, "", self.bonus, self.malus)
        return pool_for(table, table.actor, *said, free=True, virtue=self.virtue, called=self.called)

    @staticmethod
    def _judge(table: Table, ask: Ask, measure: int) -> bool:
        difficulty: int = ask.known["difficulty"]
        held, hits = measure >= difficulty, max(0, measure - difficulty)
        numbers: dict[str, int | str | None] = {"difficulty": difficulty, "measure": measure, "hits": hits}
        table.happen(Judged(table.actor, "success" if held else "failure", hits, numbers))
        if held:
            table.happen(Told((table.actor,), "{0} holds out."))
            hold = choker_of(table, table.actor)
            if hold is not None:
                holds.choke_on(table, hold)
        return held

    @staticmethod
    def _pass_out(table: Table, dice: Dice) -> None:
        """Knock the actor out, and end the turn that had begun."""
        knock_out(table, table.actor, SKILL)
        holds.settle(table)
        current = table.scene.current
        if current is not None and current.who == table.actor:
            go_on(table, dice)


def breath_of(pool: Pool) -> Distribution:
    """The distribution of the MoS in the fight for breath: every die of the pool, after its malus."""
    return pool.measure(pool.available)


__all__ = ["GRAPPLING"]

GRAPPLING: tuple[type[Command], ...] = (
    Grapple,
    TurnTables,
    MoveTogether,
    Throw,
    Choke,
    BreakChoke,
    HoldOut,
    Release,
)
