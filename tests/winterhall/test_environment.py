"""The messages to an installer about wrong variables, and the key that a hall keeps."""

import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import StorageHandler

from winterhall import environment
from winterhall.environment import LONGEST_SOCKET_PATH, broker_url, embedded_socket, files


def test_every_wrong_variable_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {
        "PORT": "eighty",
        "DEBUG": "perhaps",
        "SECRET_KEY": "short",
        "REDIS_URL": "http://x",
        "DATABASE_URL": "nonsense:",
    }
    for name, value in wrong.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured) as refusal:
        environment.read()
    assert {name for name in wrong if name in str(refusal.value)} == set(wrong)


def test_a_good_environment_is_read_with_types(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WINTERHALL_HOME", str(tmp_path))
    monkeypatch.setenv("PORT", "8123")
    monkeypatch.setenv("ALLOWED_HOSTS", "hall.example,localhost")
    said = environment.read()
    assert said["PORT"] == 8123
    assert said["ALLOWED_HOSTS"] == ["hall.example", "localhost"]
    assert said["WINTERHALL_HOME"] == tmp_path


def test_a_large_installation_must_bring_its_own_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://hall@database/hall")
    monkeypatch.delenv("SECRET_KEY")
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        environment.read()


def test_the_kept_key_stays_the_same_and_private(tmp_path: Path) -> None:
    home = tmp_path / "new"
    first = environment.kept_secret_key(home)
    assert environment.kept_secret_key(home) == first
    assert len(first) >= 50
    assert stat.S_IMODE((home / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in home.iterdir()] == ["secret_key"]


def test_two_homes_have_two_keys(tmp_path: Path) -> None:
    assert environment.kept_secret_key(tmp_path / "a") != environment.kept_secret_key(tmp_path / "b")


def test_a_long_home_still_gets_a_socket_that_the_kernel_takes(tmp_path: Path) -> None:
    home = tmp_path / ("deep" * 40)
    assert len(str(embedded_socket(home)).encode()) <= LONGEST_SOCKET_PATH
    assert embedded_socket(home) == embedded_socket(home)
    assert embedded_socket(home) != embedded_socket(home / "other")
    assert embedded_socket(Path("/srv/hall")) == Path("/srv/hall/redis.sock")


@pytest.mark.parametrize(
    ("ours", "celerys"),
    [
        ("redis://host:6379/2", "redis://host:6379/2"),
        ("unix:///srv/redis.sock?db=3", "redis+socket:///srv/redis.sock?virtual_host=3"),
        ("unix:///srv/redis.sock", "redis+socket:///srv/redis.sock?virtual_host=0"),
    ],
)
def test_celery_is_told_in_its_own_spelling(ours: str, celerys: str) -> None:
    assert broker_url(ours) == celerys


def test_pictures_lie_in_the_home_or_in_a_bucket() -> None:
    nothing = dict.fromkeys(("S3_BUCKET", "S3_ENDPOINT", "S3_REGION", "S3_ACCESS_KEY", "S3_SECRET_KEY"), "")
    assert files(nothing) == {"BACKEND": "winterhall.web.backends.DurableFiles"}
    bucket = nothing | {"S3_BUCKET": "hall", "S3_ENDPOINT": "https://s3.example", "S3_REGION": "eu-1"}
    store: Any = StorageHandler({"default": files(bucket)})["default"]
    assert (store.bucket_name, store.endpoint_url, store.default_acl) == ("hall", "https://s3.example", "private")
