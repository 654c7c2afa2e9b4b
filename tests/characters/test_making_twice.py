"""Every step of every game's making, sent as people send it: twice, late, from two tabs, over a line that breaks."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest
from django.test import Client

from campaigns.chronicle import verify
from campaigns.models import Campaign, Entry
from campaigns.play.game import lay_out
from campaigns.play.intent import Intent
from campaigns.play.sent_forms import CHOSEN
from characters import services
from characters.creation import previews, steps
from characters.creation.steps import Way, is_unmade
from characters.models import Character
from rules import registry
from rules.engine.character import creation
from rules.engine.kernel import Json
from tests.campaigns.test_playing import client_of
from tests.characters.test_sheet_page import address
from tests.helpers import Cast, make_cast

GAMES = [system.slug for system in registry.SYSTEMS if system.steps]
#: A making has fewer steps, with occupations and all.
MOST_STEPS = 30
REFUSED, STALE = 422, 409


@dataclass
class Walk:
    """The making of one character by its player, step by step."""

    cast: Cast
    character: Character

    @property
    def client(self) -> Client:
        """A browser with a session of its own: another tab."""
        return client_of(self.cast.anna)

    @property
    def at(self) -> str:
        return address(self.cast, self.character, "making/")

    @property
    def state(self) -> tuple[str, int, int]:
        """The sheet, its version and the number of entries: whatever a step could change."""
        now = Character.objects.get(pk=self.character.pk)
        return now.body, now.version, Entry.objects.filter(campaign=self.cast.campaign).count()

    @property
    def is_going_on(self) -> bool:
        sheet = Character.objects.get(pk=self.character.pk).sheet
        return is_unmade(self.cast.campaign, self.character.public_id, sheet)

    def choosing(self) -> tuple[str, dict[str, Any]] | None:
        """The next step with choices that it accepts, as its form sends them; ``None`` when the making is over."""
        game = lay_out(self.cast.anna, self.character.public_id)
        making = steps.making_of(game)
        if making is None:
            return None
        form = previews.choosing(game, making.step).form
        given = self._accepted(making.step.name, previews._filled_in(form), options_of(form))
        hidden = {"command": form.command, "actor": form.actor, "seen": form.seen, "key": form.key}
        return making.step.name, hidden | {f"{CHOSEN}{name}": value for name, value in given.items()}

    def _accepted(self, step: str, given: dict[str, Json], options: Mapping[str, Sequence[str]]) -> dict[str, Json]:
        """Choices that the step accepts: the field that a refusal is about is chosen otherwise until none is left."""
        for _ in range(6):
            foreseen = previews.preview(self.cast.anna, Intent(step, given, self.character.public_id))
            if not foreseen.refused:
                return given
            found = (
                other
                for other in others(given, foreseen.field, options)
                if self._gets_further(step, other, foreseen.field)
            )
            given = next(found)
        raise AssertionError(f"{step}: no choices are accepted, {given}")

    def _gets_further(self, step: str, given: dict[str, Json], than: str) -> bool:
        foreseen = previews.preview(self.cast.anna, Intent(step, given, self.character.public_id))
        return not foreseen.refused or foreseen.field != than

    def send(self, form: dict[str, Any]) -> Any:
        """Send a form, answering yes where the page would have asked whether points may be left."""
        return self.client.post(self.at, form | {"asked": "yes"})


def options_of(form: Any) -> dict[str, list[str]]:
    """The values that may be picked, by the field."""
    return {one.field: [option.value for option in one.options] for one in form.inputs}


def others(given: dict[str, Json], field: str, options: Mapping[str, Sequence[str]]) -> Iterator[dict[str, Json]]:
    """The choices with another value in one field; of several values, with some more or some fewer."""
    now = given.get(field)
    if not isinstance(now, list):
        yield from (given | {field: value} for value in options[field])
        return
    rest = [value for value in options[field] if value not in now]
    for more in (1, 2, 3):
        yield from (given | {field: [*now, *some]} for some in combinations(rest, more))
    for count in range(len(now)):
        yield given | {field: now[:count]}


def sentence_of(answer: Any) -> str:
    """The sentence of a refusal on its page."""
    found = re.search(r'role="alert"[^>]*>.*?<span>([^<]+)</span>', answer.content.decode(), re.DOTALL)
    return found.group(1) if found else ""


@pytest.fixture(params=GAMES)
def walk(request: pytest.FixtureRequest, db: None) -> Walk:
    cast = make_cast(request.param)
    return Walk(cast, services.make_by(cast.anna, way=Way.STEPS, name="Wren", owner=cast.anna.user))


def test_a_making_loses_and_doubles_nothing(walk: Walk) -> None:
    taken, earlier = list[str](), list[dict[str, Any]]()
    while (coming := walk.choosing()) is not None:
        step, form = coming
        taken.append(step)
        assert len(taken) < MOST_STEPS, taken
        before = walk.state
        assert walk.send(form).status_code == 302, step
        done = walk.state
        assert done[1:] == (before[1] + 1, before[2] + 1), step
        _the_line_was_lost(walk, form, done)
        _sent_again(walk, form, done)
        _from_another_tab(walk, form, done)
        for late in (earlier[0], earlier[-1]) if earlier else ():
            _sent_late(walk, late, done)
        if walk.is_going_on:
            assert walk.client.get(f"{walk.at}?step={step}").status_code == 200
        assert walk.state == done, "looking writes nothing"
        earlier.append(form)
    assert len(taken) >= len({*taken}) >= 2
    assert Entry.objects.filter(campaign=walk.cast.campaign, actor=walk.character.public_id).count() == len(taken)
    assert not walk.is_going_on
    assert verify.faults(Campaign.objects.get(pk=walk.cast.campaign.pk)) == []


def _the_line_was_lost(walk: Walk, form: dict[str, Any], done: tuple[str, int, int]) -> None:
    """The key sent again leads on as its answer did, also for a script, and nothing happens."""
    assert walk.send(form).status_code == 302
    again = walk.client.post(walk.at, form, headers={"Accept": "application/json"})
    assert again.status_code == 200
    assert walk.state == done


def _sent_again(walk: Walk, form: dict[str, Any], done: tuple[str, int, int]) -> None:
    """A form that comes back from Back, with another key: it is late."""
    answer = walk.send(form | {"key": "back again"})
    _refused(walk, answer, done, STALE)


def _from_another_tab(walk: Walk, form: dict[str, Any], done: tuple[str, int, int]) -> None:
    """A script in another tab sends what it showed before: it hears the version that there is now."""
    answer = walk.client.post(walk.at, form | {"key": "other tab"}, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["version"]) == (STALE, done[1])
    assert walk.state == done


def _sent_late(walk: Walk, form: dict[str, Any], done: tuple[str, int, int]) -> None:
    """An earlier step out of the history of the browser, sent with its old version and once more with its own key."""
    _refused(walk, walk.send(form | {"key": "out of history"}), done, STALE)
    assert walk.send(form).status_code == 302
    assert walk.state == done


def _refused(walk: Walk, answer: Any, done: tuple[str, int, int], status: int) -> None:
    assert walk.state == done
    if not walk.is_going_on:
        assert answer.status_code in (302, status)
        return
    assert answer.status_code == status
    assert sentence_of(answer).endswith(".")


def test_a_key_that_stands_for_other_choices_is_refused_with_a_sentence(walk: Walk) -> None:
    coming = walk.choosing()
    assert coming is not None
    assert walk.send(coming[1]).status_code == 302
    second = walk.choosing()
    assert second is not None
    done = walk.state
    _refused(walk, walk.send(second[1] | {"key": coming[1]["key"]}), done, REFUSED)


def test_two_tabs_taking_turns_lose_nothing(walk: Walk) -> None:
    """Each tab takes the step that it shows; the other one is told, and goes on from there."""
    for _ in range(3):
        here = walk.choosing()
        assert here is not None
        there = here[0], here[1] | {"key": f"the other tab, {here[0]}"}
        assert walk.send(here[1]).status_code == 302
        done = walk.state
        _refused(walk, walk.send(there[1]), done, STALE)


# -- what is still missing ---------------------------------------------------------------------------------------------


def test_no_step_opens_with_a_fault(walk: Walk) -> None:
    """What nobody has chosen yet is missing, which is no fault of theirs; what is proposed contradicts nothing."""
    while (coming := walk.choosing()) is not None:
        game = lay_out(walk.cast.anna, walk.character.public_id)
        made = steps.making_of(game)
        assert made is not None
        foreseen = previews.choosing(game, made.step).preview
        assert foreseen.is_incomplete or not foreseen.refused, coming[0]
        assert walk.send(coming[1]).status_code == 302


# -- points that would be lost ----------------------------------------------------------------------------------------


def test_who_finishes_with_points_to_spend_is_told_once_with_their_number(walk: Walk) -> None:
    system, last = walk.cast.campaign.system, walk.cast.campaign.system.steps[-1].name
    while (coming := walk.choosing()) is not None and coming[0] != last:
        assert walk.send(coming[1]).status_code == 302
    game = lay_out(walk.cast.anna, walk.character.public_id)
    states = creation.steps_of(system.steps, game.known)
    given_up, lacking = creation.given_up(states, game.known), creation.lacks(states, game.known)
    text = walk.client.get(walk.at).content.decode()
    assert ("Finish anyway" in text) == bool(given_up or lacking)
    for step, words in given_up:
        assert re.match(r"\d+ ", words)
        assert words in text
        assert "data-confirm" not in text.partition("making__form")[2].partition(">")[0], "the page says it already"
        assert f"{walk.at}?step={step.name}" in text
        again = walk.client.get(f"{walk.at}?step={step.name}").content.decode()
        assert "Finish anyway" not in again, "only where the making ends"
