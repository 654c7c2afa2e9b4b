"""Messages to a group's chat: what is said there, to which addresses, once for each occasion."""

import socket
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.models import ChatHook, ChatPost
from campaigns.notices import chat
from campaigns.sessions import at_table
from rules.engine.kernel import Refused
from tests.campaigns.net import PUBLIC, Net
from tests.helpers import Cast
from winterhall.web import outgoing

ADDRESS = "https://chat.example.org/hooks/1?token=x"


def due_now() -> None:
    ChatPost.objects.update(not_before=timezone.now())


def test_a_chat_hears_that_it_is_connected_and_that_a_session_begins(cast: Cast, net: Net) -> None:
    chat.connect(cast.gm, ADDRESS)
    at_table.begin(cast.gm, title="Frost", key="one")
    at_table.begin(cast.gm, title="Frost", key="one")
    chat.sweep()
    assert [one.words["content"] for one in net.sent] == [one.words["text"] for one in net.sent]
    assert ["is connected" in net.sent[0].words["text"], "Frost begins" in net.sent[1].words["text"]] == [True, True]
    assert len(net.sent) == 2
    assert net.sent[0].host == (PUBLIC, "chat.example.org", "chat.example.org")
    assert not ChatPost.objects.exists()
    chat.sweep()
    assert len(net.sent) == 2


def test_without_a_chat_nothing_is_kept(cast: Cast) -> None:
    at_table.begin(cast.gm, title="Frost")
    assert not ChatPost.objects.exists()


@pytest.mark.parametrize("status", [0, 302, 404, 500])
def test_what_is_not_taken_is_tried_again_with_the_same_id(cast: Cast, net: Net, status: int) -> None:
    net.status = status
    chat.connect(cast.gm, ADDRESS)
    chat.sweep()
    chat.sweep()
    assert len(net.sent) == 1
    assert ChatHook.objects.get().fault
    client = Client()
    client.force_login(cast.gm.user)
    page = client.get(f"/campaigns/{cast.campaign.public_id}/members/").content.decode()
    assert "The last message was not delivered" in page
    net.status = 200
    due_now()
    chat.sweep()
    assert net.sent[0].headers["Idempotency-Key"] == net.sent[1].headers["Idempotency-Key"]
    assert ChatHook.objects.get().fault == ""


def test_after_some_attempts_it_is_let_go(cast: Cast, net: Net) -> None:
    net.status = 500
    chat.connect(cast.gm, ADDRESS)
    for _ in range(ChatPost.most_attempts + 2):
        due_now()
        chat.sweep()
    assert len(net.sent) == ChatPost.most_attempts
    assert not ChatPost.objects.exists()


@pytest.mark.parametrize(
    "ip",
    [
        "127.0.0.1",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "::ffff:10.0.0.1",
        "::ffff:7f00:1",
        "64:ff9b::a00:1",
        "2002:a00:1::",
        "ff02::1",
        "no address",
    ],
)
def test_private_addresses_are_refused_now_and_when_a_name_leads_there_later(cast: Cast, net: Net, ip: str) -> None:
    net.ip = [PUBLIC, ip]
    with pytest.raises(Refused, match="public internet"):
        chat.connect(cast.gm, ADDRESS)
    net.ip = [PUBLIC]
    chat.connect(cast.gm, ADDRESS)
    net.ip = [ip]
    chat.sweep()
    assert net.sent == []
    assert "public internet" in ChatHook.objects.get().fault


@pytest.mark.parametrize(
    "address",
    [
        "http://chat.example.org/",
        "ftp://chat.example.org/",
        "https://",
        "https://user:word@chat.example.org/",
        "https://chat.example.org:8443/",
        "https://chat.example.org:99999/",
        "https://[::1",
        "file:///etc/passwd",
        "chat.example.org",
        f"https://chat.example.org/{'x' * 600}",
    ],
)
def test_other_addresses_are_refused_in_a_sentence(cast: Cast, net: Net, address: str) -> None:
    with pytest.raises(Refused) as refused:
        chat.connect(cast.gm, address)
    assert refused.value.sentence.endswith(".")
    assert not ChatHook.objects.exists()


def test_a_name_that_nobody_knows_is_refused(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Any, **__: Any) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(Refused, match="There is no server"):
        chat.connect(cast.gm, ADDRESS)


def test_an_empty_address_ends_it(cast: Cast, net: Net) -> None:
    chat.connect(cast.gm, ADDRESS)
    chat.connect(cast.gm, " ")
    assert not ChatHook.objects.exists()
    assert not ChatPost.objects.exists()


def test_the_form_says_what_is_wrong(cast: Cast) -> None:
    client = Client()
    client.force_login(cast.gm.user)
    sent = client.post(f"/campaigns/{cast.campaign.public_id}/chat/", {"address": "http://x"}, follow=True)
    assert "must begin with https://" in sent.content.decode()
    assert outgoing.is_public(PUBLIC)
