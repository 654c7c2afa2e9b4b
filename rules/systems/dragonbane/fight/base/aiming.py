"""The parts that every attack shares: targets, the roll with boons and banes, the blow (DRB-004, DRB-005, DRB-043)."""

from rules.engine.fight.disambiguation import told_apart
from rules.engine.fight.ground import bearing, place
from rules.engine.kernel.commands import Choice
from rules.engine.kernel.facts import ConditionEnded, Moved, Veiled
from rules.engine.kernel.table import Table
from rules.systems.dragonbane.content import fight_switches
from rules.systems.dragonbane.core.checks import Check, Source, check_for
from rules.systems.dragonbane.core.figures import damage_bonus
from rules.systems.dragonbane.fight.base.arms import Arm, as_type, skill_of
from rules.systems.dragonbane.fight.base.blow import Blow, one_die_more
from rules.systems.dragonbane.fight.base.ground import apart
from rules.systems.dragonbane.fight.base.state import IN_WAIT, SURPRISED, UNSEEN, is_able, lies, opponents

#: The most boons, or banes, that the game master adds by hand.
MOST_BY_HAND = 5
#: The boon of an attack on a target that is on the ground (D-4).
ON_THE_GROUND: tuple[Source, ...] = (("The target lies on the ground", 1),)


def picks(table: Table, listed: list[Arm]) -> dict[str, tuple[Choice, ...]]:
    """The choices of target, weapon and damage type for an attack with one of these weapons."""
    kinds = dict.fromkeys(kind for arm in listed for kind in arm.types)
    return {
        "target": targets(table),
        "weapon": tuple(Choice(arm.key, arm.name, arm.weapon.damage.upper()) for arm in listed),
        "as_type": tuple(Choice(kind, kind.capitalize()) for kind in kinds),
    }


def targets(table: Table) -> tuple[Choice, ...]:
    """The opponents, nearest first, with their distance."""
    far = {who: apart(table, table.actor, who) for who in opponents(table, table.actor)}
    return tuple(Choice(who, table.name(who), _far(table, who)) for who in sorted(far, key=lambda who: far[who]))


def called(table: Table, who: str) -> str:
    """The name of somebody, with the distance if several have that name."""
    return told_apart(table, who, _far)


def _far(table: Table, who: str) -> str:
    return f"{apart(table, table.actor, who):g} m"


def nearest(table: Table) -> str:
    """The nearest opponent who is still up, or the nearest at all."""
    known = opponents(table, table.actor)
    up = [who for who in known if is_able(table, who)]
    return min(up or known, key=lambda who: apart(table, table.actor, who))


def attack_check(
    table: Table,
    who: str,
    target: str,
    arm: Arm,
    boons: tuple[Source, ...] = (),
    banes: tuple[Source, ...] = (),
    *,
    shot: bool = False,
) -> Check:
    """The roll of an attack with every boon and bane by its source (DRB-004, DRB-005).

    ``shot`` says that the weapon is shot or thrown.
    """
    helps, hinders = list(boons), list(banes)
    if lies(table.sheet(target)) and fight_switches.PRONE_BOON.flag(table.house_rules):
        helps += ON_THE_GROUND
    if is_unseen(table, who, target, shot=shot):
        helps.append(("Not noticed", 1))
    if arm.is_damaged:
        hinders.append((f"{arm.name} is damaged", 1))
    return check_for(table, who, skill_of(table.sheet(who), arm), helps, hinders, weapon=arm.weapon)


def is_unseen(table: Table, who: str, target: str, *, shot: bool = False) -> bool:
    """Whether an attack surprises its target, as an ambush or after sneaking up (DRB-042 to DRB-044)."""
    sheet = table.sheet(who)
    if sheet.has(IN_WAIT) and table.sheet(target).has(SURPRISED):
        return True
    if not sheet.has(UNSEEN):
        return False
    sneaked = table.scene.memo.get(sneaked_up(who), {"upon": "", "melee": True})
    return sneaked["upon"] in ("", target) and (shot or sneaked["melee"])


def sneaked_up(who: str) -> str:
    """The memo's name for whom alone one sneaked ``upon`` (empty: upon all), and whether into ``melee`` (DRB-042)."""
    return f"sneaked.{who}"


def blow_with(table: Table, who: str, target: str, arm: Arm, kind: str = "", *, shot: bool = False) -> Blow:
    """The blow that a hit with that weapon would be: its dice, and those of the arm behind it (D-1, D-3)."""
    sneaks = is_unseen(table, who, target, shot=shot)
    subtle = sneaks and "subtle" in arm.weapon.features
    return Blow(
        by=who,
        target=target,
        name=arm.name,
        damage=arm.weapon.damage,
        bonus=damage_bonus(table.sheet(who), arm.weapon),
        item=arm.key,
        as_type=as_type(arm, kind),
        more=one_die_more(arm.weapon.damage) if subtle else "",
        parry=not sneaks,
        dodge=not sneaks,
        shot=shot,
    )


def face(table: Table, who: str, other: str) -> None:
    """Turn somebody to look at another."""
    stand = table.combatant(who)
    if place(table, who) == place(table, other):
        return
    facing = bearing(place(table, who), place(table, other))
    if facing != stand.facing:
        table.happen(Moved(who, stand.x, stand.y, facing, turns=True))


def show_oneself(table: Table, who: str) -> None:
    """End hiding, being unnoticed and lying in wait, as an attack does."""
    if table.combatant(who).hidden:
        table.happen(Veiled(who, False))
    sheet = table.sheet(who)
    table.happen(*(ConditionEnded(who, name) for name in (UNSEEN, IN_WAIT) if sheet.has(name)))
