"""Abilities that help an attack: boons on it, more dice from behind, harder fists (DRB-022, DRB-043)."""

from collections.abc import Collection, Sequence

from rules.engine.fight.ground import bearing, place
from rules.engine.kernel.refusals import Refused
from rules.engine.kernel.sheets import Item
from rules.engine.kernel.table import Table
from rules.systems.dragonbane.core.calling import GRUDGE, PREY, boons_of, doing, entry_of, helping, uses_of
from rules.systems.dragonbane.core.checks import Source
from rules.systems.dragonbane.fight.base.aiming import is_unseen
from rules.systems.dragonbane.fight.base.arms import UNARMED, Arm, skill_of
from rules.systems.dragonbane.fight.base.blow import HURT_BY, Blow, one_die_more

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
        raise Refused(f"That is for bare hands, not for the {arm.name.lower()}.", "abilities")
    if BACKSTAB not in uses:
        return
    if "subtle" not in arm.weapon.features:
        raise Refused(f"The {arm.name.lower()} is not subtle enough: a knife or a dagger is.", "abilities")
    if not (is_unseen(table, table.actor, target) or is_behind(table, table.actor, target)):
        raise Refused(f"{table.name(target)} sees you: come from behind, or unseen.", "abilities")


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
