"""Links by which everybody may watch a fight again: made, opened and taken back. They show what an observer sees."""

import secrets

from django.db.models import QuerySet

from campaigns.audience import access
from campaigns.models import Membership, Role
from combat.models import Encounter, SharedReplay
from rules.engine.kernel import Refused

#: Bytes of chance in a token: 192 bit, more than anybody can guess.
TOKEN_BYTES = 24


class NotShared(Refused):
    """A link that shows nothing: taken back, never made, or to a fight that the players do not see now."""

    def __init__(self) -> None:
        super().__init__("It was revoked, or part of it is missing. Ask whoever sent it for a new one.")


def share(member: Membership, encounter: Encounter, *, showcase: bool = False) -> SharedReplay:
    """The link to a fight, made where there is none yet; refused for a fight that players do not see."""
    if encounter.secret:
        raise Refused("Players do not see this fight. Show it to them first, then share it.")
    given = {"token": secrets.token_urlsafe(TOKEN_BYTES), "made_by": member.user, "showcase": showcase}
    return SharedReplay.objects.get_or_create(encounter=encounter, defaults=given)[0]


def take_back(encounter: Encounter) -> None:
    """Let the link to a fight show nothing any more; the next one will be another."""
    SharedReplay.objects.filter(encounter=encounter).delete()


def link_to(encounter: Encounter) -> SharedReplay | None:
    """The link to a fight, if it is shared."""
    return SharedReplay.objects.filter(encounter=encounter).first()


def opened(token: str) -> SharedReplay:
    """The link of a token, with its fight; refused where there is none, or players do not see the fight."""
    found = _open().filter(token=token).first()
    if found is None:
        raise NotShared
    return found


def showcase() -> SharedReplay | None:
    """The link that strangers are shown; ``None`` in a hall that has none to show."""
    return _open().filter(showcase=True).order_by("pk").first()


def _open() -> QuerySet[SharedReplay]:
    shared = SharedReplay.objects.select_related("encounter__campaign")
    return shared.filter(access.open_to(Role.OBSERVER, "encounter__"), encounter__campaign__binned_at=None)
