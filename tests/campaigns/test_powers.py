"""The table of who may do what says what the addresses do."""

import pytest
from django.test import Client

from campaigns.members.powers import POWERS, Power
from campaigns.models import Membership, Role
from campaigns.sessions import services
from characters.models import Character
from tests.helpers import Cast, make_user, write_text

TEXT = {"command": "sheet.text", "with-text": "notes", "with-to": "Cold."}
#: For each power, an address below the campaign's that only those who have it may use, and what is sent to it.
ADDRESSES = {
    "Read the chronicle": ("GET", "chronicle/", {}),
    "Say whether": ("POST", "sessions/{session}/answer/", {"answer": "yes"}),
    "Play characters": ("POST", "perform/", {**TEXT, "actor": "{rook}"}),
    "Create, change": ("GET", "characters/new/", {}),
    "Write journal": ("GET", "journal/new/", {}),
    "See what is hidden": ("GET", "characters/{magpie}/", {}),
    "Prepare and run": ("POST", "encounters/", {"name": "The ford"}),
    "Undo and redo": ("POST", "undo/", {"entry": "{last}"}),
    "Begin and end": ("POST", "sessions/plan/", {"title": "Snow", "hours": "4"}),
    "Let time pass": ("POST", "calendar/pass/", {"amount": "1", "unit": "day"}),
    "Choose house rules": ("GET", "house/", {}),
    "Invite people": ("POST", "invite/", {"role": "player", "uses": "1", "days": "7"}),
    "Change roles": ("POST", "archive/", {"archived": "yes"}),
}


def words(cast: Cast) -> dict[str, str]:
    session = services.plan(cast.gm, title="Snow", planned_for=None, hours=4)
    magpie = cast.creature()
    last = write_text(cast.gm, cast.rook, "It is cold.")
    found = {"session": session, "magpie": magpie, "last": last, "rook": cast.rook}
    return {name: one.public_id for name, one in found.items()}


@pytest.mark.parametrize("power", POWERS, ids=lambda power: power.label)
@pytest.mark.parametrize("role", list(Role))
def test_the_table_says_what_the_addresses_do(cast: Cast, power: Power, role: Role) -> None:
    begins = next(begins for begins in ADDRESSES if power.label.startswith(begins))
    method, path, sent = ADDRESSES[begins]
    known = words(cast)
    somebody = Membership.objects.create(campaign=cast.campaign, user=make_user("Somebody"), role=role)
    # Whoever plays, plays Rook now.
    Character.objects.filter(pk=cast.rook.pk).update(owner=somebody.user)
    client = Client(raise_request_exception=False)
    client.force_login(somebody.user)
    address = f"/campaigns/{cast.campaign.public_id}/{path.format(**known)}"
    given = {name: value.format(**known) for name, value in sent.items()}
    status = client.generic(method, address).status_code if method == "GET" else client.post(address, given).status_code
    assert (status < 400) == (role in power.roles), status


def test_every_power_is_tried() -> None:
    assert len(POWERS) == len(ADDRESSES)
    assert {len([p for p in POWERS if p.label.startswith(begins)]) for begins in ADDRESSES} == {1}


def test_members_read_the_table(cast: Cast) -> None:
    for who in (cast.gm, cast.anna, cast.olga):
        client = Client()
        client.force_login(who.user)
        text = client.get(f"/campaigns/{cast.campaign.public_id}/members/").content.decode()
        assert "Who may do what" in text
        assert all(power.label in text for power in POWERS)
