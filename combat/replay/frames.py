"""Frames of a replay: a step in words, the odds that stood beside it, and the table as it then was for a viewer."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from django.db.models import Max

from campaigns.audience import access, history
from campaigns.audience.viewers import Viewer
from campaigns.chronicle.replay import bodies_at
from campaigns.log.line import Line, line_of
from campaigns.log.passages import Passage, passage
from campaigns.models import Document, Homebrew, HousePage
from campaigns.pictures import serving
from campaigns.play.game import Game, lay_out_as_it_was
from combat.replay.steps import Seat, Step
from combat.table import board, ladder, page
from combat.table.offers import for_whom
from rules import codec
from rules.engine.kernel import Command, Fact, Refused, Rolled, at_least_as_lucky
from rules.engine.kernel import Encounter as State
from rules.engine.odds import Odds

#: The most steps that are asked for at once.
AT_ONCE = 12


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of a step; ``chance`` is that of dice which fell to come as good or better."""

    line: Line
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """A step as it is drawn: what happened, the odds that stood beside it, and the state that it led to.

    It stands in for the table in the templates of the ladder and the board, where nobody has a hand in anything.
    """

    key: str
    passage: Passage
    said: tuple[Said, ...]
    #: The sentences and dice by which everybody came to their turn, where the step itself tells only of the turns.
    folded: tuple[Said, ...]
    odds: Odds | None
    encounter: Document
    seen: State
    places: list[ladder.Place]
    rungs: list[ladder.Place | ladder.Crowd]
    acting: ladder.Place | None
    board: board.Board

    is_gm: ClassVar[bool] = False
    seat: ClassVar[None] = None
    tools: ClassVar[None] = None
    targets: ClassVar[frozenset[str]] = frozenset()


@dataclass
class _Odds:
    """The odds of steps before their dice fell, reckoned again from the table as it was.

    What was chosen is for whoever chose it and the game master.
    """

    seat: Seat

    @cached_property
    def _rules_changed(self) -> int:
        """The last entry that changed house rules or the campaign's compendium: what held before is not known here."""
        changes = (model.objects.filter(campaign=self.seat.campaign) for model in (HousePage, Homebrew))
        return max(found.aggregate(last=Max("last_number"))["last"] or 0 for found in changes)

    def command(self, step: Step) -> type[Command] | None:
        """The command of a step beside which odds stood that the viewer may know; ``None`` without one."""
        member, entry = self.seat.member, step.entry
        is_own = entry.by_id == member.user_id and history.presented(entry, self.seat.viewer) is entry
        if not ((member.is_gm or is_own) and access.sees_odds(member)):
            return None
        listed = (one for one in self.seat.campaign.system.commands if one.name == entry.command and one.has_odds)
        found = next(listed, None)
        return found if found and self._rules_changed < entry.number else None

    def odds(self, kind: type[Command], step: Step, game: Game) -> Odds | None:
        """The odds of a step's command at the table as it was before; ``None`` where nothing was left to chance."""
        try:
            given = codec.command_from(kind, codec.load(step.entry.given))
            return for_whom(game, step.entry.actor).prospect(kind).odds(given)
        except Refused:
            return None


def frames(seat: Seat, steps: Sequence[Step], box: board.Box | None, picture: serving.Ground | None) -> list[Frame]:
    """The frames of several steps in a row, in as many queries for all as for one; ``box`` is the ground in sight."""
    if not steps:
        return []
    # The odds of a step stood there before it, what came of it stands there after.
    stops = [number for step in steps for number in (step.entry.number - 1, step.until)]
    scenes = bodies_at([seat.encounter], stops)
    there = {who for bodies in scenes for who in codec.encounter_from(bodies[seat.encounter.public_id]).combatants}
    people = [one for one in seat.people if one.public_id in there]
    sheets = bodies_at(people, stops) if people else [{} for _ in stops]
    bodies = [scene | sheet for scene, sheet in zip(scenes, sheets, strict=True)]
    stood = _Odds(seat)
    found = []
    for step, before, after in zip(steps, bodies[::2], bodies[1::2], strict=True):
        kind = stood.command(step)
        odds = stood.odds(kind, step, _game(seat, people, before)) if kind else None
        found.append(_frame(seat, step, odds, _game(seat, people, after), box, picture))
    return found


def _game(seat: Seat, people: Sequence[Document], bodies: Mapping[str, str]) -> Game:
    """The game as it lay on the table then; everybody is called as they are now, in the log too."""
    scene, *others = (_as_it_was(one, bodies) for one in (seat.encounter, *people) if one.public_id in bodies)
    game = lay_out_as_it_was(seat.member, scene, others)
    for one in others:
        if one.public_id in game.sheets:
            game.sheets[one.public_id].name = one.name
    return game


def _as_it_was(document: Document, bodies: Mapping[str, str]) -> Document:
    earlier = copy(document)
    earlier.body = bodies[document.public_id]
    return earlier


def _frame(
    seat: Seat, step: Step, odds: Odds | None, game: Game, box: board.Box | None, picture: serving.Ground | None
) -> Frame:
    # Nobody plays here: nothing is theirs to tap.
    watching = replace(seat.viewer, plays=frozenset())
    table = page.Table(seat.member, game, seat.people, watching)
    table.picture = picture
    drawn = replace(table.board, stride=None)
    told = passage(step.entry, seat.campaign.system, seat.names, seat.viewer, secret=_is_secret(seat, step))
    in_full = tuple(_in_full(seat, told, step.facts))
    said, folded = _split(told, in_full)
    return Frame(
        key=step.key,
        passage=told,
        said=said,
        folded=folded,
        odds=odds,
        encounter=seat.encounter,
        seen=table.seen,
        places=table.places,
        rungs=ladder.gathered(table.places, ""),
        acting=table.acting,
        board=board.with_ground(drawn, box) if box else drawn,
    )


def _is_secret(seat: Seat, step: Step) -> bool:
    """Whether players know nothing of a step, for the game master."""
    open_to_players = frozenset(one.public_id for one in seat.people if not one.secret)
    return seat.viewer.is_gm and not history.is_seen(step.entry, Viewer(False, frozenset(), open_to_players))


def _split(told: Passage, in_full: tuple[Said, ...]) -> tuple[tuple[Said, ...], tuple[Said, ...]]:
    """The sentences of a step, and those folded below them: a change of turns is told by the words of the log."""
    if told.opening:
        return (Said(told.opening),), in_full
    if told.change:
        return (Said(line_of(f"{told.change}.")),), tuple(one for one in in_full if one.line.dice)
    return in_full, ()


def _in_full(seat: Seat, told: Passage, seen: Sequence[Fact]) -> Iterator[Said]:
    """The sentences without the bookkeeping, each of dice with their chance where odds are shown."""
    shows = access.sees_odds(seat.member)
    for line, fact in zip(told.lines, seen, strict=True):
        if not line.quiet:
            yield Said(line, _chance(fact) if shows else None)


def _chance(fact: Fact) -> float | None:
    if isinstance(fact, Rolled) and fact.exactly is not None:
        return at_least_as_lucky(fact.percentile, fact.exactly)
    return None
