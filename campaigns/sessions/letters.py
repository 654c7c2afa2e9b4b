"""Letters about a published summary: each member is sent the story as they may read it, and the address of the rest."""

import re
from urllib.parse import urljoin

from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from campaigns.calendar.sessions import course
from campaigns.journal.markdown import unlinked
from campaigns.journal.reading import as_html
from campaigns.models import Membership, Seat, Session, Summary
from campaigns.summaries.telling import told_to

#: A heading, and a link from page to page of the hall.
_HEADING = re.compile(r"(?m)^ {0,3}#{1,6}[ \t]+(.*?)[ \t#]*$")
_WITHIN = re.compile(r'(href|src)="(/[^"]*)"')
_EMPTY = "Nothing in the chronicle. An evening of talk leaves no entries."


def write_letters(member: Membership, session: Session, address: str) -> int:
    """Write to every other member who has had no letter about this session; returns how many that are.

    The letters are rows until the transaction is committed, as all letters of the house are.
    """
    written_to = set(session.seats.filter(written_to=True).values_list("user_id", flat=True))
    reached = Membership.objects.filter(user__is_active=True, user__email__isnull=False)
    places = reached.filter(campaign=member.campaign_id).select_related("user", "campaign")
    others = [one for one in places if one.user_id not in written_to and one.user_id != member.user_id]
    summary, name = Summary.objects.filter(session=session).first(), _name_of(session)
    for reader in others:
        _write(reader, name, _story(reader, summary), address, member.user.display_name)
        Seat.objects.update_or_create(session=session, user=reader.user, defaults={"written_to": True})
    return len(others)


def _name_of(session: Session) -> str:
    return session.title or next(
        (one.name for one in course(session.campaign) if one.session == session.public_id), str(session)
    )


def _story(reader: Membership, summary: Summary | None) -> str:
    """The story for a reader, as Markdown: the game master’s own text, or the version of their audience."""
    version = told_to(reader, summary)
    made = version.story if version else ""
    return (summary.edited if summary else "") or made or _EMPTY


def _write(reader: Membership, name: str, story: str, address: str, sender: str) -> None:
    shown = {
        "greeting": f"Hello {reader.user.display_name},",
        "name": name,
        "campaign": reader.campaign.name,
        "story": _from_outside(reader, story, address),
        "onward": "Who stands where, experience and the rolls of the evening",
        "address": address,
        "sender": sender,
    }
    in_words = "{greeting}\n\n{name}, in {campaign}:\n\n{story}\n\n{onward}: {address}\n\n{sender}\n"
    send_mail(
        f"{reader.campaign.name}: {name}",
        in_words.format(**shown | {"story": _in_plain_words(story)}),
        None,
        [str(reader.user.email)],
        html_message=render_to_string("campaigns/summary_letter.html", shown),
    )


def _in_plain_words(story: str) -> str:
    """The story without the marks of links and headings: a heading is a line of its own."""
    return _HEADING.sub(r"\1", unlinked(story))


def _from_outside(reader: Membership, story: str, address: str) -> SafeString:
    """The story as HTML, with whole addresses in its links."""
    return SafeString(_WITHIN.sub(lambda found: f'{found[1]}="{urljoin(address, found[2])}"', as_html(reader, story)))
