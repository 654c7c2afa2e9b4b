"""The value of a state of WinterDawn as docs/advice.md tells it, written once more for tests."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

from rules import codec
from rules.engine.kernel import Sheet, Table, Throw
from rules.systems.sda import SDA
from rules.systems.sda.core.person.body import protection
from rules.systems.sda.fight.base import sacrificial
from rules.systems.sda.fight.wounds import hurt


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
    return _wound(codec.dump(sheet), boxes, kind, ours)[0]


#: What something costs, and how likely it is that somebody goes down of it.
Cost = tuple[float, float]


@cache
def _wound(dumped: str, boxes: int, kind: str, ours: bool) -> Cost:
    sheet = codec.sheet_from(dumped)
    if sheet.has("incapacitated"):
        return (value(sheet, ours=ours) if boxes else 0.0), 0.0
    most = max(sacrificial(sheet).values(), default=0)
    open_to = [n for n, line in enumerate(sheet.tracks["injury"]) if line.free("minor") + line.free("major")] or [0]
    tried = [(taken, _after(sheet, n, boxes - taken, kind, ours)) for n in open_to for taken in range(most + 1)]
    return min((taken + lost, down) for taken, (lost, down) in tried if taken <= boxes)


def _after(sheet: Sheet, number: int, boxes: int, kind: str, ours: bool) -> Cost:
    """The value that is lost when the rules tick them on that line."""
    if boxes <= 0:
        return 0.0, 0.0
    table = Table({"victim": codec.sheet_from(codec.dump(sheet))}, None, {}, "victim", SDA.rank_range)
    hurt(table, Ones(), "victim", number, boxes, kind, "somebody")
    after = table.sheet("victim")
    return value(sheet, ours=ours) - value(after, ours=ours), float(after.has("incapacitated"))


def cost_of_dice(sheet: Sheet, die: int, count: int, kinds: Mapping[str, int], *, ours: bool) -> float:
    """The cost of so many damage dice of the type that does most, by every face; each type has a malus of its own."""
    return damage_cost(sheet, die, count, kinds, ours=ours)[0]


def damage_cost(sheet: Sheet, die: int, count: int, kinds: Mapping[str, int], *, ours: bool) -> Cost:
    """The cost of damage dice of the type that does most, and the chance that they fell their victim."""
    return _damage(codec.dump(sheet), die, count, tuple(kinds.items()), ours) if count else (0.0, 0.0)


@cache
def _damage(dumped: str, die: int, count: int, kinds: tuple[tuple[str, int], ...], ours: bool) -> Cost:
    sheet, found = codec.sheet_from(dumped), []
    shown = Counter(sum(face // 4 for face in faces) for faces in product(range(1, die + 1), repeat=count))
    for kind, malus in kinds:
        held = malus + protection(sheet, kind, {})
        told = [(often, _wound(dumped, max(0, mos - held), kind, ours)) for mos, often in shown.items()]
        found.append(tuple(sum(often * one[place] for often, one in told) / die**count for place in (0, 1)))
    return max((cost, down) for cost, down in found)
