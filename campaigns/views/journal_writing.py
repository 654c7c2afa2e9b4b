"""Pages of the journal to write: the editor with its preview, and the buttons of a page."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.audience import access
from campaigns.audience import journal as audience
from campaigns.bin.deleting import delete_page
from campaigns.calendar import events
from campaigns.calendar.dates import today
from campaigns.journal import blocks, merging, reading, services
from campaigns.journal.merging import Merged, Place, Undecided
from campaigns.journal.services import Audience, Wanted
from campaigns.members.campaign_views import campaign_page, for_members
from campaigns.models import JournalPage, Membership, PageKind, Shared
from campaigns.models.journal import TEXT
from campaigns.play import sent_forms
from campaigns.play.problems import answering
from rules.engine.kernel import Calendar, Refused
from winterhall.accounts import idempotency
from winterhall.web.numbers import whole_number


@dataclass(frozen=True, slots=True)
class Editor:
    """The editor as it stands: the page (``None`` for a new one), what is written in it, and what was refused.

    ``day`` is the date as it was written, which need not be one. ``merged`` is what others wrote meanwhile, where
    the writer has to choose.
    """

    page: JournalPage | None
    wanted: Wanted
    day: str
    seen: int
    shared: str = Shared.GM
    readers: frozenset[str] = frozenset()
    refused: Refused | None = None
    merged: Merged | None = None

    @property
    def tags(self) -> str:
        return ", ".join(self.wanted.tags)


@login_required
@require_http_methods(["GET", "POST"])
@for_members
def new(request: HttpRequest, member: Membership) -> HttpResponse:
    """Write a new page; an address may say its kind, title and day. Without a kind it begins as plain lore."""
    access.refuse_observers(member)
    if request.method == "GET":
        kind = request.GET.get("kind", "")
        kind = kind if kind in PageKind.values else PageKind.LORE
        wanted = Wanted(kind, request.GET.get("title", "")[:120], "")
        usual = Shared.GM if member.is_gm else Shared.PARTY
        return _editor(request, member, Editor(None, wanted, _day_of_address(request, member), 0, usual))
    wanted, shared = _wanted(request), _audience(request)
    try:
        dated = replace(wanted, day=_day(request, member))
        page_id = idempotency.from_form(request, member.user, lambda: services.add(member, dated, shared).public_id)
    except (Refused, idempotency.KeyReused) as error:
        refused = error if isinstance(error, Refused) else Refused("This form has been sent already. Reload the page.")
        editor = Editor(None, wanted, _written_day(request), 0, shared.shared, shared.readers, refused)
        return _editor(request, member, editor, status=422)
    messages.success(request, f"{wanted.title} is saved.")
    return _saved(request, member, page_id)


@login_required
@require_http_methods(["GET", "POST"])
@for_members
def edit(request: HttpRequest, member: Membership, page_id: str) -> HttpResponse:
    """Write a page anew, together with what others wrote meanwhile; the writer chooses where both changed the same."""
    page = audience.page_to_write(member, page_id)
    if request.method == "GET":
        day = events.written_day(page.day, today(member.campaign).almanac.calendar)
        return _editor(request, member, Editor(page, services.as_wanted(page), day, page.version))
    wanted, day, seen = _wanted(request), _written_day(request), sent_forms.seen_in(request.POST)
    try:
        dated = replace(wanted, day=_day(request, member))
        merged = merging.write(member, page_id, dated, seen=seen, chosen=request.POST.dict())
    except Refused as refused:
        return _editor(request, member, Editor(page, wanted, day, seen or 0, refused=refused), status=422)
    except Undecided as undecided:
        editor = Editor(page, wanted, day, seen or 0, merged=undecided.merged)
        return _editor(request, member, editor, status=409)
    messages.success(request, merging.told(merged) if merged else "Saved.")
    return _saved(request, member, page_id)


def _saved(request: HttpRequest, member: Membership, page_id: str) -> HttpResponse:
    """The way to a page that was saved. A script is told of it: by following it, it would use the messages up."""
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"to": reverse("campaigns:journal_page", args=(member.campaign.public_id, page_id))})
    return _back(member, page_id)


def _wanted(request: HttpRequest) -> Wanted:
    sent = request.POST
    tags = tuple(sent.get("tags", "").split(","))
    return Wanted(sent.get("kind", ""), sent.get("title", ""), sent.get("text", ""), tags, yearly="yearly" in sent)


def _written_day(request: HttpRequest) -> str:
    return request.POST.get("date", "")[: events.LONGEST]


def _day_of_address(request: HttpRequest, member: Membership) -> str:
    """The campaign's day that an address names by its number, as a date is written; empty where it names none."""
    day = whole_number(request.GET.get("day", ""), 6, signed=True)
    return events.written_day(day, today(member.campaign).almanac.calendar)


def _day(request: HttpRequest, member: Membership) -> int | None:
    written = _written_day(request)
    return events.read_day(written, today(member.campaign).almanac.calendar) if written.strip() else None


def _audience(request: HttpRequest) -> Audience:
    return Audience(request.POST.get("shared", ""), frozenset(request.POST.getlist("readers")))


def _editor(request: HttpRequest, member: Membership, editor: Editor, status: int = 200) -> HttpResponse:
    here = member.campaign.public_id
    page, almanac = editor.page, today(member.campaign).almanac
    told = {
        "editor": editor,
        "kinds": PageKind.choices,
        "audiences": reading.audiences(member),
        "players": reading.players(member),
        "places": [_shown(place, almanac.calendar) for place in editor.merged.places] if editor.merged else (),
        "most": TEXT,
        "names": reading.names_to_link(member),
        "example_day": events.written_day(almanac.day, almanac.calendar),
        "back": reverse("campaigns:journal_page", args=(here, page.public_id))
        if page
        else reverse("campaigns:journal", args=(here,)),
    }
    return campaign_page(request, member, "campaigns/journal/editor.html", told, status)


def _shown(place: Place, calendar: Calendar) -> dict[str, Any]:
    """A place where two texts differ, each side in words."""

    def words(value: Any) -> str:
        if place.what == "date":
            return events.written_day(value[0], calendar) + (", every year" if value[1] else "")
        if place.what == "text":
            return "\n".join(line for _, line in value)
        # A version that nobody knows any more was of no kind.
        return str(PageKind(value).label) if place.what == "kind" and value else str(value)

    return {"place": place, "mine": words(place.mine), "theirs": words(place.theirs), "base": words(place.base)}


@require_POST
@answering
@for_members
def preview(request: HttpRequest, member: Membership) -> HttpResponse:
    """A text as whoever writes it will read it; nothing is kept."""
    access.refuse_observers(member)
    text = request.POST.get("text", "")[:TEXT]
    try:
        blocks.check(text)
        problem = ""
    except Refused as refused:
        problem = refused.sentence
    page = JournalPage(campaign=member.campaign, owner=None if member.is_gm else member.user, text=text)
    told = {"blocks": reading.previewed(member, page), "problem": problem}
    return campaign_page(request, member, "campaigns/journal/preview.html", told)


# -- buttons ----------------------------------------------------------------------------------------------------------


@login_required
@require_POST
@for_members
def share(request: HttpRequest, member: Membership, page_id: str) -> HttpResponse:
    """Share a page, or keep it to oneself again."""
    page = services.share(member, page_id, _audience(request))
    open_to = {Shared.GM: "Nobody else can read it now.", Shared.NAMED: "The players you chose can read it now."}
    messages.success(request, open_to.get(Shared(page.shared), f"{Shared(page.shared).label} can read it now."))
    return _back(member, page_id)


@login_required
@require_POST
@for_members
def show(request: HttpRequest, member: Membership, page_id: str) -> HttpResponse:
    """Put a handout on everybody's screen."""
    page = services.show(member, page_id)
    messages.success(request, f"{page.title} is now on the screens of its readers, and stays in the journal.")
    return _back(member, page_id)


@login_required
@require_POST
@for_members
def tick(request: HttpRequest, member: Membership, page_id: str) -> HttpResponse:
    """Tick a step, or untick it."""
    step = whole_number(request.POST.get("step", ""), 5)
    services.tick(member, page_id, -1 if step is None else step, seen=sent_forms.seen_in(request.POST))
    return _back(member, page_id)


@login_required
@require_POST
@for_members
def reveal(request: HttpRequest, member: Membership, page_id: str) -> HttpResponse:
    """Open a secret block to all who may read the page."""
    page = audience.page_to_write(member, page_id)
    mark, seen = whole_number(request.POST.get("mark", ""), 7) or 0, sent_forms.seen_in(request.POST)
    idempotency.from_form(
        request, member.user, lambda: services.reveal(member, page.public_id, mark, seen=seen).public_id
    )
    messages.success(
        request,
        "The secret is open to all who may read this page. To hide it again, restore an older version in the history.",
    )
    return _back(member, page_id)


@login_required
@require_POST
@for_members
def archive(request: HttpRequest, member: Membership, page_id: str) -> HttpResponse:
    """Put a page away, or bring it back."""
    page = services.archive(member, page_id, archived=sent_forms.is_on(request.POST, "archived"))
    there = "is in the archive now" if page.archived else "is back in the journal"
    messages.success(request, f"{page.title} {there}.")
    return _back(member, page_id)


@login_required
@require_POST
@for_members
def delete(request: HttpRequest, member: Membership, page_id: str) -> HttpResponse:
    """Delete an archived page for good."""
    title = delete_page(member, page_id)
    messages.success(request, f"{title} is deleted.")
    return redirect(f"{reverse('campaigns:journal', args=[member.campaign.public_id])}?archived=1")


@login_required
@require_POST
@for_members
def restore(request: HttpRequest, member: Membership, page_id: str) -> HttpResponse:
    """Bring an earlier version back."""
    version = whole_number(request.POST.get("version", ""), 9) or 0
    services.restore(member, page_id, version, seen=sent_forms.seen_in(request.POST))
    messages.success(request, f"Version {version} is back. The previous text is in the history.")
    return _back(member, page_id)


def _back(member: Membership, page_id: str) -> HttpResponse:
    return redirect("campaigns:journal_page", member.campaign.public_id, page_id)
