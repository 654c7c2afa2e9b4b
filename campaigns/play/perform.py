"""Performing: the one write path.

Lock the campaign, load the working copy, let the rule perform, write the entry, commit.

Every write may carry a key (the same key gives the same entry, once) and the version that its author saw. Pages of the
campaign's own (house rules, compendium, calendar) are written in the same steps.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from django.db import transaction
from django.urls import reverse

from campaigns.audience import access, encounters, history, redaction, sight, viewers
from campaigns.audience.redaction import NOBODY, Hidden
from campaigns.audience.viewers import Viewer
from campaigns.chronicle import hidden_turns, notify, record
from campaigns.chronicle.replay import content_after
from campaigns.models import Campaign, Content, Document, Entry, Membership, Role, own_book
from campaigns.notices import fights, telling
from campaigns.play import asked_tests
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent, KeyReused, Unchanged, refuse_stale
from rules import codec
from rules.engine.fight import letter_hidden, refuse_fog, settle_fog
from rules.engine.kernel import (
    Command,
    ConditionEnded,
    Fact,
    Json,
    NotNow,
    Place,
    Refused,
    Reply,
    SecureDice,
    Told,
    TypedDice,
    Unknown,
    Who,
    commands,
    is_possible,
)
from rules.engine.system.protocol import command_named

#: The sentence for a refusal of which nothing is left without those of whom a player does not know.
NOT_POSSIBLE = "This is not possible now."
#: A change of the book, made once the campaign is locked: the page that it is about, and the facts (none: no change).
Act = Callable[[Campaign], tuple[Document, list[Fact]]]


def perform(member: Membership, intent: Intent) -> Entry:
    """Perform a command and return its entry (the earlier one, if its key was used for the same before)."""
    return write(member, intent, lambda game: perform_on(game, intent))


def perform_on(game: Game, intent: Intent) -> dict[str, Json]:
    """Let a command happen on the table alone; returns its choices, as the chronicle keeps them."""
    command = command_of(game, intent)
    _refuse_gone(game, intent, command)
    if not game.member.is_gm:
        commands.refuse_unlisted(command, game.known)
        _refuse_between_turns(game, type(command))
        refuse_fog(game.table, command)
    dice = intent.dice or TypedDice(intent.typed, SecureDice())
    with _discreet(game):
        commands.perform(command, game.table, dice)
    if isinstance(dice, TypedDice):
        dice.all_used()
    game.member.campaign.system.keep_up(game.table)
    game.is_covert = command.is_covert()
    return codec.plain_command(command)


def command_of(game: Game, intent: Intent) -> Command:
    """The command of an intent, refused to whoever may not give it."""
    kind = command_named(game.member.campaign.system, intent.command)
    _refuse_wrong_role(game, kind)
    command = codec.command_from(kind, dict(intent.given))
    if not game.member.is_gm:
        sight.refuse_secret_text(command)
    return command


def _refuse_gone(game: Game, intent: Intent, command: Command) -> None:
    """Refuse an answer from a page that still shows a question which is not there any more."""
    scene = game.table.encounter
    if intent.seen is not None and isinstance(command, Reply) and scene and command.ask not in scene.asks:
        raise NotNow("This question has changed. Here is how it is now.", "ask")


def _refuse_wrong_role(game: Game, kind: type[Command]) -> None:
    if kind.who is Who.GM or game.member.role != Role.PLAYER:
        access.refuse_unless_gm(game.member)
    else:
        access.refuse_unless_player_of(game.member, game.sheets.documents.get(game.table.actor))


def _refuse_between_turns(game: Game, kind: type[Command]) -> None:
    """Refuse a player a command while somebody hidden acts or decides: the turn that they still see is over.

    Whoever ended it is refused in the words that they would read if nobody hid: it is the turn of the next in sight.
    """
    scene = game.table.encounter
    if not (scene and encounters.waits_in_hiding(scene)) or commands.is_possible(kind, game.table):
        return
    known = game.known
    following = encounters.next_in_sight(scene)
    if scene.shown and following and known.scene.current and known.scene.current.who == game.table.actor:
        known.scene.turn = following.key
    kind.possible(known)
    raise NotNow("Your turn is over." if scene.shown else "Wait: the game master has something to do first.")


@contextmanager
def _discreet(game: Game) -> Iterator[None]:
    """Take those of whom the player does not know out of the sentence of a refusal: the rules know everybody."""
    try:
        yield
    except Refused as refused:
        refused.sentence = redaction.sentence_without(refused.sentence, game.unspoken) or NOT_POSSIBLE
        refused.args = (refused.sentence,)
        raise


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
        asked = asked_tests.owed_by(campaign, intent)
        asked_tests.say_why(asked, game.table)
        given = act(game)
        _keep_secrets(game)
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
        asked_tests.note_rolled(asked, entry)
        _tell_player(game, intent)
        _forget_lapsed(game)
        if scene and game.scene:
            fights.keep(game.scene, scene, game.sheets.documents.values())
        notify.tell_on_commit(campaign, entry)
    return entry


def _keep_secrets(game: Game) -> None:
    """Hide whoever stands in the fog, and the numbers of those who hide before players have seen anybody."""
    settle_fog(game.table)
    if game.scene and game.scene.secret:
        letter_hidden(game.table, [who for who, document in game.sheets.documents.items() if document.secret])


def _tell_player(game: Game, intent: Intent) -> None:
    """Tell a player what the game master said to their wish; a wish that is fulfilled now is told of no more."""
    character, system = game.sheets.documents.get(intent.actor), game.member.campaign.system
    kind = next((one for one in system.commands if one.name == intent.command), None)
    if character is None or kind is None:
        return
    if kind.is_told and game.member.is_gm:
        said = [game.table.words(fact.said) for fact in game.table.facts if isinstance(fact, Told)]
        query = f"?do={kind.leads_to}" if kind.leads_to else ""
        here = reverse("characters:sheet", args=[game.member.campaign.public_id, character.public_id]) + query
        telling.answered(character, said[-1], here, leads_to=kind.leads_to)
    elif any(kind.name == other.leads_to for other in system.commands):
        telling.done(game.member.campaign, [character.public_id], kind.name)


def _forget_lapsed(game: Game) -> None:
    """Tell a player no longer that they may do what ended before they did it, as with its scene."""
    campaign = game.member.campaign
    ended = {fact.who for fact in game.table.facts if isinstance(fact, ConditionEnded)}
    granted = {kind.leads_to for kind in campaign.system.commands if kind.leads_to}
    for name in granted if ended else ():
        kind = command_named(campaign.system, name)
        late = [who for who in ended if not is_possible(kind, game.table.as_actor(who))]
        telling.done(campaign, late, name)


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
    if document is not None and not _answers(game, intent):
        refuse_stale(document, document.version_for(game.member.is_gm), intent.seen)


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
    veiled = history.veiled_by(before, after, secret, met)
    if game.is_covert:
        # As if it happened to nobody: what is about no one whom they know, players do not hear of.
        veiled |= {*game.sheets.documents, intent.encounter} - {""}
    return replace(chronicle_line(game.member, intent, game.table.facts, veiled), given=given)


def chronicle_line(member: Membership, intent: Intent, facts: list[Fact], veiled: Hidden) -> record.Line:
    """The line of the chronicle for an intent, for which its key stands from then on."""
    return record.Line(
        by=member.user,
        command=intent.command,
        facts=facts,
        given=dict(intent.given),
        actor=intent.actor,
        encounter=intent.encounter,
        veiled=veiled,
        key=intent.key or None,
        key_digest=intent.digest() if intent.key else "",
    )


def _changed(game: Game, intent: Intent) -> dict[str, Content]:
    touched = record.touched_by(game.table.facts, intent.encounter)
    return {each: _content(game, intent, each) for each in touched}


def _content(game: Game, intent: Intent, document: str) -> Content:
    """A document as what happened at the table left it."""
    page = game.pages.get(document)
    if page is None:
        return game.table.scene if document == intent.encounter else game.table.sheets[document]
    content = content_after(page, page.read() if page.version else page.blank(), game.table.facts)
    assert content is not None  # noqa: S101 - a page of the campaign's own is blank before it is written
    return content


# -- pages of the campaign's own --------------------------------------------------------------------------------------


def write_page(member: Membership, intent: Intent, act: Act) -> Entry:
    """Let something happen to a page of the campaign's own, and write it: all of it or nothing; for game masters."""
    access.refuse_unless_gm(member)
    with transaction.atomic():
        campaign = record.lock(member.campaign_id)
        earlier = earlier_by(campaign, member, intent)
        if earlier is not None:
            return earlier
        member.campaign = campaign
        own_book.lay(member)
        page, happened = act(campaign)
        refuse_stale(page, page.version, intent.seen)
        if not happened:
            raise Unchanged
        veiled = Hidden({page.public_id}) if page.secret else NOBODY
        entry = record.write(campaign, chronicle_line(member, intent, happened, veiled))
        content = content_after(page, page.read() if page.version else page.blank(), happened)
        if content is None:
            raise Unknown("This is not finished yet.")
        # Whoever may open a page sees all of it, so nobody's sight need be asked.
        record.follow(entry, happened, {page.public_id: content}, Viewer(is_gm=False))
        notify.tell_on_commit(campaign, entry)
    own_book.lay(member)
    return entry
