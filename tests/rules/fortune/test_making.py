"""Heroes are made by the rules, step by step or by the dice, and every step may be taken again."""

from dataclasses import replace

import pytest

from rules.engine.character.creation import is_unmade, next_step, steps_of
from rules.engine.kernel import Command, Json, Refused, SeededDice, Sheet, Table
from rules.engine.kernel.commands import perform
from rules.systems.fortune import FORTUNE
from rules.systems.fortune.content import library
from rules.systems.fortune.creation.at_random import AtRandom
from rules.systems.fortune.creation.new_sheet import ARRAY
from rules.systems.fortune.creation.origin import AssignStats, ChooseClass, ChooseCulture, ChooseLineage
from rules.systems.fortune.creation.steps import Equip, Finish, PickFeatures


def _begun(house_rules: dict[str, Json] | None = None) -> Table:
    return Table({"anna": FORTUNE.unmade_sheet("Anna")}, None, house_rules or {}, "anna", FORTUNE.rank_range)


def _do(at: Table, *steps: Command) -> Sheet:
    for step in steps:
        perform(step, at, SeededDice(1))
        FORTUNE.keep_up(at)
    return at.me


DWARF = ChooseLineage("dwarf")
MINER = ChooseCulture("deep_mining", "heart")
KNIGHT = ChooseClass("knight", ("axes", "hammers_clubs", "crossbows", "heavy_throwing"))
STATS = AssignStats(mettle=3, agility=0, intellect=-2, heart=2)
SWIFT = PickFeatures(("swift",))


def test_a_hero_is_made_step_by_step() -> None:
    at = _begun()
    assert FORTUNE.page(at.me, {}).columns
    assert not at.me.conditions, "whoever is not made yet is not dead"
    sheet = _do(at, DWARF, MINER, KNIGHT, STATS)
    assert sheet.ranks["stat"] == {"mettle": 4, "intellect": -2, "heart": 3}
    assert sheet.rank("body", "speed") == 25
    assert sheet.resources["health"].now == sheet.resources["health"].most == 18
    assert sheet.resources["stamina"].now == sheet.resources["stamina"].most == 10
    assert set(sheet.ranks["language"]) == {"allspeak", "dwarvish"}
    assert {"dwarf_hearty", "deep_mining_remembers", "knight_driving_attack"} <= set(sheet.ranks["feature"])
    assert "knight_vow" not in sheet.ranks["feature"], "that comes with level 2"
    sheet = _do(
        at, SWIFT, Equip(("weapons.axe", "weapons.crossbow"), "armour.heavy", "shields.heavy_shield", ("gear.tent",))
    )
    assert [key for key, item in sheet.items.items() if item.in_use] == ["axe", "heavy", "heavy_shield"]
    assert "rope" in sheet.items
    assert sheet.now("coin") == 4
    assert FORTUNE.explain(sheet, "armour", {}).value == "19"
    assert FORTUNE.explain(sheet, "body.speed", {}).value == "35 ft"
    sheet = _do(at, Finish("A brother in the mine.", ""))
    assert sheet.texts["ties"] == "A brother in the mine."
    assert not is_unmade(FORTUNE.steps, at)
    with pytest.raises(Refused, match="is ready to play"):
        _do(at, DWARF)


def test_the_steps_come_in_order_and_say_what_they_settled() -> None:
    at = _begun()
    assert [state.waits for state in steps_of(FORTUNE.steps, at)][1:] == ["Choose a lineage first."] * 6
    _do(at, ChooseLineage("human", "heart"))
    states = steps_of(FORTUNE.steps, at)
    assert states[0].settled == "Human, Heart +1"
    upcoming = next_step(states)
    assert upcoming is not None
    assert upcoming.step is ChooseCulture


def test_a_step_says_what_is_left_to_choose() -> None:
    at = _begun()
    assert ChooseClass("ranger", ("axes",)).left(at) == "2 to train"
    assert AssignStats(3, 2, 2, -2).left(at) == "0 left"
    assert Equip(gear=("gear.spyglass", "gear.fine_clothes")).left(at) == "1 Coin too much"
    _do(at, ChooseLineage("human", "heart"), MINER, ChooseClass("devoted"), STATS)
    assert PickFeatures(("swift",)).left(at) == "1 feature left, 4 spells left"


def test_a_step_taken_again_writes_the_sheet_anew() -> None:
    at = _begun()
    _do(at, DWARF, MINER, KNIGHT, STATS, SWIFT, Equip(("weapons.axe",)))
    sheet = _do(at, ChooseLineage("elf", "agility"))
    assert sheet.rank("body", "speed") == 35
    assert sheet.ranks["stat"] == {"mettle": 3, "agility": 1, "intellect": -2, "heart": 3}
    assert "dwarf_hearty" not in sheet.ranks["feature"]
    assert "swift" not in sheet.ranks["feature"], "features are picked anew"
    assert not sheet.items
    with pytest.raises(Refused, match="Choose features first"):
        _do(at, Equip())
    sheet = _do(at, ChooseClass("elementalist", ("cold",)))
    assert sheet.resources["health"].most == 10
    assert sheet.memo["chosen"] == {"elementalist_elemental_adept": ["cold"]}


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (ChooseLineage("elf"), "Pick Agility or Intellect for"),
        (ChooseLineage("dwarf", "heart"), "Pick Mettle for"),
        (ChooseLineage("dwarf", size="large"), "Dwarf: choose size medium"),
        (ChooseLineage("dwarf", traits=("chimeric_cute",)), "Only the Chimeric"),
        (ChooseLineage("chimeric", "heart", traits=("chimeric_cute",)), "Pick 2 animal features"),
        (ChooseCulture("nomads", "heart"), "Choose one more language"),
        (ChooseCulture("nomads", "heart", "allspeak"), "You know this language from your culture"),
        (ChooseCulture("deep_mining", "heart", "elvish"), "no extra language"),
        (ChooseClass("brawler"), "Pick Style of Mettle or Style of Agility"),
        (ChooseClass("knight", ("axes", "bows", "crossbows")), "Pick 1 more of hammers and clubs"),
        (replace(KNIGHT, training=(*KNIGHT.training, "fire")), "this class does not choose"),
        (replace(KNIGHT, training=(*KNIGHT.training, "bows")), "1 too many of heavy throwing"),
        (replace(KNIGHT, option="shapeshifter_big"), "has no style or form"),
        (AssignStats(3, 3, 0, -2), "Assign 3, 2, 0 and −2 once each"),
        (AssignStats(4, 2, 0, -2), "Mettle: -2 to 3, not 4"),
        (PickFeatures(()), "Pick 1 novice feature"),
        (PickFeatures(("swift", "aid")), "Pick 1 novice feature"),
        (PickFeatures(("knowledgeable",)), "Choose a subject for the feature"),
        (PickFeatures(("linguist",), tongue="dwarvish"), "You know this language already"),
        (PickFeatures(("swift",), craft="lutes"), "None of your features needs a craft"),
        (PickFeatures(("swift",), spells=("light",)), "Spells: nothing to choose from now"),
        (Equip(("weapons.axe", "weapons.hammer", "weapons.maul")), "Choose at most two melee and two ranged weapons"),
        (Equip(gear=("gear.spyglass", "gear.fine_clothes")), "You have 5 Coin; this costs 6"),
        (Equip(("weapons.bow",)), "Weapons: choose from"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(step: Command, sentence: str) -> None:
    at = _begun()
    _do(at, DWARF, MINER, KNIGHT, STATS)
    if isinstance(step, Equip):
        _do(at, SWIFT)
    with pytest.raises(Refused, match=sentence):
        _do(at, step)


def test_a_table_may_keep_lineage_and_culture_apart_and_cap_stats() -> None:
    at = _begun({"same_stat": False, "stat_most": 3})
    _do(at, ChooseLineage("human", "heart"))
    with pytest.raises(Refused, match="Heart is raised already"):
        _do(at, MINER)
    _do(at, ChooseCulture("deep_mining", "mettle"), KNIGHT)
    with pytest.raises(Refused, match="Mettle would be 4"):
        _do(at, STATS)
    _do(at, AssignStats(mettle=2, agility=3, intellect=-2, heart=0))


def test_the_devoted_know_as_many_spells_as_their_heart_and_take_a_symbol_along() -> None:
    at = _begun()
    _do(at, ChooseLineage("human", "heart"), MINER, ChooseClass("devoted"))
    _do(at, AssignStats(-2, 0, 2, 3))
    with pytest.raises(Refused, match="Pick 5 spells"):
        _do(at, PickFeatures(("swift", "aid"), spells=("light", "shield")))
    spells = ("light", "repair", "shield", "wall", "power_spike")
    _do(at, PickFeatures(("swift", "aid"), spells=spells))
    sheet = _do(at, Equip())
    assert set(sheet.ranks["spell"]) == set(spells)
    assert sheet.items["holy_symbol"].in_use


def test_a_style_and_a_form_are_kept() -> None:
    at = _begun()
    sheet = _do(at, DWARF, MINER, ChooseClass("brawler", option="brawler_style_agility"), AssignStats(2, 3, -2, 0))
    assert FORTUNE.explain(sheet, "attack", {}).value == "+3"
    assert FORTUNE.explain(sheet, "range", {}).value == "80 ft"
    assert FORTUNE.explain(sheet, "armour", {}).value == "15", "10, Mettle 3, and 2 of Agility 3"
    training = ("axes", "bows", "crossbows")
    sheet = _do(at, ChooseClass("shapeshifter", training, "shapeshifter_big"))
    assert sheet.memo["chosen"] == {"shapeshifter_shape_changer": ["shapeshifter_big"]}


@pytest.mark.parametrize("seed", range(40))
def test_whoever_is_made_at_random_keeps_every_rule(seed: int) -> None:
    house_rules: dict[str, Json] = {"same_stat": bool(seed % 2)}
    at = _begun(house_rules)
    perform(AtRandom(), at, SeededDice(seed))
    FORTUNE.keep_up(at)
    sheet, build = at.me, at.me.memo["build"]
    assert isinstance(build, dict)
    assert not is_unmade(FORTUNE.steps, at)
    assert sum(sheet.rank("stat", key) for key in library.stats()) == sum(ARRAY) + 2
    assert all(-2 <= sheet.rank("stat", key) <= 5 for key in library.stats())
    calling = library.classes()[str(build["calling"])]
    assert sheet.resources["health"].most == calling.health
    assert sheet.resources["stamina"].most == 6 + sheet.rank("stat", calling.stamina_stat)
    trained = [*calling.training, *(key for one in calling.picks for key in one.groups)]
    assert set(sheet.ranks["training"]) <= set(trained)
    assert len(sheet.ranks["training"]) == len(calling.training) + sum(one.count for one in calling.picks)
    novice = [key for key in sheet.ranks["feature"] if library.features()[key].of == "novice"]
    assert len(novice) == (2 if build["lineage"] == "human" else 1)
    if calling.spells:
        assert len(sheet.ranks.get("spell", ())) == max(0, sheet.rank("stat", "heart"))
    assert "allspeak" in sheet.ranks["language"]
    assert 0 <= sheet.now("coin") <= 5


def test_what_is_left_to_pick_says_more_only_where_some_is_picked() -> None:
    at = _begun()
    _do(at, DWARF, MINER)
    for training, sentence in ((("axes",), "Pick 2 of bows"), (("axes", "bows"), "Pick 1 more of bows")):
        with pytest.raises(Refused, match=sentence):
            _do(at, ChooseClass("ranger", training))


def test_the_step_of_the_class_says_with_what_stat_it_attacks() -> None:
    at = _begun()
    hints = {one.value: one.hint for one in ChooseClass.choices(at)["calling"]}
    assert hints["maverick"].endswith("Attacks with Agility.")
    assert "highest" not in ChooseClass.guidance
    assert "attack stat" in AssignStats.guidance


def test_a_class_says_what_it_can_do_first_and_every_figure_what_it_is() -> None:
    maverick = next(one for one in FORTUNE.compendium()["classes"] if one.key == "maverick")
    features = [one.name for one in library.features_of("maverick").values() if one.level <= 1]
    assert features
    assert list(maverick.facts[: len(features)]) == features
    assert {"Attacks with Agility", "Strikes for 1d8 + Agility", "Range 80 ft"} <= set(maverick.facts)
    elf = next(one for one in FORTUNE.compendium()["lineages"] if one.key == "elf")
    assert {"Speed 35 ft", "size medium"} <= set(elf.facts)
