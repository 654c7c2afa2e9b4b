"""The odds of a roll for a spell, and its worth: that it goes off, its damage, or how far it gets (D-9, SDA-032)."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from rules.engine.kernel import NotNow, Refused, Table, counted
from rules.engine.odds import Chance, Distribution, Odds, in_words
from rules.systems.sda.checks.shared.house_rules import every_roll_succeeds, net_decides
from rules.systems.sda.checks.shared.progress import nearer, turnout_of
from rules.systems.sda.content.house_rules import magic
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.effects import Way, area_of, in_fight
from rules.systems.sda.core.person import chances
from rules.systems.sda.core.rolls import (
    FIRST_FAIL,
    ITS_SHARE,
    POINTS,
    Aim,
    Pool,
    ends_of,
    flawless_shown,
    net_of,
    with_each_bought,
    with_means,
    with_more_spirit,
)
from rules.systems.sda.fight.base import reaction_dice
from rules.systems.sda.fight.wounds import BOXES, RATES, SPIRIT_OF_A_BOX
from rules.systems.sda.magic.casting.casting import Casting, after_roll, due, reward_of, tally
from rules.systems.sda.magic.casting.open_spells import as_paid, castable, ways_of
from rules.systems.sda.magic.spells.effects import boxes_by, odds_of_harm, spent_on_distance
from rules.systems.sda.magic.spells.released import Going
from rules.systems.sda.magic.spells.resisting import REFLEX, may_resist, resisting_pool
from rules.systems.sda.magic.spells.several import chances_for_each

# -- odds ------------------------------------------------------------------------------------------------------------


def odds_of(
    table: Table, cast: Casting, pool: Pool, count: int, reward: str, bought: int = 0, *, debt: int = 0, dread: int = 0
) -> Odds:
    """The chance that this roll lets the spell go off, with the hits that it has then.

    ``debt`` is what was paid for the roll, ``dread`` the spirit that going at the target takes.
    """
    by_hits, lost = prospects(table, pool, count, tally(table, cast), cast.mos)
    done = sum(by_hits)
    shown = flawless_shown(table, pool, count, _least_success(table, cast))
    listed = (
        Chance("success", "goes off", done),
        Chance("lost", "starts over", lost),
        *ends_of(pool, count, shown),
    )
    hits = (max(0.0, 1 - done) + sum(by_hits[:1]), *by_hits[1:])
    sentence = f"{counted(count, 'die', 'dice')}: {in_words(done)} to go off now{_so_far(table, cast)}"
    each = chances_for_each(table, cast.going(0, pool.sides), cast.others, hits, done)
    odds = Odds(sentence, (*listed, *reaching(each)), hits, "hits")
    odds = with_means(odds, table, pool, count, shown, reward_of(table, cast, reward), bought, paid=dread)
    return with_more_spirit(odds, -_spirit(table, cast, debt, done))


def _spirit(table: Table, cast: Casting, debt: int, done: float) -> float:
    """The spirit that a spell takes on average, where it is paid with spirit: before the roll, or as it goes off."""
    if cast.way.pays != "spirit":
        return 0.0
    return done * cast.cost if magic.PAID.chosen(table.house_rules) == magic.IN_THE_END else debt


def reaching(each: Iterable[Chance]) -> tuple[Chance, ...]:
    """Chances that each of several is reached, named and worded to stand among others."""
    return tuple(Chance(f"reaches_{one.name}", f"reaches {one.label}", one.probability) for one in each)


def _missing(table: Table, cast: Casting) -> int:
    """MoS that are still to be rolled for a spell."""
    return max(0, cast.mos - tally(table, cast))


def prospects(table: Table, pool: Pool, count: int, so_far: int, goal: int) -> tuple[Distribution, float]:
    """The chance that a roll brings the MoS so far to the goal, with each number of hits, and that it loses them."""
    found: dict[int, float] = {}
    lost = 0.0
    for raw, share in enumerate(chances.distribution(pool.sides, count, pool.how)):
        now = after_roll(table, so_far, goal, raw, net_of(pool, raw))
        if now is None:
            lost += share
        elif now >= goal:
            found[now - goal] = found.get(now - goal, 0.0) + share
    return tuple(found.get(hits, 0.0) for hits in range(max(found, default=-1) + 1)), lost


def _least_success(table: Table, cast: Casting) -> int:
    """MoS with which a roll whose dice all score succeeds; a blank one never does."""
    if not cast.mos:
        return 0
    least = 1 if net_decides(table) else 0
    return least if every_roll_succeeds(table) else max(least, _missing(table, cast))


def _so_far(table: Table, cast: Casting) -> str:
    left = _missing(table, cast)
    return f", {left} of {cast.mos} MoS to go" if 0 < left < cast.mos else ""


def odds_of_charges(cast: Casting, hits: int, sides: int) -> Odds | None:
    """Odds of the damage that charges of a prepared vessel do without a roll, by the caster's dice; None where none."""
    spell = cast.entry
    if not spell.harms:
        return None
    one = spell.harms[0]
    return odds_of_harm(one, one.dice(hits), sides)


# -- worth -----------------------------------------------------------------------------------------------------------

#: Aim of a roll with which a spell may go off.
OFF = Aim(
    POINTS,
    "Chance that it works with this roll, in percentage points, minus the share of spirit it costs with "
    "bought dice; other costs not counted.",
)
#: Aim of a roll that cannot be enough for it.
SO_FAR = Aim(
    POINTS,
    "Average share of the casting this roll does, in percentage points, minus what a roll without success loses "
    "and the share of spirit; no single roll can finish it now.",
)
DAMAGE = Aim(
    BOXES,
    "Average injury boxes on the target if it works with this roll and they resist with all dice, minus "
    "those on you from openings. Costs other than spirit not counted. "
    f"{RATES}",
    spirit=SPIRIT_OF_A_BOX,
)
THROWN = replace(OFF, expected=f"Chance that it lands on target, in percentage points, {ITS_SHARE}")


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
        raise NotNow("No roll, nothing to compare.")
    return found


def aim_of(ways: Mapping[str, Spellcasting]) -> Aim:
    """The aim of a roll in any of these ways: damage, that it goes off, or that it gets on."""
    if not any(way.may_go_off for way in ways.values()):
        return SO_FAR
    return DAMAGE if all(way.hurts_one for way in ways.values()) else OFF


def way_said(ways: Collection[str], skill: str, dice: str) -> str:
    """A choice of dice in words, with the art where there are several."""
    return f"{SKILLS[skill].name}: {dice.lower()}" if len(ways) > 1 else dice
