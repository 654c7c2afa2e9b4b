"""The odds of an attack whose answer is not known yet, and the words for spells, rage and dread in it (D-7, D-9)."""

from rules.engine.kernel.table import Table
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words
from rules.systems.sda.core.person.chances import DICE, Side, opposed
from rules.systems.sda.core.rolls.consequences import flawless_against, flawless_shown, with_means
from rules.systems.sda.core.rolls.pools import Pool, price
from rules.systems.sda.fight.base.enchantments import kept_words, more_words, with_kept_hits
from rules.systems.sda.fight.base.rage_and_dread import dread_words, paid_for_dice, rage_words
from rules.systems.sda.fight.base.sparring import reward_against
from rules.systems.sda.fight.blows.maluses import defence_malus


def odds_of_blow(table: Table, pool: Pool, target: str, weapon: str, count: int, told: str, more: str = "") -> Odds:
    """The odds of ``count`` dice against somebody who does not defend (SDA-023, SDA-045, SDA-046, SDA-048).

    ``told`` says which dice these are, ``more`` what else there is to say of them.
    """
    hits = opposed(pool.side(count), _no_defence(table, target)).hits()
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
    return flawless_against(table, pool, count, _no_defence(table, target))


def _no_defence(table: Table, target: str) -> Side:
    """The side of somebody who makes no roll: its malus becomes dice for the attack (SDA-045)."""
    return Side(DICE[0], 0, defence_malus(table, target, table.actor, None))


def flawless_blow(table: Table, pool: Pool, count: int) -> float:
    """P(a flawless success), if nobody dodges."""
    return sum(flawless_shown(table, pool, count, 1))


def with_means_of_blow(odds: Odds, table: Table, pool: Pool, target: str, count: int, reward: str, bought: int) -> Odds:
    """The odds with what the roll brings on average, if nobody meets it; in sparring it teaches (SDA-047, SDA-075)."""
    return _with_means(
        odds, table, pool, target, flawless_undefended(table, pool, target, count), count, reward, bought
    )


def with_means_of_shot(odds: Odds, table: Table, pool: Pool, target: str, count: int, reward: str, bought: int) -> Odds:
    """The odds of a shot with what it brings on average, if nobody dodges."""
    return _with_means(odds, table, pool, target, flawless_shown(table, pool, count, 1), count, reward, bought)


def _with_means(
    odds: Odds, table: Table, pool: Pool, target: str, shown: Distribution, count: int, reward: str, bought: int
) -> Odds:
    taken = reward_against(table, pool.who, target, reward)
    paid = paid_for_dice(table, pool.who, target, count, price(pool.dice - bought, bought))
    return with_means(odds, table, pool, count, shown, taken, bought, paid=paid)


def blow_words(table: Table, target: str, weapon: str, dice: int) -> str:
    """The words for a blow of the actor: hits kept for it, dice with its damage, rage, and the price of dread."""
    return kept_words(table.me) + more_words(table.me, weapon) + rage_words(table.me) + _dread(table, target, dice)


def shot_words(table: Table, target: str, weapon: str, dice: int) -> str:
    """The words for a shot of the actor: dice with its damage, and the price of dread."""
    return more_words(table.me, weapon) + _dread(table, target, dice)


def _dread(table: Table, target: str, dice: int) -> str:
    return dread_words(table, table.actor, target, dice)
