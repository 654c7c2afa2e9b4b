"""Seven perilous stunts: dirty tricks, disarm, knockout, splinter shield, stunning blow, takedown; the eighth pushes.

GRM-101 to GRM-103, GRM-105 to GRM-107, GRM-012, GRM-054, GRM-056, GRM-088.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, Item, Refused, Said, Table, Told, pick, plainly
from rules.systems.grim.content.switches.fights import TAKEDOWN
from rules.systems.grim.content.switches.harm import KIDNEYS, STUNS
from rules.systems.grim.core import (
    PRONE,
    Known,
    begin,
    bonus,
    in_use,
    is_in,
    is_ruined,
    primary,
    qualities_of,
    resisted,
    ruin,
    throw_peril,
)
from rules.systems.grim.fight.actions.chokehold import ATHLETICS, KNOCKED_OUT
from rules.systems.grim.fight.actions.stunts import DEFENSELESS, Stunt, choices_of
from rules.systems.grim.fight.base import FLUNG, Arm, arm_named, arms, fling, used

COORDINATION, AWARENESS, GUILE, TOUGHNESS = "coordination", "awareness", "guile", "toughness"
BLINDED, DISARMED, STUNNED, HELPLESS = "blinded", "disarmed", "stunned", "helpless"
#: Dice of Peril of a knockout, to which the Brawn Bonus of who strikes is added (GRM-103).
KNOCK = "2d10"
#: The level of a stun that costs two action points.
DEEP = 2
#: The quality that keeps a thing in hand (GRM-054).
ARMING = "arming"


def befall(table: Table, who: str, state: str, by: str, told: str, level: int = 0) -> None:
    """Bring somebody into a state, and say so; {0} is who brings it."""
    begin(table, who, state, level, source=Said("{0}", (by,)))
    table.happen(Told((by, who), told))


@dataclass(frozen=True, slots=True)
class DirtyTricks(Stunt, name="stunt.dirty_tricks", label="Dirty tricks"):
    """Sand in the eyes or worse: whoever does not see it coming is blinded (GRM-101)."""

    skill: ClassVar[str] = GUILE
    resist: ClassVar[str] = AWARENESS
    brings: ClassVar[str] = BLINDED
    doing: ClassVar[str] = "tries a dirty trick on {1}"


@resisted(DirtyTricks.name)
def _blind(table: Table, dice: Dice, who: str, data: Known) -> None:
    befall(table, who, BLINDED, str(data["by"]), "{0} blinds {1}.")


@dataclass(frozen=True, slots=True)
class StunningBlow(Stunt, name="stunt.stunning_blow", label="Stunning blow"):
    """Knock the breath out of a foe, who begins turns with an action point less (GRM-106)."""

    skill: ClassVar[str] = ATHLETICS
    resist: ClassVar[str] = TOUGHNESS
    brings: ClassVar[str] = STUNNED
    doing: ClassVar[str] = "strikes to stun {1}"


@resisted(StunningBlow.name)
def _stun(table: Table, dice: Dice, who: str, data: Known) -> None:
    """Stun whoever did not resist; by a house rule Kidney Shot bites deeper (GRM-021)."""
    by = str(data["by"])
    deep = table.sheet(by).rank("talent", "kidney_shot") and STUNS.chosen(table.house_rules) == KIDNEYS
    befall(table, who, STUNNED, by, "{0} stuns {1}.", DEEP if deep else 0)


@dataclass(frozen=True, slots=True)
class Takedown(Stunt, name="stunt.takedown", label="Takedown"):
    """Throw a foe down: by Coordination, after a charge by Athletics, or as the house has it (GRM-107, C-06)."""

    skill: ClassVar[str] = COORDINATION
    resist: ClassVar[str] = COORDINATION
    brings: ClassVar[str] = PRONE
    doing: ClassVar[str] = "tries to throw {1} down"

    def tested(self, table: Table) -> str:
        as_written = TAKEDOWN.chosen(table.house_rules) == COORDINATION
        return COORDINATION if as_written != bool(used(table, "charge")) else ATHLETICS


@resisted(Takedown.name)
def throw_down(table: Table, dice: Dice, who: str, data: Known) -> None:
    """Throw somebody down (GRM-107)."""
    befall(table, who, PRONE, str(data["by"]), "{0} throws {1} to the ground.")


@dataclass(frozen=True, slots=True)
class Knockout(Stunt, name="stunt.knockout", label="Knockout!"):
    """Strike down a foe who is defenseless or helpless: unconscious for as many turns as your Brawn Bonus (GRM-103)."""

    skill: ClassVar[str] = ATHLETICS
    brings: ClassVar[str] = KNOCKED_OUT
    doing: ClassVar[str] = "tries to knock {1} out"

    def refuse(self, table: Table) -> None:
        Stunt.refuse(self, table)
        sheet = table.sheet(self.target)
        if not (is_in(sheet, DEFENSELESS) or is_in(sheet, HELPLESS)):
            raise Refused(f"{sheet.name} must be defenseless or helpless first. Try another stunt.", "target")


@resisted(Knockout.name)
def _knock_out(table: Table, dice: Dice, who: str, data: Known) -> None:
    by = str(data["by"])
    strength = bonus(table.sheet(by), "brawn")
    begin(table, who, KNOCKED_OUT, source=Said("{0}", (by,)), rounds=max(1, strength))
    table.happen(Told((by, who), "{0} knocks {1} out."))
    throw_peril(table, dice, who, KNOCK, "knocked out", plus=strength, by=by)


# -- what is in hand ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Disarm(Stunt, name="stunt.disarm", label="Disarm"):
    """Strike the weapon out of a foe's main hand, which is numb until their next turn (GRM-102, GRM-012, GRM-056)."""

    skill: ClassVar[str] = COORDINATION
    resist: ClassVar[str] = COORDINATION
    brings: ClassVar[str] = DISARMED
    doing: ClassVar[str] = "tries to disarm {1}"

    def refuse(self, table: Table) -> None:
        Stunt.refuse(self, table)
        theirs = table.sheet(self.target)
        if not primary(theirs) or theirs.items[primary(theirs)].kind != "weapon":
            raise Refused(f"{theirs.name} holds no weapon. Try another stunt.", "target")
        if ARMING in qualities_of(theirs.items[primary(theirs)]):
            raise Refused(f"{theirs.name} cannot be disarmed. Try another stunt.", "target")

    def hampers(self, table: Table) -> dict[str, int]:
        binds = [one for arm in arms(table.me).values() for one in arm.qualities if one.foe_disarm]
        return {one.name: one.foe_disarm for one in binds}


@resisted(Disarm.name)
def _disarm(table: Table, dice: Dice, who: str, data: Known) -> None:
    by = str(data["by"])
    name = plainly(fling(table, by, who))
    if name:
        befall(table, who, DISARMED, by, f"{{0}} strikes {name} out of {{1}}’s hand, {FLUNG} yards away.")


@dataclass(frozen=True, slots=True)
class SplinterShield(Stunt, name="stunt.splinter_shield", label="Splinter shield"):
    """Break a foe's shield with a weapon in both hands, by the skill of that weapon (GRM-105, GRM-088)."""

    skill: ClassVar[str] = ""
    resist: ClassVar[str] = TOUGHNESS
    doing: ClassVar[str] = "strikes at {1}’s shield"

    weapon: str = pick("Weapon", default="", help="Default: first two-handed weapon")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        held = _in_both_hands(table)
        chosen = {"weapon": tuple(Choice(arm.key, arm.name) for arm in held)}
        return {**choices_of(table), **chosen}

    def refuse(self, table: Table) -> None:
        Stunt.refuse(self, table)
        self._arm(table)
        if not shield_of(table, self.target):
            raise Refused(f"{table.name(self.target)} holds no shield that can break. Try another stunt.", "target")

    def tested(self, table: Table) -> str:
        return self._arm(table).weapon.skill

    def _arm(self, table: Table) -> Arm:
        held = _in_both_hands(table)
        if not held:
            raise Refused("This needs a two-handed melee weapon. Draw one first.", "weapon")
        return arm_named(table.me, self.weapon) if self.weapon else held[0]


def _in_both_hands(table: Table) -> list[Arm]:
    return [arm for arm in arms(table.me).values() if arm.is_melee and arm.both]


def shield_of(table: Table, who: str) -> str:
    """The key of a shield in use that is not ruined; empty without one."""
    held: Mapping[str, Item] = in_use(table.sheet(who), "shield")
    return next((key for key, item in held.items() if not is_ruined(item)), "")


@resisted(SplinterShield.name)
def _splinter(table: Table, dice: Dice, who: str, data: Known) -> None:
    key = shield_of(table, who)
    if key:
        table.happen(Told((str(data["by"]), who), "{0} breaks {1}’s shield."))
        ruin(table, who, key)
