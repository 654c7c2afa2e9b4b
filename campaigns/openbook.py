"""The campaign's own book as rules read it: bound together on the campaign's own row, and laid open for who comes in.

Rules look things up deep inside, many times for one page. So all figures stand in one text that comes with the
campaign, at the cost of no query, and every pair of eyes finds the book open that is theirs to read.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rules import codec
from rules.engine.content.homebrew import completed
from rules.engine.content.switches import edition_of
from rules.engine.kernel.book import CLOSED, OURS, OwnBook, lay_open
from rules.registry import system_named

if TYPE_CHECKING:
    from campaigns.models import Campaign, Homebrew, Membership


# -- reading ----------------------------------------------------------------------------------------------------------


def lay(member: "Membership") -> None:
    """Open the book of a member's campaign, with the entries that are theirs to choose."""
    lay_open(book_of(member.campaign, is_gm=member.is_gm))


def book_of(campaign: "Campaign", *, is_gm: bool) -> OwnBook:
    """The book as game masters or players read it. Nobody is offered withdrawn entries, and players no secret ones."""
    edition = edition_of(campaign.system.switches, campaign.house_rules)
    if not (campaign.book or edition):
        return CLOSED
    return _books(campaign.system_slug, campaign.book, edition)[0 if is_gm else 1]


@lru_cache(maxsize=128)
def _books(system: str, bound: str, edition: str) -> tuple[OwnBook, OwnBook]:
    """The game master's book and the players', made once: games find what they keep by a book's text faster so."""
    told, shelves = codec.load(bound) if bound else _nothing(), system_named(system).shelves()
    entries = {
        section: {key: completed(shelves[section], one) for key, one in written.items()}
        for section, written in told["entries"].items()
        if section in shelves
    }
    text, withdrawn = codec.dump(entries), frozenset(told["withdrawn"])
    return OwnBook(text, withdrawn, edition), OwnBook(text, withdrawn | frozenset(told["secret"]), edition)


# -- binding ----------------------------------------------------------------------------------------------------------


def bound(pages: Iterable["Homebrew"]) -> str:
    """The text of all pages; empty without any. Entries withdrawn or undone stay in it, for somebody may have them."""
    told = _nothing()
    for page in pages:
        _put(told, page)
    return codec.dump(told) if told["entries"] else ""


def bound_with(text: str, page: "Homebrew") -> str:
    """The text of a book with one page put in (or in place of what it was) as it is now."""
    told = codec.load(text) if text else _nothing()
    _put(told, page)
    return codec.dump(told)


def is_bound_from(text: str, pages: Iterable["Homebrew"]) -> bool:
    """Whether a text says what its pages say."""
    wanted = bound(pages)
    return (codec.load(text) if text else None) == (codec.load(wanted) if wanted else None)


def _nothing() -> dict[str, Any]:
    return {"entries": {}, "withdrawn": [], "secret": []}


def _put(told: dict[str, Any], page: "Homebrew") -> None:
    key = OURS + page.public_id
    told["entries"].setdefault(page.section, {})[key] = page.homemade.told
    for name, holds in (("withdrawn", page.withdrawn or page.void), ("secret", page.secret)):
        told[name] = sorted({*told[name], key} if holds else {*told[name]} - {key})
