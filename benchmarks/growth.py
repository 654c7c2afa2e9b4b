"""Growth: every page, answer, write, undo and summary of a campaign beside the same one with 100,000 more entries.

The furnished campaign of the first game is played on by its own commands in two halls: in one until its lists fill a
page, in the other much longer. Both do everything by turns. Counted is the time of the processor, since others may work
on the machine: that of PostgreSQL's server, too, where it works on this one.
"""

import argparse
import multiprocessing
import os
import statistics
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from benchmarks import surroundings
from benchmarks.long_campaign import LongCampaign

#: The most that anything may take as often as in the small campaign, the rounds of each, and the milliseconds below
#: which nothing is told apart from the noise of the machine.
MOST, ROUNDS, NOISE = 1.2, 12, 1.0
#: The most seconds in which 100,000 entries are verified, and the name of that.
MOST_VERIFYING, VERIFY = 6.0, "verify_chronicle"
#: Entries with which lists fill a page.
FEW = 200


def busy() -> float:
    """The milliseconds that the processor has worked for this process and, on PostgreSQL, for its connection."""
    from django.db import connection

    connection.ensure_connection()
    worked = time.process_time_ns()
    if connection.vendor == "postgresql":
        server = Path(f"/proc/{connection.connection.info.backend_pid}")
        if server.exists() and (server / "comm").read_text().startswith("postgres"):
            worked += int((server / "schedstat").read_text().split()[0])
    return worked / 1e6


def taken(act: Callable[[], Any]) -> float:
    """The milliseconds of work that an act takes."""
    begun = busy()
    act()
    return busy() - begun


# -- two campaigns -----------------------------------------------------------------------------------------------------


def play_on(pipe: Connection, database: str, entries: int) -> None:
    """Furnish a hall whose campaign has so many entries more, and do what is asked. Runs as a process of its own."""
    from tests.same_demo import draw_from_a_seed

    draw_from_a_seed()
    with surroundings.opened(database):
        from django.db import connection

        long = LongCampaign()
        long.grow(entries)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        acts = dict(long.acts())
        pipe.send(list(acts))
        while name := pipe.recv():
            pipe.send(verified(long) if name == VERIFY else taken(acts[name]))


def verified(long: LongCampaign) -> tuple[float, list[str]]:
    """The seconds of work in which the campaign is verified, and what is wrong with it."""
    from campaigns.chronicle import verify

    found: list[str] = []
    long.campaign.refresh_from_db()
    return taken(lambda: found.extend(verify.faults(long.campaign))) / 1000, found


def asked(pipe: Connection, name: str) -> Any:
    """The answer of a campaign’s process."""
    pipe.send(name)
    return pipe.recv()


def compare(few: Connection, many: Connection, name: str) -> tuple[float, float]:
    """The median milliseconds of an act in both campaigns, by turns: what else the machine does slows both alike.

    Whatever seems too slow is done again, and all rounds count.
    """
    took: tuple[list[float], list[float]] = ([], [])
    for again in range(3):
        for number in range(ROUNDS + 1):
            for pipe, found in zip((few, many), took, strict=True):
                milliseconds = asked(pipe, name)
                if number or again:
                    found.append(milliseconds)
        before, now = map(statistics.median, took)
        if not is_slow(before, now):
            break
    return before, now


def is_slow(before: float, now: float) -> bool:
    """Whether an act takes too long in the large campaign."""
    return now > MOST * before and now - before > NOISE


def measured(few: Connection, many: Connection, entries: int) -> int:
    """Print every figure, and return how many are too high."""
    names = many.recv()
    assert few.recv() == names
    slow = 0
    for name in names:
        before, now = compare(few, many, name)
        slow += is_slow(before, now)
        said = "  TOO SLOW" if is_slow(before, now) else ""
        print(f"{name:60} {before:8.1f} {now:8.1f} ms  {now / before:5.2f} x{said}", flush=True)
    took, faults = asked(many, VERIFY)
    slow += took > MOST_VERIFYING * max(1, entries / 100_000)
    print(f"{VERIFY:60} {took:8.1f} s")
    slow += len(faults)
    print(*faults, sep="\n")
    print(f"{len(names) + 1 - slow} passed, {slow} failed")
    return slow


def main() -> None:
    """Measure on the database that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--entries", type=int, default=100_000)
    chosen = parser.parse_args()
    # Both campaigns are the same up to where the small one ends: sets are gone through in one order, too.
    os.environ["PYTHONHASHSEED"] = "0"
    spawned = multiprocessing.get_context("spawn")
    pipes, processes = [], []
    for entries in (FEW, FEW + chosen.entries):
        ours, theirs = spawned.Pipe()
        processes.append(spawned.Process(target=play_on, args=(theirs, chosen.database, entries)))
        processes[-1].start()
        theirs.close()
        pipes.append(ours)
    slow = measured(*pipes, chosen.entries)
    for pipe, process in zip(pipes, processes, strict=True):
        pipe.send("")
        process.join()
    raise SystemExit(slow > 0)


if __name__ == "__main__":
    main()
