"""The campaign's page: its party, the game master's people, the fights; and how somebody new comes in."""

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.audience import access, encounters
from campaigns.calendar import dates
from campaigns.homebrew import compendium
from campaigns.members.campaign_views import campaign_page, for_game_masters, for_members
from campaigns.members.services import members_of
from campaigns.models import Membership, Role, Seat
from campaigns.play import consent, sent_forms
from campaigns.play.intent import KeyReused
from campaigns.sessions import selectors as sessions
from characters import files, services
from characters.creation import heroes
from characters.creation.steps import Way, ways
from characters.sheets import selectors as characters
from characters.views.forms import BeginForm, HandOverForm, MeetForm
from rules import codec, selectors
from rules.engine.kernel import Refused
from winterhall.accounts import idempotency


@login_required
@require_GET
@for_members
def campaign(request: HttpRequest, member: Membership) -> HttpResponse:
    """The page of a campaign: everybody the member may know of, and the fights."""
    found, seen = characters.people(member), sessions.glance(member)
    fights = [
        (scene, encounters.order_for(codec.encounter_from(scene.body), is_gm=member.is_gm))
        for scene in encounters.scenes(member)
        if not scene.is_archived
    ]
    mine = [person.character.public_id for person in found if person.mine]
    others = [person for person in found if not person.character.owner_id]
    shown = {
        "party": [person for person in found if person.character.owner_id],
        "others": [person for person in others if not person.is_of_fight],
        "of_fights": [person for person in others if person.is_of_fight],
        "scenes": fights,
        "plays_without": member.is_gm and not seen.running and any(order.stage == "fighting" for _, order in fights),
        "archived": characters.archived(member),
        "may_begin": member.role != Role.OBSERVER,
        "mine": bool(mine),
        "answers": Seat.Answer.choices,
        "glance": seen,
        "left_as": [one for one in seen.version.people if one.who in mine] if seen.version else [],
        "today": dates.today(member.campaign),
        "approvals": consent.waiting(member).count() if member.campaign.needs_approval else 0,
    }
    return campaign_page(request, member, "characters/campaign.html", shown)


@login_required
@require_http_methods(["GET", "POST"])
@for_members
def begin(request: HttpRequest, member: Membership) -> HttpResponse:
    """Begin a character of one's own."""
    if member.role == Role.OBSERVER:
        raise PermissionDenied("Observers cannot do this. Ask your game master to make you a player.")
    system, cards = member.campaign.system, heroes.cards(member)
    form = BeginForm(
        request.POST if request.method == "POST" else None,
        system=system,
        cards=cards,
        initial={"key": secrets.token_urlsafe(18)},
    )
    if request.method == "POST" and form.is_valid():
        try:
            character = services.make_by(member, owner=member.user, **form.cleaned_data)
        except KeyReused:
            # Somebody pressed Back and changed the name: they want another character, and may have it.
            form = form.with_new_key()
        else:
            there = "characters:making" if form.cleaned_data["way"] is Way.STEPS else "characters:sheet"
            return redirect(there, member.campaign.public_id, character.public_id)
    shown = {
        "form": form,
        "ways": ways(system),
        "cards": cards,
        "may_import": files.may_import(member),
        "half_made": characters.half_made(member),
    }
    return campaign_page(request, member, "characters/begin.html", shown, 422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
@for_game_masters
def meet(request: HttpRequest, member: Membership) -> HttpResponse:
    """Let the game master bring in a person or a creature."""
    listed = compendium.creatures(member)
    sent = request.POST if request.method == "POST" else None
    form = MeetForm(sent, creatures=listed, cards=heroes.cards(member))
    if request.method == "POST" and form.is_valid():
        character = services.meet(member, **form.cleaned_data, key=idempotency.form_key(request))
        return redirect("characters:sheet", member.campaign.public_id, character.public_id)
    wanted = request.GET.get("q", "")
    creatures = selectors.listed(selectors.Section("creatures", "Creatures", listed), wanted)
    shown = {"form": form, "creatures": creatures, "found": sum(one.found for one in creatures), "wanted": wanted}
    return campaign_page(request, member, "characters/meet.html", shown)


@login_required
@require_POST
@for_game_masters
def hand_over(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """Say who plays a character."""
    character = characters.character_for(member, character_id)
    form = HandOverForm(request.POST, members=list(members_of(member)))
    if form.is_valid():
        services.hand_over(member, character, to=form.user())
        messages.success(request, f"{character} is now played by {form.user() or 'the game master'}.")
    else:
        messages.error(request, str(form.errors["to"][0]))
    return redirect("characters:sheet", member.campaign.public_id, character_id)


@login_required
@require_POST
@for_game_masters
def share(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """Say who plays a character beside the player whose it is."""
    character = characters.character_for(member, character_id)
    chosen = set(request.POST.getlist("others"))
    others = [one.user for one in members_of(member) if one.user.public_id in chosen]
    try:
        services.share(member, character, to=others)
    except Refused as refused:
        messages.error(request, refused.sentence)
    else:
        named = " and ".join(str(user) for user in others)
        messages.success(request, f"{named} may also play {character}." if others else "Saved.")
    return redirect("characters:sheet", member.campaign.public_id, character_id)


@login_required
@require_POST
@for_members
def archive(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """Archive a character, or restore them from there."""
    character = characters.character_for(member, character_id)
    access.refuse_unless_player_of(member, character)
    archived = sent_forms.is_on(request.POST, "archived")
    try:
        services.archive(member, character, archived=archived)
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("characters:sheet", member.campaign.public_id, character_id)
    messages.success(request, f"{character} is {'in the archive' if archived else 'back'}.")
    return redirect("characters:campaign", member.campaign.public_id)


@login_required
@require_POST
@for_members
def copy(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """Copy a character: another one with the same sheet."""
    character = characters.character_for(member, character_id)
    access.refuse_unless_player_of(member, character)
    made = services.copy(member, character, key=idempotency.form_key(request))
    return redirect("characters:sheet", member.campaign.public_id, made.public_id)


@login_required
@require_POST
@for_game_masters
def show(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """Open somebody's sheet to the players, or keep it from them."""
    character = characters.character_for(member, character_id)
    services.show(member, character, is_open=sent_forms.is_on(request.POST, "open"))
    return redirect("characters:sheet", member.campaign.public_id, character_id)
