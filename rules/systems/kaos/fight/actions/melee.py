"""Striking hand to hand: the melee attack, and the surprise strike (PCT-024, PCT-031)."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.fight import (
    field_east,
    field_north,
    own_place,
    refuse_walled,
    unwalled,
)
from rules.engine.kernel import Choice, Command, Dice, MemoKept, NotNow, Refused, Table, Weighing, pick, switch
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.kaos.core import Trial, chance, damage_bonus, field_eased, own_score, points, prepared
from rules.systems.kaos.fight.actions.reach import (
    can_walk,
    longest_reach,
    nearest_of_blows,
    refuse_unreached,
    targets_of_blows,
    where_to_strike,
)
from rules.systems.kaos.fight.base import (
    BASH,
    Arm,
    Blow,
    Square,
    aims,
    arm_named,
    best_melee,
    free_to_act,
    opponents,
    refuse_without_hands,
    shield_of,
    spend_action,
    squares_between,
    standing,
    walk,
)
from rules.systems.kaos.fight.exchange.attack_and_defence import odds_of_attack, strike
from rules.systems.kaos.fight.exchange.effects import of_attacks, past

MELEE, DECEPTION = "melee_combat", "deception"
HINDERED = "Cover or darkness: a hard test"
#: The choice of the shield as a weapon.
SHIELD = "shield"


def melee_trial(table: Table, target: str, *, eased: bool, hindered: bool, bashes: bool = False) -> Trial:
    """A Melee Combat test; hard for a shield bash, or if anything hinders (PCT-011, PCT-028, D-7)."""
    mode = "hard" if bashes or aims.hindrances(table, target, hindered=hindered) else "standard"
    return prepared(table, table.actor, MELEE, mode, eased=eased)


@dataclass(frozen=True, slots=True)
class Attack(Command):
    """An attack with something in hand, as the action of a turn."""

    aims: ClassVar[str] = "target"

    target: str = pick("Target")
    weapon: str = pick("Weapon", default="", help="Default: the one that does most damage", at_once=True)

    @classmethod
    def steps_before(cls, table: Table) -> int:
        """Squares that one may walk before it."""
        return 0

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"target": targets_of_blows(table, cls.steps_before(table)), "weapon": aims.melee_choices(table)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"target": nearest_of_blows(table, cls.steps_before(table)), "weapon": best_melee(table.me).key}

    def odds(self, table: Table) -> Odds:
        trial, blow = self.aimed(table)
        return odds_of_attack(table, blow, trial)

    def perform(self, table: Table, dice: Dice) -> None:
        trial, blow = self.aimed(table)
        self._go(table)
        spend_action(table, table.actor)
        self._let_fly(table)
        strike(table, dice, blow, trial)

    def weighing(self, table: Table) -> Weighing:
        """The targets, weapons and an easier roll weighed (PCT-024, PCT-025, PCT-029, PCT-038)."""
        return of_attacks(table, "target", "weapon", "eased", whom=aims.fellows(table, self.target))

    @abstractmethod
    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        """The roll and the blow of a hit; refused if the target is out of reach."""

    def _way(self, table: Table) -> Square:
        """The square from which it is made: one's own, unless one walks; refused if it cannot be reached."""
        return standing(table, table.actor)

    def _go(self, table: Table) -> None:
        """Walk to where the attack is made from."""
        walk(table, table.actor, self._way(table))

    def _let_fly(self, table: Table) -> None:
        """Use up what a shot or throw takes."""


@dataclass(frozen=True, slots=True)
class MeleeAttack(Attack, name="melee.attack", label="Melee attack"):
    """Move up to the Movement Rate and strike: a Melee Combat test (PCT-024, PCT-011).

    Left where you are, you go up to the target by yourself, as far as it takes.
    """

    x: int = field_east(at_once=False)
    y: int = field_north(at_once=False)
    eased: bool = field_eased()
    hindered: bool = switch("Hindered", help=HINDERED)

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        refuse_unreached(table, cls.steps_before(table), longest_reach(table))

    @classmethod
    def steps_before(cls, table: Table) -> int:
        return can_walk(table)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        target = nearest_of_blows(table, cls.steps_before(table))
        return {**Attack.preset(table), "target": target, **own_place(table)}

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        self._way(table)
        trial = melee_trial(table, self.target, eased=self.eased, hindered=self.hindered)
        return trial, blow_at(table, self.target, self.weapon, purpose=self.name)

    def _way(self, table: Table) -> Square:
        arm = melee_arm(table, self.weapon)
        return where_to_strike(table, self.target, arm, self.x, self.y, can_walk(table))


def melee_arm(table: Table, key: str) -> Arm:
    """The weapon picked, or the best; refused if it does not strike, or hands are lacking."""
    arm = arm_named(table.me, key) if key else best_melee(table.me)
    if not arm.is_melee:
        raise Refused(f"The {arm.name.lower()} is a ranged weapon. Use Missile attack.", "weapon")
    refuse_without_hands(table.me, arm)
    return arm


# -- surprise ----------------------------------------------------------------------------------------------------------

SURPRISED = "surprised"


def surprised_by(table: Table, who: str) -> list[str]:
    """Ids of those whom somebody has tried to surprise, in this fight or an earlier one."""
    return list(table.sheet(who).memo.get(SURPRISED, []))


@dataclass(frozen=True, slots=True)
class SurpriseStrike(Attack, name="melee.surprise", label="Surprise strike"):
    """Strike somebody beside you, unmoved; if it hits, a Deception test doubles the damage (PCT-031, C-11, C-13).

    Once per opponent, in whatever fight (C-25); with a weapon, bare hands or the shield, which takes a hard test like
    every bash (PCT-028).
    """

    weapon: str = pick("Weapon", default="", at_once=True)
    eased: bool = field_eased("Make the attack easier")
    eased_deception: bool = field_eased("Make Deception easier")
    hindered: bool = switch("Hindered", help=HINDERED)

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        refuse_unreached(table, 0, 1)
        if not own_score(table.me, DECEPTION):
            raise NotNow("Deception 0 cannot be tried. Attack without surprise.")

    @classmethod
    def has_use(cls, table: Table) -> bool:
        return bool(_unwary(table))

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return with_shield(table, cls.steps_before(table))

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"target": aims.nearest(table, _unwary(table)), "weapon": best_melee(table.me).key}

    def odds(self, table: Table) -> Odds:
        deceives = chance(own_score(table.me, DECEPTION), "easy" if self.eased_deception else "standard")
        doubled = Chance("doubles", "double damage if it hits", deceives)
        return and_then(Attack.odds(self, table), doubled, f"If it hits, {in_words(deceives)} of double damage.")

    def _go(self, table: Table) -> None:
        """Stay, and remember the surprise, which is tried once for each opponent."""
        table.happen(MemoKept(table.actor, SURPRISED, [*surprised_by(table, table.actor), self.target]))

    def weighing(self, table: Table) -> Weighing:
        """The targets, weapons, an easier attack and an easier Deception weighed (PCT-031, PCT-038)."""

        def eased(chosen: SurpriseStrike) -> float:
            trial, blow = chosen.aimed(table)
            return chosen.eased + trial.chance * past(table, blow) * chosen.eased_deception

        whom = aims.fellows(table, self.target)
        return of_attacks(table, "target", "weapon", "eased", "eased_deception", eased=eased, whom=whom)

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        """The roll and the blow of a hit; refused if the target is not beside, or was surprised before."""
        if squares_between(table, table.actor, self.target) > 1:
            raise Refused("You can only surprise a target next to you, without moving.", "target")
        refuse_walled(table, self.target)
        if self.target in surprised_by(table, table.actor):
            raise Refused(
                f"{table.name(self.target)} is on guard: one surprise per opponent. Attack normally.", "target"
            )
        if self.eased and self.eased_deception:
            points.refuse_without(table.me, 2 * points.EASE_PRICE, "Making both rolls easier", "eased_deception")
        elif self.eased_deception:
            points.refuse_without(table.me, points.EASE_PRICE, "An easier roll", "eased_deception")
        bashes = self.weapon == SHIELD
        trial = melee_trial(table, self.target, eased=self.eased, hindered=self.hindered, bashes=bashes)
        more = {"purpose": self.name, "surprise": True, "eased": self.eased_deception}
        return trial, blow_at(table, self.target, self.weapon, **more)


def _unwary(table: Table) -> list[str]:
    """The opponents beside the actor whom they have not surprised yet."""
    beside = [who for who in opponents(table, table.actor) if squares_between(table, table.actor, who) <= 1]
    return [who for who in unwalled(table, beside) if who not in surprised_by(table, table.actor)]


def with_shield(table: Table, walk: int) -> dict[str, tuple[Choice, ...]]:
    """The choices of targets and of weapons to strike with, the shield among them."""
    shield = shield_of(table.me)
    bash = (Choice(SHIELD, shield.name, BASH),) if shield else ()
    return {"target": targets_of_blows(table, walk), "weapon": (*aims.melee_choices(table), *bash)}


def and_then(plain: Odds, chance: Chance, sentence: str) -> Odds:
    """The odds of an attack with the chance of a roll that may follow it."""
    return replace(plain, sentence=f"{plain.sentence} {sentence}", chances=(*plain.chances, chance))


def blow_at(table: Table, target: str, weapon: str, **more: Any) -> Blow:
    """A blow with a weapon, bare hands, or the shield (PCT-031, PCT-033, C-12)."""
    if weapon != SHIELD:
        return Blow.with_arm(table.me, table.actor, target, melee_arm(table, weapon), **more)
    shield = shield_of(table.me)
    if shield is None:
        raise Refused("No shield in hand. Strike with a weapon or bare hands.", "weapon")
    return Blow(table.actor, target, shield.name, BASH, damage_bonus(table.me), **more)
