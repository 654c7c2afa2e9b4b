"""The odds of an attack whose answer is not known yet, and those of an answer to one.

The words for spells, rage and dread stand in them, too (D-7, D-9).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.kernel import Table, counted
from rules.engine.odds import REST, Chance, Distribution, Odds, at_least, often
from rules.systems.sda.core.person import Margin, Side, opposed
from rules.systems.sda.core.rolls import Losses, Pool, ends_of, flawless_against, flawless_shown, price, with_means
from rules.systems.sda.fight.base import (
    Missile,
    dread_words,
    kept_words,
    more_words,
    paid_for_dice,
    rage_words,
    reward_against,
    taught_by,
    with_kept_hits,
)
from rules.systems.sda.fight.blows.maluses import no_defence
from rules.systems.sda.fight.blows.rolls import Blow
from rules.systems.sda.fight.moves import AnnouncedRoll


def odds_of_blow(
    table: Table, pool: Pool, target: str, weapon: str, chosen: AnnouncedRoll, told: str = "", more: str = ""
) -> Odds:
    """The odds of a blow against somebody who does not defend (SDA-023, SDA-045, SDA-046, SDA-048).

    ``told`` says which dice these are, ``more`` what else there is to say of them.
    """
    count, open_to = chosen.dice, no_defence(table, target, table.actor)
    hits, flawless = opposed(pool.side(count), open_to).hits(), flawless_against(table, pool, count, open_to)
    scores = at_least(hits, 1)
    listed = (
        Chance("scores", "hits, undefended", scores),
        Chance("flawless", "flawless, undefended", sum(flawless), within="scores"),
        Chance("complete_failure", "complete failure", pool.none_scoring(count), within=REST),
    )
    sentence = f"{told or counted(count, 'die', 'dice')}: {often('you', 'hit', scores)} if they do not defend{more}"
    sentence += kept_words(table.me) + more_words(table.me, weapon) + rage_words(table.me)
    sentence += dread_words(table, table.actor, target, count)
    odds = Odds(sentence, listed, with_kept_hits(table.me, hits), "MoS")
    return with_means_of_attack(odds, table, pool, target, flawless, chosen)


def odds_of_shot(
    table: Table, pool: Pool, target: str, missile: Missile, chosen: AnnouncedRoll, more: str = ""
) -> Odds:
    """The odds of a shot at somebody who does not dodge; ``more`` is what else there is to say of it (SDA-199)."""
    count = chosen.dice
    measure, flawless = pool.measure(count), flawless_shown(table, pool, count, 1)
    hits = at_least(measure, 1)
    fails = f"complete failure{', and jams' * missile.unreliable}"
    listed = (
        Chance("hits", "hits, if nobody dodges", hits),
        Chance("flawless", "flawless", sum(flawless), within="hits"),
        Chance("complete_failure", fails, pool.none_scoring(count), within=REST),
    )
    less = f" −{pool.malus}" if pool.malus > 0 else f" +{-pool.malus}" if pool.malus else ""
    sentence = f"{counted(count, 'die', 'dice')}{less}: {often('you', 'hit', hits)} if nobody dodges{more}"
    sentence += more_words(table.me, missile.arm.key) + dread_words(table, table.actor, target, count)
    odds = Odds(sentence, listed, measure, "hits, if nobody dodges")
    return with_means_of_attack(odds, table, pool, target, flawless, chosen)


def with_means_of_attack(
    odds: Odds,
    table: Table,
    pool: Pool,
    target: str,
    flawless: Distribution,
    chosen: AnnouncedRoll,
    losses: Losses | None = None,
    learns: float = 0.0,
) -> Odds:
    """The odds with what an attack brings on average; in sparring it teaches (SDA-047, SDA-075).

    ``losses`` are what the answer takes, and ``learns`` what it teaches; without any nobody meets the attack.
    """
    count, bought = chosen.dice, chosen.bought
    taken = reward_against(table, pool.who, target, chosen.reward)
    paid = paid_for_dice(table, pool.who, target, count, price(pool.dice - bought, bought))
    return with_means(odds, table, pool, count, flawless, taken, bought, losses, paid, learns)


@dataclass(frozen=True, slots=True)
class Met:
    """An attack on the actor, met with ``count`` dice: the pool of the answer as it is rolled, and its sides by dice.

    ``guard`` are MoS that a stance takes off the attack; with ``ties`` being level is a success, as for a dodge.
    """

    table: Table
    attack: Blow
    pool: Pool
    sides: Sequence[Side]
    count: int
    guard: int = 0
    ties: bool = True

    @property
    def theirs(self) -> Side:
        return self.attack.side(self.guard)

    @property
    def mine(self) -> Side:
        return self.sides[self.count]

    @property
    def margin(self) -> Margin:
        return opposed(self.mine, self.theirs)

    @property
    def flawless(self) -> Distribution:
        return flawless_against(self.table, self.pool, self.count, self.theirs, ties=self.ties)

    @property
    def safe(self) -> float:
        """The chance not to be hit."""
        return 1 - self.margin.behind

    def odds(self, unhurt: str, label: str, said: str, against: Distribution, *more: Chance) -> Odds:
        """The odds not to be hit with the dice chosen, which ``said`` tells, and with each other number of dice."""
        chances = [1 - opposed(side, self.theirs).behind for side in self.sides]
        listed = (Chance(unhurt, label, chances[self.count]), *more, *ends_of(self.pool, self.count, self.flawless))
        compared = tuple(Chance(str(n), counted(n, "die", "dice"), chance) for n, chance in enumerate(chances))
        sentence = f"{counted(self.count, 'die', 'dice')}: {said}"
        return Odds(sentence, listed, against, "hits against you", compared=compared)

    def with_means(self, odds: Odds, chosen: AnnouncedRoll, losses: Losses) -> Odds:
        """The odds with what the answer brings on average; in sparring a flawless attack teaches, too (SDA-075)."""
        taken = reward_against(self.table, self.table.actor, self.attack.who, chosen.reward)
        learns = taught_by(self.table, self.attack.as_pool(), self.attack.dice, self.mine, self.guard)
        rolled = (self.table, self.pool, self.count, self.flawless)
        return with_means(odds, *rolled, taken, chosen.bought, losses, learns=learns)
