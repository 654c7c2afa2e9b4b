"""Origins, life events, reasons and motivations of a campaign's own, and traits that open magic."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine.character.creation import is_unmade
from rules.engine.content.homebrew import Options, checked
from rules.engine.kernel import OwnBook, Refused, is_possible, lay_open, opened
from rules.systems.sda import SDA
from rules.systems.sda.content import life_shelf
from rules.systems.sda.creation.life.life import life_of
from rules.systems.sda.creation.steps.chapters import ChooseEvents, ChooseMotivation, ChooseOrigin, ChooseReason
from rules.systems.sda.magic.casting.in_fights import Cast
from rules.systems.sda.magic.casting.open_spells import castable, has_a_hand_for_it, opens
from tests.rules.sda.tables import hero, table
from tests.rules.sda.test_making import (
    assert_every_chapter_fits,
    assert_ledger_balances,
    assert_replays,
    at_random,
    take,
    take_presets,
    unmade_table,
    why_refused,
)
from tests.rules.sda.test_own_lives import PEOPLE, SKILL, WRITTEN, Writing, labels, withdrawn

ISLE, WRECK, EXILE, SEA = (f"ours.{one}" for one in ("isle", "wreck", "exile", "sea"))
CHAPTERS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    (
        "origins",
        ISLE,
        {
            "name": "The Outer Isle",
            "costs": {PEOPLE: 0, "elf": 3},
            "careers": ["maritime"],
            "experience": {"swimming": 4},
            "things": {"gear.wool_cloak": 1},
            "copper": 7,
        },
    ),
    (
        "life_events",
        WRECK,
        {"name": "Shipwrecked", "cost": 2, "bereaves": True, "experience": {"swimming": 3}, "careers": ["criminal"]},
    ),
    (
        "reasons",
        EXILE,
        {
            "name": "Exiled by the Tides",
            "costs": {ISLE: 1},
            "any_count": 2,
            "any_xp": 3,
            "needs_event": WRECK,
            "needs_occupations": 1,
        },
    ),
    ("motivations", SEA, {"name": "The Sea Itself", "costs": {PEOPLE: 1}, "experience": {"seamanship": 4}}),
)


@pytest.fixture
def ours() -> Iterator[Writing]:
    writing = Writing()
    for section, key, told in (*WRITTEN, *CHAPTERS):
        writing.write(section, key, told)
    with opened(writing.book):
        yield writing


def islander(**more: Any) -> Any:
    at = unmade_table(**more)
    take(at, "making.people", people=PEOPLE)
    take(at, "making.kin", kin="ours.kin")
    take(at, "making.origin", origin=ISLE)
    take(at, "making.events", events=[WRECK])
    take(at, "making.occupation", occupation="enough")
    return at


# -- beside the game's ------------------------------------------------------------------------------------------------


def test_own_chapters_stand_beside_those_of_the_game(ours: Writing) -> None:
    assert {ISLE} <= life_shelf.origins().keys()
    assert {WRECK} <= life_shelf.events().keys()
    assert {EXILE} <= life_shelf.reasons().keys()
    assert {SEA} <= life_shelf.motivations().keys()
    lay_open(OwnBook())
    assert ISLE not in life_shelf.origins()
    assert "The Outer Isle" not in str(SDA.compendium())


def test_entries_of_own_chapters_say_what_they_cost_and_give(ours: Writing) -> None:
    entries = {section: SDA.shelves()[section].entry(key, ours.sections[section][key]) for section, key, _ in CHAPTERS}
    assert "points: Elf 3, Dunefolk 0" in entries["origins"].facts
    assert "opens maritime" in entries["origins"].facts
    assert {"2 points", "a parent dies"} <= set(entries["life_events"].facts)
    assert "points: The Outer Isle 1" in entries["reasons"].facts
    assert "points: Dunefolk 1" in entries["motivations"].facts


@pytest.mark.parametrize(("section", "odd"), [("origins", 3), ("life_events", 8), ("reasons", 2), ("motivations", 2)])
def test_nearly_all_of_the_games_own_can_be_begun_with(section: str, odd: int) -> None:
    assert len(SDA.compendium()[section]) - len(SDA.shelves()[section].own()) <= odd


# -- the path of a life -----------------------------------------------------------------------------------------------


def test_a_life_of_ones_own_from_the_isle_to_the_sea(ours: Writing) -> None:
    at = islander()
    take(at, "making.reason", reason=EXILE)
    take(at, "making.motivation", motivation=SEA)
    life = life_of(at.me, {})
    assert life.spent == 2 + 0 + 2 + 1 + 1
    assert life.careers_before(()) == ("maritime", "criminal")
    assert take_presets(at)[-1] == "making.finish"
    background = at.me.texts["background"]
    for told in ("Origin: The Outer Isle.", "Life: Shipwrecked.", "Left home: Exiled by the Tides.", "After: The Sea"):
        assert told in background
    assert at.me.items["wool_cloak"].count == 1
    assert_ledger_balances(at)
    assert_replays(at)


def test_own_chapters_are_closed_to_others_in_a_sentence(ours: Writing) -> None:
    at = unmade_table()
    take(at, "making.people", people="orc")
    take_presets(at, until="making.origin")
    assert why_refused(at, "making.origin", origin=ISLE).startswith("No Orc grows up there. ")
    take_presets(at, until="making.reason")
    assert why_refused(at, "making.reason", reason=EXILE) == "Needs an occupation before, or: Shipwrecked."
    assert why_refused(at, "making.motivation", motivation=SEA).startswith("No Orc lives for that. ")


def test_a_reason_may_be_for_those_of_one_origin(ours: Writing) -> None:
    at = islander()
    take(at, "making.origin", origin="high_men_city")
    take_presets(at, until="making.reason")
    assert why_refused(at, "making.reason", reason=EXILE) == "Only from The Outer Isle."


def test_a_people_may_name_an_origin_and_an_aim_of_the_campaign(ours: Writing) -> None:
    told = {**ours.sections["peoples"][PEOPLE], "origins": {ISLE: 2}, "motivations": {SEA: 0}}
    ours.write("peoples", PEOPLE, told)
    lay_open(ours.book)
    life = life_of(islander().me, {})
    assert life.cost_of_origin(life_shelf.origins()[ISLE]) == 2
    assert life.cost_of_motivation(life_shelf.motivations()[SEA]) == 0


def test_dice_draw_them_and_keep_every_rule(ours: Writing) -> None:
    lives = []
    for seed in range(40):
        at, life = at_random(seed)
        assert not is_unmade(SDA.steps, at)
        assert_ledger_balances(at)
        assert_every_chapter_fits(life)
        lives.append(life)
    assert any(WRECK in [one.key for one in life.events] for life in lives)
    assert any(life.origin and life.origin.key == ISLE for life in lives)
    withdrawn(ours, ISLE, WRECK, EXILE, SEA)
    left = [at_random(seed)[1] for seed in range(15)]
    assert not {ISLE, WRECK, EXILE, SEA} & {one.key for life in left for one in life.chapters}


# -- withdrawn, and gone ----------------------------------------------------------------------------------------------


def test_what_is_withdrawn_stays_with_whoever_has_it(ours: Writing) -> None:
    at = islander()
    take(at, "making.reason", reason=EXILE)
    take(at, "making.motivation", motivation=SEA)
    withdrawn(ours, ISLE, WRECK, EXILE, SEA)
    fresh = unmade_table()
    take(fresh, "making.people", people="elf")
    for step, field, key in (
        (ChooseOrigin, "origin", ISLE),
        (ChooseEvents, "events", WRECK),
        (ChooseReason, "reason", EXILE),
        (ChooseMotivation, "motivation", SEA),
    ):
        assert key in labels(step.choices(at)[field])
        assert key not in labels(step.choices(fresh)[field])
    assert take_presets(at)[-1] == "making.finish"


def test_a_life_whose_chapters_no_book_knows_can_go_on(ours: Writing) -> None:
    at = islander()
    take(at, "making.reason", reason=EXILE)
    for section in ("origins", "life_events", "reasons", "motivations"):
        del ours.sections[section]
    lay_open(ours.book)
    for step in SDA.steps:
        step.settled(at)
        step.choices(at)
        step.preset(at)
    assert why_refused(at, "making.events", events=[]) == "Choose an origin first."
    take(at, "making.origin", origin="high_men_city")
    assert take_presets(at)[-1] == "making.finish"
    assert SDA.page(at.me, {}).columns


@pytest.mark.parametrize(
    ("section", "told", "sentence"),
    [
        ("origins", {"also": "Rope. Long."}, "Write each thing on a line of its own, without full stops."),
        ("origins", {"shared": 3}, "Choose the skills that may share that experience."),
        ("origins", {"costs": {"nobody": 1}}, "Background points by people"),
        (
            "life_events",
            {"bereaves": True, "bereaved": 1},
            "Choose one: a parent dies in it, or it needs a parent who died",
        ),
        (
            "reasons",
            {"cost": 1, "costs": {"high_men_city": 1}},
            "Enter one cost for all, or costs by origin, not both.",
        ),
        ("reasons", {"any_count": 2}, "Enter how many skills, and how much experience in each: at least 1."),
        ("reasons", {"of_occupation": {"second": 2}}, "first skill of the last occupation before the others."),
        ("reasons", {"needs_careers": ["arts"]}, "Enter how many occupations of those careers it needs: at least 1."),
        ("motivations", {"never": ["faith.lack", "faith.excess"]}, "Choose one side of each virtue, not both."),
    ],
)
def test_what_says_only_half_is_refused_in_a_sentence(section: str, told: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        checked(SDA.shelves()[section], {"name": "Odd", **told})
    assert sentence in refused.value.sentence
    assert refused.value.sentence.endswith(".")


# -- traits that open magic -------------------------------------------------------------------------------------------


def test_a_trait_of_ones_own_opens_a_kind_of_magic(ours: Writing) -> None:
    ours.write("traits", "ours.storm", {"name": "Storm Born", "cost": 6, "opens": ["elementalism"]})
    lay_open(ours.book)
    mira = hero("Mira", skill={"water": 1})
    mira.items["ice_shard"] = SDA.item("spells", "ice_shard")
    at = table(anna=mira)
    assert not castable(at, "anna")
    assert not has_a_hand_for_it(hero("Boris"))
    mira.items["storm"] = SDA.item("traits", "ours.storm")
    assert castable(at, "anna").keys() == {"ice_shard"}
    assert opens(mira, "elementalism")
    assert not opens(mira, "sorcery")
    boris = hero("Boris")
    boris.items["storm"] = SDA.item("traits", "ours.storm")
    assert has_a_hand_for_it(boris)
    assert not is_possible(Cast, at)  # which is for a fight
    assert "opens Elementalism" in SDA.shelves()["traits"].entry("", ours.sections["traits"]["ours.storm"]).facts


def test_the_games_own_open_one_kind_each() -> None:
    opened_by = {key: trait.opens for key, trait in life_shelf.traits().items() if trait.opens}
    assert sorted(kind for kinds in opened_by.values() for kind in kinds) == [
        "elementalism",
        "mysticism",
        "shamanism",
        "sorcery",
        "witchcraft",
        "wizardry",
    ]
    assert SDA.shelves()["traits"].own()["arcane_initiate"]["opens"] == ["wizardry"]


def test_what_forms_of_our_own_offer_alike_one_function_offers(ours: Writing) -> None:
    """A skill of the campaign's own and one kept back tell apart options that only seem alike."""
    withdrawn(ours, SKILL)
    found = defaultdict[tuple[Any, ...], set[Options]](set)
    for shelf_of_ours in SDA.shelves().values():
        for figure in shelf_of_ours.figures:
            if figure.options is not dict and figure.options.__name__ != "<lambda>":
                found[tuple(figure.options().items())].add(figure.options)
    assert not [functions for functions in found.values() if len(functions) > 1]
