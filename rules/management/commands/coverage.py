"""`manage.py coverage`: where each numbered mechanic is kept, and what shows it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules import coverage, registry
from rules.coverage import Row
from rules.engine.system.protocol import System
from rules.scenario_files import Misread


class Command(BaseCommand):
    """Print the coverage of games as Markdown, write it where it is kept, or check that no row is empty."""

    help = "Says for each numbered mechanic of a game where it is kept and which scenario shows it."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="*", help="Slugs of games; all of them where none is named.")
        parser.add_argument("--check", action="store_true", help="Fail if a row is empty.")
        parser.add_argument("--write", action="store_true", help="Write docs/coverage/<game>.md.")

    def handle(self, *args: Any, **options: Any) -> None:
        empty = []
        for system in _games(options["game"]):
            told = _covered(system)
            empty += [f"{row.mechanic.number} {row.mechanic.title}: {gap}" for row in told for gap in row.gaps]
            self._tell(system, told, options)
        if options["check"] and empty:
            raise CommandError("\n".join(["Not covered:", *empty]))

    def _tell(self, system: System, told: list[Row], options: dict[str, Any]) -> None:
        if options["write"]:
            file = coverage.file_of(system)
            file.parent.mkdir(exist_ok=True)
            file.write_text(coverage.report(system, told), encoding="utf-8")
        elif not options["check"]:
            self.stdout.write(coverage.report(system, told), ending="")
        whole = sum(not row.gaps for row in told)
        if options["write"] or options["check"]:
            self.stdout.write(f"{system.name}: {whole} of {len(told)} mechanics kept and shown")


def _covered(system: System) -> list[Row]:
    try:
        return coverage.covered(system)
    except Misread as misread:
        raise CommandError(str(misread)) from None


def _games(slugs: list[str]) -> tuple[System, ...]:
    try:
        return tuple(registry.system_named(slug) for slug in slugs) or registry.SYSTEMS
    except KeyError as unknown:
        known = ", ".join(system.slug for system in registry.SYSTEMS)
        raise CommandError(f"There is no game {unknown}, only: {known}.") from None
