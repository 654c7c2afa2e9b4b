"""The rest of a turn, for advice: the best attack still to come, and what foes do until the next turn; and its end.

A choice is weighed by what it leaves: it is performed on a table that is only supposed. Every foe who can get at the
actor strikes once then, by the odds of that attack: from where they stand, or else, unless engaged, after a charge or a
walk. As many of these strikes are met by the best reaction as action points are left.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from rules.engine.fight import course
from rules.engine.kernel import Answered, Dice, Json, Refused, Table, TypedDice, Weighing, Worth
from rules.engine.odds import Chance, Odds
from rules.systems.grim.fight.actions.distances import CHARGE, WALK, mount_of, price, refuse_going, refuse_way
from rules.systems.grim.fight.actions.leaving import FOLLOW, follow
from rules.systems.grim.fight.attacks.aims import PLAIN, called
from rules.systems.grim.fight.attacks.defences import STEPS
from rules.systems.grim.fight.attacks.melee import opportunity
from rules.systems.grim.fight.attacks.outlook import able_to_act, best_of_turn, rested, strike_at, struck
from rules.systems.grim.fight.base import (
    TURN_AP,
    Square,
    ap_left,
    around,
    best_melee,
    engaged,
    guard_left,
    is_walled,
    nearest_to,
    on_board,
    on_the_way,
    opponents,
    put,
    reach_of,
    refuse_without_ap,
    standing,
    take_up_waiting,
    use,
    yards_apart,
)
from rules.systems.grim.fight.rounds.course import go_on

OF_TURNS = (
    "Average steps your best attack still deals this turn against their best reaction, minus those you take: from foes "
    "who may strike you on the way, and from the next attack of each foe who can reach you, defending with the Action "
    f"Points you have left. {STEPS}"
)
SHARES = ("They lose", "You lose")
#: The dice of choices that throw none.
NO_DICE: Dice = TypedDice({})


# -- what foes do ------------------------------------------------------------------------------------------------------


#: The steps that strikes take of somebody, each with those that a reaction to it averts.
Strikes = Sequence[tuple[float, float]]


def strikes_at(table: Table, who: str) -> Strikes:
    """The next attack of each foe on somebody (GRM-125)."""
    at = rested(table)
    return [_next_strike(at.as_actor(foe), who) for foe in able_to_act(at, opponents(at, who))]


def lost(strikes: Strikes, reactions: int) -> float:
    """The steps that strikes take in all, with so many reactions against the worst of them (GRM-121, GRM-123)."""
    averted = sorted((averts for _, averts in strikes), reverse=True)
    return sum(takes for takes, _ in strikes) - sum(averted[: max(0, reactions)])


def reactions_left(table: Table, *, attacks: bool) -> int:
    """Reactions for which the actor has action points, besides the one of an attack still to come."""
    return ap_left(table) + guard_left(table, table.actor) - (PLAIN if attacks else 0)


def _next_strike(table: Table, who: str) -> tuple[float, float]:
    """The steps that the actor's next attack takes of somebody, and those that a reaction averts."""
    return strike_at(table, who) or strike_at(_come_up(table, who), who) or (0.0, 0.0)


def _come_up(table: Table, who: str) -> Table:
    """The table once the actor has charged or walked up to somebody with an action point left; as it is otherwise.

    Whoever is engaged already stays there, for leaving would give an opening (GRM-122).
    """
    if engaged(table, table.actor):
        return table
    end, mount = nearest_to(table, table.actor, who, reach_of(best_melee(table.me))), mount_of(table.me)
    for times, name in ((CHARGE, "charge"), (WALK, "walk")):
        with suppress(Refused):
            refuse_going(table, times, name, name)
            far = refuse_way(table, end, times, mount, name)
            refuse_without_ap(table, price(times, mount) + PLAIN, name)
            charged = far if times == CHARGE else 0
            return table.supposing(lambda at: _arrive(at, end, charged))  # noqa: B023
    return table


def _arrive(table: Table, end: Square, charged: int) -> None:
    put(table, table.actor, end)
    use(table, "charge", charged)


def _openings(table: Table) -> Iterator[float]:
    """The steps that each strike at an opening takes of the actor, who goes on after it; whoever may follow does."""
    while table.scene.asks:
        ask = next(iter(table.scene.asks.values()))
        table.happen(Answered(ask.key))
        if FOLLOW in ask.commands:
            follow(table, ask.to, table.actor)
        else:
            yield struck(table, ask.to)
        take_up_waiting(table)


def odds_of_openings(table: Table, foes: Iterable[str]) -> Odds | None:
    """The chances that foes hit whom the actor leaves, and who may strike for it; None where nobody may (GRM-122)."""
    found = {foe: opportunity(table.as_actor(foe), foe, table.actor) for foe in foes}
    listed = [
        Chance(f"opening.{foe}", f"{table.name(foe)} hits you on the way", strike[0].chance)
        for foe, strike in found.items()
        if strike
    ]
    return Odds("Foes you leave may strike at you first.", tuple(listed)) if listed else None


# -- choices weighed ---------------------------------------------------------------------------------------------------


def compared(table: Table, ally: str = "") -> Callable[[Callable[[Table], None]], Worth]:
    """A function for the worth of what is done: the best attack after it, and the steps that foes take less.

    An ``ally`` whom it helps counts besides, with the reactions of a whole turn.
    """

    def threats(at: Table, gain: float) -> float:
        own = lost(strikes_at(at, at.actor), reactions_left(at, attacks=gain > 0))
        return own + (lost(strikes_at(at, ally), TURN_AP) if ally else 0.0)

    before = threats(table, best_of_turn(table))

    def worth(act: Callable[[Table], None]) -> Worth:
        taken: list[float] = []

        def happens(at: Table) -> None:
            act(at)
            taken.extend(_openings(at))

        after = table.supposing(happens)
        gain = best_of_turn(after)
        return gain, before - threats(after, gain) - sum(taken)

    return worth


def weighed(table: Table, fields: tuple[str, ...], said: Callable[[Any], str], **more: Any) -> Weighing:
    """The choices of an action that throws no dice, weighed by performing them."""
    worth = compared(table)
    return Weighing(
        fields,
        "steps",
        OF_TURNS,
        lambda one: worth(lambda at: one.perform(at, NO_DICE)),
        SHARES,
        said=said,
        **more,
    )


def ways(table: Table, most: int, points: int) -> list[dict[str, Json]]:
    """The squares within so many yards that are compared: one as far from all foes as a free straight line goes.

    While an action point is left for an attack, besides so many for the way, also those towards where each foe is
    within reach.
    """
    start, foes = standing(table, table.actor), opponents(table, table.actor)
    reach = reach_of(best_melee(table.me))
    near = foes if ap_left(table) > points else []
    ends = [on_the_way(table, table.actor, nearest_to(table, table.actor, foe, reach), most) for foe in near]
    corners = [(start[0] + most * east, start[1] + most * north) for east, north in around((0, 0), 1)]
    free = [to for to in corners if on_board(to) and not is_walled(table, start, to)] if foes else []
    ends += sorted(free, key=lambda to: min(yards_apart(to, standing(table, foe)) for foe in foes))[-1:]
    return [{"x": to[0], "y": to[1]} for to in dict.fromkeys(ends)]


def where(table: Table, to: Square) -> str:
    """A square in words, by the foes who stand beside it, or else by the nearest of them."""
    far = {foe: yards_apart(standing(table, foe), to) for foe in opponents(table, table.actor)}
    if beside := [called(table, foe) for foe in far if far[foe] <= 1]:
        return f"beside {', '.join(beside)}"
    foe = min(far, key=lambda one: far[one])
    nearer = far[foe] < yards_apart(standing(table, foe), standing(table, table.actor))
    return f"{'towards' if nearer else 'away from'} {called(table, foe)}"


@dataclass(frozen=True, slots=True)
class EndTurn(course.EndTurn):
    """End the turn: the next on the ladder begins; after the last, the next round (GRM-001, GRM-005)."""

    go_on = staticmethod(go_on)

    def weighing(self, table: Table) -> Weighing:
        """The end of the turn weighed: all action points that are left are there for reactions (GRM-008)."""
        strikes, attacks = strikes_at(table, table.actor), best_of_turn(table) > 0
        kept, all_left = (reactions_left(table, attacks=still) for still in (attacks, False))
        saved = lost(strikes, kept) - lost(strikes, all_left)
        return Weighing.of_one("steps", OF_TURNS, (0.0, saved), SHARES, self.label)
