"""The campaign's own book: house rules and entries of its compendium, bound on the campaign's row, and laid open.

Rules look things up deep inside, many times for one page. So all figures stand in one text that comes with the
campaign, at the cost of no query, and every pair of eyes finds the book open that is theirs to read.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar

from django.db import models

from campaigns.models.campaign import Campaign, Membership
from campaigns.models.documents import Content, Document
from campaigns.models.entries import Entry
from rules import codec
from rules.engine.content.homebrew import completed
from rules.engine.content.switches import edition_of
from rules.engine.kernel import (
    CLOSED,
    OURS,
    Fact,
    HomebrewShown,
    HomebrewWithdrawn,
    HomebrewWritten,
    Homemade,
    House,
    Json,
    OwnBook,
    RuleChosen,
    evolve_homemade,
    evolve_house,
    lay_open,
)
from rules.registry import system_named


class HousePage(Document):
    """The house rules of a campaign, from the first change on; ``before`` are those that held until then.

    ``Campaign.house_rules`` are those that hold now, where every rule finds them.
    """

    before = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign"], name="one_house_page_a_campaign")]

    def parse(self, text: str) -> House:
        return codec.house_from(text)

    def blank(self) -> House:
        """The house rules that held before the first change was written down."""
        return House(dict(self.before))

    def evolved(self, content: Content | None, fact: Fact) -> Content | None:
        if isinstance(content, House) and isinstance(fact, RuleChosen) and fact.page == self.public_id:
            return evolve_house(content, fact)
        return content

    def project(self, entry: Any, facts: Any, *, struck: bool = False) -> None:
        """Let the campaign have the rules that are chosen now."""
        entry.campaign.house_rules = codec.house_from(self.body).rules
        entry.campaign.save(update_fields=["house_rules"])

    def audit(self, content: Content | None) -> list[str]:
        """A complaint if the house rules that rules find are not those that the chronicle makes."""
        chosen = content.rules if isinstance(content, House) else None
        same = chosen == self.campaign.house_rules
        return [] if same else [f"the house rules of {self.campaign.public_id} are not those of its chronicle"]


class Homebrew(Document):
    """An entry of the campaign's own compendium. A ``secret`` one is not for players, a withdrawn one for nobody."""

    section = models.CharField(max_length=40)
    withdrawn = models.BooleanField(default=False)

    following: ClassVar[tuple[str, ...]] = (*Document.following, "section", "withdrawn")

    class Meta:
        indexes = [models.Index(fields=["campaign", "section", "withdrawn"], name="homebrew_of_a_section")]

    @property
    def homemade(self) -> Homemade:
        return codec.homemade_from(self.body)

    @property
    def figures(self) -> dict[str, Json]:
        """Its figures as its game asks for them now."""
        return completed(self.campaign.system.shelves()[self.section], self.homemade.told)

    def parse(self, text: str) -> Homemade:
        return codec.homemade_from(text)

    def evolved(self, content: Content | None, fact: Fact) -> Content | None:
        if content is not None and not isinstance(content, Homemade):
            return content
        if isinstance(fact, HomebrewWritten | HomebrewShown | HomebrewWithdrawn) and fact.page == self.public_id:
            return evolve_homemade(content, fact)
        return content

    def write(self, content: Content | None, number: int, *, seen: bool, is_open: bool) -> None:
        """Take over what the chronicle says, and the columns that lists look for."""
        super().write(content, number, seen=seen, is_open=is_open)
        if isinstance(content, Homemade):
            self.name, self.section, self.withdrawn = content.name, content.section, content.withdrawn

    def project(self, entry: Any, facts: Any, *, struck: bool = False) -> None:
        """Let players see it or not, as was said last, and the campaign's book hold it as it is now."""
        for fact in facts:
            if isinstance(fact, HomebrewShown) and fact.page == self.public_id:
                self.secret = fact.to_players is struck
        self.save(update_fields=["secret"])
        entry.campaign.book = bound_with(entry.campaign.book, self)
        entry.campaign.save(update_fields=["book"])

    def audit(self, content: Content | None) -> list[str]:
        """A complaint if players may see it although the chronicle hides it from them, or the other way round."""
        entries = Entry.objects.counting().filter(touches__document=self.public_id, facts__contains='"homebrew_shown"')
        last = entries.order_by("-number").first()
        said = [fact for fact in codec.facts_from(last.facts) if isinstance(fact, HomebrewShown)] if last else []
        wrong = bool(said) and said[-1].to_players is self.secret
        return [f"{self.public_id} is not shown to players as its chronicle says"] if wrong else []


# -- reading -----------------------------------------------------------------------------------------------------------


def lay(member: Membership) -> None:
    """Open the book of a member's campaign, with the entries that are theirs to choose."""
    lay_open(book_of(member.campaign, is_gm=member.is_gm))


def book_of(campaign: Campaign, *, is_gm: bool) -> OwnBook:
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


# -- binding -----------------------------------------------------------------------------------------------------------


def bound(pages: Iterable[Homebrew]) -> str:
    """The text of all pages; empty without any. Entries withdrawn or undone stay in it, for somebody may have them."""
    told = _nothing()
    for page in pages:
        _put(told, page)
    return codec.dump(told) if told["entries"] else ""


def bound_with(text: str, page: Homebrew) -> str:
    """The text of a book with one page put in (or in place of what it was) as it is now."""
    told = codec.load(text) if text else _nothing()
    _put(told, page)
    return codec.dump(told)


def is_bound_from(text: str, pages: Iterable[Homebrew]) -> bool:
    """Whether a text says what its pages say."""
    wanted = bound(pages)
    return (codec.load(text) if text else None) == (codec.load(wanted) if wanted else None)


def _nothing() -> dict[str, Any]:
    return {"entries": {}, "withdrawn": [], "secret": []}


def _put(told: dict[str, Any], page: Homebrew) -> None:
    key = OURS + page.public_id
    told["entries"].setdefault(page.section, {})[key] = page.homemade.told
    for name, holds in (("withdrawn", page.withdrawn or page.void), ("secret", page.secret)):
        told[name] = sorted({*told[name], key} if holds else {*told[name]} - {key})
