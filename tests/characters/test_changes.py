"""What a choice would change, as the page of a making says it: figures with what they become, the rest by its name."""

import pytest

from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from characters import services
from characters.creation import previews
from characters.creation.previews import Change
from characters.creation.steps import Way
from characters.models import Character
from rules.engine.kernel import Json
from tests.campaigns.test_playing import client_of
from tests.characters.test_sheet_page import address
from tests.helpers import Cast, make_cast


@pytest.fixture
def fortune(db: None) -> Cast:
    return make_cast("fortune")


@pytest.fixture
def wren(fortune: Cast) -> Character:
    return services.make_by(fortune.anna, way=Way.STEPS, name="Wren", owner=fortune.anna.user)


def changes(fortune: Cast, wren: Character, **given: Json) -> tuple[Change, ...]:
    return previews.preview(fortune.anna, Intent("make.lineage", given, wren.public_id)).changes


def test_a_new_trait_is_named_and_a_raised_stat_stands_beside_it(fortune: Cast, wren: Character) -> None:
    found = changes(fortune, wren, lineage="elf", stat="agility")
    assert Change("Farsight", rank="feature.elf_farsight", comes=True) in found
    assert ("Agility", "+1") in [(one.label, one.after) for one in found]
    assert "Elf" not in [one.after for one in found if one.label != "Lineage"], "where it is from is no figure of it"


def test_who_comes_back_goes_on_with_what_stands_there(fortune: Cast, wren: Character) -> None:
    chosen: dict[str, Json] = {"lineage": "elf", "stat": "agility"}
    assert not previews.preview(fortune.anna, Intent("make.lineage", chosen, wren.public_id)).is_same
    perform(fortune.anna, Intent("make.lineage", chosen, wren.public_id))
    at, client = address(fortune, wren, "making/"), client_of(fortune.anna)
    back = f'href="{at}?step=make.lineage" data-making-step>Back</a>'
    assert back in client.get(at).content.decode()
    again = client.get(f"{at}?step=make.lineage").content.decode()
    assert "data-same" in again
    assert ">Back</a>" not in again, "it is the first"
    other = previews.preview(fortune.anna, Intent("make.lineage", chosen | {"stat": "intellect"}, wren.public_id))
    assert not other.is_same


def test_the_page_links_what_is_new_to_its_entry(fortune: Cast, wren: Character) -> None:
    sent = {"command": "make.lineage", "actor": wren.public_id, "with-lineage": "elf", "with-stat": "agility"}
    text = client_of(fortune.anna).post(address(fortune, wren, "making/preview/"), sent).content.decode()
    assert 'new: <a class="term"' in text
    assert "#elf_farsight" in text
