"""Templates of encounters: kept from a table, begun from their list, and deleted."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from campaigns.audience import access
from campaigns.members.campaign_views import for_game_masters
from campaigns.models import Membership
from combat import templates
from combat.models import Encounter, Template
from rules.engine.kernel import Refused
from winterhall.accounts import idempotency


@login_required
@require_POST
@for_game_masters
def keep(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """Keep the cast of an encounter as a template."""
    encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
    try:
        idempotency.from_form(request, member.user, lambda: templates.keep(member, encounter=encounter).public_id)
        messages.success(request, f"{encounter.name} is saved as a template. Start new fights from it under Fights.")
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("combat:table", member.campaign.public_id, encounter_id)


@login_required
@require_POST
@for_game_masters
def prepare(request: HttpRequest, member: Membership, template_id: str) -> HttpResponse:
    """Prepare a new encounter from a template, and go there."""
    template = _template(member, template_id)
    try:
        made = idempotency.from_form(request, member.user, lambda: templates.prepare(member, template).public_id)
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("combat:encounters", member.campaign.public_id)
    return redirect("combat:table", member.campaign.public_id, made)


@login_required
@require_POST
@for_game_masters
def delete(request: HttpRequest, member: Membership, template_id: str) -> HttpResponse:
    """Delete a template; encounters that began from it stay."""
    Template.objects.filter(campaign=member.campaign, public_id=template_id).delete()
    return redirect("combat:encounters", member.campaign.public_id)


def _template(member: Membership, template_id: str) -> Template:
    return get_object_or_404(Template, campaign=member.campaign, public_id=template_id)
