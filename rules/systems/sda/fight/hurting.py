"""The damage that hits are good for: whether any is done, with how many dice, and how large they are (SDA-187)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.ground import distance
from rules.engine.table import Table
from rules.systems.sda.fight.arms import Arm
from rules.systems.sda.fight.exchange import ATTACKER_RATE, winning_arm
from rules.systems.sda.fight.grappling.uses import stabs
from rules.systems.sda.fight.ground import BANDS, band_at
from rules.systems.sda.fight.weighing.harm import cost_of_dice, harm
from rules.systems.sda.gifts import figure

Known = Mapping[str, Any]


def can_hurt(table: Table, known: Known, arm: Arm) -> bool:
    """Damage needs the victim inside the band of the weapon that scored (SDA-187)."""
    return hurts_at(arm, distance(table, known["winner"], known["loser"]))


def hurts_at(arm: Arm, far: float) -> bool:
    """Whether a weapon does damage so far away."""
    band = band_at(far)
    return band in BANDS and arm.hurts_at(band)


def stabbing(table: Table, known: Known, kind: str) -> Arm:
    """The weapon that scored; on whoever is held some know where to put a blade, for a larger die (SDA-244; D-7)."""
    arm = winning_arm(table, known)
    if not stabs(table, known, kind or arm.types[0].type):
        return arm
    return replace(arm, damage=arm.damage + figure(table.sheet(known["winner"]), "stabs"))


def damage_dice(known: Known, hits: int) -> int:
    """Dice for so many hits, after the shield, at the rate of attacker or defender (C-39)."""
    return max(0, hits - int(known["shield"])) // int(known["rate"])


def boxes(table: Table, known: Known, kind: str, dice: int) -> float:
    """The cost of so many damage dice on average, past the armour, in boxes (SDA-205, SDA-244)."""
    arm = stabbing(table, known, kind)
    meant = arm.type_named(kind) or arm.types[0]
    does = harm(table, known["winner"], known["loser"], arm, hurts=True, types=(meant,), attacks=False)
    if stabs(table, known, meant.type):
        does = replace(does, kinds=tuple([kind._replace(taken=meant.malus_mos) for kind in does.kinds]))
    return cost_of_dice(does, dice)


def because_of(known: Known) -> str:
    """Why damage takes more hits here than elsewhere."""
    reasons = []
    if known["shield"]:
        reasons.append(f"the shield stops {known['shield']}")
    if known["rate"] != ATTACKER_RATE:
        reasons.append(f"a defender needs {known['rate']} for each die")
    return f": {' and '.join(reasons)}" if reasons else ""


def type_malus(arm: Arm, name: str) -> int:
    """What a type of damage takes off its own dice."""
    kind = arm.type_named(name) or arm.types[0]
    return kind.malus_mos
