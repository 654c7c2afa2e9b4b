"""Questions about dice over HTTP: how long the server takes for each of ten thousand, as programs ask them.

python -m benchmarks.questions

A real server in one process answers over the API. The questions are the examples of every game, with other numbers each
time, so that most of them have not been asked before: any that the game understands, up to some times what the example
says. Measured is the time between the last byte of a question and the first of its answer, on a connection that stays
open; that of an answer without odds is told beside it.
"""

import argparse
import http.client
import json
import os
import platform
import random
import re
import statistics
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from urllib.parse import urlsplit

from benchmarks import surroundings
from benchmarks.api import serve
from rules import lab, registry
from rules.engine.kernel import Refused
from rules.engine.system.protocol import System

#: The milliseconds that 99 of a hundred answers are to keep under.
MOST = 20.0
WARM = 200
#: The most times that a number may be as large as the example's.
WIDER = 4
_NUMBER = re.compile("[0-9]+")


def seed() -> str:
    """The secret of a new token that may read."""
    from django.utils import timezone

    from winterhall.accounts import tokens
    from winterhall.accounts.models import User

    user = User.objects.create_user("anna@example.org", display_name="Anna")
    _, secret = tokens.make(user, "benchmark", ["read"], timezone.now() + timedelta(days=1))
    return secret


@dataclass(frozen=True)
class Form:
    """A question that a game gives as an example, in which each number may be another.

    ``words`` stand around its numbers, ``ranges`` are the values of each of them while the others stay.
    """

    game: str
    words: tuple[str, ...]
    ranges: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def of(cls, game: str, example: str) -> "Form":
        form, shown = cls(game, tuple(_NUMBER.split(example))), [int(one) for one in _NUMBER.findall(example)]
        ranges = [
            tuple(one for one in range(WIDER * number + 1) if form.allows([*shown[:place], one, *shown[place + 1 :]]))
            for place, number in enumerate(shown)
        ]
        return replace(form, ranges=tuple(ranges))

    def drawn(self, chance: random.Random) -> tuple[str, str]:
        """The game and a question with other numbers, such that the game answers it."""
        while not self.allows(numbers := [chance.choice(each) for each in self.ranges]):
            pass
        return self.game, self.asking(numbers)

    def allows(self, numbers: Sequence[int]) -> bool:
        """Whether the game answers the question with these numbers."""
        try:
            lab.answered(games()[self.game], self.asking(numbers))
        except Refused:
            return False
        return True

    def asking(self, numbers: Sequence[int]) -> str:
        """The question with these numbers."""
        return "".join(f"{words}{number}" for words, number in zip(self.words, numbers, strict=False)) + self.words[-1]


def games() -> dict[str, System | None]:
    """The games in whose words a question may be, by slug; ``None`` under "" for plain dice."""
    return {"": None, **{system.slug: system for system in registry.SYSTEMS}}


@cache
def forms() -> list[Form]:
    """The forms of all examples of every game."""
    return [Form.of(game, one) for game, system in games().items() for one in lab.language_of(system).examples]


def questions(count: int, chance: random.Random) -> list[tuple[str, str]]:
    """Pairs of a game and a question in its words: one of its examples with other numbers."""
    return [chance.choice(forms()).drawn(chance) for _ in range(count)]


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
    """The percentiles of the milliseconds of all questions, and of a thousand answers without odds."""
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    chance = random.Random(7)
    warm, asked = questions(WARM, chance), questions(count, chance)
    # Only now: a server closes a connection on which nothing is said for some seconds.
    line = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
    for game, question in warm:
        ask(line, "/api/v1/odds/", headers, {"game": game, "questions": [question]})
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
    """The processor's milliseconds for each answer, however busy the machine is."""
    systems, took = games(), []
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
