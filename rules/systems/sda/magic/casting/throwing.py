"""Phials and fumes, which are thrown to break: the throw, and where it ends (D-9, SDA-173, SDA-198)."""

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.fight import Point, metres, place, shifted
from rules.engine.kernel import Dice, Die, Table, Told, counted, even, rolled
from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.systems.sda.core.effects import area_of
from rules.systems.sda.core.rolls import Pool, Result, ends_of, judge, pool_for
from rules.systems.sda.fight.base import scatter
from rules.systems.sda.fight.blows import LYING, increments_passed
from rules.systems.sda.fight.moves import bound_to
from rules.systems.sda.magic.spells.released import Going
from rules.systems.sda.magic.spells.several import chances_for_each, harms

THROWN = "thrown"
#: Metres of a range increment.
INCREMENT = 5
#: Malus of a throw in a grapple (SDA-234).
CLUMSY = 2


def throw_pool(
    table: Table, who: str, middle: Point, bonus: int = 0, malus: int = 0, virtue: str = "", called: str = ""
) -> Pool:
    """The dice of the throw: a success less for each increment passed, two on the ground or in a grapple."""
    hindered = malus + increments_passed(metres(place(table, who), middle), INCREMENT)
    hindered += LYING if table.sheet(who).has("prone") else 0
    hindered += CLUMSY if bound_to(table, who) else 0
    return pool_for(table, who, THROWN, "", bonus, hindered, whole=True, virtue=virtue, called=called)


def lands(table: Table, dice: Dice, result: Result, middle: Point, name: str) -> Point:
    """The point where it breaks: its aim, or a metre beside for each increment begun, in a direction by dice (D-11)."""
    who = result.pool.who
    judge(table, who, "hit" if result.net > 0 else "miss", result.net, measure=result.net, skill=THROWN)
    if result.net > 0:
        return middle
    by, spots = _beside(table, who, middle)
    table.happen(Told((who,), f"{{0}}’s throw misses: {name} breaks {counted(by, 'metre', 'metres')} away."))
    fallen = dice.roll(who, [len(spots)])
    face = fallen.faces[0]
    shown = (Die(len(spots), face, face),)
    table.happen(rolled(who, "scatter", shown, face, even(len(spots)), typed=fallen.typed))
    return spots[face - 1]


def _beside(table: Table, who: str, middle: Point) -> tuple[int, list[Point]]:
    """How far beside a throw breaks that misses, and the spots where it may, one for each face of the die."""
    by = 1 + increments_passed(metres(place(table, who), middle), INCREMENT)
    ways, ahead = scatter(table, who)
    return by, [shifted(middle, (ahead + way * 360 // ways) % 360, by) for way in range(ways)]


def odds_of_throw(
    table: Table, going: Going, others: Sequence[str], pool: Pool, count: int, flawless: Sequence[float]
) -> Odds:
    """Odds that it breaks where it is thrown, whom it reaches wherever it breaks, and whom it harms there."""
    measure = pool.measure(count)
    there = at_least(measure, 1)
    _, spots = _beside(table, pool.who, going.middle)
    broken = [(there, going), *(((1 - there) / len(spots), replace(going, x=x, y=y)) for x, y in spots)]
    listed = (
        Chance("success", "breaks there", there),
        *ends_of(pool, count, flawless),
        *_each(table, broken, others),
    )
    sentence = f"{counted(count, 'die', 'dice')}: {in_words(there)} to land on target"
    return Odds(sentence, listed, measure, "MoS")


def _each(table: Table, broken: Sequence[tuple[float, Going]], others: Sequence[str]) -> list[Chance]:
    """Everybody known whom it may reach, with the chance of that, and of any damage before armour if they stay."""
    reached: dict[str, float] = {}
    harmed: dict[str, float] = {}
    labels: dict[str, str] = {}
    for at, (share, going) in enumerate(broken):
        for one in _reached_from(table, going, others, aimed=at == 0):
            labels[one.name] = one.label
            reached[one.name] = reached.get(one.name, 0.0) + share * one.probability
            harmed[one.name] = harmed.get(one.name, 0.0) + share * one.probability * harms(table, going, one.name)
    order = sorted(reached, key=lambda who: -reached[who])
    found = [Chance(f"reaches_{who}", f"reaches {labels[who]}", reached[who]) for who in order]
    hurt = [Chance(f"harms_{who}", f"harms {labels[who]} who stays, before armour", harmed[who]) for who in order]
    return [*found, *(one for one in hurt if broken[0][1].entry.harms)]


def _reached_from(table: Table, going: Going, others: Sequence[str], *, aimed: bool) -> Sequence[Chance]:
    """How likely a vessel that breaks there reaches each; without an area it reaches only the target that it hits."""
    certain = (*(0.0,) * going.hits, 1.0)
    if area_of(going.entry, going.skill):
        return chances_for_each(table, going, others, certain, 1.0)
    return (Chance(going.target, table.name(going.target), 1.0),) if aimed else ()
