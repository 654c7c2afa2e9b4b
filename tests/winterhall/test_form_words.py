"""What fields of forms answer to what they cannot take: in the words of the house, whichever field it is."""

from django import forms
from django.urls import get_resolver

from tests.winterhall.test_names import _all_forms
from winterhall.web.forms import FIELDS

#: Sentences that a form says of itself.
OWN = {
    "Only members of the campaign can play in it. Invite them first.",
    "Enter a name. You can change it later.",
}
OURS = OWN | {text for texts in FIELDS.values() for text in texts.values()}


def test_no_field_answers_in_the_words_of_a_library() -> None:
    assert get_resolver().url_patterns, "with them every form is loaded"
    fields = {
        (form.__name__, name, key, str(text))
        for form in _all_forms()
        if form.__module__.split(".")[0] in ("winterhall", "campaigns", "characters", "combat")
        for name, field in getattr(form, "base_fields", {}).items()
        for key, text in field.error_messages.items()
    }
    assert {one for one in fields if one[3] not in OURS} == set()


def test_a_field_with_foreign_words_is_found() -> None:
    """The negative control: no form of ours takes a time alone, so that nobody wrote words for it."""
    assert not set(map(str, forms.TimeField().error_messages.values())) <= OURS
