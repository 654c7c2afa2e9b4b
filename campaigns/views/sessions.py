"""The pages of sessions: what is planned, who comes, what is running, and the summaries of those that are over."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from campaigns.audience import access, encounters
from campaigns.journal.reading import as_html
from campaigns.members.campaign_views import campaign_page, for_members
from campaigns.models import Membership, Seat, Session
from campaigns.notices.reading import mark_read_about
from campaigns.play import sent_forms
from campaigns.play.problems import answering
from campaigns.play.scenes import ends_with_scene
from campaigns.sessions import at_table, beginnings, scenes, selectors, services
from campaigns.sessions.story import story_of
from campaigns.summaries import worker
from campaigns.views.forms import BeginningForm, SessionForm
from campaigns.views.play import happened
from campaigns.views.session_files import page_address, page_path
from rules import codec
from rules.engine.kernel import Refused
from winterhall.accounts import idempotency


@login_required
@require_GET
@for_members
def sessions(request: HttpRequest, member: Membership) -> HttpResponse:
    """The page of a campaign's sessions."""
    found = selectors.listed(member)
    is_running = any(one.state == "running" for one in found)
    shown = {
        "running": [one for one in found if one.state == "running"],
        "planned": [one for one in found if one.state == "planned"],
        "over": [one for one in found if one.state == "over"],
        "form": SessionForm(),
        "loose": beginnings.loose_since(member.campaign) if member.is_gm and not is_running else None,
    }
    return campaign_page(request, member, "campaigns/sessions.html", shown)


@login_required
@require_GET
@for_members
def session(request: HttpRequest, member: Membership, session_id: str) -> HttpResponse:
    """The page of one session."""
    found = selectors.opened(member, session_id)
    session, summary = found.known.session, found.known.summary
    mark_read_about(member.user, session.public_id)
    edited = found.edited
    loose = beginnings.loose_since(member.campaign, session.public_id) if member.is_gm else None
    start = {"title": session.title, "planned_for": session.planned_for, "hours": session.hours}
    shown: dict[str, Any] = {
        "opened": found,
        "known": found.known,
        "session": session,
        "stretch": found.known.stretch,
        "fights": selectors.fights(member, found.known.stretch),
        "summary": summary,
        "version": found.version,
        "edited": edited,
        "story": as_html(member, edited),
        # A summary that was stopped in the middle may have no version for the players yet.
        "text": edited or (found.for_players.story if found.for_players else ""),
        "answers": Seat.Answer.choices,
        "form": SessionForm(initial=start),
        "loose": loose,
        "beginning": BeginningForm(initial={"since": loose}),
    }
    if member.is_gm and found.known.state == "running":
        shown |= {"ends": ends_with_scene(member), "open_fights": encounters.fights(member)}
    return campaign_page(request, member, "campaigns/session.html", shown)


@login_required
@require_GET
@for_members
def story(request: HttpRequest, member: Membership) -> HttpResponse:
    """The story of the whole campaign, session by session."""
    return campaign_page(request, member, "campaigns/story.html", {"story": story_of(member)})


# -- at the table ------------------------------------------------------------------------------------------------------


@require_POST
@answering
@for_members
def begin(request: HttpRequest, member: Membership) -> HttpResponse:
    """Say that a session begins: one that was planned, or a new one."""
    sent = request.POST
    there = [one for one in sent.getlist("there") if one] if "there" in sent else None
    since, key = BeginningForm.read(sent), sent_forms.key_of(request)
    entry = at_table.begin(member, sent.get("session", ""), there=there, since=since, key=key)
    return happened(member, entry, to=page_path(member, codec.load(entry.given)["session"]))


@require_POST
@answering
@for_members
def move(request: HttpRequest, member: Membership, session_id: str) -> HttpResponse:
    """Move the beginning of a session."""
    row, since = _row(member, session_id), BeginningForm.read(request.POST)
    if since is None:
        raise Refused("Say when the session began.", "since")
    seen, key = sent_forms.seen_in(request.POST), sent_forms.key_of(request)
    return happened(member, beginnings.move(member, row, since, seen=seen, key=key))


@require_POST
@answering
@for_members
def scene(request: HttpRequest, member: Membership) -> HttpResponse:
    """Say that another scene begins."""
    return happened(member, at_table.scene(member, request.POST.get("title", ""), key=sent_forms.key_of(request)))


@require_POST
@answering
@for_members
def rename_scene(request: HttpRequest, member: Membership, session_id: str, scene_id: str) -> HttpResponse:
    """Give a scene another name."""
    row, seen, key = _row(member, session_id), sent_forms.seen_in(request.POST), sent_forms.key_of(request)
    return happened(member, scenes.rename(member, row, scene_id, request.POST.get("title", ""), seen=seen, key=key))


@require_POST
@answering
@for_members
def remove_scene(request: HttpRequest, member: Membership, session_id: str, scene_id: str) -> HttpResponse:
    """Take a scene out of a session."""
    row, seen, key = _row(member, session_id), sent_forms.seen_in(request.POST), sent_forms.key_of(request)
    return happened(member, scenes.remove(member, row, scene_id, seen=seen, key=key))


@require_POST
@answering
@for_members
def end(request: HttpRequest, member: Membership) -> HttpResponse:
    """Say that the session ends."""
    return happened(member, at_table.end(member, request.POST.get("session", ""), key=sent_forms.key_of(request)))


# -- beside it ---------------------------------------------------------------------------------------------------------


@require_POST
@answering
@for_members
def plan(request: HttpRequest, member: Membership) -> HttpResponse:
    """Plan a session."""
    access.refuse_unless_gm(member)
    wanted = SessionForm.read(request.POST)
    made = idempotency.from_form(request, member.user, lambda: services.plan(member, **wanted).public_id)
    return JsonResponse({"session": made, "version": 1, "to": page_path(member, made)})


@require_POST
@answering
@for_members
def change(request: HttpRequest, member: Membership, session_id: str) -> HttpResponse:
    """Give a session another title or another time."""
    access.refuse_unless_gm(member)
    row, seen = selectors.row(member, session_id), sent_forms.seen_in(request.POST)
    return _state_of(services.change(member, row, **SessionForm.read(request.POST), seen=seen))


@require_POST
@answering
@for_members
def call_off(request: HttpRequest, member: Membership, session_id: str) -> HttpResponse:
    """Call a planned session off."""
    services.call_off(member, _row(member, session_id))
    return JsonResponse(
        {"session": "", "version": None, "to": reverse("campaigns:sessions", args=[member.campaign.public_id])}
    )


@require_POST
@answering
@for_members
def answer(request: HttpRequest, member: Membership, session_id: str) -> HttpResponse:
    """Say whether one comes."""
    row = selectors.row(member, session_id)
    services.answer(member, row, request.POST.get("answer", ""))
    return _state_of(row)


@require_POST
@answering
@for_members
def there(request: HttpRequest, member: Membership, session_id: str) -> HttpResponse:
    """Note who was there."""
    row = _row(member, session_id)
    services.note_who_was_there(member, row, request.POST.getlist("there"))
    return _state_of(row)


@require_POST
@answering
@for_members
def make(request: HttpRequest, member: Membership, session_id: str) -> HttpResponse:
    """Let the summary be made anew."""
    row = _row(member, session_id)
    worker.make_anew(member, row)
    return _state_of(row)


@require_POST
@answering
@for_members
def edit(request: HttpRequest, member: Membership, session_id: str) -> HttpResponse:
    """Write the story of the summary oneself."""
    row = _row(member, session_id)
    summary = services.edit(member, row, request.POST.get("text", ""), seen=sent_forms.seen_in(request.POST))
    return JsonResponse({"session": row.public_id, "version": summary.version})


@require_POST
@answering
@for_members
def publish(request: HttpRequest, member: Membership, session_id: str) -> HttpResponse:
    """Show the summary to the players, with the letters that are due if that is wished; or keep it from them again.

    Either way the text in the field beside the button is saved.
    """
    row, seen, text = _row(member, session_id), sent_forms.seen_in(request.POST), request.POST.get("text")
    address = page_address(request, member, session_id) if "letters" in request.POST else ""

    def turn() -> str:
        if "back" in request.POST:
            return str(services.take_back(member, row, text=text, seen=seen).version)
        return str(services.publish(member, row, text=text, address=address, seen=seen).version)

    version = int(idempotency.from_form(request, member.user, turn))
    return JsonResponse({"session": row.public_id, "version": version})


def _row(member: Membership, session_id: str) -> Session:
    access.refuse_unless_gm(member)
    return selectors.row(member, session_id)


def _state_of(row: Session) -> JsonResponse:
    return JsonResponse({"session": row.public_id, "version": row.version})
