"""The odds of an attack whose answer is not known yet, and those of an answer to one.

The words for spells, rage and dread stand in them, too (D-7, D-9).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.kernel.table import Table
from rules.engine.kernel.words import counted
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words
from rules.systems.sda.core.person.chances import Margin, Side, opposed
from rules.systems.sda.core.rolls.consequences import Losses, ends_of, flawless_against, flawless_shown, with_means
from rules.systems.sda.core.rolls.pools import Pool, price
from rules.systems.sda.fight.base.enchantments import kept_words, more_words, with_kept_hits
from rules.systems.sda.fight.base.missiles import Missile
from rules.systems.sda.fight.base.rage_and_dread import dread_words, paid_for_dice, rage_words
from rules.systems.sda.fight.base.sparring import reward_against, taught_by
from rules.systems.sda.fight.blows.maluses import no_defence
from rules.systems.sda.fight.blows.rolls import Blow


def odds_of_blow(table: Table, pool: Pool, target: str, weapon: str, count: int, told: str, more: str = "") -> Odds:
    """The odds of ``count`` dice against somebody who does not defend (SDA-023, SDA-045, SDA-046, SDA-048).

    ``told`` says which dice these are, ``more`` what else there is to say of them.
    """
    hits = opposed(pool.side(count), no_defence(table, target, table.actor)).hits()
    scores = at_least(hits, 1)
    listed = (
        Chance("scores", "scores, undefended", scores),
        Chance("flawless", "flawless, undefended", sum(flawless_undefended(table, pool, target, count))),
        Chance("complete_failure", "complete failure", pool.none_scoring(count)),
    )
    sentence = f"{told}: {in_words(scores)} to score{more}{blow_words(table, target, weapon, count)}"
    return Odds(sentence, listed, with_kept_hits(table.me, hits), "MoS")


def flawless_undefended(table: Table, pool: Pool, target: str, count: int) -> Distribution:
    """P(a flawless success that shows 0, 1, 2 ... MoS), if nobody meets the blow."""
    return flawless_against(table, pool, count, no_defence(table, target, table.actor))


def with_means_of_blow(odds: Odds, table: Table, pool: Pool, target: str, count: int, reward: str, bought: int) -> Odds:
    """The odds with what the roll brings on average, if nobody meets it; in sparring it teaches (SDA-047, SDA-075)."""
    return _with_means(
        odds, table, pool, target, flawless_undefended(table, pool, target, count), count, reward, bought
    )


def odds_of_shot(
    table: Table, pool: Pool, target: str, missile: Missile, count: int, reward: str, bought: int, more: str = ""
) -> Odds:
    """The odds of ``count`` dice against somebody who does not dodge, and what they bring on average (SDA-199).

    ``more`` is what else there is to say of them.
    """
    measure, flawless = pool.measure(count), flawless_shown(table, pool, count, 1)
    hits = at_least(measure, 1)
    listed = (
        Chance("hits", "hits, if nobody dodges", hits),
        Chance("flawless", "flawless", sum(flawless)),
        Chance("complete_failure", f"complete failure{', and jams' * missile.unreliable}", pool.none_scoring(count)),
    )
    less = f" −{pool.malus}" if pool.malus > 0 else f" +{-pool.malus}" if pool.malus else ""
    sentence = f"{counted(count, 'die', 'dice')}{less}: {in_words(hits)} to hit, if nobody dodges{more}"
    sentence += more_words(table.me, missile.arm.key) + dread_words(table, table.actor, target, count)
    odds = Odds(sentence, listed, measure, "hits, if nobody dodges")
    return _with_means(odds, table, pool, target, flawless, count, reward, bought)


def _with_means(
    odds: Odds, table: Table, pool: Pool, target: str, shown: Distribution, count: int, reward: str, bought: int
) -> Odds:
    taken = reward_against(table, pool.who, target, reward)
    paid = paid_for_dice(table, pool.who, target, count, price(pool.dice - bought, bought))
    return with_means(odds, table, pool, count, shown, taken, bought, paid=paid)


def blow_words(table: Table, target: str, weapon: str, dice: int) -> str:
    """The words for a blow of the actor: hits kept for it, dice with its damage, rage, and the price of dread."""
    words = kept_words(table.me) + more_words(table.me, weapon) + rage_words(table.me)
    return words + dread_words(table, table.actor, target, dice)


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

    def odds(self, unhurt: str, label: str, words: str, against: Distribution, *more: Chance) -> Odds:
        """The odds not to be hit with the dice chosen, and with each other number of dice."""
        chances = [1 - opposed(side, self.theirs).behind for side in self.sides]
        safe = chances[self.count]
        listed = (Chance(unhurt, label, safe), *more, *ends_of(self.pool, self.count, self.flawless))
        compared = tuple(Chance(str(n), counted(n, "die", "dice"), chance) for n, chance in enumerate(chances))
        sentence = f"{counted(self.count, 'die', 'dice')}: {in_words(safe)} {words}"
        return Odds(sentence, listed, against, "hits against you", compared=compared)

    def with_means(self, odds: Odds, reward: str, bought: int, losses: Losses) -> Odds:
        """The odds with what the answer brings on average; in sparring a flawless attack teaches, too (SDA-075)."""
        taken = reward_against(self.table, self.table.actor, self.attack.who, reward)
        learns = taught_by(self.table, self.attack.as_pool(), self.attack.dice, self.mine, self.guard)
        rolled = (self.table, self.pool, self.count, self.flawless)
        return with_means(odds, *rolled, taken, bought, losses, learns=learns)
