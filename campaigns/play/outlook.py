"""The outlook on a command before it is given: its odds, a forecast, advice, and the dice to throw for it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from campaigns.audience import access
from campaigns.models import Membership
from campaigns.play.deeds import act_on
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import command_of
from rules import house_rules
from rules.engine.advice.choices import Advice
from rules.engine.calendar.long_tests import Forecast
from rules.engine.kernel import Dice, SeededDice, Throw, commands
from rules.engine.odds import Odds


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The outlook on a command: its odds, the house rules that they hang on, and which choice is worth most.

    ``odds`` are ``None`` where nothing is left to chance. ``ahead`` is the forecast of a long test that it begins, and
    ``lasts`` the minutes that it takes.
    """

    odds: Odds | None
    house: tuple[house_rules.Setting, ...]
    ahead: Forecast | None = None
    advice: Advice | None = None
    lasts: int = 0


def foresee(member: Membership, intent: Intent) -> Foreseen:
    """The outlook on a command, for somebody who could give it and is shown odds; nothing is written or locked."""
    access.refuse_unless_sees_odds(member)
    game = lay_out(member, intent.actor, intent.encounter)
    command, system = command_of(game, intent), member.campaign.system
    prospect = game.prospect(type(command))
    odds, table, kept = prospect.odds(command), prospect.known, system.long_tests
    ahead = kept.planned(table, command) if kept and command.name == kept.begin and not game.closed else None
    house = house_rules.turned(system, table.house_rules, table.house_rules.consulted)
    advice = prospect.advice(command) if access.sees_advice(member) else None
    return Foreseen(odds, house, ahead, advice, command.lasts())


def foretell(member: Membership, intent: Intent) -> Odds | None:
    """The odds of a command alone, without house rules, forecast and advice."""
    return foresee(member, intent).odds


def rehearse(member: Membership, intent: Intent, dice: Dice) -> Game:
    """The table as a command would leave it, for somebody who could give it; nothing is written or locked."""
    game = lay_out(member, intent.actor, intent.encounter)
    act_on(game, replace(intent, dice=dice))
    return game


# -- dice of people ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hand:
    """The dice of one person's first throw, by their sides."""

    who: str
    name: str
    sides: tuple[int, ...]


class _NotedDice(Dice):
    """Dice that note the first throw of each who rolls. What is done after it hangs on faces, and is not foreseen."""

    def __init__(self) -> None:
        self.first: dict[str, tuple[int, ...]] = {}
        self._faces = SeededDice(0)

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        if sides:
            self.first.setdefault(who, tuple(sides))
        return self._faces.roll(who, sides)


def hands(member: Membership, intent: Intent, rollers: Sequence[str]) -> list[Hand]:
    """The first throws of those of the ``rollers`` who throw at all and whose sheets the member may read.

    Nothing is written: the command is performed at a copy of the table, as far as the member knows it.
    """
    game = lay_out(member, intent.actor, intent.encounter)
    command = command_of(game, intent)
    table, dice = game.prospect(type(command)).guesses[0], _NotedDice()
    table.supposing(lambda tried: commands.perform(command, tried, dice))
    kept_from = {*game.closed, *game.hidden}
    return [
        Hand(who, table.name(who), dice.first[who]) for who in rollers if who in dice.first and who not in kept_from
    ]
