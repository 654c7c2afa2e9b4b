"""The course of a fight: turns and rounds, places and events on the ladder, leaving, the end.

GRM-001, GRM-005, GRM-118; an event comes at 2d10 + 2: a wall falls, the tide turns, help arrives (GRM-007).
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.fight import (
    SceneCommand,
    course,
    end_turn,
    keep_rungs,
    next_on_ladder,
    remember,
    rolled_order,
    sequence,
    stand_up,
    take_leave,
)
from rules.engine.kernel import (
    Dice,
    ItemSet,
    LadderSet,
    NotNow,
    Refused,
    RoundBegan,
    Rung,
    SceneMemoKept,
    Table,
    Told,
    TurnBegan,
    amount,
    distribution,
    end_conditions,
    plainly,
    switch,
    throw,
    words,
)
from rules.engine.odds import Odds
from rules.systems.grim.core import COVERED, LIES_AT, WAITED, bonus, initiative, state_named, with_stats
from rules.systems.grim.fight.base import SURPRISE, TURN, is_out, opponents, set_ap
from rules.systems.grim.fight.rounds.turn_start import finish, run_out, start

#: The memo of those who tried to interrupt this turn already.
MISSED = "missed"
SURPRISED = "surprised"


def waited(table: Table) -> dict[str, dict[str, object]]:
    """The uses that those who wait had made of their turn, by id."""
    return dict(table.scene.memo.get(WAITED, {}))


def keep_waiting(table: Table, who: str, *, waits: bool) -> None:
    """Note that somebody's turn goes on later, or that it goes on now."""
    now = waited(table)
    if waits:
        now[who] = dict(table.scene.memo.get(TURN, {}))
    else:
        now.pop(who, None)
    table.happen(SceneMemoKept(WAITED, now or None))


# -- from turn to turn -------------------------------------------------------------------------------------------------


def go_on(table: Table, dice: Dice) -> None:
    """End the turn, and begin the next one."""
    current = table.scene.current
    end_turn(table)
    if current is not None:
        finish(table, current.who)
    next_turn(table, dice)


def next_turn(table: Table, dice: Dice) -> None:
    """Begin the next turn on the ladder, or the next round; none begins if nobody can act."""
    next_on_ladder(table, lambda rung: _come_to(table, dice, rung), lambda: begin_round(table))


def begin_round(table: Table) -> None:
    """Begin a round in the order of the last; a surprise turn is over with it (GRM-002)."""
    pass_events(table, None)
    end_surprise(table)
    table.happen(RoundBegan(table.scene.round + 1))
    table.happen(LadderSet(tuple(replace(rung, done=False) for rung in table.scene.ladder)))
    remember(table, WAITED, None)
    table.happen(Told((), f"Round {table.scene.round}."))


def end_surprise(table: Table) -> None:
    """End a surprise turn: nobody is surprised any longer (GRM-002)."""
    if SURPRISE in table.scene.memo:
        remember(table, SURPRISE, None)
        for who in table.scene.combatants:
            end_conditions(table, who, SURPRISED)


def _come_to(table: Table, dice: Dice, rung: Rung) -> bool:
    """Begin a turn after the events above it; the surprised have none, nor have the unconscious and the slain."""
    if SURPRISE in table.scene.memo and table.sheet(rung.who).has(SURPRISED):
        return False
    pass_events(table, rung.at)
    return begin_turn(table, dice, rung)


def begin_turn(table: Table, dice: Dice, rung: Rung) -> bool:
    """Begin a turn, or take one up again that waited; False if its owner can have none."""
    remember(table, MISSED, None)
    if rung.who in waited(table) and not is_out(table.sheet(rung.who)):
        table.happen(SceneMemoKept(TURN, waited(table)[rung.who] or None))
        keep_waiting(table, rung.who, waits=False)
        table.happen(TurnBegan(rung.key))
        return True
    run_out(table, rung.who)
    if is_out(table.sheet(rung.who)):
        return False
    table.happen(TurnBegan(rung.key))
    start(table, dice, rung.who)
    return not is_out(table.sheet(rung.who)) or bool(table.scene.pressing)


# -- places on the ladder ----------------------------------------------------------------------------------------------


#: The order of a fight: 1d10 + Initiative; equals by Perception Bonus, then by another d10 (GRM-005, GRM-006).
ORDER = rolled_order.Order(initiative, lambda sheet: bonus(sheet, "perception"), "added", rolled_order.SIDES)


def move_rung(table: Table, who: str, other: str, *, before: bool) -> None:
    """Put somebody's rung right before or behind another one, at its number, and leave it there (GRM-118, C-22)."""
    mine = next(rung for rung in table.scene.ladder if rung.who == who)
    others = [rung for rung in table.scene.ladder if rung.who != who]
    at = next(place for place, rung in enumerate(others) if rung.who == other)
    moved = replace(mine, at=others[at].at, done=False)
    place = at if before else at + 1
    table.happen(LadderSet((*others[:place], moved, *others[place:])))


def lose_place(table: Table, who: str) -> bool:
    """Change places with the next lower one on the ladder; False for the last (C-22)."""
    ladder = list(table.scene.ladder)
    at = next((place for place, rung in enumerate(ladder) if rung.who == who), len(ladder) - 1)
    if at + 1 >= len(ladder):
        return False
    mine, theirs = ladder[at], ladder[at + 1]
    ladder[at], ladder[at + 1] = theirs, replace(mine, at=theirs.at)
    table.happen(LadderSet(tuple(ladder)))
    return True


# -- commands ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NextTurn(course.NextTurn):
    """Go on to the next turn, as the game master, whoever's it is now (GRM-005)."""

    go_on = staticmethod(go_on)


@dataclass(frozen=True, slots=True)
class Leave(course.Leave):
    """Let somebody leave the fight; their place on the ladder is kept as long as it lasts."""

    def perform(self, table: Table, dice: Dice) -> None:
        current = table.scene.current
        was_theirs = current is not None and current.who == self.combatant
        if was_theirs:
            end_turn(table)
        keep_rungs(table, self.combatant)
        sequence.forget(table, self.combatant)
        part_from_fight(table, self.combatant)
        take_leave(table, self.combatant)
        if was_theirs and table.scene.ladder:
            next_turn(table, dice)


def part_from_fight(table: Table, who: str) -> None:
    """End what lasts no longer than a fight, and pick up what was dropped."""
    set_ap(table, who, 0)
    for key in list(table.sheet(who).conditions):
        state = state_named(key)
        if key in (SURPRISED, COVERED) or (state is not None and state.lasts):
            end_conditions(table, who, key)
    gather(table, who)
    stand_up(table, who, is_out)


@dataclass(frozen=True, slots=True)
class End(course.EndForAll):
    """End the fight, with everything that lasts no longer; what fell is picked up (GRM-015, GRM-016)."""

    let_go = staticmethod(part_from_fight)


def gather(table: Table, who: str) -> None:
    """Pick up what somebody threw or dropped, as there is time for it after a fight."""
    for key, item in list(table.sheet(who).items.items()):
        if LIES_AT in item.stats:
            table.happen(ItemSet(who, key, with_stats(item, **{LIES_AT: None})))


def foes_turn(table: Table) -> str:
    """The id of the foe whose turn it is; empty if it is nobody's, or that of an ally."""
    current = table.scene.current
    return current.who if current is not None and current.who in opponents(table, table.actor) else ""


# -- events on the ladder ----------------------------------------------------------------------------------------------

#: The memo of events: at what number of the ladder, what happens, and whether every round.
EVENTS = "events"
#: Dice of an event's place on the ladder (GRM-007).
PLACE = "2d10+2"


def pass_events(table: Table, at: int | None) -> None:
    """Let events happen that stand higher on the ladder than a number; without one, all that are left."""
    kept = []
    for event in table.scene.memo.get(EVENTS, []):
        due = not event["done"] and (at is None or event["at"] > at)
        if due:
            table.happen(Told((), f"{plainly(str(event['what']))} (at {event['at']} on the ladder)."))
        if not due or event["again"]:
            kept.append({**event, "done": (event["done"] or due) and at is not None})
    if kept != table.scene.memo.get(EVENTS, []):
        table.happen(SceneMemoKept(EVENTS, kept or None))


@dataclass(frozen=True, slots=True)
class AddEvent(SceneCommand, name="fight.event", label="Event on the ladder"):
    """Put an event on the ladder, at 2d10 + 2: it happens when the turns come down to it (GRM-007)."""

    about: ClassVar[str] = "Something that happens at its place on the ladder."

    what: str = words("What happens", most=200)
    again: bool = switch("Every round")

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage != "fighting":
            raise NotNow("Begin the fight first.")

    def odds(self, table: Table) -> Odds:
        self._refuse_nothing()
        dice = distribution(amount(PLACE))
        return Odds("It comes at 2d10 + 2 on the ladder.", (), dice[4:], "place on the ladder", 4)

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_nothing()
        at = throw(table, dice, table.actor, "event", amount(PLACE), listed=True)
        current = table.scene.current
        past = current is not None and current.at < at
        event = {"at": at, "what": self.what, "again": self.again, "done": past and self.again}
        table.happen(SceneMemoKept(EVENTS, [*table.scene.memo.get(EVENTS, []), event]))
        table.happen(Told((), f"Something will happen at {at} on the ladder."))

    def _refuse_nothing(self) -> None:
        if not self.what.strip():
            raise Refused("Describe what happens in a few words.", "what")
