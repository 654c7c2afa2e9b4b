"""The part of a game that forecasts need: how people fight when left to themselves, and how the fight goes for them.

A game that has it hands it out as ``tactics``; it is an optional part of its protocol. Where people fight by styles, it
derives :class:`ByStyle` and says what somebody of a style does on a turn, and answers to an ask.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from rules.engine.kernel import Ask, Command, NotNow, Refused, Rung, Sheet, Table, described_fields

#: Fates: on their feet, without strength to go on, out of it, about to die, dead. In this order.
UP, SPENT, DOWN, DYING, DEAD = "up", "spent", "down", "dying", "dead"
FATES = (UP, SPENT, DOWN, DYING, DEAD)


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to fight that can be told in a sentence."""

    key: str
    label: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number that people want to know of everybody after the fight: boxes ticked, spirit lost."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Step:
    """The next command of a fight, and who gives it ("" for the game master)."""

    who: str
    command: Command


class Tactics(Protocol):
    """The tactics of a game, by which its fights go on by themselves."""

    policies: Sequence[Policy]
    gauges: Sequence[Gauge]
    #: Conditions by which the numbers of one sheet hang on another, such as that of a rider.
    bonds: Sequence[str]

    def next_step(self, table: Table, policies: Mapping[str, str]) -> Step:
        """The next step if each side fights by its policy: an ask is answered, a turn is taken or ended."""
        ...

    def way_out(self, table: Table, refused: Step) -> Step:
        """The step in place of one that the rules refused: one that is always possible."""
        ...

    def fate(self, sheet: Sheet) -> str:
        """The fate that a sheet shows, one of :data:`FATES`."""
        ...

    def stands_aside(self, table: Table, who: str) -> bool:
        """Whether somebody takes no part, and holds the field for nobody: a fight goes on among the others only."""
        ...

    def gauge(self, sheet: Sheet, key: str) -> int:
        """The value of a gauge on the sheet; the forecast tells by how much it grew."""
        ...


def as_suggested(kind: type[Command], table: Table, ask: Ask | None = None) -> Command:
    """A command as its form begins for the actor; each field to be chosen holds the first of its choices."""
    fields = described_fields(kind)
    answers = {"ask": ask.key} if ask and "ask" in fields else {}
    given: dict[str, Any] = {**kind.preset(table), **answers}
    choices = kind.choices(table)
    for name, (described, default) in fields.items():
        if name in given or default is not MISSING:
            continue
        if choices.get(name):
            given[name] = choices[name][0].value
        elif described.kind == "words":
            given[name] = ""
    return kind(**given)


# -- fighting by styles ------------------------------------------------------------------------------------------------


class HasPolicy(Protocol):
    """A style, known by its policy; the rest of it is for the game to say."""

    @property
    def policy(self) -> Policy: ...


S = TypeVar("S", bound=HasPolicy)
A = TypeVar("A")


class ByStyle(ABC, Generic[S]):
    """Tactics by styles: an ask is answered before anything else, then whoever's turn it is acts."""

    gauges: Sequence[Gauge]
    bonds: Sequence[str] = ()

    def __init__(self, commands: Sequence[type[Command]], styles: Sequence[S], begin: Command, go_on: Command) -> None:
        """Take a game's styles (people without one have the first), ``begin`` for fights, ``go_on`` to end any turn."""
        self.policies: Sequence[Policy] = tuple(style.policy for style in styles)
        self._styles = {style.policy.key: style for style in styles}
        self._first = styles[0]
        self._commands, self._begin, self._go_on = commands, begin, go_on

    @cached_property
    def kinds(self) -> Mapping[str, type[Command]]:
        """The game's commands by their names."""
        return {kind.name: kind for kind in self._commands}

    @abstractmethod
    def turn(self, table: Table, rung: Rung, style: S) -> Command:
        """The next command of the actor on their turn; the end of it when nothing is left to do."""

    @abstractmethod
    def answer(self, table: Table, ask: Ask, style: S) -> Command:
        """The command by which the actor answers an ask."""

    @abstractmethod
    def fate(self, sheet: Sheet) -> str:
        """The fate that a sheet shows, one of ``FATES``."""

    def stands_aside(self, table: Table, who: str) -> bool:
        """Whether somebody takes no part: nobody does, unless the game says so."""
        return False

    def gauge(self, sheet: Sheet, key: str) -> int:
        """The value of a gauge on the sheet: what is lacking of a resource, unless the game counts otherwise."""
        return sheet.lack(key)

    def suggested(self, table: Table, ask: Ask, name: str) -> Command:
        """One of the answers to an ask, as its form begins."""
        return as_suggested(self.kinds[name], table, ask)

    def next_step(self, table: Table, policies: Mapping[str, str]) -> Step:
        """The next step of a fight: an ask is answered, a fight begun, a turn taken or ended, in this order."""
        scene = table.scene
        if ask := next(iter(scene.pressing), None):
            table.actor = ask.to
            return Step(ask.to, self.answer(table, ask, self._style(table, ask.to, policies)))
        if scene.stage == "ready":
            return Step("", self._begin)
        rung = scene.current
        if rung is None:
            return Step("", self._go_on)
        table.actor = rung.who
        return Step(rung.who, self.turn(table, rung, self._style(table, rung.who, policies)))

    def way_out(self, table: Table, refused: Step) -> Step:
        """The step in place of a refused one: the last answer to an ask, which lets things be, or the turn's end."""
        ask = next(iter(table.scene.pressing), None)
        if ask is not None:
            table.actor = ask.to
            return Step(ask.to, self.suggested(table, ask, ask.commands[-1]))
        if refused.command == self._go_on:
            raise NotNow("This fight cannot continue: nobody's turn can end.")
        return Step("", self._go_on)

    def _style(self, table: Table, who: str, policies: Mapping[str, str]) -> S:
        return self._styles.get(policies.get(table.combatant(who).side, ""), self._first)


def possible(attacks: Iterable[A], gain: Callable[[A], float]) -> list[tuple[float, A]]:
    """The attacks that can be made, each with its worth."""
    found = []
    for attack in attacks:
        with suppress(Refused):
            found.append((gain(attack), attack))
    return found


#: A function for the best attack on somebody, with its worth; None if they are out of reach.
Weigh = Callable[[str], tuple[float, A] | None]


#: A function for the attack to make, on one of those who can still fight.
Pick = Callable[[Table, Sequence[str], Weigh[A]], A | None]


def first_by(order: Callable[[Table, str], Any]) -> Pick[A]:
    """A pick of the attack on the first who can be reached, in an order."""

    def picked(table: Table, foes: Sequence[str], weigh: Weigh[A]) -> A | None:
        return first_reached(sorted(foes, key=lambda who: order(table, who)), weigh)

    return picked


def first_reached(foes: Iterable[str], weigh: Weigh[A]) -> A | None:
    """The attack on the first of them who can be reached; None if nobody can."""
    return next((found[1] for who in foes if (found := weigh(who))), None)


def most_won(table: Table, foes: Sequence[str], weigh: Weigh[A]) -> A | None:
    """The attack that is worth most, of all on them; None if nobody can be reached."""
    able = [found for who in foes if (found := weigh(who))]
    return max(able, key=lambda found: found[0])[1] if able else None
