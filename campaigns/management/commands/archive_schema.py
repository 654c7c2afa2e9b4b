"""``manage.py archive_schema``: the JSON Schema of archives, as docs/archive.schema.json has it."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from campaigns.archive import parts


class Command(BaseCommand):
    help = "Writes the JSON Schema of the archives of campaigns."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(parts.schema(), indent=1, sort_keys=True))
