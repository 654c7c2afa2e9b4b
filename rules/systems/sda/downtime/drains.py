"""Drains of spirit: grief, dread, and drink beyond what the body bears, for as long as it lasts (SDA-058; D-3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    NotNow,
    Sheet,
    Table,
    Told,
    number,
    pick,
    plainly,
    switch,
    words,
)
from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.systems.sda.checks.shared.companions import no_fight
from rules.systems.sda.core.person import SheetCommand, keep_memo, lift, take_spirit
from rules.systems.sda.core.rolls import AS_WISHED, DRUNK, Pool, dice_used, judge, pool_for, reckon, throw
from rules.systems.sda.downtime.ordeals import Befall, Ordeal, everybody

_DIFFICULTY = {"acquaintance": 2, "friend": 4, "companion": 6}
CLOSENESS = (
    Choice("acquaintance", "An acquaintance"),
    Choice("friend", "A friend"),
    Choice("companion", "A member of the party"),
)
#: Changes to the difficulty of a death; a death expected halves it.
_UNFRIENDLY, _VIOLENT, _WITNESSED = -2, 2, 2
#: The difficulty of seeing each ally go down.
_PER_ALLY = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Grief(Befall, name="time.grief", label="Somebody dies"):
    """A death: a test of ego, 2 spirit for each MoS too few (SDA-058)."""

    about: ClassVar[str] = "Those who mourn roll ego."

    closeness: str = pick("Who it was", default="friend")
    died: str = words("Name", default="", most=80)
    unfriendly: bool = switch("On bad terms")
    violent: bool = switch("A violent death")
    witnessed: bool = switch("Seen with their own eyes")
    expected: bool = switch("Expected, with a farewell")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**everybody(table), "closeness": CLOSENESS}

    def ordeals(self, table: Table, who: str) -> Sequence[Ordeal]:
        changes = ((self.unfriendly, _UNFRIENDLY), (self.violent, _VIOLENT), (self.witnessed, _WITNESSED))
        difficulty = _DIFFICULTY[self.closeness] + sum(by for holds, by in changes if holds)
        return (Ordeal("ego", difficulty // 2 if self.expected else difficulty, 2, "grief"),)

    def settle(self, table: Table, who: str) -> None:
        table.happen(Told((who,), f"{{0}} mourns {plainly(self.died.strip()) or 'the dead'}."))


@dataclass(frozen=True, slots=True, kw_only=True)
class AllyDown(Befall, name="time.ally_down", label="Allies go down"):
    """Allies go down in a fight: a test of ego against 2 for each of them, 1 spirit for each MoS too few (SDA-058).

    It comes in the middle of the fight, outside of every budget.
    """

    about: ClassVar[str] = "Those who see it roll ego."

    number_down: int = number("How many", least=1, most=20, default=1)

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.encounter is None:
            table.sheet(table.actor)

    def ordeals(self, table: Table, who: str) -> Sequence[Ordeal]:
        return (Ordeal("ego", _PER_ALLY * self.number_down, 1, "an ally down", fear=True),)


#: Where the spirit that comes back with sobriety is kept on a sheet.
DROWNED = "spirit_drowned"


@dataclass(frozen=True, slots=True)
class Drink(SheetCommand, name="time.drink", label="Drink"):
    """Half a litre of beer, a quarter of wine or an eighth of spirits is a portion: resist poison against all of them.

    Each MoS too few costs a spirit until sober, and makes one drunker by a level (SDA-058).
    """

    portions: int = number("Portions", least=1, most=40, default=2, help="½ l of beer, ¼ l of wine, ⅛ l of spirits")

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        _able(table.me)

    def odds(self, table: Table) -> Odds:
        bears = at_least(self._pool(table).measure(), self.portions)
        return Odds(f"{in_words(bears).capitalize()} to bear it", (Chance("success", "bears it", bears),))

    def perform(self, table: Table, dice: Dice) -> None:
        pool = self._pool(table)
        result = throw(table, dice, pool, pool.available, f"drink: {pool.skill}")
        missing = max(0, self.portions - result.net)
        hits, told = max(0, result.net - self.portions), {"difficulty": self.portions, "measure": result.net}
        judge(table, table.actor, not missing, hits, **told, missing=missing)
        if missing:
            _drown(table, missing)
        reckon(table, dice, result, succeeded=not missing, reward=AS_WISHED)

    def _pool(self, table: Table) -> Pool:
        pool = pool_for(table, table.actor, "resist_poison", free=True)
        dice_used(pool, 0, "portions")
        return pool


def _drown(table: Table, missing: int) -> None:
    held = table.me.conditions.get(DRUNK)
    level = missing + (held.level if held else 0)
    table.happen(ConditionSet(table.actor, Condition(DRUNK, "Drunk", level)))
    lost = take_spirit(table, table.actor, missing, "drink")
    keep_memo(table, table.actor, DROWNED, int(table.me.memo.get(DROWNED, 0)) + lost)
    table.happen(Told((table.actor,), "{0} has had too much."))


@dataclass(frozen=True, slots=True)
class SoberUp(SheetCommand, name="time.sober_up", label="Sober up"):
    """Be sober again: the spirit that went with the drink comes back (SDA-058)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        if not table.me.has(DRUNK):
            raise NotNow(f"{table.me.name} is sober.")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(ConditionEnded(table.actor, DRUNK), Told((table.actor,), "{0} is sober again."))
        lift(table, table.actor, int(table.me.memo.get(DROWNED, 0)), "sober again")
        keep_memo(table, table.actor, DROWNED, None)


def _able(sheet: Sheet) -> None:
    for condition in ("dead", "unconscious"):
        if sheet.has(condition):
            raise NotNow(f"{sheet.name} is {condition}.")
