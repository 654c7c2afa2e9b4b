"""Attacks with the whip: it trips, and goes together with another weapon (D-3)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import Dice, NotNow, Refused, Table
from rules.systems.fortune.core import Step, Trial, arm_named, arms, begin_status, is_step, size_of
from rules.systems.fortune.fight.actions.attacks import Attacking, arm_for
from rules.systems.fortune.fight.base import PRONE, Blow, free_to_act, takes_part
from rules.systems.fortune.fight.features import uses
from rules.systems.fortune.fight.features.attacks import FeatureAttack, TwinAttack

YOINK, BALANCED = "maverick_yoink", "maverick_balanced_fighter"
WHIPS = "whips"


@dataclass(frozen=True, slots=True)
class Yoink(FeatureAttack):
    """Trip a foe with the whip: a hit throws it down, a clash does half the damage (D-3)."""

    name: ClassVar[str] = "feature.yoink"
    label: ClassVar[str] = "Yoink"
    feature: ClassVar[str] = YOINK

    @classmethod
    def possible(cls, table: Table) -> None:
        uses.refuse_unused(table.me, YOINK)
        free_to_act(table)
        if not _whip(table):
            raise NotNow("Yoink takes a whip in hand.")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {**Attacking.preset(table), "weapon": _whip(table)}

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        chosen = replace(self, weapon=self.weapon or _whip(table))
        if arm_named(table.me, chosen.weapon).group != WHIPS:
            raise Refused("Yoink is done with a whip. Pick the whip.", "weapon")
        trial, blow = Attacking.aimed(chosen, table)
        return trial, replace(blow, after=("yoinked",), softer=1)


def _whip(table: Table) -> str:
    """The key of a whip in hand; empty without one."""
    return next((key for key, arm in arms(table.me).items() if arm.group == WHIPS), "")


@is_step("yoinked")
def yoinked(table: Table, dice: Dice, step: Step) -> None:
    """Throw whoever was hit down, up to a size above; after a clash the next attack on them has Favor (D-3)."""
    blow = Blow.from_known(step["blow"])
    if not takes_part(table, blow.target):
        return
    if blow.clashed:
        begin_status(table, blow.target, "exposed", rounds=1)
    elif size_of(table.sheet(blow.target)) - size_of(table.sheet(blow.attacker)) <= 1:
        begin_status(table, blow.target, PRONE)


@dataclass(frozen=True, slots=True)
class BalancedAttack(TwinAttack):
    """Attack two different foes, one with the whip and one with the other weapon, for 1 Stamina (D-3)."""

    name: ClassVar[str] = "feature.balanced"
    label: ClassVar[str] = "Balanced Fighter"
    feature: ClassVar[str] = BALANCED

    def second_arm(self, table: Table) -> str:
        """The key of the whip, with which the second attack is made; refused without one, or against the same foe."""
        whip = _whip(table)
        if not whip:
            raise Refused("The second attack is made with a whip. Take one in hand.", "second")
        if self.second == self.target:
            raise Refused("Whip and weapon go for two different foes. Pick another one.", "second")
        if arm_for(table, self.target, self.weapon).group == WHIPS:
            raise Refused("The first attack is made with the other weapon. Pick that.", "weapon")
        return arm_for(table, self.second, whip, "second").key
