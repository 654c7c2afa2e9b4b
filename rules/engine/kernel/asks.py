"""Replies: commands that answer an ask, alike in every game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel.commands import Command, Place, asked
from rules.engine.kernel.refusals import NotNow
from rules.engine.kernel.sheets import Ask
from rules.engine.kernel.table import Table


@dataclass(frozen=True, slots=True)
class Reply(Command):
    """A command that answers an ask: possible as long as one waits for it; its form starts with the first that waits.

    ``perform`` takes the ask off the table with ``table.answer(self.ask, self.name)``; ``odds`` only looks at it with
    ``table.open_ask``.
    """

    place: ClassVar[Place] = Place.ASK
    #: The refusal for an actor to whom no such ask is put.
    unasked: ClassVar[str] = "Nothing of the kind is asked of you now."

    ask: str = asked()

    @classmethod
    def waiting(cls, table: Table) -> Ask:
        """The first ask that the actor may answer with this command; refused where there is none."""
        asks = table.asks_for(table.actor, cls.name)
        if not asks:
            raise NotNow(cls.unasked)
        return asks[0]

    @classmethod
    def possible(cls, table: Table) -> None:
        cls.waiting(table)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"ask": cls.waiting(table).key}
