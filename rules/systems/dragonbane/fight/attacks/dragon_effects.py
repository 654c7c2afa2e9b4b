"""A Dragon on an attack, whose effect the attacker chooses (D-4, C-11)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import then, unwalled
from rules.engine.fight.sequence import Step
from rules.engine.kernel import Ask, Choice, Dice, Refused, Reply, Table, Told, Weighing, Worth, distribution, pick
from rules.engine.odds import Odds, in_words, mean
from rules.systems.dragonbane.content.entries import REACH
from rules.systems.dragonbane.core import Check, Source, call_upon, field_abilities, listed, three
from rules.systems.dragonbane.fight.attacks.attack_roll import roll_attack, strike
from rules.systems.dragonbane.fight.base import (
    BY_HAND,
    HIT_POINTS,
    MEASURE,
    Arm,
    Blow,
    apart,
    arm_named,
    attack_check,
    blow_with,
    called,
    called_for,
    fitting,
    is_able,
    loss,
    opponents,
    refuse_misplaced,
    settle,
    shooting,
    striking,
    taken,
    takes,
    with_deeds,
)

OF_DRAGONS = f"Average damage if they do not defend. {MEASURE}"
DOUBLE, ANOTHER, PIERCE, NOTHING = "double", "another", "pierce", "nothing"
_WORDS = {
    DOUBLE: "Double weapon dice",
    ANOTHER: "Second target",
    PIERCE: "Ignore armour",
    NOTHING: "Nothing more",
}


@dataclass(frozen=True, slots=True)
class DragonChoice(Reply, name="dragon.choose", label="Choose"):
    """Choose the effect of a Dragon on an attack (D-4, C-11).

    Twice the weapon's dice, a free attack on another enemy, or with a piercing weapon past the armour.
    The attack on another enemy is rolled like any other, and abilities may be called upon with it (DRB-022).
    """

    unasked: ClassVar[str] = "You have no Dragon effect to choose."

    effect: str = pick("Dragon effect", default=DOUBLE)
    other: str = pick("Another enemy", default="")
    abilities: tuple[str, ...] = field_abilities()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        blow = _blow(cls.waiting(table))
        others, arm = _others(table, blow), _arm_of(table, blow)
        open_now = [DOUBLE, *([ANOTHER] if others else []), *([PIERCE] if _can_pierce(table, blow) else []), NOTHING]
        return {
            "effect": tuple(Choice(one, _WORDS[one]) for one in open_now),
            "other": tuple(Choice(who, table.name(who)) for who in others),
            "abilities": listed(fitting(table, [arm], _deeds(blow)) if arm and others else {}),
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        others = _others(table, _blow(ask))
        return {"ask": ask.key, "effect": DOUBLE, **({"other": others[0]} if others else {})}

    def odds(self, table: Table) -> Odds:
        struck = _blow(table.open_ask(self.ask, self.name))
        blow = self._chosen(table, struck)
        damage = distribution(blow.amount)
        sentence = f"{_WORDS[self.effect]}: {blow.amount.words}, {mean(damage):.1f} on average, undefended"
        if self.effect != ANOTHER:
            return Odds(sentence, (), damage, "damage before armour")
        check, _, again = self._again(table, struck)
        sentence += f". {table.name(again.target)}: {table.words(check.words)}, {in_words(check.chance)} to hit"
        return Odds(sentence, three(check, "hits the second target, undefended"), damage, "damage before armour")

    def perform(self, table: Table, dice: Dice) -> None:
        struck = _blow(table.answer(self.ask, self.name))
        blow = self._chosen(table, struck)
        table.happen(Told((table.actor,), f"{{0}}’s Dragon: {_WORDS[self.effect].lower()}."))
        if self.effect == ANOTHER:
            _, boons, again = self._again(table, struck)
            call_upon(table, table.actor, self.abilities)
            then(table, {"do": "second", "blow": again.known(), "boons": [list(one) for one in boons]})
        strike(table, dice, blow)
        settle(table, dice)

    def weighing(self, table: Table) -> Weighing:
        """The effects weighed, with the enemies they may reach (D-4, C-11)."""
        blow = _blow(table.open_ask(self.ask, self.name))

        def worth(chosen: DragonChoice) -> Worth:
            struck = chosen._chosen(table, blow)
            return (loss(table, struck) + chosen._beside(table, blow),)

        return Weighing(("effect", "other"), HIT_POINTS, OF_DRAGONS, worth, said=lambda chosen: chosen._said(table))

    def _said(self, table: Table) -> str:
        return called(table, self.other) + " as well" if self.effect == ANOTHER and self.other else _WORDS[self.effect]

    def _beside(self, table: Table, blow: Blow) -> float:
        """The hit points that the free attack on another enemy takes on average; 0 for other effects."""
        if self.effect != ANOTHER:
            return 0.0
        check, _, again = self._again(table, blow)
        return taken(table, check, again)

    def _chosen(self, table: Table, blow: Blow) -> Blow:
        if self.effect == ANOTHER and not _others(table, blow):
            raise Refused("No other enemy in reach. Choose double dice.", "effect")
        if self.effect == PIERCE and not _can_pierce(table, blow):
            raise Refused("Only piercing weapons ignore armour. Choose double dice.", "effect")
        if self.abilities and self.effect != ANOTHER:
            raise Refused("Abilities only go with the second target. Choose that, or leave them out.", "abilities")
        if self.effect == PIERCE:
            return blow.but(pierces=True, as_type="piercing")
        return blow.but(times=2) if self.effect == DOUBLE else blow

    def _again(self, table: Table, blow: Blow) -> tuple[Check, tuple[Source, ...], Blow]:
        """The attack on the other enemy: its roll, the boons of the abilities called upon, and the blow of a hit."""
        other, arm = self.other or _others(table, blow)[0], arm_named(table.me, blow.item)
        refuse_misplaced(table, other, arm, self.abilities)
        boons = called_for(table, other, arm, self.abilities, _deeds(blow))
        plain = blow_with(table, table.actor, other, arm, blow.as_type, shot=blow.shot)
        again = with_deeds(table, plain, arm, self.abilities)
        check = attack_check(table, table.actor, other, arm, boons, shot=blow.shot)
        return check, boons, again.but(kind=blow.kind)


def _blow(ask: Ask) -> Blow:
    return Blow.restored(ask.known["blow"])


def _deeds(blow: Blow) -> tuple[str, ...]:
    return () if blow.shot else BY_HAND


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
    others = [who for who in opponents(table, table.actor) if who != blow.target]
    near = [who for who in others if apart(table, table.actor, who) <= (far or REACH)]
    return near if blow.shot else unwalled(table, near)


@takes("second")
def _second(table: Table, dice: Dice, step: Step) -> None:
    """Roll the free attack on another enemy."""
    blow = Blow.restored(step["blow"])
    arm = _arm_of(table, blow) if blow.by in table.scene.combatants else None
    if arm is None or not is_able(table, blow.by) or blow.target not in table.scene.combatants:
        return
    table.happen(Told((blow.by, blow.target), "{0} attacks {1} as well."))
    boons = tuple((str(source), int(count)) for source, count in step.get("boons", ()))
    check = attack_check(table, blow.by, blow.target, arm, boons, shot=blow.shot)
    roll_attack(table, dice, check, blow)
