"""Spells: their figures in the compendium, the odds of casting, whom they reach, and the advice on targets."""

import pytest

from rules import codec
from rules.engine.advice.choices import ranked
from rules.engine.kernel import Command, Refused, Sheet
from rules.engine.system.protocol import command_named
from rules.systems.grim import GRIM
from rules.systems.grim.content import library
from rules.systems.grim.content.spell_entries import ACTION_POINTS, amount_of
from rules.systems.grim.fight.spells import reach
from rules.systems.grim.fight.spells.effects import of_targets
from tests.rules.grim.fights import BORIS, ROOK, Fight, fighter, lines, verdicts


def mage(*spells: str) -> Sheet:
    sheet = fighter("Rook", "gear.arcane_tome", incantation=1)
    sheet.ranks["spell"] = dict.fromkeys(spells, 1)
    return sheet


def test_there_are_204_spells_of_three_ranks_and_their_figures_can_be_thrown() -> None:
    spells = library.spells().values()
    assert len(spells) == 204
    assert {one.rank for one in spells} == set(ACTION_POINTS)
    for one in spells:
        for text in (one.damage, one.peril):
            assert not text or amount_of(text, 4).dice


def test_the_willpower_bonus_is_added_where_a_spell_says_so() -> None:
    assert (amount_of("2d10+WB", 5).plus, amount_of("3d10", 5).plus, amount_of("1d10+1", 5).plus) == (5, 0, 1)


def test_channelled_power_makes_it_easier_and_may_let_something_manifest() -> None:
    fight = Fight(rook=mage("magick_missile"), boris=fighter("Boris"))
    plain = fight.chance(ROOK, "spell.cast", "success", spell="magick_missile", target=BORIS)
    more = fight.odds(ROOK, "spell.cast", spell="magick_missile", target=BORIS, channel=2)
    found = {one.name: one.probability for one in more.chances}
    assert found["success"] == pytest.approx(plain + 0.2)
    assert found["manifest"] == pytest.approx(11 / 36)


def test_difficulties_end_at_thirty() -> None:
    fight = Fight(rook=mage("magick_missile"), boris=fighter("Boris"))
    chances = [
        fight.chance(ROOK, "spell.cast", "success", spell="magick_missile", target=BORIS, channel=dice)
        for dice in (2, 3)
    ]
    assert chances[0] == chances[1]


@pytest.mark.parametrize(
    ("chosen", "sentence", "field"),
    [
        ({"spell": "magick_missile"}, "Choose a target for", "target"),
        ({"spell": "bewitched", "target": BORIS}, "needs a touch", "target"),
        ({"spell": "winter_battle_rage", "target": BORIS}, "only works on the caster", "target"),
        ({"spell": "winter_battle_rage", "channel": 1}, "takes 3 Action Points", "spell"),
    ],
)
def test_what_cannot_be_cast_so_says_why(chosen: dict[str, object], sentence: str, field: str) -> None:
    fight = Fight(rook=mage("magick_missile", "bewitched", "winter_battle_rage"), boris=fighter("Boris"))
    fight.put(BORIS, 0, 6)
    fight.points(ROOK, 2)
    with pytest.raises(Refused, match=sentence) as refusal:
        fight.odds(ROOK, "spell.cast", **chosen)
    assert refusal.value.field == field


def test_a_cone_reaches_those_before_the_caster_alone() -> None:
    fight = Fight(rook=mage("pyromancy_dragons_breath"), boris=fighter("Boris"), mira=fighter("Mira"))
    fight.put(BORIS, 0, 6)
    fight.put("mira", 0, -6)
    spell = library.spells()["pyromancy_dragons_breath"]
    assert reach.reached(fight.table(ROOK), spell, BORIS) == [BORIS]


def test_an_area_spares_nobody_but_the_caster() -> None:
    fight = Fight(rook=mage("pyromancy_cataclysmic_inferno"), boris=fighter("Boris"), mira=fighter("Mira"))
    fight.put(BORIS, 0, 3)
    fight.put("mira", 1, 3)
    spell = library.spells()["pyromancy_cataclysmic_inferno"]
    assert set(reach.reached(fight.table(ROOK), spell, BORIS)) == {BORIS, "mira"}


def test_advice_picks_the_foe_who_is_hurt_more_easily() -> None:
    frail = fighter("Mira", attributes={"brawn": 25})
    fight = Fight(
        rook=mage("magick_missile"), boris=fighter("Boris", "armour.leather"), ally=fighter("Ally"), mira=frail
    )
    table = fight.table(ROOK)
    weighing = of_targets(table, library.spells()["magick_missile"], lambda chosen: 1.0)
    assert weighing is not None
    assert weighing.fields == ("target",)
    first = ranked(_cast("magick_missile"), table)[0]
    assert first.given["target"] == "mira"


def _cast(spell: str) -> Command:
    return codec.command_from(command_named(GRIM, "spell.cast"), {"spell": spell, "target": BORIS})


def test_a_lasting_spell_stands_on_whom_it_works_for_so_many_turns() -> None:
    fight = Fight(rook=mage("winter_battle_rage"), boris=fighter("Boris"))
    facts = fight.do(ROOK, "spell.cast", {ROOK: [34]}, spell="winter_battle_rage", target=ROOK)
    held = fight.sheets[ROOK].conditions["spell_winter_battle_rage"]
    # a Willpower Bonus of 4 and 6 are 10 minutes, of 6 turns each
    assert held.rounds == 60
    assert "success" in verdicts(facts)
    assert any("Battle rage" in line for line in lines(fight, facts))


def test_shaped_magick_spares_ones_own_side() -> None:
    caster = mage("pyromancy_cataclysmic_inferno")
    caster.ranks["talent"]["shaped_magick"] = 1
    fight = Fight(rook=caster, boris=fighter("Boris"), mira=fighter("Mira"))
    fight.put(BORIS, 0, 3)
    fight.put("mira", 1, 3)
    spell = library.spells()["pyromancy_cataclysmic_inferno"]
    assert reach.reached(fight.table(ROOK), spell, BORIS) == [BORIS]


def test_talents_make_counterspells_better_and_dearer() -> None:
    witch = mage("dispel_magick")
    witch.ranks["talent"]["counter_mage"] = 1
    caster = mage("magick_missile")
    fight = Fight(rook=caster, boris=witch)
    fight.points(BORIS, 3)
    fight.do(ROOK, "spell.cast", {ROOK: [34]}, spell="magick_missile", target=BORIS)
    # 45, 10 for the rank and 20 for the talent
    assert fight.chance(BORIS, "spell.counter", "success") == pytest.approx(0.75)
    fight.sheets[ROOK].ranks["talent"]["battle_magick"] = 1
    fight.do(BORIS, "spell.counter", {BORIS: [70]})
    assert fight.left(BORIS) == 1
