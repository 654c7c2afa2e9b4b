"""The rules of a campaign's game, read without leaving the campaign: the guide to a turn, the odds, the house rules."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from campaigns.members.campaign_views import campaign_page, for_members
from campaigns.models import Membership
from rules import house_rules
from rules import views as games


@login_required
@require_GET
@for_members
def overview(request: HttpRequest, member: Membership) -> HttpResponse:
    """The page of the game, with the house rules that this campaign has changed."""
    system = member.campaign.system
    settings = house_rules.settings(system, member.campaign.house_rules)
    told = {
        "guide": system.guide(),
        "switches": system.switches,
        "changed": [one for one in settings if one.is_turned],
    }
    return campaign_page(request, member, "rules/game.html", games.shown(system) | told)


@login_required
@require_GET
@for_members
def turn(request: HttpRequest, member: Membership) -> HttpResponse:
    """The things that can be done on a turn, on one sheet of paper."""
    system = member.campaign.system
    return campaign_page(request, member, "rules/turn.html", games.shown(system) | {"guide": system.guide()})


@login_required
@require_GET
@for_members
def odds(request: HttpRequest, member: Membership) -> HttpResponse:
    """Answers to questions about dice in the words of the campaign's game."""
    around = games.shown(member.campaign.system)

    def page(told: dict[str, object]) -> HttpResponse:
        return campaign_page(request, member, "rules/odds.html", around | told)

    return games.answered(request, member.campaign.system, page)
