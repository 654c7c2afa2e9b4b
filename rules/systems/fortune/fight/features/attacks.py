"""Attacks that features make another: driving, tripping, twice, or with a burst behind them (D-3, LIN-038)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, NotNow, Refused, Said, Table, Told, pick
from rules.engine.odds import Odds
from rules.systems.fortune.content import feature_switches
from rules.systems.fortune.core import (
    DEAD,
    MAGIC,
    WHIPS,
    Answer,
    Step,
    Trial,
    arm_named,
    arms_of,
    begin_status,
    deal,
    gain_favour,
    is_step,
    then_comes,
)
from rules.systems.fortune.fight.actions.attacks import Attacking, arm_for, targets
from rules.systems.fortune.fight.base import (
    NOTHING,
    PRONE,
    Blow,
    blow_with,
    come_through,
    feet_between,
    is_out,
    opponents,
    push_away,
    serves,
    sizes_above,
    struck,
)
from rules.systems.fortune.fight.exchange.attack_roll import attack_trial, beats, strike

#: Feet around a target within which a bursting shot goes, and feet that somebody is driven.
AROUND, DRIVEN = 5, 5


@dataclass(frozen=True, slots=True)
class BurstingShot(Attacking, name="feature.bursting_shot", label="Bursting Shot"):
    """Give up Fortune's Favor: a hit by magic hurts foes within 5 ft of the target for half as much (D-3)."""

    by_feature: ClassVar[str] = "elementalist_bursting_shot"
    kind: ClassVar[str] = MAGIC
    after: ClassVar[tuple[str, ...]] = ("burst",)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        found = dict(Attacking.choices(table))
        return {**found, "favour": found["favour"][:1]}


@is_step("burst")
def burst(table: Table, dice: Dice, step: Step) -> None:
    """Let foes beside whoever was hit suffer half of the damage (D-3)."""
    blow, half = Blow.from_known(step["blow"]), int(step["damage"]) // 2
    if blow.clashed or not half:
        return
    for other in opponents(table, blow.attacker):
        suffers = not feature_switches.BURST_COMPARED.flag(table.house_rules) or beats(table, blow.attacker, other)
        if suffers and other != blow.target and feet_between(table, blow.target, other) <= AROUND:
            table.happen(Told((other,), f"The burst reaches {{0}}: {half} damage."))
            deal(table, other, half, "a bursting shot")


# -- driving back ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrivingAttack(Attacking, name="feature.drive", label="Driving Attack"):
    """Attack and drive the foe back 5 ft: both on a hit, in a clash one of them; it may stand for more (D-3)."""

    by_feature: ClassVar[str] = "knight_driving_attack"

    in_clash: str = pick("In a clash", default="damage")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            **Attacking.choices(table),
            "in_clash": (Choice("damage", "Damage"), Choice("push", "Drive it back")),
        }

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        trial, blow = Attacking.aimed(self, table)
        return trial, replace(blow, after=("driven",), softer=NOTHING if self.in_clash == "push" else 0)


@is_step("driven")
def driven(table: Table, dice: Dice, step: Step) -> None:
    """Drive whoever was hit back, unless they stand for it; in a clash only where that was picked, not damage (D-3)."""
    blow = Blow.from_known(step["blow"])
    moves = blow.softer or not blow.clashed
    if moves and table.takes_part(blow.target) and not is_out(table.sheet(blow.target)):
        title = Said("{0} drives you back 5 ft: yield, or stand and take another hit?", (blow.attacker,))
        plain = replace(blow, after=(), softer=0, times=1, critical=False, clashed=False)
        if step["whole"] and feature_switches.SAME_DAMAGE.flag(table.house_rules):
            plain = replace(plain, damage=str(step["whole"]), plus=0, halves=0, exact=False)
        table.ask(blow.target, title, Yield.name, Stand.name, blow=plain.known())


@dataclass(frozen=True, slots=True)
class Yield(Answer, name="drive.yield", label="Yield"):
    """Yield to a driving attack: 5 ft back (D-3)."""

    unasked: ClassVar[str] = "Nobody drives you back."

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        push_away(table, table.actor, known["blow"]["attacker"], DRIVEN)
        table.happen(Told((table.actor,), f"{{0}} is driven back {DRIVEN} ft."))


@dataclass(frozen=True, slots=True)
class Stand(Answer, name="drive.stand", label="Stand"):
    """Stand against a driving attack: base damage once more, rolled anew or as it was (D-3)."""

    unasked: ClassVar[str] = Yield.unasked
    throws_dice: ClassVar[bool] = True

    @classmethod
    def rollers(cls, table: Table) -> tuple[str, ...]:
        return (cls.waiting(table).known["blow"]["attacker"],)

    def odds(self, table: Table) -> Odds:
        blow = Blow.from_known(self.known(table)["blow"])
        return Odds(f"{blow.damage}, but you stand your ground.", (), blow.rolled(), "damage, before protection")

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        table.happen(Told((table.actor,), "{0} does not yield."))
        come_through(table, dice, Blow.from_known(known["blow"]))


# -- two attacks in one ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinAttack(Attacking, name="feature.twin", label="Twin Attack"):
    """Attack two foes, or one of them twice, for 2 Stamina; each attack is rolled, or one roll is for both (D-3)."""

    by_feature: ClassVar[str] = "elementalist_twin_attack"
    kind: ClassVar[str] = MAGIC

    second: str = pick("Second target")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**Attacking.choices(table), "second": targets(table)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        found = dict(Attacking.preset(table))
        return {**found, "second": found["target"]} if "target" in found else found

    def perform(self, table: Table, dice: Dice) -> None:
        then_comes(table, "second_attack", who=table.actor, target=self.second, arm=self.second_arm(table))
        Attacking.perform(self, table, dice)

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        self.second_arm(table)
        return Attacking.aimed(self, table)

    def second_arm(self, table: Table) -> str:
        """The key of the arm of the second attack; refused if it does not serve."""
        return arm_for(table, self.second, self.weapon, "second", self.kind).key


@is_step("second_attack")
def second_attack(table: Table, dice: Dice, step: Step) -> None:
    """Make the second of two attacks, if both are still able to (D-3)."""
    who, target = str(step["who"]), str(step["target"])
    able = table.takes_part(target) and not table.sheet(target).has(DEAD) and not is_out(table.sheet(who))
    arm = arms_of(table, who).get(str(step["arm"]))
    if not able or arm is None or not serves(table, arm, who, target):
        return
    blow = blow_with(table, who, target, arm, purpose=TwinAttack.name)
    trial = attack_trial(table, arm, target, attacker=who)
    if feature_switches.ONE_ROLL.flag(table.house_rules):
        trial = replace(trial, take=struck(table, who).get("face", 0))
    strike(table, dice, trial, blow)


# -- the whip ----------------------------------------------------------------------------------------------------------


def _whip(table: Table) -> str:
    """The key of a whip in hand; empty without one."""
    return next((key for key, arm in arms_of(table).items() if arm.group == WHIPS), "")


@dataclass(frozen=True, slots=True)
class Yoink(Attacking, name="feature.yoink", label="Yoink"):
    """Trip a foe with the whip: a hit throws it down, a clash does half the damage (D-3)."""

    by_feature: ClassVar[str] = "maverick_yoink"

    @classmethod
    def refuse(cls, table: Table) -> None:
        if not _whip(table):
            raise NotNow("Yoink needs a whip in hand.")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {**Attacking.preset(table), "weapon": _whip(table)}

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        chosen = replace(self, weapon=self.weapon or _whip(table))
        if arm_named(table, chosen.weapon).group != WHIPS:
            raise Refused("Yoink needs a whip. Choose it.", "weapon")
        trial, blow = Attacking.aimed(chosen, table)
        return trial, replace(blow, after=("yoinked",), softer=1)


@is_step("yoinked")
def yoinked(table: Table, dice: Dice, step: Step) -> None:
    """Throw whoever was hit down, up to a size above; after a clash the next attack on them has Favor (D-3)."""
    blow = Blow.from_known(step["blow"])
    if not table.takes_part(blow.target):
        return
    if blow.clashed and feature_switches.FAVOUR_AS_TOKEN.flag(table.house_rules):
        gain_favour(table, blow.attacker, "Yoink")
    elif blow.clashed:
        begin_status(table, blow.target, "exposed", rounds=1)
    elif sizes_above(table, blow.attacker, blow.target) <= 1:
        begin_status(table, blow.target, PRONE)


@dataclass(frozen=True, slots=True)
class BalancedAttack(TwinAttack, name="feature.balanced", label="Balanced Fighter"):
    """Attack two different foes, one with the whip and one with the other weapon, for 1 Stamina (D-3)."""

    by_feature: ClassVar[str] = "maverick_balanced_fighter"
    kind: ClassVar[str] = ""

    def second_arm(self, table: Table) -> str:
        """The key of the whip, with which the second attack is made; refused without one, or against the same foe."""
        whip = _whip(table)
        if not whip:
            raise Refused("The second attack needs a whip in hand.", "second")
        if self.second == self.target:
            raise Refused("Choose a different foe for the whip.", "second")
        if arm_for(table, self.target, self.weapon).group == WHIPS:
            raise Refused("Make the first attack with the other weapon.", "weapon")
        return arm_for(table, self.second, whip, "second").key
