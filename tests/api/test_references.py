"""Texts that refer to people, as programs and pages give them: finished, with the names that the reader may know."""

import re

import pytest
from django.test import Client

from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import write
from characters.models import Character
from combat.models import Encounter
from rules.engine.kernel import Condition, ConditionSet, Joined, Json, Said
from tests.api.programs import API, Programs
from tests.helpers import Cast


def encounter_with_holder(cast: Cast, holder: Character, *, hidden: bool) -> Encounter:
    """An encounter in which somebody holds Rook, and Rook is asked about it."""
    encounter = cast.encounter()
    rook, who = cast.rook.public_id, holder.public_id

    def act(laid: Game) -> dict[str, Json]:
        laid.table.happen(Joined(rook, "party"), Joined(who, "foes", hidden))
        laid.table.happen(ConditionSet(rook, Condition("held", Said("Held by {0}", (who,)))))
        laid.table.ask(rook, Said("{0} holds you. Let {0} win?", (who,)), "take", by=who)
        return {}

    write(cast.gm, Intent("fight.begin", encounter=encounter.public_id), act)
    return encounter


@pytest.mark.parametrize(
    ("reader", "hidden", "label", "title"),
    [
        ("anna", False, "Held by Magpie", "Magpie holds you. Let Magpie win?"),
        ("gm", True, "Held by Magpie", "Magpie holds you. Let Magpie win?"),
        ("anna", True, "Held by somebody", "Somebody holds you. Let somebody win?"),
    ],
)
def test_readers_get_the_names_that_they_may_know(
    cast: Cast, programs: Programs, reader: str, hidden: bool, label: str, title: str
) -> None:
    encounter, rook = encounter_with_holder(cast, cast.creature(), hidden=hidden), cast.rook.public_id
    cast.rook.refresh_from_db()
    assert "Magpie" not in cast.rook.body
    program, browser = programs.of(reader), Client()
    browser.force_login({"anna": cast.anna, "gm": cast.gm}[reader].user)
    assert program.read(f"/characters/{rook}/")["sheet"]["conditions"]["held"]["label"] == label
    assert browser.get(f"{API}/characters/{rook}/").json()["sheet"]["conditions"]["held"]["label"] == label
    assert program.read(f"/encounters/{encounter.public_id}/")["state"]["asks"][f"{rook}/1"]["title"] == title
    happened = program.read(f"/campaigns/{cast.campaign.public_id}/entries/")["results"]
    facts = [fact for entry in happened for fact in entry["facts"]]
    assert [fact["condition"]["label"] for fact in facts if fact["fact"] == "condition_set"] == [label]
    assert [fact["ask"]["title"] for fact in facts if fact["fact"] == "asked"] == [title]
    for page in (f"characters/{rook}/", f"encounters/{encounter.public_id}/"):
        assert title in browser.get(f"/campaigns/{cast.campaign.public_id}/{page}").content.decode()
    log = browser.get(f"/campaigns/{cast.campaign.public_id}/chronicle/").content.decode()
    assert label.lower() in re.sub("<[^>]+>", "", log).lower()
