"""Spells announced in a fight: rolled for after the strikes that they allow (SDA-275), or thrown to break (D-9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.fight import Point, metres, place, shifted, steps, then
from rules.engine.kernel import Dice, Die, Reply, Table, Told, counted, even, rolled
from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.systems.sda.core.effects import area_of
from rules.systems.sda.core.rolls import Pool, Result, ends_of, judge, pool_for
from rules.systems.sda.fight.base import bled_pool, scatter
from rules.systems.sda.fight.blows import LYING, Blow, increments_passed
from rules.systems.sda.fight.moves import bound_to, carry_on
from rules.systems.sda.magic.casting.casting import Casting, roll
from rules.systems.sda.magic.casting.odds import odds_of
from rules.systems.sda.magic.spells.released import Going
from rules.systems.sda.magic.spells.several import chances_for_each, harms


def roll_in_turn(table: Table, dice: Dice, cast: Casting, pool: Pool, count: int, reward: str) -> None:
    """Roll for a spell, or put it off until those who may strike have done so."""
    if not steps(table):
        roll(table, dice, cast, pool, count, reward)
        return
    known = {**cast.known(), "announced": Blow.of(pool, count, reward).known()}
    then(table, {"do": "cast", "who": table.actor, "spell": cast.entry.name, "known": known})


@dataclass(frozen=True, slots=True)
class GoOnCasting(Reply, name="magic.go_on", label="Roll for the spell"):
    """Nobody kept you from it: roll for the spell that you announced (SDA-275)."""

    unasked: ClassVar[str] = "You are not casting."

    def odds(self, table: Table) -> Odds:
        known = table.open_ask(self.ask, self.name).known
        pool, count = _announced(table, known)
        return odds_of(table, Casting.from_known(known), pool, count, str(known["announced"]["reward"]))

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        pool, count = _announced(table, known)
        roll(table, dice, Casting.from_known(known), pool, count, known["announced"]["reward"])
        carry_on(table)


def _announced(table: Table, known: Mapping[str, Any]) -> tuple[Pool, int]:
    """The dice announced, as far as wounds and spirit still carry them."""
    blow = Blow.from_known(known["announced"])
    pool = bled_pool(table, blow.as_pool(), blow.dice)
    return pool, max(1, min(blow.dice, pool.available))


# -- vessels that are thrown -------------------------------------------------------------------------------------------


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
    hurt = [Chance(f"harms_{who}", f"harms {labels[who]} before armour, if they stay", harmed[who]) for who in order]
    return [*found, *(one for one in hurt if broken[0][1].entry.harms)]


def _reached_from(table: Table, going: Going, others: Sequence[str], *, aimed: bool) -> Sequence[Chance]:
    """How likely a vessel that breaks there reaches each; without an area it reaches only the target that it hits."""
    certain = (*(0.0,) * going.hits, 1.0)
    if area_of(going.entry, going.skill):
        return chances_for_each(table, going, others, certain, 1.0)
    return (Chance(going.target, table.name(going.target), 1.0),) if aimed else ()
