"""``manage.py scenario FILE_OR_FOLDER...``: run worked examples; the conformance kit of a game."""

from argparse import ArgumentParser
from traceback import format_exception
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from combat.scenarios.document import Amiss, Scenario, found_in
from combat.scenarios.run import run


class Command(BaseCommand):
    help = (
        "Runs scenarios in a database made for them, one line each; the exit code is not 0 if one comes out otherwise."
    )
    # The database that the scenarios run in is made by the command itself.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("places", nargs="+", metavar="FILE_OR_FOLDER")

    def handle(self, *args: Any, **options: Any) -> None:
        scenarios = list(found_in(*options["places"]))
        if not scenarios:
            raise CommandError("There are no scenarios there.")
        used = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            passed = sum([self._passes(scenario) for scenario in scenarios])
        finally:
            connection.creation.destroy_test_db(used, verbosity=0)
        failed = len(scenarios) - passed
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            raise CommandError("Some scenarios came out otherwise.")

    def _passes(self, scenario: Scenario) -> bool:
        try:
            run(scenario)
        except Amiss as amiss:
            self.stdout.write(f"FAILED {scenario.path}: {scenario.title}: {amiss}")
            return False
        except Exception as fault:  # noqa: BLE001 - a game that breaks down fails its scenario, not the others
            self.stdout.write(f"FAILED {scenario.path}: {scenario.title}: {type(fault).__name__}: {fault}")
            self.stderr.write("".join(format_exception(fault)))
            return False
        self.stdout.write(f"ok     {scenario.title}")
        return True
