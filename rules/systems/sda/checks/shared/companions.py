"""Who helps, opposes or is taught: out of a fight anybody whose sheet is open, in one whoever takes part."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from rules.engine.fight import allies, told_apart
from rules.engine.kernel import Choice, NotNow, Refused, Table
from rules.systems.sda.content.skills import GROUPS, open_to
from rules.systems.sda.core.rolls import listed

#: The most ways to choose companions, and whatever else, that are weighed.
COMPANIES = 128


def people(table: Table) -> Mapping[str, str]:
    """The names of everybody there, by id."""
    if table.encounter is None:
        return table.cast
    return {who: table.name(who) for who in table.encounter.combatants}


def anybody(table: Table) -> tuple[Choice, ...]:
    """Choices: everybody there."""
    return tuple(Choice(who, name) for who, name in people(table).items())


def others(table: Table) -> tuple[Choice, ...]:
    """Choices: everybody there but the actor."""
    return tuple(one for one in anybody(table) if one.value != table.actor)


def somebody_else(table: Table, what: str) -> None:
    """Refuse where the actor is alone."""
    if not others(table):
        raise NotNow(f"Nobody else here {what}.")


def in_a_fight(table: Table) -> bool:
    """Whether it is the middle of a fight."""
    return table.encounter is not None and table.encounter.stage == "fighting"


def no_fight(table: Table) -> None:
    """Refuse in the middle of a fight."""
    if in_a_fight(table):
        raise NotNow("Not during a fight. Do it before or after.")


def company_in_peace(table: Table, what: str) -> None:
    """Refuse in the middle of a fight, and where the actor is alone."""
    table.sheet(table.actor)
    no_fight(table)
    somebody_else(table, what)


def companies(table: Table, room: int, *busy: str) -> tuple[tuple[str, ...], ...]:
    """Everybody on one's own side who is not busy otherwise, in every company, the smaller first.

    None where there are more companies than there is room for.
    """
    sides = [who for who in people(table) if table.encounter is None or who in allies(table, table.actor)]
    free = [who for who in sides if who not in (table.actor, *busy)]
    return every_company(free) if 2 ** len(free) <= room else ()


def every_company(who: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Nobody, each alone, each pair, up to all of them.

    >>> every_company(["anna", "boris"])
    ((), ('anna',), ('boris',), ('anna', 'boris'))
    """
    return tuple(some for size in range(len(who) + 1) for some in combinations(who, size))


def with_whom(table: Table, who: Sequence[str]) -> str:
    """A company in words."""
    return f"With {listed(told_apart(table, one) for one in who)}" if who else "Alone"


def once_each(table: Table, named: Sequence[str], field: str) -> None:
    """Refuse a list in which anybody is named twice; the refusal is about ``field``."""
    twice = sorted({who for who in named if who and list(named).count(who) > 1})
    if twice:
        raise Refused(f"{', '.join(table.name(who) for who in twice)} can only take one part.", field)


def skill_names() -> tuple[Choice, ...]:
    """Every skill, then every group; without ranks, for it may be anybody's."""
    skills = tuple(Choice(one.key, one.name) for one in open_to().values())
    return skills + tuple(Choice(group.key, group.name) for group in GROUPS.values() if group.ranked)
