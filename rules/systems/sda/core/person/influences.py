"""Influences on a roll in one vocabulary, and the effects of the spells that lie on somebody (D-9).

Whatever a spell changes stands in plain values beside the condition that shows it, so nothing is looked up here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Sheet, quick
from rules.engine.page.blocks import Part


@quick
@dataclass(frozen=True, slots=True)
class Influence:
    """Something that bears on a roll: ``dice`` and ``mos`` that it brings or, below 0, takes, and how a throw counts.

    ``how`` is a word of the "how" of throws, ``said`` are the words for people, unless its figures say all.
    """

    label: str
    dice: int = 0
    mos: int = 0
    how: str = ""
    said: str = ""
    rule: str = ""

    @property
    def part(self) -> Part:
        """The influence as the explanation of a pool lists it."""
        return Part(self.label, self.said or figures_in_words(self.dice, self.mos), self.rule)

    @property
    def shows(self) -> bool:
        """Whether there is anything to explain."""
        return bool(self.dice or self.mos or self.said)


def figures_in_words(dice: int, mos: int) -> str:
    """Dice and MoS that are brought or taken, in words.

    >>> figures_in_words(1, 0), figures_in_words(2, -2), figures_in_words(0, 0)
    ('+1 die', '+2 dice, −2 MoS', '')
    """
    said = [f"{dice:+d} {'die' if abs(dice) == 1 else 'dice'}"] if dice else []
    return ", ".join([*said, *([f"{mos:+d} MoS"] if mos else [])]).replace("-", "−")


# -- spells ------------------------------------------------------------------------------------------------------------


#: Where a sheet remembers what spells did to it, by the name of the condition that shows it.
SPELLS = "spells"
#: Where a sheet remembers the attribute that somebody set their heart on (D-6).
FOCUS = "focus"
#: Ways in which a spell lets a throw count, with the words for each.
COUNTS = {"twice": "MoS count twice", "fives": "each five on a die is a success"}


def works_on(sheet: Sheet) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The label of each spell that lies on somebody, and its work: its effects in plain values."""
    works: Mapping[str, Any] | None = sheet.memo.get(SPELLS)
    if not works:
        return iter(())
    return ((str(sheet.conditions[name].label), work) for name, work in works.items() if sheet.has(name))


def spells_on(sheet: Sheet, skill: str, attribute: str) -> Iterator[Influence]:
    """The influences of spells that lie on somebody on rolls of a skill with an attribute (D-9)."""
    for label, work in works_on(sheet):
        for sway in work.get("sways", ()):
            if _bears_on(sway, skill, attribute, sheet):
                dice, mos, how = int(sway.get("dice", 0)), int(sway.get("mos", 0)), str(sway.get("how", ""))
                yield Influence(label, dice, mos, said="" if dice or mos else str(sway.get("when", "")))
                if how in COUNTS:
                    yield Influence(label, how=how, said=COUNTS[how])


def _bears_on(sway: Mapping[str, Any], skill: str, attribute: str, sheet: Sheet) -> bool:
    if sway.get("focus") and attribute != sheet.memo.get(FOCUS):
        return False
    skills, attributes = sway.get("skills"), sway.get("attributes")
    return (not skills or skill in skills) and (not attributes or attribute in attributes)


@of_sheet("conditions", "memo")
def guards(sheet: Sheet) -> list[tuple[str, int]]:
    """The label of each spell that makes somebody harder to attack, and the successes that it takes off an attack."""
    return [(label, int(work["guards"])) for label, work in works_on(sheet) if work.get("guards")]


def in_store(sheet: Sheet, purpose: str) -> list[tuple[str, int]]:
    """The conditions whose spells store hits for a purpose (shield, blow or boxes), and how many are left."""
    works: Mapping[str, Any] | None = sheet.memo.get(SPELLS)
    if not works:
        return []
    held = (name for name, work in works.items() if work.get("stores") == purpose and sheet.has(name))
    return [(name, sheet.conditions[name].level) for name in held]


def added_to(sheet: Sheet, weapon: str) -> list[tuple[int, int, str]]:
    """The dice that come with the damage of a weapon: how many, of how many faces, of what type.

    Dice without faces and type are the weapon's own.
    """
    found = (one for _, work in works_on(sheet) for one in work.get("adds", ()) if one["weapon"] == weapon)
    return [(int(one["dice"]), int(one["die"]), str(one["type"])) for one in found]


def dread_of(sheet: Sheet) -> list[tuple[str, int]]:
    """The label of each spell that lets foes pay for coming near, and the spirit that it takes."""
    return [(label, int(work["dread"])) for label, work in works_on(sheet) if work.get("dread")]


def quickened(sheet: Sheet) -> int:
    """Initiative by which another turn comes before somebody's own, and one after it; 0 where nothing quickens them."""
    if SPELLS not in sheet.memo:
        return 0
    return max((int(work.get("quickens", 0)) for _, work in works_on(sheet)), default=0)


def falls_softly(sheet: Sheet) -> bool:
    return any(work.get("softens") for _, work in works_on(sheet))


def warded(sheet: Sheet, kind: str) -> int:
    """Dice that spells on somebody take off the damage of other spells, by its type."""
    return sum(int(work.get("wards", {}).get(kind, 0)) for _, work in works_on(sheet))
