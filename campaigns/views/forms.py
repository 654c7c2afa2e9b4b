"""Small forms of the campaign pages: what to call it, whom to invite, what somebody shall be, how days are reckoned."""

from datetime import datetime
from typing import Any

from django import forms
from django.http import QueryDict

from campaigns.calendar.timekeeping import WantedClimate
from campaigns.members.services import GROUP, INVITED, MOST_DAYS, MOST_USES
from campaigns.models import Role
from campaigns.sessions.services import MOST_HOURS, MOST_TITLE
from rules import registry
from rules.engine.calendar.weather import CLIMATES, MONTHS
from rules.engine.calendar.written import MOST_NAME, read_date, read_months, read_moons, written_moon
from rules.engine.content.switches import Switch
from rules.engine.kernel import Almanac, Calendar, Date, Refused
from rules.engine.system.protocol import System
from winterhall.web.forms import NameField, offer


class FoundForm(forms.Form):
    """A new campaign: its name, and which game is played."""

    name = NameField(label="Name of the campaign", max_length=120)
    system = forms.ChoiceField(label="Game", widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "system", ((system.slug, system.name) for system in registry.SYSTEMS))
        self.fields["system"].error_messages["required"] = "Choose a game."

    def clean_system(self) -> System:
        return registry.system_named(self.cleaned_data["system"])


class ImportForm(forms.Form):
    """The archive of a campaign."""

    archive = forms.FileField(
        label="Archive",
        help_text="A .zip exported by a game master, at most 9 MB.",
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip"}),
    )


class InviteForm(forms.Form):
    """A link for new members: the role that it gives, for how many, for how long, and whether without an account."""

    role = forms.ChoiceField(label="They join as", choices=[(role.value, role.label) for role in INVITED])
    uses = forms.IntegerField(label="How many people", min_value=1, max_value=MOST_USES, initial=GROUP)
    days = forms.IntegerField(label="Valid for how many days", min_value=1, max_value=MOST_DAYS, initial=7)
    guests = forms.BooleanField(
        label="Guests may join without an account",
        required=False,
        initial=True,
        help_text="A guest plays for one evening and can create an account later.",
    )


class NameForm(forms.Form):
    """The name that a newcomer is called by from now on; left open, the one that they had."""

    name = NameField(label="Name at the table", max_length=60, required=False)


class GuestForm(forms.Form):
    """The name that a guest has at the table."""

    name = NameField(
        label="Your name at the table", max_length=60, help_text="Your own name or nickname, not your character’s."
    )


class RoleForm(forms.Form):
    """The role that a member shall have from now on."""

    role = forms.ChoiceField(label="Role", choices=Role.choices)


class HouseForm(forms.Form):
    """The campaign's name, and the game's switches as it offers them."""

    name = NameField(label="Name", max_length=120)

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


class CalendarForm(forms.Form):
    """The calendar by which a campaign reckons its days, as people write it down."""

    months = forms.CharField(
        label="Months",
        required=False,
        widget=forms.Textarea(attrs={"rows": 13, "spellcheck": "false"}),
        help_text="One per line with its number of days: Frost 30. Leave empty to count days only: Day 1, Day 2.",
    )
    week = forms.CharField(
        label="Days of the week",
        required=False,
        max_length=1000,
        help_text="In order, separated by commas. Leave empty if there are no weeks.",
    )
    era = forms.CharField(label="Era", required=False, max_length=MOST_NAME, help_text="Follows the year: 1012 AF.")
    moons = forms.CharField(
        label="Moons",
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text="One per line: its name, days from new moon to new moon, days since the last one. Luna 29.5 3.",
    )
    today = forms.CharField(
        label="Today is", required=False, max_length=100, help_text="Day, month and year: 14 Frost 1012."
    )
    weekday = forms.CharField(
        label="Weekday", required=False, max_length=MOST_NAME, help_text="One of the days above: Monday."
    )
    climate = forms.ChoiceField(
        label="Weather",
        required=False,
        choices=[("", "None"), *((name, f"{one.label}: {one.sentence}") for name, one in CLIMATES.items())],
        help_text="Every day gets its sky, wind and temperature. They change no rule: you decide what they mean.",
    )
    coldest = forms.CharField(
        label="Coldest month",
        required=False,
        max_length=MOST_NAME,
        help_text="For the seasons of the weather: one of the months above, or without months a number from 1 to 12. "
        "Leave empty for the first.",
    )

    def calendar(self, now: int) -> Calendar:
        """The calendar that was written down at a moment; refused where it cannot be read."""
        told = self.cleaned_data
        week = tuple(name.strip() for name in told["week"].split(",") if name.strip())
        moons = read_moons(told["moons"], now)
        return Calendar(read_months(told["months"]), week, told["era"].strip(), moons=moons)

    def date(self) -> Date | None:
        months = read_months(self.cleaned_data["months"])
        return read_date(self.cleaned_data["today"], months) if months else None

    def weather(self) -> WantedClimate:
        """The climate, and the month in which it is coldest; refused where the calendar has no such month.

        Where it has none at all, a year has twelve of a length.
        """
        wanted = self.cleaned_data["coldest"].strip()
        names = [month.name.casefold() for month in read_months(self.cleaned_data["months"])]
        names = names or [str(number) for number in range(1, MONTHS + 1)]
        if wanted and wanted.casefold() not in names:
            raise Refused(
                "Write one of the months above, or leave it empty. Without months, write a number from 1 to 12.",
                "coldest",
            )
        return WantedClimate(self.cleaned_data["climate"], names.index(wanted.casefold()) + 1 if wanted else 1)

    @classmethod
    def of(cls, almanac: Almanac) -> "CalendarForm":
        """The form filled in with the calendar and the date that hold now."""
        calendar, date = almanac.calendar, almanac.calendar.date_of(almanac.day)
        told = {"week": ", ".join(calendar.week), "era": calendar.era, "weekday": calendar.weekday_of(almanac.day)}
        told["moons"] = "\n".join(written_moon(moon, almanac.now) for moon in calendar.moons)
        if calendar.months:
            told["months"] = "\n".join(f"{month.name} {month.days}" for month in calendar.months)
            told["today"] = f"{date.day} {calendar.months[date.month - 1].name} {date.year}"
        if skies := almanac.skies:
            told["climate"] = skies.climate
            names = [month.name for month in calendar.months] or [str(number) for number in range(1, MONTHS + 1)]
            if 1 < skies.coldest <= len(names):
                told["coldest"] = names[skies.coldest - 1]
        return cls(initial=told)


def _field_of(switch: Switch) -> forms.Field:
    told: dict[str, Any] = {"label": switch.label, "help_text": switch.sentence}
    if switch.options:
        return forms.ChoiceField(choices=[(one, one.replace("_", " ")) for one in switch.options], **told)
    if isinstance(switch.default, bool):
        return forms.BooleanField(required=False, **told)
    if isinstance(switch.default, int):
        return forms.IntegerField(**told)
    return forms.CharField(max_length=200, **told)


class SessionForm(forms.Form):
    """A session: its title, when it is planned for, and for how long."""

    title = NameField(label="Title (optional)", max_length=MOST_TITLE, required=False)
    planned_for = forms.DateTimeField(
        label="Day and time",
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    hours = forms.IntegerField(label="Hours", min_value=1, max_value=MOST_HOURS, initial=4)

    @classmethod
    def read(cls, sent: QueryDict) -> dict[str, Any]:
        """The values that were sent; refused with the first field that is wrong."""
        form = cls(sent)
        for field, errors in form.errors.items():
            raise Refused(str(errors[0]), field)
        return dict(form.cleaned_data)


class BeginningForm(forms.Form):
    """The moment at which a session began; none says now."""

    since = forms.DateTimeField(
        label="Began at",
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    @classmethod
    def read(cls, sent: QueryDict) -> datetime | None:
        """The moment that was sent; refused where it is none."""
        form = cls(sent)
        for errors in form.errors.values():
            raise Refused(str(errors[0]), "since")
        moment: datetime | None = form.cleaned_data["since"]
        return moment
