"""Taking the held along, and throwing them (SDA-237, SDA-238, C-54)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight.ground import FACING, bearing, place, shifted
from rules.engine.fight.sequence import Step, then
from rules.engine.kernel.commands import Choice, number, pick, switch
from rules.engine.kernel.facts import ConditionSet, Moved, Told
from rules.engine.kernel.refusals import Refused
from rules.engine.kernel.sheets import Condition
from rules.engine.kernel.table import Table
from rules.engine.kernel.valuation import Weighing
from rules.systems.sda.content.house_rules import fight
from rules.systems.sda.core.rolls.mounts import mount_of
from rules.systems.sda.fight.actions.grapples import GrapplingUse, my_hold
from rules.systems.sda.fight.moves import holds
from rules.systems.sda.fight.moves.holds import HAUL
from rules.systems.sda.fight.moves.opportunity import opponents_who_watch, where_met
from rules.systems.sda.fight.moves.seat import go_down
from rules.systems.sda.fight.moves.uses import MOVE, THROW, Use, price

PIN, RELEASE = "pin", "release"
AFTER = (
    Choice(RELEASE, "Let go and stay up"),
    Choice(PIN, "Go down with them and pin them"),
)
#: Metres from where they stood at which somebody lands who is thrown over an edge.
OVER = 1


@dataclass(frozen=True, slots=True)
class MoveTogether(GrapplingUse):
    """Take them along: a metre for each hit of a brawling roll, in any direction, but over no edge (SDA-237).

    Opponents in whose reach the two begin, or whose reach they enter, may strike at either.
    """

    name: ClassVar[str] = MOVE.command
    label: ClassVar[str] = "Move them (1 hit a metre)"
    use: ClassVar[Use] = MOVE

    metres: int = number("Metres", least=1, most=20, default=1, help="1 hit each")
    towards: int = number("Towards", most=359, default=0, help=f"{FACING}; over an edge it takes a throw")

    def _cost(self, table: Table, known: Mapping[str, Any]) -> int:
        return price(table, known, MOVE) + MOVE.hits * (self.metres - 1)

    def _do(self, table: Table, known: Mapping[str, Any]) -> None:
        hold = my_hold(table, known)
        pair = (hold.by, hold.on)
        table.happen(Told(pair, f"{{0}} moves {self.metres} m with {{1}}."))
        ends = {who: shifted(place(table, who), self.towards, self.metres) for who in pair}
        met = [
            (share, {"do": "opportunity", "by": by, "on": who, "why": "is moved in reach"})
            for who in pair
            for by in opponents_who_watch(table, who)
            if by not in pair and (share := where_met(table, by, who, ends[who])) is not None
        ]
        haul: Step = {"do": HAUL, "by": hold.by, "on": hold.on, "towards": self.towards, "metres": self.metres}
        then(table, *(step for share, step in met if not share), haul, *(step for share, step in met if share))


@dataclass(frozen=True, slots=True)
class Throw(GrapplingUse):
    """Throw whom you hold to the ground: 2 hits of a brawling roll (SDA-238).

    Go down too and pin them (SDA-239), or let go and stay up. So somebody gets over an edge as well; then nobody who
    held them holds them any longer (C-54).
    """

    name: ClassVar[str] = THROW.command
    label: ClassVar[str] = "Throw (2 hits)"
    use: ClassVar[Use] = THROW
    chosen: ClassVar[tuple[str, ...]] = ("after",)

    after: str = pick("And then", default=RELEASE)
    edge: bool = switch("Over an edge", help="The game master's word what the fall does")
    towards: int = number(
        "Over it towards", most=359, default=-1, least=-1, help=f"{FACING}; −1 straight away from you"
    )

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"after": AFTER}

    def weighing(self, table: Table) -> Weighing | None:
        """Weigh pinning or letting go; None over an edge, where the fall is the game master's word."""
        return None if self.edge else GrapplingUse.weighing(self, table)

    def _said(self) -> str:
        return "Throw and pin" if self.after == PIN else "Throw and let go"

    def _cost(self, table: Table, known: Mapping[str, Any]) -> int:
        if self.edge and self.after == PIN:
            raise Refused("Whoever goes over an edge is let go. Throw and stay up, or pin them here.", "after")
        dearer = fight.OVER_AN_EDGE.number(table.house_rules) if self.edge else 0
        return price(table, known, THROW) + dearer

    def _do(self, table: Table, known: Mapping[str, Any]) -> None:
        hold = my_hold(table, known)
        where = " over the edge" if self.edge else " to the ground"
        table.happen(Told((hold.by, hold.on), f"{{0}} throws {{1}}{where}."))
        _unseat(table, hold)
        _lay_down(table, hold.on, table.name(hold.by))
        if self.after == PIN:
            _lay_down(table, hold.by, "pins somebody")
            table.happen(Told((hold.by, hold.on), "{0} goes down too and pins {1}."))
            holds.pin(table, hold)
            return
        lost = [other for other in holds.holds(table) if hold.on in (other.by, other.on)] if self.edge else [hold]
        for one in lost:
            holds.release(table, one)
        if self.edge:
            away = bearing(place(table, hold.by), place(table, hold.on)) if self.towards < 0 else self.towards
            end = shifted(place(table, hold.on), away, OVER)
            table.happen(Moved(hold.on, *end, table.combatant(hold.on).facing))


def _lay_down(table: Table, who: str, source: str) -> None:
    if not table.sheet(who).has("prone"):
        table.happen(ConditionSet(who, Condition("prone", "Prone", source=source)))


def _unseat(table: Table, hold: holds.Hold) -> None:
    """Take a thrown rider out of the saddle, to the feet of the thrower."""
    if mount_of(table, hold.on):
        go_down(table, hold.on)
        table.happen(Moved(hold.on, *place(table, hold.by), table.combatant(hold.on).facing))
