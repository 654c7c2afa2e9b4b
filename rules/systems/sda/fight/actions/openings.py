"""Answers to a chance to strike: the attack of opportunity, the quick shooter's shot, or letting it pass.

SDA-193, SDA-224 to SDA-230, D-7.
"""

from abc import abstractmethod
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
    Refused,
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
from rules.systems.sda.core.person import figure, source
from rules.systems.sda.core.rolls import MOST_BONUS, Pool, buy, other_of, with_bought
from rules.systems.sda.fight.advice import (
    OF_OPENINGS,
    OF_SHOTS,
    STRIKE,
    Duel,
    Reaction,
    blow,
    later,
    let_pass,
    most_dice,
    shot,
)
from rules.systems.sda.fight.base import (
    LONGEST,
    Arm,
    Missile,
    Spent,
    best_missile,
    check_bought,
    let_fly,
    melee_pool,
    missile_in_hand,
    missile_pool,
    missiles,
    own_turn,
    react,
    reacting,
    spared,
    use,
)
from rules.systems.sda.fight.blows import (
    COVER_CHOICES,
    FREE_DIE,
    LIGHT_CHOICES,
    Blow,
    Exchange,
    Shot,
    attack_pool,
    lying_bonus,
    malus_of,
    near_bonus,
    odds_of_blow,
    odds_of_shot,
    shot_maluses,
)
from rules.systems.sda.fight.melee import bought_in_rage, high_ground, let_dodge, strike
from rules.systems.sda.fight.moves import (
    WATCHING,
    AnnouncedRoll,
    MeleeRoll,
    arm_for,
    attackable,
    bodily_choices,
    by_distance,
    carry_on,
    provoke,
    weapon_field,
)
from rules.systems.sda.fight.wounds import bleed


@dataclass(frozen=True, kw_only=True)
class OpeningRoll(AnnouncedRoll, Reply):
    """A blow or shot at an opening: once a round, with one die more than reactions have left (SDA-230)."""

    #: The sentence of advice about it, and whether it gives an opening itself.
    expected: ClassVar[str] = OF_OPENINGS
    opens: ClassVar[bool] = False

    def _whom(self, table: Table) -> str:
        """The id of the one at whom it goes."""
        return str(table.open_ask(self.ask, self.name).known["target"])

    @abstractmethod
    def _pool(self, table: Table, target: str) -> Pool:
        """The pool before any dice are bought; refused where the opening is no more to be had."""

    @abstractmethod
    def _odds(self, table: Table, pool: Pool, target: str) -> Odds:
        """The odds of it, with the pool as it is rolled."""

    @abstractmethod
    def _duel(self, table: Table, target: str) -> Duel:
        """The duel with the best answer to it."""

    @abstractmethod
    def _told(self, table: Table) -> str:
        """The sentence about it, with ``{0}`` and ``{1}`` for the names."""

    @abstractmethod
    def _let_go(self, table: Table, dice: Dice, pool: Pool, target: str) -> None:
        """Let it come to the target's answer."""

    def _spent(self, table: Table, who: str) -> Spent:
        return reacting(table, who, self.bought + FREE_DIE + self.bonus)

    def odds(self, table: Table) -> Odds:
        target = self._whom(table)
        pool = self._rolled(table, with_bought(table, self._pool(table, target), self.bought))
        return self._odds(table, pool, target)

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many dice to strike with, and how many of the budget to keep for what may still come (SDA-163)."""
        target = self._whom(table)
        plain, duel = self._pool(table, target), self._duel(table, target)
        reaction = Reaction(table, later(table, table.actor, openings=self.opens))

        def worth(chosen: OpeningRoll) -> Worth:
            check_bought(table, plain, chosen.bought)
            whole = with_bought(table, plain, chosen.bought)
            now, _ = duel.split(chosen._rolled(table, whole).side(chosen.dice), None)
            return reaction.worth(now, plain, whole, chosen.dice, chosen.bought, FREE_DIE + self.bonus)

        upto = most_dice(table, plain, lambda pool: pool.available)
        return reaction.weighing(STRIKE, self.expected, worth, upto)

    def perform(self, table: Table, dice: Dice) -> None:
        target = self._whom(table)
        plain = self._pool(table, target)
        table.answer(self.ask, self.name)
        whole = buy(table, plain, self.bought)
        pool = self._rolled(table, whole)
        react(table, pool, self.dice, self.bought, FREE_DIE + self.bonus)
        use(table, table.actor, opportunity=1)
        table.happen(Told((table.actor, target), self._told(table)))
        bleed(table, dice, whole, pool, self.worsen)
        self._let_go(table, dice, pool, target)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOpportunity(MeleeRoll, OpeningRoll):
    """Strike at somebody who gave an opening: once a round, with one die more than reactions have left (SDA-230).

    Whoever strikes is the attacker, even on the other's turn (SDA-229); on one's own flank it costs 1 MoS (SDA-226). Of
    two who ride together either may be struck at.
    """

    name: ClassVar[str] = "opportunity.take"
    label: ClassVar[str] = "Strike"
    leading: ClassVar[tuple[str, ...]] = ("dice", "target", *MeleeRoll.leading[1:])
    unasked: ClassVar[str] = "Nobody gives you an opening now."
    purpose: ClassVar[str] = "this strike"

    target: str = pick("At", default="", help="Whoever gave the opening")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        gave = cls.waiting(table).known["target"]
        there = [who for who in (gave, other_of(table, gave)) if who]
        targets = tuple(Choice(who, table.name(who)) for who in there) if len(there) > 1 else ()
        return {**MeleeRoll.choices(table), "target": targets}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        target = ask.known["target"]
        arm = arm_for(table, "", target)
        pool = melee_pool(table, table.actor, arm, bonus=FREE_DIE + high_ground(table, target))
        most = max(1, spared(table, pool, reacting(table, pool.who, FREE_DIE)))
        return {"ask": ask.key, "weapon": arm.key, "dice": most, **bought_in_rage(table, pool)}

    def _whom(self, table: Table) -> str:
        return self.target or OpeningRoll._whom(self, table)

    def _arm(self, table: Table, target: str) -> Arm:
        return arm_for(table, self.weapon, target)

    def _pool(self, table: Table, target: str) -> Pool:
        far = distance(table, table.actor, target)
        if far > LONGEST:
            raise Refused(f"{table.name(target)} is {far:g} metres away by now. Let the opening pass.", "target")
        arm = self._arm(table, target)
        helped = self.bonus + FREE_DIE + high_ground(table, target)
        said = (self.skill, self.attribute, helped, self.malus, self.virtue, self.called)
        pool = attack_pool(table, table.actor, target, arm, *said, opportunity=True)
        check_bought(table, pool, self.bought)
        return pool

    def _odds(self, table: Table, pool: Pool, target: str) -> Odds:
        return odds_of_blow(table, pool, target, self._arm(table, target).key, self)

    def _duel(self, table: Table, target: str) -> Duel:
        return blow(table, table.actor, target, self._arm(table, target), shield=self.shield, both=False)

    def _told(self, table: Table) -> str:
        return f"{{0}} takes {{1}}’s opening with {counted(self.dice, 'die', 'dice')}."

    def _let_go(self, table: Table, dice: Dice, pool: Pool, target: str) -> None:
        blow = Blow.of(pool, self.dice, self.reward, self._arm(table, target).key, shield=self.shield)
        strike(table, dice, Exchange(blow, target, kind="opportunity"))


@dataclass(frozen=True, slots=True)
class PassOpportunity(Reply):
    """Let an opening go; there may be another one this round."""

    name: ClassVar[str] = "opportunity.pass"
    label: ClassVar[str] = "Let it pass"
    unasked: ClassVar[str] = "Nobody gives you an opening now."

    def weighing(self, table: Table) -> Weighing:
        """Weigh it as keeping all dice for what may still come."""
        return let_pass(table, self.label)

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        table.happen(Told((table.actor, ask.known["target"]), "{0} lets {1}’s opening pass."))
        carry_on(table)


# -- quick shooters ----------------------------------------------------------------------------------------------------


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
class ShootOpening(OpeningRoll):
    """Shoot at whoever you watch as they give an opening: once a round, with a die more than reactions have left (D-7).

    Everything that bears on a shot bears on it, and it may be dodged (SDA-195, SDA-199, SDA-230). It gives those in
    reach an opening, too (SDA-194).
    """

    name: ClassVar[str] = "opportunity.shoot"
    label: ClassVar[str] = "Shoot"
    leading: ClassVar[tuple[str, ...]] = ("dice", "weapon", "bought", "bonus", "malus", "cover", "light", "worsen")
    unasked: ClassVar[str] = "Nobody whom you watch gives you an opening now."
    purpose: ClassVar[str] = "this shot"
    expected: ClassVar[str] = OF_SHOTS
    opens: ClassVar[bool] = True

    weapon: str = weapon_field()
    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS, at_once=False)
    malus: int = number("Malus", default=0, most=MOST_BONUS, at_once=False)
    cover: str = pick("Their cover", default="none", help="The game master's word")
    light: str = pick("Light", default="light")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        hands = tuple(Choice(one.arm.key, one.arm.name) for one in missiles(table.me).values())
        return {"weapon": hands, "cover": COVER_CHOICES, "light": LIGHT_CHOICES, **bodily_choices(table)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        pool = missile_pool(table, table.actor, best_missile(table, table.actor), bonus=FREE_DIE)
        return {"ask": ask.key, "dice": max(1, spared(table, pool, reacting(table, pool.who, FREE_DIE)))}

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
        told = f"{{0}} {self._verb(table)} at the opening of {{1}} with {counted(self.dice, 'die', 'dice')}"
        return f"{told} ({plainly(self._missile(table).arm.name)})."

    def _let_go(self, table: Table, dice: Dice, pool: Pool, target: str) -> None:
        missile, verb = self._missile(table), self._verb(table)
        let_fly(table, table.actor, missile, target)
        provoke(table, table.actor, verb)
        blow = Blow.of(pool, self.dice, self.reward, missile.arm.key)
        let_dodge(table, dice, Shot.of(blow, target, missile, missile.arm.types[0]))
