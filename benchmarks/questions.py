"""Questions about dice over HTTP: how long the server takes for each of ten thousand, as programs ask them.

python -m benchmarks.questions

A real server in one process answers over the API; the questions are drawn from those of every game, with other numbers
each time, so that most of them have not been asked before. Measured is the time between the last byte of a question
and the first of its answer, on a connection that stays open; the same of an answer without odds is told beside it.
"""

import argparse
import http.client
import json
import os
import platform
import random
import statistics
import sys
import time
from contextlib import ExitStack
from datetime import timedelta
from urllib.parse import urlsplit

from benchmarks import surroundings
from benchmarks.api import serve

#: The worst of a hundred answers is to take no longer than this, in milliseconds.
MOST = 20.0
WARM = 200


def seed() -> str:
    """A token that may read."""
    from django.utils import timezone

    from winterhall.accounts import tokens
    from winterhall.accounts.models import User

    user = User.objects.create_user("anna@example.org", display_name="Anna")
    _, secret = tokens.make(user, "benchmark", ["read"], timezone.now() + timedelta(days=1))
    return secret


def questions(count: int, chance: random.Random) -> list[tuple[str, str]]:
    """Games with questions in their words: pools, long work, groups, checks, percents, plain dice."""
    kinds = [_pool, _long, _opposed, _helped, _group, _check, _duel, _percent, _plain, _best]
    return [chance.choice(kinds)(chance) for _ in range(count)]


def _dice(chance: random.Random) -> str:
    return f"{chance.randint(1, 10)}d{chance.choice((4, 6, 8, 10, 12, 20))}"


def _pool(chance: random.Random) -> tuple[str, str]:
    return "sda", f"{_dice(chance)}, malus {chance.randint(0, 4)}, difficulty {chance.randint(1, 9)}"


def _long(chance: random.Random) -> tuple[str, str]:
    mode = chance.choice(("first fail", "setback", "rolling"))
    return (
        "sda",
        f"{_dice(chance)}, malus {chance.randint(0, 3)}, difficulty {chance.randint(4, 40)}, {mode}, how many days?",
    )


def _opposed(chance: random.Random) -> tuple[str, str]:
    side = chance.choice(("", " from the flank", " from the rear"))
    return "sda", f"{_dice(chance)} malus {chance.randint(0, 3)} against {_dice(chance)}{side}"


def _helped(chance: random.Random) -> tuple[str, str]:
    return (
        "sda",
        f"{_dice(chance)} assisted by {_dice(chance)} and {_dice(chance)}, halved, difficulty {chance.randint(2, 12)}",
    )


def _group(chance: random.Random) -> tuple[str, str]:
    return "sda", f"{_dice(chance)}, {_dice(chance)}, {_dice(chance)}, each needing {chance.randint(1, 4)}"


def _check(chance: random.Random) -> tuple[str, str]:
    return "dragonbane", f"skill {chance.randint(3, 18)}, {chance.randint(0, 3)} banes, pushed"


def _duel(chance: random.Random) -> tuple[str, str]:
    return "dragonbane", f"skill {chance.randint(3, 18)}, a boon against skill {chance.randint(3, 18)}"


def _percent(chance: random.Random) -> tuple[str, str]:
    return "kaos", f"{chance.randint(5, 95)} % against {chance.randint(5, 95)} %, hard"


def _plain(chance: random.Random) -> tuple[str, str]:
    return "", f"{_dice(chance)}+{chance.randint(1, 9)} at least {chance.randint(5, 60)}"


def _best(chance: random.Random) -> tuple[str, str]:
    count = chance.randint(2, 6)
    return "", f"best {chance.randint(1, count)} of {count}d{chance.choice((6, 8, 10, 20))}"


def ask(line: http.client.HTTPConnection, path: str, headers: dict[str, str], body: object = None) -> float:
    """The milliseconds of one answer."""
    sent = json.dumps(body) if body is not None else None
    began = time.perf_counter()
    line.request("POST" if sent else "GET", path, sent, headers)
    answer = line.getresponse()
    took = time.perf_counter() - began
    text = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{body}: {answer.status} {text.decode()}")
    return took * 1000


def measure(url: str, secret: str, count: int) -> dict[str, float]:
    """The middle and the worst of a hundred of all questions, and of as many answers without odds."""
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    line = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
    chance = random.Random(7)
    for game, question in questions(WARM, chance):
        ask(line, "/api/v1/odds/", headers, {"game": game, "questions": [question]})
    asked = questions(count, chance)
    took = [ask(line, "/api/v1/odds/", headers, {"game": game, "questions": [question]}) for game, question in asked]
    floor = [ask(line, "/api/v1/me/", headers) for _ in range(1000)]
    quantiles, reckoned = statistics.quantiles(took, n=100), statistics.quantiles(computing(asked), n=100)
    return {
        "questions": count,
        "p50": round(statistics.median(took), 2),
        "p95": round(quantiles[94], 2),
        "p99": round(quantiles[98], 2),
        "most": round(max(took), 2),
        "answer alone p50": round(reckoned[49], 2),
        "answer alone p99": round(reckoned[98], 2),
        "floor p50": round(statistics.median(floor), 2),
        "floor p99": round(statistics.quantiles(floor, n=100)[98], 2),
    }


def computing(asked: list[tuple[str, str]]) -> list[float]:
    """The milliseconds of the processor that each answer takes, however busy the machine is."""
    from rules import lab, registry

    systems = {"": None, **{system.slug: system for system in registry.SYSTEMS}}
    took = []
    for game, question in asked:
        began = time.process_time()
        lab.answered(systems[game], question)
        took.append((time.process_time() - began) * 1000)
    return took


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=10_000)
    said = parser.parse_args()
    print(f"{said.questions:,} questions, CPython {platform.python_version()}, {os.cpu_count()} cores, one worker")
    os.environ["API_READS_PER_MINUTE"] = os.environ["API_WRITES_PER_MINUTE"] = "100000000"
    with surroundings.opened("sqlite") as stack:
        found = _served(stack, said.questions)
    print(json.dumps(found))
    failed = found["p99"] > MOST
    print(f"p99 {found['p99']} ms of {MOST:g}: {'failed' if failed else 'passed'}")
    return int(failed)


def _served(stack: ExitStack, count: int) -> dict[str, float]:
    secret = seed()
    return measure(serve(stack, "front", "winterhall.settings"), secret, count)


if __name__ == "__main__":
    sys.exit(main())
