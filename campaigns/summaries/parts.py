"""The part that each of the party had in a fight: whom they hit, and whose blows they took."""

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from campaigns.summaries.happenings import Blow, FightTold, Turning
from campaigns.summaries.naming import listing, number_word, sentence

#: The most of the party whose part is told, by how much detail is told, and the most foes who are named in one.
ROOM, _FOES = (2, 4, 6), 2
_TIMES = ("", "once", "twice")


#: The most things that somebody does in one sentence.
_IN_A_ROW = 3


class Piece(NamedTuple):
    """A piece of a fight with the moment at which it begins: a whole sentence, or what ``who`` does in it."""

    moment: int
    words: str
    who: str = ""


def in_order(pieces: Iterable[Piece], name: Callable[[str], str]) -> Iterator[str]:
    """The sentences of a fight in the order of events; what somebody does in a row is told in one."""
    for who, row in groupby(sorted(pieces, key=lambda piece: piece.moment), key=lambda piece: piece.who):
        words = [piece.words for piece in row]
        if not who:
            yield from words
            continue
        for at in range(0, len(words), _IN_A_ROW):
            yield sentence(f"{name(who)} {listing(words[at : at + _IN_A_ROW])}")


class PartProse:
    """A writer of the parts that the party had in one fight.

    ``hits`` is the word for what a blow that is felt does; ``told`` are the falls and deaths that have sentences.
    """

    def __init__(
        self,
        fight: FightTold,
        all_of: Callable[[Sequence[str]], str],
        hits: str,
        detail: int,
        told: Sequence[Turning],
    ) -> None:
        self.fight, self.all_of, self.hits, self.detail, self.told = fight, all_of, hits, detail, told
        hardest = [fight.blow] if fight.blow and detail and fight.blow.amount > 1 else []
        #: The blows that are told of already: the hardest of all, and those by which somebody fell.
        self.apart = [*hardest, *filter(None, map(self._felling, told))]

    def pieces(self) -> Iterator[Piece]:
        """The blows that each dealt and took who had most to do with them, from each fall to the next."""
        party = self.fight.side(party=True)
        busy = sorted(party, key=lambda who: -len(self.fight.dealt(who)) - len(self.fight.taken(who)))
        falls = sorted({one.moment for one in self.told})
        for who in busy[: ROOM[self.detail]]:
            blows = [one for one in (*self.fight.dealt(who), *self.fight.taken(who)) if not self._is_told(one)]
            for _, stretch in groupby(
                sorted(blows, key=lambda one: one.moment), key=lambda one: bisect(falls, one.moment)
            ):
                yield from self._exchange(who, list(stretch))

    def _exchange(self, who: str, blows: Sequence[Blow]) -> Iterator[Piece]:
        """The blows that somebody dealt and took in one stretch."""
        dealt, taken = [one for one in blows if one.by == who], [one for one in blows if one.by != who]
        foes, strikers = _each(one.who for one in dealt), _each(one.by for one in taken)
        if foes and set(foes) == set(strikers) and len(foes) <= _FOES:
            yield Piece(blows[0].moment, f"trades blows with {self.all_of(foes)}", who)
            return
        if dealt:
            yield Piece(dealt[0].moment, self._dealt(dealt, foes), who)
        if taken:
            yield Piece(taken[0].moment, self._taken(taken, strikers), who)

    def _felling(self, turning: Turning) -> Blow | None:
        """The blow by which somebody fell: the last that was dealt to them until then by whoever felled them."""
        dealt = (one for one in self.fight.blows if (one.by, one.who) == (turning.by, turning.who))
        return max((one for one in dealt if one.moment <= turning.moment), key=lambda one: one.moment, default=None)

    def _is_told(self, blow: Blow) -> bool:
        """Whether a blow is told of already, or was dealt to somebody who lay there: of them only the end is told."""
        fell = (one.moment for one in self.told if one.who == blow.who and one.kind != "brush")
        lay = any(moment < blow.moment for moment in fell)
        return lay or self._brings_down(blow) or any(blow is one for one in self.apart)

    def _brings_down(self, blow: Blow) -> bool:
        """Whether whoever a blow hits falls next of all, and by the same hand: the fall tells of both."""
        to_come = [one for one in self.told if one.moment >= blow.moment]
        nearest = min((one.moment for one in to_come), default=0)
        return (blow.by, blow.who) in {(one.by, one.who) for one in to_come if one.moment == nearest}

    def unhurt(self) -> Iterator[str]:
        """A sentence on those who neither hit nor lost anything, once it is over."""
        busy = {*self.fight.fates, *(one.who for one in self.fight.turnings), *(one.who for one in self.fight.blows)}
        busy |= {*self.fight.harm, *(one.by for one in self.fight.blows)}
        rest = [who for who in self.fight.side(party=True) if who not in busy]
        if rest and self.detail and self.fight.is_over:
            come = "comes" if len(rest) == 1 else "come"
            yield sentence(f"{self.all_of(rest)} {come} out of it without a scratch")

    def _dealt(self, blows: Sequence[Blow], foes: Sequence[str]) -> str:
        """The blows of somebody: whom they hit, and how often."""
        count, are_few = len(blows), len(foes) <= _FOES
        told = f"{self.hits} {self.all_of(foes)}" if are_few else self.hits
        if count > len(foes) or not are_few:
            times = _TIMES[count] if count < len(_TIMES) else f"{number_word(count)} times"
            told += f" {times}{' in all' if are_few and len(foes) > 1 else ''}"
        return told

    def _taken(self, blows: Sequence[Blow], strikers: Sequence[str]) -> str:
        """The blows that somebody took, and from whom where those are few."""
        count = "a blow" if len(blows) == 1 else f"{number_word(len(blows))} blows"
        if 1 < len(strikers) <= _FOES:
            count = "a blow each" if len(blows) == len(strikers) else f"{count} in all"
        return f"takes {count}" + (f" from {self.all_of(strikers)}" if len(strikers) <= _FOES else "")


def _each(people: Iterable[str]) -> list[str]:
    """People in order, each of them only once."""
    return list(dict.fromkeys(people))
