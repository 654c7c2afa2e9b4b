"""Leaks planted on purpose, one of each sort: the comparison has to find every one of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.http import HttpRequest

from campaigns.audience import access, encounters, history, sight
from campaigns.feed import query
from campaigns.homebrew import compendium
from campaigns.members import services as members
from campaigns.models import Document, Entry, Homebrew
from campaigns.models.entries import RollQuerySet
from campaigns.play.game import Game
from campaigns.play.outlook import foresee
from campaigns.summaries import telling
from characters.api import sheets as sheets_api
from characters.models import Character
from combat.api import encounters as combat_api
from rules import codec
from rules.engine.kernel import Condition, Unknown
from winterhall.api import hot

Plant = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class Leak:
    """A fault of a sort, and the addresses where it shows; none where it is heard over a line."""

    plant: Plant
    addresses: frozenset[str] = frozenset()


def count(patch: pytest.MonkeyPatch) -> None:
    """Sections of the compendium are counted with what is secret in them."""
    patch.setattr(compendium, "pages", lambda member: Homebrew.objects.filter(campaign=member.campaign).order_by("-pk"))


def version(patch: pytest.MonkeyPatch) -> None:
    """Changes are counted that players cannot see."""
    patch.setattr(Document, "version_for", lambda document, is_gm: document.version)


def order(patch: pytest.MonkeyPatch) -> None:
    """Members stand the other way round where more people are than meet the eye."""
    plain = members.members_of

    def turned(member: Any) -> Any:
        unseen = Character.objects.filter(campaign=member.campaign, secret=True).count()
        return plain(member).reverse() if unseen > 1 else plain(member)

    patch.setattr(members, "members_of", turned)


def gap(patch: pytest.MonkeyPatch) -> None:
    """A piece of a list is cut before it is filtered: it is shorter than was asked for."""

    def cut(who: Any, piece: Any, encounter: str) -> list[Any]:
        there = Entry.objects.filter(campaign=who.member.campaign).order_by("-number")[: piece.limit]
        return [who.now(entry) for entry in there if who.reads(entry)]

    patch.setattr("campaigns.api.chronicle._read", cut)


def error_text(patch: pytest.MonkeyPatch) -> None:
    """A hidden actor is refused in other words than one who is not there."""

    def refused(member: Any, actor: str, sheets: Any, there: Any) -> None:
        document = sheets.documents.get(actor)
        if actor and (document is None or (document.secret and actor not in there)):
            raise Unknown("They do not act now." if document else "Nobody here has that name.", "actor")

    patch.setattr("campaigns.play.game._refuse_unknown_actor", refused)


def id_in_a_condition(patch: pytest.MonkeyPatch) -> None:
    """A sheet says who it was that somebody fears."""
    plain = sight.seen_sheet

    def with_fear(sheet: Any, *rest: Any) -> Any:
        feared = str(Character.objects.filter(secret=True).values_list("public_id", flat=True)[0])
        seen = plain(sheet, *rest)
        return replace(seen, conditions=seen.conditions | {"afraid": Condition("afraid", "Afraid", source=feared)})

    patch.setattr(sight, "seen_sheet", with_fear)


def size(patch: pytest.MonkeyPatch) -> None:
    """An answer is filled up with blanks, one for everybody who is hidden."""
    render = combat_api.codec.dump
    state = combat_api.answer

    def padded(member: Any, encounter: Any) -> Any:
        blanks = " " * len(encounters.hidden_in(encounter.state))
        patch.setattr(combat_api.codec, "dump", lambda told: render(told) + blanks)
        try:
            return state(member, encounter)
        finally:
            patch.setattr(combat_api.codec, "dump", render)

    patch.setattr(combat_api, "answer", padded)


def etag(patch: pytest.MonkeyPatch) -> None:
    """The tag of a sheet is marked where there is more on it."""
    plain = sheets_api.tag_of
    patch.setattr(hot, "_character", lambda *_: None)
    patch.setattr(
        sheets_api,
        "tag_of",
        lambda character, is_gm: plain(character, is_gm=is_gm) + ("" if character.whole else "-more"),
    )


def header(patch: pytest.MonkeyPatch) -> None:
    """The short way to a sheet leaves a header out: it tells which way was taken."""
    given = hot._headers

    def fewer(request: HttpRequest, *rest: Any) -> Mapping[str, str]:
        return {name: value for name, value in given(request, *rest).items() if name != "Referrer-Policy"}

    patch.setattr(hot, "_headers", fewer)


def choice(patch: pytest.MonkeyPatch) -> None:
    """Forms offer everybody who takes part."""
    patch.setattr(Game, "known", property(lambda game: game.table))


def odds(patch: pytest.MonkeyPatch) -> None:
    """The odds count the secret characters of the campaign."""
    exact = foresee

    def foreseen(member: Any, intent: Any) -> Any:
        there = Character.objects.filter(campaign=member.campaign, secret=True).count()
        found = exact(member, intent)
        return replace(found, odds=found.odds and replace(found.odds, sentence=f"{found.odds.sentence} {there}"))

    for asker in ("campaigns.play.outlook", "campaigns.api.commands", "campaigns.views.play"):
        patch.setattr(f"{asker}.foresee", foreseen)


def cursor(patch: pytest.MonkeyPatch) -> None:
    """A list goes on after an entry that does not exist for whoever names it."""

    def number(member: Any, eyes: Any, entry_id: str) -> int | None:
        there = Entry.objects.filter(campaign=member.campaign_id, public_id=entry_id)
        return there.values_list("number", flat=True).first()

    patch.setattr(history, "number_of", number)


def list_of_all(patch: pytest.MonkeyPatch) -> None:
    """A list holds what may not be opened."""
    patch.setattr(access, "visible", lambda member, documents: documents.filter(campaign=member.campaign, void=False))


def name(patch: pytest.MonkeyPatch) -> None:
    """The log names whoever was there."""
    patch.setattr(history, "seen_names", lambda names, entry, viewer: {**names})
    patch.setattr(history, "is_seen", lambda entry, viewer: True)
    patch.setattr(history, "seen_facts", lambda entry, viewer: codec.facts_from(entry.facts))


def stream(patch: pytest.MonkeyPatch) -> None:
    """The line says that there is something new, of which nothing is told."""
    heard = query.News._heard_with

    def with_pings(news: Any, sight: Any) -> list[Any]:
        unseen = [entry for entry in news.entries if not history.is_seen(entry, sight.viewer)]
        return [*heard(news, sight), *(query.Event(one.number, "", b"event: ping\n\n") for one in unseen)]

    patch.setattr(query.News, "_heard_with", with_pings)


def summary(patch: pytest.MonkeyPatch) -> None:
    """Players read the summary that was made for the game master."""
    patch.setattr(telling, "key_of", lambda audience, plain=telling.key_of: plain("gm"))


def rolls(patch: pytest.MonkeyPatch) -> None:
    """Luck counts dice that players know nothing of."""
    patch.setattr(RollQuerySet, "counting", lambda rolls, for_gm: rolls.filter(struck=False, late=False))


LEAKS: Mapping[str, Leak] = {
    "a count": Leak(count, frozenset({"campaigns:compendium"})),
    "a version": Leak(version, frozenset({"api:encounters"})),
    "an order": Leak(order, frozenset({"api:members"})),
    "a gap": Leak(gap, frozenset({"api:entries"})),
    "an error text": Leak(error_text, frozenset({"campaigns:perform"})),
    "an id in a condition": Leak(id_in_a_condition, frozenset({"api:character"})),
    "a size in bytes": Leak(size, frozenset({"api:encounter"})),
    "an ETag": Leak(etag, frozenset({"api:character"})),
    "a header": Leak(header, frozenset({"api:character"})),
    "a choice in a form": Leak(choice, frozenset({"api:encounter-commands"})),
    "odds": Leak(odds, frozenset({"campaigns:odds"})),
    "a cursor": Leak(cursor, frozenset({"api:entries"})),
    "a list": Leak(list_of_all, frozenset({"api:encounters"})),
    "a name in the log": Leak(name, frozenset({"campaigns:chronicle"})),
    "a summary": Leak(summary, frozenset({"api:session-summary"})),
    "a roll": Leak(rolls, frozenset({"api:luck"})),
    "a stream event": Leak(stream),
}
