"""Tests that the game master asks players for: each is told what to roll, and led to the roll on their sheet."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.db import transaction
from django.urls import reverse

from campaigns.audience import access
from campaigns.models import Membership
from campaigns.notices import telling
from characters.models import Character
from characters.sheets import selectors
from rules.engine.kernel import Refused
from rules.engine.page.blocks import RankRow, ranks_of

#: The most letters of the words that go with it.
MOST_WORDS = 120


@dataclass(frozen=True, slots=True)
class Test:
    """A rank that can be rolled on the sheet of somebody in the party, as ``skill.stealth``, with its label."""

    rank: str
    label: str


def players(member: Membership) -> list[Character]:
    """The characters that players play, whom a test can be asked of."""
    return [one.character for one in selectors.people(member) if one.character.is_played]


def choices(member: Membership, asked: Collection[Character]) -> list[Test]:
    """The tests of all these sheets, by label, each once."""
    found = {rank: Test(rank, row.label) for one in asked for rank, row in _rows(member, one)}
    return sorted(found.values(), key=lambda test: test.label.casefold())


def _rows(member: Membership, character: Character) -> Iterator[tuple[str, RankRow]]:
    page = member.campaign.system.page(character.sheet, member.campaign.house_rules)
    return ((f"{row.kind}.{row.name}", row) for row in ranks_of(page) if row.test)


def ask(member: Membership, who: Collection[str], rank: str, words: str = "", *, key: str | None = None) -> list[str]:
    """Ask the players of these characters for a test; the names of those who are asked.

    Raises:
        Refused: Nobody is chosen who is played, or none of them can roll this.
    """
    access.refuse_unless_gm(member)
    words = " ".join(words.split())
    if len(words) > MOST_WORDS:
        raise Refused(f"Use at most {MOST_WORDS} characters.", "words")
    chosen = [one for one in players(member) if one.public_id in who]
    if not chosen:
        raise Refused("Choose at least one player character.", "who")
    able = [(one, row.label) for one in chosen for name, row in _rows(member, one) if name == rank]
    if not able:
        raise Refused("Choose a skill or attribute that they can roll.", "rank")
    with transaction.atomic():
        for character, label in able:
            here = reverse("characters:sheet", args=[member.campaign.public_id, character.public_id])
            text = f"{character.name}: roll {label}." + (f" {words}" if words else "")
            telling.test_wanted(character, text, f"{here}?row={rank}", key or "")
    return [character.name for character, _ in able]
