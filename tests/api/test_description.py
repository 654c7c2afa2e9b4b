"""The description of the door for programs: that it is one, and that the door is as described."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import jsonschema
import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from rules import codec
from rules.engine.kernel import Fact
from tests.api.programs import Programs
from tests.api.test_access import routes
from tests.fuzz import programs as fuzzed  # noqa: F401 - it says how bodies are sent that are no JSON
from tests.helpers import Cast, write_text
from winterhall.api.docs import description
from winterhall.api.shapes import Shape

CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
CASES = 6


def references(told: Any) -> Iterator[str]:
    if isinstance(told, dict):
        yield from (value for key, value in told.items() if key == "$ref")
        told = list(told.values())
    if isinstance(told, list):
        for each in told:
            yield from references(each)


def test_the_description_is_openapi_and_points_at_nothing_that_is_missing() -> None:
    told = description()
    assert told["openapi"].startswith("3.1")
    schemas = told["components"]["schemas"]
    assert {ref.rpartition("/")[2] for ref in references(told)} <= schemas.keys()
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    names = [operation["operationId"] for methods in told["paths"].values() for operation in methods.values()]
    assert len(names) == len(set(names))
    schemathesis.openapi.from_dict(told).validate()


def test_every_address_is_described() -> None:
    described = set(description()["paths"])
    wanted = {
        "/api/v1/" + str(route.pattern).replace("<slug:", "{").replace("<str:", "{").replace(">", "}")
        for name, route in routes().items()
        if name not in ("schema", "docs")
    }
    assert described == wanted | {"/api/v1/campaigns/{campaign_id}/feed/"}


def test_every_kind_of_fact_is_described() -> None:
    schemas = description()["components"]["schemas"]
    told = {schemas[kind.__name__]["properties"]["fact"]["const"] for kind in get_args(Fact)}
    assert told == {codec.fact_name(kind) for kind in get_args(Fact)}


def test_a_sheet_and_its_entries_are_as_described(cast: Cast, programs: Programs) -> None:
    write_text(cast.anna, cast.rook, "a scar")
    whole = description()
    for name, path in (
        ("SheetAnswer", f"/characters/{cast.rook.public_id}/"),
        ("EntryPage", f"/campaigns/{cast.campaign.public_id}/entries/"),
        ("Offers", f"/characters/{cast.rook.public_id}/commands/"),
        ("EncounterAnswer", f"/encounters/{cast.encounter().public_id}/"),
    ):
        schema = {"$ref": f"#/components/schemas/{name}", "components": whole["components"]}
        jsonschema.validate(programs.anna.read(path), schema)


def test_programs_find_the_description(programs: Programs) -> None:
    answer = programs.of("nobody").get("/schema/")
    assert answer.headers["Content-Type"] == "application/vnd.oai.openapi+json"
    assert json.loads(answer.content)["info"]["title"] == "Winterhall"
    start = programs.of("nobody").read("/")
    assert start["docs"] == "/api/v1/docs/"


def test_people_read_the_description_on_a_page(db: None) -> None:
    page = Client().get("/api/v1/docs/")
    text = page.content.decode()
    assert page.status_code == 200
    assert all(path in text for path in description()["paths"])
    assert "<script>" not in text
    assert " style=" not in text


# -- as described -----------------------------------------------------------------------------------------------------

OPERATIONS = [
    (path, method)
    for path, methods in description()["paths"].items()
    for method in methods
    if not path.endswith("/feed/")
]


@pytest.fixture
def _same_connection() -> Iterator[None]:
    """Keep requests on the connection of the test, as Django's own client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@cache
def described() -> Any:
    schema = schemathesis.openapi.from_dict(description())
    schema.app = WSGIHandler()
    return schema


@pytest.mark.usefixtures("_same_connection")
@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=[f"{method} {path}" for path, method in OPERATIONS])
def test_every_operation_answers_as_described(cast: Cast, programs: Programs, path: str, method: str) -> None:
    """No request that the description allows leads to a fault or an undescribed answer, for real and unreal things."""
    schema = described()
    there = {
        "campaign_id": cast.campaign.public_id,
        "character_id": cast.rook.public_id,
        "encounter_id": cast.encounter().public_id,
        "slug": "heads",
        "section": "creatures",
        "name": "luck",
    }
    quickly = settings(
        max_examples=CASES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )

    @quickly
    @given(case=schema[path][method.upper()].as_strategy())
    def send(case: Any) -> None:
        for values in ({}, there):
            parameters = {key: values.get(key, value) for key, value in (case.path_parameters or {}).items()}
            with transaction.atomic():
                case.path_parameters = parameters
                case.call_and_validate(checks=CHECKS, headers={"Authorization": f"Bearer {programs.secrets['gm']}"})
                transaction.set_rollback(True)

    send()


def test_no_two_shapes_are_described_under_one_name() -> None:
    assert routes()
    names = Counter(shape.__name__ for shape in _shapes(Shape))
    assert not [name for name, count in names.items() if count > 1]


def _shapes(root: type[Shape]) -> Iterator[type[Shape]]:
    """All shapes of answers and requests of the API."""
    for shape in root.__subclasses__():
        yield shape
        yield from _shapes(shape)
