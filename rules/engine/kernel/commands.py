"""The command: one rule of one game as one class; a :class:`Reply` is one that answers an ask.

Its fields are what a person chooses; ``odds`` says what may happen, ``perform`` makes it happen. Forms, JSON Schema
and the API's documentation are derived from the fields, so a field says how it is called and what it may hold.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass
from dataclasses import field as dataclass_field
from dataclasses import fields as dataclass_fields
from difflib import get_close_matches
from enum import Enum
from functools import cache
from typing import Any, ClassVar

from rules.engine.kernel.dice import Dice
from rules.engine.kernel.quick_values import quick
from rules.engine.kernel.refusals import NotNow, Refused
from rules.engine.kernel.sheets import Ask
from rules.engine.kernel.table import Table
from rules.engine.kernel.valuation import Weighing
from rules.engine.odds import Odds


class Who(Enum):
    """The people who may give a command, apart from the GM, who may give all."""

    PLAYER = "player"  # for a character of one's own
    GM = "gm"  # nobody else


class Place(Enum):
    """The places where a command is offered."""

    SHEET = "sheet"  # on a sheet, in a fight or out of it
    TURN = "turn"  # on the table page, for whoever acts
    ASK = "ask"  # as the answer to an ask
    SCENE = "scene"  # about the encounter as a whole
    EDIT = "edit"  # by touching the thing itself on the sheet
    MAKING = "making"  # while the character is being made


@quick
@dataclass(frozen=True, slots=True)
class Choice:
    """One value that a field may take, with its label and a hint; ``under`` is the heading above it in a long list.

    ``goes_with`` names another field and those of its choices with which alone this one can be taken. A ``closed`` one
    cannot be taken now: its hint says why, and forms leave it out. One that ``costs`` takes points: no form starts with
    it unasked.
    """

    value: str
    label: str
    hint: str = ""
    under: str = ""
    goes_with: tuple[str, frozenset[str]] | None = None
    closed: bool = False
    costs: bool = False


#: The choices of a field: always these, or those that there are at a table.
Among = tuple[Choice, ...] | Callable[[Table], tuple[Choice, ...]]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: its label, its kind and its range.

    Kinds: ``number``, ``pick`` (one of the command's choices), ``many`` (several of them), ``switch``, ``words``,
    ``ask`` (the key of the ask that is answered) and ``json`` (for programs only).

    ``at_once`` says whether pages show it at once or under "More choices"; left open, they show at once what has to be
    chosen, and numbers and switches.

    ``none`` is the choice to leave a pick open, in words, where ``help`` is not that. ``among`` are the choices of a
    pick or of many, where they hang on the table alone. A number that ``costs`` is paid for: no form starts with more
    of it unasked.
    """

    label: str
    kind: str
    least: int = 0
    most: int = 0
    help: str = ""
    long: bool = False
    at_once: bool | None = None
    none: str = ""
    costs: bool = False
    among: Among | None = None

    def offered(self, table: Table) -> tuple[Choice, ...]:
        """The choices that the field may hold now."""
        return self.among(table) if callable(self.among) else self.among or ()


def number(
    label: str,
    *,
    least: int = 0,
    most: int = 99,
    default: Any = MISSING,
    help: str = "",
    at_once: bool | None = None,
    costs: bool = False,
) -> Any:
    """A field for a whole number from ``least`` to ``most``."""
    return _field(Field(label, "number", least, most, help, at_once=at_once, costs=costs), default)


def pick(
    label: str,
    *,
    among: Among | None = None,
    default: Any = MISSING,
    help: str = "",
    none: str = "",
    at_once: bool | None = None,
) -> Any:
    """A field for one of the choices ``among`` which it is, or which :meth:`Command.choices` lists under its name.

    Leaving it open is a choice too where there is a default: ``none`` says it, or else ``help`` does.
    """
    return _field(Field(label, "pick", help=help, at_once=at_once, none=none, among=among), default)


def many(label: str, *, among: Among | None = None, help: str = "", at_once: bool | None = None) -> Any:
    """A field for any number of the choices ``among`` which it is, or listed under its name; none at first."""
    return _field(Field(label, "many", help=help, at_once=at_once, among=among), ())


def switch(label: str, *, default: bool = False, help: str = "") -> Any:
    return _field(Field(label, "switch", help=help), default)


def words(
    label: str,
    *,
    default: Any = MISSING,
    least: int = 0,
    most: int = 200,
    long: bool = False,
    help: str = "",
    at_once: bool | None = None,
) -> Any:
    """A field for a text of ``least`` to ``most`` characters."""
    return _field(Field(label, "words", least, most, help, long, at_once), default)


def asked(label: str = "Ask") -> Any:
    """A field that holds the key of the ask that the command answers."""
    return _field(Field(label, "ask", 0, 40), MISSING)


def json_value(label: str, default: Any = MISSING) -> Any:
    """A field for any value that JSON can say; for programs only."""
    return _field(Field(label, "json"), default)


def _field(described: Field, default: Any) -> Any:
    if default is MISSING:
        return dataclass_field(metadata={"field": described})
    return dataclass_field(default=default, metadata={"field": described})


@dataclass(frozen=True, slots=True)
class Command(ABC):
    """Base of every rule that somebody can invoke; its names stand in the head of its class."""

    #: The command's name for programs, unique within its game: ``melee.attack``.
    name: ClassVar[str] = ""
    #: The command's name for people: "Attack".
    label: ClassVar[str] = ""
    #: A short line on what it does, where a menu shows it.
    about: ClassVar[str] = ""
    #: The words for what its actor does, where no sentence of what came of it begins with them: "ends the turn".
    does: ClassVar[str] = ""
    who: ClassVar[Who] = Who.PLAYER
    place: ClassVar[Place] = Place.TURN
    #: Further places where it is offered.
    also: ClassVar[tuple[Place, ...]] = ()
    #: Whether it comes over its actor rather than being done by them, as a fall does: no panel begins with it.
    befalls: ClassVar[bool] = False
    #: The fields that forms show first, in this order; without it those of a base come before a class's own, and those
    #: that are given by keyword come last.
    leading: ClassVar[tuple[str, ...]] = ()
    #: The field that names at whom it is aimed: pages fill it in by a tap on somebody. Empty where it aims at nobody.
    aims: ClassVar[str] = ""
    #: Whether it answers what a player wished for: the player is told on every page what came of it.
    is_told: ClassVar[bool] = False
    #: Whether its form closes once it is given: what comes of it is somebody else's to say.
    closes: ClassVar[bool] = False
    #: The name of the command that the player may give because of it; empty where there is none.
    leads_to: ClassVar[str] = ""
    #: The fields that a game master may set who asks players for this test.
    asked_with: ClassVar[tuple[str, ...]] = ()
    #: Refusals where there is nothing to choose, by the name of the field that has no choices then.
    no_choice: ClassVar[Mapping[str, str]] = {}
    #: Whether its odds are worth showing before it is performed: where it has some, unless it says otherwise.
    has_odds: ClassVar[bool] = False
    #: The minutes that it takes, where they are always so many.
    takes_minutes: ClassVar[int] = 0
    #: Whether dice may fall in it. Some commands have odds but no dice: those say only a price or a gain.
    throws_dice: ClassVar[bool] = True

    def __init_subclass__(cls, *, name: str = "", label: str = "") -> None:
        # A dataclass with slots is made twice, the second time without what stood in its head.
        if name:
            cls.name = name
        if label:
            cls.label = label
        if "has_odds" not in vars(cls):
            cls.has_odds = cls.odds is not Command.odds

    @classmethod
    def possible(cls, table: Table) -> None:
        """Refuse unless the actor could give this command now, whatever they choose."""
        refuse_without_choice(cls, table)

    @classmethod
    def has_use(cls, table: Table) -> bool:
        """Whether any choice would be accepted, where it is possible: without, it is not offered.

        Whoever gives it all the same hears why what they chose is refused.
        """
        return True

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        """The choices that each ``pick`` or ``many`` field may hold now, by the name of the field.

        A field that says ``among`` which its choice is needs no more.
        """
        return {name: field.offered(table) for name, (field, _) in described_fields(cls).items() if field.among}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        """Values with which a form starts, where they differ from the fields' defaults."""
        return {}

    @classmethod
    def goes_with(cls, table: Table) -> Mapping[str, tuple[str, frozenset[str]]]:
        """Fields that mean something only with some choices of another: by name, the other's name and those choices.

        With none of them it means nothing now, and is left out of the form.
        """
        return {}

    @classmethod
    def preset_against(cls, table: Table, who: str) -> Mapping[str, Any]:
        """Values with which a form aimed at ``who`` starts, where more of them than ``aims`` hang on whom it meets.

        Refused where it had better not stand ready unasked, as where the weapon would leave the hand.
        """
        return {}

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """Ids of those whose dice it rolls: the actor's, unless dice of somebody else come with them or instead."""
        return (table.actor,) if cls.throws_dice else ()

    def odds(self, table: Table) -> Odds | None:
        """The exact odds; ``None`` where nothing is left to chance. Refuses whatever ``perform`` would refuse."""
        return None

    def is_covert(self) -> bool:
        """Whether it is the game master's secret: players hear nothing of it, whoever it is about."""
        return False

    def lasts(self) -> int:
        """Minutes that the action takes, if the rule says so, else 0: game masters are offered to let them pass."""
        return self.takes_minutes

    def weighing(self, table: Table) -> Weighing | None:
        """The fields that advice weighs in it now, and by which expectation; ``None`` where there are none."""
        return None

    def recommendation(self, table: Table) -> str:
        """A reason in a few words for what is chosen in it, where the game has a better one than values and chances."""
        return ""

    @abstractmethod
    def perform(self, table: Table, dice: Dice) -> None:
        """Make it happen, or refuse with a sentence."""


def refuse_without_choice(command: type[Command], table: Table) -> None:
    """Refuse a command for which there is nothing to choose, in the words of its ``no_choice``."""
    for name, sentence in command.no_choice.items():
        if not command.choices(table)[name]:
            raise NotNow(sentence)


@cache
def described_fields(command: type[Command]) -> dict[str, tuple[Field, Any]]:
    """Every field of a command with its default (``MISSING`` where it has none), in the order of forms."""
    known = {f.name: (f.metadata["field"], f.default) for f in dataclass_fields(command)}
    leading = command.leading or [f.name for f in dataclass_fields(command) if not f.kw_only]
    return {name: known[name] for name in dict.fromkeys((*leading, *known))}


def refuse_out_of_range(command: Command) -> None:
    """Refuse numbers out of their ranges and texts that are too short or long: the checks that need no table."""
    for name, (described, _) in described_fields(type(command)).items():
        value = getattr(command, name)
        if described.kind == "number" and not described.least <= value <= described.most:
            span = f"{described.least} to {described.most}"
            raise Refused(f"{described.label}: {span}, not {value}.", name)
        if described.kind == "words" and len(value.strip()) < described.least:
            raise Refused(f"{described.label} is missing.", name)
        if described.kind in ("words", "ask") and len(value) > described.most:
            raise Refused(f"{described.label}: at most {described.most} characters.", name)


#: The most choices that a refusal lists.
_FEW = 8


def refuse_unlisted(command: Command, table: Table) -> None:
    """Refuse picks that are not among the choices offered now."""
    offered = type(command).choices(table)
    for name, (described, default) in described_fields(type(command)).items():
        if described.kind not in ("pick", "many") or name not in offered:
            continue
        value = getattr(command, name)
        picked = value if described.kind == "many" else (value,)
        allowed = {choice.value for choice in offered[name]}
        for one in picked:
            if one not in allowed and one != default:
                names = ", ".join(_nearest(one, offered[name]))
                told = f"choose from {names}" if names else "nothing to choose from now"
                raise Refused(f"{described.label}: {told}.", name)


def _nearest(picked: str, choices: Sequence[Choice]) -> list[str]:
    """Labels of choices for a refusal: all if they are few, else those close to the picked value, or else the first."""
    if len(choices) <= _FEW:
        return [choice.label for choice in choices]
    near = get_close_matches(picked, [choice.value for choice in choices])
    return [choice.label for choice in choices if choice.value in near] or [
        *(choice.label for choice in choices[:_FEW]),
        "…",
    ]


def perform(command: Command, table: Table, dice: Dice) -> None:
    """Check a command against the table and perform it. The one way in."""
    refuse_out_of_range(command)
    type(command).possible(table)
    refuse_unlisted(command, table)
    command.perform(table, dice)


def foretell(command: Command, table: Table) -> Odds | None:
    """The odds of a command that could be performed; refuses like :func:`perform`."""
    refuse_out_of_range(command)
    type(command).possible(table)
    refuse_unlisted(command, table)
    return command.odds(table)


def is_possible(command: type[Command], table: Table) -> bool:
    """Whether the command is offered now."""
    try:
        command.possible(table)
    except Refused:
        return False
    return command.has_use(table)


@dataclass(frozen=True, slots=True)
class Reply(Command):
    """A command that answers an ask: possible as long as one waits for it; its form starts with the first that waits.

    ``perform`` takes the ask off the table with ``table.answer(self.ask, self.name)``; ``odds`` only looks at it with
    ``table.open_ask``.
    """

    place: ClassVar[Place] = Place.ASK
    #: The refusal for an actor to whom no such ask is put.
    unasked: ClassVar[str] = "You are not being asked this now."

    ask: str = asked()

    @classmethod
    def waiting(cls, table: Table) -> Ask:
        """The first ask that the actor may answer with this command; refused where there is none."""
        asks = table.asks_for(table.actor, cls.name)
        if not asks:
            raise NotNow(cls.unasked)
        return asks[0]

    @classmethod
    def possible(cls, table: Table) -> None:
        cls.waiting(table)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"ask": cls.waiting(table).key}
