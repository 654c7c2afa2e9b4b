"""``manage.py import``: bring in a campaign that another hall (or this one, earlier) wrote."""  # noqa: N999

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from campaigns.archive import importing, reading
from campaigns.archive.package import FROM_OPERATORS
from campaigns.archive.people import Seating
from campaigns.archive.reading import Archive
from rules.engine.kernel import Refused
from winterhall.accounts.models import User


class Command(BaseCommand):
    help = "Brings a campaign in from its archive: all of it or nothing. One that is here already is left alone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the zip that was exported")
        parser.add_argument("--gm", metavar="WHO", help="the user who runs it from now on: address, id or name")
        parser.add_argument(
            "--member",
            action="append",
            default=[],
            metavar="PERSON=WHO",
            help="a person of the archive (id or name), and the user who takes their place; may be given several times",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            with path.open("rb") as file:
                archive = reading.read(file, FROM_OPERATORS)
                given = dict(_given(archive, one) for one in options["member"])
                gm = _user(options["gm"]) if options["gm"] else None
                report = importing.bring_in(archive, Seating(gm=gm, given=given, by_operator=True))
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
        except Refused as refused:
            raise CommandError(refused.sentence) from refused
        for line in report.lines:
            self.stdout.write(line)
        self.stdout.write(f"/campaigns/{report.campaign.public_id}/")


def _given(archive: Archive, said: str) -> tuple[str, User]:
    """The person of an archive, and the user who takes their place."""
    person, _, who = said.rpartition("=")
    found = [one.public_id for one in archive.people if person in (one.public_id, one.display_name)]
    if len(found) != 1:
        known = ", ".join(f"{one.display_name} ({one.public_id})" for one in archive.people)
        raise CommandError(f"{person!r} is not one person of the archive. It has {known or 'nobody'}.")
    return found[0], _user(who)


def _user(who: str) -> User:
    """The user of this address, id or name."""
    found = list(User.objects.filter(Q(email=who.lower()) | Q(public_id=who) | Q(display_name=who))[:2])
    if len(found) != 1:
        raise CommandError(
            f"{who!r} is {'several users' if found else 'nobody'} of this hall. Give the address or the id."
        )
    return found[0]
