"""A journal of 10,000 pages: how long its list, a page and searches take a player, and the queries of each."""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from benchmarks import surroundings

#: The most milliseconds of a search, and how often each is asked.
MOST, ROUNDS = 100, 20
_SYLLABLES = ("ka", "ro", "mi", "len", "tor", "as", "vel", "un", "dri", "sho", "fen", "gal", "ost", "bri", "em", "wyn")
QUESTIONS = ("barrow", "a", "ka ro", "lantern under hill", "zaunkoenig", "page 77", "nothinglikethis", "mi len tor as")


def furnish(pages: int) -> Any:
    """A campaign with so many pages of some 200 words, many of them with secrets; a player of it."""
    from campaigns.journal import services
    from campaigns.journal.services import Audience, Wanted
    from campaigns.models import Campaign, Membership, PageKind, Role
    from rules.registry import SYSTEMS
    from winterhall.accounts.models import User

    dice = random.Random(1)
    vocabulary = ["".join(dice.choices(_SYLLABLES, k=dice.randint(1, 4))) for _ in range(4_000)]
    campaign = Campaign.objects.create(name="The library", system_slug=SYSTEMS[0].slug)
    gm, player = (
        Membership.objects.create(
            campaign=campaign, user=User.objects.create_user(f"{role}@example.org", "long enough"), role=role
        )
        for role in (Role.GM, Role.PLAYER)
    )
    kinds = PageKind.values
    for number in range(pages):
        words = dice.choices(vocabulary, k=200)
        words[::50] = [f"[[Page {dice.randrange(pages)}]]", "barrow", "lantern under the hill", "\n\n"][
            : len(words[::50])
        ]
        secret = f"\n\n:::gm\nzaunkoenig {' '.join(dice.choices(vocabulary, k=40))}\n:::" if number % 2 else ""
        wanted = Wanted(
            kinds[number % len(kinds)], f"Page {number}", " ".join(words) + secret, ("old", f"tag {number % 50}")
        )
        services.add(gm, wanted, Audience("gm" if number % 3 == 0 else "party"))
    return player


def measure(act: Callable[[], Any]) -> tuple[float, float, int]:
    """The median milliseconds of so many rounds, of the clock and of the processor, and the queries of one."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        act()
    took, worked = [], []
    for _ in range(ROUNDS):
        begun, busy = time.monotonic_ns(), time.process_time_ns()
        act()
        took.append((time.monotonic_ns() - begun) / 1e6)
        worked.append((time.process_time_ns() - busy) / 1e6)
    return statistics.median(took), statistics.median(worked), len(asked)


def measured(pages: int) -> int:
    """Print every figure, and return how many are too high."""
    from django.db import connection, transaction

    from campaigns.audience import journal as audience
    from campaigns.journal import reading
    from campaigns.journal.reading import Wish

    begun = time.monotonic()
    with transaction.atomic():
        player = furnish(pages)
    with connection.cursor() as cursor:
        # What PostgreSQL does by itself within minutes of so much writing.
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
    print(f"{pages} pages written in {time.monotonic() - begun:.0f} s, on {connection.vendor}")
    page = audience.pages(player).order_by("pk")[0]
    asked = {
        "the list": lambda: reading.listed(player, Wish()),
        "its last page": lambda: reading.listed(player, Wish(number=pages // 50)),
        "one kind": lambda: reading.listed(player, Wish(kind="quest")),
        "one tag": lambda: reading.listed(player, Wish(tag="tag 7")),
        "one page": lambda: reading.shown(player, page),
    }
    for question in QUESTIONS:
        asked[f"search: {question}"] = lambda question=question: reading.listed(player, Wish(question=question))
    slow = 0
    for name, act in asked.items():
        median, worked, queries = measure(act)
        slow += median > MOST
        print(f"{name:28} median {median:6.1f} ms  processor {worked:6.1f} ms  {queries} queries")
    print(f"{len(asked) - slow} passed, {slow} failed")
    return slow


def main() -> None:
    """Measure on the database that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--pages", type=int, default=10_000)
    chosen = parser.parse_args()
    with surroundings.opened(chosen.database):
        slow = measured(chosen.pages)
    raise SystemExit(slow > 0)


if __name__ == "__main__":
    main()
