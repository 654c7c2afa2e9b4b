"""The time from COMMIT to the bytes at the client, with many streams open; beside it that of the barest server.

python -m benchmarks.live --streams 200 --events-per-second 20 --database postgres --seconds 20
"""

import argparse
import http.client
import json
import multiprocessing
import platform
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from benchmarks import bare, furnishing, listeners, surroundings

_spawned = multiprocessing.get_context("spawn")
#: An event as large as the hall's.
_BARE_EVENT = (
    'id: {}\nevent: entry\ndata: {{"entry":"{}","command":"sheet.text","encounter":"","documents":{{"{}":12}}}}\n\n'
)


@dataclass(frozen=True)
class Measured:
    """The milliseconds of all deliveries, with the numbers of lost and doubled events and of reloads."""

    name: str
    milliseconds: list[float]
    lost: int
    doubled: int
    reloads: int

    @property
    def p50(self) -> float:
        return statistics.median(self.milliseconds)

    @property
    def p99(self) -> float:
        return sorted(self.milliseconds)[int(len(self.milliseconds) * 0.99)]

    def __str__(self) -> str:
        return (
            f"{self.name:<28} p50 {self.p50:7.1f} ms   p99 {self.p99:7.1f} ms   max {max(self.milliseconds):7.1f} ms   "
            f"{len(self.milliseconds)} delivered, {self.lost} lost, {self.doubled} doubled, {self.reloads} reloads"
        )


def compare(name: str, sent: list[tuple[str, int]], came: list[tuple[list[tuple[bytes, int]], int]]) -> Measured:
    """The deliveries of events at each stream, compared with the events that were sent."""
    at = {event.encode(): when for event, when in sent}
    milliseconds, lost, doubled = [], 0, 0
    for events, _ in came:
        counts = Counter(event for event, _ in events if event in at)
        lost += len(at) - len(counts)
        doubled += counts.total() - len(counts)
        milliseconds += [(when - at[event]) / 1e6 for event, when in events if event in at]
    return Measured(name, milliseconds or [float("nan")], lost, doubled, sum(reloads for _, reloads in came))


def in_process(stack: ExitStack, target: Callable[..., None], *args: Any) -> Connection:
    """Start a process, wait until it is ready, and return the pipe that gives it its signal."""
    ours, theirs = _spawned.Pipe()
    process = _spawned.Process(target=target, args=(theirs, *args), daemon=True)
    process.start()
    theirs.close()
    stack.callback(process.terminate)
    ours.recv()
    return ours


def measure_hall(stack: ExitStack, said: argparse.Namespace) -> Measured:
    """The deliveries of real commands through the one write path, on real streams from the real server."""
    # No person opens more than fifty streams.
    table = furnishing.furnish(max(6, said.streams // 20))
    port = surroundings.serve(stack, "benchmarks.counted:application")
    path = f"/campaigns/{table.campaign}/feed/"
    requests = [
        listeners.request_for(path, table.cookies[number % len(table.cookies)]) for number in range(said.streams)
    ]
    ears = in_process(stack, listeners.listen, port, requests)
    author = in_process(stack, furnishing.write, table, said.events_per_second, said.seconds)
    time.sleep(2)
    print(f"  database connections with {said.streams} idle streams: {connections()}")
    before = queries(port)
    author.send("go")
    sent = author.recv()
    time.sleep(1)
    events, looks = (after - then for after, then in zip(queries(port), before, strict=True))
    print(f"  queries per event: {events / len(sent):.2f}; beside them {looks} looks at the clock")
    ears.send("stop")
    return compare("Winterhall", sent, ears.recv())


def queries(port: int) -> list[int]:
    """The numbers of queries that the server's streams have made so far: about events, and by the clock."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    line.request("GET", "/benchmark/queries")
    return [int(word) for word in line.getresponse().read().split()]


def connections() -> str:
    """The number of connections to the database, without our own, in words."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return "not counted on SQLite"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return f"{cursor.fetchone()[0]} (the writer's among them)"


def measure_floor(stack: ExitStack, said: argparse.Namespace) -> Measured:
    """The deliveries of equal events from Redis through the barest server."""
    port = surroundings.serve(stack, "benchmarks.bare:application")
    ears = in_process(stack, listeners.listen, port, [listeners.request_for("/feed/")] * said.streams)
    author = in_process(stack, publish, said.events_per_second, said.seconds)
    time.sleep(1)
    author.send("go")
    sent = author.recv()
    time.sleep(1)
    ears.send("stop")
    return compare("bare SSE (from publish)", sent, ears.recv())


def publish(pipe: Connection, rate: float, seconds: float) -> None:
    """Publish events at a steady rate. Runs as a process of its own."""
    import os

    from redis import Redis

    bus = Redis.from_url(os.environ["REDIS_URL"])
    pipe.send("ready")
    pipe.recv()
    sent, began = [], time.monotonic()
    for at in range(int(rate * seconds)):
        time.sleep(max(0.0, began + at / rate - time.monotonic()))
        name = f"event-{at:010}"
        sent.append((name, time.monotonic_ns()))
        bus.publish(bare.CHANNEL, _BARE_EVENT.format(name, name, name))
    pipe.send(sent)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, default=12)
    parser.add_argument("--events-per-second", type=float, default=20)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--limit", type=float, help="fail if the hall's p99 is above so many milliseconds")
    return parser.parse_args()


def main() -> int:
    said = arguments()
    print(f"{said.streams} streams, {said.events_per_second:g} events/s, {said.seconds:g} s, {said.database}")
    print(f"  CPython {platform.python_version()}, {multiprocessing.cpu_count()} cores")
    with surroundings.opened(said.database):
        with ExitStack() as alone:
            floor = measure_floor(alone, said)
        with ExitStack() as alone:
            hall = measure_hall(alone, said)
    print(floor)
    print(hall)
    print(f"ratio to the floor: p50 {hall.p50 / floor.p50:.1f}, p99 {hall.p99 / floor.p99:.1f}")
    faults = hall.lost + hall.doubled + hall.reloads + (said.limit is not None and hall.p99 > said.limit)
    print(json.dumps({"p50": round(hall.p50, 2), "p99": round(hall.p99, 2), "floor_p99": round(floor.p99, 2)}))
    print(f"{int(not faults)} passed, {int(bool(faults))} failed")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
