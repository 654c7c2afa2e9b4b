"""Drills on promises that hold when servers die and many write at once. One drill or all of them:

python -m benchmarks.durability kills --kills 1000 --database postgres
python -m benchmarks.durability runs --kills 50
python -m benchmarks.durability messages --kills 50
python -m benchmarks.durability all --database sqlite
"""

import argparse
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from benchmarks import furnishing, kills, messages, runs, surroundings

Drill = Callable[[ExitStack, argparse.Namespace], list[str]]


def _kills(stack: ExitStack, said: argparse.Namespace) -> list[str]:
    return kills.drill(stack, kills=said.kills, clients=4, with_keys=not said.without_keys, seed=said.seed)


def _runs(stack: ExitStack, said: argparse.Namespace) -> list[str]:
    kills = min(said.kills, MOST_KILLS_OF_WORKERS)
    return runs.drill(
        stack, kills=kills, tests=said.tests, forecasts=said.forecasts, fights=said.fights, seed=said.seed
    )


def _messages(stack: ExitStack, said: argparse.Namespace) -> list[str]:
    return messages.drill(stack, kills=min(said.kills, MOST_KILLS_OF_WORKERS), seed=said.seed)


def _drill(name: str, **most: int) -> Drill:
    """A drill of the suite, with the large numbers divided by ``--part``."""

    def run(stack: ExitStack, said: argparse.Namespace) -> list[str]:
        from tests.durability import drills

        member, who = _table()
        counts = {each: max(1, count // said.part) if each in SCALED else count for each, count in most.items()}
        print(f"  {counts}")
        faults: list[str] = getattr(drills, name)(member, who, **counts)
        return faults

    return run


#: The most kills of a worker, which starts slowly.
MOST_KILLS_OF_WORKERS = 200
#: The counts that ``--part`` scales; the number of those who act at once is never scaled.
SCALED = ("edits", "writes", "keys", "races")
DRILLS: dict[str, Drill] = {
    "kills": _kills,
    "runs": _runs,
    "messages": _messages,
    "lost-updates": _drill("lost_updates", writers=8, edits=1250),
    "busy-writers": _drill("busy_writers", writers=16, writes=1000),
    "one-key": _drill("one_key", keys=1000, posts=20),
    "two-undo": _drill("two_undo", races=1000),
    "tailing-reader": _drill("tailing_reader", writers=8, writes=1500),
}


def _table() -> tuple[Any, Any]:
    from campaigns.models import Membership
    from characters.models import Character

    table = furnishing.furnish(1)
    return Membership.objects.get(pk=table.gm), Character.objects.get(public_id=table.character)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("drill", choices=(*DRILLS, "all"))
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--tests", type=int, default=20, help="long tests under way while the worker is killed")
    parser.add_argument("--forecasts", type=int, default=5, help="forecasts that are played meanwhile")
    parser.add_argument("--fights", type=int, default=500, help="fights of each variant of a forecast")
    parser.add_argument("--part", type=int, default=1, help="do the n-th part of the other drills' work")
    parser.add_argument("--without-keys", action="store_true", help="the control of the kills: this must fail")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    return parser.parse_args()


def run(name: str, said: argparse.Namespace) -> bool:
    """Run one drill in a hall of its own and print how it went; whether it found no fault."""
    print(f"{name} on {said.database}", flush=True)
    began = time.monotonic()
    with surroundings.opened(said.database), ExitStack() as stack:
        faults = DRILLS[name](stack, said)
    for fault in faults[:10]:
        print(f"  {fault}")
    print(f"  {len(faults)} faults in {time.monotonic() - began:.0f} s", flush=True)
    return not faults


def main() -> int:
    said = arguments()
    print(f"CPython {platform.python_version()} on {platform.platform()}")
    if said.drill != "all":
        passed = run(said.drill, said)
        print(f"{int(passed)} passed, {int(not passed)} failed")
        return int(not passed)
    # Each in a process of its own: Django is set up for one database only.
    options = [word for word in sys.argv[1:] if word != "all"]
    ended = [subprocess.run([sys.executable, "-m", __spec__.name, name, *options], check=False) for name in DRILLS]
    failed = sum(bool(one.returncode) for one in ended)
    print(f"{len(ended) - failed} passed, {failed} failed")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
