"""Cards of rungs: somebody at a glance for everybody, wounds by hand and hiding for the game master."""

import re

import pytest
from django.test import Client

from campaigns.models import Entry
from campaigns.play.undo import undo
from characters.models import Character
from combat import services
from combat.table import ladder
from combat.table.card import card
from combat.table.page import Wish, table
from rules import registry
from rules.engine.kernel import Refused
from rules.engine.system.protocol import System
from tests.combat.conftest import Fight, client_of, more_creatures
from tests.helpers import make_cast

#: Games that say what a wound by hand is.
WOUNDED_BY_HAND = [system.slug for system in registry.SYSTEMS if system.by_hand]


def shown(client: Client, fight: Fight, who: Character) -> str:
    answer = client.get(f"{fight.address}people/{who.public_id}/")
    assert answer.status_code == 200
    return answer.content.decode()


def by_hand(
    client: Client, fight: Fight, who: Character, command: str, amount: int, key: str = "", **more: object
) -> int:
    said = {"command": command, "actor": who.public_id, "encounter": fight.encounter.public_id, "with-amount": amount}
    at = f"/campaigns/{fight.cast.campaign.public_id}/perform/"
    return client.post(at, said | {"key": key or f"{command}-{amount}"} | more).status_code


# -- who sees what ----------------------------------------------------------------------------------------------------


def test_a_card_tells_a_player_the_numbers_of_the_party_and_how_foes_look(fight: Fight) -> None:
    anna = client_of(fight.cast.anna)
    assert "bar__number" in shown(anna, fight, fight.cast.rook)
    foe = shown(anna, fight, fight.foe)
    assert "Unhurt" in foe
    assert "bar__number" not in foe
    assert "boxes" not in foe
    assert "hand.wound" not in foe + shown(anna, fight, fight.cast.rook)


def test_nobody_finds_a_card_of_somebody_hidden_or_far_away(fight: Fight) -> None:
    hidden = f"{fight.address}people/{fight.canary.public_id}/"
    assert client_of(fight.cast.gm).get(hidden).status_code == 200
    for member in (fight.cast.anna, fight.cast.olga, fight.cast.stranger):
        assert client_of(member).get(hidden).status_code == 404
    assert client_of(fight.cast.gm).get(f"{fight.address}people/nobody/").status_code == 404


def test_a_card_lets_the_game_master_hide_and_act_and_change_the_order(fight: Fight) -> None:
    text = shown(client_of(fight.cast.gm), fight, fight.foe)
    assert 'value="fight.veil"' in text
    assert f"?as={fight.foe.public_id}" in text
    opened = set(re.findall(r'data-do="([^"]+)"', text))
    assert "fight.leave" in opened
    for command in opened:
        form = table(fight.cast.gm, fight.encounter.public_id, Wish(fight.foe.public_id, command)).form
        assert form is not None
        chosen = next(
            option for one in form.inputs if one.field == "combatant" for option in one.options if option.chosen
        )
        assert chosen.value == fight.foe.public_id


def test_a_card_says_who_acts_and_who_is_next(fight: Fight) -> None:
    seen = table(fight.cast.gm, fight.encounter.public_id, Wish())
    acting, following = seen.acting, seen.next_up
    assert acting is not None
    assert following is not None
    assert [card(seen, one.who).turn for one in (acting, following)] == ["acts now", "acts next"]  # type: ignore[union-attr]


# -- wounds by hand ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", WOUNDED_BY_HAND)
def test_a_wound_by_hand_hurts_heals_and_is_undone(fight: Fight) -> None:
    """In every game: written once however often it is sent, and undone as one."""
    gm, system = client_of(fight.cast.gm), fight.cast.campaign.system
    rook = fight.cast.rook
    wound, heal = system.by_hand
    before = Character.objects.get(pk=rook.pk).body
    assert by_hand(gm, fight, rook, wound, 1) == 200
    hurt = Character.objects.get(pk=rook.pk)
    assert hurt.body != before
    assert by_hand(gm, fight, rook, wound, 1) == 200
    assert Character.objects.get(pk=rook.pk).body == hurt.body
    assert by_hand(gm, fight, rook, heal, 1) == 200
    assert system.vitals(Character.objects.get(pk=rook.pk).sheet).looks == "unhurt"
    for _ in range(2):
        last = Character.objects.get(pk=rook.pk).campaign.entries.order_by("-number").first()
        assert last is not None
        entry = last if last.command != "undo" else last.undoes.campaign.entries.get(command=wound)
        undo(fight.cast.gm, entry.public_id, encounter=fight.encounter.public_id)
    assert Character.objects.get(pk=rook.pk).body == before


@pytest.mark.parametrize("game", WOUNDED_BY_HAND)
def test_more_wounds_than_anybody_bears_put_a_creature_out(fight: Fight) -> None:
    gm = client_of(fight.cast.gm)
    assert by_hand(gm, fight, fight.foe, fight.cast.campaign.system.by_hand[0], 400) == 200
    assert fight.cast.campaign.system.vitals(Character.objects.get(pk=fight.foe.pk).sheet).out


def test_only_the_game_master_wounds_by_hand_and_nothing_that_is_stale(fight: Fight) -> None:
    wound, body = fight.cast.campaign.system.by_hand[0], Character.objects.get(pk=fight.foe.pk).body
    assert by_hand(client_of(fight.cast.anna), fight, fight.foe, wound, 1) == 403
    assert by_hand(client_of(fight.cast.stranger), fight, fight.foe, wound, 1) == 404
    assert by_hand(client_of(fight.cast.gm), fight, fight.foe, wound, 1, seen=0) == 409
    assert by_hand(client_of(fight.cast.gm), fight, fight.foe, wound, 0) == 422
    assert Character.objects.get(pk=fight.foe.pk).body == body


def test_healing_the_unhurt_says_so(fight: Fight) -> None:
    with pytest.raises(Refused):
        fight.do(fight.cast.campaign.system.by_hand[1], fight.cast.rook, amount=1)


# -- many equal foes --------------------------------------------------------------------------------------------------


def test_more_than_four_equal_foes_share_a_rung(fight: Fight) -> None:
    more_creatures(fight.cast, fight.encounter, 6)
    seen = table(fight.cast.gm, fight.encounter.public_id, Wish())
    crowds = [one for one in seen.rungs if isinstance(one, ladder.Crowd)]
    assert len(crowds) == 1
    assert len(crowds[0].places) >= 6
    assert "unhurt" in crowds[0].looks
    apart = [one for one in seen.rungs if isinstance(one, ladder.Place)]
    assert {one.key for one in apart} | {one.key for one in crowds[0].places} == {one.key for one in seen.places}
    assert client_of(fight.cast.anna).get(fight.address).content.decode().count("data-crowd") == 1


def test_few_foes_and_whoever_acts_stand_by_themselves(fight: Fight) -> None:
    seen = table(fight.cast.gm, fight.encounter.public_id, Wish())
    assert all(isinstance(one, ladder.Place) for one in seen.rungs)


# -- conditions -------------------------------------------------------------------------------------------------------


def state_form(text: str, key: str) -> dict[str, str]:
    """The fields that the form of a condition on a card sends."""
    form = next(one for one in re.findall(r"<form.*?</form>", text, re.DOTALL) if f'value="{key}"' in one)
    return dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', form))


@pytest.mark.parametrize("system", [one for one in registry.SYSTEMS if one.compendium().get("conditions")])
def test_a_condition_is_given_and_taken_from_the_card_and_undone(db: None, system: System) -> None:
    cast = make_cast(system.slug)
    encounter = cast.encounter()
    services.bring_party(cast.gm, encounter=encounter, who=[cast.rook.public_id])
    client = client_of(cast.gm)
    at = f"/campaigns/{cast.campaign.public_id}/"
    card_of_rook = f"{at}encounters/{encounter.public_id}/people/{cast.rook.public_id}/"
    for holds in (True, False):
        sent = state_form(client.get(card_of_rook).content.decode(), "prone")
        assert client.post(f"{at}perform/", sent).status_code == 200
        cast.rook.refresh_from_db()
        assert ("prone" in cast.rook.sheet.conditions) is holds
    undo(cast.gm, Entry.objects.latest("number").public_id)
    cast.rook.refresh_from_db()
    assert cast.rook.sheet.conditions["prone"].label == "Prone"


def test_conditions_are_changed_by_whoever_writes_the_sheet(fight: Fight) -> None:
    assert "sheet.condition" in shown(client_of(fight.cast.anna), fight, fight.cast.rook)
    assert "sheet.condition" not in shown(client_of(fight.cast.boris), fight, fight.cast.rook)
    assert "sheet.condition" not in shown(client_of(fight.cast.anna), fight, fight.foe)
    assert "sheet.condition" in shown(client_of(fight.cast.gm), fight, fight.foe)


def test_conditions_that_a_table_gives_come_in_the_order_of_the_book(fight: Fight) -> None:
    foe = card(table(fight.cast.gm, fight.encounter.public_id, Wish()), fight.foe.public_id)
    assert foe
    others = [one.label for one in foe.states if not one.holds]
    assert len(others) > 20
    assert others[:4] == ["Bleeding", "Stunned", "Incapacitated", "Unconscious"]
    assert others.index("Prone") < 8
    kept_by_rules = {"Wound to take", "Dice bought ahead", "Dice held back", "Casting", "Watches for an opening"}
    assert not kept_by_rules & {*others}
