"""The surroundings that every test relies on, and would not notice if they were missing."""

import secrets

from django.http import HttpRequest
from django.middleware.csrf import get_token

from tests.surroundings import LETTERS_WITHOUT_WORDS
from winterhall.accounts.models import new_public_id
from winterhall.templatetags.hall import form_key


def test_what_is_drawn_by_chance_spells_no_word() -> None:
    key = form_key().partition('value="')[2].rstrip('">')
    drawn = (get_token(HttpRequest()), new_public_id(), key, secrets.token_urlsafe())
    assert [len(text) for text in drawn] == [64, 16, 24, 43]
    assert set("".join(drawn)) <= set(LETTERS_WITHOUT_WORDS)
