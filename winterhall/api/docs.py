"""The description of the API: for programs as OpenAPI, for people as a page made from it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

OPENAPI = "application/vnd.oai.openapi+json"
_METHODS = ("get", "post", "put", "delete")


@cache
def description() -> dict[str, Any]:
    """The whole description as OpenAPI, made once: it changes only with the program."""
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made


@cache
def _written() -> bytes:
    return json.dumps(description(), ensure_ascii=False).encode()


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """Send the description for programs."""
    return HttpResponse(_written(), content_type=OPENAPI)


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address, as the page shows it."""

    method: str
    path: str
    summary: str
    parameters: list[dict[str, Any]]
    sends: str
    answers: list[tuple[str, str, str]]

    @property
    def anchor(self) -> str:
        return f"{self.method}{self.path}".replace("/", "-").replace("{", "").replace("}", "").strip("-")


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    operations: list[Operation]


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show the description for people."""
    schemas = description()["components"]["schemas"]
    shapes = [(name, schemas[name].get("description", ""), _pretty(schemas[name])) for name in sorted(schemas)]
    return render(request, "api/docs.html", {"chapters": _chapters(), "shapes": shapes})


def _pretty(schema: dict[str, Any]) -> str:
    return json.dumps(
        {name: value for name, value in schema.items() if name != "description"}, indent=2, ensure_ascii=False
    )


@cache
def _chapters() -> list[Chapter]:
    chapters: dict[str, list[Operation]] = {}
    for tag, operation in _operations():
        chapters.setdefault(tag, []).append(operation)
    return [Chapter(tag, operations) for tag, operations in chapters.items()]


def _operations() -> Iterator[tuple[str, Operation]]:
    for path, methods in description()["paths"].items():
        for method in _METHODS:
            if method in methods:
                yield methods[method]["tags"][0], _operation(method, path, methods[method])


def _operation(method: str, path: str, told: dict[str, Any]) -> Operation:
    answers = [(status, each["description"], _shape(each)) for status, each in told["responses"].items()]
    sends = _shape(told.get("requestBody", {}))
    return Operation(method.upper(), path, told.get("summary", ""), told.get("parameters", []), sends, answers)


def _shape(told: dict[str, Any]) -> str:
    """The name of the shape that a body has; empty for a body without one."""
    for content in told.get("content", {}).values():
        return str(content["schema"].get("$ref", "")).rpartition("/")[2]
    return ""
