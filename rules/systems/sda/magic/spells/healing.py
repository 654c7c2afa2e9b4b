"""Healing by magic: boxes, the worst lines first, and spirit (D-9)."""

from rules.engine.kernel import BoxesTicked, ConditionEnded, Line, Table, Told, counted
from rules.systems.sda.core.effects import Change
from rules.systems.sda.core.person import lift
from rules.systems.sda.core.rolls import BLEEDING, TRACK
from rules.systems.sda.fight.base import lines, wounds
from rules.systems.sda.world.recovery import get_up

#: Injuries done for which the drainer of a life gains a box, and this much spirit (D-9).
INJURIES, SPIRIT_GAINED = 2, 2


def heal(table: Table, name: str, heals: Change, who: str, hits: int) -> None:
    """Heal boxes or give spirit back, as much as a spell does for each of its hits."""
    amount = heals.amount * hits
    if heals.what == "spirit":
        if gained := lift(table, who, amount, name):
            table.happen(Told((who,), f"{{0}} regains {gained} spirit."))
        return
    close(table, who, heals.what, amount)


def close(table: Table, who: str, what: str, amount: int) -> None:
    """Heal boxes of a sort: ``minor`` ones, ``bleeding``, ``major`` and bleeding ones, or ``any``."""
    healed = _clear(table, who, what, amount)
    table.happen(Told((who,), f"{{0}} heals {counted(healed, 'injury', 'injuries')}."))
    _wake(table, who)


def _clear(table: Table, who: str, what: str, amount: int) -> int:
    """Untick boxes, on the worst lines first, and return how many; ``minor`` ones only where nothing is major (D-9)."""
    left = amount
    for number in sorted(
        range(len(lines(table.sheet(who)))), key=lambda n: -sum(lines(table.sheet(who))[n].ticked.values())
    ):
        for box in _boxes(lines(table.sheet(who))[number], what):
            gone = min(left, lines(table.sheet(who))[number].ticked.get(box, 0))
            if gone:
                table.happen(BoxesTicked(who, TRACK, number, box, -gone))
                left -= gone
    return amount - left


def _boxes(line: Line, what: str) -> tuple[str, ...]:
    if what == "minor":
        return () if line.ticked.get("major") else ("minor",)
    kinds = {"bleeding": (BLEEDING,), "any": (BLEEDING, "major", "minor")}
    return kinds.get(what, (BLEEDING, "major"))


def _wake(table: Table, who: str) -> None:
    """Stop the clock of somebody who bleeds no more; let somebody without major injuries up again (C-44, C-46)."""
    sheet = table.sheet(who)
    if sheet.has("bleeding_to_death") and not wounds(sheet):
        table.happen(ConditionEnded(who, "bleeding_to_death"))
    get_up(table, who)


def feed(table: Table, by: str, injuries: int) -> None:
    """Give the caster 2 spirit and a box for every two injuries done (D-9)."""
    gains = injuries // INJURIES
    if not gains or by not in table.sheets:
        return
    if gained := lift(table, by, gains * SPIRIT_GAINED, "a life drained"):
        table.happen(Told((by,), f"{{0}} regains {gained} spirit."))
    if any(line.is_ticked() for line in table.sheet(by).tracks.get("injury", ())):
        close(table, by, "any", gains)
