"""`manage.py demo`: furnish an empty hall to look around in, and say who may come in."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from combat.demo.furnish import furnish


class Command(BaseCommand):
    help = "Furnish the hall with a campaign of every game. Run again, it changes nothing and says the same."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="say it as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        told: dict[str, Any] = furnish().plain()
        if options["json"]:
            self.stdout.write(json.dumps(told, indent=2))
            return
        for who in told["logins"]:
            self.stdout.write(f"{who['role']:<9} {who['email']:<30} {who['password']:<26} {who['token']}")
        for campaign in told["campaigns"]:
            self._tell(campaign)

    def _tell(self, campaign: dict[str, Any]) -> None:
        """Say where a campaign is, and who and what is in it."""
        self.stdout.write(f"{campaign['name']} ({campaign['system']}): /campaigns/{campaign['id']}/")
        for kind in ("characters", "encounters"):
            for key, public_id in campaign[kind].items():
                self.stdout.write(f"  {kind[:-1]:<10} {key:<10} {public_id}")
