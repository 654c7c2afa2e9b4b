"""Names show what they are: wherever one is given, characters that nobody sees are refused in a sentence."""

from collections.abc import Callable
from typing import Any

import pytest
from django import forms
from django.urls import get_resolver

from campaigns.homebrew import editor
from campaigns.members import services
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.views.forms import FoundForm, GuestForm, HouseForm, NameForm
from characters import services as characters
from characters.views.forms import BeginForm, MeetForm
from combat import services as combat
from combat.views.encounters import PrepareForm
from rules.engine.character.names import UNSEEN_IN_NAME, alike, check_name
from rules.engine.kernel import Refused
from tests.helpers import Cast, make_cast
from winterhall.accounts.forms import SignupForm, TokenForm
from winterhall.accounts.guests import KeepForm
from winterhall.accounts.mail_forms import SignupForm as SpeltSignupForm
from winterhall.web.forms import NameField

#: One of each sort: turned round, without width, of control, a filler, a line's end, a soft hyphen, half a character.
UNSEEN = ("\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\x07", "\u3164", "\u2028", "\u00ad", "\ud800")
FORMS: tuple[tuple[type[forms.Form], str], ...] = (
    (SignupForm, "display_name"), (TokenForm, "name"), (FoundForm, "name"), (HouseForm, "name"), (NameForm, "name"),
    (GuestForm, "name"), (BeginForm, "name"), (MeetForm, "name"), (PrepareForm, "name"),
)  # fmt: skip
GIVEN: dict[str, Callable[[Cast, str], object]] = {
    "a campaign": lambda cast, name: services.found(user=cast.stranger, name=name, system=cast.campaign.system),
    "a campaign's new name": lambda cast, name: services.rename(cast.gm, name=name),
    "a character": lambda cast, name: characters.begin(cast.anna, name=name, owner=cast.anna.user),
    "a creature": lambda cast, name: characters.meet(cast.gm, name=name, creature="", secret=True),
    "an encounter": lambda cast, name: combat.prepare(cast.gm, name=name),
    "a new name": lambda cast, name: perform(
        cast.anna, Intent("sheet.text", {"text": "name", "to": name}, cast.rook.public_id)
    ),
    "an entry of one's own": lambda cast, name: editor.add(cast.gm, "creatures", _creature(cast) | {"name": name}),
}


def _creature(cast: Cast) -> dict[str, Any]:
    return dict(next(iter(cast.campaign.system.shelves()["creatures"].own().values())))


@pytest.mark.parametrize("letter", UNSEEN, ids=ascii)
def test_what_does_not_show_is_refused(letter: str) -> None:
    with pytest.raises(Refused, match=UNSEEN_IN_NAME):
        check_name(f"An{letter}na")


@pytest.mark.parametrize("name", ["Anna", "Jörg", "Þórdís", "आन्ना", "عائشة", "安娜", "O’Neill-Smith Jr.", "Rook ❤️", ""])
def test_names_of_all_people_are_names(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize("other", ["anna  LEE", "Anna Lee", " Anna\u00a0Lee", "Anna Lee\ufe0f"])
def test_names_that_are_read_as_one_are_alike(other: str) -> None:
    assert alike(other) == alike("Anna Lee")
    assert alike(other) != alike("Anna Lea")


@pytest.mark.parametrize(("form", "field"), FORMS)
def test_forms_take_names_in_the_field_for_names(form: type[forms.Form], field: str) -> None:
    named = form.base_fields[field]
    assert isinstance(named, NameField)
    with pytest.raises(forms.ValidationError, match=UNSEEN_IN_NAME):
        named.clean("An\u202ena")


def _all_forms(kind: type[forms.BaseForm] = forms.BaseForm) -> set[type[forms.BaseForm]]:
    return {kind}.union(*(_all_forms(one) for one in kind.__subclasses__()))


def test_no_other_form_takes_a_name() -> None:
    assert get_resolver().url_patterns, "with them every form is loaded"
    ours = {
        form
        for form in _all_forms()
        if form.__module__.split(".")[0] in ("winterhall", "campaigns", "characters", "combat")
    }
    # A guest who makes an account has a name already: its fields are taken out. Signing up takes those of our own form.
    others = ours - {KeepForm, SpeltSignupForm}
    taking = {(form, name) for form in others for name in getattr(form, "base_fields", {}) if name.endswith("name")}
    assert taking == set(FORMS)


@pytest.mark.parametrize("what", GIVEN)
def test_nobody_gets_such_a_name_by_any_road(db: None, what: str) -> None:
    cast = make_cast("sda")
    GIVEN[what](cast, "Thaw")
    with pytest.raises(Refused, match=UNSEEN_IN_NAME):
        GIVEN[what](cast, "Th\u202eaw")
