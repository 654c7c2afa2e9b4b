"""The order of a round: draws, turns and their ends, steps that wait, the next round (DRB-007, DRB-045)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from rules.engine.fight import ABSENT, absent_rungs, returned_rungs, sequence
from rules.engine.kernel import (
    ConditionEnded,
    ConditionSet,
    Dice,
    Die,
    LadderSet,
    Refused,
    RoundBegan,
    Rung,
    SceneMemoKept,
    Table,
    Told,
    TurnBegan,
    TurnEnded,
    among,
    end_conditions,
    rolled,
)
from rules.systems.dragonbane.core import HELPED, forget_push
from rules.systems.dragonbane.fight.base import cards
from rules.systems.dragonbane.fight.base.state import (
    IN_WAIT,
    SURPRISED,
    UNSEEN,
    USED,
    cards_for,
    has_turns,
    new_round,
    new_turn,
    show,
)

#: Conditions that last to the end of somebody's turn, of the round, and of the fight.
OF_A_TURN = ("cowed", "fleeing")
OF_A_ROUND = (SURPRISED, IN_WAIT, HELPED)
OF_A_FIGHT = (*OF_A_TURN, *OF_A_ROUND, "frozen", "fled", UNSEEN)
#: The memo of those who may step after a parry; it ends with any turn.
MAY_STEP = "may_step"


def pass_turn(table: Table, who: str) -> None:
    """End what lasts a turn: conditions, and the step after a parry."""
    if MAY_STEP in table.scene.memo:
        table.happen(SceneMemoKept(MAY_STEP, None))
    if who in table.scene.combatants:
        end_conditions(table, who, *OF_A_TURN)


def pass_round(table: Table, who: str) -> None:
    """End what lasts a round, and count down conditions with a number of rounds (DRB-045)."""
    end_conditions(table, who, *OF_A_ROUND)
    for condition in list(table.sheet(who).conditions.values()):
        if condition.rounds is None:
            continue
        if condition.rounds > 1:
            table.happen(ConditionSet(who, replace(condition, rounds=condition.rounds - 1)))
        else:
            table.happen(ConditionEnded(who, condition.name))


def pass_fight(table: Table, who: str) -> None:
    """End what lasts a fight."""
    end_conditions(table, who, *OF_A_FIGHT)
    forget_push(table, who)


_TAKERS = sequence.Takers()
takes = _TAKERS.named
carry_on = _TAKERS.go_on


#: The memo of those who draw two cards next, and which of them they keep (DRB-022).
TWO_CARDS = "two_cards"
LOWER, HIGHER = "lower", "higher"


def set_ladder(table: Table, rungs: Sequence[Rung]) -> None:
    if list(rungs) != table.scene.ladder:
        table.happen(LadderSet(tuple(rungs)))


# -- drawing ---------------------------------------------------------------------------------------------------------


def draw(table: Table, dice: Dice, who: str, free: Sequence[int]) -> int:
    """Draw one of the cards that are ``free`` (DRB-007): a rolled card that is gone is drawn anew.

    A typed one must be free; people may play with real cards.
    """
    if len(free) == 1:
        return free[0]
    deck = max(cards.DECK, *free)
    while True:
        throw = dice.roll(who, [deck])
        card = throw.faces[0]
        if card in free:
            break
        if throw.typed:
            listed = ", ".join(map(str, free))
            raise Refused(f"Card {card} is not in the deck. Choose one of: {listed}.", "dice")
    shown = (Die(deck, card, card),)
    table.happen(rolled(who, "initiative card", shown, card, among(free), typed=throw.typed, low=True, drawn=True))
    return card


def _keep_one(table: Table, dice: Dice, who: str, free: Sequence[int]) -> int:
    """Draw a card, or two if they are paid for, of which one goes back (DRB-007, DRB-022)."""
    waiting = dict(table.scene.memo.get(TWO_CARDS, {}))
    keep = waiting.pop(who, "")
    first = draw(table, dice, who, free)
    if not keep or len(free) == 1:
        return first
    second = draw(table, dice, who, [card for card in free if card != first])
    kept = max(first, second) if keep == HIGHER else min(first, second)
    table.happen(SceneMemoKept(TWO_CARDS, waiting or None))
    table.happen(Told((who,), f"{{0}} draws {first} and {second}, and keeps the {kept}."))
    return kept


def owed(table: Table) -> dict[str, int]:
    """Cards that everybody still has to draw this round, by id in the order of drawing.

    Those in sight draw first, so that what is left of the deck tells nothing of the hidden.
    """
    held = Counter(rung.who for rung in table.scene.ladder)
    there = sorted(table.scene.combatants, key=lambda who: table.combatant(who).hidden)
    drawing = (who for who in there if has_turns(table, who))
    return {who: more for who in drawing if (more := cards_for(table, who) - held[who]) > 0}


def deal(table: Table, dice: Dice, aside: Sequence[int] = ()) -> None:
    """Let everybody draw the cards that they lack: at the beginning of a round all, later those who joined since.

    Cards that lie ``aside`` are not drawn. Those who come back in the round take up the cards with which they left.
    """
    take_up(table)
    aside = (*aside, *(rung.at for rung in absent_rungs(table)))
    waiting, rungs = owed(table), tuple(table.scene.ladder)
    both = len(table.scene.memo.get(TWO_CARDS, {}))
    deck = cards.left(rungs, sum(waiting.values()) + len(aside) + both)
    for who, count in waiting.items():
        for _ in range(count):
            held = {*aside, *(rung.at for rung in rungs)}
            rungs = cards.dealt(rungs, who, _keep_one(table, dice, who, [card for card in deck if card not in held]))
    set_ladder(table, rungs)
    for who in waiting:
        show(table, who)


def take_up(table: Table) -> None:
    """Give back the cards of those who have returned; one that is held by now goes beneath all the others."""
    for who in table.scene.combatants:
        for rung in returned_rungs(table, who):
            taken = any(other.at == rung.at for other in table.scene.ladder)
            back = replace(rung, at=cards.last_card(table.scene.ladder)) if taken else rung
            set_ladder(table, cards.ordered((*table.scene.ladder, back)))
            show(table, who)


def _forget_absent(table: Table) -> None:
    """Forget the cards and used budgets of those who left, as a new round begins."""
    kept = [name for name in table.scene.memo if name.startswith((ABSENT, USED))]
    table.happen(*(SceneMemoKept(name, None) for name in kept))


# -- turns -----------------------------------------------------------------------------------------------------------


def begin_next_turn(table: Table) -> bool:
    """Begin the turn of the lowest card that has not acted, skipping the dead; False if the round is over."""
    for rung in cards.ordered(table.scene.ladder):
        if rung.done:
            continue
        if has_turns(table, rung.who):
            table.happen(TurnBegan(rung.key))
            new_turn(table, rung.who)
            return True
        table.happen(TurnEnded(rung.key))
    return False


def end_turn(table: Table, dice: Dice) -> None:
    """End the turn: the next card acts, and after the last a new round begins."""
    current = table.scene.current
    if current is not None:
        pass_turn(table, current.who)
        table.happen(TurnEnded(current.key))
    next_turn(table, dice)


def next_turn(table: Table, dice: Dice) -> None:
    """Begin the next turn, dealing missing cards; none begins if nobody can act."""
    deal(table, dice)
    if not begin_next_turn(table) and any(has_turns(table, who) for who in table.scene.combatants):
        begin_round(table, dice)
        begin_next_turn(table)


def begin_round(table: Table, dice: Dice) -> None:
    """Begin a round: ten seconds have passed (DRB-045), and everybody draws anew (DRB-007)."""
    table.happen(RoundBegan(table.scene.round + 1), LadderSet(()))
    _forget_absent(table)
    for who in list(table.scene.combatants):
        pass_round(table, who)
        new_round(table, who)
    deal(table, dice)
    table.happen(Told((), f"Round {table.scene.round}."))


def turn_again(table: Table) -> None:
    """Give the turn to the lowest card that has not acted, after cards changed hands."""
    current, coming = table.scene.current, cards.upcoming(table.scene.ladder)
    if coming is not None and coming != current:
        begin_next_turn(table)


def leave_order(table: Table, dice: Dice) -> None:
    """End the turn of somebody who left or died."""
    current = table.scene.current
    if table.scene.stage != "fighting" or table.scene.asks:
        return
    if current is None or not has_turns(table, current.who):
        end_turn(table, dice)


def forget_scene(table: Table) -> None:
    """Forget all that the scene's memo holds, as the fight is over."""
    table.happen(*(SceneMemoKept(name, None) for name in list(table.scene.memo)))


def settle(table: Table, dice: Dice) -> None:
    """Take the waiting steps; if no ask is left, see whose turn it is."""
    carry_on(table, dice)
    leave_order(table, dice)
