"""The health that watchers are told."""

from types import SimpleNamespace

import pytest
from django.db import OperationalError, connection
from django.test import Client
from pytest_django import Settings

from winterhall.web import health


def test_a_living_process_says_so_without_any_database(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"status": "alive"}
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_a_hall_that_can_work_is_ready(client: Client) -> None:
    response = client.get("/readyz")
    assert response.json() == {
        "status": "ready",
        "checks": {"database": "ok", "disk": "ok", "migrations": "ok", "redis": "ok"},
    }
    assert response.status_code == 200


@pytest.mark.django_db
def test_a_missing_redis_is_told(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = "unix:///nowhere/redis.sock"
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"] == {
        "database": "ok",
        "disk": "ok",
        "migrations": "ok",
        "redis": "does not answer",
    }


@pytest.mark.django_db
def test_a_database_that_cannot_be_written_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.contrib.sessions.models import Session

    def full(**fields: object) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(Session.objects, "update_or_create", full)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"]["database"] == "cannot be written"
    assert "disk is full" not in response.content.decode()


@pytest.mark.django_db
def test_the_trial_write_leaves_nothing(client: Client) -> None:
    from django.contrib.sessions.models import Session

    client.get("/readyz")
    assert not Session.objects.filter(session_key="readyz").exists()


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="a server looks after its own disk")
def test_a_full_disk_is_told_before_the_first_write_fails(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.shutil, "disk_usage", lambda folder: SimpleNamespace(free=health.LEAST_ROOM - 1))
    response = client.get("/readyz")
    assert (response.status_code, response.json()["checks"]["disk"]) == (503, "full")


@pytest.mark.django_db
def test_a_missing_migration_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda self, targets: ["one"])
    check = health._Migrations()
    assert check() == "missing"
    monkeypatch.undo()
    assert check() == "ok"


def test_only_reading_is_allowed(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
