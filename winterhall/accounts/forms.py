"""What signing up asks beyond an address and a password."""

from django import forms
from django.http import HttpRequest

from winterhall.accounts.models import User


class SignupForm(forms.Form):
    """Added by allauth to its own sign-up form."""

    display_name = forms.CharField(
        label="Name at the table",
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def signup(self, request: HttpRequest, user: User) -> None:
        """Keep the name that the others at the table will see."""
        user.display_name = self.cleaned_data["display_name"]
        user.save(update_fields=["display_name"])
