"""Where the form of an answer starts on the page: with the best that is free. What can hold one value is no field."""

import json
from dataclasses import replace

import pytest

from campaigns.homebrew import editor
from campaigns.play.ask_advice import AdvisedAnswers
from campaigns.play.ask_forms import Answer, answers_to
from campaigns.play.forms import started
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.play.undo import undo
from characters.models import Character
from rules.engine.kernel import SeededDice
from rules.house_rules import GAME_MASTER, SEE_ADVICE
from tests.combat.conftest import Fight
from tests.combat.conftest import client_of as client
from tests.combat.test_advice import attacked, turn_of, with_fours
from tests.combat.test_odds_of_unread_sheets import begin_fight, improve, seat


def parried() -> tuple[Fight, Answer]:
    """The foe strikes, and Rook's parry scores once: there is a hit to spend, and a die of damage takes two."""
    fight = begin_fight("sda")
    fight.do("fight.initiative", combatant=fight.cast.rook.public_id, at=9)
    attacked(fight)
    typed = {fight.foe.public_id: [1], fight.cast.rook.public_id: [4]}
    with_fours(fight, "melee.defend", fight.cast.rook, typed, dice=1)
    return fight, spending(fight)


def spending(fight: Fight) -> Answer:
    return next(one for one in _answers(fight) if one.form.command == "melee.spend")


def _answers(fight: Fight) -> tuple[Answer, ...]:
    (ask,) = fight.state.asks.values()
    return answers_to(seat(fight, fight.cast.anna), ask)


def test_hits_that_cannot_hurt_are_no_field_and_the_rule_says_why(db: None) -> None:
    fight, answer = parried()
    assert answer.lead is None
    assert answer.settled_said == (
        "Hits on damage: 0. Damage needs at least 2 hits here: a defender needs 2 for each die."
    )
    text = client(fight.cast.anna).get(fight.address).content.decode()
    assert '<input type="hidden" name="with-damage" value="0">' in text
    assert answer.settled_said in text


def test_fields_fold_away_where_the_deciding_one_is_settled(db: None) -> None:
    fight, answer = parried()
    assert not answer.first
    assert {"slower", "push", "step"} <= {one.field for one in answer.rest}
    text = client(fight.cast.anna).get(fight.address).content.decode()
    assert "More choices" in text.split('name="with-damage"')[1].split('name="with-push"')[0]


def test_an_announcement_asks_for_dice_alone(db: None) -> None:
    fight = begin_fight("sda")
    improve(fight.cast.rook, "sda", by=5)
    for who in (fight.cast.rook, fight.foe):
        fight.do("fight.initiative", combatant=who.public_id, at=9)
    attacked(fight)
    answer = next(one for one in _answers(fight) if one.form.command == "melee.announce")
    assert answer.lead
    assert answer.lead.field == "dice"
    assert not answer.first
    assert {"weapon", "bonus", "malus"} <= {one.field for one in answer.rest}


def test_the_form_starts_with_the_best_and_shows_it(db: None) -> None:
    _, answer = parried()
    assert answer.counsel
    assert answer.counsel.best.is_chosen
    best = answer.counsel.given
    values = started(answer.form)
    assert {name: str(values[name]) for name in best} == {name: str(value) for name, value in best.items()}
    assert bool(answer.put_away) is any(best[name] for name in ("step", "push", "slower", "disarm", "sweep"))


def test_without_advice_it_starts_with_nothing(db: None) -> None:
    fight, _ = parried()
    editor.choose_rules(fight.cast.gm, {SEE_ADVICE.name: GAME_MASTER})
    fight.cast.anna.refresh_from_db()
    answer = spending(fight)
    assert answer.counsel is None
    assert [started(answer.form)[name] for name in ("damage", "step", "push", "slower")] == [0] * 4
    assert not answer.put_away


def struck() -> tuple[Fight, Answer]:
    """Rook strikes and scores: the hit may go on damage."""
    fight, rook = begin_fight("sda"), Character.objects.get(name="Rook")
    turn_of(fight, rook)
    fight.do("melee.attack", rook, target=fight.foe.public_id, dice=1)
    with_fours(fight, "melee.defend", fight.foe, {rook.public_id: [4]}, dice=0)
    return fight, spending(fight)


def test_where_damage_can_be_done_it_is_a_field(db: None) -> None:
    _, answer = struck()
    assert answer.lead
    assert [one.value for one in answer.choices] == ["0", "1"]


def test_what_stands_ready_out_of_sight_is_said_where_it_folds(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    fight, _ = struck()
    monkeypatch.setattr(AdvisedAnswers, "start", lambda *_: {"step": 1, "sweep": True, "step_direction": "right"})
    answer = spending(fight)
    assert answer.put_away == "Metres you step: 1 · You step: Right · Sweep off their feet: yes"
    text = client(fight.cast.anna).get(fight.address).content.decode()
    assert f'<span class="disclosure__said">{answer.put_away}</span></summary>' in text


def test_a_choice_that_cannot_take_what_advice_has_put_away_puts_it_back(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One hit goes a step or into damage: whoever picks the damage finds no step in the way."""
    fight, _ = struck()
    start = {"damage": 0, "step": 1, "step_direction": "towards"}
    monkeypatch.setattr(AdvisedAnswers, "start", lambda *_: start)
    none, one = spending(fight).choices
    assert none.hint == "Step in 1 m, no damage", "what the button does is said where it is pressed"
    assert one.hint.startswith("1 hit on ")
    assert (none.is_plain, json.loads(none.take)) == (False, {"step": 1})
    assert (one.is_plain, json.loads(one.take)) == (True, {"step": 0})
    text = client(fight.cast.anna).get(fight.address).content.decode()
    assert 'value="1" data-take="{&quot;step&quot;: 0}" data-plain>' in text


@pytest.mark.parametrize("game", ["grim"])
def test_whoever_can_do_nothing_reads_why(fight: Fight) -> None:
    """The foe goes first and hits; Rook has no points left to avoid it with."""
    rook, foe = fight.cast.rook, fight.foe
    fight.do("fight.initiative", combatant=foe.public_id, at=60)
    while fight.state.current.who != foe.public_id:
        fight.onward()
    fight.do("fight.initiative", combatant=rook.public_id, at=1)
    place = fight.state.combatants[rook.public_id]
    fight.do("fight.place", combatant=foe.public_id, x=round(place.x) + 1, y=round(place.y))
    given = {"target": rook.public_id}
    intent = Intent("melee.attack", given, foe.public_id, fight.encounter.public_id)
    for seed in range(40):
        entry = perform(fight.cast.gm, replace(intent, dice=SeededDice(seed)))
        if any(ask.to == rook.public_id for ask in fight.state.asks.values()):
            break
        undo(fight.cast.gm, entry.public_id)
    text = client(fight.cast.anna).get(fight.address).content.decode()
    assert "How: Nothing. No dodge or parry: " in text
