"""The six attributes, and skills in their groups (SDA-001, SDA-006, SDA-007).

They are found by whatever people call them (C-01, C-02), or refused with a hint.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import TypeVar

from rules.engine.content.files import named
from rules.engine.kernel import Json, Sheet, Unknown
from rules.systems.sda.content import compendium
from rules.systems.sda.content.compendium import Attribute, Skill, SkillGroup
from rules.systems.sda.content.house_rules import general

_Found = TypeVar("_Found")


class _Shelf(Mapping[str, _Found]):
    """A part of the compendium under a name of its own; it is read when somebody first looks."""

    def __init__(self, read: Callable[[], Mapping[str, _Found]]) -> None:
        self._read = read

    def __getitem__(self, key: str) -> _Found:
        return self._read()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())


SKILLS: Mapping[str, Skill] = _Shelf(compendium.skills)
GROUPS: Mapping[str, SkillGroup] = _Shelf(compendium.groups)
ATTRIBUTES: Mapping[str, Attribute] = _Shelf(compendium.attributes)


def open_to(sheet: Sheet | None = None) -> Mapping[str, Skill]:
    """The skills that somebody may be offered; those that a campaign keeps back only if they have learnt of them."""
    return compendium.offered(SKILLS, _held(sheet))


def members(group: SkillGroup, sheet: Sheet | None = None) -> tuple[Skill, ...]:
    """The skills of a group that somebody may be offered."""
    open_to_them = open_to(sheet)
    return tuple(open_to_them[key] for key in group.skills if key in open_to_them)


def _held(sheet: Sheet | None) -> Collection[str]:
    return (sheet.ranks.get("skill", {}).keys() | sheet.experience.get("skill", {}).keys()) if sheet else ()


def narrowest(*keys: str) -> str:
    """The first of some skills that the list in play has: one has narrower skills, and both have the last (D-1).

    >>> narrowest("lockpicking", "sleight_of_hand")
    'sleight_of_hand'
    """
    return next(key for key in keys if key in SKILLS)


def may_rise(group: SkillGroup, house_rules: Mapping[str, Json]) -> bool:
    """Whether a group can be given ranks in this campaign (SDA-007, D-1)."""
    return group.ranked and (not group.proposed or general.GATHERED.flag(house_rules))


def attribute_named(called: str) -> Attribute:
    """The attribute of that key, name, abbreviation or alias; refused where there is none.

    >>> attribute_named("Power").key, attribute_named("WIS").key
    ('strength', 'wisdom')
    """
    key = _attribute_names().get(called.strip().casefold())
    if key is None:
        names = ", ".join(a.name for a in ATTRIBUTES.values())
        raise Unknown(f"There is no attribute called {called!r}. There are: {names}.", "attribute")
    return ATTRIBUTES[key]


def skill_named(called: str) -> Skill:
    """The skill of that name; refused where there is none."""
    return _or_refused(compendium.skill_named, called, "skill")


def group_named(called: str) -> SkillGroup:
    """The group of that name; refused where there is none."""
    return _or_refused(compendium.group_named, called, "group")


def skill_or_group(called: str) -> Skill | SkillGroup:
    """The skill of that name, or the group where a text names a group as if it were a skill (C-05)."""
    if called in GROUPS:
        return GROUPS[called]
    try:
        return compendium.skill_named(called)
    except ValueError as no_skill:
        try:
            return compendium.group_named(called)
        except ValueError:
            raise Unknown(str(no_skill), "skill") from None


def virtue_named(called: str) -> compendium.Virtue:
    """The virtue of that key; refused where there is none."""
    return named("virtue", called, compendium.virtues())


@cache
def _attribute_names() -> Mapping[str, str]:
    return {called.casefold(): a.key for a in ATTRIBUTES.values() for called in (*a.aliases, a.short, a.name, a.key)}


def _or_refused(find: Callable[[str], _Found], called: str, field: str) -> _Found:
    try:
        return find(called)
    except ValueError as none:
        raise Unknown(str(none), field) from None
