"""The first command of a sheet's roll panel: a likely next act, never something that merely befalls a person."""

import re
from collections.abc import Sequence

import pytest
from django.test import Client

from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from characters import services
from characters.models import Character
from characters.sheets import selectors
from combat.models import Encounter
from rules.engine.kernel import Command, Joined, Json, LadderSet, RoundBegan, Rung, StageSet, TurnBegan, TypedDice
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_cast
from tests.toy import HEADS_GAME


def _befalling(command: type[Command]) -> type[Command]:
    return type("Befalling", (command,), {"befalls": True})


def test_nobody_wants_what_befalls_them() -> None:
    rolled = next(one for one in HEADS_GAME.commands if one.has_odds)
    written = next(one for one in HEADS_GAME.commands if not one.has_odds)
    assert selectors.foremost([_befalling(rolled), written]) is written
    assert selectors.foremost([_befalling(rolled)]) is None


# -- somebody who is down ---------------------------------------------------------------------------------------------


@pytest.fixture
def down(db: None) -> tuple[Cast, Character]:
    """A hero at 0 hit points, out of any fight."""
    cast = make_cast("dragonbane")
    sheet = cast.campaign.system.fresh_sheet("Brann")
    sheet.resources["hp"].now = 0
    return cast, services.begin(cast.gm, name="Brann", owner=cast.anna.user, sheet=sheet)


def _panel(cast: Cast, who: Character, client: Client | None = None) -> str:
    path = f"/campaigns/{cast.campaign.public_id}/characters/{who.public_id}/roll/"
    answer = (client or client_of(cast.anna)).get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def _fight(cast: Cast, order: Sequence[Character]) -> Encounter:
    encounter = cast.encounter()

    def lay(game: Game) -> dict[str, Json]:
        rungs = tuple(Rung(f"{who.public_id}/1", who.public_id, at) for at, who in enumerate(order, 1))
        game.table.happen(*(Joined(who.public_id, "party") for who in order))
        game.table.happen(StageSet("fighting"), LadderSet(rungs), RoundBegan(1), TurnBegan(rungs[0].key))
        return {}

    write(cast.gm, Intent("scenario.given", encounter=encounter.public_id), lay)
    return encounter


def test_the_dying_begin_with_the_roll_against_death(down: tuple[Cast, Character]) -> None:
    assert 'data-command="death.roll"' in _panel(*down)


def test_on_their_turn_they_roll_against_death_and_then_rally(down: tuple[Cast, Character]) -> None:
    cast, brann = down
    encounter = _fight(cast, [brann, cast.rook])
    assert 'data-command="death.roll"' in _panel(*down)
    dice = TypedDice({brann.public_id: [5]})
    perform(cast.gm, Intent("death.roll", {}, brann.public_id, encounter.public_id, dice=dice))
    assert 'data-command="turn.rally_yourself"' in _panel(*down)


@pytest.mark.parametrize("who", ["anna", "gm"])
def test_while_others_act_the_panel_waits_for_what_happens(down: tuple[Cast, Character], who: str) -> None:
    cast, brann = down
    _fight(cast, [cast.rook, brann])
    text = _panel(cast, brann, client_of(getattr(cast, who)))
    assert "data-play" not in text
    assert "Nothing to roll from the sheet right now." in text
    assert '<option value="peril.fall">' in text


def test_whoever_stands_begins_with_the_plain_roll(down: tuple[Cast, Character]) -> None:
    cast, _ = down
    assert 'data-command="check.roll"' in _panel(cast, cast.rook)


# -- what the panel shows of a command --------------------------------------------------------------------------------


def _chosen(cast: Cast, command: str) -> str:
    path = f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/roll/?command={command}"
    return client_of(cast.gm).get(path).content.decode()


@pytest.fixture
def winter(db: None) -> Cast:
    """A WinterDawn cast in which Rook may raise a group."""
    cast = make_cast("sda")
    for skill in ("acrobatics", "reflex", "stealth"):
        asked = Intent("sheet.rank", {"kind": "skill", "rank": skill, "to": 2}, cast.rook.public_id)
        perform(cast.gm, asked)
    return cast


def test_the_only_choice_there_is_stands_open(winter: Cast) -> None:
    text = _chosen(winter, "light.set")
    assert "Low light" in text
    assert "More choices" not in text


def test_what_holds_nothing_to_choose_from_takes_no_room(winter: Cast) -> None:
    text = _chosen(winter, "test.static")
    assert "Attribute" in text
    assert "Luck and mastery" not in text
    assert "Nothing to choose from" not in text


def test_the_panel_is_named_for_the_rank_that_is_rolled(winter: Cast) -> None:
    assert "data-drawer-title>Appraise<" in _chosen(winter, "test.static")


def test_the_panel_is_not_named_for_somebody_else(winter: Cast) -> None:
    assert "data-drawer-title>Plan a battle<" in _chosen(winter, "tactics.plan")


@pytest.mark.parametrize("command", ["appraise.lay_out", "experience.trade_group"])
def test_without_a_roll_nobody_is_asked_for_real_dice(winter: Cast, command: str) -> None:
    text = _chosen(winter, command)
    assert f'data-command="{command}"' in text
    assert "I rolled real dice" not in text


def test_what_can_be_done_stands_under_headings(winter: Cast) -> None:
    text = _panel(winter, winter.rook, client_of(winter.gm))
    assert text.index('<option value="test.static"') < text.index("<optgroup")
    days = text.index('<optgroup label="Days and nights">')
    assert days < text.index('<option value="time.travel"') < text.index("</optgroup>", days)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_no_heading_is_for_nothing(system: System) -> None:
    assert set(system.headings) <= {one.name.partition(".")[0] for one in system.commands}


# -- virtues ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_ends_of_a_virtue_open_the_form_that_calls_upon_them() -> None:
    cast = make_cast("sda")
    client, here = client_of(cast.anna), f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/"
    page = client.get(f"{here}?view=story").content.decode()
    assert 'data-roll="virtue.call:end=courage.excess"' in page
    assert 'aria-label="Call upon being reckless: Reckless d' in page
    form = client.get(f"{here}roll/?command=virtue.call:end=courage.excess").content.decode()
    assert 'data-command="virtue.call"' in form
    assert 'data-play-then="close"' in form, "whether it is granted is not said in its form"
    assert re.search(r'value="courage.excess"[^>]*(checked|selected)', form)
    perform(cast.anna, Intent("virtue.call", {"end": "courage.excess", "reason": "Now"}, cast.rook.public_id))
    assert "virtue.call:end=courage" not in client.get(here).content.decode(), "it is called upon already"
    assert "virtue.call:end=pride.lack" in client.get(here).content.decode()


@pytest.mark.django_db
def test_virtues_stand_right_after_the_plain_tests() -> None:
    cast = make_cast("sda")
    listed = re.findall(r'<optgroup label="([^"]+)"', _panel(cast, cast.rook))
    assert listed[0] == "Virtues and traits"
