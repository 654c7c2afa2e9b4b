"""Web server and worker are killed again and again while sessions are summarised and told of by chat, mail and push.

Each session has one summary, nothing that was to be told is lost, and whatever comes twice has one id.
"""

import http.client
import json
import os
import random
import signal
import sys
import threading
import time
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from subprocess import PIPE, Popen
from urllib.parse import urlencode

from benchmarks import furnishing, posting, runs, surroundings
from tests.halls import free_port
from winterhall.supervisor import children

#: The module that takes the place of net and post in the worker, and the variable that names the file of its notes.
NET, NET_FILE = "benchmarks.noting_net", "BENCHMARK_NET_FILE"
#: The players who are told, each on one device.
PLAYERS = 3
#: Seconds in which a summary is written and everything is told, once nobody is killed any more.
PATIENCE = 120.0


@dataclass
class GameMaster:
    """A game master who holds one session after another, and sends each step again until it is answered."""

    port: int
    campaign: str
    cookie: str
    token: str
    over: threading.Event
    titles: list[str] = field(default_factory=list)
    steps: int = 0
    refused: list[str] = field(default_factory=list)

    def run(self) -> None:
        from django.db import connections

        while not self.over.is_set() and not self.refused:
            self._hold(f"Night {len(self.titles) + 1}")
        connections.close_all()

    def _hold(self, title: str) -> None:
        """Plan, begin and end a session, and publish its summary with letters to the players."""
        self.titles.append(title)
        planned = self._program("planned/", {"title": title, "planned_for": "2030-01-01T20:00:00Z"}, "plan")
        session = json.loads(planned).get("id", "")
        for step in ("begin", "end"):
            self._program(f"{session}/{step}/", {}, step)
        self._wait_until_written(title)
        path = f"/campaigns/{self.campaign}/sessions/{session}/summary/publish/"
        self._until_answered(path, urlencode({"letters": "on"}), posting.browser(self.cookie), 200)

    def _program(self, path: str, body: dict[str, str], step: str) -> bytes:
        key = f"{len(self.titles)}-{step}"
        sent = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key, "Content-Type": "application/json"}
        whole = f"/api/v1/campaigns/{self.campaign}/sessions/{path}"
        return self._until_answered(whole, json.dumps(body), sent, 201)

    def _wait_until_written(self, title: str) -> None:
        from campaigns.models import Summary

        written = Summary.objects.filter(session__title=title, state=Summary.State.DONE)
        deadline = time.monotonic() + PATIENCE
        while not written.exists() and time.monotonic() < deadline:
            time.sleep(0.05)

    def _until_answered(self, path: str, body: str, headers: dict[str, str], wanted: int) -> bytes:
        while True:
            try:
                status, answer = posting.post(self.port, path, body, headers)
            except (OSError, http.client.HTTPException):
                time.sleep(0.01)
                continue
            self.steps += 1
            if status != wanted:
                self.refused.append(f"{path}: {status} {answer[:200]!r}")
            return answer


def drill(stack: ExitStack, *, kills: int, seed: int) -> list[str]:
    """Kill web server and worker ``kills`` times in all, and return everything that was lost, doubled or broken."""
    chance, port, over = random.Random(seed), free_port(), threading.Event()
    os.environ[NET_FILE] = str(Path(os.environ["WINTERHALL_HOME"]) / "net.jsonl")
    master = _furnish(port, over)
    web: Popen[bytes] = children.start(
        [sys.executable, "-m", "benchmarks.revived", str(port)], cwd=surroundings.ROOT, stdout=PIPE
    )
    stack.callback(children.stop, web)
    workers: Popen[bytes] = children.start(
        [sys.executable, "-m", "benchmarks.revived_worker", NET], cwd=surroundings.ROOT, stdout=PIPE
    )
    stack.callback(children.stop, workers)
    server, worker = runs.next_child(web), runs.next_child(workers)
    stack.callback(lambda: runs.kill(worker))
    playing = threading.Thread(target=master.run)
    playing.start()
    for _ in range(kills):
        _wait_for_work(master)
        time.sleep(chance.uniform(0, 0.4))
        if chance.random() < 0.5:
            os.kill(server, signal.SIGKILL)
            server = runs.next_child(web)
        else:
            runs.kill(worker)
            worker = runs.next_child(workers)
    over.set()
    playing.join(PATIENCE)
    found = _wait_until_all_is_told()
    told = _told()
    twice = sum(len(ids) - len(set(ids)) for ids in told.values())
    print(f"  {kills} kills, {len(master.titles)} sessions, {sum(map(len, told.values()))} messages, seed {seed}")
    print(f"  {twice} messages came twice with their id")
    return master.refused + found + _held_to_it(master, told)


def _furnish(port: int, over: threading.Event) -> GameMaster:
    """A campaign with a chat, whose players want everything by push."""
    from django.utils import timezone

    from campaigns.models import Campaign, ChatHook, Membership, Notice, NoticeWishes
    from campaigns.notices import push
    from winterhall.accounts import tokens

    table = furnishing.furnish(PLAYERS)
    campaign = Campaign.objects.get(public_id=table.campaign)
    ChatHook.objects.create(campaign=campaign, address="https://chat.example.org/hook")
    gm = Membership.objects.select_related("user").get(pk=table.gm)
    for place in Membership.objects.filter(campaign=campaign).exclude(pk=gm.pk).select_related("user"):
        NoticeWishes.objects.create(user=place.user, push=" ".join(Notice.Kind.values))
        push.add(place.user, f"https://push.example.org/{place.user.public_id}", *_keys(), "A phone")
    _, secret = tokens.make(gm.user, "drill", tokens.SCOPES, timezone.now() + timedelta(days=1))
    return GameMaster(port, table.campaign, furnishing.cookie_of(gm.user), secret, over)


def _keys() -> tuple[str, str]:
    """A public key and a secret, as a browser gives them to be written to."""
    import base64

    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode(), base64.urlsafe_b64encode(os.urandom(16)).decode()


def _wait_for_work(master: GameMaster) -> None:
    """Wait until a step is answered again, so that each kill hits a hall at work."""
    before, deadline = master.steps, time.monotonic() + PATIENCE
    while master.steps == before:
        if time.monotonic() > deadline or master.refused:
            raise RuntimeError(f"Nothing is answered any more. {master.refused}")
        time.sleep(0.005)


def _wait_until_all_is_told() -> list[str]:
    from campaigns.models import ChatPost, PushPost, Summary
    from winterhall.accounts.models import Letter

    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        left = {model.__name__: model._default_manager.count() for model in (ChatPost, PushPost, Letter)}
        left["Summary"] = Summary.objects.filter(state=Summary.State.GOING).count()
        if not any(left.values()):
            return []
        time.sleep(0.2)
    return [f"still waiting: {left}"]


def _told() -> dict[tuple[str, str], list[str]]:
    """The ids of the messages that came, by address and text."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for line in Path(os.environ[NET_FILE]).read_text().splitlines():
        one = json.loads(line)
        found[one["to"], one["text"]].append(one["id"])
    return found


def _held_to_it(master: GameMaster, told: dict[tuple[str, str], list[str]]) -> list[str]:
    from campaigns.chronicle import verify
    from campaigns.models import Campaign, Notice, Session, Summary

    campaign = Campaign.objects.get(public_id=master.campaign)
    found, sessions = verify.faults(campaign), Session.objects.filter(campaign=campaign)
    if sorted(sessions.values_list("title", flat=True)) != sorted(master.titles):
        found.append("a session is lost or doubled")
    for summary in Summary.objects.filter(session__in=sessions):
        if summary.state != Summary.State.DONE or summary.tellings.count() != summary.wanted:
            found.append(f"the summary of {summary.session} is {summary.state}, {summary.tellings.count()} versions")
    for text in (f"{title} begins." for title in master.titles):
        found += _miscounted(
            f"chat: {text}", {id_ for (_, said), ids in told.items() if text in said for id_ in ids}, 1
        )
    for place in campaign.memberships.exclude(user__email__startswith="gm").select_related("user"):
        user = place.user
        # That a session is planned is mailed, too, where the one who plans it takes longer than the sweep of notices.
        for subject in (f"{campaign.name}: {title}" for title in master.titles):
            found += _miscounted(f"letter to {user}: {subject}", set(told.get((user.email, subject), ())), 1)
        pushed = set(told[f"https://push.example.org/{user.public_id}", ""])
        summaries = Notice.objects.filter(user=user, kind=Notice.Kind.SUMMARY)
        found += _miscounted(
            f"notices of {user}", set(summaries.values_list("public_id", flat=True)) & pushed, len(master.titles)
        )
    return found


def _miscounted(what: str, ids: set[str], wanted: int) -> list[str]:
    return [] if len(ids) == wanted else [f"{what}: {len(ids)} in place of {wanted}"]
