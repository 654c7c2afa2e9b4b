"""Advice on rolls in fights that are no blows, against every way in which their dice can fall."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from rules.engine.advice import Weighed
from rules.engine.facts import BoxesTicked, Fact, Judged, ResourceChanged
from tests.rules.sda.every_way import every_way
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.test_advice import SPIRIT, advice, ranked
from tests.rules.sda.test_advice_of_tests import EXACT, _FirstThrows
from tests.rules.sda.test_grappling import choked
from tests.rules.sda.test_magic import at_distance, caster

#: What comes of a roll, as somebody counts it who sees what happened.
Seen = Callable[[Sequence[Fact]], float]


def played(fight: Fight, who: str, name: str, seen: Seen, throws: int, **chosen: Any) -> float:
    """What comes on average if the first throws fall in every way, by the rules themselves."""

    def play(dice: Any) -> Fraction:
        after = deepcopy(fight)
        return Fraction(seen(after.does(who, name, _FirstThrows(dice, throws), **chosen))).limit_denominator(10**6)

    return float(sum(share * value for share, value in every_way(play)))


def paid(happened: Sequence[Fact]) -> int:
    return -sum(fact.by for fact in happened if isinstance(fact, ResourceChanged) and fact.reason == "bought dice")


def boxes_taken(happened: Sequence[Fact]) -> float:
    return float(sum(fact.hits for fact in happened if isinstance(fact, Judged) and fact.verdict == "hurt"))


def hits(happened: Sequence[Fact]) -> float:
    return float(next(int(fact.numbers["hits"] or 0) for fact in happened if isinstance(fact, Judged)))


def few(choices: Sequence[Weighed], most: int = 2) -> list[Weighed]:
    """Those with so few dice that all ways can be counted out."""
    return [one for one in choices if int(one.given.get("dice", 0)) <= most and int(one.given["bought"]) <= 1]


@pytest.mark.parametrize("name", ["turn.intimidate", "turn.taunt"])
def test_words_are_resisted_for_as_many_hits_as_that_saves(name: str) -> None:
    sheets = {"rook": fighter("Rook", insult_intimidation=1), "boris": fighter("Boris", ego=1, detect_motive=1)}
    fight = Fight(**sheets).on(rook=2, boris=1)
    fight.does("rook", name, target="boris")
    found = advice(fight, "boris", "mind.resist")
    assert ranked(found)
    for one in few(found.choices):
        expected = played(fight, "boris", "mind.resist", hits, 2, **one.given)
        assert one.shares[0] == pytest.approx(-expected, abs=EXACT)
    assert {one.shares[1] for one in few(found.choices)} == {0, -1}, "the first die costs two points"
    free = [
        one.value for one in sorted(found.choices, key=lambda one: int(one.given["dice"])) if not one.given["bought"]
    ]
    assert free == sorted(free), "dice that come out of no budget are thrown"


def test_breath_is_held_for_the_share_of_spirit_that_it_costs() -> None:
    fight = choked(2, resist=1)
    found = advice(fight, "boris", "grapple.hold_out")
    assert [one.given["bought"] for one in found.choices]
    for one in few(found.choices):
        seen = played(fight, "boris", "grapple.hold_out", succeeds, 1, **one.given)
        assert one.shares[0] == pytest.approx(seen, abs=EXACT)
    assert found.unit == "points of 100"


def succeeds(happened: Sequence[Fact]) -> float:
    return 100.0 * next(fact.verdict == "success" for fact in happened if isinstance(fact, Judged))


def struck_by(spell: str, *, north: int = 0, faces: Sequence[int], **chosen: Any) -> Fight:
    fight = at_distance(9, spell, erudition=20)
    given = {"spell": spell, "target": "boris", "north": north, "dice": 1, "mos": 0, "cost": 0, **chosen}
    fight.rolls("mira", "magic.cast", {"mira": list(faces)}, **given)
    return fight


@pytest.mark.parametrize("north", [0, -2])
def test_a_leap_is_worth_the_boxes_that_it_saves(north: int) -> None:
    fight = struck_by("fireball", north=north, faces=[4, 12], way="fire")
    found = advice(fight, "boris", "magic.leap")
    assert ranked(found)
    for one in few(found.choices):
        expected = played(fight, "boris", "magic.leap", boxes_taken, 1, **one.given)
        price = SPIRIT * played(fight, "boris", "magic.leap", paid, 1, **one.given)
        assert one.shares[0] == pytest.approx(-expected - price, abs=EXACT)


@pytest.mark.parametrize("faces", [[4], [8]])
def test_a_spell_that_hurts_is_resisted_for_the_boxes_that_it_would_cost(faces: list[int]) -> None:
    fight = struck_by("flying_razors", faces=faces, way="evocation")
    fight.house_rules["ego_again"] = "never"
    found = advice(fight, "boris", "magic.withstand")
    assert found.unit == "boxes"
    for one in few(found.choices, 1):
        expected = played(fight, "boris", "magic.withstand", boxes_taken, 3, **one.given)
        price = SPIRIT * played(fight, "boris", "magic.withstand", paid, 1, **one.given)
        assert one.shares[0] == pytest.approx(-expected - price, abs=EXACT), one.label


def test_a_spell_that_does_not_hurt_is_resisted_to_be_free_of_it() -> None:
    fight = struck_by("dominate", faces=[8], way="aether")
    found = advice(fight, "boris", "magic.withstand")
    assert found.unit == "points of 100"

    def free(happened: Sequence[Fact]) -> float:
        return 100.0 * any("is free of" in getattr(fact, "text", "") for fact in happened)

    for one in few(found.choices):
        assert one.shares[0] == pytest.approx(
            played(fight, "boris", "magic.withstand", free, 1, **one.given), abs=EXACT
        )


def test_heart_is_taken_from_what_gives_more_of_it() -> None:
    fight = Fight(rook=fighter("Rook", ego=1, resist_fatigue=2), boris=fighter("Boris")).on(rook=2, boris=1)
    fight.sheets["rook"].resources["spirit"].now = fight.sheets["rook"].resources["spirit"].most - 3
    at = fight.table("rook")
    at.ask("rook", "Victory!", "fight.surge")
    fight._keep(at)
    found = advice(fight, "rook", "fight.surge", reward="experience")

    def gained(happened: Sequence[Fact]) -> float:
        return float(
            sum(fact.by for fact in happened if isinstance(fact, ResourceChanged) and fact.reason == "victory")
        )

    for one in found.choices:
        assert one.value == pytest.approx(
            played(fight, "rook", "fight.surge", gained, 1, reward="experience", **one.given), abs=EXACT
        )
    assert found.best.label == "Resist fatigue"
