"""The occasion of an award: the fight or the session in which it is given, by its name."""

from collections.abc import Mapping
from typing import Any

from campaigns.calendar.sessions import named_course
from campaigns.models import Campaign
from campaigns.play.game import Game
from rules.engine.kernel import Command, described_fields

#: The field of an award that says what it is for.
REASON = "reason"


def started(kind: type[Command], game: Game, session: str = "") -> Mapping[str, Any]:
    """The reason with which the form of an award starts; nothing for any other command, and for one without it."""
    asked = described_fields(kind).get(REASON)
    if kind.name not in game.member.campaign.system.rewards or asked is None:
        return {}
    # Players read it: a fight of which they know nothing is not named to them.
    fight = game.scene.name if game.scene and not game.scene.secret else ""
    name = fight or session_name(game.member.campaign, session)
    return {REASON: name[: asked[0].most or None]} if name else {}


def session_name(campaign: Campaign, session: str = "") -> str:
    """The name of a session by its id, or else of the one that runs or ran last; empty where none has begun."""
    begun = named_course(campaign)
    meant = [one for one in begun if one.session == session] or begun
    return meant[-1].name if meant else ""
