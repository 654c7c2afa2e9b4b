"""Writing pages of the journal. Each text that a page ever had is kept; the index and the links follow at once."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from campaigns.audience import access, journal
from campaigns.journal import blocks, markdown, reading
from campaigns.journal.words import folded, indexed
from campaigns.models import (
    JournalLink,
    JournalPage,
    JournalPart,
    JournalRevision,
    Membership,
    PageKind,
    Role,
    Shared,
)
from campaigns.models.documents import all_sheets
from campaigns.models.journal import TEXT, TITLE
from campaigns.notices import telling
from campaigns.play.intent import refuse_stale
from rules.engine.character.names import check_name
from rules.engine.kernel import NotNow, Refused

#: The most tags of a page, and the most characters of one.
MOST_TAGS, TAG = 12, 40
#: The most players whom a page names as its readers: more fit no row of the index that lists are read from.
MOST_READERS = 200
#: The farthest day from the campaign's first that a page may be about.
MOST_DAY = 1_000_000_000
#: The columns that each version of a page keeps.
_KEPT = ("version", "kind", "title", "tags", "text", "named", "day", "yearly")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A page as its editor has it: everything that has a history. ``day`` is the campaign's, from 0."""

    kind: str
    title: str
    text: str
    tags: tuple[str, ...] = ()
    day: int | None = None
    yearly: bool = False


@dataclass(frozen=True, slots=True)
class Audience:
    """Whom a page is to be shared with; ``readers`` are ids of users, and count only for named players."""

    shared: str
    readers: frozenset[str] = frozenset()


@transaction.atomic
def add(member: Membership, wanted: Wanted, audience: Audience) -> JournalPage:
    """Write a new page; players own theirs."""
    access.refuse_observers(member)
    page = JournalPage(campaign=member.campaign, owner=None if member.is_gm else member.user)
    _share(page, audience)
    return _written(member, page, checked(wanted))


@transaction.atomic
def write(member: Membership, page_id: str, wanted: Wanted, *, seen: int | None) -> JournalPage:
    """Write a page anew, where nobody else did so since its author saw it; what is so already is left alone."""
    page = locked(member, page_id)
    wanted = checked(wanted)
    if wanted == as_wanted(page):
        return page
    refuse_stale(page, page.version, seen)
    return _written(member, page, wanted)


@transaction.atomic
def tick(member: Membership, page_id: str, step: int, *, seen: int | None) -> JournalPage:
    """Tick a step of a page, or untick it."""
    page = locked(member, page_id)
    refuse_stale(page, page.version, seen)
    text = blocks.ticked(page.text, step)
    return _written(member, page, replace(as_wanted(page), text=text), note=f"step {step + 1} ticked or unticked")


@transaction.atomic
def reveal(member: Membership, page_id: str, mark: int, *, seen: int | None) -> JournalPage:
    """Open a secret block of a page, named by the line of its mark, to all who may read the page."""
    page = locked(member, page_id)
    refuse_stale(page, page.version, seen)
    before = _open_texts(page)
    text = blocks.revealed(page.text, mark)
    page = _written(member, page, replace(as_wanted(page), text=text), note="secret revealed")
    now_open = {user for user, seen in _open_texts(page).items() if seen != before.get(user)}
    telling.revealed(page, now_open - {member.user_id})
    return page


@transaction.atomic
def restore(member: Membership, page_id: str, version: int, *, seen: int | None) -> JournalPage:
    """Let a page be again what it was at an earlier version; who may read it stays as it is."""
    page = locked(member, page_id)
    refuse_stale(page, page.version, seen)
    old = page.revisions.filter(version=version).first()
    if old is None:
        raise Refused("This page has no such version.", "version")
    page.named = {**page.named, **old.named}
    return _written(member, page, as_wanted(old), note=f"version {version} restored")


@transaction.atomic
def share(member: Membership, page_id: str, audience: Audience) -> JournalPage:
    """Share a page with others from now on. It is no new text, so no version: the last word holds."""
    page = locked(member, page_id)
    before = _readers(page)
    _share(page, audience)
    page.save(update_fields=["shared", "readers", "changed_at"])
    now = _readers(page)
    telling.forget(page.public_id, before - now)
    telling.page(page, now - before - {member.user_id})
    return page


@transaction.atomic
def show(member: Membership, page_id: str) -> JournalPage:
    """Put a handout on the screens of all who may read it; one that was the game master's is shared with the party."""
    access.refuse_unless_gm(member)
    page = locked(member, page_id)
    if page.kind != PageKind.HANDOUT or page.archived:
        raise NotNow("Only a handout can be put on everybody's screen. Make it a handout, or share the page.")
    if page.shared == Shared.GM:
        page.shared = Shared.PARTY
    page.shown_at = timezone.now()
    page.save(update_fields=["shared", "shown_at", "changed_at"])
    running = Membership.objects.filter(campaign=member.campaign_id, role__in=Role.running())
    telling.handout(page, _readers(page) - set(running.values_list("user_id", flat=True)))
    return page


def _readers(page: JournalPage) -> set[int]:
    """The keys of all members who may read a page."""
    return {*_open_texts(page)}


def _open_texts(page: JournalPage) -> dict[int, str]:
    """The text open to each reader of a page, by their key; none for owners, to whom all is open anyway."""
    named = journal.users_in(page.readers)
    readers = map(journal.reader_of, Membership.objects.filter(campaign=page.campaign_id))
    may = [one for one in readers if one.may_read(page, page.shared, named)]
    return {one.user: "" if one.owns(page) else reading.open_text(one, page) for one in may}


@transaction.atomic
def archive(member: Membership, page_id: str, *, archived: bool) -> JournalPage:
    """Put a page away, or bring it back."""
    page = locked(member, page_id)
    page.archived = archived
    if archived:
        telling.forget(page.public_id)
    page.save(update_fields=["archived", "changed_at"])
    return page


def as_wanted(page: JournalPage | JournalRevision) -> Wanted:
    """A page as its editor has it, or had it at an earlier version."""
    tags = tuple(tag for tag in page.tags.split("\n") if tag)
    return Wanted(page.kind, page.title, page.text, tags, page.day, page.yearly)


def checked(wanted: Wanted) -> Wanted:
    """The page as it is kept; refused where something is missing, too long, or would not be read as it is meant."""
    title, text = " ".join(wanted.title.split()), "\n".join(wanted.text.splitlines())
    if wanted.kind not in PageKind.values:
        raise Refused("Choose a kind of page.", "kind")
    if not title:
        raise Refused("Give the page a title.", "title")
    if len(title) > TITLE:
        raise Refused(f"A title has at most {TITLE} characters.", "title")
    check_name(title)
    if any(mark in title for mark in "[]|"):
        raise Refused("A title cannot contain [ ] or |: links use them.", "title")
    if len(text) > TEXT:
        raise Refused(f"A page has at most {TEXT:,} characters; this one has {len(text):,}. Split it in two.", "text")
    blocks.check(text)
    if wanted.day is not None and abs(wanted.day) > MOST_DAY:
        raise Refused("This day is too far away.", "date")
    yearly = wanted.yearly and wanted.day is not None
    return Wanted(wanted.kind, title, text, _tags(wanted.tags), wanted.day, yearly)


def _tags(given: Iterable[str]) -> tuple[str, ...]:
    tags = tuple(dict.fromkeys(tag for tag in (" ".join(one.split()).casefold() for one in given) if tag))
    if len(tags) > MOST_TAGS:
        raise Refused(f"A page has at most {MOST_TAGS} tags.", "tags")
    for tag in tags:
        if len(tag) > TAG:
            raise Refused(f"A tag has at most {TAG} characters.", "tags")
        check_name(tag)
    return tags


# -- what is stored ---------------------------------------------------------------------------------------------------


def locked(member: Membership, page_id: str) -> JournalPage:
    """The page, which nobody else changes until the transaction ends."""
    page = journal.page_to_write(member, page_id)
    return JournalPage.objects.select_for_update().get(pk=page.pk)


def _share(page: JournalPage, audience: Audience) -> None:
    if audience.shared not in Shared.values:
        raise Refused("Choose who may read this.", "shared")
    page.shared, page.readers = audience.shared, ""
    if audience.shared == Shared.NAMED:
        players = Membership.objects.filter(campaign=page.campaign_id, role=Role.PLAYER)
        found = list(players.filter(user__public_id__in=audience.readers).values_list("user_id", flat=True))
        if not found or len(found) < len(audience.readers):
            raise Refused("Choose the players who may read this.", "readers")
        _refuse_crowd(found, "readers")
        page.readers = journal.kept(found)


def _refuse_crowd(readers: Collection[int], field: str) -> None:
    if len(readers) > MOST_READERS:
        raise Refused(f"At most {MOST_READERS} players can be named. Show it to all of them instead.", field)


def _written(member: Membership, page: JournalPage, wanted: Wanted, note: str = "") -> JournalPage:
    page.named = _named(member, wanted.text, page.named)
    for block in blocks.blocks_of(wanted.text):
        _refuse_crowd(block.readers(page.named), "text")
    page.kind, page.title, page.text = wanted.kind, wanted.title, wanted.text
    page.day, page.yearly = wanted.day, wanted.yearly
    page.folded, page.tags = folded(wanted.title), kept_tags(wanted.tags)
    page.version += 1
    page.save()
    kept = {name: getattr(page, name) for name in _KEPT}
    JournalRevision.objects.create(page=page, note=note, by=member.user, **kept)
    index(page)
    return page


def _named(member: Membership, text: str, known: Mapping[str, int]) -> dict[str, int]:
    """The users whom the names in a text stand for, decided when a name is first written, for names change."""
    names = {folded(name): name for name in blocks.names_in(text)}
    new = names.keys() - known.keys()
    called = _called(member) if new else {}
    for name in new:
        if not called.get(name):
            there = ", ".join(sorted({one.user.display_name for one in _players(member)}))
            raise Refused(f"There is no player called {names[name]}. Players here: {there or 'none yet'}.", "text")
        if len(called[name]) > 1:
            raise Refused(f"{names[name]} is the name of several people. Use another of their names.", "text")
    return {name: known[name] if name in known else next(iter(called[name])) for name in names}


def _called(member: Membership) -> Mapping[str, Collection[int]]:
    """The keys of players by every name that they go by: their own, and those of whom they play."""
    players = list(_players(member))
    keys = {one.user_id for one in players}
    found: dict[str, set[int]] = defaultdict(set)
    for one in players:
        found[folded(one.user.display_name)].add(one.user_id)
    for sheet in access.visible(member, all_sheets()):
        found[folded(sheet.name)] |= sheet.players & keys
    return found


def _players(member: Membership) -> Iterable[Membership]:
    return Membership.objects.filter(campaign=member.campaign_id, role=Role.PLAYER).select_related("user")


def kept_tags(tags: Iterable[str]) -> str:
    """Tags as a column keeps them, each between two line ends, so that one is found in it whole."""
    return "".join(f"\n{tag}\n" for tag in tags)


def index(page: JournalPage) -> None:
    """Cut the page into parts by who may read them, with their words and links."""
    texts: dict[tuple[str, str], list[str]] = {(Shared.ALL, ""): []}
    for block in blocks.blocks_of(page.text):
        texts.setdefault((block.shared, journal.kept(block.readers(page.named))), []).append(block.text)
    page.parts.all().delete()
    about = "\n".join((page.title, *page.tag_list))
    parts = [
        JournalPart(
            page=page,
            shared=shared,
            readers=readers,
            words=indexed("\n".join((*parts, about) if shared == Shared.ALL else parts)),
        )
        for (shared, readers), parts in texts.items()
    ]
    JournalPart.objects.bulk_create(parts)
    links = [
        JournalLink(part=part, to=to)
        for part, written in zip(parts, texts.values(), strict=True)
        for to in dict.fromkeys(folded(title) for text in written for title in markdown.parse(text).titles)
    ]
    JournalLink.objects.bulk_create(links)
