"""A campaign's own book where its rules are used: chosen and rolled, kept back, withdrawn, undone, and never leaked."""

import asyncio
import json
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from campaigns.chronicle import verify
from campaigns.homebrew import editor
from campaigns.models import Campaign, Entry, Homebrew, Membership, own_book
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.play.undo import last_to_undo, redo, undo
from characters.models import Character
from rules import codec
from rules.engine.kernel import CLOSED, OURS, lay_open, lying_open, opened
from rules.systems.sda.content.life_shelf import traits
from rules.systems.sda.content.skills import SKILLS
from tests.campaigns.test_playing import client_of, send
from tests.helpers import Cast, make_cast, verified
from winterhall.web.middleware import close_books

SAILING = {"name": "Ice sailing", "description": "Over frozen lakes.", "group": "acumen", "attributes": ["wisdom"]}
BLIND = {"name": "Snow-blind", "description": "Sees nothing but white."}


@pytest.fixture
def cast(db: None) -> Cast:
    """A campaign of a game whose rules look things up."""
    return make_cast("sda")


@pytest.fixture
def skill(cast: Cast) -> Homebrew:
    return editor.add(cast.gm, "skills", SAILING)


def key_of(skill: Homebrew) -> str:
    return OURS + skill.public_id


def path(cast: Cast, what: str = "") -> str:
    return f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/{what}"


def text(who: Membership, where: str) -> str:
    answer = client_of(who).get(where)
    assert answer.status_code == 200, answer.content.decode()[:300]
    return answer.content.decode()


def learn(cast: Cast, skill: Homebrew, rank: int = 2) -> Entry:
    """Rook knows the skill from now on."""
    given = {"kind": "skill", "rank": key_of(skill), "to": rank}
    return perform(cast.gm, Intent("sheet.rank", given, cast.rook.public_id))


def trial_of(skill: Homebrew) -> dict[str, Any]:
    return {"command": "test.static", "with-skill": key_of(skill), "with-difficulty": "1"}


def ask(who: Membership, cast: Cast, skill: Homebrew) -> Any:
    return send(who, cast, "odds", trial_of(skill) | {"actor": cast.rook.public_id})


def faults(cast: Cast) -> list[str]:
    return verify.faults(Campaign.objects.get(pk=cast.campaign.pk))


def newest_entry(cast: Cast) -> str:
    entry = last_to_undo(cast.campaign)
    assert entry is not None
    return entry.public_id


# -- in use -----------------------------------------------------------------------------------------------------------


def test_what_is_written_stands_on_the_sheet_and_is_rolled_with_its_odds(cast: Cast, skill: Homebrew) -> None:
    assert "Ice sailing" in text(cast.anna, path(cast))
    assert key_of(skill) in text(cast.anna, path(cast, "roll/"))
    with verified(cast.campaign):
        learn(cast, skill)
    odds = ask(cast.anna, cast, skill)
    assert odds.status_code == 200
    assert "%" in odds.content.decode()
    with verified(cast.campaign):
        rolled = send(cast.anna, cast, "perform", trial_of(skill) | {"actor": cast.rook.public_id})
    assert rolled.status_code == 200, rolled.content
    assert "rolled" in [fact["fact"] for fact in rolled.json()["facts"]]
    told = text(cast.anna, f"/campaigns/{cast.campaign.public_id}/chronicle/")
    assert "ce sailing" in told
    assert key_of(skill) not in told, "people read names, not keys"


def test_every_number_of_it_explains_itself_and_experience_raises_it(cast: Cast, skill: Homebrew) -> None:
    learn(cast, skill, 1)
    award = {"kind": "skill", "rank": key_of(skill), "amount": 8, "reason": "raced"}
    perform(cast.gm, Intent("sheet.experience", award, cast.rook.public_id))
    assert "Raced" in text(cast.anna, path(cast, f"explain/?number=skill.{key_of(skill)}"))
    raised = {"command": "experience.raise_skill", "actor": cast.rook.public_id, "with-skill": key_of(skill)}
    with verified(cast.campaign):
        assert send(cast.anna, cast, "perform", raised).status_code == 200
    assert Character.objects.get(pk=cast.rook.pk).sheet.rank("skill", key_of(skill)) == 2
    assert "Ice sailing" in text(cast.anna, path(cast, "experience/"))


def test_a_state_of_our_own_can_be_put_on_somebody(cast: Cast) -> None:
    blind = editor.add(cast.gm, "conditions", BLIND)
    assert f'value="{key_of(blind)}">Snow-blind' in text(cast.anna, path(cast))
    assert "Snow-blind" in text(cast.anna, path(cast, "print/"))
    given = {"command": "sheet.condition", "actor": cast.rook.public_id, "with-condition": key_of(blind)}
    with verified(cast.campaign):
        assert send(cast.anna, cast, "perform", given).status_code == 200
    assert Character.objects.get(pk=cast.rook.pk).sheet.conditions[key_of(blind)].label == "Snow-blind"
    editor.show(cast.gm, blind.public_id, is_open=False)
    assert f'value="{key_of(blind)}"' not in text(cast.anna, path(cast))


def test_a_name_on_the_sheet_leads_to_the_compendium(cast: Cast, skill: Homebrew) -> None:
    there = f"/campaigns/{cast.campaign.public_id}/compendium"
    told = text(cast.anna, path(cast, f"explain/?number=skill.{key_of(skill)}"))
    assert f'href="{there}/skills/#{skill.public_id}"' in told
    assert f'id="{skill.public_id}"' in text(cast.anna, f"{there}/skills/")
    assert f'href="{there}/skills/#logic"' in text(cast.anna, path(cast, "explain/?number=skill.logic"))
    assert "compendium" not in text(cast.anna, path(cast, "explain/?number=attribute.wisdom"))
    given = {"condition": key_of(editor.add(cast.gm, "conditions", BLIND)), "title": "Snow-blind"}
    perform(cast.gm, Intent("sheet.condition", given, cast.rook.public_id))
    assert f"{there}/conditions/#{given['condition'].removeprefix(OURS)}" in text(cast.anna, path(cast))
    learn(cast, skill)
    editor.withdraw(cast.gm, skill.public_id, seen=None)
    assert f"{there}/skills/" not in text(cast.anna, path(cast, f"explain/?number=skill.{key_of(skill)}"))


# -- who may know of it -----------------------------------------------------------------------------------------------


def test_what_is_secret_is_the_game_masters_to_choose(cast: Cast) -> None:
    skill = editor.add(cast.gm, "skills", SAILING, secret=True)
    for where in (path(cast), path(cast, "roll/"), path(cast, "print/")):
        for who, knows in ((cast.gm, True), (cast.anna, False)):
            assert ("Ice sailing" in text(who, where)) is knows
    by_name = send(
        cast.anna, cast, "odds", trial_of(skill) | {"with-skill": "ice sailing", "actor": cast.rook.public_id}
    )
    assert "choose from" in by_name.content.decode()
    assert "Ice" not in by_name.content.decode()
    there = f"/campaigns/{cast.campaign.public_id}/homebrew/{skill.public_id}/"
    assert client_of(cast.anna).get(there).status_code in (403, 404, 405)


def test_showing_is_written_down_told_to_the_game_master_and_undone(cast: Cast) -> None:
    skill = editor.add(cast.gm, "skills", SAILING, secret=True)
    with verified(cast.campaign):
        shown = editor.show(cast.gm, skill.public_id, is_open=True)
    assert "Ice sailing" in text(cast.anna, path(cast))
    told = "is now open to players"
    there = f"/campaigns/{cast.campaign.public_id}/chronicle/"
    assert told in text(cast.gm, there)
    assert told not in text(cast.anna, there)
    assert "Show or hide in the compendium" in text(cast.gm, there)
    undo(cast.gm, shown.public_id)
    assert "Ice sailing" not in text(cast.anna, path(cast))
    assert faults(cast) == []
    redo(cast.gm, shown.public_id)
    assert "Ice sailing" in text(cast.anna, path(cast))
    assert faults(cast) == []


def test_a_change_may_show_it_and_is_undone_as_one(cast: Cast) -> None:
    skill = editor.add(cast.gm, "skills", SAILING, secret=True)
    with verified(cast.campaign):
        editor.change(cast.gm, skill.public_id, {**SAILING, "name": "Skating"}, seen=1, secret=False)
    assert "Skating" in text(cast.anna, path(cast))
    undo(cast.gm, newest_entry(cast))
    skill.refresh_from_db()
    assert (skill.name, skill.secret) == ("Ice sailing", True)
    assert faults(cast) == []


# -- withdrawn and undone ---------------------------------------------------------------------------------------------


def test_whoever_has_it_keeps_what_is_withdrawn(cast: Cast, skill: Homebrew) -> None:
    learn(cast, skill)
    with verified(cast.campaign):
        gone = editor.withdraw(cast.gm, skill.public_id, seen=None)
    assert "Ice sailing" in text(cast.anna, path(cast))
    assert ask(cast.anna, cast, skill).status_code == 200
    theirs = path(cast).replace(cast.rook.public_id, cast.mira.public_id)
    for who in (cast.boris, cast.gm):
        assert "Ice sailing" not in text(who, theirs)
    undo(cast.gm, gone.public_id)
    assert "Ice sailing" in text(cast.boris, theirs)
    assert faults(cast) == []


def test_what_was_never_written_after_all_is_offered_to_nobody(cast: Cast, skill: Homebrew) -> None:
    written = newest_entry(cast)
    undo(cast.gm, written)
    for who in (cast.gm, cast.anna):
        assert "Ice sailing" not in text(who, path(cast))
    assert faults(cast) == []
    redo(cast.gm, written)
    assert "Ice sailing" in text(cast.anna, path(cast))
    assert faults(cast) == []


@pytest.mark.parametrize("wrong", ["", '{"entries":{},"secret":[],"withdrawn":[]}'])
def test_a_book_that_is_not_bound_from_its_pages_is_found(cast: Cast, skill: Homebrew, wrong: str) -> None:
    Campaign.objects.filter(pk=cast.campaign.pk).update(book=wrong)
    assert faults(cast) == [f"the compendium of {cast.campaign.public_id} does not match its entries"]


def test_a_book_is_held_against_the_pages_of_its_own_campaign(cast: Cast, skill: Homebrew) -> None:
    own, _ = another_campaign(cast)
    editor.add(own, "conditions", BLIND)
    assert list(verify._untrue_book(Campaign.objects.get(pk=own.campaign_id))) == []
    assert faults(cast) == []


def test_a_page_that_is_not_shown_as_was_said_is_found(cast: Cast, skill: Homebrew) -> None:
    editor.show(cast.gm, skill.public_id, is_open=False)
    Homebrew.objects.filter(pk=skill.pk).update(secret=False)
    assert any("not shown to players as its chronicle says" in one for one in faults(cast))


# -- nobody else's ----------------------------------------------------------------------------------------------------


def another_campaign(cast: Cast) -> tuple[Membership, Character]:
    """The game master and Wren of another campaign, in which nothing was written."""
    campaign = Campaign.objects.create(name="Elsewhere", system_slug="sda")
    gm = campaign.memberships.create(user=cast.gm.user, role="gm")
    return gm, Character.objects.create(campaign=campaign, name="Wren", body=cast.rook.body, version=1)


def test_what_the_form_has_learnt_since_is_as_it_begins(cast: Cast) -> None:
    """An entry that was written before its form asked for a figure stands in lists, and in the open book."""
    trait = editor.add(cast.gm, "traits", {"name": "Iron-willed", "cost": 4})
    older = codec.load(trait.body)
    for figure in ("slows", "cost"):
        del older["told"][figure]
    Homebrew.objects.filter(pk=trait.pk).update(body=codec.dump(older))
    Campaign.objects.filter(pk=cast.campaign.pk).update(book=own_book.bound(Homebrew.objects.all()))

    assert "Iron-willed" in text(cast.anna, f"/campaigns/{cast.campaign.public_id}/compendium/traits/")
    with opened(own_book.book_of(Campaign.objects.get(pk=cast.campaign.pk), is_gm=True)):
        assert traits()[key_of(trait)].cost == 0


def test_another_list_of_skills_is_followed_by_all_and_by_nobody_else(cast: Cast) -> None:
    editor.choose_rules(cast.gm, {"skills_of": "2019"})
    assert "Lockpicking" in text(cast.anna, path(cast))
    assert "Lockpicking" in text(cast.anna, f"/campaigns/{cast.campaign.public_id}/compendium/skills/")
    _, wren = another_campaign(cast)
    assert "Lockpicking" not in text(cast.gm, f"/campaigns/{wren.campaign.public_id}/characters/{wren.public_id}/")
    rule = f"/campaigns/{cast.campaign.public_id}/compendium/skills/#lockpicking"
    assert rule in text(cast.anna, path(cast, "explain/?number=skill.lockpicking"))
    undo(cast.gm, newest_entry(cast))
    assert "Lockpicking" not in text(cast.anna, path(cast))


def test_one_campaign_never_finds_the_book_of_another(cast: Cast, skill: Homebrew) -> None:
    _, wren = another_campaign(cast)
    theirs = f"/campaigns/{wren.campaign.public_id}/characters/{wren.public_id}/"
    client, before = client_of(cast.gm), lying_open()
    for _ in range(2):
        assert "Ice sailing" in client.get(path(cast)).content.decode()
        assert "Ice sailing" not in client.get(theirs).content.decode()
        assert "Ice sailing" not in client.get("/games/sda/skills/").content.decode()
    assert lying_open() is before, "nothing is left open by a request"
    odds = {"command": "test.static", "actor": wren.public_id, "with-skill": key_of(skill)}
    refused = client.post(f"/campaigns/{wren.campaign.public_id}/odds/", odds).content.decode()
    assert "odds__refusal" in refused


def test_an_accident_leaves_nothing_open(cast: Cast, skill: Homebrew, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        assert key_of(skill) in SKILLS
        raise RuntimeError

    monkeypatch.setattr("characters.sheets.selectors.sheet_view", fail)
    client = client_of(cast.gm)
    client.raise_request_exception = False
    lay_open(CLOSED)
    assert client.get(path(cast)).status_code == 500
    assert lying_open() is CLOSED


def test_a_chain_that_waits_shuts_it_too(cast: Cast, skill: Homebrew) -> None:
    async def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(str(lying_open() is CLOSED))

    async def two() -> list[bytes]:
        member = cast.gm
        through: Any = close_books(view)
        with opened(CLOSED):
            own_book.lay(member)
            return [(await through(RequestFactory().get("/"))).content for _ in range(2)]

    assert asyncio.run(two()) == [b"True", b"True"]


# -- what it costs ----------------------------------------------------------------------------------------------------


def test_it_costs_no_query(cast: Cast) -> None:
    client = client_of(cast.anna)

    def count() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(path(cast)).status_code == 200
        return len(asked)

    client.get(path(cast))
    before = count()
    for number in range(30):
        editor.add(cast.gm, "skills", {**SAILING, "name": f"Sailing {number}"}, secret=bool(number % 2))
    client.get(path(cast))
    assert count() == before


def test_the_book_comes_once_with_a_page_of_its_entries(cast: Cast, skill: Homebrew) -> None:
    for number in range(5):
        editor.add(cast.gm, "skills", {**SAILING, "name": f"Sailing {number}"})
    with CaptureQueriesContext(connection) as asked:
        text(cast.anna, f"/campaigns/{cast.campaign.public_id}/compendium/skills/")
    brought = [one["sql"] for one in asked if '"campaigns_campaign"."book"' in one["sql"]]
    assert len(brought) == 1
    assert "campaigns_homebrew" not in brought[0]


def test_it_says_what_its_pages_say(cast: Cast, skill: Homebrew) -> None:
    told = json.loads(Campaign.objects.get(pk=cast.campaign.pk).book)
    assert told["entries"]["skills"] == {key_of(skill): skill.homemade.told}
    assert told["secret"] == told["withdrawn"] == []
