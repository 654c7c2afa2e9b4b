"""The odds of an attack before it is known how it is answered, and what spells, rage and dread do to it (D-7, D-9)."""

from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.engine.table import Table
from rules.systems.sda.fight.dread import dread_words
from rules.systems.sda.fight.in_store import kept_words, with_kept_hits
from rules.systems.sda.fight.more_dice import more_words
from rules.systems.sda.fight.rage import rage_words
from rules.systems.sda.pools import Pool
from rules.systems.sda.reckoning import needs_full_pool


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
    """P(every die scores, and something is left of it), if these are enough dice for a flawless success (C-23)."""
    if count < pool.available and needs_full_pool(table):
        return 0.0
    return at_least(pool.all_scoring(count), 1)


def blow_words(table: Table, target: str, weapon: str, dice: int) -> str:
    """Of a blow of the actor: hits kept for it, dice with its damage, where all hits have to go, and its price."""
    return kept_words(table.me) + more_words(table.me, weapon) + rage_words(table.me) + _dread(table, target, dice)


def shot_words(table: Table, target: str, weapon: str, dice: int) -> str:
    """Of a shot, for which no hits are kept."""
    return more_words(table.me, weapon) + _dread(table, target, dice)


def _dread(table: Table, target: str, dice: int) -> str:
    return dread_words(table, table.actor, target, dice)
