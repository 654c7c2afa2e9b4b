"""No number that reaches players rises while only hidden combatants act, and nobody is late by it."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.chronicle import verify
from campaigns.feed import query
from campaigns.models import Campaign, Entry, Membership, Touch
from campaigns.play.game import Game
from campaigns.play.intent import Intent, Stale
from campaigns.play.perform import perform, write
from campaigns.play.undo import redo, undo
from combat import services
from combat.models import Encounter
from rules.engine.kernel import BudgetSet, Json, SceneMemoKept
from tests.api.programs import API, Program, content_of
from tests.combat.conftest import Fight, client_of
from tests.helpers import verified
from winterhall.accounts import tokens

FACES = {"command": "test.open", "with": {"skill": "stealth"}}
NUMBERS = re.compile(rb'data-(?:scene-)?version="\d+"|name="seen" value="\d*"')


def program_of(member: Membership) -> Program:
    return Program(tokens.make(member.user, "test", tokens.SCOPES, timezone.now() + timedelta(days=1))[1])


def numbers(fight: Fight, who: str) -> dict[str, Any]:
    """Every answer to a member that holds a version of the fight, by its address."""
    member, here, rook = getattr(fight.cast, who), fight.encounter.public_id, fight.cast.rook.public_id
    campaign = f"/campaigns/{fight.cast.campaign.public_id}/"
    client = client_of(member)
    pages = [
        *(fight.address + more for more in ("", "parts/", f"?as={rook}&do=test.open", "?view=projector")),
        *(f"{campaign}characters/{rook}/{more}" for more in ("", "parts/")),
    ]
    reads = [f"/encounters/{here}/", f"/encounters/{here}/commands/?as={rook}"]
    told: dict[str, Any] = {page: NUMBERS.findall(client.get(page).content) for page in pages}
    for read in reads:
        answer = client.get(API + read)
        told[read] = (answer.status_code, content_of(answer), answer.headers.get("ETag"))
    told["list"] = client.get(f"{API}{campaign}encounters/").content
    told["entries"] = client.get(f"{API}{campaign}entries/?limit=200").content
    told["feed"] = [event.text for event in query.read(fight.cast.campaign.pk, 0).heard_by(member.user_id)]
    told |= refusals(fight, member)
    return told


def refusals(fight: Fight, member: Membership) -> dict[str, Any]:
    """The answers of page and API to a member who names a version that there never was."""
    rook, here = fight.cast.rook.public_id, fight.encounter.public_id
    sent = {"command": "test.open", "actor": rook, "encounter": here, "with-skill": "stealth", "seen": "9999"}
    page = client_of(member).post(f"/campaigns/{fight.cast.campaign.public_id}/perform/", sent)
    path = f"/encounters/{here}/commands/"
    api = program_of(member).post(path, FACES | {"as": rook}, If_Match='"9999"')
    assert {page.status_code, api.status_code} <= {403, 409, 412}
    return {"409": content_of(page), "412": (content_of(api), api.headers.get("ETag"))}


def act_in_hiding(fight: Fight) -> list[Entry]:
    """The entries of play in hiding: five moves, a newcomer who hides, and a scheme that is undone."""
    canary = fight.canary.public_id
    done = [fight.do("fight.place", combatant=canary, x=at, y=at) for at in range(3, 8)]
    key = fight.cast.campaign.system.compendium()["creatures"][3].key
    done.append(services.bring_creatures(fight.cast.gm, encounter=fight.encounter, key=key, hidden=True))

    def scheme(game: Game) -> dict[str, Json]:
        game.table.happen(BudgetSet(canary, "dice", 1), SceneMemoKept("scheme", "an ambush"))
        return {}

    intent = Intent("fight.scheme", encounter=fight.encounter.public_id)
    done.append(write(fight.cast.gm, intent, scheme))
    done.append(undo(fight.cast.gm, done[-1].public_id, encounter=fight.encounter.public_id))
    return done


def reloaded_encounter(fight: Fight) -> Encounter:
    return Encounter.objects.get(pk=fight.encounter.pk)


@pytest.mark.parametrize("who", ["anna", "boris", "olga"])
def test_no_number_of_a_players_rises_while_somebody_hidden_acts(fight: Fight, who: str) -> None:
    before = numbers(fight, who)
    with verified(fight.cast.campaign):
        act_in_hiding(fight)
    assert numbers(fight, who) == before
    fight.do("fight.place", combatant=fight.foe.public_id, x=4, y=4)
    after = numbers(fight, who)
    silent = {name for name in before if after[name] == before[name]}
    assert not silent if who == "anna" else all(fight.cast.rook.public_id in name for name in silent)


def test_the_game_master_counts_everything(fight: Fight) -> None:
    counted = [json.loads(numbers(fight, "gm")["list"])["results"][0]["version"]]
    for at in range(3, 6):
        fight.do("fight.place", combatant=fight.canary.public_id, x=at, y=at)
        counted.append(json.loads(numbers(fight, "gm")["list"])["results"][0]["version"])
    assert counted == [counted[0] + more for more in range(4)]


@pytest.mark.parametrize("door", ["page", "api"])
def test_what_was_seen_before_is_good_until_something_is_seen(fight: Fight, door: str) -> None:
    send = {"page": through_the_page, "api": through_the_api}[door]
    seen = reloaded_encounter(fight).open_version
    act_in_hiding(fight)
    status, version = send(fight, seen)
    assert (status, version) == ({"page": 200, "api": 201}[door], seen)
    fight.do("fight.place", combatant=fight.foe.public_id, x=4, y=4)
    assert send(fight, seen) == ({"page": 409, "api": 412}[door], seen + 1)


def through_the_page(fight: Fight, seen: int) -> tuple[int, int]:
    rook, here = fight.cast.rook.public_id, fight.encounter.public_id
    sent = {"command": "test.open", "actor": rook, "encounter": here, "with-skill": "stealth", "seen": str(seen)}
    answer = client_of(fight.cast.anna).post(f"/campaigns/{fight.cast.campaign.public_id}/perform/", sent)
    return answer.status_code, answer.json()["version"]


def through_the_api(fight: Fight, seen: int) -> tuple[int, int]:
    path, body = f"/encounters/{fight.encounter.public_id}/commands/", FACES | {"as": fight.cast.rook.public_id}
    answer = program_of(fight.cast.anna).post(path, body, If_Match=f'"{seen}"')
    told = json.loads(answer.content)
    assert answer.headers["ETag"] == f'"{told["version"]}"'
    return answer.status_code, told["version"]


def test_the_game_master_is_late_by_what_only_they_can_see(fight: Fight) -> None:
    seen = reloaded_encounter(fight).version
    fight.do("fight.place", combatant=fight.canary.public_id, x=3, y=3)
    rook, here = fight.cast.rook.public_id, fight.encounter.public_id
    with pytest.raises(Stale) as stale:
        perform(fight.cast.gm, Intent("test.open", {"skill": "stealth"}, rook, here, seen=seen))
    assert stale.value.version == seen + 1


def test_the_same_key_is_answered_with_the_same_number(fight: Fight) -> None:
    """However much has happened since, in hiding and openly."""
    program, rook = program_of(fight.cast.anna), fight.cast.rook.public_id
    path, body = f"/encounters/{fight.encounter.public_id}/commands/", FACES | {"as": rook}
    act_in_hiding(fight)
    sent = {"If_Match": f'"{reloaded_encounter(fight).open_version}"', "Idempotency_Key": "once"}
    first = program.post(path, body, **sent)
    act_in_hiding(fight)
    fight.do("fight.place", combatant=fight.foe.public_id, x=4, y=4)
    again = program.post(path, body, **sent)
    assert (again.status_code, again.content, again.headers["ETag"]) == (201, first.content, first.headers["ETag"])


# -- what counts ------------------------------------------------------------------------------------------------------


def steps_counted(fight: Fight) -> tuple[int, int]:
    """How many more changes everybody, and how many more players count since the last time."""
    now = reloaded_encounter(fight)
    before = fight.encounter.version, fight.encounter.open_version
    fight.encounter = now
    return now.version - before[0], now.open_version - before[1]


def test_whoever_steps_out_of_hiding_and_back_is_counted(fight: Fight) -> None:
    steps_counted(fight)
    shown = fight.do("fight.veil", combatant=fight.canary.public_id, hidden=False)
    assert steps_counted(fight) == (1, 1)
    undo(fight.cast.gm, shown.public_id, encounter=fight.encounter.public_id)
    assert steps_counted(fight) == (1, 1)
    redo(fight.cast.gm, shown.public_id, encounter=fight.encounter.public_id)
    assert steps_counted(fight) == (1, 1)
    fight.do("fight.place", combatant=fight.canary.public_id, x=5, y=5)
    assert steps_counted(fight) == (1, 1)
    fight.do("fight.veil", combatant=fight.canary.public_id, hidden=True)
    assert steps_counted(fight) == (1, 1), "whom one saw is gone"
    fight.do("fight.place", combatant=fight.canary.public_id, x=6, y=6)
    assert steps_counted(fight) == (1, 0)


def test_an_undo_counts_as_what_it_takes_back(fight: Fight) -> None:
    for who, seen in ((fight.canary, 0), (fight.foe, 1)):
        moved = fight.do("fight.place", combatant=who.public_id, x=9, y=9)
        steps_counted(fight)
        for turn in (undo, redo):
            turn(fight.cast.gm, moved.public_id, encounter=fight.encounter.public_id)
            assert steps_counted(fight) == (1, seen)


def test_budgets_count_where_they_can_be_seen(fight: Fight) -> None:
    for who, seen in ((fight.cast.rook, 1), (fight.foe, 0), (fight.canary, 0)):
        steps_counted(fight)

        def spend(game: Game, who: str = who.public_id) -> dict[str, Json]:
            game.table.happen(BudgetSet(who, "dice", 77))
            return {}

        write(fight.cast.gm, Intent("fight.spend", encounter=fight.encounter.public_id), spend)
        assert steps_counted(fight) == (1, seen)


def test_equal_numbers_mean_an_equal_sight_though_it_was_shut_meanwhile(fight: Fight) -> None:
    """Nobody can watch an encounter that is secret; what has changed there shows when it is opened again."""
    fight.encounter = reloaded_encounter(fight)
    services.open_to_players(fight.cast.gm, fight.encounter, is_open=False)
    fight.do("fight.place", combatant=fight.foe.public_id, x=8, y=8)
    fight.do("fight.place", combatant=fight.canary.public_id, x=8, y=9)
    assert steps_counted(fight) == (2, 1)


def test_numbers_that_do_not_follow_from_the_chronicle_are_found(fight: Fight) -> None:
    act_in_hiding(fight)
    here = reloaded_encounter(fight)
    campaign = Campaign.objects.get(pk=fight.cast.campaign.pk)
    assert verify.faults(campaign) == []
    assert here.open_version == Touch.objects.filter(document=here.public_id, seen=True).count() < here.version
    for wrong in ({"open_version": here.version}, {"version": here.open_version}):
        Encounter.objects.filter(pk=here.pk).update(**wrong)
        assert verify.faults(campaign) == [f"{here.public_id} does not count what touched it"]
        Encounter.objects.filter(pk=here.pk).update(version=here.version, open_version=here.open_version)
