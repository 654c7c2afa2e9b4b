"""Requests by the API's own description, and beyond it, from several programs: no fault, and problems only."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import hypothesis
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase

from tests.fuzz.running import Report
from tests.fuzz.verdict import fault_of
from winterhall.api.docs import description

# An archive is bytes like any others.
schemathesis.serializer.alias("application/zip", "application/octet-stream")


def play(tokens: Mapping[str, str], words: Mapping[str, Sequence[str]], cases: int, seed: int) -> Report:
    """The report on about ``cases`` requests, evenly over operations and programs, with real and made-up ids."""
    schema, report, draw = schemathesis.openapi.from_dict(description()), Report(), random.Random(seed)
    schema.app = WSGIHandler()
    operations = [
        (path, method)
        for path, methods in description()["paths"].items()
        for method in methods
        if not path.endswith("/feed/")
    ]
    each = max(1, round(cases / len(operations) / len(tokens)))
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)  # what is taken back stays on one connection
    for path, method in operations:
        for who, token in tokens.items():
            _operation(schema[path][method.upper()], f"{who} {method} {path}", token, words, each, draw, report)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
    return report


def _operation(
    operation: Any,
    told: str,
    token: str,
    words: Mapping[str, Sequence[str]],
    cases: int,
    draw: random.Random,
    report: Report,
) -> None:
    quickly = hypothesis.settings(
        max_examples=cases,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )

    @hypothesis.seed(draw.randrange(2**32))
    @quickly
    @hypothesis.given(case=operation.as_strategy())
    def send(case: Any) -> None:
        if draw.random() < 0.8:
            given = {name: draw.choice(words[name]) for name in case.path_parameters or {} if words.get(name)}
            case.path_parameters = {**(case.path_parameters or {}), **given}
        headers = {"Authorization": f"Bearer {token}"}
        if draw.random() < 0.7:
            headers["If-Match"] = f'"{draw.randint(0, 6)}"'
        with transaction.atomic():
            answer = case.call(headers=headers)
            transaction.set_rollback(True)
        kind = (answer.headers.get("content-type") or [""])[0]
        report.cases += 1
        report.by_status[answer.status_code] += 1
        if wrong := fault_of(answer.status_code, kind, answer.content.decode(errors="replace")):
            report.faults.append(f"{told} {case.path_parameters} {case.body!r:.200}: {wrong}")

    send()
