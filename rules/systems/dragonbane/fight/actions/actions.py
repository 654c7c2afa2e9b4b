"""Actions of a turn (help, a round's rest, abilities), and free ones, one of each kind a round (draw, drop, get up,
shake off fear).

DRB-021, DRB-022, DRB-024, DRB-025, DRB-026, C-09, D-6.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import knows_of, nothing_waits, place, rung_of_turn
from rules.engine.kernel import (
    Choice,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    NotNow,
    Place,
    Refused,
    Said,
    Table,
    Told,
    Weighing,
    pick,
    plainly,
    words,
)
from rules.engine.odds import Odds, mean
from rules.systems.dragonbane.core import (
    Check,
    OnSheet,
    Rolling,
    abilities,
    catch_breath,
    cost_of,
    fear_check,
    forget_push,
    held,
    help_somebody,
    is_afraid,
    is_fighting,
    is_stowed,
    let_go,
    odds_of_breath,
    refuse_overdressed,
    refuse_round_rest,
    set_in_use,
)
from rules.systems.dragonbane.fight.base import (
    COURAGE,
    HIT_POINTS,
    MEASURE,
    UNARMED,
    Action,
    FreeAction,
    is_able,
    lying_at,
    not_taken,
    own_turn,
    ready,
    show,
    spend,
    take_free,
)

OF_BREATH = f"Average WP regained, up to your maximum. {MEASURE}"


@dataclass(frozen=True, slots=True)
class Help(Action, name="turn.help", label="Help somebody"):
    """Help somebody: a boon on their next roll in this round (DRB-024, DRB-005, C-19)."""

    no_choice: ClassVar[Mapping[str, str]] = {"ally": "Nobody on your side to help. Do something else."}

    ally: str = pick("Ally")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"ally": tuple(Choice(who, table.name(who)) for who in _helpable(table))}

    def perform(self, table: Table, dice: Dice) -> None:
        spend(table)
        help_somebody(table, self.ally, Said("Help from {0}", (table.actor,)))
        table.happen(Told((table.actor, self.ally), "{0} helps {1}."))


def _helpable(table: Table) -> list[str]:
    side = table.combatant(table.actor).side
    return [
        who
        for who, stand in table.scene.combatants.items()
        if who != table.actor and stand.side == side and is_able(table, who) and knows_of(table, table.actor, who)
    ]


@dataclass(frozen=True, slots=True)
class RoundRest(Action, name="turn.rest", label="Catch your breath"):
    """Rest for the round: d6 willpower points, once a shift (DRB-025, DRB-045)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        refuse_round_rest(table)

    def odds(self, table: Table) -> Odds:
        return odds_of_breath(table)

    def weighing(self, table: Table) -> Weighing:
        """The willpower that comes back on average, as the worth of resting (DRB-025)."""
        return Weighing.of_one(HIT_POINTS, OF_BREATH, (mean(odds_of_breath(table).measure),), ("Worth",), self.label)

    def perform(self, table: Table, dice: Dice) -> None:
        spend(table)
        catch_breath(table, dice, table.actor)


@dataclass(frozen=True, slots=True)
class Activate(Action, name="turn.ability", label="Use an ability"):
    """Use an innate or heroic ability that takes the action, for its willpower points (DRB-022)."""

    no_choice: ClassVar[Mapping[str, str]] = {
        "ability": "None of your abilities is an action. Use the others from your sheet."
    }

    ability: str = pick("Ability")

    @classmethod
    def has_use(cls, table: Table) -> bool:
        wp = table.me.now("wp")
        return any(cost_of(table.me.items[one.value]) <= wp for one in abilities.usable(table, as_action=True))

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        wp, found = table.me.now("wp"), abilities.usable(table, as_action=True)
        return {"ability": tuple(sorted(found, key=lambda one: cost_of(table.me.items[one.value]) > wp))}

    def perform(self, table: Table, dice: Dice) -> None:
        spend(table)
        abilities.use(table, self.ability)


@dataclass(frozen=True, slots=True)
class Other(Action, name="turn.other", label="Something else"):
    """Do anything else that takes the action; the table tells its effect (DRB-021)."""

    words: str = words("What do you do?", most=200)

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.words.strip():
            raise Refused("Say what you do.", "words")
        spend(table)
        table.happen(Told((table.actor,), f"{{0}}: {plainly(self.words.strip())}"))


def at_hand(table: Table) -> tuple[Choice, ...]:
    """Weapons and shields kept at hand: carried, not in hand, neither in the pack nor on the ground."""
    return tuple(
        Choice(key, item.name)
        for key, item in table.me.items.items()
        if item.kind == "weapon" and not (item.in_use or is_stowed(item)) and item.count and lying_at(item) is None
    )


def in_hand(table: Table) -> tuple[Choice, ...]:
    """The weapons and shields in hand, without bare hands."""
    return tuple(Choice(key, item.name) for key, item in held(table.me).items() if item.entry != UNARMED)


@dataclass(frozen=True, slots=True)
class Draw(FreeAction, name="turn.draw", label="Draw or stow"):
    """Draw a weapon kept at hand, exchange one for another, or put one away: free, one weapon a round (DRB-026)."""

    kind: ClassVar[str] = "weapon"

    weapon: str = pick("Draw", default="")
    away: str = pick("Stow", default="")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        not_taken(table, table.actor, cls.kind)
        if not (at_hand(table) or in_hand(table)):
            raise NotNow("No weapon at hand. Picking one up or taking it from the pack is an action.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"weapon": at_hand(table), "away": in_hand(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        if not (self.weapon or self.away):
            raise Refused("Choose what to draw or stow.", "weapon")
        take_free(table, table.actor, self.kind)
        forget_push(table, table.actor)
        if self.away:
            set_in_use(table, table.actor, self.away, on=False)
            table.happen(Told((table.actor,), f"{{0}} stows {plainly(table.me.items[self.away].name)}."))
        if self.weapon:
            refuse_overdressed(table.me, self.weapon)
            set_in_use(table, table.actor, self.weapon, on=True)
            table.happen(Told((table.actor,), f"{{0}} draws {plainly(table.me.items[self.weapon].name)}."))


@dataclass(frozen=True, slots=True)
class Drop(FreeAction, name="turn.drop", label="Drop something"):
    """Let something fall to the ground: free, once a round (DRB-026)."""

    kind: ClassVar[str] = "drop"
    no_choice: ClassVar[Mapping[str, str]] = {"thing": "Your hands are empty: nothing to drop."}

    thing: str = pick("Item")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"thing": _droppable(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        take_free(table, table.actor, self.kind)
        let_go(table, table.actor, self.thing, place(table, table.actor))
        show(table, table.actor)
        table.happen(Told((table.actor,), f"{{0}} drops {plainly(table.me.items[self.thing].name)}."))


def _droppable(table: Table) -> tuple[Choice, ...]:
    """Weapons and gear that are carried and not on the ground yet."""
    return tuple(
        Choice(key, item.name)
        for key, item in table.me.items.items()
        if item.kind in ("weapon", "gear") and item.entry != UNARMED and lying_at(item) is None
    )


@dataclass(frozen=True, slots=True)
class Shout(FreeAction, name="turn.shout", label="Shout"):
    """Say or shout a few words: free, once a round (DRB-026)."""

    kind: ClassVar[str] = "shout"

    words: str = words("What do you shout?", most=120)

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.words.strip():
            raise Refused("Say what you shout.", "words")
        take_free(table, table.actor, self.kind)
        table.happen(Told((table.actor,), f"{{0}} shouts: “{plainly(self.words.strip())}”"))


@dataclass(frozen=True, slots=True)
class GetUpOrDown(FreeAction, name="turn.position", label="Drop or stand up"):
    """Throw yourself to the ground, or get up: free, once a round (DRB-026)."""

    kind: ClassVar[str] = "position"

    def perform(self, table: Table, dice: Dice) -> None:
        take_free(table, table.actor, self.kind)
        if table.me.has("prone"):
            table.happen(ConditionEnded(table.actor, "prone"), Told((table.actor,), "{0} gets up."))
        else:
            table.happen(ConditionSet(table.actor, Condition("prone", "Prone")))
            table.happen(Told((table.actor,), "{0} drops to the ground."))


@dataclass(frozen=True, slots=True)
class ShakeOff(Rolling, OnSheet, name="peril.courage", label="Shake off fear"):
    """Pull oneself together: a WIL roll for the frozen and the fleeing, in a fight free, once on their turn (D-6)."""

    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)
    purpose: ClassVar[str] = "courage: {}"
    follow: ClassVar[str] = "fear"

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        if not is_afraid(table.me):
            raise NotNow("You are not afraid. There is nothing to shake off.")
        if is_fighting(table):
            cls._on_their_turn(table)

    @staticmethod
    def _on_their_turn(table: Table) -> None:
        rung_of_turn(table)
        nothing_waits(table)
        if not (table.me.has("frozen") or table.me.has("fleeing")):
            raise NotNow("You are neither rooted to the spot nor fleeing. Act as usual.")
        not_taken(table, table.actor, COURAGE)

    def check(self, table: Table) -> Check:
        return fear_check(table, table.actor)

    def spend(self, table: Table) -> None:
        if is_fighting(table):
            take_free(table, table.actor, COURAGE)
