"""What a fight asks of somebody before anything else: can they act, who are their opponents, whom do they know of."""

from rules.engine.refusals import NotNow
from rules.engine.sheets import Rung, Sheet
from rules.engine.table import Table

#: Whoever is in one of these neither acts nor reacts (SDA-213, SDA-217).
OUT = ("incapacitated", "unconscious", "dead")
#: Whoever is in one of these stays where they are (SDA-213, SDA-233).
HELD = (*OUT, "grappled", "pinned")


def is_out(sheet: Sheet) -> bool:
    return any(sheet.has(condition) for condition in OUT)


def is_able(table: Table, who: str) -> bool:
    """Whether somebody takes part in the fight and can do something in it."""
    return who in table.scene.combatants and not is_out(table.sheet(who))


def knows_of(table: Table, who: str, other: str) -> bool:
    """A hidden combatant does not exist for the other side."""
    theirs = table.combatant(other)
    return not theirs.hidden or theirs.side == table.combatant(who).side


def opponents(table: Table, who: str) -> list[str]:
    """Everybody on another side whom ``who`` knows of and who is not dead."""
    side = table.combatant(who).side
    return [
        other
        for other, place in table.scene.combatants.items()
        if place.side != side and knows_of(table, who, other) and not table.sheet(other).has("dead")
    ]


def allies(table: Table, who: str) -> list[str]:
    """Everybody on the same side, without ``who``."""
    side = table.combatant(who).side
    return [other for other, place in table.scene.combatants.items() if place.side == side and other != who]


def rung_of_turn(table: Table) -> Rung:
    """The rung on which the actor acts now; refused when it is not their turn."""
    if table.scene.stage != "fighting":
        raise NotNow("The fight has not begun." if table.scene.stage == "ready" else "The fight is over.")
    rung = table.scene.current
    if rung is None or rung.who != table.actor:
        raise NotNow(f"It is not your turn{_whose(table, rung)}.")
    return rung


def own_turn(table: Table) -> Rung:
    """The actor's own turn, with nothing left to be decided first."""
    rung = rung_of_turn(table)
    nothing_waits(table)
    if is_out(table.me):
        raise NotNow(f"{table.me.name} cannot act.")
    return rung


def nothing_waits(table: Table) -> None:
    """Refuse while an ask waits, and say whose it is as far as everybody may know."""
    for ask in table.scene.asks.values():
        place = table.scene.combatants.get(ask.to)
        if place is None or place.hidden:
            raise NotNow("A decision is still waiting. It comes first.")
        raise NotNow(f"{table.name(ask.to)} has to decide first.")


def _whose(table: Table, rung: Rung | None) -> str:
    if rung is None or table.combatant(rung.who).hidden:
        return ""
    return f": it is {table.name(rung.who)}'s"
