"""Cards in people's hands: the beginning of a fight, surprise and ambush, waiting (DRB-007 to DRB-009, DRB-044)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine import fights
from rules.engine.asks import Reply
from rules.engine.commands import Choice, Command, many, number, pick, switch
from rules.engine.dice import Dice
from rules.engine.facts import Answered, ConditionSet, LadderSet, RoundBegan, SceneMemoKept, StageSet, Told
from rules.engine.refusals import NotNow, Refused
from rules.engine.scene import AboutOne, everybody
from rules.engine.sheets import Condition, Rung
from rules.engine.table import Table
from rules.engine.turns import fighting, knows_of, nothing_waits
from rules.engine.words import counted
from rules.systems.dragonbane.checks import check_for, forget_push, roll
from rules.systems.dragonbane.fight import cards, house
from rules.systems.dragonbane.fight.budgets import new_round, used
from rules.systems.dragonbane.fight.order import begin_next_turn, deal, draw, owed, set_ladder, turn_again
from rules.systems.dragonbane.fight.people import cards_for
from rules.systems.dragonbane.fight.state import has_turns, is_out, own_turn

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

    def perform(self, table: Table, dice: Dice) -> None:
        if both := [who for who in self.surprising if who in self.ambushed]:
            raise Refused(f"{table.name(both[0])} either surprises or is ambushed, not both.", "ambushed")
        table.happen(*(Answered(ask) for ask in list(table.scene.asks)))
        table.happen(LadderSet(()), Told((), "A fight begins."))
        surprised = [who for who in self.ambushed if not _notices(table, dice, who, prepared=self.prepared)]
        _lay_aside(table, surprised)
        choosers = [who for who in self.surprising if not is_out(table.sheet(who))]
        # Those in sight choose first, so that what is left tells nothing of who hides.
        choosers.sort(key=lambda who: table.combatant(who).hidden)
        table.happen(SceneMemoKept(CHOOSERS, [who for who in choosers for _ in range(cards_for(table, who))]))
        go_on(table, dice)


def _notices(table: Table, dice: Dice, who: str, *, prepared: bool) -> bool:
    """Awareness against an ambush, with a bane if it is well prepared (DRB-044)."""
    if is_out(table.sheet(who)):
        return True
    check = check_for(table, who, "awareness", banes=(("Well prepared", 1),) if prepared else ())
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


# -- waiting ---------------------------------------------------------------------------------------------------------


def _may_wait(table: Table) -> Rung:
    """The actor's turn, before they did anything on it (DRB-008)."""
    rung = own_turn(table)
    now = used(table, table.actor)
    if rung.part:
        raise NotNow("This card changed hands already this round. Act, or end the turn.")
    if now.moved or now.dashed or (rung.key in now.acted and rung.key not in now.reacted):
        raise NotNow("You have begun your turn. Waiting comes before anything else; go on, or end the turn.")
    return rung


@dataclass(frozen=True, slots=True)
class Wait(Command):
    """Swap cards with somebody later in the round who has not acted (DRB-008).

    Neither of them swaps again this round (C-08). Nobody is asked: both still act once.
    """

    name: ClassVar[str] = "turn.wait"
    label: ClassVar[str] = "Wait"

    other: str = pick("Swap cards with")

    @classmethod
    def possible(cls, table: Table) -> None:
        _may_wait(table)
        if not _partners(table):
            raise NotNow("Nobody later in the round can swap. Act, hold back, or end the turn.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"other": tuple(Choice(r.key, table.name(r.who), f"card {r.at}") for r in _partners(table))}

    def perform(self, table: Table, dice: Dice) -> None:
        mine = _may_wait(table)
        other = next(rung for rung in _partners(table) if rung.key == self.other)
        rungs = cards.swapped(table.scene.ladder, mine.key, other.key)
        if house.SWAPS.chosen(table.house_rules) != "once":
            rungs = cards.unmarked(rungs)
        forget_push(table, table.actor)
        set_ladder(table, rungs)
        table.happen(Told((table.actor, other.who), f"{{0}} waits until {other.at}, and {{1}} acts at {mine.at}."))
        turn_again(table)


def _partners(table: Table) -> list[Rung]:
    """The cards that the actor may swap with, of those whom they know of."""
    found = cards.partners(table.scene.ladder, table.scene.turn)
    able = (r for r in found if r.who in table.scene.combatants and knows_of(table, table.actor, r.who))
    return [rung for rung in able if has_turns(table, rung.who)]


@dataclass(frozen=True, slots=True)
class Hold(Command):
    """Put your card beneath all the others, and act when everybody else has (DRB-008)."""

    name: ClassVar[str] = "turn.hold"
    label: ClassVar[str] = "Hold back"

    @classmethod
    def possible(cls, table: Table) -> None:
        rung = _may_wait(table)
        if not house.HOLD.flag(table.house_rules):
            raise NotNow("Cards are only swapped in this campaign: wait, act, or end the turn.")
        if not any(not other.done and other.key != rung.key for other in table.scene.ladder):
            raise NotNow("Everybody else has acted. Act, or end the turn.")

    def perform(self, table: Table, dice: Dice) -> None:
        rung = _may_wait(table)
        forget_push(table, table.actor)
        set_ladder(table, cards.held_back(table.scene.ladder, rung.key))
        table.happen(Told((table.actor,), "{0} lets all the others act first."))
        turn_again(table)


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
