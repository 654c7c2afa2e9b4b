"""Pictures for programs: of a campaign here, of its people and encounters beside those; and their bytes."""

from collections.abc import Mapping, Sequence
from typing import IO, Any, ClassVar

from django.http import HttpResponse
from django.urls import path, reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.audience import access
from campaigns.models import Membership, Picture
from campaigns.pictures import files, images, services, serving
from campaigns.pictures.services import Shown
from winterhall.api import keys, versions
from winterhall.api.shapes import Shape, ShapeRenderer, filled
from winterhall.api.views import ApiView


class GridAnswer(Shape):
    """A grid of squares that was found in a ground, in pixels of the whole: their side, and where its lines begin."""

    side: float
    left: float
    top: float


class PictureAnswer(Shape):
    """A picture: the addresses of its small square (``token``) and of the ``whole``, whose size is in pixels.

    Version 0 never had one; where there is none, the addresses are null. An address is new with every picture.
    """

    id: str | None
    version: int
    token: str | None
    whole: str | None
    width: int
    height: int
    grid: GridAnswer | None


class PictureParser(BaseParser):
    """A parser that takes the bytes as they are: what they are is seen from them, not from what they are called."""

    media_type = "*/*"

    def parse(  # type: ignore[override]  # a picture is neither a mapping nor a list
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the bytes, read piece by piece."""
        return images.read(stream)


class WebpRenderer(ShapeRenderer):
    """A renderer that lets programs ask for WebP; problems are JSON all the same."""

    media_type = "image/webp"
    format = "webp"


SENT: Any = {"image/*": OpenApiTypes.BINARY}


class PictureView(ApiView):
    """A view of the picture of one thing; each kind of thing says how it is reached, and who may change it."""

    versioned: ClassVar[bool] = True
    parser_classes: Sequence[type[BaseParser]] = (PictureParser,)
    #: The longest side of the whole picture.
    longest: ClassVar[int] = images.PORTRAIT

    def reach(self, request: Request, public_id: str, *, writes: bool = False) -> tuple[Membership, Shown]:
        """The thing and the asker's place in its campaign; 404 for who may not see it, 403 for who may not write."""
        raise NotImplementedError

    def fresh(self, request: Request, document: str) -> PictureAnswer:
        member, shown = self.reach(request, document)
        return told(services.of(member.campaign, shown))

    def read(self, request: Request, public_id: str) -> Response:
        """Answer with the picture as it is."""
        found = self.fresh(request, public_id)
        return versions.if_new(request, versions.etag(found.version), lambda: found)

    def put_picture(self, request: Request, public_id: str) -> Response:
        """Make the picture anew, keep its files, and name them; whatever fails on the way leaves none behind."""
        member, shown = self.reach(request, public_id, writes=True)
        seen = versions.seen(request)
        sent: Any = request.data
        made = images.make(sent, self.longest)
        name = files.keep(made)
        answer = None
        try:
            answer = keys.once(
                request,
                PictureAnswer,
                lambda: told(services.show(member.campaign, shown, made=made, name=name, seen=seen)),
            )
        finally:
            # The write was refused, or its key came before with another picture's answer.
            if answer is None or answer.id != name:
                files.remove(name)
        return _written(answer)

    def remove_picture(self, request: Request, public_id: str) -> Response:
        """Take the picture away."""
        member, shown = self.reach(request, public_id, writes=True)
        seen = versions.seen(request)
        return _written(
            keys.once(request, PictureAnswer, lambda: told(services.take_away(member.campaign, shown, seen=seen)))
        )


def told(picture: Picture) -> PictureAnswer:
    """The picture as programs read it."""
    there = picture.is_there
    token, whole = (reverse("api:picture", args=(picture.public_id, size)) if there else None for size in files.SIZES)
    return PictureAnswer(
        id=picture.public_id if there else None,
        version=picture.version,
        token=token,
        whole=whole,
        width=picture.width,
        height=picture.height,
        grid=filled(GridAnswer, grid) if (grid := serving.grid_of(picture)) else None,
    )


def _written(answer: PictureAnswer) -> Response:
    return Response(answer, headers={"ETag": versions.etag(answer.version)})


class CampaignPicture(PictureView):
    scope: ClassVar[str] = "manage"

    def reach(self, request: Request, public_id: str, *, writes: bool = False) -> tuple[Membership, Shown]:
        member = access.membership(request.user, public_id)
        if writes:
            access.refuse_unless_gm(member)
        return member, member.campaign

    @extend_schema(responses=PictureAnswer, summary="The picture of a campaign", tags=["pictures"])
    def get(self, request: Request, campaign_id: str) -> Response:
        return self.read(request, campaign_id)

    @extend_schema(request=SENT, responses=PictureAnswer, summary="Give a campaign a picture", tags=["pictures"])
    def put(self, request: Request, campaign_id: str) -> Response:
        return self.put_picture(request, campaign_id)

    @extend_schema(responses=PictureAnswer, summary="Remove the picture of a campaign", tags=["pictures"])
    def delete(self, request: Request, campaign_id: str) -> Response:
        return self.remove_picture(request, campaign_id)


class PictureFile(ApiView):
    renderer_classes: Sequence[type[BaseRenderer]] = (WebpRenderer, ShapeRenderer)

    @extend_schema(
        responses={(200, "image/webp"): OpenApiTypes.BINARY},
        summary="The bytes of a picture: `token` or `whole`",
        tags=["pictures"],
    )
    def get(self, request: Request, picture_id: str, size: str) -> HttpResponse:
        return serving.answer(request, request.user, picture_id, size)


urlpatterns = [
    path("campaigns/<slug:campaign_id>/picture/", CampaignPicture.as_view(), name="campaign-picture"),
    path("pictures/<slug:picture_id>/<slug:size>/", PictureFile.as_view(), name="picture"),
]
