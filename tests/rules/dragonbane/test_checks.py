"""The odds of checks against every throw there is, and what gathers as boons and banes."""

from itertools import product

import pytest

from rules.engine.kernel import Condition, Item, Refused, Table, TypedDice, foretell
from rules.engine.kernel.commands import perform
from rules.systems.dragonbane import DRAGONBANE
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import PUSHABLE, Check, Push, chances, check_for, restored, roll
from rules.systems.dragonbane.core.checks import plain
from rules.systems.dragonbane.core.skill_tests import OpposedCheck

FACES = range(1, 21)
LEVELS = (0, 1, 3, 5, 12, 18, 19, 20, 25)


def _kept(faces: tuple[int, ...], extra: int) -> int:
    return max(faces) if extra < 0 else min(faces)


def _throws(extra: int) -> list[int]:
    return [_kept(faces, extra) for faces in product(FACES, repeat=1 + abs(extra))]


@pytest.mark.parametrize("extra", [-2, -1, 0, 1, 2])
def test_chances_are_those_of_all_throws(extra: int) -> None:
    thrown = _throws(extra)
    for level in LEVELS:
        hits = sum(chances.succeeds(face, level) for face in thrown)
        assert chances.success(level, extra) == pytest.approx(hits / len(thrown), abs=1e-12)
    assert chances.dragon(extra) == pytest.approx(thrown.count(1) / len(thrown), abs=1e-12)
    assert chances.demon(extra) == pytest.approx(thrown.count(20) / len(thrown), abs=1e-12)


@pytest.mark.parametrize("demons_too", [False, True])
@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_a_push_is_a_second_chance_for_all_but_demons(extra: int, demons_too: bool) -> None:
    thrown = _throws(extra)
    for level in LEVELS:
        won = 0
        for first in thrown:
            if chances.succeeds(first, level):
                won += len(thrown)
            elif first != 20 or demons_too:
                won += sum(chances.succeeds(second, level) for second in thrown)
        expected = won / len(thrown) ** 2
        assert chances.pushed(level, extra, demons_too=demons_too) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("demons_too", [False, True])
@pytest.mark.parametrize(("level", "extra", "theirs"), [(14, 0, 14), (12, 1, 5), (3, -1, 18), (20, 0, 0)])
def test_what_is_lost_to_another_roll_is_pushed_against_it(
    level: int, extra: int, theirs: int, demons_too: bool
) -> None:
    mine, won = _throws(extra), 0

    def wins(face: int, other: int) -> bool:
        return chances.succeeds(face, level) and (not chances.succeeds(other, theirs) or face < other)

    for other in FACES:
        second = sum(wins(face, other) for face in mine)
        won += sum(len(mine) if wins(face, other) else second * (face != 20 or demons_too) for face in mine)
        beats = chances.beats(level, extra, other, they_succeed=chances.succeeds(other, theirs))
        assert beats == pytest.approx(second / len(mine), abs=1e-12)
    expected = won / len(mine) ** 2 / len(FACES)
    found = chances.opposed_with_a_push(level, extra, theirs, 0, demons_too=demons_too)
    assert found == pytest.approx(expected, abs=1e-12)


def test_the_odds_of_a_push_are_those_against_the_roll_that_stands() -> None:
    anna, boris = DRAGONBANE.fresh_sheet("Anna"), DRAGONBANE.fresh_sheet("Boris")
    anna.ranks["skill"]["sneaking"] = boris.ranks["skill"]["awareness"] = 14
    table = Table({"anna": anna, "boris": boris}, None, {}, "anna", cast={"anna": "Anna", "boris": "Boris"})
    opposed = OpposedCheck("sneaking", "boris", "awareness")
    perform(opposed, table, TypedDice({"anna": [11], "boris": [8]}))
    told = foretell(Push("dazed"), table)
    assert told is not None
    assert told.chances[0].probability == pytest.approx(7 / 20)


@pytest.mark.parametrize(("extra", "their_extra"), [(0, 0), (1, 0), (0, -1), (-1, 1)])
@pytest.mark.parametrize(("level", "theirs"), [(14, 14), (12, 5), (3, 18), (20, 0)])
def test_opposed_checks_are_those_of_all_pairs(level: int, theirs: int, extra: int, their_extra: int) -> None:
    mine, others = _throws(extra), _throws(their_extra)
    won = lost = 0
    for face, other in product(mine, others):
        if chances.succeeds(face, level):
            beaten = chances.succeeds(other, theirs) and other <= face
            won, lost = won + (not beaten), lost + beaten
    duel, pairs = chances.opposed(level, extra, theirs, their_extra), len(mine) * len(others)
    assert duel.won == pytest.approx(won / pairs, abs=1e-12)
    assert duel.beaten == pytest.approx(lost / pairs, abs=1e-12)
    assert duel.won + duel.beaten + duel.failed == pytest.approx(1, abs=1e-12)


# -- what gathers ---------------------------------------------------------------------------------------------------


def _table(**house_rules: object) -> Table:
    return Table({"anna": DRAGONBANE.fresh_sheet("Anna")}, None, house_rules, "anna", DRAGONBANE.rank_range)


def _begin(table: Table, *conditions: str) -> Table:
    for name in conditions:
        table.me.conditions[name] = Condition(name, name)
    return table


def test_each_attribute_has_its_condition() -> None:
    for key, attribute in library.attributes().items():
        table = _begin(_table(), attribute.condition)
        assert check_for(table, "anna", key).extra == -1
        others = [one for one in library.attributes() if one != key]
        assert all(check_for(table, "anna", other).extra == 0 for other in others)


def test_sources_add_up_and_cancel() -> None:
    table = _begin(_table(), "dazed", "helped")
    table.me.items["chain"] = Item("Chainmail", "armour", entry="chainmail", in_use=True)
    check = check_for(table, "anna", "evade", (("A rope", 2),), (("Rain", 1),))
    assert check.boons == (("A rope", 2), ("Help", 1))
    assert check.banes == (("Rain", 1), ("Dazed", 1), ("Chainmail", 1))
    assert check.extra == 0
    assert "3 banes (Rain, Dazed, Chainmail)" in check.words


def test_a_heavy_weapon_is_a_bane_and_a_far_too_heavy_one_of_no_use() -> None:
    table = _table()
    broad, great = library.weapons()["longsword"], library.weapons()["greatsword"]
    assert check_for(table, "anna", "swords", weapon=broad).extra == -1
    table.me.ranks["attribute"]["str"] = 7
    with pytest.raises(Refused, match="Greatsword is far too heavy: it needs STR 8"):
        check_for(table, "anna", "swords", weapon=great)
    easy = _table(half_strength_unusable=False)
    easy.me.ranks["attribute"]["str"] = 7
    assert check_for(easy, "anna", "swords", weapon=great).extra == -1


def test_a_check_survives_plain_values() -> None:
    check = Check("anna", "evade", 12, "agl", (("Help", 1),), (("Rain", 2),))
    assert restored(plain(check)) == check


@pytest.mark.parametrize(("face", "kept"), [(12, False), (13, True), (20, False), (1, False)])
def test_only_a_plain_failure_can_be_pushed(face: int, kept: bool) -> None:
    table = _table()
    check = Check("anna", "evade", 12, "agl")
    roll(table, TypedDice({"anna": [face]}), check, "a test")
    assert (PUSHABLE in table.me.memo) is kept


def test_a_name_that_there_is_not_is_refused_with_what_was_meant() -> None:
    with pytest.raises(Refused, match=r"evade"):
        check_for(_table(), "anna", "evad")
    with pytest.raises(Refused, match=r"must be learnt first"):
        check_for(_table(), "anna", "animism")
