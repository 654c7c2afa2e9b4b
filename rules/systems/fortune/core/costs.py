"""Success with a cost: the game master offers a consequence, the player accepts it or lets the test fail (LIN-016)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Dice, Judged, Refused, Said, Table, Told, Who, plainly
from rules.engine.kernel.commands import words
from rules.systems.fortune.core.bases import Answer
from rules.systems.fortune.core.chances import FAILURE, SUCCESS
from rules.systems.fortune.core.favour import gain_favour
from rules.systems.fortune.core.trials import Outcome


def offer_a_cost(table: Table, outcome: Outcome) -> None:
    """Let the game master offer a success with a cost for a mixed result (LIN-016)."""
    title = Said("{0} has a mixed result: offer success at a cost?", (outcome.who,))
    table.ask_gm(outcome.who, title, OfferCost.name, LeaveMixed.name, test=outcome.name)


@dataclass(frozen=True, slots=True)
class OnMixed(Answer):
    """The game master's answer to a mixed result (LIN-016, LIN-017)."""

    who: ClassVar[Who] = Who.GM
    throws_dice: ClassVar[bool] = False
    unasked: ClassVar[str] = "No mixed result to decide about."


@dataclass(frozen=True, slots=True)
class OfferCost(OnMixed):
    """Offer success at a cost for a mixed result, as the game master (LIN-016)."""

    name: ClassVar[str] = "cost.offer"
    label: ClassVar[str] = "Offer success at a cost"

    cost: str = words("Cost", most=200)

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        cost = plainly(self.cost.strip())
        if not cost:
            raise Refused("Enter the cost.", "cost")
        title = Said(f"Success with a cost for {{0}}: {cost}", (table.actor,))
        table.ask(table.actor, title, AcceptCost.name, RefuseCost.name, test=known["test"], cost=cost)


@dataclass(frozen=True, slots=True)
class LeaveMixed(OnMixed):
    """Let a mixed result be what it is: a part of what was wanted (LIN-017)."""

    name: ClassVar[str] = "cost.leave"
    label: ClassVar[str] = "Leave it mixed"

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        table.happen(Told((table.actor,), "{0} gets part of it."))


@dataclass(frozen=True, slots=True)
class OnOffer(Answer):
    """A player's answer to a success at a cost (LIN-016)."""

    throws_dice: ClassVar[bool] = False
    unasked: ClassVar[str] = "No success at a cost is offered to you."


@dataclass(frozen=True, slots=True)
class AcceptCost(OnOffer):
    """Accept the cost: the test passes (LIN-016)."""

    name: ClassVar[str] = "cost.accept"
    label: ClassVar[str] = "Accept the cost"

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        table.happen(Judged(table.actor, SUCCESS, 0, {"name": str(known["test"])}))
        table.happen(Told((table.actor,), f"{{0}} succeeds at a cost: {known['cost']}"))


@dataclass(frozen=True, slots=True)
class RefuseCost(OnOffer):
    """Let the test fail rather than pay for it; a failure gives Fortune's Favor (LIN-016, LIN-022)."""

    name: ClassVar[str] = "cost.refuse"
    label: ClassVar[str] = "Rather fail"

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        table.happen(Judged(table.actor, FAILURE, 0, {"name": str(known["test"])}))
        table.happen(Told((table.actor,), "{0} prefers to fail."))
        gain_favour(table, table.actor)
