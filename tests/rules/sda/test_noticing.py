"""The game master's odds of who notices whom, held against every way in which the dice can fall."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules import codec
from rules.engine.kernel import Condition, Dice, Judged, Refused, Sheet
from rules.engine.kernel.commands import perform
from rules.engine.system.protocol import command_named
from rules.systems.sda.checks.skills import noticing, perception
from rules.systems.sda.core.rolls import Pool
from rules.systems.sda.system import SDA
from tests.rules.sda.dice_outcomes import every_way
from tests.rules.sda.fights import Fight, fighter

#: One ego test follows a complete failure, and no other: there are fewer ways in which the dice can fall.
ONCE = {"ego_again": "never"}


def _people() -> dict[str, Sheet]:
    """Four people with d4s, of which one face scores; Cora throws two of them, and Boris is hiding already."""
    few = {"agility": 4, "wisdom": 4, "persona": 4}
    people = {name.lower(): fighter(name, **few) for name in ("Anna", "Boris", "Cora", "Mira")}
    people["anna"].ranks["attribute"]["wisdom"] = 6
    people["cora"].ranks["skill"]["perception"] = 1
    people["boris"].conditions["sneaking"] = Condition("sneaking", "Sneaking 1", 1)
    return people


def _seen(facts: Sequence[object]) -> list[str]:
    """The chances that came true, as the odds name them: who noticed what, and whether anybody did."""
    seen = [
        (str(fact.numbers.get("target", noticing.THING)), fact.who)
        for fact in facts
        if isinstance(fact, Judged) and fact.verdict == "success"
    ]
    return [*{what for what, _ in seen}, *{f"{what}.{who}" for what, who in seen}]


def _expected(chosen: Mapping[str, Any]) -> dict[str, Fraction]:
    command = codec.command_from(command_named(SDA, "perception.notice"), dict(chosen))
    opening = Fight(**_people(), house_rules=ONCE).table("anna")  # type: ignore[arg-type]

    def play(dice: Dice) -> list[str]:
        table = opening.imagined()
        perform(command, table, dice)
        return _seen(table.facts)

    found: dict[str, Fraction] = {}
    for share, seen in every_way(play):
        for one in seen:
            found[one] = found.get(one, Fraction(0)) + share
    return found


@pytest.mark.parametrize(
    "chosen",
    [
        {"concealment": 1},
        {"sneaks": ["mira"]},
        {"watchers": ["cora"], "sneaks": ["boris"], "concealment": 1},
        {"watchers": ["anna", "cora"], "sneaks": ["boris", "mira"]},
        {"watchers": ["anna", "boris"], "concealment": 1},
    ],
)
def test_who_notices_what_is_what_happens(chosen: dict[str, Any]) -> None:
    expected = _expected(chosen)
    told = Fight(**_people(), house_rules=ONCE).odds("anna", "perception.notice", **chosen)  # type: ignore[arg-type]
    chances = {chance.name: chance.probability for chance in told.chances}
    several = len(chosen.get("watchers", ())) > 1
    assert any("." in name for name in chances) is several
    for name, chance in chances.items():
        assert chance == pytest.approx(float(expected.pop(name, 0)), abs=1e-12)
    assert several or all("." in name for name in expected)
    assert not several or not expected
    assert sum(told.measure) == pytest.approx(1)


def test_what_stands_for_the_scene_is_certain() -> None:
    fight = Fight(**_people())
    fight.sheets["anna"].conditions["watchful"] = Condition("watchful", "Watchful 2", 2)
    told = fight.odds("anna", "perception.notice", sneaks=["boris"], concealment=2)
    assert told.sentence == "Anna notices it: no chance; Anna notices Boris: certain"
    assert told.measure == (0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ({}, "who is hiding"),
        ({"sneaks": ["anna"]}, "can only take one part"),
        ({"sneaks": ["mira"]}, "no dice for Stealth"),
    ],
)
def test_what_cannot_be_compared_is_refused_by_its_odds_too(chosen: dict[str, Any], told: str) -> None:
    fight = Fight(**_people())
    fight.sheets["mira"].conditions["unconscious"] = Condition("unconscious", "Unconscious")
    for act in (fight.odds, fight.does):
        with pytest.raises(Refused, match=told):
            act("anna", "perception.notice", **chosen)


@pytest.mark.parametrize(("malus", "hidden", "actively"), [(0, -2, True), (2, 1, False), (2, -1, False), (1, 0, True)])
def test_dice_that_a_malus_grants_count_for_whoever_it_is_held_against(malus: int, hidden: int, actively: bool) -> None:
    """Two d4 less a malus, against a score that stands; the other side throws d8."""
    found, ways = 0, 0
    for shown in product(range(1, 5), repeat=2):
        score = sum(face // 4 for face in shown) - malus
        # Each throw counts as often as the dice fall that the most of either malus could grant.
        for mine in product(range(1, 5), repeat=max(0, -hidden)):
            for theirs in product(range(1, 9), repeat=malus):
                watched = max(0, score) + sum(face // 4 for face in mine)
                kept = max(0, hidden) + sum(face // 4 for face in theirs[: max(0, -score)])
                found += watched >= kept if actively else watched > kept
                ways += 1
    watching = perception.Scores.of(Pool("wim", "perception", "wisdom", 4, 2, malus, 9))
    told = noticing.found((watching,), perception.Scores({hidden: 1.0}, 8), actively=actively)
    assert told == pytest.approx(found / ways)
