"""A campaign to measure in, and the process that writes into it."""

import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any


@dataclass(frozen=True)
class Table:
    """A campaign: its public id, the GM's membership, the character's id, and the cookies of all listeners."""

    campaign: str
    gm: int
    character: str
    cookies: list[str]


def furnish(listeners: int, name: str = "one") -> Table:
    """Make a campaign with a GM, a character and ``listeners`` signed-in players (the first owns the character)."""
    from campaigns.models import Campaign, Membership, Role
    from characters import services
    from rules.registry import SYSTEMS

    campaign = Campaign.objects.create(name="The long winter", system_slug=SYSTEMS[0].slug)
    gm = Membership.objects.create(campaign=campaign, user=_user(f"gm-{name}"), role=Role.GM)
    players = [_user(f"p{number}-{name}") for number in range(listeners)]
    Membership.objects.bulk_create(Membership(campaign=campaign, user=user, role=Role.PLAYER) for user in players)
    rook = services.begin(gm, name="Rook", owner=players[0] if players else None)
    return Table(campaign.public_id, gm.pk, rook.public_id, [cookie_of(user) for user in players])


def _user(name: str) -> Any:
    from winterhall.accounts.models import User

    return User.objects.create_user(f"{name}@example.org", display_name=name)


def cookie_of(user: Any) -> str:
    """The session cookie of a user who is signed in."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def write(pipe: Connection, table: Table, rate: float, seconds: float) -> None:
    """Perform commands at a steady rate, and send when each entry was committed. Runs as a process of its own."""
    import django

    django.setup()
    from campaigns.chronicle import notify
    from campaigns.models import Membership
    from campaigns.play.intent import Intent
    from campaigns.play.perform import perform

    committed: dict[int, int] = {}
    tell = notify._tell

    def timed(campaign_id: str, number: int) -> None:
        # Called as the first thing after COMMIT.
        committed[number] = time.monotonic_ns()
        tell(campaign_id, number)

    notify._tell = timed
    gm = Membership.objects.select_related("campaign", "user").get(pk=table.gm)
    pipe.send("ready")
    pipe.recv()
    entries, began = [], time.monotonic()
    for at in range(int(rate * seconds)):
        time.sleep(max(0.0, began + at / rate - time.monotonic()))
        intent = Intent("sheet.text", {"text": "notes", "to": f"note {at}"}, actor=table.character)
        entries.append(perform(gm, intent))
    pipe.send([(entry.public_id, committed[entry.number]) for entry in entries])
