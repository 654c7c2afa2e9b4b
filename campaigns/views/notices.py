"""The page of one's notices, what of it comes by mail, and the chat of a campaign."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from campaigns.audience import access
from campaigns.members.campaign_views import for_game_masters
from campaigns.models import Membership, Notice
from campaigns.notices import chat, reading
from rules.engine.kernel import Refused


@login_required
@require_GET
def notices(request: HttpRequest) -> HttpResponse:
    """The page of one's own notices, those that wait first."""
    user = access.person(request.user)
    before = reading.one_of(user, request.GET.get("before", ""))
    mine = reading.of(user)
    waiting = list(mine.filter(read_at=None)[: reading.AT_ONCE]) if not before else []
    done = mine.exclude(read_at=None).filter(**{"pk__lt": before.pk} if before else {})
    earlier, wished = list(done[: reading.AT_ONCE + 1]), reading.wishes(user)
    shown = {
        "waiting": waiting,
        "earlier": earlier[: reading.AT_ONCE],
        "more": earlier[reading.AT_ONCE - 1].public_id if len(earlier) > reading.AT_ONCE else None,
        "wishes": [(kind, Notice.Kind(kind).label, kind in wished) for kind in Notice.MAILED],
        "is_first": not before,
    }
    return render(request, "campaigns/notices.html", shown)


@login_required
@require_GET
def follow(request: HttpRequest, notice_id: str) -> HttpResponse:
    """Go where a notice leads; it is read with that. 404 for those of others."""
    found = reading.one_of(access.person(request.user), notice_id)
    if found is None:
        raise Http404
    reading.mark_read(found)
    return redirect(found.address)


@login_required
@require_POST
def read(request: HttpRequest) -> HttpResponse:
    """Note that one has read all notices that were shown."""
    until = reading.one_of(access.person(request.user), request.POST.get("until", ""))
    if until is not None:
        reading.mark_read(until, and_earlier=True)
    return redirect("campaigns:notices")


@login_required
@require_POST
def wish(request: HttpRequest) -> HttpResponse:
    """Choose what comes by mail, too."""
    reading.wish(access.person(request.user), set(request.POST.getlist("mail")))
    messages.success(request, "Saved.")
    return redirect("campaigns:notices")


@login_required
@require_POST
@for_game_masters
def connect(request: HttpRequest, member: Membership) -> HttpResponse:
    """Connect the campaign to its group's chat, or end that."""
    try:
        chat.connect(member, request.POST.get("address", ""))
    except Refused as refused:
        messages.error(request, refused.sentence)
    else:
        messages.success(
            request, "Saved. The chat hears of it in a moment." if chat.hook_of(member.campaign) else "Saved."
        )
    return redirect("campaigns:members", member.campaign.public_id)
