"""Sessions for programs: the evenings on which a campaign is played, as its game master says."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access, sessions
from campaigns.api_entries import Written, reader, written
from winterhall.api import keys
from winterhall.api.views import ApiView


class Sessions(ApiView):
    scope = "manage"

    @extend_schema(request=None, responses={201: Written}, summary="Say that a new session begins", tags=["chronicle"])
    def post(self, request: Request, campaign_id: str) -> Response:
        member = access.membership_as_gm(request.user, campaign_id)
        return written(reader(member), sessions.begin(member, key=keys.key(request)), "")
