"""Cards at the beginning of a fight, with surprise and ambush (DRB-007, DRB-009, DRB-044)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import by_side, course
from rules.engine.kernel import (
    Answered,
    Choice,
    Condition,
    ConditionSet,
    Dice,
    Json,
    LadderSet,
    NotNow,
    Refused,
    Reply,
    RoundBegan,
    SceneMemoKept,
    StageSet,
    Table,
    Told,
    Weighing,
    end_conditions,
    many,
    pick,
    switch,
)
from rules.engine.odds import Chance, Odds
from rules.systems.dragonbane.content import switches
from rules.systems.dragonbane.core import (
    OF_ROLLS,
    OF_SUCCESS,
    SUCCESSES,
    Check,
    LetStand,
    Outcome,
    Question,
    check_for,
    roll_or_ask,
    when_pushed,
)
from rules.systems.dragonbane.fight.base import (
    IN_WAIT,
    SURPRISED,
    UNSEEN,
    begin_next_turn,
    cards,
    cards_for,
    deal,
    draw,
    has_turns,
    is_out,
    new_round,
    owed,
    set_ladder,
)
from rules.systems.dragonbane.fight.rounds.drawing import acts_first

#: The memo of the cards laid aside from the bottom of the deck, and for whom, while others still choose.
BOTTOM = "bottom"
#: The memo of those who have still to choose a card.
CHOOSERS = "choosers"
#: The memo of those who were ambushed, until the cards are drawn; and the name of the push of their Awareness.
AMBUSHED, FOLLOW = "ambushed", "fight.ambush"


@dataclass(frozen=True, slots=True)
class Begin(course.Begin):
    """Let everybody draw a card, hidden ones too; the lowest acts first (DRB-007).

    Whoever surprises chooses a card instead (DRB-009), one after the other where they are several (C-07); whoever has
    sneaked up unnoticed does (DRB-043). An ambush is a sneak attack of all who lie in wait: everybody ambushed rolls
    Awareness, and whoever fails draws from the bottom and can do nothing against the first attack of each (DRB-044,
    C-17).
    """

    surprising: tuple[str, ...] = many("Surprise the others", among=by_side, help="They choose cards")
    ambushed: tuple[str, ...] = many("Walk into an ambush", among=by_side, help="They roll Awareness")
    prepared: bool = switch("The ambush is well prepared", help="A bane on Awareness")

    @classmethod
    def possible(cls, table: Table) -> None:
        course.Begin.possible(table)
        if CHOOSERS in table.scene.memo:
            raise NotNow("Somebody still has to choose a card. Wait for that.")
        if not any(has_turns(table, who) for who in table.scene.combatants):
            raise NotNow("Nobody left to fight. Add somebody first.")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"surprising": _unnoticed(table)}

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """Everybody who draws a card, so that real cards can be typed in."""
        return [who for who in table.scene.combatants if has_turns(table, who)]

    def odds(self, table: Table) -> Odds:
        """The odds of noticing an ambush; without surprises the chances to act first."""
        self._refuse_both(table)
        aware = {who: _awareness(table, who, prepared=self.prepared) for who in self.ambushed}
        noticing = (Chance(f"notices.{who}", f"{table.name(who)} notices", one.chance) for who, one in aware.items())
        if self.surprising or self.ambushed or _unnoticed(table):
            told = "Those who surprise choose their cards; those who are ambushed get the last ones."
            return Odds(told, tuple(noticing))
        first = (Chance(f"first.{who}", f"{table.name(who)} first", p) for who, p in acts_first(table).items())
        return Odds("Everybody draws a card, and the lowest acts first.", tuple(first))

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_both(table)
        table.happen(*(Answered(ask) for ask in list(table.scene.asks)))
        table.happen(LadderSet(()))
        for who in table.scene.combatants:
            # Surprises of an earlier fight lie on whoever left it in its first round.
            end_conditions(table, who, SURPRISED, IN_WAIT)
        table.happen(Told((), "Initiative is drawn."))
        surprising = dict.fromkeys((*self.surprising, *_unnoticed(table)))
        choosers = [who for who in surprising if not is_out(table.sheet(who))]
        # Those in sight choose first, so that what is left tells nothing of who hides.
        choosers.sort(key=lambda who: table.combatant(who).hidden)
        table.happen(SceneMemoKept(CHOOSERS, [who for who in choosers for _ in range(cards_for(table, who))]))
        table.happen(SceneMemoKept(AMBUSHED, list(self.ambushed) or None))
        for who in self.ambushed:
            _watch(table, dice, who, prepared=self.prepared)
        go_on(table, dice)

    def _refuse_both(self, table: Table) -> None:
        if both := [who for who in (*self.surprising, *_unnoticed(table)) if who in self.ambushed]:
            raise Refused(f"{table.name(both[0])} either surprises or is ambushed, not both.", "ambushed")


def _awareness(table: Table, who: str, *, prepared: bool) -> Check:
    """The Awareness check against an ambush, with a bane if it is well prepared (DRB-044)."""
    return check_for(table, who, "awareness", banes=(("Well prepared", 1),) if prepared else ())


def _unnoticed(table: Table) -> tuple[str, ...]:
    """Ids of those who sneaked up, and were not noticed (DRB-043)."""
    return tuple(who for who in table.scene.combatants if table.sheet(who).has(UNSEEN))


def _watch(table: Table, dice: Dice, who: str, *, prepared: bool) -> None:
    """Roll Awareness; a failure may be pushed before the cards are drawn (DRB-003, DRB-044)."""
    if is_out(table.sheet(who)):
        return
    check = _awareness(table, who, prepared=prepared)
    asked = Question("Awareness", "walk into an ambush", FOLLOW, WalkIn.name)
    outcome = roll_or_ask(table, dice, check, "ambush: awareness", asked, {})
    if outcome:
        _notices(table, who, noticed=outcome.success)


def _notices(table: Table, who: str, *, noticed: bool) -> None:
    """Tell whether the ambush was noticed; if not, set surprised for the round (DRB-044)."""
    if not noticed:
        table.happen(ConditionSet(who, Condition(SURPRISED, "Surprised")))
    table.happen(Told((who,), "{0} notices the ambush in time." if noticed else "{0} walks into the ambush."))


def _watched(table: Table, dice: Dice, noticed: bool) -> None:
    _notices(table, table.actor, noticed=noticed)
    go_on(table, dice)


@dataclass(frozen=True, slots=True)
class WalkIn(LetStand, name="ambush.walk_in", label="Walk into it"):
    """Let the roll stand, and be surprised (DRB-044)."""

    unasked: ClassVar[str] = "You are not being ambushed."

    def stands(self, table: Table, dice: Dice, known: Mapping[str, Json]) -> None:
        _watched(table, dice, noticed=False)

    def weighing(self, table: Table) -> Weighing:
        """Walking in weighed, beside the push of the roll (DRB-003)."""
        return Weighing.of_one(SUCCESSES, OF_SUCCESS, (0.0, 0.0), OF_ROLLS, self.label)


@when_pushed(FOLLOW, WalkIn.name)
def _pushed(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    _watched(table, dice, outcome.success)


def _lay_aside(table: Table) -> None:
    """Lay the bottom of the deck aside for those who noticed nothing (C-17)."""
    surprised = [who for who in table.scene.combatants if table.sheet(who).has(SURPRISED)]
    theirs = sum(cards_for(table, who) for who in surprised)
    deck = cards.deck_for(sum(owed(table).values()))
    if theirs:
        aside = {"cards": list(cards.bottom(deck, theirs)), "for": surprised}
        table.happen(SceneMemoKept(BOTTOM, aside))


def go_on(table: Table, dice: Dice) -> None:
    """Ask the next who may choose a card; when all have, deal to the others and begin the first round.

    It waits while Awareness rolls may still be pushed.
    """
    if any(WalkIn.name in ask.commands for ask in table.scene.asks.values()):
        return
    if BOTTOM not in table.scene.memo:
        _lay_aside(table)
    waiting = [who for who in table.scene.memo.get(CHOOSERS, []) if who in table.scene.combatants]
    while waiting and switches.CHOOSERS.chosen(table.house_rules) == "the lowest":
        _take(table, waiting[0], _free(table)[0])
        waiting = waiting[1:]
    table.happen(SceneMemoKept(CHOOSERS, waiting or None))
    if waiting:
        table.ask(waiting[0], "You surprise them: which card do you take?", Choose.name)
    else:
        _open(table, dice)


def _free(table: Table) -> list[int]:
    """The cards that may be chosen: those not laid aside, or all that are free if there are no others."""
    rungs = tuple(table.scene.ladder)
    aside = table.scene.memo.get(BOTTOM, {}).get("cards", [])
    free = cards.left(rungs, sum(owed(table).values()) or 1)
    return [card for card in free if card not in aside] or list(free)


def _take(table: Table, who: str, card: int) -> None:
    set_ladder(table, cards.dealt(table.scene.ladder, who, card))
    table.happen(Told((who,), f"{{0}} takes card {card}."))


def _open(table: Table, dice: Dice) -> None:
    """Deal the cards laid aside to the surprised, let the others draw, and begin the first round."""
    aside = table.scene.memo.get(BOTTOM, {"cards": [], "for": []})
    free = [card for card in aside["cards"] if card not in {rung.at for rung in table.scene.ladder}]
    for who in aside["for"]:
        for _ in range(cards_for(table, who) if who in table.scene.combatants else 0):
            card = draw(table, dice, who, free)
            free.remove(card)
            set_ladder(table, cards.dealt(table.scene.ladder, who, card))
    deal(table, dice, free)
    _lie_in_wait(table)
    table.happen(*(SceneMemoKept(name, None) for name in (BOTTOM, CHOOSERS, AMBUSHED) if name in table.scene.memo))
    table.happen(StageSet("fighting"), RoundBegan(1))
    for who in table.scene.combatants:
        new_round(table, who)
    begin_next_turn(table)


def _lie_in_wait(table: Table) -> None:
    """Let those of other sides than the surprised, who were not ambushed, lie in wait (DRB-044)."""
    ambushed = table.scene.memo.get(AMBUSHED, [])
    sides = {stand.side for who, stand in table.scene.combatants.items() if table.sheet(who).has(SURPRISED)}
    for who, stand in table.scene.combatants.items():
        if sides and stand.side not in sides and who not in ambushed and not is_out(table.sheet(who)):
            table.happen(ConditionSet(who, Condition(IN_WAIT, "Lies in wait")))


@dataclass(frozen=True, slots=True)
class Choose(Reply, name="initiative.choose", label="Take the card"):
    """Take a card of one's choice for the first round, since the attack surprises (DRB-009, DRB-043)."""

    unasked: ClassVar[str] = "You have no card to choose. Cards are drawn each round."

    card: str = pick("Card", default="", help="Default: the lowest")

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
