"""Performing: the one write path.

Lock the campaign, load the working copy, let the rule perform, write the entry, commit.

Every write may carry a key (the same key gives the same entry, once) and the version that its author saw.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from django.core.exceptions import PermissionDenied
from django.db import transaction

from campaigns.audience import access, encounters, history, redaction, sight, viewers
from campaigns.chronicle import hidden_turns, notify, record
from campaigns.models import Campaign, Entry, Membership, Role
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent, KeyReused, Stale, Unchanged
from rules import codec, house_rules
from rules.engine.advice.choices import Advice
from rules.engine.calendar.long_tests import Forecast
from rules.engine.kernel import commands
from rules.engine.kernel.commands import Command, Place, Who
from rules.engine.kernel.dice import Dice, SecureDice, TypedDice
from rules.engine.kernel.refusals import NotNow, Refused
from rules.engine.kernel.sheets import Encounter, Json, Sheet
from rules.engine.odds import Odds
from rules.engine.system.protocol import command_named

#: The sentence for a refusal of which nothing is left without those of whom a player does not know.
NOT_POSSIBLE = "That is not possible now."


def perform(member: Membership, intent: Intent) -> Entry:
    """Perform a command and return its entry (the earlier one, if its key was used for the same before)."""
    return write(member, intent, lambda game: _perform(game, intent))


def _perform(game: Game, intent: Intent) -> dict[str, Json]:
    command = _command(game, intent)
    if not game.member.is_gm:
        commands.refuse_unlisted(command, game.known)
        _refuse_between_turns(game, type(command))
    dice = intent.dice or TypedDice(intent.typed, SecureDice())
    with _discreet(game):
        commands.perform(command, game.table, dice)
    if isinstance(dice, TypedDice):
        dice.all_used()
    game.member.campaign.system.keep_up(game.table)
    return codec.plain_command(command)


def _command(game: Game, intent: Intent) -> Command:
    kind = command_named(game.member.campaign.system, intent.command)
    _refuse_wrong_role(game, kind)
    command = codec.command_from(kind, dict(intent.given))
    if not game.member.is_gm:
        sight.refuse_secret_text(command)
    return command


def _refuse_wrong_role(game: Game, kind: type[Command]) -> None:
    member = game.member
    if member.is_gm:
        return
    if kind.who is Who.GM or member.role != Role.PLAYER:
        raise PermissionDenied("Only the game master can do this.")
    actor = game.sheets.documents.get(game.table.actor)
    if actor is None or not actor.played_by(member.user_id):
        raise PermissionDenied("Only whoever plays this character, or the game master, can do this.")


def _refuse_between_turns(game: Game, kind: type[Command]) -> None:
    """Refuse a player a command while somebody hidden acts or decides: the turn that they still see is over."""
    scene = game.table.encounter
    if scene and encounters.waits_in_hiding(scene) and not commands.is_possible(kind, game.table):
        kind.possible(game.known)
        raise NotNow("Not now: the game master goes on first.")


@contextmanager
def _discreet(game: Game) -> Iterator[None]:
    """Take those of whom the player does not know out of the sentence of a refusal: the rules know everybody."""
    try:
        yield
    except Refused as refused:
        refused.sentence = redaction.sentence_without(refused.sentence, game.hidden) or NOT_POSSIBLE
        refused.args = (refused.sentence,)
        raise


# -- looking ahead -----------------------------------------------------------------------------------------------------


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
    command, system = _command(game, intent), member.campaign.system
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
    _perform(game, replace(intent, dice=dice))
    return game


# -- writing -----------------------------------------------------------------------------------------------------------


def write(member: Membership, intent: Intent, act: Callable[[Game], dict[str, Json]]) -> Entry:
    """Let something happen in the member's campaign, and write it: all of it or nothing."""
    with transaction.atomic():
        campaign = record.lock(member.campaign_id)
        earlier = earlier_by(campaign, member, intent)
        if earlier is not None:
            return earlier
        member.campaign = campaign
        game = lay_out(member, intent.actor, intent.encounter)
        _refuse_stale(game, intent)
        scene = game.table.encounter
        before, shown = (encounters.hidden_in(scene), encounters.shown_order(scene)) if scene else (frozenset(), None)
        was_held = scene is not None and scene.shown is not None
        given = act(game)
        if scene and shown:
            encounters.settle(scene, shown, game.table.facts)
        if not game.table.facts:
            raise Unchanged
        players = viewers.players_of(game.sheets.documents.values())
        line = _line(game, intent, given, before)
        if scene and shown:
            line = hidden_turns.with_late(campaign, line, hidden_turns.Change(scene, shown, was_held), players)
        entry = record.write(campaign, line)
        record.follow(entry, game.table.facts, _changed(game, intent), players)
        notify.tell_on_commit(campaign, entry)
    return entry


def earlier_by(campaign: Campaign, member: Membership, intent: Intent) -> Entry | None:
    """The entry that the key of an intent stands for already, if there is one."""
    if not intent.key:
        return None
    earlier: Entry | None = Entry.objects.filter(campaign=campaign, by=member.user, key=intent.key).first()
    if earlier is not None and earlier.key_digest != intent.digest():
        raise KeyReused
    return earlier


def _refuse_stale(game: Game, intent: Intent) -> None:
    document = game.scene or game.sheets.documents.get(intent.actor)
    if intent.seen is None or document is None or _answers(game, intent):
        return
    now = document.version_for(game.member.is_gm)
    if now != intent.seen:
        raise Stale(document, now)


def _answers(game: Game, intent: Intent) -> bool:
    """Whether an ask is answered: its key says what was seen, and an answer is late only when the ask is gone."""
    commands_of_game = game.member.campaign.system.commands
    return any(kind.name == intent.command and kind.place is Place.ASK for kind in commands_of_game)


def _line(game: Game, intent: Intent, given: dict[str, Json], before: frozenset[str]) -> record.Line:
    state = game.table.encounter
    after = encounters.hidden_in(state) if state else frozenset()
    secret = [who for who, document in game.sheets.documents.items() if document.secret]
    met = state.combatants if state else ()
    if game.scene and game.scene.secret:
        # Nobody is met in an encounter that players do not know of, and neither it nor its rounds exist for them.
        secret, met = [*secret, game.scene.public_id], ()
    return record.Line(
        by=game.member.user,
        command=intent.command,
        facts=game.table.facts,
        given=given,
        actor=intent.actor,
        encounter=intent.encounter,
        veiled=encounters.named(history.veiled_by(before, after, secret, met), game.sheets.names),
        key=intent.key or None,
        key_digest=intent.digest() if intent.key else "",
    )


def _changed(game: Game, intent: Intent) -> dict[str, Sheet | Encounter]:
    touched = record.touched_by(game.table.facts, intent.encounter)
    return {each: game.table.scene if each == intent.encounter else game.table.sheets[each] for each in touched}
