"""The dice that a command lets people throw first, for boxes in which they type what real ones show."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.models import Membership
from campaigns.play.game import lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import command_of
from rules.engine.kernel import Dice, SeededDice, Throw, commands


@dataclass(frozen=True, slots=True)
class Hand:
    """The dice of one person's first throw, by their sides."""

    who: str
    name: str
    sides: tuple[int, ...]


class _NotedDice(Dice):
    """Dice that note the first throw of each who rolls. What is done after it hangs on faces, and is not foreseen."""

    def __init__(self) -> None:
        self.first: dict[str, tuple[int, ...]] = {}
        self._faces = SeededDice(0)

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        if sides:
            self.first.setdefault(who, tuple(sides))
        return self._faces.roll(who, sides)


def hands(member: Membership, intent: Intent, rollers: Sequence[str]) -> list[Hand]:
    """The first throws of those of the ``rollers`` who throw at all and whose sheets the member may read.

    Nothing is written: the command is performed at a copy of the table, as far as the member knows it.
    """
    game = lay_out(member, intent.actor, intent.encounter)
    command = command_of(game, intent)
    table, dice = game.prospect(type(command)).guesses[0], _NotedDice()
    table.supposing(lambda tried: commands.perform(command, tried, dice))
    kept_from = {*game.closed, *game.hidden}
    return [
        Hand(who, table.name(who), dice.first[who]) for who in rollers if who in dice.first and who not in kept_from
    ]
