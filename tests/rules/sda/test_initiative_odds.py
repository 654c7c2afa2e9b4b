"""Odds of initiative and of noticing, held against every way in which the dice can fall, with all that follows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from itertools import product

import pytest

from rules.engine.kernel import Condition, Dice, Encounter, Joined, Refused, Sheet, Table, Throw, Told, TypedDice
from rules.engine.odds import Odds
from rules.systems.sda.core.person import LUCK, SPELLS
from rules.systems.sda.fight.actions import initiative, initiative_odds
from rules.systems.sda.fight.actions.initiative import roll_initiative
from rules.systems.sda.fight.actions.initiative_odds import ALL, acts_first, initiatives
from tests.rules.sda.dice_outcomes import every_way
from tests.rules.sda.fights import Fight, fighter

#: One ego test follows a complete failure, and no other: there are fewer ways in which the dice can fall.
ONCE = {"ego_again": "never"}


def _slow(name: str, spirit: int = 6, **ranks: int) -> Sheet:
    """A fighter with d4s, of which one face scores."""
    sheet = fighter(name, **{"agility": 4, "wisdom": 4, "persona": 4, **ranks})
    sheet.resources["spirit"].now = spirit
    return sheet


def _lucky(sheet: Sheet) -> Sheet:
    sheet.conditions[LUCK] = Condition(LUCK, "Lucky", 1)
    sheet.memo["gifts_when"] = "any"
    return sheet


def _every(sheet: Sheet, rules: Mapping[str, str], wanted: tuple[int, int]) -> Mapping[tuple[int, int], float]:
    """The chances of each initiative rolled with the spirit left, over every way in which the dice fall."""

    def play(dice: Dice) -> tuple[int, int]:
        table = Table({"rook": deepcopy(sheet)}, Encounter(), rules)
        at = roll_initiative(table, dice, "rook", *wanted)
        return at, table.sheet("rook").now("spirit")

    found: Counter[tuple[int, int]] = Counter()
    for share, end in every_way(play):
        found[end] += share  # type: ignore[assignment]
    return {end: float(share) for end, share in found.items()}


CASES = {
    "one die each": (_slow("Rook"), ONCE, (ALL, ALL)),
    "spirit runs out": (_slow("Rook", 2, reflex=1, perception=1), ONCE, (ALL, 1)),
    "fewer dice are left than wanted": (_slow("Rook", 1, reflex=2), ONCE, (1, 1)),
    "some are kept back": (_slow("Rook", reflex=1, perception=1), ONCE, (2, 0)),
    "one ego test brings another": (_slow("Rook", 2, reflex=2), {}, (1, 0)),
    "no spirit": (_slow("Rook", 0), {}, (ALL, ALL)),
    "luck goes with the first": (_lucky(_slow("Rook")), ONCE, (ALL, ALL)),
    "luck is left for the second": (_lucky(_slow("Rook")), ONCE, (0, ALL)),
}


@pytest.mark.parametrize("case", CASES)
def test_an_initiative_is_what_every_throw_would_give(case: str) -> None:
    sheet, rules, wanted = CASES[case]
    found = initiatives(Table({"rook": sheet}, Encounter(), rules), "rook", *wanted)
    assert {end: share for end, share in found.items() if share > 1e-15} == pytest.approx(_every(sheet, rules, wanted))


@pytest.mark.parametrize("ties", ["agility", "chance"])
@pytest.mark.parametrize("agilities", [(4, 5), (4, 4), (5, 4, 4), (4, 4, 4)])
def test_the_first_is_whom_every_throw_would_let_act(
    agilities: tuple[int, ...], ties: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    faces = 3 if len(agilities) > 2 else 20
    monkeypatch.setattr(initiative_odds, "TIE", faces)
    people = {f"p{at}": _slow(f"P{at}", agility=agility) for at, agility in enumerate(agilities)}
    table = Table(dict(people), Encounter(), {**ONCE, "ties_on_the_ladder": ties})
    table.happen(*(Joined(who, "party") for who in people))
    every = [_every(sheet, ONCE, (ALL, ALL)) for sheet in people.values()]
    by_agility = [0 if ties == "chance" else agility for agility in agilities]
    expected = [0.0] * len(people)
    for ends in product(*(one.items() for one in every)):
        share = 1.0
        for _, chance in ends:
            share *= chance
        keys = [(*end, nimble) for (end, _), nimble in zip(ends, by_agility, strict=True)]
        top = [at for at, key in enumerate(keys) if key == max(keys)]
        for fallen in product(range(1, faces + 1), repeat=len(top)) if len(top) > 1 else [(1,)]:
            first = top[fallen.index(max(fallen))]
            expected[first] += share / (faces ** len(top) if len(top) > 1 else 1)
    assert list(acts_first(table, list(people)).values()) == pytest.approx(expected, abs=1e-12)


def _chances(odds: Odds) -> dict[str, float]:
    return {chance.name: chance.probability for chance in odds.chances}


def test_what_is_foretold_is_who_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (initiative_odds, initiative):
        monkeypatch.setattr(module, "TIE", 2)
    people = {"rook": _slow("Rook", 1, reflex=1), "boris": _slow("Boris", 0), "mira": _slow("Mira", 0)}
    fight = Fight(**people, house_rules=ONCE)  # type: ignore[arg-type]

    def play(dice: Dice) -> str:
        begun = deepcopy(fight)
        begun.does("", "fight.begin", dice)
        return begun.encounter.turn

    expected = dict.fromkeys(people, Fraction(0))
    for share, turn in every_way(play):
        expected[turn.partition("/")[0]] += share
    foretold = _chances(fight.odds("", "fight.begin"))
    assert foretold == pytest.approx({f"first.{who}": float(share) for who, share in expected.items()}, abs=1e-12)
    assert 0 < foretold["first.mira"] < foretold["first.boris"] < foretold["first.rook"] < 1


def test_nobody_in_sight_throws_a_die_against_somebody_hidden() -> None:
    """Three are level by their faces; a die of Rook's or Boris's without the other's would tell of a third."""
    for hidden, throwers in ((("mira",), ["rook", "boris", "mira"]), (("boris", "mira"), ["boris", "boris", "mira"])):
        fight = Fight(rook=_slow("Rook"), boris=_slow("Boris"), mira=_slow("Mira"), house_rules=ONCE)
        for who in hidden:
            fight.encounter.combatants[who].hidden = True
        ties = [fact.who for fact in fight.does("", "fight.begin", Alike()) if getattr(fact, "purpose", "") == "tie"]
        assert ties == throwers


class Alike(Dice):
    """Dice that all show the same face."""

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        """A 2 on each die."""
        return Throw((2,) * len(sides))


def test_whoever_is_out_is_never_first_and_the_surprised_are_not_counted() -> None:
    fight = Fight(rook=_slow("Rook"), boris=_slow("Boris"), mira=_slow("Mira"), cora=_slow("Cora"))
    fight.sheets["mira"].conditions["unconscious"] = Condition("unconscious", "Unconscious")
    assert set(_chances(fight.odds("", "fight.begin"))) == {"first.rook", "first.boris", "first.cora"}
    surprised = fight.odds("", "fight.begin", surprised=["cora"])
    assert set(_chances(surprised)) == {"first.rook", "first.boris"}
    assert "surprised" in surprised.sentence
    assert not fight.odds("", "fight.begin", surprised=["cora", "boris"]).chances


def test_whoever_is_quickened_is_first_by_their_earlier_turn() -> None:
    fight = Fight(rook=_slow("Rook"), boris=_slow("Boris"), house_rules=ONCE)
    assert _chances(fight.odds("", "fight.begin"))["first.boris"] < 0.5
    fight.sheets["boris"].conditions["haste"] = Condition("haste", "Haste")
    fight.sheets["boris"].memo[SPELLS] = {"haste": {"quickens": 3}}
    assert _chances(fight.odds("", "fight.begin"))["first.boris"] == pytest.approx(1)
    fight.rolls("", "fight.begin", {"rook": [4, 4], "boris": [1, 4, 1, 4]})
    assert fight.encounter.turn == "boris/early"


def test_the_surprised_see_what_their_dice_may_give_and_are_refused_alike() -> None:
    fight = Fight(rook=_slow("Rook"), boris=_slow("Boris", 1, reflex=2), house_rules=ONCE)
    fight.rolls("", "fight.begin", {"rook": [4, 4]}, surprised=["boris"])
    odds = fight.odds("boris", "initiative.surprised", reflex=1, perception=0)
    assert odds.measure == pytest.approx((0.75, 0.25))
    for act in (fight.odds, fight.does):
        with pytest.raises(Refused, match="only 1 die"):
            act("boris", "initiative.surprised", reflex=2, perception=0)


def test_dice_that_a_failure_takes_are_not_asked_for_again() -> None:
    fight = Fight(rook=_slow("Rook"), boris=_slow("Boris", 1, reflex=2), house_rules=ONCE)
    fight.rolls("", "fight.begin", {"rook": [4, 4]}, surprised=["boris"])
    fight.rolls("boris", "initiative.surprised", {"boris": [1, 1]}, reflex=1, perception=1)
    assert {rung.who: rung.at for rung in fight.encounter.ladder} == {"rook": 2, "boris": 0}


def test_a_number_given_is_certain_and_one_rolled_is_not() -> None:
    fight = Fight(rook=_slow("Rook"), boris=_slow("Boris")).on(rook=2, boris=1)
    assert fight.odds("", "fight.initiative", combatant="boris", at=4).sentence == "Boris acts at 4."
    rolled = fight.odds("", "fight.initiative", combatant="boris", roll=True)
    assert rolled.measure == pytest.approx((9 / 16, 6 / 16, 1 / 16))
    assert rolled.measured == "initiative"


def test_of_those_who_watch_the_highest_is_foretold() -> None:
    people = {"anna": _slow("Anna", wisdom=8), "boris": _slow("Boris")}

    def play(dice: Dice) -> int:
        fight = Fight(**deepcopy(people), house_rules=ONCE)  # type: ignore[arg-type]
        fight.does("anna", "perception.passive", dice, watchers=["anna", "boris"])
        return max(sheet.conditions["watchful"].level for sheet in fight.sheets.values())

    found: Counter[int] = Counter()
    for share, best in every_way(play):
        found[best] += share  # type: ignore[assignment]
    fight = Fight(**people, house_rules=ONCE)  # type: ignore[arg-type]
    together = fight.odds("anna", "perception.passive", watchers=["anna", "boris"])
    assert together.measure == pytest.approx([float(found[value]) for value in range(3)])
    assert _chances(together) == pytest.approx({"anna": 5 / 8, "boris": 1 / 4})
    alone = fight.odds("anna", "perception.passive")
    assert (alone.measure, _chances(alone)) == (pytest.approx((3 / 8, 4 / 8, 1 / 8)), {"success": 5 / 8})


def test_a_roll_that_stands_is_refused_by_its_odds_too() -> None:
    fight = Fight(anna=_slow("Anna"))
    fight.does("anna", "perception.passive", TypedDice({"anna": [4]}))
    with pytest.raises(Refused, match="stands for the scene"):
        fight.odds("anna", "perception.passive")
    assert fight.odds("anna", "perception.passive", anew=True).chances


def test_the_log_says_at_what_somebody_failed_completely_and_nothing_twice() -> None:
    """Both rolls of Rook are complete failures, both of Boris flawless."""
    fight = Fight(rook=fighter("Rook"), boris=fighter("Boris"))
    faces = {"rook": [1, 4, 1, 4], "boris": [4, 4]}
    told = [fact.text for fact in fight.rolls("", "fight.begin", faces) if isinstance(fact, Told) and fact.who]
    assert told == [
        "{0} fails completely at reflex and perception and rolls ego for each.",
        "{0} has a flawless success at reflex and perception.",
    ]
