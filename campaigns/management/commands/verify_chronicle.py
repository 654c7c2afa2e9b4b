"""``manage.py verify_chronicle``: replay every campaign from nothing and compare."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.chronicle import verify
from campaigns.models import Campaign


class Command(BaseCommand):
    help = (
        "Checks numbers, hash chain, documents and ledgers of every campaign (or of those named) against the chronicle."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", nargs="*", help="public id of a campaign; all of them without one")

    def handle(self, *args: Any, **options: Any) -> None:
        campaigns = Campaign.objects.order_by("pk")
        if options["campaign"]:
            campaigns = campaigns.filter(public_id__in=options["campaign"])
        good = bad = 0
        for campaign in campaigns:
            faults = verify.faults(campaign)
            for fault in faults:
                self.stderr.write(f"{campaign.public_id}: {fault}")
            self.stdout.write(
                f"{campaign.public_id} {campaign.last_number} entries: {'ok' if not faults else 'BROKEN'}"
            )
            good, bad = good + (not faults), bad + bool(faults)
        self.stdout.write(f"{good} passed, {bad} failed")
        if bad:
            raise CommandError("The chronicle and what is stored differ.")
