"""The part that each of the party had in a fight: what they did, and what it cost them."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from campaigns.summaries.happenings import BOXES, Blow, FightTold, Turning
from campaigns.summaries.naming import listing, number_word, sentence

#: The most of the party whose part is told, by how much detail is told, and the most foes who are named in one.
ROOM, _FOES = (2, 4, 6), 2
#: The most words of a deed that is told in one breath with others.
_SHORT = 8
_TIMES = ("", "once", "twice")
#: What somebody loses or takes as a verb, and as it stands behind a figure.
_PAID = {"loses": "lost", "takes": "taken"}
#: A loss by its verb, and its amount in words.
Loss = tuple[str, str]
#: A sentence of a fight, with the moment at which it begins.
Piece = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Words:
    """The words for what is done and lost in a fight: resources as a sheet shows them, and boxes by their track."""

    label: Callable[[str], str]
    boxes: Mapping[str, tuple[str, str]]
    #: What a blow that is felt does: it hits, or where armour may take all of it, it wounds.
    hits: str = "hits"

    def amount(self, what: str, amount: int) -> str:
        if not what.startswith(BOXES):
            return f"{amount} {self.label(what)}"
        one, many = self.boxes.get(what.removeprefix(BOXES), ("box", "boxes"))
        return f"{amount} {one if amount == 1 else many}"


def own_deed(fight: FightTold, deed: Turning, name: str) -> str:
    """A deed as it is told with all else that one of the party did; empty where it stands in a sentence of its own.

    That is so of whoever falls or dies: of them everything is told in its order.
    """
    is_theirs = fight.people.get(deed.who) == "party" and deed.who not in fight.down()
    text = deed.text.rstrip(".")
    is_plain = text.startswith(f"{name} ") and not set(text) & set(".:;,!?") and len(text.split()) <= _SHORT
    return text.removeprefix(f"{name} ") if is_theirs and is_plain else ""


def _plural(price: str) -> str:
    """The cost of a fight as several pay it.

    >>> _plural("takes a blow from the wolf (1 box)"), _plural("loses 2 spirit and takes 1 box")
    ('take a blow from the wolf (1 box)', 'lose 2 spirit and take 1 box')
    """
    return re.sub(r"\b(loses|takes)\b", lambda found: found[0].removesuffix("s"), price)


class PartProse:
    """A writer of the parts that the party had in one fight.

    ``deeds`` are told with the part of whoever did them; ``told`` are the falls and deaths that have sentences.
    """

    def __init__(
        self,
        fight: FightTold,
        all_of: Callable[[Sequence[str]], str],
        words: Words,
        detail: int,
        deeds: Mapping[str, Sequence[Turning]],
        told: Sequence[Turning],
    ) -> None:
        self.fight, self.all_of, self.words, self.detail = fight, all_of, words, detail
        self.deeds, self.told = deeds, told
        party = fight.side(party=True)
        #: Those who did or lost something.
        self.active = [who for who in party if who in deeds or fight.dealt(who) or self._losses(who)]
        self.active.sort(key=lambda who: (-len(fight.dealt(who)), -sum(fight.harm.get(who, {}).values())))

    def pieces(self) -> Iterator[Piece]:
        """A sentence on each who did or lost most; those who did nothing and pay the same share one."""
        paid = dict[str, list[str]]()
        for who in self.active[: ROOM[self.detail]]:
            part = self._part(who)
            if part and (who in self.deeds or self.fight.dealt(who)):
                yield self._begins(who), sentence(f"{self.all_of([who])} {part}")
            elif part:
                paid.setdefault(part, []).append(who)
        for price, people in paid.items():
            each = "each " if len(people) > 1 else ""
            words = f"{self.all_of(people)} {each}{_plural(price) if each else price}"
            yield min(map(self._begins, people)), sentence(words)

    def _begins(self, who: str) -> int:
        """The moment at which somebody's part begins: their first blow, loss or deed."""
        found = [one.moment for one in (*self.fight.dealt(who), *self.fight.taken(who))]
        found += [one.moment for one in self.deeds.get(who, ())]
        found += [self.fight.harmed[who]] if who in self.fight.harmed else []
        return min(found, default=0)

    def unhurt(self) -> Iterator[str]:
        """A sentence on those who did and lost nothing, once it is over."""
        gone = {*self.active, *self.fight.fates, *(one.who for one in self.fight.blows)}
        rest = [who for who in self.fight.side(party=True) if who not in gone]
        if rest and self.detail and self.fight.is_over:
            come = "comes" if len(rest) == 1 else "come"
            yield sentence(f"{self.all_of(rest)} {come} out of it without a scratch")

    def _part(self, who: str) -> str:
        """The deeds of somebody and their price, with the figures in brackets."""
        dealt, losses = self.fight.dealt(who), self._losses(who)
        dealt = [] if self._is_told(who, dealt) else dealt
        taken = self.fight.taken(who) if losses else []
        foes, strikers = _each(one.who for one in dealt), _each(one.by for one in taken)
        if foes and set(foes) == set(strikers) and len(foes) <= _FOES:
            cost = ", ".join(f"{amount} {_PAID[verb]}" for verb, amount in losses)
            own = [f"trades blows with {self.all_of(foes)} ({self._count(dealt)}; {cost})"]
        else:
            own = [*self._hits(dealt, foes), *self._price(taken, strikers, losses)]
        return listing([*(one.text for one in self.deeds.get(who, ())), *own])

    def _is_told(self, who: str, blows: Sequence[Blow]) -> bool:
        """Whether the blows of somebody are told by themselves: all whom they hit fall, or the hardest was theirs."""
        is_hardest = len(blows) == 1 and self._is_hardest(blows[0])
        return is_hardest or {one.who for one in blows} <= {one.who for one in self.told if one.by == who}

    def _is_hardest(self, blow: Blow) -> bool:
        return blow == self.fight.blow and bool(self.detail) and blow.amount > 1

    def _count(self, blows: Sequence[Blow]) -> str:
        """The blows of somebody counted, with the hardest: ``three hits for up to 6 damage``."""
        return f"{number_word(len(blows))} hit{'' if len(blows) == 1 else 's'} {self._best(blows)}".rstrip()

    def _best(self, blows: Sequence[Blow]) -> str:
        """How hard somebody hits at best; empty where that is told by itself."""
        best = max(blows, key=lambda one: one.amount)
        if self._is_hardest(best):
            return ""
        if min(one.amount for one in blows) == best.amount:
            return f"for {best.harm}{' each' if len(blows) > 1 else ''}"
        return f"for up to {best.harm}"

    def _hits(self, blows: Sequence[Blow], foes: Sequence[str]) -> Iterator[str]:
        """The blows of somebody: whom they hit, how often, and how hard at best."""
        if not blows:
            return
        count, are_few = len(blows), len(foes) <= _FOES
        told = f"{self.words.hits} {self.all_of(foes)}" if are_few else self.words.hits
        if count > len(foes) or not are_few:
            times = _TIMES[count] if count < len(_TIMES) else f"{number_word(count)} times"
            told += f" {times}{' in all' if are_few and len(foes) > 1 else ''}"
        yield f"{told} {self._best(blows)}".rstrip()

    def _price(self, blows: Sequence[Blow], strikers: Sequence[str], losses: Sequence[Loss]) -> Iterator[str]:
        """The blows that somebody took, and from whom where those are few; or losses for which there was no blow."""
        if blows:
            count = "a blow" if len(blows) == 1 else f"{number_word(len(blows))} blows"
            if 1 < len(strikers) <= _FOES:
                count = "a blow each" if len(blows) == len(strikers) else f"{count} in all"
            whose = f" from {self.all_of(strikers)}" if len(strikers) <= _FOES else ""
            yield f"takes {count}{whose} ({', '.join(amount for _, amount in losses)})"
            return
        for verb in _PAID:
            if some := [amount for one, amount in losses if one == verb]:
                yield f"{verb} {listing(some)}"

    def _losses(self, who: str) -> list[Loss]:
        """The two things that somebody lost most of and did not get back, and the boxes they took.

        Of whoever died nothing is told: it was all.
        """
        if self.fight.fates.get(who) == "dead":
            return []
        lost = self.fight.harm.get(who, Counter()) - self.fight.gained.get(who, Counter())
        spent = sorted((one for one in lost.items() if not one[0].startswith(BOXES)), key=lambda one: (-one[1], one[0]))
        boxes = sorted(one for one in lost.items() if one[0].startswith(BOXES))
        told = (("loses", spent[:2]), ("takes", boxes))
        return [(verb, self.words.amount(*one)) for verb, some in told for one in some]


def _each(people: Iterable[str]) -> list[str]:
    """People in order, each of them only once."""
    return list(dict.fromkeys(people))
