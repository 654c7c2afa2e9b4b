"""Advice: all legal choices and no other, the best first, by what a command says that they are worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import pytest

from rules.engine.advice import choices
from rules.engine.advice.choices import Advice, Weighed, advise
from rules.engine.kernel import Choice, Command, Dice, Refused, Sheet, Table, Weighing, Worth, number, pick, switch


@dataclass(frozen=True, slots=True)
class Dig(Command, name="dig", label="Dig"):
    """Dig with a tool, deeper or less deep; whoever digs quietly finds half."""

    depth: int = number("Depth", most=99)
    tool: str = pick("Tool", default="spade")
    quietly: bool = switch("Quietly")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"tool": (Choice("spade", "Spade"), Choice("hands", "Hands"))}

    def weighing(self, table: Table) -> Weighing:
        fields, upto = ("depth", "tool", "quietly"), {"depth": 6}
        return Weighing(
            fields, "finds", "Finds, less the sweat.", lambda chosen: chosen.found(), ("Finds", "Sweat"), upto
        )

    def found(self) -> Worth:
        if self.depth > (4 if self.tool == "spade" else 2):
            raise Refused("That is too deep for the tool.", "depth")
        return (self.depth * (0.5 if self.quietly else 1.0), -(self.depth**2) / 4)

    def perform(self, table: Table, dice: Dice) -> None:
        self.found()


@dataclass(frozen=True, slots=True)
class Rest(Command, name="rest", label="Rest"):
    """Do nothing instead."""

    def weighing(self, table: Table) -> Weighing:
        return Weighing.of_one("finds", "Nothing.", (0.5, 0.0), ("Finds", "Sweat"), "Rest")

    def perform(self, table: Table, dice: Dice) -> None:
        """Nothing."""


@dataclass(frozen=True, slots=True)
class Wander(Rest):
    """A command whose advice counts in another unit."""

    def weighing(self, table: Table) -> Weighing:
        return Weighing.of_one("miles", "Miles.", (9.0,), ("Miles",), "Wander")


def a_table() -> Table:
    return Table({"anna": Sheet("Anna")}, actor="anna")


def advised(*commands: Command) -> Advice:
    found = advise(commands, a_table())
    assert found is not None
    return found


def by_hand() -> dict[tuple[object, ...], float]:
    """Every choice there might be, one by one, without those that are refused."""
    found: dict[tuple[object, ...], float] = {}
    for depth, tool, quietly in product(range(100), ("spade", "hands"), (False, True)):
        try:
            found[depth, tool, quietly] = sum(Dig(depth, tool, quietly).found())
        except Refused:
            continue
    return found


def test_all_that_is_legal_is_weighed_and_ranked() -> None:
    found = advised(Dig(1))
    assert {tuple(one.given.values()): one.value for one in found.choices} == by_hand()
    assert [one.value for one in found.choices] == sorted(by_hand().values(), reverse=True)
    assert found.best.given == {"depth": 2, "tool": "spade", "quietly": False}
    assert found.best.label == "Depth 2, Spade"
    assert found.chosen is not None
    assert found.chosen.given["depth"] == 1
    assert found.complete


def test_the_trade_off_is_along_the_number() -> None:
    drawn = advised(Dig(1)).trade_off()
    assert [one.given["depth"] for one in drawn] == [0, 1, 2, 3, 4]
    assert {one.given["tool"] for one in drawn} == {"spade"}
    assert [one.shares for one in drawn][2] == (2.0, -1.0)


def test_what_may_be_done_instead_is_ranked_with_it() -> None:
    found = advised(Dig(1), Rest(), Wander())
    assert "rest" in [one.command for one in found.choices]
    assert all(one.label != "Wander" for one in found.choices), "other units cannot be compared"
    better = [one for one in found.choices if one.value > 0.5]
    assert {one.command for one in better} == {"dig"}


@dataclass(frozen=True, slots=True)
class Fish(Dig, name="fish", label="Fish"):
    """Another command for the same turn, counted in the same unit."""

    def weighing(self, table: Table) -> Weighing:
        return Weighing(("depth",), "finds", "Fish.", lambda chosen: (float(chosen.depth) / 2,), upto={"depth": 3})


def advice_beside(command: Command, *others: Command) -> Advice:
    found = choices.in_short(
        advise([command], a_table(), [one for o in others if (one := choices.aside(o, a_table()))])
    )
    assert found is not None
    return found


def test_what_else_may_be_done_on_the_turn_stands_with_its_best_choice_alone() -> None:
    found = advice_beside(Dig(1), Fish(0), Wander())
    assert found.best.label == "Fish: Depth 3"
    assert [one.command for one in found.choices if one.aside] == ["fish"]
    assert len(found.choices) == len(by_hand()) + 1
    assert (found.best.shares, found.best.value) == ((1.5,), 1.5), "in one share, for they are not the same"
    assert [one.given["depth"] for one in found.trade_off()] == [0, 1, 2, 3, 4], "of the command itself"


def test_what_leaves_no_choice_by_itself_is_compared_with_what_else_may_be_done() -> None:
    assert advice_beside(Rest(), Dig(1)).best.label == "Dig: Depth 2, Spade"


def test_where_there_is_nothing_to_choose_there_is_no_advice() -> None:
    assert advise([Rest()], a_table()) is None


def test_too_many_choices_are_not_all_weighed_and_this_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "MOST", 5)
    assert not advised(Dig(1)).complete


class Deeper(Dig):
    """A dig that does not say how deep it may go."""

    __slots__ = ()

    def weighing(self, table: Table) -> Weighing:
        return Weighing(("depth",), "finds", "Finds.", lambda chosen: (float(chosen.depth),))


def test_a_number_without_end_is_tried_a_little_way() -> None:
    found = advised(Deeper(1))
    assert (len(found.choices), found.complete) == (choices.FEW, False)


@dataclass(frozen=True, slots=True)
class Sorted(Dig, name="sort"):
    """A dig whose choices the game lists itself."""

    def weighing(self, table: Table) -> Weighing:
        fields, listed = ("depth", "tool", "quietly"), [{"depth": 3}, {"depth": 4, "tool": "hands"}, {"depth": 2}]
        return Weighing(fields, "finds", "Finds.", lambda chosen: chosen.found(), ("Finds", "Sweat"), listed=listed)


def test_a_game_may_list_the_choices_itself_and_the_form_stands_beside_them() -> None:
    found = advised(Sorted(1, quietly=True))
    assert [tuple(one.given.values()) for one in found.choices] == [
        (1, "spade", True),
        (2, "spade", True),
        (3, "spade", True),
    ], "all else as in the form, and no hole of 4 by hand"
    assert found.chosen is not None
    assert found.chosen.given["depth"] == 1
    assert found.complete
    assert [one.given["depth"] for one in found.trade_off()] == [1, 2, 3]


def test_of_too_many_that_are_listed_it_is_said_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "MOST", 3)
    found = advised(Sorted(1))
    assert (len(found.choices), found.complete) == (2, False)
    monkeypatch.setattr(choices, "MOST", 4)
    assert advised(Sorted(1)).complete


def guessed(*values: float) -> Advice:
    choices = tuple(Weighed("dig", {"depth": place}, str(place), (value,)) for place, value in enumerate(values))
    ranked = tuple(sorted(choices, key=lambda one: -one.value))
    return Advice("Finds.", "finds", ("Finds",), ranked, choices[0], "depth")


def middle_values(guesses: Sequence[Advice | None]) -> list[tuple[str, float]]:
    found = choices.between(guesses)
    assert found is not None
    return [(one.label, one.value) for one in found.choices]


def test_several_guesses_give_the_middle_of_their_values() -> None:
    weak, strong = guessed(0.0, 2.0, 1.0), guessed(1.0, -2.0, 1.0)
    assert middle_values([weak, strong]) == [("2", 1.0), ("0", 0.5), ("1", 0.0)]
    both = choices.between([weak, strong])
    assert both is not None
    assert both.sentence == f"Finds. {choices.IN_THE_MIDDLE}"
    assert both.chosen is not None
    assert both.chosen.value == 0.5


def test_what_is_the_same_however_it_is_guessed_is_told_as_it_is() -> None:
    assert choices.between([guessed(1.0, 2.0), guessed(1.0, 2.0)]) == guessed(1.0, 2.0)
    assert choices.between([None, None]) is None
    assert choices.between([guessed(1.0, 2.0), None]) is None


def test_what_only_some_guesses_allow_is_left_out() -> None:
    fewer = replace(guessed(0.0, 2.0, 1.0), choices=guessed(0.0, 2.0).choices)
    assert [label for label, _ in middle_values([guessed(0.0, 2.0, 1.0), fewer])] == ["1", "0"]
