"""Shields that hide their bearers, alone or in a wall (SDA-270, C-61; D-4)."""

from rules.engine.fight import allies, is_within
from rules.engine.kernel import NotNow, Sheet, Table
from rules.engine.page.blocks import Part
from rules.systems.sda.content.compendium import weapon_specials
from rules.systems.sda.core.person import guards
from rules.systems.sda.core.rolls import bearer
from rules.systems.sda.fight.base import BEHIND, HELD, WALL, is_out, side_of, weapon_of, wielded
from rules.systems.sda.fight.moves.holds import free_of_grapples

#: Metres within which the shields of a wall stand.
ARM_LENGTH = 2.0
#: MoS that an attack from in front of a wall loses, beside those by cover (SDA-270).
WALL_MALUS = 1


def can_hide(sheet: Sheet) -> bool:
    """Whether a shield is in hand that one can crouch behind."""
    return any("hide_behind" in weapon_of(item).specials for item in wielded(sheet).values())


def shielded(table: Table, who: str, attacker: str) -> int:
    """MoS that an attack from the front loses by a shield to hide behind, three quarters cover; otherwise 0 (D-4)."""
    if is_out(table.sheet(who)) or not (table.sheet(who).has(BEHIND) and side_of(table, who, attacker) == "front"):
        return 0
    return weapon_specials()["hide_behind"].figures["cover_malus_mos"]


def wall_of(table: Table, who: str) -> list[str]:
    """The ids of all in one shield wall with ``who``, from neighbour to neighbour; empty for one alone."""
    if not _in_place(table, who):
        return []
    wall, asked = [who], [who]
    while asked:
        at = asked.pop()
        near = [a for a in allies(table, who) if a not in wall and _in_place(table, a)]
        fresh = [other for other in near if is_within(table, at, other, ARM_LENGTH)]
        wall, asked = wall + fresh, asked + fresh
    return wall if len(wall) > 1 else []


def _in_place(table: Table, who: str) -> bool:
    sheet = table.sheet(who)
    return sheet.has(WALL) and can_hide(sheet) and not is_out(sheet)


def free_to_move(table: Table) -> None:
    """Refuse an actor who is held, whose mount is, or who stands in a wall, which moves as one (SDA-233, SDA-270)."""
    free_of_grapples(table)
    legs = (table.actor, bearer(table, table.actor))
    if any(table.sheet(one).has(condition) for one in legs for condition in HELD):
        raise NotNow("You are held and cannot move.")
    if wall_of(table, table.actor):
        raise NotNow("You are in a shield wall. Lower the shield to move alone.")


def guard_malus(table: Table, who: str, attacker: str) -> list[Part]:
    """The maluses of an attack by the target's wall of shields, from in front (SDA-270), and spells (D-9), by name."""
    by_spells = [Part(label, str(malus)) for label, malus in guards(table.sheet(who))]
    walled = wall_of(table, who) and side_of(table, who, attacker) == "front"
    return [Part("Shield wall", str(WALL_MALUS), "SDA-270"), *by_spells] if walled else by_spells
