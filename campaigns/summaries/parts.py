"""The part that each of the party had in a fight: what they did, and what it cost them."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from campaigns.summaries.happenings import BOXES, Blow, FightTold, Turning
from campaigns.summaries.naming import listing, number_word, sentence

#: The most of the party whose part is told, by how much detail is told, and the most foes who are named in one.
ROOM, _FOES = (2, 4, 6), 2
#: The most words of a deed that is told in one breath with others.
_SHORT = 8
_TIMES = ("", "once", "twice")


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

    >>> _plural("loses 2 spirit and takes 1 box from the wolf")
    'lose 2 spirit and take 1 box from the wolf'
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
        deeds: Mapping[str, list[str]],
        told: Sequence[Turning],
    ) -> None:
        self.fight, self.all_of, self.words, self.detail = fight, all_of, words, detail
        self.deeds, self.told = deeds, told
        party = fight.side(party=True)
        #: Those who did or lost something.
        self.active = [who for who in party if who in deeds or fight.dealt(who) or self._losses(who)]
        self.active.sort(key=lambda who: (-len(fight.dealt(who)), -sum(fight.harm.get(who, {}).values())))

    def sentences(self) -> Iterator[str]:
        """A sentence on each who did or lost most; those who did nothing and pay the same share one."""
        paid = dict[str, list[str]]()
        for who in self.active[: ROOM[self.detail]]:
            part = self._part(who)
            if part and (who in self.deeds or self.fight.dealt(who)):
                yield sentence(f"{self.all_of([who])} {part}")
            elif part:
                paid.setdefault(part, []).append(who)
        for price, people in paid.items():
            each = "each " if len(people) > 1 else ""
            yield sentence(f"{self.all_of(people)} {each}{_plural(price) if each else price}")

    def unhurt(self) -> Iterator[str]:
        """A sentence on those who did and lost nothing, once it is over."""
        gone = {*self.active, *self.fight.fates, *(one.who for one in self.fight.blows)}
        rest = [who for who in self.fight.side(party=True) if who not in gone]
        if rest and self.detail and self.fight.is_over:
            come = "comes" if len(rest) == 1 else "come"
            yield sentence(f"{self.all_of(rest)} {come} out of it without a scratch")

    def _part(self, who: str) -> str:
        blows = self.fight.dealt(who)
        hits = [self._hits(blows)] if blows and not self._fells_all(who, blows) else []
        return listing([*self.deeds.get(who, ()), *hits, *self._losses(who)])

    def _fells_all(self, who: str, blows: Sequence[Blow]) -> bool:
        """Whether somebody brings down all whom they hit: that is told by itself."""
        return {one.who for one in blows} <= {one.who for one in self.told if one.by == who}

    def _hits(self, blows: list[Blow]) -> str:
        """The blows of somebody: whom they hit, how often, and how hard at best."""
        whom, best = list(dict.fromkeys(one.who for one in blows)), max(blows, key=lambda one: one.amount)
        count, are_few = len(blows), len(whom) <= _FOES
        told = f"{self.words.hits} {self.all_of(whom)}" if are_few else self.words.hits
        if count > len(whom) or not are_few:
            times = _TIMES[count] if count < len(_TIMES) else f"{number_word(count)} times"
            told += f" {times}{' in all' if are_few and len(whom) > 1 else ''}"
        if best == self.fight.blow and self.detail and best.amount > 1:
            return told
        if count == 1 or min(one.amount for one in blows) == best.amount:
            return f"{told} for {best.harm}{' each' if count > 1 else ''}"
        return f"{told} for up to {best.harm}"

    def _losses(self, who: str) -> list[str]:
        """The two things that somebody lost most of and did not get back, and the boxes they took, and to whom.

        Of whoever died nothing is told: it was all.
        """
        if self.fight.fates.get(who) == "dead":
            return []
        lost = self.fight.harm.get(who, Counter()) - self.fight.gained.get(who, Counter())
        spent = sorted((one for one in lost.items() if not one[0].startswith(BOXES)), key=lambda one: (-one[1], one[0]))
        boxes = sorted(one for one in lost.items() if one[0].startswith(BOXES))
        told = (("loses", spent[:2]), ("takes", boxes))
        losses = [f"{verb} {listing([self.words.amount(*one) for one in some])}" for verb, some in told if some]
        return [*losses[:-1], f"{losses[-1]}{self._by_whom(who, 'from' if boxes else 'to')}"] if losses else []

    def _by_whom(self, who: str, word: str) -> str:
        """The foes whose blows somebody took, where they are few."""
        foes = list(dict.fromkeys(one.by for one in self.fight.taken(who)))
        return f" {word} {self.all_of(foes)}" if 0 < len(foes) <= _FOES else ""
