"""Refusals of steps, pushes and ways out of a grapple, which only the uses of a hold allow (SDA-233, SDA-237)."""

from rules.engine.kernel.refusals import NotNow, Refused
from rules.engine.kernel.table import Table
from rules.systems.sda.fight.arms import is_in_a_grapple
from rules.systems.sda.fight.grappling.holds import GRAPPLING


def refuse_to_part(table: Table, winner: str, loser: str, *, step: int, push: int) -> None:
    """Refuse a step of the winner, or a push of the loser, who is in a grapple."""
    if step and is_in_a_grapple(table.sheet(winner)):
        raise Refused(
            "In a grapple nobody steps aside. Whoever holds moves both; whoever is held turns the tables.", "step"
        )
    if push and is_in_a_grapple(table.sheet(loser)):
        raise Refused(
            f"{table.name(loser)} is in a grapple, and not to be pushed out of it. Throw whom you hold.", "push"
        )


def free_of_grapples(table: Table) -> None:
    """Refuse an actor who holds somebody, or is held."""
    if table.me.has(GRAPPLING):
        raise NotNow("You hold somebody. Let go first, or take them along with the hits of a brawling roll.")
    if is_in_a_grapple(table.me):
        raise NotNow("You are held where you are. Turn the tables with a brawling attack, then let go.")
