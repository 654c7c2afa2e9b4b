"""Advice: every legal choice of a command, weighed by one expectation that the game states, the best first.

A command says what is weighed with :meth:`~rules.engine.kernel.commands.Command.weighing`. Nothing is simulated: each
choice is worth what the distributions of its odds come to on average. Choices are the values that the command's own
fields and choices allow, without those that it refuses.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, replace
from itertools import islice, product
from math import prod
from typing import Any

from rules.engine.kernel import (
    Choice,
    Command,
    Field,
    Json,
    Price,
    Refused,
    Table,
    Weighing,
    described_fields,
)

#: The most choices of one command that are weighed, and the most values tried of a number whose end is not known.
MOST, FEW = 400, 16
#: Decimal places to which values are compared: of choices that are equal to that place the earlier one ranks higher.
DIGITS = 9
#: Sentences added to an advice where somebody's sheet may not be read, by its reader or by other players.
IN_THE_MIDDLE = "You do not know their numbers: this is the average of what they may have."
UNREAD = "Sheets you may not read are not counted."
OTHERS_UNREAD = "Players see other numbers for sheets they may not read: the average of what they may have."


@dataclass(frozen=True, slots=True)
class Weighed:
    """One legal choice: the command, the values of its weighed fields, its label, and its worth, share by share.

    ``aside`` marks a choice of another command of the turn, whose worth may be told in one share.
    """

    command: str
    given: Mapping[str, Json]
    label: str
    shares: tuple[float, ...]
    aside: bool = False

    @property
    def value(self) -> float:
        return sum(self.shares)

    @property
    def key(self) -> tuple[Any, ...]:
        return (self.command, *self.given.items())


@dataclass(frozen=True, slots=True)
class Advice:
    """The choices, the best first, and what their values mean.

    ``axis`` is the number that makes the trade-off, if one of the fields is a number, and ``chosen`` the choice that
    stands in the form. Not ``complete`` if there are more choices than are weighed. ``reason`` is why the best one is,
    ``kept`` what a lower number on the axis keeps back for the last share, and ``price`` what is paid for it.
    Of values within ``close`` none is better.
    """

    sentence: str
    unit: str
    shares: tuple[str, ...]
    choices: tuple[Weighed, ...]
    chosen: Weighed | None = None
    axis: str = ""
    complete: bool = True
    reason: str = ""
    kept: str = ""
    close: float = 0.0
    price: Price | None = None

    @property
    def compared(self) -> Weighed:
        """The choice with which the best one is compared: the one that stands in the form, or else the next best."""
        return self.chosen if self.chosen and self.chosen != self.best else self.choices[1]

    @property
    def best(self) -> Weighed:
        return self.choices[0]

    def start(self, command: type[Command]) -> Weighed | None:
        """The best choice of a command that is not paid for: its form starts with it, for nobody pays unasked."""
        costs = [name for name, (described, _) in described_fields(command).items() if described.costs]
        free = (one for one in self.choices if not any(one.given.get(name) for name in costs))
        return next((one for one in free if one.command == command.name and not one.aside), None)

    def trade_off(self) -> tuple[Weighed, ...]:
        """The best choice for each number on the axis, by that number."""
        best: dict[int, Weighed] = {}
        for one in self.choices:
            if self.axis in one.given and not one.aside:
                best.setdefault(int(str(one.given[self.axis])), one)
        return tuple(best[number] for number in sorted(best))


@dataclass(frozen=True, slots=True)
class Aside:
    """All choices of another command that may be given on the same turn, as its form begins."""

    command: str
    unit: str
    shares: tuple[str, ...]
    choices: tuple[Weighed, ...]

    def beside(self, weighing: Weighing) -> Iterator[Weighed]:
        """The choices as they stand among those of another command; none if both do not count in the same unit."""
        for one in self.choices if self.unit == weighing.unit else ():
            yield one if self.shares == weighing.shares else replace(one, shares=(one.value,))


def aside(command: Command, table: Table) -> Aside | None:
    """The choices of a command, to rank beside those of others; ``None`` where it lets nothing be weighed."""
    weighing = _weighing(command, table)
    if weighing is None:
        return None
    found, _ = _weighed(command, table, weighing)
    needed = {
        name: getattr(command, name)
        for name, (_, default) in described_fields(type(command)).items()
        if default is MISSING
    }
    choices = tuple(
        replace(one, given=needed | dict(one.given), label=_prefixed(command, one.label), aside=True) for one in found
    )
    return Aside(command.name, weighing.unit, weighing.shares, choices)


def _prefixed(command: Command, label: str) -> str:
    return label if label == command.label else f"{command.label}: {label}"


def advise(commands: Sequence[Command], table: Table, asides: Sequence[Aside] = ()) -> Advice | None:
    """All choices of the first command, whose other fields stay as they are, and of the commands that may replace it.

    ``asides`` are ranked with them. ``None`` where the command lets nothing be weighed, or there is nothing to choose.
    """
    first, *others = commands
    weighing = _weighing(first, table)
    if weighing is None:
        return None
    found, complete = _weighed(first, table, weighing)
    for other in others:
        its = _weighing(other, table)
        if its and (its.unit, len(its.shares)) == (weighing.unit, len(weighing.shares)):
            more, whole = _weighed(other, table, its)
            found, complete = [*found, *more], complete and whole
    found += (one for other in asides for one in other.beside(weighing))
    if len(found) < 2:
        return None
    own = _given(first, weighing)
    chosen = next((one for one in found if one.command == first.name and one.given == own), None)
    axis = next((name for name in weighing.fields if _field(first, name).kind == "number"), "")
    told = weighing.sentence, weighing.unit, weighing.shares
    kept, close = weighing.kept, weighing.close
    return Advice(
        *told, _ranked(found, kept, close), chosen, axis, complete, kept=kept, close=close, price=weighing.price
    )


def ranked(command: Command, table: Table) -> tuple[Weighed, ...]:
    """Every choice of a command, the best first; none where it lets nothing be weighed."""
    weighing = _weighing(command, table)
    return _ranked(_weighed(command, table, weighing)[0], weighing.kept, weighing.close) if weighing else ()


def in_short(found: Advice | None) -> Advice | None:
    """The advice with the best choice only of each other command of the turn; ``None`` if one choice is left."""
    if found is None:
        return None
    kept: dict[tuple[Any, ...], Weighed] = {}
    for one in found.choices:
        kept.setdefault((one.command,) if one.aside else one.key, one)
    return replace(found, choices=tuple(kept.values())) if len(kept) > 1 else None


def between(guesses: Sequence[Advice | None]) -> Advice | None:
    """The advice that may be given out of one for each guess: their own where all agree, else the middle of all."""
    first, *others = guesses
    if first is None or all(other == first for other in others):
        return first
    known = [{one.key: one for one in guess.choices} if guess else {} for guess in guesses]
    found = [_middle([each[one.key] for each in known]) for one in first.choices if all(one.key in e for e in known)]
    if len(found) < 2:
        return None
    own = first.chosen.key if first.chosen else None
    chosen = next((one for one in found if one.key == own), None)
    choices = _ranked(found, first.kept, first.close)
    return replace(first, choices=choices, chosen=chosen, sentence=f"{first.sentence} {IN_THE_MIDDLE}")


def _middle(same: Sequence[Weighed]) -> Weighed:
    shares = tuple(sum(each) / len(same) for each in zip(*(one.shares for one in same), strict=True))
    return replace(same[0], shares=shares)


def _ranked(found: Sequence[Weighed], kept: str, close: float = 0.0) -> tuple[Weighed, ...]:
    """The choices, the best first; choices of equal worth keep their order, in which lower numbers come first.

    Where something is ``kept`` for what may come, that which brings more now ranks higher: it is there already. For the
    same reason the first of those within ``close`` of the best is the one that brings most now.
    """

    def rank(one: Weighed) -> tuple[float, float]:
        return -round(one.value, DIGITS), -round(one.shares[0], DIGITS) if kept else 0.0

    ordered = sorted(found, key=rank)
    near = [one for one in ordered if close and ordered[0].value - one.value <= close]
    surest = max(near, key=lambda one: round(one.shares[0], DIGITS), default=None)
    return (surest, *(one for one in ordered if one is not surest)) if surest else tuple(ordered)


# -- every legal choice ----------------------------------------------------------------------------------------------


def _weighing(command: Command, table: Table) -> Weighing | None:
    with suppress(Refused):
        return command.weighing(table)
    return None


def _weighed(command: Command, table: Table, weighing: Weighing) -> tuple[list[Weighed], bool]:
    """Every legal choice with its worth, and whether all were weighed; of choices with one label the first is kept."""
    offered = type(command).choices(table)
    stands = {name: getattr(command, name) for name in described_fields(type(command))}
    found: dict[str, Weighed] = {}
    combined, complete = _listed(command, weighing) if weighing.listed else _combined(command, offered, weighing)
    for values in islice(combined, MOST):
        candidate = type(command)(**{**stands, **values})
        with suppress(Refused):
            shares = weighing.worth(candidate)
            label = weighing.said(candidate) if weighing.said else _label(candidate, values, offered)
            found.setdefault(label, Weighed(command.name, values, label, shares))
    return list(found.values()), complete


def _listed(command: Command, weighing: Weighing) -> tuple[Iterator[dict[str, Json]], bool]:
    """The choices that the game lists after the one that stands in the form, and whether all of them are weighed."""
    stands = _given(command, weighing)
    listed = [stands, *({**stands, **values} for values in weighing.listed)]
    return iter(listed), len(listed) <= MOST


def _combined(
    command: Command, offered: Mapping[str, Sequence[Choice]], weighing: Weighing
) -> tuple[Iterator[dict[str, Json]], bool]:
    """Every combination of values, the first field changing fastest, and whether all of them are weighed."""
    ranges = {name: _values(command, name, offered.get(name, ()), weighing) for name in weighing.fields}
    names = list(ranges)
    every = product(*(ranges[name][0] for name in reversed(names)))
    several = prod(len(listed) for listed, _ in ranges.values())
    complete = several <= MOST and all(whole for _, whole in ranges.values())
    return (dict(zip(names, reversed(values), strict=True)) for values in every), complete


def _values(command: Command, name: str, offered: Sequence[Choice], weighing: Weighing) -> tuple[Sequence[Json], bool]:
    """The values to try in a field, and whether they are all that it may hold."""
    described, stands = _field(command, name), getattr(command, name)
    if described.kind == "number":
        most = min(described.most, weighing.upto.get(name, described.most))
        tried = range(described.least, min(most, described.least + FEW - 1) + 1) if name not in weighing.upto else None
        return (list(tried), most <= tried[-1]) if tried else (list(range(described.least, most + 1)), True)
    if described.kind == "switch":
        return [False, True], True
    if name in weighing.among:
        return weighing.among[name], True
    listed: list[Json] = [one.value for one in offered]
    # What is left open by name is no choice of its own beside what it stands for.
    return (listed if stands in listed else [stands, *listed]), True


def _field(command: Command, name: str) -> Field:
    return described_fields(type(command))[name][0]


def _given(command: Command, weighing: Weighing) -> dict[str, Json]:
    return {name: getattr(command, name) for name in weighing.fields}


def _label(command: Command, values: Mapping[str, Json], offered: Mapping[str, Sequence[Choice]]) -> str:
    """The words for a choice where the game has none: "Coins 3, From high ground"."""
    told = [_told(_field(command, name), value, offered.get(name, ())) for name, value in values.items()]
    return ", ".join(filter(None, told)) or type(command).label


def _told(described: Field, value: Json, offered: Sequence[Choice]) -> str:
    if described.kind == "switch":
        return described.label if value else ""
    if described.kind == "number":
        return f"{described.label} {value}"
    return next((one.label for one in offered if one.value == value), "")
