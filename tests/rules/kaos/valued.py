"""The value of a state of KAOS as docs/advice.md tells it, written once more for tests."""

from rules.engine.kernel import Sheet


def value(sheet: Sheet, *, ours: bool) -> float:
    """Hit points, being up, and for one's own side life and what points would heal."""
    hp, most = sheet.now("hp"), sheet.resources["hp"].most
    up = hp > 0 and not sheet.has("unconscious") and not sheet.has("dead")
    own = most * (not sheet.has("dead")) + 2 * sheet.xp("advancement", "points") if ours else 0
    return hp + sheet.now("temporary") + most * up + own
