"""Bases of commands: of a sheet, of people who can act, of one test, and answers in a fight for which steps wait."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character import readiness
from rules.engine.fight import sequence
from rules.engine.kernel import (
    Command,
    Dice,
    Json,
    NotNow,
    Reply,
    Table,
    Weighing,
    Worth,
    refuse_without_choice,
)
from rules.engine.odds import Odds
from rules.systems.fortune.core.chances import Trial
from rules.systems.fortune.core.favour import FAVOUR_TOKEN
from rules.systems.fortune.core.health import refuse_unused
from rules.systems.fortune.core.state import is_helpless
from rules.systems.fortune.core.trials import odds_of


@dataclass(frozen=True, slots=True)
class OnSheet(readiness.OnSheet):
    """A command of a sheet, for those who live; ``acts`` says that it takes somebody who can act (LIN-069).

    ``by_feature`` is the key of the feature that it takes, which is had, not used up and can be paid.
    """

    acts: ClassVar[bool] = False
    by_feature: ClassVar[str] = ""

    @classmethod
    def possible(cls, table: Table) -> None:
        readiness.alive(table)
        if cls.acts and is_helpless(table.me):
            raise NotNow(f"{table.me.name} cannot act until they come round.")
        if cls.peaceful:
            readiness.no_fight(table, cls.peaceful)
        if cls.by_feature:
            refuse_unused(table.me, cls.by_feature)
        cls.refuse(table)
        refuse_without_choice(cls, table)

    @classmethod
    def refuse(cls, table: Table) -> None:
        """Refuse where the command lacks something of its own; by default nothing."""


@dataclass(frozen=True, slots=True)
class Deed(OnSheet):
    """A command of a sheet, for those who can act (LIN-069)."""

    acts: ClassVar[bool] = True


#: The unit of chances in advice, the share of a success that a mixed result counts for, and that of a token kept.
CHANCES, HALF, TOKEN_WORTH = "percentage points", 0.5, 15.0


@dataclass(frozen=True, slots=True)
class Trying(Command):
    """A command that one test decides: its odds, and the ways to spend Favor weighed (LIN-014, LIN-023).

    ``ends`` says in words what it is to pass, to be mixed and to fail.
    """

    ends: ClassVar[tuple[str, str, str]] = ("pass", "mixed", "fail")

    @abstractmethod
    def trial(self, table: Table) -> Trial:
        """The test; refused where ``perform`` would be."""

    def odds(self, table: Table) -> Odds:
        return odds_of(self.trial(table), *self.ends)

    def weighing(self, table: Table) -> Weighing | None:
        """The ways to spend Favor weighed by the chances: a mixed result counts half, the token 15 points (LIN-023)."""

        def worth(chosen: Trying) -> Worth:
            rolled = chosen.trial(table)
            gained = TOKEN_WORTH * (rolled.regained if table.me.now(FAVOUR_TOKEN) else rolled.chances.failure)
            kept = -TOKEN_WORTH * (1.0 if rolled.spend == "cancel" else rolled.spends)
            return 100 * (rolled.chances.success + HALF * rolled.chances.mixed), kept + gained

        return favour_weighed(
            "Chance to pass, in percentage points; a mixed result counts half, and spending or gaining Fortune’s "
            "Favor 15 points.",
            worth,
        )


def favour_weighed(sentence: str, worth: Callable[[Any], Worth]) -> Weighing:
    """The ways to spend Favor weighed by the chances, and the token (LIN-023)."""
    return Weighing(("favour",), CHANCES, sentence, worth, ("Chance", "Favor"))


# -- steps that wait for an answer: the rest of a walk, a counter move, what follows a blow ----------------------------

Step = dict[str, Json]
STEPS = sequence.Takers()
is_step = STEPS.named
go_on = STEPS.go_on


def then_comes(table: Table, name: str, **known: Json) -> None:
    """Add a step after all that wait."""
    sequence.then(table, {"do": name, **known})


def next_comes(table: Table, name: str, **known: Json) -> None:
    """Put a step before all that wait."""
    sequence.first(table, {"do": name, **known})


@dataclass(frozen=True, slots=True)
class Answer(Reply):
    """An answer in a fight: what was asked is settled, then what waits for it goes on. Most throw no dice."""

    throws_dice: ClassVar[bool] = False

    def known(self, table: Table) -> Mapping[str, Any]:
        """Values that are known of the question, while it is open."""
        return table.open_ask(self.ask, self.name).known

    def perform(self, table: Table, dice: Dice) -> None:
        self.settle(table, dice, table.answer(self.ask, self.name).known)
        go_on(table, dice)

    @abstractmethod
    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        """Do what was decided, with what was known of the question."""
