"""Pages of the journal to read: the list, one page, its history, and a handout as it comes onto the screen."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_http_methods

from campaigns.audience import journal as audience
from campaigns.journal import history, reading
from campaigns.journal.reading import Wish
from campaigns.members.campaign_views import campaign_page, for_members
from campaigns.models import JournalPage, Membership, PageKind, Role
from campaigns.notices.reading import mark_read_about
from campaigns.pictures import services as pictures
from campaigns.sessions.story import naming
from winterhall.web.numbers import whole_number

#: The most letters that are read of what an address asks for.
_LONGEST = 100


@login_required
@require_GET
@for_members
def overview(request: HttpRequest, member: Membership) -> HttpResponse:
    """The list of pages: by kind, by tag, by words, or those that were put away."""
    wish = _wish(request.GET)
    listed = reading.listed(member, wish)
    told = {"wish": wish, "listed": listed, "may_write": member.role != Role.OBSERVER, "asked": _address(wish)}
    more = {"kind_named": PageKind(wish.kind).label if wish.kind else ""}
    return campaign_page(request, member, "campaigns/journal/list.html", told | more)


def _wish(asked: QueryDict) -> Wish:
    kind = asked.get("kind", "")
    if kind and kind not in PageKind.values:
        raise Http404
    return Wish(
        kind=kind,
        tag=" ".join(asked.get("tag", "")[:_LONGEST].split()).casefold(),
        question=asked.get("q", "").strip()[:_LONGEST],
        archived="archived" in asked,
        number=max(1, whole_number(asked.get("page", ""), 5) or 1),
    )


def _address(wish: Wish) -> str:
    """The query of the list as it is, but for its page."""
    said = {"kind": wish.kind, "tag": wish.tag, "q": wish.question, "archived": "1" if wish.archived else ""}
    return urlencode({name: value for name, value in said.items() if value})


@login_required
@require_GET
@for_members
def page(request: HttpRequest, member: Membership, page_id: str) -> HttpResponse:
    """One page; game masters may look along with another member (``?as=``)."""
    found = audience.page_for(member, page_id)
    mark_read_about(member.user, found.public_id)
    looks, sees = _looks_along(request, member, found)
    seen = reading.shown(looks or member, found, as_read=looks is not None) if sees else None
    told: dict[str, Any] = {"shown": seen, "page": found, "looks": looks, "kind": PageKind(found.kind).label}
    told["told_in"] = naming(looks or member, found.folded) if sees else []
    if audience.may_write(member, found):
        told |= {
            "members": _others(member),
            "players": reading.players(member),
            "readers": audience.users_in(found.readers),
            "audiences": reading.audiences(member),
            "picture": pictures.of(member.campaign, found),
        }
    return campaign_page(request, member, "campaigns/journal/page.html", told)


def _looks_along(request: HttpRequest, member: Membership, page: JournalPage) -> tuple[Membership | None, bool]:
    """The member with whom a game master looks along, if with any, and whether the page can be seen at all."""
    if not request.GET.get("as"):
        return None, True
    if not member.is_gm:
        raise PermissionDenied("Only the game master can do this.")
    other = get_object_or_404(_others(member), user__public_id=request.GET["as"])
    other.campaign = member.campaign
    return other, audience.pages(other).filter(pk=page.pk).exists()


def _others(member: Membership) -> Any:
    """The members of the campaign who do not run it."""
    there = Membership.objects.filter(campaign=member.campaign_id).exclude(role__in=Role.running())
    # Players, of whom it is asked most, before observers.
    return there.select_related("user").order_by("-role", "user__display_name", "pk")


@login_required
@require_http_methods(["GET", "POST"])
@for_members
def shown(request: HttpRequest, member: Membership, page_id: str) -> HttpResponse:
    """A handout as it comes onto the screen; it is posted to once its reader has closed it there."""
    found = audience.page_for(member, page_id)
    if request.method == "POST":
        mark_read_about(member.user, found.public_id)
        return HttpResponse(status=204)
    told = {"shown": reading.shown(member, found, as_read=True), "page": found}
    return campaign_page(request, member, "campaigns/journal/shown.html", told)


@login_required
@require_GET
@for_members
def versions(request: HttpRequest, member: Membership, page_id: str) -> HttpResponse:
    """The history of a page, for whoever may write it: what each version changed."""
    found = audience.page_to_write(member, page_id)
    at = whole_number(request.GET.get("at", ""), 9) or found.version
    change = history.change(found, at)
    if change is None:
        raise Http404
    told = {"page": found, "versions": history.versions(found), "change": change}
    return campaign_page(request, member, "campaigns/journal/history.html", told)
