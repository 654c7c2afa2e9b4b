"""Riders and mounts in a fight, and what they mean to everybody else (SDA-118, SDA-253, SDA-257 to SDA-259).

A rider bears the condition ``mounted``, whose source is the mount. Both stand on one spot: where one of them goes, the
other goes too. A mount that is ridden has no rung on the ladder; it acts on that of its rider.
"""

from rules.engine.fight import allies
from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Joined, Moved, NotNow, Sheet, Table
from rules.engine.page.blocks import Part
from rules.systems.sda.content.skills import GROUPS, SKILLS
from rules.systems.sda.core.person import is_beast, whisper_to
from rules.systems.sda.core.rolls.burden import MOUNTED
from rules.systems.sda.core.rolls.pool import Pool, rank_of

#: Hits that every control effect of somebody on foot takes more against a rider (SDA-259).
OUT_OF_REACH = 1
#: The group of skills of which a rank in any makes a mount fit for battle (D-10).
_BATTLE = "melee_combat"


def mount_of(table: Table, who: str) -> str:
    """The id of the animal that carries somebody in this fight; "" for somebody on their own feet."""
    if not table.entangled:
        return ""
    riding = table.sheet(who).conditions.get(MOUNTED)
    if riding is None or table.encounter is None or riding.source not in table.encounter.combatants:
        return ""
    return str(riding.source)


def rider_of(table: Table, mount: str) -> str:
    """The id of the rider of that animal in this fight; "" if nobody rides it."""
    if not table.entangled:
        return ""
    there = table.encounter.combatants if table.encounter else {}
    return next((who for who in there if who != mount and mount_of(table, who) == mount), "")


def other_of(table: Table, who: str) -> str:
    """The id of a rider's mount, or of a mount's rider; "" for everybody else."""
    return mount_of(table, who) or rider_of(table, who)


def bearer(table: Table, who: str) -> str:
    """The id of the one on whose legs somebody moves: a rider on the mount's (SDA-118, SDA-251)."""
    return mount_of(table, who) or who


def is_on_foot(table: Table, who: str) -> bool:
    """Whether somebody neither rides nor is ridden."""
    return not other_of(table, who)


def gentled(table: Table, pool: Pool) -> Pool:
    """The pool of riding, which counts twice for a rider with a trait to which the mount listens (D-7)."""
    mount = mount_of(table, pool.who)
    trait = whisper_to(table.sheet(pool.who), table.sheet(mount)) if mount else ""
    return pool.counting_twice([Part(trait, "MoS count twice")] if trait else [])


def lent(table: Table, who: str) -> int:
    """Dice that a mount's own ranks of riding give its rider; 0 without a mount (SDA-109)."""
    mount = mount_of(table, who)
    return rank_of(table.sheet(mount), SKILLS["riding"]) if mount and is_mount(table.sheet(mount)) else 0


def is_trained(sheet: Sheet) -> bool:
    """Whether an animal has a rank of riding, and so is used to a rider (SDA-118)."""
    return rank_of(sheet, SKILLS["riding"]) > 0


@of_sheet("ranks")
def is_mount(sheet: Sheet) -> bool:
    """Whether a sheet is of a beast that is used to a rider; people with riding are riders (SDA-118, D-7)."""
    return is_trained(sheet) and is_beast(sheet)


def stands_aside(table: Table, who: str) -> bool:
    """Whether a mount that nobody rides leaves the fight to the people on its side; by itself a herd fights (D-12)."""
    if not is_mount(table.sheet(who)) or not is_on_foot(table, who):
        return False
    return any(not is_mount(table.sheet(other)) for other in allies(table, who))


def knows_battle(sheet: Sheet) -> bool:
    """Whether an animal has a rank in melee, and so is trained for combat and does not shy (SDA-252, D-10)."""
    return any(rank_of(sheet, SKILLS[skill]) for skill in GROUPS[_BATTLE].skills)


def refuse_riders(table: Table, sentence: str) -> None:
    """Refuse a rider with a sentence, for what nobody does in the saddle (SDA-257)."""
    if mount_of(table, table.actor):
        raise NotNow(sentence)


# -- riders and others -----------------------------------------------------------------------------------------------


def is_above(table: Table, who: str, other: str) -> bool:
    """Whether somebody is on high ground as a rider against somebody on foot (SDA-258)."""
    return bool(mount_of(table, who)) and is_on_foot(table, other)


def extra_hits(table: Table, by: str, on: str) -> int:
    """Hits that each control effect takes more: 1 for somebody on foot against a rider, otherwise 0 (SDA-259)."""
    return OUT_OF_REACH if mount_of(table, on) and is_on_foot(table, by) else 0


def may_be_choked(table: Table, by: str, who: str) -> bool:
    """Whether one may choke the other: not a rider from the ground (SDA-259)."""
    return not extra_hits(table, by, who)


# -- where they are --------------------------------------------------------------------------------------------------


def carry(table: Table, who: str) -> None:
    """Move the rider or mount of somebody to where they stand."""
    other, stands = other_of(table, who), table.combatant(who)
    if not other:
        return
    there = table.combatant(other)
    if (there.x, there.y) != (stands.x, stands.y):
        table.happen(Moved(other, stands.x, stands.y, stands.facing))


def keep_together(table: Table) -> None:
    """Move riders and mounts together after any command that moved one of them, even by the game master's hand."""
    if table.encounter is None:
        return
    for fact in list(table.facts):
        if isinstance(fact, Joined | Moved) and fact.who in table.encounter.combatants:
            carry(table, fact.who)
