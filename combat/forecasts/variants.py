"""What-ifs: differences in a forecast, as its game and its campaign offer them, and the fight that each makes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from campaigns.homebrew import compendium
from campaigns.models import Membership
from characters.sheets import selectors as characters
from rules.engine.content.entries import Entry
from rules.engine.fight import SIDES, Tactics, free_name
from rules.engine.forecast import Setting
from rules.engine.forecast.what_ifs import Opening, begun, openings, with_weapon, without
from rules.engine.kernel import NotNow, Refused, Unknown
from rules.engine.system.protocol import System

#: The kind of thing that people fight with.
WEAPON = "weapon"
#: The field of a form, or of a program's plan, in which a what-if is named.
FIELD = "what_if"


def side_label(side: str) -> str:
    """A side as people say it."""
    return next((choice.label for choice in SIDES if choice.value == side), side.capitalize())


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One thing that is different: which kind of difference, for whom (or for which side), and what it is then.

    ``to`` is a creature's key, a weapon as ``section/key``, the choice by which the fight begins otherwise, or nothing.
    """

    kind: str
    who: str
    to: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """The fight that a forecast is about, as the game master has it before them."""

    member: Membership
    tactics: Tactics
    setting: Setting

    @property
    def system(self) -> System:
        return self.member.campaign.system

    @property
    def people(self) -> dict[str, str]:
        """The names of everybody in the fight, by id, side after side."""
        sides = {side: place for place, side in enumerate(self.sides)}
        listed = sorted(self.setting.sheets.items(), key=lambda one: (sides[self.setting.side(one[0])], one[1].name))
        return {who: sheet.name for who, sheet in listed}

    @property
    def sides(self) -> dict[str, str]:
        """The sides with their labels, as the scene lists them, before any that it does not know."""
        known = [choice.value for choice in SIDES]
        there = sorted(self.setting.sides, key=lambda side: known.index(side) if side in known else len(known))
        return {side: side_label(side) for side in there}

    @property
    def openings(self) -> tuple[Opening, ...]:
        return openings(self.setting, self.system)

    @property
    def creatures(self) -> list[Entry]:
        """The creatures that may come in somebody's place."""
        return compendium.creatures(self.member)

    @property
    def weapons(self) -> list[tuple[str, tuple[Entry, ...]]]:
        """The weapons that somebody may fight with, by section."""
        return characters.shelf(self.member, WEAPON)


#: A fight with something different: the label that says what, and its setting.
Varied = tuple[str, Setting]


def varied(ground: Ground, what_if: WhatIf) -> Varied:
    """The fight with one thing different; refused with a sentence where it cannot be."""
    kind = KINDS.get(what_if.kind)
    if kind is None:
        raise Unknown(f"A what-if changes one of: {', '.join(KINDS)}.", FIELD)
    return kind(ground, what_if)


def _somebody(ground: Ground, what_if: WhatIf) -> str:
    if what_if.who not in ground.setting.sheets:
        raise Refused("Choose who it is about.", FIELD)
    return ground.people[what_if.who]


def _creature(ground: Ground, what_if: WhatIf) -> Varied:
    before = _somebody(ground, what_if)
    sheet = compendium.creature(ground.member, what_if.to)
    label = f"{sheet.name} in place of {before}"
    sheet.name = free_name(sheet.name, {name for who, name in ground.people.items() if who != what_if.who})
    return label, ground.setting.with_instead(what_if.who, sheet)


def _weapon(ground: Ground, what_if: WhatIf) -> Varied:
    who = _somebody(ground, what_if)
    section, _, key = what_if.to.partition("/")
    item = compendium.thing(ground.member, section, key)
    if item.kind != WEAPON:
        raise Refused(f"{item.name} is not a weapon. Choose one.", FIELD)
    return f"{who} with {item.name}", with_weapon(ground.setting, ground.tactics, what_if.who, item)


def _begin(ground: Ground, what_if: WhatIf) -> Varied:
    known = {opening.field: opening.label for opening in ground.openings}
    if ground.setting.encounter.stage != "ready":
        raise NotNow("This fight has begun already. Choose a what-if about people or weapons.", FIELD)
    label = known.get(what_if.to, "")
    if what_if.who in ground.sides:
        called, chosen = ground.sides[what_if.who], [w for w in ground.people if ground.setting.side(w) == what_if.who]
    else:
        called, chosen = _somebody(ground, what_if), [what_if.who]
    return f"{label}: {called}", begun(ground.setting, ground.system, what_if.to, chosen)


def _without(ground: Ground, what_if: WhatIf) -> Varied:
    label = f"Without {_somebody(ground, what_if)}"
    return label, without(ground.setting, ground.system, what_if.who)


KINDS: Mapping[str, Callable[[Ground, WhatIf], Varied]] = {
    "creature": _creature,
    "weapon": _weapon,
    "begin": _begin,
    "without": _without,
}
