"""Tables that stand still: what one choice needs is known for the next, and nothing of it outlives the question."""

from collections import Counter
from copy import deepcopy
from dataclasses import replace

import pytest

from rules.engine.advice.what_if import Prospect, StillTable
from rules.engine.forecast.state_cache import Rehearsed, of_both, of_sheet, of_whoever
from rules.engine.kernel import (
    Condition,
    ConditionSet,
    Encounter,
    Joined,
    Moved,
    Resource,
    ResourceChanged,
    Rung,
    Sheet,
    Table,
)
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS

every_game = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
games_that_guess = pytest.mark.parametrize(
    "system", [system for system in SYSTEMS if system.strangers()], ids=lambda system: system.slug
)

asked: Counter[str] = Counter()


@of_sheet("resources")
def strength(sheet: Sheet) -> int:
    asked["of the sheet"] += 1
    return sheet.now("strength")


@of_whoever("name", "resources")
def doubled_strength(table: Table, who: str) -> int:
    asked[who] += 1
    return 2 * strength(table.sheet(who))


@of_both("resources")
def lead_in_strength(table: Table, who: str, other: str) -> int:
    asked["of both"] += 1
    return table.sheet(who).now("strength") - table.sheet(other).now("strength")


def table_of_three() -> Table:
    sheets = {who: Sheet(who, resources={"strength": Resource(at, 9)}) for at, who in enumerate(("ann", "bob", "cid"))}
    table = Table(sheets, Encounter(), actor="ann")
    table.happen(*(Joined(who, who, False, 0.0, 0.0, 0) for who in sheets))
    table.facts.clear()
    return table


@games_that_guess
def test_what_hangs_on_no_guess_is_worked_out_once(system: System) -> None:
    asked.clear()
    prospect = Prospect.of(system, table_of_three(), ["cid"])
    assert prospect.is_guessed
    for table in (prospect.known, *prospect.guesses, prospect.known):
        assert [doubled_strength(table, who) for who in ("ann", "bob")] == [0, 2]
        doubled_strength(table, "cid")
    assert (asked["ann"], asked["bob"], asked["cid"]) == (1, 1, 1 + len(prospect.guesses))


def test_no_guess_of_somebody_is_taken_for_another() -> None:
    """Guesses come and go, and what takes the place of one in memory is another."""
    asked.clear()
    still = StillTable.of(table_of_three(), ())
    for at in range(200):
        guess = Sheet("cid", resources={"strength": Resource(at, 300)})
        table = still.had_it({"cid": guess})
        assert [
            lead_in_strength(table, "bob", "cid"),
            lead_in_strength(table, "cid", "bob"),
            lead_in_strength(table, "bob", "cid"),
        ] == [
            1 - at,
            at - 1,
            1 - at,
        ]
    assert asked["of both"] == 400


@every_game
def test_the_next_question_knows_nothing_of_the_last(system: System) -> None:
    table = table_of_three()
    assert doubled_strength(Prospect.of(system, table, ()).known, "bob") == 2
    table.happen(ResourceChanged("bob", "strength", 3, ""))
    assert doubled_strength(Prospect.of(system, table, ()).known, "bob") == 8


@games_that_guess
def test_no_guess_is_made_of_what_a_closed_sheet_says(system: System) -> None:
    table, stronger = table_of_three(), table_of_three()
    stronger.happen(ResourceChanged("cid", "strength", 5, ""))
    told = [
        [doubled_strength(guess, "cid") for guess in Prospect.of(system, at, ["cid"]).guesses]
        for at in (table, stronger)
    ]
    assert told[0] == told[1]


def test_nothing_happens_there_and_a_copy_is_a_sheet_of_its_own() -> None:
    still = Prospect.of(SYSTEMS[0], table_of_three(), ()).known
    with pytest.raises(AssertionError, match="Nothing happens"):
        still.happen(ResourceChanged("bob", "strength", 1, ""))
    sheet = still.sheet("bob")
    assert isinstance(sheet, Rehearsed)
    assert strength(sheet) == 1
    copied = deepcopy(sheet)
    copied.resources["strength"].now = 7
    assert type(copied) is Sheet
    assert (strength(copied), strength(sheet)) == (7, 1)


def test_whoever_is_bound_to_somebody_else_is_reckoned_with_them() -> None:
    table = table_of_three()
    system = next(one for one in SYSTEMS if one.tactics and one.tactics.bonds)
    assert system.tactics
    assert not Prospect.of(system, table, ()).known.entangled
    bond = system.tactics.bonds[0]
    table.sheets["bob"] = replace(table.sheets["bob"], conditions={bond: object()})
    assert Prospect.of(system, table, ["cid"]).guesses[0].entangled


def test_a_table_as_it_would_be_knows_of_everybody_else_what_was_known() -> None:
    still = Prospect.of(SYSTEMS[0], table_of_three(), ()).known
    asked.clear()
    assert [doubled_strength(still, who) for who in ("ann", "bob")] == [0, 2]
    told: list[bool] = []

    def stronger(at: Table) -> None:
        told.append(at.quiet)
        at.happen(ResourceChanged("bob", "strength", 4, ""), Moved("ann", 3.0, 0.0, 0))

    supposed = still.supposing(stronger)
    assert [doubled_strength(supposed, who) for who in ("ann", "bob")] == [0, 10]
    assert (asked["ann"], asked["bob"]) == (1, 2)
    assert (supposed.combatant("ann").x, still.combatant("ann").x) == (3.0, 0.0)
    assert doubled_strength(still, "bob") == 2
    assert told == [True], "nobody hears of it"
    with pytest.raises(AssertionError, match="Nothing happens"):
        supposed.happen(ResourceChanged("bob", "strength", 1, ""))
    plain = table_of_three()
    assert doubled_strength(plain.supposing(stronger), "bob") == 10
    assert (doubled_strength(plain, "bob"), plain.facts) == (2, [])


def test_whoever_would_be_bound_to_somebody_is_reckoned_with_them() -> None:
    system = next(one for one in SYSTEMS if one.tactics and one.tactics.bonds)
    assert system.tactics
    bond = Condition(system.tactics.bonds[0], "Bound")
    still = Prospect.of(system, table_of_three(), ()).known
    assert not still.entangled
    assert still.supposing(lambda at: at.happen(ConditionSet("bob", bond))).entangled
    assert not still.supposing(lambda at: at.happen(ResourceChanged("bob", "strength", 1, ""))).entangled


def test_a_copy_of_a_fight_goes_on_by_itself() -> None:
    fight = table_of_three().scene
    fight.memo["kept"] = {"names": ["ann"]}
    copied = fight.copied()
    assert copied == fight
    copied.combatants["ann"].budgets["dice"] = 1
    copied.memo["kept"]["names"].append("bob")
    copied.ladder.append(Rung("ann/whole", "ann", 1, "whole"))
    assert not fight.combatants["ann"].budgets
    assert fight.memo == {"kept": {"names": ["ann"]}}
    assert not fight.ladder
