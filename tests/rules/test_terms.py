"""The words of each game: explained in a sentence, found by a search, and linked where a text names them."""

import pytest
from django.test import Client

from rules import registry, selectors
from rules.engine.system.protocol import System
from rules.naming import glossary

GAMES = [system for system in registry.SYSTEMS if system.terms()]


def test_every_game_of_the_house_explains_its_words() -> None:
    assert {"sda", "dragonbane", "kaos", "grim", "fortune"} <= {system.slug for system in GAMES}


@pytest.mark.parametrize("system", GAMES, ids=lambda one: one.slug)
def test_each_is_a_name_and_a_sentence(system: System) -> None:
    terms = system.terms()
    assert len(terms) >= 15
    assert len({one.name for one in terms}) == len(terms)
    for one in terms:
        assert one.name[0].isupper()
        assert one.summary.endswith(".")
        assert 20 < len(one.summary) < 180


@pytest.mark.parametrize("system", GAMES, ids=lambda one: one.slug)
def test_a_search_finds_them(system: System, client: Client) -> None:
    term = system.terms()[0]
    (found,) = (one for one in selectors.search(system, term.name) if one.section.key == selectors.TERMS)
    assert term in found.nearest
    page = client.get(f"/games/{system.slug}/terms/").content.decode()
    assert term.name in page
    assert client.get(f"/games/{system.slug}/").content.decode().count("Glossary") == 2


def test_a_text_that_names_one_leads_there() -> None:
    (found,) = glossary(registry.system_named("grim")).find("Everybody suffers a Fury Die more.")
    assert (found.name.text, found.name.section) == ("Fury Die", selectors.TERMS)
