"""The surroundings that every test relies on, and would not notice if they were missing."""

import os
import secrets
import subprocess

import pytest
from django.http import HttpRequest
from django.middleware.csrf import get_token

from rules.engine.kernel import SecureDice, Throw
from tests import dice
from tests.dice import CHANCE
from tests.halls import ROOT
from tests.surroundings import LETTERS_WITHOUT_WORDS
from winterhall.accounts.models import new_public_id
from winterhall.templatetags.hall import form_key


def test_what_is_drawn_by_chance_spells_no_word() -> None:
    key = form_key().partition('value="')[2].rstrip('">')
    drawn = (get_token(HttpRequest()), new_public_id(), key, secrets.token_urlsafe())
    assert [len(text) for text in drawn] == [64, 16, 24, 43]
    assert set("".join(drawn)) <= set(LETTERS_WITHOUT_WORDS)


def test_files_that_are_tested_on_one_database_ask_for_none(request: pytest.FixtureRequest) -> None:
    """Django refuses the database to whoever did not ask for it, hence none of their tests can touch one unseen."""
    plain = _plain_files()
    assert all((ROOT / file).is_file() for file in plain)
    asking = [item.nodeid for item in request.session.items if item.nodeid.partition("::")[0] in plain and _asks(item)]
    assert not asking, f"Take their files out of PLAIN in the Makefile: {asking}"


def test_whoever_asks_for_the_database_is_noticed(request: pytest.FixtureRequest, db: None) -> None:
    assert _asks(request.node)


def _plain_files() -> set[str]:
    """The files of PLAIN, as `make` spells them."""
    rule = "plain:\n\t@echo $(PLAIN:%=tests/%.py)\n"
    # What a make around this run wants is not for this one: it would print the folder that it enters.
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", "-s", "-f", "Makefile", "-f", "-", "plain"]
    said = subprocess.run(command, cwd=ROOT, env=env, input=rule, capture_output=True, text=True, check=True)
    return set(said.stdout.split())


def _asks(item: pytest.Item) -> bool:
    """Whether a test may touch the database: by a fixture, its own or another's, or by a mark."""
    fixtures = {"db", "transactional_db", "django_db_setup", "hall_server"}
    return bool(fixtures & set(getattr(item, "fixturenames", ()))) or item.get_closest_marker("django_db") is not None


def fallen() -> tuple[Throw, str]:
    return SecureDice().roll("", [6] * 20), new_public_id()


def test_dice_and_ids_fall_from_the_name_of_the_test() -> None:
    with CHANCE.of("one"):
        first = fallen()
    with CHANCE.of("one"):
        assert fallen() == first
        with CHANCE.of("another"):
            assert not set(fallen()) & set(first)
        assert not set(fallen()) & set(first)


def test_another_word_gives_other_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    with CHANCE.of("one"):
        first = fallen()
    monkeypatch.setattr(dice, "WORD", "summer")
    with CHANCE.of("one"):
        assert not set(fallen()) & set(first)
