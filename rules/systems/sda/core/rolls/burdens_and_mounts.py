"""Burdens and mounts: the load that somebody carries, riders with it, and how fast they are; riders in a fight."""

from collections.abc import Mapping

from rules.engine.fight import allies
from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Joined, Json, Moved, NotNow, Sheet, Table
from rules.engine.page.blocks import Part
from rules.systems.sda.content.house_rules.general import AS_SAID, ENCUMBRANCE, RIDER
from rules.systems.sda.content.skills import GROUPS, SKILLS
from rules.systems.sda.core.person import BODY, SIZES, carried, carrying_limit, is_beast, speed_of, whisper_to
from rules.systems.sda.core.rolls.pool import Pool
from rules.systems.sda.core.rolls.ranks import rank_of

#: The attributes that a burden weighs on.
BODILY = ("strength", "agility")
#: Loads as the times of the limit that each reaches, and the dice that it costs; beyond the last none are left.
LOADS = ((1.0, 0), (1.5, 1), (2.0, 2))
#: Metres per round of whoever is loaded beyond twice their limit.
CRAWL = 2


@of_sheet("kind", "ranks", "items")
def load(sheet: Sheet, house: Mapping[str, Json] = AS_SAID, on_back: float = 0.0) -> float:
    """The load, riders (``on_back``) with it, as a share of the limit up to which no dice are lost."""
    limit = carrying_limit(sheet)
    return (carried(sheet, house) + on_back) / limit if limit else 0.0


def dice_lost(sheet: Sheet, house: Mapping[str, Json] = AS_SAID, on_back: float = 0.0) -> int | None:
    """The dice that a burden costs, if burdens cost any at this table; ``None`` where it leaves none."""
    if not ENCUMBRANCE.flag(house):
        return 0
    borne = load(sheet, house, on_back)
    return next((dice for most, dice in LOADS if borne <= most), None)


def pace(
    sheet: Sheet, house: Mapping[str, Json] = AS_SAID, *, unburdened: float | None = None, on_back: float = 0.0
) -> float:
    """Metres per round under the load: half under a heavy one, :data:`CRAWL` at most under a heavier one.

    ``unburdened`` is the pace without any load, the speed on foot if it is None.
    """
    full = speed_of(sheet) if unburdened is None else unburdened
    lost = dice_lost(sheet, house, on_back)
    if lost is None:
        return min(CRAWL, full)
    return full / 2 if lost > 1 else full


MOUNTED = "mounted"


def on_the_back(table: Table, mount: str) -> float:
    """The encumbrance of all who ride on ``mount``: their own bodies, and all that they carry."""
    if not table.entangled:
        return 0.0
    return sum(_weight(table, who) for who in _about(table) if _rides(table, who, mount))


def _about(table: Table) -> tuple[str, ...]:
    """The ids of those who may ride on somebody: all in an encounter, out of one the actor alone."""
    if table.encounter is not None:
        return tuple(table.encounter.combatants)
    return (table.actor,) if table.actor in table.sheets else ()


def _rides(table: Table, who: str, mount: str) -> bool:
    held = table.sheet(who).conditions.get(MOUNTED)
    return who != mount and held is not None and held.source == mount


def _weight(table: Table, who: str) -> float:
    sheet = table.sheet(who)
    return body_weight(sheet, RIDER.number(table.house_rules)) + carried(sheet, table.house_rules)


def body_weight(sheet: Sheet, medium: int) -> float:
    """The encumbrance of a body on another's back: twice as much for each size above medium, half for each below.

    >>> [body_weight(Sheet("", ranks={BODY: {"size": size}}), 20) for size in (2, 3, 4)]
    [10.0, 20.0, 40.0]
    """
    return medium * 2.0 ** (sheet.rank(BODY, "size") - SIZES.index("medium"))


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
