"""Two who are asked at once do not stand in each other's way; an answer is late only when its ask is gone."""

import re

import pytest

from campaigns.play.ask_forms import answers_to
from campaigns.play.intent import Intent, Stale
from campaigns.play.perform import perform
from combat.models import Encounter
from rules.engine.kernel import Ask, NotNow, RankChanged, ResourceChanged
from rules.engine.kernel.facts import Asked
from tests.combat.conftest import Fight, client_of
from tests.combat.test_odds_of_unread_sheets import seat

SURGE = "fight.surge"


def _answer(fight: Fight, who: str, seen: int) -> None:
    member, character = (fight.cast.anna, fight.cast.rook) if who == "anna" else (fight.cast.boris, fight.cast.mira)
    given = {"ask": f"{character.public_id}/1"}
    intent = Intent(SURGE, given, character.public_id, fight.encounter.public_id, seen=seen)
    perform(member, intent)


def _ended(fight: Fight) -> int:
    """Let the party win, so that each of them, a little tired, is asked; the version that both of them see then."""
    fight.happen(*(ResourceChanged(one.public_id, "spirit", -2) for one in (fight.cast.rook, fight.cast.mira)))
    fight.do("fight.end", winner="party")
    return Encounter.objects.get(pk=fight.encounter.pk).open_version


def test_both_answers_are_taken_though_each_changes_the_fight(fight: Fight) -> None:
    seen = _ended(fight)
    _answer(fight, "anna", seen)
    _answer(fight, "boris", seen)
    assert not fight.state.asks


def test_an_answer_to_an_ask_that_is_gone_is_refused(fight: Fight) -> None:
    seen = _ended(fight)
    _answer(fight, "anna", seen)
    with pytest.raises(NotNow, match=r"^This question has changed\.") as refused:
        _answer(fight, "anna", seen)
    assert refused.value.field == "ask", "the page looks again, rather than saying it beneath the old question"


def test_anything_else_that_is_late_is_told_so(fight: Fight) -> None:
    seen = _ended(fight)
    _answer(fight, "anna", seen)
    intent = Intent("test.open", {"skill": "stealth"}, fight.cast.mira.public_id, fight.encounter.public_id, seen)
    with pytest.raises(Stale):
        perform(fight.cast.boris, intent)


def test_the_skill_that_gives_more_spirit_back_stands_ready_with_the_star(fight: Fight) -> None:
    rook = fight.cast.rook.public_id
    fight.happen(RankChanged(rook, "skill", "resist_fatigue", 4), ResourceChanged(rook, "spirit", -9))
    fight.do("fight.end", winner="party")
    ask = next(ask for ask in fight.state.asks.values() if ask.to == rook)
    (answer,) = answers_to(seat(fight, fight.cast.anna), ask)
    assert {one.value: (one.chosen, one.best) for one in answer.choices} == {
        "ego": (False, False),
        "resist_fatigue": (True, True),
    }
    assert not answer.best, "the star is at the choice: at the only button it would praise whatever it is pressed for"


def test_answers_that_leave_nothing_to_choose_stand_beside_the_first(fight: Fight) -> None:
    rook, foe = fight.cast.rook.public_id, fight.foe.public_id
    known = {"target": foe}
    commands = ("opportunity.take", "opportunity.pass")
    fight.happen(Asked(Ask(f"{rook}/9", rook, "An opening: strike?", commands, known)))
    page = client_of(fight.cast.anna).get(fight.address).content.decode()
    strike, _, other = page.partition('data-command="opportunity.take"')[2].partition("</form>")
    passes = re.search(r'<form[^>]*id="(do-\w+)"[^>]*data-command="opportunity.pass"', other)
    assert passes
    actions = strike.partition('class="ask__actions"')[2]
    buttons = re.findall(r'<button class="button[^"]*" type="submit" form="(do-\w+)">(\w+)', actions)
    assert [label for _, label in buttons] == ["Strike", "Pass"]
    assert buttons[1][0] == passes[1]
    assert 'type="submit"' not in other.partition("</form>")[0]
