"""Bent input of every kind that people may send: forms of every page and cases of the API, from several people.

python -m benchmarks.fuzz --cases 50000
python -m benchmarks.fuzz --cases 50000 --database postgres
"""

import argparse
import logging
import platform
import random
import sys
import time
from importlib.metadata import version
from typing import Any

from benchmarks import surroundings

LIBRARIES = ("Django", "djangorestframework", "msgspec", "schemathesis", "hypothesis")
#: The share of cases that are forms of pages; the others are of the API.
PAGES = 0.6


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=50_000)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    return parser.parse_args()


def play(said: argparse.Namespace) -> list[tuple[str, Any]]:
    """Furnish a hall with a campaign of every game, and send bent forms and cases to it; the reports of both."""
    from django.conf import settings
    from django.test import override_settings
    from django.test.utils import setup_test_environment

    from tests.conftest import QUICK_PASSWORDS

    setup_test_environment()
    logging.getLogger("django.request").setLevel(logging.ERROR)  # refusals are what is wanted
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    limits = {"API_READS_PER_MINUTE": 10**9, "API_WRITES_PER_MINUTE": 10**9}
    storages = settings.STORAGES | {"staticfiles": plain}
    with override_settings(PASSWORD_HASHERS=QUICK_PASSWORDS, STORAGES=storages, **limits):
        return _play(said)


def _play(said: argparse.Namespace) -> list[tuple[str, Any]]:
    from datetime import timedelta

    from django.test import Client
    from django.utils import timezone

    from combat.demo.furnish import furnish
    from tests.fuzz import programs, running
    from winterhall.accounts import tokens
    from winterhall.accounts.models import User

    told = furnish().plain()
    stranger = User.objects.create_user("stranger@example.org", "a long enough word", display_name="Stranger")
    users = {one["role"]: User.objects.get(email=one["email"]) for one in told["logins"]} | {"stranger": stranger}
    browsers = {who: Client(raise_request_exception=False) for who in (*users, "nobody")}
    for who, user in users.items():
        browsers[who].force_login(user)
    there = running.field_of(browsers, [f"/campaigns/{one['id']}/" for one in told["campaigns"]])
    print(f"{len(there.pairs)} fields with their values on the pages of {', '.join(browsers)}", flush=True)
    forms = running.play(there, round(said.cases * PAGES), said.seed)
    later = timezone.now() + timedelta(days=1)
    secrets = {who: tokens.make(user, "fuzz", tokens.SCOPES, later)[1] for who, user in users.items()}
    cases = programs.play(secrets, there.words, said.cases - forms.cases, said.seed)
    return [("forms of pages", forms), ("cases of the API", cases)]


def main() -> int:
    said, began = arguments(), time.monotonic()
    print(f"CPython {platform.python_version()}, " + ", ".join(f"{name} {version(name)}" for name in LIBRARIES))
    print(f"{said.database}, seed {said.seed}", flush=True)
    with surroundings.opened(said.database):
        reports = play(said)
    passed = failed = 0
    for what, report in reports:
        statuses = ", ".join(f"{status}: {count}" for status, count in sorted(report.by_status.items()))
        print(f"{report.cases} {what}; answers {statuses}")
        for fault in report.faults[:20]:
            print(f"  {fault}")
        failed += len(report.faults)
        passed += max(0, report.cases - len(report.faults))
    print(f"{time.monotonic() - began:.0f} s")
    print(f"{passed} passed, {failed} failed")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
