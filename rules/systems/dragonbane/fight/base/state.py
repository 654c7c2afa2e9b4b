"""The state of combatants: up, down or dead, whose turn, their cards, and who their opponents are."""

from rules.engine.fight import nothing_waits, rung_of_turn, turns
from rules.engine.kernel import NotNow, Rung, Sheet, Table
from rules.systems.dragonbane.core import BODY

#: Conditions in which one does nothing at all.
HELPLESS = ("dead", "unconscious", "fled")
#: Conditions of sneaking up unnoticed, of lying in wait, and of not having noticed those who do (DRB-044).
UNSEEN, IN_WAIT, SURPRISED = "unseen", "in_wait", "surprised"


def is_dead(sheet: Sheet) -> bool:
    return sheet.has("dead")


def at_zero(sheet: Sheet) -> bool:
    """Whether no hit point is left, and one is not dead (DRB-036)."""
    return "hp" in sheet.resources and not sheet.now("hp") and not is_dead(sheet)


def is_out(sheet: Sheet) -> bool:
    """Whether one can neither act nor react: helpless, or at 0 hit points and not rallied (DRB-036, DRB-040)."""
    return any(sheet.has(condition) for condition in HELPLESS) or (at_zero(sheet) and not sheet.has("rallied"))


def lies(sheet: Sheet) -> bool:
    """Whether one is on the ground or out, so that others step over one (DRB-029)."""
    return sheet.has("prone") or is_out(sheet)


def is_able(table: Table, who: str) -> bool:
    """Whether somebody takes part in the fight and can act in it."""
    return who in table.scene.combatants and not is_out(table.sheet(who))


def has_turns(table: Table, who: str) -> bool:
    """Whether somebody still has turns: all but the dead and the fled, as the dying roll against death (DRB-036)."""
    sheet = table.sheet(who)
    return not is_dead(sheet) and not sheet.has("fled")


def opponents(table: Table, who: str) -> list[str]:
    """Ids of those on another side whom ``who`` knows of and who still have turns."""
    return [other for other in turns.opponents(table, who) if has_turns(table, other)]


def own_turn(table: Table) -> Rung:
    """The rung of the actor's own turn; refused if an ask waits, or the actor cannot act."""
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


def is_character(sheet: Sheet) -> bool:
    """Whether a sheet is a player character's, who rolls against death, and may push."""
    return sheet.kind == "character"


def cards_for(table: Table, who: str) -> int:
    """The cards that somebody draws in a round: 1, a monster as many as its ferocity (DRB-007, D-4)."""
    return max(1, table.sheet(who).rank(BODY, "ferocity"))
