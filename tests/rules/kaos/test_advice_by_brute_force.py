"""Advice of KAOS in seeded fights, against every throw: two hit points left, no points left, outnumbered.

Fifty situations: ``WINTERHALL_LONG=1 python -m pytest tests/rules/kaos/test_advice_by_brute_force.py``.
"""

from random import Random

import pytest

from rules.engine.advice.choices import Weighed
from rules.engine.kernel import Dice, TypedDice
from tests.rules.brute_force import CHOICES, SITUATIONS, Played, Situation, differences
from tests.rules.exact import outcomes
from tests.rules.kaos.fights import BORIS, ROOK, Fight, fighter
from tests.rules.kaos.test_advice import advice, fight_after
from tests.rules.kaos.valued import value

#: Points enough to make a roll easier make ten thousand pairs of faces of it.
POINTS = (0, 2, 30) if CHOICES > 3 else (0, 2, 4)


def duel(random: Random) -> Fight:
    """Rook has struck, or is about to; foes may be several, and either has little left."""
    people = {
        who: fighter(
            who.capitalize(),
            "weapons.dagger",
            attribute={"agi": random.randint(10, 60), "str": random.randint(10, 40)},
            points=random.choice(POINTS) if who == BORIS else 0,
            melee_combat=random.randint(10, 60),
        )
        for who in (ROOK, BORIS, *(f"other{number}" for number in range(random.randint(0, 2))))
    }
    for sheet in people.values():
        sheet.resources["hp"].now = random.choice((1, 2, 6, sheet.resources["hp"].most))
    return Fight(**people)


def situation(seed: int) -> Situation:
    random = Random(seed)
    fight = fight_after(duel(random), ROOK, "melee.attack", TypedDice({ROOK: [1]}), target=BORIS, weapon="dagger")
    if seed % 2:
        return Situation(f"{seed} answer", advice(fight, BORIS, "attack.defend"), lambda one: _play_value(fight, one))
    blow = {"attacker": ROOK, "target": BORIS, "weapon": "Dagger", "damage": "1d4", "bonus": random.randint(0, 3)}
    fight.encounter.asks.clear()
    fight.sheets[ROOK].experience["advancement"] = {"points": 20}
    known = {"attacker": ROOK, "target": BORIS, "blow": blow, "fell": random.randint(1, 2)}
    fight.table(ROOK).ask(ROOK, "Roll again?", "damage.stands", "damage.again", **known)
    return Situation(f"{seed} damage", advice(fight, ROOK, "damage.again"), lambda one: _play_value(fight, one, ROOK))


def _play_value(fight: Fight, one: Weighed, who: str = BORIS) -> Played:
    """The average gain of a choice in the chooser's own state and points, less the foe's."""
    other = BORIS if who == ROOK else ROOK

    def balance(at: Fight) -> float:
        return value(at.sheets[who], ours=True) - value(at.sheets[other], ours=False)

    before = balance(fight)

    def after(dice: Dice) -> tuple[float, float]:
        then = fight_after(fight, who, one.command, dice, **one.given)
        while luck := [ask for ask in then.encounter.asks.values() if "luck.accept" in ask.commands]:
            then = fight_after(then, luck[0].to, "luck.accept", dice)
        return balance(then) - before, float(then.sheets[who].now("hp") > 0)

    found = outcomes(after)
    return Played(*(sum(chance * told[place] for chance, told in found) for place in (0, 1)))


@pytest.mark.parametrize("seed", range(SITUATIONS))
def test_advice_is_what_every_throw_comes_to(seed: int) -> None:
    assert differences(situation(seed)) == []
