"""Shooting and throwing: distances, what is loaded, smoke, and everybody in an area (GRM-037, GRM-038, GRM-048).

An area weapon hits everybody who is picked besides its target, as far as they stand in it (GRM-062, GRM-070, GRM-089,
GRM-090, GRM-092).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Any

from rules.engine.kernel import Choice, Dice, Item, ItemSet, NotNow, Refused, Table, counted, many
from rules.systems.grim.content.switches.fights import BANDS as BAND_RULE
from rules.systems.grim.content.switches.fights import THROWING
from rules.systems.grim.core import COVERED, FULL_COVER, LIES_AT, Trial, with_stats
from rules.systems.grim.fight.attacks.aims import Attack, blow_of, targets, trial_of
from rules.systems.grim.fight.attacks.exchange import strike
from rules.systems.grim.fight.attacks.mishaps import MISFIRED
from rules.systems.grim.fight.attacks.modifiers import Circumstances, cloud, refuse_smoke
from rules.systems.grim.fight.attacks.usual import usual
from rules.systems.grim.fight.base import (
    BANDS,
    Arm,
    Blow,
    engaged,
    mean_damage,
    middle,
    radius,
    ranged,
    short_distance,
    standing,
    yards_between,
)

#: Circles of areas, by the quality that has them.
CIRCLES = {"detonate": "burst", "gas": "burst", "smoke": "burst", "siege": "explosion"}
#: The cone of grapeshot: how long it is, and half as wide at both ends (GRM-089).
SHRAPNEL, CONE, NARROW, WIDE = "shrapnel", 16, 0.5, 2.5
#: Qualities of weapons that are fired while engaged (GRM-055, GRM-071).
CLOSE = ("gunpowder", "artillery")


def reaches(table: Table, arm: Arm) -> list[int]:
    """Yards of short, medium, long and extreme distance of a weapon; thrown ones know the first (C-04, D-8).

    By a house rule they know the others as well.
    """
    short = short_distance(table.me, arm)
    flies = arm.has("throwing") and THROWING.chosen(table.house_rules) == THROWING.default
    times = [1, *(int(one) for one in str(BAND_RULE.chosen(table.house_rules)).split(", "))]
    return [short] if flies else [short * one for one in times]


def band_of(table: Table, arm: Arm, far: int) -> str:
    """The band of a distance; refused beyond the last (GRM-048, GRM-094)."""
    most = reaches(table, arm)
    for band, yards in zip(BANDS, most, strict=False):
        if far <= yards:
            return band
    told = f"{far} yards away; the {arm.name.lower()} carries {most[-1]}"
    raise Refused(f"The target is {told}. Move closer, or pick another.", "target")


@dataclass(frozen=True, slots=True)
class RangedAttack(Attack, name="ranged.attack", label="Ranged attack"):
    """Shoot or throw: harder the further the target is, and not while engaged unless with gunpowder (GRM-037)."""

    others: tuple[str, ...] = many("Others in the area", help="For bursts and scatter")

    @classmethod
    def possible(cls, table: Table) -> None:
        Attack.possible.__func__(cls, table)  # type: ignore[attr-defined]
        if not ranged(table.me):
            raise NotNow("Nothing in hand to shoot or throw. Draw something, or strike.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            **Attack.choices.__func__(cls, table),  # type: ignore[attr-defined]
            **dict.fromkeys(("target", "others"), targets(table)),
        }

    @classmethod
    def arms(cls, table: Table) -> Sequence[Arm]:
        return ranged(table.me)

    @classmethod
    def best(cls, table: Table) -> Arm:
        return max(ranged(table.me), key=lambda arm: (_is_ready(arm), mean_damage(table.me, arm)))

    @classmethod
    def usual(cls, table: Table, whom: Sequence[str]) -> tuple[str, Arm]:
        held = sorted(ranged(table.me), key=lambda arm: (not _is_ready(arm), -mean_damage(table.me, arm)))
        return usual(table, whom, held, refuse_shot)

    @classmethod
    def preset_against(cls, table: Table, who: str) -> Mapping[str, Any]:
        _, arm = cls.usual(table, [who])
        if arm.has("throwing"):
            raise NotNow(f"The {arm.name.lower()} would leave your hand. Throw it on purpose, or strike.")
        return {"weapon": arm.key}

    @classmethod
    def missile(cls) -> bool:
        return True

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        arm = self.arm(table)
        refuse_shot(table, self.target, arm)
        band = band_of(table, arm, yards_between(table, table.actor, self.target))
        self.refuse_price(table, arm)
        for who in self.others:
            refuse_outside(table, self.target, who, arm)
        of: Circumstances = replace(self.circumstances(table), band=band)
        trial = trial_of(table, table.actor, self.target, arm, of)
        return trial, blow_of(table, self.target, arm, of, trial, purpose=self.name, grip=self.grip)

    def let_fly(self, table: Table, dice: Dice, blow: Blow, trial: Trial, chaos: int) -> None:
        let_go(table, self.target, self.arm(table))
        for kind in ("smoke", "gas"):
            if blow.has(kind):
                cloud(table, dice, kind, standing(table, self.target), radius(table, CIRCLES[kind]))
        besides = tuple(who for who in dict.fromkeys(self.others) if who != self.target)
        strike(table, dice, blow.but(besides=besides), trial, chaos=chaos)


def _is_ready(arm: Arm) -> bool:
    return not arm.needs_loading or arm.loaded > 0


def refuse_unready(table: Table, arm: Arm) -> None:
    """Refuse a weapon that is not loaded or has misfired, and one that cannot be fired while engaged (GRM-037)."""
    if not arm.weapon.is_ranged:
        raise Refused(f"The {arm.name.lower()} cannot be shot or thrown. Strike with it, or choose another.", "weapon")
    item = table.me.items.get(arm.key)
    if item is not None and item.stats.get(MISFIRED):
        raise Refused(f"The {arm.name.lower()} has misfired; repairs take an hour. Take another.", "weapon")
    if not _is_ready(arm):
        price = counted(arm.weapon.load, "Action Point", "Action Points")
        raise Refused(f"The {arm.name.lower()} is not loaded. Load it first, for {price}.", "weapon")
    foes = engaged(table, table.actor)
    if foes and not any(arm.has(one) for one in CLOSE):
        raise Refused("Engaged: only gunpowder and artillery can fire. Strike, or get away first.", "weapon")


def refuse_shot(table: Table, target: str, arm: Arm) -> None:
    """Refuse a weapon that cannot be fired now, and a target that it does not reach from here."""
    refuse_unready(table, arm)
    refuse_behind_cover(table, target)
    band = band_of(table, arm, yards_between(table, table.actor, target))
    if band != BANDS[0]:
        refuse_smoke(table, target)


def refuse_behind_cover(table: Table, target: str) -> None:
    """Refuse a target in full cover (GRM-028)."""
    held = table.sheet(target).conditions.get(COVERED)
    if held is not None and held.level >= FULL_COVER:
        raise Refused(f"{table.name(target)} is in full cover, and cannot be aimed at. Pick another target.", "target")


def let_go(table: Table, target: str, arm: Arm) -> None:
    """Use up a shot, or let what is thrown lie where its target stands."""
    item = table.me.items.get(arm.key)
    if item is None or arm.weapon.natural:
        return
    if arm.needs_loading:
        table.happen(ItemSet(table.actor, arm.key, with_stats(item, loaded=arm.loaded - 1 or None)))
    elif arm.is_thrown:
        _throw(table, target, arm.key, item)


def _throw(table: Table, target: str, key: str, item: Item) -> None:
    if item.count > 1:
        table.happen(ItemSet(table.actor, key, replace(item, count=item.count - 1)))
        return
    there = middle(standing(table, target))
    table.happen(ItemSet(table.actor, key, replace(with_stats(item, **{LIES_AT: list(there)}), in_use=False)))


def refuse_outside(table: Table, target: str, who: str, arm: Arm) -> None:
    """Refuse somebody who does not stand in the area of a weapon, or one that has none."""
    circle = next((circle for key, circle in CIRCLES.items() if arm.has(key)), "")
    if not circle and not arm.has(SHRAPNEL):
        raise Refused(f"The {arm.name.lower()} hits only one target. Leave the others out.", "others")
    near = bool(circle) and yards_between(table, target, who) <= radius(table, circle)
    if not (in_cone(table, target, who) if arm.has(SHRAPNEL) else near):
        raise Refused(f"{table.name(who)} is outside the area. Leave them out.", "others")


def in_cone(table: Table, target: str, who: str) -> bool:
    """Whether somebody stands in the cone of a shot: 16 yards long, from one yard wide to five (GRM-089)."""
    here, aim, there = (middle(standing(table, one)) for one in (table.actor, target, who))
    ahead = hypot(aim[0] - here[0], aim[1] - here[1])
    if not ahead:
        return False
    east, north = (aim[0] - here[0]) / ahead, (aim[1] - here[1]) / ahead
    along = (there[0] - here[0]) * east + (there[1] - here[1]) * north
    aside = abs((there[0] - here[0]) * north - (there[1] - here[1]) * east)
    return 0 < along <= CONE and aside <= NARROW + (WIDE - NARROW) * along / CONE
