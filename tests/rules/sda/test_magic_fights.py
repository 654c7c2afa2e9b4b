"""Spells on blows, and places that spells hold: as often as foretold, and told to nobody who may not know."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.engine.kernel import Fact, Judged, Moved, Refused, Told, Veiled
from rules.engine.kernel.facts import Asked
from rules.systems.sda.fight.base import with_those
from rules.systems.sda.fight.base.armour_and_spells import Beside
from tests.rules.sda.dice_outcomes import every_way
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.test_magic import EXACT, boxes, caster, chance, copy_of, shares


def laid_on(spell: str, who: str, face: int = 8, **sheets: Any) -> Fight:
    """A spell of so many hits lies on somebody: Mira is eight metres behind, and acts first."""
    fight = Fight(mira=caster("Mira", spell, persona=8, erudition=8), **sheets)
    for number, one in enumerate(sheets):
        fight._happen([Moved(one, 0.0, 2.0 * number, 180 * (number % 2))])
    fight._happen([Moved("mira", 0.0, -0.5, 0)])
    fight.on(mira=9, **{one: 5 - number for number, one in enumerate(sheets)})
    fight.rolls("mira", "magic.cast", {"mira": [face]}, spell=spell, target=who, dice=1, mos=0, cost=0)
    fight.does("mira", "turn.end")
    return fight


@pytest.mark.parametrize("spell", ["bless_weapon", "flaming_blade"])
@pytest.mark.parametrize("damage", [1, 2])
def test_a_weapon_under_a_spell_hurts_as_much_as_foretold(spell: str, damage: int) -> None:
    fight = laid_on(spell, "rook", rook=fighter("Rook", "one_handed_sword", strength=4), boris=fighter("Boris"))
    fight.does("rook", "melee.attack", target="boris", dice=2, bonus=1)
    fight.rolls("boris", "melee.defend", {"rook": [4, 4]}, dice=0)
    chosen = {"damage": damage, "type": "cutting"}
    odds = fight.odds("rook", "melee.spend", **chosen)
    found = shares(fight, "rook", "melee.spend", boxes, **chosen)
    assert list(odds.measure) == pytest.approx([float(found.get(n, 0)) for n in range(len(odds.measure))], abs=EXACT)
    assert chance(odds, "damage") == pytest.approx(float(1 - found.get(0, Fraction(0))), abs=EXACT)


def test_dice_beside_are_added_whatever_kind_they_are() -> None:
    assert with_those((0.25, 0.75), [Beside(1, 4, "burning")]) == pytest.approx((0.1875, 0.625, 0.1875))
    assert with_those((0.25, 0.75), []) == (0.25, 0.75)


def hits(facts: list[Fact]) -> int:
    judged = next(fact for fact in facts if isinstance(fact, Judged) and fact.verdict in ("hit", "parried", "tie"))
    return judged.hits if judged.verdict == "hit" else 0


def test_hits_that_were_kept_count_in_the_odds_of_both_sides() -> None:
    fight = laid_on("smite", "mira", boris=fighter("Boris", strength=4, agility=4), rook=fighter("Rook"))
    for who in ("boris", "rook"):
        fight.does(who, "turn.end")
    fight._happen([Moved("mira", 0.0, -1.0, 0)])
    attack = fight.odds("mira", "melee.attack", target="boris", dice=1)
    assert "2 hits more" in attack.sentence
    assert attack.measure[1] == attack.measure[2] == 0
    fight.does("mira", "melee.attack", target="boris", dice=1)
    odds = fight.odds("boris", "melee.defend", dice=0)
    found = shares(fight, "boris", "melee.defend", hits, dice=0)
    assert list(odds.measure) == pytest.approx([float(found.get(n, 0)) for n in range(len(odds.measure))], abs=EXACT)


def test_boxes_of_a_spell_count_in_the_odds_of_a_fall() -> None:
    fight = Fight(mira=caster("Mira", "divine_protection", persona=8))
    fight.rolls("mira", "magic.in_peace", {"mira": [4]}, spell="divine_protection", mos=0, cost=0)
    chosen = {"metres": 3, "acrobatics": False}
    odds = fight.odds("mira", "harm.fall", **chosen)
    unhurt: Fraction = Fraction(0)

    def play(dice: Any) -> bool:
        after = copy_of(fight)
        after.does("mira", "harm.fall", dice, **chosen)
        return not any(line.is_ticked() for line in after.sheets["mira"].tracks["injury"])

    for share, spared in every_way(play):
        unhurt += share * spared
    assert chance(odds, "success") == pytest.approx(float(unhurt), abs=EXACT)


# -- what is thrown ---------------------------------------------------------------------------------------------------


def thrower(spell: str, charges: int) -> Fight:
    """Mira with a full vessel, Boris where she aims, Anna a metre beside him, Olga far off."""
    sheet = caster("Mira", spell, agility=4)
    sheet.items[spell] = replace(sheet.items[spell], stats={"charges": charges})
    people = {"boris": fighter("Boris"), "anna": fighter("Anna"), "olga": fighter("Olga")}
    fight = Fight(mira=sheet, **people)
    for who, x, y in (("mira", 0.0, 0.0), ("boris", 0.0, 5.0), ("anna", 1.0, 5.0), ("olga", 0.0, 30.0)):
        fight._happen([Moved(who, x, y, 0)])
    return fight.on(mira=2, boris=1)


def test_a_vessel_reaches_each_as_often_as_foretold() -> None:
    fight = thrower("fumes_of_terror", 3)
    chosen = {"spell": "fumes_of_terror", "target": "boris", "dice": 1}
    odds = fight.odds("mira", "magic.cast", **chosen)
    assert fight.sheets["mira"].items["fumes_of_terror"].stats == {"charges": 3}
    reached: dict[str, Fraction] = defaultdict(Fraction)

    def play(dice: Any) -> list[str]:
        after = copy_of(fight)
        after.does("mira", "magic.cast", dice, **chosen)
        return [who for who, sheet in after.sheets.items() if sheet.has("spell_fumes_of_terror")]

    for share, found in every_way(play):
        for who in found:
            reached[who] += share
    told = {one.name.removeprefix("reaches_"): one.probability for one in odds.chances if "reaches" in one.name}
    assert told == {who: pytest.approx(float(share), abs=EXACT) for who, share in reached.items()}
    assert {"boris", "anna"} == set(told)


@pytest.mark.parametrize(("spell", "way"), [("explosive_phial", ""), ("poisonous_cloud", "fumes_phials")])
def test_a_vessel_harms_each_as_often_as_dice_can_fall(spell: str, way: str) -> None:
    """A d6 hits with every other face; beside, three of eight spots are within a metre of Anna, all of Boris.

    Five faces of a d8 do damage.
    """
    odds = thrower(spell, 1).odds("mira", "magic.cast", spell=spell, target="boris", dice=1, way=way)
    assert chance(odds, "reaches_boris") == pytest.approx(1, abs=EXACT)
    assert chance(odds, "harms_boris") == pytest.approx(5 / 8, abs=EXACT)
    assert chance(odds, "reaches_anna") == pytest.approx(1 / 2 + 1 / 2 * 3 / 8, abs=EXACT)
    assert chance(odds, "harms_anna") == pytest.approx(5 / 8 * (1 / 2 + 1 / 2 * 3 / 8), abs=EXACT)


def test_the_odds_of_a_throw_name_nobody_who_is_hidden() -> None:
    fight = thrower("explosive_phial", 2)
    fight._happen([Veiled("boris", True)])
    odds = fight.odds("mira", "magic.cast", spell="explosive_phial", target="anna", dice=1)
    assert not [one for one in odds.chances if "boris" in one.name]
    assert [one for one in odds.chances if "anna" in one.name]


# -- places -----------------------------------------------------------------------------------------------------------


def cloudy(far: float = 14.0) -> Fight:
    """A poisonous cloud of three hits, nine metres before Mira; Boris is beyond it, and it is his turn."""
    fight = Fight(mira=caster("Mira", "poisonous_cloud", erudition=12), boris=fighter("Boris"))
    fight._happen([Moved("boris", 0.0, far, 180)])
    fight.on(mira=2, boris=1)
    chosen = {"spell": "poisonous_cloud", "north": 9, "dice": 1, "mos": 0, "cost": 0, "way": "air"}
    fight.rolls("mira", "magic.cast", {"mira": [12]}, **chosen)
    fight.does("mira", "turn.end")
    return fight


def test_who_comes_into_a_place_is_harmed_as_much_as_foretold() -> None:
    fight = cloudy()
    fight.does("boris", "turn.move", x=0, y=9)
    odds = fight.odds("boris", "magic.inside")
    assert odds.sentence.startswith("1d8 poisonous")
    found = shares(fight, "boris", "magic.inside", boxes)
    assert list(odds.measure) == pytest.approx([float(found.get(n, 0)) for n in range(len(odds.measure))], abs=EXACT)


def test_whoever_only_passes_by_is_not_asked_and_whoever_goes_through_is() -> None:
    beside = cloudy()
    beside.does("boris", "turn.move", x=5, y=9)
    assert not beside.encounter.asks
    through = cloudy(12.5)
    through.does("boris", "turn.move", x=0, y=5)
    assert [ask.commands for ask in through.encounter.asks.values()] == [("magic.inside",)]


def test_a_place_tells_nothing_of_whoever_hides() -> None:
    fight = cloudy()
    fight._happen([Veiled("mira", True)])
    facts = fight.does("boris", "turn.move", x=0, y=9)
    assert all("Mira" not in fact.ask.title for fact in facts if isinstance(fact, Asked))
    with pytest.raises(Refused) as refused:
        fight.odds("boris", "turn.end")
    assert "Mira" not in refused.value.sentence
    facts = fight.rolls("boris", "magic.inside", {"mira": [1]})
    assert not [fact for fact in facts if isinstance(fact, Told) and "mira" in fact.who]


def test_a_cloud_that_is_over_before_somebody_answers_does_nothing() -> None:
    fight = cloudy()
    fight.does("boris", "turn.move", x=0, y=9)
    fight.does("mira", "magic.end", spell="mira|cloud_poisonous_cloud")
    facts = fight.does("boris", "magic.inside")
    assert not boxes(facts)
    assert fight.encounter.combatants["boris"].y == 9


# -- dread ------------------------------------------------------------------------------------------------------------


def test_dread_is_told_before_dice_are_used() -> None:
    fight = laid_on("fearsome_aura", "rook", rook=fighter("Rook"), boris=fighter("Boris", brawling=2))
    fight.does("rook", "turn.end")
    fight._happen([Moved("boris", 0.0, 1.0, 180)])
    odds = fight.odds("boris", "melee.attack", target="rook", dice=3)
    assert odds.sentence.endswith("going at them costs 3 spirit")
    before = fight.sheets["boris"].now("spirit")
    fight.does("boris", "melee.attack", target="rook", dice=3)
    assert fight.sheets["boris"].now("spirit") == before - 3


# -- what is told before ----------------------------------------------------------------------------------------------


def dreadful(far: float = 12.0) -> Fight:
    """Boris is on his way to Mira, whom a spell makes dreadful."""
    fight = Fight(mira=caster("Mira", "fearsome_aura", erudition=8), boris=fighter("Boris", "one_handed_sword"))
    fight._happen([Moved("boris", 0.0, far, 180)])
    fight.on(mira=2, boris=1)
    fight.rolls("mira", "magic.cast", {"mira": [8]}, spell="fearsome_aura", target="mira", dice=1, mos=0, cost=0)
    fight.does("mira", "turn.end")
    return fight


@pytest.mark.parametrize("y", [11, 9, 6, 3])
def test_a_walk_costs_the_spirit_that_is_told_before(y: int) -> None:
    fight = dreadful()
    told = fight.odds("boris", "turn.move", x=0, y=y).sentence
    before = fight.sheets["boris"].now("spirit")
    fight.does("boris", "turn.move", x=0, y=y)
    paid = before - fight.sheets["boris"].now("spirit")
    assert told.startswith(f"{12 - y} m, ")
    assert (f"; {paid} spirit to go near Mira (Fearsome Aura)" in told) == bool(paid)


def test_a_charge_tells_the_price_of_the_way_and_of_each_die() -> None:
    fight = dreadful(11.0)
    told = fight.odds("boris", "turn.charge", target="mira", dice=1, bonus=1).sentence
    before = fight.sheets["boris"].now("spirit")
    fight.rolls("boris", "turn.charge", {"boris": [4]}, target="mira", dice=1, bonus=1)
    assert f"; {before - fight.sheets['boris'].now('spirit')} spirit to go near Mira" in told
    assert "each attack die costs" in told
    blow = fight.odds("boris", "charge.strike", dice=1)
    assert "going at them costs" in blow.sentence
    assert {one.name for one in blow.chances} == {"scores", "flawless", "complete_failure"}


def test_a_walk_tells_who_may_strike_and_which_places_it_leads_into() -> None:
    fight = Fight(mira=caster("Mira", "poisonous_cloud", erudition=8), boris=fighter("Boris"))
    fight._happen([Moved("boris", 0.0, 9.0, 180)])
    fight.on(mira=2, boris=1)
    chosen = {"spell": "poisonous_cloud", "north": 4, "dice": 1, "mos": 0, "cost": 0, "way": "air"}
    fight.rolls("mira", "magic.cast", {"mira": [8]}, **chosen)
    fight.does("mira", "turn.end")
    assert fight.odds("boris", "turn.move", x=0, y=1).sentence.endswith("; Mira may strike; into Poisonous Cloud")
    assert fight.odds("boris", "turn.move", x=0, y=12).sentence == "3 m, 6 left after that"
    with pytest.raises(Refused, match="Choose where to go"):
        fight.odds("boris", "turn.move", x=0, y=9)


def test_the_hits_of_a_smite_are_told_of_a_blow_that_ends_a_charge() -> None:
    fight = Fight(mira=caster("Mira", "smite", persona=8), boris=fighter("Boris"))
    fight._happen([Moved("boris", 0.0, 12.0, 180)])
    fight.on(mira=2, boris=1)
    fight.rolls("mira", "magic.cast", {"mira": [8]}, spell="smite", dice=1, mos=0, cost=0)
    fight.does("mira", "turn.end")
    fight.does("boris", "turn.end")
    fight.rolls("mira", "turn.charge", {"mira": [4]}, target="boris", dice=1, bonus=1)
    blow = fight.odds("mira", "charge.strike", dice=1)
    assert "with 2 hits more if it scores" in blow.sentence
    assert blow.measure[1] == blow.measure[2] == 0


def test_what_a_spell_adds_to_a_weapon_is_told_of_every_attack_with_it() -> None:
    fight = laid_on("flaming_blade", "rook", rook=fighter("Rook", "one_handed_sword"), boris=fighter("Boris"))
    assert "its damage has 1d6 burning more" in fight.odds("rook", "melee.attack", target="boris", dice=1).sentence
    bare = fight.odds("rook", "melee.attack", target="boris", dice=1, weapon="unarmed").sentence
    assert "burning" not in bare


def test_a_roll_over_the_ground_tells_what_lies_there() -> None:
    chosen = {"towards": 180, "dice": 1, "bonus": 1}
    near = dreadful(9.5)
    assert (
        "; 1 m off; 1 spirit to go near Mira (Fearsome Aura)"
        in near.odds("boris", "turn.dodge_roll", **chosen).sentence
    )
    before = near.sheets["boris"].now("spirit")
    near.rolls("boris", "turn.dodge_roll", {"boris": [4]}, **chosen)
    assert before - near.sheets["boris"].now("spirit") == 1
