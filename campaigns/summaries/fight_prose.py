"""A fight as a paragraph: who meets whom, what turns it, what it costs the party, how it ends."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from campaigns.summaries.happenings import Blow, FightTold, Turning
from campaigns.summaries.naming import WHOLE_PARTY, Cast, every, listing, number_word, sentence
from campaigns.summaries.parts import PartProse, Piece, in_order
from campaigns.summaries.phrases import (
    AMBUSHES,
    BLOWS,
    BRUSHES,
    DEATHS,
    DOWN,
    ENDED,
    FALLS,
    FATES,
    LOST,
    OPEN,
    OPENINGS,
    REVEALED,
    STRUCK,
    WON,
    Variety,
    armed,
)

#: The most turnings and deeds of a fight, by how much detail is told.
TURNINGS, DEEDS = (2, 4, 7), (1, 3, 5)
#: The most who are seen to come out of hiding.
_REVEALS = (1, 2, 4)
#: The most rolls that the table talks about.
_WONDERS = (0, 1, 2)


def _by_one_hand(told: Sequence[Turning], felling: Turning | None, dying: Collection[str]) -> list[list[Turning]]:
    """Falls and deaths in order; those that one and the same brought about in a round are told together.

    Apart stand the one by the hardest blow, brushes with death, and who falls and dies later.
    """

    def hand(numbered: tuple[int, Turning]) -> tuple[object, ...]:
        at, one = numbered
        is_apart = one is felling or one.kind == "brush" or (one.kind == "fall" and one.who in dying)
        return (at,) if is_apart or not one.by else (one.by, one.kind, one.round)

    return [[one for _, one in group] for _, group in groupby(enumerate(told), key=hand)]


def _each_once(turnings: Iterable[Turning]) -> list[Turning]:
    """Deeds or rolls of which the same comes once only, with all on whom it took hold."""
    told: dict[tuple[str, str, str], Turning] = {}
    for one in turnings:
        known = told.setdefault((one.who, one.by, one.text), one)
        told[one.who, one.by, one.text] = replace(known, on=tuple(dict.fromkeys((*known.on, *one.on))))
    return list(told.values())


def _is_all(fight: FightTold, alike: Sequence[str]) -> bool:
    """Whether creatures of a kind are all the foes that there are, and more than one."""
    return len(alike) > 1 and set(alike) == set(fight.side(party=False))


class FightProse:
    """A writer of fights, in some detail, who remembers which turns of phrase were used."""

    def __init__(self, cast: Cast, hits: str, detail: int, vary: Variety) -> None:
        self.cast, self.hits, self.detail, self.vary = cast, hits, detail, vary

    def sentences(self, fight: FightTold) -> Iterator[str]:
        """The fight in order: who meets, what each does and suffers, who falls, how it ends."""
        decisive = [one for one in fight.turnings if one.kind in ("death", "brush", "fall")]
        told = sorted(self._told(fight, decisive), key=fight.turnings.index)
        parts = PartProse(fight, partial(self._these, fight), self.hits, self.detail, told)
        yield self._opening(fight)
        apart = (*self._latecomers(fight), *self._deeds_apart(fight), *self._blow(fight, told))
        yield from in_order((*apart, *parts.pieces(), *self._falls(fight, told)), partial(self._name, fight))
        if left := len(decisive) - len(told):
            yield sentence(f"{number_word(left)} more {'falls' if left == 1 else 'fall'} after that")
        yield from parts.unhurt()
        yield from map(sentence, self._won(fight))
        if fight.is_over or (fight.last_round and not fight.ends_later):
            yield from map(sentence, self._end(fight, {one.who for one in told}))

    def _latecomers(self, fight: FightTold) -> Iterator[Piece]:
        """The people who come into a fight that is on, round by round."""
        for _, row in groupby(self._late(fight), key=lambda one: one.round):
            joining = list(row)
            who = self.cast.all_of([one.who for one in joining])
            yield Piece(joining[0].moment, sentence(f"{who} join{'s' if len(joining) == 1 else ''} the fight"))

    def _late(self, fight: FightTold) -> list[Turning]:
        """The latecomers, unless all of a side are: then the fight was met with them."""
        late = [one for one in fight.turnings if one.kind == "joins"]
        who = {one.who for one in late}
        met = [party for party in (True, False) if set(fight.side(party=party)) - who]
        return [one for one in late if (fight.people.get(one.who) == "party") in met]

    def _deeds_apart(self, fight: FightTold) -> Iterator[Piece]:
        """Who comes out of hiding, what is done besides blows, and the rolls that the table talks about."""
        reveals = [one for one in fight.turnings if one.kind == "reveal"][: _REVEALS[self.detail]]
        wonders = _each_once(one for one in fight.turnings if one.kind == "wonder")[: _WONDERS[self.detail]]
        for turning in (*reveals, *self._deeds(fight), *wonders):
            if turning.kind == "reveal":
                yield Piece(turning.moment, self._turning(fight, turning))
            elif turning.kind == "wonder":
                who, whom = self._name(fight, turning.who), self._name(fight, turning.by)
                yield Piece(turning.moment, sentence(f"{who} rolls {turning.text} against {whom}"))
            else:
                on = f" on {self._these(fight, turning.on)}" if turning.on else ""
                yield Piece(turning.moment, sentence(f"{turning.text.rstrip('.') if on else turning.text}{on}"))

    def _falls(self, fight: FightTold, told: Sequence[Turning]) -> Iterator[Piece]:
        """Who falls or dies; whoever falls and dies of it later is told of once, where they fall."""
        felling = self._felling(fight, told)
        hands = {one.who: one.by for one in told if one.kind == "fall"}
        dying = {one.who for one in told if one.kind == "death" and one.who in hands and one.by in ("", hands[one.who])}
        apart = [one for one in told if one.kind != "death" or one.who not in dying]
        for together in _by_one_hand(apart, felling, dying):
            first = together[0]
            if len(together) > 1:
                yield self._piece(fight, first, self._felled(fight, together))
            elif first.kind == "fall" and first.who in dying:
                yield Piece(first.moment, self._dying(fight, first))
            else:
                hardest = fight.blow if first is felling else None
                yield self._piece(fight, first, self._turning(fight, first, hardest))

    def _piece(self, fight: FightTold, turning: Turning, words: str) -> Piece:
        """A sentence as what somebody does, where it begins with them: then it is told with what else they do."""
        for who in (turning.by, turning.who):
            name = self._name(fight, who) if who in fight.side(party=True) else ""
            if name and words.startswith(f"{name} ") and ":" not in words:
                return Piece(turning.moment, words.removeprefix(f"{name} ").rstrip("."), who)
        return Piece(turning.moment, words)

    def _name(self, fight: FightTold, who: str) -> str:
        """The name of somebody; of foes who are all of one kind, which the opening names, the number is enough."""
        alike = self.cast.alike(who, fight.people)
        ordinal = self.cast.ordinal(who, alike) if _is_all(fight, alike) else ""
        return ordinal or self.cast.name(who, fight.people)

    def _felling(self, fight: FightTold, told: Sequence[Turning]) -> Turning | None:
        """The fall or death that the hardest blow brought about, which is told with it."""
        blow = fight.blow if self.detail else None
        there = (one for one in told if blow and blow.amount > 1 and (one.by, one.who) == (blow.by, blow.who))
        return next(there, None)

    def _deeds(self, fight: FightTold) -> list[Turning]:
        """The deeds for which there is room: first of all one of each kind, the game's weightiest before the others."""
        fallen = {one.who: at for at, one in enumerate(fight.turnings) if one.kind == "fall"}
        dead = fight.down("death")
        deeds = _each_once(
            one
            for at, one in enumerate(fight.turnings)
            # Of whoever dies in the end nothing is told that came between.
            if one.kind == "deed" and not (one.who in dead and fallen.get(one.who, at) < at)
        )
        first = {one.weight: one for one in reversed(deeds)}
        listed = sorted(deeds, key=lambda one: (first[one.weight] is not one, one.weight))
        return listed[: DEEDS[self.detail]]

    def _told(self, fight: FightTold, decisive: list[Turning]) -> list[Turning]:
        """The turnings for which there is room; who of the party falls or dies is always told."""
        party = set(fight.side(party=True))
        ours = [one for one in decisive if one.who in party]
        others = [one for one in decisive if one.who not in party]
        return [*ours, *others[: max(0, TURNINGS[self.detail] - len(ours))]]

    def _opening(self, fight: FightTold) -> str:
        late = {one.who for one in self._late(fight)}
        party, foes = (
            self.cast.all_of(who for who in fight.side(party=one) if who not in late) for one in (True, False)
        )
        if not party or not foes:
            who = party or foes
            is_one = len([one for one in fight.people if one]) == 1 or not who or who == WHOLE_PARTY
            return sentence(f"{who or 'Somebody'} {'fights' if is_one else 'fight'}{' on' if fight.went_on else ''}")
        if fight.went_on:
            return sentence(f"The fight against {foes} goes on")
        phrase = self.vary.one_of(OPENINGS, singular=" and " not in party)
        return sentence(phrase.format(party=party, foes=foes))

    def _turning(self, fight: FightTold, turning: Turning, hardest: Blow | None = None) -> str:
        """The sentence on a turning, and on the hardest blow where that brought it about."""
        who, by = self._name(fight, turning.who), self._name(fight, turning.by)
        phrases = {"death": DEATHS, "brush": BRUSHES, "fall": FALLS, "reveal": (AMBUSHES, REVEALED)}[turning.kind]
        by_one = turning.kind == "fall" and self._is_by_one_blow(fight, turning)
        phrase = self.vary((STRUCK if by_one else phrases[0]) if turning.by else phrases[1])
        words = phrase.format(who=who, by=by, armed=armed(turning.weapon))
        return sentence(f"{words}: the hardest blow of the fight, {hardest.harm}" if hardest else words)

    def _is_by_one_blow(self, fight: FightTold, fall: Turning) -> bool:
        """Whether whoever brought somebody down had not hit them before."""
        dealt = [one for one in fight.blows if (one.by, one.who) == (fall.by, fall.who)]
        return len([one for one in dealt if one.moment <= fall.moment]) < 2

    def _dying(self, fight: FightTold, fall: Turning) -> str:
        """The sentence on somebody who falls and later dies of it."""
        blows = "a blow" if self._is_by_one_blow(fight, fall) else "the blows"
        under = f" under {blows} of {self._name(fight, fall.by)}" if fall.by else ""
        return sentence(f"{self._name(fight, fall.who)} goes down{under} and dies")

    def _felled(self, fight: FightTold, together: Sequence[Turning]) -> str:
        """The sentence on several who fall by one hand, one after the other."""
        by, whom = self._name(fight, together[0].by), self._these(fight, [one.who for one in together])
        weapons = {one.weapon for one in together}
        told = f"{by} {'kills' if together[0].kind == 'death' else 'brings down'} {whom}"
        return sentence(f"{told}{armed(weapons.pop()) if len(weapons) == 1 else ''}")

    def _blow(self, fight: FightTold, told: Sequence[Turning]) -> Iterator[Piece]:
        """The hardest blow, unless the fall is told that it brought about."""
        blow = fight.blow
        if self.detail and blow and blow.amount > 1 and not self._felling(fight, told):
            by, who = self._name(fight, blow.by), self._name(fight, blow.who)
            phrase = self.vary(BLOWS)
            words = phrase.format(by=by, who=who, amount=blow.harm, armed=armed(blow.weapon))
            yield Piece(blow.moment, sentence(words))

    def _won(self, fight: FightTold) -> Iterator[str]:
        """Who has won, where that does not go without saying, and the game master's own words on it."""
        if fight.winner and not (fight.winner == "party" and fight.is_beaten(party=False)):
            yield "The party is beaten" if fight.winner == "foes" else "The party has won"
        if fight.outcome:
            yield fight.outcome

    def _end(self, fight: FightTold, told: Collection[str]) -> Iterator[str]:
        """Sentences on how it ends, and on what became of the foes who were not ``told`` of.

        Where the game master has said how it ended there is nothing to add to that.
        """
        foes = fight.side(party=False)
        left = [who for who in foes if who not in fight.fates]
        count = max(1, fight.last_round - max(fight.first_round, 1) + 1)
        rounds = f"{number_word(count)} round{'' if count == 1 else 's'}"
        is_told = fight.outcome or fight.winner == "foes"
        if not fight.is_over:
            yield self.vary(OPEN if left or not foes else DOWN).format(at=fight.last_round)
        elif fight.is_beaten(party=False) and not fight.outcome:
            yield self.vary(WON).format(rounds=rounds)
        elif not is_told:
            yield self.vary(LOST if fight.is_beaten(party=True) else ENDED).format(rounds=rounds)
        if fight.is_over and not fight.outcome and any(fight.fates.get(who) in ("gone", None) for who in foes):
            # Whoever fell and is up again stands.
            yield self._fates(fight, [who for who in foes if who not in told or who not in fight.fates])

    def _fates(self, fight: FightTold, foes: list[str]) -> str:
        """The fates of the foes: the dead, those who are down, those who got away, and those still standing."""
        told = []
        for fate, (one, many) in FATES.items():
            there = [who for who in foes if fight.fates.get(who, "") == fate]
            if there:
                told.append(f"{self._all_of(fight, there)} {one if len(there) == 1 else many}")
        return ("; " if len(told) > 2 else ", while ").join(told)

    def _these(self, fight: FightTold, people: Sequence[str]) -> str:
        """Some of a fight by what they were called in it; where they are all of a kind that are there, by that."""
        told = dict[str, None]()
        for who in people:
            alike = self.cast.alike(who, fight.people)
            if len(alike) > 1 and set(alike) <= set(people):
                told[every(alike) if _is_all(fight, alike) else self.cast.every(alike)] = None
            else:
                told[self._name(fight, who)] = None
        return listing(list(told))

    def _all_of(self, fight: FightTold, people: list[str]) -> str:
        """One by what they were called in this fight, or several with those of a kind counted."""
        return self._name(fight, people[0]) if len(people) == 1 else self.cast.all_of(people)
