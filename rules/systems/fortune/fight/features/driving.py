"""Driving Attack: whoever is hit goes back 5 ft, or stands and is hit again (D-3)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, Reply, Said, Table, Told, pick
from rules.engine.odds import Odds
from rules.systems.fortune.core import Step, Trial, go_on, is_step
from rules.systems.fortune.fight.actions.attacks import Attacking
from rules.systems.fortune.fight.base import Blow, come_through, is_out, takes_part
from rules.systems.fortune.fight.features.attacks import FeatureAttack
from rules.systems.fortune.fight.features.shoving import push_away

DRIVE = "knight_driving_attack"
#: Feet that somebody is driven.
DRIVEN = 5
#: Halves after which nothing is left of any damage.
NOTHING = 20


@dataclass(frozen=True, slots=True)
class DrivingAttack(FeatureAttack):
    """Attack and drive the foe back 5 ft: both on a hit, in a clash one of them; it may stand for more (D-3)."""

    name: ClassVar[str] = "feature.drive"
    label: ClassVar[str] = "Driving Attack"
    feature: ClassVar[str] = DRIVE

    in_clash: str = pick("In a clash", default="damage")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        either = (Choice("damage", "Damage"), Choice("push", "Drive it back"))
        return {**Attacking.choices(table), "in_clash": either}

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
        return Odds(f"{blow.damage}, and no step back.", (), blow.rolled(), "damage, before protection")

    def perform(self, table: Table, dice: Dice) -> None:
        blow = Blow.from_known(table.answer(self.ask, self.name).known["blow"])
        table.happen(Told((table.actor,), "{0} does not yield."))
        come_through(table, dice, blow)
        go_on(table, dice)
