"""The value of a state of WinterDawn as docs/advice.md tells it, written once more for tests."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

from rules import codec
from rules.engine.dice import Throw
from rules.engine.sheets import Sheet
from rules.engine.table import Table
from rules.systems.sda import SDA
from rules.systems.sda.fight.armour import sacrificial
from rules.systems.sda.fight.damage import hurt
from rules.systems.sda.protection import protection


class Ones:
    """Dice that show nothing but ones."""

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        return Throw((1,) * len(sides))


def value(sheet: Sheet, *, ours: bool) -> float:
    """Boxes left, being up, and for one's own side life; less what bleeds, a stun, and what armour has taken."""
    lines = sheet.tracks["injury"]
    most = sum(line.boxes["minor"] + line.boxes["major"] for line in lines)
    life = most * (ours and not sheet.has("dead") and not sheet.has("bleeding_to_death"))
    if sheet.has("incapacitated") or sheet.has("dead"):
        return float(life)
    left = most - sum(line.ticked.get(kind, 0) for line in lines for kind in ("minor", "major"))
    bleeding = sum(line.ticked.get("bleeding", 0) for line in lines)
    up = most * (not sheet.has("unconscious"))
    return float(left - bleeding - sheet.has("about_to_be_stunned") + up + life)


def wound_cost(sheet: Sheet, boxes: int, kind: str, *, ours: bool) -> float:
    """The cost of so many boxes where it is least: each line is tried, and so much on armour, one for each box.

    Any box kills whoever is down, before anything can take it (SDA-218).
    """
    return _wound_cost(codec.dump(sheet), boxes, kind, ours)


@cache
def _wound_cost(dumped: str, boxes: int, kind: str, ours: bool) -> float:
    sheet = codec.sheet_from(dumped)
    if sheet.has("incapacitated"):
        return value(sheet, ours=ours) if boxes else 0.0
    most = max(sacrificial(sheet).values(), default=0)
    open_to = [n for n, line in enumerate(sheet.tracks["injury"]) if line.free("minor") + line.free("major")] or [0]
    return min(
        taken + _after(sheet, number, boxes - taken, kind, ours)
        for number, taken in product(open_to, range(min(most, boxes) + 1))
    )


def _after(sheet: Sheet, number: int, boxes: int, kind: str, ours: bool) -> float:
    """The value that is lost when the rules tick them on that line."""
    if not boxes:
        return 0.0
    table = Table({"victim": codec.sheet_from(codec.dump(sheet))}, None, {}, "victim", SDA.rank_range)
    hurt(table, Ones(), "victim", number, boxes, kind, "somebody")
    return value(sheet, ours=ours) - value(table.sheet("victim"), ours=ours)


def cost_of_dice(sheet: Sheet, die: int, count: int, kinds: Mapping[str, int], *, ours: bool) -> float:
    """The cost of so many damage dice of the type that does most, by every face; each type has a malus of its own."""
    return _cost_of_dice(codec.dump(sheet), die, count, tuple(kinds.items()), ours) if count else 0.0


@cache
def _cost_of_dice(dumped: str, die: int, count: int, kinds: tuple[tuple[str, int], ...], ours: bool) -> float:
    sheet = codec.sheet_from(dumped)
    shown = [sum(face // 4 for face in faces) for faces in product(range(1, die + 1), repeat=count)]
    costs = [
        sum(_wound_cost(dumped, max(0, mos - malus - protection(sheet, kind)), kind, ours) for mos in shown)
        for kind, malus in kinds
    ]
    return max(costs) / len(shown)
