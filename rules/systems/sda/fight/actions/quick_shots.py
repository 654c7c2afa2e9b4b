"""Shots out of turn: quick shooters watch somebody, and shoot when they give an opening (SDA-193, SDA-224, D-7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import distance
from rules.engine.kernel import (
    Choice,
    Command,
    Condition,
    ConditionSet,
    Dice,
    NotNow,
    Reply,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    number,
    pick,
    plainly,
)
from rules.engine.odds import Odds
from rules.systems.sda.core.person import called_field, figure, source, virtue_field
from rules.systems.sda.core.rolls import Pool, buy, with_bought
from rules.systems.sda.fight.advice.attacks import OF_SHOTS, most_dice
from rules.systems.sda.fight.advice.duels import shot
from rules.systems.sda.fight.advice.reactions import STRIKE, Reaction, later
from rules.systems.sda.fight.base import (
    Missile,
    announced,
    best_missile,
    check_ready,
    let_fly,
    missile_named,
    missile_pool,
    own_turn,
    react,
    reacting,
    spared,
    use,
)
from rules.systems.sda.fight.base.missiles import missiles
from rules.systems.sda.fight.blows.attack_odds import odds_of_shot
from rules.systems.sda.fight.blows.exchange import FREE_DIE
from rules.systems.sda.fight.blows.maluses import (
    COVER_CHOICES,
    LIGHT_CHOICES,
    lying_bonus,
    malus_of,
    near_bonus,
    shot_maluses,
)
from rules.systems.sda.fight.blows.rolls import Blow
from rules.systems.sda.fight.blows.shot import Shot
from rules.systems.sda.fight.melee.attack import high_ground
from rules.systems.sda.fight.melee.dodging import let_dodge
from rules.systems.sda.fight.moves.holds import attackable
from rules.systems.sda.fight.moves.opportunity import provoke
from rules.systems.sda.fight.moves.picks import MOST, bodily_choices, weapon_field, worsen_field
from rules.systems.sda.fight.moves.watching import WATCHING
from rules.systems.sda.fight.wounds.harm import bleed


@dataclass(frozen=True, slots=True)
class Watch(Command):
    """Say whom you watch for an opening: you may shoot at it out of turn, until you watch somebody else (D-7).

    It takes no action. An opening is whatever gives one to those in reach, and any movement.
    """

    name: ClassVar[str] = "turn.watch"
    label: ClassVar[str] = "Watch for an opening"

    target: str = pick("Whom")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not figure(table.me, "quick_shots"):
            raise NotNow("Only a quick shooter shoots out of turn. It takes that trait.")
        own_turn(table)
        if not _watchable(table):
            raise NotNow("There is nobody else to watch. Opponents have to be in the fight, and known to you.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        far = {who: distance(table, table.actor, who) for who in _watchable(table)}
        near = sorted(far, key=lambda who: far[who])
        return {"target": tuple(Choice(who, table.name(who), f"{far[who]:g} m") for who in near)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"target": min(_watchable(table), key=lambda who: distance(table, table.actor, who))}

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(ConditionSet(table.actor, Condition(WATCHING, "Watches for an opening", 0, self.target)))
        table.happen(Told((table.actor, self.target), "{0} watches {1} for an opening."))


def _watchable(table: Table) -> list[str]:
    return [who for who in attackable(table, table.actor) if who != source(table.me, WATCHING)]


@dataclass(frozen=True, slots=True)
class ShootOpening(Reply):
    """Shoot at whoever you watch as they give an opening: once a round, with a die more than reactions have left (D-7).

    Everything that bears on a shot bears on it, and it may be dodged (SDA-195, SDA-199, SDA-230).
    """

    name: ClassVar[str] = "opportunity.shoot"
    label: ClassVar[str] = "Shoot"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "Nobody whom you watch gives you an opening now."

    dice: int = number("Dice", least=1, most=MOST)
    weapon: str = weapon_field()
    bought: int = number("Dice bought with spirit", default=0)
    bonus: int = number("Bonus dice", default=0, most=20, at_once=False)
    malus: int = number("Malus", default=0, most=20, at_once=False)
    cover: str = pick("Their cover", default="none", help="The game master's word")
    light: str = pick("Light", default="light")
    worsen: tuple[str, ...] = worsen_field()
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = virtue_field()
    called: str = called_field()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        hands = tuple(Choice(one.arm.key, one.arm.name) for one in missiles(table.me).values())
        known = {"weapon": hands, "cover": COVER_CHOICES, "light": LIGHT_CHOICES}
        return {**known, **bodily_choices(table)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        pool = missile_pool(table, table.actor, best_missile(table, table.actor), bonus=FREE_DIE)
        return {"ask": ask.key, "dice": max(1, spared(table, pool, reacting(table, pool.who, FREE_DIE)))}

    def odds(self, table: Table) -> Odds:
        target, missile = self._target(table), self._missile(table)
        pool = self._ready(table, with_bought(table, self._pool(table, target, missile), self.bought))
        return odds_of_shot(table, pool, target, missile, self)

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many dice to shoot with, and how many of the budget to keep for what may still come (SDA-163).

        A shot gives those in reach an opening, too (SDA-194).
        """
        target, missile = self._target(table), self._missile(table)
        plain, reaction = self._pool(table, target, missile), Reaction(table, later(table, table.actor, openings=True))
        duel = shot(table, table.actor, target, missile.arm, missile.arm.types[0])

        def worth(chosen: ShootOpening) -> Worth:
            whole = with_bought(table, plain, chosen.bought)
            now, _ = duel.split(chosen._ready(table, whole).side(chosen.dice), None)
            return reaction.worth(now, plain, whole, chosen.dice, chosen.bought, FREE_DIE + self.bonus)

        upto = most_dice(table, plain, lambda pool: pool.available)
        return reaction.weighing(STRIKE, OF_SHOTS, worth, upto)

    def perform(self, table: Table, dice: Dice) -> None:
        target, missile = self._target(table), self._missile(table)
        table.answer(self.ask, self.name)
        whole = buy(table, self._pool(table, target, missile), self.bought)
        pool = self._ready(table, whole)
        react(table, pool, self.dice, self.bought, FREE_DIE + self.bonus)
        use(table, table.actor, opportunity=1)
        verb = "throws" if missile.thrown else "shoots"
        told = f"{{0}} {verb} at the opening of {{1}} with {counted(self.dice, 'die', 'dice')}"
        table.happen(Told((table.actor, target), f"{told} ({plainly(missile.arm.name)})."))
        bleed(table, dice, whole, pool, self.worsen)
        let_fly(table, table.actor, missile, target)
        provoke(table, table.actor, verb)
        blow = Blow.of(pool, self.dice, self.reward, missile.arm.key)
        let_dodge(table, dice, Shot.of(blow, target, missile, missile.arm.types[0]))

    def _target(self, table: Table) -> str:
        return str(table.open_ask(self.ask, self.name).known["target"])

    def _missile(self, table: Table) -> Missile:
        missile = missile_named(table.me, self.weapon) if self.weapon else best_missile(table, table.actor)
        check_ready(table, table.actor, missile)
        return missile

    def _pool(self, table: Table, target: str, missile: Missile) -> Pool:
        who = table.actor
        hindered = malus_of(shot_maluses(table, who, target, missile, self.cover, self.light)) + self.malus
        dice = self.bonus + FREE_DIE + high_ground(table, target)
        dice += lying_bonus(table, who, missile) + near_bonus(table, who, target, missile)
        return missile_pool(table, who, missile, bonus=dice, malus=hindered, virtue=self.virtue, called=self.called)

    def _ready(self, table: Table, pool: Pool) -> Pool:
        spent = reacting(table, pool.who, self.bought + FREE_DIE + self.bonus)
        return announced(table, pool, self.dice, self.worsen, "this shot", spent)
