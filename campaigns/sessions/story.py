"""The story of a whole campaign: the summaries of its sessions in their order, and what all of them brought."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString

from campaigns.journal.markdown import linked_in
from campaigns.journal.reading import all_as_html
from campaigns.models import Membership, Seat, Summary
from campaigns.sessions.selectors import Known, listed
from campaigns.summaries import telling
from campaigns.summaries.earnings import Earnings, earnings
from campaigns.summaries.version import Experience, Version


@dataclass(frozen=True, slots=True)
class Chapter:
    """A session as the member may read of it: who was there, and its story.

    ``edited`` is the game master's own text, and ``html`` the same for pages; both empty where the summary stands.
    """

    known: Known
    version: Version
    there: tuple[str, ...]
    edited: str
    html: SafeString

    @property
    def name(self) -> str:
        return self.known.name

    @property
    def at(self) -> datetime | None:
        return self.known.at

    @property
    def text(self) -> str:
        """The story as Markdown."""
        return self.edited or self.version.story


@dataclass(frozen=True, slots=True)
class Story:
    """The chapters of a campaign, the earliest first, and the experience of all of them together."""

    chapters: tuple[Chapter, ...]
    experience: tuple[Experience, ...]

    @property
    def earnings(self) -> Earnings:
        """The experience as a table."""
        return earnings(self.experience)


def story_of(member: Membership) -> Story:
    """The story of a campaign as a member may read it; the queries are as many for one session as for hundreds."""
    over = [one for one in reversed(listed(member)) if one.summary and (one.is_told or _may_read_ahead(member, one))]
    versions = telling.all_told_to(member, [one.summary for one in over if one.summary])
    there = _there(over)
    told = [(one, versions[one.summary.pk]) for one in over if one.summary and one.summary.pk in versions]
    edited = [one.summary.edited if one.summary else "" for one, _ in told]
    html = all_as_html(member, edited)
    chapters = tuple(
        Chapter(known, version, there.get(known.session.pk, ()), text, shown)
        for (known, version), text, shown in zip(told, edited, html, strict=True)
    )
    return Story(chapters, _summed(one for chapter in chapters for one in chapter.version.experience))


def naming(member: Membership, title: str) -> list[Known]:
    """The sessions whose story, as the game master wrote it, leads to a page of this folded title, the latest first."""
    written = Summary.objects.filter(campaign=member.campaign_id, edited__contains="[[")
    there = {one.pk for one in written if title in linked_in(one.edited)}
    found = listed(member) if there else []
    return [
        one
        for one in found
        if one.summary and one.summary.pk in there and (one.is_told or _may_read_ahead(member, one))
    ]


def _may_read_ahead(member: Membership, known: Known) -> bool:
    return member.is_gm and known.state == "over"


def _there(sessions: Iterable[Known]) -> dict[int, tuple[str, ...]]:
    """The names of who was there, by the key of the session."""
    found: dict[int, tuple[str, ...]] = {}
    seats = Seat.objects.filter(session__in=[one.session.pk for one in sessions if one.session.pk], was_there=True)
    for session, name in seats.order_by("pk").values_list("session_id", "user__display_name"):
        found[session] = (*found.get(session, ()), name)
    return found


def _summed(rows: Iterable[Experience]) -> tuple[Experience, ...]:
    """The experience of several sessions together, by name and kind."""
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for one in rows:
        earned, spent = sums.get((one.name, one.what), (0, 0))
        sums[one.name, one.what] = earned + one.earned, spent + one.spent
    return tuple(Experience(name, what, *both) for (name, what), both in sorted(sums.items()))
