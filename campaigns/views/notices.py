"""The page of one's notices, what of it comes by mail, and the chat of a campaign."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from campaigns.audience import access
from campaigns.members.campaign_views import for_game_masters
from campaigns.models import Membership, Notice
from campaigns.notices import chat, reading
from rules.engine.kernel import Refused

#: Digits of the largest key that a database can hold.
_LONGEST_KEY = 18


@login_required
@require_GET
def notices(request: HttpRequest) -> HttpResponse:
    """The page of one's own notices, those that wait first."""
    user = access.person(request.user)
    before = _key(request.GET.get("before", ""))
    mine = reading.of(user)
    waiting = list(mine.filter(read_at=None)[: reading.AT_ONCE]) if not before else []
    done = mine.exclude(read_at=None).filter(**{"pk__lt": before} if before else {})
    earlier = list(done[: reading.AT_ONCE + 1])
    shown = {
        "waiting": waiting,
        "earlier": earlier[: reading.AT_ONCE],
        "more": earlier[reading.AT_ONCE - 1].pk if len(earlier) > reading.AT_ONCE else None,
        "wishes": [(kind, Notice.Kind(kind).label, kind in reading.wishes(user)) for kind in Notice.MAILED],
        "is_first": not before,
    }
    return render(request, "campaigns/notices.html", shown)


@login_required
@require_GET
def follow(request: HttpRequest, notice: int) -> HttpResponse:
    """Go where a notice leads; it is read with that. 404 for those of others."""
    user = access.person(request.user)
    found = get_object_or_404(reading.of(user), pk=notice)
    reading.mark_read(user, found.pk, found.pk)
    return redirect(found.address)


@login_required
@require_POST
def read(request: HttpRequest) -> HttpResponse:
    """Note that one has read all notices that were shown."""
    reading.mark_read(access.person(request.user), until=_key(request.POST.get("until", "")))
    return redirect("campaigns:notices")


@login_required
@require_POST
def wish(request: HttpRequest) -> HttpResponse:
    """Choose what comes by mail, too."""
    reading.wish(access.person(request.user), set(request.POST.getlist("mail")))
    messages.success(request, "Saved.")
    return redirect("campaigns:notices")


def _key(said: str) -> int:
    return int(said) if said.isascii() and said.isdigit() and len(said) <= _LONGEST_KEY else 0


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
