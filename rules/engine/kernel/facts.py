"""Everything that can happen, in a closed vocabulary shared by all games.

Facts are frozen, past tense and complete: replaying them needs neither dice nor rules. ``who`` is the id of a
character. A new kind needs two games that want it; until then a game keeps its oddities in a memo.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rules.engine.kernel.calendars import Calendar
from rules.engine.kernel.references import Said, Wording
from rules.engine.kernel.sheets import Ask, Barrier, Condition, FogArea, Ground, Item, Json, Line, Rung, Sheet
from rules.engine.kernel.skies import Weather

# -- about one sheet: ``part`` is the part of it that changes, "" for all of it ----------------------------------------


@dataclass(frozen=True, slots=True)
class Begun:
    """A sheet came into being, as given."""

    part: ClassVar[str] = ""
    who: str
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class RankChanged:
    """An attribute, skill, group or virtue step went up or down."""

    part: ClassVar[str] = "ranks"
    who: str
    kind: str
    name: str
    by: int


@dataclass(frozen=True, slots=True)
class ExperienceChanged:
    """Experience was earned (positive) or spent (negative; ``bought`` then names the rank it paid for)."""

    part: ClassVar[str] = "experience"
    who: str
    kind: str
    name: str
    by: int
    reason: str
    bought: str = ""


@dataclass(frozen=True, slots=True)
class ResourceChanged:
    """A resource was lost or regained; never below 0 nor above its most."""

    part: ClassVar[str] = "resources"
    who: str
    resource: str
    by: int
    reason: Wording = ""


@dataclass(frozen=True, slots=True)
class LimitChanged:
    """The most that a resource can hold changed."""

    part: ClassVar[str] = "resources"
    who: str
    resource: str
    by: int


@dataclass(frozen=True, slots=True)
class BoxesTicked:
    """Boxes on one line of a track were ticked (or, negative, cleared)."""

    part: ClassVar[str] = "tracks"
    who: str
    track: str
    line: int
    box: str
    by: int


@dataclass(frozen=True, slots=True)
class TrackSet:
    """A track was given new lines altogether."""

    part: ClassVar[str] = "tracks"
    who: str
    track: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class ConditionSet:
    """A condition began or took another level."""

    part: ClassVar[str] = "conditions"
    who: str
    condition: Condition


@dataclass(frozen=True, slots=True)
class ConditionEnded:
    part: ClassVar[str] = "conditions"
    who: str
    name: str


@dataclass(frozen=True, slots=True)
class ItemSet:
    """A thing was gained, or one already held changed."""

    part: ClassVar[str] = "items"
    who: str
    key: str
    item: Item


@dataclass(frozen=True, slots=True)
class ItemLost:
    part: ClassVar[str] = "items"
    who: str
    key: str


@dataclass(frozen=True, slots=True)
class TextChanged:
    """A free text changed; the text ``name`` is the name of the character itself.

    ``before`` is the name of somebody who is called otherwise in hiding.
    """

    part: ClassVar[str] = "texts"
    who: str
    name: str
    text: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class MemoKept:
    """A game noted something odd on a sheet; ``value`` None forgets it."""

    part: ClassVar[str] = "memo"
    who: str
    name: str
    value: Json


# -- about the encounter -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Joined:
    """A combatant joined the fight, or took another place in it: side, secrecy, position, facing."""

    who: str
    side: str
    hidden: bool = False
    x: float = 0.0
    y: float = 0.0
    facing: int = 0


@dataclass(frozen=True, slots=True)
class Left:
    who: str


@dataclass(frozen=True, slots=True)
class Veiled:
    """A combatant was hidden from the players, or shown to them; ``by_fog`` tells that it hides them."""

    who: str
    hidden: bool
    by_fog: bool = False


@dataclass(frozen=True, slots=True)
class Moved:
    """A combatant changed place: metres from the middle of the board, facing in degrees.

    ``turns`` says that the place is the old one and only the facing changed.
    """

    who: str
    x: float
    y: float
    facing: int
    turns: bool = False


@dataclass(frozen=True, slots=True)
class StageSet:
    """The fight came to another stage: "ready", "fighting" or "over"."""

    stage: str


@dataclass(frozen=True, slots=True)
class RoundBegan:
    number: int


@dataclass(frozen=True, slots=True)
class LadderSet:
    """The ladder was set anew, from first to last."""

    rungs: tuple[Rung, ...]


@dataclass(frozen=True, slots=True)
class TurnBegan:
    rung: str


@dataclass(frozen=True, slots=True)
class TurnEnded:
    rung: str


@dataclass(frozen=True, slots=True)
class BudgetSet:
    """A combatant's budget was set to the amount left to spend this round."""

    who: str
    budget: str
    left: int | float


@dataclass(frozen=True, slots=True)
class Asked:
    ask: Ask


@dataclass(frozen=True, slots=True)
class Answered:
    ask: str


@dataclass(frozen=True, slots=True)
class SceneMemoKept:
    """A game noted something odd about the fight; ``value`` None forgets it."""

    name: str
    value: Json


@dataclass(frozen=True, slots=True)
class Glimpse:
    """The part of a line that players see when fog lies on the rest; with an empty key they see nothing of it."""

    key: str = ""
    barrier: Barrier | None = None


@dataclass(frozen=True, slots=True)
class BarrierDrawn:
    """A line was drawn on the board, or one that was there became another."""

    key: str
    barrier: Barrier
    glimpse: Glimpse | None = None


@dataclass(frozen=True, slots=True)
class BarrierErased:
    key: str
    glimpse: Glimpse | None = None


@dataclass(frozen=True, slots=True)
class DoorTurned:
    """A door on the board was opened or shut."""

    key: str
    is_open: bool
    glimpse: Glimpse | None = None


@dataclass(frozen=True, slots=True)
class GroundLaid:
    """The picture under the board was laid somewhere, or (``None``) was taken off it."""

    ground: Ground | None


@dataclass(frozen=True, slots=True)
class FogDrawn:
    """Fog came over an area of the board, or lifted; ``areas`` are all that there are now."""

    areas: tuple[FogArea, ...]


# -- about the campaign's own book: ``page`` is the id of the document that it stands in ------------------------------


@dataclass(frozen=True, slots=True)
class RuleChosen:
    """A house rule was turned; ``plain`` says that it is now at the game's default."""

    page: str
    name: str
    to: Json
    was: Json
    plain: bool = False


@dataclass(frozen=True, slots=True)
class HomebrewWritten:
    """An entry of the campaign's own came into its compendium, or was changed there; ``told`` holds its figures."""

    page: str
    section: str
    name: str
    told: dict[str, Json]
    anew: bool = False


@dataclass(frozen=True, slots=True)
class HomebrewShown:
    """An entry of the campaign's own was shown to the players, or (``to_players`` off) is kept from them again."""

    page: str
    name: str
    to_players: bool


@dataclass(frozen=True, slots=True)
class HomebrewWithdrawn:
    """An entry of the campaign's own left its compendium."""

    page: str
    name: str


# -- about the campaign's own time: ``page`` is the id of its almanac, ``date`` what day it was by its calendar -------


@dataclass(frozen=True, slots=True)
class CalendarChosen:
    """The campaign changed to another calendar."""

    page: str
    calendar: Calendar
    date: str


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Minutes of the campaign's time passed for everybody."""

    page: str
    minutes: int
    date: str


@dataclass(frozen=True, slots=True)
class ClimateChosen:
    """The campaign has the weather of a climate now, made from a seed; of none, if ``climate`` is empty."""

    page: str
    climate: str
    seed: int
    coldest: int
    said: str
    date: str


@dataclass(frozen=True, slots=True)
class WeatherSaid:
    """The game master said what the weather of a day is; ``weather`` is ``None`` where it goes by the climate again.

    ``when`` is that day in words. What is said ``ahead``, of a day to come, players do not know.
    """

    page: str
    day: int
    weather: Weather | None
    said: str
    date: str
    when: str
    ahead: bool = False


# -- about what the party owns in common: ``page`` is the id of its stock ----------------------------------------------


@dataclass(frozen=True, slots=True)
class PartyItemSet:
    """A thing came to the party, or the number of those that it has of it changed."""

    page: str
    key: str
    item: Item


@dataclass(frozen=True, slots=True)
class PartyItemLost:
    """The party no longer has a thing; ``name`` is what it was called."""

    page: str
    key: str
    name: str


@dataclass(frozen=True, slots=True)
class PartyCoinsChanged:
    """Coins of a kind came into the party's purse, or (negative) left it."""

    page: str
    coin: str
    by: int


# -- about chance and story: they change no document ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it fell: ``scored`` is what it counted for; ``kept`` False for a die that was thrown but not used.

    ``passed`` says of a die that is a test by itself whether it succeeded; ``None`` of every other.
    """

    sides: int
    face: int
    scored: int = 0
    kept: bool = True
    passed: bool | None = None


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice fell. ``measure`` is what they came to, ``percentile`` (0 to 100) how lucky that was for these dice.

    ``expected`` is what they come to on average, and ``exactly`` the probability of just this measure; ``None`` where
    nobody reckoned them. ``drawn`` says that they are cards of what is left of a deck, not dice, ``listed`` that they
    name a row of a list, where none is luckier than another.
    """

    who: str
    purpose: Wording
    dice: tuple[Die, ...]
    measure: int
    percentile: float
    typed: bool = False
    expected: float | None = None
    exactly: float | None = None
    drawn: bool = False
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """A test, an exchange or a fight came to a verdict; ``numbers`` holds what it hung on.

    ``private`` names those of them that are read off a sheet, each with whose it is: a threshold, a modifier. Whoever
    may not read that sheet is not told them.
    """

    who: str
    verdict: str
    hits: int = 0
    numbers: Mapping[str, int | Wording | None] = field(default_factory=dict)
    private: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of the story; ``{0}``, ``{1}`` stand for the names of ``who``, as far as a reader knows them.

    It puts into words what the facts right before it say of their states, unless it stands ``apart``.
    """

    who: tuple[str, ...]
    text: str
    apart: bool = False

    @property
    def said(self) -> Said:
        """The sentence with its people."""
        return Said(self.text, self.who)


SheetFact = (
    Begun
    | RankChanged
    | ExperienceChanged
    | ResourceChanged
    | LimitChanged
    | BoxesTicked
    | TrackSet
    | ConditionSet
    | ConditionEnded
    | ItemSet
    | ItemLost
    | TextChanged
    | MemoKept
)
SceneFact = (
    Joined
    | Left
    | Veiled
    | Moved
    | StageSet
    | RoundBegan
    | LadderSet
    | TurnBegan
    | TurnEnded
    | BudgetSet
    | Asked
    | Answered
    | SceneMemoKept
    | BarrierDrawn
    | BarrierErased
    | DoorTurned
    | GroundLaid
    | FogDrawn
)
AlmanacFact = CalendarChosen | TimePassed | ClimateChosen | WeatherSaid
PartyFact = PartyItemSet | PartyItemLost | PartyCoinsChanged
BookFact = RuleChosen | HomebrewWritten | HomebrewShown | HomebrewWithdrawn | AlmanacFact | PartyFact
StoryFact = Rolled | Judged | Told
Fact = SheetFact | SceneFact | BookFact | StoryFact
