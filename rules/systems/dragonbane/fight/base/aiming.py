"""The parts that every attack shares: targets, the roll, the blow, abilities that help it.

DRB-004 and DRB-005 (boons and banes), DRB-022 (abilities), DRB-043 (sneak attacks).
"""

from collections.abc import Collection, Sequence

from rules.engine.fight import bearing, is_walled_from, place, told_apart, unwalled, why_walled
from rules.engine.kernel import Choice, Item, NotNow, Refused, Table, Veiled, distribution, end_conditions
from rules.engine.odds import Odds, in_words
from rules.systems.dragonbane.content import switches
from rules.systems.dragonbane.core import (
    GRUDGE,
    PREY,
    Check,
    Source,
    boons_of,
    check_for,
    damage_bonus,
    doing,
    entry_of,
    helping,
    if_hit,
    three,
    uses_of,
)
from rules.systems.dragonbane.fight.base.arms import UNARMED, Arm, arm_named, as_type, reach_of, skill_of, striking
from rules.systems.dragonbane.fight.base.blow import HURT_BY, Blow, one_die_more
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


def nearest(table: Table, among: Sequence[str] = ()) -> str:
    """The nearest opponent who is still up, or the nearest at all; only of those ``among``, if any are given."""
    known = among or opponents(table, table.actor)
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
    if lies(table.sheet(target)) and switches.PRONE_BOON.flag(table.house_rules):
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


def reaching(table: Table, who: str) -> list[Arm]:
    """The actor's weapons that strike hand to hand as far as somebody stands, the best first (DRB-011).

    None does where a wall or a shut door stands between.
    """
    far = apart(table, table.actor, who)
    able = [arm for arm in striking(table.me) if arm.weapon.reach >= far]
    return [] if able and is_walled_from(table, table.actor, who) else able


def picked_of(able: Sequence[Arm], key: str, otherwise: str, table: Table) -> Arm:
    """The actor's weapon that was picked, or the best one; refused with a reason if it is not among those ``able``."""
    arm = arm_named(table.me, key) if key else able[0]
    if arm.key not in {one.key for one in able}:
        raise Refused(f"{arm.name} {otherwise}. Use: {', '.join(one.name for one in able)}.", "weapon")
    return arm


def in_reach(table: Table) -> list[str]:
    """Ids of opponents whom the actor reaches hand to hand, not through a wall; refused if there are none (DRB-011)."""
    reach = reach_of(table.me)
    near = [who for who in opponents(table, table.actor) if apart(table, table.actor, who) <= reach]
    open_to = unwalled(table, near)
    if near and not open_to:
        raise NotNow(why_walled(table, table.actor, near[0]))
    if not near:
        raise NotNow(f"Nobody is within {reach} metres. Move closer first.")
    return open_to


def odds_to_hit(table: Table, check: Check, blow: Blow, undefended: str = "") -> Odds:
    """The odds of an attack and its damage; ``undefended`` is added in words where a defence may follow."""
    sentence = f"{table.words(check.words)}: {in_words(check.chance)} to hit for {blow.amount.words}{undefended}"
    damage = if_hit(check.chance, distribution(blow.amount))
    return Odds(sentence, three(check, f"hits{undefended}"), damage, "damage before armour")


def show_oneself(table: Table, who: str) -> None:
    """End hiding, being unnoticed and lying in wait, as an attack does."""
    if table.combatant(who).hidden:
        table.happen(Veiled(who, False))
    end_conditions(table, who, UNSEEN, IN_WAIT)


BACKSTAB, FIST = "backstab", "fist"
#: Uses of abilities for a blow hand to hand besides boons (DRB-022).
BY_HAND = (BACKSTAB, FIST)
#: Degrees off the direction in which somebody looks, beyond which one is behind them.
BEHIND = 90


def fitting(table: Table, arms: Sequence[Arm], deeds: Collection[str]) -> dict[str, Item]:
    """The abilities that an attack with one of these may call upon."""
    helps = helping(table.me, {skill_of(table.me, arm) for arm in arms}, (PREY, GRUDGE))
    return {**helps, **doing(table.me, *deeds)}


def called_for(table: Table, target: str, arm: Arm, keys: Sequence[str], deeds: Collection[str]) -> tuple[Source, ...]:
    """The boons of the abilities called upon; a grudge is refused against those who have not hurt one before."""
    if GRUDGE in uses_of(table.me, keys) and target not in table.me.memo.get(HURT_BY, ()):
        raise Refused(f"{table.name(target)} has not hurt you yet. Strike at somebody who has.", "abilities")
    return boons_of(table.me, keys, skill_of(table.me, arm), (PREY, GRUDGE), deeds)


def refuse_misplaced(table: Table, target: str, arm: Arm, keys: Sequence[str]) -> None:
    """Refuse a stab that is not from behind, and a fist with something in it."""
    uses = uses_of(table.me, keys)
    if FIST in uses and arm.key != UNARMED:
        raise Refused(f"This ability only works with bare hands, not the {arm.name.lower()}.", "abilities")
    if BACKSTAB not in uses:
        return
    if "subtle" not in arm.weapon.features:
        raise Refused(f"The {arm.name.lower()} is not subtle. Use a knife or a dagger.", "abilities")
    if not (is_unseen(table, table.actor, target) or is_behind(table, table.actor, target)):
        raise Refused(f"{table.name(target)} sees you. Attack from behind, or unseen.", "abilities")


def is_behind(table: Table, who: str, other: str) -> bool:
    """Whether somebody stands at another one's back."""
    if place(table, who) == place(table, other):
        return False
    off = abs(bearing(place(table, other), place(table, who)) - table.combatant(other).facing) % 360
    return min(off, 360 - off) > BEHIND


def with_deeds(table: Table, blow: Blow, arm: Arm, keys: Sequence[str]) -> Blow:
    """The blow with the additions of abilities: a die of the weapon, or the dice of trained fists."""
    uses = uses_of(table.me, keys)
    if BACKSTAB in uses:
        more = "+".join(die for die in (blow.more, one_die_more(arm.weapon.damage)) if die)
        blow = blow.but(more=more)
    if FIST in uses:
        trained = next(iter(doing(table.me, FIST).values()))
        known = entry_of(trained)
        blow = blow.but(damage=known.damage if known else blow.damage)
    return blow
