"""Cards that change hands: by waiting, or from the game master (DRB-007, DRB-008, C-08)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import AboutOne, fighting, knows_of, nothing_waits
from rules.engine.kernel import Choice, Command, Dice, NotNow, Refused, Rung, Table, Told, counted, number, pick
from rules.systems.dragonbane.content import switches
from rules.systems.dragonbane.core import forget_push
from rules.systems.dragonbane.fight.base import (
    cards,
    deal,
    has_turns,
    new_round,
    own_turn,
    set_ladder,
    take_up,
    turn_again,
    used,
)


def _may_wait(table: Table) -> Rung:
    """The rung of the actor's turn; refused once they have begun it or waited this round (DRB-008)."""
    rung = own_turn(table)
    now = used(table, table.actor)
    if table.actor in cards.have_waited(table.scene.ladder):
        raise NotNow("You have waited already this round. Act, or end the turn.")
    if now.moved or now.dashed or (rung.key in now.acted and rung.key not in now.reacted):
        raise NotNow("You can only wait before you act. Go on, or end your turn.")
    return rung


@dataclass(frozen=True, slots=True)
class Wait(Command, name="turn.wait", label="Wait"):
    """Swap cards with somebody later in the round who has not acted (DRB-008).

    Somebody who waited does not swap again this round; one who acts earlier for it may wait in turn (C-08). Nobody is
    asked: both still act once.
    """

    other: str = pick("Swap cards with")

    @classmethod
    def possible(cls, table: Table) -> None:
        _may_wait(table)
        if not _partners(table):
            back = "hold back, " if switches.HOLD.flag(table.house_rules) else ""
            raise NotNow(f"Nobody later in the round can swap. Act, {back}or end the turn.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"other": tuple(Choice(r.key, table.name(r.who), f"card {r.at}") for r in _partners(table))}

    def perform(self, table: Table, dice: Dice) -> None:
        mine = _may_wait(table)
        other = next(rung for rung in _partners(table) if rung.key == self.other)
        rungs = cards.swapped(table.scene.ladder, mine.key, other.key)
        if switches.SWAPS.chosen(table.house_rules) != "once":
            rungs = cards.unmarked(rungs)
        forget_push(table, table.actor)
        set_ladder(table, rungs)
        table.happen(Told((table.actor, other.who), f"{{0}} waits until {other.at}, and {{1}} acts at {mine.at}."))
        turn_again(table)


def _partners(table: Table) -> list[Rung]:
    """The cards of those the actor knows of with whom they may swap."""
    found = cards.partners(table.scene.ladder, table.scene.turn)
    able = (r for r in found if r.who in table.scene.combatants and knows_of(table, table.actor, r.who))
    return [rung for rung in able if has_turns(table, rung.who)]


@dataclass(frozen=True, slots=True)
class Hold(Command, name="turn.hold", label="Hold back"):
    """Put your card beneath all the others, and act when everybody else has (DRB-008)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        rung = _may_wait(table)
        if not switches.HOLD.flag(table.house_rules):
            raise NotNow("In this campaign you can only swap cards: wait, act, or end your turn.")
        if not any(not other.done and other.key != rung.key for other in table.scene.ladder):
            raise NotNow("Everybody else has acted. Act, or end the turn.")

    def perform(self, table: Table, dice: Dice) -> None:
        rung = _may_wait(table)
        forget_push(table, table.actor)
        set_ladder(table, cards.held_back(table.scene.ladder, rung.key))
        table.happen(Told((table.actor,), "{0} lets all the others act first."))
        turn_again(table)


#: The highest card that can be handed out.
MOST = 200


@dataclass(frozen=True, slots=True)
class HandCard(AboutOne, name="fight.card", label="Hand a card"):
    """Let somebody draw a card who has none, or give them one; whoever held it takes theirs for it (DRB-007)."""

    about: ClassVar[str] = "Gives somebody a card, or lets them draw one."

    card: int = number("Card", most=MOST, default=0, help="0 draws a card")

    @classmethod
    def possible(cls, table: Table) -> None:
        fighting(table)
        nothing_waits(table)
        if not table.scene.combatants:
            raise NotNow("Nobody is in the fight. Add somebody first.")

    def perform(self, table: Table, dice: Dice) -> None:
        who = self.combatant
        if not has_turns(table, who):
            raise Refused(f"{table.name(who)} is out. Give the card to somebody else.", "combatant")
        take_up(table)
        mine = [rung for rung in table.scene.ladder if rung.who == who]
        acting = table.scene.current
        if not mine:
            self._first(table, dice)
        elif not self.card:
            raise Refused(f"{table.name(who)} holds {_held(mine)}. Choose a card instead.", "card")
        else:
            coming = next((rung for rung in mine if not rung.done), None)
            if coming is None:
                raise Refused(f"{table.name(who)} has acted this round. Wait for the next round.", "combatant")
            set_ladder(table, cards.given(table.scene.ladder, coming.key, self.card))
            table.happen(Told((who,), f"{{0}} now acts at {self.card}."))
        if acting is None or acting.who == who or table.scene.current != acting:
            turn_again(table)

    def _first(self, table: Table, dice: Dice) -> None:
        taken = {rung.at for rung in table.scene.ladder}
        if self.card in taken:
            raise Refused(f"Card {self.card} is taken. Choose another, or 0 to draw.", "card")
        if self.card:
            set_ladder(table, cards.dealt(table.scene.ladder, self.combatant, self.card))
            table.happen(Told((self.combatant,), f"{{0}} acts at {self.card}."))
        deal(table, dice)
        new_round(table, self.combatant)


def _held(rungs: list[Rung]) -> str:
    listed = ", ".join(str(rung.at) for rung in rungs)
    return f"{counted(len(rungs), 'card', 'cards')} ({listed})"
