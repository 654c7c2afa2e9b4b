"""Attacks that features make another: driven, tripped, twice, with a burst behind them (D-3, LIN-038)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, NotNow, Refused, Reply, Said, Table, Told, pick
from rules.engine.odds import Odds
from rules.systems.fortune.core import (
    MAGIC,
    Step,
    Trial,
    arm_named,
    arms,
    begin_status,
    deal,
    go_on,
    is_step,
    size_of,
    then_comes,
)
from rules.systems.fortune.fight.actions.attacks import Attacking, arm_for, targets
from rules.systems.fortune.fight.base import (
    PRONE,
    Blow,
    blow_with,
    come_through,
    feet_between,
    free_to_act,
    is_out,
    opponents,
    spend_action,
    takes_part,
)
from rules.systems.fortune.fight.exchange.attack_roll import attack_trial, strike
from rules.systems.fortune.fight.features import uses
from rules.systems.fortune.fight.features.shoving import push_away

DRIVE, YOINK, TWIN, BALANCED, BURSTING = (
    "knight_driving_attack",
    "maverick_yoink",
    "elementalist_twin_attack",
    "maverick_balanced_fighter",
    "elementalist_bursting_shot",
)
WHIPS = "whips"
#: Feet that somebody is driven, and around a target within which a bursting shot goes.
DRIVEN, AROUND = 5, 5
#: Halves after which nothing is left of any damage.
NOTHING = 20


def refuse_without(table: Table, key: str) -> None:
    """Refuse unless the actor may act now, and has the feature with its price."""
    uses.refuse_unused(table.me, key)
    free_to_act(table)


def pay_and_act(table: Table, key: str, more: int = 0) -> None:
    uses.use(table, table.actor, key, more)
    spend_action(table, table.actor)


@dataclass(frozen=True, slots=True)
class DrivingAttack(Attacking):
    """Attack and drive the foe back 5 ft: both on a hit, in a clash one of them; it may stand for more (D-3)."""

    name: ClassVar[str] = "feature.drive"
    label: ClassVar[str] = "Driving Attack"

    in_clash: str = pick("In a clash", default="damage")

    @classmethod
    def possible(cls, table: Table) -> None:
        refuse_without(table, DRIVE)
        Attacking.possible(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        either = (Choice("damage", "Damage"), Choice("push", "Drive it back"))
        return {**Attacking.choices(table), "in_clash": either}

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blow = self.aimed(table)
        pay_and_act(table, DRIVE)
        strike(table, dice, blow, trial)

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        trial, blow = Attacking.aimed(self, table)
        pushes = self.in_clash == "push"
        after = "driven.clash" if pushes else "driven"
        return trial, replace(blow, after=(after,), softer=NOTHING if pushes else 0)


@is_step("driven")
def driven(table: Table, dice: Dice, step: Step) -> None:
    """Drive whoever was hit back, unless they stand for it; a clash did damage alone (D-3)."""
    blow = Blow.from_known(step["blow"])
    if not blow.clashed:
        _drive(table, blow)


@is_step("driven.clash")
def driven_in_clash(table: Table, dice: Dice, step: Step) -> None:
    """Drive whoever was hit back, or clashed with (D-3)."""
    _drive(table, Blow.from_known(step["blow"]))


def _drive(table: Table, blow: Blow) -> None:
    if takes_part(table, blow.target) and not is_out(table.sheet(blow.target)):
        title = Said("{0} drives you back 5 ft. Yield, or stand and be hit again?", (blow.attacker,))
        plain = replace(blow, after=(), softer=0, times=1, critical=False, clashed=False)
        table.ask(blow.target, title, "drive.yield", "drive.stand", blow=plain.known())


@dataclass(frozen=True, slots=True)
class Yield(Reply):
    """Yield to a driving attack: 5 ft back (D-3)."""

    name: ClassVar[str] = "drive.yield"
    label: ClassVar[str] = "Yield"
    throws_dice: ClassVar[bool] = False
    unasked: ClassVar[str] = "Nobody drives you back."

    def perform(self, table: Table, dice: Dice) -> None:
        blow = Blow.from_known(table.answer(self.ask, self.name).known["blow"])
        push_away(table, table.actor, blow.attacker, DRIVEN)
        table.happen(Told((table.actor,), f"{{0}} is driven back {DRIVEN} ft."))
        go_on(table, dice)


@dataclass(frozen=True, slots=True)
class Stand(Reply):
    """Stand against a driving attack: base damage once more, rolled anew (D-3)."""

    name: ClassVar[str] = "drive.stand"
    label: ClassVar[str] = "Stand"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "Nobody drives you back."

    @classmethod
    def rollers(cls, table: Table) -> tuple[str, ...]:
        return (Blow.from_known(cls.waiting(table).known["blow"]).attacker,)

    def odds(self, table: Table) -> Odds:
        blow = Blow.from_known(table.open_ask(self.ask, self.name).known["blow"])
        return Odds(f"{blow.damage}, and no step back.", (), blow.rolled(), "damage, before what protects")

    def perform(self, table: Table, dice: Dice) -> None:
        blow = Blow.from_known(table.answer(self.ask, self.name).known["blow"])
        table.happen(Told((table.actor,), "{0} does not yield."))
        come_through(table, dice, blow)
        go_on(table, dice)


@dataclass(frozen=True, slots=True)
class Yoink(Attacking):
    """Trip a foe with the whip: a hit throws it down, a clash does half the damage (D-3)."""

    name: ClassVar[str] = "feature.yoink"
    label: ClassVar[str] = "Yoink"

    @classmethod
    def possible(cls, table: Table) -> None:
        refuse_without(table, YOINK)
        if not _whip(table):
            raise NotNow("Yoink takes a whip in hand.")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {**Attacking.preset(table), "weapon": _whip(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blow = self.aimed(table)
        pay_and_act(table, YOINK)
        strike(table, dice, blow, trial)

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        chosen = replace(self, weapon=self.weapon or _whip(table))
        if arm_named(table.me, chosen.weapon).group != WHIPS:
            raise Refused("Yoink is done with a whip. Pick the whip.", "weapon")
        trial, blow = Attacking.aimed(chosen, table)
        return trial, replace(blow, after=("yoinked",), softer=1)


def _whip(table: Table) -> str:
    """The key of a whip in hand; empty without one."""
    return next((key for key, arm in arms(table.me).items() if arm.group == WHIPS), "")


@is_step("yoinked")
def yoinked(table: Table, dice: Dice, step: Step) -> None:
    """Throw whoever was hit down, up to a size above; after a clash the next attack on them has Favor (D-3)."""
    blow = Blow.from_known(step["blow"])
    if not takes_part(table, blow.target):
        return
    if blow.clashed:
        begin_status(table, blow.target, "exposed", rounds=1)
    elif size_of(table.sheet(blow.target)) - size_of(table.sheet(blow.attacker)) <= 1:
        begin_status(table, blow.target, PRONE)


@dataclass(frozen=True, slots=True)
class BurstingShot(Attacking):
    """Give up Fortune's Favor: a hit by magic hurts foes within 5 ft of the target for half as much (D-3)."""

    name: ClassVar[str] = "feature.bursting_shot"
    label: ClassVar[str] = "Bursting Shot"

    @classmethod
    def possible(cls, table: Table) -> None:
        refuse_without(table, BURSTING)
        Attacking.possible(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        found = dict(Attacking.choices(table))
        return {**found, "favour": found["favour"][:1]}

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blow = self.aimed(table)
        pay_and_act(table, BURSTING)
        strike(table, dice, blow, trial)

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        trial, blow = Attacking.aimed(self, table)
        if arms(table.me)[blow.arm].kind != MAGIC:
            raise Refused("A bursting shot is magic. Pick your element.", "weapon")
        return trial, replace(blow, after=("burst",))


@is_step("burst")
def burst(table: Table, dice: Dice, step: Step) -> None:
    """Let foes beside whoever was hit suffer half of the damage (D-3)."""
    blow, half = Blow.from_known(step["blow"]), int(step["damage"]) // 2
    if blow.clashed or not half:
        return
    for other in opponents(table, blow.attacker):
        if other != blow.target and feet_between(table, blow.target, other) <= AROUND:
            table.happen(Told((other,), f"The burst reaches {{0}}: {half} damage."))
            deal(table, other, half, "a bursting shot")


# -- two attacks in one ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinAttack(Attacking):
    """Attack two foes, or one of them twice, for 2 Stamina; each attack is rolled (D-3)."""

    name: ClassVar[str] = "feature.twin"
    label: ClassVar[str] = "Twin Attack"
    feature: ClassVar[str] = TWIN

    second: str = pick("And against")

    @classmethod
    def possible(cls, table: Table) -> None:
        refuse_without(table, cls.feature)
        Attacking.possible(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**Attacking.choices(table), "second": targets(table)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        found = dict(Attacking.preset(table))
        return {**found, "second": found["target"]} if "target" in found else found

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blow = self.aimed(table)
        other = self.second_arm(table)
        pay_and_act(table, self.feature)
        then_comes(table, "second_attack", who=table.actor, target=self.second, arm=other)
        strike(table, dice, blow, trial)

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        self.second_arm(table)
        return Attacking.aimed(self, table)

    def second_arm(self, table: Table) -> str:
        """The key of the arm of the second attack; refused if it does not serve."""
        arm = arm_for(table, self.second, self.weapon)
        if arm.kind != MAGIC:
            raise Refused("A twin attack is magic. Pick your element.", "weapon")
        return arm.key


@dataclass(frozen=True, slots=True)
class BalancedAttack(TwinAttack):
    """Attack two different foes, one with the whip and one with the other weapon, for 1 Stamina (D-3)."""

    name: ClassVar[str] = "feature.balanced"
    label: ClassVar[str] = "Balanced Fighter"
    feature: ClassVar[str] = BALANCED

    def second_arm(self, table: Table) -> str:
        """The key of the whip, with which the second attack is made; refused without one, or against the same foe."""
        whip = _whip(table)
        if not whip:
            raise Refused("The second attack is made with a whip. Take one in hand.", "second")
        if self.second == self.target:
            raise Refused("Whip and weapon go for two different foes. Pick another one.", "second")
        if arm_for(table, self.target, self.weapon).group == WHIPS:
            raise Refused("The first attack is made with the other weapon. Pick that.", "weapon")
        return arm_for(table, self.second, whip).key


@is_step("second_attack")
def second_attack(table: Table, dice: Dice, step: Step) -> None:
    """Make the second of two attacks, if both are still able to (D-3)."""
    who, target = str(step["who"]), str(step["target"])
    able = takes_part(table, target) and not table.sheet(target).has("dead") and not is_out(table.sheet(who))
    arm = arms(table.sheet(who)).get(str(step["arm"]))
    if not able or arm is None or not arm.serves(feet_between(table, who, target)):
        return
    trial = attack_trial(table, target, arm, attacker=who)
    strike(table, dice, blow_with(table.sheet(who), who, target, arm, purpose=TwinAttack.name), trial)
