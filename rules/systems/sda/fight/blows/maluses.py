"""The maluses of a blow, of the answer to it, and of a shot, each with its name.

Of blows: range, sides, lying down (SDA-171, SDA-177, SDA-182, SDA-226, SDA-261); of shots: distance, size, cover,
light, and lying on the ground (SDA-197 to SDA-199).
"""

from math import ceil

from rules.engine.fight import distance, quarters_covered
from rules.engine.forecast.state_cache import of_both
from rules.engine.kernel import Choice, Refused, Table
from rules.engine.page.blocks import Part
from rules.systems.sda.core.person import DICE, Side, figure, size_of
from rules.systems.sda.core.rolls import Pool, darkness_on, grip
from rules.systems.sda.fight.base import (
    FACING_MALUS,
    Arm,
    Missile,
    band_at,
    clumsy,
    facing_malus,
    melee_pool,
    side_of,
    used,
)
from rules.systems.sda.fight.moves import guard_malus, shielded

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
        found.append(Part("Not brawling in a grapple", str(cost), "SDA-234"))
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


def attack_pool(
    table: Table,
    who: str,
    target: str,
    arm: Arm,
    skill: str = "",
    attribute: str = "",
    bonus: int = 0,
    malus: int = 0,
    virtue: str = "",
    called: str = "",
    *,
    opportunity: bool = False,
) -> Pool:
    """The pool of a blow at somebody, with everything about them and between the two that hinders it."""
    hindered = malus + attack_malus(table, who, target, arm, opportunity=opportunity)
    return melee_pool(table, who, arm, skill, attribute, bonus, hindered, virtue, called)


def defence_pool(
    table: Table,
    who: str,
    attacker: str,
    arm: Arm,
    skill: str = "",
    attribute: str = "",
    bonus: int = 0,
    malus: int = 0,
    virtue: str = "",
    called: str = "",
) -> Pool:
    """The pool of an answer with a weapon to somebody's blow, with everything that hinders it."""
    hindered = malus + defence_malus(table, who, attacker, arm)
    return melee_pool(table, who, arm, skill, attribute, bonus, hindered, virtue, called)


def no_defence(table: Table, who: str, attacker: str, sides: int = DICE[0]) -> Side:
    """The side of somebody who makes no roll: their whole malus becomes dice for the attack (SDA-045)."""
    return Side(sides, 0, defence_malus(table, who, attacker, None))


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


#: MoS that a shot loses by the size of its target; below 0 where it gains some (SDA-197).
SIZE = {"micro": 2, "mini": 1, "small": 0, "medium": 0, "large": -1, "huge": -2, "colossal": -2}
#: MoS that an attack loses by the cover of its target; behind full cover nobody can be attacked (SDA-276, C-50).
#: Somebody who lies behind something may have more of it: the game master says how much there is (SDA-264).
COVER = {"none": 0, "quarter": 1, "half": 2, "three_quarters": 3}
FULL = "full"
COVER_CHOICES = (
    Choice("none", "None"),
    Choice("quarter", "A quarter", "−1"),
    Choice("half", "Half", "−2"),
    Choice("three_quarters", "Three quarters", "−3"),
    Choice(FULL, "Full", "cannot be attacked"),
)
#: Cover by the quarters that lines on the board leave out of sight.
_BY_QUARTERS = ("none", "quarter", "half", "three_quarters", FULL)
#: MoS that whatever depends on sight loses by the light (D-8).
LIGHT = {"light": 0, "low_light": 1, "darkness": 2}
LIGHT_CHOICES = (Choice("light", "Light"), Choice("low_light", "Low light", "−1"), Choice("darkness", "Dark", "−2"))
#: MoS that a shot from the ground loses, and dice that one with a crossbow or firearm gains instead (SDA-262, C-57).
LYING, LYING_WITH_CROSSBOW = 2, 1
#: MoS that a shot at somebody on the ground loses, and the factor by which each increment costs more (SDA-263).
AT_LYING, FARTHER = 1, 2


def cover_drawn(table: Table, who: str, target: str) -> str:
    """The cover that somebody has from a shot by what is drawn on the board (SDA-276)."""
    return _BY_QUARTERS[quarters_covered(table, who, target)]


def increments_passed(metres: float, increment: int) -> int:
    """The number of range increments passed on the way to a target, each of which costs 1 MoS (SDA-198).

    >>> [increments_passed(far, 5) for far in (1, 5, 5.5, 10, 12, 15, 20)]
    [0, 0, 1, 1, 2, 2, 3]
    """
    return max(0, ceil(metres / increment) - 1)


def lying_bonus(table: Table, who: str, missile: Missile) -> int:
    """Dice that a shot from the ground gains: 1 with a crossbow or firearm, otherwise 0 (SDA-262)."""
    return LYING_WITH_CROSSBOW if table.sheet(who).has("prone") and missile.for_crossbows else 0


def near_bonus(table: Table, who: str, target: str, missile: Missile) -> int:
    """Dice that a trait adds to a shot within half of the range increment; 0 beyond it (D-7)."""
    near = distance(table, who, target) <= missile.increment / 2
    return figure(table.sheet(who), "point_blank") if near else 0


def shot_maluses(table: Table, who: str, target: str, missile: Missile, cover: str, light: str) -> list[Part]:
    """The maluses of a shot in MoS, each with its name; below 0 where it is easier, refused in full cover (SDA-199)."""
    if cover == FULL:
        raise Refused(f"{table.name(target)} is in full cover. Move to a better position.", "cover")
    found = [*_distance(table, who, target, missile), *_bodies(table, who, target, missile)]
    found += _part("Cover", max(COVER[cover], shielded(table, target, who)), "SDA-276")
    found += guard_malus(table, target, who)
    found += _part("Their dodge roll", used(table, target).dodged, "SDA-250")
    found += _part("Not brawling in a grapple", clumsy(table.sheet(who), missile.arm), "SDA-234")
    bad = [LIGHT[light], *(LIGHT[state] for state in ("low_light", "darkness") if table.sheet(who).has(state))]
    return found + _part("Poor light", darkness_on(table.sheet(who), max(bad)), "")


def _distance(table: Table, who: str, target: str, missile: Missile) -> list[Part]:
    passed = increments_passed(distance(table, who, target), missile.increment)
    doubled = FARTHER if table.sheet(target).has("prone") else 1
    far = max(0, passed * doubled - figure(table.sheet(who), "distance"))
    clumsy_thing = max(0, missile.malus - figure(table.sheet(who), "throws"))
    found = _part(f"{missile.arm.name}, {missile.increment} m passed {passed} times", far, "SDA-198")
    return found + _part(missile.arm.name, clumsy_thing, "SDA-273")


def _bodies(table: Table, who: str, target: str, missile: Missile) -> list[Part]:
    theirs, size = table.sheet(target), size_of(table.sheet(target))
    found = _part(f"A {size} target", SIZE[size], "SDA-197")
    if theirs.has("prone"):
        found += _part("They lie on the ground", AT_LYING, "SDA-263")
    if table.sheet(who).has("prone") and not missile.for_crossbows:
        found += _part("On the ground", LYING, "SDA-262")
    return found


def _part(label: str, malus: int, rule: str) -> list[Part]:
    return [Part(label, str(malus), rule)] if malus else []
