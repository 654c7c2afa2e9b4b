"""Every roll has a price and a reward that its player chooses: by its form, or by what they have prepared."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules.systems.sda as game
from rules.engine.kernel import Condition, Place, Rolled, SeededDice, described_fields
from rules.systems.sda import SDA
from rules.systems.sda.core.rolls import pool_for, throw
from rules.systems.sda.core.rolls.pools import BUYS, HOLDS
from tests.rules.sda.tables import hero, table

HOME = Path(game.__file__).parent
#: Where a pool is made without asking what its roller has prepared, and why that is so.
MADE_BY_ITSELF = {
    "core/rolls/pools.py": "it is where pools are made",
    "fight/blows/rolls.py": "what an attack has announced is kept, and made again from what was kept",
    "checks/shared/groups.py": "what a group has thrown is kept until it is shared out",
    "checks/skills/handling.py": "an average beast has no sheet on which anything could be prepared",
    "scenes/virtues.py": "a virtue die is no roll of a skill, and buys dice by a rule of its own (SDA-082)",
    "screen/explaining.py": "a sheet explains what there is without any purchase",
}
#: Rolls whose flawless success gives the same whatever anybody wishes for, and why.
FIXED = {
    "checks/skills/lessons.py": "training teaches both, and that is its reward (SDA-074)",
    "checks/shared/mentoring.py": "what a mentor teaches is experience for both (SDA-072)",
}
#: Commands in a fight whose dice come out of a budget, and that do not buy any.
NO_PRICE = {
    "turn.reassess": "two rolls share the dice of one action",
    "initiative.surprised": "before the fight begins dice for it can be prepared",
}


def _calls() -> Iterator[tuple[str, str, ast.Call]]:
    for path in sorted(HOME.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                yield str(path.relative_to(HOME)), called, node


def _taking(name: str) -> Iterator[str]:
    """The files that take a function from where pools are made, by the door of that room or within it."""
    room = "rules.systems.sda.core.rolls"
    for path in sorted(HOME.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            taken = [one.name for one in node.names] if isinstance(node, ast.ImportFrom) else []
            if name in taken and node.module in (room, f"{room}.pools") and path.name != "__init__.py":
                yield str(path.relative_to(HOME))


def test_every_pool_is_made_where_what_is_prepared_counts() -> None:
    made = {path for path, called, _ in _calls() if called in ("Pool", "base_pool")}
    assert made | set(_taking("pool_of")) == set(MADE_BY_ITSELF)


def test_no_roll_decides_for_its_player_what_a_flawless_success_gives() -> None:
    decided = {
        path
        for path, called, node in _calls()
        if called in ("reckon", "reckon_all", "free_test", "wake_roll")
        for word in node.keywords
        if word.arg == "reward" and isinstance(word.value, ast.Constant) and word.value.value
    }
    assert decided == set(FIXED)


def test_every_action_with_dice_can_buy_some() -> None:
    """A fight prepares only what no budget limits, so that the forms of all else ask for bought dice."""
    without = {
        command.name
        for command in SDA.commands
        if command.place in (Place.TURN, Place.ASK) and {"dice", "reflex"} & set(described_fields(command))
        if "bought" not in described_fields(command)
    }
    assert without == set(NO_PRICE)


@pytest.mark.parametrize(("name", "level", "dice", "left"), [(BUYS, 2, 5, 18 - 3 - 4), (HOLDS, 1, 1, 18)])
def test_what_is_prepared_is_for_one_roll(name: str, level: int, dice: int, left: int) -> None:
    anna = hero("Anna", skill={"perception": 2})
    anna.conditions[name] = Condition(name, "Prepared", level, "perception")
    at = table(anna=anna)
    pools = [pool_for(at, "anna", "perception") for _ in range(2)]
    for pool in pools:
        throw(at, SeededDice(1), pool, pool.available, "test")
    first, second = (len(fact.dice) for fact in at.facts if isinstance(fact, Rolled))
    assert (first, at.sheet("anna").now("spirit")) == (dice, left)
    assert second == (3 if name == BUYS else 1)
    assert not at.sheet("anna").conditions
