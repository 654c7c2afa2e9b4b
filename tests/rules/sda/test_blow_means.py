"""The average gain of an attack's roller if nobody meets it, over every way in which the dice can fall."""

from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from rules.engine.kernel import Condition, Dice
from tests.rules.sda.dice_outcomes import every_way
from tests.rules.sda.fights import Fight, fighter

ONCE = {"ego_again": "never"}


def _facing(spirit: int, *, sparring: bool = False) -> Fight:
    """Rook throws d4s, with a dagger and a sling; Boris is down and does not roll."""
    few = dict.fromkeys(("strength", "agility", "wisdom", "persona"), 4)
    rook = fighter("Rook", "dagger_knife", "sling", melee_combat=1, range_combat=1, **few)
    boris = fighter("Boris", **few)
    rook.resources["spirit"].now = spirit
    for sheet in (rook, boris) if sparring else ():
        sheet.conditions["sparring"] = Condition("sparring", "Sparring")
    return Fight(rook=rook, boris=boris, house_rules=ONCE).on(rook=2, boris=1)


def _gained(fight: Fight) -> tuple[int, int, int]:
    """Spirit, and what the roll taught; what an ego test teaches besides is not foretold."""
    sheet = fight.sheets["rook"]
    skills, attributes = (sheet.experience.get(kind, {}) for kind in ("skill", "attribute"))
    learnt = sum(amount for skill, amount in skills.items() if skill != "ego")
    return sheet.now("spirit"), learnt, attributes.get("strength", 0) + attributes.get("agility", 0)


@pytest.mark.parametrize("spirit", [2, 5])
@pytest.mark.parametrize(
    ("name", "more", "sparring"),
    [
        ("melee.attack", {"dice": 2}, False),
        ("melee.attack", {"dice": 1}, False),
        ("melee.attack", {"dice": 2, "reward": "experience", "malus": 1}, False),
        ("melee.attack", {"dice": 2}, True),
        ("ranged.attack", {"dice": 2, "weapon": "sling"}, False),
    ],
)
def test_an_attack_that_nobody_meets_brings_what_was_foretold(
    name: str, more: dict[str, Any], sparring: bool, spirit: int
) -> None:
    chosen = {"target": "boris", "aware": False, "weapon": "dagger_knife", **more}
    start = _facing(spirit, sparring=sparring)
    odds = start.odds("rook", name, **chosen)

    def play(dice: Dice) -> tuple[int, int, int]:
        fight = deepcopy(start)
        fight.does("rook", name, dice, **chosen)
        return _gained(fight)

    found = [Fraction(0)] * 3
    for share, ends in every_way(play):
        for place, (after, before) in enumerate(zip(ends, _gained(start), strict=True)):
            found[place] += share * (after - before)
    told = {mean.name: mean.amount for mean in odds.means}
    for mean, amount in zip(("spirit", "experience", "practice"), found, strict=True):
        assert told.get(mean, 0.0) == pytest.approx(float(amount), abs=1e-12 if mean in told else 0.005)
