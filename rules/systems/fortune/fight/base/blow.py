"""Blows on their way to their targets: damage, what doubles and halves it, and what shields take off.

LIN-021 (critical), LIN-038 (base damage), LIN-043 (half), LIN-049 to LIN-052 (shields), LIN-057 (exhausted), C-12,
C-21, E-h (all is rounded once).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import (
    Dice,
    Die,
    Json,
    Judged,
    Sheet,
    Table,
    Told,
    Wording,
    amount,
    distribution,
    end_conditions,
    plainly,
    rolled,
    throw,
)
from rules.engine.odds import Distribution, mapped, mixture, normal, pools
from rules.systems.fortune.content import feature_switches, library, switches
from rules.systems.fortune.core import (
    ADD,
    DOUBLE,
    FEATURE,
    HALVE,
    MAGIC,
    SET,
    Arm,
    amount_of,
    chosen_of,
    deal,
    next_comes,
    on,
    reduction_of,
    shield_of,
)
from rules.systems.fortune.fight.base.state import end_until, note_exchange

#: The feature beside which an Elementalist's element stands (D-3).
ELEMENT = "elementalist_elemental_adept"
POISON = "ranger_poisoned_blade"
#: The feature that lends attacks another type, and damage by which the better of two types is told.
IMBUED, MUCH = "imbued_attacks", 20
#: The Ranger's feature whose dice are rolled again, and the Knight's whom one creature cannot hurt (D-3).
HAWK, SPARED = "ranger_precision_of_the_hawk", "knight_wont_kill_me"
DICE, SUFFERED, DAMAGE = "dice", "suffered", "damage"
#: The least damage that a shield leaves (LIN-052).
LEAST = 1
#: Halves after which nothing is left of any damage.
NOTHING = 20


@dataclass(frozen=True, slots=True)
class Blow:
    """A blow on its way: by whom and on whom, its dice, and all that happens to them.

    ``times`` multiplies, a critical adds ``more`` to it; ``halves`` says how often all is halved, ``softer`` how often
    more in a clash. ``clashed`` says that the exchange was a clash, ``counter`` that it answers another. Of an
    ``exact`` blow, dice that show a 1 are rolled again. An ``imbued`` blow is of whichever type hurts more, which
    shows as it lands: no ask knows what the target withstands. ``after`` names the steps that come once it has hurt.
    """

    attacker: str
    target: str
    weapon: str
    damage: str
    plus: int = 0
    type: str = "bludgeoning"
    arm: str = ""
    ranged: bool = False
    times: int = 1
    more: int = 1
    halves: int = 0
    softer: int = 0
    critical: bool = False
    clashed: bool = False
    counter: bool = False
    exact: bool = False
    imbued: str = ""
    purpose: str = "attack.strike"
    after: tuple[str, ...] = ()

    def known(self) -> dict[str, Json]:
        """The blow as plain values."""
        return {**{name: getattr(self, name) for name in Blow.__slots__}, "after": list(self.after)}

    @classmethod
    def from_known(cls, known: Mapping[str, Any]) -> "Blow":
        return cls(**{**known, "after": tuple(known["after"])})

    def damage_of(self, fell: int) -> int:
        """The damage when the dice come to ``fell``: doubled and halved together, rounded down once (E-h).

        >>> blow = Blow("a", "b", "Axe", "1d10", 3, halves=1)
        >>> blow.damage_of(4), replace(blow, critical=True).damage_of(4)
        (3, 7)
        """
        times, halves = self.times + self.more * self.critical, self.halves + self.softer * self.clashed
        return max(0, fell + self.plus) * times >> halves

    def rolled(self) -> Distribution:
        """The distribution of damage, before dice are rolled."""
        return _rolled(self)


@lru_cache(maxsize=2048)
def _rolled(blow: Blow) -> Distribution:
    shown = distribution_of(blow.damage) if blow.exact else distribution(amount(blow.damage))
    return mapped(shown, blow.damage_of)


def blow_with(table: Table, attacker: str, target: str, arm: Arm, **more: Any) -> Blow:
    """A blow with an arm, as statuses and features of the attacker make it (LIN-038, LIN-057)."""
    sheet = table.sheet(attacker)
    extra = (one.effect.dice for one in on(sheet, DAMAGE, DICE) if is_with(sheet, one.key, arm.name))
    imbued = next(iter(chosen_of(sheet, IMBUED)), "")
    kind = imbued if imbued and feature_switches.IMBUED_REPLACES.flag(table.house_rules) else arm.type
    doubles, halves = len(list(on(sheet, DAMAGE, DOUBLE))), len(list(on(sheet, DAMAGE, HALVE)))
    blow = Blow(
        attacker,
        target,
        arm.name,
        "+".join((arm.damage, *filter(None, extra))),
        arm.plus,
        kind,
        arm.key,
        times=1 + doubles,
        more=1 + doubles if feature_switches.CRITICAL_MULTIPLIES.flag(table.house_rules) else 1,
        halves=halves,
        imbued=imbued,
        exact=arm.kind != MAGIC and sheet.rank(FEATURE, HAWK) > 0,
    )
    return replace(blow, **more)


def is_with(sheet: Sheet, key: str, weapon: str) -> bool:
    """Whether an effect on damage is with a weapon: poison is on the one weapon that was coated (D-3)."""
    coated = sheet.conditions.get(POISON)
    return key != POISON or (coated is not None and coated.source == weapon)


# -- what arrives ------------------------------------------------------------------------------------------------------


def off_by_shield(table: Table, blow: Blow) -> int:
    """The points that the target's shield takes off the damage of a clash (LIN-049 to LIN-051, C-12)."""
    if not blow.clashed or (not blow.counter and switches.SHIELD_ON_COUNTERS_ONLY.chosen(table.house_rules)):
        return 0
    sheet = table.sheet(blow.target)
    shield = shield_of(sheet, table.house_rules)
    return reduction_of(sheet, shield) if shield else 0


#: What the target does to damage, in order: a verb of effects, and its points.
Changes = tuple[tuple[str, int], ...]


@of_sheet("conditions", "ranks", "memo")
def _changes(sheet: Sheet, attacker: str, kind: str) -> Changes:
    """The changes that statuses and features of the target make to damage of a type."""
    if sheet.memo.get(SPARED) == attacker and sheet.has(SPARED):
        return ((SET, 0),)
    suffered = on(sheet, SUFFERED, ADD, HALVE, DOUBLE, SET)
    own = ("chosen",) if kind in chosen_of(sheet, ELEMENT) else ()
    physical = ("physical",) if kind in library.damage_types() and library.damage_types()[kind].physical else ()
    kinds = ("", kind, *own, *physical)
    return tuple((one.effect.what, amount_of(sheet, one.effect)) for one in suffered if one.effect.type in kinds)


def _reduced(damage: int, off: int, changes: Changes) -> int:
    """Damage less what a shield takes off, but 1 at least, then as the target suffers it (LIN-052)."""
    if off and damage:
        damage = max(LEAST, damage - off)
    for what, by in changes:
        damage = {ADD: max(0, damage + by), HALVE: damage // 2, DOUBLE: damage * 2, SET: by}[what]
    return damage


def _suffered(table: Table, blow: Blow) -> Changes:
    """The changes that the target makes to the damage of a blow, by the type of it that hurts more (D-3)."""
    kinds = (kind for kind in (blow.type, blow.imbued) if kind)
    found = (_changes(table.sheet(blow.target), blow.attacker, kind) for kind in kinds)
    return max(found, key=lambda changes: _reduced(MUCH, 0, changes))


def harm(table: Table, blow: Blow) -> Distribution:
    """The distribution of damage that arrives."""
    return _arriving(_rolled(blow), off_by_shield(table, blow), _suffered(table, blow))


@lru_cache(maxsize=4096)
def _arriving(rolled: Distribution, off: int, changes: Changes) -> Distribution:
    return mapped(rolled, lambda damage: _reduced(damage, off, changes)) if off or changes else rolled


def with_criticals(table: Table, blow: Blow, critical: float, *, before: bool = False) -> Distribution:
    """The distribution of damage of a hit of which a share is critical; ``before`` what protects."""
    doubled = replace(blow, critical=True)
    if before:
        return mixture(((1 - critical, blow.rolled()), (critical, doubled.rolled())))
    return mixture(((1 - critical, harm(table, blow)), (critical, harm(table, doubled))))


def come_through(table: Table, dice: Dice, blow: Blow) -> None:
    """Roll the damage of a blow, and let it hurt (LIN-038, LIN-046)."""
    if table.takes_part(blow.target):
        hurt_by(table, blow, throw_damage(table, dice, blow))


def throw_damage(table: Table, dice: Dice, blow: Blow) -> int:
    """Roll the dice of a blow, and return what they come to."""
    if blow.exact:
        return throw_again(table, dice, blow.attacker, blow.damage)
    return throw(table, dice, blow.attacker, DAMAGE, amount(blow.damage))


def hurt_by(table: Table, blow: Blow, fell: int) -> None:
    """Let a blow hurt whose dice came to ``fell``; then comes what follows from it."""
    whole = blow.damage_of(fell)
    damage = _reduced(whole, off_by_shield(table, blow), _suffered(table, blow))
    if damage != whole:
        numbers: dict[str, int | Wording | None] = {"whom": blow.target, "damage": damage, "before_protection": whole}
        table.happen(Judged(blow.attacker, "damage", 0, numbers, {"before_protection": blow.target}))
    told = f"{{0}} hits {{1}}{' critically' if blow.critical else ''}: {damage} damage"
    table.happen(Told((blow.attacker, blow.target), f"{told}."))
    if not blow.counter:
        note_exchange(table, blow.attacker, damage=damage, target=blow.target, arm=blow.arm)
    for name in reversed(blow.after):
        next_comes(table, name, blow=blow.known(), damage=damage, whole=whole)
    deal(table, blow.target, damage, plainly(blow.weapon))
    end_until(table, blow.target, "hurt")
    poisoned = is_with(table.sheet(blow.attacker), POISON, blow.weapon)
    if poisoned and feature_switches.POISON_FOR_ONE_HIT.flag(table.house_rules):
        end_conditions(table, blow.attacker, POISON)


# -- dice of which each 1 is rolled again, once: the Ranger's Precision of the Hawk (D-3) ------------------------------


def _weights(sides: int) -> tuple[int, ...]:
    """The weights of a die whose 1 is rolled again: of 36 pairs of a d6, one ends in a 1, and seven in each other face.

    >>> _weights(6)
    (0, 1, 7, 7, 7, 7, 7)
    """
    return (0, 1, *[sides + 1] * (sides - 1))


@lru_cache(maxsize=512)
def distribution_of(written: str) -> Distribution:
    """The distribution of dice of which each 1 is rolled again."""
    told = amount(written)
    summed = normal(pools((_weights(sides), told.dice.count(sides)) for sides in set(told.dice)))
    return (*(0.0,) * told.plus, *summed)


def throw_again(table: Table, dice: Dice, who: str, written: str) -> int:
    """Roll damage dice, those that show a 1 once more, and return what they come to."""
    told = amount(written)
    if not told.dice:
        return told.plus
    fell = dice.roll(who, told.dice)
    ones = [sides for sides, face in zip(told.dice, fell.faces, strict=True) if face == 1]
    more = list(dice.roll(who, ones).faces) if ones else []
    shown: list[Die] = []
    for sides, face in zip(told.dice, fell.faces, strict=True):
        if face == 1:
            shown.append(Die(sides, face, kept=False))
            face = more.pop(0)
        shown.append(Die(sides, face, face))
    total = sum(one.scored for one in shown) + told.plus
    table.happen(rolled(who, DAMAGE, tuple(shown), total, distribution_of(written), typed=fell.typed))
    return total
