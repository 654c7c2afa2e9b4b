"""Fights watched again: by members as each may know them, by whoever holds a link, and by strangers a recorded one."""

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial, wraps
from itertools import islice
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from campaigns.audience import access, encounters, history
from campaigns.members.campaign_views import campaign_page, for_game_masters, for_members
from campaigns.models import Membership, Picture, all_sheets
from campaigns.pictures import serving
from combat.models import Encounter, SharedReplay
from combat.replay import sharing
from combat.replay import steps as reading
from combat.replay.frames import AT_ONCE, Frame, frames
from combat.replay.recording import Recording, recording
from combat.replay.steps import Seat, seat_of
from combat.table.board import Box
from rules.engine.kernel import Refused
from winterhall.web.numbers import whole_number

View = Callable[..., HttpResponse]
#: The most metres of ground that somebody may ask to see.
_MOST_GROUND = 400


# -- members ----------------------------------------------------------------------------------------------------------


@login_required
@require_GET
@for_members
def replay(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """The page on which a fight is watched again, at the step that the address names or the first."""
    seat = seat_of(member, encounter_id)
    picture = serving.ground(member.campaign, encounter_id)
    steps_at = reverse("combat:replay_steps", args=(member.campaign.public_id, encounter_id))
    link = sharing.link_to(seat.encounter) if member.is_gm else None
    shown = _page(request, seat, picture) | {"steps_at": steps_at, "link": _address(request, link)}
    return campaign_page(request, member, "combat/replay.html", shown)


@login_required
@require_GET
@for_members
def steps(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """Several steps in a row, from the one that the address names."""
    seat = seat_of(member, encounter_id)
    listed = _some(request, seat, serving.ground(member.campaign, encounter_id))
    return campaign_page(request, member, "combat/replay_steps.html", {"frames": listed, "plain": True})


@login_required
@require_POST
@for_game_masters
def share(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """Make the link by which everybody may watch this fight; where there is one, it stays."""
    encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
    try:
        sharing.share(member, encounter)
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("combat:replay", member.campaign.public_id, encounter_id)


@login_required
@require_POST
@for_game_masters
def take_back(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """Let the link to this fight show nothing any more."""
    sharing.take_back(access.document_for(member, Encounter.objects.all(), encounter_id))
    messages.success(request, "The link no longer works.")
    return redirect("combat:replay", member.campaign.public_id, encounter_id)


def _address(request: HttpRequest, link: SharedReplay | None) -> str:
    """The whole address of a link, to be sent to others; empty without one."""
    return request.build_absolute_uri(reverse("combat:shared_replay", args=[link.token])) if link else ""


# -- whoever holds a link ---------------------------------------------------------------------------------------------


def _by_link(view: View) -> View:
    """A view for whoever holds a link, who comes to it as the link; search engines keep nothing of it."""

    @wraps(view)
    def found(request: HttpRequest, link: str, **more: Any) -> HttpResponse:
        try:
            answer = view(request, sharing.opened(link), **more)
        except sharing.NotShared as closed:
            shown = {"sentence": closed.sentence}
            answer = render(request, "campaigns/link_closed.html", shown, status=404)
        answer["X-Robots-Tag"] = "noindex"
        return answer

    return found


@require_GET
@never_cache
@_by_link
def shared(request: HttpRequest, link: SharedReplay) -> HttpResponse:
    """The page on which everybody may watch a fight that was shared."""
    seat = _seat_by(link)
    steps_at = reverse("combat:shared_replay_steps", args=[link.token])
    shown = _page(request, seat, _ground_by(link)) | _around(link) | {"steps_at": steps_at}
    return render(request, "combat/replay.html", shown)


@require_GET
@never_cache
@_by_link
def shared_steps(request: HttpRequest, link: SharedReplay) -> HttpResponse:
    """Several steps in a row of a fight that was shared."""
    listed = _some(request, _seat_by(link), _ground_by(link))
    return render(request, "combat/replay_steps.html", _around(link) | {"frames": listed})


@require_GET
@_by_link
def shared_picture(request: HttpRequest, link: SharedReplay, picture_id: str, size: str) -> HttpResponse:
    """A picture on the board of a fight that was shared: its ground, or of somebody whom an observer may see."""
    encounter = link.encounter
    pictures = Picture.objects.filter(campaign=encounter.campaign, width__gt=0)
    found = get_object_or_404(pictures, public_id=picture_id)
    people = all_sheets().filter(campaign=encounter.campaign, public_id=found.of)
    if found.of != encounter.public_id and not people.exists():
        raise Http404
    return serving.answer_to(request, access.onlooker(encounter.campaign), found, size)


def _seat_by(link: SharedReplay) -> Seat:
    return seat_of(access.onlooker(link.encounter.campaign), link.encounter.public_id)


def _picture_by(link: SharedReplay, picture: str, size: str) -> str:
    return reverse("combat:shared_picture", args=(link.token, picture, size))


def _ground_by(link: SharedReplay) -> serving.Ground | None:
    encounter = link.encounter
    found = serving.ground(encounter.campaign, encounter.public_id)
    own = encounter.campaign.pictures_by_owner.get(encounter.public_id, "")
    return replace(found, url=_picture_by(link, own, "whole")) if found else None


def _around(link: SharedReplay) -> dict[str, Any]:
    """The things that a page for people without an account is told: nobody there follows a word into the campaign."""
    campaign = link.encounter.campaign
    accent = campaign.system.accent
    return {"campaign": campaign, "accent": accent, "plain": True, "address_of_picture": partial(_picture_by, link)}


# -- strangers in a hall that shows no fight of its own ----------------------------------------------------------------


@require_GET
def recorded(request: HttpRequest) -> HttpResponse:
    """The page on which everybody may watch the fight that comes with Winterhall."""
    shown = recording()
    at = shown.place_of(request.GET.get("at", "")) or 0
    around = _named(shown) | {"encounter": shown, "outline": shown.outline, "at_once": AT_ONCE}
    around |= _here([step.key for step in shown.steps], at)
    around |= {"marks": shown.marks, "frame": shown.shown(at), "steps_at": reverse("combat:recorded_steps")}
    return render(request, "combat/replay.html", around)


@require_GET
def recorded_steps(request: HttpRequest) -> HttpResponse:
    """Several steps in a row of the fight that comes with Winterhall."""
    shown = recording()
    at = shown.place_of(request.GET.get("at", ""))
    if at is None:
        raise Http404
    places = range(at, min(at + AT_ONCE, len(shown.steps)))
    return HttpResponse("\n".join(shown.shown(place) for place in places))


def _named(shown: Recording) -> dict[str, Any]:
    campaign = {"name": shown.campaign, "system": shown.system}
    return {"campaign": campaign, "accent": shown.system.accent, "plain": True, "is_recorded": True}


# -- all of them ------------------------------------------------------------------------------------------------------


def _page(request: HttpRequest, seat: Seat, picture: serving.Ground | None) -> dict[str, Any]:
    listed = list(reading.steps(seat))
    whole = reading.outline(listed)
    at = whole.place_of(request.GET.get("at", ""))
    shown = frames(seat, listed[at : at + 1], whole.box, picture)
    order = encounters.order_for(seat.encounter.state, is_gm=seat.viewer.is_gm)
    around = {"plain": True, "encounter": seat.encounter, "outline": whole, "at_once": AT_ONCE}
    if not shown:
        return around
    marks = [asdict(mark) for mark in whole.marks]
    around |= {"frame": shown[0], "marks": marks, "goes_on": order.stage == "fighting"}
    return around | _here([mark.key for mark in whole.marks], at)


def _here(keys: list[str], at: int) -> dict[str, Any]:
    """Where one is among the steps, and those that the buttons lead to."""
    return {
        "place": at + 1,
        "first": keys[0],
        "before": keys[at - 1] if at else "",
        "after": keys[at + 1] if at + 1 < len(keys) else "",
        "last": keys[-1],
    }


def _some(request: HttpRequest, seat: Seat, picture: serving.Ground | None) -> list[Frame]:
    """The steps from the one that the address names; 404 where that is none (any more)."""
    key = request.GET.get("at", "")
    number = history.number_of(seat.member, seat.viewer, key)
    listed = list(islice(reading.steps(seat, number), AT_ONCE)) if number else []
    if not listed or listed[0].key != key:
        raise Http404
    return frames(seat, listed, _box_in(request.GET.get("ground", "")), picture)


def _box_in(text: str) -> Box | None:
    """The ground that a page shows already, so that its board stays where it is; ``None`` where it says none."""
    numbers = [whole_number(one, 4, signed=True) for one in text.split(" ")]
    if len(numbers) != 4 or None in numbers:
        return None
    left, top, width, height = (one or 0 for one in numbers)
    return (left, top, width, height) if 0 < width <= _MOST_GROUND and 0 < height <= _MOST_GROUND else None
