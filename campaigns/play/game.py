"""The game as it lies on the table: the working copy of a campaign that rules read, laid out for one actor."""

import hashlib
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from campaigns.audience import access, encounters, redaction
from campaigns.audience.redaction import NOBODY, Hidden
from campaigns.audience.viewers import Names, Viewer
from campaigns.chronicle.replay import replay
from campaigns.models import Campaign, Document, Membership, all_scenes, all_sheets, own_book
from rules import codec
from rules.engine.advice.what_if import Memory, Prospect
from rules.engine.kernel import Command, Encounter, HouseRules, Sheet, Table, Unknown, somebody


class Sheets(MutableMapping[str, Sheet]):
    """The sheets of a campaign as the rules see them: read when they are asked for, all of an encounter's at once."""

    def __init__(self, campaign: Campaign, at_once: Sequence[str], allowed: Callable[[Document], bool]) -> None:
        self.documents: dict[str, Document] = {}
        self._sheets: dict[str, Sheet] = {}
        self._campaign, self._allowed = campaign, allowed
        self.bring(at_once)

    def bring(self, public_ids: Iterable[str]) -> None:
        """Fetch those that are not at hand yet, with one query for all of them."""
        missing = [one for one in public_ids if one not in self.documents]
        if missing:
            self._fetch(missing)

    def _fetch(self, public_ids: Sequence[str]) -> None:
        found = all_sheets().filter(campaign=self._campaign, public_id__in=public_ids, void=False)
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
            self._sheets[who] = _sheet_of(document)
        return self._sheets[who]

    def __setitem__(self, who: str, sheet: Sheet) -> None:
        self._sheets[who] = sheet

    def __delitem__(self, who: str) -> None:
        del self._sheets[who]

    def __iter__(self) -> Iterator[str]:
        return iter(self.documents)

    def __len__(self) -> int:
        return len(self.documents)


def _sheet_of(document: Document) -> Sheet:
    """The sheet that rules play with: of somebody deleted for good as the chronicle has it, under no name."""
    if not document.erased:
        return codec.sheet_from(document.body)
    content = replay(document)
    return replace(content, name=document.name) if isinstance(content, Sheet) else codec.sheet_from(document.body)


class Known(ChainMap[str, Sheet]):
    """Sheets as somebody may see them who does not know everybody: each made when it is looked at.

    With ``names`` the texts in them are finished, to be read; rules see them without.
    """

    def __init__(self, sheets: Sheets, hidden: Hidden, names: Mapping[str, str] | None = None) -> None:
        super().__init__({}, sheets)
        self._hidden, self._names = hidden, names

    def __getitem__(self, who: str) -> Sheet:
        if not self._hidden and self._names is None:
            return self.maps[1][who]
        if who not in self.maps[0]:
            self.maps[0][who] = self._known(who)
        return self.maps[0][who]

    def _known(self, who: str) -> Sheet:
        sheet = self.maps[1][who]
        if who in self._hidden:
            return replace(sheet, name=somebody())
        known = redaction.without(sheet, self._hidden)
        return known if self._names is None else redaction.with_names(known, self._names)


@dataclass(slots=True)
class Game:
    """A campaign laid out for one actor: the table that the rules read, and the documents it was made from."""

    member: Membership
    table: Table
    sheets: Sheets
    scene: Document | None
    #: Pages of the campaign's own that change with what happens at the table, by id.
    pages: dict[str, Document] = field(default_factory=dict)
    #: Whether what happens at the table is the game master's secret.
    is_covert: bool = False
    _known: tuple[int, Known] | None = field(default=None, init=False, repr=False)

    @property
    def known(self) -> Table:
        """The table as far as the member knows who is there; choices and odds are made from it."""
        encounter = self.table.encounter
        if self.member.is_gm or encounter is None:
            return self.table
        known = encounters.known_encounter(encounter, Viewer(is_gm=False))
        return _table(self.member, self._known_sheets(), known, self.table.actor, self.table.house_rules)

    @property
    def hidden(self) -> Hidden:
        """The ids of those who take part without the member knowing."""
        if self.member.is_gm or self.table.encounter is None:
            return NOBODY
        return encounters.hidden_in(self.table.encounter)

    @property
    def unspoken(self) -> dict[str, str]:
        """The names, by id, not to be said to the member in refusals."""
        if self.member.is_gm or self.table.encounter is None:
            return {}
        return encounters.unspoken_in(self.table.encounter, self.sheets.names)

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


# -- laying out --------------------------------------------------------------------------------------------------------


def lay_out(member: Membership, actor: str = "", encounter: str = "", *, scene: Document | None = None) -> Game:
    """Load what a command of this actor may need; 404 for what the member may not know of.

    Whoever has opened the encounter already hands it over as ``scene``.
    """
    campaign = member.campaign
    own_book.lay(member)
    if encounter and scene is None:
        scene = access.document_for(member, all_scenes(), encounter)
    state = codec.encounter_from(scene.body) if scene else None
    there = (
        frozenset(state.combatants) - (frozenset() if member.is_gm else encounters.hidden_in(state)) if state else ()
    )

    sheets = Sheets(campaign, [actor, *(state.combatants if state else ())], _allowed(member, state))
    _refuse_unknown_actor(member, actor, sheets, frozenset(there))
    return Game(member, _table(member, sheets, state, actor), sheets, scene)


def _allowed(member: Membership, state: Encounter | None) -> Callable[[Document], bool]:
    """The documents whose sheets the rules may read for a member."""

    def allowed(document: Document) -> bool:
        # The rules need hidden combatants as well; what a player is offered is made from Game.known.
        return member.is_gm or not document.secret or bool(state and document.public_id in state.combatants)

    return allowed


def lay_out_as_it_was(member: Membership, scene: Document, documents: Iterable[Document]) -> Game:
    """The game of a fight at an earlier moment, from its documents as they were then; nobody acts in it yet."""
    own_book.lay(member)
    state = codec.encounter_from(scene.body)
    sheets = Sheets(member.campaign, (), _allowed(member, state))
    sheets.documents |= {document.public_id: document for document in documents}
    return Game(member, _table(member, sheets, state, ""), sheets, scene)


def lay_out_for_all(member: Membership, documents: Iterable[Document]) -> Game:
    """The game of several people at once, out of every encounter: `Table.as_actor` says who of them acts."""
    own_book.lay(member)
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
    cast = Names(access.visible(member, all_sheets().order_by("name", "pk")))
    return Table(sheets, state, turned, actor, campaign.system.rank_range, cast)


def _refuse_unknown_actor(member: Membership, actor: str, sheets: Sheets, there: frozenset[str]) -> None:
    if not actor:
        return
    document = sheets.documents.get(actor)
    is_away = document is not None and (document.binned_at is not None or (document.secret and not member.is_gm))
    if document is None or (is_away and actor not in there):
        raise Unknown("Nobody here has that name.", "actor")
