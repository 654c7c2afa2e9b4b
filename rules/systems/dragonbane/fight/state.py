"""What a fight asks of somebody before anything else: are they up, down or dead, and who are their opponents."""

from rules.engine import turns
from rules.engine.refusals import NotNow
from rules.engine.sheets import Rung, Sheet
from rules.engine.table import Table
from rules.engine.turns import nothing_waits, rung_of_turn

#: Whoever is in one of these does nothing at all.
HELPLESS = ("dead", "unconscious", "fled")
#: Whoever sneaked up and was not noticed; whoever lies in wait, and whoever has not noticed those who do (DRB-044).
UNSEEN, IN_WAIT, SURPRISED = "unseen", "in_wait", "surprised"


def is_dead(sheet: Sheet) -> bool:
    return sheet.has("dead")


def at_zero(sheet: Sheet) -> bool:
    """Without a hit point left, and not dead (DRB-036)."""
    return "hp" in sheet.resources and not sheet.now("hp") and not is_dead(sheet)


def is_out(sheet: Sheet) -> bool:
    """Who can neither act nor react: helpless, or at 0 hit points and not rallied (DRB-036, DRB-040)."""
    return any(sheet.has(condition) for condition in HELPLESS) or (at_zero(sheet) and not sheet.has("rallied"))


def lies(sheet: Sheet) -> bool:
    """On the ground or dead, so that people step over them (DRB-029)."""
    return sheet.has("prone") or is_out(sheet)


def is_able(table: Table, who: str) -> bool:
    """Whether somebody takes part in the fight and can do something in it."""
    return who in table.scene.combatants and not is_out(table.sheet(who))


def has_turns(table: Table, who: str) -> bool:
    """Whose turns come: everybody's but of the dead, for whoever is down rolls against death on them (DRB-036)."""
    sheet = table.sheet(who)
    return not is_dead(sheet) and not sheet.has("fled")


def opponents(table: Table, who: str) -> list[str]:
    """Everybody on another side whom ``who`` knows of and who is not dead."""
    return [other for other in turns.opponents(table, who) if has_turns(table, other)]


def own_turn(table: Table) -> Rung:
    """The actor's own turn, with nothing left to be decided first, and the actor able to act."""
    rung = rung_of_turn(table)
    nothing_waits(table)
    if at_zero(table.me) and not table.me.has("rallied"):
        raise NotNow("You are down. Roll against death, or rally yourself.")
    if is_out(table.me):
        raise NotNow(f"{table.me.name} cannot act. End the turn.")
    if table.me.has("cowed"):
        raise NotNow("Fear takes this turn. End it.")
    if table.me.has("frozen"):
        raise NotNow("Rooted to the spot: shake off the fear, which takes a WIL roll, or end the turn.")
    return rung
