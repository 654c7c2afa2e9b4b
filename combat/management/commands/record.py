"""`manage.py record`: keep the fight that strangers are shown in a file, for halls that have none to show."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.models import Membership, Role
from combat.replay import sharing
from combat.replay.recording import FILE, NotRecordable, record
from combat.replay.steps import seat_of


class Command(BaseCommand):
    help = "Record the fight that this hall shows to strangers, as its game master sees it, for halls that have none."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, default=FILE, help="where to; in place of the one that comes along"
        )

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        link = sharing.showcase()
        if link is None:
            raise CommandError("This hall shows no fight to strangers.")
        gm = Membership.objects.filter(campaign=link.encounter.campaign, role=Role.GM).select_related("campaign")[0]
        try:
            made = record(seat_of(gm, link.encounter.public_id))
        except NotRecordable as refused:
            raise CommandError(str(refused)) from refused
        made.write(file)
        self.stdout.write(f"{made.name}: {len(made.steps)} steps, {file.stat().st_size // 1000} kB")
