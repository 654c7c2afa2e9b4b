"""The happenings of a session as plain values: a fight, a stretch between fights, a scene with both."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rules.engine.system.protocol import Wonder


class Strike(NamedTuple):
    """The last attack on somebody: by whom, and with what where the log says that."""

    by: str = ""
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Turning:
    """A turning of a fight: a death, a brush with it, a fall, a deed, a step out of hiding, a roll, a latecomer.

    ``by`` is who brought it about, where that is sure; of a step out of hiding and a roll, whom it was
    against.
    """

    kind: str
    who: str
    by: str = ""
    round: int = 0
    #: What it was done with, where that is known.
    weapon: str = ""
    text: str = ""
    #: The place of a deed among those that its game tells of: of 0 nothing is left out for the others.
    weight: int = 0
    #: Those on whom a deed took hold.
    on: tuple[str, ...] = ()
    #: The place among all that happens in the fight.
    moment: int = 0


@dataclass(frozen=True, slots=True)
class Blow:
    """A hit of somebody on somebody: its figure in the words of the log, and the number in it."""

    by: str
    who: str
    amount: int
    harm: str
    weapon: str = ""
    moment: int = 0


#: Who rolled in tests, and how it went, by why the game master asked (empty where they did not) and what for.
Tests = dict[tuple[str, str], list[tuple[str, str]]]


@dataclass(slots=True)
class FightTold:
    """A fight, as far as this stretch of the session saw it."""

    encounter: str
    name: str
    people: dict[str, str] = field(default_factory=dict)
    turnings: list[Turning] = field(default_factory=list)
    #: Those who lost anything.
    harm: set[str] = field(default_factory=set)
    #: The blows that were felt and of which it is known who dealt them, in order.
    blows: list[Blow] = field(default_factory=list)
    first_round: int = 0
    last_round: int = 0
    is_over: bool = False
    #: Whether it goes on from an earlier scene, and whether it ends in a later one.
    went_on: bool = False
    ends_later: bool = False
    #: Who is ``dead``, ``down``, ``gone``, or ``away`` unseen as this stretch ends; all others stand.
    fates: dict[str, str] = field(default_factory=dict)
    #: The words of the game master on how it ended; empty where they left it at that.
    outcome: str = ""
    #: The side that won, where the game master has said so.
    winner: str = ""
    #: The number of all that happened in it so far.
    moments: int = 0
    #: The last attack of this turn on each.
    struck: dict[str, Strike] = field(default_factory=dict)
    #: The number of rolls of each kind that the table talks about, by who rolled.
    wonders: dict[str, Counter[Wonder]] = field(default_factory=dict)
    #: The tests for which the game master asked while it went on, and said why.
    tests: Tests = field(default_factory=dict)

    def side(self, *, party: bool) -> list[str]:
        return [who for who, side in self.people.items() if (side == "party") == party]

    def fallen(self, *, party: bool) -> list[str]:
        """The people of a side who are dead or down as this stretch ends."""
        return [who for who in self.side(party=party) if self.fates.get(who) in ("dead", "down")]

    def is_beaten(self, *, party: bool) -> bool:
        """Whether nobody of a side is left standing."""
        return bool(self.side(party=party)) and self.fallen(party=party) == self.side(party=party)

    @property
    def active(self) -> set[str]:
        """The people who did or suffered anything."""
        blows = (who for one in self.blows for who in (one.by, one.who))
        turns = (who for one in self.turnings for who in (one.by, one.who, *one.on))
        return {*self.harm, *blows, *turns}

    @property
    def is_fought(self) -> bool:
        """Whether anything came of it: a fight that is only being prepared is nothing to tell."""
        return bool(self.first_round or self.is_over or self.turnings or self.harm or self.blows or self.tests)

    @property
    def blow(self) -> Blow | None:
        """The hardest blow of all, or of several the one that took somebody down; ``None`` where none stands out."""
        most = max((one.amount for one in self.blows), default=0)
        hardest = [one for one in self.blows if one.amount == most]
        felling = [one for one in hardest if one.who in self.down()]
        return next((found[0] for found in (hardest, felling) if len(found) == 1), None)

    def dealt(self, by: str) -> list[Blow]:
        """The blows that somebody dealt to others."""
        return [one for one in self.blows if one.by == by != one.who]

    def taken(self, who: str) -> list[Blow]:
        """The blows that others dealt to somebody."""
        return [one for one in self.blows if one.who == who != one.by]

    def down(self, *kinds: str) -> set[str]:
        return {one.who for one in self.turnings if one.kind in (kinds or ("death", "fall"))}

    # -- as it happens -------------------------------------------------------------------------------------------------

    def turn(self, turning: Turning) -> None:
        """Add a turning; of falls and deaths the first of each, and of one who falls and dies in a round the death."""
        turning = replace(turning, moment=turning.moment or self.moments)
        if turning.kind in ("deed", "wonder"):
            self.turnings.append(turning)
            return
        if turning.kind in ("death", "fall") and self.fates.get(turning.who) != "dead":
            self.fates[turning.who] = "dead" if turning.kind == "death" else "down"
        earlier = [one for one in self.turnings if one.who == turning.who]
        if any(one.kind == turning.kind for one in earlier):
            return
        if turning.kind == "fall" and turning.who in self.down("death"):
            return
        fall = next((one for one in earlier if one.kind == "fall"), None)
        if turning.kind == "death" and fall and fall.round == turning.round:
            self.turnings.remove(fall)
        self.turnings.append(turning)

    def live(self, who: str) -> None:
        """Note that somebody lives after all: their death was only a brush with it."""
        del self.fates[who]
        for at, one in enumerate(self.turnings):
            if one.who == who and one.kind == "death":
                self.turnings[at] = replace(one, kind="brush")

    def land(self, who: str, whom: str, what: str) -> None:
        """Note on whom a deed takes hold: the last of its kind by whoever did it."""
        for at, one in reversed(list(enumerate(self.turnings))):
            if one.kind == "deed" and one.who == who and what in one.text:
                self.turnings[at] = replace(one, on=tuple(dict.fromkeys((*one.on, whom))))
                return

    def fail(self, who: str) -> None:
        """Note of the last deed of somebody that it came to nothing."""
        deeds = [at for at, one in enumerate(self.turnings) if one.who == who and one.kind == "deed"]
        if deeds and not self.turnings[deeds[-1]].text.endswith(_IN_VAIN):
            self.turnings[deeds[-1]] = replace(self.turnings[deeds[-1]], text=in_vain(self.turnings[deeds[-1]].text))


#: What is said of a deed that came to nothing.
_IN_VAIN = ", but it fails."


def in_vain(deed: str) -> str:
    """The words on a deed that came to nothing.

    >>> in_vain("Rook casts Light.")
    'Rook casts Light, but it fails.'
    """
    return deed.removesuffix(".") + _IN_VAIN


class Spoil(NamedTuple):
    """A sentence on what changed hands, and whether there were things besides coins."""

    words: str
    has_things: bool


#: What happens between fights.
TESTS, DEEDS, SPOILS, GAINS, DAYS = "tests", "deeds", "spoils", "gains", "days"


@dataclass(slots=True)
class Quiet:
    """A stretch between fights: tests by what they are for, deeds in the game's words, gains, days that passed."""

    tests: Tests = field(default_factory=dict)
    deeds: list[tuple[str, str]] = field(default_factory=list)
    #: The deeds, in words, for which somebody said why.
    reasoned: set[str] = field(default_factory=set)
    #: What was found, split and passed on.
    spoils: list[Spoil] = field(default_factory=list)
    #: The number of things of each name that somebody has more or fewer than before, in any other way.
    gains: dict[str, Counter[str]] = field(default_factory=dict)
    minutes: int = 0
    date: str = ""
    #: Those of the party whom rest has healed, in order.
    healed: dict[str, None] = field(default_factory=dict)
    #: The kinds of all that happened, in order.
    course: list[str] = field(default_factory=list)

    def note(self, kind: str) -> None:
        """Note that something of a kind happens: each has its place where it began, days where they ended."""
        if kind == DAYS and kind in self.course:
            self.course.remove(kind)
        if kind not in self.course:
            self.course.append(kind)

    @property
    def is_empty(self) -> bool:
        return not (self.healed or self.tests or self.deeds or self.spoils or any(self.gained) or self.minutes)

    @property
    def gained(self) -> Iterator[tuple[str, Counter[str]]]:
        """The people who have something new, with the number of each thing; what they gave back is none."""
        return ((who, +counted) for who, counted in self.gains.items() if +counted)


@dataclass(slots=True)
class SceneDigest:
    """A scene with its happenings in order."""

    title: str
    happenings: list[FightTold | Quiet] = field(default_factory=list)
