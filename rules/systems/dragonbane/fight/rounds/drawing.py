"""Exact odds of drawing cards, also for those who draw two and keep one (DRB-007, DRB-022).

Whoever keeps the lower of two takes low cards out of the deck more often than chance would, so earlier draws matter.
The fate of a card depends only on how many are left below and above it, and on whether it is still in the deck:
these are followed, draw by draw, for each card in turn.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb

from rules.engine.fight import knows_of
from rules.engine.kernel import Table
from rules.systems.dragonbane.fight.base import HIGHER, LOWER, TWO_CARDS, cards, cards_for, has_turns, owed

#: Places of a drawn card as seen from the card looked at.
BELOW, IT, ABOVE = 0, 1, 2
ANYWHERE = (BELOW, IT, ABOVE)
#: A draw of one card; draws of two are named by the one that is kept.
ONE = ""

#: How many cards are left below, at and above the card looked at; and the probability of each such deck.
Deck = tuple[int, int, int]
Decks = Mapping[Deck, float]


def shares(deck: Deck, how: str) -> tuple[float, float, float]:
    """P(the card that is drawn, or kept of two, lies below, at or above the one that is looked at).

    >>> shares((1, 1, 2), ONE), shares((1, 1, 2), LOWER), shares((1, 1, 0), HIGHER)
    ((0.25, 0.25, 0.5), (0.5, 0.3333333333333333, 0.16666666666666666), (0.0, 1.0, 0.0))
    """
    below, it, above = deck
    total = below + it + above
    if how == ONE or total == 1:
        return below / total, it / total, above / total
    if how == HIGHER:
        return shares((above, it, below), LOWER)[::-1]
    pairs, none_below, both_above = comb(total, 2), comb(it + above, 2), comb(above, 2)
    return (pairs - none_below) / pairs, (none_below - both_above) / pairs, both_above / pairs


def drawn(decks: Decks, draws: Iterable[str], allowed: Collection[int] = ANYWHERE) -> Decks:
    """The decks after these draws, with their probabilities, if each draw takes a card from an ``allowed`` place."""
    for how in draws:
        after: dict[Deck, float] = {}
        for (below, it, above), share in decks.items():
            for place, chance in enumerate(shares((below, it, above), how)):
                if chance and place in allowed:
                    left = (below - (place == BELOW), it - (place == IT), above - (place == ABOVE))
                    after[left] = after.get(left, 0.0) + share * chance
        decks = after
    return decks


def _from_each(count: int) -> list[Decks]:
    """A whole deck of ``count`` cards, as seen from each of them."""
    return [{(at, 1, count - at - 1): 1.0} for at in range(count)]


def kept(count: int, how: str, before: Sequence[str] = ()) -> tuple[float, ...]:
    """P(the card drawn is the first, second ... of ``count``), after the draws of those ``before``.

    >>> kept(4, ONE), kept(2, LOWER)
    ((0.25, 0.25, 0.25, 0.25), (1.0, 0.0))
    """
    return tuple(sum(drawn(drawn(deck, before), (how,), (IT,)).values(), 0.0) for deck in _from_each(count))


def outdrawn(count: int, how: str, before: Sequence[str], after: Sequence[str], others: int = ABOVE) -> float:
    """P(all the others draw cards above one's own; or all below, by ``others``).

    >>> outdrawn(2, ONE, [], [ONE]), outdrawn(2, LOWER, [], [ONE])
    (0.5, 1.0)
    """
    found = 0.0
    for deck in _from_each(count):
        mine = drawn(drawn(deck, before, (others,)), (how,), (IT,))
        found += sum(drawn(mine, after, (others,)).values())
    return found


# -- what waits on the table -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw:
    """The next draw of somebody who draws two, and the draws of the others before and after it.

    ``deck`` are its cards, ``single`` those if it were one; a deck grows with what is drawn from it. ``anew`` says that
    nobody holds a card by then.
    """

    deck: tuple[int, ...]
    single: tuple[int, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]
    anew: bool


def next_draw(table: Table, who: str) -> Draw:
    """The next draw of somebody, as far as they may know: hidden combatants whom they do not know of draw nothing.

    Those who have no card yet draw within the round, from what is left of the deck; otherwise it is the next round's,
    and everybody draws anew.
    """
    known = [one for one in table.scene.combatants if one == who or knows_of(table, who, one)]
    due, held = owed(table), tuple(rung for rung in table.scene.ladder if rung.who in known)
    if who not in due:
        due, held = {one: cards_for(table, one) for one in known if has_turns(table, one)}, ()
    two = {one: how for one, how in _two(table).items() if one in known and one != who}
    draws = [(one, how) for one in due if one in known for how in _hands(two, one, due[one])]
    at = [one for one, _ in draws].index(who)
    hows = tuple(how for _, how in draws)
    count = len(draws) + len(two)
    return Draw(cards.left(held, count + 1), cards.left(held, count), hows[:at], hows[at + 1 :], anew=not held)


def acts_first(table: Table) -> dict[str, float]:
    """P(somebody's card is the lowest) for everybody who draws, before they do; several cards count several times."""
    due, two = owed(table), _two(table)
    if not two:
        return {who: count / sum(due.values()) for who, count in due.items()}
    draws = [(who, how) for who in due for how in _hands(two, who, due[who])]
    count = len(cards.deck_for(len(draws) + len(two)))
    hows = [how for _, how in draws]
    found = dict.fromkeys(due, 0.0)
    for at, (who, how) in enumerate(draws):
        found[who] += outdrawn(count, how, hows[:at], hows[at + 1 :])
    return found


def _two(table: Table) -> dict[str, str]:
    return dict(table.scene.memo.get(TWO_CARDS, {}))


def _hands(two: Mapping[str, str], who: str, count: int) -> tuple[str, ...]:
    """The kept card of each of somebody's draws; only the first may be of two."""
    return (two.get(who, ONE), *(ONE,) * (count - 1))
