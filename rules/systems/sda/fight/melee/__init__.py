"""Attacks hand to hand, the answers to them, and their worth."""

from rules.systems.sda.fight.melee.action_advice import SHARES, Action, Happening, Measure, Rest, with_dice
from rules.systems.sda.fight.melee.attack import (
    MeleeAttack,
    announce,
    bought_in_rage,
    gives_opening,
    high_ground,
    strike,
    unseen,
)
from rules.systems.sda.fight.melee.defence import MeleeDefend
from rules.systems.sda.fight.melee.dodging import let_dodge
