"""The answer to a chance to strike: take the attack of opportunity, or let it pass (SDA-225, SDA-229, SDA-230)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import distance
from rules.engine.kernel import (
    Choice,
    Dice,
    Refused,
    Reply,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    number,
    pick,
    switch,
)
from rules.engine.odds import Odds
from rules.systems.sda.core.person import called_field, virtue_field
from rules.systems.sda.core.rolls import Pool, buy, other_of, with_bought
from rules.systems.sda.fight.advice.attacks import most_dice
from rules.systems.sda.fight.advice.duels import blow
from rules.systems.sda.fight.advice.reactions import OF_OPENINGS, STRIKE, Reaction, later, let_pass
from rules.systems.sda.fight.base import (
    LONGEST,
    Arm,
    announced,
    arm_named,
    band_at,
    best_arm,
    check_bought,
    melee_pool,
    react,
    reacting,
    spared,
    use,
)
from rules.systems.sda.fight.blows.attack_odds import odds_of_blow
from rules.systems.sda.fight.blows.exchange import FREE_DIE, Exchange
from rules.systems.sda.fight.blows.maluses import attack_malus
from rules.systems.sda.fight.blows.rolls import Blow
from rules.systems.sda.fight.melee.attack import bought_in_rage, high_ground, strike
from rules.systems.sda.fight.moves import picks
from rules.systems.sda.fight.moves.sequence import carry_on
from rules.systems.sda.fight.wounds.harm import bleed


@dataclass(frozen=True, slots=True)
class TakeOpportunity(Reply):
    """Strike at somebody who gave an opening: once a round, with one die more than reactions have left (SDA-230).

    Whoever strikes is the attacker, even on the other's turn (SDA-229); on one's own flank it costs 1 MoS (SDA-226). Of
    two who ride together either may be struck at.
    """

    name: ClassVar[str] = "opportunity.take"
    label: ClassVar[str] = "Strike"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "Nobody gives you an opening now."

    dice: int = number("Dice", least=1, most=picks.MOST)
    target: str = pick("At", default="", help="Whoever gave the opening")
    weapon: str = picks.weapon_field()
    skill: str = pick("Speciality", default="")
    attribute: str = pick("Attribute", default="")
    bought: int = number("Dice bought with spirit", default=0)
    bonus: int = number("Bonus dice", default=0, most=20)
    malus: int = number("Malus", default=0, most=20)
    worsen: tuple[str, ...] = picks.worsen_field()
    shield: bool = switch("Shield ready", default=True, help="Should the answer do damage; once a round")
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = virtue_field()
    called: str = called_field()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        gave = cls.waiting(table).known["target"]
        there = [who for who in (gave, other_of(table, gave)) if who]
        targets = tuple(Choice(who, table.name(who)) for who in there) if len(there) > 1 else ()
        return {**picks.ways(table), "target": targets}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        target = ask.known["target"]
        arm = best_arm(table, table.actor, band_at(distance(table, table.actor, target)))
        pool = melee_pool(table, table.actor, arm, bonus=FREE_DIE + high_ground(table, target))
        most = max(1, spared(table, pool, reacting(table, pool.who, FREE_DIE)))
        return {"ask": ask.key, "weapon": arm.key, "dice": most, **bought_in_rage(table, pool)}

    def odds(self, table: Table) -> Odds:
        target = self.target or table.open_ask(self.ask, self.name).known["target"]
        pool = self._ready(table, with_bought(table, self._pool(table, target), self.bought))
        return odds_of_blow(table, pool, target, self._arm(table, target).key, self)

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many dice to strike with, and how many of the budget to keep for blows to come (SDA-163)."""
        target = self.target or table.open_ask(self.ask, self.name).known["target"]
        plain, reaction = self._pool(table, target), Reaction(table, later(table, table.actor))
        duel = blow(table, table.actor, target, self._arm(table, target), shield=self.shield, both=False)

        def worth(chosen: TakeOpportunity) -> Worth:
            check_bought(table, plain, chosen.bought)
            whole = with_bought(table, plain, chosen.bought)
            now, _ = duel.split(chosen._ready(table, whole).side(chosen.dice), None)
            return reaction.worth(now, plain, whole, chosen.dice, chosen.bought, FREE_DIE + self.bonus)

        upto = most_dice(table, plain, lambda pool: pool.available)
        return reaction.weighing(STRIKE, OF_OPENINGS, worth, upto)

    def perform(self, table: Table, dice: Dice) -> None:
        target = self.target or table.open_ask(self.ask, self.name).known["target"]
        table.answer(self.ask, self.name)
        whole = buy(table, self._pool(table, target), self.bought)
        pool = self._ready(table, whole)
        react(table, pool, self.dice, self.bought, FREE_DIE + self.bonus)
        use(table, table.actor, opportunity=1)
        table.happen(
            Told(
                (table.actor, target),
                f"{{0}} takes {{1}}’s opening with {counted(self.dice, 'die', 'dice')}.",
            )
        )
        bleed(table, dice, whole, pool, self.worsen)
        blow = Blow.of(pool, self.dice, self.reward, self._arm(table, target).key, shield=self.shield)
        strike(table, dice, Exchange(blow, target, kind="opportunity"))

    def _arm(self, table: Table, target: str) -> Arm:
        if self.weapon:
            return arm_named(table.me, self.weapon)
        return best_arm(table, table.actor, band_at(distance(table, table.actor, target)))

    def _pool(self, table: Table, target: str) -> Pool:
        far = distance(table, table.actor, target)
        if far > LONGEST:
            raise Refused(f"{table.name(target)} is {far:g} metres away by now. Let the opening pass.", "target")
        arm = self._arm(table, target)
        hindered = attack_malus(table, table.actor, target, arm, opportunity=True) + self.malus
        helped = self.bonus + FREE_DIE + high_ground(table, target)
        said = (self.skill, self.attribute, helped, hindered, self.virtue, self.called)
        pool = melee_pool(table, table.actor, arm, *said)
        check_bought(table, pool, self.bought)
        return pool

    def _ready(self, table: Table, pool: Pool) -> Pool:
        spent = reacting(table, pool.who, self.bought + FREE_DIE + self.bonus)
        return announced(table, pool, self.dice, self.worsen, "this strike", spent)


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
