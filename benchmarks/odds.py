"""Exact odds beside the two best libraries for them, icepool and dyce: equal questions, in one run.

    python -m pip install icepool dyce        (the optional dependencies called bench)
    python -m benchmarks.odds

The rules need nothing but the standard library, so any virtual environment with these two will do. All are asked in
turn, round after round, and medians are told; every cache (ours and theirs) is emptied before each call, and left alone
to see what asking again costs. The others are asked in the best way that was found: they too know that the sum decides
how a group fares and that the two sides of a contest are independent (and are asked both once more as the rules read,
by what everybody shows), and where they have no word for a run of rolls it is stepped with their dice.
"""

import argparse
import gc
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version

from benchmarks.odds_asked import QUESTIONS, Ask, Question, shares
from benchmarks.odds_caches import forgetters

#: The least number of times as fast: with each question, in the geometric mean of all, and when asked again.
EACH = {"dyce": 8, "icepool": 15}
MEAN = {"dyce": 40, "icepool": 150}
AGAIN = {"dyce": 100, "icepool": 100}
#: The largest difference between the answers.
EXACT = 1e-12
#: The most milliseconds in which the odds are imported, by a Python that has imported nothing yet.
IMPORT = 30
_IMPORTING = """
import time
began = time.{clock}()
import rules.engine.odds, rules.engine.odds.runs, rules.engine.odds.contests, rules.engine.odds.bursts
print((time.{clock}() - began) / 1e6)
"""
Forget = Sequence[Callable[[], None]]


def main() -> int:
    parser = argparse.ArgumentParser(description="Exact odds beside icepool and dyce.")
    parser.add_argument("--rounds", type=int, default=30, help="how often everybody is asked everything")
    parser.add_argument(
        "--busy", action="store_true", help="others work on this machine: count processor time, and bind no figures"
    )
    asked = parser.parse_args()
    clock = "process_time_ns" if asked.busy else "perf_counter_ns"
    print(f"CPython {platform.python_version()}, {', '.join(f'{peer} {version(peer)}' for peer in EACH)}; microseconds")
    gc.disable()
    forget = forgetters()
    rows = [Row(question, asked.rounds, forget, getattr(time, clock)) for question in QUESTIONS]
    imported = import_time(clock)
    print(
        f"\n{'nothing kept':40}{'ours':>8}{'dyce':>9}{'':7}{'icepool':>9}{'':7}|{'again':>8}{'dyce':>8}{'icepool':>9}"
    )
    for row in rows:
        print(row)
    print(f"{'geometric mean':57}{geometric(rows, 'dyce'):6.0f}×{'':9}{geometric(rows, 'icepool'):6.0f}×")
    print(f"import {imported:.1f} ms; answers differ by {max(row.apart for row in rows):.1g} at most\n")
    failures = missed(rows, imported, busy=asked.busy)
    for failure in failures:
        print("MISSED:", failure)
    print(f"{len(rows)} questions, {len(failures)} bounds missed")
    return 1 if failures else 0


class Row:
    """The costs of a question for all three, at first and again, in microseconds, and how far the answers differ."""

    def __init__(self, question: Question, rounds: int, forget: dict[str, Forget], clock: Callable[[], int]) -> None:
        self.question = question
        asks = {"rules": question.ours, "dyce": question.dyce, "icepool": question.icepool}
        answers = {who: shares(ask()) for who, ask in asks.items()}
        values = {value for answer in answers.values() for value in answer}
        self.apart = max(
            abs(answers["rules"].get(value, 0.0) - answers[peer].get(value, 0.0)) for peer in EACH for value in values
        )
        first: dict[str, list[float]] = {who: [] for who in asks}
        again: dict[str, list[float]] = {who: [] for who in asks}
        for _ in range(rounds):
            for who, ask in asks.items():
                first[who].append(cost(ask, 20 if who == "rules" else 1, forget[who], clock))
                again[who].append(cost(ask, 200 if who == "rules" else 1, (), clock))
        self.cost = {who: statistics.median(costs) for who, costs in first.items()}
        self.again = {who: statistics.median(costs) for who, costs in again.items()}

    def __str__(self) -> str:
        first, again = self.cost, self.again
        told = "".join(f"{first[peer]:9.0f}{first[peer] / first['rules']:6.0f}×" for peer in EACH)
        told += f"|{again['rules']:8.2f}" + "".join(f"{again[peer] / again['rules']:7.0f}×" for peer in AGAIN)
        return f"{self.question.name:40}{first['rules']:8.1f}{told}"


def cost(ask: Ask, calls: int, forget: Forget, clock: Callable[[], int]) -> float:
    """The microseconds of a call after all caches are emptied; the emptying itself is not counted."""
    began = clock()
    for _ in range(calls):
        for clear in forget:
            clear()
    forgotten = clock()
    for _ in range(calls):
        for clear in forget:
            clear()
        ask()
    return (clock() - forgotten - (forgotten - began)) / calls / 1000


def geometric(rows: Sequence[Row], peer: str) -> float:
    return statistics.geometric_mean(row.cost[peer] / row.cost["rules"] for row in rows)


def import_time(clock: str) -> float:
    """The milliseconds that a fresh Python takes to import the odds; the median of several."""
    command = [sys.executable, "-c", _IMPORTING.format(clock=clock)]
    return statistics.median(
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(9)
    )


def missed(rows: Sequence[Row], imported: float, *, busy: bool) -> list[str]:
    """The bounds that were missed, in sentences; on a busy machine none that is an absolute figure."""
    out = [f"{row.question.name}: the answers differ by {row.apart:.2g}" for row in rows if row.apart > EXACT]
    for row in rows:
        name, ours, most = row.question.name, row.cost["rules"], row.question.most
        if most and ours > most and not busy:
            out.append(f"{name}: {ours:.0f} µs instead of {most:.0f}")
        for peer in EACH:
            if row.cost[peer] < EACH[peer] * ours:
                out.append(f"{name}: {row.cost[peer] / ours:.1f} times as fast as {peer} instead of {EACH[peer]}")
            if row.again[peer] < AGAIN[peer] * row.again["rules"]:
                out.append(f"{name}: asked again {row.again[peer] / row.again['rules']:.0f} times as fast as {peer}")
    for peer, least in MEAN.items():
        if geometric(rows, peer) < least:
            out.append(f"geometric mean: {geometric(rows, peer):.0f} times as fast as {peer} instead of {least}")
    if imported > IMPORT and not busy:
        out.append(f"import: {imported:.0f} ms instead of {IMPORT}")
    return out


if __name__ == "__main__":
    sys.exit(main())
