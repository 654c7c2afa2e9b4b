"""The cost of hits to the one who takes them: wounds by damage, and spirit (SDA-185, SDA-201 to 205)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules.engine.kernel import Table
from rules.engine.odds import Distribution, mean
from rules.systems.sda.content.house_rules import fight
from rules.systems.sda.content.weapon_entries import DamageType
from rules.systems.sda.core.person import chances
from rules.systems.sda.fight.base import BLOW, Arm, dice_beside, kept, more_of_its_own, spar, spirit_by_hits
from rules.systems.sda.fight.blows import ATTACKER_RATE
from rules.systems.sda.fight.wounds import Costs, armour_of, body_of, costs, in_boxes


class Kind(NamedTuple):
    """One type of damage on somebody: the MoS that armour and the type take off it, and the cost of boxes then."""

    taken: int
    costs: Costs


class Beside(NamedTuple):
    """Damage dice of another kind that come with a weapon: a wound of their own."""

    dice: int
    die: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Harm:
    """The harm of one weapon's hits to somebody, all of them spent on damage where they can be.

    ``kinds`` are the types that may be chosen; there is none where no damage is done. ``spirit`` is lost by 0, 1, 2 ...
    hits; every ``rate`` hits beyond the ``shield`` buy a die. ``more`` are dice of the weapon's own kind that come with
    any, ``beside`` those of other kinds, ``kept`` the hits that come on top of the first.
    """

    die: int = 0
    kinds: tuple[Kind, ...] = ()
    spirit: tuple[int, ...] = (0,)
    rate: int = ATTACKER_RATE
    shield: int = 0
    more: int = 0
    beside: tuple[Beside, ...] = ()
    kept: int = 0

    def of(self, hits: Distribution) -> float:
        """The mean cost of a distribution of hits, in boxes."""
        return sum([share * cost(self, count + self.kept) for count, share in enumerate(hits) if count and share])


#: The harm of an answer that cannot hurt.
NONE = Harm()


@lru_cache(maxsize=8192)
def cost(harm: Harm, hits: int) -> float:
    """The mean cost of a number of hits, in boxes: spirit and damage."""
    lost = harm.spirit[min(hits, len(harm.spirit) - 1)]
    return in_boxes(lost) + cost_of_dice(harm, max(0, hits - harm.shield) // harm.rate)


def cost_of_dice(harm: Harm, dice: int) -> float:
    """The mean cost of a number of damage dice, in boxes, of the type that costs most (SDA-203, SDA-205)."""
    if not (dice and harm.kinds):
        return 0.0
    own = max(mean_cost(harm.die, dice + harm.more, kind) for kind in harm.kinds)
    return own + sum(mean_cost(one.die, one.dice, one.kind) for one in harm.beside)


@lru_cache(maxsize=8192)
def mean_cost(die: int, count: int, kind: Kind) -> float:
    """The mean cost of ``count`` damage dice of one type, in boxes, after armour."""
    boxes = chances.after_malus(chances.distribution(die, count), kind.taken)
    return sum([share * kind.costs.of(number) for number, share in enumerate(boxes)])


@lru_cache(maxsize=8192)
def mean_boxes(die: int, count: int, taken: int) -> float:
    """The mean number of boxes that ``count`` damage dice tick, after ``taken`` MoS are taken off."""
    return mean(chances.after_malus(chances.distribution(die, count), taken))


def cost_of_damage(table: Table, victim: str, kind: str, damage: Distribution) -> float:
    """The mean cost of a distribution of damage to somebody, past armour, in boxes."""
    taken, cost_by_boxes = armour_of(table, victim, kind), costs(table, victim, kind)
    return sum([share * cost_by_boxes.of(max(0, measure - taken)) for measure, share in enumerate(damage)])


def taken_off(table: Table, victim: str, types: Sequence[DamageType]) -> tuple[int, ...]:
    """MoS that armour and the type itself take off damage of each type, in their order (SDA-204, SDA-205)."""
    return tuple(armour_of(table, victim, kind.type) + kind.malus_mos for kind in types)


def harm(
    table: Table,
    by: str,
    victim: str,
    arm: Arm,
    *,
    hurts: bool,
    rate: int = ATTACKER_RATE,
    shield: int = 0,
    types: Sequence[DamageType] = (),
    per_hit: int | None = None,
    attacks: bool = True,
) -> Harm:
    """The harm of a weapon's hits to somebody as things stand; in sparring no blow does damage (SDA-075).

    A side that ``attacks`` has the hits that a spell keeps for a blow (D-9).
    """
    each = fight.SPIRIT_PER_HIT.number(table.house_rules) if per_hit is None else per_hit
    spirit = spirit_by_hits(table, victim, by, each)
    striker = table.sheet(by)
    more = kept(striker, BLOW) if attacks else 0
    if not (hurts and arm.damage) or spar(table, by, victim):
        return Harm(spirit=spirit, kept=more)
    beside = [
        Beside(one.count, one.die, Kind(armour_of(table, victim, one.type), costs(table, victim, one.type)))
        for one in dice_beside(striker, arm.key)
    ]
    used, body = types or arm.types, body_of(table, victim)
    listed = zip(taken_off(table, victim, used), used, strict=True)
    kinds = tuple([Kind(taken, costs(table, victim, one.type, body)) for taken, one in listed])
    return Harm(arm.die, kinds, spirit, rate, shield, more_of_its_own(striker, arm.key), tuple(beside), more)
