"""Controllers: members who play somebody beside the player whose character it is."""

from typing import Any

from campaigns.audience.journal import kept
from campaigns.models import Campaign, Document, all_sheets
from winterhall.accounts.models import User


def names(sheet: Document) -> list[str]:
    """The names of all who play a sheet, whose character it is first; empty where the game master does."""
    people = {user.pk: str(user) for user in User.objects.filter(pk__in=sheet.players)} if sheet.is_played else {}
    return [people[pk] for pk in sorted(people, key=lambda pk: (pk != sheet.player_id, people[pk].casefold()))]


def forget(campaign: Campaign, user: int) -> None:
    """Let a user play nobody in a campaign beside another any more."""
    _change(campaign, user, set())


def replace(campaign: Campaign, was: int, now: int) -> None:
    """Let one user play, beside others, whomever another one did."""
    _change(campaign, was, {now})


def _change(campaign: Campaign, user: int, to: set[int]) -> None:
    sheets: Any = all_sheets()
    column = sheets.model.others_column
    for sheet in sheets.filter(campaign=campaign, **{f"{column}__contains": kept([user])}).only(column):
        others = (sheet.others_playing - {user}) | to
        sheets.filter(pk=sheet.pk).update(**{column: kept(others)})
