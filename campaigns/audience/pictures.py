"""Pictures are seen by whoever may see what they show: decided here for every address of one."""

from campaigns.audience import access, encounters, journal
from campaigns.models import Membership, Picture
from campaigns.models.documents import all_scenes, all_sheets


def may_see(member: Membership, picture: Picture) -> bool:
    """Whether the member may see a picture of their campaign: its own, of what they may open, or of whom they meet."""
    if picture.of == member.campaign.public_id:
        return True
    for documents in (all_sheets(), all_scenes()):
        if access.visible(member, documents.filter(public_id=picture.of)).exists():
            return True
    if journal.is_a_page_for(member, picture.of):
        return True
    return encounters.is_met(member.campaign_id, picture.of)
