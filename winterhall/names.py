"""The field of forms for names of any kind."""

from typing import Any

from django import forms

from rules.engine.character.names import check_name
from rules.engine.kernel import Refused


class NameField(forms.CharField):
    """A name: a line in which every character shows."""

    def validate(self, value: Any) -> None:
        super().validate(value)
        try:
            check_name(value or "")
        except Refused as refused:
            raise forms.ValidationError(refused.sentence) from refused
