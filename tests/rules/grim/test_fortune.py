"""Fortune: as long as a failed roll of a fight can be rolled again, and how little its end shows."""

import pytest

from rules.engine.kernel import NotNow, SheetFact
from tests.rules.grim.fights import BORIS, ROOK, Fight, fighter


def failed() -> Fight:
    """A fight in which Rook has failed a test of no consequence in his turn, and could roll it again."""
    rook = fighter("Rook")
    rook.resources["fortune"].now = 1
    fight = Fight(rook=rook, boris=fighter("Boris"))
    fight.do(ROOK, "test.roll", {ROOK: [98]}, skill="resolve")
    return fight


def test_a_failed_roll_can_be_rolled_again_until_ones_next_turn() -> None:
    fight = failed()
    fight.do(ROOK, "turn.end")
    fight.do(ROOK, "fortune.reroll", {ROOK: [2]})
    assert not fight.sheets[ROOK].now("fortune")


def test_a_second_roll_says_what_it_costs() -> None:
    """Offered in a turn, and as an answer before the failure has its consequences."""
    fight = failed()
    again = fight.odds(ROOK, "fortune.reroll")
    assert again.sentence.startswith("Costs 1 Fortune Point (you have 1). ")


def test_a_failed_roll_stands_from_ones_next_turn_on() -> None:
    fight = failed()
    fight.do(ROOK, "turn.end")
    fight.do(BORIS, "turn.end")
    with pytest.raises(NotNow, match="Too late"):
        fight.do(ROOK, "fortune.reroll", {ROOK: [2]})


def test_a_turn_that_waited_and_goes_on_is_no_other_turn() -> None:
    fight = failed()
    fight.do(ROOK, "turn.wait", behind=BORIS)
    fight.do(BORIS, "turn.end")
    assert fight.encounter.turn == f"{ROOK}/whole"
    fight.do(ROOK, "fortune.reroll", {ROOK: [2]})


def test_a_turn_that_begins_writes_nothing_on_the_sheet() -> None:
    """Players do not hear of a turn that begins because somebody hidden ended theirs; their sheets must not tell."""
    fight = failed()
    fight.do(ROOK, "turn.end")
    assert not [fact for fact in fight.do(BORIS, "turn.end") if isinstance(fact, SheetFact)]
