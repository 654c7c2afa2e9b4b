"""Dice bought with spirit, and the dice that spirit carries (SDA-057 to SDA-060)."""

from dataclasses import replace

from rules.engine.kernel import Refused, ResourceChanged, Sheet, Table
from rules.engine.page.blocks import Part
from rules.systems.sda.content.house_rules.general import BUYING
from rules.systems.sda.core.person import figure, has_rage
from rules.systems.sda.core.rolls.pool import Pool, refuse_empty


def carried_by(sheet: Sheet, spirit: int) -> int:
    """The most dice that ``spirit`` carries: as many as points, for some traits half as many again (SDA-057, D-7)."""
    return spirit + spirit * figure(sheet, "stamina") // 2


def price(pool_dice: int, bought: int) -> int:
    """Spirit that bought dice cost: each as much as there are dice by then (SDA-059, C-17).

    >>> [price(4, bought) for bought in (1, 2, 3, 4)]
    [4, 9, 15, 22]
    """
    return sum(range(pool_dice, pool_dice + bought))


def with_bought(table: Table, pool: Pool, bought: int, *, unlimited: bool = False) -> Pool:
    """The pool after buying, refused where the rules forbid it; nothing is paid yet.

    At most as many dice as the pool had (SDA-060), unless ``unlimited`` as for a virtue (SDA-082); what spirit is left
    must still carry them (SDA-057, C-16).
    """
    if not bought:
        return pool
    refuse_empty(pool, "bought")
    after = bought_pool(table, pool, bought, unlimited=unlimited)
    if after is None:
        most = max((n for n in range(1, bought) if bought_pool(table, pool, n, unlimited=unlimited)), default=0)
        cost = price(pool.available, bought)
        spirit = table.sheet(pool.who).now("spirit")
        allowed = f"{most} can be bought for {price(pool.available, most)}" if most else "none can be bought"
        raise Refused(
            f"{bought} more dice would cost {cost} of {spirit} spirit; here {allowed}, "
            f"since no pool is larger than its spirit{'' if unlimited else ' or than twice itself'}.",
            "bought",
        )
    return after


def bought_pool(table: Table, pool: Pool, bought: int, *, unlimited: bool = False) -> Pool | None:
    """The pool after buying; None where the rules forbid it."""
    sheet, cap = table.sheet(pool.who), pool.cap
    spirit, cost = sheet.now("spirit"), price(pool.available, bought) + pool.due
    if BUYING.chosen(table.house_rules) != "before paying" and not has_rage(sheet):
        cap = min(cap, carried_by(sheet, spirit - cost))
    dice = pool.available + bought
    original = pool.available - pool.ahead
    if (pool.ahead + bought > original and not unlimited) or cost > spirit or dice > cap:
        return None
    part = Part("Bought with spirit", f"+{bought} for {cost - pool.due}", "SDA-059")
    return replace(pool, dice=dice, cap=cap, parts=(*pool.parts, part))


def could_buy(table: Table, pool: Pool, bought: int, *, unlimited: bool = False) -> bool:
    """Whether ``bought`` dice could be bought for a pool now."""
    return bool(pool.available) and bought_pool(table, pool, bought, unlimited=unlimited) is not None


def buy(table: Table, pool: Pool, bought: int, *, unlimited: bool = False) -> Pool:
    """Buy dice and pay for them with spirit; the pool that has them is returned."""
    after = with_bought(table, pool, bought, unlimited=unlimited)
    if bought:
        cost = price(pool.available, bought)
        table.happen(ResourceChanged(pool.who, "spirit", -cost, "bought dice"))
    return after
