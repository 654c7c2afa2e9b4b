"""The fight for breath of the choked at the start of their turn, once a round (SDA-242)."""

from rules.engine.kernel.table import Table
from rules.systems.sda.fight.grappling.holds import Hold, ask_in_round, holds_on

#: The command that answers the ask for breath.
HOLD_OUT = "grapple.hold_out"


def choker_of(table: Table, who: str) -> Hold | None:
    """The hold that chokes somebody; None if they breathe, and never more than one."""
    return next((hold for hold in holds_on(table, who) if hold.choke), None)


def ask_for_breath(table: Table, who: str) -> None:
    """Ask for the test of this round: a turn that is split or delayed does not bring another."""
    hold = choker_of(table, who)
    if hold is None or hold.asked == table.scene.round:
        return
    ask_in_round(table, hold)
    title = f"{table.name(hold.by)} chokes you: hold out, difficulty {hold.choke}?"
    table.ask(who, title, HOLD_OUT, by=hold.by, difficulty=hold.choke)
