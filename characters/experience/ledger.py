"""Reading the ledger of experience: every row with the roll that it came from and the balance that it left."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import IntegerField, OuterRef, Q, QuerySet, Subquery, Sum
from django.http import Http404

from campaigns.audience import access, history, viewers
from campaigns.calendar.sessions import Evening, named_course
from campaigns.chronicle import hidden_turns
from campaigns.log.outcome import Throw, outcome_of
from campaigns.models import Entry, Membership
from characters.experience import refunds
from characters.experience.sums import Sums, sums
from characters.models import Character, ExperienceEntry
from rules import codec
from rules.engine.character.edits import SetRank
from rules.engine.kernel import RankChanged, Rolled, Sheet, spoken
from rules.engine.page.blocks import ranks_of
from winterhall.web.numbers import whole_number

#: Rows on a page, and the most changes by hand beside them.
AT_ONCE = 40
RAISES = 20


@dataclass(frozen=True, slots=True)
class Wish:
    """A filter on the rows: one rank (``skill.stealth``), a session, a word of the reason; or all."""

    rank: str = ""
    session: str = ""
    reason: str = ""

    @property
    def is_narrow(self) -> bool:
        return bool(self.rank or self.session or self.reason)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the ledger in words: what came in or went out for which rank, and what was left of it then.

    ``entry`` names the entry of the chronicle, where the reader may know of it; ``throws`` are the dice that it came
    from. ``undone`` says that the entry was taken back since, ``raised`` that it bought something that can be.
    """

    entry: str
    at: datetime
    name: str
    rank: str
    amount: int
    balance: int
    reason: str
    bought: str
    throws: tuple[Throw, ...]
    undone: bool
    raised: bool


@dataclass(frozen=True, slots=True)
class Total:
    """One account: what was earned and spent in it, and what the sheet says is left."""

    rank: str
    name: str
    earned: int
    spent: int
    on_sheet: int

    @property
    def left(self) -> int:
        return self.earned - self.spent

    @property
    def is_proven(self) -> bool:
        """Whether the rows add up to what stands on the sheet."""
        return self.left == self.on_sheet


class Span(NamedTuple):
    """An evening to filter by, with the name of its session in the campaign."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Raise:
    """A rank that was changed by hand, at no price: what it was changed by, and the entry that says so."""

    entry: str
    at: datetime
    name: str
    rank: str
    by: int
    undone: bool


@dataclass(frozen=True, slots=True)
class Ledger:
    """A stretch of the ledger, the newest first; ``earlier`` names the row before which there is more.

    ``by_hand`` are the latest changes that cost no experience, the newest first; they stand at the ledger's end.
    """

    rows: tuple[Row, ...]
    totals: tuple[Total, ...]
    sessions: tuple[Span, ...]
    earlier: str = ""
    by_hand: tuple[Raise, ...] = ()

    @property
    def whole(self) -> Total:
        """All accounts together."""
        sums = (sum(getattr(one, name) for one in self.totals) for name in ("earned", "spent", "on_sheet"))
        return Total("", "All of it", *sums)

    @property
    def is_proven(self) -> bool:
        """Whether every account is what the sheet says; sums could agree while accounts do not."""
        return all(one.is_proven for one in self.totals)


# -- rows, for pages and programs alike -------------------------------------------------------------------------------


def rows(character: Character) -> QuerySet[ExperienceEntry]:
    """The ledger in the order in which it was written, each row with the balance that it left in its account."""
    up_to_here = ExperienceEntry.objects.filter(
        character=OuterRef("character"), kind=OuterRef("kind"), name=OuterRef("name"), pk__lte=OuterRef("pk")
    )
    balance = up_to_here.order_by().values("name").annotate(sum=Sum("amount")).values("sum")
    return _rows(character).annotate(balance=Subquery(balance, IntegerField())).order_by("pk")


def _rows(character: Character) -> QuerySet[ExperienceEntry]:
    found = ExperienceEntry.objects.filter(character=character)
    return found.select_related("entry__struck", "entry__undoes", "entry__redoes")


def ledger(member: Membership, character: Character, wish: Wish, before: str = "") -> Ledger:
    """A stretch of a character's ledger as the member may read it, before a row if one is named."""
    labels = _labels(member, character)
    whole = sums(character)
    sessions = whole.sessions
    # The last row is known: from the newest of all ledgers on, it might be a long way back to it.
    found = _narrowed(_rows(character).filter(pk__lte=whole.last), wish, sessions)
    if before:
        found = found.filter(pk__lt=_place(character, before))
    listed = list(found.order_by("-pk")[: AT_ONCE + 1])
    shown = listed[:AT_ONCE]
    earlier = _cursor(character, shown[-1], whole) if len(listed) > AT_ONCE else ""
    told = tuple(_told(member, character, shown, labels, whole))
    ran = named_course(member.campaign) if sessions else []
    spans = tuple(Span(one.key, one.title(ran)) for one in sessions)
    raised = (
        ()
        if earlier or wish.is_narrow
        else tuple(_by_hand(member, character, labels, _written_by_hand(character)[:RAISES]))
    )
    return Ledger(told, tuple(_totals(character, labels, whole)), spans, earlier, raised)


def _written_by_hand(character: Character) -> QuerySet[Entry]:
    """The entries in which ranks were changed by hand, the latest first."""
    written = Entry.objects.filter(campaign=character.campaign_id, command=SetRank.name, actor=character.public_id)
    return written.select_related("struck").order_by("-number")


def _by_hand(
    member: Membership, character: Character, labels: Mapping[str, str], written: Iterable[Entry]
) -> Iterable[Raise]:
    """The changes by hand in entries, as far as the member may read of them."""
    viewer = viewers.viewer(member)
    for entry in written:
        for fact in history.seen_facts(entry, viewer) if history.is_seen(entry, viewer) else ():
            if isinstance(fact, RankChanged) and fact.who == character.public_id:
                rank = f"{fact.kind}.{fact.name}"
                yield Raise(entry.public_id, entry.at, _name(rank, labels), rank, fact.by, entry.is_struck)


def changed_by_hand(member: Membership, character: Character, rank: str) -> int:
    """The sum of all changes by hand of a rank, named ``kind.name``, of which the member may read."""
    written = _written_by_hand(character).filter(facts__contains=f'"{rank.partition(".")[2]}"')
    return sum(one.by for one in _by_hand(member, character, {}, written) if one.rank == rank and not one.undone)


def entries_told(member: Membership, shown: Sequence[ExperienceEntry]) -> dict[int, Entry]:
    """The entry of the chronicle in which the member reads of a row, by its primary key; none where they read nothing.

    A sheet changes at once; of a turn that led to somebody hidden players read with a later entry.
    """
    viewer = viewers.viewer(member)
    late = {} if viewer.is_gm else hidden_turns.told_with(row.entry for row in shown)
    entries = {row.pk: late.get(row.entry_id, row.entry) for row in shown}
    return {pk: entry for pk, entry in entries.items() if history.is_seen(entry, viewer)}


def _narrowed(found: QuerySet[ExperienceEntry], wish: Wish, sessions: Sequence[Evening]) -> QuerySet[ExperienceEntry]:
    if wish.rank:
        kind, _, name = wish.rank.partition(".")
        found = found.filter(kind=kind, name=name)
    if wish.session:
        spans = [Q(at__range=(one.begin, one.end)) for one in sessions if one.key == wish.session]
        found = found.filter(spans[0]) if spans else found.none()
    if wish.reason:
        found = found.filter(reason__icontains=wish.reason)
    return found


def _balances(character: Character, shown: Sequence[ExperienceEntry], whole: Sums) -> Mapping[int, int]:
    """The balance that each row of a stretch left in its account, counted back from what is there now."""
    if not shown:
        return {}
    held, found = whole.held, dict[int, int]()
    newer = ExperienceEntry.objects.filter(character=character, pk__gte=shown[-1].pk, pk__lte=whole.last)
    for pk, kind, name, amount in newer.order_by("-pk").values_list("pk", "kind", "name", "amount"):
        found[pk] = held.get((kind, name), 0)
        held[kind, name] = found[pk] - amount
    return found


# -- where one goes on ------------------------------------------------------------------------------------------------


def _cursor(character: Character, row: ExperienceEntry, whole: Sums) -> str:
    """The name of a row for addresses: its place among the character's rows, which its readers can count themselves.

    Its primary key would tell of others' rows, its entry of one that may be kept from them still.
    """
    newer = ExperienceEntry.objects.filter(character=character, pk__gte=row.pk, pk__lte=whole.last)
    return str(whole.rows - newer.count())


def _place(character: Character, cursor: str) -> int:
    place = whole_number(cursor, 7)
    if place is None:
        raise Http404
    found = ExperienceEntry.objects.filter(character=character).order_by("pk")
    listed = list(found.values_list("pk", flat=True)[place : place + 1])
    if not listed:
        raise Http404
    return listed[0]


# -- in words ---------------------------------------------------------------------------------------------------------


def _labels(member: Membership, character: Character) -> Mapping[str, str]:
    """The labels of ranks on the sheet, by ``kind.name``."""
    page = member.campaign.system.page(character.sheet, member.campaign.house_rules)
    return {f"{row.kind}.{row.name}": row.shown.label or row.label for row in ranks_of(page)}


def _name(rank: str, labels: Mapping[str, str]) -> str:
    words = spoken(rank.partition(".")[2])
    return labels.get(rank) or f"{words[:1].upper()}{words[1:]}"


def _told(
    member: Membership,
    character: Character,
    shown: Sequence[ExperienceEntry],
    labels: Mapping[str, str],
    whole: Sums,
) -> Iterable[Row]:
    viewer = viewers.viewer(member)
    names = viewers.names_in(member.campaign_id)
    may = access.may_play(member, character)
    taken = refunds.taken_back(character, {row.entry.public_id for row in shown if row.amount < 0}) if may else set()
    told, left = entries_told(member, shown), _balances(character, shown, whole)
    for row in shown:
        rank, entry, read = f"{row.kind}.{row.name}", row.entry, told.get(row.pk)
        seen = history.seen_facts(read, viewer) if read else []
        theirs = [fact for fact in seen if isinstance(fact, Rolled) and fact.who == character.public_id]
        yield Row(
            entry=read.public_id if read else "",
            at=entry.at,
            name=_name(rank, labels),
            rank=rank,
            amount=row.amount,
            balance=left[row.pk],
            reason=row.reason,
            bought=_bought(row, labels),
            throws=outcome_of(theirs, names, member.campaign.system).throws,
            undone=entry.is_struck,
            raised=may and entry.public_id not in taken and _can_be_taken_back(row, entry, character),
        )


def _bought(row: ExperienceEntry, labels: Mapping[str, str]) -> str:
    """The label of the rank that a debit paid for; empty if it paid for none."""
    if not row.bought:
        return ""
    return labels.get(f"{row.kind}.{row.bought}") or spoken(row.bought)


def _can_be_taken_back(row: ExperienceEntry, entry: Entry, character: Character) -> bool:
    is_raise = row.amount < 0 and bool(row.bought) and not entry.is_struck
    return is_raise and refunds.undoing(character.public_id, codec.facts_from(entry.facts)) is not None


def _totals(character: Character, labels: Mapping[str, str], whole: Sums) -> Iterable[Total]:
    sheet: Sheet = character.sheet
    held = {(kind, name): value for kind, named in sheet.experience.items() for name, value in named.items()}
    for kind, name in sorted({*whole.accounts, *held}, key=lambda at: _name(f"{at[0]}.{at[1]}", labels)):
        rank, (earned, spent) = f"{kind}.{name}", whole.accounts.get((kind, name), (0, 0))
        yield Total(rank, _name(rank, labels), earned, spent, held.get((kind, name), 0))
