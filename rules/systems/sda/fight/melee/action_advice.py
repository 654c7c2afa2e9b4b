"""The worth of an action that rolls a skill, and of a blow with the dice that it leaves (SDA-160, SDA-161)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rules.engine.kernel import Refused, Table, Weighing, Worth
from rules.engine.odds import mean
from rules.systems.sda.core.person import chances
from rules.systems.sda.core.rolls import POINTS, Aim, Pool, dice_said, price
from rules.systems.sda.fight.advice import Duel, acts_again, one_with, rest_of
from rules.systems.sda.fight.base import acting, actions_left, costly, own_turn
from rules.systems.sda.fight.melee.attack import MeleeAttack
from rules.systems.sda.fight.moves import within_reach
from rules.systems.sda.fight.wounds import BOXES, SPIRIT_OF_A_BOX, strain

NOW, BLOW = "Now", "A blow with the rest"
#: The sentence about the blow, by the unit in which it counts.
OF_THE_REST = {
    POINTS: "Dice kept back strike the best target in reach: chance to hit against all their dice.",
    BOXES: "Dice kept back strike the best target in reach, against their best defence.",
}
OTHERWISE = "Dice kept back strike the best target in reach: average hits against all their dice."
OF_WOUNDS = "A worsening wound counts as 5 spirit."


@dataclass(frozen=True)
class Rest:
    """The worth of dice that are left for a blow on the same turn, counted in one unit."""

    table: Table
    unit: str
    again: bool
    _known: dict[tuple[int, int, int], float] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, table: Table, aim: Aim) -> "Rest":
        """The rest of the actor's turn, in the unit of an aim; without blows, if no other action may follow."""
        return cls(table, aim.unit, acts_again(own_turn(table)))

    @cached_property
    def blows(self) -> list[tuple[Pool, Duel]]:
        """The pool and the duel of a blow on each who can be reached; none where no action may follow."""
        return list(self._on_all()) if self.again else []

    def after(self, whole: Pool, dice: int) -> float:
        """The worth of the best blow once ``dice`` of a pool are used; 0 without any."""
        spent = (whole.available, whole.cap, dice)
        if spent not in self._known:
            rests = ((plain, duel, rest_of(self.table, plain, whole, dice)) for plain, duel in self.blows)
            left = (self._brings(*rest) for rest in rests)
            self._known[spent] = max(left, default=0.0)
        return self._known[spent]

    def _on_all(self) -> Iterator[tuple[Pool, Duel]]:
        for target in within_reach(self.table):
            with suppress(Refused):
                attack, duel = MeleeAttack(target=target, dice=1).at_once(self.table, again=True)
                yield attack.plain, duel

    def _brings(self, plain: Pool, duel: Duel, dice: int) -> float:
        if dice <= 0:
            return 0.0
        side = replace(plain.side(dice), cancelled=duel.guard)
        if self.unit == BOXES:
            return max(0.0, duel.by_dice(side)[-1])
        margin = chances.opposed(side, duel.answers[-1])
        return 100 * margin.ahead if self.unit == POINTS else mean(margin.hits())


@dataclass(frozen=True, slots=True)
class Action:
    """An action as it can be taken now: its pool with 0, 1 ... dice bought, and the rest for a blow."""

    table: Table
    aim: Aim
    pools: Sequence[Pool]
    rest: Rest
    #: Whether wounds may get worse by it.
    strains: bool = True

    def whole(self, bought: int) -> Pool:
        return one_with(self.pools, bought)

    def worth(self, brings: float, dice: int, bought: int = 0, *, largest: Pool | None = None) -> Worth:
        """The worth of an action that ``brings`` so much, less its cost, and of a blow with the rest, if any.

        ``largest`` is the largest of several pools that the action rolls.
        """
        whole, plain = largest or self.whole(bought), self.pools[0]
        worse = strain(self.table, whole, dice, acting(self.table, whole.who)) if self.strains else 0.0
        paid = price(plain.available, bought) + SPIRIT_OF_A_BOX * worse
        now = brings - self.aim.of_spirit(self.table, plain.who, paid)
        return (now, self.rest.after(whole, dice)) if self.rest.blows else (now,)

    @property
    def upto(self) -> dict[str, int]:
        """The most dice that may be thrown, and bought."""
        return {"dice": max(actions_left(self.table, pool) for pool in self.pools), "bought": len(self.pools) - 1}

    def weighing(
        self,
        worth: Callable[[Any], Worth],
        *more: str,
        said: Callable[[Any], str] = dice_said,
        upto: Mapping[str, int] | None = None,
        among: Mapping[str, Sequence[str]] | None = None,
    ) -> Weighing:
        """The weighing of dice, bought dice, and the fields ``more``.

        Its sentence names the units of the action and of the blow, and the cost of worse wounds, if there are any.
        """
        limits = self.upto if upto is None else upto
        later = OF_THE_REST.get(self.aim.unit, OTHERWISE) if self.rest.blows else ""
        wounds = OF_WOUNDS if self.strains and costly(self.table, self.pools[0]) else ""
        told = " ".join(filter(None, (self.aim.expected, later, wounds)))
        shares = (NOW, BLOW) if self.rest.blows else (NOW,)
        return Weighing((*limits, *more), self.aim.unit, told, worth, shares, limits, said, among or {})


def with_dice(chosen: Any) -> None:
    """Refuse 0, which stands for all dice: their number is a choice of its own."""
    if not chosen.dice:
        raise Refused("Enter how many dice.", "dice")
