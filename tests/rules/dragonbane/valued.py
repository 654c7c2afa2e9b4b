"""The value of a state of Dragon & Demon as docs/advice.md tells it, written once more for tests."""

from rules.engine.kernel import Table
from rules.systems.dragonbane.core import chances


def value(table: Table, who: str, *, ours: bool) -> float:
    """Hit points, being up, and for one's own side life and willpower; fear that drives people away does not count."""
    sheet = table.sheet(who)
    hp, most = sheet.now("hp"), sheet.resources["hp"].most
    if sheet.has("dead"):
        return float(sheet.now("wp")) if ours else 0.0
    up = bool(hp or sheet.has("rallied")) and not sheet.has("unconscious")
    if not ours:
        return hp + most * up
    return hp + sheet.now("wp") + most * up + most * (1.0 if hp else lives(table, who))


def lives(table: Table, who: str) -> float:
    """P(somebody at 0 hit points lives): three successes before three failures, a Dragon or a Demon counting twice."""
    sheet = table.sheet(who)
    if sheet.kind != "character":
        return 0.0
    rolled = sheet.memo.get("death_rolls", {})
    hindered = -int(sheet.has("sickly"))
    level = sheet.rank("attribute", "con")
    return chances.survival(level, hindered, hindered, rolled.get("successes", 0), rolled.get("failures", 0))
