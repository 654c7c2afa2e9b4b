"""The protocol that one game keeps. Everything outside a game's folder speaks to it through this and nothing else."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rules.engine.calendar.long_tests import LongTests
from rules.engine.calendar.quiet_days import Deed, QuietDays
from rules.engine.character.creation import Step
from rules.engine.character.unknown_sheets import Stranger
from rules.engine.content.entries import Entry, Hero, Mechanic, Ways
from rules.engine.content.switches import Switch
from rules.engine.kernel import (
    Command,
    Condition,
    Item,
    Json,
    Place,
    Sheet,
    Table,
    Unknown,
    Who,
    described_fields,
    is_possible,
)
from rules.engine.notation.questions import Vocabulary
from rules.engine.odds import Odds
from rules.engine.page.blocks import Explained, Page, Vitals

if TYPE_CHECKING:
    from rules.engine.character.foundry import Foundry
    from rules.engine.character.spoils import Coin
    from rules.engine.content.homebrew import Shelf
    from rules.engine.fight import Point, Tactics


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit in which a game counts ground: its plural, its sign, and how many metres of the board one is.

    One that ``is_whole`` is never parted: what is begun counts.
    """

    plural: str
    sign: str
    metres: float = 1.0
    is_whole: bool = False

    def of(self, metres: float) -> str:
        """Metres of the board as a number of the unit, to the tenth.

        >>> Unit("paces", "p", 0.75).of(4.5), METRES.of(2.34), Unit("spans", "sp", 0.3, is_whole=True).of(2.13)
        ('6', '2.3', '8')
        """
        if self.is_whole:
            return str(ceil(round(metres / self.metres, 3)))
        return f"{round(metres / self.metres, 1):g}"


METRES = Unit("metres", "m")


class Wonder(NamedTuple):
    """A roll that the table talks about: how one does it (``flawlessly``), and its name for one and for many.

    ``sign`` is the end of a verdict, its special, or the beginning of a sentence of the game whose first person rolled.
    One that is ``common`` is counted, and no news in the story of a fight.
    """

    sign: str
    how: str
    one: str
    many: str
    common: bool = False


class Harm(NamedTuple):
    """A verdict on a blow, whose hits are the harm that was dealt whether or not there was room for all of it.

    It is about whoever struck, if its numbers say ``whom``; otherwise about whoever was struck. ``one`` and ``many``
    are the words for its figure.
    """

    verdict: str
    one: str
    many: str


@dataclass(frozen=True, slots=True)
class Retelling:
    """The beginnings of a game's own sentences on which summaries of a session build, as their ``Told`` has them.

    ``deaths`` and ``falls`` say that their first person is dead or out of the fight. ``deeds`` are worth telling again:
    spells, virtues, journeys, wounds that stay; ``lands`` is a pattern of the sentence by which a deed (``what``) takes
    hold of its second person. ``unarmed`` are the names in the log for what is no weapon. ``mishaps`` is a pattern of
    what goes wrong with a ``thing`` or a blow, ``fails`` one of the sentence by which what its first person did last
    comes to nothing. ``blow`` is a pattern of the sentence on a hit, given or taken, with its figure in the log's own
    words as ``harm``, or the verdict on it where no sentence says all that was dealt; empty where there is neither.
    ``asks`` is a pattern of the sentence by which somebody wants to do a deed (``what``), with their reason (``why``),
    ``grants`` that of the leave to do it, ``granted`` the words in which a story has that leave. ``perils`` are
    conditions in which nobody wants to be left for a week, ``waiting`` beginnings of the names of those that only say
    what is asked, which is no state at the end of an evening. ``rests`` are commands whose rolls nobody tells of, only
    that they heal; ``in_words`` are those whose deed says what was rolled.
    """

    deaths: tuple[str, ...] = ("{0} dies.",)
    falls: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()
    lands: str = ""
    unarmed: tuple[str, ...] = ("Unarmed",)
    mishaps: str = ""
    fails: str = ""
    blow: str | Harm = ""
    asks: str = ""
    grants: str = ""
    granted: str = ""
    wonders: tuple[Wonder, ...] = ()
    perils: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    rests: tuple[str, ...] = ()
    in_words: tuple[str, ...] = ()

    def peril(self, sheet: Sheet) -> Condition | None:
        """The gravest condition of a sheet in which nobody wants to be left; None if there is none."""
        return next((sheet.conditions[name] for name in self.perils if sheet.has(name)), None)


class System(Protocol):
    """The protocol of one game."""

    slug: str
    name: str
    #: A sentence that says what it is compatible with, and that it is not affiliated.
    note: str
    #: What it is like to play, for somebody who has never heard of it, in two or three short sentences.
    pitch: str
    accent: str
    commands: Sequence[type[Command]]
    switches: Sequence[Switch]
    #: The command that rolls a plain test from the sheet.
    test: str
    #: The commands that carry a fight on, the first possible one before the others: begin, end a turn, begin a round.
    onward: Sequence[str]
    #: The commands of a turn that pages keep in sight, the weightiest first. Of those that aim at somebody, the first
    #: that serves at this distance stands ready to be sent.
    foremost: Sequence[str]
    #: The commands that change a roll which has just fallen (a push, a roll again): pages show them beside the result.
    follow_ups: Sequence[str]
    #: The game master's commands that wound or heal the actor by a typed number, each a
    #: :class:`~rules.engine.character.by_hand.ByHand`; none where a game has no such thing.
    by_hand: Sequence[str]
    #: The rests that a whole party may take after a fight, the shortest first.
    recoveries: Sequence[str]
    #: Words that somebody can be by its conditions, where their ending does not tell: giddy, aghast.
    adjectives: Collection[str]
    #: The game master's commands that award something to each of a party with the same choices: experience, coin.
    rewards: Sequence[str]
    #: The number of the sheet that tells how much somebody carries (``burden``); empty where a game does not count it.
    carried: str
    #: Headings of the panel of a sheet, by the first word of a command's name; commands without one stand first.
    headings: Mapping[str, str]
    #: Each budget of a fight with its noun for one and for many, in the order in which people look for them.
    budgets: Mapping[str, tuple[str, str]]
    #: The budgets that are movement, with the metres that one of each is worth.
    strides: Mapping[str, float]
    #: Metres along the side of a square, where the board has a grid.
    square: float
    #: Whether the places of its ladder have numbers that say something to people, such as an initiative.
    numbered: bool
    #: The unit of distances on the board and in the log.
    unit: Unit
    #: The sentences of its own that summaries of a session build on.
    retelling: Retelling
    #: The condition of the dead.
    dead: str
    #: Name and label of each kind of rank that has its own API resource.
    rank_kinds: Mapping[str, str]
    #: The steps in which a character is made; none where a beginner's sheet is all there is.
    steps: Sequence[type[Step]]
    #: The command that takes all steps at once, by dice that obey every rule; empty where there are no steps.
    at_random: str
    #: How characters get better, in a sentence or two for somebody who has learned nothing yet.
    advancement: str
    #: Long tests, work that takes many rolls; ``None`` where the game knows no such thing.
    long_tests: LongTests | None
    #: The words in which its dice can be asked about; at least those of plain dice.
    questions: Vocabulary
    #: The tactics by which fights go on by themselves, for forecasts; ``None`` where a game has none.
    tactics: "Tactics | None"
    #: The way in for actors that Foundry VTT exported; ``None`` where the game reads none.
    foundry: "Foundry | None"

    def fresh_sheet(self, name: str) -> Sheet:
        """A beginner's sheet, legal to play."""
        ...

    def unmade_sheet(self, name: str) -> Sheet:
        """A sheet on which nothing is chosen yet, for the steps to make; a beginner's where there are no steps."""
        ...

    def creature(self, key: str) -> Sheet:
        """A creature of the bestiary as a sheet of its own; refuses an unknown key."""
        ...

    def compendium(self) -> Mapping[str, Sequence[Entry]]:
        """All entries by section ("creatures", "weapons" ...)."""
        ...

    def item(self, section: str, key: str) -> Item:
        """The thing that a compendium entry becomes when it is picked up; refuses an unknown one."""
        ...

    def lacks(self, sheet: Sheet, item: Item, house_rules: Mapping[str, Json]) -> str:
        """The skill or trait without which whoever has this sheet can do nothing with an item; empty if they can."""
        ...

    @property
    def inborn(self) -> Collection[str]:
        """Kinds and entries of items that are part of whoever has them (abilities, claws): nobody hands them over."""
        ...

    def coins(self) -> "Mapping[str, Coin]":
        """The kinds of coins by name, the dearest first; none where a sheet has no purse."""
        ...

    def shelves(self) -> "Mapping[str, Shelf]":
        """The sections of the compendium that a campaign may add to, by name, with the figures of their entries."""
        ...

    def page(self, sheet: Sheet, house_rules: Mapping[str, Json]) -> Page:
        """The sheet laid out for reading."""
        ...

    def vitals(self, sheet: Sheet) -> Vitals:
        """The state of the sheet at a glance."""
        ...

    def explain(self, sheet: Sheet, number: str, house_rules: Mapping[str, Json]) -> Explained:
        """A number of the sheet with the parts that it is made of; refuses a number that there is not."""
        ...

    def rank_range(self, kind: str, name: str) -> tuple[int, int]:
        """The least and the most of a rank; refuses one that the game does not have."""
        ...

    def strangers(self) -> Sequence[Stranger]:
        """Guesses at the skill of a stranger, from the weakest to the strongest; empty where there is none to make."""
        ...

    def standing(self, table: Table) -> Mapping[str, Any]:
        """The actor's standing wishes: values with which forms start, by the name of the field."""
        ...

    def hexagons(self, house_rules: Mapping[str, Json]) -> bool:
        """Whether people look at one of six corners, so that a board shows hexagons rather than squares."""
        ...

    def far(self, start: "Point", end: "Point", house_rules: Mapping[str, Json]) -> float:
        """Metres from one place to another as the game counts them: a diagonal step may be one square."""
        ...

    def guide(self) -> Sequence[Ways]:
        """The things that can be done on a turn, for people who learn the game."""
        ...

    def mechanics(self) -> Sequence[Mechanic]:
        """Every numbered rule that the game claims to keep."""
        ...

    def terms(self) -> Sequence[Entry]:
        """The words of the game with a sentence each, for newcomers; none where nobody has written any."""
        ...

    def heroes(self) -> Sequence[Hero]:
        """Heroes ready to be taken and renamed, made by the steps; none where nobody has written any."""
        ...

    def demo(self) -> Mapping[str, Json]:
        """People, creatures and fights to furnish an empty hall with, as plain data."""
        ...

    def quiet_days(self, table: Table, days: int) -> QuietDays | None:
        """The next rest of the actor in so many days at a safe place, with food; ``None`` where none would help."""
        ...

    def odds_of_rest(self, table: Table, days: int) -> Odds | None:
        """The odds of so many quiet days of the actor's, where dice decide in them; ``None`` unless they are exact."""
        ...

    def meanwhile(self, table: Table, minutes: int) -> Sequence[Deed]:
        """The deeds by which so much time passes on the actor's sheet; none where nothing on it runs out."""
        ...

    def scene_over(self, table: Table, people: Sequence[str]) -> None:
        """Make happen what ends for these people where the table goes on to another scene, or its session ends."""
        ...

    def keep_up(self, table: Table) -> None:
        """Make the consequences happen that follow from the last command, such as a limit that an attribute sets."""
        ...


def command_named(system: System, name: str) -> type[Command]:
    """The command of a name; refused where the game has none."""
    for command in system.commands:
        if command.name == name:
            return command
    raise Unknown(f"{system.name} knows no command {name!r}.", "command")


def started(system: System, kind: type[Command], table: Table) -> dict[str, Any]:
    """The values with which the form of a command starts: the actor's standing wishes, then its own preset."""
    asked = described_fields(kind)
    wanted = {name: value for name, value in system.standing(table).items() if name in asked}
    return {**wanted, **kind.preset(table)}


def started_against(system: System, kind: type[Command], table: Table, who: str) -> dict[str, Any]:
    """The values with which the form of a command starts that is aimed at somebody."""
    return {**started(system, kind, table), **kind.preset_against(table, who), kind.aims: who}


def offers(system: System, table: Table, *, as_gm: bool) -> list[type[Command]]:
    """The commands that the actor may give now; what is offered and what is accepted come from the same table."""
    return _offered(system.commands, table, as_gm=as_gm)


def offers_at(system: System, table: Table, place: Place, *, as_gm: bool) -> list[type[Command]]:
    """The commands that the actor may give now at one place of the page; those at home there come first."""
    here = [command for command in system.commands if place is command.place or place in command.also]
    return sorted(_offered(here, table, as_gm=as_gm), key=lambda command: place is not command.place)


def _offered(commands: Iterable[type[Command]], table: Table, *, as_gm: bool) -> list[type[Command]]:
    return [command for command in commands if (as_gm or command.who is not Who.GM) and is_possible(command, table)]
