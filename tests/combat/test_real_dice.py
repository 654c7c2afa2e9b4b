"""Where dice fall, real ones can be typed in, in an answer or when a fight begins; where none fall, they cannot."""

import re

import pytest

from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from characters import services
from characters.models import Character
from combat.models import Encounter
from rules.engine.kernel import Joined, Json, LadderSet, RoundBegan, Rung, StageSet, TurnBegan, TypedDice
from rules.systems.kaos.downtime.luck import Accept
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_cast


def _begun(cast: Cast, name: str, *, owned: bool, points: int = 0, ability: str = "") -> Character:
    sheet = cast.campaign.system.fresh_sheet(name)
    if points:
        sheet.experience["advancement"] = {"points": points}
    if ability:
        sheet.items[ability] = cast.campaign.system.item("abilities", ability)
    return services.begin(cast.gm, name=name, owner=cast.anna.user if owned else None, sheet=sheet)


def _laid(cast: Cast, *people: Character, fighting: bool) -> Encounter:
    """An encounter with these people in a row, of whom the first acts first."""
    encounter = cast.encounter()

    def lay(game: Game) -> dict[str, Json]:
        rungs = tuple(Rung(f"{who.public_id}/whole", who.public_id, 9 - at, "whole") for at, who in enumerate(people))
        for at, who in enumerate(people):
            game.table.happen(Joined(who.public_id, "foes" if at % 2 else "party", y=1.5 * at))
        if fighting:
            game.table.happen(StageSet("fighting"), RoundBegan(1), LadderSet(rungs), TurnBegan(rungs[0].key))
        return {}

    write(cast.gm, Intent("scenario.given", encounter=encounter.public_id), lay)
    return encounter


@pytest.fixture
def grappled(db: None) -> tuple[Cast, Character, Character, Encounter]:
    """Brann has lost a grapple that is meant to hurt, and could pay for another roll."""
    cast = make_cast("kaos")
    thug, brann = _begun(cast, "Thug", owned=False), _begun(cast, "Brann", owned=True, points=10)
    encounter = _laid(cast, thug, brann, fighting=True)
    given, dice = {"target": brann.public_id, "to": "hurt"}, {thug.public_id: [1], brann.public_id: [96]}
    perform(cast.gm, Intent("action.grapple", given, thug.public_id, encounter.public_id, dice=TypedDice(dice)))
    return cast, thug, brann, encounter


def test_the_damage_of_a_grapple_that_is_let_stand_is_typed(
    grappled: tuple[Cast, Character, Character, Encounter],
) -> None:
    cast, thug, brann, encounter = grappled
    client, campaign = client_of(cast.gm), cast.campaign.public_id
    page = client.get(f"/campaigns/{campaign}/encounters/{encounter.public_id}/").content.decode()
    form = re.search(r'<form[^>]*data-command="luck.accept".*?</form>', page, re.DOTALL)
    assert form
    assert f'name="faces-{thug.public_id}"' in form[0]
    before, bonus = brann.sheet.now("hp"), thug.sheet.rank("attribute", "str") // 10
    assert f"You give in: {2 + bonus}.0 hit points on average." in form[0]
    sent = {
        "command": "luck.accept",
        "actor": brann.public_id,
        "encounter": encounter.public_id,
        "with-ask": f"{brann.public_id}/1",
        f"faces-{thug.public_id}": "3",
    }
    answer = client.post(f"/campaigns/{campaign}/perform/", sent)
    assert answer.status_code == 200, answer.content.decode()[:300]
    brann.refresh_from_db()
    assert brann.sheet.now("hp") == before - 3 - bonus


def test_cards_are_typed_where_they_are_drawn_and_not_where_they_are_paid_for(db: None) -> None:
    cast = make_cast("dragonbane")
    brann, foe = _begun(cast, "Brann", owned=True, ability="quick"), _begun(cast, "Foe", owned=False)
    encounter = _laid(cast, brann, foe, fighting=False)
    client, here = client_of(cast.gm), f"/campaigns/{cast.campaign.public_id}/encounters/{encounter.public_id}/"
    two = client.get(f"{here}?as={brann.public_id}&do=initiative.two").content.decode()
    assert 'data-command="initiative.two"' in two
    assert "I rolled real dice" not in two
    begin = client.get(f"{here}?do=fight.begin").content.decode()
    assert f'name="faces-{brann.public_id}"' in begin
    sent = {
        "command": "fight.begin",
        "actor": "",
        "encounter": encounter.public_id,
        f"faces-{brann.public_id}": "4",
        f"faces-{foe.public_id}": "2",
    }
    assert client.post(f"/campaigns/{cast.campaign.public_id}/perform/", sent).status_code == 200
    encounter.refresh_from_db()
    assert [(rung.who, rung.at) for rung in encounter.state.ladder] == [(foe.public_id, 2), (brann.public_id, 4)]


def test_a_stunt_is_proposed_without_dice(grappled: tuple[Cast, Character, Character, Encounter]) -> None:
    """They fall when the game master has answered."""
    cast, thug, brann, _ = grappled
    encounter = _laid(cast, brann, thug, fighting=True)
    here = f"/campaigns/{cast.campaign.public_id}/encounters/{encounter.public_id}/"
    page = client_of(cast.anna).get(f"{here}?as={brann.public_id}&do=action.stunt").content.decode()
    assert 'data-command="action.stunt"' in page
    assert "I rolled real dice" not in page


def test_an_answer_that_throws_no_dice_takes_none(
    grappled: tuple[Cast, Character, Character, Encounter], monkeypatch: pytest.MonkeyPatch
) -> None:
    cast, _, _, encounter = grappled
    monkeypatch.setattr(Accept, "throws_dice", False)
    page = client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/encounters/{encounter.public_id}/")
    form = re.search(r'<form[^>]*data-command="luck.accept".*?</form>', page.content.decode(), re.DOTALL)
    assert form
    assert "faces-" not in form[0]


def _wounded(cast: Cast, boxes: int) -> str:
    """The form of a blunt wound that Rook is to take."""
    rook, foe = _begun(cast, "Rook", owned=True), _begun(cast, "Foe", owned=False)
    encounter = _laid(cast, rook, foe, fighting=True)

    def hit(game: Game) -> dict[str, Json]:
        known: dict[str, Json] = {"boxes": boxes, "type": "bludgeoning", "by": foe.public_id}
        game.table.ask(rook.public_id, "You are hurt: which line?", "wound.take", **known)
        return {}

    write(cast.gm, Intent("scenario.given", encounter=encounter.public_id), hit)
    where = f"/campaigns/{cast.campaign.public_id}/encounters/{encounter.public_id}/"
    page = client_of(cast.anna).get(where).content.decode()
    form = re.search(r'<form[^>]*data-command="wound.take".*?</form>', page, re.DOTALL)
    assert form
    return form[0]


def test_dice_are_typed_for_a_wound_that_stuns_and_for_no_other(db: None) -> None:
    cast = make_cast("sda")
    light, heavy, felling = (_wounded(cast, boxes) for boxes in (1, 4, 5))
    assert "3 minor and 1 major left" in heavy
    assert ["you go down" in one for one in (light, heavy, felling)] == [False, False, True]
    assert "Stunned: " not in light
    assert 'name="faces' not in light
    assert "Stunned: " in heavy
    assert 'name="faces' in heavy
