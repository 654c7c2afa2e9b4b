"""Poison: noticed or not, and resisted again and again until it is thrown off (SDA-033, SDA-034, D-8)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    NotNow,
    RankChanged,
    Refused,
    Sheet,
    Table,
    Told,
    number,
    pick,
    switch,
)
from rules.engine.odds import Odds, at_least
from rules.systems.sda.content.hazards import Poison, poisons
from rules.systems.sda.content.skills import ATTRIBUTES
from rules.systems.sda.core.person import SheetCommand, figure, keep_in_memo, mos, take_spirit
from rules.systems.sda.core.rolls import Losses, Pool, throw_dice
from rules.systems.sda.fight.wounds import kill
from rules.systems.sda.world.attempts import Gathering, Try
from rules.systems.sda.world.harm import harm, may_be_hurt

#: Where a sheet remembers what a poison took from its attributes, until it is thrown off.
TAKEN = "poisoned"
#: Points that a poison takes from an attribute each time.
WEAKER = 2
#: The most MoS that throw off a poison of one's own making.
MOST_RECOVERY = 99


def poison_choices() -> tuple[Choice, ...]:
    return tuple(Choice(one.key, one.name, f"every {one.unit}") for one in poisons().values())


def poisoned_with(sheet: Sheet) -> list[str]:
    """The poisons at work in somebody."""
    return [key for key in poisons() if sheet.has(key)]


def poison(table: Table, who: str, key: str) -> None:
    """Put a poison into somebody's blood; the walking dead have none."""
    found = poisons()[key]
    if figure(table.sheet(who), "unliving"):
        table.happen(Told((who,), f"{{0}} is dead and unaffected: {found.name.lower()}."))
        return
    table.happen(ConditionSet(who, Condition(key, found.name, 0, "poison")))
    table.happen(Told((who,), f"{{0}} is poisoned: {found.name.lower()}."))


@dataclass(frozen=True, slots=True)
class BePoisoned(SheetCommand, name="poison.begin", label="Suffer a poison"):
    """Be poisoned, by mouth or by blood (D-8)."""

    poison: str = pick("Poison")

    @classmethod
    def possible(cls, table: Table) -> None:
        may_be_hurt(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"poison": poison_choices()}

    def perform(self, table: Table, dice: Dice) -> None:
        if figure(table.me, "unliving"):
            raise Refused(f"{table.me.name} is dead. Poison has no effect.", "poison")
        if table.me.has(self.poison):
            raise Refused(f"{table.me.name} has this poison already. Resist it, or choose another.", "poison")
        poison(table, table.actor, self.poison)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResistPoison(Gathering, name="poison.resist", label="Resist a poison"):
    """Roll against a poison each time it strikes: it works until the successes add up to its recovery (D-8).

    A setback test: a malus beyond the roll takes something back (SDA-033, SDA-034).
    """

    rolls: ClassVar[str] = "resist_poison"
    free: ClassVar[bool] = True
    starts_with_first: ClassVar[str] = "poison"

    poison: str = pick("Poison")
    recovery: int = number("MoS to recover", most=MOST_RECOVERY, default=0, help="In total; 0 = as listed")

    @classmethod
    def possible(cls, table: Table) -> None:
        may_be_hurt(table)
        if not poisoned_with(table.me):
            raise NotNow(f"{table.me.name} is not poisoned.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        held = poisoned_with(table.me)
        shown = tuple(Choice(key, poisons()[key].name, f"{table.me.conditions[key].level} MoS so far") for key in held)
        return {**Try.choices(table), "poison": shown}

    def odds(self, table: Table) -> Odds:
        pool = self.ready(table)
        missing = max(0, self._goal - table.me.conditions[self.poison].level)
        works = poisons()[self.poison]
        odds = self.foretold(table, missing, "throw it off now", _drained(pool, missing, works))
        # Weaker attributes make ego tests weaker and spirit less: nothing is said of either then.
        return replace(odds, means=()) if works.weakens else odds

    def perform(self, table: Table, dice: Dice) -> None:
        held = table.me.conditions[self.poison]
        result = self.roll(table, dice, "resist poison")
        tally, verdict = self.tallied(table, result)
        if verdict == "success":
            throw_off(table, table.actor, self.poison)
        else:
            if tally != held.level:
                table.happen(ConditionSet(table.actor, replace(held, level=tally)))
            _strike(table, dice, poisons()[self.poison])
        self.judge(table, dice, result, verdict, tally=tally, difficulty=self._goal)

    @property
    def _goal(self) -> int:
        return self.recovery or poisons()[self.poison].recovery

    def gathered(self, table: Table) -> tuple[int, int]:
        return table.me.conditions[self.poison].level, self._goal


def _drained(pool: Pool, missing: int, works: Poison) -> Losses:
    """The spirit that a poison costs, unless the roll throws it off; a blank one does where no MoS are missing."""
    done, blank = at_least(pool.measure(), missing), pool.none_scoring(pool.available)
    return Losses({0: done, works.spirit: 1 - done}, {works.spirit if missing else 0: blank})


def throw_off(table: Table, who: str, key: str) -> None:
    """End a poison in the blood, and give back the points that it took."""
    table.happen(ConditionEnded(who, key), Told((who,), "{0} throws the poison off."))
    for attribute, lost in table.sheet(who).memo.get(TAKEN, {}).get(key, {}).items():
        table.happen(RankChanged(who, "attribute", attribute, lost))
    keep_in_memo(table, who, TAKEN, key, None)


def _strike(table: Table, dice: Dice, by: Poison) -> None:
    """Let a poison do its harm to the actor, as it does each time that it is not thrown off."""
    who = table.actor
    table.happen(Told((who,), f"The {by.name.lower()} hurts {{0}}."))
    take_spirit(table, who, by.spirit, by.name.lower())
    if by.weakens:
        _weaken(table, by)
    if by.damage:
        faces = throw_dice(table, dice, who, by.damage, 1, by.name.lower())
        harm(table, dice, who, "poisonous", sum(map(mos, faces)), by.key, ignores_armour=True)
    if by.chokes and any(map(mos, throw_dice(table, dice, who, by.chokes, 1, by.name.lower()))):
        kill(table, who, by.key)


def _weaken(table: Table, by: Poison) -> None:
    """Take two off each attribute, never below 1; they come back when the poison is thrown off."""
    taken = dict(table.me.memo.get(TAKEN, {}).get(by.key, {}))
    for attribute in by.weakens:
        lost = min(WEAKER, table.me.rank("attribute", attribute) - 1)
        if lost > 0:
            table.happen(RankChanged(table.actor, "attribute", attribute, -lost))
            taken[attribute] = taken.get(attribute, 0) + lost
    names = ", ".join(ATTRIBUTES[attribute].name.lower() for attribute in by.weakens)
    table.happen(Told((table.actor,), f"{{0}} is weaker: {names}."))
    keep_in_memo(table, table.actor, TAKEN, by.key, taken)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticePoison(Try, name="poison.notice", label="Notice a poison"):
    """Notice a poison before it is too late: whoever looks for it needs its detection, whoever does not one more.

    As with all that is hidden, an active eye wins ties and a passive one does not (SDA-028).
    """

    rolls: ClassVar[str] = "perception"

    poison: str = pick("Poison")
    looking: bool = switch("Looks for it", default=True)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**Try.choices(table), "poison": poison_choices()}

    def odds(self, table: Table) -> Odds:
        return self.foretold(table, self._needed, "notice it")

    def perform(self, table: Table, dice: Dice) -> None:
        result = self.roll(table, dice, "notice")
        noticed = result.net >= self._needed
        table.happen(Told((table.actor,), "{0} notices the poison." if noticed else "{0} notices nothing."))
        hits = max(0, result.net - self._needed)
        self.judge(table, dice, result, noticed, hits=hits, difficulty=self._needed)

    @property
    def _needed(self) -> int:
        return poisons()[self.poison].detection + (0 if self.looking else 1)
