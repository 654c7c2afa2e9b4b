"""The damage that hits buy: whether any is done, with how many dice, and how large they are (SDA-187)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.fight.ground import distance
from rules.engine.kernel.table import Table
from rules.systems.sda.core.person.gifts import figure
from rules.systems.sda.fight.advice.harm import cost_of_dice, harm
from rules.systems.sda.fight.base.arms import Arm
from rules.systems.sda.fight.base.ground import BANDS, band_at
from rules.systems.sda.fight.blows.exchange import ATTACKER_RATE, winning_arm
from rules.systems.sda.fight.moves.uses import stabs

Known = Mapping[str, Any]


def can_hurt(table: Table, known: Known, arm: Arm) -> bool:
    """Whether the loser is inside a band at which the weapon that scored does damage (SDA-187)."""
    return hurts_at(arm, distance(table, known["winner"], known["loser"]))


def hurts_at(arm: Arm, far: float) -> bool:
    """Whether a weapon does damage at a distance in metres."""
    band = band_at(far)
    return band in BANDS and arm.hurts_at(band)


def stabbing(table: Table, known: Known, kind: str) -> Arm:
    """The weapon that scored, with a larger damage die where a trait helps against the held (SDA-244; D-7)."""
    arm = winning_arm(table, known)
    if not stabs(table, known, kind or arm.types[0].type):
        return arm
    return replace(arm, damage=arm.damage + figure(table.sheet(known["winner"]), "stabs"))


def damage_dice(known: Known, hits: int) -> int:
    """Damage dice that hits buy, after the shield, at the rate of attacker or defender (C-39)."""
    return max(0, hits - int(known["shield"])) // int(known["rate"])


def boxes(table: Table, known: Known, kind: str, dice: int) -> float:
    """The mean cost of damage dice to the loser, past armour, in boxes (SDA-205, SDA-244)."""
    arm = stabbing(table, known, kind)
    meant = arm.type_named(kind) or arm.types[0]
    does = harm(table, known["winner"], known["loser"], arm, hurts=True, types=(meant,), attacks=False)
    if stabs(table, known, meant.type):
        does = replace(does, kinds=tuple([kind._replace(taken=meant.malus_mos) for kind in does.kinds]))
    return cost_of_dice(does, dice)


def because_of(known: Known) -> str:
    """The words that say why damage takes more hits than usual; empty where it does not."""
    reasons = []
    if known["shield"]:
        reasons.append(f"the shield stops {known['shield']}")
    if known["rate"] != ATTACKER_RATE:
        reasons.append(f"a defender needs {known['rate']} for each die")
    return f": {' and '.join(reasons)}" if reasons else ""


def type_malus(arm: Arm, name: str) -> int:
    """MoS that a type of damage loses by itself; of the first type, where the weapon has none of that name."""
    kind = arm.type_named(name) or arm.types[0]
    return kind.malus_mos
