"""Abilities beyond boons: a song for all who hear it, an animal, one of two cards, a second strike (DRB-022)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import allies, knows_of
from rules.engine.kernel import (
    Choice,
    Command,
    ConditionEnded,
    Dice,
    MemoKept,
    NotNow,
    Place,
    Refused,
    SceneMemoKept,
    Table,
    Told,
    many,
    pick,
    plainly,
    words,
)
from rules.engine.odds import Chance, Distribution, Odds, mean
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import (
    BEAST,
    Check,
    affordable,
    call_upon,
    companions,
    forget_push,
    help_somebody,
    is_fighting,
    on_their_feet,
    price_of_use,
    refuse_unpaid,
    refuse_without,
)
from rules.systems.dragonbane.fight.attacks.attack import MeleeAttack
from rules.systems.dragonbane.fight.base import (
    HIGHER,
    LOWER,
    TWO_CARDS,
    Arm,
    apart,
    is_able,
    is_out,
    is_within,
    opponents,
    own_turn,
    reach_of,
    reaching,
    ready,
    spend,
    use,
    used,
)
from rules.systems.dragonbane.fight.rounds.drawing import ABOVE, BELOW, ONE, Draw, kept, next_draw, outdrawn

#: The abilities for two cards and for a second strike.
CARDS, TWICE = "two_cards", "second_strike"


# -- a song ------------------------------------------------------------------------------------------------------------


def _side_of(table: Table) -> dict[str, str]:
    """The actor and those near, with their names: in a fight one's own side, otherwise everybody there."""
    me = {table.actor: table.me.name}
    if not is_fighting(table):
        return {**me, **{one.value: one.label for one in companions(table)}}
    side = (who for who in allies(table, table.actor) if knows_of(table, table.actor, who))
    return {**me, **{who: table.name(who) for who in side}}


@dataclass(frozen=True, slots=True)
class AtAnyTime(Command):
    """The use of an ability on a turn, which takes the action, or out of a fight."""

    place: ClassVar[Place] = Place.TURN
    also: ClassVar[tuple[Place, ...]] = (Place.SHEET,)
    #: The use of the ability, and the refusal without one.
    use: ClassVar[str]
    without: ClassVar[str]

    @classmethod
    def possible(cls, table: Table) -> None:
        if is_fighting(table):
            ready(table)
        on_their_feet(table)
        refuse_without(table.me, cls.use, cls.without)

    def pay(self, table: Table) -> str:
        """Spend the action in a fight, and the willpower; returns the key of the ability."""
        if is_fighting(table):
            spend(table)
        forget_push(table, table.actor)
        key = affordable(table.me, self.use)
        call_upon(table, table.actor, (key,))
        return key


@dataclass(frozen=True, slots=True)
class RousingSong(AtAnyTime, name="ability.hearten", label="Rousing song"):
    """Sing, play or speak: everybody who hears it is rid of one condition, the same for all (DRB-022, DRB-005).

    In a fight it takes the action.
    """

    use: ClassVar[str] = "hearten"
    without: ClassVar[str] = "You have no such song. A stretch of rest heals a condition."

    condition: str = pick("Condition to heal")
    listeners: tuple[str, ...] = many("Who hears it", help="Default: everybody")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        six = tuple(Choice(key, one.name) for key, one in library.six_conditions().items())
        return {"condition": six, "listeners": tuple(Choice(who, name) for who, name in _side_of(table).items())}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        """The first condition of the singer, of the six."""
        own = [key for key in library.six_conditions() if table.me.has(key)]
        return {"condition": own[0]} if own else {}

    def perform(self, table: Table, dice: Dice) -> None:
        heard = [who for who in self.listeners or _side_of(table) if table.sheet(who).has(self.condition)]
        if not heard:
            name = library.conditions()[self.condition].name.lower()
            raise Refused(f"None of them is {name}. Choose another condition.", "condition")
        self.pay(table)
        for who in heard:
            table.happen(ConditionEnded(who, self.condition), Told((who,), "{0} takes heart."))


# -- an animal -------------------------------------------------------------------------------------------------------

HELP, ERRAND = "help", "errand"


@dataclass(frozen=True, slots=True)
class SendAnimal(AtAnyTime, name="ability.animal", label="Send the animal"):
    """Tell the animal that goes with you what to do, once a stretch (DRB-022).

    It helps somebody, who has a boon on their next roll (DRB-024), or does anything else that the table agrees upon. In
    a fight it takes the action.
    """

    use: ClassVar[str] = "companion"
    without: ClassVar[str] = "You have no animal companion. People can help you for an action."

    order: str = pick("What it does", default=HELP, at_once=True)
    whom: str = pick("Helps", default="", help="Yourself", at_once=True)
    words: str = words("Command", default="")

    @classmethod
    def possible(cls, table: Table) -> None:
        super(SendAnimal, cls).possible(table)
        if BEAST in table.me.memo:
            raise NotNow("The animal has helped already. It obeys again after a stretch of rest.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        others = tuple(Choice(who, name) for who, name in _side_of(table).items() if who != table.actor)
        orders = (Choice(HELP, "It helps", "a boon on the next roll"), Choice(ERRAND, "Something else", "say what"))
        return {"order": orders, "whom": others}

    def perform(self, table: Table, dice: Dice) -> None:
        told = self.words.strip()
        if self.order == ERRAND and not told:
            raise Refused("Enter a command.", "words")
        key = self.pay(table)
        table.happen(MemoKept(table.actor, BEAST, True))
        if told:
            table.happen(Told((table.actor,), f"{{0}} tells the animal: {plainly(told)}"))
        if self.order == HELP:
            help_somebody(table, self.whom or table.actor, table.me.items[key].name)


# -- cards -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TwoCards(Command, name="initiative.two", label="Draw two cards"):
    """Draw two cards when they are drawn next, and keep one of them; the other goes back (DRB-007, DRB-022)."""

    throws_dice: ClassVar[bool] = False

    keep: str = pick("Keep", default=LOWER, at_once=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage == "over" or table.actor not in table.scene.combatants or is_out(table.me):
            raise NotNow("You must be in the fight and on your feet to draw cards.")
        if table.actor in table.scene.memo.get(TWO_CARDS, {}):
            raise NotNow("You already draw two cards next time. Keep your WP.")
        refuse_without(table.me, CARDS, "You have no ability to draw two cards. Wait to swap yours for a later one.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"keep": (Choice(LOWER, "The lower", "acts earlier"), Choice(HIGHER, "The higher", "acts later"))}

    def odds(self, table: Table) -> Odds:
        """The odds of the card that is drawn, with the earlier draws of others that the actor knows of."""
        draw = next_draw(table, table.actor)
        price = price_of_use(table.me, CARDS)
        comes, usual = _by_card(draw.deck, self.keep, draw), _by_card(draw.single, ONE, draw)
        better, alone = draw.deck[0] + mean(comes), draw.single[0] + mean(usual)
        told = f"The {self.keep} of two cards, for {price} WP: {better:.1f} on average, against {alone:.1f} with one"
        return Odds(told, _ends_of_the_round(draw, self.keep), comes, "card", draw.deck[0])

    def perform(self, table: Table, dice: Dice) -> None:
        call_upon(table, table.actor, (affordable(table.me, CARDS),))
        waiting = {**table.scene.memo.get(TWO_CARDS, {}), table.actor: self.keep}
        table.happen(SceneMemoKept(TWO_CARDS, waiting))


def _by_card(deck: Sequence[int], how: str, draw: Draw) -> Distribution:
    """P(each card comes), from the first of the deck to the last; 0 for cards that are gone."""
    found = dict(zip(deck, kept(len(deck), how, draw.before), strict=True))
    return tuple(found.get(card, 0.0) for card in range(deck[0], deck[-1] + 1))


def _ends_of_the_round(draw: Draw, keep: str) -> tuple[Chance, ...]:
    """P(nobody acts before; or after, where the higher card is kept), and P(it with one card only)."""
    if not draw.anew:
        return ()
    end, others = ("last", BELOW) if keep == HIGHER else ("first", ABOVE)
    two = outdrawn(len(draw.deck), keep, draw.before, draw.after, others)
    one = outdrawn(len(draw.single), ONE, draw.before, draw.after, others)
    return Chance("success", f"the {end} of the round", two), Chance("one", f"the {end} with one card", one)


# -- a second strike ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SecondStrike(MeleeAttack, name="melee.second", label="Strike again"):
    """After an attack hand to hand, strike at another enemy in reach: willpower, and no action (DRB-022, DRB-011)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_without(table.me, TWICE, "You have no ability to strike twice. Attack once.")
        now = used(table, table.actor)
        if not now.struck:
            raise NotNow("Make a melee attack first; the second follows.")
        if now.again:
            raise NotNow("You have struck twice already. Move, take a free action, or end your turn.")
        if not _unstruck(table):
            raise NotNow("No other enemy in reach. Move closer, or end your turn.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        offered = MeleeAttack.choices(table)
        return {**offered, "target": tuple(one for one in offered["target"] if one.value in _unstruck(table))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        others = _unstruck(table)
        target = min(
            (who for who in others if is_able(table, who)),
            key=lambda who: apart(table, table.actor, who),
            default=others[0],
        )
        return {"target": target, "weapon": (reaching(table, target) or cls.arms(table))[0].key}

    def odds(self, table: Table) -> Odds:
        odds = MeleeAttack.odds(self, table)
        price = price_of_use(table.me, TWICE)
        return Odds(f"{odds.sentence}, for {price} WP", odds.chances, odds.measure, odds.measured)

    def _ready(self, table: Table) -> tuple[Arm, Check]:
        if self.target not in _unstruck(table):
            raise Refused("Choose another enemy for the second strike.", "target")
        refuse_unpaid(table.me, (affordable(table.me, TWICE), *self.abilities))
        return MeleeAttack._ready(self, table)

    def _spend(self, table: Table) -> None:
        call_upon(table, table.actor, (affordable(table.me, TWICE),))
        use(table, table.actor, again=True)


def _unstruck(table: Table) -> list[str]:
    """Enemies in reach at whom nothing was struck this turn."""
    struck, reach = used(table, table.actor).struck, reach_of(table.me)
    near = (who for who in opponents(table, table.actor) if is_within(table, table.actor, who, reach))
    return [who for who in near if who not in struck]
