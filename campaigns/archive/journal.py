"""The journal in archives: pages with all of their versions, whom they are shared with, and each as Markdown."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta

from campaigns.archive.format import Count, Moment, Name, PublicId, Row, Short
from campaigns.archive.parts import Arrival, Contents, Leaving, Part, keep_moments
from campaigns.audience import journal as audience
from campaigns.journal import services
from campaigns.journal.services import Wanted
from campaigns.journal.words import folded
from campaigns.models import JournalPage, JournalRevision, Shared
from campaigns.models.journal import FOLDED, TEXT
from rules.engine.kernel import Refused

Tags = list[Annotated[str, Meta(max_length=services.TAG)]]
Text = Annotated[str, Meta(max_length=TEXT)]
#: The people whom the names over secret blocks stand for, by the name as it is looked for.
Named = dict[Annotated[str, Meta(max_length=FOLDED)], PublicId]
Kind = Annotated[str, Meta(max_length=10)]


class RevisionRow(Row, kw_only=True):
    """The text that a page had at one version."""

    model = JournalRevision
    version: Count
    kind: Kind
    title: Name
    tags: Tags = []
    text: Text = ""
    day: int | None = None
    yearly: bool = False
    named: Named = {}
    note: Short = ""
    by: PublicId | None = None
    at: Moment


class PageRow(Row, kw_only=True):
    """A page with its history; ``readers`` are the people whom a page shared with named players is for."""

    model = JournalPage
    public_id: PublicId
    owner: PublicId | None = None
    kind: Kind
    title: Name
    tags: Tags = []
    text: Text = ""
    day: int | None = None
    yearly: bool = False
    named: Named = {}
    shared: Annotated[str, Meta(max_length=6)]
    readers: list[PublicId] = []
    archived: bool = False
    version: Count
    shown_at: Moment | None = None
    changed_at: Moment
    revisions: list[RevisionRow] = []


class JournalPart(Part[PageRow]):
    name = "journal"
    shape = PageRow

    def rows(self, leaving: Leaving) -> Iterator[PageRow]:
        for page in _pages(leaving):
            revisions = page.revisions.order_by("version", "pk")
            yield leaving.row(
                PageRow,
                page,
                **_written(leaving, page),
                readers=_people(leaving, audience.users_in(page.readers)),
                revisions=[leaving.row(RevisionRow, one, **_written(leaving, one)) for one in revisions],
            )

    def texts(self, leaving: Leaving) -> Iterator[tuple[str, str]]:
        for page in _pages(leaving):
            name = "-".join(re.findall("[a-z0-9]+", page.folded))[:60] or "page"
            tags = f"\n{', '.join(page.tag_list)}\n" if page.tag_list else ""
            yield f"journal/{name}-{page.public_id}.md", f"# {page.title}\n{tags}\n{page.text}\n"

    def check(self, row: PageRow, contents: Contents) -> None:
        contents.define(self.name, row.public_id)
        if row.shared not in Shared.values:
            raise Refused(f"journal.json: {row.title} is shared with {row.shared!r}.", "archive")
        for person in (row.owner or "", *row.readers):
            contents.refuse_unknown(self.name, person, contents.people)
        written: list[PageRow | RevisionRow] = [row, *row.revisions]
        for one in written:
            _check_text(one, contents)

    def keep(self, rows: Iterator[PageRow], arrival: Arrival) -> None:
        for row in rows:
            columns = {**_columns(row, arrival), "readers": _readers(row, arrival)}
            page = JournalPage(campaign=arrival.campaign, folded=folded(row.title), **arrival.columns(row, **columns))
            page.save()
            page.changed_at = row.changed_at
            keep_moments([page], "changed_at")
            _keep_revisions(page, row.revisions, arrival)
            services.index(page)


def _pages(leaving: Leaving) -> Iterable[JournalPage]:
    return JournalPage.objects.filter(campaign=leaving.campaign).order_by("pk").iterator(chunk_size=50)


# -- leaving ----------------------------------------------------------------------------------------------------------


def _written(leaving: Leaving, one: Any) -> dict[str, Any]:
    """Tags and names of a text as an archive has them."""
    named = {name: person for name, pk in one.named.items() if (person := leaving.person(pk))}
    return {"tags": [tag for tag in one.tags.split("\n") if tag], "named": named}


def _people(leaving: Leaving, users: Iterable[int]) -> list[str]:
    return sorted(person for pk in users if (person := leaving.person(pk)))


# -- arriving ---------------------------------------------------------------------------------------------------------


def _check_text(row: PageRow | RevisionRow, contents: Contents) -> None:
    """Refuse what nobody could have written in the editor; secret blocks are read by the same rules as there."""
    wanted = Wanted(row.kind, row.title, row.text, tuple(row.tags), row.day, row.yearly)
    if services.checked(wanted) != wanted:
        raise Refused(f"journal.json: {row.title} is not written the way Winterhall writes a page.", "archive")
    for name, person in row.named.items():
        contents.refuse_unknown("journal", person, contents.people)
        if folded(name) != name:
            raise Refused(f"journal.json: {name!r} is not a name that pages can be shared with.", "archive")


def _columns(row: PageRow | RevisionRow, arrival: Arrival) -> Mapping[str, Any]:
    named = {name: arrival.place(person) for name, person in row.named.items()}
    return {"tags": services.kept_tags(row.tags), "named": named}


def _readers(row: PageRow, arrival: Arrival) -> str:
    return audience.kept([pk for person in row.readers if (pk := arrival.place(person)) is not None])


def _keep_revisions(page: JournalPage, rows: list[RevisionRow], arrival: Arrival) -> None:
    made = [JournalRevision(page=page, **arrival.columns(row, **_columns(row, arrival))) for row in rows]
    JournalRevision.objects.bulk_create(made)
    for revision, row in zip(made, rows, strict=True):
        revision.at = row.at
    keep_moments(made, "at")
