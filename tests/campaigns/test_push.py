"""Notices on people's devices: what a browser can read of them, who gets them, and when they are let go."""

import base64
import json
import re
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.utils import timezone
from py_vapid import Vapid02

from campaigns.journal import services as journal
from campaigns.models import Membership, Notice, PageKind, PushDevice, PushPost, Shared
from campaigns.notices import push, reading
from rules.engine.kernel import Refused
from tests.campaigns.net import PUBLIC, Net, Sent
from tests.helpers import Cast

ADDRESS = "https://push.example.org/send/1"
SECRET = bytes(range(16))


def text(octets: bytes) -> str:
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


class Browser:
    """A browser that somebody lets the hall write to."""

    def __init__(self, member: Membership, address: str = ADDRESS) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        point = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        self.shown = text(self.key.public_key().public_bytes(*point))
        self.client = Client()
        self.client.force_login(member.user)
        said = {"address": address, "key": self.shown, "secret": text(SECRET), "name": "Firefox on Linux"}
        assert self.client.post("/notices/devices/", said).status_code == 204

    def reads(self, sent: Sent) -> dict[str, Any]:
        plain = http_ece.decrypt(sent.body, private_key=self.key, auth_secret=SECRET, version="aes128gcm")
        told: dict[str, Any] = json.loads(plain)
        return told


def handout(cast: Cast) -> None:
    wanted = journal.Wanted(PageKind.HANDOUT, "The map", "Three crosses.")
    page = journal.add(cast.gm, wanted, journal.Audience(Shared.PARTY))
    journal.show(cast.gm, page.public_id)


def test_a_browser_reads_what_nobody_on_the_way_can(cast: Cast, net: Net) -> None:
    browser = Browser(cast.anna)
    handout(cast)
    push.sweep()
    (sent,) = net.sent
    notice = Notice.objects.get(user=cast.anna.user)
    assert sent.host == (PUBLIC, "push.example.org", "push.example.org")
    assert b"map" not in sent.body
    assert browser.reads(sent) == {
        "id": notice.public_id,
        "title": cast.campaign.name,
        "text": "A handout: The map",
        "address": f"/notices/{notice.public_id}/",
    }
    assert not PushPost.objects.exists()


def test_the_hall_signs_with_the_key_that_it_shows(cast: Cast, net: Net) -> None:
    browser = Browser(cast.anna)
    page = browser.client.get("/notices/").content.decode()
    handout(cast)
    push.sweep()
    signed = net.sent[0].headers["Authorization"]
    assert Vapid02.verify(signed)
    assert signed.endswith(f"k={push.public_key()}")
    assert f'data-push="{push.public_key()}"' in page
    token = re.search(r"t=([^,.]+)\.([^,.]+)", signed)
    assert token
    assert json.loads(base64.urlsafe_b64decode(token[2] + "=="))["aud"] == "https://push.example.org"


def test_only_those_who_wish_it_are_told(cast: Cast, net: Net) -> None:
    Browser(cast.anna)
    boris = Browser(cast.boris, f"{ADDRESS}2")
    reading.wish(cast.anna.user, {"push": {"turn"}})
    handout(cast)
    push.sweep()
    assert [boris.reads(sent)["text"] for sent in net.sent] == ["A handout: The map"]


def test_what_is_read_or_over_by_then_is_not_sent(cast: Cast, net: Net) -> None:
    Browser(cast.anna)
    handout(cast)
    reading.mark_read(Notice.objects.get(user=cast.anna.user))
    push.sweep()
    handout(cast)
    Notice.objects.all().delete()
    push.sweep()
    assert net.sent == []
    assert not PushPost.objects.exists()


@pytest.mark.parametrize("status", [0, 302, 429, 500])
def test_what_is_not_taken_is_tried_again_under_the_same_topic(cast: Cast, net: Net, status: int) -> None:
    Browser(cast.anna)
    handout(cast)
    net.status = status
    push.sweep()
    push.sweep()
    assert len(net.sent) == 1
    net.status = 201
    PushPost.objects.update(not_before=timezone.now())
    push.sweep()
    assert net.sent[0].headers["Topic"] == net.sent[1].headers["Topic"]
    assert not PushPost.objects.exists()


def test_after_some_attempts_it_is_let_go(cast: Cast, net: Net) -> None:
    Browser(cast.anna)
    handout(cast)
    net.status = 500
    for _ in range(PushPost.most_attempts + 2):
        PushPost.objects.update(not_before=timezone.now())
        push.sweep()
    assert len(net.sent) == PushPost.most_attempts
    assert not PushPost.objects.exists()
    assert PushDevice.objects.exists()


@pytest.mark.parametrize("status", push.GONE)
def test_a_device_that_is_no_more_is_forgotten(cast: Cast, net: Net, status: int) -> None:
    Browser(cast.anna)
    handout(cast)
    net.status = status
    push.sweep()
    assert not PushDevice.objects.exists()


def test_an_address_in_a_private_net_is_never_written_to(cast: Cast, net: Net) -> None:
    Browser(cast.anna)
    net.ip = ["10.0.0.1"]
    handout(cast)
    push.sweep()
    assert net.sent == []
    assert not PushDevice.objects.exists()


GOOD = {"address": ADDRESS, "key": push.public_key(), "secret": text(SECRET), "name": "Firefox"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"address": "http://push.example.org/"},
        {"address": "https://10.0.0.1:8443/"},
        {"address": ""},
        {"address": f"{ADDRESS}{'x' * 1000}"},
        {"key": ""},
        {"key": "é"},
        {"key": text(b"\x04" + bytes(64))},
        {"secret": text(SECRET * 2)},
        {"secret": "!"},
    ],
)
def test_what_no_browser_gives_is_refused(cast: Cast, wrong: dict[str, str]) -> None:
    said = GOOD | wrong
    with pytest.raises(Refused, match="did not set up notifications"):
        push.add(cast.anna.user, said["address"], said["key"], said["secret"], said["name"])
    client = Client()
    client.force_login(cast.anna.user)
    assert client.post("/notices/devices/", said).status_code == 422
    assert not PushDevice.objects.exists()


def test_a_browser_belongs_to_whoever_signed_in_there_last(cast: Cast, net: Net) -> None:
    Browser(cast.anna)
    Browser(cast.boris)
    handout(cast)
    push.sweep()
    assert [one.user for one in PushDevice.objects.all()] == [cast.boris.user]
    assert len(net.sent) == 1


def test_signing_out_ends_it_on_that_browser_alone(cast: Cast, net: Net) -> None:
    here, _ = Browser(cast.anna), Browser(cast.anna, f"{ADDRESS}2")
    here.client.post("/accounts/logout/")
    assert [one.address for one in PushDevice.objects.all()] == [f"{ADDRESS}2"]


def test_a_new_password_ends_it_everywhere(cast: Cast) -> None:
    browser = Browser(cast.anna)
    cast.anna.user.set_password("old words of mine")
    cast.anna.user.save()
    browser.client.force_login(cast.anna.user)
    new = {"oldpassword": "old words of mine", "password1": "new words of mine", "password2": "new words of mine"}
    browser.client.post("/accounts/password/change/", new)
    assert not PushDevice.objects.exists()


def test_one_removes_ones_own_devices_alone(cast: Cast) -> None:
    anna, boris = Browser(cast.anna), Browser(cast.boris, f"{ADDRESS}2")
    device = PushDevice.objects.get(user=cast.anna.user)
    boris.client.post(f"/notices/devices/{device.public_id}/remove/")
    assert PushDevice.objects.filter(pk=device.pk).exists()
    assert "this one" in anna.client.get("/notices/").content.decode()
    anna.client.post(f"/notices/devices/{device.public_id}/remove/")
    assert not PushDevice.objects.filter(pk=device.pk).exists()


def test_the_oldest_device_makes_room(cast: Cast) -> None:
    for number in range(push.MOST_DEVICES + 2):
        push.add(cast.anna.user, f"{ADDRESS}{number}", GOOD["key"], GOOD["secret"], "")
    assert len(push.of(cast.anna.user)) == push.MOST_DEVICES
    assert not PushDevice.objects.filter(address=f"{ADDRESS}1").exists()


def test_the_worker_that_shows_them_serves_the_whole_hall(client: Client) -> None:
    worker = client.get("/service-worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in worker.content
