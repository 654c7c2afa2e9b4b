"""Events that come on the ladder at 2d10 + 2: a wall falls, the tide turns, help arrives (GRM-007)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import SceneCommand
from rules.engine.kernel import (
    Dice,
    NotNow,
    Refused,
    SceneMemoKept,
    Table,
    Told,
    amount,
    distribution,
    plainly,
    switch,
    throw,
)
from rules.engine.kernel.commands import words
from rules.engine.odds import Odds

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
class AddEvent(SceneCommand):
    """Put an event on the ladder, at 2d10 + 2: it happens when the turns come down to it (GRM-007)."""

    name: ClassVar[str] = "fight.event"
    label: ClassVar[str] = "Event on the ladder"

    what: str = words("What happens", most=200)
    again: bool = switch("Every round")

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage != "fighting":
            raise NotNow("Begin the fight first.")

    def odds(self, table: Table) -> Odds:
        self._refuse_nothing()
        dice = distribution(amount(PLACE))
        return Odds("It comes at 2d10 + 2.", (), dice[4:], "place on the ladder", 4)

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_nothing()
        at = throw(table, dice, table.actor, "event", amount(PLACE))
        current = table.scene.current
        past = current is not None and current.at < at
        event = {"at": at, "what": self.what, "again": self.again, "done": past and self.again}
        table.happen(SceneMemoKept(EVENTS, [*table.scene.memo.get(EVENTS, []), event]))
        table.happen(Told((), f"Something will happen at {at} on the ladder."))

    def _refuse_nothing(self) -> None:
        if not self.what.strip():
            raise Refused("Describe what happens in a few words.", "what")
