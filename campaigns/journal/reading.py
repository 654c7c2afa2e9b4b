"""Reading the journal, in a fixed number of queries: its list, a page as one member sees it, what was just shown."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from campaigns.audience import access, journal
from campaigns.audience.journal import Reader
from campaigns.journal import blocks, excerpts, markdown, search
from campaigns.journal.blocks import Block
from campaigns.journal.markdown import Link
from campaigns.journal.words import folded
from campaigns.models import JournalPage, Membership, Notice, PageKind, Role, Shared
from campaigns.models.documents import all_sheets
from campaigns.notices.reading import about_what_was_read

#: Pages on one page of the list.
AT_ONCE = 30
#: The time for which a handout waits for somebody who opens a page of the campaign.
_STILL_NEW = timedelta(minutes=10)
#: The most names that are offered to link to.
_MOST_NAMES = 2000
#: The form by which whoever may write a page ticks its steps.
TICKS = "ticks"


# -- the list ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wish:
    """The pages that somebody wants to see listed."""

    kind: str = ""
    tag: str = ""
    question: str = ""
    archived: bool = False
    number: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """One page of the list: its first words, or (searched for) where the words stand, and how many steps are done."""

    page: JournalPage
    shown: SafeString
    done: int
    steps: int
    may_write: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """A piece of the list, with the number of pages of each kind that the member may read."""

    rows: Sequence[Row]
    kinds: Sequence[tuple[PageKind, int]]
    every: int
    count: int
    number: int

    @property
    def is_last(self) -> bool:
        return self.number * AT_ONCE >= self.count


def listed(member: Membership, wish: Wish) -> Listed:
    """The pages that a member may read, as far as they are wanted."""
    there = journal.pages(member, archived=wish.archived)
    counted = dict(there.order_by().values_list("kind").annotate(Count("pk")))
    # All keys in their order, and then few pages: the words are looked for once, and the texts of the rest stay there.
    keys = list(wanted_of(member, there, wish).values_list("pk", flat=True))
    first = (wish.number - 1) * AT_ONCE
    found = there.in_bulk(keys[first : first + AT_ONCE])
    rows = [found[key] for key in keys[first : first + AT_ONCE] if key in found]
    return Listed(
        rows=[_row(member, page, wish.question) for page in rows],
        kinds=[(kind, counted.get(kind.value, 0)) for kind in PageKind],
        every=sum(counted.values()),
        count=len(keys),
        number=wish.number,
    )


def wanted_of(member: Membership, there: QuerySet[JournalPage], wish: Wish) -> QuerySet[JournalPage]:
    """The pages, of those given, of this kind and tag and with these words; by title, or by how well they fit."""
    if wish.kind:
        there = there.filter(kind=wish.kind)
    if wish.tag:
        there = there.filter(tags__contains=f"\n{wish.tag}\n")
    if not wish.question:
        return there.order_by(search.ALPHABET, "pk")
    return search.found(member, there, wish.question)


def _row(member: Membership, page: JournalPage, question: str) -> Row:
    page.campaign = member.campaign
    seen = open_blocks(journal.reader_of(member), page)
    done, steps = blocks.steps_of(seen) if page.kind == PageKind.QUEST else (0, 0)
    shown = excerpts.around(seen, question) if question else SafeString(escape(excerpts.beginning(seen)))
    return Row(page, shown, done, steps, journal.may_write(member, page))


# -- one page ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A stretch of a page as HTML; ``secret`` says for whom it is, where it is not for all.

    ``mark`` is the line of the mark by which whoever may write the page reveals it; 0 where nothing is to reveal.
    """

    html: SafeString
    secret: str = ""
    mark: int = 0


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page as one member sees it."""

    page: JournalPage
    blocks: Sequence[ShownBlock]
    shared: str
    done: int
    steps: int
    linked_from: Sequence[JournalPage]
    namesakes: int
    may_write: bool
    #: The name of the player who wrote it; empty for a page of the game master's.
    author: str

    @property
    def may_reveal(self) -> bool:
        """Whether there is a secret on it that its reader could reveal."""
        return any(block.mark for block in self.blocks)


def shown(member: Membership, page: JournalPage, *, as_read: bool = False) -> ShownPage:
    """A page as a member sees it; ``as_read`` as if they could only read, to look along with somebody."""
    reader = journal.reader_of(member)
    seen = open_blocks(reader, page)
    may_write = journal.may_write(member, page) and not as_read
    done, steps = blocks.steps_of(seen)
    return ShownPage(
        page=page,
        blocks=rendered(member, page, seen, tick=TICKS if may_write and not page.archived else ""),
        shared=_shared_with(member, page),
        done=done,
        steps=steps,
        linked_from=list(_linked_from(member, page)),
        namesakes=journal.pages(member).filter(folded=page.folded).exclude(pk=page.pk).count() if may_write else 0,
        may_write=may_write,
        author=page.owner.display_name if page.owner else "",
    )


def open_blocks(reader: Reader, page: JournalPage) -> list[Block]:
    """The blocks of a page that are open to somebody who may read it."""
    return blocks.joined(
        block for block in blocks.blocks_of(page.text) if reader.may_read(page, block.shared, block.readers(page.named))
    )


def open_text(reader: Reader, page: JournalPage) -> str:
    """The text of a page as far as it is open to somebody: all of it for whoever owns it, else without secret marks."""
    if reader.owns(page):
        return page.text
    return "\n\n".join(block.text for block in open_blocks(reader, page))


def rendered(member: Membership, page: JournalPage, seen: Sequence[Block], *, tick: str = "") -> list[ShownBlock]:
    """Blocks as HTML, with links to what the member may open."""
    parsed = [markdown.parse(block.text) for block in seen]
    links = links_for(member, {title for one in parsed for title in one.titles})
    names = _names(member, page) if any(block.names for block in seen) else {}
    return [
        ShownBlock(
            markdown.html(one, links, steps_before=block.steps_before, tick=tick),
            _secret(member, page, block, names),
            block.marks[0] if tick and block.is_secret else 0,
        )
        for block, one in zip(seen, parsed, strict=True)
    ]


def previewed(member: Membership, page: JournalPage) -> list[ShownBlock]:
    """A text that is being written as its writer will read it; the names over its blocks stand as they are."""
    seen = blocks.blocks_of(page.text)
    made = rendered(member, page, seen)
    return [
        ShownBlock(one.html, ", ".join(block.names)) if block.names else one
        for one, block in zip(made, seen, strict=True)
    ]


def links_for(member: Membership, titles: Iterable[str]) -> Mapping[str, Link]:
    """The places that titles lead to, by folded title: a page, else somebody's sheet, else a new page.

    Only who knows every page is offered a new one: to all others a page that they may not read is as none at all.
    """
    wanted = {folded(title): title for title in titles}
    if not wanted:
        return {}
    here = member.campaign.public_id
    found = {
        title: Link(reverse("campaigns:journal_page", args=(here, page)))
        for title, page in journal.pages(member)
        .filter(folded__in=list(wanted))
        .order_by("-pk")
        .values_list("folded", "public_id")
    }
    if missing := wanted.keys() - found.keys():
        people = access.visible(member, all_sheets()).order_by("-pk").values_list("name", "public_id")
        named = {folded(name): who for name, who in people}
        found |= {
            title: Link(reverse("characters:sheet", args=(here, named[title]))) for title in missing & named.keys()
        }
    if member.is_gm:
        new = reverse("campaigns:journal_new", args=(here,))
        for title in wanted.keys() - found.keys():
            found[title] = Link(f"{new}?{urlencode({'title': wanted[title]})}", is_new=True)
    return found


def names_to_link(member: Membership) -> list[str]:
    """The titles of pages and the names of people that the member may link to, in order."""
    titles = journal.pages(member).values_list("title", flat=True)
    people = access.visible(member, all_sheets()).values_list("name", flat=True)
    linkable = {name for name in (*titles, *people) if not any(mark in name for mark in "[]|")}
    return sorted(linkable, key=str.casefold)[:_MOST_NAMES]


def as_html(member: Membership, text: str) -> SafeString:
    """A text in Markdown from outside the journal as HTML, with links to what the member may open."""
    return all_as_html(member, [text])[0]


def all_as_html(member: Membership, texts: Iterable[str]) -> list[SafeString]:
    """Several such texts, with their links looked for together."""
    parsed = [markdown.parse(text) for text in texts]
    links = links_for(member, {title for one in parsed for title in one.titles})
    return [markdown.html(one, links) for one in parsed]


def _linked_from(member: Membership, page: JournalPage) -> QuerySet[JournalPage]:
    linking = journal.parts(member).filter(links__to=page.folded).values("page")
    return journal.pages(member).filter(pk__in=linking).exclude(pk=page.pk).order_by(search.ALPHABET, "pk")[:100]


# -- whom it is for ---------------------------------------------------------------------------------------------------


def _names(member: Membership, page: JournalPage) -> Mapping[int, str]:
    """The names of members by the keys of their users."""
    there = Membership.objects.filter(campaign=page.campaign_id).values_list("user_id", "user__display_name")
    return dict(there) if journal.reader_of(member).owns(page) else {}


def _secret(member: Membership, page: JournalPage, block: Block, names: Mapping[int, str]) -> str:
    """The words over a secret block: whom it is for, if the member owns the page; else only that it is for them."""
    if block.shared == Shared.ALL:
        return ""
    if block.shared == Shared.PARTY:
        return "The party"
    if not journal.reader_of(member).owns(page):
        return "For you"
    if block.shared == Shared.NAMED:
        return ", ".join(sorted(names.get(user, "former member") for user in block.readers(page.named)))
    if page.owner_id is None:
        return "Game master only"
    return "You and the game master" if page.owner_id == member.user_id else "Game master and author"


def _shared_with(member: Membership, page: JournalPage) -> str:
    """The words for whom a page is shared with; for who only reads it nothing but that it is not for all."""
    if not journal.reader_of(member).owns(page):
        return "For you" if page.shared == Shared.NAMED else ""
    if page.shared == Shared.NAMED:
        names = _names(member, page)
        return ", ".join(sorted(names.get(user, "former member") for user in journal.users_in(page.readers)))
    if page.shared == Shared.GM and page.owner_id is not None:
        return "You and the game master" if page.owner_id == member.user_id else "You and the author"
    return Shared(page.shared).label


def audiences(member: Membership) -> list[tuple[str, str]]:
    """The choices for whom to share a page with."""
    return [
        (one.value, "You and the game master" if one == Shared.GM and not member.is_gm else one.label) for one in Shared
    ]


def players(member: Membership) -> QuerySet[Membership]:
    """The players of the campaign, whom a page can be shared with by name."""
    there = Membership.objects.filter(campaign=member.campaign_id, role=Role.PLAYER)
    return there.select_related("user").order_by("user__display_name", "pk")


# -- handouts ---------------------------------------------------------------------------------------------------------


def shown_between(member: Membership, begin: datetime, end: datetime | None) -> list[JournalPage]:
    """The handouts that the member may read and players were shown last in a stretch of time, the earliest first."""
    shown = journal.pages(member).filter(kind=PageKind.HANDOUT, shown_at__gte=begin)
    if end is not None:
        shown = shown.filter(shown_at__lte=end)
    return list(shown.only("public_id", "title", "shared", "shown_at").order_by("shown_at"))


def just_shown(member: Membership) -> Sequence[JournalPage]:
    """The handouts that were put on the member's screen in the last minutes and not read since, the newest first."""
    if member.is_gm:
        return ()
    shown = journal.pages(member).filter(kind=PageKind.HANDOUT, shown_at__gte=timezone.now() - _STILL_NEW)
    unread = shown.exclude(public_id__in=about_what_was_read(member.user, Notice.Kind.HANDOUT))
    return list(unread.only("public_id", "shown_at").order_by("-shown_at")[:3])
