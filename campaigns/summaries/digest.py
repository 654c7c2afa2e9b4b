"""The happenings of a session, picked out of its facts: fights, tests, deeds, days. It knows no game.

A game says by the beginnings of its own sentences what is a death, a fall, or worth telling again
(`rules.engine.system.protocol.Retelling`).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from campaigns.log.sentences import purpose_of
from campaigns.summaries.reading import Record, Seen
from rules.engine.character.holders import is_inborn
from rules.engine.fight import OVER
from rules.engine.kernel import Fact, Item, facts, in_words, spoken
from rules.engine.system.protocol import Retelling

#: Facts by which a fight goes on. Other entries name an open fight only because whoever acts stands in it.
_GOES_ON = (
    facts.Joined | facts.Left | facts.Veiled | facts.Moved | facts.StageSet | facts.RoundBegan | facts.TurnBegan
    | facts.TurnEnded | facts.Asked | facts.Answered
)  # fmt: skip
#: The commands that give out coins and things: their own sentences say all of it (`characters.party`, `combat`).
GIVES_OUT = ("party.move", "party.split", "spoils.share")
_ACTS = facts.Rolled | facts.Judged | facts.BoxesTicked | facts.ResourceChanged | facts.ConditionSet | facts.Joined


@dataclass(frozen=True, slots=True)
class Turning:
    """A turning of a fight: a death, a fall, a deed; ``by`` is who brought it about, where that is sure."""

    kind: str
    who: str
    by: str = ""
    round: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Blow:
    """The most harm that one entry did to somebody: so much of what."""

    by: str
    who: str
    amount: int
    what: str
    round: int


@dataclass(slots=True)
class FightTold:
    """A fight, as far as this stretch of the session saw it."""

    encounter: str
    name: str
    people: dict[str, str] = field(default_factory=dict)
    turnings: list[Turning] = field(default_factory=list)
    #: What each lost altogether, by person and resource or box.
    harm: dict[str, Counter[str]] = field(default_factory=dict)
    blow: Blow | None = None
    first_round: int = 0
    last_round: int = 0
    is_over: bool = False
    #: The words of the game master on how it ended; empty where they left it at that.
    outcome: str = ""
    struck: dict[str, str] = field(default_factory=dict)

    def side(self, *, party: bool) -> list[str]:
        return [who for who, side in self.people.items() if (side == "party") == party]

    @property
    def is_fought(self) -> bool:
        """Whether anything came of it: a fight that is only being prepared is nothing to tell."""
        return bool(self.last_round or self.is_over or self.turnings or self.harm)

    def down(self, *kinds: str) -> set[str]:
        return {one.who for one in self.turnings if one.kind in (kinds or ("death", "fall"))}


@dataclass(slots=True)
class Quiet:
    """A stretch between fights: tests by what they are for, deeds in the game's words, gains, days that passed."""

    #: Who rolled, and how it went, by what for.
    tests: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    deeds: list[tuple[str, str]] = field(default_factory=list)
    #: Sentences on what was found, split and passed on.
    spoils: list[str] = field(default_factory=list)
    #: The number of things of each name that somebody has more or fewer than before, in any other way.
    gains: dict[str, Counter[str]] = field(default_factory=dict)
    minutes: int = 0
    date: str = ""

    @property
    def is_empty(self) -> bool:
        return not (self.tests or self.deeds or self.spoils or any(self.gained) or self.minutes)

    @property
    def gained(self) -> Iterator[tuple[str, Counter[str]]]:
        """The people who have something new, with the number of each thing; what they gave back is none."""
        return ((who, +counted) for who, counted in self.gains.items() if +counted)


@dataclass(slots=True)
class SceneDigest:
    """A scene with its happenings in order."""

    title: str
    happenings: list[FightTold | Quiet] = field(default_factory=list)


def _goes_on(fact: Fact) -> bool:
    return isinstance(fact, _GOES_ON) or (isinstance(fact, facts.Told) and len(fact.who) > 1)


def _is_told(happening: FightTold | Quiet) -> bool:
    return happening.is_fought if isinstance(happening, FightTold) else not happening.is_empty


def digest(record: Record) -> list[SceneDigest]:
    """The scenes of a session; what came before the first that was named stands in one without a title."""
    return _Digest(record).scenes()


class _Digest:
    def __init__(self, record: Record) -> None:
        self.record, self.names = record, record.names
        self.retelling: Retelling = record.system.retelling
        self.held = {who: dict(sheet.items) for who, sheet in record.party.items()}
        self.round = {encounter: fight.round for encounter, fight in record.fights.items()}
        self.over = {encounter for encounter, fight in record.fights.items() if fight.was_over}

    def scenes(self) -> list[SceneDigest]:
        found, titles = [SceneDigest("")], list(self.record.scenes)
        for entry in self.record.entries:
            while titles and titles[0].number < entry.number:
                found.append(SceneDigest(titles.pop(0).title))
            self._take(found[-1], entry)
        found += [SceneDigest(one.title) for one in titles]
        for scene in found:
            scene.happenings = [one for one in scene.happenings if _is_told(one)]
        return [one for one in found if one.title or one.happenings]

    def _take(self, scene: SceneDigest, entry: Seen) -> None:
        if fight := self._fight_of(scene, entry):
            self._fought(fight, entry)
        else:
            self._in_quiet(scene, entry)

    def _fight_of(self, scene: SceneDigest, entry: Seen) -> FightTold | None:
        """The fight to which an entry belongs: one that goes on with it, or that is being fought in this scene."""
        encounter = entry.encounter
        if encounter not in self.record.fights or entry.command in GIVES_OUT:
            return None
        fights = (one for one in scene.happenings if isinstance(one, FightTold) and one.encounter == encounter)
        fight, goes_on = next(fights, None), any(_goes_on(fact) for fact in entry.facts)
        if encounter in self.over:
            return fight if goes_on else None
        return fight or (self._fight(scene, encounter) if goes_on else None)

    def _fight(self, scene: SceneDigest, encounter: str) -> FightTold:
        last = scene.happenings[-1] if scene.happenings else None
        made = FightTold(encounter, self.record.fights[encounter].name, last_round=self.round.get(encounter, 0))
        party = (who for who in self.record.fights[encounter].party if who in self.names)
        made.people.update((who, "party") for who in sorted(party, key=lambda one: (self.names[one].casefold(), one)))
        if isinstance(last, Quiet) and last.is_empty:
            scene.happenings.pop()
        scene.happenings.append(made)
        return made

    # -- a fight -------------------------------------------------------------------------------------------------------

    def _fought(self, fight: FightTold, entry: Seen) -> None:
        lost: Counter[tuple[str, str]] = Counter()
        for fact in entry.facts:
            self._meet(fight, fact)
            match fact:
                case facts.RoundBegan(number=number):
                    self.round[fight.encounter] = fight.last_round = number
                    fight.first_round = fight.first_round or number
                case facts.StageSet(stage=stage):
                    self._end(fight, is_over=stage == "over")
                case facts.TurnBegan():
                    fight.struck.clear()
                case facts.Told():
                    self._told(fight, fact)
                case facts.ResourceChanged(who=who, resource=what, by=by) if by < 0:
                    lost[who, what] -= by
                case facts.BoxesTicked(who=who, by=by) if by > 0:
                    lost[who, "boxes"] += by
        for (who, what), amount in lost.items():
            fight.harm.setdefault(who, Counter())[what] += amount
            striker = entry.actor if entry.actor not in ("", who) else fight.struck.get(who, "")
            if striker and (fight.blow is None or amount > fight.blow.amount):
                fight.blow = Blow(striker, who, amount, what, self.round.get(fight.encounter, 0))

    def _end(self, fight: FightTold, *, is_over: bool) -> None:
        fight.is_over = is_over
        self.over.discard(fight.encounter)
        if is_over:
            self.over.add(fight.encounter)

    def _meet(self, fight: FightTold, fact: Fact) -> None:
        """Note who takes part; somebody who only stands there is met by the place that they take on the ladder."""
        there = [fact.who] if isinstance(fact, _ACTS) else []
        if isinstance(fact, facts.LadderSet):
            there = [rung.who for rung in fact.rungs]
        sides = self.record.fights[fight.encounter].sides
        for who in there:
            if who and who in self.names and who not in fight.people:
                is_party = who in self.record.players
                side = fact.side if isinstance(fact, facts.Joined) else sides.get(who, "party" if is_party else "foes")
                fight.people[who] = side

    def _told(self, fight: FightTold, told: facts.Told) -> None:
        if fight.is_over and told.text.startswith(OVER):
            fight.outcome = self._said(told).removeprefix(OVER).strip()
        if not told.who:
            return
        at, first = self.round.get(fight.encounter, 0), told.who[0]
        for kind in ("deaths", "falls", "deeds"):
            if told.text.startswith(getattr(self.retelling, kind)):
                self._turn(fight, Turning(kind[:-1], first, fight.struck.get(first, ""), at, self._said(told)))
                return
        if len(told.who) > 1 and told.text.startswith("{0}"):
            fight.struck[told.who[1]] = first

    def _turn(self, fight: FightTold, turning: Turning) -> None:
        earlier = [one for one in fight.turnings if one.who == turning.who and one.kind == turning.kind]
        if turning.kind == "deed":
            if not any(one.text == turning.text for one in earlier):
                fight.turnings.append(turning)
        elif not earlier and not (turning.kind == "fall" and turning.who in fight.down("death")):
            # Whoever falls and dies at once is told of once.
            same = [one for one in fight.turnings if one.who == turning.who and one.kind == "fall"]
            if turning.kind == "death" and same and same[-1].round == turning.round:
                fight.turnings.remove(same[-1])
            fight.turnings.append(turning)

    def _said(self, told: facts.Told) -> str:
        return in_words(told.said, self.names)

    # -- between fights ------------------------------------------------------------------------------------------------

    def _in_quiet(self, scene: SceneDigest, entry: Seen) -> None:
        if not (scene.happenings and isinstance(scene.happenings[-1], Quiet)):
            scene.happenings.append(Quiet())
        quiet = scene.happenings[-1]
        assert isinstance(quiet, Quiet)  # noqa: S101 - it was put there just now
        for who, (what, how) in self._tests(entry):
            quiet.tests.setdefault(what, []).append((who, how))
        is_given_out = entry.command in GIVES_OUT
        counted = {} if is_given_out else quiet.gains
        for fact in entry.facts:
            match fact:
                case facts.Told() if is_given_out:
                    quiet.spoils.append(self._said(fact))
                case facts.Told() if fact.who and self._is_worth_telling(fact):
                    quiet.deeds.append((fact.who[0], self._said(fact)))
                case facts.ItemSet(who=who, key=key, item=item) if who in self.held:
                    self._hold(counted, who, key, item)
                case facts.ItemLost(who=who, key=key) if key in self.held.get(who, {}):
                    self._hold(counted, who, key, None)
                case facts.TimePassed(minutes=minutes, date=date):
                    quiet.minutes, quiet.date = quiet.minutes + minutes, date

    def _hold(self, gains: dict[str, Counter[str]], who: str, key: str, item: Item | None) -> None:
        """Count among ``gains`` what somebody has more or fewer of; what is part of them is none."""
        before = self.held[who].pop(key, None)
        for one, sign in ((before, -1), (item, 1)):
            if one is not None and not is_inborn(one, self.record.system.inborn):
                gains.setdefault(who, Counter())[one.name] += sign * one.count
        if item is not None:
            self.held[who][key] = item

    def _is_worth_telling(self, told: facts.Told) -> bool:
        whole = self.retelling
        return told.text.startswith((*whole.deaths, *whole.falls, *whole.deeds))

    def _tests(self, entry: Seen) -> Iterator[tuple[str, tuple[str, str]]]:
        """Each roll of an entry with the verdict on it: what for, and how it went."""
        rolled: dict[str, tuple[str, str]] = {}
        for fact in entry.facts:
            match fact:
                case facts.Rolled(who=who, purpose=purpose, measure=measure) if who in self.names:
                    rolled.setdefault(who, (self._purpose(in_words(purpose, self.names)), str(measure)))
                case facts.Judged(who=who, verdict=verdict) if who in rolled:
                    yield who, (rolled.pop(who)[0], spoken(verdict))
        # Where nobody judges a roll, what it came to says how it went.
        yield from rolled.items()

    def _purpose(self, purpose: str) -> str:
        words = purpose_of(purpose, self.record.system)
        how, _, what = (words.partition(", ")[2] or words).rpartition(": ")
        return f"{what}, {how}" if how else what
