"""The promises of the compose file, read from it: no engine is needed for that."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from winterhall.supervisor import hall

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = ["migrate", "web", "feed", "worker", "beat"]


def test_every_service_of_the_house_stands_in_the_compose_file() -> None:
    assert {"database", "redis", "web", "feed", "worker", "beat", "proxy"} <= set(SERVICES)


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"migrate"}))
def test_each_service_is_watched(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"]


def test_only_the_proxy_is_published_and_only_to_this_machine() -> None:
    ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert list(ports) == ["proxy"]
    assert all(port.startswith("127.0.0.1:") for port in ports["proxy"])


@pytest.mark.parametrize("name", OURS)
def test_our_processes_can_do_little_harm(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "user" not in service
    assert "\nUSER 10001\n" in (ROOT / "Dockerfile").read_text()


@pytest.mark.parametrize("name", OURS)
def test_secrets_come_from_outside_or_not_at_all(name: str) -> None:
    environment = SERVICES[name]["environment"]
    assert environment["SECRET_KEY"].startswith("${SECRET_KEY:?")
    assert "${POSTGRES_PASSWORD:?" in environment["DATABASE_URL"]


def test_the_database_keeps_its_data_where_its_image_looks() -> None:
    assert SERVICES["database"]["volumes"] == ["database:/var/lib/postgresql"]


def test_redis_throws_nothing_out() -> None:
    command = SERVICES["redis"]["command"]
    assert command[command.index("--maxmemory-policy") + 1] == "noeviction"


def test_streams_have_their_own_way_through_the_proxy() -> None:
    proxy = (ROOT / "deploy/Caddyfile").read_text()
    feed, _, rest = proxy.partition("handle @feed")[2].partition("\n\thandle {")
    assert "reverse_proxy feed:8000" in feed
    assert "flush_interval -1" in feed
    assert "encode" not in feed
    assert "reverse_proxy web:8000" in rest


def test_streams_do_not_keep_a_process_from_ending() -> None:
    commands = [hall.web_command("127.0.0.1", 8000), SERVICES["feed"]["command"]]
    commands.append((ROOT / "Dockerfile").read_text())
    assert all("timeout-graceful-shutdown" in str(command) for command in commands)
