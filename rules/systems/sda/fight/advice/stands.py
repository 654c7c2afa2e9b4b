"""The stand of two after a step and a push, as far as the next exchange hangs on it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.engine.fight.ground import Point, bearing, metres, place
from rules.engine.kernel.sheets import Combatant
from rules.engine.kernel.table import Table
from rules.systems.sda.fight.base.conditions import WALL
from rules.systems.sda.fight.base.ground import BANDS, band_at, hexagons, side_seen
from rules.systems.sda.fight.moves.control import push_end, step_end


class Stand(NamedTuple):
    """The band between two, and the side of each on which the other is; no sides out of reach, where no blow falls.

    ``where`` are their exact places, if either stands in a wall of shields, where others beside them count.
    """

    band: str
    winner: str = ""
    loser: str = ""
    where: tuple[Point, ...] = ()

    @property
    def of_a_blow_at_the_loser(self) -> tuple[Any, ...]:
        """The parts of the stand on which a blow of the winner hangs: among them the loser's side."""
        return self.band, self.loser, self.where

    @property
    def of_a_blow_at_the_winner(self) -> tuple[Any, ...]:
        """The parts of the stand on which a blow of the loser hangs: among them the winner's side."""
        return self.band, self.winner, self.where


def stand_after(table: Table, known: Mapping[str, Any], mix: Any) -> Stand:
    """The stand to which a mix leads, if nobody takes an opening on the way."""
    winner, loser = known["winner"], known["loser"]
    start, other = place(table, winner), place(table, loser)
    facing, looks = table.combatant(winner).facing, table.combatant(loser).facing
    if mix.step:
        start = step_end(start, other, mix.step, mix.step_direction)
    if mix.pivot and start != other:
        facing = bearing(start, other)
    end = push_end(start, other, mix.push, mix.direction) if mix.push else other
    band = band_at(metres(start, end))
    if band not in BANDS:
        return Stand(band)
    walled = table.sheet(winner).has(WALL) or table.sheet(loser).has(WALL)
    turned = hexagons(table)
    mine = side_seen(Combatant("", False, *start, facing), end, on_hexagons=turned)
    theirs = side_seen(Combatant("", False, *end, looks), start, on_hexagons=turned)
    return Stand(band, mine, theirs, (start, end) if walled else ())
