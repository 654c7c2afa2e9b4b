"""Remove files of pictures that no row names, as the worker does each day."""

from typing import Any

from django.core.management.base import BaseCommand

from campaigns.pictures import files


class Command(BaseCommand):
    help = "Remove files of pictures that no row names any more."

    def handle(self, *args: Any, **options: Any) -> None:
        removed = files.sweep()
        print(f"{removed} {'file' if removed == 1 else 'files'} removed.")
