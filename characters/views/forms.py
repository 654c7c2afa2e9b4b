"""Small forms about people: a new character, a new face of the game master's, who plays whom, what is picked up."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms

from campaigns.models import Membership
from characters.creation.heroes import Card
from characters.creation.steps import Way, ways
from rules.engine.content.entries import Entry
from rules.engine.system.protocol import System
from winterhall.web.forms import NameField, offer


class BeginForm(forms.Form):
    """A character of one's own, and how it shall come to be; a key makes sending it twice harmless.

    A hero who is taken has a name already, so it may be left open.
    """

    name = NameField(
        label="Name of your character",
        max_length=120,
        widget=forms.TextInput({"autofocus": True}),
        error_messages={"required": "Enter a name. You can change it later."},
    )
    way = forms.ChoiceField(required=False)
    hero = forms.ChoiceField(required=False)
    key = forms.CharField(max_length=80, required=False)

    def __init__(self, *args: Any, system: System, cards: Sequence[Card], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system, self.cards = system, cards
        self.fields["name"].required = not self.data.get("hero")
        offer(self, "hero", ((card.hero.key, card.hero.name) for card in cards))
        offer(self, "way", ((way, way) for way in ways(system)))

    def with_new_key(self) -> "BeginForm":
        """The form once more, for whoever sent it before with other choices: they say whether they want both."""
        anew = BeginForm(
            {**{name: self.data.get(name, "") for name in self.fields}, "key": secrets.token_urlsafe(18)},
            system=self.system,
            cards=self.cards,
        )
        anew.add_error("name", "This form has created a character already. Send it again to create another.")
        return anew

    def clean_way(self) -> Way:
        return Way(self.cleaned_data["way"] or Way.READY)

    def clean_key(self) -> str | None:
        return self.cleaned_data["key"] or None


class FileForm(forms.Form):
    """The file of a character."""

    file = forms.FileField(
        label="File",
        help_text="A .json exported from a sheet of this game, or from Foundry.",
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )


class MeetForm(forms.Form):
    """A new face for the game master to play: a person (a ready-made hero or a beginner), or a creature."""

    name = NameField(
        label="Name", max_length=120, required=False, help_text="Leave empty to use the hero’s or creature’s name."
    )
    hero = forms.ChoiceField(label="Sheet of a person", required=False)
    creature = forms.ChoiceField(label="Person or creature", required=False)
    secret = forms.BooleanField(label="Hide the sheet from players", required=False, initial=True)

    def __init__(self, *args: Any, creatures: Iterable[Entry], cards: Iterable[Card], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        heroes = ((card.hero.key, f"{card.hero.name}: {card.subtitle}") for card in cards)
        offer(self, "hero", [("", "A beginner"), *heroes])
        known = ((one.key, one.name) for one in creatures)
        offer(self, "creature", [("", "A person, with a beginner's sheet"), *known])

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if not given.get("name") and not given.get("creature") and not given.get("hero"):
            self.add_error("name", "A person needs a name.")
        return given


class HandOverForm(forms.Form):
    """The choice of who plays a character from now on."""

    to = forms.ChoiceField(
        label="Played by",
        required=False,
        error_messages={"invalid_choice": "Only members of the campaign can play in it. Invite them first."},
    )

    def __init__(self, *args: Any, members: list[Membership], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.members = {one.user.public_id: one.user for one in members}
        offer(self, "to", [("", "The game master"), *((key, str(user)) for key, user in self.members.items())])

    def clean_to(self) -> str:
        """The id of the chosen member, empty for the game master; refused where the form names nobody."""
        if "to" not in self.data:
            raise forms.ValidationError("Choose who plays this character from now on.")
        return str(self.cleaned_data["to"])

    def user(self) -> Any:
        return self.members.get(self.cleaned_data["to"])
