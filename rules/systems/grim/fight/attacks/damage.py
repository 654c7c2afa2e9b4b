"""Damage that nothing averted: rolled, held against the threshold, suffered; and what a hit brings besides (GRM-125).

A splintered shield may take it all, for a Fortune Point (GRM-093).
"""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Dice,
    ItemLost,
    Judged,
    NotNow,
    Reply,
    Said,
    Table,
    Told,
    Weighing,
    amount,
    counted,
    end_conditions,
    plainly,
    throw,
)
from rules.engine.odds import Odds
from rules.systems.grim.content.switches.harm import HIT_LOCATIONS
from rules.systems.grim.core import (
    DAMAGE,
    FORTUNE,
    LAST_STEP,
    in_use,
    is_in_fight,
    is_ruined,
    level,
    moved,
    pay_fortune,
    qualities_of,
    refuse_without_fortune,
    steps_of,
    throw_fury,
    wounded,
)
from rules.systems.grim.fight.attacks.hits import TRAMPLE, after_hit
from rules.systems.grim.fight.base import LOCATION_SIDES, OPEN, WEAK_SIDES, Blow, location_of

SPLINTERED = "splintered"


def land(table: Table, dice: Dice, blow: Blow) -> None:
    """Let a hit land that nothing averted: roll its damage, and ask whoever can let a shield take it (GRM-125)."""
    if not is_in_fight(table, blow.target):
        return
    blow = _placed(table, dice, blow)
    if blow.harmless:
        table.happen(Judged(blow.attacker, "hit", 0, {"whom": blow.target}))
        _tell(table, blow)
        after_hit(table, dice, blow, 0)
        return
    total = roll_damage(table, dice, blow)
    shield = "" if blow.has(TRAMPLE) else splintering(table, blow.target)
    if shield and table.sheet(blow.target).now(FORTUNE) and steps_of(total, blow.against(table.sheet(blow.target))):
        title = Said(f"{{0}} does {total} damage: break your shield to stop it, for a Fortune Point?", (blow.attacker,))
        table.ask(blow.target, title, Splinter.name, Bear.name, **blow.known(), total=total)
    else:
        suffer(table, dice, blow, total)


def roll_damage(table: Table, dice: Dice, blow: Blow) -> int:
    """Roll the damage of a blow: Fury Dice and what is added to them (GRM-125, GRM-126)."""
    total = throw_fury(table, dice, blow.attacker, blow.fury, blow.explodes) + blow.plus
    if blow.extra:
        total += throw(table, dice, blow.attacker, "damage", amount(blow.extra))
    if blow.lessens:
        total -= throw(table, dice, blow.attacker, "weak blow", amount(f"1d{WEAK_SIDES}"))
    return max(0, total)


def _placed(table: Table, dice: Dice, blow: Blow) -> Blow:
    """The blow with the part of the body that it hits, if the house wants to know (GRM-052)."""
    if blow.location or not HIT_LOCATIONS.chosen(table.house_rules):
        return blow
    face = throw(table, dice, blow.attacker, "hit location", amount(f"1d{LOCATION_SIDES}"))
    return blow.but(location=location_of(face))


def suffer(table: Table, dice: Dice, blow: Blow, total: int) -> None:
    """Suffer a total of damage, with the injury that it may bring, and what a hit brings besides (D-2)."""
    sheet, least = table.sheet(blow.target), blow.against(table.sheet(blow.target))
    wound = blow.wound if not sheet.has(OPEN) else blow.but(sure=True).wound
    end_conditions(table, blow.target, OPEN)
    steps = steps_of(total, least)
    verdict = "wound" if steps else "unhurt"
    told: dict[str, int | str | None] = {"whom": blow.target, "damage": total, "threshold": least}
    if blow.location:
        told["location"] = blow.location
    table.happen(Judged(blow.attacker, verdict, steps, told, {"threshold": blow.target}))
    worse = moved(sheet, DAMAGE, steps)
    _tell(table, blow, f": {counted(worse, 'step', 'steps')} worse" if worse else "")
    wounded(table, dice, blow.target, steps, wound)
    after_hit(table, dice, blow, steps)


def _tell(table: Table, blow: Blow, how: str = "") -> None:
    where = f" in the {blow.location}" if blow.location else ""
    table.happen(Told((blow.attacker, blow.target), f"{{0}} hits {{1}}{where}{how}."))


def slay(table: Table, dice: Dice, blow: Blow) -> None:
    """Strike somebody helpless: dead, unless they are to be subdued or the weapon does no damage (GRM-013, C-17)."""
    if blow.harmless:
        land(table, dice, blow)
        return
    _tell(table, blow, ", who is helpless")
    left = LAST_STEP - level(table.sheet(blow.target), DAMAGE)
    wounded(table, dice, blow.target, left, blow.but(harmless=not blow.subdues).wound)
    after_hit(table, dice, blow, left)


# -- a shield that breaks ----------------------------------------------------------------------------------------------


def splintering(table: Table, who: str) -> str:
    """The key of a shield that may break in place of its bearer; empty without one (GRM-093)."""
    held = in_use(table.sheet(who), "shield").items()
    return next((key for key, item in held if SPLINTERED in qualities_of(item) and not is_ruined(item)), "")


def _waiting(table: Table, reply: Reply) -> tuple[Blow, int]:
    known = table.open_ask(reply.ask, reply.name).known
    return Blow.from_known(known), int(known["total"])


@dataclass(frozen=True, slots=True)
class Splinter(Reply, name="shield.splinter", label="Let it break"):
    """Let the shield break over the blow, for a Fortune Point: all damage is averted (GRM-093)."""

    throws_dice: ClassVar[bool] = False
    unasked: ClassVar[str] = "No hit for your shield to stop."

    @classmethod
    def possible(cls, table: Table) -> None:
        cls.waiting(table)
        refuse_without_fortune(table)
        if not splintering(table, table.actor):
            raise NotNow("You have no shield to break. Take the damage.")

    def odds(self, table: Table) -> Odds:
        _, total = _waiting(table, self)
        return Odds(f"{total} damage, all of it prevented.")

    def weighing(self, table: Table) -> Weighing:
        """The shield weighed against the steps that it saves."""
        return Weighing.of_one("steps", OF_SHIELDS, (0.0, -PRICE), SHARES, self.label)

    def perform(self, table: Table, dice: Dice) -> None:
        blow, _ = _waiting(table, self)
        table.answer(self.ask, self.name)
        pay_fortune(table, table.actor, "a shield breaks")
        key = splintering(table, table.actor)
        name = plainly(table.me.items[key].name)
        table.happen(ItemLost(table.actor, key), Told((table.actor,), f"{{0}}’s {name} breaks and stops the hit."))
        after_hit(table, dice, blow, 0)


@dataclass(frozen=True, slots=True)
class Bear(Reply, name="shield.keep", label="Take the damage"):
    """Bear the blow, and keep the shield."""

    unasked: ClassVar[str] = "No hit for your shield to stop."

    def odds(self, table: Table) -> Odds:
        blow, total = _waiting(table, self)
        steps = steps_of(total, blow.against(table.me))
        return Odds(f"{total} damage: {counted(steps, 'step', 'steps')} on the damage track.")

    def weighing(self, table: Table) -> Weighing:
        """The steps weighed that it costs."""
        blow, total = _waiting(table, self)
        lost = min(steps_of(total, blow.against(table.me)), LAST_STEP - level(table.me, DAMAGE))
        return Weighing.of_one("steps", OF_SHIELDS, (-float(lost), 0.0), SHARES, self.label)

    def perform(self, table: Table, dice: Dice) -> None:
        blow, total = _waiting(table, self)
        table.answer(self.ask, self.name)
        suffer(table, dice, blow, total)


#: The worth of a Fortune Point with a shield, in steps of the damage track.
PRICE = 1.0
OF_SHIELDS = "The steps on your damage track; a Fortune Point and the shield count as one."
SHARES = ("Steps", "Price")
