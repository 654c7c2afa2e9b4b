"""Who rides whom in a fight, and what that means to everybody else (SDA-118, SDA-253, SDA-257 to SDA-259).

A rider bears the condition ``mounted``, whose source is the mount. Both stand on one spot: where one of them goes, the
other goes too. A mount that is ridden has no rung on the ladder; it acts on that of its rider.
"""

from rules.engine.facts import Joined, Moved
from rules.engine.known import of_sheet
from rules.engine.page import Part
from rules.engine.refusals import NotNow
from rules.engine.sheets import Sheet
from rules.engine.table import Table
from rules.engine.turns import allies
from rules.systems.sda import saddle
from rules.systems.sda.gifts import is_beast, whisper_to
from rules.systems.sda.pools import Pool, rank_of
from rules.systems.sda.skills import GROUPS, SKILLS

MOUNTED = saddle.MOUNTED
#: What every control effect of somebody on foot costs more against a rider (SDA-259).
OUT_OF_REACH = 1
#: Ranks in any of these skills make a mount fit for battle (D-10).
_BATTLE = "melee_combat"


def mount_of(table: Table, who: str) -> str:
    """The animal that carries somebody in this fight; "" for whoever stands on their own feet."""
    if not table.entangled:
        return ""
    riding = table.sheet(who).conditions.get(MOUNTED)
    if riding is None or table.encounter is None or riding.source not in table.encounter.combatants:
        return ""
    return riding.source


def rider_of(table: Table, mount: str) -> str:
    """Whoever rides that animal in this fight; "" if nobody does."""
    if not table.entangled:
        return ""
    there = table.encounter.combatants if table.encounter else {}
    return next((who for who in there if who != mount and mount_of(table, who) == mount), "")


def other_of(table: Table, who: str) -> str:
    """The mount of a rider, or the rider of a mount; "" for everybody else."""
    return mount_of(table, who) or rider_of(table, who)


def bearer(table: Table, who: str) -> str:
    """On whose legs somebody moves: a rider on those of the mount (SDA-118, SDA-251)."""
    return mount_of(table, who) or who


def is_on_foot(table: Table, who: str) -> bool:
    """Whether somebody neither rides nor is ridden."""
    return not other_of(table, who)


def gentled(table: Table, pool: Pool) -> Pool:
    """The riding of somebody to whom beasts listen, as it counts with the one that carries them (D-7)."""
    mount = mount_of(table, pool.who)
    trait = whisper_to(table.sheet(pool.who), table.sheet(mount)) if mount else ""
    return pool.counting_twice([Part(trait, "what it scores counts twice")] if trait else [])


def lent(table: Table, who: str) -> int:
    """The mount's own ranks of riding, which are dice for its rider (SDA-109)."""
    mount = mount_of(table, who)
    return rank_of(table.sheet(mount), SKILLS["riding"]) if mount and is_mount(table.sheet(mount)) else 0


def is_trained(sheet: Sheet) -> bool:
    """An animal with a rank of riding is used to a rider (SDA-118)."""
    return rank_of(sheet, SKILLS["riding"]) > 0


@of_sheet("ranks")
def is_mount(sheet: Sheet) -> bool:
    """A beast of little wit that is used to a rider; people may be good riders themselves (SDA-118, D-7)."""
    return is_trained(sheet) and is_beast(sheet)


def stands_aside(table: Table, who: str) -> bool:
    """Whether a mount that nobody rides leaves the fight to the people on its side; by itself a herd fights (D-12)."""
    if not is_mount(table.sheet(who)) or not is_on_foot(table, who):
        return False
    return any(not is_mount(table.sheet(other)) for other in allies(table, who))


def knows_battle(sheet: Sheet) -> bool:
    """An animal with a rank in melee is trained for combat, and does not shy (SDA-252, D-10)."""
    return any(rank_of(sheet, SKILLS[skill]) for skill in GROUPS[_BATTLE].skills)


def refuse_riders(table: Table, sentence: str) -> None:
    """Refuse what nobody does in the saddle (SDA-257)."""
    if mount_of(table, table.actor):
        raise NotNow(sentence)


# -- what it means to others -----------------------------------------------------------------------------------------


def is_above(table: Table, who: str, other: str) -> bool:
    """A rider is on high ground against whoever is on foot (SDA-258)."""
    return bool(mount_of(table, who)) and is_on_foot(table, other)


def extra_hits(table: Table, by: str, on: str) -> int:
    """What each control effect costs more: somebody on foot does not get at a rider so easily (SDA-259)."""
    return OUT_OF_REACH if mount_of(table, on) and is_on_foot(table, by) else 0


def may_be_choked(table: Table, by: str, who: str) -> bool:
    """Nobody on foot chokes a rider (SDA-259)."""
    return not extra_hits(table, by, who)


# -- where they are --------------------------------------------------------------------------------------------------


def carry(table: Table, who: str) -> None:
    """Whoever rides, or is ridden, goes along."""
    other, stands = other_of(table, who), table.combatant(who)
    if not other:
        return
    there = table.combatant(other)
    if (there.x, there.y) != (stands.x, stands.y):
        table.happen(Moved(other, stands.x, stands.y, stands.facing))


def keep_together(table: Table) -> None:
    """After whatever moved one of two, the other is there too; a game master may have put one of them down."""
    if table.encounter is None:
        return
    for fact in list(table.facts):
        if isinstance(fact, Joined | Moved) and fact.who in table.encounter.combatants:
            carry(table, fact.who)
