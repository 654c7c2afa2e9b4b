"""Phials and fumes, which are thrown to break: the throw, and where it ends (D-9, SDA-173, SDA-198)."""

from rules.engine.dice import Dice
from rules.engine.facts import Die, Judged, Rolled, Told
from rules.engine.ground import Point, metres, place, shifted
from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.engine.table import Table
from rules.engine.words import counted
from rules.systems.sda.fight.aiming import LYING, increments_passed
from rules.systems.sda.fight.grappling.holds import bound_to
from rules.systems.sda.fight.ground import scatter
from rules.systems.sda.pools import Pool, Result, pool_for

THROWN = "thrown"
#: Metres of a range increment.
INCREMENT = 5
#: What a throw costs whoever is in a grapple (SDA-234).
CLUMSY = 2


def throw_pool(
    table: Table, who: str, middle: Point, bonus: int = 0, malus: int = 0, virtue: str = "", called: str = ""
) -> Pool:
    """The dice of the throw: a success less for each increment passed, two on the ground or in a grapple."""
    hindered = malus + increments_passed(metres(place(table, who), middle), INCREMENT)
    hindered += LYING if table.sheet(who).has("prone") else 0
    hindered += CLUMSY if bound_to(table, who) else 0
    return pool_for(table, who, THROWN, "", bonus, hindered, virtue=virtue, called=called)


def lands(table: Table, dice: Dice, result: Result, middle: Point, name: str) -> Point:
    """Where it breaks: there, or beside it, a metre for each increment begun, in a direction by dice (D-11)."""
    who = result.pool.who
    hit = result.net > 0
    table.happen(Judged(who, "hit" if hit else "miss", result.net, {"measure": result.net, "skill": THROWN}))
    if hit:
        return middle
    by = 1 + increments_passed(metres(place(table, who), middle), INCREMENT)
    table.happen(Told((who,), f"The throw of {{0}} misses: {name} breaks {counted(by, 'metre', 'metres')} beside."))
    ways, ahead = scatter(table, who)
    fallen = dice.roll(who, [ways])
    face = fallen.faces[0]
    table.happen(Rolled(who, "scatter", (Die(ways, face, face),), face, 100 * (face - 0.5) / ways, fallen.typed))
    return shifted(middle, (ahead + (face - 1) * 360 // ways) % 360, by)


def odds_of_throw(pool: Pool, count: int) -> Odds:
    """How likely it breaks where it is thrown."""
    measure = pool.measure(count)
    there = at_least(measure, 1)
    listed = (
        Chance("success", "breaks there", there),
        Chance("complete_failure", "complete failure", pool.none_scoring(count)),
    )
    sentence = f"{counted(count, 'die', 'dice')}: {in_words(there)} that it breaks where it is thrown, else beside"
    return Odds(sentence, listed, measure, "MoS")
