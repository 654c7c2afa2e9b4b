"""Looking anew at the fight: another initiative (SDA-266)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.kernel import Command, Dice, Refused, Table, Told, Weighing, Worth, number
from rules.engine.odds import Odds
from rules.systems.sda.core.rolls import Aim, Pool
from rules.systems.sda.fight.actions.initiative import initiative_said, odds_of_initiative, roll_initiative
from rules.systems.sda.fight.actions.initiative_odds import averages, pool_of
from rules.systems.sda.fight.base import (
    act,
    actions_left,
    calm,
    lost_to_taunt,
    not_acted,
    own_turn,
    too_many,
    turn_to_move,
)
from rules.systems.sda.fight.melee import Action, Rest
from rules.systems.sda.fight.moves import MOST, initiative_of, set_initiative
from rules.systems.sda.fight.wounds import BOXES, INITIATIVE, OF_INITIATIVE, SPIRIT_OF_A_BOX

#: The aim by which looking anew is weighed.
ANEW = Aim(
    BOXES,
    f"Average initiative gained, in boxes. {OF_INITIATIVE}",
    spirit=SPIRIT_OF_A_BOX,
)


@dataclass(frozen=True, slots=True)
class Reassess(Command, name="turn.reassess", label="Reassess"):
    """Roll initiative anew, as an action or a part of one; the new number counts, better or worse (SDA-266).

    The dice of reflex and perception together come out of the budget of the turn.
    """

    reflex: int = number("Dice for reflex", most=MOST)
    perception: int = number("Dice for perception", most=MOST)

    @classmethod
    def possible(cls, table: Table) -> None:
        not_acted(table, table.actor, turn_to_move(table).key)
        calm(table)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        reflex, perception = _pools(table)
        left = _left(table)
        first = min(reflex.available, left)
        return {"reflex": first, "perception": min(perception.available, left - first)}

    def odds(self, table: Table) -> Odds:
        self._ready(table)
        return odds_of_initiative(table, table.actor, self.reflex, self.perception)

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many dice of either skill to roll, and how many to keep for a blow (SDA-160, SDA-266)."""
        at = initiative_of(table, table.actor) or 0
        action = Action(table, ANEW, [_together(table)], Rest.of(table, ANEW), strains=False)
        (reflex, perception), average = _pools(table), averages(table, table.actor)

        def worth(chosen: Reassess) -> Worth:
            chosen._ready(table)
            gained = average(chosen.reflex, chosen.perception) - at
            return action.worth(INITIATIVE * gained, chosen.reflex + chosen.perception)

        upto = {"reflex": reflex.available, "perception": perception.available}
        return action.weighing(worth, said=initiative_said, upto=upto)

    def perform(self, table: Table, dice: Dice) -> None:
        rung = own_turn(table)
        self._ready(table)
        act(table, _together(table), self.reflex + self.perception, rung.key)
        at = roll_initiative(table, dice, table.actor, self.reflex, self.perception)
        table.happen(Told((table.actor,), f"{{0}} reassesses the fight, and acts at {at}."))
        set_initiative(table, table.actor, at)

    def _ready(self, table: Table) -> None:
        reflex, perception = _pools(table)
        for pool, count, field in ((reflex, self.reflex, "reflex"), (perception, self.perception, "perception")):
            if count > pool.available:
                raise Refused(too_many(count, pool.available, field), field)
        wanted, left = self.reflex + self.perception, _left(table)
        if not wanted:
            raise Refused("Roll at least one die of reflex or perception.", "reflex")
        if wanted > left:
            raise Refused(too_many(wanted, left, "reassessing"), "reflex")


def _pools(table: Table) -> tuple[Pool, Pool]:
    return pool_of(table, table.actor, "reflex"), pool_of(table, table.actor, "perception")


def _together(table: Table) -> Pool:
    """A pool with the dice of both, less those that wounds take, by which the budget is reckoned (SDA-161)."""
    reflex, perception = _pools(table)
    both = reflex.available + perception.available
    return replace(perception, dice=both, cap=both)


def _left(table: Table) -> int:
    return max(0, actions_left(table, _together(table)) - lost_to_taunt(table, table.actor))
