"""What most games leave as it is: the optional parts of the protocol, so that a game says only what is its own.

A game may derive from :class:`Game` or keep the protocol of :class:`~rules.engine.system.System` by itself; nobody
asks which.
"""

from collections.abc import Mapping, Sequence

from rules.engine.creation import Step
from rules.engine.guide import Ways
from rules.engine.mechanics import Mechanic
from rules.engine.page import Explained
from rules.engine.refusals import Unknown
from rules.engine.sheets import Item, Json, Sheet
from rules.engine.system import Switch, System
from rules.engine.table import Table


class Game(System):
    """A game without house rules, budgets, steps, things to pick up, a guide, or furniture, until it says otherwise."""

    note = ""
    accent = "ember"
    switches: Sequence[Switch] = ()
    test = ""
    onward: Sequence[str] = ()
    budgets: Mapping[str, str] = {}
    square: float = 1.0
    rank_kinds: Mapping[str, str] = {}
    #: Least and most of every rank, by kind and name.
    ranges: Mapping[str, Mapping[str, tuple[int, int]]] = {}
    steps: Sequence[type[Step]] = ()
    at_random = ""

    def unmade_sheet(self, name: str) -> Sheet:
        return self.fresh_sheet(name)

    def item(self, section: str, key: str) -> Item:
        raise Unknown("Nothing of that name can be picked up.", "key")

    def explain(self, sheet: Sheet, number: str, house_rules: Mapping[str, Json]) -> Explained:
        """What a page shows explains itself; there is nothing else to explain."""
        raise Unknown("This sheet has no such number.", "number")

    def rank_range(self, kind: str, name: str) -> tuple[int, int]:
        span = self.ranges.get(kind, {}).get(name)
        if span is None:
            known = ", ".join(f"{kind} {name}" for kind, names in self.ranges.items() for name in names)
            raise Unknown(f"{self.name} has these ranks: {known or 'none'}.", "rank")
        return span

    def guide(self) -> Sequence[Ways]:
        return ()

    def mechanics(self) -> Sequence[Mechanic]:
        return ()

    def demo(self) -> Mapping[str, Json]:
        return {}

    def keep_up(self, table: Table) -> None:
        """Nothing follows from anything by itself."""
