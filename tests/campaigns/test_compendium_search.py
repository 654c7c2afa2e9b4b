"""The campaign's compendium: searched from its first page, and nothing said twice in a section."""

import pytest

from campaigns.homebrew import compendium, editor
from rules import selectors
from rules.registry import SYSTEMS
from rules.templatetags.compendium import says_more
from tests.campaigns.test_homebrew import CLOVER
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_cast, plug_in_toy


def text(cast: Cast, where: str = "") -> str:
    answer = client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/compendium/{where}")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("slug", [system.slug for system in SYSTEMS])
def test_the_first_page_searches_all_sections(db: None, slug: str) -> None:
    cast = make_cast(slug)
    assert 'name="q"' in text(cast)
    first = cast.campaign.system.compendium()["creatures"][0]
    found = {one.section.key: one for one in compendium.search(cast.anna, first.name)}
    assert first.key in {entry.key for entry in found["creatures"].nearest}
    assert f"/compendium/creatures/{first.key}/" in text(cast, f"?q={first.name}")
    assert "Nothing found" in text(cast, "?q=zzzzzz")


def test_our_own_stand_before_the_games(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in_toy(monkeypatch)
    cast = make_cast()
    page = editor.add(cast.gm, "charms", CLOVER)
    (found,) = [one for one in compendium.search(cast.anna, CLOVER["name"]) if one.section.key == "charms"]
    assert found.nearest[0].key == page.public_id
    assert found.count == len(found.nearest)


def test_a_section_says_its_source_once_and_no_figures_twice(db: None) -> None:
    cast = make_cast("dragonbane")
    weapons = next(one for one in selectors.all_sections(cast.campaign.system) if one.key == "weapons")
    section = compendium.section(cast.anna, compendium.shelved(cast.anna), "weapons")
    assert section.source
    page = text(cast, "weapons/")
    assert page.count(section.source) == 1
    dull = [entry for entry in weapons.entries if entry.summary and not says_more(entry)]
    assert all(f'<p class="entry__summary">{entry.summary}</p>' not in page for entry in dull)
    assert f'/compendium/weapons/{weapons.entries[0].key}/"' in page
