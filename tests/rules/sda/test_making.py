"""Lives made by dice: whoever they make is legal, and everything that made them stands in the ledger."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from rules import codec, heroes
from rules.engine.character.creation import MAKING, is_unmade, next_step, steps_of
from rules.engine.content.reader import DataError
from rules.engine.kernel import Begun, ExperienceChanged, Json, Refused, SeededDice, Sheet, Table, foretell
from rules.engine.kernel.commands import perform
from rules.engine.system.protocol import command_named
from rules.systems.sda.content import compendium, life_shelf
from rules.systems.sda.content.house_rules import creation
from rules.systems.sda.content.life_shelf import Shelf
from rules.systems.sda.content.skills import ATTRIBUTES, SKILLS
from rules.systems.sda.core.person import carrying_limit
from rules.systems.sda.creation.life.life import Life, life_of
from rules.systems.sda.creation.steps.all_steps import AtRandom
from rules.systems.sda.system import SDA
from tests.rules.legal_play import Documents

MANY = range(300)
SOME = range(40)
SHORT = {creation.WAY.name: creation.SHORT}


def unmade_table(house_rules: Mapping[str, Json] | None = None) -> Table:
    return Table({"anna": SDA.unmade_sheet("Anna")}, None, house_rules or {}, "anna", SDA.rank_range)


def at_random(seed: int, house_rules: Mapping[str, Json] | None = None) -> tuple[Table, Life]:
    """A table with a person made by dice, and the life that made them."""
    table = unmade_table(house_rules)
    lives: list[Life] = []
    happen = table.happen

    def remember(*facts: object) -> None:
        if MAKING in table.me.memo:
            lives.append(life_of(table.me, table.house_rules))
        happen(*facts)  # type: ignore[arg-type]

    table.happen = remember  # type: ignore[method-assign, assignment]
    perform(AtRandom(), table, SeededDice(seed))
    SDA.keep_up(table)
    return table, lives[-1]


def take(table: Table, name: str, **fields: object) -> None:
    step = codec.command_from(command_named(SDA, name), dict(fields))
    foretell(step, table)
    perform(step, table, SeededDice(1))
    SDA.keep_up(table)


def refusal(table: Table, name: str, **fields: object) -> str:
    with pytest.raises(Refused) as refused:
        take(table, name, **fields)
    return refused.value.sentence


def why_refused(table: Table, name: str, **fields: object) -> str:
    """The sentence that refuses a step, offered or not."""
    step = codec.command_from(command_named(SDA, name), dict(fields))
    try:
        type(step).possible(table)
        step.perform(table, SeededDice(1))
    except Refused as refused:
        return refused.sentence
    pytest.fail(f"{name} was not refused")


# -- what is made -----------------------------------------------------------------------------------------------------


def spent_and_earned(table: Table) -> list[ExperienceChanged]:
    return [fact for fact in table.facts if isinstance(fact, ExperienceChanged)]


def assert_ledger_balances(table: Table) -> None:
    """Check that the sheet holds the sum of what was earned and spent, and that each rank was bought once."""
    balances: dict[tuple[str, str], int] = {}
    bought: dict[tuple[str, str], int] = {}
    for fact in spent_and_earned(table):
        assert fact.reason
        where = (fact.kind, fact.name)
        balances[where] = balances.get(where, 0) + fact.by
        assert balances[where] >= 0, f"{where} is overdrawn"
        bought[where] = bought.get(where, 0) + (0 if not fact.bought else 1 if fact.by < 0 else -1)
    held = {(kind, name): xp for kind, names in table.me.experience.items() for name, xp in names.items()}
    assert {where: by for where, by in balances.items() if by} == held
    skills = sum(count for (kind, _), count in bought.items() if kind == "skill")
    assert skills == sum(table.me.ranks["skill"].values()) + 3 * sum(table.me.ranks["group"].values())


def assert_replays(table: Table) -> None:
    begun = Begun("anna", SDA.unmade_sheet("Anna"))
    told = Documents().tell([begun, *codec.facts_from(codec.dump_facts(table.facts))])
    assert codec.dump(told.sheets["anna"]) == codec.dump(table.me)


def assert_within_limits(sheet: Sheet, most: int = 4) -> None:
    assert all(4 <= sheet.rank("attribute", key) <= 12 for key in ATTRIBUTES)
    for key, skill in SKILLS.items():
        assert 0 <= sheet.rank("skill", key) + sheet.rank("group", skill.group) <= most + 1
    assert all(0 <= step < len(compendium.virtue_steps()) for step in sheet.ranks["virtue"].values())
    held = sheet.resources["spirit"]
    assert held.now == held.most == sum(sheet.rank("attribute", key) for key in ("constitution", "persona", "wisdom"))


@pytest.mark.parametrize("seed", MANY)
def test_a_life_by_dice_is_legal(seed: int) -> None:
    table, life = at_random(seed)
    assert not is_unmade(SDA.steps, table)
    assert MAKING not in table.me.memo
    assert 0 <= life.spent <= life.points
    assert_within_limits(table.me)
    assert_ledger_balances(table)
    assert_replays(table)
    assert_every_chapter_fits(life)
    assert SDA.page(table.me, {}).columns
    assert not {"people", "background"} - table.me.texts.keys()


def assert_every_chapter_fits(life: Life) -> None:
    assert life.people
    assert life.kin
    assert life.kin.key in life.people.kin
    assert life.cost_of_origin(life.origin) is not None
    assert life.cost_of_motivation(life.motivation) is not None
    assert life.reason
    assert not life.closed_reason(life.reason)
    for at, one in enumerate(life.occupations):
        assert not life.closed_occupation(one, life.occupations[:at])
    assert all(life.cost_of_trait(key) is not None for key in life.choices["traits"])


@pytest.mark.parametrize("seed", SOME)
def test_the_short_form_by_dice_is_legal(seed: int) -> None:
    table, life = at_random(seed, SHORT)
    assert not is_unmade(SDA.steps, table)
    assert life.short
    assert sum(life.short["attributes"].values()) <= 6
    assert_within_limits(table.me)
    assert_ledger_balances(table)
    assert_replays(table)
    assert not any(xp for names in table.me.experience.values() for xp in names.values())
    earned = sum(fact.by for fact in spent_and_earned(table) if fact.reason == "short form")
    assert earned <= 60


def test_dice_can_take_over_in_the_middle() -> None:
    table = unmade_table()
    take(table, "making.people", people="elf")
    take(table, "making.kin", kin="winter_court")
    take(table, "making.origin", origin="elven_village")
    take(table, "making.random")
    assert not is_unmade(SDA.steps, table)
    assert_ledger_balances(table)
    assert_replays(table)


# -- step by step -----------------------------------------------------------------------------------------------------


def take_presets(table: Table, until: str = "") -> list[str]:
    """Take every step that comes next, with the first choice of each pick, until one."""
    taken = []
    while is_unmade(SDA.steps, table):
        step = next_step(steps_of(SDA.steps, table))
        assert step
        if step.step.name == until:
            break
        fields = {name: choices[0].value for name, choices in step.step.choices(table).items() if choices}
        many = {name for name, value in step.step.preset(table).items() if isinstance(value, tuple)}
        fields = {name: value for name, value in fields.items() if name not in many} | dict(step.step.preset(table))
        told = {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}
        take(table, step.step.name, **told)
        taken.append(step.step.name)
        assert len(taken) < 20, taken
    return taken


@pytest.mark.parametrize("people", life_shelf.peoples())
def test_a_life_of_proposed_steps_alone_is_finished_and_legal(people: str) -> None:
    table = unmade_table()
    take(table, "making.people", people=people)
    taken = take_presets(table)
    assert taken[-1] == "making.finish"
    assert "making.short" not in taken
    assert ("making.array" in taken) == bool(life_shelf.peoples()[people].arrays)
    assert_ledger_balances(table)
    assert_replays(table)


@pytest.mark.parametrize("other", ["troll", "high_man", "faun"])
def test_another_people_takes_back_what_it_gave(other: str) -> None:
    table = unmade_table()
    take(table, "making.people", people="orc")
    take_presets(table, until="making.equipment")
    take(table, "making.people", people=other)
    assert "Orc" not in table.me.texts["people"]
    assert not any(table.me.ranks["skill"].values())
    assert {fact.reason for fact in spent_and_earned(table)} >= {"Orc", "Orc, taken back"}
    assert take_presets(table)[-1] == "making.finish"
    assert_ledger_balances(table)
    assert_replays(table)


def test_what_was_written_by_hand_stays() -> None:
    table = unmade_table()
    take(table, "making.people", people="orc")
    take(table, "sheet.text", text="background", to="Ask me later.")
    take_presets(table)
    assert table.me.texts["background"] == "Ask me later."


def test_talent_and_quick_learning_make_ranks_cheaper() -> None:
    table = unmade_table()
    take(table, "making.people", people="high_man")
    take(table, "making.kin", kin="northerner")
    take_presets(table, until="making.share")
    preset = {"shared": [*table_preset(table)["shared"]], "talent": "ego"}
    take(table, "making.share", **preset)
    take_presets(table)
    spent = [fact.by for fact in spent_and_earned(table) if fact.name == "ego" and fact.by < 0]
    assert spent[0] == -3
    assert spent[1:2] in ([-4], [])
    assert table.me.items["trait-natural_talent"].stats == {"skill": "ego"}


def table_preset(table: Table) -> Mapping[str, Json]:
    step = next_step(steps_of(SDA.steps, table))
    assert step
    return step.step.preset(table)


def test_a_beast_of_burden_carries_as_if_a_size_larger() -> None:
    table = unmade_table()
    take(table, "making.people", people="highland_half_man")
    assert carrying_limit(table.me) == 14 * 2.5
    take(table, "making.people", people="orc")
    assert carrying_limit(table.me) == 13 * 2


def test_points_of_the_campaign_are_kept() -> None:
    table = unmade_table({creation.POINTS.name: 1})
    take(table, "making.people", people="orc")
    assert "background points. Save" in refusal(table, "making.kin", kin="black_skinned")


# -- the data ---------------------------------------------------------------------------------------------------------


def test_everything_that_lives_are_made_of_can_be_read() -> None:
    counts = {
        "peoples": 9,
        "kin": 25,
        "origins": 10,
        "events": 32,
        "occupations": 80,
        "reasons": 11,
        "motivations": 13,
        "traits": 93,
    }
    assert {name: len(getattr(life_shelf, name)()) for name in counts} == counts
    for section in ("peoples", "kin", "origins", "life_events", "occupations", "reasons", "motivations", "traits"):
        assert all(entry.summary and entry.source for entry in SDA.compendium()[section])


@pytest.mark.parametrize(
    ("file", "part", "was", "becomes", "complaint"),
    [
        ("races", "peoples", '"brawling"', '"brawlin"', "races.toml race 1 entry 'high_man' experience 1.*'brawlin'"),
        ("races", "peoples", '"natural_talent"', '"natural"', "entry 'high_man': traits names an unknown 'natural'"),
        ("origins", "origins", "high_man = 0", "hihg_man = 0", "entry 'high_men_city': costs names an unknown"),
        ("life_events", "events", "bereaves", "bereaved_of", "unknown field 'bereaved_of'"),
        ("occupations", "occupations", '"arts"', '"art"', "entry 'actor': careers names an unknown 'art'"),
        ("occupations", "occupations", "gear.fashionable", "gear.fashionabel", "belongings 1: one_of names an unknown"),
        ("reasons", "reasons", '"ego"', '"egos"', "experience 1: of names an unknown 'egos'"),
        ("motivations", "motivations", '"profit"', '"Profit"', "a key is lower-case"),
        (
            "traits",
            "traits",
            'trait = "fist_of_iron"',
            'trait = "fist"',
            "'fist_of_steel': needs an unknown 'fist'",
        ),
        ("traits", "traits", 'slows = "persona"', 'slows = "person"', "slows names an unknown 'person'"),
    ],
)
def test_what_does_not_fit_is_refused_by_file_and_entry(
    tmp_path: Path, file: str, part: str, was: str, becomes: str, complaint: str
) -> None:
    for one in compendium.DATA.glob("*.toml"):
        shutil.copy(one, tmp_path)
    changed = tmp_path / f"{file}.toml"
    text = changed.read_text(encoding="utf-8")
    assert was in text
    changed.write_text(text.replace(was, becomes), encoding="utf-8")
    with pytest.raises(DataError, match=complaint):
        getattr(Shelf(tmp_path, compendium.library()), part)


def test_a_shield_is_in_hand_beside_the_first_weapon_unless_it_takes_both() -> None:
    held = {}
    for hero in SDA.heroes():
        items = heroes.made(SDA, hero, {}).items
        held[hero.name] = {key for key, item in items.items() if item.kind == "weapon" and item.in_use}
    assert {"one_handed_sword", "large_shield"} <= held["Hakon"]
    assert all(len(keys - {"unarmed", "horns"}) <= 2 for keys in held.values())
