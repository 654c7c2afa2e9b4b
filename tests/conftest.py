"""Fixtures for every test. What must be there before Django is in tests/surroundings.py."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.core.cache import cache
from django.test import TransactionTestCase
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis
from pytest_django import Settings

from rules.engine.kernel import CLOSED, lay_open
from tests import browsers, dice, halls
from winterhall.web import pdf

# A busy machine is no fault of the example that happens to run on it, nor of whatever draws it.
hypothesis.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis.load_profile("unhurried")

TESTS = Path(__file__).parent
#: The files that take longest, the longest first: whoever began one of them last would end alone. `make quick` leaves
#: them out, where they drive no browser: a fifth of the tests, and half of the time.
LONGEST = (
    "two_worlds/test_fights.py",
    "two_worlds/test_story.py",
    "test_scenarios.py",
    "winterhall/test_hall.py",
    "durability/test_kills.py",
    "archive/test_other_halls.py",
    "rules/test_truth.py",
    "rules/test_guest_game.py",
    "durability/test_runs.py",
    "combat/test_advice.py",
    "combat/test_stage.py",
    "api/test_description.py",
    "rules/sda/test_shown_numbers.py",
    "combat/test_secrets.py",
    "rules/sda/test_forecast.py",
    "rules/sda/test_advice_of_efforts.py",
    "rules/sda/test_advice_hits.py",
    "browser/test_every_page.py",
    "look/browser/test_gallery.py",
    "combat/browser/test_live_table.py",
    "browser/test_journeys.py",
    "browser/test_evening.py",
    "browser/test_dragonbane_fight.py",
    "browser/test_duel.py",
    "browser/test_kaos_fight.py",
    "browser/test_grim_fight.py",
    "browser/test_fortune_fight.py",
    "browser/test_archers.py",
    "browser/test_fight.py",
    "browser/test_riders.py",
    "browser/test_broken_line.py",
    "browser/test_making.py",
    "browser/test_life_path.py",
)
#: Seconds that a test in the browser may take: a page that never comes shall be told by its test's name.
PATIENCE = 900
QUICK_PASSWORDS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_configure(config: pytest.Config) -> None:
    """Let dice fall alike in every run; not before what they are part of may be imported and measured."""
    config.pluginmanager.register(dice)


@pytest.fixture(autouse=True)
def _quick_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let PDF files be the HTML that they are made of: quick, readable, and there without the system's libraries."""
    monkeypatch.setattr(pdf, "is_possible", lambda: True)
    monkeypatch.setattr(pdf, "made_of", lambda html: html.encode())


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Mark browser tests by their folder, and long files, before `make quick` leaves them out; browser tests run last.

    Once Playwright runs, its event loop stays alive in the test process, and Django refuses database work there. Before
    and after that border what takes longest comes first, and everything else by chance.
    """
    for item in items:
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(f"{item.nodeid} has another name in every process: name its cases with ids.")
        if "browser" in Path(item.path).parts:
            item.add_marker(pytest.mark.browser)
            # Two cores shared with others miss a moment now and then; what is wrong is wrong twice.
            item.add_marker(pytest.mark.flaky(reruns=1))
            item.add_marker(pytest.mark.timeout(PATIENCE, method="thread"))
        if _rank(Path(item.path)) < len(LONGEST):
            item.add_marker(pytest.mark.long)
    yield
    items.sort(key=lambda item: (item.get_closest_marker("browser") is not None, _rank(Path(item.path))))


def _rank(path: Path) -> int:
    """The place of a file in the order of a run."""
    name = path.relative_to(TESTS).as_posix() if path.is_relative_to(TESTS) else ""
    return LONGEST.index(name) if name in LONGEST else len(LONGEST)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell why a test was run again: what passes at the second time has failed at the first."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.section(f"run again: {report.nodeid}")
        terminalreporter.line(report.longreprtext)


@pytest.fixture(autouse=True)
def quick_passwords_and_plain_static_files(settings: Settings) -> None:
    """Spare tests Argon2's deliberate slowness and collected static files; the live hall has both."""
    settings.PASSWORD_HASHERS = QUICK_PASSWORDS
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": plain}
    settings.CELERY_TASK_ALWAYS_EAGER = False


@pytest.fixture(autouse=True)
def _no_book_lies_open() -> None:
    """Let no test find the book of another test's campaign: those that come in by no request shut none."""
    lay_open(CLOSED)


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Let no test meet the rate limits that another one used up."""
    yield
    cache.clear()


@pytest.fixture(scope="session", autouse=True)
def _empty_the_chronicle_after_tests_with_real_commits() -> Iterator[None]:
    """Lift the guard of the chronicle while a test with real commits ends with emptying every table."""
    from tests.helpers import unguarded

    empty = TransactionTestCase._fixture_teardown

    def empty_unguarded(case: TransactionTestCase) -> None:
        with unguarded():
            empty(case)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_unguarded)
        yield


@pytest.fixture(scope="session")
def hall_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[halls.LiveHall]:
    """The whole hall as its users run it: own home, own database, furnished by `demo`."""
    with_database = _own_database() if os.environ.get("DATABASE_URL") else {}
    hall = halls.new_hall(Path(tmp_path_factory.mktemp("hall")), port=_asked_port(), **with_database)
    hall.open()
    try:
        hall.furnish()
        yield hall
    finally:
        hall.close()


@pytest.fixture(autouse=True)
def _a_second_try_finds_an_untouched_hall(request: pytest.FixtureRequest) -> None:
    """A second try gets a new hall: a wound or a name of the first would fail it for another reason."""
    if getattr(request.node, "execution_count", 1) == 1 or "hall_server" not in request.fixturenames:
        return
    hall: halls.LiveHall = request.getfixturevalue("hall_server")
    hall.close()
    shutil.rmtree(hall.home)
    hall.home.mkdir()
    if "DATABASE_URL" in hall.env:
        _own_database()
    hall.open()
    hall.furnish()


def _asked_port() -> int | None:
    """Count up from PORT, one port per test process, if somebody set it."""
    first = os.environ.get("PORT")
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    return int(first) + int(worker) if first else None


def _own_database() -> dict[str, str]:
    """Make a database for the live hall beside those of the tests, and return its address."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    name = f"hall_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
    return {
        "DATABASE_URL": urlunsplit(parts._replace(path=f"/{name}")),
        "SECRET_KEY": os.environ["SECRET_KEY"],
    }


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Drive the Chromium of this machine, quietly."""
    return browser_type_launch_args | {"executable_path": browsers.chromium(), "args": browsers.FLAGS}
