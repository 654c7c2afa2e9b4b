"""The reward that forms start with: the one for flawless successes that a player has wished for once for all."""

import pytest

from rules.engine.kernel import Table, TypedDice
from rules.engine.kernel.commands import perform
from rules.engine.system.protocol import command_named, started
from rules.systems.sda import SDA
from rules.systems.sda.core.rolls.preparation import WishReward
from tests.rules.sda.tables import hero, table


@pytest.mark.parametrize("name", ["test.static", "test.opposed", "test.together", "turn.other", "roll.reward"])
def test_a_form_starts_with_the_reward_that_its_player_wishes_for(name: str) -> None:
    at, kind = table(anna=hero()), command_named(SDA, name)
    assert started(SDA, kind, at)["reward"] == "spirit"
    perform(WishReward("experience"), at, TypedDice({}))
    assert started(SDA, kind, at)["reward"] == "experience"


def test_a_mentor_begins_with_the_apprentice() -> None:
    at = table(anna=hero(), boris=hero("Boris"))
    perform(WishReward("experience"), at, TypedDice({}))
    assert started(SDA, command_named(SDA, "mentor.teach"), at)["reward"] == "apprentice"


def test_nothing_is_wished_for_where_nobody_acts_or_no_reward_is_asked_for() -> None:
    assert "reward" not in started(SDA, command_named(SDA, "test.static"), Table({}, None, {}, ""))
    assert not started(SDA, command_named(SDA, "rest.sleep"), table(anna=hero()))
