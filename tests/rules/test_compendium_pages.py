"""The games' own pages: open to everybody, searched with and without scripts, and no question to the database."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from rules import selectors
from rules.engine.content.entries import Entry
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS
from rules.templatetags.compendium import links_of
from tests.helpers import Cast, make_cast, plug_in_toy
from tests.toy import HEADS_GAME

every_game = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)

#: The questions that a signed-in person's page asks: who they are, and how many notices they have not read.
WHO = 2


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in_toy(monkeypatch)


def addresses(system: System) -> list[str]:
    here = f"/games/{system.slug}/"
    shelves = [f"{here}{one.key}/" for one in selectors.all_sections(system)]
    return ["/games/", here, f"{here}turn/", f"{here}search/", f"{here}search/?q=a", *shelves]


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def shown(text: str) -> list[str]:
    """The keys of the entries that are in sight."""
    return [key for key, rest in re.findall(r'<li class="entry" id="([^"]+)"([^>]*)>', text) if "hidden" not in rest]


# -- who may look -----------------------------------------------------------------------------------------------------


@every_game
def test_a_stranger_reads_every_page_and_the_database_is_not_asked(
    system: System, django_assert_num_queries: DjangoAssertNumQueries, db: None
) -> None:
    with django_assert_num_queries(0):
        for address in addresses(system):
            page(Client(), address)


@every_game
@pytest.mark.parametrize("who", ["anna", "gm", "olga"])
def test_members_read_them_too(
    system: System, who: str, django_assert_max_num_queries: DjangoAssertNumQueries, db: None
) -> None:
    client = Client()
    client.force_login(getattr(make_cast(), who).user)
    page(client, "/games/")
    for address in addresses(system):
        with django_assert_max_num_queries(WHO):
            page(client, address)


@pytest.mark.parametrize("address", ["no-such/", "no-such/turn/", "no-such/search/", "heads/no_such/", "heads/x/y/"])
def test_what_there_is_not_is_not_found(address: str, db: None) -> None:
    assert Client().get(f"/games/{address}").status_code == 404


def test_compendium_pages_refuse_to_be_posted_to(db: None) -> None:
    for address in addresses(HEADS_GAME):
        assert Client().post(address).status_code == 405


# -- what stands there ------------------------------------------------------------------------------------------------


@every_game
def test_every_entry_stands_on_its_page_under_its_own_anchor(system: System, db: None) -> None:
    for section in selectors.all_sections(system):
        text = page(Client(), f"/games/{system.slug}/{section.key}/")
        assert shown(text) == [entry.key for entry in section.entries]
        ids = re.findall(r' id="([^"]+)"', text)
        assert len(ids) == len(set(ids))


@every_game
def test_no_section_is_called_as_a_page_is(system: System) -> None:
    assert not {"turn", "search", selectors.MECHANICS} & set(system.compendium())


def test_a_game_says_what_it_has_and_what_can_be_set_otherwise(db: None) -> None:
    text = page(Client(), "/games/heads/")
    assert "Nobody&#x27;s game." in text
    assert "Everybody begins with one coin." in text
    assert "<b>off</b>" in text
    assert "Throw some coins." in text
    assert re.search(r'href="/games/heads/creatures/"><span class="count__number">1</span>', text)
    assert 'data-accent="pine"' in text


def test_all_games_are_listed(db: None) -> None:
    text = page(Client(), "/games/")
    assert all(f'href="/games/{system.slug}/"' in text for system in (*SYSTEMS, HEADS_GAME))


def test_an_empty_shelf_says_what_to_do(db: None) -> None:
    text = page(Client(), "/games/heads/mechanics/")
    assert "This section is empty" in text


@every_game
def test_the_guide_leads_to_the_rules_that_it_names(system: System, db: None) -> None:
    text = page(Client(), f"/games/{system.slug}/turn/")
    claimed = {one.number for one in system.mechanics()}
    assert set(re.findall(r"mechanics/#([^\"]+)", text)) <= claimed
    assert all(way.name in text.replace("&#x27;", "'") for ways in system.guide() for way in ways.ways)


# -- searching --------------------------------------------------------------------------------------------------------


def test_a_section_is_narrowed_down_without_scripts(db: None) -> None:
    assert shown(page(Client(), "/games/heads/creatures/?q=MAGpie+shines")) == ["magpie"]
    text = page(Client(), "/games/heads/creatures/?q=dragon")
    assert shown(text) == []
    assert "0 of 1" in text
    assert re.search(r"data-nothing>", text), "what to do instead is in sight"
    assert "/games/heads/search/?q=dragon" in text


def test_all_sections_are_searched(db: None) -> None:
    text = page(Client(), "/games/heads/search/?q=shines")
    assert 'href="/games/heads/creatures/#magpie"' in text
    assert "1 found for" in text
    assert "No match" in page(Client(), "/games/heads/search/?q=dragon")


@every_game
def test_every_entry_is_found_by_its_name(system: System) -> None:
    for section in selectors.sections(system):
        for entry in section.entries:
            found = selectors.search(system, entry.name)
            assert any(finds.section.key == section.key for finds in found), entry.name


@pytest.mark.parametrize("wanted", ["%3Cscript%3E", "a" * 5000, "%F0%9F%90%89", "++"])
def test_nonsense_is_looked_for_and_not_found(wanted: str, db: None) -> None:
    for place in ("search/", "creatures/"):
        assert "<script>" not in page(Client(), f"/games/heads/{place}?q={wanted}")


def test_names_come_before_what_is_only_mentioned(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = (
        Entry("cup", "Cup", "Holds a sword."),
        Entry("long", "Long sword"),
        Entry("sword", "Sword"),
        Entry("epee", "Épée"),
    )
    monkeypatch.setattr(type(HEADS_GAME), "compendium", lambda self: {"things": entries})
    assert [entry.key for entry in selectors.search(HEADS_GAME, "sword")[0].nearest] == ["sword", "long", "cup"]
    assert [entry.key for entry in selectors.search(HEADS_GAME, "EPEE")[0].nearest] == ["epee"]
    assert selectors.search(HEADS_GAME, "  ") == []


def test_the_section_with_the_nearest_name_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    shelves = {"people": (Entry("smith", "Smith", "Makes a sword."),), "things": (Entry("sword", "Sword"),)}
    monkeypatch.setattr(type(HEADS_GAME), "compendium", lambda self: shelves)
    assert [finds.section.key for finds in selectors.search(HEADS_GAME, "sword")] == ["things", "people"]


# -- the ways in ------------------------------------------------------------------------------------------------------


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def test_a_campaign_leads_to_its_own_game(cast: Cast) -> None:
    for member in (cast.gm, cast.anna, cast.olga):
        client = Client()
        client.force_login(member.user)
        text = page(client, reverse("campaigns:members", args=[cast.campaign.public_id]))
        here = f"/campaigns/{cast.campaign.public_id}/"
        assert f'<a href="{here}rules/">Rules</a>' in text


def test_whoever_is_not_signed_in_is_shown_the_way(db: None) -> None:
    text = page(Client(), "/")
    assert 'href="/games/"' in text
    assert 'href="/games/heads/"' in text


# -- what belongs together --------------------------------------------------------------------------------------------


def test_an_entry_leads_to_the_rules_of_its_commands_and_each_rule_back(client: Client, db: None) -> None:
    system = next(one for one in SYSTEMS if any(entry.commands for all_ in one.compendium().values() for entry in all_))
    section, entry = next((key, e) for key, entries in system.compendium().items() for e in entries if e.commands)
    forth = links_of(entry, system)
    assert forth
    for link in forth:
        rule = next(one for one in selectors.numbered(system).entries if one.key == link.key)
        assert (section, entry.key) in {(one.section, one.key) for one in links_of(rule, system)}
    assert f'href="/games/{system.slug}/mechanics/#{forth[0].key}"' in page(client, f"/games/{system.slug}/{section}/")
    rules = page(client, f"/games/{system.slug}/mechanics/")
    assert f'href="/games/{system.slug}/{section}/#{entry.key}"' in rules


def test_an_entry_without_commands_leads_nowhere() -> None:
    assert links_of(Entry("rope", "Rope"), HEADS_GAME) == ()
