"""One side of an exchange, both rolls of it, and what follows from them, weapons that break among it (D-12).

A `Blow` travels in the ``known`` of asks as plain values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any

from rules.engine.kernel import Dice, ItemLost, ItemSet, Json, ResourceChanged, Table, Told, counted, plainly
from rules.engine.page.blocks import Part
from rules.systems.sda.content.equipment import weapon_of
from rules.systems.sda.content.house_rules.fight import BREAKING
from rules.systems.sda.core.person import Side, feed_hatred
from rules.systems.sda.core.person import counted as scored
from rules.systems.sda.core.rolls import Pool, Result, grant, grant_each, throw
from rules.systems.sda.fight.base import reckon_with, spirit_lost, wielded

#: The rule of the malus by distance.
REACH = "SDA-171"


@dataclass(frozen=True, slots=True)
class Blow:
    """One side of an exchange: the dice announced, the pool that they come from, and the weapon; "" for words, spells.

    ``pool`` is how many dice could be thrown, ``shield`` whether the shield is held ready against damage, ``how`` what
    traits do to the throw.
    """

    who: str
    weapon: str
    skill: str
    attribute: str
    sides: int
    pool: int
    malus: int
    rank: int
    dice: int
    reward: str
    shield: bool = True
    how: str = ""

    @classmethod
    def of(cls, pool: Pool, dice: int, reward: str, weapon: str = "", *, shield: bool = True) -> "Blow":
        rolled = (pool.skill, pool.attribute, pool.sides, pool.available, pool.malus, pool.rank)
        return cls(pool.who, weapon, *rolled, dice, reward, shield, pool.how)

    @classmethod
    def from_known(cls, known: Mapping[str, Any]) -> "Blow":
        return known.blow if isinstance(known, _KnownBlow) else cls(**known)

    def known(self) -> dict[str, Json]:
        """The blow as plain values for an ask."""
        known = _KnownBlow(zip(_FIELDS, _VALUES(self), strict=True))
        known.blow = self
        return known

    def as_pool(self) -> Pool:
        most = self.pool
        told = (self.who, self.skill, self.attribute, self.sides, most, self.malus, most, self.rank)
        return Pool(*told, how=self.how)

    def side(self, cancelled: int = 0) -> Side:
        """The blow in the odds of an opposed test; ``cancelled`` are MoS that a stance takes off it."""
        return Side(self.sides, self.dice, self.malus, cancelled, self.how)

    def thrown(self, table: Table, dice: Dice, purpose: str) -> Result:
        return throw(table, dice, self.as_pool(), self.dice, purpose)


class _KnownBlow(dict[str, Json]):
    """A blow as plain values, with the blow itself beside them until they are written down."""

    blow: Blow


_FIELDS = tuple(one.name for one in fields(Blow))
_VALUES = attrgetter(*_FIELDS)


def side_of_answer(pool: Pool, count: int) -> Side:
    """The side of an answer to a shot, words or a spell; without dice it has no malus, since there is no roll."""
    return pool.side(count) if count else Side(pool.sides, 0)


def granted(
    table: Table,
    dice: Dice,
    mine: Result,
    theirs: Result | None,
    open_to: int = 0,
    hindered: tuple[Sequence[Part], Sequence[Part]] = ((), ()),
) -> tuple[Result, Result | None]:
    """Both rolls with the dice that a malus beyond either gives the other, thrown once, after both (SDA-029, C-13).

    ``open_to`` is the malus of somebody who makes no roll: all of it is dice for the attacker (SDA-045). What makes a
    roll count otherwise than its dice show is told, with the maluses by which everybody sees both ``hindered``.
    """
    after: tuple[Result, Result | None]
    after = grant_each(table, dice, mine, theirs) if theirs else (grant(table, dice, mine.pool, mine, open_to), None)
    for result, maluses in zip(after, hindered, strict=True):
        if result is not None and result.net != result.raw:
            table.happen(Told((result.pool.who,), f"{{0}}: {reckoned(result, maluses)}.", apart=True))
    return after


def reckoned(result: Result, maluses: Sequence[Part] = ()) -> str:
    """The reckoning of a roll: what the successes on its dice come to, and why (SDA-029, SDA-044, D-7).

    Of its malus those parts are named that ``maluses`` holds; where they are more than all of it, none are.
    """
    malus, how = result.pool.malus, result.pool.how
    left = max(0, result.raw - malus)
    told = [counted(result.raw, "success", "successes")]
    if malus:
        told.append(f"{malus} off{_because(malus, maluses)}" if malus > 0 else f"{-malus} added")
    if (counts := scored(left, how)) != left:
        told.append("doubled" if counts > left else "halved")
    if result.granted:
        told.append(f"{result.net - counts} on granted dice")
    return f"{', '.join(told)}: {result.net or 'none'}"


def _because(malus: int, maluses: Sequence[Part]) -> str:
    """The names of a malus's parts, in brackets."""
    rest = malus - sum(int(part.value) for part in maluses)
    if not maluses or rest < 0:
        return ""
    if len(maluses) == 1 and not rest:
        return f" ({_named(maluses[0])})"
    parts = [*(f"{_named(part)} {part.value}" for part in maluses), *([f"other {rest}"] if rest else [])]
    return f" ({', '.join(parts)})"


def _named(part: Part) -> str:
    """A malus in a few words; that of the distance is the reach of the weapon (SDA-171)."""
    return "reach" if part.rule == REACH else part.label[:1].lower() + part.label[1:]


def reckon_both(
    table: Table,
    dice: Dice,
    attack: Blow,
    mine: Result,
    answer: Blow | None,
    theirs: Result | None,
    *,
    target: str,
    skill: str,
    hit: bool,
    held: bool,
) -> None:
    """Let both rolls have their consequences: ``hit`` if the attack succeeded, ``held`` if the answer did.

    In sparring a flawless success teaches both, the target in ``skill``, with which they answer (SDA-046, SDA-075).
    """
    reckon_with(table, dice, mine, succeeded=hit, reward=attack.reward, other=target, their_skill=skill)
    if theirs and answer:
        other = {"other": attack.who, "their_skill": attack.skill}
        reckon_with(table, dice, theirs, succeeded=held, reward=answer.reward, **other)


def lose_spirit(table: Table, who: str, by: str, amount: int, reason: str) -> None:
    """Take spirit for hits, whatever they are spent on; half of it in sparring (SDA-185, SDA-075, C-38)."""
    lost = spirit_lost(table, who, by, amount)
    if lost:
        table.happen(ResourceChanged(who, "spirit", -lost, reason))
        feed_hatred(table, by, who, lost)


def strain(table: Table, who: str, weapon: str, result: Result) -> None:
    """Break a weapon in hand when every die of a roll with it shows 1; natural ones hold (D-12)."""
    key = weapon.split(":")[0]
    item = wielded(table.sheet(who)).get(key)
    if item is None or set(result.faces) != {1} or not BREAKING.flag(table.house_rules):
        return
    figures = weapon_of(item)
    if figures is None or figures.natural:
        return
    left = item.count - 1
    table.happen(ItemSet(who, key, replace(item, count=left)) if left else ItemLost(who, key))
    table.happen(Told((who,), f"{{0}}’s {plainly(item.name).lower()} breaks."))
