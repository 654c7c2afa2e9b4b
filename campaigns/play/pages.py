"""Writing a page of the campaign's own: its house rules, its compendium, its calendar.

As in play: lock the campaign, look whether what its author saw still holds, write the entry, let the page follow it.
"""

from collections.abc import Callable

from django.db import transaction

from campaigns.audience import access
from campaigns.audience.viewers import Viewer
from campaigns.chronicle import notify, record
from campaigns.chronicle.replay import content_after
from campaigns.models import Campaign, Entry, Membership, own_book
from campaigns.models.documents import Document
from campaigns.play.intent import Intent, Stale, Unchanged
from campaigns.play.perform import earlier_by
from rules.engine.kernel import Fact, Unknown

#: A change of the book, made once the campaign is locked: the page that it is about, and the facts (none: no change).
Act = Callable[[Campaign], tuple[Document, list[Fact]]]


def write_page(member: Membership, intent: Intent, act: Act) -> Entry:
    """Let something happen to a page of the campaign's own, and write it: all of it or nothing; for game masters."""
    access.refuse_unless_gm(member)
    with transaction.atomic():
        campaign = record.lock(member.campaign_id)
        earlier = earlier_by(campaign, member, intent)
        if earlier is not None:
            return earlier
        member.campaign = campaign
        own_book.lay(member)
        page, happened = act(campaign)
        if intent.seen is not None and page.version != intent.seen:
            raise Stale(page, page.version)
        if not happened:
            raise Unchanged
        entry = record.write(campaign, _line(member, intent, page, happened))
        content = content_after(page, page.read() if page.version else page.blank(), happened)
        if content is None:
            raise Unknown("That is not written yet.")
        # Whoever may open a page sees all of it, so nobody's sight need be asked.
        record.follow(entry, happened, {page.public_id: content}, Viewer(is_gm=False))
        notify.tell_on_commit(campaign, entry)
    own_book.lay(member)
    return entry


def _line(member: Membership, intent: Intent, page: Document, happened: list[Fact]) -> record.Line:
    return record.Line(
        by=member.user,
        command=intent.command,
        facts=happened,
        given=dict(intent.given),
        veiled={page.public_id: ""} if page.secret else {},
        key=intent.key or None,
        key_digest=intent.digest() if intent.key else "",
    )
