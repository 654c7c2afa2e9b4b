"""The base class of games: defaults for the optional parts of the protocol, so that a game says only what is its own.

A game may derive from :class:`Game` or keep the protocol of :class:`~rules.engine.system.protocol.System` by itself;
nobody asks which.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.engine.calendar.long_tests import LongTests
from rules.engine.calendar.quiet_days import Deed, QuietDays
from rules.engine.character.creation import Step
from rules.engine.character.readiness import DEAD
from rules.engine.character.spoils import Coin
from rules.engine.character.unknown_sheets import Stranger
from rules.engine.content.entries import Entry, Hero, Mechanic, Ways
from rules.engine.content.files import guide_in, heroes_in, mechanics_in, terms_in, told_in
from rules.engine.content.homebrew import Shelf
from rules.engine.content.switches import Switch
from rules.engine.fight import Point, metres
from rules.engine.kernel import Item, Json, Sheet, Table, Unknown, unknown
from rules.engine.notation.plain_dice import PLAIN
from rules.engine.notation.questions import Vocabulary
from rules.engine.odds import Odds
from rules.engine.page.blocks import Explained, explained_in
from rules.engine.system.protocol import METRES, Retelling, System

if TYPE_CHECKING:
    from rules.engine.character.foundry import Foundry
    from rules.engine.fight import Tactics

#: Least and most of every rank, by kind and name.
Ranges = Mapping[str, Mapping[str, tuple[int, int]]]


def span_in(ranges: Ranges, kind: str, name: str) -> tuple[int, int]:
    """The least and the most of a rank; refuses one that the game does not have, with those that were perhaps meant."""
    if kind not in ranges:
        raise Unknown(f"There are no ranks of the kind {kind!r}, only {', '.join(ranges) or 'none'}.", "kind")
    if name not in ranges[kind]:
        raise unknown(kind, name, ranges[kind], "rank")
    return ranges[kind][name]


class Game(System):
    """A game without house rules, budgets, steps, things to pick up, a guide, or furniture, until it says otherwise."""

    note = ""
    pitch = ""
    accent = "ember"
    switches: Sequence[Switch] = ()
    test = ""
    onward: Sequence[str] = ()
    foremost: Sequence[str] = ()
    follow_ups: Sequence[str] = ()
    by_hand: Sequence[str] = ()
    recoveries: Sequence[str] = ()
    rewards: Sequence[str] = ()
    carried = ""
    adjectives: Collection[str] = ()
    advancement = "Your game master says when you get better, and at what."
    headings: Mapping[str, str] = {}
    budgets: Mapping[str, tuple[str, str]] = {}
    strides: Mapping[str, float] = {}
    square: float = 1.0
    numbered = True
    unit = METRES
    retelling = Retelling()
    dead = DEAD
    rank_kinds: Mapping[str, str] = {}
    ranges: Ranges = {}
    steps: Sequence[type[Step]] = ()
    at_random = ""
    long_tests: LongTests | None = None
    questions: Vocabulary = PLAIN
    tactics: "Tactics | None" = None
    foundry: "Foundry | None" = None
    #: The folder of guide.toml, mechanics.toml, terms.toml, heroes.toml, demo.toml; ``None`` for a game without them.
    data: Path | None = None

    def unmade_sheet(self, name: str) -> Sheet:
        return self.fresh_sheet(name)

    def item(self, section: str, key: str) -> Item:
        raise Unknown("Nothing of that name can be picked up.", "key")

    def lacks(self, sheet: Sheet, item: Item, house_rules: Mapping[str, Json]) -> str:
        """Nothing: everybody can use all that they carry."""
        return ""

    @property
    def inborn(self) -> Collection[str]:
        """Nothing: all things can be handed over."""
        return ()

    def coins(self) -> Mapping[str, Coin]:
        """No coins: nobody has a purse."""
        return {}

    def shelves(self) -> Mapping[str, Shelf]:
        """No shelves: nothing can be added to the compendium."""
        return {}

    def explain(self, sheet: Sheet, number: str, house_rules: Mapping[str, Json]) -> Explained:
        """The parts of a number as the sheet's page carries them; refuses a number that is not on it."""
        found = explained_in(self.page(sheet, house_rules), number)
        if found is None:
            raise Unknown(f"This sheet has no number called {number!r}.", "number")
        return found

    def rank_range(self, kind: str, name: str) -> tuple[int, int]:
        return span_in(self.ranges, kind, name)

    def strangers(self) -> Sequence[Stranger]:
        """No guesses: everybody's skill is known."""
        return ()

    def standing(self, table: Table) -> Mapping[str, Any]:
        """No standing wishes for fields of forms."""
        return {}

    def hexagons(self, house_rules: Mapping[str, Json]) -> bool:
        return False

    def far(self, start: Point, end: Point, house_rules: Mapping[str, Json]) -> float:
        return metres(start, end)

    def guide(self) -> Sequence[Ways]:
        return guide_in(self.data / "guide.toml") if self.data else ()

    def mechanics(self) -> Sequence[Mechanic]:
        return mechanics_in(self.data / "mechanics.toml") if self.data else ()

    def terms(self) -> Sequence[Entry]:
        return terms_in(self.data / "terms.toml") if self.data else ()

    def heroes(self) -> Sequence[Hero]:
        return heroes_in(self.data / "heroes.toml") if self.data else ()

    def demo(self) -> Mapping[str, Json]:
        return told_in(self.data / "demo.toml") if self.data else {}

    def quiet_days(self, table: Table, days: int) -> QuietDays | None:
        """No rest: days alone help nobody."""
        return None

    def odds_of_rest(self, table: Table, days: int) -> Odds | None:
        """No odds: no dice decide in quiet days, or nobody has reckoned them."""
        return None

    def meanwhile(self, table: Table, minutes: int) -> Sequence[Deed]:
        """Nothing on a sheet runs out with time."""
        return ()

    def scene_over(self, table: Table, people: Sequence[str]) -> None:
        """Do nothing: nothing lasts as long as a scene."""

    def keep_up(self, table: Table) -> None:
        """Do nothing: nothing follows from a command by itself."""
