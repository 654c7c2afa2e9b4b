"""Corruption with its ranks of chaos, and Fortune and Fate as they are given back (D-1, D-8, GRM-014).

Every ten points of Corruption ask for a test of Resolve.
"""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Command,
    Dice,
    LimitChanged,
    MemoKept,
    NotNow,
    Place,
    ResourceChanged,
    Sheet,
    Table,
    Told,
    counted,
    number,
    words,
)
from rules.engine.odds import Odds
from rules.systems.grim.content.switches.recovery import CHAOS_EACH, SESSION_FORTUNE
from rules.systems.grim.core import (
    CORRUPTION,
    FATE,
    FORTUNE,
    ByMaster,
    Known,
    OnSheet,
    Outcome,
    Trial,
    corrupt,
    goes_on,
    made,
    no_fight,
    odds_of,
    risk,
    trial_for,
)

#: The resource of chaos ranks, and the memo of how many tests against them were faced.
CHAOS, FACED = "chaos", "chaos_faced"


def due(sheet: Sheet, each: int) -> int:
    """Tests of Resolve that Corruption asks for and that were not faced yet (D-8)."""
    return sheet.now(CORRUPTION) // each - sheet.noted(FACED, int)


@dataclass(frozen=True, slots=True)
class Corrupt(ByMaster, name="corruption.gain", label="Gain Corruption"):
    """Gain Corruption for a dark deed, as the game master says (D-8)."""

    points: int = number("Corruption", least=1, most=100, default=1)
    reason: str = words("Reason", default="a dark deed", most=80)

    def perform(self, table: Table, dice: Dice) -> None:
        corrupt(table, table.actor, self.points, self.reason.strip() or "a dark deed")


@dataclass(frozen=True, slots=True)
class FaceChaos(OnSheet, name="corruption.face", label="Face chaos"):
    """Test Resolve for ten points of Corruption that came together: a failure is a rank of chaos (D-8)."""

    peaceful: ClassVar[str] = "The Corruption test"

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        each = CHAOS_EACH.number(table.house_rules, 1)
        if due(table.me, each) <= 0:
            held = table.me.now(CORRUPTION)
            raise NotNow(f"{table.me.name} has {held} Corruption; test every {each} points.")

    def odds(self, table: Table) -> Odds:
        return odds_of(self._trial(table), "stay as you are")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(MemoKept(table.actor, FACED, table.me.noted(FACED, int) + 1))
        risk(table, dice, self._trial(table), self.name, "corruption.faced", {})

    def _trial(self, table: Table) -> Trial:
        return trial_for(table, table.actor, "resolve")


@goes_on("corruption.faced")
def _faced(table: Table, dice: Dice, outcome: Outcome, data: Known) -> None:
    """Stay as one is, or gain a rank of chaos (D-8)."""
    if outcome.success:
        return
    _fill(table, outcome.who, CHAOS, 1, "Corruption")
    ranks = table.sheet(outcome.who).now(CHAOS)
    table.happen(Told((outcome.who,), f"Chaos marks {{0}}: {counted(ranks, 'rank', 'ranks')} in all."))


# -- Fortune and Fate --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewSession(Command, name="fortune.session", label="A new session"):
    """Begin a session: Fortune Points are there again (D-1, D-8)."""

    place: ClassVar[Place] = Place.SHEET

    @classmethod
    def possible(cls, table: Table) -> None:
        made(table)
        no_fight(table, "A new session")
        if table.me.now(FORTUNE) >= SESSION_FORTUNE.number(table.house_rules):
            raise NotNow(f"{table.me.name} has full Fortune.")

    def perform(self, table: Table, dice: Dice) -> None:
        points = SESSION_FORTUNE.number(table.house_rules)
        _fill(table, table.actor, FORTUNE, points - table.me.now(FORTUNE), "a new session")
        table.happen(Told((table.actor,), "{0} begins a new session."))


@dataclass(frozen=True, slots=True)
class GrantFate(ByMaster, name="fate.grant", label="Grant Fate"):
    """Grant Fate Points for a deed that fate remembers (GRM-020)."""

    points: int = number("Fate Points", least=1, most=5, default=1)

    def perform(self, table: Table, dice: Dice) -> None:
        _fill(table, table.actor, FATE, self.points, "a great deed")


def _fill(table: Table, who: str, resource: str, by: int, reason: str) -> None:
    """Give somebody points of a resource, with room for them."""
    held = table.sheet(who).resources.get(resource)
    room = held.most - held.now if held else 0
    if by > room:
        table.happen(LimitChanged(who, resource, by - room))
    table.happen(ResourceChanged(who, resource, by, reason))
