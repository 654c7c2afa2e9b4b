"""The absent: characters of the party who take no part in a fight, and what keeps them from it."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.audience import encounters
from campaigns.models import Document, Membership, all_sheets
from characters.creation.steps import is_unmade
from rules import codec


@dataclass(frozen=True, slots=True)
class Absent:
    """The absent: those ``ready`` to come, those in another fight (with its name and round), and the half made."""

    ready: list[Document]
    elsewhere: list[tuple[Document, str]]
    half_made: list[Document]

    def __bool__(self) -> bool:
        return bool(self.ready or self.elsewhere or self.half_made)


def absent(member: Membership, people: Sequence[Document]) -> Absent:
    """The absent among people who are not in the fight that is looked at."""
    unmade = _unmade(member, people)
    fights = _fights_of(member) if people else {}
    made = [one for one in people if one.public_id not in unmade]
    return Absent(
        ready=[one for one in made if one.public_id not in fights],
        elsewhere=[(one, fights[one.public_id]) for one in made if one.public_id in fights],
        half_made=[one for one in people if one.public_id in unmade],
    )


def _unmade(member: Membership, people: Sequence[Document]) -> set[str]:
    found = all_sheets().filter(pk__in=[one.pk for one in people])
    sheets = {who: codec.sheet_from(body) for who, body in found.values_list("public_id", "body")}
    return {who for who, sheet in sheets.items() if is_unmade(member.campaign, who, sheet)}


def _fights_of(member: Membership) -> dict[str, str]:
    """The running fight of everybody who is in one, with its round; of several the latest."""
    found: dict[str, str] = {}
    for scene, state in encounters.fights(member):
        for who in state.combatants:
            found.setdefault(who, f"{scene.name}, round {state.round}")
    return found
