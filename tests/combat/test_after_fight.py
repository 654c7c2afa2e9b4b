"""After the fight: rests and awards for the whole party at once, by the game master, in one entry."""

import re

import pytest
from django.test import Client

from campaigns.calendar.sessions import named_course
from campaigns.models import Entry
from campaigns.play.forms import CommandForm
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from campaigns.play.undo import undo
from campaigns.sessions import at_table
from characters.models import Character
from characters.services import begin
from combat.after_fight import for_party
from combat.models import Encounter
from combat.services import open_to_players
from combat.table.after import after, awards
from combat.table.page import Wish, table
from rules import codec, registry
from rules.engine.kernel import BoxesTicked, Refused, ResourceChanged, Told, Unknown, described_fields
from rules.engine.system.protocol import command_named
from rules.heroes import made
from tests.campaigns.test_sessions import row_of, written
from tests.combat.conftest import Fight, client_of
from tests.helpers import verified

#: Games with something for a whole party after a fight.
GAMES = [system.slug for system in registry.SYSTEMS if system.recoveries or system.rewards]

#: Games whose fights are ended by their command.
WITH_AN_END = [one.slug for one in registry.SYSTEMS if any(kind.name == "fight.end" for kind in one.commands)]


def end(fight: Fight) -> None:
    """End the fight; where the game asks who won, nobody did."""
    kind = command_named(fight.cast.campaign.system, "fight.end")
    won = {name: "nobody" for name, (field, _) in described_fields(kind).items() if field.kind == "pick"}
    fight.do("fight.end", **won)


def test_numbers_beside_a_fight_that_is_over_are_said_to_be_those_of_now(fight: Fight) -> None:
    clients = [client_of(member) for member in (fight.cast.gm, fight.cast.anna)]
    assert not any("Everyone as they are now" in one.get(fight.address).content.decode() for one in clients)
    end(fight)
    assert all("Everyone as they are now" in one.get(fight.address).content.decode() for one in clients)


def test_players_find_how_they_came_out_of_it_with_the_way_to_their_sheet(fight: Fight) -> None:
    sheet = f"/campaigns/{fight.cast.campaign.public_id}/characters/{fight.cast.rook.public_id}/"
    end(fight)
    now = client_of(fight.cast.anna).get(fight.address).content.decode().partition('id="now"')[2]
    told = now.partition("</section>")[0]
    assert "How you came out of it" in told
    assert sheet in told
    assert "How you came out of it" not in client_of(fight.cast.olga).get(fight.address).content.decode()


def test_the_campaign_tells_at_its_top_of_a_fight_that_runs(fight: Fight) -> None:
    at, said = f"/campaigns/{fight.cast.campaign.public_id}/", f"</b> is in round {fight.state.round}."
    for member in (fight.cast.gm, fight.cast.anna):
        assert said in client_of(member).get(at).content.decode()
    end(fight)
    assert said not in client_of(fight.cast.anna).get(at).content.decode()


def send(client: Client, fight: Fight, command: str, *who: Character, **chosen: object) -> int:
    at = f"{fight.address}for-party/"
    said = {"command": command, "who": [one.public_id for one in who], "key": f"once-{command}"}
    return client.post(at, said | {f"with-{name}": value for name, value in chosen.items()}).status_code


def tire(fight: Fight, *who: Character) -> None:
    """Leave them something to regain: of every resource a point is left, and a box of every track is ticked."""

    def act(game: Game) -> dict[str, object]:
        for one in who:
            for name, held in game.table.sheet(one.public_id).resources.items():
                if held.now > 1:
                    game.table.happen(ResourceChanged(one.public_id, name, 1 - held.now))
            for track, lines in game.table.sheet(one.public_id).tracks.items():
                for box in list(lines[0].boxes)[:1]:
                    game.table.happen(BoxesTicked(one.public_id, track, 0, box, 1))
        return {}

    write(fight.cast.gm, Intent("test.tire", encounter=fight.encounter.public_id), act)


@pytest.mark.parametrize("game", GAMES)
def test_the_game_master_finds_rests_and_awards_when_the_fight_is_over(fight: Fight) -> None:
    assert after(table(fight.cast.gm, fight.encounter.public_id, Wish())) is None
    end(fight)
    tire(fight, fight.cast.rook, fight.cast.mira)
    panel = after(table(fight.cast.gm, fight.encounter.public_id, Wish()))
    assert panel is not None
    system = fight.cast.campaign.system
    assert {place.who for place in panel.party} == {fight.cast.rook.public_id, fight.cast.mira.public_id}
    assert [one.form.command for one in panel.rewards] == list(system.rewards)
    assert {one.form.command for one in panel.rests} <= set(system.recoveries)
    assert panel.rests or not system.recoveries
    assert after(table(fight.cast.anna, fight.encounter.public_id, Wish())) is None
    assert "After the fight" in client_of(fight.cast.gm).get(fight.address).content.decode()
    assert "After the fight" not in client_of(fight.cast.anna).get(fight.address).content.decode()


@pytest.mark.parametrize("game", [system.slug for system in registry.SYSTEMS if system.rewards])
def test_the_party_is_awarded_once_in_one_entry_and_undone_as_one(fight: Fight) -> None:
    end(fight)
    gm, rook, mira = client_of(fight.cast.gm), fight.cast.rook, fight.cast.mira
    before = [Character.objects.get(pk=one.pk).body for one in (rook, mira)]
    command = fight.cast.campaign.system.rewards[0]
    panel = after(table(fight.cast.gm, fight.encounter.public_id, Wish()))
    form = panel.rewards[0].form  # type: ignore[union-attr]
    chosen = {
        one.field: next((option.value for option in one.options if option.chosen), one.value or 1)
        for one in form.inputs
    }
    chosen = {name: value if name != "reason" else "the bridge" for name, value in chosen.items()}
    if "skill" in chosen:
        chosen["skill"] = form.inputs[0].options[0].value
    entries = Entry.objects.count()
    assert send(gm, fight, command, rook, mira, **chosen) == 200
    assert send(gm, fight, command, rook, mira, **chosen) == 200
    assert Entry.objects.count() == entries + 1
    after_it = [Character.objects.get(pk=one.pk).body for one in (rook, mira)]
    assert all(one != other for one, other in zip(before, after_it, strict=True))
    entry = Entry.objects.order_by("-number")[0]
    assert entry.command == command
    assert entry.facts.count(rook.public_id) >= 1
    undo(fight.cast.gm, entry.public_id, encounter=fight.encounter.public_id)
    assert [Character.objects.get(pk=one.pk).body for one in (rook, mira)] == before
    log = client_of(fight.cast.anna).get(fight.address).content.decode()
    assert command_named(fight.cast.campaign.system, command).label in log


@pytest.mark.parametrize("game", [system.slug for system in registry.SYSTEMS if system.rewards])
def test_heroes_who_were_elsewhere_may_be_awarded_and_are_not_ticked(fight: Fight) -> None:
    wren = begin(fight.cast.gm, name="Wren", owner=fight.cast.boris.user)
    body = next(iter(fight.cast.campaign.system.heroes()))
    Character.objects.filter(pk=wren.pk).update(body=codec.dump(made(fight.cast.campaign.system, body, {}, "Wren")))
    end(fight)
    panel = after(table(fight.cast.gm, fight.encounter.public_id, Wish()))
    assert panel is not None
    offered = panel.rewards[0]
    assert [one.who for one in offered.elsewhere] == [wren.public_id]
    page = client_of(fight.cast.gm).get(fight.address).content.decode()
    assert f'name="who" value="{wren.public_id}"><span>Wren (not in the fight)' in page
    before = Character.objects.get(pk=wren.pk).body
    chosen = {one.field: one.options[-1].value if one.options else one.value or 1 for one in offered.form.inputs}
    chosen |= {"reason": "the long wait"} if "reason" in chosen else {}
    assert send(client_of(fight.cast.gm), fight, offered.form.command, wren, **chosen) == 200
    assert Character.objects.get(pk=wren.pk).body != before


AWARDING = [system.slug for system in registry.SYSTEMS if system.rewards]
#: Those of them that say what an award is for.
LABELLED = [
    system.slug
    for system in registry.SYSTEMS
    if any("reason" in described_fields(command_named(system, name)) for name in system.rewards)
]


def chosen_of(form: CommandForm) -> dict[str, object]:
    """The choices of a form as it starts; of a pick that starts without one, the last."""
    return {one.field: one.options[-1].value if one.options else one.value or 1 for one in form.inputs}


@pytest.mark.parametrize("game", AWARDING)
def test_the_party_is_awarded_on_its_own_page_too_once(fight: Fight) -> None:
    gm, campaign = client_of(fight.cast.gm), fight.cast.campaign
    here = f"/campaigns/{campaign.public_id}/party/"
    (offered,) = awards(fight.cast.gm, [fight.cast.rook, fight.cast.mira])
    page = gm.get(here).content.decode()
    assert 'id="award-title"' in page
    assert offered.form.label in page
    assert 'id="award-title"' not in client_of(fight.cast.anna).get(here).content.decode()
    command = offered.form.command
    sent = {f"with-{name}": value for name, value in chosen_of(offered.form).items() if value != ""}
    sent |= {"command": command, "who": [fight.cast.rook.public_id, fight.cast.mira.public_id], "key": "once"}
    before = [Character.objects.get(pk=one.pk).body for one in (fight.cast.rook, fight.cast.mira)]
    with verified(campaign):
        answers = [gm.post(f"{here}award/", sent) for _ in range(2)]
    assert [one.status_code for one in answers] == [200, 200]
    assert answers[0].json()["entry"] == answers[1].json()["entry"]
    after_it = [Character.objects.get(pk=one.pk).body for one in (fight.cast.rook, fight.cast.mira)]
    assert all(one != other for one, other in zip(before, after_it, strict=True))
    assert client_of(fight.cast.anna).post(f"{here}award/", sent).status_code == 403
    assert gm.post(f"{here}award/", {**sent, "key": "none", "who": []}).status_code == 422
    undo(fight.cast.gm, answers[0].json()["entry"])
    assert [Character.objects.get(pk=one.pk).body for one in (fight.cast.rook, fight.cast.mira)] == before


@pytest.mark.parametrize("game", [slug for slug in AWARDING if registry.system_named(slug).recoveries])
def test_nobody_rests_by_the_way_of_awards(fight: Fight) -> None:
    command = fight.cast.campaign.system.recoveries[0]
    with pytest.raises(Unknown):
        for_party(fight.cast.gm, Intent(command), [fight.cast.rook.public_id])


def reason_of(form: CommandForm) -> object:
    return next(one.value for one in form.inputs if one.field == "reason")


@pytest.mark.parametrize("game", LABELLED)
def test_an_award_is_for_the_fight_or_the_session_in_which_it_is_given(fight: Fight) -> None:
    campaign, heroes = fight.cast.campaign, [fight.cast.rook, fight.cast.mira]
    at_table.begin(fight.cast.gm, title="The mill")
    first = named_course(campaign)[0].session
    at_table.end(fight.cast.gm)
    assert reason_of(awards(fight.cast.gm, heroes)[0].form) == "The mill", "the one that ran last"
    at_table.begin(fight.cast.gm, title="The ford")
    assert reason_of(awards(fight.cast.gm, heroes)[0].form) == "The ford", "the one that runs"
    assert reason_of(awards(fight.cast.gm, heroes, first)[0].form) == "The mill", "the one that is named"
    end(fight)
    name = Encounter.objects.get(pk=fight.encounter.pk).name
    panel = after(table(fight.cast.gm, fight.encounter.public_id, Wish()))
    assert panel is not None
    assert reason_of(panel.rewards[0].form) == name
    open_to_players(fight.cast.gm, fight.encounter, is_open=False)
    panel = after(table(fight.cast.gm, fight.encounter.public_id, Wish()))
    assert panel is not None
    assert reason_of(panel.rewards[0].form) == "The ford", "players do not know of the fight"


@pytest.mark.parametrize("game", ["sda"])
def test_an_award_on_a_sheet_is_no_part_of_a_fight_that_the_table_has_left_alone(fight: Fight) -> None:
    asked = f"/campaigns/{fight.cast.campaign.public_id}/characters/{fight.cast.rook.public_id}/roll/"
    gm, award = client_of(fight.cast.gm), {"command": fight.cast.campaign.system.rewards[0]}
    name, here = Encounter.objects.get(pk=fight.encounter.pk).name, fight.encounter.public_id
    form = gm.get(asked, award).content.decode()
    assert f'value="{name}"' in form
    assert here in form
    at_table.begin(fight.cast.gm, title="The ford")
    form = gm.get(asked, award).content.decode()
    assert 'value="The ford"' in form
    assert here not in form


@pytest.mark.parametrize("game", ["sda"])
def test_a_test_on_a_sheet_is_no_part_of_a_fight_that_the_table_has_left_alone(fight: Fight) -> None:
    asked = f"/campaigns/{fight.cast.campaign.public_id}/characters/{fight.cast.rook.public_id}/roll/"
    anna, here = client_of(fight.cast.anna), f'name="encounter" value="{fight.encounter.public_id}"'
    assert here in anna.get(asked, {"command": "test.static"}).content.decode()
    at_table.begin(fight.cast.gm, title="The ford")
    assert here not in anna.get(asked, {"command": "test.static"}).content.decode()


@pytest.mark.parametrize("game", LABELLED)
def test_programs_that_say_nothing_award_for_the_session_and_what_is_typed_stands(fight: Fight) -> None:
    at_table.begin(fight.cast.gm, title="The mill")
    for more, reason in (({}, "The mill"), ({"reason": "a good lie"}, "a good lie")):
        (offered,) = awards(fight.cast.gm, [Character.objects.get(pk=fight.cast.rook.pk)])
        chosen = {name: one for name, one in chosen_of(offered.form).items() if name != "reason"}
        entry = for_party(fight.cast.gm, Intent(offered.form.command, chosen | more), [fight.cast.rook.public_id])
        assert reason in entry.facts


@pytest.mark.parametrize("game", ["sda"])
def test_the_pages_of_sessions_and_fights_lead_to_the_award(fight: Fight) -> None:
    gm, campaign = client_of(fight.cast.gm), f"/campaigns/{fight.cast.campaign.public_id}"
    session = row_of(at_table.begin(fight.cast.gm, title="The mill"))
    here = f"{campaign}/sessions/{session.public_id}/"
    assert f'href="{campaign}/party/#award-title"' in gm.get(here).content.decode()
    end(fight)
    page = gm.get(fight.address).content.decode()
    assert page.index('href="#award-title"') < page.index('id="award-title"')
    at_table.end(fight.cast.gm)
    written(session)
    at_table.begin(fight.cast.gm, title="The ford")
    there = f"{campaign}/party/?session={session.public_id}"
    assert f'href="{there}#award-title"' in gm.get(here).content.decode()
    assert 'value="The mill"' in gm.get(there).content.decode()
    assert "award-title" not in client_of(fight.cast.anna).get(here).content.decode()


def shares_on(page: Client, fight: Fight) -> str:
    """The part of the page that says who got what, as words."""
    told = page.get(fight.address).content.decode().partition('id="shares-title"')[2].partition("</section>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", told).split())


@pytest.mark.parametrize("game", [system.slug for system in registry.SYSTEMS if system.rewards and system.coins()])
def test_players_read_what_everybody_got_until_it_is_taken_back(fight: Fight) -> None:
    end(fight)
    gm, system, rook = client_of(fight.cast.gm), fight.cast.campaign.system, fight.cast.rook
    panel = after(table(fight.cast.gm, fight.encounter.public_id, Wish()))
    assert panel is not None
    award = panel.rewards[0].form
    chosen = {one.field: one.options[0].value if one.options else one.value or 1 for one in award.inputs}
    readers = [client_of(member) for member in (fight.cast.anna, fight.cast.boris)]
    assert [shares_on(each, fight) for each in readers] == ["", ""]
    coin = f"coin-{next(iter(system.coins()))}-{rook.public_id}"
    assert gm.post(f"{fight.address}spoils/", {"key": "share", coin: 2}).status_code == 200
    assert send(gm, fight, award.command, rook, **{**chosen, "reason": "the bridge"}) == 200
    for each in readers:
        assert re.search(r"Rook gets 2 .+ Rook .+the bridge", shares_on(each, fight))
    assert not shares_on(gm, fight), "whoever gave it has the log"
    undo(fight.cast.gm, Entry.objects.order_by("-number")[0].public_id, encounter=fight.encounter.public_id)
    for each in readers:
        assert "Rook gets 2" in shares_on(each, fight)
        assert "the bridge" not in shares_on(each, fight)


@pytest.mark.parametrize("game", [system.slug for system in registry.SYSTEMS if system.rewards])
def test_a_careless_tap_awards_nothing_that_has_to_be_chosen(fight: Fight) -> None:
    end(fight)
    panel = after(table(fight.cast.gm, fight.encounter.public_id, Wish()))
    assert panel
    picks = [one for one in panel.rewards[0].inputs if one.kind == "pick" and one.needed]
    assert [option.value for one in picks for option in one.options if option.chosen and option.value] == []
    if picks:
        gm, entries = client_of(fight.cast.gm), Entry.objects.count()
        untouched = {one.field: "" if one.kind == "pick" else one.value for one in panel.rewards[0].inputs}
        assert send(gm, fight, panel.rewards[0].form.command, fight.cast.rook, **untouched) == 422
        assert Entry.objects.count() == entries
    page = client_of(fight.cast.gm).get(fight.address).content.decode()
    assert "button--primary" not in page.partition("After the fight")[2].partition("</section>")[0]


@pytest.mark.parametrize("game", [system.slug for system in registry.SYSTEMS if system.recoveries])
def test_whoever_cannot_rest_is_left_out(fight: Fight) -> None:
    end(fight)
    tire(fight, fight.cast.rook)
    command = fight.cast.campaign.system.recoveries[0]
    kind = command_named(fight.cast.campaign.system, command)
    before = Character.objects.get(pk=fight.cast.rook.pk).body
    given = {name: 1 for name, (field, _) in described_fields(kind).items() if field.kind == "number" and field.least}
    both = [fight.cast.rook.public_id, fight.cast.mira.public_id]
    entry = for_party(fight.cast.gm, Intent(command, given, encounter=fight.encounter.public_id), both)
    assert Character.objects.get(pk=fight.cast.rook.pk).body != before
    assert entry.actor == ""


@pytest.mark.parametrize("game", ["fortune"])
def test_whoever_cannot_rest_is_named_once_with_the_reason(fight: Fight) -> None:
    end(fight)
    perform(fight.cast.gm, Intent("sheet.condition", {"condition": "dead"}, actor=fight.cast.rook.public_id))
    shown = client_of(fight.cast.gm).get(fight.address).content.decode()
    assert f"Cannot: {fight.cast.rook.name} is dead." in shown


def test_only_the_game_master_and_only_with_what_the_game_offers(fight: Fight) -> None:
    end(fight)
    command = fight.cast.campaign.system.rewards[0]
    for member, status in ((fight.cast.anna, 403), (fight.cast.olga, 403), (fight.cast.stranger, 404)):
        assert send(client_of(member), fight, command, fight.cast.rook) == status
    gm = client_of(fight.cast.gm)
    assert send(gm, fight, "sheet.text", fight.cast.rook, text="notes", to="x") in (404, 422)
    assert send(gm, fight, command) == 422
    assert send(gm, fight, command, fight.cast.rook, seen=0) in (404, 422)
    with pytest.raises(Refused):
        for_party(fight.cast.gm, Intent(command, {}, encounter=fight.encounter.public_id), ["nobody"])


@pytest.mark.parametrize("game", WITH_AN_END)
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"winner": "party"}, "The party has won."),
        ({"winner": "foes", "told": "They are left in the snow."}, "They are left in the snow."),
    ],
)
def test_who_won_is_asked_in_every_game_and_the_game_masters_own_sentence_goes_before(
    fight: Fight, given: dict[str, str], said: str
) -> None:
    page = client_of(fight.cast.gm).get(fight.address, {"do": "fight.end"}).content.decode()
    assert "Who won" in page
    assert "One sentence for the story:" in page
    entry = fight.do("fight.end", **given)
    (told,) = (fact.text for fact in codec.facts_from(entry.facts) if isinstance(fact, Told))
    assert told.endswith(f" {said}")
