"""Disease: caught or not, thrown off day by day with or without a healer's help (SDA-033, D-8)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.fight import told_apart
from rules.engine.kernel import (
    Choice,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    NotNow,
    Refused,
    Table,
    Told,
    Weighing,
    pick,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.sda.checks.shared.companions import no_fight
from rules.systems.sda.checks.shared.progress import gathered
from rules.systems.sda.content.hazards import diseases
from rules.systems.sda.core.effects import ills
from rules.systems.sda.core.person import figure
from rules.systems.sda.core.rolls import AS_WISHED, Pool, bought_said, pool_for, reckon, throw
from rules.systems.sda.fight.base import is_out
from rules.systems.sda.world.attempts import Gathering, Try, alive, around
from rules.systems.sda.world.harm import harm

#: The skill with which a body withstands diseases, and throws them off.
HEALING = "natural_healing"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetDisease(Try, name="disease.meet", label="Face a disease"):
    """Come near a disease: natural healing against its contagiousness, or somebody has it (D-8)."""

    rolls: ClassVar[str] = HEALING
    free: ClassVar[bool] = True

    disease: str = pick("Disease")

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        alive(table.me)
        if figure(table.me, "unliving"):
            raise NotNow(f"{table.me.name} is dead and cannot fall ill.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        known = tuple(Choice(one.key, one.name, f"contagiousness {one.contagiousness}") for one in diseases().values())
        return {**Try.choices(table), "disease": known}

    def odds(self, table: Table) -> Odds:
        self._refuse_twice(table)
        return self.foretold(table, diseases()[self.disease].contagiousness, "stay healthy")

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_twice(table)
        met = diseases()[self.disease]
        result = self.roll(table, dice, "disease")
        healthy = result.net >= met.contagiousness
        if not healthy:
            table.happen(ConditionSet(table.actor, Condition(met.key, met.name, 0, "disease")))
        told = "{0} stays healthy." if healthy else f"{{0}} has caught a disease: {met.name.lower()}."
        table.happen(Told((table.actor,), told))
        self.judge(table, dice, result, healthy, difficulty=met.contagiousness)

    def _refuse_twice(self, table: Table) -> None:
        if table.me.has(self.disease):
            raise Refused(f"{table.me.name} has it already. Roll for recovery.", "disease")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recover(Gathering, name="disease.recover", label="Recover from a disease"):
    """A day with a disease: natural healing adds up until it is thrown off, and an hour of medicine adds its MoS (D-8).

    It is a setback test (SDA-033, SDA-034). As long as it lasts the disease does each day what it does.
    """

    rolls: ClassVar[str] = HEALING
    free: ClassVar[bool] = True
    starts_with_first: ClassVar[str] = "disease"

    disease: str = pick("Disease")
    healer: str = pick("With the medicine of", default="")

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        alive(table.me)
        if not ills(table.me):
            raise NotNow(f"{table.me.name} is not ill.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        held = tuple(
            Choice(key, diseases()[key].name, f"{table.me.conditions[key].level} MoS") for key in ills(table.me)
        )
        able = [who for who in around(table) if who != table.actor and not is_out(table.sheet(who))]
        healers = tuple(Choice(who, table.name(who)) for who in able)
        return {**Try.choices(table), "disease": held, "healer": healers}

    def odds(self, table: Table) -> Odds:
        held, goal = self.gathered(table)
        day = gathered(self.pools(table), held)
        well = day.at_least(goal - held)
        sentence = f"{in_words(well).capitalize()} to be well today"
        return Odds(sentence, (Chance("success", "be well", well),), day.shares, "MoS", day.least)

    def weighing(self, table: Table) -> Weighing:
        """With how many bought dice, and with whose help."""
        healers = {choice.value: told_apart(table, choice.value) for choice in self.choices(table)["healer"]}

        def said(chosen: Recover) -> str:
            return ", with ".join(filter(None, (bought_said(chosen), healers.get(chosen.healer))))

        return self.weighed(table, "healer", said=said)

    def gathered(self, table: Table) -> tuple[int, int]:
        known = diseases()[self.disease]
        if not known.recovery:
            raise Refused(f"{known.name} never heals by itself. The game master can end it by hand.", "disease")
        return table.me.conditions[self.disease].level, known.recovery

    def pools(self, table: Table) -> list[Pool]:
        return [self.ready(table), *self._healers(table)]

    def perform(self, table: Table, dice: Dice) -> None:
        (_, goal), held = self.gathered(table), table.me.conditions[self.disease]
        healers = self._healers(table)
        result = self.roll(table, dice, "recovery")
        helped = [throw(table, dice, pool, pool.available, "recovery: medicine") for pool in healers]
        tally, verdict = self.tallied(table, result, *helped)
        well = verdict == "success"
        if well:
            table.happen(ConditionEnded(table.actor, held.name), Told((table.actor,), "{0} is well again."))
        else:
            table.happen(ConditionSet(table.actor, replace(held, level=tally)))
            self._suffer(table, dice)
        self.judge(table, dice, result, verdict, tally=tally, difficulty=goal)
        for each in helped:
            reckon(table, dice, each, succeeded=well, reward=AS_WISHED)

    def _healers(self, table: Table) -> list[Pool]:
        pools = [pool_for(table, who, "medicine") for who in (self.healer,) if who]
        return [pool for pool in pools if pool.available]

    def _suffer(self, table: Table, dice: Dice) -> None:
        if daily := diseases()[self.disease].boxes_a_day:
            harm(table, dice, table.actor, "decay", daily, self.disease, ignores_armour=True)
