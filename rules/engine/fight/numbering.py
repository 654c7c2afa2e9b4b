"""Names of several of a kind: numbered in sight, lettered in hiding, so that players miss no number."""

import re
from collections.abc import Collection
from string import ascii_uppercase

from rules.engine.kernel import Table, TextChanged

_NUMBER = re.compile(r" (\d+)$")


def free_name(name: str, taken: Collection[str]) -> str:
    """The first name of its kind that is not taken: ``Skeleton``, then ``Skeleton 2`` ...

    >>> free_name("Skeleton", {"Skeleton", "Skeleton 2"})
    'Skeleton 3'
    """
    number, candidate = 1, _stem(name)
    while candidate in taken:
        number += 1
        candidate = f"{_stem(name)} {number}"
    return candidate


def lettered(name: str, taken: Collection[str]) -> str:
    """The first name with a letter that is not taken: ``Skeleton A``, then ``Skeleton B`` ..., and numbers beyond Z.

    >>> lettered("Skeleton 3", {"Skeleton A"})
    'Skeleton B'
    """
    letters = (f"{_stem(name)} {letter}" for letter in ascii_uppercase)
    return next((one for one in letters if one not in taken), "") or free_name(f"{_stem(name)} Z", taken)


def letter_hidden(table: Table, unseen: Collection[str]) -> None:
    """Letter those who hide among numbered namesakes, and close the gap that they leave.

    ``unseen`` are the combatants of whom players know nothing yet: a number that they have seen is no secret.
    """
    there = [who for who in table.scene.combatants if who in unseen]
    for who in [one for one in there if table.combatant(one).hidden]:
        stem = _stem(table.name(who))
        alike = [one for one in there if not table.combatant(one).hidden and _stem(table.name(one)) == stem]
        if alike:
            name = lettered(stem, names_in(table))
            table.happen(TextChanged(who, "name", name, before=table.name(who)))
            _number_anew(table, alike)


def _number_anew(table: Table, alike: list[str]) -> None:
    taken = names_in(table) - {table.name(who) for who in alike}
    for who in sorted(alike, key=lambda one: _number(table.name(one))):
        name = free_name(table.name(who), taken)
        taken.add(name)
        _rename(table, who, name)


def names_in(table: Table) -> set[str]:
    """The names of all who take part in the fight."""
    return {table.name(who) for who in table.scene.combatants}


def _rename(table: Table, who: str, name: str) -> None:
    if name != table.name(who):
        table.happen(TextChanged(who, "name", name))


def _stem(name: str) -> str:
    return _NUMBER.sub("", name)


def _number(name: str) -> int:
    found = _NUMBER.search(name)
    return int(found[1]) if found else 1
