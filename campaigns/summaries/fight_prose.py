"""A fight as a paragraph: who meets whom, what turns it, what it costs the party, how it ends."""

from collections.abc import Collection, Iterator, Sequence
from functools import partial

from campaigns.summaries.happenings import FightTold, Turning
from campaigns.summaries.naming import WHOLE_PARTY, Cast, every, listing, number_word, sentence
from campaigns.summaries.parts import PartProse, Words, own_deed

#: The most turnings and deeds of a fight, by how much detail is told.
TURNINGS, DEEDS = (2, 4, 7), (1, 3, 5)
#: The most who are seen to come out of hiding.
_REVEALS = (1, 2, 4)

_OPENINGS = (
    ("{party} face {foes}", "{party} faces {foes}"),
    ("{party} run into {foes}", "{party} runs into {foes}"),
    ("{party} stand against {foes}", "{party} stands against {foes}"),
    ("{party} cross blades with {foes}", "{party} crosses blades with {foes}"),
)
_DEATHS = (
    (
        "{by} kills {who}{round}{armed}",
        "{who} dies{round} at the hands of {by}",
        "{who} is killed by {by}{round}{armed}",
    ),
    ("{who} dies{round}", "{who} is dead{after}", "{who} does not live through the fight{round}"),
)
_FALLS = (
    (
        "{by} brings {who} down{round}{armed}",
        "{who} goes down{round} under the blows of {by}",
        "{by} fells {who}{round}{armed}",
    ),
    ("{who} goes down{round}", "{who} is down{after}", "{who} is out of the fight{after}"),
)
_REVEALED = ("{who} comes out of hiding{round}", "{who} is seen{round}, out of nowhere")
_AMBUSHES = ("{who} goes for {by} out of hiding{round}", "Out of hiding {who} goes for {by}{round}")
_BLOWS = (
    "The hardest blow comes from {by}{armed}: {amount} on {who}",
    "Nobody hits harder than {by}{armed}: {amount} on {who}",
    "The blow to remember is {by}’s on {who}{armed}: {amount}",
)
_WON = (
    "After {rounds} no foe is left standing",
    "The last foe is down after {rounds}",
    "The fight is won after {rounds}",
)
#: Where the game master has said how it ended.
_TOOK = ("It took {rounds}", "That took {rounds}")
_ENDED = ("It ends after {rounds}", "After {rounds} it is over")
_LOST = ("After {rounds} nobody of the party is left standing", "The last of the party is down after {rounds}")
_OPEN = (
    "Round {at} is still being fought",
    "It is not over: round {at} goes on",
    "Nobody has won yet, and it is round {at}",
)
#: Of foes whom nobody beat, one and several.
STANDING = ("is still standing", "are still standing")
_FATES = {
    "dead": ("is dead", "are dead"),
    "down": ("is down", "are down"),
    "gone": ("gets away", "get away"),
    "": STANDING,
}
_DOWN = ("Every foe is down by round {at}", "By round {at} no foe is left standing")


def _by_one_hand(told: Sequence[Turning], felling: Turning | None) -> list[list[Turning]]:
    """Falls and deaths in order; those that one and the same brought about in a row are told together."""
    found = list[list[Turning]]()
    for turning in told:
        last = found[-1][-1] if found else None
        is_more = last and turning.by and (last.by, last.kind) == (turning.by, turning.kind)
        dies_later = any(one.kind == "death" and one.who in (turning.who, last and last.who) for one in told)
        if is_more and felling not in (last, turning) and (turning.kind == "death" or not dies_later):
            found[-1].append(turning)
        else:
            found.append([turning])
    return found


#: What is no weapon.
_NAMELESS = ("", "unarmed", "bare hands", "attack")


class Variety:
    """Turns of phrase, each in its turn, so that none comes twice in a row."""

    def __init__(self) -> None:
        self._used: dict[object, int] = {}

    def __call__(self, phrases: tuple[str, ...]) -> str:
        at = self._used.get(phrases, 0)
        self._used[phrases] = at + 1
        return phrases[at % len(phrases)]

    def one_of(self, pairs: tuple[tuple[str, str], ...], *, singular: bool) -> str:
        """The next of phrases that have a form for several and one for one."""
        at = self._used.get(pairs, 0)
        self._used[pairs] = at + 1
        return pairs[at % len(pairs)][singular]


def armed(weapon: str) -> str:
    """The words on what somebody struck with; empty where it has no name by which it is told of.

    >>> armed("One-handed sword"), armed("Fire magic"), armed("Ice Fang"), armed("Unarmed")
    (' with the one-handed sword', ' with fire magic', ' with the Ice Fang', '')
    """
    if weapon.casefold() in _NAMELESS:
        return ""
    called = weapon if weapon[1:] != weapon[1:].lower() else weapon.lower()
    return f" with {'' if called.endswith(' magic') else 'the '}{called}"


def _is_all(fight: FightTold, alike: Sequence[str]) -> bool:
    """Whether creatures of a kind are all the foes that there are, and more than one."""
    return len(alike) > 1 and set(alike) == set(fight.side(party=False))


class FightProse:
    """A writer of fights, in some detail, who remembers which turns of phrase were used."""

    def __init__(self, cast: Cast, words: Words, detail: int, vary: Variety) -> None:
        self.cast, self.words, self.detail, self.vary = cast, words, detail, vary

    def sentences(self, fight: FightTold) -> Iterator[str]:
        """The fight in order: who meets, what each does and pays, who falls, how it ends."""
        decisive = [one for one in fight.turnings if one.kind in ("death", "fall")]
        told = sorted(self._told(fight, decisive), key=fight.turnings.index)
        apart, own = self._deeds_apart(fight)
        parts = PartProse(fight, partial(self._these, fight), self.words, self.detail, own, told)
        yield self._opening(fight)
        yield from apart
        if self.detail and fight.blow and fight.blow.amount > 1 and not self._felling(fight, told):
            yield self._blow(fight)
        yield from parts.sentences()
        felling = self._felling(fight, told)
        for together in _by_one_hand(told, felling):
            if len(together) > 1:
                yield self._felled(fight, together)
            else:
                yield from self._turning(fight, together[0], told, felling)
        if left := len(decisive) - len(told):
            yield sentence(f"{number_word(left)} more {'falls' if left == 1 else 'fall'} after that")
        yield from parts.unhurt()
        if fight.outcome:
            yield sentence(fight.outcome)
        if fight.is_over or (fight.last_round and not fight.ends_later):
            yield from map(sentence, self._end(fight, {one.who for one in told}))

    def _deeds_apart(self, fight: FightTold) -> tuple[list[str], dict[str, list[str]]]:
        """Who comes out of hiding and what is done, as sentences; and the deeds that are told with a part, by doer."""
        apart, own = list[str](), dict[str, list[str]]()
        reveals = [one for one in fight.turnings if one.kind == "reveal"][: _REVEALS[self.detail]]
        for turning in sorted((*self._deeds(fight), *reveals), key=fight.turnings.index):
            if turning.kind == "reveal":
                apart += self._turning(fight, turning, [])
            elif deed := own_deed(fight, turning, self.cast.names.get(turning.who, "")):
                own.setdefault(turning.who, []).append(deed)
            else:
                apart.append(sentence(turning.text))
        return apart, own

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
        deeds = [
            one
            for at, one in enumerate(fight.turnings)
            # Of whoever dies in the end nothing is told that came between.
            if one.kind == "deed" and not (one.who in dead and fallen.get(one.who, at) < at)
        ]
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
        party, foes = (self.cast.all_of(fight.side(party=one)) for one in (True, False))
        if not party or not foes:
            who = party or foes
            is_one = len([one for one in fight.people if one]) == 1 or not who or who == WHOLE_PARTY
            return sentence(f"{who or 'Somebody'} {'fights' if is_one else 'fight'}{' on' if fight.went_on else ''}")
        if fight.went_on:
            return sentence(f"The fight against {foes} goes on")
        phrase = self.vary.one_of(_OPENINGS, singular=" and " not in party)
        return sentence(phrase.format(party=party, foes=foes))

    def _turning(
        self, fight: FightTold, turning: Turning, told: list[Turning], felling: Turning | None = None
    ) -> Iterator[str]:
        """The sentence on a turning; whoever falls and dies later is told of once, where they fall."""
        death = next((one for one in told if one.kind == "death" and one.who == turning.who), None)
        if turning.kind == "death" and any(one.kind == "fall" and one.who == turning.who for one in told):
            return
        who, by = self._name(fight, turning.who), self._name(fight, turning.by)
        at = f" in round {turning.round}" if turning.round else ""
        after = f" by round {turning.round}" if turning.round else ""
        if death and turning.kind == "fall":
            under = f" under the blows of {by}" if turning.by else ""
            yield sentence(f"{who} goes down{at}{under} and dies in round {death.round}")
            return
        phrases = {"death": _DEATHS, "fall": _FALLS, "reveal": (_AMBUSHES, _REVEALED)}[turning.kind]
        phrase = self.vary(phrases[0] if turning.by else phrases[1])
        words = phrase.format(who=who, by=by, round=at, after=after, armed=armed(turning.weapon))
        hardest = fight.blow if turning is felling else None
        yield sentence(f"{words}: the hardest blow of the fight, {hardest.harm}" if hardest else words)

    def _felled(self, fight: FightTold, together: Sequence[Turning]) -> str:
        """The sentence on several foes whom one of the party brings down, one after the other."""
        rounds = dict[int, list[str]]()
        for one in together:
            rounds.setdefault(one.round, []).append(one.who)
        whom = [self._these(fight, people) + (f" in round {at}" if at else "") for at, people in rounds.items()]
        by = self._name(fight, together[0].by)
        told = f"kills {listing(whom)}" if together[0].kind == "death" else f"brings down {listing(whom)}"
        return sentence(f"{by} {told}")

    def _blow(self, fight: FightTold) -> str:
        blow = fight.blow
        assert blow is not None  # noqa: S101 - asked for only where there is one
        by, who = self._name(fight, blow.by), self._name(fight, blow.who)
        return sentence(self.vary(_BLOWS).format(by=by, who=who, amount=blow.harm, armed=armed(blow.weapon)))

    def _standing(self, fight: FightTold, foes: list[str]) -> str:
        """The foe who took most of those who still stand, and how many blows; empty where none took any."""
        taken = {who: len(fight.taken(who)) for who in foes if who not in fight.fates}
        most = max(taken, key=lambda who: taken[who], default="")
        if not most or not taken[most]:
            return ""
        blows = f"{number_word(taken[most])} blow{'' if taken[most] == 1 else 's'}"
        return f", having taken {blows}" if len(taken) == 1 else f"; {self._name(fight, most)} has taken {blows}"

    def _end(self, fight: FightTold, told: Collection[str]) -> Iterator[str]:
        """Sentences on how it ends, and on what became of the foes who were not ``told`` of.

        Where the game master has said how it ended there is nothing to add to that.
        """
        foes = fight.side(party=False)
        left = [who for who in foes if who not in fight.fates]
        count = max(1, fight.last_round - max(fight.first_round, 1) + 1)
        rounds = f"{number_word(count)} round{'' if count == 1 else 's'}"
        if not fight.is_over:
            yield self.vary(_OPEN if left or not foes else _DOWN).format(at=fight.last_round)
        elif foes and all(fight.fates.get(who) in ("dead", "down") for who in foes):
            yield self.vary(_TOOK if fight.outcome else _WON).format(rounds=rounds)
        elif not fight.outcome:
            party = fight.side(party=True)
            is_lost = party and all(fight.fates.get(who) in ("dead", "down") for who in party)
            yield self.vary(_LOST if is_lost else _ENDED).format(rounds=rounds)
        if fight.is_over and not fight.outcome and any(fight.fates.get(who) in ("gone", None) for who in foes):
            yield self._fates(fight, [who for who in foes if who not in told])

    def _fates(self, fight: FightTold, foes: list[str]) -> str:
        """The fates of the foes: the dead, those who are down, those who got away, and those still standing."""
        told = []
        for fate, (one, many) in _FATES.items():
            there = [who for who in foes if fight.fates.get(who, "") == fate]
            if there:
                told.append(f"{self._all_of(fight, there)} {one if len(there) == 1 else many}")
        return ("; ".join(told) if len(told) > 2 else ", while ".join(told)) + self._standing(fight, foes)

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
