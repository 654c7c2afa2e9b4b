"""The words for what the dice of an exchange come to, so that the verdict follows from them (SDA-029, SDA-044)."""

from collections.abc import Sequence

import pytest

from rules.engine.kernel import Fact, Told
from rules.engine.page.blocks import Part
from rules.systems.sda.core.rolls import Pool, Result
from rules.systems.sda.fight.blows.rolls import reckoned
from tests.rules.sda.test_advice import duel

REACH = Part("Sword at close range", "1", "SDA-171")
LYING = Part("On the ground", "2", "SDA-261")


def result(raw: int, net: int, malus: int = 0, how: str = "", granted: tuple[int, ...] = ()) -> Result:
    pool = Pool("rook", "one_handed_swords", "agility", 6, 4, malus, 4, 2, how=how)
    return Result(pool, (4,) * raw, raw, net, max(0, malus - raw), is_full=True, granted=granted)


@pytest.mark.parametrize(
    ("thrown", "maluses", "said"),
    [
        (result(4, 3, 1), (REACH,), "4 successes, 1 off (reach): 3"),
        (result(1, 0, 1), (), "1 success, 1 off: none"),
        (result(4, 1, 3), (REACH, LYING), "4 successes, 3 off (reach 1, on the ground 2): 1"),
        (result(4, 1, 3), (LYING,), "4 successes, 3 off (on the ground 2, other 1): 1"),
        (result(4, 3, 1), (LYING,), "4 successes, 1 off: 3"),
        (result(2, 3, granted=(5, 1)), (), "2 successes, 1 on granted dice: 3"),
        (result(2, 3, -1), (), "2 successes, 1 added: 3"),
        (result(2, 4, how="twice"), (), "2 successes, doubled: 4"),
        (result(2, 1, how="half"), (), "2 successes, halved: 1"),
    ],
)
def test_what_dice_come_to_is_told_with_its_reasons(thrown: Result, maluses: Sequence[Part], said: str) -> None:
    assert reckoned(thrown, maluses) == said


def told(facts: Sequence[Fact]) -> list[str]:
    return [fact.text for fact in facts if isinstance(fact, Told) and fact.apart and "success" in fact.text]


def test_an_exchange_tells_why_its_verdict_is_not_what_the_dice_show() -> None:
    fight = duel()
    fight.encounter.combatants["boris"].facing = 90
    fight.does("rook", "melee.attack", target="boris", dice=2, weapon="one_handed_sword")
    happened = fight.rolls("boris", "melee.defend", {"rook": [6, 6], "boris": [5, 6, 4]}, dice=3)
    assert told(happened) == ["{0}: 3 successes, 1 off (attacked from the flank): 2."]


def test_nothing_is_told_where_the_dice_say_it() -> None:
    fight = duel()
    fight.does("rook", "melee.attack", target="boris", dice=2, weapon="one_handed_sword")
    happened = fight.rolls("boris", "melee.defend", {"rook": [6, 6], "boris": [5, 1]}, dice=2)
    assert told(happened) == []
