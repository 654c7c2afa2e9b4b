"""The worth of a roll for a spell: that it goes off, its damage, or how far it gets (D-9, SDA-032)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from rules.engine.kernel import NotNow, Refused, Table
from rules.engine.odds import Distribution
from rules.systems.sda.checks.shared.progress import nearer, turnout_of
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.effects import Way, area_of, in_fight
from rules.systems.sda.core.rolls import FIRST_FAIL, ITS_SHARE, POINTS, Aim, Pool, with_each_bought
from rules.systems.sda.fight.base import reaction_dice
from rules.systems.sda.fight.wounds import BOXES, RATES, SPIRIT_OF_A_BOX
from rules.systems.sda.magic.casting.casting import Casting, due, prospects, tally
from rules.systems.sda.magic.casting.open_spells import as_paid, castable, ways_of
from rules.systems.sda.magic.spells.effects import boxes_by, spent_on_distance
from rules.systems.sda.magic.spells.released import Going
from rules.systems.sda.magic.spells.resisting import REFLEX, may_resist, resisting_pool

#: Aim of a roll with which a spell may go off.
OFF = Aim(
    POINTS,
    "Chance that it goes off with this roll, in points of 100, less the share of your spirit that it costs, with the "
    "dice bought for it; what else it is paid with counts for nothing.",
)
#: Aim of a roll that cannot be enough for it.
SO_FAR = Aim(
    POINTS,
    "How much of the casting this roll does on average, of 100, none beyond what it takes, less what a roll without "
    "success loses and the share of your spirit that it costs; no roll is enough to let it go off now.",
)
DAMAGE = Aim(
    BOXES,
    "Injury boxes on whom it is cast on, on average, if it goes off with this roll and they resist with all dice, "
    "less those on you at the openings that casting gives. What it is paid with other than spirit counts for nothing. "
    f"{RATES}",
    spirit=SPIRIT_OF_A_BOX,
)
THROWN = replace(OFF, expected=f"Chance that it breaks where it is thrown, in points of 100, {ITS_SHARE}")


@dataclass(frozen=True, slots=True)
class Spellcasting:
    """One roll for a spell in one of the ways that are open: the dice that there are ``after`` it is paid for."""

    table: Table
    cast: Casting
    after: Table
    pools: Sequence[Pool]
    _known: dict[int, float] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def paid(self) -> int:
        """The spirit that goes into it now."""
        return due(self.table, self.cast) if self.cast.way.pays == "spirit" else 0

    @property
    def may_go_off(self) -> bool:
        """Whether one roll can be enough."""
        return any(any(self._by_hits(pool, pool.available)) for pool in self.pools)

    @property
    def hurts_one(self) -> bool:
        """Whether it does damage to somebody, and to nobody beside them."""
        cast = self.cast
        alone = area_of(cast.entry, cast.skill) is None and not cast.others and cast.target != cast.who
        return bool(cast.entry.harms) and alone and in_fight(self.table, cast.target)

    def brings(self, aim: Aim, pool: Pool, count: int) -> float:
        """The amount of an aim that so many dice bring, less the spirit that the spell itself costs."""
        return self._brings(aim, pool, count) - aim.of_spirit(self.table, self.cast.who, self.paid)

    def _brings(self, aim: Aim, pool: Pool, count: int) -> float:
        if aim is OFF:
            return 100 * sum(self._by_hits(pool, count))
        if aim is SO_FAR:
            mos = self.cast.mos
            roll = turnout_of(self.table, [replace(pool, cap=count)], FIRST_FAIL)
            return 100 * nearer(roll, tally(self.table, self.cast), mos) / mos
        return sum(share * self._boxes(hits) for hits, share in enumerate(self._by_hits(pool, count)) if share)

    def _by_hits(self, pool: Pool, count: int) -> Distribution:
        """The chance that it goes off with each number of hits."""
        return prospects(self.table, pool, count, tally(self.table, self.cast), self.cast.mos)[0]

    def _boxes(self, hits: int) -> float:
        """Boxes that so many hits do on average, after the distance and the target's resistance."""
        going = self.cast.going(hits, self.pools[0].sides)
        left = spent_on_distance(self.table, going, going.target)
        return 0.0 if left < 0 else self._resisted(going, left)

    def _resisted(self, going: Going, hits: int) -> float:
        spell, target = going.entry, going.target
        if not may_resist(self.table, going, hits):
            return self._taken(going, hits)
        pool = resisting_pool(self.table, target, spell.save)
        dice = reaction_dice(self.table, pool) if spell.save == REFLEX else pool.available
        ways = list(enumerate(pool.measure(dice)))[: max(1, hits)]
        return sum(share * self._taken(going, max(0, hits - net)) for net, share in ways)

    def _taken(self, going: Going, hits: int) -> float:
        """Boxes that the hits left of it do on average; worked out once for each number of them."""
        if hits not in self._known:
            self._known[hits] = boxes_by(self.table, going.by, going.target, going.entry, hits, going.sides)
        return self._known[hits]


def each_way(
    table: Table, command: Any, cast: Callable[[Any], Casting], dice: Callable[[Any, Table, Way], Pool]
) -> dict[str, Spellcasting]:
    """Every way in which the spell of a command can be cast now, by its art; vessels that need no roll are none."""
    _, spell = castable(table, table.actor)[command.spell]
    found: dict[str, Spellcasting] = {}
    for way in ways_of(table, table.actor, spell):
        chosen = replace(command, way=way.skill)
        with suppress(Refused):
            casting = cast(chosen)
            if way.pays != "charge":
                after = as_paid(table, table.actor, way, casting.key, due(table, casting))
                pools = with_each_bought(after, dice(chosen, after, way))
                found[way.skill] = Spellcasting(table, casting, after, pools)
    if not found:
        raise NotNow("Nothing is rolled for it, so that nothing can be weighed.")
    return found


def aim_of(ways: Mapping[str, Spellcasting]) -> Aim:
    """The aim of a roll in any of these ways: damage, that it goes off, or that it gets on."""
    if not any(way.may_go_off for way in ways.values()):
        return SO_FAR
    return DAMAGE if all(way.hurts_one for way in ways.values()) else OFF


def way_said(ways: Collection[str], skill: str, dice: str) -> str:
    """A choice of dice in words, with the art where there are several."""
    return f"{SKILLS[skill].name}: {dice.lower()}" if len(ways) > 1 else dice
