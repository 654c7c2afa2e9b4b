"""``manage.py export``: write a campaign as one file that any hall can bring in."""

import shutil
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.archive import writing
from campaigns.models import Campaign


class Command(BaseCommand):
    help = "Writes a campaign with everything that belongs to it as one zip. Everything secret is in it, too."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="public id of the campaign")
        parser.add_argument("file", type=Path, help="the zip to be written")
        parser.add_argument("--addresses", action="store_true", help="with the e-mail addresses of its people")

    def handle(self, *args: Any, **options: Any) -> None:
        campaign = Campaign.objects.filter(public_id=options["campaign"]).first()
        if campaign is None:
            raise CommandError("There is no campaign of that id in this hall.")
        path: Path = options["file"]
        aside = path.with_name(f"{path.name}.part")
        try:
            with writing.write(campaign, addresses=options["addresses"]) as archive, aside.open("wb") as file:
                shutil.copyfileobj(archive, file)
            # Whoever finds the file finds all of it.
            aside.replace(path)
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{campaign.name}: {campaign.last_number:,} entries, {path.stat().st_size:,} bytes in {path}")
