"""A fight as a paragraph: who meets whom, what turns it, what it costs the party, how it ends."""

from collections.abc import Callable, Iterator

from campaigns.summaries.happenings import FightTold, Turning
from campaigns.summaries.naming import Cast, listing, number_word, sentence

#: The most turnings and deeds of a fight, by how much detail is told.
TURNINGS, DEEDS = (2, 4, 7), (0, 2, 4)
#: The most who are seen to come out of hiding, and the most whose rare rolls are told.
_REVEALS, _WONDERS = (1, 2, 4), (0, 3, 6)
BOXES = "boxes"

_OPENINGS = (
    ("{party} face {foes}", "{party} faces {foes}"),
    ("{party} run into {foes}", "{party} runs into {foes}"),
    ("{party} stand against {foes}", "{party} stands against {foes}"),
    ("{party} cross blades with {foes}", "{party} crosses blades with {foes}"),
)
_DEATHS = (
    ("{by} kills {who}{round}", "{who} dies{round} at the hands of {by}", "{who} is killed by {by}{round}"),
    ("{who} dies{round}", "{who} is dead{after}", "{who} does not live through the fight{round}"),
)
_FALLS = (
    ("{by} brings {who} down{round}", "{who} goes down{round} under the blows of {by}", "{by} fells {who}{round}"),
    ("{who} goes down{round}", "{who} is down{after}", "{who} is out of the fight{after}"),
)
_REVEALED = ("{who} comes out of hiding{round}", "{who} is seen{round}, out of nowhere")
_AMBUSHES = ("{who} goes for {by} out of hiding{round}", "Out of hiding {who} goes for {by}{round}")
_BLOWS = (
    "The hardest blow comes from {by}: {amount} on {who}",
    "Nobody hits harder than {by}, with {amount} on {who}",
    "The blow to remember is {by}’s on {who}: {amount}",
)
_HARMS = ("It costs {who} {harm}", "{who} loses {harm}", "{who} pays with {harm}")
_TICKED = ("{who} takes {harm}", "{who} walks away with {harm}", "{who} comes out of it with {harm}")
_WON = (
    "After {rounds} no foe is left standing",
    "The last foe is down after {rounds}",
    "The fight is won after {rounds}",
)
_ENDED = ("It ends after {rounds} with {left} still standing", "After {rounds} it is over; {left} can still fight")
_OPEN = (
    "Round {at} is still being fought",
    "It is not over: round {at} goes on",
    "Nobody has won yet, and it is round {at}",
)
_DOWN = ("Every foe is down by round {at}", "By round {at} no foe is left standing")


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


class FightProse:
    """A writer of fights, in some detail, who remembers which turns of phrase were used."""

    def __init__(self, cast: Cast, label: Callable[[str], str], detail: int, vary: Variety) -> None:
        self.cast, self.label, self.detail, self.vary = cast, label, detail, vary

    def sentences(self, fight: FightTold) -> Iterator[str]:
        yield self._opening(fight)
        decisive = [one for one in fight.turnings if one.kind in ("death", "fall")]
        deeds = [one for one in fight.turnings if one.kind == "deed"][: DEEDS[self.detail]]
        reveals = [one for one in fight.turnings if one.kind == "reveal"][: _REVEALS[self.detail]]
        told = self._told(fight, decisive)
        for turning in sorted((*told, *deeds, *reveals), key=fight.turnings.index):
            yield sentence(turning.text if turning.kind == "deed" else self._turning(fight, turning))
        if left := len(decisive) - len(told):
            yield sentence(f"{number_word(left)} more {'falls' if left == 1 else 'fall'} after that")
        if self.detail and fight.blow and fight.blow.amount > 1:
            yield self._blow(fight)
        yield from self._wonders(fight)
        yield from self._harm(fight)
        if fight.outcome or fight.is_over or fight.last_round:
            yield sentence(fight.outcome or self._end(fight))

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
            return sentence(f"{who} {'are' if ' and ' in who else 'is'} ready to fight" if who else "Somebody fights")
        phrase = self.vary.one_of(_OPENINGS, singular=" and " not in party)
        return sentence(phrase.format(party=party, foes=foes))

    def _turning(self, fight: FightTold, turning: Turning) -> str:
        who, by = self.cast.name(turning.who, fight.people), self.cast.name(turning.by, fight.people)
        phrases = {"death": _DEATHS, "fall": _FALLS, "reveal": (_AMBUSHES, _REVEALED)}[turning.kind]
        at = f" in round {turning.round}" if turning.round else ""
        after = f" by round {turning.round}" if turning.round else ""
        return self.vary(phrases[0] if turning.by else phrases[1]).format(who=who, by=by, round=at, after=after)

    def _blow(self, fight: FightTold) -> str:
        blow = fight.blow
        assert blow is not None  # noqa: S101 - asked for only where there is one
        by, who = self.cast.name(blow.by, fight.people), self.cast.name(blow.who, fight.people)
        return sentence(self.vary(_BLOWS).format(by=by, who=who, amount=blow.harm))

    def _wonders(self, fight: FightTold) -> Iterator[str]:
        """A sentence on the rolls that the table talks about, those of the party first."""
        party = set(fight.side(party=True))
        people = sorted(fight.wonders, key=lambda who: who not in party)[: _WONDERS[self.detail]]
        told = []
        for who in people:
            counted = fight.wonders[who].items()
            rolls = listing([one.one if count == 1 else f"{number_word(count)} {one.many}" for one, count in counted])
            told.append(f"{self.cast.name(who, fight.people)} rolls {rolls}")
        if told:
            yield sentence("; ".join(told))

    def _amount(self, what: str, amount: int) -> str:
        if what == BOXES:
            return f"{amount} {'box' if amount == 1 else 'boxes'}"
        return f"{amount} {self.label(what)}"

    def _harm(self, fight: FightTold) -> Iterator[str]:
        """Sentences on the cost to the party; whoever lost most first, and no more of them than there is room for."""
        hurt = [(who, fight.harm[who]) for who in fight.side(party=True) if who in fight.harm]
        hurt.sort(key=lambda one: -sum(one[1].values()))
        for who, lost in hurt[: self.detail + 1]:
            most = sorted(lost.items(), key=lambda one: (-one[1], one[0]))[:2]
            harm = listing([self._amount(what, amount) for what, amount in most])
            phrases = _HARMS if lost[BOXES] == 0 else _TICKED if len(lost) == 1 else _HARMS[:1]
            said = self.vary(phrases).format(who=self.cast.name(who, fight.people), harm=harm)
            yield sentence(f"{said}{self._by_whom(fight, who)}")

    def _by_whom(self, fight: FightTold, who: str) -> str:
        """The hardest blow that somebody of the party took, unless it was told as the hardest of all."""
        blow = fight.blows.get(who)
        if not self.detail or blow is None or blow is fight.blow:
            return ""
        return f"; {self.cast.name(blow.by, fight.people)} hits hardest, for {blow.harm}"

    def _end(self, fight: FightTold) -> str:
        foes = fight.side(party=False)
        left = [who for who in foes if who not in fight.down()]
        if not fight.is_over:
            return self.vary(_OPEN if left or not foes else _DOWN).format(at=fight.last_round)
        count = max(1, fight.last_round - max(fight.first_round, 1) + 1)
        rounds = f"{number_word(count)} round{'' if count == 1 else 's'}"
        if not foes:
            return f"It is over after {rounds}"
        return self.vary(_ENDED if left else _WON).format(rounds=rounds, left=self.cast.all_of(left))
