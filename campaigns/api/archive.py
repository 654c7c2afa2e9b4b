"""Archives for programs: a campaign as one file, and one brought in."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import IO, Any, ClassVar

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.archive import importing, reading, writing
from campaigns.archive.package import FROM_BROWSERS
from campaigns.archive.people import Seating
from campaigns.members.campaign_views import for_game_masters
from campaigns.models import Membership
from winterhall.api import keys
from winterhall.api.parsers import TooLarge
from winterhall.api.shapes import Shape, ShapeRenderer
from winterhall.api.views import ApiView
from winterhall.web.file_names import download

_ZIP = "application/zip"


class ImportAnswer(Shape):
    """A campaign that was brought in; ``report`` has sentences on what came with it, and who takes whose place."""

    id: str
    name: str
    report: list[str]


class ArchiveParser(BaseParser):
    """A parser that takes the bytes of an archive as they are, up to the most that is read."""

    media_type = "*/*"

    def parse(  # type: ignore[override]  # an archive is neither a mapping nor a list
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the bytes."""
        body = stream.read(FROM_BROWSERS.sent + 1)
        if len(body) > FROM_BROWSERS.sent:
            raise TooLarge(f"This request is too large: at most {FROM_BROWSERS.sent:,} bytes.")
        return body


class ZipRenderer(ShapeRenderer):
    """A renderer that lets programs ask for a zip; problems are JSON all the same."""

    media_type = _ZIP
    format = "zip"


class Export(ApiView):
    renderer_classes: Sequence[type[BaseRenderer]] = (ZipRenderer, ShapeRenderer)

    @extend_schema(
        responses={(200, _ZIP): OpenApiTypes.BINARY},
        summary="A campaign with everything secret in it, as one archive",
        tags=["campaigns"],
    )
    @for_game_masters
    def get(self, request: Request, member: Membership) -> HttpResponse:
        headers = download(member.campaign.name, writing.ENDING, "campaign")
        return HttpResponse(writing.for_download(member.campaign), content_type=_ZIP, headers=headers)


class Import(ApiView):
    scope: ClassVar[str] = "manage"
    parser_classes: Sequence[type[BaseParser]] = (ArchiveParser,)

    @extend_schema(
        request={_ZIP: OpenApiTypes.BINARY},
        responses={201: ImportAnswer},
        summary="Import a campaign and run it",
        tags=["campaigns"],
    )
    def post(self, request: Request) -> Response:
        # Nobody parses a body that is empty.
        sent: Any = request.data
        archive = reading.read(BytesIO(sent if isinstance(sent, bytes) else b""), FROM_BROWSERS)
        who: Any = request.user

        def write() -> ImportAnswer:
            report = importing.bring_in(archive, Seating(gm=who))
            return ImportAnswer(id=report.campaign.public_id, name=report.campaign.name, report=report.lines)

        answer = keys.once(request, ImportAnswer, write)
        return Response(answer, status=201, headers={"Location": f"../{answer.id}/"})


urlpatterns = [
    # Before the address of one campaign, whose id it would be.
    path("campaigns/import/", Import.as_view(), name="campaign-import"),
    path("campaigns/<slug:campaign_id>/export/", Export.as_view(), name="campaign-export"),
]
