"""Forms with which game masters prepare an encounter, and the reading of the table's address."""

from typing import Any

from django import forms
from django.http import QueryDict

from combat.selectors import Wish
from winterhall.names import NameField

#: The most creatures of one kind that come at once.
MOST = 20


class PrepareForm(forms.Form):
    """A new encounter."""

    name = NameField(label="Name", max_length=120)


class CreaturesForm(forms.Form):
    """Creatures of the bestiary, by key."""

    creature = forms.CharField(max_length=80)
    count = forms.IntegerField(min_value=1, max_value=MOST, initial=1)
    hidden = forms.BooleanField(required=False)
    key = forms.CharField(max_length=80, required=False)


def wish_in(query: QueryDict) -> Wish:
    """The wish that an address of the table tells."""
    return Wish(
        acts_as=query.get("as", ""),
        does=query.get("do", ""),
        view=query.get("view", ""),
        x=_whole(query.get("x", "")),
        y=_whole(query.get("y", "")),
    )


def _whole(text: str) -> int | None:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 5 else None


def first_error(form: forms.Form) -> str:
    """The first thing that is wrong with a form, as a sentence."""
    errors: list[Any] = [error for listed in form.errors.values() for error in listed]
    return str(errors[0]) if errors else ""
