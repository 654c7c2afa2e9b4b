"""Every choice of a player that is foretold is weighed, or stands here with the reason why it is not."""

from typing import Any

import pytest

from rules.engine.advice.choices import ranked
from rules.systems.kaos import KAOS
from tests.rules.advice_coverage import commands_without_advice
from tests.rules.kaos.fights import BORIS, ROOK, Fight, fighter
from tests.rules.kaos.test_advice import advice, command

SET = "What is chosen in it is how things are, which the game master says."
PRICE = "Nothing is left to chance: it says what is paid for what, and what that is for only its buyer knows."
EXCEPTIONS = {
    "harm.fall": SET,
    "rest.hour": "Nothing is left to chance: every hour gives the same, and costs time alone.",
    "ap.heal_faster": "The rate of a point is made of this very trade, so that every number of them is worth the same.",
    "ap.raise_skill": PRICE,
    "ap.raise_attribute": PRICE,
    "shop.buy": PRICE,
    "lifestyle.pay": PRICE,
    "gear.wear": "Nothing is left to chance: it says what becomes of defence and movement, of which none is the other.",
}


def test_every_choice_is_weighed_or_has_a_reason() -> None:
    assert commands_without_advice(KAOS) == set(EXCEPTIONS)


#: By command of a fight: which of its fields are weighed, as its form begins.
FIELDS = {
    "melee.attack": "target weapon eased",
    "missile.attack": "target weapon eased",
    "missile.strafe": "target weapon eased",
    "melee.surprise": "target weapon eased eased_deception",
    "melee.bash": "target weapon eased",
    "melee.tumble": "target weapon eased eased_acrobatics",
    "spell.cast": "target eased",
    "action.grapple": "eased target",
    "action.run": "eased",
    "action.potion": "potion",
    "action.stunt": "target weapon eased eased_attack",
}
CHOSEN: dict[str, dict[str, Any]] = {
    "spell.cast": {"spell": "firebolt"},
    "action.run": {"x": 30, "y": 0},
    "action.stunt": {"words": "Off the table", "attack": "melee_combat", "target": BORIS},
}


def _fight(name: str, points: int) -> Fight:
    things = () if name == "spell.cast" else ("weapons.dagger", "weapons.throwing_axe", "shields.buckler")
    drinks = ("goods.healing_draught", "goods.strong_healing_draught")
    skills = {"deception": 30, "acrobatics": 30, "athletics": 30, "ranged_combat": 40, "melee_combat": 40}
    magic = {"thaumaturgy": 60} if name == "spell.cast" else {}
    return Fight(rook=fighter("Rook", *things, *drinks, points=points, **skills, **magic), boris=fighter("Boris"))


@pytest.mark.parametrize("name", FIELDS)
def test_the_fields_that_are_weighed_are_those_of_the_form(name: str) -> None:
    fight = _fight(name, 30)
    found = advice(fight, ROOK, name, **CHOSEN.get(name, {}))
    assert set(found.choices[0].given) == set(FIELDS[name].split())


@pytest.mark.parametrize("points", [0, 4, 5, 9, 10])
@pytest.mark.parametrize("name", FIELDS)
def test_what_is_advised_can_be_paid_and_done(name: str, points: int) -> None:
    fight = _fight(name, points)
    for one in ranked(command(fight, ROOK, name, CHOSEN.get(name, {})), fight.table(ROOK)):
        given = {**CHOSEN.get(name, {}), **one.given}
        assert fight.odds(ROOK, name, **given)
        assert sum(bool(value) for field, value in given.items() if field.startswith("eased")) <= points // 5
