"""The table: encounters that are prepared and fought, live for everybody who sits at it."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.audience import access, viewers
from campaigns.chronicle import notify
from campaigns.members.campaign_views import campaign_page, for_game_masters, for_members
from campaigns.models import Membership
from campaigns.play import sent_forms
from campaigns.play.intent import KeyReused
from campaigns.play.problems import answering, problem
from campaigns.play.sent_forms import is_on
from campaigns.sessions import beginnings
from campaigns.views.play import happened
from combat import services, spoils, templates
from combat.bestiary import kept, search
from combat.models import Encounter
from combat.table import guide, log, page
from combat.table import path as paths
from combat.table.after import after
from rules.engine.fight import SIDES
from rules.engine.kernel import Refused
from rules.selectors import numbers
from winterhall.accounts import idempotency
from winterhall.web.forms import NameField
from winterhall.web.numbers import whole_number

#: The most creatures of one kind that come at once.
MOST = 20
#: The steps of preparing a fight that one is brought to: the party comes, then foes come.
PARTY, FOES = "party", "foes"


class PrepareForm(forms.Form):
    """A new encounter; without a name it is numbered."""

    name = NameField(label="Name", max_length=120, required=False)


class CreaturesForm(forms.Form):
    """Creatures of the bestiary, by key."""

    creature = forms.CharField(max_length=80)
    count = forms.IntegerField(min_value=1, max_value=MOST, initial=1)
    hidden = forms.BooleanField(required=False)
    key = forms.CharField(max_length=80, required=False)


class PersonForm(forms.Form):
    """One whom the game master keeps, by the id of their sheet, and the side on which they come."""

    who = forms.CharField(max_length=80)
    side = forms.ChoiceField(choices=[(side.value, side.label) for side in SIDES])
    hidden = forms.BooleanField(required=False)
    key = forms.CharField(max_length=80, required=False)


# -- looking --------------------------------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "POST"])
@for_members
def encounters(request: HttpRequest, member: Membership) -> HttpResponse:
    """The encounters of a campaign; the game master prepares another one here."""
    form = PrepareForm(request.POST or None)
    if request.method == "POST":
        access.membership_as_gm(request.user, member.campaign.public_id)
        if form.is_valid():
            name = form.cleaned_data["name"]
            made = idempotency.from_form(request, member.user, lambda: services.prepare(member, name=name).public_id)
            return _to_preparing(member, made, PARTY)
    form.fields["name"].widget.attrs["placeholder"] = services.next_name(member)
    kept = templates.templates(member) if member.is_gm else []
    archived = services.encounters(member, archived=True)
    shown = {"form": form, "encounters": services.encounters(member), "archived": archived, "kept": kept}
    return campaign_page(request, member, "combat/encounters.html", shown)


@login_required
@require_GET
@for_members
def table(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """The page of the table, or of its projector."""
    seen = page.table(member, encounter_id, wish_in(request.GET))
    template = "combat/projector.html" if seen.wish.view == "projector" else "combat/table.html"
    return campaign_page(request, member, template, _shown(seen, log.latest(seen)) | _preparing(seen, request.GET))


@login_required
@require_GET
@for_members
def parts(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """The parts of the table that may have changed, in one answer: all but the log afresh, of the log what is new."""
    seen = page.table(member, encounter_id, wish_in(request.GET))
    since = request.GET.get("since", "")
    pages = log.since(seen, since) if since else log.latest(seen)
    return campaign_page(request, member, "combat/parts.html", _shown(seen, pages))


@login_required
@require_GET
@for_members
def earlier(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """The stretch of the log before an entry."""
    seen = page.table(member, encounter_id, wish_in(request.GET))
    number = whole_number(request.GET.get("round", ""), 9) or 0
    pages = log.before(seen, request.GET.get("before", ""), number)
    return campaign_page(request, member, "combat/_log_items.html", _shown(seen, pages))


@login_required
@require_GET
@for_members
def turn(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """The guide to somebody's turn: each way to act, with whether they could do it now."""
    seen = page.table(member, encounter_id, wish_in(request.GET))
    if seen.wish.view == "locked":
        return campaign_page(request, member, "combat/_locked.html", {"locked": guide.locked(guide.guide(seen))})
    system = member.campaign.system
    told = {"guide": guide.guide(seen), "asks": guide.asked_first(seen), "system": system, "numbers": numbers(system)}
    return campaign_page(request, member, "combat/turn.html", told | {"table": seen, "present": seen.game.present})


@login_required
@require_GET
@for_members
def path(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """The path of somebody to a place on the board, with what it costs and a form that goes there."""
    seen = page.table(member, encounter_id, wish_in(request.GET))
    wish = seen.wish
    if wish.x is None or wish.y is None or wish.acts_as not in seen.seen.combatants:
        raise Http404
    if seen.chosen_seat != wish.acts_as:
        raise PermissionDenied("You can only move your own characters.")
    puts = "put" in request.GET and member.is_gm
    shown = {"path": paths.path(seen.seat_game, wish.x, wish.y, puts=puts)}
    return campaign_page(request, member, "combat/_path.html", shown)


@require_POST
@answering
@for_members
def ping(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """Point at a place on the board, in decimetres: all who see it see that for a moment, and it stands nowhere.

    With ``drags`` the token of that combatant is on its way there.
    """
    encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
    access.refuse_observers(member)
    x, y = (whole_number(request.POST.get(name, ""), 5, signed=True) for name in ("x", "y"))
    if x is None or y is None:
        raise Refused("Choose a place on the board.", "x")
    drags, at = request.POST.get("drags", ""), (x / 10, y / 10)
    may_be_told = not drags or services.is_open_drag(member, encounter, drags, at)
    if not (services.may_drag(member) if drags else services.may_ping(member)):
        return problem("too-often")
    if may_be_told:
        notify.ping(member.campaign, encounter.public_id, member.user.display_name, at, drags)
    return HttpResponse(status=204)


def _shown(seen: page.Table, pages: log.Pages) -> dict[str, object]:
    # From afar nobody follows a link, and whoever looks along may know less than the game master whose page it is.
    plain = seen.wish.view == "projector"
    shown = {"table": seen, "present": seen.game.present, "log": pages, "plain": plain, "after": after(seen)}
    given = (spoils.COMMAND, *seen.member.campaign.system.rewards)
    return {**shown, "plays_without": lambda: _plays_without(seen), "shares": lambda: log.shares(seen, given)}


def _plays_without(seen: page.Table) -> bool:
    """Whether the game master fights while no session runs; asked by the template, for only some pages tell it."""
    return seen.is_gm and seen.seen.stage == "fighting" and not beginnings.is_running(seen.member.campaign)


# -- preparing ------------------------------------------------------------------------------------------------------


@login_required
@require_GET
@for_game_masters
def bestiary(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """The creatures that match what the game master types."""
    encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
    wanted = request.GET.get("q", "")
    there = kept(viewers.people(member, with_beginnings=True), encounter.state, encounter_id, wanted)
    shown = {"encounter": encounter, "wanted": wanted, "found": search(member, wanted), "kept": there}
    return campaign_page(request, member, "combat/_bestiary.html", shown)


@login_required
@require_POST
@for_game_masters
def bring_party(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """Let characters of the party take part; in a running fight each by the game's own command."""
    encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
    who = request.POST.getlist("who")
    try:
        come = services.join_party if encounter.state.stage == "fighting" else services.bring_party
        come(member, encounter=encounter, who=who)
    except Refused as refused:
        messages.error(request, refused.sentence)
    return _to_preparing(member, encounter_id, FOES)


@login_required
@require_POST
@for_game_masters
def bring_person(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """Let one whom the game master keeps take part."""
    encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
    form = PersonForm(request.POST)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect("combat:table", member.campaign.public_id, encounter_id)
    chosen = form.cleaned_data
    once = chosen.pop("key") or None
    try:
        services.join(member, encounter=encounter, once=once, **chosen)
    except (Refused, KeyReused) as refused:
        messages.error(request, getattr(refused, "sentence", str(refused)))
    return _to_preparing(member, encounter_id, FOES, request.POST.get("q", ""))


@login_required
@require_POST
@for_game_masters
def bring_creatures(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """Bring creatures of the bestiary."""
    encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
    form = CreaturesForm(request.POST)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect("combat:table", member.campaign.public_id, encounter_id)
    chosen = form.cleaned_data
    try:
        services.bring_creatures(
            member,
            encounter=encounter,
            key=chosen["creature"],
            count=chosen["count"],
            hidden=chosen["hidden"],
            once=chosen["key"] or None,
        )
    except (Refused, KeyReused) as refused:
        messages.error(request, getattr(refused, "sentence", str(refused)))
    return _to_preparing(member, encounter_id, FOES, request.POST.get("q", ""))


@login_required
@require_POST
@for_game_masters
def open_to_players(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """Let players see the encounter, or hide it again."""
    encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
    services.open_to_players(member, encounter, is_open=is_on(request.POST, "open"))
    return redirect("combat:table", member.campaign.public_id, encounter_id)


@require_POST
@answering
@for_game_masters
def begin(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """Let players see the encounter, and let it begin as the form says."""
    encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
    intent = sent_forms.intent_from(request, member.campaign.system)
    return happened(member, services.show_and_begin(member, encounter, intent))


@login_required
@require_POST
@for_game_masters
def archive(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """Archive an encounter, or restore it from there."""
    encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
    archived = is_on(request.POST, "archived")
    try:
        services.archive(member, encounter, archived=archived)
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("combat:table", member.campaign.public_id, encounter_id)
    messages.success(request, f"{encounter} is {'in the archive' if archived else 'back'}.")
    return redirect("combat:encounters", member.campaign.public_id)


def _to_preparing(member: Membership, encounter_id: str, step: str, wanted: str = "") -> HttpResponse:
    """The way back to the table, with the focus on the next step, and what was searched for still there."""
    query = urlencode({"step": step} | ({"q": wanted} if wanted else {}))
    return redirect(f"{reverse('combat:table', args=(member.campaign.public_id, encounter_id))}?{query}")


def _preparing(seen: page.Table, query: QueryDict) -> dict[str, object]:
    """The step of preparing that is next, what the bestiary was searched for, and who of the campaign may come."""
    if not seen.is_gm:
        return {}
    wanted = query.get("q", "")
    found = search(seen.member, wanted) if wanted else None
    there = kept(seen.people, seen.seen, seen.encounter.public_id, wanted)
    return {"step": query.get("step", ""), "wanted": wanted, "found": found, "kept": there}


# -- what a form or an address says ----------------------------------------------------------------------------------


def wish_in(query: QueryDict) -> page.Wish:
    """The wish that an address of the table tells."""
    return page.Wish(
        acts_as=query.get("as", ""),
        does=query.get("do", ""),
        at=query.get("at", ""),
        view=query.get("view", ""),
        x=whole_number(query.get("x", ""), 4, signed=True),
        y=whole_number(query.get("y", ""), 4, signed=True),
        ground=query.get("ground", ""),
    )


def first_error(form: forms.Form) -> str:
    """The first thing that is wrong with a form, as a sentence."""
    errors: list[Any] = [error for listed in form.errors.values() for error in listed]
    return str(errors[0]) if errors else ""
