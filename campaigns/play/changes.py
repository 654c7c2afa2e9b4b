"""Changes of sheets in a few words each: a number with what it was and what it is, a thing by its name.

Where they are not the actor's alone, each says whose it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.play.game import Game
from rules.engine.kernel import Fact, PartyFact, Sheet, facts, spoken
from rules.engine.page.blocks import ranks_of
from rules.naming import glossary


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes in words, each once, and the facts of which these say nothing."""

    words: tuple[str, ...]
    others: tuple[Fact, ...]


def changes_of(game: Game) -> Changes:
    """The happenings at the table, against the sheets as they were."""
    told = [(fact, _words(fact, game)) for fact in game.table.facts]
    if any(_is_beyond(fact, game.table.actor) for fact in game.table.facts):
        told = [(fact, said and f"{_owner(fact, game)}: {said}") for fact, said in told]
    words = dict.fromkeys(said for _, said in told if said)
    return Changes(tuple(words), tuple(fact for fact, said in told if not said))


def _is_beyond(fact: Fact, actor: str) -> bool:
    """Whether a fact changes what the party has, or the sheet of another than the actor."""
    return isinstance(fact, PartyFact) or getattr(fact, "who", actor) != actor


def _owner(fact: Fact, game: Game) -> str:
    """The name of whoever's sheet a fact changes; the party's own facts have sentences that name it."""
    return game.table.name(str(getattr(fact, "who", game.table.actor)))


def _words(fact: Fact, game: Game) -> str:
    match fact:
        case facts.RankChanged():
            return _turn(_rank(fact, game), *(one.rank(fact.kind, fact.name) for one in _sheets(fact.who, game)))
        case facts.LimitChanged():
            return _turn(
                f"{_gauge(fact, game)}, maximum", *(_most(one, fact.resource) for one in _sheets(fact.who, game))
            )
        case facts.ResourceChanged():
            return _turn(_gauge(fact, game), *(one.now(fact.resource) for one in _sheets(fact.who, game)))
        case facts.ItemSet():
            return "; ".join(_of_item(fact.key, *_sheets(fact.who, game)))
        case facts.ItemLost():
            before, _ = _sheets(fact.who, game)
            return f"{before.items[fact.key].name} is gone" if fact.key in before.items else ""
    return ""


def _turn(what: str, before: int, now: int) -> str:
    return f"{what} {before} → {now}" if before != now else ""


def _sheets(who: str, game: Game) -> tuple[Sheet, Sheet]:
    """The sheet of a person before, and now; of a newcomer the same sheet twice."""
    now = game.table.sheet(who)
    document = game.sheets.documents.get(who)
    before = document.read() if document else now
    return before if isinstance(before, Sheet) else now, now


def _rank(fact: facts.RankChanged, game: Game) -> str:
    """The name of a rank: as the sheet's page has it, or the compendium."""
    system = game.member.campaign.system
    page = system.page(game.table.sheet(fact.who), game.table.house_rules)
    named = {(row.kind, row.name): row.shown.label or row.label for row in ranks_of(page)}
    entry = glossary(system).named(fact.name, fact.kind)
    return named.get((fact.kind, fact.name)) or (entry.text if entry else spoken(fact.name).capitalize())


def _gauge(fact: facts.LimitChanged | facts.ResourceChanged, game: Game) -> str:
    vitals = game.member.campaign.system.vitals(game.table.sheet(fact.who))
    named = {gauge.name: gauge.label for gauge in vitals.gauges}
    return named.get(fact.resource) or spoken(fact.resource).capitalize()


def _most(sheet: Sheet, resource: str) -> int:
    held = sheet.resources.get(resource)
    return held.most if held else 0


def _of_item(key: str, before: Sheet, now: Sheet) -> Iterator[str]:
    had, has = before.items.get(key), now.items.get(key)
    if has is None:
        return
    if had is None:
        yield f"{has.count} × {has.name}" if has.count != 1 else has.name
        return
    if had.name != has.name:
        yield f"{had.name} → {has.name}"
    if had.count != has.count:
        yield f"{has.name} {had.count} → {has.count}"
    yield from (
        f"{has.name}: {spoken(name)} {had.stats.get(name, 'none')} → {to}"
        for name, to in has.stats.items()
        if isinstance(to, int | float | str) and had.stats.get(name) != to
    )
