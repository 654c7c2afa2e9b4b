"""Shots out of turn: quick shooters watch somebody, and shoot when they give an opening (SDA-193, SDA-224, D-7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import (
    Choice,
    Command,
    Condition,
    ConditionSet,
    Dice,
    NotNow,
    Table,
    Told,
    counted,
    number,
    pick,
    plainly,
)
from rules.engine.odds import Odds
from rules.systems.sda.core.person import figure, source
from rules.systems.sda.core.rolls import MOST_BONUS, Pool
from rules.systems.sda.fight.actions.openings import OpeningRoll
from rules.systems.sda.fight.advice import (
    OF_SHOTS,
    Duel,
    shot,
)
from rules.systems.sda.fight.base import (
    FREE_DIE,
    Missile,
    best_missile,
    let_fly,
    missile_in_hand,
    missile_pool,
    missiles,
    own_turn,
    reacting,
    spared,
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
from rules.systems.sda.fight.melee import high_ground, let_dodge
from rules.systems.sda.fight.moves import (
    WATCHING,
    attackable,
    bodily_choices,
    by_distance,
    provoke,
    weapon_field,
)


@dataclass(frozen=True, slots=True)
class Watch(Command, name="turn.watch", label="Watch for an opening"):
    """Say whom you watch for an opening: you may shoot at it out of turn, until you watch somebody else (D-7).

    It takes no action. An opening is whatever gives one to those in reach, and any movement.
    """

    target: str = pick("Target")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not figure(table.me, "quick_shots"):
            raise NotNow("You need the trait Quick Shooter. Shoot on your own turn instead.")
        own_turn(table)
        if not _watchable(table):
            raise NotNow("Nobody else to watch.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"target": tuple(Choice(who, table.name(who), f"{far:g} m") for who, far in _watchable(table).items())}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"target": next(iter(_watchable(table)))}

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(ConditionSet(table.actor, Condition(WATCHING, "Watches for an opening", 0, self.target)))
        table.happen(Told((table.actor, self.target), "{0} watches {1} for an opening."))


def _watchable(table: Table) -> dict[str, float]:
    """The distances of the opponents who can be watched instead, by id, nearest first."""
    watched = source(table.me, WATCHING)
    return {who: far for who, far in by_distance(table, attackable(table, table.actor)).items() if who != watched}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShootOpening(OpeningRoll, name="opportunity.shoot", label="Shoot"):
    """Shoot at whoever you watch as they give an opening: once a round, with a die more than reactions have left (D-7).

    Everything that bears on a shot bears on it, and it may be dodged (SDA-195, SDA-199, SDA-230). It gives those in
    reach an opening, too (SDA-194).
    """

    leading: ClassVar[tuple[str, ...]] = ("dice", "weapon", "bought", "bonus", "malus", "cover", "light", "worsen")
    unasked: ClassVar[str] = "Nobody you watch gives you an opening."
    purpose: ClassVar[str] = "this shot"
    expected: ClassVar[str] = OF_SHOTS
    opens: ClassVar[bool] = True

    weapon: str = weapon_field()
    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS, at_once=False)
    malus: int = number("Malus", default=0, most=MOST_BONUS, at_once=False)
    cover: str = pick("Their cover", default="none", help="Game master decides")
    light: str = pick("Light", default="light")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        hands = tuple(Choice(one.arm.key, one.arm.name) for one in missiles(table.me).values())
        return {"weapon": hands, "cover": COVER_CHOICES, "light": LIGHT_CHOICES, **bodily_choices(table)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        pool = missile_pool(table, table.actor, best_missile(table, table.actor), bonus=FREE_DIE)
        dice = max(1, spared(table, pool, reacting(table, pool.who, FREE_DIE)))
        return {"ask": ask.key, "dice": dice, "cover": cover_drawn(table, table.actor, str(ask.known["target"]))}

    def _missile(self, table: Table) -> Missile:
        return missile_in_hand(table, self.weapon)

    def _pool(self, table: Table, target: str) -> Pool:
        who, missile = table.actor, self._missile(table)
        hindered = malus_of(shot_maluses(table, who, target, missile, self.cover, self.light)) + self.malus
        dice = self.bonus + FREE_DIE + high_ground(table, target)
        dice += lying_bonus(table, who, missile) + near_bonus(table, who, target, missile)
        return missile_pool(table, who, missile, bonus=dice, malus=hindered, virtue=self.virtue, called=self.called)

    def _odds(self, table: Table, pool: Pool, target: str) -> Odds:
        return odds_of_shot(table, pool, target, self._missile(table), self)

    def _duel(self, table: Table, target: str) -> Duel:
        arm = self._missile(table).arm
        return shot(table, table.actor, target, arm, arm.types[0])

    def _verb(self, table: Table) -> str:
        return "throws" if self._missile(table).thrown else "shoots"

    def _told(self, table: Table) -> str:
        told = f"{{0}} {self._verb(table)} at {{1}}’s opening with {counted(self.dice, 'die', 'dice')}"
        return f"{told} ({plainly(self._missile(table).arm.name)})."

    def _let_go(self, table: Table, dice: Dice, pool: Pool, target: str) -> None:
        missile, verb = self._missile(table), self._verb(table)
        let_fly(table, table.actor, missile, target)
        provoke(table, table.actor, verb)
        blow = Blow.of(pool, self.dice, self.reward, missile.arm.key)
        let_dodge(table, dice, Shot.of(blow, target, missile, missile.arm.types[0]))
