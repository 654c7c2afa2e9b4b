"""Entries side by side: what their rows say and which differ, in every game, for strangers and without scripts."""

import re

import pytest
from django.test import Client

from rules import comparison, selectors
from rules.engine.content import homebrew
from rules.engine.content.entries import Entry
from rules.engine.content.homebrew import Shelf
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS

every_game = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)

SHELF = Shelf(
    "boats",
    "boat",
    (
        homebrew.NAME,
        homebrew.DESCRIPTION,
        homebrew.number("oars", "Oars", most=20, start=0, zero="sails only"),
        homebrew.number("holds", "Holds", most=9, start=0),
        homebrew.number("length", "Length", most=90, start=None, unit="m"),
        homebrew.each("speed", "Speed", lambda: homebrew.spelled("calm", "storm"), most=9, unit="knots"),
        homebrew.pick("rig", "Rig", lambda: {"": "None", "lug": "Lugsail"}, start=""),
    ),
    lambda key, told: Entry(key, str(told["name"])),
)


def boat(key: str, **figures: homebrew.Json) -> comparison.Compared:
    told = homebrew.completed(SHELF, {"name": key.title(), **figures})
    return comparison.Compared(Entry(key, key.title(), facts=(f"{figures['length']} m",)), told)


COG, GIG = (
    boat("cog", length=20, oars=0, rig="lug", speed={"calm": 4}),
    boat("gig", length=8, oars=6, speed={"calm": 4}),
)


def rows(*compared: comparison.Compared, shelf: Shelf | None = SHELF) -> dict[str, comparison.Row]:
    found = comparison.compare(shelf, compared, (), only_differing=False)
    return {row.label: row for _, listed in found.groups for row in listed}


def test_figures_are_rows_and_say_what_0_stands_for() -> None:
    found = rows(COG, GIG)
    assert found["Oars"].cells == ("sails only", "6")
    assert found["Length"].cells == ("20 m", "8 m")
    assert found["Rig"].cells == ("Lugsail", "None")
    assert (found["Calm"].cells, found["Calm"].under) == (("4 knots", "4 knots"), "Speed")
    assert {row.label for row in found.values() if row.differs} == {"Oars", "Length", "Rig"}


def test_what_no_entry_has_is_left_out_and_sentences_are_no_difference() -> None:
    found = rows(COG, GIG)
    assert not {"Holds", "Storm", "Name", "In a sentence"} & set(found)
    assert found["At a glance"].cells == ("20 m", "8 m")
    assert not found["At a glance"].differs


def test_only_differing_rows_may_be_asked_for() -> None:
    found = comparison.compare(SHELF, [COG, GIG], (), only_differing=True)
    assert [row.label for _, listed in found.groups for row in listed] == ["Oars", "Length", "Rig"]


def test_entries_without_figures_are_compared_by_the_labels_of_their_facts() -> None:
    one = comparison.Compared(Entry("wolf", "Wolf", facts=("STR 12 AGI 20", "HP 14", "pack")))
    two = comparison.Compared(Entry("bear", "Bear", facts=("STR 30 AGI 9", "HP 40", "hide 3")))
    found = rows(one, two)
    assert {label: row.cells for label, row in found.items()} == {
        "STR": ("12", "30"),
        "AGI": ("20", "9"),
        "HP": ("14", "40"),
        "Also": ("pack", "hide 3"),
    }
    assert rows(COG, one, shelf=SHELF)["Figures"].cells == ("20 m", "STR 12, AGI 20, HP 14, pack")


def test_four_stand_beside_each_other_and_one_may_go_while_two_are_left() -> None:
    fleet = [boat(f"boat{number}", length=number) for number in range(1, 7)]
    found = comparison.compare(SHELF, fleet, [one.entry for one in fleet], only_differing=False)
    assert [one.entry.key for one in found.columns] == ["boat1", "boat2", "boat3", "boat4"]
    assert found.others == ()
    assert found.headed[0][1] == "entry=boat2&entry=boat3&entry=boat4"
    two = comparison.compare(SHELF, fleet[:2], [one.entry for one in fleet], only_differing=False)
    assert [query for _, query in two.headed] == ["", ""]
    assert [one.key for one in two.others] == ["boat3", "boat4", "boat5", "boat6"]


# -- the games' pages -------------------------------------------------------------------------------------------------


def page(system: System, section: str, *keys: str, more: str = "") -> str:
    asked = "&".join(f"entry={key}" for key in keys)
    answer = Client().get(f"/games/{system.slug}/{section}/compare/?{asked}{more}")
    assert answer.status_code == 200
    return answer.content.decode()


@every_game
def test_every_section_of_a_game_can_be_compared(system: System, db: None) -> None:
    for section in selectors.sections(system):
        if comparison.can_compare(section.key) and len(section.entries) > 1:
            keys = [entry.key for entry in section.entries[:3]]
            text = page(system, section.key, *keys)
            assert text.count('<th scope="col">') == len(keys)
            assert "<tr" in text.split("</thead>")[1], section.key


@every_game
def test_entries_are_ticked_on_their_page_by_a_plain_form(system: System, db: None) -> None:
    text = Client().get(f"/games/{system.slug}/creatures/").content.decode()
    assert f'id="compare" method="get" action="/games/{system.slug}/creatures/compare/"' in text
    ticked = re.findall(r'name="entry" value="([^"]+)" form="compare"', text)
    assert ticked == [entry.key for entry in system.compendium()["creatures"]]
    for section in (selectors.TERMS, selectors.MECHANICS):
        assert 'form="compare"' not in Client().get(f"/games/{system.slug}/{section}/").content.decode()
        assert Client().get(f"/games/{system.slug}/{section}/compare/").status_code == 404


def test_a_difference_has_a_sign_and_a_word_beside_its_colour(db: None) -> None:
    system = SYSTEMS[0]
    first, second = (entry.key for entry in system.compendium()["weapons"][:2])
    text = page(system, "weapons", first, second)
    assert '<span aria-hidden="true">≠</span><span class="visually-hidden">differs</span>' in text
    assert f"?entry={first}&amp;entry={second}&amp;differing=1" in text
    assert "Show all rows" in page(system, "weapons", first, second, more="&differing=1")


def test_too_few_entries_lead_back_to_the_section(db: None) -> None:
    system = SYSTEMS[0]
    first = system.compendium()["weapons"][0]
    for text in (
        page(system, "weapons"),
        page(system, "weapons", first.key, "no_such"),
        page(system, "weapons", "<b>"),
    ):
        assert "Tick two to four entries" in text
        assert f'href="/games/{system.slug}/weapons/">Choose entries' in text
    assert Client().get(f"/games/{system.slug}/no_such/compare/").status_code == 404
