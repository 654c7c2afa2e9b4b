"""The web server is killed in the middle of its work; every write that it acknowledged must be kept, and only once."""

import http.client
import json
import os
import random
import signal
import sys
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from subprocess import PIPE, Popen

from benchmarks import furnishing, posting, runs, surroundings
from tests.halls import free_port
from winterhall.supervisor import children


@dataclass
class Poster:
    """A client that writes one note after another, and sends each again until it is acknowledged."""

    port: int
    table: furnishing.Table
    name: str
    with_keys: bool
    over: threading.Event
    acknowledged: dict[str, str] = field(default_factory=dict)
    sent_again: int = 0
    refused: list[str] = field(default_factory=list)

    def run(self) -> None:
        at = 0
        while not self.over.is_set():
            at += 1
            self._note(f"{self.name} {at}")

    def _note(self, words: str) -> None:
        while words not in self.acknowledged:
            try:
                status, body = self._post(words)
            except (OSError, http.client.HTTPException):
                self.sent_again += 1
                time.sleep(0.01)
                continue
            if status != 200:
                self.refused.append(f"{status} {body[:200]!r}")
                return
            self.acknowledged[words] = json.loads(body)["entry"]

    def _post(self, words: str) -> tuple[int, bytes]:
        return posting.note(self.port, self.table, words, key=words if self.with_keys else "")


def drill(stack: ExitStack, *, kills: int, clients: int, with_keys: bool, seed: int) -> list[str]:
    """Kill the server ``kills`` times while clients write, and return every write that was lost, doubled or broken."""
    chance, table, port = random.Random(seed), furnishing.furnish(1), free_port()
    command = [sys.executable, "-m", "benchmarks.revived", str(port)]
    server: Popen[bytes] = children.start(command, cwd=surroundings.ROOT, stdout=PIPE)
    stack.callback(children.stop, server)
    over = threading.Event()
    posters = [Poster(port, table, f"client {number}", with_keys, over) for number in range(clients)]
    threads = [threading.Thread(target=poster.run) for poster in posters]
    child = runs.next_child(server)
    for thread in threads:
        thread.start()
    for _ in range(kills):
        _wait_for_work(posters)
        time.sleep(chance.uniform(0, 0.2))
        os.kill(child, signal.SIGKILL)
        child = runs.next_child(server)
    _wait_for_work(posters)
    over.set()
    for thread in threads:
        thread.join(60)
    told = sum(len(poster.acknowledged) for poster in posters)
    print(f"  {kills} kills, {told} acknowledged, {sum(p.sent_again for p in posters)} sent again, seed {seed}")
    return [fault for poster in posters for fault in poster.refused] + _held_to_it(table, posters)


def _wait_for_work(posters: list[Poster], seconds: float = 30) -> None:
    """Wait until a write is acknowledged again, so that each kill hits a server at work."""
    before, deadline = sum(len(poster.acknowledged) for poster in posters), time.monotonic() + seconds
    while sum(len(poster.acknowledged) for poster in posters) == before:
        if time.monotonic() > deadline:
            raise RuntimeError("The server acknowledges nothing any more.")
        time.sleep(0.005)


def _held_to_it(table: furnishing.Table, posters: list[Poster]) -> list[str]:
    from campaigns.chronicle import verify
    from campaigns.models import Campaign, Entry

    campaign = Campaign.objects.get(public_id=table.campaign)
    stored: dict[str, list[str]] = {}
    for public_id, given in Entry.objects.filter(campaign=campaign).values_list("public_id", "given"):
        stored.setdefault(json.loads(given).get("to", ""), []).append(public_id)
    found = verify.faults(campaign)
    for words, entry in (pair for poster in posters for pair in poster.acknowledged.items()):
        if entry not in stored.get(words, []):
            found.append(f"lost: {words} ({entry})")
        elif len(stored[words]) > 1:
            found.append(f"doubled: {words} has {len(stored[words])} entries")
    return found
