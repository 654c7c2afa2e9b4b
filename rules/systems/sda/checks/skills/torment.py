"""Torment: some take heart from every hit of it (SDA-149, D-7)."""

from collections.abc import Iterable, Sequence

from rules.engine.kernel.table import Table
from rules.engine.odds import Distribution, Odds
from rules.systems.sda.core.person.chances import Margin
from rules.systems.sda.core.person.enmity import TORTURE, enjoy
from rules.systems.sda.core.person.gifts import figure
from rules.systems.sda.core.rolls.consequences import net_of, with_more_spirit
from rules.systems.sda.core.rolls.pools import Pool, price

#: A flawless success: the MoS that its dice showed, the hits that it came to, and its chance.
Flawless = tuple[int, int, float]


def relish(table: Table, pool: Pool, hits: int) -> None:
    """Give a torturer the spirit that the cruel take from hits, before anything else follows from the roll."""
    if pool.skill == TORTURE:
        enjoy(table, pool.who, hits, "torment")


def with_torment(
    odds: Odds, table: Table, pool: Pool, bought: int, reward: str, hits: Distribution, flawless: Iterable[Flawless]
) -> Odds:
    """Odds of a roll with the spirit that torment gives on average, never beyond the most.

    Where a flawless success gives spirit as well, only what is left of the room for it counts.
    """
    each = figure(table.me, "cruelty") if pool.skill == TORTURE else 0
    if not each:
        return odds
    spirit = table.me.resources["spirit"]
    room = max(0, spirit.most - spirit.now + pool.due + price(pool.dice - bought, bought))
    more = sum(share * min(each * count, room) for count, share in enumerate(hits))
    for shown, count, share in flawless if reward == "spirit" else ():
        both, apart = min(each * count + shown, room), min(each * count, room) + min(shown, room)
        more += share * (both - apart)
    return with_more_spirit(odds, more)


def alone(pool: Pool, difficulty: int, shown: Sequence[float]) -> list[Flawless]:
    """The flawless successes of a roll against a difficulty."""
    return [(value, net_of(pool, value) - difficulty, share) for value, share in enumerate(shown) if share]


def against(margins: Sequence[Margin | None]) -> list[Flawless]:
    """The flawless successes of a roll against somebody, from the margins by the MoS that the dice show."""
    return [
        (shown, count, share)
        for shown, margin in enumerate(margins)
        if margin
        for count, share in enumerate(margin.hits())
        if count and share
    ]
