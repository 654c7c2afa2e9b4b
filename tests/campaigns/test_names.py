"""Names lead into the compendium from wherever they are read, and never to what somebody may not look up."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.homebrew import editor
from campaigns.homebrew.links import links_to_choices
from campaigns.models import Homebrew, Membership
from campaigns.play.forms import Option
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from rules.engine.kernel import CLOSED, OURS, lay_open
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_cast

#: The name of what players know nothing of: they may read that somebody says it, but it leads nowhere.
CANARY = "Zaunkoenigin"
_LINK = re.compile(r'<a class="term" href="([^"]+)"[^>]*>([^<]+)</a>')


@pytest.fixture
def cast(db: None) -> Cast:
    """A campaign of a game that has much to look up."""
    lay_open(CLOSED)
    return make_cast("sda")


def text(cast: Cast, who: Membership, what: str) -> str:
    answer = client_of(who).get(f"/campaigns/{cast.campaign.public_id}/{what}")
    assert answer.status_code == 200, answer.content.decode()[:300]
    return answer.content.decode()


def links(page: str) -> dict[str, str]:
    """The targets of linked names within the compendium, by name."""
    return {name: address.partition("/compendium/")[2] for address, name in _LINK.findall(page)}


def perform_for_rook(cast: Cast, command: str, **given: object) -> str:
    return perform(cast.gm, Intent(command, given, cast.rook.public_id)).public_id


# -- in the chronicle -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["gm", "anna", "olga"])
def test_sentences_of_the_chronicle_lead_there(cast: Cast, who: str) -> None:
    perform_for_rook(cast, "sheet.item", title="Longsword", kind="weapon", count=1)
    perform_for_rook(cast, "sheet.condition", condition="prone", title="Prone", on=True)
    perform_for_rook(cast, "sheet.rank", kind="skill", rank="stealth", to=2)
    there = links(text(cast, getattr(cast, who), "chronicle/"))
    assert there["Longsword"] == "weapons/#longsword"
    assert there["prone"] == "conditions/#prone"
    assert there["Stealth"] == "skills/#stealth"


def test_the_tab_key_passes_over_the_names_of_a_line(cast: Cast) -> None:
    perform_for_rook(cast, "sheet.item", title="Longsword", kind="weapon", count=1)
    page = text(cast, cast.anna, "chronicle/")
    assert re.search(r'data-along>.*?data-lookup tabindex="-1">Longsword', page, re.DOTALL)


def test_paper_stays_plain(cast: Cast) -> None:
    perform_for_rook(cast, "sheet.item", title="Longsword", kind="weapon", count=1)
    page = text(cast, cast.anna, f"characters/{cast.rook.public_id}/print/")
    assert "Longsword" in page
    assert not links(page)


def test_many_names_ask_the_database_for_nothing(cast: Cast) -> None:
    client, where = client_of(cast.anna), f"/campaigns/{cast.campaign.public_id}/chronicle/"

    def count() -> int:
        with CaptureQueriesContext(connection) as asked:
            client.get(where)
        return len(asked)

    client.get(where)
    few = count()
    for name in ("Longsword", "Spear", "Buckler", "Flail"):
        perform_for_rook(cast, "sheet.item", title=name, kind="weapon", count=1)
    assert count() == few


# -- what is kept back ------------------------------------------------------------------------------------------------


@pytest.fixture
def secret(cast: Cast) -> Homebrew:
    """An entry that players know nothing of, whose name somebody has said."""
    state = editor.add(cast.gm, "conditions", {"name": CANARY, "description": "Sings."}, secret=True)
    perform_for_rook(cast, "sheet.text", text="name", to=f"Bearer of {CANARY}")
    perform_for_rook(cast, "sheet.condition", condition=OURS + state.public_id, title=CANARY, on=True)
    return state


def test_hidden_names_are_links_for_the_game_master_alone(cast: Cast, secret: Homebrew) -> None:
    sheet = f"characters/{cast.rook.public_id}/"
    for what in ("chronicle/", sheet):
        assert secret.public_id in text(cast, cast.gm, what)
        for who in (cast.anna, cast.boris, cast.olga):
            page = text(cast, who, what)
            assert "Zaunkoenigin" in page or "zaunkoenigin" in page
            assert f"#{secret.public_id}" not in page
            assert not [name for name in links(page) if name.lower() == "zaunkoenigin"]
    client_of(cast.gm).post(f"/campaigns/{cast.campaign.public_id}/homebrew/{secret.public_id}/show/", {"open": "yes"})
    assert f"conditions/#{secret.public_id}" in text(cast, cast.anna, "chronicle/")


# -- looking up -------------------------------------------------------------------------------------------------------


def test_an_entry_can_be_read_where_one_is(cast: Cast) -> None:
    for who in (cast.gm, cast.anna, cast.olga):
        page = text(cast, who, "compendium/weapons/longsword/")
        assert "Longsword" in page
        assert "<html" not in page
    assert "SDA-034" in text(cast, cast.anna, "compendium/mechanics/SDA-034/")


def test_nobody_looks_up_what_is_not_theirs(cast: Cast, secret: Homebrew) -> None:
    where = f"/campaigns/{cast.campaign.public_id}/compendium/conditions/{secret.public_id}/"
    assert "only you see this" in client_of(cast.gm).get(where).content.decode()
    for who in (cast.anna, cast.olga, cast.stranger):
        assert client_of(who).get(where).status_code == 404
    for wrong in (where.replace("conditions", "weapons"), where.replace("conditions", "nothing")):
        assert client_of(cast.gm).get(wrong).status_code == 404
    assert client_of(cast.stranger).get(where.replace(secret.public_id, "prone")).status_code == 404


# -- choices ----------------------------------------------------------------------------------------------------------


def test_choices_lead_to_the_section_in_which_most_of_them_stand(cast: Cast) -> None:
    weapons = {"longsword": "Longsword", "1/weapons.spear": "Spear (2 silver)", "flail/3": "Flail 3", "none": "None"}
    there = f"/campaigns/{cast.campaign.public_id}/compendium/weapons/"
    assert links_to_choices(cast.campaign, [Option(*one) for one in weapons.items()]) == {
        "longsword": f"{there}#longsword",
        "1/weapons.spear": f"{there}#spear",
        "flail/3": f"{there}#flail",
    }
    assert links_to_choices(cast.campaign, [Option("longsword", "Something else")]) == {}
