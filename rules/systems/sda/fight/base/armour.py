"""Boxes that armour takes in its wearer's place, the hindrance of helmets, and the tough (SDA-221 to SDA-223, D-7)."""

from dataclasses import replace
from math import ceil

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Item, ItemLost, ItemSet, Refused, SceneMemoKept, Sheet, Table, Told, Unknown, plainly
from rules.systems.sda.content.equipment import armour_of
from rules.systems.sda.core.person import figure, of_piece, worn

#: The key of the item that stands for the natural protection of a body.
NATURAL = "hide"


def is_natural(key: str, item: Item) -> bool:
    return key == NATURAL or bool(item.stats.get("natural"))


@of_sheet("items")
def facing_malus(sheet: Sheet) -> int:
    """MoS that helmets which narrow the view take off a defence against an attack from flank or rear."""
    pieces = (armour_of(item) for item in worn(sheet).values())
    return sum(piece.flank_rear_malus for piece in pieces if piece)


def can_absorb(item: Item) -> int:
    """Boxes that a piece can take before nothing is left of it."""
    return ceil(max(of_piece(item).values(), default=0.0))


def sacrificial(sheet: Sheet) -> dict[str, int]:
    """The most boxes that each worn piece can take, by its key; a hide takes none and is left out (SDA-223)."""
    pieces = {key: can_absorb(item) for key, item in worn(sheet).items() if not is_natural(key, item)}
    return {key: most for key, most in pieces.items() if most}


def refuse_too_much(sheet: Sheet, key: str, boxes: int) -> None:
    """Refuse more boxes than a piece can take, and a piece that takes none."""
    most = sacrificial(sheet).get(key)
    if most is None:
        raise Unknown("This armour cannot take damage.", "piece")
    if boxes > most:
        raise Refused(f"This armour can take {most}, not {boxes}.", "absorb")


def absorb(table: Table, who: str, key: str, boxes: int) -> None:
    """Let a piece of armour take boxes; one without protection falls apart (SDA-222)."""
    refuse_too_much(table.sheet(who), key, boxes)
    item = table.sheet(who).items[key]
    battered = replace(item, wear=item.wear + boxes)
    if can_absorb(battered):
        table.happen(ItemSet(who, key, battered))
        table.happen(Told((who,), f"{{0}}’s {plainly(item.name)} takes {boxes} of it."))
    else:
        table.happen(ItemLost(who, key), Told((who,), f"{{0}}’s {plainly(item.name)} falls apart."))


#: The memo of a fight that says who has shaken off an injury in it, and how often.
SHAKEN_OFF = "used.tough"


def may_shake_off(table: Table, who: str) -> bool:
    """Whether somebody may shake off an injury once more in this fight."""
    most = figure(table.sheet(who), "tough")
    return bool(most) and _so_often(table).get(who, 0) < most


def note_shaken_off(table: Table, who: str) -> None:
    """Note that somebody has shaken off an injury."""
    before = _so_often(table)
    table.happen(SceneMemoKept(SHAKEN_OFF, {**before, who: before.get(who, 0) + 1}))


def _so_often(table: Table) -> dict[str, int]:
    return dict(table.encounter.memo.get(SHAKEN_OFF, {})) if table.encounter else {}
