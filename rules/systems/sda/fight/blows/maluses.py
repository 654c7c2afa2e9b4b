"""The maluses of a blow and of the answer to it, each with its name (SDA-171, SDA-177, SDA-182, SDA-226, SDA-261)."""

from rules.engine.fight.ground import distance
from rules.engine.forecast.state_cache import of_both
from rules.engine.kernel.table import Table
from rules.engine.page.blocks import Part
from rules.systems.sda.core.person.gifts import figure
from rules.systems.sda.core.rolls.burden import grip
from rules.systems.sda.fight.base.armour import facing_malus
from rules.systems.sda.fight.base.arms import Arm, clumsy
from rules.systems.sda.fight.base.ground import FACING_MALUS, band_at, side_of
from rules.systems.sda.fight.moves.shields import guard_malus, shielded

#: MoS lost on the ground against somebody who stands (SDA-261, C-56).
PRONE_MALUS = 2
#: MoS lost in striking at an opening on one's own flank (SDA-226).
SIDEWAYS_MALUS = 1


def attack_maluses(table: Table, who: str, target: str, arm: Arm, *, opportunity: bool = False) -> list[Part]:
    """The maluses of an attack in MoS, each with its name; ``opportunity`` if it is one of opportunity."""
    found = _at_band(table, who, target, arm) + _lying(table, who, target)
    if opportunity and side_of(table, who, target) == "flank":
        found.append(Part("On your flank", str(SIDEWAYS_MALUS), "SDA-226"))
    if cost := clumsy(table.sheet(who), arm):
        found.append(Part("No brawling, in a grapple", str(cost), "SDA-234"))
    if cover := shielded(table, target, who):
        found.append(Part("Behind a shield", str(cover), "SDA-276"))
    return found + guard_malus(table, target, who)


def defence_maluses(table: Table, who: str, attacker: str, arm: Arm | None) -> list[Part]:
    """The maluses of a defence in MoS, each with its name; without an ``arm``, those of somebody who makes no roll."""
    found = _at_band(table, who, attacker, arm) if arm else []
    if arm is None and (held := grip(table.sheet(who))):
        found.append(Part("Held", str(held), "SDA-233"))
    return found + posture(table, who, attacker)


def posture(table: Table, who: str, attacker: str) -> list[Part]:
    """The maluses of a defence with any weapon: lying down, and an attacker on the flank or in the rear."""
    found = _lying(table, who, attacker)
    side = side_of(table, who, attacker)
    if side != "front":
        eyes = figure(table.sheet(who), side)
        cost = max(0, FACING_MALUS[side] - eyes) + facing_malus(table.sheet(who))
        found.append(Part(f"Attacked from the {side}", str(cost), "SDA-182"))
    return found


@of_both("conditions", "items", "memo")
def attack_malus(table: Table, who: str, target: str, arm: Arm, *, opportunity: bool = False) -> int:
    """MoS that an attack loses by all its maluses together."""
    return malus_of(attack_maluses(table, who, target, arm, opportunity=opportunity))


@of_both("conditions", "items", "memo")
def defence_malus(table: Table, who: str, attacker: str, arm: Arm | None) -> int:
    """MoS that a defence loses by all its maluses together."""
    return malus_of(defence_maluses(table, who, attacker, arm))


@of_both("conditions", "items")
def posture_malus(table: Table, who: str, attacker: str) -> int:
    """MoS that a defence with any weapon loses by lying down and by the attacker's side."""
    return malus_of(posture(table, who, attacker))


def _at_band(table: Table, who: str, other: str, arm: Arm) -> list[Part]:
    band = band_at(distance(table, who, other))
    off = arm.malus_at(band)
    return [Part(f"{arm.name} at {band} range", str(off), "SDA-171")] if off else []


def _lying(table: Table, who: str, other: str) -> list[Part]:
    if table.sheet(who).has("prone") and not table.sheet(other).has("prone"):
        return [Part("On the ground", str(PRONE_MALUS), "SDA-261")]
    return []


def malus_of(parts: list[Part]) -> int:
    return sum(int(part.value) for part in parts)
