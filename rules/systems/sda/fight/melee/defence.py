"""The answer to an attack hand to hand (SDA-163, SDA-176 to SDA-178, SDA-248, SDA-249)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

from rules.engine.fight import distance
from rules.engine.kernel import (
    Ask,
    Dice,
    Refused,
    Reply,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    number,
    switch,
)
from rules.engine.odds import Chance, Odds, often
from rules.systems.sda.content.house_rules.fight import SPIRIT_PER_HIT
from rules.systems.sda.core.person import chances
from rules.systems.sda.core.rolls import Losses, Pool, buy, dice_said, with_bought, with_each_bought
from rules.systems.sda.fight.advice import (
    OF_DEFENCES,
    Harm,
    Reaction,
    answer_to,
    attack_of,
    comes_to,
    more_of_the_same,
    one_with,
)
from rules.systems.sda.fight.base import (
    BLOW,
    Arm,
    Spent,
    arm_named,
    arms,
    band_at,
    best_defence,
    bled_pool,
    check_named,
    kept,
    kept_words,
    losses_to_hits,
    melee_pool,
    react,
    reacting,
    reaction_dice,
    reactions_left,
    spared,
    stands_guard,
    too_many,
    use,
    with_kept_hits,
)
from rules.systems.sda.fight.blows import (
    CHARGE,
    TO_DEFEND,
    Blow,
    Exchange,
    Met,
    clash,
    defence_pool,
    guard_of,
    no_defence,
    posture_malus,
)
from rules.systems.sda.fight.melee.attack import gives_opening
from rules.systems.sda.fight.moves import MOST, MeleeRoll, carry_on
from rules.systems.sda.fight.wounds import bleed


@dataclass(frozen=True, slots=True, kw_only=True)
class MeleeDefend(MeleeRoll, Reply, name=TO_DEFEND, label="Defend"):
    """Answer an attack with 0 or more dice of what is left for reactions (SDA-163, SDA-176, SDA-177, C-53).

    Against a charge it is an attack of opportunity at the same time, with its die, if one is open (SDA-248). What was
    kept in a defensive stance is taken off the attack (SDA-249).
    """

    unasked: ClassVar[str] = "Nobody is attacking you."

    dice: int = number("Dice", most=MOST, help="0: do not defend")
    guard: int = number("From your stance", default=MOST, most=MOST, help="Maximum MoS from it", at_once=False)
    shield: bool = switch("Shield ready", default=True, help="Stops hits for damage, once a round")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        arm = _defending_arm(table, ask, "")
        pool = melee_pool(table, table.actor, arm)
        most = spared(table, pool, reacting(table, pool.who))
        return {"ask": ask.key, "weapon": arm.key, "dice": most}

    def odds(self, table: Table) -> Odds | None:
        ask = table.open_ask(self.ask, self.name)
        pool, whole, most = self._pools(table, ask)
        self._check(table, ask, whole, most)
        exchange = Exchange.from_known(ask.known)
        attack, ready = exchange.attack, bled_pool(table, whole, self.dice, self._reactions(table, ask))
        sides = [self._side(table, ask, pool, count) for count in range(most + 1)]
        met = Met(table, attack, ready, sides, self.dice, guard_of(table, table.actor, self.guard), ties=False)
        wins = Chance("wins", "you hit back", 0.0 if stands_guard(table.me) else met.margin.ahead)
        parries = self.dice and not exchange.both
        said = often("you", "parry it", met.safe) if parries else often("they", "miss you", met.safe)
        said += kept_words(table.me) if exchange.both else ""
        against = with_kept_hits(table.sheet(attack.who), met.margin.hits_against())
        odds = met.odds("unhurt", "not hit", said, against, wins)
        return met.with_means(odds, self, losses_to_blows(table, attack.who, met.mine, met.theirs))

    def weighing(self, table: Table) -> Weighing:
        """Weigh with what to defend, with how many dice, and how many to keep for blows to come (SDA-163)."""
        ask, me = table.open_ask(self.ask, self.name), table.actor
        exchange = self._exchange(table, ask)
        attacker, extra = exchange.attack.who, self.bonus + _opening(table, ask)
        theirs = exchange.attack.side(guard_of(table, me, self.guard))
        dealt = attack_of(table, exchange, shield=self.shield)

        left, plain = reactions_left(table, me), cache(lambda weapon: replace(self, weapon=weapon)._plain(table, ask))

        @cache
        def with_bought_for(weapon: str) -> list[tuple[Pool, int]]:
            wholes = with_each_bought(table, plain(weapon))
            return [(one, reaction_dice(table, one, bought, extra, left)) for bought, one in enumerate(wholes)]

        @cache
        def answer_with(weapon: str) -> tuple[str, Harm]:
            arm = _defending_arm(table, ask, weapon)
            return arm.name, answer_to(table, me, attacker, arm, shield=exchange.attack.shield, both=exchange.both)

        best = _defending_arm(table, ask, "").key
        sides = [self._side(table, ask, plain(best), dice) for dice in range(min(left, plain(best).available) + 1)]
        met = [-comes_to(exchange.attack.side(), side, dealt, answer_with(best)[1]) for side in sides]
        reaction = Reaction(table, more_of_the_same(table, me, met, left, but=attacker))

        def worth(chosen: MeleeDefend) -> Worth:
            pool, (whole, most) = plain(chosen.weapon), one_with(with_bought_for(chosen.weapon), chosen.bought)
            chosen._check(table, ask, whole, most)
            _, answer = answer_with(chosen.weapon)
            now = -comes_to(theirs, chosen._side(table, ask, pool, chosen.dice), dealt, answer)
            return reaction.worth(now, pool, whole, chosen.dice, chosen.bought, extra)

        def said(chosen: MeleeDefend) -> str:
            return dice_said(chosen) + (f" ({answer_with(chosen.weapon)[0]})" if chosen.dice else "")

        listed = arms(table.me)
        bought = max(len(with_bought_for(key)) for key in listed) - 1
        upto = {"dice": max(plain(key).available for key in listed) + bought, "bought": bought}
        return reaction.weighing("This blow", OF_DEFENCES, worth, upto, "weapon", said=said)

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        exchange = Exchange.from_known(ask.known)
        plain, whole, most = self._pools(table, ask)
        self._check(table, ask, whole, most)
        if not self.dice:
            table.happen(Told((table.actor,), "{0} does not defend."))
            clash(table, dice, exchange, None, guard=self.guard, shield=self.shield)
        else:
            pool = bled_pool(table, whole, self.dice, self._reactions(table, ask))
            opening = _opening(table, ask)
            react(table, pool, self.dice, self.bought, self.bonus + opening)
            buy(table, plain, self.bought)
            if opening:
                use(table, table.actor, opportunity=1)
            told = f"{{0}} defends with {counted(self.dice, 'die', 'dice')}."
            table.happen(Told((table.actor,), told))
            bleed(table, dice, whole, pool, self.worsen)
            blow = Blow.of(pool, self.dice, self.reward, self._arm(table, ask).key, shield=self.shield)
            clash(table, dice, exchange, blow, guard=self.guard)
        carry_on(table)

    def blow(self, table: Table, ask: Ask) -> Blow:
        """The blow that this defence puts against the attack, with the dice that are still to be bought."""
        plain = self._plain(table, ask)
        whole = replace(plain, dice=plain.available + self.bought, cap=plain.cap + self.bought)
        pool = bled_pool(table, whole, self.dice, self._reactions(table, ask))
        malus, weapon = self._side(table, ask, plain, self.dice).malus, self._arm(table, ask).key
        return replace(Blow.of(pool, self.dice, self.reward, weapon, shield=self.shield), malus=malus)

    def _pools(self, table: Table, ask: Ask) -> tuple[Pool, Pool, int]:
        """The pool before any dice are bought, the pool with them, and the most dice that may be used of that."""
        plain = self._plain(table, ask)
        whole = with_bought(table, plain, self.bought)
        return plain, whole, self._reactions(table, ask).most(whole.available)

    def _reactions(self, table: Table, ask: Ask) -> Spent:
        """The dice used by the reactions of this round, as they bear on the defence."""
        return reacting(table, table.actor, self.bought + self.bonus + _opening(table, ask))

    def _plain(self, table: Table, ask: Ask) -> Pool:
        arm = _defending_arm(table, ask, self.weapon)
        said = (self.skill, self.attribute, self.bonus + _opening(table, ask), self.malus, self.virtue, self.called)
        return defence_pool(table, table.actor, ask.known["attacker"], arm, *said)

    def _exchange(self, table: Table, ask: Ask) -> Exchange:
        """The attack that is answered."""
        return Exchange.from_known(ask.known)

    def _arm(self, table: Table, ask: Ask) -> Arm:
        """The weapon that meets the attack."""
        return _defending_arm(table, ask, self.weapon)

    def _check(self, table: Table, ask: Ask, whole: Pool, most: int) -> None:
        if self.dice > most:
            raise Refused(too_many(self.dice, most, "the defence"), "dice")
        if self.dice:
            check_named(table, whole, self.dice, self.worsen, self._reactions(table, ask))

    def _side(self, table: Table, ask: Ask, pool: Pool, count: int) -> chances.Side:
        return pool.side(count) if count else no_defence(table, table.actor, ask.known["attacker"], pool.sides)


def losses_to_blows(table: Table, by: str, mine: chances.Side, theirs: chances.Side) -> Losses:
    """The spirit that hits of ``by`` take from the actor, with those kept for the blow (SDA-185)."""
    each, more = SPIRIT_PER_HIT.number(table.house_rules), kept(table.sheet(by), BLOW)
    return losses_to_hits(table, by, mine, theirs, lambda hits: each * (hits + more))


def _opening(table: Table, ask: Ask) -> int:
    return gives_opening(table, Exchange.from_known(ask.known)) if ask.known["kind"] == CHARGE else 0


def _defending_arm(table: Table, ask: Ask, weapon: str) -> Arm:
    if weapon:
        return arm_named(table.me, weapon)
    attacker = ask.known["attacker"]
    hindered = posture_malus(table, table.actor, attacker)
    return best_defence(table, table.actor, band_at(distance(table, table.actor, attacker)), hindered)
