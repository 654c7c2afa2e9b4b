"""The forms of accounts that ask for an e-mail address: allauth's, which spell it otherwise."""

from typing import Any

from allauth.account import forms
from allauth.account.fields import EmailField


class Spelt:
    """A form that calls an e-mail address what every page calls it."""

    fields: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, EmailField):
                field.label = "E-mail"
                field.widget.attrs["placeholder"] = "E-mail address"


class LoginForm(Spelt, forms.LoginForm):
    """Signing in: whoever comes there can type at once."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autofocus"] = True


class SignupForm(Spelt, forms.SignupForm):
    """Signing up."""


class AddEmailForm(Spelt, forms.AddEmailForm):
    """One more address."""


class ResetPasswordForm(Spelt, forms.ResetPasswordForm):
    """A new password for a forgotten one."""
