"""Reading campaigns: what their pages show, in a number of queries that does not grow with them."""

from campaigns import audience
from campaigns.audience import Viewer
from campaigns.documents import Document, document_models
from campaigns.models import Membership


def people(member: Membership) -> list[Document]:
    """Everybody with a sheet in the member's campaign, without the sheets: enough to know who may see whom."""
    return [
        document
        for model in document_models()
        if model.is_sheet
        for document in model._default_manager.filter(campaign=member.campaign_id, void=False)
        .defer("body")
        .order_by("pk")
    ]


def viewer(member: Membership, known: list[Document] | None = None) -> Viewer:
    """The member as somebody who looks."""
    if member.is_gm:
        return Viewer(is_gm=True)
    return audience.viewer_of(member, people(member) if known is None else known)
