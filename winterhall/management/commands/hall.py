"""Open the whole hall on this machine: Redis, database, web server, worker."""

import io
import json
import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import DatabaseError, connection

from winterhall.durability import refuse_unsafe
from winterhall.environment import embedded_socket, unusable
from winterhall.supervisor import hall, servers


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="furnish the hall with a campaign to look at")

    def handle(self, *args: Any, **options: Any) -> None:
        """Open the hall and stay until it is closed."""
        try:
            with hall.alone_in(settings.WINTERHALL_HOME), hall.Hall(self.say) as house:
                self.open(house, demo=options["demo"])
                house.watch()
        except hall.Closing:
            self.stdout.write("The hall is closed.")
        except (hall.CannotOpen, servers.Missing, servers.DidNotStart) as why:
            raise CommandError(str(why)) from None
        except OSError as error:
            raise CommandError(unusable(settings.WINTERHALL_HOME, error)) from None
        except DatabaseError as error:
            raise CommandError(f"The database cannot be opened: {error}.") from None

    def open(self, house: hall.Hall, *, demo: bool) -> None:
        """Start everything in order and say where the door is."""
        hall.refuse_taken_port(settings.BIND, settings.PORT)
        if settings.EMBEDDED_REDIS:
            house.keep("redis", lambda: servers.start_redis(embedded_socket(settings.WINTERHALL_HOME)))
        call_command("migrate", verbosity=0, interactive=False)
        refuse_unsafe()
        call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=["rest_framework"])
        furnished = self.furnish() if demo else {}
        env = child_environment()
        house.run("web", *hall.web_command(settings.BIND, settings.PORT), env=env)
        house.run("worker", *hall.worker_command(), env=env, again=True)
        house.wait_ready(settings.PORT)
        self.welcome(furnished)

    def say(self, sentence: str) -> None:
        """Tell the person who opened the hall what happened to it."""
        self.stderr.write(sentence)
        self.stderr.flush()

    def furnish(self) -> dict[str, Any]:
        """Run the demo command and return its report."""
        said = io.StringIO()
        call_command("demo", json=True, stdout=said)
        return dict(json.loads(said.getvalue()))

    def welcome(self, furnished: dict[str, Any]) -> None:
        """Print the address of the hall and who may sign in."""
        self.stdout.write(f"\nThe hall is open: http://localhost:{settings.PORT}/\n")
        for who in furnished.get("logins", []):
            self.stdout.write(f"  {who['role']:<10} {who['email']:<28} {who['password']}")
        if settings.MAIL_FOLDER:
            self.stdout.write(f"Mail is not sent but kept in {settings.MAIL_FOLDER}")
        self.stdout.write("Ctrl-C closes it.\n")
        self.stdout.flush()


def child_environment() -> dict[str, str]:
    """Return this process's environment with the settings that it has decided by itself."""
    said = {"DJANGO_SETTINGS_MODULE": settings.SETTINGS_MODULE, "WINTERHALL_HOME": str(settings.WINTERHALL_HOME)}
    if connection.vendor == "postgresql" and not os.environ.get("DATABASE_POOL"):
        # Streams and pages share the web process; a connection per thread would grow with the streams.
        said["DATABASE_POOL"] = str(settings.WEB_THREADS + 4)
    return os.environ | said
