"""The facts of WinterDawn: complete, consistent, true to the tables they come from; and refused when they are not."""

import dataclasses
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rules.engine.content.reader import DataError
from rules.systems.sda.content import compendium
from rules.systems.sda.content.compendium import DATA, group_named, skill_named
from rules.systems.sda.content.library import Library

# Creatures that the book leaves without any attack: they cast spells.
WITHOUT_ATTACK = {"lich"}

# Printed maximum spirit where it is not constitution + persona + wisdom: (printed, formula).
SPIRIT_AS_PRINTED = {
    "draugr": (17, 20),
    "dragon_humility": (50, 40),
    "dragon_justice": (50, 40),
    "dragon_truth": (50, 40),
}


def test_every_table_has_all_its_entries() -> None:
    counts = {
        "attributes": 6,
        "virtues": 5,
        "virtue_steps": 6,
        "groups": 22,
        "skills": 101,
        "weapon_specials": 10,
        "armour": 14,
        "creatures": 24,
        "coins": 3,
    }
    assert {name: len(getattr(compendium, name)()) for name in counts} == counts
    assert sum(not weapon.natural for weapon in compendium.weapons().values()) == 31


def test_importing_reads_no_file() -> None:
    watch = (
        "import sys\n"
        "seen = []\n"
        "sys.addaudithook(lambda event, args: seen.append(str(args[0])) if event == 'open' else None)\n"
        "import rules.systems.sda.content.compendium as compendium\n"
        "assert not [name for name in seen if name.endswith('.toml')], seen\n"
        "compendium.conditions()\n"
        "assert [name for name in seen if name.endswith('.toml')]\n"
    )
    subprocess.run([sys.executable, "-c", watch], check=True, cwd=DATA.parents[3])


def test_the_same_question_gives_the_same_answer() -> None:
    assert compendium.creatures() is compendium.creatures()


def test_entries_cannot_be_changed() -> None:
    draugr = compendium.creatures()["draugr"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        draugr.spirit = 20  # type: ignore[misc]
    with pytest.raises(TypeError):
        draugr.attributes["strength"] = 20  # type: ignore[index]
    with pytest.raises(TypeError):
        del compendium.creatures()["draugr"]  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------------ skills


def test_every_group_has_four_to_six_skills_but_luck() -> None:
    alone = [group for group in compendium.groups().values() if not 4 <= len(group.skills) <= 6]
    assert [(group.name, group.skills, group.ranked) for group in alone] == [("Luck", ("luck",), False)]


def test_each_skill_is_in_exactly_one_group_and_knows_it() -> None:
    listed = [(skill, group.key) for group in compendium.groups().values() for skill in group.skills]
    assert listed == [(skill.key, skill.group) for skill in compendium.skills().values()]


def test_keys_of_skills_and_groups_never_collide() -> None:
    assert not compendium.skills().keys() & compendium.groups().keys()


def test_the_groups_that_the_texts_do_not_make_are_marked() -> None:
    proposed = {key for key, group in compendium.groups().items() if group.proposed}
    assert proposed == {"grace", "influence", "resilience", "toughness", "trades"}


def test_six_groups_are_magic_of_five_skills_each() -> None:
    magic = {key: len(group.skills) for key, group in compendium.groups().items() if group.magic}
    assert magic == dict.fromkeys(("elementalism", "mysticism", "shamanism", "sorcery", "witchcraft", "wizardry"), 5)


@pytest.mark.parametrize(
    ("skill", "attributes"),
    [
        ("tactics", {"erudition", "wisdom"}),
        ("riding", {"agility"}),
        ("ego", {"persona", "wisdom"}),
        ("laws", {"erudition", "persona", "wisdom"}),
        ("torture", {"persona", "wisdom"}),
        ("polearms", {"agility", "strength"}),
        ("fire", {"erudition", "persona"}),
        ("third_eye", {"erudition", "wisdom"}),
        ("natural_healing", {"constitution"}),
    ],
)
def test_attributes_of_skills(skill: str, attributes: set[str]) -> None:
    assert set(compendium.skills()[skill].attributes) == attributes


@pytest.mark.parametrize(
    ("called", "skill"),
    [
        ("Confidence & Ego", "ego"),
        ("Confidence & ego", "ego"),
        ("confidence and EGO", "ego"),
        ("perception & vigilance", "perception"),
        ("awareness", "perception"),
        ("oratory & poetry", "poetry"),
        ("oration & poetry", "poetry"),
        ("lifting & pushing", "lifting"),
        ("Ridding", "riding"),
        ("Taming & Training", "training"),
        ("Sleight of Hands", "sleight_of_hand"),
        ("sleight of hand", "sleight_of_hand"),
        ("Persuasion", "persuasion"),
        ("Stonecutting", "stone_cutting"),
        ("First Aid", "first_aid"),
        ("first_aid", "first_aid"),
        ("  Axes, Clubs & Maces ", "axes_clubs_maces"),
    ],
)
def test_a_skill_answers_to_its_aliases(called: str, skill: str) -> None:
    assert skill_named(called).key == skill


def test_every_skill_answers_to_key_name_and_aliases() -> None:
    for skill in compendium.skills().values():
        for name in (skill.key, skill.name, *skill.aliases):
            assert skill_named(name) is skill


@pytest.mark.parametrize(
    ("called", "group"), [("Arts & Performance", "arts"), ("ranged", "range_combat"), ("melee", "melee_combat")]
)
def test_a_group_answers_to_its_aliases(called: str, group: str) -> None:
    assert group_named(called).key == group


def test_an_unknown_skill_is_refused_with_close_matches() -> None:
    with pytest.raises(ValueError, match=r"no skill called 'percepshun'.*perception"):
        skill_named("percepshun")


def test_a_name_like_no_other_is_refused_without_a_guess() -> None:
    with pytest.raises(ValueError, match=r"no skill group called 'Zzyzx'\.$"):
        group_named("Zzyzx")


# ------------------------------------------------------------------------------------------------ virtues


def test_virtue_dice_by_step() -> None:
    dice = [(step.lack_die, step.excess_die) for step in compendium.virtue_steps()]
    assert dice == [(12, 4), (10, 6), (8, 8), (8, 8), (6, 10), (4, 12)]


def test_ladders_of_the_virtues() -> None:
    ladders = {key: virtue.steps for key, virtue in compendium.virtues().items()}
    assert ladders == {
        "courage": ("Craven", "Prudent", "Brave", "Brave", "Daring", "Reckless"),
        "faith": ("Iconoclast", "Skeptic", "Faithful", "Faithful", "Devout", "Zealot"),
        "honesty": ("Devious", "Cunning", "Honest", "Honest", "Frank", "Pedantic"),
        "pride": ("Meek", "Humble", "Proud", "Proud", "Dignified", "Vain"),
        "temperance": ("Debauched", "Epicurean", "Mild", "Mild", "Disciplined", "Insensitive"),
    }


# ------------------------------------------------------------------------------------------------ things


@pytest.mark.parametrize(
    ("key", "attribute", "bonus", "die", "encumbrance", "price"),
    [
        ("balanced_knife", "strength", 2, None, 1, 12),
        ("one_handed_sword", "strength", 4, None, 5, 150),
        ("great_sword", "strength", 6, None, 8, 350),
        ("sledgehammer", "strength", 8, None, 16, 200),
        ("longbow", "strength", 6, None, 8, 150),
        ("heavy_crossbow", None, 0, 20, 12, 400),
        ("sling", None, 0, 6, 0, 5),
        ("unarmed", "strength", -2, None, 0, None),
    ],
)
def test_figures_of_weapons(
    key: str, attribute: str | None, bonus: int, die: int | None, encumbrance: float, price: int | None
) -> None:
    weapon = compendium.weapons()[key]
    assert weapon.damage is not None
    found = (weapon.damage.attribute, weapon.damage.bonus, weapon.damage.die, weapon.encumbrance, weapon.price)
    assert found == (attribute, bonus, die, encumbrance, price)


def test_a_spear_is_best_at_long_range_and_stronger_in_two_hands() -> None:
    spear = compendium.weapons()["spear"]
    assert [(band.band, band.increment, band.malus_mos) for band in spear.bands] == [
        ("long", 0, 0),
        ("medium", 0, 1),
        ("far", 5, 0),
    ]
    assert spear.damage is not None
    assert (spear.damage.bonus, spear.damage.two_handed_bonus) == (4, 6)
    assert [(use.skill, use.malus_dice) for use in spear.skills] == [("polearms", 0), ("thrown", 1)]


def test_crossbows_and_firearms_force_agility_and_nothing_else_does() -> None:
    forced = {
        use.skill: use.attribute for weapon in compendium.weapons().values() for use in weapon.skills if use.attribute
    }
    assert forced == {"crossbows_firearms": "agility"}


def test_loading_a_light_crossbow_takes_hands_and_strength() -> None:
    tests = [(test.skill, test.difficulty) for test in compendium.weapons()["light_crossbow"].reload]
    assert tests == [("sleight_of_hand", 1), ("lifting", 2)]


def test_shields_and_what_they_take_away() -> None:
    shields = {key: weapon.shield for key, weapon in compendium.weapons().items() if weapon.shield}
    assert shields == {"buckler": 1, "large_shield": 2}
    assert "hide_behind" in compendium.weapons()["large_shield"].specials


def test_figures_of_the_specials() -> None:
    specials = compendium.weapon_specials()
    assert specials["hook"].figures == {"disarm_hits": 3}
    assert specials["lever"].figures == {"prone_hits": 3}
    assert specials["two_handed"].figures == {"malus_dice_in_one_hand": 2}


def test_every_special_is_had_by_some_weapon() -> None:
    had = frozenset().union(*(weapon.specials for weapon in compendium.weapons().values()))
    assert had == compendium.weapon_specials().keys()


def test_protection_of_gambeson_maille_and_open_helmet() -> None:
    worn = [compendium.armour()[key].protection for key in ("gambeson", "maille_hauberk", "open_helmet")]
    types = ("piercing", "cutting", "bludgeoning")
    assert [sum(piece.get(kind, 0) for piece in worn) for kind in types] == [1.5, 4, 2]


def test_what_a_plate_suit_includes_weighs_on_it_too() -> None:
    suit, helmet = compendium.armour()["full_plate_suit"], compendium.armour()["closed_helmet"]
    assert "closed_helmet" in suit.includes
    assert (suit.flank_rear_malus, suit.skill_maluses) == (helmet.flank_rear_malus, helmet.skill_maluses)
    assert suit.protection == {"piercing": 4.5, "cutting": 7, "bludgeoning": 4}


def test_coins_have_their_worth_in_copper_and_their_weight() -> None:
    assert {coin.short: coin.copper for coin in compendium.coins().values()} == {"gp": 200, "sp": 10, "cp": 1}
    assert 100 * compendium.coins()["copper"].encumbrance == 1


def test_fur_warms_and_is_worse_in_heat() -> None:
    cloak = compendium.gear()["fur_cloak"]
    assert [(change.skill, change.dice, change.mos) for change in cloak.modifiers] == [
        ("resist_cold", 1.5, 0),
        ("resist_heat", 0, -1),
    ]


def test_weapons_armour_and_gear_share_no_key() -> None:
    weapons, armour, gear = compendium.weapons(), compendium.armour(), compendium.gear()
    assert len({*weapons, *armour, *gear}) == len(weapons) + len(armour) + len(gear)


def test_every_entry_names_its_source() -> None:
    kinds = ("attributes", "virtues", "skills", "groups", "weapons", "weapon_specials", "armour", "creatures")
    for kind in (*kinds, "coins", "gear", "conditions"):
        for entry in getattr(compendium, kind)().values():
            assert entry.source, entry


# ------------------------------------------------------------------------------------------------ creatures


def test_printed_spirit_differs_from_the_formula_only_where_listed() -> None:
    differing = {
        key: (creature.spirit, creature.spirit_by_formula)
        for key, creature in compendium.creatures().items()
        if creature.spirit != creature.spirit_by_formula
    }
    assert differing == SPIRIT_AS_PRINTED


def test_every_creature_but_those_listed_can_attack() -> None:
    weapons = compendium.weapons()
    unarmed = {
        key
        for key, creature in compendium.creatures().items()
        if not any(weapons[weapon].damage for weapon in creature.weapons)
    }
    assert unarmed == WITHOUT_ATTACK


@pytest.mark.parametrize("key", ["guard_rookie", "guard_veteran", "skeleton", "draugr"])
def test_the_usual_foes_fight_with_a_skill_that_they_have(key: str) -> None:
    creature = compendium.creatures()[key]
    first = compendium.weapons()[creature.weapons[0]]
    assert first.damage is not None
    assert any(band.band != "far" for band in first.bands)
    skill = compendium.skills()[first.skills[0].skill]
    assert creature.skills.get(skill.key, 0) + creature.groups.get(skill.group, 0) >= 2


def test_a_rookie_guard_as_printed() -> None:
    rookie = compendium.creatures()["guard_rookie"]
    assert set(rookie.attributes.values()) == {6}
    assert rookie.groups == {"athleticism": 1, "melee_combat": 2, "range_combat": 2}
    assert rookie.skills == {"detect_motive": 1, "insult_intimidation": 2, "perception": 2}
    assert (rookie.speed, rookie.size, rookie.spirit) == ({"walk": 9}, "medium", 18)
    assert dataclasses.astuple(rookie.injury) == (2, 1, 2)
    assert [dataclasses.astuple(purse) for purse in rookie.money] == [
        ("carried", "copper", 2, 20, 1),
        ("carried", "silver", 1, 4, 1),
    ]
    worn = [compendium.armour()[key].protection for key in rookie.armour]
    types = ("piercing", "cutting", "bludgeoning")
    assert [sum(piece.get(kind, 0) for piece in worn) for kind in types] == [0.5, 2, 2]


def test_dragons_breathe_but_the_book_prints_no_die() -> None:
    weapons = compendium.weapons()
    dragons = [creature for creature in compendium.creatures().values() if creature.family == "dragon"]
    assert len(dragons) == 7
    for dragon in dragons:
        breaths = [weapons[key] for key in dragon.weapons if weapons[key].area]
        assert [breath.damage for breath in breaths] == [None]
        assert breaths[0].bands[0].increment == 10


def test_a_bestiary_skeleton_ignores_half_of_what_cuts() -> None:
    assert compendium.creatures()["skeleton"].natural_armour == {"piercing": 2, "cutting": 2}


# ------------------------------------------------------------------------------------------------ refusals


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data files to break."""
    return Path(shutil.copytree(DATA, tmp_path / "data"))


@pytest.fixture
def broken(folder: Path) -> Callable[[str, str, str], Library]:
    """Replace one passage of one file."""

    def replace(file: str, right: str, wrong: str) -> Library:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert right in text
        path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
        return Library(folder)

    return replace


def test_an_untouched_copy_is_accepted(folder: Path) -> None:
    copy = Library(folder)
    assert copy.creatures == compendium.creatures()
    assert copy.gear == compendium.gear()
    assert copy.conditions == compendium.conditions()


@pytest.mark.parametrize(
    ("kind", "file", "right", "wrong", "message"),
    [
        ("weapons", "weapons.toml", 'skill = "bows"', 'skill = "bow"', r"weapons\.toml.*'short_bow'.*unknown 'bow'"),
        ("weapons", "weapons.toml", "price = 12", "price = -12", r"'balanced_knife'.*price.*-12"),
        ("weapons", "weapons.toml", "price = 12", "prise = 12", r"'balanced_knife'.*unknown field 'prise'"),
        ("weapons", "weapons.toml", "price = 12", 'price = "12"', r"'balanced_knife'.*price"),
        ("weapons", "weapons.toml", "price = 12", "price = true", r"'balanced_knife'.*price"),
        ("weapons", "weapons.toml", "encumbrance = 5\n", "encumbrance = nan\n", r"'one_handed_sword'.*encumbrance"),
        ("weapons", "weapons.toml", 'band = "close"', 'band = "near"', r"'balanced_knife' bands 1.*'near'"),
        ("weapons", "weapons.toml", "increment = 5", "increment = 0", r"'balanced_knife' bands 2.*increment"),
        ("weapons", "weapons.toml", ", increment = 5", "", r"'balanced_knife' bands 2.*increment is missing"),
        ("weapons", "weapons.toml", "die = 6", "die = 7", r"'sling' damage.*die"),
        ("weapons", "weapons.toml", '"hook"]', '"hock"]', r"'one_handed_axe'.*'hock'"),
        ("weapons", "weapons.toml", 'attribute = "agility"', 'attribute = "wisdom"', r"'light_crossbow'.*'wisdom'"),
        ("weapons", "weapons.toml", 'key = "club"', 'key = "mace"', r"'mace'.*taken"),
        ("weapons", "weapons.toml", 'key = "club"', 'key = "Club"', r"'Club'.*lower-case"),
        ("weapons", "weapons.toml", 'key = "club"', 'key = "claws"', r"claws"),
        ("weapons", "weapons.toml", 'key = "club"\n', "", r"weapons\.toml weapon 7: key is missing"),
        ("weapons", "weapons.toml", 'name = "Club"', 'name = " "', r"'club'.*name"),
        ("weapons", "weapons.toml", 'bands = [{ band = "medium" }]', "bands = []", r"needs a skill, a band"),
        ("weapons", "weapons.toml", "[about]", "[abut]", r"weapons\.toml about"),
        ("weapons", "weapons.toml", "[[weapon]]", "[[wepon]]", r"weapons\.toml: has sections.*wepon"),
        ("weapons", "weapons.toml", "[[weapon]]", "[[weapon]", r"weapons\.toml: cannot be read"),
        ("armour", "armour.toml", "bludgeoning = 0.5", "bludgeoning = 0.3", r"'arming_cap'.*bludgeoning"),
        ("armour", "armour.toml", "bludgeoning = 0.5", "bludgeoning = 0.75", r"'arming_cap'.*halves"),
        ("armour", "armour.toml", "bludgeoning = 0.5", "blunt = 0.5", r"'arming_cap'.*unknown 'blunt'"),
        ("armour", "armour.toml", 'includes = ["arming_cap"]', 'includes = ["cap"]', r"'open_helmet'.*'cap'"),
        ("armour", "armour.toml", 'body_parts = ["head"]', 'body_parts = ["hat"]', r"'arming_cap'.*'hat'"),
        ("armour", "armour.toml", "resist_fatigue = 1", "resist_fatigues = 1", r"'closed_helmet'.*resist_fatigues"),
        ("skills", "skills.toml", 'key = "logic"', 'key = "acumen"', r"both a skill and a group.*acumen"),
        ("skills", "skills.toml", 'key = "logic"', 'key = "appraise"', r"'acumen'.*'appraise' is there already"),
        ("skills", "skills.toml", 'aliases = ["Ridding"]', 'aliases = ["Logic"]', r"'riding'.*already means 'logic'"),
        ("skills", "skills.toml", 'attributes = ["wisdom"]', 'attributes = ["wit"]', r"'appraise'.*unknown 'wit'"),
        ("skills", "skills.toml", 'attributes = ["wisdom"]', "attributes = []", r"'appraise'.*needs an attribute"),
        ("skills", "skills.toml", "ranked = false", "ranked = true", r"'luck_alone'.*has 1 skills"),
        ("virtues", "virtues.toml", '["Craven", ', "[", r"'courage'.*steps"),
        ("virtue_steps", "virtues.toml", "number = 6", "number = 7", r"virtues\.toml.*numbered"),
        ("virtue_steps", "virtues.toml", "lack_die = 12", "lack_die = 100", r"lack_die"),
        ("creatures", "bestiary.toml", "reflex = 2", "refleks = 2", r"bestiary\.toml.*'horse_pack'.*'refleks'"),
        ("creatures", "bestiary.toml", "athleticism = 4", "luck_alone = 4", r"'horse_pack'.*'luck_alone'"),
        ("creatures", "bestiary.toml", "spirit = 24", "spirit = 23", r"'horse_pack'.*formula gives 24"),
        ("creatures", "bestiary.toml", "spirit_note = ", "# spirit_note = ", r"'draugr'.*formula gives 20"),
        ("creatures", "bestiary.toml", "spirit_note = ", "note = ", r"'draugr': unknown field 'note'"),
        ("creatures", "bestiary.toml", '"hooves"]', '"hoofs"]', r"'horse_pack'.*'hoofs'"),
        ("creatures", "bestiary.toml", '"gambeson"]', '"gambesons"]', r"'guard_rookie'.*'gambesons'"),
        ("creatures", "bestiary.toml", "agility = 6, ", "", r"'horse_pack'.*attributes lacks \['agility'\]"),
        ("creatures", "bestiary.toml", 'dice = "2d20"', 'dice = "2d21"', r"'guard_rookie' money 1.*2d20"),
        ("creatures", "bestiary.toml", 'coin = "copper"', 'coin = "copperr"', r"'guard_rookie' money 1.*'copperr'"),
        ("creatures", "bestiary.toml", "lines = 2", "lines = 0", r"'horse_pack' injury.*lines"),
        ("creatures", "bestiary.toml", "walk = 15", "walks = 15", r"'horse_pack'.*'walks'"),
        ("creatures", "bestiary.toml", 'size = "large"', 'size = "big"', r"'horse_pack'.*'big'"),
        ("creatures", "bestiary.toml", '"lavish", ', "", r"'horse_pack'.*personality"),
        ("gear", "equipment.toml", 'key = "bolt"', 'key = "arrow"', r"'ammunition'.*'arrow' is taken"),
        ("gear", "equipment.toml", 'skill = "resist_cold"', 'skill = "cold"', r"'fur_boots' modifiers 1.*'cold'"),
        ("coins", "equipment.toml", "copper = 200", "copper = 0", r"'gold'.*copper"),
        ("conditions", "conditions.toml", 'key = "prone"', 'key = "dead"', r"'dead'.*taken"),
    ],
)
def test_malformed_entries_are_refused_by_file_and_entry(
    broken: Callable[[str, str, str], Library], kind: str, file: str, right: str, wrong: str, message: str
) -> None:
    library = broken(file, right, wrong)
    with pytest.raises(DataError, match=message):
        getattr(library, kind)


def test_a_missing_file_is_refused_by_name(folder: Path) -> None:
    (folder / "armour.toml").unlink()
    with pytest.raises(DataError, match=r"armour\.toml: cannot be read"):
        _ = Library(folder).armour
