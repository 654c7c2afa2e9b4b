"""The game master's word on a fumble that figures do not tell: which mishap, which disease (GRM-127)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Dice, Refused, Reply, Table, Told, plainly
from rules.engine.kernel.commands import words


@dataclass(frozen=True, slots=True)
class SettleFumble(Reply):
    """Say what comes of a fumble (GRM-127)."""

    name: ClassVar[str] = "fumble.settle"
    label: ClassVar[str] = "Say what happens"
    throws_dice: ClassVar[bool] = False
    unasked: ClassVar[str] = "No fumble waits for the game master."

    what: str = words("What happens", most=200)

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.what.strip():
            raise Refused("Say what happens, in a few words.", "what")
        table.answer(self.ask, self.name)
        table.happen(Told((table.actor,), f"{{0}}: {plainly(self.what)}"))
