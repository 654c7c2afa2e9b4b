"""The worth of an action and of a blow with the rest (SDA-160, SDA-161); the worth of an exchange's hits."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from rules.engine.fight import distance, is_within
from rules.engine.kernel import Refused, SceneMemoKept, Table, Weighing, Worth
from rules.engine.odds import mean
from rules.systems.sda.core.person import chances
from rules.systems.sda.core.rolls import POINTS, Aim, Pool, dice_said, is_above, price
from rules.systems.sda.fight.advice import (
    Duel,
    Stand,
    acts_again,
    blow,
    boxes,
    can_hurt,
    coming,
    damage_dice,
    one_with,
    rest_of,
)
from rules.systems.sda.fight.base import (
    LONGEST,
    Arm,
    acting,
    actions_left,
    band_at,
    best_arm,
    costly,
    is_out,
    lost_to_taunt,
    own_turn,
    reactions_left,
    spar,
)
from rules.systems.sda.fight.blows import attack_pool, winning_arm
from rules.systems.sda.fight.melee.attack import HIGH_GROUND, MeleeAttack
from rules.systems.sda.fight.moves import Known, may_attack, may_strike, uses_now, within_reach
from rules.systems.sda.fight.wounds import BOXES, INITIATIVE, OF_INITIATIVE, RATES, SPIRIT_OF_A_BOX, strain

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


# -- the hits of an exchange -------------------------------------------------------------------------------------------


#: The sentence of advice about it, and the name of its share.
OF_THE_NEXT = (
    "Control counts by its effect on the next exchange: your attack minus theirs, with all dice and the "
    "best weapons, against the best defence."
)
NEXT = "The next exchange"


def best_blow(table: Table, who: str, target: str) -> float:
    """Boxes that a blow with the best weapon and all dice is worth; 0 if it would only do harm to the striker."""
    if not is_within(table, who, target, LONGEST) or is_out(table.sheet(who)) or is_out(table.sheet(target)):
        return 0.0
    arm = best_arm(table, who, band_at(distance(table, who, target)))
    helped = HIGH_GROUND * is_above(table, who, target) - lost_to_taunt(table, who, target)
    pool = attack_pool(table, who, target, arm, bonus=helped)
    if pool.available <= 0 or not may_attack(table, who, target):
        return 0.0
    now, _ = blow(table, who, target, arm, both=False).split(pool.side(pool.available), None)
    return max(0.0, now)


SHARES = ("Damage", "Initiative", NEXT, "Your opening", "Openings for other opponents")
OF_HITS = (
    f"Average injury boxes after armour. {OF_INITIATIVE} {OF_THE_NEXT} {RATES} A push gives you an "
    "opening if you have one left, and its blow counts. So do the blows of other opponents that a step opens you to. "
    "Openings that a push gives others are not counted. Out of reach neither is safe: the other walks up again. "
    "Within ¼ box of the best, damage comes first."
)

OF_HOLDS = "Hits left after a grapple go into damage; choking and moving are not counted."

Happening = Callable[[Table], None]


class Measure:
    """The measure of one exchange's hits: the boxes of their damage, and the change of the next exchange."""

    def __init__(self, table: Table, known: Known) -> None:
        self.table, self.known = table, known
        self.arm: Arm = winning_arm(table, known)
        self._boxes: dict[tuple[str, int], float] = {}
        self._tables: dict[Hashable, Table] = {}
        self._blows: dict[Hashable, float] = {}
        self._openings: dict[Hashable, float] = {}

    @property
    def sentence(self) -> str:
        """The sentence of advice; it names holds only where one may be taken, turned or used."""
        return f"{OF_HITS} {OF_HOLDS}" if uses_now(self.table, self.known) else OF_HITS

    @property
    def initiative(self) -> float:
        """Boxes that a point of initiative counts that the loser loses; none for whoever is out of the fight."""
        return 0.0 if is_out(self.table.sheet(self.known["loser"])) else INITIATIVE

    def damage(self, kind: str, hits: int) -> float:
        """The mean boxes of a number of hits on damage of a type."""
        key = kind, damage_dice(self.known, hits) if hits else 0
        if key not in self._boxes:
            self._boxes[key] = boxes(self.table, self.known, *key) if key[1] else 0.0
        return self._boxes[key]

    def change(self, done: Hashable, does: Happening, stand: Stand, moves: Happening) -> float:
        """Boxes by which the next exchange is better for the winner once that is done, and both have moved.

        All that it hangs on stands in ``done`` and ``stand``: for equal ones it is worked out once.
        """
        if done not in self._tables:
            self._tables[done] = self.supposing(does)
        at, winner, loser = (
            cache(lambda: self._tables[done].supposing(moves)),
            self.known["winner"],
            self.known["loser"],
        )
        mine = self._blow(at, winner, loser, (done, stand.of_a_blow_at_the_loser))
        theirs = self._blow(at, loser, winner, (done, stand.of_a_blow_at_the_winner))
        return mine - theirs - self._before

    def opening(self, done: Hashable, *happens: Happening) -> float:
        """Boxes that the winner deals at the opening of a push, once all ``happens`` (SDA-190, SDA-224)."""
        if done not in self._openings:

            def so_far(at: Table) -> None:
                for one in happens:
                    one(at)

            self._openings[done] = self._strike(self.table.supposing(so_far))
        return self._openings[done]

    def _strike(self, at: Table) -> float:
        winner, loser = self.known["winner"], self.known["loser"]
        if not may_strike(at, winner, loser) or is_out(at.sheet(loser)):
            return 0.0
        strike = coming(at, winner, loser, reactions_left(at, loser), strikes=True)
        return max(0.0, strike[0].by_dice(strike[1])[-1]) if strike else 0.0

    def change_to(self, at: Table) -> float:
        """Boxes by which the next exchange is better for the winner at another table."""
        return self._exchange(at) - self._before

    def _blow(self, at: Callable[[], Table], who: str, target: str, hangs_on: Hashable) -> float:
        if (who, hangs_on) not in self._blows:
            self._blows[who, hangs_on] = best_blow(at(), who, target)
        return self._blows[who, hangs_on]

    def supposing(self, *happens: Happening) -> Table:
        """The table once all ``happens``, with both as fresh as at the beginning of a round."""

        def afresh(at: Table) -> None:
            at.happen(*(SceneMemoKept(f"used.{self.known[side]}", None) for side in ("winner", "loser")))
            for one in happens:
                one(at)

        return self.table.supposing(afresh)

    def most_damage(self, at: Table, hits: int) -> float:
        """The mean boxes of a number of hits at a table, on damage of the type that does most; 0 where none is done."""
        known = self.known
        dice, arm = damage_dice(known, hits), winning_arm(at, known)
        if not dice or not can_hurt(at, known, arm) or spar(at, known["winner"], known["loser"]):
            return 0.0
        return max(boxes(at, known, kind.type, dice) for kind in arm.types)

    @cached_property
    def _before(self) -> float:
        return self._exchange(self.supposing())

    def _exchange(self, at: Table) -> float:
        """Boxes that the winner's best blow at the loser is worth, less that of the loser at them (SDA-176 to 184).

        Both have all dice; nobody strikes at somebody out of reach or out of the fight.
        """
        winner, loser = self.known["winner"], self.known["loser"]
        return best_blow(at, winner, loser) - best_blow(at, loser, winner)
