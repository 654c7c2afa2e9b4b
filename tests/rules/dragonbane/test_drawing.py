"""Odds of the cards: held against every way in which they can be drawn, and telling nothing of who hides."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.engine.kernel import Encounter, Table, TypedDice
from rules.engine.odds import Odds
from rules.systems.dragonbane.fight.base import HIGHER, LOWER, owed
from rules.systems.dragonbane.fight.rounds.drawing import ABOVE, BELOW, ONE, acts_first, kept, outdrawn
from tests.rules.dragonbane.fights import do, fight, hero, odds
from tests.rules.dragonbane.test_abilities import gifted

Ways = Iterator[tuple[tuple[int, ...], Fraction]]


def _ways(deck: Sequence[int], draws: Sequence[str]) -> Ways:
    """Every row of cards that these draws can end in, with how likely it is: card by card, nothing clever."""
    if not draws:
        yield (), Fraction(1)
        return
    how, *rest = draws
    for first in deck:
        others = [card for card in deck if card != first]
        for second in [first] if how == ONE else others:
            card = {ONE: first, LOWER: min(first, second), HIGHER: max(first, second)}[how]
            share = Fraction(1, len(deck) * (1 if how == ONE else len(others)))
            for row, chance in _ways([one for one in deck if one != card], rest):
                yield (card, *row), share * chance


ROWS = [
    (4, [], LOWER, []),
    (5, [ONE], HIGHER, [ONE]),
    (5, [LOWER], ONE, [ONE]),
    (6, [ONE, LOWER], LOWER, [ONE]),
    (6, [LOWER, ONE], HIGHER, [HIGHER]),
    (6, [HIGHER, ONE], LOWER, []),
]


@pytest.mark.parametrize(("count", "before", "how", "after"), ROWS)
def test_every_draw_is_counted_out(count: int, before: list[str], how: str, after: list[str]) -> None:
    deck, at = range(1, count + 1), len(before)
    found = dict.fromkeys(deck, Fraction(0))
    ends = {ABOVE: Fraction(0), BELOW: Fraction(0)}
    for row, chance in _ways(deck, [*before, how, *after]):
        found[row[at]] += chance
        ends[ABOVE] += chance * (row[at] == min(row))
        ends[BELOW] += chance * (row[at] == max(row))
    assert kept(count, how, before) == pytest.approx([float(one) for one in found.values()], abs=1e-12)
    for others, chance in ends.items():
        assert outdrawn(count, how, before, after, others) == pytest.approx(float(chance), abs=1e-12)


def _party(**more: str) -> Table:
    sheets = {"anna": gifted(hero("Anna"), "quick"), "rook": gifted(hero("Rook"), "quick"), "foe": hero("Foe")}
    return fight({**sheets, **{who: hero(name) for who, name in more.items()}}, [*sheets, *more])


def _chances(found: Odds) -> Mapping[str, float]:
    return {one.name: one.probability for one in found.chances}


def test_two_cards_show_what_they_are_worth() -> None:
    table = _party()
    found = odds(table, "anna", "initiative.two")
    assert found.measure[0] == pytest.approx(18 / 90, abs=1e-12)
    assert found.mean == pytest.approx(11 / 3, abs=1e-9)
    assert _chances(found)["one"] == pytest.approx(1 / 3, abs=1e-12)
    first = sum(chance for row, chance in _ways(range(1, 11), [LOWER, ONE, ONE]) if row[0] == min(row))
    assert _chances(found)["success"] == pytest.approx(float(first), abs=1e-12)
    assert "for 2 WP" in found.sentence


def test_who_draws_two_before_is_reckoned_with_and_who_hides_is_not() -> None:
    table = _party()
    plain = odds(table, "rook", "initiative.two", keep="higher")
    do(table, "anna", "initiative.two")
    after = odds(table, "rook", "initiative.two", keep="higher")
    assert after.mean > plain.mean
    table.sheets["ghost"] = gifted(hero("Ghost"), "quick")
    table.scene.combatants["ghost"] = replace(table.combatant("foe"), hidden=True)
    table.scene.memo["two_cards"] |= {"ghost": "lower"}
    assert odds(table, "rook", "initiative.two", keep="higher") == after


def test_what_is_foretold_of_the_first_is_what_is_drawn() -> None:
    table = _party()
    table.scene.stage, table.scene.ladder, table.scene.turn = "ready", [], ""
    do(table, "anna", "initiative.two")
    foretold = _chances(odds(table, "", "fight.begin"))
    rows = list(_ways(range(1, 11), [LOWER, ONE, ONE]))
    for at, who in enumerate(("anna", "rook", "foe")):
        first = sum(chance for row, chance in rows if row[at] == min(row))
        assert foretold[f"first.{who}"] == pytest.approx(float(first), abs=1e-12)
    assert sum(foretold.values()) == pytest.approx(1, abs=1e-12)


def test_a_monster_of_two_cards_has_two_chances_to_be_first() -> None:
    sheets = {"anna": hero("Anna"), "foe": hero("Troll", kind="creature", ferocity=2)}
    table = Table(sheets, Encounter("ready"), actor="")
    table.scene.combatants |= fight(sheets, list(sheets)).scene.combatants
    assert acts_first(table) == {"anna": pytest.approx(1 / 3), "foe": pytest.approx(2 / 3)}


def test_an_ambush_foretells_who_notices() -> None:
    table = _party()
    table.scene.stage, table.scene.ladder, table.scene.turn = "ready", [], ""
    foretold = _chances(odds(table, "", "fight.begin", ambushed=["anna"], prepared=True))
    assert foretold == {"notices.anna": pytest.approx((5 / 20) ** 2)}


def test_real_cards_are_typed_for_everybody() -> None:
    table = _party()
    table.scene.stage, table.scene.ladder, table.scene.turn = "ready", [], ""
    do(table, "", "fight.begin", TypedDice({"anna": [4], "rook": [9], "foe": [2]}))
    assert [(rung.who, rung.at) for rung in table.scene.ladder] == [("foe", 2), ("anna", 4), ("rook", 9)]


def test_those_in_sight_draw_before_whoever_hides() -> None:
    """A card that is gone from the deck is always one that everybody can see."""
    table = _party()
    table.scene.ladder, first = [], next(iter(table.scene.combatants))
    table.scene.combatants[first].hidden = True
    assert list(owed(table)) == [*(who for who in table.scene.combatants if who != first), first]
