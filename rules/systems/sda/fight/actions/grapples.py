"""Taking hold of somebody, and spending hits in a grapple, one use at a time (SDA-186, SDA-231 to SDA-241)."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Ask, Command, Dice, NotNow, Refused, Reply, Table, Weighing, Worth, counted
from rules.systems.sda.fight.base import own_turn
from rules.systems.sda.fight.blows import TO_SPEND, ask_to_spend
from rules.systems.sda.fight.melee import SHARES, Measure
from rules.systems.sda.fight.moves import GRAPPLE, TURN, Hold, Use, carry_on, hold_between, holds, price, why_not
from rules.systems.sda.fight.wounds import BOXES


@dataclass(frozen=True, slots=True)
class GrapplingUse(Reply):
    """One use of the hits of a brawling roll; hits that are left are asked about again (SDA-186)."""

    unasked: ClassVar[str] = "You have no hits to spend. In a grapple you pay with hits from brawling."
    use: ClassVar[Use]
    #: The fields of it that are weighed, and its name beside other uses in advice.
    chosen: ClassVar[tuple[str, ...]] = ()
    called: ClassVar[str] = ""

    @classmethod
    def waiting(cls, table: Table) -> Ask:
        """The ask for hits of the actor, sooner one that this use answers; refused without any."""
        asks = table.asks_for(table.actor, TO_SPEND)
        if not asks:
            raise NotNow(cls.unasked)
        return next((ask for ask in asks if cls.name in ask.commands), asks[0])

    @classmethod
    def possible(cls, table: Table) -> None:
        if against := why_not(table, cls.waiting(table).known, cls.use):
            raise NotNow(against)

    def weighing(self, table: Table) -> Weighing | None:
        """Weigh the use by the next exchange, with the hits that it leaves on damage; None where that says nothing."""
        if not self.use.weighed:
            return None
        known = table.open_ask(self.ask, TO_SPEND).known
        measure = Measure(table, known)

        def worth(chosen: GrapplingUse) -> Worth:
            left = known["hits"] - chosen._checked(table, known)
            at = measure.supposing(lambda at: chosen._do(at, known))
            return measure.most_damage(at, left), 0.0, measure.change_to(at), 0.0, 0.0

        return Weighing(self.chosen, BOXES, measure.sentence, worth, SHARES, said=lambda chosen: chosen._said())

    def _said(self) -> str:
        """The words for the use as chosen."""
        return self.called

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, TO_SPEND).known
        cost = self._checked(table, known)
        self._do(table, known)
        if known["hits"] > cost:
            ask_to_spend(table, {**known, "hits": known["hits"] - cost})
        carry_on(table)

    @abstractmethod
    def _do(self, table: Table, known: Mapping[str, Any]) -> None:
        """Let the use have its effect."""

    def _cost(self, table: Table, known: Mapping[str, Any]) -> int:
        """Hits that the use takes as chosen."""
        return price(table, known, self.use)

    def _checked(self, table: Table, known: Mapping[str, Any]) -> int:
        """Hits that the use takes as chosen; refused where it is not possible, or there are not so many."""
        if against := why_not(table, known, self.use):
            raise NotNow(against)
        cost = self._cost(table, known)
        if cost > known["hits"]:
            raise Refused(f"That costs {counted(cost, 'hit', 'hits')}; you have {known['hits']}.")
        return cost


def my_hold(table: Table, known: Mapping[str, Any]) -> Hold:
    """The hold of the winner on the loser; refused where there is none any more."""
    return _there(hold_between(table, known["winner"], known["loser"]))


def their_hold(table: Table, known: Mapping[str, Any]) -> Hold:
    """The hold of the loser on the winner; refused where there is none any more."""
    return _there(hold_between(table, known["loser"], known["winner"]))


def _there(hold: Hold | None) -> Hold:
    if hold is None:
        raise NotNow("Nobody is held any more. Spend the hits differently.")
    return hold


@dataclass(frozen=True, slots=True)
class Grapple(GrapplingUse, name=GRAPPLE.command, label="Grapple (2 hits or more)"):
    """Take hold: a brawling attack at arm's length that scores 2 hits or more; all may still be spent (SDA-231).

    It takes a very short weapon or a free hand (SDA-232).

    Whoever is held does not move, and has 1 MoS less on strength and agility for everybody who holds them (SDA-233,
    SDA-236). The two attack nobody but each other, with anything but brawling at 1 MoS less, and hold no shield ready
    (SDA-234).
    """

    use: ClassVar[Use] = GRAPPLE
    called: ClassVar[str] = "Grapple"

    def _do(self, table: Table, known: Mapping[str, Any]) -> None:
        holds.grapple(table, known["winner"], known["loser"])


@dataclass(frozen=True, slots=True)
class TurnTables(GrapplingUse, name=TURN.command, label="Turn the tables (1 hit, pinned 2)"):
    """Become the one who holds: 1 hit of a brawling attack on the grappler (SDA-235).

    Out of a pin it takes 2, and pins them (SDA-240); whoever is choked cannot (SDA-241).
    """

    use: ClassVar[Use] = TURN
    called: ClassVar[str] = "Turn the tables"

    def _do(self, table: Table, known: Mapping[str, Any]) -> None:
        holds.turn_tables(table, their_hold(table, known))


@dataclass(frozen=True, slots=True)
class Release(Command, name="grapple.release", label="Let go"):
    """Let go of whom you hold, which costs nothing on your own turn."""

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        if not holds.hold_of(table, table.actor):
            raise NotNow("You are not holding anybody. Grapple with 2 hits of a brawling attack.")

    def perform(self, table: Table, dice: Dice) -> None:
        hold = holds.hold_of(table, table.actor)
        if hold is not None:
            holds.release(table, hold)
