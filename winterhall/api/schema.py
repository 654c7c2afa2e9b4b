"""The description of the API as OpenAPI 3.1, derived from shapes, views and the rules' own vocabulary."""

from inspect import cleandoc
from typing import Any, get_args

import msgspec
from django.db import models
from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema

from rules import codec
from rules.engine.kernel import Encounter, Said, Sheet, facts
from winterhall.api.describing import header, taken
from winterhall.api.shapes import Shape
from winterhall.api.views import ApiView
from winterhall.web.problems import KINDS, PREFIX

_REF = "#/components/schemas/{name}"
_SAID = {"$ref": _REF.format(name=Said.__name__)}

#: Problems that may happen at nearly every address, with their meaning.
_PROBLEMS = {
    400: "The request cannot be read: its JSON, a header, or a part of its address.",
    401: "This token does not work.",
    403: "The token, or the role in the campaign, does not allow this.",
    404: "It does not exist, or you may not see it.",
    405: "The address allows other methods only.",
    406: "Responses are JSON only.",
    409: "Something else happened first.",
    412: "It has changed since you read it: the ETag is the current one, ``fresh`` the current document.",
    413: "The body is too large.",
    415: "The body must be JSON.",
    422: "The rules refuse this, in a sentence for people; or a value has the wrong shape; or the key was used before.",
    428: "If-Match is missing.",
    429: "Too many requests in this minute; Retry-After says when to continue.",
    503: "The database does not answer; nothing was written.",
}
_OF_WRITING = {400, 409, 412, 413, 415, 422, 428}


def _choices(kind: type) -> dict[str, Any]:
    """The schema of the choices of a model's field, which msgspec does not describe by itself."""
    if issubclass(kind, models.TextChoices):
        return {"type": "string", "enum": list(kind.values)}
    raise NotImplementedError(kind)


class ShapeExtension(OpenApiSerializerExtension):
    """An extension that describes shapes by their msgspec schema."""

    target_class = "winterhall.api.shapes.Shape"
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        shape: type[Shape] = self.target
        _, components = msgspec.json.schema_components([shape], schema_hook=_choices, ref_template=_REF)
        own: dict[str, Any] = components[shape.__name__]
        return own


class TokenScheme(OpenApiAuthenticationExtension):
    """An extension that describes authentication by bearer tokens."""

    target_class = "winterhall.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token from your account’s page."}


class BrowserScheme(SessionScheme):
    """An extension that describes authentication by a browser's session."""

    target_class = "winterhall.api.authentication.BrowserAuthentication"


class HouseSchema(AutoSchema):
    """A schema that adds to every address the headers and problems that all of them have in common."""

    def get_operation_id(self) -> str:
        """The id of an operation: ``get_campaigns_entries``, ``get_campaigns_entries_by_entry_id``."""
        parts = self.path.removeprefix("/api/v1").strip("/").split("/")
        fixed = [part.replace("-", "_") for part in parts if not part.startswith("{")]
        by = ["by", parts[-1].strip("{}")] if parts[-1].startswith("{") else []
        return "_".join([self.method.lower(), *(fixed if parts != [""] else ["start"]), *by])

    def get_override_parameters(self) -> list[Any]:
        own = list(taken(self.view, self.method))
        if self.method not in ("GET", "HEAD") and _scope(self.view) != "read":
            own.append(
                header("Idempotency-Key", "Sending the same key again repeats nothing and returns the same answer.")
            )
        if self.method in ("POST", "PUT", "DELETE") and getattr(self.view, "versioned", False):
            own.append(header("If-Match", "The ETag of the version you read.", required=True))
        return own

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if operation and isinstance(self.view, ApiView):
            for status, description in _PROBLEMS.items():
                if self.method != "GET" or status not in _OF_WRITING - {400, 422}:
                    operation["responses"].setdefault(str(status), _problem(description))
        return operation


def _scope(view: Any) -> str:
    return getattr(view, "scope", "read")


def _problem(description: str) -> dict[str, Any]:
    content = {"application/problem+json": {"schema": {"$ref": _REF.format(name="Problem")}}}
    return {"description": description, "content": content}


PROBLEM = {
    "type": "object",
    "description": "What went wrong (RFC 9457): `detail` is a sentence for people, `field` the choice it is about.",
    "required": ["type", "title", "status", "detail", "request"],
    "properties": {
        "type": {"type": "string", "enum": [PREFIX + kind for kind in KINDS]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "request": {"type": "string", "description": "The id under which the hall's log knows this request."},
        "field": {"type": "string"},
        "start": {
            "type": "integer",
            "description": "Where the word that was not understood begins; `end` is where it ends.",
        },
        "end": {"type": "integer"},
        "document": {"type": "string"},
        "version": {"type": "integer"},
        "fresh": {"type": "object", "description": "With 412: the document as a GET answers it now."},
    },
}


def with_house_words(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add the parts that no view has: shapes in shapes, every kind of fact, the feed (a hook of drf-spectacular)."""
    told = [Sheet, Encounter, *get_args(facts.Fact), *Shape.__subclasses__()]
    _, components = msgspec.json.schema_components(told, schema_hook=_choices, ref_template=_REF)
    components = _finished({name: one for name, one in components.items() if name != Said.__name__})
    kinds = []
    for kind in get_args(facts.Fact):
        described = components[kind.__name__]
        described["properties"] = {"fact": {"const": codec.fact_name(kind)}, **described["properties"]}
        described["required"] = ["fact", *described.get("required", [])]
        kinds.append({"$ref": _REF.format(name=kind.__name__)})
    schemas = result["components"]["schemas"]
    schemas |= components | {"Problem": PROBLEM, "Fact": {"oneOf": kinds, "description": facts.__doc__}}
    for described in schemas.values():
        described["description"] = cleandoc(described.get("description", ""))
    result["paths"]["/api/v1/campaigns/{campaign_id}/feed/"] = {"get": _FEED}
    return result


def _finished(schema: Any) -> Any:
    """The schema with plain texts where documents refer to people: programs read them finished."""
    match schema:
        case {"anyOf": [*kinds], **more} if _SAID in kinds:
            plain = [one for one in kinds if one != _SAID]
            return (plain[0] if len(plain) == 1 else {"anyOf": plain}) | more
        case dict():
            return {name: _finished(one) for name, one in schema.items()}
        case list():
            return [_finished(one) for one in schema]
        case _:
            return schema


_FEED = {
    "operationId": "get_campaigns_feed",
    "tags": ["chronicle"],
    "summary": "What is new, as it happens",
    "description": "Server-Sent Events. An event `entry` names an entry and the documents that it touched; `reload` "
    "says that too much was missed. It continues after `Last-Event-ID` (or `since`), else begins now.",
    "parameters": [
        {"name": "campaign_id", "in": "path", "required": True, "schema": {"type": "string"}},
        {
            "name": "since",
            "in": "query",
            "schema": {"type": "string"},
            "description": "The id of the last event heard.",
        },
    ],
    "security": [{"token": []}],
    "responses": {
        "200": {"description": "A stream", "content": {"text/event-stream": {"schema": {"type": "string"}}}},
        "404": _problem(_PROBLEMS[404]),
        "503": _problem(_PROBLEMS[503]),
    },
}
