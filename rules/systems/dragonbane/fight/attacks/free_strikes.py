"""Strikes outside one's own turn: free attacks and counterattacks (DRB-030, DRB-034, C-01)."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import face, knows_of
from rules.engine.fight.sequence import Step
from rules.engine.kernel import (
    Choice,
    Dice,
    Item,
    NotNow,
    Reply,
    Said,
    Table,
    Told,
    Weighing,
    Worth,
    distribution,
    pick,
)
from rules.engine.odds import Chance, Odds
from rules.systems.dragonbane.core import Check, call_upon, doing, field_abilities, forget_push, listed, refuse_unpaid
from rules.systems.dragonbane.fight.attacks.attack_roll import OF_A_PUSH, OF_PUSHES, roll_attack
from rules.systems.dragonbane.fight.base import (
    BY_HAND,
    HIT_POINTS,
    MEASURE,
    Arm,
    Blow,
    attack_check,
    blow_with,
    called_for,
    fitting,
    free_reach,
    hand_to_hand,
    has_turns,
    is_able,
    is_within,
    land,
    loss,
    odds_to_hit,
    picked_of,
    reaching,
    refuse_misplaced,
    settle,
    takes,
    with_deeds,
)

OF_OPENINGS = f"Average damage; they cannot defend. {MEASURE}"


def may_strike(table: Table, by: str, on: str) -> bool:
    """Whether one can strike at another for free: able, not hidden, and in reach of somebody they know of."""
    if not (is_able(table, by) and on in table.scene.combatants and has_turns(table, on)):
        return False
    if table.combatant(by).hidden or not knows_of(table, by, on):
        return False
    return is_within(table, by, on, free_reach(table.sheet(by)))


@takes("free_attack")
def _offer(table: Table, dice: Dice, step: Step) -> None:
    """Ask somebody who may strike for free whether they do; there is no defence against it (DRB-030, C-01)."""
    by, on = step["by"], step["on"]
    if may_strike(table, by, on):
        strikes = "monster.strike" if hand_to_hand(table.sheet(by)) else "free.strike"
        table.ask(by, Said(f"{{0}} {step['why']}: strike?", (on,)), strikes, "free.pass", target=on)


@dataclass(frozen=True, slots=True)
class Strike(Reply):
    """A strike at an opening. It costs no action."""

    unasked: ClassVar[str] = "No free attack to make. You will be asked when you get one."

    weapon: str = pick("Weapon", default="", help="Default: the first weapon in hand that reaches")
    abilities: tuple[str, ...] = field_abilities()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        ask = cls.waiting(table)
        able = reaching(table, ask.known["target"])
        weapons = tuple(Choice(arm.key, arm.name, arm.weapon.damage.upper()) for arm in able)
        return {"weapon": weapons, "abilities": listed(cls.helping(table, able))}

    @classmethod
    @abstractmethod
    def helping(cls, table: Table, arms: Sequence[Arm]) -> Mapping[str, Item]:
        """The abilities that can be called upon with it (DRB-022)."""

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        able = reaching(table, ask.known["target"])
        return {"ask": ask.key, **({"weapon": able[0].key} if able else {})}

    def _blow(self, table: Table, target: str) -> tuple[Arm, Blow]:
        """The weapon, and the blow of a hit, against which there is no defence."""
        arm = self._arm(table, target)
        refuse_misplaced(table, target, arm, self.abilities)
        blow = with_deeds(table, blow_with(table, table.actor, target, arm), arm, self.abilities)
        return arm, blow.but(parry=False, dodge=False)

    def weighing(self, table: Table) -> Weighing:
        """The weapons weighed, beside letting the opening pass."""
        target = table.open_ask(self.ask, self.name).known["target"]

        def worth(chosen: Strike) -> Worth:
            hits, blow = chosen.aimed(table, target)
            return (hits * loss(table, blow),)

        def said(chosen: Strike) -> str:
            return f"Strike: {chosen._arm(table, target).name}"

        return Weighing(("weapon",), HIT_POINTS, OF_OPENINGS, worth, said=said)

    @abstractmethod
    def aimed(self, table: Table, target: str) -> tuple[float, Blow]:
        """The chance to hit, and the blow; refused if the target is out of reach."""

    def _arm(self, table: Table, target: str) -> Arm:
        able = reaching(table, target)
        if not able:
            raise NotNow("Nothing in hand reaches. Pass.")
        return picked_of(able, self.weapon, "does not reach", table)


@dataclass(frozen=True, slots=True)
class FreeStrike(Strike, name="free.strike", label="Strike"):
    """Strike at somebody who moves away: no action, and neither parried nor dodged (DRB-030, C-01)."""

    @classmethod
    def helping(cls, table: Table, arms: Sequence[Arm]) -> Mapping[str, Item]:
        return fitting(table, arms, BY_HAND)

    def odds(self, table: Table) -> Odds:
        check, blow = self._ready(table, table.open_ask(self.ask, self.name).known["target"])
        return odds_to_hit(table, check, blow)

    def perform(self, table: Table, dice: Dice) -> None:
        target = table.answer(self.ask, self.name).known["target"]
        check, blow = self._ready(table, target)
        call_upon(table, table.actor, self.abilities)
        face(table, table.actor, target)
        table.happen(Told((table.actor, target), "{0} gets a free attack on {1}."))
        roll_attack(table, dice, check, blow)

    def aimed(self, table: Table, target: str) -> tuple[float, Blow]:
        check, blow = self._ready(table, target)
        return check.chance, blow

    def _ready(self, table: Table, target: str) -> tuple[Check, Blow]:
        arm, blow = self._blow(table, target)
        boons = called_for(table, target, arm, self.abilities, BY_HAND)
        return attack_check(table, table.actor, target, arm, boons), blow


@dataclass(frozen=True, slots=True)
class Counter(Strike, name="counter.strike", label="Strike back"):
    """Strike back after a Dragon on a parry: it hits by itself, and nothing can be done against it (DRB-034, C-10)."""

    @classmethod
    def helping(cls, table: Table, arms: Sequence[Arm]) -> Mapping[str, Item]:
        """The abilities for a blow hand to hand; boons do not count, as there is no roll."""
        return doing(table.me, *BY_HAND)

    def odds(self, table: Table) -> Odds:
        blow = self._ready(table, table.open_ask(self.ask, self.name).known["target"])
        return Odds(
            f"It hits for {blow.amount.words}",
            (Chance("success", "hits", 1.0),),
            distribution(blow.amount),
            "damage before armour",
        )

    def perform(self, table: Table, dice: Dice) -> None:
        target = table.answer(self.ask, self.name).known["target"]
        blow = self._ready(table, target)
        call_upon(table, table.actor, self.abilities)
        table.happen(Told((table.actor, target), "{0} strikes back at {1}."))
        land(table, dice, blow)
        settle(table, dice)

    def aimed(self, table: Table, target: str) -> tuple[float, Blow]:
        return 1.0, self._ready(table, target)

    def _ready(self, table: Table, target: str) -> Blow:
        _, blow = self._blow(table, target)
        refuse_unpaid(table.me, self.abilities)
        return blow


@dataclass(frozen=True, slots=True)
class Pass(Reply, label="Pass"):
    """Let an opening go."""

    unasked: ClassVar[str] = "No free attack to make. You will be asked when you get one."

    def weighing(self, table: Table) -> Weighing:
        """Letting it pass weighed, beside the strike, or the push of one that failed (DRB-003)."""
        if "check.push" in table.open_ask(self.ask, self.name).commands:
            return Weighing.of_one(HIT_POINTS, OF_PUSHES, (0.0, 0.0), OF_A_PUSH, type(self).label)
        return Weighing.of_one(HIT_POINTS, OF_OPENINGS, (0.0,), ("Worth",), type(self).label)

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        forget_push(table, table.actor)
        table.happen(Told((table.actor, ask.known["target"]), "{0} passes up a free attack on {1}."))
        settle(table, dice)


@dataclass(frozen=True, slots=True)
class FreePass(Pass, name="free.pass"):
    """Let somebody go who moves away (DRB-030)."""


@dataclass(frozen=True, slots=True)
class CounterPass(Pass, name="counter.pass"):
    """Do not strike back after a Dragon (DRB-034)."""
