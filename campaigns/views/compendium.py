"""The campaign's compendium: the game's and one's own side by side, and writing the latter."""

from collections.abc import Mapping
from contextlib import suppress

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.homebrew import compendium, editor, form
from campaigns.members.campaign_views import campaign_page, for_game_masters, for_members
from campaigns.models import Homebrew, Membership
from campaigns.play import sent_forms
from campaigns.play.intent import KeyReused, Stale
from rules import comparison
from rules import selectors as rules
from rules.engine.content.homebrew import Shelf, Told, checked
from rules.engine.kernel import CLOSED, Refused, Unknown, opened

#: The most letters, and the most entries to compare, that are read of what an address asks for.
_LONGEST, _COMPARED = 100, 20


@login_required
@require_GET
@for_members
def overview(request: HttpRequest, member: Membership) -> HttpResponse:
    """The page of all sections, or of what is searched for in all of them."""
    wanted = request.GET.get("q", "").strip()[:_LONGEST]
    found = compendium.search(member, wanted) if wanted else []
    shown = {"sections": compendium.shelved(member), "wanted": wanted, "found": found}
    return campaign_page(request, member, "campaigns/compendium.html", shown)


@login_required
@require_GET
@for_members
def section(request: HttpRequest, member: Membership, section: str) -> HttpResponse:
    """The page of one section: our own entries first, then the game's."""
    wanted, ours = request.GET.get("q", "").strip()[:_LONGEST], "ours" in request.GET
    listed = compendium.shelved(member)
    found = compendium.section(
        member, listed, section, wanted=wanted, only_ours=ours, after=request.GET.get("after", "")
    )
    asked = urlencode({name: value for name, value in (("q", wanted), ("ours", "1" if ours else "")) if value})
    told = {
        "system": member.campaign.system,
        "sections": listed,
        "section": found,
        "wanted": wanted,
        "only_ours": ours,
        "asked": asked,
        "compares": comparison.can_compare(section),
    }
    return campaign_page(request, member, "campaigns/compendium_section.html", told)


@login_required
@require_GET
@for_members
def compare(request: HttpRequest, member: Membership, section: str) -> HttpResponse:
    """Some entries of a section side by side, as the address names them."""
    if not comparison.can_compare(section):
        raise Http404
    found = compendium.compared(member, section, request.GET.getlist("entry")[:_COMPARED])
    shelf, only = member.campaign.system.shelves().get(section), "differing" in request.GET
    table = comparison.compare(shelf, found, compendium.beside(member, section), only_differing=only)
    told = {
        "title": next(one.title for one in rules.all_sections(member.campaign.system) if one.key == section),
        "comparison": table,
        "back": reverse("campaigns:compendium_section", args=[member.campaign.public_id, section]),
    }
    return campaign_page(request, member, "campaigns/compare.html", told)


@login_required
@require_GET
@for_members
def entry(request: HttpRequest, member: Membership, section: str, key: str) -> HttpResponse:
    """One entry, to be shown where its name was read."""
    found = compendium.looked_up(member, section, key)
    told = {"found": found, "entry": found.entry, "system": member.campaign.system}
    return campaign_page(request, member, "campaigns/looked_up.html", told)


@login_required
@require_http_methods(["GET", "POST"])
@for_game_masters
def write(request: HttpRequest, member: Membership, section: str) -> HttpResponse:
    """Write an entry of one's own; it may begin as one that the game has."""
    shelf = _shelf(member, section)
    if request.method == "GET":
        like = _to_begin_with(shelf).get(request.GET.get("like", ""), {})
        return _form(request, member, shelf, like, secret=shelf.secret)
    told, secret = form.told_in(shelf, request.POST), "secret" in request.POST
    try:
        editor.add(member, section, told, secret=secret, key=sent_forms.key_of(request))
    except (Refused, KeyReused) as error:
        return _form(request, member, shelf, told, error=error, secret=secret)
    messages.success(request, f"{told['name']} is in the compendium.")
    return redirect("campaigns:compendium_section", member.campaign.public_id, section)


@login_required
@require_http_methods(["GET", "POST"])
@for_game_masters
def change(request: HttpRequest, member: Membership, homebrew_id: str) -> HttpResponse:
    """Write an entry of one's own anew."""
    page = compendium.page_for(member, homebrew_id)
    shelf = _shelf(member, page.section)
    if request.method == "GET":
        return _form(request, member, shelf, page.figures, page=page, secret=page.secret)
    told, secret = form.told_in(shelf, request.POST), "secret" in request.POST
    try:
        if (
            secret != page.secret
            or checked(shelf, told) != page.figures
            or page.version != sent_forms.seen_in(request.POST)
        ):
            key = sent_forms.key_of(request)
            editor.change(member, homebrew_id, told, seen=sent_forms.seen_in(request.POST), secret=secret, key=key)
    except (Refused, KeyReused, Stale) as error:
        page.refresh_from_db()
        return _form(request, member, shelf, told, error=error, page=page, secret=secret)
    messages.success(request, f"{told['name']} is changed.")
    return redirect("campaigns:compendium_section", member.campaign.public_id, page.section)


@login_required
@require_POST
@for_game_masters
def withdraw(request: HttpRequest, member: Membership, homebrew_id: str) -> HttpResponse:
    """Take an entry of one's own out of the compendium."""
    page = compendium.page_for(member, homebrew_id)
    try:
        editor.withdraw(member, homebrew_id, seen=sent_forms.seen_in(request.POST), key=sent_forms.key_of(request))
        messages.success(request, f"{page.name} is removed from the compendium. Undo in the chronicle restores it.")
    except (Refused, Stale) as error:
        messages.error(request, str(error))
    return redirect("campaigns:compendium_section", member.campaign.public_id, page.section)


@login_required
@require_POST
@for_game_masters
def show(request: HttpRequest, member: Membership, homebrew_id: str) -> HttpResponse:
    """Let players read an entry, or keep it from them again."""
    page = compendium.page_for(member, homebrew_id)
    is_open = sent_forms.is_on(request.POST, "open")
    with suppress(Refused):  # Somebody else was faster: it is as they want it, or gone.
        editor.show(member, homebrew_id, is_open=is_open)
    return redirect("campaigns:compendium_section", member.campaign.public_id, page.section)


def _shelf(member: Membership, section: str) -> Shelf:
    try:
        return editor.shelf_of(member.campaign, section)
    except Unknown:
        raise Http404 from None


def _to_begin_with(shelf: Shelf) -> Mapping[str, Told]:
    """The entries that the game itself has."""
    with opened(CLOSED):
        return shelf.own()


def _form(
    request: HttpRequest,
    member: Membership,
    shelf: Shelf,
    told: Told,
    *,
    error: Exception | None = None,
    page: Homebrew | None = None,
    secret: bool = False,
) -> HttpResponse:
    field = error.field if isinstance(error, Refused) else ""
    asked = form.inputs(shelf, told, str(error) if error else "", field)
    shown = {
        "shelf": shelf,
        "asked": asked,
        "refused": str(error) if error and not any(one.error for one in asked) else "",
        "page": page,
        "secret": secret,
        "likes": [] if page else sorted((str(one["name"]), key) for key, one in _to_begin_with(shelf).items()),
        "like": request.GET.get("like", ""),
        "back": reverse("campaigns:compendium_section", args=[member.campaign.public_id, shelf.section]),
    }
    status = 200 if error is None else 409 if isinstance(error, Stale) else 422
    return campaign_page(request, member, "campaigns/homebrew_form.html", shown, status)
