"""The stores of spells in a fight: hits for the next blow, a shield, boxes ticked before one's own (D-9)."""

from collections.abc import Sequence

from rules.engine.kernel.facts import Told
from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import counted
from rules.engine.odds import Distribution, mapped
from rules.systems.sda.magic.bearing import in_store
from rules.systems.sda.magic.lasting import draw

BLOW, SHIELD, STORED_BOXES = "blow", "shield", "boxes"


def kept(sheet: Sheet, purpose: str) -> int:
    """The hits, or boxes, that spells keep in store for a purpose; 0 without any."""
    return sum(level for _, level in in_store(sheet, purpose))


# -- hits for the next blow -------------------------------------------------------------------------------------------


def strike_home(table: Table, margin: int, striking: Sequence[str]) -> int:
    """The margin of an exchange with the hits kept for the blow, where the winner counts as an attacker.

    ``striking`` are the attackers: one, or both, with the one whose margin it is first.
    """
    winner = striking[0] if margin > 0 else striking[-1] if margin < 0 and len(striking) > 1 else ""
    more = draw(table, winner, BLOW, kept(table.sheet(winner), BLOW)) if winner else 0
    if more:
        table.happen(Told((winner,), f"{{0}} had kept {counted(more, 'hit', 'hits')} for this blow."))
    return margin + more if margin > 0 else margin - more


def with_kept_hits(sheet: Sheet, hits: Distribution) -> Distribution:
    """The distribution of hits with those kept for the blow, which come with any score."""
    more = kept(sheet, BLOW)
    return mapped(hits, lambda value: value + more if value else 0) if more else hits


def kept_words(sheet: Sheet) -> str:
    """The words in the odds for hits kept for the blow; empty without any."""
    more = kept(sheet, BLOW)
    return f"; with {counted(more, 'hit', 'hits')} more if it scores" if more else ""


# -- boxes before one's own -------------------------------------------------------------------------------------------


def spare(table: Table, who: str, boxes: int) -> int:
    """Tick boxes that spells hold before somebody's own, and return the number that is left."""
    taken = draw(table, who, STORED_BOXES, boxes)
    if taken:
        table.happen(Told((who,), f"A spell takes {counted(taken, 'injury', 'injuries')} for {{0}}."))
    return boxes - taken
