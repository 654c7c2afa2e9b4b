"""Shooting and throwing on one's own turn: bows, crossbows, firearms, slings, javelins, and chairs (SDA-193 to 200)."""

from abc import abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    NotNow,
    Refused,
    Table,
    Weighing,
    Worth,
    counted,
    number,
    pick,
    plainly,
    switch,
)
from rules.engine.odds import Odds
from rules.systems.sda.content.skills import ATTRIBUTES, SKILLS
from rules.systems.sda.content.weapon_entries import DamageType
from rules.systems.sda.core.person import told_of
from rules.systems.sda.core.rolls import Pool, dice_said, with_bought, with_each_bought
from rules.systems.sda.fight.advice import (
    AS_SAID,
    OF_SHOTS,
    Attack,
    Duel,
    Effort,
    acts_again,
    openings_given,
    shot,
    shot_harm,
    weighed,
)
from rules.systems.sda.fight.base import (
    UNFIT,
    Missile,
    acting,
    actions_left,
    best_missile,
    calm,
    free_to_act,
    let_fly,
    lost_to_taunt,
    missile_in_hand,
    missile_pool,
    missiles,
    none_left,
    own_turn,
    refuse_in_stance,
    spared,
    throwable,
    unfit,
    why_not_ready,
)
from rules.systems.sda.fight.blows import (
    COVER_CHOICES,
    LIGHT_CHOICES,
    Blow,
    Shot,
    cover_drawn,
    lying_bonus,
    malus_of,
    near_bonus,
    odds_of_shot,
    shot_maluses,
)
from rules.systems.sda.fight.melee import announce, high_ground, let_dodge, unseen
from rules.systems.sda.fight.moves import ActionRoll, attackable, bodily_choices, by_distance, provoke


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight(ActionRoll):
    """An attack by shooting or throwing, whatever flies (SDA-193, SDA-194, SDA-276, SDA-281)."""

    leading: ClassVar[tuple[str, ...]] = (
        *("target", "dice", "attribute", "bought", "bonus", "malus", "cover"),
        *("light", "high", "sight", "aware", "type", "worsen"),
    )
    aims: ClassVar[str] = "target"
    purpose: ClassVar[str] = "this attack"

    target: str = pick("Target")
    attribute: str = pick("Attribute", default="")
    cover: str = pick("Their cover", default="none", at_once=True, help="Game master decides")
    light: str = pick("Light", default="light")
    high: bool = switch("From high ground", help="+1 die")
    sight: bool = switch("In line of sight", default=True, help="Game master decides")
    aware: bool = switch("They are aware of it", default=True, help="If not, they cannot dodge")
    type: str = pick("Type of damage", default="", help="Default: the first")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        calm(table)
        refuse_in_stance(table)
        if not attackable(table, table.actor):
            raise NotNow("Nobody to aim at.")
        pool = missile_pool(table, table.actor, cls._at_hand(table))
        if not actions_left(table, pool):
            raise NotNow(none_left([pool]))

    @classmethod
    @abstractmethod
    def _at_hand(cls, table: Table) -> Missile:
        """The missile that could fly now; refused if none can."""

    @abstractmethod
    def _missile(self, table: Table) -> Missile:
        """The missile that was chosen; refused if it cannot fly."""

    def _skill(self) -> str:
        return ""

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        near = _targets(table)[0].value
        return {"target": near, **cls._met(table, near)}

    @classmethod
    def preset_against(cls, table: Table, who: str) -> Mapping[str, Any]:
        missile = cls._at_hand(table)
        if missile.thrown:
            raise NotNow(f"The {plainly(missile.arm.name)} would leave your hand. Throw it on purpose, or strike.")
        return cls._met(table, who)

    @classmethod
    def _met(cls, table: Table, who: str) -> dict[str, Any]:
        """The values that hang on whom it is aimed at."""
        return {"dice": cls._dice(table, who), "cover": cover_drawn(table, table.actor, who)}

    @classmethod
    def _dice(cls, table: Table, who: str) -> int:
        """The most dice that make no wound worse."""
        pool = missile_pool(table, table.actor, cls._at_hand(table), bonus=high_ground(table, who))
        return max(1, spared(table, pool, acting(table, pool.who)))

    def odds(self, table: Table) -> Odds:
        missile = self._missile(table)
        self._kind(missile)
        pool = self._rolled(table, with_bought(table, self._pool(table, missile), self.bought))
        more = f"; {told_of(table.me, 'unseen')} helps" if unseen(table, aware=self.aware) else ""
        return odds_of_shot(table, pool, self.target, missile, self, more)

    def weighing(self, table: Table) -> Weighing:
        """Weigh whom to aim at, dice and type of damage, and how many to keep for more (SDA-160, SDA-161).

        Opponents in reach strike at the opening that it gives, whoever it is aimed at (SDA-194).
        """
        missile = self._missile(table)
        again = acts_again(own_turn(table)) and not missile.reload and not missile.thrown
        kinds, ready = missile.arm.types, dict[str, tuple[Attack, dict[DamageType, Duel]]]()
        efforts: dict[tuple[str, int, int], Effort] = {}
        openings = openings_given(table, table.actor)
        for choice in _targets(table):
            with suppress(Refused):
                aimed = replace(self, target=choice.value)
                ready[choice.value] = aimed._at_once(table, missile, again=again, openings=openings)

        def worth(chosen: Flight) -> Worth:
            (attack, duels), key = ready[chosen.target], (chosen.target, chosen.dice, chosen.bought)
            if key not in efforts:
                rolled = chosen._rolled(table, attack.whole(chosen.bought))
                efforts[key] = attack.effort(rolled, chosen.dice, chosen.bought)
            return attack.worth(duels[chosen._kind(missile)], efforts[key])

        def said(chosen: Flight) -> str:
            return dice_said(chosen) + (f", {chosen._kind(missile).type}" if len(kinds) > 1 else "")

        attacks = {target: attack for target, (attack, _) in ready.items()}
        expected = f"{OF_SHOTS} {AS_SAID}" if len(attacks) > 1 else OF_SHOTS
        return weighed(attacks, expected, worth, "type", said=said)

    def _at_once(
        self, table: Table, missile: Missile, *, again: bool, openings: float
    ) -> tuple[Attack, dict[DamageType, Duel]]:
        """The shot with all dice that may be bought for it, and its duel for each type of damage."""
        pools, who, kinds = with_each_bought(table, self._pool(table, missile)), table.actor, missile.arm.types
        plainly = shot(table, who, self.target, missile.arm, kinds[0], aware=self.aware)
        harms = {kind: shot_harm(table, who, self.target, missile.arm, kind, shield=self.aware) for kind in kinds}
        duels = {kind: replace(plainly, dealt=dealt) for kind, dealt in harms.items()}
        return Attack(table, pools, again, openings), duels

    def perform(self, table: Table, dice: Dice) -> None:
        missile = self._missile(table)
        kind = self._kind(missile)
        verb = "throws" if missile.thrown or not missile.arm.item else "shoots"
        told = f"{{0}} {verb} at {{1}} with {counted(self.dice, 'die', 'dice')} ({plainly(missile.arm.name)})."
        pool = announce(self, table, dice, self._pool(table, missile), self.target, told)
        let_fly(table, table.actor, missile, self.target)
        provoke(table, table.actor, verb)
        blow = Blow.of(pool, self.dice, self.reward, missile.arm.key)
        let_dodge(table, dice, Shot.of(blow, self.target, missile, kind, aware=self.aware))

    def _kind(self, missile: Missile) -> DamageType:
        """The type of damage, said before anything is rolled (SDA-203); refused where the missile has none such."""
        kind = missile.arm.type_named(self.type) if self.type else missile.arm.types[0]
        if kind is None:
            kinds = " or ".join(one.type for one in missile.arm.types)
            raise Refused(f"{missile.arm.name} does {kinds} damage.", "type")
        return kind

    def _pool(self, table: Table, missile: Missile) -> Pool:
        """The pool with everything that helps and hinders (SDA-199); refused without line of sight (SDA-193)."""
        if not self.sight:
            raise Refused(
                f"{table.name(self.target)} is out of sight. Move, or choose another target.",
                "sight",
            )
        who = table.actor
        hindered = malus_of(shot_maluses(table, who, self.target, missile, self.cover, self.light)) + self.malus
        dice = self.bonus + high_ground(table, self.target, said=self.high) + lying_bonus(table, who, missile)
        dice += near_bonus(table, who, self.target, missile) + unseen(table, aware=self.aware)
        dice -= lost_to_taunt(table, who, self.target)
        said = (self._skill(), self.attribute, dice, hindered, self.virtue, self.called)
        return missile_pool(table, who, missile, *said)


@dataclass(frozen=True, slots=True, kw_only=True)
class RangedAttack(Flight, name="ranged.attack", label="Shoot or throw"):
    """Shoot or throw at somebody in line of sight: announce the dice, and a target that is aware may dodge (SDA-193).

    Every range increment passed costs 1 MoS (SDA-173, SDA-198), cover 1 to 3 (SDA-276). Each hit is a die of damage;
    nothing else is done to the target, and nothing to the attacker (SDA-199, SDA-200). It gives opponents in reach an
    opening (SDA-194).
    """

    weapon: str = pick("Weapon", default="", help="Default: the best", at_once=True)
    skill: str = pick("Speciality", default="")

    @classmethod
    def _at_hand(cls, table: Table) -> Missile:
        return best_missile(table, table.actor)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        held = missiles(table.me).values()
        skills = dict.fromkeys(way.skill for missile in held for way in missile.arm.skills)
        return {
            **_common(table),
            "weapon": tuple(Choice(one.arm.key, one.arm.name, _hint(table, one)) for one in held),
            "skill": tuple(Choice(skill, SKILLS[skill].name) for skill in skills),
            "type": _types(*held),
        }

    def _missile(self, table: Table) -> Missile:
        return missile_in_hand(table, self.weapon)

    def _skill(self) -> str:
        return self.skill


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowAnything(Flight, name="ranged.throw", label="Throw anything"):
    """Throw a weapon that was not made for it, or whatever is at hand (SDA-273).

    Small things fly with 1 MoS less and an increment of 5 metres, medium ones with 2 and 4, large ones with 3 and 3.
    """

    thing: str = pick("What", default="", help="Default: something at hand", at_once=True)
    size: str = pick("Its size", default="small", at_once=True)
    damage: int = number("Damage die", most=40, default=0, help="Die faces, for something at hand; 0 for none")

    @classmethod
    def _at_hand(cls, table: Table) -> Missile:
        return unfit(table.me, "", "small", 0)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        sizes = tuple(
            Choice(size, size.capitalize(), f"−{malus}, {metres} m") for size, (malus, metres) in UNFIT.items()
        )
        return {
            **_common(table),
            "thing": tuple(Choice(key, item.name) for key, item in throwable(table.me).items()),
            "size": sizes,
            "type": _types(cls._at_hand(table)),
        }

    def _missile(self, table: Table) -> Missile:
        return unfit(table.me, self.thing, self.size, self.damage)


def _common(table: Table) -> dict[str, tuple[Choice, ...]]:
    """The choices of the fields that every shot and throw has."""
    return {
        "target": _targets(table),
        "attribute": tuple(Choice(key, ATTRIBUTES[key].name) for key in ("agility", "strength")),
        "cover": COVER_CHOICES,
        "light": LIGHT_CHOICES,
        **bodily_choices(table),
    }


def _targets(table: Table) -> tuple[Choice, ...]:
    """The choices of opponents to aim at, the nearest first, with their distance."""
    far = by_distance(table, attackable(table, table.actor))
    return tuple(Choice(who, table.name(who), f"{metres:g} m") for who, metres in far.items())


def _hint(table: Table, missile: Missile) -> str:
    waits = why_not_ready(table, table.actor, missile)
    return waits or f"{missile_pool(table, table.actor, missile).notation}, {missile.increment} m"


def _types(*held: Missile) -> tuple[Choice, ...]:
    kinds = dict.fromkeys(kind.type for missile in held for kind in missile.arm.types)
    return tuple(Choice(kind, kind.capitalize()) for kind in kinds)
