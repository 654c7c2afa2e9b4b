"""The toy's long test: coins are stacked one by one, and each has to show heads to stay where it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.calendar.long_tests import Forecast, LongTest, forecast
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    Die,
    Judged,
    MemoKept,
    NotNow,
    Place,
    Rolled,
    Sheet,
    Table,
    Told,
    Unknown,
    Who,
    number,
    pick,
    words,
)

STACKS = "stacks"
HEADS, PATIENCE = 2, 60
UNITS = (Choice("minute", "Minutes"), Choice("hour", "Hours"))
#: A coin takes ten minutes.
EACH, MINUTES = 10, {"minute": 1, "hour": 60}


def stacks(sheet: Sheet) -> dict[str, dict[str, Any]]:
    return dict(sheet.memo.get(STACKS, {}))


def keep(table: Table, kept: dict[str, dict[str, Any]]) -> None:
    table.happen(MemoKept(table.actor, STACKS, kept or None))


@dataclass(frozen=True, slots=True)
class BeginStack(Command, name="stack.begin", label="Begin a stack"):
    """Begin a stack."""

    place: ClassVar[Place] = Place.SHEET
    goal: int = number("Coins", least=1, most=500, default=3)
    called: str = words("What it is called", default="A stack")
    with_whom: str = words("Who helps", default="")

    def perform(self, table: Table, dice: Dice) -> None:
        key = next(f"s{number}" for number in range(1, 99) if f"s{number}" not in stacks(table.me))
        begun = {"label": self.called, "goal": self.goal, "tally": 0, "rolls": 0, "waiting": 0, "with": self.with_whom}
        keep(table, {**stacks(table.me), key: begun})
        table.happen(Told((table.actor,), f"{{0}} begins {self.called}."))


@dataclass(frozen=True, slots=True)
class AboutStack(Command):
    """A command about a stack of one's own."""

    place: ClassVar[Place] = Place.SHEET
    stack: str = pick("Stack")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not stacks(table.me):
            raise NotNow("Begin a stack first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"stack": tuple(Choice(key, told["label"]) for key, told in stacks(table.me).items())}

    def mine(self, table: Table) -> dict[str, Any]:
        if self.stack not in stacks(table.me):
            raise Unknown("That stack has fallen.", "stack")
        return stacks(table.me)[self.stack]


@dataclass(frozen=True, slots=True)
class StackCoin(AboutStack, name="stack.coin", label="Put a coin on it"):
    """Put a coin on it: heads stays. Whoever has no coins cannot."""

    def perform(self, table: Table, dice: Dice) -> None:
        told = self.mine(table)
        if not table.me.now("coins"):
            raise NotNow("That takes a coin. Find one first.")
        throw = dice.roll(table.actor, [2])
        won = int(throw.faces[0] == HEADS)
        waiting = told["waiting"] - EACH if told["waiting"] >= EACH else told["waiting"]
        after = {**told, "tally": told["tally"] + won, "rolls": told["rolls"] + 1, "waiting": waiting}
        table.happen(Rolled(table.actor, self.name, (Die(2, throw.faces[0], won),), won, 50.0, throw.typed))
        left = {key: one for key, one in stacks(table.me).items() if key != self.stack}
        done = after["tally"] >= after["goal"]
        numbers = {"task": after["label"], "tally": after["tally"], "rolls": after["rolls"]}
        table.happen(Judged(table.actor, "success" if done else "progress", won, numbers))
        keep(table, left if done else {**left, self.stack: after})


@dataclass(frozen=True, slots=True)
class ChangeStack(AboutStack, name="stack.change", label="Change a stack"):
    """Change the goal of a stack."""

    goal: int = number("Coins", least=1, most=500, default=3)

    def perform(self, table: Table, dice: Dice) -> None:
        keep(table, {**stacks(table.me), self.stack: {**self.mine(table), "goal": self.goal}})


@dataclass(frozen=True, slots=True)
class DropStack(AboutStack, name="stack.drop", label="Let a stack fall"):
    """Let it fall."""

    def perform(self, table: Table, dice: Dice) -> None:
        self.mine(table)
        keep(table, {key: one for key, one in stacks(table.me).items() if key != self.stack})


@dataclass(frozen=True, slots=True)
class WaitForStacks(Command, name="stack.wait", label="Time goes by"):
    """Time goes by."""

    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET
    amount: int = number("How long", least=1, most=100_000, default=1)
    unit: str = pick("Of", default="minute")
    stack: str = pick("For which", default="", help="All of them")

    @classmethod
    def possible(cls, table: Table) -> None:
        AboutStack.possible(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**AboutStack.choices(table), "unit": UNITS}

    def perform(self, table: Table, dice: Dice) -> None:
        minutes = self.amount * MINUTES[self.unit]
        passed = {key: minutes if self.stack in ("", key) else 0 for key in stacks(table.me)}
        keep(table, {k: {**one, "waiting": one["waiting"] + passed[k]} for k, one in stacks(table.me).items()})


class Stacks:
    """How the toy keeps them."""

    memo = STACKS
    begin, roll, change, abandon = BeginStack.name, StackCoin.name, ChangeStack.name, DropStack.name
    field = "stack"
    pass_time = WaitForStacks.name
    units: Sequence[Choice] = UNITS

    def under_way(self, sheet: Sheet) -> tuple[LongTest, ...]:
        return tuple(_shown(key, told) for key, told in stacks(sheet).items())

    def forecast(self, table: Table, key: str) -> Forecast:
        """Every second coin stays, on average."""
        told = stacks(table.me)[key]
        if told["with"]:
            table.sheet(told["with"])
        return _ahead(told["goal"] - told["tally"], told["waiting"])

    def planned(self, table: Table, command: Command) -> Forecast:
        assert isinstance(command, BeginStack)
        return _ahead(command.goal, 0)

    def passing(self, minutes: int) -> tuple[int, str]:
        """Coins are stacked day and night."""
        return (minutes, "minute") if minutes % MINUTES["hour"] else (minutes // MINUTES["hour"], "hour")


def _ahead(missing: int, waiting: int) -> Forecast:
    rolls, going = [0.0], {0: 1.0}
    for _ in range(PATIENCE):
        halves = {n: going.get(n, 0.0) / 2 + going.get(n - 1, 0.0) / 2 for n in range(missing)}
        rolls.append(going.get(missing - 1, 0.0) / 2)
        going = halves
    return forecast(
        tuple(rolls), 1.0, lambda count: f"{count * EACH} minutes", lambda count: max(0, count * EACH - waiting)
    )


def _shown(key: str, told: Mapping[str, Any]) -> LongTest:
    return LongTest(
        key=key,
        label=told["label"],
        achieved=told["tally"],
        goal=told["goal"],
        measured="coins",
        rolls=told["rolls"],
        each=f"{EACH} minutes",
        spent=f"{told['rolls'] * EACH} minutes" if told["rolls"] else "",
        people=("",)[:0] + ((told["with"],) if told["with"] else ()),
        waiting=f"{told['waiting']} minutes" if told["waiting"] else "",
        waited=told["waiting"],
        due=told["waiting"] // EACH,
    )


STACKING: tuple[type[Command], ...] = (BeginStack, StackCoin, ChangeStack, DropStack, WaitForStacks)
