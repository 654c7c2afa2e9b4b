"""What-ifs: the fight with another creature, another weapon, begun otherwise, or without one of its people.

All of it goes by the game's own commands and facts, so that no game is named here. What-ifs are
compared by the difference between two shares, which says whether it is clear after the fights that were played.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Protocol, runtime_checkable

from rules.engine.character.piles import free_key
from rules.engine.fight import Tactics, course, take_leave
from rules.engine.forecast.setting import Setting
from rules.engine.forecast.tally import Share
from rules.engine.kernel import Fact, Item, ItemSet, QuickDice, Sheet, Table, Unknown, commands, described_fields
from rules.engine.system.protocol import System


@runtime_checkable
class Arming(Protocol):
    """Tactics that know what is put away, or brought along, for another weapon; an optional part of theirs."""

    def takes_up(self, who: str, sheet: Sheet, key: str, item: Item) -> Sequence[Fact]:
        """The facts by which somebody holds a new thing, under this key, and fights with it."""
        ...


@dataclass(frozen=True, slots=True)
class Opening:
    """Another way in which a fight may begin: a field of the game's own command, and ids of those who may be chosen."""

    field: str
    label: str
    who: tuple[str, ...]


def with_weapon(setting: Setting, tactics: Tactics, who: str, item: Item) -> Setting:
    """The setting in which ``who`` fights with another weapon, all others put away unless their game knows better."""
    sheet = setting.sheets[who]
    key, held = free_key(sheet.items, item.entry or item.kind), replace(item, in_use=True)
    if isinstance(tactics, Arming):
        return setting.after(*tactics.takes_up(who, sheet, key, held))
    others = [(other, one) for other, one in sheet.items.items() if one.kind == item.kind and one.in_use]
    return setting.after(
        *(ItemSet(who, other, replace(one, in_use=False)) for other, one in others), ItemSet(who, key, held)
    )


def without(setting: Setting, system: System, who: str) -> Setting:
    """The setting without ``who``, who leaves as they would at the table."""
    table = _laid(setting, system)
    leave = _derived(system, course.Leave)
    if leave is None:
        take_leave(table, who)
    else:
        leave(combatant=who).perform(table, QuickDice(f"without/{who}"))
        system.keep_up(table)
    there = {one: sheet for one, sheet in table.sheets.items() if one in table.scene.combatants}
    return replace(setting, sheets=there, encounter=table.scene)


def openings(setting: Setting, system: System) -> tuple[Opening, ...]:
    """The other ways in which the fight may begin; none once it has begun."""
    begin, table = _derived(system, course.Begin), _laid(setting, system)
    if begin is None or setting.encounter.stage != "ready" or not commands.is_possible(begin, table):
        return ()
    choices = begin.choices(table)
    return tuple(
        Opening(name, described.label, tuple(choice.value for choice in choices[name]))
        for name, (described, _) in described_fields(begin).items()
        if described.kind == "many" and choices.get(name)
    )


def begun(setting: Setting, system: System, field: str, who: Sequence[str]) -> Setting:
    """The setting begun otherwise: ``who`` are chosen in a field of the game's command to begin; refuses others."""
    begin = _derived(system, course.Begin)
    known = {opening.field: opening for opening in openings(setting, system)}
    if begin is None or field not in known:
        names = ", ".join(opening.label for opening in known.values()) or "nothing to choose, it has begun"
        raise Unknown(f"Choose how it begins: {names}.", "what_if")
    chosen = tuple(one for one in who if one in known[field].who)
    return setting.begun_by(begin(**{field: chosen}))


def _laid(setting: Setting, system: System) -> Table:
    """The fight on a table of its own."""
    sheets, encounter = deepcopy(dict(setting.sheets)), deepcopy(setting.encounter)
    return Table(sheets, encounter, setting.house_rules, "", system.rank_range)


def _derived(system: System, kind: Any) -> Any:
    """The game's own command of a kind that all fights have; ``None`` where it has none."""
    return next((command for command in system.commands if issubclass(command, kind)), None)


# -- how clear a difference is -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """The amount by which a share is larger than another, and the interval in which the true difference lies."""

    by: float
    least: float
    most: float

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out 0: there is a difference, as far as the fights that were played can say."""
        return not self.least <= 0 <= self.most


def difference(share: Share, other: Share) -> Difference:
    """The difference by Newcombe's interval, made from both Wilson intervals: it is honest near 0 and 1 as well.

    >>> from rules.engine.forecast.tally import wilson
    >>> found = difference(wilson(56, 70), wilson(48, 80))
    >>> [round(number, 4) for number in (found.by, found.least, found.most)]
    [0.2, 0.0524, 0.3339]
    >>> difference(wilson(5, 10), wilson(6, 10)).is_clear
    False
    """
    by = share.share - other.share
    down = sqrt((share.share - share.least) ** 2 + (other.most - other.share) ** 2)
    up = sqrt((share.most - share.share) ** 2 + (other.share - other.least) ** 2)
    return Difference(by, by - down, by + up)
