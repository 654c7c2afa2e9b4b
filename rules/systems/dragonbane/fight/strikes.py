"""Strikes outside one's own turn, and what a Dragon buys: free attacks, counterattacks (DRB-030, DRB-034, C-01)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.amounts import distribution
from rules.engine.asks import Reply
from rules.engine.commands import Choice, pick
from rules.engine.dice import Dice
from rules.engine.facts import Told
from rules.engine.odds import Chance, Odds, in_words
from rules.engine.refusals import NotNow, Refused
from rules.engine.sequence import Step, then
from rules.engine.sheets import Ask
from rules.engine.table import Table
from rules.engine.turns import knows_of
from rules.systems.dragonbane.checks import Check
from rules.systems.dragonbane.entries import REACH
from rules.systems.dragonbane.fight.aiming import attack_check, blow_with, face
from rules.systems.dragonbane.fight.arms import Arm, arm_named, reach_of, shooting, striking
from rules.systems.dragonbane.fight.blow import Blow, land
from rules.systems.dragonbane.fight.flow import settle
from rules.systems.dragonbane.fight.ground import apart
from rules.systems.dragonbane.fight.odds import if_hit, succeeds, three
from rules.systems.dragonbane.fight.sequence import takes
from rules.systems.dragonbane.fight.state import has_turns, is_able, opponents
from rules.systems.dragonbane.fight.striking import roll_attack, strike


def may_strike(table: Table, by: str, on: str) -> bool:
    """Whether somebody can strike at another one for free: able, in sight, in reach."""
    if not (is_able(table, by) and on in table.scene.combatants and has_turns(table, on)):
        return False
    if table.combatant(by).hidden or not knows_of(table, by, on):
        return False
    return apart(table, by, on) <= reach_of(table.sheet(by))


@takes("free_attack")
def _offer(table: Table, dice: Dice, step: Step) -> None:
    """Ask whoever may strike for free whether they do; nothing can be done against it (DRB-030, C-01)."""
    by, on = step["by"], step["on"]
    if may_strike(table, by, on):
        table.ask(by, f"{table.name(on)} {step['why']}: strike?", "free.strike", "free.pass", target=on)


@dataclass(frozen=True, slots=True)
class Strike(Reply):
    """A strike that somebody gave an opening for. It costs no action."""

    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "Nobody gives you an opening now."

    weapon: str = pick("Weapon", default="", help="The first in hand that reaches, if nothing is picked")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        ask = cls.waiting(table)
        able = _reaching(table, ask.known["target"])
        return {"weapon": tuple(Choice(arm.key, arm.name, arm.weapon.damage.upper()) for arm in able)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        able = _reaching(table, ask.known["target"])
        return {"ask": ask.key, **({"weapon": able[0].key} if able else {})}

    def _arm(self, table: Table, target: str) -> Arm:
        able = _reaching(table, target)
        if not able:
            raise NotNow("Nothing in hand reaches that far any more. Let it pass.")
        if not self.weapon:
            return able[0]
        arm = arm_named(table.me, self.weapon)
        if arm.key not in {one.key for one in able}:
            raise Refused(f"{arm.name} does not reach. Possible: {', '.join(one.name for one in able)}.", "weapon")
        return arm


def _reaching(table: Table, target: str) -> list[Arm]:
    far = apart(table, table.actor, target)
    return [arm for arm in striking(table.me) if arm.weapon.reach >= far]


@dataclass(frozen=True, slots=True)
class FreeStrike(Strike):
    """Strike at somebody who moves away: no action, and neither parried nor dodged (DRB-030, C-01)."""

    name: ClassVar[str] = "free.strike"
    label: ClassVar[str] = "Strike"

    def odds(self, table: Table) -> Odds:
        target = table.open_ask(self.ask, self.name).known["target"]
        arm = self._arm(table, target)
        check = self._check(table, target, arm)
        hits, blow = succeeds(check), blow_with(table, table.actor, target, arm)
        sentence = f"{check.words}: {in_words(hits)} to hit for {blow.amount.words}"
        return Odds(sentence, three(check, "hits"), if_hit(hits, distribution(blow.amount)), "damage before armour")

    def perform(self, table: Table, dice: Dice) -> None:
        target = table.answer(self.ask, self.name).known["target"]
        arm = self._arm(table, target)
        check = self._check(table, target, arm)
        face(table, table.actor, target)
        table.happen(Told((table.actor, target), "{0} strikes at {1} for free."))
        blow = blow_with(table, table.actor, target, arm).but(parry=False, dodge=False)
        roll_attack(table, dice, check, blow, can_push=False)

    def _check(self, table: Table, target: str, arm: Arm) -> Check:
        return attack_check(table, table.actor, target, arm)


@dataclass(frozen=True, slots=True)
class Counter(Strike):
    """Strike back after a Dragon on a parry: it hits by itself, and nothing can be done against it (DRB-034, C-10)."""

    name: ClassVar[str] = "counter.strike"
    label: ClassVar[str] = "Strike back"

    def odds(self, table: Table) -> Odds:
        target = table.open_ask(self.ask, self.name).known["target"]
        blow = blow_with(table, table.actor, target, self._arm(table, target))
        return Odds(
            f"It hits for {blow.amount.words}",
            (Chance("success", "hits", 1.0),),
            distribution(blow.amount),
            "damage before armour",
        )

    def perform(self, table: Table, dice: Dice) -> None:
        target = table.answer(self.ask, self.name).known["target"]
        blow = blow_with(table, table.actor, target, self._arm(table, target))
        table.happen(Told((table.actor, target), "{0} strikes back at {1}."))
        land(table, dice, blow.but(parry=False, dodge=False))
        settle(table, dice)


@dataclass(frozen=True, slots=True)
class Pass(Reply):
    """Let an opening go."""

    label: ClassVar[str] = "Let it pass"
    unasked: ClassVar[str] = "Nobody gives you an opening now."

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        table.happen(Told((table.actor, ask.known["target"]), "{0} lets the opening of {1} pass."))
        settle(table, dice)


@dataclass(frozen=True, slots=True)
class FreePass(Pass):
    """Let somebody go who moves away (DRB-030)."""

    name: ClassVar[str] = "free.pass"


@dataclass(frozen=True, slots=True)
class CounterPass(Pass):
    """Do not strike back after a Dragon (DRB-034)."""

    name: ClassVar[str] = "counter.pass"


# -- the Dragon's choice ---------------------------------------------------------------------------------------------

DOUBLE, ANOTHER, PIERCE, NOTHING = "double", "another", "pierce", "nothing"
_WORDS = {
    DOUBLE: "Twice the dice of the weapon",
    ANOTHER: "Another enemy as well",
    PIERCE: "Past the armour",
    NOTHING: "Nothing more",
}


@dataclass(frozen=True, slots=True)
class DragonChoice(Reply):
    """What a Dragon on an attack does (D-4, C-11).

    Twice the weapon's dice, a free attack on another enemy, or with a piercing weapon past the armour.
    """

    name: ClassVar[str] = "dragon.choose"
    label: ClassVar[str] = "Choose"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "You have rolled no Dragon that waits for a choice."

    effect: str = pick("What the Dragon does", default=DOUBLE)
    other: str = pick("Another enemy", default="")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        blow = _blow(cls.waiting(table))
        others = _others(table, blow)
        open_now = [DOUBLE, *([ANOTHER] if others else []), *([PIERCE] if _can_pierce(table, blow) else []), NOTHING]
        return {
            "effect": tuple(Choice(one, _WORDS[one]) for one in open_now),
            "other": tuple(Choice(who, table.name(who)) for who in others),
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        others = _others(table, _blow(ask))
        return {"ask": ask.key, "effect": DOUBLE, **({"other": others[0]} if others else {})}

    def odds(self, table: Table) -> Odds:
        blow = self._chosen(table, _blow(table.open_ask(self.ask, self.name)))
        damage = distribution(blow.amount)
        mean = sum(value * chance for value, chance in enumerate(damage))
        sentence = f"{_WORDS[self.effect]}: {blow.amount.words}, {mean:.1f} on average, undefended"
        return Odds(sentence, (), damage, "damage before armour")

    def perform(self, table: Table, dice: Dice) -> None:
        blow = self._chosen(table, _blow(table.answer(self.ask, self.name)))
        table.happen(Told((table.actor,), f"The Dragon of {{0}}: {_WORDS[self.effect].lower()}."))
        if self.effect == ANOTHER:
            other = self.other or _others(table, blow)[0]
            then(table, {"do": "second", "blow": blow.but(target=other, dragon=False).known()})
        strike(table, dice, blow)
        settle(table, dice)

    def _chosen(self, table: Table, blow: Blow) -> Blow:
        if self.effect == ANOTHER and not _others(table, blow):
            raise Refused("No other enemy is in reach. Twice the dice is always possible.", "effect")
        if self.effect == PIERCE and not _can_pierce(table, blow):
            raise Refused("Only what pierces goes past the armour. Twice the dice is always possible.", "effect")
        if self.effect == PIERCE:
            return blow.but(pierces=True, as_type="piercing")
        return blow.but(times=2) if self.effect == DOUBLE else blow


def _blow(ask: Ask) -> Blow:
    return Blow.restored(ask.known["blow"])


def _can_pierce(table: Table, blow: Blow) -> bool:
    arm = _arm_of(table, blow)
    return blow.as_type == "piercing" or (arm is not None and "piercing" in arm.types)


def _arm_of(table: Table, blow: Blow) -> Arm | None:
    held = [*striking(table.sheet(blow.by)), *shooting(table.sheet(blow.by))]
    return next((arm for arm in held if arm.key == blow.item), None)


def _others(table: Table, blow: Blow) -> list[str]:
    """Other enemies whom the same weapon reaches."""
    arm = _arm_of(table, blow)
    if arm is None:
        return []
    far = arm.weapon.range if blow.shot else arm.weapon.reach
    near = [who for who in opponents(table, table.actor) if who != blow.target]
    return [who for who in near if apart(table, table.actor, who) <= (far or REACH)]


@takes("second")
def _second(table: Table, dice: Dice, step: Step) -> None:
    """The free attack on another enemy: rolled like any other."""
    blow = Blow.restored(step["blow"])
    arm = _arm_of(table, blow) if blow.by in table.scene.combatants else None
    if arm is None or not is_able(table, blow.by) or blow.target not in table.scene.combatants:
        return
    table.happen(Told((blow.by, blow.target), "{0} attacks {1} as well."))
    check = attack_check(table, blow.by, blow.target, arm)
    roll_attack(table, dice, check, blow, can_push=False)
