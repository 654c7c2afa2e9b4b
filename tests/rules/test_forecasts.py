"""Forecasts of any game: the fights as people play them, to their end; the same seed, the same numbers; policies."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from rules import registry
from rules.engine.fight import DEAD, DOWN, UP
from rules.engine.forecast import Rehearser, foresee, in_chunks, total
from rules.engine.forecast.playing import MOST_ROUNDS
from rules.engine.forecast.reading import Forecast
from rules.engine.forecast.tally import Tally
from rules.engine.kernel import Sheet
from rules.engine.system.protocol import System
from tests.rules.forecasts import Rehearsed, demo_plan, play_at_ordinary_table

GAMES = [system for system in registry.SYSTEMS if system.tactics]


def _policies(system: System) -> list[str]:
    assert system.tactics is not None
    return [policy.key for policy in system.tactics.policies]


def _fights(system: System) -> list[str]:
    told: dict[str, list[dict[str, str]]] = system.demo()  # type: ignore[assignment]
    return [one["key"] for one in told["encounter"]]


def _creature(system: System) -> str:
    """The first of the bestiary: a small fight is enough for what holds of all."""
    return next(iter(system.compendium()["creatures"])).key


#: Each policy plays one of the demo's fights; between them they play them all.
EVERY_WAY = [
    (system, policy, _fights(system)[at % len(_fights(system))])
    for system in GAMES
    for at, policy in enumerate(_policies(system))
]


@pytest.mark.parametrize(("system", "policy", "fight"), EVERY_WAY, ids=lambda one: getattr(one, "slug", one))
def test_a_rehearsed_fight_is_the_fight_as_people_play_it(system: System, policy: str, fight: str) -> None:
    plan = demo_plan(system, f"same {fight}", policy, "aggressive", fight)
    plain = play_at_ordinary_table(plan, 0)
    assert Rehearsed(plan).play(0) == plain
    assert plain[0].rounds <= MOST_ROUNDS


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.slug)
def test_what_was_found_out_in_one_fight_changes_none_that_follow(system: System) -> None:
    plan = demo_plan(system, "again", "advised", "cautious", "", _creature(system))
    rehearsed = Rehearsed(plan)
    assert [rehearsed.play(number) for number in range(3)] == [
        play_at_ordinary_table(plan, number) for number in range(3)
    ]


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.slug)
def test_the_same_seed_gives_the_same_numbers_whoever_plays_which_chunk(system: System) -> None:
    plan = demo_plan(system, "winter", "advised", "aggressive", "", _creature(system))
    whole = Rehearser(plan).play(3)
    parts = [Rehearser(plan).chunk(number, 1) for number in (2, 0, 1)]
    assert total(parts).plain() == whole.plain() == total(in_chunks(plan, 3, 1)).plain()
    assert Rehearser(replace(plan, seed="summer")).play(3).plain() != whole.plain()


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.slug)
def test_people_fight_otherwise_by_each_policy(system: System) -> None:
    tallies = {}
    for policy in _policies(system):
        forecast = foresee(demo_plan(system, "otherwise", policy, policy, _fights(system)[0]), 1)
        tallies[policy] = str(forecast.tally.plain())
    assert len(set(tallies.values())) == len(tallies) > 1


def _forecast(chance: float, fates: dict[str, str]) -> Forecast:
    """A forecast of a hundred fights that the party wins with such a chance; nobody falls but in words."""
    sheets = {who: Sheet(who.title()) for who in fates}
    setting = SimpleNamespace(sheets=sheets, side=lambda who: "party")
    tactics = SimpleNamespace(fate=lambda sheet: fates[sheet.name.lower()], gauges=())
    won = round(100 * chance)
    counts = Counter({("fights",): 100, ("won", "party"): won, ("won", "foes"): 100 - won})
    return Forecast(SimpleNamespace(setting=setting, tactics=tactics), Tally(counts))  # type: ignore[arg-type]


def test_nothing_is_asked_of_whoever_was_dead_before() -> None:
    forecast = _forecast(0.5, {"anna": UP, "boris": DEAD, "cora": DOWN})
    assert [one.who for one in forecast.people()] == ["anna", "cora"]


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0.99, "a walk-over"), (0.815, "likely a win"), (0.5, "a fair fight"), (0.19, "hard"),
     (0.1, "desperate"), (0.0, "hopeless")],
)  # fmt: skip
def test_a_fight_is_called_fair_where_it_is_near_even(chance: float, words: str) -> None:
    assert _forecast(chance, {"anna": UP}).difficulty("party") == words
