"""The bestiary as game masters search it: by what is written there, by what was meant, and by the nearest kin."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from campaigns.homebrew import compendium
from campaigns.models import Document, Membership
from rules.engine.content import kinship
from rules.engine.content.entries import Entry
from rules.engine.kernel import Encounter as State
from rules.selectors import fold

#: How alike two words are, from 0 to 1, if one may be the other mistyped.
ALIKE = 0.75
#: The most people of the campaign that are listed beside the bestiary.
MOST_PEOPLE = 50


@dataclass(frozen=True, slots=True)
class Found:
    """Creatures with the reason why they are shown; ``why`` is empty if they have the words themselves.

    ``is_all``: nothing was found, and every creature that there is stands here instead.
    """

    creatures: Sequence[Entry]
    why: str = ""
    is_all: bool = False


def search(member: Membership, wanted: str) -> Found:
    """Creatures with the words in their name, else kin by another name before those that only mention the words.

    Where there is neither, the words are read as they may have been meant; then comes the nearest kin, and last all.
    """
    listed = compendium.creatures(member)
    asked = fold(wanted).split()
    having = _having(listed, asked)
    if not asked or any(_is_named(one, asked) for one in having):
        return Found(having)
    meant = [_meant(word, listed) for word in asked]
    if meant != asked and not having and (found := _having(listed, meant)):
        return Found(found, f"No creature is called “{wanted.strip()}”. Matches for “{' '.join(meant)}”:")
    if alike := _kin(listed, meant, nearest=True):
        return Found([*alike, *(one for one in having if one not in alike)], f"Similar to “{wanted.strip()}”:")
    if having:
        return Found(having)
    found = _kin(listed, meant)
    if found:
        return Found(found, f"No {' '.join(meant)} here. Similar creatures:")
    return Found(listed, f"No creature matches “{wanted.strip()}”.", is_all=True)


@dataclass(frozen=True, slots=True)
class Kept:
    """People and creatures that the game master keeps: made for what is to come, and left over from earlier fights."""

    prepared: Sequence[Document]
    earlier: Sequence[Document]

    def __bool__(self) -> bool:
        return bool(self.prepared or self.earlier)


def kept(people: Sequence[Any], scene: State, encounter: str, wanted: str) -> Kept:
    """People and creatures of the game master that are not in an encounter yet, by their names, the newest first.

    Each of ``people`` comes with its beginning.
    """
    asked = fold(wanted).split()
    secret = (one for one in reversed(people) if one.secret and not (one.is_archived or one.binned_at or one.erased))
    away = [one for one in secret if one.public_id not in scene.combatants]
    found = [one for one in away if all(word in fold(one.name) for word in asked)]
    earlier = [one for one in found if (one.began_in or encounter) != encounter]
    prepared = [one for one in found if one not in earlier]
    return Kept(prepared[:MOST_PEOPLE], earlier[:MOST_PEOPLE])


def _having(listed: Sequence[Entry], asked: Sequence[str]) -> list[Entry]:
    """The creatures with all words in name, summary or facts; those with the first in their name come first."""
    found = [
        one for one in listed if all(word in fold(" ".join((one.name, one.summary, *one.facts))) for word in asked)
    ]
    return sorted(found, key=lambda one: bool(asked) and asked[0] not in fold(one.name))


def _is_named(creature: Entry, asked: Sequence[str]) -> bool:
    """Whether one of the words stands in the creature's name, not only in a sentence about it."""
    return any(word in fold(creature.name) for word in asked)


def _kin(listed: Sequence[Entry], meant: Sequence[str], *, nearest: bool = False) -> list[Entry]:
    """The kin of what the words name, from the nearest circle that has any; ``nearest``: from the first one alone."""
    for word in meant:
        for circle in kinship.circles(word)[: 1 if nearest else None]:
            if found := [one for one in listed if circle & _words(one.name)]:
                return found
    return []


def _meant(word: str, listed: Sequence[Entry]) -> str:
    """The word that a mistyped one may stand for: of a creature's name, or of a family; itself if nothing is near."""
    known = {*kinship.words(), *(each for one in listed for each in _words(one.name))}
    return word if word in known else next(iter(get_close_matches(word, sorted(known), 1, ALIKE)), word)


def _words(name: str) -> set[str]:
    return set(re.findall(r"[\w'-]+", fold(name)))
