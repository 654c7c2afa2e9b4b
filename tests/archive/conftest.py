"""A campaign of the toy game that has one of everything, and its archive, which is made once for all tests."""

from pathlib import Path

import pytest
from django.test import override_settings
from pytest_django import DjangoDbBlocker, Settings

from campaigns.models import Campaign
from tests.archive.halls import exported, lived_in
from tests.helpers import Cast, make_cast, plug_in_toy, standing_for_a_file


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> None:
    plug_in_toy(monkeypatch)
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    return lived_in(cast)


@pytest.fixture(scope="session")
def _archive(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> bytes:
    with (
        override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("media")),
        standing_for_a_file(django_db_blocker),
        pytest.MonkeyPatch.context() as patch,
    ):
        plug_in_toy(patch)
        return exported(lived_in(make_cast()))


@pytest.fixture
def archive(db: None, _archive: bytes) -> bytes:
    """The archive of a campaign that is not here: the hall is empty."""
    return _archive
