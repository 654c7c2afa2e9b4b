"""The odds of attack and defence against every throw there is, counted one by one."""

from itertools import product

import pytest

from rules.engine.kernel import Condition, Refused
from rules.systems.sda import SDA
from rules.systems.sda.core.person import AGAIN, Side, counted, opposed
from rules.systems.sda.core.person.chances import HALF, THREES
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.test_counting import faces_of

CASES = [(1, 1, 0, 0), (2, 1, 0, 0), (2, 2, 1, 0), (2, 2, 0, 2), (1, 2, 2, 1), (3, 0, 0, 0)]


def _mos(faces: tuple[int, ...]) -> int:
    return sum(face // 4 for face in faces)


def _counted(attack: int, defence: int, attack_malus: int, defence_malus: int) -> dict[int, float]:
    """Hits of the attacker (negative: of the defender), by every face of every d6, granted dice included."""
    found: dict[int, float] = {}
    for a in product(range(1, 7), repeat=attack):
        for d in product(range(1, 7), repeat=defence):
            to_defender = max(0, attack_malus - _mos(a))
            to_attacker = max(0, defence_malus - _mos(d))
            for granted in product(range(1, 7), repeat=to_defender + to_attacker):
                mine = max(0, _mos(a) - attack_malus) + _mos(granted[to_defender:])
                theirs = max(0, _mos(d) - defence_malus) + _mos(granted[:to_defender])
                weight = 6.0 ** -(attack + defence + len(granted))
                found[mine - theirs] = found.get(mine - theirs, 0.0) + weight
    return found


@pytest.mark.parametrize(("attack", "defence", "attack_malus", "defence_malus"), CASES)
def test_the_defence_shows_what_every_throw_would_give(
    attack: int, defence: int, attack_malus: int, defence_malus: int
) -> None:
    rook = fighter("Rook", "one_handed_sword", one_handed_swords=3)
    boris = fighter("Boris", "one_handed_sword", one_handed_swords=3)
    fight = Fight(rook=rook, boris=boris).on(rook=2, boris=1)
    fight.does("rook", "melee.attack", target="boris", dice=attack, malus=attack_malus)
    odds = fight.odds("boris", "melee.defend", dice=defence, malus=defence_malus)
    counted = _counted(attack, defence, attack_malus, defence_malus)
    named = {chance.name: chance.probability for chance in odds.chances}
    assert named["unhurt"] == pytest.approx(sum(p for hits, p in counted.items() if hits <= 0))
    assert named["wins"] == pytest.approx(sum(p for hits, p in counted.items() if hits < 0))
    for hits, probability in enumerate(odds.measure):
        expected = sum(p for margin, p in counted.items() if max(0, margin) == hits)
        assert probability == pytest.approx(expected)


@pytest.mark.parametrize(("attack", "defence", "spare"), [(1, 0, 1), (1, 0, 3), (2, 1, 3), (2, 2, 4), (1, 2, 2)])
def test_mos_on_top_of_a_roll_are_hits_even_where_it_is_sure_to_win(attack: int, defence: int, spare: int) -> None:
    margin = opposed(Side(6, attack, -spare), Side(6, defence))
    counted = _counted(attack, defence, -spare, 0)
    assert sum(margin.hits()) == pytest.approx(1)
    for hits, probability in enumerate(margin.hits()):
        assert probability == pytest.approx(sum(p for won, p in counted.items() if max(0, won) == hits))
    turned = opposed(Side(6, defence), Side(6, attack, -spare))
    assert turned.hits_against() == pytest.approx(margin.hits())
    assert turned.hits() == pytest.approx(margin.hits_against())


def test_every_number_of_dice_that_could_be_used_is_compared() -> None:
    boris = fighter("Boris", "one_handed_sword", one_handed_swords=3)
    fight = Fight(rook=fighter("Rook"), boris=boris).on(rook=2, boris=1)
    fight.does("rook", "melee.attack", target="boris", dice=1)
    compared = fight.odds("boris", "melee.defend", dice=2).compared
    assert [chance.name for chance in compared] == [str(n) for n in range(5)]
    for chance in compared:
        chosen = fight.odds("boris", "melee.defend", dice=int(chance.name))
        assert chance.probability == pytest.approx(chosen.chances[0].probability, abs=1e-12)


def test_no_dice_on_the_ground_are_as_good_as_dice_for_the_attacker() -> None:
    rook, boris = fighter("Rook", "one_handed_sword", one_handed_swords=3), fighter("Boris", "mace")
    fight = Fight(rook=rook, boris=boris).on(rook=2, boris=1)
    fight.does("rook", "fight.place", combatant="boris", x=0, y=2, facing=0)
    fight.does("rook", "melee.attack", target="boris", dice=1)
    odds = fight.odds("boris", "melee.defend", dice=0)
    assert odds.measure == pytest.approx((1 / 8, 3 / 8, 3 / 8, 1 / 8))


def test_damage_shows_its_dice_less_the_malus_of_the_type() -> None:
    rook = fighter("Rook", "one_handed_axe", axes_clubs_maces=3, strength=8)
    fight = Fight(rook=rook, boris=fighter("Boris")).on(rook=2, boris=1)
    fight.does("rook", "melee.attack", target="boris", dice=2, attribute="agility")
    fight.rolls("boris", "melee.defend", {"rook": [4, 4]}, dice=0)
    # A d12 shows 0, 1, 2 or 3 MoS for 3, 4, 4 and 1 of its faces; striking with the back of an axe costs 1.
    assert fight.odds("rook", "melee.spend", damage=1, type="bludgeoning").measure == pytest.approx(
        (7 / 12, 4 / 12, 1 / 12)
    )


@pytest.mark.parametrize(
    ("trait", "condition", "how", "luck"),
    [("one_armed", "", HALF, 0), ("", "expertise", AGAIN, 0), ("", "mastery", THREES, 0), ("", "luck", "", 1)],
)
@pytest.mark.parametrize("malus", [0, 2])
def test_what_traits_do_to_a_blow_is_in_the_odds_of_both(
    trait: str, condition: str, how: str, luck: int, malus: int
) -> None:
    rook = fighter("Rook", "one_handed_sword", one_handed_swords=3)
    if trait:
        rook.items[trait] = SDA.item("traits", trait)
    if condition:
        rook.conditions[condition] = Condition(condition, condition, luck, "one_handed_swords")
    boris = fighter("Boris", "one_handed_sword", one_handed_swords=3)
    fight = Fight(rook=rook, boris=boris).on(rook=2, boris=1)
    told = fight.odds("rook", "melee.attack", target="boris", dice=2, malus=malus).chances
    blows = [(raw, share) for (raw, _), share in faces_of(6, 2, how).items()]
    off = malus - luck
    alone = sum(share for raw, share in blows if counted(max(0, raw - off), how) > 0)
    assert told[0].probability == pytest.approx(float(alone), abs=1e-12)
    fight.does("rook", "melee.attack", target="boris", dice=2, malus=malus)
    unhurt = 0.0
    for raw, share in blows:
        for (theirs, _), other in faces_of(6, 2, "").items():
            for (granted, _), more in faces_of(6, max(0, off - raw), "").items():
                if counted(max(0, raw - off), how) <= theirs + granted:
                    unhurt += float(share * other * more)
    assert fight.odds("boris", "melee.defend", dice=2).chances[0].probability == pytest.approx(unhurt, abs=1e-12)


def test_hits_show_no_odds_of_damage_where_the_weapon_does_none() -> None:
    """A foe at the length of an arm is too near for the point of a spear."""
    fight = Fight(rook=fighter("Rook", "spear", agility=8, polearms=3), boris=fighter("Boris")).on(rook=2, boris=1)
    fight.does("rook", "fight.place", combatant="boris", x=0, y=1, facing=180)
    fight.does("rook", "melee.attack", target="boris", dice=4, weapon="spear")
    fight.rolls("boris", "melee.defend", {"rook": [4, 8, 8, 2]}, dice=0)
    fight.possible("rook", "melee.spend", slower=1)
    for told in (fight.odds, fight.does):
        with pytest.raises(Refused, match="does no damage at this distance"):
            told("rook", "melee.spend", damage=1)
