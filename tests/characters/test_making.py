"""Making a character: three ways to begin, steps that can be taken again, and nobody who makes what is not theirs."""

import re
from typing import Any

import pytest

from campaigns.models import Entry
from campaigns.play.undo import last_to_undo, undo
from characters import services
from characters.creation.steps import Way
from characters.models import Character
from tests.campaigns.test_playing import client_of
from tests.characters.test_people import campaign_address
from tests.characters.test_sheet_page import address, page
from tests.helpers import Cast, verified
from tests.toy import FirstCoin, Origin


@pytest.fixture
def wren(cast: Cast) -> Character:
    """A character of Anna's with nothing chosen yet."""
    return services.make_by(cast.anna, way=Way.STEPS, name="Wren", owner=cast.anna.user)


def sheet(character: Character) -> Any:
    return Character.objects.get(pk=character.pk).sheet


def origin(wren: Character, **more: str) -> dict[str, str]:
    """The first step, filled in."""
    chosen = {"with-origin": "street", "with-luck": "2"} | more
    return {"command": Origin.name, "actor": wren.public_id, **chosen}


def coin(wren: Character, **more: str) -> dict[str, str]:
    return {"command": FirstCoin.name, "actor": wren.public_id, **more}


# -- beginning --------------------------------------------------------------------------------------------------------


def test_a_game_with_steps_offers_three_ways(cast: Cast) -> None:
    text = page(client_of(cast.anna), campaign_address(cast, "characters/new/"))
    for way in Way:
        assert f'name="way" value="{way}"' in text


@pytest.mark.parametrize(("way", "there"), [("steps", "making/"), ("random", ""), ("ready", ""), ("", "")])
def test_each_way_leads_on(cast: Cast, way: str, there: str) -> None:
    with verified(cast.campaign):
        answer = client_of(cast.anna).post(campaign_address(cast, "characters/new/"), {"name": "Wren", "way": way})
    assert answer["Location"] == address(cast, Character.objects.get(name="Wren"), there)


def test_whoever_begins_again_is_told_of_the_one_half_made(cast: Cast, wren: Character) -> None:
    new = campaign_address(cast, "characters/new/")
    text = page(client_of(cast.anna), new)
    assert "Wren is not finished yet" in text
    assert f'href="{address(cast, wren, "making/")}"' in text
    assert "half made" not in page(client_of(cast.boris), new)
    assert "half made" not in page(client_of(cast.gm), new)


def test_at_random_is_finished_at_once(cast: Cast) -> None:
    client = client_of(cast.anna)
    client.post(campaign_address(cast, "characters/new/"), {"name": "Wren", "way": "random"})
    made = Character.objects.get(name="Wren")
    assert made.sheet.memo["origin"]
    assert "making" not in made.sheet.memo
    assert client.get(address(cast, made, "making/"))["Location"] == address(cast, made)


@pytest.mark.parametrize("way", Way)
def test_beginning_twice_with_one_key_begins_once(cast: Cast, way: Way) -> None:
    client, sent = client_of(cast.anna), {"name": "Wren", "way": way, "key": "once"}
    answers = [client.post(campaign_address(cast, "characters/new/"), sent)["Location"] for _ in range(2)]
    assert answers[0] == answers[1]
    assert Character.objects.filter(name="Wren").count() == 1
    assert Entry.objects.filter(command="make.random").count() == (way is Way.RANDOM)


def test_who_forgets_the_name_is_asked_for_it(cast: Cast) -> None:
    answer = client_of(cast.anna).post(campaign_address(cast, "characters/new/"), {"name": "", "way": "steps"})
    assert "Enter a name. You can change it later." in answer.content.decode()


def test_a_way_that_there_is_not_begins_nobody(cast: Cast) -> None:
    client_of(cast.anna).post(campaign_address(cast, "characters/new/"), {"name": "Wren", "way": "by magic"})
    assert not Character.objects.filter(name="Wren").exists()


# -- stepping ---------------------------------------------------------------------------------------------------------


def test_step_by_step_without_a_script(cast: Cast, wren: Character) -> None:
    client = client_of(cast.anna)
    with verified(cast.campaign):
        answer = client.post(address(cast, wren, "making/"), origin(wren), follow=True)
    assert "The street, luck 2" in answer.content.decode()
    assert "Step 2 of 2" in answer.content.decode()
    with verified(cast.campaign):
        answer = client.post(address(cast, wren, "making/"), coin(wren, faces="2"), follow=True)
    assert answer.redirect_chain[-1][0] == address(cast, wren)
    assert sheet(wren).now("coins") == 4


def test_the_game_master_may_make_it_too(cast: Cast, wren: Character) -> None:
    client_of(cast.gm).post(address(cast, wren, "making/"), origin(wren))
    assert sheet(wren).rank("skill", "luck") == 2


def test_an_earlier_step_may_be_chosen_again(cast: Cast, wren: Character) -> None:
    client = client_of(cast.anna)
    client.post(address(cast, wren, "making/"), origin(wren))
    again = page(client, address(cast, wren, f"making/?step={Origin.name}"))
    assert "Change to this</span>" in again
    assert "data-same" not in again
    client.post(address(cast, wren, "making/"), origin(wren, **{"with-origin": "manor", "with-luck": "1"}))
    assert (sheet(wren).now("coins"), sheet(wren).rank("skill", "luck")) == (15, 1)


def test_a_step_that_must_wait_is_not_shown(cast: Cast, wren: Character) -> None:
    text = page(client_of(cast.anna), address(cast, wren, f"making/?step={FirstCoin.name}"))
    assert "Step 1 of 2" in text
    assert "First say where you come from." in text


def test_a_refusal_keeps_what_was_chosen_and_says_what_would_be_allowed(cast: Cast, wren: Character) -> None:
    answer = client_of(cast.anna).post(address(cast, wren, "making/"), origin(wren, **{"with-luck": "5"}))
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "There are 3 points to spend here." in text
    assert 'value="5"' in text
    assert not sheet(wren).memo.get("origin")


def test_the_same_step_sent_twice_is_taken_once(cast: Cast, wren: Character) -> None:
    client = client_of(cast.anna)
    client.post(address(cast, wren, "making/"), origin(wren))
    for _ in range(2):
        client.post(address(cast, wren, "making/"), coin(wren, key="once"))
    assert Entry.objects.filter(command=FirstCoin.name).count() == 1


def test_a_stale_step_is_shown_as_it_is_now(cast: Cast, wren: Character) -> None:
    seen = str(sheet(wren) and Character.objects.get(pk=wren.pk).version)
    client_of(cast.gm).post(address(cast, wren, "making/"), origin(wren))
    answer = client_of(cast.anna).post(address(cast, wren, "making/"), origin(wren, seen=seen, **{"with-luck": "1"}))
    assert answer.status_code == 409
    assert "The street, luck 2" in answer.content.decode()
    assert sheet(wren).rank("skill", "luck") == 2


def test_scripts_hear_what_came_of_a_step(cast: Cast, wren: Character) -> None:
    client = client_of(cast.anna)
    sent = client.post(address(cast, wren, "making/"), origin(wren), headers={"Accept": "application/json"})
    assert sent.json()["version"] == Character.objects.get(pk=wren.pk).version
    refused = client.post(
        address(cast, wren, "making/"), origin(wren, **{"with-luck": "5"}), headers={"Accept": "application/json"}
    )
    assert (refused.status_code, refused.json()["field"]) == (422, "luck")


def test_without_scripts_a_refusal_leads_to_its_field(cast: Cast, wren: Character) -> None:
    answer = client_of(cast.anna).post(address(cast, wren, "making/"), origin(wren, **{"with-luck": "5"}))
    text = answer.content.decode()
    assert answer.status_code == 422
    place = re.search(r'<a class="[^"]*" href="#([\w-]+)">Luck</a>', text)
    assert place
    assert re.search(rf'id="{place[1]}"[^>]*>There are 3 points to spend here', text)
    assert re.search(r"<span>There are 3 points to spend here", text), "at the top as well"


def test_a_step_is_undone_as_anything_else(cast: Cast, wren: Character) -> None:
    client_of(cast.anna).post(address(cast, wren, "making/"), origin(wren))
    last = last_to_undo(cast.campaign)
    assert last is not None
    with verified(cast.campaign):
        undo(cast.gm, last.public_id)
    assert "Step 1 of 2" in page(client_of(cast.anna), address(cast, wren, "making/"))


# -- who --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["making/", "making/preview/"])
def test_only_who_plays_it_and_the_gm_make_it(cast: Cast, wren: Character, what: str) -> None:
    for who, status in ((cast.boris, 403), (cast.olga, 403), (cast.stranger, 404)):
        assert client_of(who).post(address(cast, wren, what), origin(wren)).status_code == status
    assert not sheet(wren).memo.get("origin")
    for who, status in ((cast.gm, 200), (cast.anna, 200), (cast.boris, 403), (cast.olga, 403), (cast.stranger, 404)):
        assert client_of(who).get(address(cast, wren, "making/")).status_code == status


def test_nobody_makes_another_one_through_ones_own(cast: Cast, wren: Character) -> None:
    other = services.make_by(cast.boris, way=Way.STEPS, name="Finch", owner=cast.boris.user)
    client_of(cast.anna).post(address(cast, wren, "making/"), origin(other))
    assert not sheet(other).memo.get("origin")


def test_who_is_unmade_leads_those_who_make_them_on(cast: Cast, wren: Character) -> None:
    leads = f'href="{address(cast, wren, "making/")}"'
    for who in (cast.gm, cast.anna):
        assert leads in page(client_of(who), campaign_address(cast))
        assert leads in page(client_of(who), address(cast, wren))
    for who in (cast.boris, cast.olga):
        assert leads not in page(client_of(who), campaign_address(cast))
        assert leads not in page(client_of(who), address(cast, wren))


# -- the preview ------------------------------------------------------------------------------------------------------


def preview(cast: Cast, wren: Character, sent: dict[str, str]) -> str:
    before = Entry.objects.count()
    answer = client_of(cast.anna).post(address(cast, wren, "making/preview/"), sent)
    assert answer.status_code == 200
    assert Entry.objects.count() == before
    return answer.content.decode()


def test_the_preview_says_what_changes_and_writes_nothing(cast: Cast, wren: Character) -> None:
    text = preview(cast, wren, origin(wren, **{"with-origin": "manor", "with-luck": "1"}))
    assert "Coins" in text
    assert "15/40" in text
    assert "0 points left" in text
    assert not sheet(wren).memo.get("origin")


def test_the_preview_refuses_beside_the_choice(cast: Cast, wren: Character) -> None:
    text = preview(cast, wren, origin(wren, **{"with-luck": "5"}))
    assert 'data-refused="luck"' in text
    assert "-2 points left" in text


def test_where_dice_decide_the_preview_says_so(cast: Cast, wren: Character) -> None:
    client_of(cast.anna).post(address(cast, wren, "making/"), origin(wren))
    assert "The dice decide" in preview(cast, wren, coin(wren))
    assert "I rolled real dice" in page(client_of(cast.anna), address(cast, wren, "making/"))


def test_what_no_form_would_send_is_refused_too(cast: Cast, wren: Character) -> None:
    assert "nothing is called" in preview(cast, wren, origin(wren, **{"with-wings": "2"}))
    assert "knows no command" in preview(cast, wren, origin(wren, command="fly"))


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"command": ""},
        {"command": "nothing of the kind"},
        {"command": FirstCoin.name, "actor": "me", "faces": "six"},
    ],
)
def test_a_step_that_there_is_not_is_refused_on_the_page(cast: Cast, wren: Character, sent: dict[str, str]) -> None:
    client_of(cast.anna).post(address(cast, wren, "making/"), origin(wren))
    answer = client_of(cast.anna).post(address(cast, wren, "making/"), sent)
    assert answer.status_code == 422
    assert 'class="making' in answer.content.decode() or "Wren" in answer.content.decode()
