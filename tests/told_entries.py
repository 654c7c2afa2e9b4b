"""`python -m tests.told_entries SESSION`: the entries of a session as they are stored, with who is who, as JSON.

Nothing is worked out here: whoever checks what the house says of a session does so from these.
"""

import json
import os
import sys
from typing import Any

import django


def told(session: str) -> dict[str, Any]:
    """The entries from the one with which the session began, its seats, and the campaign's people by id."""
    from campaigns.models import Entry, Seat, Session
    from characters.models import Character

    row = Session.objects.get(public_id=session)
    entries = Entry.objects.filter(campaign=row.campaign_id).order_by("number")
    began = entries.get(command="session.begin", given__contains=session)
    people = Character.objects.filter(campaign=row.campaign_id)
    return {
        "entries": [_plain(one) for one in entries.filter(number__gte=began.number).select_related("struck")],
        "there": [str(seat.user) for seat in Seat.objects.filter(session=row, was_there=True).select_related("user")],
        "names": {one.public_id: one.name for one in people},
        "played": [one.public_id for one in people if one.owner_id is not None],
    }


def _plain(entry: Any) -> dict[str, Any]:
    return {
        "id": entry.public_id,
        "number": entry.number,
        "command": entry.command,
        "encounter": entry.encounter,
        "facts": json.loads(entry.facts),
        "veiled": json.loads(entry.veiled),
        "is_undone": entry.is_struck or entry.undoes_id is not None or entry.redoes_id is not None,
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "winterhall.settings")
    django.setup()
    sys.stdout.write(json.dumps(told(sys.argv[1])))
