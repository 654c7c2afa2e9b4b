"""Attacks on several by features: a sweep, a lariat, a burst, and the blast that ends a Last Stand (D-3, LIN-032)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.content.switches import Switch
from rules.engine.fight import others_known
from rules.engine.kernel import Choice, Command, Dice, NotNow, Refused, Table, Told
from rules.engine.odds import Odds, mean
from rules.systems.fortune.content.feature_switches import (
    BLAST_PLAIN_HALF,
    BLAST_STAT,
    BURST_SPARES,
    LARIAT_SPARES,
)
from rules.systems.fortune.core import (
    DEAD,
    LAST_STAND,
    MAGIC,
    MELEE,
    SUCCESS,
    Arm,
    Trial,
    arms_of,
    die,
    go_on,
    has_feature,
    refuse_unused,
    roll,
)
from rules.systems.fortune.fight.actions.attacks import AttackingSeveral, held_arms
from rules.systems.fortune.fight.base import (
    Blow,
    blow_with,
    feet_between,
    hurt_by,
    is_near,
    opponents,
    own_turn,
    throw_damage,
)
from rules.systems.fortune.fight.exchange.attack_roll import against, attack_trial

BIGGER, BLAST = "elementalist_bigger_burst", "elementalist_power_overwhelming"
#: Feet of a burst, of a bigger one, and of the last blast; the blast has so many times the dice.
BURST_FEET, BIGGER_FEET, BLAST_FEET, BLAST_TIMES = 5, 10, 30, 3


def around(table: Table, feet: int) -> list[str]:
    """Ids of everybody within so many feet whom the actor knows of and who is not dead."""
    alive = (who for who in others_known(table, table.actor) if not table.sheet(who).has(DEAD))
    return [who for who in alive if feet_between(table, table.actor, who) <= feet]


def _best(table: Table, kind: str) -> Arm | None:
    """The arm of a kind that hurts most."""
    return max((arm for arm in arms_of(table).values() if arm.kind == kind), key=lambda arm: arm.mean, default=None)


@dataclass(frozen=True, slots=True)
class FeatureArea(AttackingSeveral):
    """An attack on several that a feature gives: its price is paid with the action (D-3, LIN-032).

    ``nobody`` refuses it without anybody within reach.
    """

    kind: ClassVar[str] = MELEE
    nobody: ClassVar[str] = "No foe in reach. Move closer first."

    @classmethod
    def refuse(cls, table: Table) -> None:
        if not cls.reached(table):
            raise NotNow(cls.nobody)

    @classmethod
    def reached(cls, table: Table) -> list[str]:
        """Ids of those who are close enough: the foes within 5 ft."""
        return [who for who in opponents(table, table.actor) if is_near(table, table.actor, who)]

    def aimed(self, table: Table) -> tuple[Trial, list[Blow]]:
        trial, blows = AttackingSeveral.aimed(self, table)
        refuse_unused(table.me, self.by_feature, self.more(blows))
        self.refuse_spread(table)
        return trial, blows

    def refuse_spread(self, table: Table) -> None:
        """Refuse targets whom the attack does not reach together."""


@dataclass(frozen=True, slots=True)
class SweepingAttack(FeatureArea, name="feature.sweep", label="Sweeping Attack"):
    """Attack a foe and those beside it who are in reach, with a melee weapon, for 1 Stamina (D-3, LIN-032)."""

    by_feature: ClassVar[str] = "knight_sweeping_attack"

    def refuse_spread(self, table: Table) -> None:
        first, *others = self.targets
        for other in others:
            if not is_near(table, first, other):
                raise Refused(f"{table.name(other)} is not next to {table.name(first)}.", "targets")


@dataclass(frozen=True, slots=True)
class WholeArea(FeatureArea):
    """An attack on everybody who is close enough; with the house rule ``spares`` one may leave some of them out."""

    spared: ClassVar[str] = ""
    spares: ClassVar[Switch | None] = None

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"targets": tuple(cls.reached(table))}

    def refuse_spread(self, table: Table) -> None:
        reached, picked = set(self.reached(table)), set(self.targets)
        if picked - reached or (reached - picked and not (self.spares and self.spares.flag(table.house_rules))):
            raise Refused(self.spared, "targets")


@dataclass(frozen=True, slots=True)
class SpinningLariat(WholeArea, name="feature.lariat", label="Spinning Lariat"):
    """Attack every foe within 5 ft, for 1 Stamina and 1 more for each of them (D-3, LIN-032)."""

    by_feature: ClassVar[str] = "brawler_spinning_lariat"
    spares: ClassVar[Switch | None] = LARIAT_SPARES
    spared: ClassVar[str] = "A lariat hits every foe within 5 ft. Choose all of them and nobody else."


@dataclass(frozen=True, slots=True)
class ElementalBurst(WholeArea, name="feature.burst", label="Elemental Burst"):
    """Attack everybody around with one's element, friends too: 5 ft, or 10 with a bigger burst (D-3, LIN-032)."""

    by_feature: ClassVar[str] = "elementalist_elemental_burst"
    kind: ClassVar[str] = MAGIC
    nobody: ClassVar[str] = "Nobody in range of a burst. Move first."
    spared: ClassVar[str] = "A burst hits everybody in range. Choose all of them."

    @classmethod
    def reached(cls, table: Table) -> list[str]:
        near = around(table, BIGGER_FEET if has_feature(table.me, BIGGER) else BURST_FEET)
        spared = BURST_SPARES.flag(table.house_rules)
        return [who for who in near if not spared or who in opponents(table, table.actor)]

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "targets": tuple(Choice(who, table.name(who)) for who in cls.reached(table)),
            "weapon": held_arms(table, MAGIC),
        }


@dataclass(frozen=True, slots=True)
class PowerOverwhelming(Command, name="feature.overwhelm", label="Power Overwhelming"):
    """End a Last Stand in a blast of 30 ft with three times the dice; a clash or a miss halves it; then die (D-3)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        refuse_unused(table.me, BLAST)
        if not table.me.has(LAST_STAND):
            raise NotNow("You can only do this in a Last Stand.")
        own_turn(table)
        if not around(table, BLAST_FEET) or _best(table, MAGIC) is None:
            raise NotNow("Nobody within 30 ft, or you have no element.")

    def odds(self, table: Table) -> Odds:
        _, blows = self._aimed(table)
        shown = blows[0].rolled()
        said = f"{mean(shown):.1f} damage on average to {len(blows)} within {BLAST_FEET} ft, and your death."
        return Odds(said, (), shown, "damage on a hit, before protection")

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blows = self._aimed(table)
        outcome = roll(table, dice, trial, self.name, gains=False)
        table.happen(Told((table.actor,), "{0} lets all power loose."))
        fell = throw_damage(table, dice, blows[0])
        missed = fell // BLAST_TIMES if BLAST_PLAIN_HALF.flag(table.house_rules) else fell
        for blow in blows:
            hits = against(table, trial, blow.target).verdict(outcome.face) == SUCCESS
            hurt_by(table, blow if hits else replace(blow, halves=blow.halves + 1), fell if hits else missed)
        die(table, table.actor, "power overwhelming")
        go_on(table, dice)

    def _aimed(self, table: Table) -> tuple[Trial, list[Blow]]:
        arm = _best(table, MAGIC)
        if arm is None:
            raise NotNow("You have no element to let loose.")
        near, plus = around(table, BLAST_FEET), arm.plus * (BLAST_TIMES if BLAST_STAT.flag(table.house_rules) else 1)
        blast = replace(arm, damage="+".join([arm.damage] * BLAST_TIMES), plus=plus)
        blows = [blow_with(table, table.actor, who, blast, purpose=self.name) for who in near]
        return attack_trial(table, arm, *near), blows
