"""Forms of accounts: the additions to signing up, and the form for a new token."""

from django import forms
from django.http import HttpRequest

from winterhall.accounts.models import User
from winterhall.accounts.tokens import SCOPES
from winterhall.web.forms import NameField


class SignupForm(forms.Form):
    """Fields that allauth adds to its own sign-up form."""

    display_name = NameField(
        label="Name at the table",
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def signup(self, request: HttpRequest, user: User) -> None:
        """Keep the name that the others at the table will see; a guest has one already, and is none from now on."""
        user.display_name = self.cleaned_data.get("display_name", user.display_name)
        user.guest_until = None
        user.save(update_fields=["display_name", "guest_until"])


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
