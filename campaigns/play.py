"""Playing: the one write path. Lock the campaign, load the working copy, let the rule perform, write the entry, commit.

Every write may carry a key (the same key gives the same entry, once) and the version that its author saw.
"""

import hashlib
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet

from campaigns import access, audience, chronicle, feed, late, openbook, redaction, selectors
from campaigns.documents import Document, document_models
from campaigns.models import Campaign, Entry, Membership, Role, Struck
from campaigns.redaction import NOBODY, Hidden
from rules import codec, house_rules
from rules.engine.advice.choices import Advice
from rules.engine.advice.what_if import Memory, Prospect
from rules.engine.calendar.long_tests import Forecast
from rules.engine.kernel import commands
from rules.engine.kernel.book import HouseRules
from rules.engine.kernel.commands import Command, Place, Who
from rules.engine.kernel.dice import Dice, SecureDice, TypedDice
from rules.engine.kernel.refusals import NotNow, Refused, Unknown
from rules.engine.kernel.sheets import Encounter, Json, Sheet
from rules.engine.kernel.table import Table
from rules.engine.odds import Odds
from rules.engine.system.protocol import command_named

#: The sentence for a refusal of which nothing is left without those of whom a player does not know.
NOT_POSSIBLE = "That is not possible now."


class Stale(Exception):
    """A write to something that has changed since its author saw it.

    ``document`` is anything with a public id: a document, a run, a forecast. ``version`` is its version now, as its
    author counts.
    """

    def __init__(self, document: Any, version: int) -> None:
        super().__init__("This has changed since you saw it. Here is how it is now.")
        self.document, self.version = document, version


class KeyReused(Exception):
    """A key that already stands for another write."""

    def __init__(self) -> None:
        super().__init__("This Idempotency-Key was used for something else. Take a new one for a new write.")


class Unchanged(NotNow):
    """A write that would change nothing: it is so already, and no entry is written."""

    def __init__(self) -> None:
        super().__init__("Nothing would change.")


@dataclass(frozen=True, slots=True)
class Intent:
    """A write that is wanted: a command with its choices, for whom, where, and the version that its author saw."""

    command: str
    given: Mapping[str, Json] = field(default_factory=dict)
    actor: str = ""
    encounter: str = ""
    seen: int | None = None
    key: str | None = None
    typed: Mapping[str, Sequence[int]] = field(default_factory=dict)
    #: The source of faces, if it is not those typed in and the operating system.
    dice: Dice | None = None

    def digest(self) -> str:
        """A hash that tells whether a key comes again with the same intent, whatever version its author saw."""
        told = [
            self.command,
            dict(self.given),
            self.actor,
            self.encounter,
            {k: list(v) for k, v in self.typed.items()},
        ]
        return hashlib.sha256(codec.dump(told).encode()).hexdigest()


class Sheets(MutableMapping[str, Sheet]):
    """The sheets of a campaign as the rules see them: read when they are asked for, all of an encounter's at once."""

    def __init__(self, campaign: Campaign, at_once: Sequence[str], allowed: Callable[[Document], bool]) -> None:
        self.documents: dict[str, Document] = {}
        self._sheets: dict[str, Sheet] = {}
        self._campaign, self._allowed = campaign, allowed
        self.bring(at_once)

    def bring(self, public_ids: Iterable[str]) -> None:
        """Fetch those that are not at hand yet, with one query for all of a kind."""
        missing = [one for one in public_ids if one not in self.documents]
        if missing:
            self._fetch(missing)

    def _fetch(self, public_ids: Sequence[str]) -> None:
        for model in document_models():
            if model.is_sheet:
                found = model._default_manager.filter(campaign=self._campaign, public_id__in=public_ids, void=False)
                self.documents |= {document.public_id: document for document in found}

    @property
    def names(self) -> dict[str, str]:
        """The names of all who are at hand, by id, as they are called on the table."""
        called = {who: document.name for who, document in self.documents.items()}
        return called | {who: sheet.name for who, sheet in self._sheets.items()}

    def __getitem__(self, who: str) -> Sheet:
        if who not in self._sheets:
            if who not in self.documents:
                self._fetch([who])
            document = self.documents.get(who)
            if document is None or not self._allowed(document):
                raise KeyError(who)
            self._sheets[who] = codec.sheet_from(document.body)
        return self._sheets[who]

    def __setitem__(self, who: str, sheet: Sheet) -> None:
        self._sheets[who] = sheet

    def __delitem__(self, who: str) -> None:
        del self._sheets[who]

    def __iter__(self) -> Iterator[str]:
        return iter(self.documents)

    def __len__(self) -> int:
        return len(self.documents)


class Known(ChainMap[str, Sheet]):
    """Sheets as the rules see them for somebody who does not know everybody: each made when it is looked at."""

    def __init__(self, sheets: Sheets, hidden: Hidden) -> None:
        super().__init__({}, sheets)
        self._hidden = hidden

    def __getitem__(self, who: str) -> Sheet:
        if not self._hidden:
            return self.maps[1][who]
        if who not in self.maps[0]:
            self.maps[0][who] = self._known(who)
        return self.maps[0][who]

    def _known(self, who: str) -> Sheet:
        sheet = self.maps[1][who]
        if self._hidden.get(who):
            return replace(sheet, name=redaction.SOMEBODY.capitalize())
        return redaction.without(sheet, self._hidden)


class Cast(Mapping[str, str]):
    """Names of the people whose sheets a member may open; read once, and only if a rule asks for them."""

    def __init__(self, member: Membership) -> None:
        self._member = member

    @cached_property
    def _names(self) -> dict[str, str]:
        sheets = (model for model in document_models() if model.is_sheet)
        found = (access.visible(self._member, model._default_manager.order_by("name", "pk")) for model in sheets)
        return {public_id: name for people in found for public_id, name in people.values_list("public_id", "name")}

    def __getitem__(self, who: str) -> str:
        return self._names[who]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


@dataclass(slots=True)
class Game:
    """A campaign laid out for one actor: the table that the rules read, and the documents it was made from."""

    member: Membership
    table: Table
    sheets: Sheets
    scene: Document | None
    _known: tuple[int, Known] | None = field(default=None, init=False, repr=False)

    @property
    def known(self) -> Table:
        """The table as far as the member knows who is there; choices and odds are made from it."""
        encounter = self.table.encounter
        if self.member.is_gm or encounter is None:
            return self.table
        known = audience.known_encounter(encounter, audience.Viewer(is_gm=False))
        return _table(self.member, self._known_sheets(), known, self.table.actor, self.table.house_rules)

    @property
    def hidden(self) -> Hidden:
        """The ids of those who take part without the member knowing, each with the name not to be said to them."""
        if self.member.is_gm or self.table.encounter is None:
            return NOBODY
        return audience.unknown_in(self.table.encounter, self.sheets.names)

    def _known_sheets(self) -> Known:
        """The sheets as the member knows them, made anew only when something has happened."""
        happened = len(self.table.facts)
        if self._known is None or self._known[0] != happened:
            self._known = happened, Known(self.sheets, self.hidden)
        return self._known[1]

    @property
    def present(self) -> frozenset[str]:
        """The names of those who take part, as far as the member knows of them."""
        scene = self.known.encounter
        return frozenset(self.table.name(who) for who in scene.combatants) if scene else frozenset()

    @property
    def closed(self) -> tuple[str, ...]:
        """The ids of those whose sheets the member may not read, though the rules need them."""
        if self.member.is_gm:
            return ()
        found = self.sheets.documents.items()
        return tuple(who for who, one in found if one.secret and not one.played_by(self.member.user_id))

    def prospect(self, kind: type[Command]) -> Prospect:
        """The outlook on commands of this kind (their odds and advice), from what the member may know."""
        known = self.known
        # Whoever's dice come with the command is no stranger: one knows the horse that one rides.
        closed = [who for who in self.closed if who not in kind.rollers(known)]
        there = known.encounter.combatants if known.encounter else {}
        secret = self.member.is_gm and any(one.secret for who, one in self.sheets.documents.items() if who in there)
        memory = _memory(self._state(closed))
        return Prospect.of(self.member.campaign.system, known, closed, memory, is_closed_to_others=secret)

    def _state(self, closed: Sequence[str]) -> str:
        """A digest of all that advice hangs on besides the form: sheets, scene, rules and book, and who looks."""
        campaign, scene = self.member.campaign, self.scene.body if self.scene else ""
        bodies = [text for who, one in sorted(self.sheets.documents.items()) for text in (who, str(one.body))]
        rules = (campaign.system_slug, str(campaign.book), codec.dump(campaign.house_rules), codec.dump(list(closed)))
        told = (str(self.member.pk), str(self.member.is_gm), self.table.actor, *rules, str(scene), *bodies)
        return hashlib.sha256("\0".join(told).encode()).hexdigest()


@lru_cache(maxsize=256)
def _memory(state: str) -> Memory:
    """The memory of what was weighed in one state of a game, for the next question about it; empty at first."""
    return {}


def lay_out(member: Membership, actor: str = "", encounter: str = "") -> Game:
    """Load what a command of this actor may need; 404 for what the member may not know of."""
    campaign = member.campaign
    openbook.lay(member)
    scene = _scene(member, encounter) if encounter else None
    state = codec.encounter_from(scene.body) if scene else None
    there = frozenset(state.combatants) - (frozenset() if member.is_gm else audience.hidden_in(state)) if state else ()

    def allowed(document: Document) -> bool:
        # The rules need hidden combatants as well; what a player is offered is made from Game.known.
        return member.is_gm or not document.secret or bool(state and document.public_id in state.combatants)

    sheets = Sheets(campaign, [actor, *(state.combatants if state else ())], allowed)
    _refuse_unknown_actor(member, actor, sheets, frozenset(there))
    return Game(member, _table(member, sheets, state, actor), sheets, scene)


def lay_out_for_all(member: Membership, documents: Iterable[Document]) -> Game:
    """The game of several people at once, out of every encounter: `Table.as_actor` says who of them acts."""
    openbook.lay(member)
    sheets = Sheets(member.campaign, (), lambda document: member.is_gm or not document.secret)
    sheets.documents |= {document.public_id: document for document in documents}
    return Game(member, _table(member, sheets, None, ""), sheets, None)


def _table(
    member: Membership,
    sheets: MutableMapping[str, Sheet],
    state: Encounter | None,
    actor: str,
    rules: HouseRules | None = None,
) -> Table:
    campaign = member.campaign
    turned = campaign.house_rules if rules is None else rules
    return Table(sheets, state, turned, actor, campaign.system.rank_range, Cast(member))


def _refuse_unknown_actor(member: Membership, actor: str, sheets: Sheets, there: frozenset[str]) -> None:
    if not actor:
        return
    document = sheets.documents.get(actor)
    if document is None or (document.secret and not member.is_gm and actor not in there):
        raise Unknown("Nobody of that name is here.", "actor")


def _scene(member: Membership, public_id: str) -> Document:
    for model in document_models():
        if model.is_scene:
            return access.document_for(member, model._default_manager.all(), public_id)
    raise Unknown("There are no encounters here.")


# -- performing -----------------------------------------------------------------------------------------------------


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


def _refuse_between_turns(game: Game, kind: type[Command]) -> None:
    """Refuse a player a command while somebody hidden acts or decides: the turn that they still see is over."""
    scene = game.table.encounter
    if scene and audience.waits_in_hiding(scene) and not commands.is_possible(kind, game.table):
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


def _command(game: Game, intent: Intent) -> Command:
    kind = command_named(game.member.campaign.system, intent.command)
    _refuse_wrong_role(game, kind)
    command = codec.command_from(kind, dict(intent.given))
    if not game.member.is_gm:
        audience.refuse_secret_text(command)
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


def write(member: Membership, intent: Intent, act: Callable[[Game], dict[str, Json]]) -> Entry:
    """Let something happen in the member's campaign, and write it: all of it or nothing."""
    with transaction.atomic():
        campaign = chronicle.lock(member.campaign_id)
        earlier = earlier_by(campaign, member, intent)
        if earlier is not None:
            return earlier
        member.campaign = campaign
        game = lay_out(member, intent.actor, intent.encounter)
        _refuse_stale(game, intent)
        scene = game.table.encounter
        before, shown = (audience.hidden_in(scene), audience.shown_order(scene)) if scene else (frozenset(), None)
        was_held = scene is not None and scene.shown is not None
        given = act(game)
        if scene and shown:
            audience.settle(scene, shown, game.table.facts)
        if not game.table.facts:
            raise Unchanged
        players = audience.players_of(game.sheets.documents.values())
        line = _line(game, intent, given, before)
        if scene and shown:
            line = late.with_late(campaign, line, late.Change(scene, shown, was_held), players)
        entry = chronicle.write(campaign, line)
        chronicle.follow(entry, game.table.facts, _changed(game, intent), players)
        feed.tell_on_commit(campaign, entry)
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


def _line(game: Game, intent: Intent, given: dict[str, Json], before: frozenset[str]) -> chronicle.Line:
    state = game.table.encounter
    after = audience.hidden_in(state) if state else frozenset()
    secret = [who for who, document in game.sheets.documents.items() if document.secret]
    met = state.combatants if state else ()
    if game.scene and game.scene.secret:
        # Nobody is met in an encounter that players do not know of, and neither it nor its rounds exist for them.
        secret, met = [*secret, game.scene.public_id], ()
    return chronicle.Line(
        by=game.member.user,
        command=intent.command,
        facts=game.table.facts,
        given=given,
        actor=intent.actor,
        encounter=intent.encounter,
        veiled=audience.named(audience.veiled_by(before, after, secret, met), game.sheets.names),
        key=intent.key or None,
        key_digest=intent.digest() if intent.key else "",
    )


def _changed(game: Game, intent: Intent) -> dict[str, Sheet | Encounter]:
    touched = chronicle.touched_by(game.table.facts, intent.encounter)
    return {each: game.table.scene if each == intent.encounter else game.table.sheets[each] for each in touched}


# -- undo and redo --------------------------------------------------------------------------------------------------


def undo(member: Membership, entry_id: str, *, encounter: str = "", key: str | None = None) -> Entry:
    """Take back the last thing that happened (in an encounter, or in the campaign), named by its public id."""
    return _turn_back(member, "undo", entry_id, encounter, key)


def redo(member: Membership, entry_id: str, *, encounter: str = "", key: str | None = None) -> Entry:
    """Let what was taken back last happen again, as long as nothing else has happened since."""
    return _turn_back(member, "redo", entry_id, encounter, key)


def _turn_back(member: Membership, which: str, entry_id: str, encounter: str, key: str | None) -> Entry:
    if not member.is_gm:
        raise PermissionDenied("Only the game master can undo.")
    intent = Intent(which, {"entry": entry_id}, encounter=encounter, key=key)
    with transaction.atomic():
        campaign = chronicle.lock(member.campaign_id)
        earlier = earlier_by(campaign, member, intent)
        if earlier is not None:
            return earlier
        candidate = last_to_undo(campaign, encounter) if which == "undo" else last_to_redo(campaign, encounter)
        if candidate is None or candidate.public_id != entry_id:
            raise NotNow(f"Something else is the next to {which}; look again.", "entry")
        line = chronicle.Line(
            by=member.user,
            command=which,
            given=dict(intent.given),
            encounter=candidate.encounter,
            veiled=audience.veiled_in(candidate),
            undoes=candidate if which == "undo" else None,
            redoes=candidate if which == "redo" else None,
            key=key or None,
            key_digest=intent.digest() if key else "",
        )
        entry = chronicle.write(campaign, line)
        players = audience.players_of(selectors.people(member))
        (chronicle.strike if which == "undo" else chronicle.restore)(candidate, entry, players)
        member.campaign = campaign
        openbook.lay(member)
        feed.tell_on_commit(campaign, entry)
    return entry


def last_to_undo(campaign: Campaign, encounter: str = "") -> Entry | None:
    """The entry that undo would take back now."""
    entries = Entry.objects.filter(campaign=campaign, undoes=None, redoes=None, struck=None)
    found: Entry | None = _within(entries, encounter).order_by("-number").first()
    return found


def last_to_redo(campaign: Campaign, encounter: str = "") -> Entry | None:
    """The entry that redo would bring back now."""
    return struck_after(campaign, encounter, last_to_undo(campaign, encounter))


def struck_after(campaign: Campaign, encounter: str, counting: Entry | None) -> Entry | None:
    """The earliest struck entry after the last one that counts."""
    struck = Struck.objects.filter(campaign=campaign).select_related("entry__campaign", "entry__by")
    if encounter:
        struck = struck.filter(entry__encounter=encounter)
    if counting is not None:
        struck = struck.filter(entry__number__gt=counting.number)
    first = struck.order_by("entry__number").first()
    return first.entry if first else None


def _within(entries: QuerySet[Entry], encounter: str) -> QuerySet[Entry]:
    return entries.filter(encounter=encounter) if encounter else entries
