"""Pages of the journal and blocks in them: who may read, who may write, decided here for pages, programs and search."""

from collections.abc import Collection
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from campaigns.models import JournalPage, JournalPart, Membership, Role, Shared


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of the journal: whether they run the campaign, or play in it, and the key of their user."""

    is_gm: bool
    is_player: bool
    user: int

    def owns(self, page: JournalPage) -> bool:
        """Whether the page is theirs, and all of it open to them."""
        return self.is_gm or page.owner_id == self.user

    def may_read(self, page: JournalPage, shared: str, readers: Collection[int]) -> bool:
        """Whether what is shared so on this page is open to them; the page itself, or a block of one they may read."""
        if self.owns(page) or shared == Shared.ALL:
            return True
        return self.is_player and (shared == Shared.PARTY or (shared == Shared.NAMED and self.user in readers))


def reader_of(member: Membership) -> Reader:
    """The reader that a member is."""
    return Reader(member.is_gm, member.role == Role.PLAYER, member.user_id)


def kept(users: Collection[int]) -> str:
    """Keys of users as a column keeps them, each between two blanks, so that one is found in it whole."""
    return "".join(f" {user} " for user in sorted(users))


def users_in(readers: str) -> frozenset[int]:
    """The keys of users in such a column."""
    return frozenset(map(int, readers.split()))


def pages(member: Membership, *, archived: bool = False) -> QuerySet[JournalPage]:
    """The pages that a member may read; of the archived ones those that they could bring back."""
    there = JournalPage.objects.filter(campaign=member.campaign_id, archived=archived)
    reader = reader_of(member)
    if reader.is_gm:
        return there
    theirs = Q(owner=reader.user)
    return there.filter(theirs) if archived else there.filter(theirs | _open_to(reader))


def parts(member: Membership) -> QuerySet[JournalPart]:
    """The parts that a member may read of whatever pages they may read; which those are is asked beside it."""
    listed = JournalPart.objects.all()
    reader = reader_of(member)
    if reader.is_gm:
        return listed
    # As a set of pages: joined to each part, the pages would be read once for every word that is looked for.
    theirs = JournalPage.objects.filter(campaign=member.campaign_id, owner=reader.user).values("pk")
    return listed.filter(Q(page__in=theirs) | _open_to(reader))


def _open_to(reader: Reader) -> Q:
    """The condition on what is shared with somebody, the same for pages and for their parts."""
    if not reader.is_player:
        return Q(shared=Shared.ALL)
    named = Q(shared=Shared.NAMED, readers__contains=kept([reader.user]))
    return Q(shared__in=(Shared.ALL, Shared.PARTY)) | named


def page_for(member: Membership, public_id: str) -> JournalPage:
    """One page that the member may read, archived or not; 404 otherwise."""
    return get_object_or_404(pages(member) | pages(member, archived=True), public_id=public_id)


def page_to_write(member: Membership, public_id: str) -> JournalPage:
    """One page that the member may write; 404 for who may not read it, 403 for who may only read it."""
    page = page_for(member, public_id)
    if not may_write(member, page):
        raise PermissionDenied("Only the author or the game master can change this page.")
    return page


def may_write(member: Membership, page: JournalPage) -> bool:
    """Whether a member may change a page: game masters each, players their own."""
    return member.is_gm or (member.role == Role.PLAYER and page.owner_id == member.user_id)


def is_a_page_for(member: Membership, public_id: str) -> bool:
    """Whether this is the id of a page that the member may read."""
    return (pages(member) | pages(member, archived=True)).filter(public_id=public_id).exists()
