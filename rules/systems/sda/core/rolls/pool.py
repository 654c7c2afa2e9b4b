"""The dice-pool of one skill as it stands, how its dice may fall, and dice bought for it (SDA-057 to SDA-060)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.engine.kernel import Refused, ResourceChanged, Sheet, Table, quick
from rules.engine.odds import Distribution, mapped
from rules.engine.page.blocks import Part
from rules.systems.sda.content.house_rules.general import BUYING, FULL_POOL
from rules.systems.sda.core.person import (
    TWICE,
    Side,
    after_malus,
    all_score,
    counted,
    distribution,
    figure,
    has_rage,
    none_scores,
)


@quick
@dataclass(frozen=True, slots=True)
class Pool:
    """The dice of one skill and how they come about: ``dice`` of ``sides`` faces, at most ``cap``, less ``malus``.

    ``rank`` is skill and group together (SDA-008). ``cap`` is what spirit and injuries leave (SDA-057). A bonus is more
    dice (SDA-043), a malus successes off what they show (SDA-044). ``how`` says what traits do to the throw (D-7).
    """

    who: str
    skill: str
    attribute: str
    sides: int
    dice: int
    malus: int
    cap: int
    rank: int = 0
    parts: tuple[Part, ...] = ()
    how: str = ""
    #: Dice among them that were bought ahead, and the spirit that is due for those when they are thrown.
    ahead: int = 0
    due: int = 0
    #: Whether its roller has said to throw fewer than there are, so that the whole pool is not thrown (SDA-046).
    held: bool = False

    @property
    def available(self) -> int:
        most = self.dice if self.dice < self.cap else self.cap  # noqa: FURB136 - forecasts ask for it all the time
        return 0 if most < 0 else most  # noqa: FURB136

    def is_whole(self, count: int) -> bool:
        """Whether so many dice are the full pool (SDA-046)."""
        return count == self.available and not self.held

    @property
    def notation(self) -> str:
        """The pool as the table says it: ``4d6``, with its malus if it has one."""
        return f"{self.available}d{self.sides}" + (f" {-self.malus:+d}".replace("-", "−") if self.malus else "")

    def side(self, count: int) -> Side:
        """The pool as a side of an opposed test, with ``count`` of its dice."""
        return Side(self.sides, count, self.malus, how=self.how)

    def counting_twice(self, by: Sequence[Part]) -> "Pool":
        """The pool with what it scores counted twice, if ``by`` names anything that makes it so (D-7)."""
        if not by:
            return self
        return replace(self, how=f"{self.how} {TWICE}".strip(), parts=(*self.parts, *by))

    def measure(self, count: int | None = None) -> Distribution:
        """The chance of each MoS that ``count`` of its dice come to, or all of them, the malus taken."""
        return self._counted(distribution(self.sides, self.available if count is None else count, self.how))

    def all_scoring(self, count: int) -> Distribution:
        """The part of :meth:`measure` in which every die scores (SDA-046)."""
        return self._counted(all_score(self.sides, count, self.how))

    def none_scoring(self, count: int) -> float:
        """The probability that no die of ``count`` scores (SDA-048)."""
        return none_scores(self.sides, count, self.how)

    def below_malus(self, count: int) -> float:
        """The probability that ``count`` of its dice score less than the malus takes."""
        return sum(distribution(self.sides, count, self.how)[: max(0, self.malus)])

    def _counted(self, shown: Distribution) -> Distribution:
        left = after_malus(shown, self.malus)
        return mapped(left, lambda value: counted(value, self.how)) if self.how else left


def refuse_empty(pool: Pool, field: str) -> None:
    """Refuse where no die is left, and say what leaves none."""
    if not pool.available:
        limited = pool.parts and (pool.dice > pool.cap or pool.parts[-1].rule == "SDA-210")
        limit = pool.parts[-1] if limited else Part("The pool", "no dice")
        raise Refused(f"No dice to roll. {limit.label}: {limit.value}.", field)


def needs_full_pool(table: Table) -> bool:
    """Whether a flawless success takes all dice of the pool, or all dice thrown (C-23)."""
    return FULL_POOL.flag(table.house_rules)


# -- dice bought with spirit -------------------------------------------------------------------------------------------


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
        allowed = f"at most {most}, for {price(pool.available, most)}" if most else "none"
        raise Refused(
            f"{bought} more {'die' if bought == 1 else 'dice'} would cost {cost} of {spirit} spirit. Buy {allowed}: "
            f"no pool holds more dice than there is spirit{'' if unlimited else ', and none more than doubles'}.",
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
        table.happen(ResourceChanged(pool.who, "spirit", -price(pool.available, bought), "bought dice"))
    return after
