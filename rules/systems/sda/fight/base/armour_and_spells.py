"""Whatever stands beside somebody's own dice and boxes in a fight: armour that takes boxes, and spells at work."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import (
    Item,
    ItemLost,
    ItemSet,
    Refused,
    SceneMemoKept,
    Sheet,
    Table,
    Told,
    Unknown,
    counted,
    plainly,
)
from rules.engine.odds import Distribution, mapped, mixture
from rules.systems.sda.content.equipment import armour_of
from rules.systems.sda.core.effects import draw
from rules.systems.sda.core.person import added_to, distribution, figure, in_store, of_piece, worn

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
        raise Unknown("This armour cannot take damage. Choose another piece, or none.", "piece")
    if boxes > most:
        raise Refused(f"This armour can take {counted(most, 'box', 'boxes')}, not {boxes}.", "absorb")


def absorb(table: Table, who: str, key: str, boxes: int) -> None:
    """Let a piece of armour take boxes; one without protection falls apart (SDA-222)."""
    refuse_too_much(table.sheet(who), key, boxes)
    item = table.sheet(who).items[key]
    battered = replace(item, wear=item.wear + boxes)
    if can_absorb(battered):
        table.happen(ItemSet(who, key, battered))
        table.happen(Told((who,), f"{{0}}’s {plainly(item.name)} takes {counted(boxes, 'box', 'boxes')}."))
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


# -- spells: hits for the next blow ------------------------------------------------------------------------------------


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
        table.happen(Told((winner,), f"{{0}} adds {counted(more, 'hit', 'hits')} kept for this attack."))
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


@dataclass(frozen=True, slots=True)
class Beside:
    """Dice of one number of faces and one type of damage that come with a weapon."""

    count: int
    die: int
    type: str

    @property
    def notation(self) -> str:
        return f"{self.count}d{self.die} {self.type}"


def more_of_its_own(sheet: Sheet, weapon: str) -> int:
    """Dice of its own kind that spells add to a weapon whenever it does damage; 0 without any."""
    return sum(dice for dice, die, _ in added_to(sheet, _thing(weapon)) if not die)


def dice_beside(sheet: Sheet, weapon: str) -> list[Beside]:
    """The dice of other kinds that spells add to a weapon; each kind is a wound of its own."""
    return [Beside(dice, die, kind) for dice, die, kind in added_to(sheet, _thing(weapon)) if die]


def with_those(damage: Distribution, beside: Sequence[Beside]) -> Distribution:
    """The distribution of the damage of a weapon and the dice beside it, before armour."""
    whole = damage
    for one in beside:
        more = distribution(one.die, one.count)
        whole = mixture((share, (0.0,) * value + more) for value, share in enumerate(whole))
    return whole


def more_words(sheet: Sheet, weapon: str) -> str:
    """The words in the odds of an attack for dice that spells add to its damage; empty without any."""
    own, beside = more_of_its_own(sheet, weapon), [one.notation for one in dice_beside(sheet, weapon)]
    said = ([f"{counted(own, 'die', 'dice')} of its own"] if own else []) + beside
    return f"; its damage has {' and '.join(said)} more" if said else ""


def _thing(weapon: str) -> str:
    """The key of a weapon without the way in which it is held."""
    return weapon.partition(":")[0]
