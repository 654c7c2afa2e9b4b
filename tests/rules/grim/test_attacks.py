"""Attacks and reactions: difficulties by source, the sign turned for a defence, and fumbles of every kind."""

import pytest

from rules.engine.kernel import QuickDice, Refused, Sheet
from rules.systems.grim import GRIM
from rules.systems.grim.content import library
from rules.systems.grim.core import DAMAGE, level
from rules.systems.grim.fight.attacks import fumbles
from rules.systems.grim.fight.attacks.defences import DODGE, PARRY, defences, undefended
from rules.systems.grim.fight.attacks.exchange import ForceAgain, React
from rules.systems.grim.fight.attacks.melee import MeleeAttack
from rules.systems.grim.fight.base import ap_left, set_ap
from tests.rules.grim.tables import act, chance, fight, hero, judged, odds

WEAPON = "mortuary_sword"


def armed(name: str = "Anna", combat: int = 45, fortune: int = 0) -> Sheet:
    return hero(name, WEAPON, fortune=fortune, attribute={"combat": combat}, skill={"martial_melee": 1})


def test_every_row_of_the_fumble_table_stands_in_it_by_weight() -> None:
    assert len(fumbles.rows()) == 98
    assert {row.kind for row in library.fumbles().values()} == set(fumbles.KINDS)


@pytest.mark.parametrize("kind", sorted(library.fumbles()))
@pytest.mark.parametrize("hit", [True, False])
def test_every_fumble_can_happen(kind: str, hit: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    row = library.fumbles()[kind]
    drawn = iter([row, *(one for one in library.fumbles().values() if one.kind == "peril")])
    monkeypatch.setattr(fumbles, "draw", lambda *_: next(drawn))
    at = fight(armed(), armed("Boris"))
    _, blow = MeleeAttack("foe", WEAPON).aimed(at)
    changed = fumbles.fumble(at, QuickDice(1), blow, hit=hit)
    assert changed.target == "foe"
    assert at.facts


def test_a_defence_has_the_opposite_difficulty_and_costs_an_action_point() -> None:
    at = fight(armed(), armed("Boris", 40))
    set_ap(at, "foe", 3)
    act(at, MeleeAttack("foe", WEAPON, besides="-20"), 30)
    ask = next(iter(at.scene.asks))
    there = at.as_actor("foe")
    assert chance(odds(there, React(ask, PARRY)), "success") == pytest.approx(0.7)
    with pytest.raises(Refused):
        act(there, React(ask, "duck"), 1)
    act(there, React(ask, PARRY), 60)
    assert judged(at)["verdict"] == "success"
    assert ap_left(at, "foe") == 2
    assert level(at.sheet("foe"), DAMAGE) == 0


def test_nobody_averts_without_an_action_point() -> None:
    at = fight(armed(), armed("Boris"))
    _, blow = MeleeAttack("foe", WEAPON).aimed(at)
    assert not defences(at, blow)
    set_ap(at, "foe", 1)
    assert set(defences(at, blow)) == {DODGE, PARRY}
    assert not defences(at, blow.but(opportunity=True))


def test_whoever_can_do_nothing_against_a_hit_reads_why_and_what_a_reroll_costs() -> None:
    at = fight(armed(), armed("Boris", fortune=1))
    act(at, MeleeAttack("foe", WEAPON), 12)
    theirs = at.as_actor("foe")
    (only,) = React.choices(theirs)["how"]
    assert only.hint == "No dodge or parry: you have no Action Points before your first turn."
    assert React.goes_with(theirs) == {"breaks": ("how", frozenset())}
    force = ForceAgain(ask=theirs.scene.pressing[0].key)
    assert force.odds(theirs).sentence.startswith("Costs 1 Fortune Point (you have 1): ")


@pytest.mark.parametrize(("left", "how", "why"), [(0, {}, "until your next turn"), (1, {"opportunity": True}, "oppor")])
def test_every_reason_against_a_reaction_is_said(left: int, how: dict[str, bool], why: str) -> None:
    at = fight(armed(), armed("Boris"))
    set_ap(at, "foe", left)
    _, blow = MeleeAttack("foe", WEAPON).aimed(at)
    assert not defences(at, blow.but(**how))
    assert why in undefended(at, blow.but(**how))


def test_creatures_defend_by_printed_chances() -> None:
    at = fight(armed(), GRIM.creature("petty_thug"))
    set_ap(at, "foe", 3)
    _, blow = MeleeAttack("foe", WEAPON).aimed(at)
    assert {how: trial.total for how, trial in defences(at, blow).items()} == {PARRY: 55, DODGE: 50}


def test_a_second_attack_waits_for_the_next_turn_unless_the_house_has_it_otherwise() -> None:
    at = fight(armed(), armed("Boris"))
    act(at, MeleeAttack("foe", WEAPON), 90)
    with pytest.raises(Refused, match="You have used your attack or stunt"):
        act(at, MeleeAttack("foe", WEAPON), 90)
    at = fight(armed(), armed("Boris"), house_rules={"one_attack": False})
    act(at, MeleeAttack("foe", WEAPON), 90)
    act(at, MeleeAttack("foe", WEAPON), 90)
    assert ap_left(at, "me") == 1
