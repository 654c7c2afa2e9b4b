"""Dances of blades and songs of spells, whose MoS are dice for the rounds to come (D-7)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import ConditionSet, Told
from rules.engine.kernel.refusals import NotNow
from rules.engine.kernel.sheets import Condition
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import counted
from rules.engine.odds import Odds
from rules.systems.sda.core.person.gifts import figure
from rules.systems.sda.fight.actions.efforts import Effort, free_to_act
from rules.systems.sda.fight.base.rage import calm
from rules.systems.sda.fight.moves.sequence import carry_on


@dataclass(frozen=True, slots=True, kw_only=True)
class Performance(Effort):
    """An open-ended test whose every MoS is a die from the next round on, one fewer each round (D-7)."""

    #: The trait that it takes, the sentence for those without it, the condition that waits for the next round, and the
    #: verb.
    takes: ClassVar[str] = ""
    without: ClassVar[str] = ""
    brings: ClassVar[str] = ""
    does: ClassVar[str] = ""

    @classmethod
    def possible(cls, table: Table) -> None:
        if not figure(table.me, cls.takes):
            raise NotNow(cls.without)
        free_to_act(table)
        calm(table)

    def odds(self, table: Table) -> Odds:
        return self._open_odds(table, "have dice from it")

    def perform(self, table: Table, dice: Dice) -> None:
        result = self._open_ended(table, dice, self.does)
        told = f"{{0}} {self.does}: {counted(result.net, 'die', 'dice')} from the next round on."
        table.happen(Told((table.actor,), told))
        if result.net:
            coming = Condition(self.brings, f"{self.label}, next round", result.net, self.rolls)
            table.happen(ConditionSet(table.actor, coming))
        carry_on(table)


@dataclass(frozen=True, slots=True, kw_only=True)
class BladeDance(Performance):
    """Dance with the blade: what it scores is dice for melee from the next round on, one fewer each round (D-7)."""

    name: ClassVar[str] = "turn.dance"
    label: ClassVar[str] = "Blade dance"
    rolls: ClassVar[str] = "dancing"
    takes: ClassVar[str] = "dances"
    without: ClassVar[str] = "Only a blade dancer does. It takes that trait."
    brings: ClassVar[str] = "dances_next_round"
    does: ClassVar[str] = "dances"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellSong(Performance):
    """Sing for a spell: what music scores is dice for casting from the next round on, one fewer each round (D-7)."""

    name: ClassVar[str] = "turn.sing"
    label: ClassVar[str] = "Spell song"
    rolls: ClassVar[str] = "music"
    takes: ClassVar[str] = "sings"
    without: ClassVar[str] = "Only a spell singer does. It takes that trait."
    brings: ClassVar[str] = "sings_next_round"
    does: ClassVar[str] = "sings"
