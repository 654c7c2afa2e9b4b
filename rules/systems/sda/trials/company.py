"""Who helps, opposes or is taught: out of a fight anybody whose sheet is open, in one whoever takes part."""

from collections.abc import Iterable, Mapping, Sequence

from rules.engine.commands import Choice
from rules.engine.refusals import NotNow, Refused
from rules.engine.table import Table
from rules.systems.sda.skills import GROUPS, open_to


def people(table: Table) -> Mapping[str, str]:
    """Everybody there, with their names."""
    if table.encounter is None:
        return table.cast
    return {who: table.name(who) for who in table.encounter.combatants}


def anybody(table: Table) -> tuple[Choice, ...]:
    """Everybody there, to pick from."""
    return tuple(Choice(who, name) for who, name in people(table).items())


def others(table: Table) -> tuple[Choice, ...]:
    """Everybody there but the actor, to pick from."""
    return tuple(one for one in anybody(table) if one.value != table.actor)


def somebody_else(table: Table, what: str) -> None:
    """Refuse where the actor is alone."""
    if not others(table):
        raise NotNow(f"There is nobody else about {what}.")


def no_fight(table: Table) -> None:
    """Refuse in the middle of a fight."""
    if table.encounter is not None and table.encounter.stage == "fighting":
        raise NotNow("Not in the middle of a fight. It can be done before or after it.")


def once_each(table: Table, named: Sequence[str], field: str) -> None:
    """Refuse to let anybody count twice."""
    twice = sorted({who for who in named if who and list(named).count(who) > 1})
    if twice:
        raise Refused(f"{', '.join(table.name(who) for who in twice)} can take one part only.", field)


def skill_names() -> tuple[Choice, ...]:
    """Every skill, then every group; without ranks, for it may be anybody's."""
    skills = tuple(Choice(one.key, one.name) for one in open_to().values())
    return skills + tuple(Choice(group.key, group.name) for group in GROUPS.values() if group.ranked)


def listed(names: Iterable[str]) -> str:
    """Names as people say them.

    >>> listed(["Anna", "Boris", "Cora"]), listed(["Anna"])
    ('Anna, Boris and Cora', 'Anna')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
