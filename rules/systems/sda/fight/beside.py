"""The odds of an attack before it is known how it is answered, and what spells, rage and dread do to it (D-7, D-9)."""

from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.engine.table import Table
from rules.systems.sda.aftermath import flawless_shown, with_means
from rules.systems.sda.fight.dread import dread_words
from rules.systems.sda.fight.in_store import kept_words, with_kept_hits
from rules.systems.sda.fight.more_dice import more_words
from rules.systems.sda.fight.rage import rage_words
from rules.systems.sda.fight.sparring import reward_against
from rules.systems.sda.pools import Pool


def odds_of_blow(table: Table, pool: Pool, target: str, weapon: str, count: int, told: str, more: str = "") -> Odds:
    """What so many dice come to against somebody who does not defend (SDA-023, SDA-046, SDA-048).

    ``told`` says which dice these are, ``more`` what else there is to say of them.
    """
    measure = pool.measure(count)
    scores = at_least(measure, 1)
    listed = (
        Chance("scores", "scores, undefended", scores),
        Chance("flawless", "flawless, undefended", flawless_blow(table, pool, count)),
        Chance("complete_failure", "complete failure", pool.none_scoring(count)),
    )
    sentence = f"{told}: {in_words(scores)} to score{more}{blow_words(table, target, weapon, count)}"
    return Odds(sentence, listed, with_kept_hits(table.me, measure), "MoS")


def flawless_blow(table: Table, pool: Pool, count: int) -> float:
    """P(a flawless success), if nobody meets it."""
    return sum(flawless_shown(table, pool, count, 1))


def with_means_of_blow(odds: Odds, table: Table, pool: Pool, target: str, count: int, reward: str, bought: int) -> Odds:
    """The odds with what the roll brings on average, if nobody meets it; in sparring it teaches (SDA-047, SDA-075)."""
    taken = reward_against(table, pool.who, target, reward)
    return with_means(odds, table, pool, count, flawless_shown(table, pool, count, 1), taken, bought)


def blow_words(table: Table, target: str, weapon: str, dice: int) -> str:
    """Of a blow of the actor: hits kept for it, dice with its damage, where all hits have to go, and its price."""
    return kept_words(table.me) + more_words(table.me, weapon) + rage_words(table.me) + _dread(table, target, dice)


def shot_words(table: Table, target: str, weapon: str, dice: int) -> str:
    """Of a shot, for which no hits are kept."""
    return more_words(table.me, weapon) + _dread(table, target, dice)


def _dread(table: Table, target: str, dice: int) -> str:
    return dread_words(table, table.actor, target, dice)
