"""Forms of accounts: the additions to signing up, and the form for a new token."""

from typing import Any, ClassVar

from allauth.core import context
from django import forms
from django.http import HttpRequest

from winterhall.accounts.models import User
from winterhall.accounts.tokens import SCOPES
from winterhall.web.forms import NameField


class SignupForm(forms.Form):
    """Fields that allauth adds to its own sign-up form; a name typed on an invitation stands in it already."""

    #: Where a session keeps the name that somebody typed before they came to sign up.
    NAMED: ClassVar[str] = "named"
    LONGEST: ClassVar[int] = 60

    display_name = NameField(
        label="Name at the table",
        max_length=LONGEST,
        help_text="Your own name or nickname, not your character’s.",
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if context.request is not None:
            self.fields["display_name"].initial = context.request.session.get(self.NAMED, "")

    def signup(self, request: HttpRequest, user: User) -> None:
        """Keep the name that the others at the table will see; a guest has one already, and is none from now on."""
        user.display_name = self.cleaned_data.get("display_name", user.display_name)
        user.guest_until = None
        user.save(update_fields=["display_name", "guest_until"])
        request.session.pop(self.NAMED, None)


class TokenForm(forms.Form):
    """The form for a new token: its name, its scopes, and its days."""

    name = NameField(label="Program", max_length=80)
    scopes = forms.MultipleChoiceField(
        label="It may",
        choices=list(SCOPES.items()),
        initial=["read"],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label="Expires after",
        coerce=int,
        choices=[(7, "A week"), (30, "A month"), (90, "Three months"), (365, "A year")],
        initial=90,
    )
