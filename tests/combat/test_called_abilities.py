"""An ability beside an answer is ticked on the page of whoever is asked, and paid for with the answer."""

from dataclasses import replace

import pytest
from django.utils.text import capfirst

from campaigns.play.ask_forms import answers_to
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from characters import services
from characters.models import Character
from combat.models import Encounter
from rules import codec
from rules.engine.kernel import Joined, Json, LadderSet, RoundBegan, Rung, StageSet, TurnBegan, TypedDice
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_cast


@pytest.fixture
def brann_about_to_be_hit(db: None) -> tuple[Cast, Character, Encounter]:
    """Anna's Brann is about to be hit, and is hard to catch."""
    cast = make_cast("dragonbane")
    system = cast.campaign.system
    sheet = system.fresh_sheet("Brann")
    sheet.items["nimble"] = system.item("abilities", "hard_to_catch")
    foe = system.fresh_sheet("Foe")
    foe.items["sword"] = replace(system.item("weapons", "broadsword"), in_use=True)
    brann = services.begin(cast.gm, name="Brann", owner=cast.anna.user, sheet=sheet)
    other = services.begin(cast.gm, name="Foe", owner=None, sheet=foe)
    encounter = cast.encounter()

    def lay(game: Game) -> dict[str, Json]:
        rungs = tuple(Rung(f"{who.public_id}/1", who.public_id, at) for at, who in enumerate((other, brann), 1))
        game.table.happen(Joined(brann.public_id, "party"), Joined(other.public_id, "foes", y=2.0))
        game.table.happen(StageSet("fighting"), LadderSet(rungs), RoundBegan(1), TurnBegan(rungs[0].key))
        return {}

    write(cast.gm, Intent("scenario.given", encounter=encounter.public_id), lay)
    given, dice = {"target": brann.public_id}, TypedDice({other.public_id: [2]})
    perform(cast.gm, Intent("melee.attack", given, other.public_id, encounter.public_id, dice=dice))
    return cast, brann, encounter


def test_an_ability_is_ticked_where_the_dodge_is_answered(
    brann_about_to_be_hit: tuple[Cast, Character, Encounter],
) -> None:
    cast, brann, encounter = brann_about_to_be_hit
    client, campaign = client_of(cast.anna), cast.campaign.public_id
    text = client.get(f"/campaigns/{campaign}/encounters/{encounter.public_id}/").content.decode()
    assert 'name="with-abilities" value="nimble"' in text
    encounter.refresh_from_db()
    ask = next(iter(encounter.state.asks))
    sent = {
        "command": "defend.dodge",
        "actor": brann.public_id,
        "encounter": encounter.public_id,
        "seen": encounter.version_for(False),
        "with-ask": ask,
        "with-abilities": "nimble",
    }
    odds = client.post(f"/campaigns/{campaign}/odds/", sent)
    assert "1 boon (Hard to Catch)" in odds.content.decode()
    answer = client.post(f"/campaigns/{campaign}/perform/", sent)
    assert answer.status_code == 200, answer.content.decode()[:300]
    brann.refresh_from_db()
    assert brann.sheet.now("wp") == 7


def test_the_reason_stands_above_the_buttons_of_which_one_has_the_star(
    brann_about_to_be_hit: tuple[Cast, Character, Encounter],
) -> None:
    """Brann, in plate, strikes harder than he is hit: he keeps his turn, and reads why."""
    cast, brann, encounter = brann_about_to_be_hit
    sword = replace(cast.campaign.system.item("weapons", "broadsword"), in_use=True)
    ranks = {**brann.sheet.ranks, "skill": {**brann.sheet.ranks["skill"], "swords": 18}}
    ranks["body"] = {**ranks.get("body", {}), "armour": 9}
    strong = replace(brann.sheet, ranks=ranks, items={**brann.sheet.items, "sword": sword})
    Character.objects.filter(pk=brann.pk).update(body=codec.dump(strong))
    encounter.refresh_from_db()
    (ask,) = encounter.state.asks.values()
    first, *others = answers_to(lay_out(cast.anna, brann.public_id, encounter.public_id), ask)
    assert [one.form.label for one in others if one.best] == ["Take the hit"]
    assert first.why
    assert first.why.reason
    text = client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/encounters/{encounter.public_id}/")
    above = text.content.decode().partition('class="ask__actions">')[2].partition("<button")[0]
    assert f"Take the hit: </span>{capfirst(first.why.reason)}" in above
