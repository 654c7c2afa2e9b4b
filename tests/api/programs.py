"""Programs as tests write them: a client with a token, that sends JSON and reads JSON."""

import json
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.test import Client

API = "/api/v1"


@dataclass(frozen=True)
class Program:
    """A program with a token, or (without one) a stranger at the door."""

    secret: str = ""

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> HttpResponse:
        """Send a request; ``body`` goes as it is if it is bytes, else as JSON. ``If_Match="…"`` sends ``If-Match``."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.secret:
            sent["Authorization"] = f"Bearer {self.secret}"
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        client = Client(raise_request_exception=False)
        return client.generic(method, API + path, data, "application/json", headers=sent)

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.send("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        return self.send("POST", path, body, **headers)

    def put(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        return self.send("PUT", path, body, **headers)

    def read(self, path: str) -> Any:
        """The JSON found at a path."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.content
        return json.loads(answer.content)


def content_of(answer: HttpResponse) -> bytes:
    """The body of an answer; that of a problem lacks its request id, which no other shares."""
    if answer.headers.get("Content-Type") != "application/problem+json":
        return answer.content
    told = json.loads(answer.content)
    assert told.pop("request")
    return json.dumps(told).encode()


@dataclass(frozen=True)
class Programs:
    """The programs of the cast, by name."""

    secrets: dict[str, str]

    def __getattr__(self, who: str) -> Program:
        return Program(self.secrets[who])

    def of(self, who: str) -> Program:
        return Program(self.secrets[who]) if who != "nobody" else Program()
