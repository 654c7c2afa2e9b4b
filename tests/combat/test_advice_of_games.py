"""Advice at the table of the games with a d20 and a d100: the answers to a hit, and nothing of what a foe hides."""

from dataclasses import replace

import pytest

from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from characters.models import Character
from rules import codec
from rules.engine.advice.choices import IN_THE_MIDDLE, OTHERS_UNREAD, UNREAD
from rules.engine.kernel import Item
from tests.api.conftest import programs_of
from tests.campaigns.test_playing import client_of
from tests.combat.conftest import Fight
from tests.combat.test_advice import all_advice, hold, turn_of
from tests.combat.test_odds_of_unread_sheets import begin_fight, improve

#: What each asks whoever is hit, and what a foe wears that nobody can read.
GAMES = {"dragonbane": "defend.dodge", "kaos": "attack.defend"}
HIDDEN = Item("Hidden mail", "armour", stats={"rating": 9, "ds": 45, "athletics": 0})


@pytest.fixture(params=GAMES)
def fight(request: pytest.FixtureRequest, db: None) -> Fight:
    """Rook, who may strike with a dagger or with bare hands, and the foe stand face to face; it is Rook's turn."""
    fight = begin_fight(request.param)
    hold(fight.cast.rook, "dagger", fight.cast.campaign.system.item("weapons", "dagger"))
    for who, y, facing in ((fight.cast.rook, 0, 0), (fight.foe, 2, 180)):
        fight.do("fight.place", combatant=who.public_id, x=0, y=y, facing=facing)
    turn_of(fight, fight.cast.rook)
    return fight


def hide_more(foe: Character, slug: str) -> None:
    """Let the foe be better, wear what nobody sees, and have a harder hide."""
    improve(foe, slug, by=5)
    hold(foe, "hidden", HIDDEN)
    sheet = Character.objects.get(pk=foe.pk).sheet
    body = {**sheet.ranks.get("body", {}), **({"armour": 8} if slug == "dragonbane" else {})}
    changed = replace(sheet, ranks={**sheet.ranks, "body": body})
    Character.objects.filter(pk=foe.pk).update(body=codec.dump(changed))


def let_foe_hit_rook(fight: Fight) -> None:
    """The foe hits Rook."""
    turn_of(fight, fight.foe)
    foe, rook = fight.foe.public_id, fight.cast.rook.public_id
    intent = Intent("melee.attack", {"target": rook}, foe, fight.encounter.public_id, typed={foe: [3]})
    perform(fight.cast.gm, intent)


def test_an_attack_is_advised_by_nothing_that_a_foe_hides(fight: Fight) -> None:
    slug = fight.cast.campaign.system_slug
    before, known = all_advice(fight, fight.cast.anna), all_advice(fight, fight.cast.gm)
    assert "melee.attack" in before
    hide_more(fight.foe, slug)
    assert all_advice(fight, fight.cast.anna) == before
    assert all_advice(fight, fight.cast.gm) != known


def test_values_that_differ_between_two_who_look_are_explained(fight: Fight) -> None:
    told, known = (
        {name: codec.load(text) for name, text in all_advice(fight, who).items()}
        for who in (fight.cast.anna, fight.cast.gm)
    )
    differing = [name for name in told.keys() & known.keys() if told[name]["choices"] != known[name]["choices"]]
    assert "melee.attack" in differing
    for name in differing:
        assert told[name]["sentence"].endswith((IN_THE_MIDDLE, UNREAD)), name
        assert known[name]["sentence"].endswith(OTHERS_UNREAD), name


def test_an_answer_is_advised_on_the_page(fight: Fight) -> None:
    slug = fight.cast.campaign.system_slug
    let_foe_hit_rook(fight)
    before = all_advice(fight, fight.cast.anna)
    assert GAMES[slug] in before
    text = client_of(fight.cast.anna).get(fight.address).content.decode()
    assert "Best: <b>" in text
    assert "All choices compared" in text
    hide_more(fight.foe, slug)
    assert all_advice(fight, fight.cast.anna) == before


def test_advice_can_be_sent_back_as_it_came(fight: Fight) -> None:
    """Each choice names all that its command needs: the ask that it answers, too."""
    let_foe_hit_rook(fight)
    anna, at = programs_of(fight.cast).anna, f"/encounters/{fight.encounter.public_id}"
    rook = fight.cast.rook.public_id
    asked = {"command": GAMES[fight.cast.campaign.system_slug], "as": rook}
    offers = anna.read(f"{at}/commands/?as={rook}")["commands"]
    preset = next(offer["preset"] for offer in offers if offer["name"] == asked["command"])
    assert preset["ask"]
    advice = anna.post(f"{at}/odds/", asked | {"with": preset}).json()["advice"]
    for one in advice["choices"]:
        answer = anna.post(f"{at}/odds/", {"command": one["command"], "as": rook, "with": one["with"]})
        assert (answer.status_code, one["with"].get("ask")) == (200, preset["ask"]), answer.content
