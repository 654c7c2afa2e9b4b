"""Small forms of the campaign pages: what to call it, whom to invite, what somebody shall be."""

from typing import Any

from django import forms

from campaigns.models import Role
from campaigns.services import INVITED, MOST_DAYS, MOST_USES
from rules import registry
from rules.engine.system import Switch, System


class FoundForm(forms.Form):
    """What a new campaign is called, and which game is played."""

    name = forms.CharField(label="What is it called?", max_length=120)
    system = forms.ChoiceField(label="Which game do you play?", widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["system"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - tells the type checker what stands above
        field.choices = [(system.slug, system.name) for system in registry.SYSTEMS]
        field.initial = registry.SYSTEMS[0].slug

    def clean_system(self) -> System:
        return registry.system_named(self.cleaned_data["system"])


class InviteForm(forms.Form):
    """What a link makes of people, for how many, and for how long."""

    role = forms.ChoiceField(label="They come as", choices=[(role.value, role.label) for role in INVITED])
    uses = forms.IntegerField(label="For how many people", min_value=1, max_value=MOST_USES, initial=1)
    days = forms.IntegerField(label="Open for how many days", min_value=1, max_value=MOST_DAYS, initial=7)


class RoleForm(forms.Form):
    """What a member shall be from now on."""

    role = forms.ChoiceField(label="Role", choices=Role.choices)


class HouseForm(forms.Form):
    """The campaign's name, and the game's switches as it offers them."""

    name = forms.CharField(label="Name", max_length=120)

    def __init__(self, *args: Any, switches: tuple[Switch, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.switches = switches
        if self.is_bound:
            # A choice that was not sent stays as it was.
            stays = {f"rule-{one.name}": self.initial[f"rule-{one.name}"] for one in switches if one.options}
            self.data = {**stays, **dict(self.data.items())}
        for switch in switches:
            self.fields[f"rule-{switch.name}"] = _field_of(switch)

    def house_rules(self) -> dict[str, object]:
        """The switches as they stand now, all of them."""
        return {switch.name: self.cleaned_data[f"rule-{switch.name}"] for switch in self.switches}


def _field_of(switch: Switch) -> forms.Field:
    told: dict[str, Any] = {"label": switch.label, "help_text": switch.sentence}
    if switch.options:
        return forms.ChoiceField(choices=[(one, one.replace("_", " ")) for one in switch.options], **told)
    if isinstance(switch.default, bool):
        return forms.BooleanField(required=False, **told)
    if isinstance(switch.default, int):
        return forms.IntegerField(**told)
    return forms.CharField(max_length=200, **told)
