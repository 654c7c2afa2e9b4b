"""Influences on the rolls of a skill: of light, holds, conditions, traits and spells (D-3, D-7 to D-9)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from rules.engine.content.files import told_in
from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Condition, Sheet
from rules.systems.sda.content.compendium import DATA
from rules.systems.sda.content.skills import GROUPS, SKILLS
from rules.systems.sda.core.effects import BANE, LIT
from rules.systems.sda.core.person import (
    DANCE,
    DANCE_FOR,
    EXPERT,
    LUCK,
    MASTER,
    SONG,
    Influence,
    figure,
    spells_on,
    traits_on,
)
from rules.systems.sda.core.person.called_upon import CALLED
from rules.systems.sda.core.rolls.burdens_and_mounts import BODILY

#: Successes that darkness takes from whatever needs eyes, by condition.
DARK = {"darkness": 2, "low_light": 1}
#: Successes that being pinned takes off, should nothing else say how somebody is held (SDA-239).
PINNED = 2
#: The condition of the drunk, whose level are the points that it takes off each of the attributes beneath (D-3).
DRUNK = "drunk"
DROWNED = ("agility", "strength", "erudition", "wisdom")


# -- conditions --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bears:
    """An effect of a condition on the rolls ``on`` which it bears: dice and MoS for each of its levels.

    ``on`` is asked with the condition and the skill; ``label`` stands for the condition's own.
    """

    on: Callable[[Condition, str], bool]
    dice: int = 0
    mos: int = 0
    how: str = ""
    label: str = ""
    said: str = ""

    def by(self, held: Condition) -> Influence:
        return Influence(
            self.label or str(held.label), self.dice * held.level, self.mos * held.level, self.how, self.said
        )


def _on_all(held: Condition, skill: str) -> bool:
    return True


def _on_its_own(held: Condition, skill: str) -> bool:
    """Whether the skill is the one that the condition is for."""
    return skill == held.source


#: The conditions that bear on rolls: a bane and luck on all of them, a dance of blades on those of melee and a song on
#: those of magic, drink on ego, expertise and mastery on those of their skill (D-3, D-7, D-9).
BEARING = {
    BANE: Bears(_on_all, dice=-1, label="Bane"),
    LUCK: Bears(_on_all, mos=1, how=CALLED[LUCK], label="Lucky"),
    DANCE: Bears(lambda _, skill: SKILLS[skill].group == DANCE_FOR, dice=1),
    SONG: Bears(lambda _, skill: bool(GROUPS[SKILLS[skill].group].magic), dice=1),
    DRUNK: Bears(lambda _, skill: skill == "ego", dice=1, label="Drunk"),
    EXPERT: Bears(_on_its_own, how=CALLED[EXPERT], said="blank dice are thrown again"),
    MASTER: Bears(_on_its_own, how=CALLED[MASTER], said="each three on a die is a success"),
}


def _conditions_on(sheet: Sheet, skill: str) -> list[Influence]:
    held = ((BEARING[name], one) for name, one in sheet.conditions.items() if name in BEARING)
    return [bears.by(one) for bears, one in held if bears.on(one, skill)]


def weaker_by(sheet: Sheet, attribute: str) -> int:
    """The points of an attribute that drink has taken (D-3)."""
    return sheet.conditions[DRUNK].level if attribute in DROWNED and sheet.has(DRUNK) else 0


def grip(sheet: Sheet) -> int:
    """Successes that being held takes off every roll of strength and agility, more when pinned; 0 for the free.

    It is the level of the hold, which counts everybody who holds them, and pins besides (SDA-233, SDA-236, SDA-239).
    """
    held = sheet.conditions.get("grappled")
    if held is None:
        return PINNED if sheet.has("pinned") else 0
    return max(1, held.level)


# -- light -------------------------------------------------------------------------------------------------------------


def _light_on(sheet: Sheet, skill: str) -> list[Influence]:
    """Successes that bad light or blindness takes off a skill that needs eyes (D-7, D-8)."""
    lost = max(_in_bad_light(sheet), figure(sheet, "blind") - figure(sheet, "blind_less")) if skill in _eyes() else 0
    return [Influence("Blind" if figure(sheet, "blind") else "Poor light", mos=-lost)] if lost > 0 else []


def _in_bad_light(sheet: Sheet) -> int:
    """Successes that low light or darkness takes off, fewer by a light or fit eyes; 0 for the blind."""
    if figure(sheet, "blind"):
        return 0
    lost = darkness_on(sheet, max((malus for name, malus in DARK.items() if sheet.has(name)), default=0))
    if lost and sheet.has(LIT):
        return 0 if sheet.conditions[LIT].level else min(lost, darkness_on(sheet, DARK["low_light"]))
    return lost


def darkness_on(sheet: Sheet, lost: int) -> int:
    """Successes that bad light takes off, of ``lost`` for common eyes, for somebody who sees in the dark (D-7)."""
    return max(0, lost - figure(sheet, "sees_in_dark"))


@cache
def _eyes() -> frozenset[str]:
    return frozenset(told_in(DATA / "lights.toml")["about"]["needs_eyes"])


@of_sheet("kind", "ranks", "conditions", "items", "memo")
def influences(sheet: Sheet, skill: str, attribute: str) -> tuple[Influence, ...]:
    """Everything that bears on rolls of one skill with one attribute, whoever asks for them."""
    held = grip(sheet) if attribute in BODILY else 0
    found = [
        *_light_on(sheet, skill),
        Influence("Held", mos=-held, rule="SDA-233"),
        *_conditions_on(sheet, skill),
        *traits_on(sheet, skill, attribute),
        *spells_on(sheet, skill, attribute),
    ]
    return tuple(one for one in found if one.shows or one.how)
