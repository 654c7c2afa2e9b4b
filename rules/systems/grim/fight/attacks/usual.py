"""The usual choices of an attack: the nearest target that a weapon at hand serves against, with the best one."""

from collections.abc import Callable, Iterable, Sequence

from rules.engine.kernel import NotNow, Refused, Table
from rules.systems.grim.fight.base import Arm, is_out, opponents, yards_between

#: A function that refuses to attack somebody with a weapon from here.
Refusal = Callable[[Table, str, Arm], None]


def by_distance(table: Table) -> list[str]:
    """Opponents who still stand, the nearest first, then those who are out."""

    def far(who: str) -> tuple[bool, int]:
        return is_out(table.sheet(who)), yards_between(table, table.actor, who)

    return sorted(opponents(table, table.actor), key=far)


def usual(table: Table, whom: Iterable[str], held: Sequence[Arm], refuse: Refusal) -> tuple[str, Arm]:
    """The first of these people, with the first weapon that serves against them; refused where none serves anywhere."""
    first: Refused | None = None
    for who in whom:
        for arm in held:
            try:
                refuse(table, who, arm)
            except Refused as no:
                first = first or no
            else:
                return who, arm
    raise NotNow(first.sentence if first else "Nobody to attack.")
