"""Letters about a published summary: each member is sent the story as they may read it, and the address of the rest."""

import re
from dataclasses import dataclass
from hashlib import blake2b
from urllib.parse import urljoin

from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from campaigns.calendar.sessions import course
from campaigns.journal.markdown import unlinked
from campaigns.journal.reading import as_html
from campaigns.models import Membership, Notice, Role, Seat, Session, Summary
from campaigns.notices.mail import mailed_of
from campaigns.summaries.telling import told_to, told_to_players

#: A heading, and a link from page to page of the hall.
_HEADING = re.compile(r"(?m)^ {0,3}#{1,6}[ \t]+(.*?)[ \t#]*$")
_WITHIN = re.compile(r'(href|src)="(/[^"]*)"')
_EMPTY = "Nothing in the chronicle. An evening of talk leaves no entries."


@dataclass(frozen=True, slots=True)
class Due:
    """The members to whom a letter about a session is to go: all whom it reaches if the story is another than they had.

    ``story`` is the digest of it as it is now; ``had`` are the users to whom another story of the session was sent.
    """

    readers: tuple[Membership, ...]
    story: str
    is_changed: bool = False
    had: frozenset[int] = frozenset()

    @property
    def said(self) -> str:
        """How many they are: "4 players"."""
        count, are_players = len(self.readers), all(one.role == Role.PLAYER for one in self.readers)
        one, several = ("player", "players") if are_players else ("person", "people")
        return f"{count} {one if count == 1 else several}"


def due(member: Membership, summary: Summary) -> Due:
    """The letters about a summary that the member may send: to all others at the table whom mail reaches."""
    written_to = set(Seat.objects.filter(session=summary.session_id, written_to=True).values_list("user_id", flat=True))
    reached = Membership.objects.filter(user__is_active=True, user__email__isnull=False).exclude(user=member.user_id)
    places = reached.filter(campaign=member.campaign_id).exclude(role=Role.OBSERVER).select_related("user", "campaign")
    story = _digest(summary)
    # Of letters from before digests were kept nobody knows what stood in them.
    is_changed = bool(written_to and summary.mailed and summary.mailed != story)
    readers = tuple(one for one in places.order_by("pk") if is_changed or one.user_id not in written_to)
    return Due(readers, story, is_changed, frozenset(written_to))


def write_letters(member: Membership, summary: Summary, address: str) -> int:
    """Write to everybody to whom a letter is due, so nobody twice about one story; returns how many that are.

    The letters are rows until the transaction is committed, as all letters of the house are.
    """
    found, session = due(member, summary), summary.session
    name = _name_of(session)
    for reader in found.readers:
        letter = _Letter(reader, name, found.is_changed and reader.user_id in found.had)
        letter.send(_story(reader, summary), address, member.user.display_name)
    # Whoever sends it has read it: another game master need not write to them.
    for one in (member, *found.readers):
        Seat.objects.update_or_create(session=session, user=one.user, defaults={"written_to": True})
    written_to = [one.user_id for one in found.readers]
    mailed_of(session.public_id, Notice.Kind.SUMMARY, written_to)
    summary.mailed = found.story
    summary.save(update_fields=["mailed"])
    return len(found.readers)


def _digest(summary: Summary) -> str:
    """A digest of the story as all players read it; each reader's own version goes by it."""
    shown = told_to_players(summary)
    story = summary.edited or (shown.story if shown else "")
    return blake2b(story.encode(), digest_size=16).hexdigest()


def _name_of(session: Session) -> str:
    return session.title or next(
        (one.name for one in course(session.campaign) if one.session == session.public_id), str(session)
    )


def _story(reader: Membership, summary: Summary) -> str:
    """The story for a reader, as Markdown: the game master’s own text, or the version of their audience."""
    version = told_to(reader, summary)
    return summary.edited or (version.story if version else "") or _EMPTY


@dataclass(frozen=True, slots=True)
class _Letter:
    """A letter to a reader about a session; one about a changed story says so, or it is taken for the first."""

    reader: Membership
    name: str
    is_changed: bool

    @property
    def subject(self) -> str:
        return f"{self.reader.campaign.name}: {self.name}{' (changed)' if self.is_changed else ''}"

    @property
    def opening(self) -> str:
        name, campaign = self.name, self.reader.campaign.name
        return f"The story of {name}, in {campaign}, has changed:" if self.is_changed else f"{name}, in {campaign}:"

    def send(self, story: str, address: str, sender: str) -> None:
        shown = {
            "greeting": f"Hello {self.reader.user.display_name},",
            "name": self.name,
            "campaign": self.reader.campaign.name,
            "opening": self.opening,
            "is_changed": self.is_changed,
            "story": _from_outside(self.reader, story, address),
            "onward": "Where everybody stands, experience and the rolls of the evening",
            "address": address,
            "sender": sender,
        }
        in_words = "{greeting}\n\n{opening}\n\n{story}\n\n{onward}: {address}\n\n{sender}\n"
        send_mail(
            self.subject,
            in_words.format(**shown | {"story": _in_plain_words(story)}),
            None,
            [str(self.reader.user.email)],
            html_message=render_to_string("campaigns/summary_letter.html", shown),
        )


def _in_plain_words(story: str) -> str:
    """The story without the marks of links and headings: a heading is a line of its own."""
    return _HEADING.sub(r"\1", unlinked(story))


def _from_outside(reader: Membership, story: str, address: str) -> SafeString:
    """The story as HTML, with whole addresses in its links."""
    return SafeString(_WITHIN.sub(lambda found: f'{found[1]}="{urljoin(address, found[2])}"', as_html(reader, story)))
