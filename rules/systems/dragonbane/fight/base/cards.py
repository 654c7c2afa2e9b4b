"""The initiative cards of a round, as pure functions over the ladder (DRB-007, DRB-008, C-08).

Every rung holds one card; the lowest acts first. Whoever acts several times a round holds several cards. All functions
take rungs and return rungs; the commands decide which of them apply.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.engine.kernel import Rung

#: Cards in the deck, unless more are needed.
DECK = 10
#: The mark of a card of somebody who waited: none of theirs changes hands any more this round.
WAITED = "waited"

Rungs = tuple[Rung, ...]


def key_of(who: str, number: int = 1) -> str:
    """The key of somebody's first, second or third card."""
    return f"{who}/{number}"


def ordered(rungs: Iterable[Rung]) -> Rungs:
    """The lowest card first."""
    return tuple(sorted(rungs, key=lambda rung: (rung.at, rung.key)))


def deck_for(count: int) -> range:
    """The cards from which so many are drawn: 10, or more if more are needed.

    >>> deck_for(4), deck_for(12)
    (range(1, 11), range(1, 13))
    """
    return range(1, max(DECK, count) + 1)


def left(rungs: Sequence[Rung], more: int = 1) -> tuple[int, ...]:
    """The cards that nobody holds, in a deck large enough for ``more``."""
    held = {rung.at for rung in rungs}
    return tuple(card for card in deck_for(len(rungs) + more) if card not in held)


def bottom(deck: Sequence[int], count: int) -> tuple[int, ...]:
    """The highest ``count`` cards, for those who walked into an ambush (DRB-044, C-17).

    >>> bottom(range(1, 11), 2)
    (9, 10)
    """
    return tuple(deck[len(deck) - count :])


def dealt(rungs: Sequence[Rung], who: str, card: int) -> Rungs:
    """The ladder with one more card in somebody's hand."""
    taken = {rung.key for rung in rungs}
    number = next(n for n in range(1, len(rungs) + 2) if key_of(who, n) not in taken)
    return ordered((*rungs, Rung(key_of(who, number), who, card)))


def have_waited(rungs: Iterable[Rung]) -> set[str]:
    """The ids of those who waited this round, with any of their cards (DRB-008)."""
    return {rung.who for rung in rungs if rung.part}


def partners(rungs: Sequence[Rung], key: str) -> Rungs:
    """Cards that may be swapped with: higher, of somebody else who has not acted and has not waited (C-08)."""
    mine, waited = next((rung for rung in rungs if rung.key == key), None), have_waited(rungs)
    if mine is None or mine.done or mine.who in waited:
        return ()
    barred = {mine.who, *waited, *(rung.who for rung in rungs if rung.done)}
    return tuple(rung for rung in rungs if rung.at > mine.at and rung.who not in barred)


def swapped(rungs: Sequence[Rung], waiting: str, hastened: str) -> Rungs:
    """The ladder with two cards swapped; the one who waits is marked, and does so no more this round (C-08)."""
    by_key = {rung.key: rung for rung in rungs}
    first, second = by_key[waiting], by_key[hastened]
    changed = {
        waiting: replace(first, at=second.at, part=WAITED),
        hastened: replace(second, at=first.at, part=""),
    }
    return ordered(changed.get(rung.key, rung) for rung in rungs)


def unmarked(rungs: Iterable[Rung]) -> Rungs:
    """The ladder without marks, where a card may change hands any number of times."""
    return tuple(replace(rung, part="") for rung in rungs)


def last_card(rungs: Sequence[Rung]) -> int:
    """The first card after the deck and all that are held, so that it tells of nobody's card."""
    return max(deck_for(len(rungs))[-1], *(rung.at for rung in rungs)) + 1


def held_back(rungs: Sequence[Rung], key: str) -> Rungs:
    """The ladder with a card put beneath all the others."""
    last = last_card(rungs)
    return ordered(replace(rung, at=last, part=WAITED) if rung.key == key else rung for rung in rungs)


def given(rungs: Sequence[Rung], key: str, card: int) -> Rungs:
    """The ladder with a card put into somebody's hand; whoever held it takes theirs for it, if they had one."""
    mine = next(rung for rung in rungs if rung.key == key)
    other = next((rung for rung in rungs if rung.at == card and rung.key != key), None)
    cards = {key: card, **({other.key: mine.at} if other else {})}
    return ordered(replace(rung, at=cards.get(rung.key, rung.at)) for rung in rungs)


def upcoming(rungs: Sequence[Rung]) -> Rung | None:
    """The next card that has not been acted upon; None if there is none."""
    return next((rung for rung in ordered(rungs) if not rung.done), None)
