"""Success with a cost: the game master offers a consequence, the player accepts it or lets the test fail (LIN-016)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Dice, Judged, Refused, Reply, Said, Table, Told, Who, plainly
from rules.engine.kernel.commands import words
from rules.systems.fortune.core.chances import FAILURE, SUCCESS
from rules.systems.fortune.core.favour import gain_favour


@dataclass(frozen=True, slots=True)
class OfferCost(Reply):
    """Offer success at a cost for a mixed result, as the game master (LIN-016)."""

    name: ClassVar[str] = "cost.offer"
    label: ClassVar[str] = "Offer success at a cost"
    who: ClassVar[Who] = Who.GM
    throws_dice: ClassVar[bool] = False
    unasked: ClassVar[str] = "No mixed result waits for an offer."

    cost: str = words("What it costs", most=200)

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.cost.strip():
            raise Refused("Say what the success costs.", "cost")
        ask = table.answer(self.ask, self.name)
        cost = plainly(self.cost.strip())
        title = Said(f"Success with a cost for {{0}}: {cost}", (table.actor,))
        table.ask(table.actor, title, AcceptCost.name, RefuseCost.name, test=ask.known["test"], cost=cost)


@dataclass(frozen=True, slots=True)
class LeaveMixed(Reply):
    """Let a mixed result be what it is: a part of what was wanted (LIN-017)."""

    name: ClassVar[str] = "cost.leave"
    label: ClassVar[str] = "Leave it mixed"
    who: ClassVar[Who] = Who.GM
    throws_dice: ClassVar[bool] = False
    unasked: ClassVar[str] = "No mixed result waits for an offer."

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
        table.happen(Told((table.actor,), "{0} gets a part of it."))


@dataclass(frozen=True, slots=True)
class AcceptCost(Reply):
    """Accept the cost: the test passes (LIN-016)."""

    name: ClassVar[str] = "cost.accept"
    label: ClassVar[str] = "Accept the cost"
    throws_dice: ClassVar[bool] = False
    unasked: ClassVar[str] = "No success at a cost is offered to you."

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        table.happen(Judged(table.actor, SUCCESS, 0, {"name": str(ask.known["test"])}))
        table.happen(Told((table.actor,), f"{{0}} succeeds at a cost: {ask.known['cost']}"))


@dataclass(frozen=True, slots=True)
class RefuseCost(Reply):
    """Let the test fail rather than pay for it; a failure gives Fortune's Favor (LIN-016, LIN-022)."""

    name: ClassVar[str] = "cost.refuse"
    label: ClassVar[str] = "Rather fail"
    throws_dice: ClassVar[bool] = False
    unasked: ClassVar[str] = "No success at a cost is offered to you."

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        table.happen(Judged(table.actor, FAILURE, 0, {"name": str(ask.known["test"])}))
        table.happen(Told((table.actor,), "{0} would rather fail."))
        gain_favour(table, table.actor)
