"""Making characters: step by step, again, and at random by every rule."""

import pytest

from rules.engine.character.creation import is_unmade, next_step, steps_of
from rules.engine.kernel import NotNow, SeededDice, Table, foretell
from rules.engine.kernel.commands import perform
from rules.engine.system.protocol import command_named
from rules.systems.dragonbane import DRAGONBANE
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import trained_level
from rules.systems.dragonbane.creation.origin import ChooseAge, ChooseKin, ChooseProfession
from rules.systems.dragonbane.creation.state import OF_THE_CALLING


def _unmade(**house_rules: object) -> Table:
    sheets = {"anna": DRAGONBANE.unmade_sheet("Anna")}
    return Table(sheets, None, house_rules, "anna", DRAGONBANE.rank_range, {"anna": "Anna"})


@pytest.mark.parametrize("mode", ["roll", "points", "typed"])
@pytest.mark.parametrize("seed", range(12))
def test_at_random_obeys_every_rule(seed: int, mode: str) -> None:
    table = _unmade(attribute_generation=mode)
    perform(command_named(DRAGONBANE, DRAGONBANE.at_random)(), table, SeededDice(seed))
    DRAGONBANE.keep_up(table)
    sheet = table.me
    age, calling = library.ages()[sheet.memo["age"]], library.professions()[sheet.memo["profession"]]
    trained = sheet.ranks["skill"]
    own = [key for key in trained if key in calling.skills or library.skills()[key].kind == library.MAGIC]
    assert len(trained) == age.trained
    assert len(own) >= OF_THE_CALLING
    for key, level in trained.items():
        assert level == trained_level(sheet.rank("attribute", library.skills()[key].attribute))
    if mode == "points":
        changes = sum(age.attributes.values())
        assert sum(sheet.ranks["attribute"].values()) <= 72 + max(0, changes)
    for resource, attribute in (("hp", "con"), ("wp", "wil")):
        held = sheet.resources[resource]
        assert held.now == held.most == sheet.rank("attribute", attribute)
    assert not is_unmade(DRAGONBANE.steps, table)
    with pytest.raises(NotNow, match="is ready to play"):
        perform(command_named(DRAGONBANE, DRAGONBANE.at_random)(), table, SeededDice(seed))


def test_the_next_step_is_the_first_that_is_open() -> None:
    table = _unmade()
    states = steps_of(DRAGONBANE.steps, table)
    assert [state.is_open for state in states] == [True, *[False] * 7]
    assert all(state.waits.endswith(".") for state in states if not state.is_open)
    found = next_step(states)
    assert found is not None
    assert found.step is ChooseKin


def test_a_step_taken_again_writes_the_sheet_anew() -> None:
    table, dice = _unmade(attribute_generation="typed"), SeededDice(1)
    for command in (ChooseKin("elf"), ChooseProfession("mage", "animism"), ChooseAge("old")):
        perform(command, table, dice)
    perform(ChooseKin("mallard"), table, dice)
    assert [key for key, item in table.me.items.items() if item.kind == "ability"] == ["ill_tempered", "webbed_feet"]
    perform(ChooseProfession("knight"), table, dice)
    assert "guardian" in table.me.items
    assert foretell(ChooseAge("young"), table) is None
    perform(ChooseAge("young"), table, dice)
    settled = [step.settled(table) for step in DRAGONBANE.steps[:3]]
    assert settled == ["Mallard", "Knight", "Young, 8 skills"]


def test_age_changes_what_was_typed_once() -> None:
    table, dice = _unmade(attribute_generation="typed"), SeededDice(1)
    for command in (ChooseKin("elf"), ChooseProfession("thief"), ChooseAge("old")):
        perform(command, table, dice)
    kind = command_named(DRAGONBANE, "making.attributes")
    perform(kind(*[12] * 6), table, dice)
    assert table.me.ranks["attribute"] == {"str": 10, "con": 10, "agl": 10, "int": 13, "wil": 13, "cha": 12}
    perform(ChooseAge("young"), table, dice)
    assert table.me.ranks["attribute"] == {"str": 12, "con": 13, "agl": 13, "int": 12, "wil": 12, "cha": 12}
