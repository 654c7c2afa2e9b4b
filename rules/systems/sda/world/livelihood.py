"""Livelihood: pockets picked, prices haggled, food from the wild.

SDA-026, SDA-123, SDA-144 (pockets and prices), SDA-147 (food), D-8, D-12.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    NotNow,
    Refused,
    Table,
    Told,
    Weighing,
    counted,
    number,
    pick,
    switch,
)
from rules.engine.odds import Chance, Odds
from rules.systems.sda.content.house_rules import world
from rules.systems.sda.content.money import pay, price_words
from rules.systems.sda.content.skills import narrowest
from rules.systems.sda.core.person import Margin, figure, opposed
from rules.systems.sda.core.rolls import (
    AS_WISHED,
    Aim,
    Pool,
    Result,
    foreseen,
    grant_each,
    judge,
    odds_to,
    pool_for,
    reckon,
    throw,
)
from rules.systems.sda.world.attempts import Try, around, at_leisure

SELLER, BUYER = "seller", "buyer"
#: Factor of the highest price by a seller's hits, and of the lowest by a buyer's, from two on (D-8).
UP, DOWN = {2: 1.0, 3: 1.5, 4: 2.0}, {2: 1.0, 3: 0.75, 4: 0.5}

#: Aim of a haggle; how much spirit counts for hangs on the prices.
BARGAIN = Aim(
    "copper",
    "Average copper gained over splitting the difference. All your spirit counts as much as the range of prices.",
    "Won",
)


def bargain(least: int, most: int, hits: int) -> int:
    """The price of a haggle: positive hits are the seller's, negative the buyer's (D-8).

    >>> [bargain(100, 200, hits) for hits in (0, 1, 2, 3, 4, 9, -1, -2, -3, -4)]
    [150, 175, 200, 300, 400, 400, 125, 100, 75, 50]
    """
    if abs(hits) < 2:
        return round((least + most) / 2 + hits * (most - least) / 4)
    step = min(abs(hits), max(UP))
    return round(most * UP[step] if hits > 0 else least * DOWN[step])


@dataclass(frozen=True, slots=True, kw_only=True)
class Against(Try):
    """A test against somebody about: the fields that all commands of this kind share."""

    target: str = pick("Against")

    @classmethod
    def possible(cls, table: Table) -> None:
        at_leisure(table)
        if len(around(table)) < 2:
            raise NotNow("Nobody else here.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        others = tuple(Choice(who, table.name(who)) for who in around(table) if who != table.actor)
        return {**Try.choices(table), "target": others}

    #: Figures of the other's traits that make it harder (D-7).
    wary: ClassVar[tuple[str, ...]] = ("resists_greed",)

    def _pool(self, table: Table) -> Pool:
        """The actor's dice, less what the other's nature takes off them (D-7)."""
        wary = sum(figure(table.sheet(self.target), one) for one in self.wary)
        return self.plain_pool(table, self._skill(), malus=wary)

    def _skill(self) -> str:
        """The key of the skill that is rolled; lists of skills may differ in it."""
        return self.rolls

    def margin(self, table: Table, theirs: Pool) -> Margin:
        pool = self.ready(table)
        return opposed(pool.side(pool.available), theirs.side(theirs.available))

    def clash(self, table: Table, dice: Dice, theirs: Pool) -> tuple[Result, Result]:
        """Roll for both; a malus beyond a roll is dice for the other (SDA-029)."""
        mine = self.roll(table, dice, self.name)
        other = throw(table, dice, theirs, theirs.available, f"{self.name}: {theirs.skill}")
        return grant_each(table, dice, mine, other)


@dataclass(frozen=True, slots=True, kw_only=True)
class PickPocket(Against, name="thief.pick_pocket", label="Pick a pocket"):
    """Sleight of hand against perception, which has a die more for every two of the thing's encumbrance (SDA-144, D-8).

    A tie is noticed, unless the other is distracted.
    """

    rolls: ClassVar[str] = "sleight_of_hand"

    encumbrance: int = number("Encumbrance of the thing", most=40, default=0)
    distracted: bool = switch("They are distracted")

    def odds(self, table: Table) -> Odds:
        margin = self.margin(table, self._theirs(table))
        unseen = margin.ahead + (margin.level if self.distracted else 0.0)
        return odds_to("take it unnoticed", unseen, measure=margin.hits(), unit="hits")

    def perform(self, table: Table, dice: Dice) -> None:
        mine, theirs = self.clash(table, dice, self._theirs(table))
        ahead = mine.net - theirs.net
        unseen = ahead > 0 or (ahead == 0 and self.distracted)
        judge(table, table.actor, unseen, max(0, ahead), measure=mine.net, against=theirs.net)
        told = "{0} takes it, and nobody notices." if unseen else "{1} notices {0}’s hand."
        table.happen(Told((table.actor, self.target), told))
        reckon(table, dice, mine, succeeded=unseen, reward=self.reward)
        reckon(table, dice, theirs, succeeded=not unseen, reward=AS_WISHED)

    def _theirs(self, table: Table) -> Pool:
        return pool_for(table, self.target, "perception", "", self.encumbrance // 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Haggle(Against, name="trade.haggle", label="Haggle"):
    """Persuasion against persuasion: the hits say what price it comes to between the lowest and the highest (D-8)."""

    wary: ClassVar[tuple[str, ...]] = ("resists_greed", "resists_charm")

    least: int = number("Lowest price, in copper", most=100_000, default=100)
    most: int = number("Highest price, in copper", most=100_000, default=200)
    role: str = pick("You are the", default=BUYER)
    pays: bool = switch("Pay at once", default=True, help="As far as the coins go")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        roles = (Choice(BUYER, "Buyer"), Choice(SELLER, "Seller"))
        return {**Against.choices(table), "role": roles}

    def odds(self, table: Table) -> Odds:
        self._refuse_upside_down()
        margin = self.margin(table, self._theirs(table))
        halfway = Chance("tie", "meet half-way", margin.level)
        return odds_to("get the better price", margin.ahead, halfway, measure=margin.hits(), unit="hits")

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_upside_down()
        mine, theirs = self.clash(table, dice, self._theirs(table))
        ahead = mine.net - theirs.net
        price = self._price(ahead)
        verdict = ahead > 0 if ahead else "tie"
        judge(table, table.actor, verdict, max(0, ahead), measure=mine.net, against=theirs.net, price=price)
        table.happen(
            Told((table.actor, self.target), f"{{0}} and {{1}} agree on {price_words(price) or 'no payment'}.")
        )
        if self.pays:
            self._pay(table, price)
        reckon(table, dice, mine, succeeded=ahead > 0, reward=self.reward)
        reckon(table, dice, theirs, succeeded=ahead < 0, reward=AS_WISHED)

    def weighing(self, table: Table) -> Weighing:
        """How many dice to buy, by what they save or bring in copper; all spirit counts as all there is to win."""
        span = abs(self._price(max(UP)) - self._price(-max(UP)))
        whole = max(1, table.me.now("spirit"))
        return self.weighed(table, aim=replace(BARGAIN, spirit=whole / max(1, span)))

    def brings(self, table: Table) -> float:
        self._refuse_upside_down()
        margin = self.margin(table, self._theirs(table))
        halfway = self._price(0)
        won = sum(share * (self._price(ahead) - halfway) for ahead, share in enumerate(margin.shares, margin.least))
        return won if self.role == SELLER else -won

    def _price(self, ahead: int) -> int:
        """The price in copper if the actor is so many MoS ahead; negative ones are behind."""
        return bargain(self.least, self.most, ahead if self.role == SELLER else -ahead)

    def _skill(self) -> str:
        return narrowest("barter", "persuasion")

    def _theirs(self, table: Table) -> Pool:
        return pool_for(table, self.target, self._skill())

    def _pay(self, table: Table, price: int) -> None:
        """Let the coins change hands; a price beyond the purse is owed."""
        buyer, seller = (table.actor, self.target) if self.role == BUYER else (self.target, table.actor)
        paid = pay(table, buyer, seller, price)
        table.happen(Told((buyer, seller), "{0} pays {1}." if paid else "{0} cannot pay and owes it to {1}."))

    def _refuse_upside_down(self) -> None:
        if self.least > self.most:
            raise Refused(f"The highest price must be at least the lowest: {self.least} copper.", "most")


#: Aim of foraging: people who eat for a day.
FED = Aim(
    "people",
    "People fed for a day on average; 2 spirit count as 1 of them.",
    "Fed",
    spirit=2,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forage(Try, name="food.forage", label="Look for food"):
    """Look for food for an hour: every MoS feeds somebody for a day, or as many as the house says (SDA-147, D-12)."""

    rolls: ClassVar[str] = "foraging"
    aim: ClassVar[Aim] = FED

    def odds(self, table: Table) -> Odds:
        return self.foretold(table, 1, "find any")

    def brings(self, table: Table) -> float:
        return foreseen(self, table).mean * world.FED.number(table.house_rules)

    def perform(self, table: Table, dice: Dice) -> None:
        result = self.roll(table, dice, "look for food")
        fed = result.net * world.FED.number(table.house_rules)
        people = counted(fed, "person", "people")
        table.happen(Told((table.actor,), f"{{0}} finds food for {people}." if fed else "{0} finds no food."))
        self.judge(table, dice, result, bool(result.net), hits=result.net, fed=fed)
