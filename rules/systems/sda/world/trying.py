"""One roll of one skill out in the world: the fields that all commands of this kind share, odds and verdicts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight.turns import others_known
from rules.engine.kernel.commands import Choice, Command, Place, many, number, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Judged
from rules.engine.kernel.refusals import NotNow
from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.table import Table
from rules.engine.kernel.valuation import Weighing
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words
from rules.systems.sda.core.person.gifts import called_choices, called_field, counted_in, doubled_by, offered
from rules.systems.sda.core.person.virtue_bonus import own_choices
from rules.systems.sda.core.rolls.consequences import Losses, ends_of, flawless_shown, with_means
from rules.systems.sda.core.rolls.fields import REWARDS
from rules.systems.sda.core.rolls.pools import Pool, Result, buy, dice_used, pool_for, throw, with_bought
from rules.systems.sda.core.rolls.results import reckon
from rules.systems.sda.core.rolls.valuation import CHANCE, Aim, bought_for, bought_said, foreseen
from rules.systems.sda.fight.base.state import is_out

_MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Try(Command):
    """One roll of a skill, with everything that helps or hinders it (SDA-043, SDA-044, SDA-059)."""

    place: ClassVar[Place] = Place.SHEET
    has_odds: ClassVar[bool] = True
    #: The skill that is rolled, whether injuries leave its dice alone, and the aim of the roll.
    rolls: ClassVar[str] = ""
    free: ClassVar[bool] = False
    aim: ClassVar[Aim] = CHANCE

    bonus: int = number("Bonus dice", default=0, most=_MOST, at_once=False)
    malus: int = number("Malus", default=0, most=_MOST, at_once=False)
    bought: int = number("Dice bought with spirit", default=0, at_once=False)
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = pick("Virtue called upon", default="", help="Whether the roll goes with it or against it")
    traits: tuple[str, ...] = many("Traits that bear on it", help="Those whose occasion this is")
    called: str = called_field()

    @classmethod
    def possible(cls, table: Table) -> None:
        at_leisure(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        said = {"virtue": own_choices(table.me), "called": called_choices(table.me)}
        return {"reward": REWARDS, **said, "traits": offered(table.me)}

    def weighing(self, table: Table) -> Weighing | None:
        """How many dice to buy (SDA-059)."""
        return self.weighed(table)

    def weighed(
        self,
        table: Table,
        *more: str,
        aim: Aim | None = None,
        said: Callable[[Any], str] = bought_said,
        most: int | None = None,
    ) -> Weighing:
        """Weighing of bought dice, and of the fields named by ``more``, by the amount of the aim that they bring."""
        pool, brings = (lambda one: one._pool(table)), (lambda one: one.brings(table))
        return bought_for(self, table, aim or self.aim, pool, brings, *more, said=said, most=most)

    def brings(self, table: Table) -> float:
        """The amount of its aim that the roll brings on average: read off its odds, unless they do not know of it."""
        return self.aim.of(foreseen(self, table))

    def _pool(self, table: Table) -> Pool:
        """The actor's dice, before any are bought."""
        return self.plain_pool(table, self.rolls, free=self.free)

    def plain_pool(self, table: Table, skill: str, *, bonus: int = 0, malus: int = 0, free: bool = False) -> Pool:
        """The actor's dice for a skill, with picked traits, before any are bought; ``free`` of what injuries take."""
        dice, mos = counted_in(table.me, skill, self.traits)
        more, less = self.bonus + bonus + dice, self.malus + malus - mos
        pool = pool_for(table, table.actor, skill, "", more, less, free=free, virtue=self.virtue, called=self.called)
        return pool.counting_twice(doubled_by(table.me, pool.skill, self.traits))

    def ready(self, table: Table, pool: Pool) -> Pool:
        """The dice that would be thrown; refused where there are none, or not so many to buy."""
        after = with_bought(table, pool, self.bought)
        dice_used(after, 0)
        return after

    def foretold(self, table: Table, pool: Pool, difficulty: int, do: str, losses: Losses | None = None) -> Odds:
        """The odds of one roll against a difficulty, "6 in 10 to cross", and what else follows from it."""
        success, shown = at_least(measure_of(pool), difficulty), flawless_shown(table, pool, pool.available, difficulty)
        return self.foretold_as(table, pool, success, shown, do, losses)

    def foretold_as(
        self, table: Table, pool: Pool, success: float, shown: Distribution, do: str, losses: Losses | None = None
    ) -> Odds:
        """The odds of one roll with this chance of success, and P(flawless success with n MoS on its dice) by n."""
        count = pool.available
        listed = (Chance("success", do, success), *ends_of(pool, count, shown))
        odds = Odds(f"{in_words(success).capitalize()} to {do}", listed, measure_of(pool), "MoS")
        return with_means(odds, table, pool, count, shown, self.reward, self.bought, losses)

    def roll(self, table: Table, dice: Dice, pool: Pool, purpose: str) -> Result:
        """Buy dice, and throw all."""
        self.ready(table, pool)
        after = buy(table, pool, self.bought)
        return throw(table, dice, after, after.available, f"{purpose}: {pool.skill}")


# -- when it can be done --------------------------------------------------------------------------------------------


def no_fight(table: Table) -> None:
    """Refuse in the middle of a fight."""
    if table.encounter is not None and table.encounter.stage == "fighting":
        raise NotNow("Not in the middle of a fight. It can be done before or after it.")


def alive(sheet: Sheet) -> None:
    """Refuse for the dead."""
    if sheet.has("dead"):
        raise NotNow(f"{sheet.name} is dead. Only reanimation helps now.")


def at_leisure(table: Table) -> None:
    """Refuse in a fight, and for whoever is down."""
    no_fight(table)
    alive(table.me)
    if is_out(table.me):
        raise NotNow(f"{table.me.name} can do nothing before they are up again.")


def around(table: Table) -> list[str]:
    """Ids of the actor, and of everybody about of whom they know."""
    if table.encounter is None:
        return [table.actor, *(who for who in table.cast if who != table.actor and who in table.sheets)]
    there = table.encounter.combatants
    if table.actor not in there:
        return [table.actor, *(who for who, place in there.items() if not place.hidden)]
    return [table.actor, *others_known(table, table.actor)]


# -- odds and verdicts ----------------------------------------------------------------------------------------------


def measure_of(pool: Pool) -> Distribution:
    """Distribution of the MoS of all dice of a pool, less its malus."""
    return pool.measure(pool.available)


def judge(
    table: Table, dice: Dice, result: Result, verdict: str, *, reward: str, hits: int = 0, **numbers: int | str | None
) -> None:
    """Say what a roll came to, and let it have its consequences."""
    told: dict[str, int | str | None] = {"skill": result.pool.skill, "measure": result.net, "hits": hits, **numbers}
    table.happen(Judged(result.pool.who, verdict, hits, told))
    reckon(table, dice, result, succeeded=verdict == "success", reward=reward)
