"""Attacks on one's own turn: hand to hand, shots and throws (DRB-011, DRB-012, DRB-042, DRB-043)."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import closed_by_walls, face, place, refuse_walled, unwalled
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    NotNow,
    Refused,
    Table,
    Told,
    Weighing,
    Worth,
    number,
    pick,
    plainly,
)
from rules.engine.odds import Odds
from rules.systems.dragonbane.content import switches
from rules.systems.dragonbane.core import Check, Source, call_upon, field_abilities, is_monster, let_go, listed
from rules.systems.dragonbane.fight.attacks.attack_roll import roll_attack
from rules.systems.dragonbane.fight.base import (
    BY_HAND,
    EMPTY,
    HIT_POINTS,
    MEASURE,
    MOST_BY_HAND,
    Arm,
    Blow,
    apart,
    as_type,
    attack_check,
    blow_with,
    called,
    called_for,
    fitting,
    in_reach,
    is_able,
    nearest,
    odds_to_hit,
    opponents,
    picks,
    range_of,
    reaching,
    ready,
    refuse_misplaced,
    shooting,
    show_oneself,
    spend,
    striking,
    taken,
    targets,
    use,
    with_deeds,
)

#: Metres within which an enemy hinders shots.
CLOSE = 2
#: The way to strike at a weak spot of the armour; the usual way is empty (D-4).
WEAK_SPOT = "weak_spot"
OF_ATTACKS = f"Average damage if they do not defend, without Dragon and Demon effects. {MEASURE}"


@dataclass(frozen=True, slots=True)
class Attack(Command):
    """An attack on one's own turn, with a weapon, at an opponent."""

    aims: ClassVar[str] = "target"
    #: Uses of abilities that it may call upon besides boons.
    deeds: ClassVar[tuple[str, ...]] = ()
    #: The fields that advice compares.
    weighed: ClassVar[tuple[str, ...]] = ("target", "weapon")

    target: str = pick("Target")
    weapon: str = pick("Weapon", default="", help="Default: the first usable weapon in hand")
    as_type: str = pick("Strike as", default="", help="For weapons with several damage types")
    boons: int = number("Boons", most=MOST_BY_HAND, default=0)
    banes: int = number("Banes", most=MOST_BY_HAND, default=0)
    abilities: tuple[str, ...] = field_abilities()

    @classmethod
    @abstractmethod
    def arms(cls, table: Table) -> list[Arm]:
        """The weapons in hand that this kind of attack can be made with."""

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return offered(table, cls)

    def odds(self, table: Table) -> Odds:
        return odds_to_hit(table, *self.aimed(table), ", undefended")

    def perform(self, table: Table, dice: Dice) -> None:
        arm, check = self._ready(table)
        blow = self._blow(table, arm)
        self._spend(table)
        call_upon(table, table.actor, self.abilities)
        face(table, table.actor, self.target)
        blow = self._let_fly(table, blow)
        show_oneself(table, table.actor)
        table.happen(Told((table.actor, self.target), f"{{0}} attacks {{1}} ({plainly(arm.name)})."))
        roll_attack(table, dice, check, blow)

    def weighing(self, table: Table) -> Weighing:
        """The targets and weapons weighed by hit points taken (DRB-011, DRB-012)."""

        def worth(chosen: Attack) -> Worth:
            return (taken(table, *chosen.aimed(table)),)

        return Weighing(type(self).weighed, HIT_POINTS, OF_ATTACKS, worth, said=lambda chosen: chosen.said(table))

    def said(self, table: Table) -> str:
        """The choice in a few words: "Goblin, Broadsword"."""
        return f"{called(table, self.target)}, {self._arm(table).name}"

    def aimed(self, table: Table) -> tuple[Check, Blow]:
        """The roll and the blow of a hit; refused if the target is out of reach."""
        arm, check = self._ready(table)
        return check, self._blow(table, arm)

    @abstractmethod
    def _ready(self, table: Table) -> tuple[Arm, Check]:
        """The weapon and the roll; refused if the target is out of reach."""

    @abstractmethod
    def _blow(self, table: Table, arm: Arm) -> Blow:
        """The blow of a hit with that weapon."""

    def _let_fly(self, table: Table, blow: Blow) -> Blow:
        """The blow with the weapon that leaves the hand, if it is thrown."""
        return blow

    def _spend(self, table: Table) -> None:
        """Spend the action of the turn."""
        spend(table)

    def _given(self, table: Table, arm: Arm) -> tuple[tuple[Source, ...], tuple[Source, ...]]:
        """Boons and banes of the situation and of the abilities called upon (DRB-022)."""
        called = called_for(table, self.target, arm, self.abilities, type(self).deeds)
        return (("The situation", self.boons), *called), (("The situation", self.banes),)

    def _arm(self, table: Table) -> Arm:
        """The weapon picked, one of those offered, or the first of them."""
        able = {arm.key: arm for arm in type(self).arms(table)}
        return able[self.weapon or next(iter(able))]


def offered(table: Table, kind: type[Attack]) -> dict[str, tuple[Choice, ...]]:
    """The choices of target, weapon, damage type and abilities for an attack of that kind."""
    arms = kind.arms(table)
    return {**picks(table, arms), "abilities": listed(fitting(table, arms, kind.deeds))}


@dataclass(frozen=True, slots=True)
class MeleeAttack(Attack, name="melee.attack", label="Attack"):
    """Strike at an enemy within 2 metres, 4 with a long weapon (DRB-011); the target may parry or dodge a hit.

    At a weak spot a piercing weapon strikes with a bane and past the armour (D-4). Whoever was not noticed has a boon,
    and nothing can be done against the hit (DRB-043).
    """

    deeds: ClassVar[tuple[str, ...]] = BY_HAND
    weighed: ClassVar[tuple[str, ...]] = ("target", "weapon", "manner")

    manner: str = pick("How", default="")

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        if is_monster(table.me):
            raise NotNow("Monsters attack by their own table. Use the monster's attack.")
        in_reach(table)

    @classmethod
    def arms(cls, table: Table) -> list[Arm]:
        return striking(table.me)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        manners = (Choice("", "Normally"), Choice(WEAK_SPOT, "At a weak spot", "piercing; bane, ignores armour"))
        return {**offered(table, cls), "target": closed_by_walls(table, targets(table)), "manner": manners}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        near = nearest(table, unwalled(table, opponents(table, table.actor)))
        return {"target": near, **cls.preset_against(table, near)}

    @classmethod
    def preset_against(cls, table: Table, who: str) -> Mapping[str, Any]:
        return {"weapon": (reaching(table, who) or cls.arms(table))[0].key}

    def _ready(self, table: Table) -> tuple[Arm, Check]:
        arm = self._arm(table)
        far = apart(table, table.actor, self.target)
        if far > arm.weapon.reach:
            reach = f"{arm.name} reaches {arm.weapon.reach}: move closer"
            raise Refused(f"{table.name(self.target)} is {far:g} metres away. {reach}.", "target")
        refuse_walled(table, self.target)
        if self.manner == WEAK_SPOT and "piercing" not in arm.types:
            raise Refused(f"{arm.name} cannot find a weak spot. Use a piercing weapon.", "manner")
        as_type(arm, self._type())
        refuse_misplaced(table, self.target, arm, self.abilities)
        boons, banes = self._given(table, arm)
        if self.manner == WEAK_SPOT:
            banes = (*banes, ("Weak spot", 1))
        return arm, attack_check(table, table.actor, self.target, arm, boons, banes)

    def said(self, table: Table) -> str:
        return f"{Attack.said(self, table)}{', at a weak spot' if self.manner == WEAK_SPOT else ''}"

    def _type(self) -> str:
        return "piercing" if self.manner == WEAK_SPOT else self.as_type

    def _blow(self, table: Table, arm: Arm) -> Blow:
        blow = blow_with(table, table.actor, self.target, arm, self._type())
        return with_deeds(table, blow, arm, self.abilities).but(pierces=self.manner == WEAK_SPOT)

    def _spend(self, table: Table) -> None:
        spend(table)
        use(table, table.actor, struck=[self.target])


@dataclass(frozen=True, slots=True)
class RangedAttack(Attack, name="ranged.attack", label="Shoot or throw"):
    """Shoot, or throw what can be thrown, within the range; where the house has it, twice as far with a bane (DRB-012).

    With an enemy within 2 metres a shot has a bane. Thrown weapons lie where the target stands.
    """

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        if not cls.arms(table):
            raise NotNow("Nothing in hand to shoot or throw. Draw something.")
        if not opponents(table, table.actor):
            raise NotNow("No target. Move, help somebody, or end your turn.")

    @classmethod
    def has_use(cls, table: Table) -> bool:
        return bool(cls._carrying(table, nearest(table)))

    @classmethod
    def arms(cls, table: Table) -> list[Arm]:
        return shooting(table.me)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        target = nearest(table)
        return {"target": target, "weapon": (cls._carrying(table, target) or cls.arms(table))[0].key}

    @classmethod
    def _carrying(cls, table: Table, who: str) -> list[Arm]:
        """The weapons that carry as far as somebody stands, the best first."""
        far = apart(table, table.actor, who)
        return [arm for arm in cls.arms(table) if cls._most(table, arm) >= far]

    @classmethod
    def _most(cls, table: Table, arm: Arm) -> int:
        """Metres that a weapon carries; twice its range where the house has it."""
        return range_of(table.me, arm) * (2 if switches.DOUBLE_RANGE.flag(table.house_rules) else 1)

    @classmethod
    def preset_against(cls, table: Table, who: str) -> Mapping[str, Any]:
        best = cls.arms(table)[0]
        if not best.weapon.is_ranged:
            raise NotNow(f"{best.name} would leave your hand.")
        return {"weapon": best.key}

    def _ready(self, table: Table) -> tuple[Arm, Check]:
        arm = self._arm(table)
        if arm.item.stats.get(EMPTY):
            raise Refused(f"{arm.name} has no ammunition. Take a new quiver (an action) first.", "weapon")
        far, reach, most = apart(table, table.actor, self.target), range_of(table.me, arm), self._most(table, arm)
        if far > most:
            away = f"{table.name(self.target)} is {far:g} metres away"
            raise Refused(f"{away}. {arm.name} reaches {most} metres: move closer.", "target")
        as_type(arm, self.as_type)
        boons, banes = self._given(table, arm)
        if far > reach:
            banes = (*banes, ("Shooting beyond the range", 1))
        banes = (*banes, *_hindered_shot(table))
        return arm, attack_check(table, table.actor, self.target, arm, boons, banes, shot=True)

    def _blow(self, table: Table, arm: Arm) -> Blow:
        kind = "ranged" if arm.weapon.is_ranged else "thrown"
        return blow_with(table, table.actor, self.target, arm, self.as_type, shot=True).but(kind=kind)

    def _let_fly(self, table: Table, blow: Blow) -> Blow:
        if blow.kind != "thrown":
            return blow
        return blow.but(item=let_go(table, table.actor, blow.item, place(table, self.target)))


def _hindered_shot(table: Table) -> tuple[Source, ...]:
    """The bane of an enemy beside the shooter; refused where the house makes such shots impossible (D-3)."""
    beside = [
        who for who in opponents(table, table.actor) if is_able(table, who) and apart(table, table.actor, who) <= CLOSE
    ]
    rule = switches.CLOSE_BANE.chosen(table.house_rules)
    if not beside or rule == "as ever":
        return ()
    if rule == "impossible":
        raise Refused(f"{table.name(beside[0])} is too close to shoot. Move away, or strike.", "target")
    return (("An enemy beside you", 1),)
