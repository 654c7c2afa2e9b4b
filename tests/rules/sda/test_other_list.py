"""The other list of skills (D-1): it holds together, keeps what the usual one means, and is followed as a whole."""

import json
from collections.abc import Iterator

import pytest

from rules.engine.content.switches import edition_of
from rules.engine.kernel import OwnBook, opened
from rules.systems.sda import SDA
from rules.systems.sda.content import compendium
from rules.systems.sda.content.house_rules import general
from rules.systems.sda.content.life_shelf import occupations, traits
from rules.systems.sda.content.skills import GROUPS, SKILLS, members, narrowest, skill_named

OTHER = OwnBook(edition="2019")


@pytest.fixture
def other_list_open() -> Iterator[None]:
    with opened(OTHER):
        yield


def test_it_is_the_edition_that_a_campaign_turns_to() -> None:
    assert edition_of(SDA.switches, {}) == edition_of(SDA.switches, {general.SKILLS_OF.name: "2018"}) == ""
    assert edition_of(SDA.switches, {general.SKILLS_OF.name: "2019"}) == "2019"
    assert set(general.SKILLS_OF.options) == {"2018", "2019"}


def test_it_has_every_skill_of_the_usual_list_and_more(other_list_open: None) -> None:
    usual = compendium.printed()
    assert usual.skills.keys() < SKILLS.keys()
    assert usual.groups.keys() - GROUPS.keys() == {"trades"}
    assert len(SKILLS) == 124
    assert len(GROUPS) == 25


@pytest.mark.parametrize("group", ["homemaking", "intrigue", "healing_arts", "sleights"])
def test_it_has_groups_of_its_own(group: str, other_list_open: None) -> None:
    assert 4 <= len(members(GROUPS[group])) <= 6
    assert SDA.rank_range("group", group)


def test_old_names_are_found_still(other_list_open: None) -> None:
    assert skill_named("Sleight of Hands").key == skill_named("Pickpocket").key == "sleight_of_hand"
    assert skill_named("Insult").key == "insult"


def test_what_teaches_names_skills_that_there_are(other_list_open: None) -> None:
    """Callings and traits speak of both lists alike."""
    known = {*SKILLS, *GROUPS}
    taught = {key for one in occupations().values() for learnt in one.experience for key in learnt.of}
    assert taught <= known
    assert {key for one in traits().values() for effect in one.effects for key in effect.skills} <= set(SKILLS)


def test_the_narrowest_skill_is_rolled() -> None:
    assert narrowest("lockpicking", "sleight_of_hand") == "sleight_of_hand"
    with opened(OTHER):
        assert narrowest("lockpicking", "sleight_of_hand") == "lockpicking"


def test_sheets_and_the_compendium_follow_it() -> None:
    sheet = SDA.fresh_sheet("Anna")
    for book, has in ((OwnBook(), False), (OTHER, True)):
        with opened(book):
            assert ("Lockpicking" in str(SDA.page(sheet, {}))) is has
            assert any(entry.key == "lockpicking" for entry in SDA.compendium()["skills"]) is has


def test_it_goes_with_a_book_of_ones_own() -> None:
    skill = {"name": "Whispering", "description": "", "group": "intrigue", "attributes": ["persona"]}
    told = json.dumps({"skills": {"ours.a": skill}})
    with opened(OwnBook(told, edition="2019")):
        assert [one.name for one in members(GROUPS["intrigue"])][-1] == "Whispering"
    with opened(OwnBook(told)):
        assert "ours.a" not in SKILLS
