"""The base of all views for programs, and the few views that belong to no app."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from winterhall.accounts.models import ApiToken, User
from winterhall.accounts.tokens import SCOPES
from winterhall.api.authentication import BrowserAuthentication, InScope, TokenAuthentication
from winterhall.api.describing import taken
from winterhall.api.parsers import BorderParser
from winterhall.api.shapes import Shape, ShapeRenderer
from winterhall.api.throttles import PerPerson


class ApiView(APIView):
    """A view for programs: four steps, and the answer is a shape."""

    #: The scope that a token needs to write here.
    scope: ClassVar[str] = "play"
    #: Whether a write must name the version that its sender saw.
    versioned: ClassVar[bool] = False

    authentication_classes: Sequence[type[BaseAuthentication]] = (TokenAuthentication, BrowserAuthentication)
    permission_classes: Sequence[type[BasePermission]] = (InScope,)
    parser_classes: Sequence[type[BaseParser]] = (BorderParser,)
    renderer_classes: Sequence[type[BaseRenderer]] = (ShapeRenderer,)
    throttle_classes = (PerPerson,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let a request in; refuse a parameter that the address does not take rather than ignore it."""
        super().initial(request, *args, **kwargs)
        known = [one.name for one in taken(self, request.method)]
        if odd := [name for name in request.query_params if name not in known]:
            listed = f"It takes {', '.join(known)}." if known else "It takes no parameters."
            raise ParseError(f"This address has no parameter {odd[0][:40]!r}. {listed}")

    def fresh(self, request: Request, document: str) -> Shape | None:
        """The document as it is now, for a sender who wrote to an older version; ``None`` where none is written."""
        return None


class Person(Shape):
    """A person with an account, as others at the table know them."""

    id: str
    name: str


def person(user: User) -> Person:
    return Person(id=user.public_id, name=user.display_name)


class Links(Shape):
    """The addresses to begin with."""

    me: str
    campaigns: str
    systems: str
    schema: str
    docs: str


class Me(Shape):
    """The person whom the program acts for, the scopes it has, and until when."""

    id: str
    name: str
    scopes: list[str]
    expires_at: datetime | None


class Start(ApiView):
    permission_classes = (AllowAny,)
    authentication_classes = ()

    @extend_schema(responses=Links, summary="Where to begin", tags=["start"])
    def get(self, request: Request) -> Response:
        return Response(Links(**{name: reverse(f"api:{name}") for name in Links.__struct_fields__}))


class Myself(ApiView):
    @extend_schema(responses=Me, summary="Who this token acts for", tags=["start"])
    def get(self, request: Request) -> Response:
        return Response(_me(request))


def _me(request: Any) -> Me:
    token = request.auth if isinstance(request.auth, ApiToken) else None
    scopes = token.scopes.split() if token else list(SCOPES)
    expires = token.expires_at if token else None
    return Me(id=request.user.public_id, name=request.user.display_name, scopes=scopes, expires_at=expires)
