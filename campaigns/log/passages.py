"""The log: entries of the chronicle as sentences, with every die that fell. It knows no game and no page.

What a reader may know is decided before: the facts come through ``campaigns.audience``, and so do the names.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from campaigns.audience import history
from campaigns.audience.turns import changes
from campaigns.audience.viewers import Viewer
from campaigns.log.duplicates import said_once
from campaigns.log.line import Line, Names, Part, line_of, name_of, person
from campaigns.log.mentions import mentions_in
from campaigns.log.reasons import reasons_of
from campaigns.models import Entry
from rules.engine.fight import NextTurn
from rules.engine.kernel import Fact, Rung, Who, facts
from rules.engine.system.protocol import System
from rules.naming import NOTHING, Told

#: The labels of entries that are written by the house itself, not by a command of the game.
_OF_THE_HOUSE = {
    "undo": "undoes",
    "redo": "redoes",
    "character.begin": "New character",
    "creature.bring": "Creatures arrive",
    "party.bring": "The party arrives",
    "spoils.share": "Spoils",
    "party.move": "The party’s items",
    "party.split": "Coins are split",
    "experience.take_back": "Take back a raise",
    NextTurn.name: NextTurn.label,
    "house.rules": "House rules",
    "session.begin": "New session",
    "session.since": "A session begins earlier",
    "session.scene": "New scene",
    "session.scene.name": "Rename a scene",
    "session.scene.remove": "Remove a scene",
    "session.end": "End of session",
    "calendar.pass": "Time passes",
    "calendar.choose": "Calendar",
    "calendar.weather": "Weather",
    "homebrew.write": "Add to the compendium",
    "homebrew.change": "Change the compendium",
    "homebrew.show": "Show or hide in the compendium",
    "homebrew.withdraw": "Remove from the compendium",
}


@dataclass(frozen=True, slots=True)
class Passage:
    """An entry as a reader sees it: who did what when, sentence by sentence.

    ``about`` tells what an undo or redo took back or brought again; ``secret`` that players know nothing of it.
    ``turn`` is the name of the one whose turn it opens, ``ends`` that of the one whose turn it ends; one that opens
    ``late`` still belongs to what was before.
    ``tells`` are the entries of the compendium of which its sentences tell, ``deed`` the one that its label names.
    ``does`` are the words for what the actor does with it, where the game has some; they stand in the label's place.
    ``opening`` is the one sentence that tells of the beginning of a fight, in place of all that led to it.
    One that is ``drawn`` tells of the board alone: it is no result of what somebody did. In one that ``walks`` somebody
    comes to another place.
    """

    key: str
    at: datetime
    by: str
    actor: str
    label: str
    lines: tuple[Line, ...]
    struck: bool = False
    secret: bool = False
    turned: str = ""
    about: str = ""
    opens_round: int = 0
    turn: str = ""
    ends: str = ""
    late: bool = False
    number: int = 0
    #: The date in the campaign, where one was asked for.
    date: str = ""
    tells: Told = NOTHING
    deed: Told = NOTHING
    does: str = ""
    opening: Line | None = None
    drawn: bool = False
    walks: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to read: who is asked next shows at the table, and has no words of its own."""
        return not (self.turned or self.turn or self.opens_round or self.label or self.told or self.order)

    @property
    def headed(self) -> bool:
        """Whether a heading is needed: the first sentence does not begin with the actor's name."""
        if self.opening:
            return False
        return not self.events or (bool(self.actor) and self.events[0].parts[0].text != self.actor)

    @property
    def told(self) -> tuple[Line, ...]:
        """The sentences without the bookkeeping; of the beginning of a fight one."""
        return (self.opening,) if self.opening else self._in_full

    @property
    def folded(self) -> tuple[Line, ...]:
        """The sentences folded below the beginning of a fight: how everybody came to their place."""
        return self._in_full if self.opening else ()

    @property
    def _in_full(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if not line.quiet)

    @property
    def events(self) -> tuple[Line, ...]:
        """The sentences of what happened, without the order of turns."""
        return tuple(line for line in self.told if not line.order)

    @property
    def spoken(self) -> tuple[Line, ...]:
        """The sentences that need no dice to be understood."""
        return tuple(line for line in self.events if not line.dice)

    @property
    def thrown(self) -> tuple[Line, ...]:
        """The sentences with their dice; at the beginning of a fight all that led to it."""
        return self.folded or tuple(line for line in self.events if line.dice)

    @property
    def order(self) -> tuple[Line, ...]:
        """The order of turns in full, where nothing else happened; otherwise headings say enough."""
        told = () if self.events or self.turned else (line for line in self.lines if line.order)
        return tuple(sorted(told, key=lambda line: line.order))

    @property
    def change(self) -> str:
        """The words for a change of turns in which nothing else happened; empty for every other passage."""
        if not self.order:
            return ""
        if self.opens_round:
            return f"Round {self.opens_round} begins"
        if self.turn:
            return f"{self.turn}’s turn begins"
        return f"{self.ends}’s turn ends" if self.ends else self.label or "The order changes"


def passages(
    entries: Iterable[Entry], system: System, names: Names, viewer: Viewer, players: Viewer | None = None
) -> Iterator[Passage]:
    """The entries of which the viewer can read; with ``players`` those are marked of which they know nothing."""
    for entry in entries:
        if history.is_seen(entry, viewer):
            secret = players is not None and not history.is_seen(entry, players)
            told = passage(entry, system, names, viewer, secret=secret)
            if not told.is_empty:
                yield told


def passage(entry: Entry, system: System, names: Names, viewer: Viewer, *, secret: bool = False) -> Passage:
    """One entry in words."""
    known, command = history.seen_names(names, entry, viewer), history.seen_command(entry, viewer)
    told = history.presented(entry, viewer)
    knows_actor = told.actor in known or not told.actor
    seen = history.seen_facts(entry, viewer)
    turned = entry.undoes or entry.redoes
    begun = [fact.number for fact in seen if isinstance(fact, facts.RoundBegan)]
    is_drawn = bool(seen) and all(isinstance(fact, facts.BarrierDrawn | facts.BarrierErased) for fact in seen)
    lines = tuple(replace(line, quiet=line.quiet and not is_drawn) for line in _lines(seen, known, system))
    opening = _opening(seen, known, system)
    return Passage(
        key=entry.public_id,
        at=entry.at,
        by=str(told.by),
        actor="" if _is_of_the_game_master(told.command, system) else known.get(told.actor, ""),
        label=label_of(command, system) if command and (knows_actor or command != told.command) else "",
        lines=tuple(_folded(seen, lines)) if opening else lines,
        struck=entry.is_struck,
        secret=secret,
        turned=turned.public_id if turned else "",
        about=_about(turned, system, known, viewer) if turned else "",
        opens_round=begun[-1] if begun else 0,
        turn=_turn_in(seen, known, facts.TurnBegan),
        ends=_turn_in(seen, known, facts.TurnEnded),
        late=_begins_late(seen, lines),
        number=entry.number,
        tells=mentions_in(seen),
        deed=frozenset({("", command)}),
        does=next((known.does for known in system.commands if known.name == command), ""),
        opening=opening,
        drawn=is_drawn,
        walks=any(isinstance(fact, facts.Moved) and not fact.turns for fact in seen),
    )


def _opening(seen: Sequence[Fact], names: Names, system: System) -> Line | None:
    """The beginning of a fight, with everybody on the ladder in its order; ``None`` where none begins."""
    ladder = next((fact.rungs for fact in reversed(seen) if isinstance(fact, facts.LadderSet)), ())
    if not ladder or not any(_is_beginning(fact) for fact in seen):
        return None
    return line_of("The fight begins: ", *_in_turn(ladder, names, numbered=system.numbered), ".")


def _in_turn(ladder: Sequence[Rung], names: Names, *, numbered: bool) -> Iterator[str | Part]:
    """Everybody on a ladder with their number in brackets: many a name ends in one of its own."""
    for place, rung in enumerate(ladder):
        who = person(rung.who, names)
        yield from (", ", who) if place else (who,)
        if numbered:
            yield Part(f" ({rung.at})", "number")


def _folded(seen: Sequence[Fact], lines: Sequence[Line]) -> Iterator[Line]:
    """The sentences folded below the beginning of a fight: those that it says itself, and the first turn, are quiet."""
    for fact, line in zip(seen, lines, strict=True):
        yield replace(line, quiet=line.quiet or isinstance(fact, facts.TurnBegan) or _is_beginning(fact))


def _is_beginning(fact: Fact) -> bool:
    return isinstance(fact, facts.StageSet) and fact.stage == "fighting"


def _lines(seen: Sequence[facts.Fact], known: Names, system: System) -> Iterator[Line]:
    """A sentence for each fact. The reasons of a verdict stand behind the words that follow it."""
    last: facts.Fact | None = None
    said = zip(said_once(seen, known, system), changes(seen), (*seen[1:], None), strict=False)
    for (fact, told), order, follows in said:
        line = replace(told, order=0 if _is_seen_on_the_ladder(fact) else order)
        if _puts_into_words(follows, fact):
            yield replace(line, quiet=True)
        elif _puts_into_words(fact, last):
            yield _with_aside(line, tuple(_aside(last, fact, known, system)))
        else:
            yield line
        last = fact


def _is_seen_on_the_ladder(fact: facts.Fact) -> bool:
    """Whether the ladder itself tells a fact better: what everybody has left, or that nobody stands on it."""
    return isinstance(fact, facts.BudgetSet) or (isinstance(fact, facts.LadderSet) and not fact.rungs)


def _puts_into_words(fact: facts.Fact | None, verdict: facts.Fact | None) -> bool:
    return isinstance(fact, facts.Told) and isinstance(verdict, facts.Judged) and verdict.who in fact.who


def _with_aside(line: Line, aside: tuple[Part, ...]) -> Line:
    """The aside stands within the sentence, before its full stop."""
    *first, last = line.parts
    if not aside or last.kind or not last.text.endswith("."):
        return replace(line, parts=(*line.parts, *aside))
    return replace(line, parts=(*first, replace(last, text=last.text[:-1]), *aside, Part(".")))


def _aside(verdict: facts.Fact | None, told: facts.Fact, known: Names, system: System) -> Iterator[Part]:
    """The aside with the reasons of a verdict, but for people whom the words name anyway; nothing without reasons."""
    if isinstance(verdict, facts.Judged) and isinstance(told, facts.Told):
        numbers = {name: value for name, value in verdict.numbers.items() if value not in told.who}
        words = "; ".join(reasons_of(replace(verdict, numbers=numbers), known, system))
        if words:
            yield Part(f" ({words})", "aside")


def label_of(command: str, system: System) -> str:
    """The label of a command as people read it; the last part of its name where nobody knows it."""
    if command in _OF_THE_HOUSE:
        return _OF_THE_HOUSE[command]
    labels = {known.name: known.label for known in system.commands}
    return labels.get(command, command.rpartition(".")[2].replace("_", " "))


def _is_of_the_game_master(command: str, system: System) -> bool:
    """Whether a command is the game master's own deed, for whomever they act and whosever sheet is open then."""
    return any(known.name == command and known.who is Who.GM for known in system.commands)


def _about(turned: Entry, system: System, known: Names, viewer: Viewer) -> str:
    """The actor and the command of an entry that was taken back or brought again, as far as the viewer may know."""
    told, command = history.presented(turned, viewer), history.seen_command(turned, viewer)
    label = label_of(command, system) if told.actor in known or command != told.command or not told.actor else ""
    who = "" if _is_of_the_game_master(told.command, system) else known.get(told.actor, "")
    return ", ".join(word for word in (who, label) if word)


def _turn_in(seen: Sequence[Fact], names: Names, change: type[facts.TurnBegan | facts.TurnEnded]) -> str:
    """The name of the one whose turn began or ended last; empty where none did."""
    rungs = [fact.rung for fact in seen if isinstance(fact, change)]
    return name_of(history.owner_of(rungs[-1]), names) if rungs else ""


def _begins_late(seen: Sequence[Fact], lines: Sequence[Line]) -> bool:
    """Whether something happened before the first turn or round began: it belongs to what was before."""
    first = next((at for at, fact in enumerate(seen) if isinstance(fact, facts.TurnBegan | facts.RoundBegan)), 0)
    return any(not line.order and not line.quiet for line in lines[:first])
