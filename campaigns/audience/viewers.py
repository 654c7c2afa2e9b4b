"""Viewers: who looks at a campaign, whom they play, and whose sheets are open to them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from campaigns.models import Membership, Touch
from campaigns.models.documents import Document, all_sheets


@dataclass(frozen=True, slots=True)
class Viewer:
    """The rights of one who looks: whether they run the campaign, whom they play, and whose sheets are open to them.

    ``plays`` and ``open_sheets`` are ids of characters; both are empty for a game master, who sees everything.
    """

    is_gm: bool
    plays: frozenset[str] = frozenset()
    open_sheets: frozenset[str] = frozenset()

    @property
    def audience(self) -> str:
        """A key that viewers of a campaign share if they see the same: gm, the ids of those they play, or observer."""
        return "gm" if self.is_gm else ",".join(sorted(self.plays)) or "observer"


def viewer_of(member: Membership, characters: Iterable[Document]) -> Viewer:
    """The viewer that a member is, given the campaign's characters."""
    if member.is_gm:
        return Viewer(is_gm=True)
    known = list(characters)
    plays = frozenset(c.public_id for c in known if c.played_by(member.user_id) and member.role == "player")
    return Viewer(False, plays, frozenset(c.public_id for c in known if not c.secret) | plays)


def players_of(characters: Iterable[Document]) -> Viewer:
    """All players together as one viewer: of what any of them may see of the encounters of these characters."""
    open_sheets = frozenset(c.public_id for c in characters if not c.secret)
    return Viewer(False, open_sheets, open_sheets)


#: The encounter in which a sheet began, as those of a bestiary's creatures do; empty for all others.
BEGAN_IN = Subquery(
    Touch.objects.filter(document=OuterRef("public_id")).order_by("number").values("entry__encounter")[:1]
)


def people(member: Membership, *, with_beginnings: bool = False) -> list[Document]:
    """Everybody with a sheet in the member's campaign, without the sheets: enough to know who may see whom.

    With beginnings each has ``began_in``, the encounter in which their sheet began.
    """
    there = all_sheets().filter(campaign=member.campaign_id, void=False).defer("body").order_by("pk")
    return list(there.annotate(began_in=BEGAN_IN) if with_beginnings else there)


class Names(Mapping[str, str]):
    """Names of people by id; read once, and only if somebody asks for one."""

    def __init__(self, sheets: QuerySet[Any]) -> None:
        self._sheets = sheets

    @cached_property
    def _names(self) -> dict[str, str]:
        return dict(self._sheets.values_list("public_id", "name"))

    def __getitem__(self, who: str) -> str:
        return self._names[who]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def names_in(campaign_pk: int) -> Names:
    """The names of everybody in a campaign."""
    return Names(all_sheets().filter(campaign=campaign_pk, void=False))


def viewer(member: Membership, known: list[Document] | None = None) -> Viewer:
    """The member as a viewer; ``known`` are the campaign's people, if they are at hand."""
    if member.is_gm:
        return Viewer(is_gm=True)
    return viewer_of(member, people(member) if known is None else known)
