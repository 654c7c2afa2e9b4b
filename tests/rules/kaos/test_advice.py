"""Advice in fights of KAOS, against every way in which the dice can fall."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest

from rules import codec
from rules.engine.advice.choices import Advice, advise
from rules.engine.advice.what_if import instead_of
from rules.engine.kernel import Dice, Sheet, TypedDice, described_fields
from rules.engine.kernel.commands import perform
from rules.engine.system.protocol import command_named
from rules.systems.kaos import KAOS
from tests.rules.exact import expected
from tests.rules.kaos.fights import BORIS, ROOK, Fight, fighter
from tests.rules.kaos.valued import value

#: Hit points that a point heals (PCT-039).
RATE = 2


def command(fight: Fight, who: str, name: str, chosen: Mapping[str, Any]) -> Any:
    at, kind = fight.table(who), command_named(KAOS, name)
    asks = at.asks_for(who, name) if "ask" in described_fields(kind) else []
    given = {**kind.preset(at), **({"ask": asks[0].key} if asks else {}), **chosen}
    return codec.command_from(kind, codec.load(codec.dump(given)))


def advice(fight: Fight, who: str, name: str, **chosen: Any) -> Advice:
    at = fight.table(who)
    given = command(fight, who, name, chosen)
    found = advise([given, *instead_of(given, at, KAOS.commands)], at)
    assert found is not None
    return found


def values(found: Advice) -> dict[str, float]:
    listed = [round(one.value, 9) for one in found.choices]
    assert listed == sorted(listed, reverse=True)
    return {one.label: one.value for one in found.choices}


def fight_after(fight: Fight, who: str, name: str, dice: Dice, **chosen: Any) -> Fight:
    copied = deepcopy(fight)
    table = copied.table(who)
    perform(command(copied, who, name, chosen), table, dice)
    copied._keep(table)
    return copied


def average_loss(fight: Fight, victim: str, who: str, name: str, **chosen: Any) -> float:
    """The average loss of a victim by a command, as the side of whoever gives it counts."""
    before = value(fight.sheets[victim], ours=victim == who)
    return expected(
        lambda dice: before - value(fight_after(fight, who, name, dice, **chosen).sheets[victim], ours=victim == who)
    )


def average_loss_to_others(hit: Fight) -> float:
    """Boris's average loss by Rook's hit if he rolls to defend, as Rook counts."""
    before = value(hit.sheets[BORIS], ours=False)
    return expected(
        lambda dice: (
            before - value(fight_after(hit, BORIS, "attack.defend", dice, how="roll").sheets[BORIS], ours=False)
        )
    )


def chance_of_hit(fight: Fight, **chosen: Any) -> float:
    """P(an attack of Rook's is to be defended), by every throw."""
    return expected(lambda dice: float(bool(_asks(fight_after(fight, ROOK, "melee.attack", dice, **chosen)))))


def _asks(fight: Fight) -> list[Any]:
    return fight.table(BORIS).asks_for(BORIS, "attack.defend")


def duel(points: int = 0, **theirs: int) -> Fight:
    boris = fighter("Boris", attribute={"agi": 25, **theirs}, points=points, melee_combat=40)
    boris.resources["hp"].now = 6
    return Fight(rook=_armed(points), boris=boris)


def _armed(points: int) -> Sheet:
    return fighter("Rook", "weapons.dagger", attribute={"str": 20}, points=points, melee_combat=45, deception=0)


@pytest.fixture(scope="module")
def hit() -> Fight:
    """Boris is struck, and asked what he does."""
    return fight_after(duel(), ROOK, "melee.attack", TypedDice({ROOK: [3]}), target=BORIS, weapon="dagger")


def test_a_defence_costs_what_every_throw_comes_to(hit: Fight) -> None:
    found = values(advice(hit, BORIS, "attack.defend"))
    assert found == {
        "Roll": pytest.approx(-average_loss(hit, BORIS, BORIS, "attack.defend", how="roll"), abs=1e-9),
        "Take the hit": pytest.approx(-average_loss(hit, BORIS, BORIS, "attack.defend", how="nothing"), abs=1e-9),
    }


def test_an_attack_takes_what_every_throw_comes_to(hit: Fight) -> None:
    found = values(advice(duel(), ROOK, "melee.attack"))
    past = average_loss_to_others(hit)
    assert found["Boris, Dagger"] == pytest.approx(chance_of_hit(duel(), weapon="dagger") * past, abs=1e-9)
    assert found["Boris, Dagger"] > found["Boris, Unarmed"] > 0


def test_foes_of_one_name_are_told_apart() -> None:
    foes = {who: fighter("Boris", melee_combat=40) for who in (BORIS, "other")}
    fight = Fight(rook=_armed(0), **foes)
    fight.encounter.combatants["other"].side = fight.encounter.combatants[BORIS].side
    found = advice(fight, ROOK, "melee.attack")
    names = {str(one.given["target"]): one.label.split(",")[0] for one in found.choices}
    assert set(names) == set(foes)
    assert len(set(names.values())) == len(foes)


def test_points_count_as_what_they_would_heal() -> None:
    found = advice(duel(points=20), ROOK, "melee.attack")
    eased = next(one for one in found.choices if one.label == "Boris, Dagger, made easier")
    assert eased.shares[1] == -5 * RATE
    assert eased.shares[0] / values(found)["Boris, Dagger"] == pytest.approx((1 - 0.55**2) / 0.45)


def test_a_super_parry_is_weighed_with_its_price() -> None:
    fight = fight_after(duel(points=20), ROOK, "melee.attack", TypedDice({ROOK: [3]}), target=BORIS, weapon="dagger")
    found = advice(fight, BORIS, "attack.defend")
    parry = next(one for one in found.choices if one.label == "Super parry")
    whole = -values(found)["Take the hit"]
    assert parry.shares == (pytest.approx(-0.6 * whole), -2 * RATE)


def after_miss(points: int) -> Fight:
    return fight_after(duel(points), ROOK, "melee.attack", TypedDice({ROOK: [90]}), target=BORIS, weapon="dagger")


def test_a_missed_attack_asks_nothing_and_may_be_rolled_again_on_the_turn() -> None:
    fight = after_miss(20)
    assert not fight.encounter.asks
    again = fight_after(fight, ROOK, "ap.reroll", TypedDice({ROOK: [3]}))
    assert again.table(BORIS).asks_for(BORIS, "attack.defend")
    over = fight_after(fight, ROOK, "turn.end", TypedDice({}))
    assert "last_roll" not in over.sheets[ROOK].memo


def after_failed_defence(left: int) -> Fight:
    """Boris has so many hit points left, is hit, and his defence fails."""
    fight = duel(20, agi=60)
    fight.sheets[BORIS].resources["hp"].now = left
    fight.sheets[ROOK].experience.clear()
    fight = fight_after(fight, ROOK, "melee.attack", TypedDice({ROOK: [3]}), target=BORIS, weapon="dagger")
    return fight_after(fight, BORIS, "attack.defend", TypedDice({BORIS: [99], ROOK: [1]}), how="roll")


def test_luck_is_asked_for_where_something_hangs_on_it_and_advised_where_it_saves_somebody_from_going_down() -> None:
    unhurt = values(advice(after_failed_defence(12), BORIS, "luck.reroll"))
    assert max(unhurt, key=lambda label: unhurt[label]) == "Let it stand"
    fight = after_failed_defence(2)
    found = values(advice(fight, BORIS, "luck.reroll"))
    assert found == values(advice(fight, BORIS, "luck.accept"))
    assert max(found, key=lambda label: found[label]) == "Roll again"
    for label, name in (("Let it stand", "luck.accept"), ("Roll again", "luck.reroll")):
        assert found[label] == pytest.approx(-average_loss(fight, BORIS, BORIS, name)), label


def test_damage_is_rolled_again_where_that_takes_more() -> None:
    fight = duel()
    blow = {"attacker": ROOK, "target": BORIS, "weapon": "Dagger", "damage": "1d4", "bonus": 2}
    known = {"attacker": ROOK, "target": BORIS, "blow": blow, "fell": 1}
    fight.sheets[ROOK].experience["advancement"] = {"points": 20}
    fight.table(ROOK).ask(ROOK, "3 damage. Roll again?", "damage.stands", "damage.again", **known)
    assert advice(fight, ROOK, "damage.again").shares == ("They lose", "Points")
    found = values(advice(fight, ROOK, "damage.again"))
    assert found == {"Keep the damage": 3.0, "Roll damage again": pytest.approx((3 + 4 + 5 + 6 + 50) / 4 - 10 * RATE)}


def test_the_shield_follows_where_it_takes_something() -> None:
    rook = fighter("Rook", "weapons.dagger", "shields.buckler", attribute={"str": 20}, melee_combat=45)
    fight = Fight(rook=rook, boris=fighter("Boris", attribute={"agi": 25}))
    plain = values(advice(fight, ROOK, "melee.attack"))["Boris, Dagger"]
    bashed = values(advice(fight, ROOK, "melee.bash"))["Boris, Dagger"]
    shield = 0.45**2 * 0.75 * sum(face + 2 for face in range(1, 7)) / 6
    assert bashed - plain == pytest.approx(0.45 * shield)
