"""`manage.py demo`: furnish an empty hall to look around in, and say who may come in."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from combat.furnishing import furnish


class Command(BaseCommand):
    help = "Furnish the hall with a campaign to look around in. Run again, it changes nothing and says the same."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="say it as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        told: dict[str, Any] = furnish().plain()
        if options["json"]:
            self.stdout.write(json.dumps(told, indent=2))
            return
        self.stdout.write(f"{told['campaign']['name']}: /campaigns/{told['campaign']['id']}/")
        for who in told["logins"]:
            self.stdout.write(f"  {who['role']:<9} {who['email']:<30} {who['password']:<26} {who['token']}")
        for kind in ("characters", "encounters"):
            for key, public_id in told[kind].items():
                self.stdout.write(f"  {kind[:-1]:<10} {key:<10} {public_id}")
