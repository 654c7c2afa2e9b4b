"""Orders of a fight that are rolled once and hold for all of it: 1d10 and a figure of the sheet, the highest first.

Equals are parted by a second figure, then by lot. A game says its figures in an :class:`Order`, and derives the
commands that give places on the ladder.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.fight import course
from rules.engine.fight.scene import AboutOne, Join
from rules.engine.fight.turns import returned_rungs, rung_for
from rules.engine.kernel import (
    Amount,
    Answered,
    Dice,
    Judged,
    LadderSet,
    NotNow,
    RoundBegan,
    Rung,
    Sheet,
    StageSet,
    Table,
    Told,
    even,
    number,
    switch,
    throw,
)
from rules.engine.odds import Chance, Odds

#: The sides of the initiative die.
SIDES = 10


@dataclass(frozen=True, slots=True)
class Order:
    """The order of a game: the figure added to the die, and the one that parts equals.

    ``added`` is the name of the first in the log, which only those hear who may read the sheet. Those who are equal in
    both throw dice of ``tie`` sides until they differ.
    """

    quick: Callable[[Sheet], int]
    sharp: Callable[[Sheet], int]
    added: str
    tie: int

    def roll(self, table: Table, dice: Dice, who: str) -> int:
        """Roll initiative: 1d10 and the figure."""
        quick = self.quick(table.sheet(who))
        at = throw(table, dice, who, "initiative", Amount((SIDES,))) + quick
        table.happen(Judged(who, "initiative", at, {"initiative": at, self.added: quick}, {self.added: who}))
        return at

    def place(self, table: Table, who: str, at: int) -> tuple[int, int]:
        """The place on the ladder of somebody who came to a number."""
        return at, self.sharp(table.sheet(who))

    def sort(self, table: Table, rungs: Iterable[Rung]) -> tuple[Rung, ...]:
        """Rungs from the highest; equals in both figures as they stand."""
        return tuple(sorted(rungs, key=lambda rung: self.place(table, rung.who, rung.at), reverse=True))

    def rank(self, table: Table, dice: Dice, numbers: Mapping[str, int]) -> list[str]:
        """Ids by the numbers that they came to, the highest first; equals in both figures by lot."""
        places = {who: self.place(table, who, at) for who, at in numbers.items()}
        ranked = sorted(set(places.values()), reverse=True)
        groups = ([who for who in numbers if places[who] == place] for place in ranked)
        return [who for group in groups for who in self._part(table, dice, group)]

    def put(self, table: Table, dice: Dice, mine: Rung) -> None:
        """Put a rung on the ladder, or move it, by lot among its equals."""
        others = [rung for rung in table.scene.ladder if rung.who != mine.who]
        place = self.place(table, mine.who, mine.at)
        equals = [rung for rung in others if self.place(table, rung.who, rung.at) == place]
        before = others.index(equals[0]) + _draw(table, dice, mine.who, len(equals)) if equals else len(others)
        table.happen(LadderSet(self.sort(table, [*others[:before], mine, *others[before:]])))
        table.happen(Told((mine.who,), f"{{0}} acts at {mine.at}."))

    def acts_first(self, table: Table, people: Iterable[str]) -> dict[str, float]:
        """P(somebody is the first), by id."""
        return acts_first({who: self.place(table, who, self.quick(table.sheet(who))) for who in people})

    def _part(self, table: Table, dice: Dice, level: Sequence[str]) -> list[str]:
        """Equals in a random order, each as likely to come first as any other.

        Those in sight throw against each other. Hidden ones draw a place among them as latecomers do, so that no throw
        in sight tells of them.
        """
        hidden = [who for who in level if table.combatant(who).hidden]
        parted = self._throw(table, dice, [who for who in level if who not in hidden])
        for who in hidden:
            parted.insert(_draw(table, dice, who, len(parted)) if parted else 0, who)
        return parted

    def _throw(self, table: Table, dice: Dice, level: Sequence[str]) -> list[str]:
        """Equals in the order of a die that each throws, with another throw for those who throw alike."""
        if len(level) < 2:
            return list(level)
        thrown: dict[int, list[str]] = {}
        for who in level:
            thrown.setdefault(throw(table, dice, who, "tie", Amount((self.tie,))), []).append(who)
        return [who for face in sorted(thrown, reverse=True) for who in self._throw(table, dice, thrown[face])]


def _draw(table: Table, dice: Dice, who: str, level: int) -> int:
    """A random place after 0 to ``level`` equals."""
    return throw(table, dice, who, "tie", Amount((level + 1,))) - 1


# -- chances -----------------------------------------------------------------------------------------------------------


def acts_first(figures: Mapping[str, tuple[int, int]]) -> dict[str, float]:
    """P(somebody is the first), by what they add to the die and what parts equals; equals in both are so equally often.

    >>> acts_first({"rook": (7, 4), "boris": (7, 3)})
    {'rook': 0.55, 'boris': 0.45}
    """
    return {who: _first(who, figures) for who in figures}


def _first(who: str, figures: Mapping[str, tuple[int, int]]) -> float:
    """P(one is the first), over the faces of their die; equals share it."""
    quick, sharp = figures[who]
    others = [figures[other] for other in figures if other != who]
    found = 0.0
    for face in range(1, SIDES + 1):
        alike = [1.0]
        for their_quick, their_sharp in others:
            behind, level = _against(quick + face - their_quick, sharp - their_sharp)
            alike = [
                (alike[n] * behind if n < len(alike) else 0.0) + (alike[n - 1] * level if n else 0.0)
                for n in range(len(alike) + 1)
            ]
        found += sum(share / (count + 1) for count, share in enumerate(alike))
    return round(found / SIDES, 12)


def _against(needed: int, sharper: int) -> tuple[float, float]:
    """P(another comes to less), and P(to the same and is as sharp); ``needed`` is the face that would be level."""
    less = max(0, min(SIDES, needed - 1)) / SIDES
    same = 1 / SIDES if 1 <= needed <= SIDES else 0.0
    if sharper > 0:
        return less + same, 0.0
    return (less, 0.0) if sharper < 0 else (less, same)


# -- commands ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begin(course.Begin):
    """Begin the fight: everybody rolls for their place on the ladder, hidden ones too."""

    order: ClassVar[Order]
    #: The sentence of its odds.
    rolls: ClassVar[str]

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return list(table.scene.combatants)

    def odds(self, table: Table) -> Odds:
        """The chances to act first, of those who can act."""
        able = [who for who in table.scene.combatants if self.may_act(table, who)]
        first = self.order.acts_first(table, able)
        listed = (Chance(f"first.{who}", f"{table.name(who)} first", chance) for who, chance in first.items())
        return Odds(self.rolls, tuple(listed))

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(*(Answered(ask) for ask in list(table.scene.asks)))
        for who in table.scene.combatants:
            self.gather(table, who)
        numbers = {who: self.order.roll(table, dice, who) for who in table.scene.combatants}
        ranked = self.order.rank(table, dice, numbers)
        table.happen(StageSet("fighting"), RoundBegan(1))
        table.happen(LadderSet(tuple(rung_for(who, numbers[who]) for who in ranked)))
        self.open(table)
        self.next_turn(table, dice)

    @abstractmethod
    def may_act(self, table: Table, who: str) -> bool:
        """Whether somebody can act at first."""

    @staticmethod
    @abstractmethod
    def gather(table: Table, who: str) -> None:
        """Let somebody pick up what lies about from an earlier fight."""

    @abstractmethod
    def open(self, table: Table) -> None:
        """Make everybody ready for the first round."""

    @staticmethod
    @abstractmethod
    def next_turn(table: Table, dice: Dice) -> None:
        """Begin the next turn."""


@dataclass(frozen=True, slots=True)
class GiveInitiative(AboutOne, name="fight.initiative", label="Set initiative"):
    """Put a latecomer on the ladder, or somebody elsewhere on it: by a number, or by a roll of theirs."""

    about: ClassVar[str] = "Gives a latecomer a place in the order, or moves somebody in it."
    order: ClassVar[Order]
    #: The number as its odds name it.
    measured: ClassVar[str] = "initiative"

    roll: bool = switch("Roll it", help="Off: the number below counts")
    at: int = number("Initiative", most=50, default=0)

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage != "fighting":
            raise NotNow("Begin the fight first.")

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """Nobody: the number on a real die is entered as the place."""
        return ()

    def odds(self, table: Table) -> Odds:
        if not self.roll:
            return Odds(f"{table.name(self.combatant)} acts at {self.at}.")
        quick = self.order.quick(table.sheet(self.combatant))
        return Odds(f"1d10 + {quick}", (), even(SIDES)[1:], self.measured, 1 + quick)

    def perform(self, table: Table, dice: Dice) -> None:
        who = self.combatant
        at = self.order.roll(table, dice, who) if self.roll else self.at
        mine = [*(rung for rung in table.scene.ladder if rung.who == who), *returned_rungs(table, who)]
        self.order.put(table, dice, replace(mine[0], at=at) if mine else rung_for(who, at))
        carry_on(table, dice, self.next_turn)

    @staticmethod
    @abstractmethod
    def next_turn(table: Table, dice: Dice) -> None:
        """Begin the next turn."""


@dataclass(frozen=True, slots=True)
class JoinLadder(Join):
    """Let somebody take part; in a fight they roll for their place, or have again the one that they left."""

    order: ClassVar[Order]

    def perform(self, table: Table, dice: Dice) -> None:
        Join.perform(self, table, dice)
        if table.scene.stage == "fighting":
            self.welcome(table)
            who = self.combatant
            for rung in returned_rungs(table, who) or [rung_for(who, self.order.roll(table, dice, who))]:
                self.order.put(table, dice, rung)
            carry_on(table, dice, self.next_turn)

    def welcome(self, table: Table) -> None:
        """Make whoever has joined ready; by default there is nothing to do."""

    @staticmethod
    @abstractmethod
    def next_turn(table: Table, dice: Dice) -> None:
        """Begin the next turn."""


def carry_on(table: Table, dice: Dice, next_turn: Callable[[Table, Dice], None]) -> None:
    """Begin the next turn of a fight that stood still."""
    if not table.scene.turn and not table.scene.asks:
        next_turn(table, dice)
