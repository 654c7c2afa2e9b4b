"""Attacks on several by features: a sweep, a lariat, a burst, and the blast that ends a Last Stand (D-3, LIN-032)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.fight import others_known
from rules.engine.kernel import Choice, Command, Dice, NotNow, Place, Refused, Table, Told
from rules.engine.odds import Odds, mean
from rules.systems.fortune.core import (
    LAST_STAND,
    MAGIC,
    MELEE,
    MELEE_RANGE,
    SUCCESS,
    Arm,
    Trial,
    arms,
    die,
    go_on,
    roll,
)
from rules.systems.fortune.fight.actions.attacks import AreaAttack
from rules.systems.fortune.fight.base import (
    Blow,
    blow_with,
    feet_between,
    free_to_act,
    hurt_by,
    opponents,
    own_turn,
    throw_damage,
)
from rules.systems.fortune.fight.exchange.area import area_strike
from rules.systems.fortune.fight.exchange.attack_roll import against, area_trial
from rules.systems.fortune.fight.features import uses
from rules.systems.fortune.fight.features.attacks import pay_and_act

SWEEP, LARIAT, BURST, BIGGER, BLAST = (
    "knight_sweeping_attack",
    "brawler_spinning_lariat",
    "elementalist_elemental_burst",
    "elementalist_bigger_burst",
    "elementalist_power_overwhelming",
)
#: Feet of a burst, of a bigger one, and of the last blast; the blast has so many times the dice.
BURST_FEET, BIGGER_FEET, BLAST_FEET, BLAST_TIMES = 5, 10, 30, 3


def around(table: Table, feet: int) -> list[str]:
    """Ids of everybody within so many feet whom the actor knows of and who is not dead."""
    known = others_known(table, table.actor)
    near = [who for who in known if feet_between(table, table.actor, who) <= feet]
    return [who for who in near if not table.sheet(who).has("dead")]


def _best(table: Table, kind: str) -> Arm | None:
    """The arm of a kind that hurts most."""
    return max((arm for arm in arms(table.me).values() if arm.kind == kind), key=lambda arm: arm.mean, default=None)


@dataclass(frozen=True, slots=True)
class SweepingAttack(AreaAttack):
    """Attack a foe and those beside it who are in reach, with a melee weapon, for 1 Stamina (D-3, LIN-032)."""

    name: ClassVar[str] = "feature.sweep"
    label: ClassVar[str] = "Sweeping Attack"
    feature: ClassVar[str] = SWEEP

    @classmethod
    def possible(cls, table: Table) -> None:
        uses.refuse_unused(table.me, cls.feature)
        free_to_act(table)
        if not [who for who in opponents(table, table.actor) if feet_between(table, table.actor, who) <= MELEE_RANGE]:
            raise NotNow("No foe is in reach. Move up to one first.")

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blows = self.aimed(table)
        pay_and_act(table, self.feature, self.more(blows))
        area_strike(table, dice, blows, trial)

    def aimed(self, table: Table) -> tuple[Trial, list[Blow]]:
        arm = _best(table, MELEE)
        chosen = replace(self, weapon=self.weapon or (arm.key if arm else ""))
        trial, blows = AreaAttack.aimed(chosen, table)
        if arms(table.me)[blows[0].arm].kind != MELEE:
            raise Refused("That is done with a melee weapon. Pick one.", "weapon")
        uses.refuse_unused(table.me, self.feature, self.more(blows))
        self.refuse_spread(table)
        return trial, blows

    def more(self, blows: list[Blow]) -> int:
        """Stamina beyond the price."""
        return uses.feature_named(self.feature).extra * len(blows)

    def refuse_spread(self, table: Table) -> None:
        """Refuse foes who do not stand beside the first one."""
        first, *others = self.targets
        for other in others:
            if feet_between(table, first, other) > MELEE_RANGE:
                raise Refused(f"{table.name(other)} does not stand beside {table.name(first)}.", "targets")


@dataclass(frozen=True, slots=True)
class SpinningLariat(SweepingAttack):
    """Attack every foe within 5 ft, for 1 Stamina and 1 more for each of them (D-3, LIN-032)."""

    name: ClassVar[str] = "feature.lariat"
    label: ClassVar[str] = "Spinning Lariat"
    feature: ClassVar[str] = LARIAT

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"targets": tuple(_foes_beside(table))}

    def refuse_spread(self, table: Table) -> None:
        if set(self.targets) != set(_foes_beside(table)):
            raise Refused("A lariat goes for every foe within 5 ft. Pick all of them, and nobody else.", "targets")


def _foes_beside(table: Table) -> list[str]:
    return [who for who in opponents(table, table.actor) if feet_between(table, table.actor, who) <= MELEE_RANGE]


@dataclass(frozen=True, slots=True)
class ElementalBurst(AreaAttack):
    """Attack everybody around with one's element, friends too: 5 ft, or 10 with a bigger burst (D-3, LIN-032)."""

    name: ClassVar[str] = "feature.burst"
    label: ClassVar[str] = "Elemental Burst"

    @classmethod
    def possible(cls, table: Table) -> None:
        uses.refuse_unused(table.me, BURST)
        free_to_act(table)
        if not around(table, burst_feet(table)):
            raise NotNow("Nobody is close enough for a burst. Move first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        near = around(table, burst_feet(table))
        held = tuple(Choice(arm.key, arm.name, arm.said) for arm in arms(table.me).values() if arm.kind == MAGIC)
        return {"targets": tuple(Choice(who, table.name(who)) for who in near), "weapon": held}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"targets": tuple(around(table, burst_feet(table)))}

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blows = self.aimed(table)
        pay_and_act(table, BURST)
        area_strike(table, dice, blows, trial)

    def aimed(self, table: Table) -> tuple[Trial, list[Blow]]:
        arm = _best(table, MAGIC)
        if arm is None:
            raise Refused("A burst takes an element. Train with one first.", "weapon")
        if set(self.targets) != set(around(table, burst_feet(table))):
            raise Refused("A burst spares nobody around: pick everybody who is close enough.", "targets")
        return AreaAttack.aimed(replace(self, weapon=self.weapon or arm.key), table)


def burst_feet(table: Table) -> int:
    return BIGGER_FEET if uses.has(table.me, BIGGER) else BURST_FEET


@dataclass(frozen=True, slots=True)
class PowerOverwhelming(Command):
    """End a Last Stand in a blast of 30 ft with three times the dice; a clash or a miss halves it; then die (D-3)."""

    name: ClassVar[str] = "feature.overwhelm"
    label: ClassVar[str] = "Power Overwhelming"
    place: ClassVar[Place] = Place.TURN
    has_odds: ClassVar[bool] = True

    @classmethod
    def possible(cls, table: Table) -> None:
        uses.refuse_unused(table.me, BLAST)
        if not table.me.has(LAST_STAND):
            raise NotNow("That is for a Last Stand.")
        own_turn(table)
        if not around(table, BLAST_FEET) or _best(table, MAGIC) is None:
            raise NotNow("Nobody is within 30 ft, or there is no element to let loose.")

    def odds(self, table: Table) -> Odds:
        _, blows = self._aimed(table)
        shown = blows[0].rolled()
        said = f"{mean(shown):.1f} damage on average to {len(blows)} within {BLAST_FEET} ft, and your death."
        return Odds(said, (), shown, "damage of a hit, before protection")

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blows = self._aimed(table)
        outcome = roll(table, dice, trial, self.name, gains=False)
        table.happen(Told((table.actor,), "{0} lets all power loose."))
        fell = throw_damage(table, dice, blows[0])
        for blow in blows:
            hits = against(table, trial, blow.target).verdict(outcome.face) == SUCCESS
            hurt_by(table, blow if hits else replace(blow, halves=blow.halves + 1), fell)
        die(table, table.actor, "power overwhelming")
        go_on(table, dice)

    def _aimed(self, table: Table) -> tuple[Trial, list[Blow]]:
        arm = _best(table, MAGIC)
        if arm is None:
            raise NotNow("There is no element to let loose.")
        near = around(table, BLAST_FEET)
        dice = "+".join([arm.damage] * BLAST_TIMES)
        blows = [blow_with(table.me, table.actor, who, replace(arm, damage=dice), purpose=self.name) for who in near]
        return area_trial(table, near, arm), blows
