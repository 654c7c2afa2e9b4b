"""A net in which every name leads to one address, and whatever is sent there is kept."""

import json
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
import urllib3

PUBLIC = "93.184.215.14"


@dataclass(frozen=True)
class Sent:
    """Something that was sent: the address, the name that its certificate had to have, and the name it was asked by."""

    host: tuple[str, str, str]
    path: str
    body: bytes
    headers: Mapping[str, str]

    @property
    def words(self) -> dict[str, Any]:
        said: dict[str, Any] = json.loads(self.body)
        return said


@dataclass
class Net:
    """A net: the answer that it gives, 0 for none at all, and everything sent so far."""

    ip: list[str] = field(default_factory=lambda: [PUBLIC])
    status: int = 204
    sent: list[Sent] = field(default_factory=list)


def hung_up(monkeypatch: pytest.MonkeyPatch) -> Net:
    """Put such a net in the place of the true one."""
    net = Net()

    def found(host: str, port: int, **_: Any) -> list[Any]:
        return [(0, 0, 0, "", (ip, port)) for ip in net.ip]

    def request(pool: urllib3.HTTPSConnectionPool, method: str, path: str, **more: Any) -> Any:
        assert more["redirect"] is False
        hosts = (pool.host, str(pool.assert_hostname), more["headers"]["Host"])
        net.sent.append(Sent(hosts, path, more["body"], more["headers"]))
        if net.status == 0:
            raise urllib3.exceptions.ConnectTimeoutError
        return SimpleNamespace(status=net.status, read=lambda _: b"", release_conn=lambda: None)

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(urllib3.HTTPSConnectionPool, "request", request)
    return net
