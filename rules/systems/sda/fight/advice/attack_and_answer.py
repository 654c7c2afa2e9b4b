"""Duels: a blow or a shot against all answers to it, and the worth of both if the answer is the best."""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate, repeat
from operator import add

from rules.engine.fight import distance
from rules.engine.kernel import Table
from rules.systems.sda.content.house_rules.fight import SPIRIT_PER_SHOT
from rules.systems.sda.content.weapon_entries import DamageType
from rules.systems.sda.core.person import Side, chances
from rules.systems.sda.core.rolls import pool_for
from rules.systems.sda.fight.advice.hit_costs import NONE, Harm, harm
from rules.systems.sda.fight.base import (
    BANDS,
    Arm,
    arms,
    band_at,
    best_arm,
    best_defence,
    costly,
    is_out,
    reacting,
    reaction_dice,
    stands_guard,
)
from rules.systems.sda.fight.blows import (
    ATTACKER_RATE,
    DEFENDER_RATE,
    Exchange,
    defence_pool,
    guard_of,
    no_defence,
    posture_malus,
    ready_shield,
    side_of_answer,
)
from rules.systems.sda.fight.wounds import strain

#: MoS beyond those that any stance keeps.
ALL = 200


@lru_cache(maxsize=16_384)
def comes_to(attack: Side, answer: Side, dealt: Harm, taken: Harm) -> float:
    """The mean cost of an attack to its target less that of the answer to the attacker, in boxes."""
    margin = chances.opposed(attack, answer)
    return dealt.of(margin.hits()) - taken.of(margin.hits_against())


@dataclass(frozen=True, slots=True)
class Duel:
    """An attack on somebody: the harm of either side's hits, and the answers with 0, 1, 2 ... dice.

    ``strains`` are the boxes that each answer costs because wounds get worse of it (SDA-210), ``guard`` the MoS that a
    stance takes off the first attack (SDA-249).
    """

    dealt: Harm
    taken: Harm
    answers: tuple[Side, ...]
    strains: tuple[float, ...] = ()
    guard: int = 0
    _met: dict[Side, tuple[float, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _best: dict[Side, tuple[float, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def ready(self) -> int:
        """The most dice that an answer has."""
        return len(self.answers) - 1

    def met(self, attack: Side) -> tuple[float, ...]:
        """Boxes that an attack is worth if answered with 0, 1, 2 ... dice; worked out once for each attack."""
        if attack not in self._met:
            plain = [comes_to(attack, answer, self.dealt, self.taken) for answer in self.answers]
            self._met[attack] = tuple(map(add, plain, self.strains or repeat(0.0)))
        return self._met[attack]

    def by_dice(self, attack: Side) -> tuple[float, ...]:
        """Boxes that an attack is worth if answered best with up to 0, 1, 2 ... dice."""
        if attack not in self._best:
            self._best[attack] = tuple(accumulate(self.met(attack), min))
        return self._best[attack]

    def split(self, first: Side, second: Side | None) -> tuple[float, float]:
        """Boxes that an attack and one after it are worth, if the dice for answers are shared best between them.

        A second attack that would only do harm to whoever makes it is not made.
        """
        guarded = replace(first, cancelled=self.guard) if self.guard else first
        if second is None:
            return self.by_dice(guarded)[-1], 0.0
        rest = [max(0.0, value) for value in self.by_dice(second)]
        now, then = min(zip(self.met(guarded), reversed(rest), strict=True), key=sum)
        return now, then


def blow(
    table: Table,
    who: str,
    target: str,
    arm: Arm,
    *,
    both: bool,
    shield: bool = True,
    aware: bool = True,
    left: int | None = None,
    opening: int = 0,
) -> Duel:
    """The duel of a blow and a defence with the weapon that is best against it (SDA-176 to SDA-184, SDA-220).

    ``left`` are the dice that the target has left for reactions, where that is known already; ``opening`` are those
    that come with it because the attack gives one (SDA-248).
    """
    band = band_at(distance(table, who, target))
    theirs = best_defence(table, target, band, posture_malus(table, target, who))
    dealt = harm(table, who, target, arm, hurts=_hurts(arm, band), shield=ready_shield(table, target, wanted=aware))
    taken = answer_to(table, target, who, theirs, shield=shield, both=both)
    answers, strains = _defences(table, target, who, theirs, left if aware else 0, opening)
    return Duel(dealt, taken, answers, strains, guard_of(table, target, ALL * aware))


def attack_of(table: Table, exchange: Exchange, *, shield: bool) -> Harm:
    """The harm of an announced attack; ``shield`` says whether the target holds one ready."""
    attack, target = exchange.attack, exchange.target
    arm = arms(table.sheet(attack.who)).get(attack.weapon) or best_arm(table, attack.who)
    ready = ready_shield(table, target, wanted=shield)
    return harm(
        table, attack.who, target, arm, hurts=_hurts(arm, band_at(distance(table, attack.who, target))), shield=ready
    )


def answer_to(table: Table, who: str, attacker: str, arm: Arm, *, shield: bool, both: bool) -> Harm:
    """The harm of a defence; each die of damage takes two hits, unless both attack (SDA-180, SDA-201).

    In a defensive stance there are none (SDA-249).
    """
    if stands_guard(table.sheet(who)):
        return NONE
    return harm(
        table,
        who,
        attacker,
        arm,
        hurts=_hurts(arm, band_at(distance(table, who, attacker))),
        rate=ATTACKER_RATE if both else DEFENDER_RATE,
        shield=ready_shield(table, attacker, wanted=shield),
        attacks=both,
    )


def _hurts(arm: Arm, band: str) -> bool:
    return band in BANDS and arm.hurts_at(band)


def _defences(
    table: Table, who: str, attacker: str, arm: Arm, left: int | None, opening: int
) -> tuple[tuple[Side, ...], tuple[float, ...]]:
    """The answers with a weapon, with 0, 1 ... dice, and the boxes that each costs as wounds get worse."""
    pool = defence_pool(table, who, attacker, arm, bonus=opening)
    ready = 0 if left == 0 or is_out(table.sheet(who)) else reaction_dice(table, pool, extra=opening, left=left)
    bare = no_defence(table, who, attacker, pool.sides)
    spent = reacting(table, who, opening, left)
    strains = tuple(strain(table, pool, dice, spent) for dice in range(ready + 1)) if costly(table, pool) else ()
    return (bare, *(pool.side(dice) for dice in range(1, ready + 1))), strains


def shot(table: Table, who: str, target: str, arm: Arm, kind: DamageType, *, aware: bool = True) -> Duel:
    """The duel of a shot and the reflex out of its way (SDA-195, SDA-199)."""
    pool = pool_for(table, target, "reflex", whole=True)
    able = aware and not is_out(table.sheet(target))
    ready = reaction_dice(table, pool) if able else 0
    dealt = shot_harm(table, who, target, arm, kind, shield=aware)
    return Duel(dealt, NONE, tuple(side_of_answer(pool, dice) for dice in range(ready + 1)))


def shot_harm(table: Table, who: str, target: str, arm: Arm, kind: DamageType, *, shield: bool) -> Harm:
    """The harm of a shot, whose type is said before it is rolled (SDA-203)."""
    return harm(
        table,
        who,
        target,
        arm,
        hurts=True,
        shield=ready_shield(table, target, wanted=shield),
        types=(kind,),
        per_hit=SPIRIT_PER_SHOT.number(table.house_rules),
        attacks=False,
    )
