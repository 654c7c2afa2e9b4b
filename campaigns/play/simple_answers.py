"""Asks of creatures that leave nothing to decide: answered at once, in the entry in which they were put."""

from campaigns.models import Entry, Membership
from campaigns.play.consent import write_agreed
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import perform_on
from rules.engine.fight import only_answer
from rules.engine.kernel import Ask, Command, Json, SecureDice, commands
from rules.engine.system.protocol import command_named
from rules.house_rules import SIMPLE_ANSWERS

#: The most asks that are answered after one command, so that no two creatures go on for ever.
MOST = 12


def perform(member: Membership, intent: Intent) -> Entry:
    """Perform a command, and let creatures give the only answer to whatever it asks them; all of it is one entry."""

    def act(game: Game) -> dict[str, Json]:
        before = frozenset(game.table.encounter.asks) if game.table.encounter else frozenset()
        given = perform_on(game, intent)
        if game.table.encounter and SIMPLE_ANSWERS.flag(game.table.house_rules):
            _answer_all(game, before)
        return given

    return write_agreed(member, intent, act)


def _answer_all(game: Game, before: frozenset[str]) -> None:
    for _ in range(MOST):
        fresh = [ask for ask in game.table.scene.pressing if ask.key not in before and not _is_played(game, ask.to)]
        answer = next(((ask, found) for ask in fresh if (found := _only(game, ask))), None)
        if answer is None:
            return
        ask, command = answer
        commands.perform(command, game.table.as_actor(ask.to), SecureDice())
        game.member.campaign.system.keep_up(game.table)


def _only(game: Game, ask: Ask) -> Command | None:
    system = game.member.campaign.system
    return only_answer([command_named(system, name) for name in ask.commands], game.table.as_actor(ask.to), ask)


def _is_played(game: Game, who: str) -> bool:
    """Whether a player decides for somebody."""
    document = game.sheets.documents.get(who)
    return document is not None and document.is_played
