"""Telling combatants of one name apart: by distance, by the side they are on, or by their place on the ladder."""

from collections.abc import Callable, Iterable

from rules.engine.fight.ground import bearing, distance, place
from rules.engine.fight.turns import allies, others_known
from rules.engine.kernel import Choice, Table, ordinal

#: A function that says something of a combatant by which the actor may tell them from others.
Tell = Callable[[Table, str], str]
#: The sides of the actor, a quarter each, in the order of a clock.
SIDES = ("ahead", "right", "behind", "left")


def metres_away(table: Table, who: str) -> str:
    return f"{distance(table, table.actor, who):g} m"


def told_apart(table: Table, who: str, far: Tell = metres_away) -> str:
    """A name, with as much more as it takes to tell its bearer from others whom the actor knows by it.

    ``far`` says how far away one is. Out of a fight nobody stands anywhere, and the name is alone.
    """
    name, told = table.name(who), list[str]()
    if table.encounter is None or table.actor not in table.encounter.combatants:
        return name
    alike = [other for other in others_known(table, table.actor) if table.name(other) == name]
    for tell in (far, _side, _on_the_ladder):
        if len(alike) > 1 and who in alike:
            told.append(tell(table, who))
            alike = [other for other in alike if tell(table, other) == told[-1]]
    return f"{name} ({', '.join(told)})" if told else name


def target_choices(table: Table, people: Iterable[str], far: Tell, called: Tell = Table.name) -> tuple[Choice, ...]:
    """The choices of a target among people, each with how far away; of friends it is said that they are."""
    friends = allies(table, table.actor)

    def hint(who: str) -> str:
        return f"{far(table, who)}, on your side" if who in friends else far(table, who)

    return tuple(Choice(who, called(table, who), hint(who)) for who in people)


def _side(table: Table, who: str) -> str:
    off = bearing(place(table, table.actor), place(table, who)) - table.combatant(table.actor).facing
    return SIDES[round(off % 360 / 90) % len(SIDES)]


def _on_the_ladder(table: Table, who: str) -> str:
    """The place of a combatant among namesakes ("2nd") as the page lists them: by the ladder, then by joining."""
    listed = dict.fromkeys([*(rung.who for rung in table.scene.ladder), *table.scene.combatants])
    alike = [other for other in listed if other in others_known(table, table.actor)]
    return ordinal([other for other in alike if table.name(other) == table.name(who)].index(who) + 1)
