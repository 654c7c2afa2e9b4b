"""A year that passes at once: 20 long tests and 12 wounded, one preview, one confirmation, and the worker's steps."""

import argparse
import time
from collections.abc import Callable
from typing import Any

from benchmarks import surroundings

#: The most seconds of the preview and of the confirmation.
MOST = 5.0
WOUNDED, TESTS, DAYS = 12, 20, 365


def furnish() -> Any:
    """A campaign of the first game with people who are hurt and people who work; its game master's membership."""
    from campaigns.models import Campaign, Membership, Role
    from campaigns.play.intent import Intent
    from campaigns.play.perform import perform
    from characters import services as characters
    from characters.creation.heroes import hero_sheet
    from rules.registry import SYSTEMS
    from winterhall.accounts.models import User

    system = SYSTEMS[0]
    campaign = Campaign.objects.create(name="The long year", system_slug=system.slug)
    user = User.objects.create_user("gm@example.org", "long enough")
    gm = Membership.objects.create(campaign=campaign, user=user, role=Role.GM)
    heroes = system.heroes()

    def begun(name: str, number: int) -> str:
        called = f"{name} {number + 1}"
        sheet = hero_sheet(gm, heroes[number % len(heroes)].key, called)
        return characters.begin(gm, name=called, owner=None, sheet=sheet).public_id

    for number in range(WOUNDED):
        who = begun("Hurt", number)
        for _ in range(3):
            perform(gm, Intent(system.by_hand[0], {"amount": 1}, actor=who))
    work = system.long_tests
    assert work is not None
    for number in range(TESTS):
        told = {"task": f"Cart {number + 1}", "skill": "survival", "difficulty": 60, "amount": 1, "unit": "day"}
        perform(gm, Intent(work.begin, told, actor=begun("Wright", number)))
    return gm


def measured() -> int:
    """Print how long each step takes; the number of those that take too long."""
    from campaigns.calendar.preview import preview
    from campaigns.calendar.timekeeping import For, let_pass, take_back
    from campaigns.long_work import rests
    from campaigns.long_work.worker import step
    from rules.engine.kernel import DAY

    gm = furnish()
    year = For(DAYS * DAY)
    seen, looked = _timed(lambda: preview(gm, year, None))
    who = [one.who for one in seen.courses]
    passed, confirmed = _timed(lambda: let_pass(gm, year, rests=who))
    print(f"preview: {len(seen.works)} long tests, {len(seen.courses)} who recover: {looked:.2f} s")
    print(f"confirmation: {confirmed:.2f} s")
    run, began = passed.run, time.perf_counter()
    while step(run.pk, run.token):
        pass
    run.refresh_from_db()
    print(f"the worker afterwards: {run.steps} entries in {time.perf_counter() - began:.1f} s, {run.state} {run.why}")
    still = rests.resting(rests.board(gm), rests.A_LONG_WHILE * DAY)
    print(f"still not well after a year: {len(still)}")
    _, undone = _timed(lambda: take_back(gm, passed.entry.public_id))
    print(f"taking it back: {undone:.2f} s")
    slow = [name for name, took in (("preview", looked), ("confirmation", confirmed)) if took > MOST]
    print(f"{2 - len(slow)} passed, {len(slow)} failed")
    return len(slow)


def _timed(act: Callable[[], Any]) -> tuple[Any, float]:
    began = time.perf_counter()
    return act(), time.perf_counter() - began


def main() -> None:
    """Measure on the database that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    with surroundings.opened(parser.parse_args().database):
        slow = measured()
    raise SystemExit(slow > 0)


if __name__ == "__main__":
    main()
