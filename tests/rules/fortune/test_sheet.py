"""The sheet laid out: what people see at a glance, and what each number opens into."""

import pytest

from rules.engine.kernel import Condition, Sheet, Table
from rules.engine.page.blocks import Explained, Ranks
from rules.systems.fortune import FORTUNE
from rules.systems.fortune.content import library
from rules.systems.fortune.screen.wording import effect_words
from tests.rules.fortune.tables import hero


def _kept(sheet: Sheet) -> Sheet:
    FORTUNE.keep_up(Table({"it": sheet}, actor="it"))
    return sheet


def _explained(sheet: Sheet, number: str) -> dict[str, str]:
    told: Explained = FORTUNE.explain(sheet, number, {})
    return {"": told.value, **{part.label: part.value for part in told.parts}}


@pytest.mark.parametrize(
    ("health", "stamina", "looks", "out"),
    [
        (18, 9, "unhurt", False),
        (9, 9, "hurt", False),
        (8, 0, "badly hurt", False),
        (0, 5, "down", False),
        (0, 0, "dead", True),
    ],
)
def test_the_state_of_a_hero_shows_at_a_glance(health: int, stamina: int, looks: str, out: bool) -> None:
    sheet = hero()
    sheet.resources["health"].now, sheet.resources["stamina"].now = health, stamina
    told = FORTUNE.vitals(_kept(sheet))
    assert (told.looks, told.out) == (looks, out)
    assert [gauge.name for gauge in told.gauges] == ["health", "stamina", "favour"]


def test_creatures_show_health_alone_and_what_they_are() -> None:
    page = FORTUNE.page(FORTUNE.creature("skeleton"), {})
    assert page.subtitle == "minion, level ½"
    assert [gauge.name for gauge in page.vitals.gauges] == ["health"]


def test_a_jump_is_told_with_what_adds_to_it() -> None:
    sheet = hero(mettle=2)
    sheet.ranks["feature"] |= {"long_jumper": 1, "highland_clans_jumper": 1}
    assert _explained(sheet, "running") == {
        "": "18 ft",
        "4 + 2 × Mettle, at least 2": "8 ft",
        "Long Jumper": "+5",
        "Craig Jumper": "+5",
    }
    assert _explained(sheet, "high")[""] == "3 ft"


def test_a_load_is_told_with_the_size() -> None:
    sheet = hero(mettle=0)
    sheet.ranks["body"]["size"] = -2
    sheet.ranks["feature"]["trekker"] = 1
    assert _explained(sheet, "lift") == {
        "": "24 lb",
        "50 + 10 × Mettle, both hands": "",
        "Tiny": "half, 2 times",
        "Trekker": "double",
    }


def test_a_stat_says_what_it_is_good_for() -> None:
    assert _explained(hero(), "stat.mettle") == {
        "": "+3",
        "Tests": "+3",
        "Attack": "+3",
        "Base damage": "+3",
        "Stamina per level": "+3",
        "Jumps, loads and marches": "+3",
    }


def test_a_feature_says_its_price_its_uses_and_what_was_chosen() -> None:
    sheet = hero()
    sheet.ranks["feature"] |= {"daring": 1, "weapon_master": 1}
    sheet.memo["chosen"] = {"weapon_master": ["axes"]}
    sheet.memo["used"] = {"daring": 2}
    assert _explained(sheet, "feature.daring")[""] == "1 of 3"
    assert _explained(sheet, "feature.weapon_master")["Chosen"] == "Axes"
    assert _explained(sheet, "feature.knight_driving_attack")[""] == "1 Stamina"
    assert _explained(sheet, "feature.maverick_yoink")[""] == "2 Stamina"


def test_training_spells_and_languages_say_whether_one_has_them() -> None:
    sheet = hero()
    sheet.ranks["spell"] = {"shield": 1}
    assert _explained(sheet, "training.heavy") == {"": "trained", "Knight": "trained"}
    assert _explained(sheet, "training.axes") == {"": "trained", "Chosen": "trained"}
    assert _explained(sheet, "training.whips") == {"": "not trained"}
    assert _explained(sheet, "spell.shield")[""] == "1 Stamina"
    assert "Not known" in _explained(sheet, "spell.wall")
    assert _explained(sheet, "language.voidhowl")[""] == "not known"
    blocks = [block.name for column in FORTUNE.page(sheet, {}).columns for block in column]
    assert "spells" in blocks


def test_training_stands_under_its_headings() -> None:
    block = next(
        one for one in FORTUNE.page(hero(), {}).columns[2] if isinstance(one, Ranks) and one.name == "training"
    )
    assert [group.label for group in block.groups] == ["Armour", "Weapons"]


def test_a_status_shows_in_the_figures() -> None:
    sheet = hero()
    sheet.conditions["prone"] = Condition("prone", "Prone")
    assert _explained(sheet, "body.speed") == {"": "10 ft", "Speed": "30 ft", "Prone": "−20"}


@pytest.mark.parametrize(
    ("owner", "words"),
    [
        ("infiltrator", "+3 on sneaking"),
        ("athletic", "+3 on a feat of strength and enduring, with Mettle"),
        ("swift", "Speed +10"),
        ("trekker", "double loads"),
        ("academic", "favour on research"),
        ("brawler_bravado", "+ Mettle on intimidating"),
        ("brawler_muscle_bound_body", "Armor 10 + Mettle + Agility, without armour"),
        ("maverick_lucky_shot", "2d6 damage"),
        ("weapon_master", "damage 1 step up, as chosen"),
        ("armor_unyielding_frame", "half damage suffered, physical"),
    ],
)
def test_an_effect_is_told_in_a_few_words(owner: str, words: str) -> None:
    assert effect_words(library.features()[owner].effects[0]) == words
