"""The odds of exchanges, held against counting every way in which the dice can fall."""

from itertools import product

import pytest

from rules.registry import system_named
from tests.rules.fortune.tables import act, chance, creature, fight, hero, odds
from tests.rules.truth.check import check, readings_of, shown_in
from tests.rules.truth.examples import scenarios, situations_in

FACES = range(1, 21)


def _end(face: int, plus: int, armour: int, counter: int) -> str:
    if face == 1:
        return "countered"
    if face == 20 or face + plus >= armour:
        return "hit"
    return "clash" if face + plus >= counter else "countered"


@pytest.mark.parametrize(("armour", "counter"), [(12, 7), (18, 13), (30, 25), (3, 1)])
@pytest.mark.parametrize("prone", [False, True])
def test_an_attack_is_all_400_pairs(armour: int, counter: int, prone: bool) -> None:
    foe = creature(armour, counter)
    at = fight(rook=hero(mettle=3), foe=foe)
    if prone:
        at.as_actor("foe").sheets["foe"].conditions["prone"] = at.sheet("foe").conditions.get("prone") or _prone()
    told = odds(at, "rook", "attack.strike", target="foe")
    kept = max if prone else (lambda a, b: a)
    for name in ("hit", "clash", "countered"):
        share = sum(_end(kept(a, b), 3, armour, counter) == name for a, b in product(FACES, FACES)) / 400
        assert chance(told, name) == pytest.approx(share, abs=1e-12)
    twenty = sum(kept(a, b) == 20 for a, b in product(FACES, FACES)) / 400
    assert chance(told, "critical") == pytest.approx(twenty, abs=1e-12)


def _prone():  # type: ignore[no-untyped-def]
    from rules.engine.kernel import Condition

    return Condition("prone", "Prone")


def test_the_damage_of_a_hit_counts_criticals_twice() -> None:
    at = fight(rook=hero(mettle=3), foe=creature(12, 7))
    told = odds(at, "rook", "attack.strike", target="foe")
    counted: dict[int, float] = {}
    hits = [face for face in FACES if _end(face, 3, 12, 7) == "hit"]
    for face, die in product(hits, range(1, 11)):
        damage = (die + 3) * (2 if face == 20 else 1)
        counted[damage] = counted.get(damage, 0.0) + 1 / len(hits) / 10
    for damage, share in enumerate(told.measure):
        assert share == pytest.approx(counted.get(damage, 0.0), abs=1e-12)


def test_a_counter_attack_halves_once_and_a_critical_doubles_before() -> None:
    at = fight(rook=hero(mettle=3, agility=2), foe=creature(30, 25))
    act(at, "rook", "attack.strike", {"rook": [5]}, target="foe")
    told = odds(at, "foe", "counter.attack")
    hits = [face for face in FACES if face != 1 and (face == 20 or face + 4 >= 12)]
    assert chance(told, "hit") == pytest.approx(len(hits) / 20, abs=1e-12)
    counted: dict[int, float] = {}
    for face, die in product(hits, range(1, 7)):
        damage = (die + 3) * (2 if face == 20 else 1) // 2
        counted[damage] = counted.get(damage, 0.0) + 1 / len(hits) / 6
    for damage, share in enumerate(told.measure):
        assert share == pytest.approx(counted.get(damage, 0.0), abs=1e-12)


def test_an_attack_on_several_is_one_roll_for_all() -> None:
    dragon = creature(attack=3)
    at = fight(dragon=dragon, rook=_armoured("Rook", 12), mira=_armoured("Mira", 17))
    told = odds(at, "dragon", "attack.area", targets=["rook", "mira"])
    ends = [(_end(face, 3, 12, 7), _end(face, 3, 17, 12)) for face in FACES]
    assert chance(told, "all") == pytest.approx(sum(set(one) == {"hit"} for one in ends) / 20, abs=1e-12)
    assert chance(told, "some") == pytest.approx(sum("hit" in one for one in ends) / 20, abs=1e-12)
    assert chance(told, "none") == pytest.approx(sum(set(one) == {"countered"} for one in ends) / 20, abs=1e-12)


def _armoured(name: str, armour: int):  # type: ignore[no-untyped-def]
    sheet = hero(name)
    sheet.ranks["body"]["armour"] = armour
    return sheet


def test_what_is_taken_for_granted_in_a_clash_is_the_blow_alone() -> None:
    at = fight(rook=hero(mettle=3), foe=creature(15, 10))
    act(at, "rook", "attack.strike", {"rook": [9]}, target="foe")
    told = odds(at, "rook", "clash.strike")
    assert told.measure[4:14] == pytest.approx([0.1] * 10, abs=1e-12)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "title",
    [
        "The chosen creature does no damage to a knight in a Last Stand",
        "After a clash a light shield takes Agility off the counter, and heavy armour stays as it is",
        "A medium shield takes 2 off, and adds 2 to Armor",
    ],
)
def test_damage_before_protection_is_what_the_dice_come_to_whatever_arrives(title: str) -> None:
    system = system_named("fortune")
    found = situations_in(system, [one for one in scenarios() if one.title == title])
    shown = [one for one in found if shown_in(one)]
    assert shown
    assert not check(shown, readings_of(system), 400, 5, 2_000).failures({one.name for one in shown})
