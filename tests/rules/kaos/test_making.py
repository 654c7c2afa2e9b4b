"""Characters are made by the rules, step by step or by the dice, and every step may be taken again."""

import pytest

from rules.engine.character.creation import is_unmade, next_step, steps_of
from rules.engine.kernel import Command, Refused, SeededDice, Sheet, Table, described_fields
from rules.engine.kernel.commands import perform
from rules.systems.kaos import KAOS
from rules.systems.kaos.content import library
from rules.systems.kaos.core import base_of, most_of
from rules.systems.kaos.core.gear import purse
from rules.systems.kaos.core.health import hp
from rules.systems.kaos.creation.at_random import AtRandom
from rules.systems.kaos.creation.new_sheet import skill_points
from rules.systems.kaos.creation.steps import ChoosePeople, Equip, Finish, SpendSkillPoints, SpreadPoints


def _begun() -> Table:
    return Table({"anna": KAOS.unmade_sheet("Anna")}, None, {}, "anna", KAOS.rank_range)


def _do(at: Table, *steps: Command) -> Sheet:
    for step in steps:
        perform(step, at, SeededDice(1))
        KAOS.keep_up(at)
    return at.me


DWARF = ChoosePeople("dwarf")
SPREAD = SpreadPoints(strength=15, agility=10, toughness=20, perception=20, willpower=20, charisma=15)


def test_a_character_is_made_step_by_step() -> None:
    at = _begun()
    assert KAOS.page(at.me, {}).columns
    sheet = _do(at, DWARF, SPREAD)
    assert sheet.ranks["attribute"] == {"str": 20, "agi": 10, "tou": 30, "per": 20, "wil": 25, "cha": 15}
    assert hp(sheet) == 75
    assert not sheet.has("dead")
    assert sheet.rank("body", "mr") == 4
    assert sheet.rank("resistance", "fire") == 10
    assert sheet.rank("skill", "athletics") == 10
    assert skill_points(at) == 50 + 20 + 25 + 15
    assert purse(sheet) == 100 * (100 + 15)
    _do(at, SpendSkillPoints(athletics=20, witchcraft=40, healing=10, melee_combat=20))
    assert sheet.rank("skill", "athletics") == 30
    assert sheet.rank("skill", "witchcraft") == 40
    _do(at, Equip("armour.chain_shirt", "shields.footman", ("weapons.war_hammer",), ("goods.torch", "goods.torch")))
    assert purse(sheet) == 11500 - 2500 - 500 - 2500 - 2
    assert sheet.items["war_hammer"].in_use
    _do(at, Finish())
    assert not is_unmade(KAOS.steps, at)
    with pytest.raises(Refused, match="is ready to play"):
        _do(at, DWARF)


def test_the_steps_come_in_order_and_say_what_they_settled() -> None:
    at = _begun()
    assert [state.waits for state in steps_of(KAOS.steps, at)][1:] == ["Choose your people first."] * 4
    _do(at, ChoosePeople("human", "cha"))
    states = steps_of(KAOS.steps, at)
    assert states[0].settled == "Human, CHA +5"
    upcoming = next_step(states)
    assert upcoming is not None
    assert upcoming.step is SpreadPoints
    assert SPREAD.left(at) == "0 points left"
    assert SpreadPoints(strength=30).left(at) == "13 points too many"


def test_a_step_taken_again_writes_the_sheet_anew() -> None:
    at = _begun()
    _do(at, DWARF, SPREAD, SpendSkillPoints(athletics=20), Equip("", "", ("weapons.club",)))
    sheet = _do(at, ChoosePeople("gnome"))
    assert sheet.ranks["attribute"] == {"str": 15, "agi": 20, "tou": 20, "per": 30, "wil": 20, "cha": 15}
    assert sheet.rank("skill", "athletics") == 7
    assert "club" not in sheet.items
    assert hp(sheet) == sheet.resources["hp"].most == 55
    with pytest.raises(Refused, match="Spend the skill points first"):
        _do(at, Finish())


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (ChoosePeople("human"), "Pick the attribute that gets"),
        (SpreadPoints(strength=20), "103, 3 too many"),
        (SpreadPoints(strength=10), "Spend 100 points"),
        (SpreadPoints(strength=31), "Strength: 5 to 30, not 31"),
        (SpendSkillPoints(athletics=41), "Athletics starts at 10, maximum 50: add at most 40"),
        (
            SpendSkillPoints(healing=10, thaumaturgy=40, craft=35, history=30),
            "You have 110 skill points; you spent 115",
        ),
        (Equip("armour.breastplate", "", ("weapons.war_axe",)), "You have 115 gp"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(step: Command, sentence: str) -> None:
    at = _begun()
    _do(at, DWARF, SPREAD)
    if isinstance(step, Equip):
        _do(at, SpendSkillPoints())
    with pytest.raises(Refused, match=sentence):
        _do(at, step)


def test_magic_takes_its_attribute_and_has_a_limit() -> None:
    at = _begun()
    _do(at, ChoosePeople("unari"), SpreadPoints(5, 10, 15, 30, 19, 21))
    with pytest.raises(Refused, match="Witchcraft needs Willpower 20"):
        _do(at, SpendSkillPoints(witchcraft=1))
    _do(at, SpreadPoints(5, 5, 5, 30, 28, 27))
    with pytest.raises(Refused, match="together: at most 90"):
        _do(at, SpendSkillPoints(thaumaturgy=50, witchcraft=41))
    _do(at, SpendSkillPoints(thaumaturgy=50, witchcraft=40))


@pytest.mark.parametrize("seed", range(40))
def test_whoever_is_made_at_random_keeps_every_rule(seed: int) -> None:
    at = _begun()
    perform(AtRandom(), at, SeededDice(seed))
    KAOS.keep_up(at)
    sheet = at.me
    race = next(one for one in library.races().values() if one.name == sheet.texts["people"])
    given = sum(race.bonuses.values()) + race.free
    assert sum(sheet.ranks["attribute"].values()) == 100 + given
    assert all(5 <= value <= 30 + 15 for value in sheet.ranks["attribute"].values())
    spent = 0
    for key, skill in library.skills().items():
        score, base = sheet.rank("skill", key), base_of(sheet, skill, {})
        assert base <= score <= max(base, most_of(sheet, skill, {}))
        spent += score - base
    assert spent <= race.points + sum(sheet.rank("attribute", key) for key in ("per", "wil", "cha"))
    assert sheet.rank("skill", "thaumaturgy") + sheet.rank("skill", "witchcraft") <= 90
    assert purse(sheet) >= 0
    assert hp(sheet) == sheet.resources["hp"].most
    assert not is_unmade(KAOS.steps, at)


def test_the_form_says_from_where_to_where_each_skill_goes() -> None:
    for key, (described, _) in described_fields(SpendSkillPoints).items():
        skill = library.skills()[key]
        half = f"{skill.half.upper()}/2" if skill.half else "0"
        needs = "".join(f", with {need.upper()} {least}" for need, least in skill.needs.items())
        assert described.help == f"{half} to {' + '.join(one.upper() for one in skill.most)}{needs}"
        assert described.label == skill.name
