"""The page of one's notices, where else one hears of them, and the chat of a campaign."""

from functools import cache
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from campaigns.audience import access
from campaigns.members.campaign_views import for_game_masters
from campaigns.models import Membership, Notice
from campaigns.notices import chat, push, reading
from campaigns.play import asked_tests
from rules.engine.kernel import Refused
from winterhall.accounts.models import User


@login_required
@require_GET
def notices(request: HttpRequest) -> HttpResponse:
    """The page of one's own notices, those that wait first."""
    user = access.person(request.user)
    before = reading.one_of(user, request.GET.get("before", ""))
    waiting = list(reading.at_bell(user)[: reading.AT_ONCE]) if not before else []
    done = reading.done(user).filter(**{"pk__lt": before.pk} if before else {})
    earlier = list(done[: reading.AT_ONCE + 1])
    shown = {
        "waiting": waiting,
        "earlier": earlier[: reading.AT_ONCE],
        "more": earlier[reading.AT_ONCE - 1].public_id if len(earlier) > reading.AT_ONCE else None,
        "is_first": not before,
    }
    return render(request, "campaigns/notices.html", shown if before else shown | _wishes(request, user))


#: The ways of hearing of a notice, as the page names them; guests have no address for mail.
_WAYS = {"bell": "At the bell", "mail": "By e-mail", "push": "On your devices"}


def _wishes(request: HttpRequest, user: User) -> dict[str, Any]:
    kept = reading.wishes(user)
    ways = {way: label for way, label in _WAYS.items() if way != "mail" or not user.is_guest}
    wanted = {way: getattr(kept, way).split() for way in ways}
    devices, here = push.of(user), request.session.get(push.HERE, "")
    return {
        "ways": ways.items(),
        "wishes": [
            (kind, label, [(way, ways[way], kind in reading.KINDS[way], kind in wanted[way]) for way in ways])
            for kind, label in Notice.Kind.choices
        ],
        "watches": "mail" in ways and not kept.pk and reading.watches(user),
        "devices": devices,
        "here": here if any(one.public_id == here for one in devices) else "",
        "push_key": push.public_key(),
    }


@login_required
@require_GET
def follow(request: HttpRequest, notice_id: str) -> HttpResponse:
    """Go where a notice leads; it is read with that, but for a test that is still to be rolled. 404 for others'."""
    found = reading.one_of(access.person(request.user), notice_id)
    if found is None:
        raise Http404
    if not asked_tests.is_owed(found):
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
    """Choose what one hears, and where."""
    user = access.person(request.user)
    ways = [way for way in reading.KINDS if way != "mail" or not user.is_guest]
    reading.wish(user, {way: request.POST.getlist(way) for way in ways})
    messages.success(request, "Saved.")
    return redirect("campaigns:notices")


@login_required
@require_POST
def add_device(request: HttpRequest) -> HttpResponse:
    """Hear of notices in this browser, even while it is closed."""
    said = [request.POST.get(field, "") for field in ("address", "key", "secret", "name")]
    device = push.add(access.person(request.user), *said)
    request.session[push.HERE] = device.public_id
    return HttpResponse(status=204)


@login_required
@require_POST
def remove_device(request: HttpRequest, device_id: str) -> HttpResponse:
    """Hear no more on one of one's devices; one that is not there is gone already."""
    push.remove(access.person(request.user), device_id)
    return redirect("campaigns:notices")


@require_GET
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows notices while no page is open. It has to lie at the root, to serve the whole hall."""
    worker = HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")
    worker["Cache-Control"] = "no-cache"
    return worker


@cache
def _worker() -> bytes:
    return (settings.BASE_DIR / "static" / "js" / "service-worker.js").read_bytes()


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
            request, "Saved. A first message to the chat is on its way." if chat.hook_of(member.campaign) else "Saved."
        )
    return redirect("campaigns:members", member.campaign.public_id)
