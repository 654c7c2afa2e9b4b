"""The outlook on a command before it is given: its odds, a forecast and advice, or the table as it would leave it."""

from dataclasses import dataclass, replace

from campaigns.audience import access
from campaigns.models import Membership
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import command_of, perform_on
from rules import house_rules
from rules.engine.advice.choices import Advice
from rules.engine.calendar.long_tests import Forecast
from rules.engine.kernel import Dice
from rules.engine.odds import Odds


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The outlook on a command: its odds, the house rules that they hang on, and which choice is worth most.

    ``odds`` are ``None`` where nothing is left to chance. ``ahead`` is the forecast of a long test that it begins.
    """

    odds: Odds | None
    house: tuple[house_rules.Setting, ...]
    ahead: Forecast | None = None
    advice: Advice | None = None


def foresee(member: Membership, intent: Intent) -> Foreseen:
    """The outlook on a command, for somebody who could give it and is shown odds; nothing is written or locked."""
    access.refuse_unless_sees_odds(member)
    game = lay_out(member, intent.actor, intent.encounter)
    command, system = command_of(game, intent), member.campaign.system
    prospect = game.prospect(type(command))
    odds, table, kept = prospect.odds(command), prospect.known, system.long_tests
    ahead = kept.planned(table, command) if kept and command.name == kept.begin and not game.closed else None
    house = house_rules.turned(system, table.house_rules, table.house_rules.consulted)
    return Foreseen(odds, house, ahead, prospect.advice(command) if access.sees_advice(member) else None)


def foretell(member: Membership, intent: Intent) -> Odds | None:
    """The odds of a command alone, without house rules, forecast and advice."""
    return foresee(member, intent).odds


def rehearse(member: Membership, intent: Intent, dice: Dice) -> Game:
    """The table as a command would leave it, for somebody who could give it; nothing is written or locked."""
    game = lay_out(member, intent.actor, intent.encounter)
    perform_on(game, replace(intent, dice=dice))
    return game
