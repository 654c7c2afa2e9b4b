"""Cards that the game master hands out: to those without one, or in place of theirs (DRB-007)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight.scene import AboutOne
from rules.engine.fight.turns import fighting, nothing_waits
from rules.engine.kernel.commands import number
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Told
from rules.engine.kernel.refusals import NotNow, Refused
from rules.engine.kernel.sheets import Rung
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import counted
from rules.systems.dragonbane.fight.base import cards
from rules.systems.dragonbane.fight.base.budgets import new_round
from rules.systems.dragonbane.fight.base.order import deal, set_ladder, turn_again
from rules.systems.dragonbane.fight.base.state import has_turns

#: The highest card that can be handed out.
MOST = 200


@dataclass(frozen=True, slots=True)
class HandCard(AboutOne):
    """Let somebody draw a card who has none, or give them one; whoever held it takes theirs for it (DRB-007)."""

    name: ClassVar[str] = "fight.card"
    label: ClassVar[str] = "Hand a card"

    card: int = number("Card", most=MOST, default=0, help="0 draws from what is left")

    @classmethod
    def possible(cls, table: Table) -> None:
        fighting(table)
        nothing_waits(table)
        if not table.scene.combatants:
            raise NotNow("Nobody takes part.")

    def perform(self, table: Table, dice: Dice) -> None:
        who = self.combatant
        if not has_turns(table, who):
            raise Refused(f"{table.name(who)} takes no turns any more. Hand the card to somebody else.", "combatant")
        mine = [rung for rung in table.scene.ladder if rung.who == who]
        acting = table.scene.current
        if not mine:
            self._first(table, dice)
        elif not self.card:
            raise Refused(f"{table.name(who)} holds {_held(mine)}. Name the card to be held instead.", "card")
        else:
            coming = next((rung for rung in mine if not rung.done), None)
            if coming is None:
                raise Refused(f"{table.name(who)} has acted this round. A card comes with the next one.", "combatant")
            set_ladder(table, cards.given(table.scene.ladder, coming.key, self.card))
            table.happen(Told((who,), f"{{0}} now acts at {self.card}."))
        if acting is None or acting.who == who or table.scene.current != acting:
            turn_again(table)

    def _first(self, table: Table, dice: Dice) -> None:
        taken = {rung.at for rung in table.scene.ladder}
        if self.card in taken:
            raise Refused(f"Card {self.card} is held already. Name another one, or 0 to draw.", "card")
        if self.card:
            set_ladder(table, cards.dealt(table.scene.ladder, self.combatant, self.card))
            table.happen(Told((self.combatant,), f"{{0}} acts at {self.card}."))
        deal(table, dice)
        new_round(table, self.combatant)


def _held(rungs: list[Rung]) -> str:
    listed = ", ".join(str(rung.at) for rung in rungs)
    return f"{counted(len(rungs), 'card', 'cards')} ({listed})"
