"""Files of sessions: invitations for one's own calendar, and summaries to keep, as Markdown and on paper."""

from dataclasses import replace
from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.views.decorators.http import require_GET

from campaigns.journal.reading import as_html
from campaigns.members.campaign_views import for_members
from campaigns.models import Membership, Shared
from campaigns.sessions import selectors
from campaigns.sessions.files import calendar_file, markdown
from campaigns.sessions.files import story as whole_story
from campaigns.sessions.story import story_of
from campaigns.summaries.version import Version
from winterhall.web import pdf
from winterhall.web.file_names import file_name


@login_required
@require_GET
@for_members
def story_as_markdown(request: HttpRequest, member: Membership) -> HttpResponse:
    """The story of the whole campaign as Markdown; 404 as long as there is none for the member."""
    chapters = [(one.name, _day(one.at), one.there, one.text) for one in story_of(member).chapters]
    if not chapters:
        raise Http404
    text = whole_story(member.campaign.name, chapters)
    return _file(text.encode(), "text/markdown; charset=utf-8", "story.md")


def _day(at: datetime | None) -> str:
    return date_format(localtime(at), "j F Y") if at else ""


@login_required
@require_GET
@for_members
def invitation(request: HttpRequest, member: Membership, session_id: str) -> HttpResponse:
    """A planned session as a file for one's own calendar; 404 without a time."""
    found = selectors.known(member, session_id).session
    if found.planned_for is None:
        raise Http404
    file = calendar_file(member.campaign, found, page_address(request, member, session_id))
    name = file_name(f"{member.campaign.name} {found.title}", "ics", "session")
    return _file(file, "text/calendar; charset=utf-8", name)


@login_required
@require_GET
@for_members
def as_markdown(request: HttpRequest, member: Membership, session_id: str) -> HttpResponse:
    """The summary as Markdown; 404 where the member may not read one."""
    found = _to_keep(request, member, session_id)
    handouts = [page.title for page in found.handouts]
    version = found.version or Version()
    text = markdown(found.known.name, _day(found.known.at), found.there, version, found.edited, handouts)
    return _file(text.encode(), "text/markdown; charset=utf-8", _name(request, member, found.known, "md"))


@login_required
@require_GET
@for_members
def as_pdf(request: HttpRequest, member: Membership, session_id: str) -> HttpResponse:
    """The summary on paper; 404 where the member may not read one."""
    found = _to_keep(request, member, session_id)
    shown = {
        "campaign": member.campaign,
        "known": found.known,
        "when": _day(found.known.at),
        "there": found.there,
        "version": found.version,
        "earnings": found.earnings,
        "story": as_html(member, found.text),
        "handouts": found.handouts,
    }
    return pdf.response(request, "campaigns/summary_pdf.html", shown, _name(request, member, found.known, "pdf"))


def _is_for_players(request: HttpRequest, member: Membership) -> bool:
    return member.is_gm and request.GET.get("for") == "players"


def _name(request: HttpRequest, member: Membership, known: selectors.Known, ending: str) -> str:
    """The name of a file, which tells a game master's own from one that may be sent to the players."""
    whose = "for players" if _is_for_players(request, member) else "game master" if member.is_gm else ""
    # A long title leaves room for whose it is.
    return file_name(f"{known.file_words[:60]} {whose}", ending, "summary")


def _to_keep(request: HttpRequest, member: Membership, session_id: str) -> selectors.Opened:
    """A session with its summary; game masters get that of the players where they ask for it (``for=players``)."""
    found = selectors.opened(member, session_id)
    if _is_for_players(request, member):
        # Handouts may be for one of them alone, and the file is for all.
        handouts = [page for page in found.handouts if page.shared in (Shared.PARTY, Shared.ALL)]
        found = replace(found, version=found.for_players, handouts=handouts)
    if found.version is None or found.known.summary is None:
        raise Http404
    return found


def _file(body: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(body, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def page_address(request: HttpRequest, member: Membership, session_id: str) -> str:
    """The address of a session's page, for letters and files."""
    return request.build_absolute_uri(page_path(member, session_id))


def page_path(member: Membership, session_id: str) -> str:
    return reverse("campaigns:session_page", args=[member.campaign.public_id, session_id])
