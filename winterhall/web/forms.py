"""Forms: the field for names of any kind, and texts in our own words for values that fields cannot take."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core import validators

from rules.engine.character.names import check_name
from rules.engine.kernel import Refused
from winterhall.web.numbers import NO_WHOLE_NUMBER


class NameField(forms.CharField):
    """A name: a line in which every character shows."""

    def validate(self, value: Any) -> None:
        super().validate(value)
        if not value:
            return
        try:
            check_name(value)
        except Refused as refused:
            raise forms.ValidationError(refused.sentence) from refused


def offer(form: forms.Form, name: str, choices: Iterable[tuple[str, str]]) -> None:
    """Let a field of a form offer these choices, which hang on whose form it is."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 - tells the type checker what stands in the class
    field.choices = list(choices)


# -- texts ------------------------------------------------------------------------------------------------------------

# Said once, for every form of the house and of the libraries that it uses; Django's are written for no table.
CANNOT_BE_KEPT = "Some of these characters cannot be saved. Remove them."
FIELDS: dict[type[forms.Field], dict[str, str]] = {
    forms.Field: {"required": "Fill this in."},
    forms.IntegerField: {"invalid": NO_WHOLE_NUMBER},
    forms.DateTimeField: {"invalid": "Choose a day and a time."},
    forms.ChoiceField: {
        "required": "Choose one.",
        "invalid_choice": "“%(value)s” is not one of the choices. Reload the page and choose again.",
    },
    forms.FileField: {
        "required": "Choose a file.",
        "invalid": "Choose a file.",
        "missing": "Choose a file.",
        "contradiction": "Choose a file.",
        "empty": "This file is empty. Choose another one.",
        "max_length": "The name of this file is too long.",
    },
    forms.MultipleChoiceField: {
        "invalid_choice": "“%(value)s” is not one of the choices. Reload the page and choose again.",
        "invalid_list": "Choose from the list.",
    },
    forms.TypedChoiceField: {
        "invalid_choice": "“%(value)s” is not one of the choices. Reload the page and choose again.",
    },
}
VALIDATORS: dict[type, str] = {
    validators.MaxLengthValidator: "At most %(limit_value)d characters; these are %(show_value)d.",
    validators.MinLengthValidator: "At least %(limit_value)d characters; these are %(show_value)d.",
    validators.MaxValueValidator: "At most %(limit_value)s.",
    validators.MinValueValidator: "At least %(limit_value)s.",
    validators.ProhibitNullCharactersValidator: CANNOT_BE_KEPT,
    validators.EmailValidator: "Enter an e-mail address, like rook@example.org.",
}


def use_our_texts() -> None:
    """Let all forms use these texts. A field takes its texts from its class when it is made, and from nowhere else."""
    for field, texts in FIELDS.items():
        field.default_error_messages = {**field.__dict__.get("default_error_messages", {}), **texts}
    for validator, text in VALIDATORS.items():
        validator.message = text  # type: ignore[attr-defined]
