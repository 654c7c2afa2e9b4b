"""Advice of Fortune's Favor: what is compared, and that the best choice is what all throws come to."""

from itertools import product

import pytest

from rules.engine.advice.choices import Weighed, advise, ranked
from rules.engine.advice.reasons import by_shares
from rules.engine.kernel import Sheet, Table
from tests.rules.fortune.tables import act, command, creature, fight, hero, table


def advised(at: Table, who: str, name: str, **chosen: object) -> list[Weighed]:
    """The choices of a command, the best first."""
    there = at.as_actor(who)
    return list(ranked(command(name, there, **chosen), there))


def test_the_arm_that_hurts_more_is_advised() -> None:
    rook = hero()
    best, *_, worst = advised(fight(rook=rook, foe=creature()), "rook", "attack.strike", target="foe")
    assert (best.given["weapon"], worst.given["weapon"]) == ("", "unarmed")


def test_a_foe_who_is_easier_to_hit_is_advised() -> None:
    at = fight(rook=hero(), hard=creature(25, 20), easy=creature(10, 5))
    at.scene.combatants["easy"].x, at.scene.combatants["easy"].y = 0.0, 1.0
    best = advised(at, "rook", "attack.strike", target="hard")[0]
    assert best.given["target"] == "easy"


def test_favour_is_spent_where_a_failure_is_likely() -> None:
    at = table(rook=hero(favour=1, heart=-2))
    best = advised(at, "rook", "test.roll", stat="heart", success=15)[0]
    assert best.given["favour"] in ("fails", "short")
    hopeless = table(rook=hero(favour=1, heart=-2))
    assert advised(hopeless, "rook", "test.roll", stat="heart", success=40, below=1)[0].given["favour"] == ""


def test_misfortune_is_cancelled_by_the_token_where_it_costs_much() -> None:
    at = table(rook=hero(favour=1, heart=2))
    best = advised(at, "rook", "test.roll", stat="heart", success=12, circumstance="misfortune")[0]
    assert best.given["favour"] == "cancel"


def _split(health: int, stamina: int, damage: int) -> list[Weighed]:
    rook = hero()
    rook.resources["health"].now, rook.resources["stamina"].now = health, stamina
    at = fight(rook=rook, foe=creature())
    at.ask("rook", "How much?", "damage.split", damage=damage, reason="a blow")
    return advised(at, "rook", "damage.split", stamina=0)


@pytest.mark.parametrize(("health", "stamina", "damage"), [(18, 9, 6), (3, 5, 4), (2, 9, 5), (10, 2, 8), (1, 5, 3)])
def test_damage_is_split_as_is_worth_most(health: int, stamina: int, damage: int) -> None:
    best = _split(health, stamina, damage)[0]
    most = min(damage - 1, stamina)
    worths = {share: _worth(health - damage + share, stamina - share) for share in range(most + 1)}
    assert worths[int(best.given["stamina"])] == pytest.approx(max(worths.values()))


def _worth(health: int, stamina: int, most: int = 18) -> float:
    """The value of a state as advice tells it, written once more."""
    health = max(0, health)
    alive = bool(health or stamina)
    fresh = most / 4 if stamina and alive else 0
    return health + stamina / 2 + (most if health else 0) + fresh + (most if alive else 0)


def test_a_clash_is_struck_where_it_takes_more_than_the_counter() -> None:
    at = fight(rook=hero(), foe=creature(15, 10, 4, 60, "1d6+3"))
    act(at, "rook", "attack.strike", {"rook": [9]}, target="foe")
    strikes, holds = (advised(at, "rook", name)[0].value for name in ("clash.strike", "clash.hold"))
    assert strikes > holds == 0


def test_the_worth_of_a_clash_is_every_throw() -> None:
    foe = creature(15, 10, 4, 60, "1d4")
    at = fight(rook=hero(mettle=3), foe=foe)
    act(at, "rook", "attack.strike", {"rook": [9]}, target="foe")
    strikes = advised(at, "rook", "clash.strike")[0]
    gain = sum(die + 3 for die in range(1, 11)) / 10
    rook = at.sheet("rook")
    lost = 0.0
    for face, die in product(range(1, 21), range(1, 5)):
        if face != 1 and (face == 20 or face + 4 >= 12):
            damage = die * (2 if face == 20 else 1) // 2
            lost += _best_loss(rook, damage) / 80
    assert strikes.value == pytest.approx(gain - lost, abs=1e-9)


def _best_loss(sheet: Sheet, damage: int) -> float:
    health, stamina = sheet.now("health"), sheet.now("stamina")
    if not damage:
        return 0.0
    after = max(_worth(health - damage + share, stamina - share) for share in range(min(damage - 1, stamina) + 1))
    return _worth(health, stamina) - after


def test_holding_on_is_advised_rather_than_a_last_stand() -> None:
    rook = hero()
    rook.resources["health"].now = 0
    at = fight(rook=rook, foe=creature())
    at.ask("rook", "A Last Stand?", "last_stand.pass", "last_stand.take")
    holds, stands = (advised(at, "rook", name)[0].value for name in ("last_stand.pass", "last_stand.take"))
    assert holds > stands
    there = at.as_actor("rook")
    found = advise([command(name, there) for name in ("last_stand.pass", "last_stand.take")], there)
    assert found is not None
    assert by_shares(found).startswith("your life brings 18.0 points of Health more")
