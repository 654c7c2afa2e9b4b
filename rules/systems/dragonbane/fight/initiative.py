"""Cards in people's hands: the beginning of a fight, surprise and ambush (DRB-007, DRB-009, DRB-044)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine import fights
from rules.engine.asks import Reply
from rules.engine.commands import Choice, many, number, pick, switch
from rules.engine.dice import Dice
from rules.engine.facts import Answered, ConditionSet, LadderSet, RoundBegan, SceneMemoKept, StageSet, Told
from rules.engine.odds import Chance, Odds
from rules.engine.refusals import NotNow, Refused
from rules.engine.scene import AboutOne, everybody
from rules.engine.sheets import Condition, Rung
from rules.engine.table import Table
from rules.engine.turns import fighting, nothing_waits
from rules.engine.words import counted
from rules.systems.dragonbane.checks import Check, check_for, roll
from rules.systems.dragonbane.fight import cards, house
from rules.systems.dragonbane.fight.budgets import new_round
from rules.systems.dragonbane.fight.drawing import acts_first
from rules.systems.dragonbane.fight.odds import succeeds
from rules.systems.dragonbane.fight.order import begin_next_turn, deal, draw, owed, set_ladder, turn_again
from rules.systems.dragonbane.fight.people import cards_for
from rules.systems.dragonbane.fight.state import has_turns, is_out

#: The cards that lie at the bottom, and for whom, while the surprising still choose.
BOTTOM = "bottom"
#: Who has still to choose a card.
CHOOSERS = "choosers"
#: More cards nobody has.
MOST = 200


@dataclass(frozen=True, slots=True)
class Begin(fights.Begin):
    """Everybody draws a card, hidden ones too; the lowest acts first (DRB-007).

    Whoever surprises chooses a card instead (DRB-009), one after the other where they are several (C-07). Those who lie
    in wait ambush: everybody ambushed rolls Awareness, and who fails draws from the bottom (DRB-044, C-17).
    """

    has_odds: ClassVar[bool] = True

    surprising: tuple[str, ...] = many("Surprise the others", help="They choose their cards")
    ambushed: tuple[str, ...] = many("Walk into an ambush", help="They roll Awareness")
    prepared: bool = switch("The ambush is well prepared", help="A bane on Awareness")

    @classmethod
    def possible(cls, table: Table) -> None:
        fights.Begin.possible(table)
        if CHOOSERS in table.scene.memo:
            raise NotNow("Somebody who surprises has still to choose a card.")
        if not any(has_turns(table, who) for who in table.scene.combatants):
            raise NotNow("Nobody is left who could fight. Let somebody join first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"surprising": everybody(table), "ambushed": everybody(table)}

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """Everybody draws; real cards are typed in like dice."""
        return [who for who in table.scene.combatants if has_turns(table, who)]

    def odds(self, table: Table) -> Odds:
        """Who notices an ambush; without surprises also who acts first."""
        self._refuse_both(table)
        aware = {who: _awareness(table, who, prepared=self.prepared) for who in self.ambushed}
        noticing = (Chance(f"notices.{who}", f"{table.name(who)} notices", succeeds(one)) for who, one in aware.items())
        if self.surprising or self.ambushed:
            told = "Whoever surprises chooses a card; whoever walks into an ambush draws one of the last."
            return Odds(told, tuple(noticing))
        first = (Chance(f"first.{who}", f"{table.name(who)} first", p) for who, p in acts_first(table).items())
        return Odds("Everybody draws a card, and the lowest acts first.", tuple(first))

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_both(table)
        table.happen(*(Answered(ask) for ask in list(table.scene.asks)))
        table.happen(LadderSet(()), Told((), "A fight begins."))
        surprised = [who for who in self.ambushed if not _notices(table, dice, who, prepared=self.prepared)]
        _lay_aside(table, surprised)
        choosers = [who for who in self.surprising if not is_out(table.sheet(who))]
        # Those in sight choose first, so that what is left tells nothing of who hides.
        choosers.sort(key=lambda who: table.combatant(who).hidden)
        table.happen(SceneMemoKept(CHOOSERS, [who for who in choosers for _ in range(cards_for(table, who))]))
        go_on(table, dice)

    def _refuse_both(self, table: Table) -> None:
        if both := [who for who in self.surprising if who in self.ambushed]:
            raise Refused(f"{table.name(both[0])} either surprises or is ambushed, not both.", "ambushed")


def _awareness(table: Table, who: str, *, prepared: bool) -> Check:
    """Awareness against an ambush, with a bane if it is well prepared (DRB-044)."""
    return check_for(table, who, "awareness", banes=(("Well prepared", 1),) if prepared else ())


def _notices(table: Table, dice: Dice, who: str, *, prepared: bool) -> bool:
    """Roll it; whoever fails is surprised for the round (DRB-044)."""
    if is_out(table.sheet(who)):
        return True
    check = _awareness(table, who, prepared=prepared)
    noticed = roll(table, dice, check, "ambush: awareness", follow="").success
    if not noticed:
        table.happen(ConditionSet(who, Condition("surprised", "Surprised")))
    told = "{0} notices the ambush in time." if noticed else "{0} walks into the ambush."
    table.happen(Told((who,), told))
    return noticed


def _lay_aside(table: Table, surprised: list[str]) -> None:
    """The bottom of the deck is for those who noticed nothing (C-17)."""
    theirs = sum(cards_for(table, who) for who in surprised)
    deck = cards.deck_for(sum(owed(table).values()))
    if theirs:
        aside = {"cards": list(cards.bottom(deck, theirs)), "for": surprised}
        table.happen(SceneMemoKept(BOTTOM, aside))


def go_on(table: Table, dice: Dice) -> None:
    """Ask the next who may choose a card; when all have, the others draw and the fight is on."""
    waiting = [who for who in table.scene.memo.get(CHOOSERS, []) if who in table.scene.combatants]
    while waiting and house.CHOOSERS.chosen(table.house_rules) == "the lowest":
        _take(table, waiting[0], _free(table)[0])
        waiting = waiting[1:]
    table.happen(SceneMemoKept(CHOOSERS, waiting or None))
    if waiting:
        table.ask(waiting[0], "You surprise them: which card do you take?", Choose.name)
    else:
        _open(table, dice)


def _free(table: Table) -> list[int]:
    """The cards that may be chosen: not those at the bottom, as far as others are left."""
    rungs = tuple(table.scene.ladder)
    aside = table.scene.memo.get(BOTTOM, {}).get("cards", [])
    free = cards.left(rungs, sum(owed(table).values()) or 1)
    return [card for card in free if card not in aside] or list(free)


def _take(table: Table, who: str, card: int) -> None:
    set_ladder(table, cards.dealt(table.scene.ladder, who, card))
    table.happen(Told((who,), f"{{0}} takes the card {card}."))


def _open(table: Table, dice: Dice) -> None:
    """The bottom goes to those it is for, the others draw, and the first round begins."""
    aside = table.scene.memo.get(BOTTOM, {"cards": [], "for": []})
    free = [card for card in aside["cards"] if card not in {rung.at for rung in table.scene.ladder}]
    for who in aside["for"]:
        for _ in range(cards_for(table, who) if who in table.scene.combatants else 0):
            card = draw(table, dice, who, free)
            free.remove(card)
            set_ladder(table, cards.dealt(table.scene.ladder, who, card))
    deal(table, dice, free)
    table.happen(*(SceneMemoKept(name, None) for name in (BOTTOM, CHOOSERS) if name in table.scene.memo))
    table.happen(StageSet("fighting"), RoundBegan(1))
    for who in table.scene.combatants:
        new_round(table, who)
    begin_next_turn(table)


@dataclass(frozen=True, slots=True)
class Choose(Reply):
    """Take a card of one's choice for the first round, since the attack surprises (DRB-009, DRB-043)."""

    name: ClassVar[str] = "initiative.choose"
    label: ClassVar[str] = "Take the card"
    unasked: ClassVar[str] = "You have no card to choose. They are drawn at the beginning of each round."

    card: str = pick("Card", default="", help="The lowest, if nothing is picked")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"card": tuple(Choice(str(card), str(card)) for card in _free(table))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"ask": cls.waiting(table).key, "card": str(_free(table)[0])}

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
        _take(table, table.actor, int(self.card) if self.card else _free(table)[0])
        left = list(table.scene.memo.get(CHOOSERS, []))
        left.remove(table.actor)
        table.happen(SceneMemoKept(CHOOSERS, left))
        go_on(table, dice)


# -- the game master's hand -------------------------------------------------------------------------------------------


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
