"""The melee attack on one's own turn, and the question how the target defends (SDA-174 to SDA-185)."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

from rules.engine.fight import distance, face, refuse_walled
from rules.engine.kernel import (
    Choice,
    Dice,
    NotNow,
    Refused,
    Said,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    number,
    pick,
    plainly,
    switch,
)
from rules.engine.odds import Odds
from rules.systems.sda.core.person import figure, told_of
from rules.systems.sda.core.rolls import MOST_BONUS, Pool, buy, dice_said, is_above, with_bought, with_each_bought
from rules.systems.sda.fight.advice import OF_BLOWS, Attack, Duel, acts_again, blow, weighed
from rules.systems.sda.fight.base import (
    FREE_DIE,
    LONGEST,
    Arm,
    act,
    acting,
    actions_left,
    arm_named,
    arms,
    be_seen,
    check_bought,
    check_target,
    due_to_buy,
    free_to_act,
    has_reaction,
    is_out,
    lost_to_taunt,
    melee_pool,
    none_left,
    own_turn,
    pay_for_dice,
    reactions_left,
    refuse_in_stance,
    spared,
    use,
    used,
)
from rules.systems.sda.fight.blows import (
    CHARGE,
    TO_ANNOUNCE,
    TO_DEFEND,
    Blow,
    Exchange,
    attack_pool,
    clash,
    odds_of_blow,
)
from rules.systems.sda.fight.moves import (
    MOST,
    AnnouncedRoll,
    MeleeRoll,
    arm_for,
    attackable,
    by_distance,
    carry_on,
    initiative_of,
    may_strike,
    refuse_out_of_range,
    refuse_without_reach,
    targets,
    ways,
    within_reach,
)
from rules.systems.sda.fight.wounds import bleed

#: Dice that an attack from high ground gains (SDA-281).
HIGH_GROUND = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MeleeAttack(MeleeRoll, name="melee.attack", label="Attack"):
    """Strike at an opponent within 3 metres: announce the dice, and the target says how it defends (SDA-178).

    Outside the weapon's band every roll has a malus and does no damage (SDA-171, SDA-172, C-37). The attacker turns
    to the target for free (SDA-183); with equal initiative both are attackers, and whoever has more spirit announces
    first (SDA-180, C-40). High ground gives a die, and a saddle is high ground to those on foot (SDA-258, SDA-281).
    Whoever is not aware of it makes no roll, and all that hinders them is dice for the attacker (SDA-045). Whoever
    rages goes at the nearest, and buys a die for it (D-7).
    """

    leading: ClassVar[tuple[str, ...]] = (
        *("target", "dice", "weapon", "skill", "attribute"),
        *("bought", "bonus", "malus", "high", "aware", "worsen", "shield"),
    )
    aims: ClassVar[str] = "target"
    purpose: ClassVar[str] = "an attack"
    #: MoS that this kind of attack loses.
    handicap: ClassVar[int] = 0

    target: str = pick("Target")
    malus: int = number("Malus", default=0, most=MOST_BONUS, help="Takes off successes: cover, darkness")
    high: bool = switch("From high ground", help="+1 die")
    aware: bool = switch("They are aware of it", default=True, help="If not, they cannot defend")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        refuse_in_stance(table)
        refuse_without_reach(table, "Nobody is within 3 metres. Move closer first.")
        pools = [melee_pool(table, table.actor, arm) for arm in arms(table.me).values()]
        if not any(actions_left(table, pool) for pool in pools):
            raise NotNow(none_left(pools))

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"target": targets(table), **ways(table)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        near = next(iter(within_reach(table) or by_distance(table, attackable(table, table.actor))))
        return {"target": near, **cls._filled(table, near)}

    @classmethod
    def preset_against(cls, table: Table, who: str) -> Mapping[str, Any]:
        """The best weapon with all dice to spare; refused where none in hand hurts so far away, but one does nearer."""
        refuse_out_of_range(table, who)
        return cls._filled(table, who)

    @classmethod
    def _filled(cls, table: Table, who: str) -> dict[str, Any]:
        arm = cls._best_arm(table, who)
        pool = melee_pool(table, table.actor, arm, bonus=high_ground(table, who))
        most = max(1, spared(table, pool, acting(table, pool.who)))
        return {"weapon": arm.key, "dice": most, **bought_in_rage(table, pool)}

    def odds(self, table: Table) -> Odds:
        pool = self._rolled(table, with_bought(table, self._pool(table, self._arm(table)), self.bought))
        kept = f"; {pool.available - self.dice} kept back"
        if unseen(table, aware=self.aware):
            kept += f"; {told_of(table.me, 'unseen')} helps"
        told = f"{self.dice} of your {pool.available} dice"
        return odds_of_blow(table, pool, self.target, self._arm(table).key, self, told, kept)

    def weighing(self, table: Table) -> Weighing:
        """Weigh whom in reach to attack, with how many dice, and how many to keep for more (SDA-160, SDA-161)."""
        again, ready = acts_again(own_turn(table)), dict[str, tuple[Attack, Duel]]()
        for target in within_reach(table):
            with suppress(Refused):
                ready[target] = replace(self, target=target).at_once(table, again=again)

        def worth(chosen: MeleeAttack) -> Worth:
            attack, duel = ready[chosen.target]
            check_bought(table, attack.plain, chosen.bought)
            rolled = chosen._rolled(table, attack.whole(chosen.bought))
            return attack.worth(duel, attack.effort(rolled, chosen.dice, chosen.bought))

        return weighed({target: attack for target, (attack, _) in ready.items()}, OF_BLOWS, worth, said=dice_said)

    def at_once(self, table: Table, *, again: bool) -> tuple[Attack, Duel]:
        """The attack with all dice that may be bought for it, and its duel with the best answer."""
        arm = self._arm(table)
        both = self._is_level(table)
        duel = blow(table, table.actor, self.target, arm, shield=self.shield, aware=self.aware, both=both)
        return Attack(table, with_each_bought(table, self._pool(table, arm)), again), duel

    def perform(self, table: Table, dice: Dice) -> None:
        own_turn(table)
        if not self._announces_first(table):
            self.strike_out(table, dice)
            return
        arm = self._arm(table)
        self._rolled(table, with_bought(table, self._pool(table, arm), self.bought))
        # With how many dice is said when the target has announced theirs: until then nobody hears of it.
        chosen = replace(self, weapon=arm.key, dice=1, bought=0)
        table.happen(Told((table.actor, self.target), "{0} attacks {1}, who has more spirit and announces first."))
        title = Said("{0} attacks at your initiative: announce your dice first", (table.actor,))
        known = {
            "attacker": table.actor,
            "attack_by": self.name,
            "kind": "attack",
            "chosen": {**asdict(chosen), "worsen": list(self.worsen)},
        }
        table.ask(self.target, title, TO_ANNOUNCE, target=self.target, **known)

    def _announces_first(self, table: Table) -> bool:
        """Whether the target, of the same initiative, has more spirit, and can do anything about it (SDA-180)."""
        target, spirit = self.target, table.me.now("spirit")
        if not self._is_level(table) or is_out(table.sheet(target)) or not self.aware:
            return False
        return table.sheet(target).now("spirit") > spirit and reactions_left(table, target) > 0

    def _is_level(self, table: Table) -> bool:
        return initiative_of(table, table.actor) == initiative_of(table, self.target)

    def strike_out(self, table: Table, dice: Dice) -> None:
        """Announce the dice, and ask the target how it defends (SDA-178)."""
        rung, arm = own_turn(table), self._arm(table)
        struck = "" if self.handicap else f"{rung.key} {arm.key}"
        told = f"{{0}} attacks {{1}} with {counted(self.dice, 'die', 'dice')} ({plainly(arm.name)})."
        pool = announce(self, table, dice, self._pool(table, arm), self.target, told, struck=struck)
        blow = Blow.of(pool, self.dice, self.reward, arm.key, shield=self.shield)
        strike(table, dice, Exchange(blow, self.target, both=self._is_level(table)), aware=self.aware)

    def _arm(self, table: Table) -> Arm:
        far = distance(table, table.actor, self.target)
        if far > LONGEST:
            raise Refused(f"{table.name(self.target)} is {far:g} metres away. You reach 3: move closer.", "target")
        refuse_walled(table, self.target)
        return arm_named(table.me, self.weapon) if self.weapon else self._best_arm(table, self.target)

    @classmethod
    def _best_arm(cls, table: Table, target: str) -> Arm:
        """The weapon that strikes the target best from where the actor stands."""
        return arm_for(table, "", target)

    def _pool(self, table: Table, arm: Arm) -> Pool:
        check_target(table, self.target)
        hindered = self.malus + max(0, self.handicap - figure(table.me, "second_hand"))
        helped = self.bonus + high_ground(table, self.target, said=self.high)
        helped += unseen(table, aware=self.aware) - lost_to_taunt(table, table.actor, self.target)
        said = (self.skill, self.attribute, helped, hindered, self.virtue, self.called)
        pool = attack_pool(table, table.actor, self.target, arm, *said)
        check_bought(table, pool, self.bought)
        return pool


def unseen(table: Table, *, aware: bool) -> int:
    """Dice that a trait adds to the actor's attack on somebody unaware of it; otherwise 0 (D-7)."""
    return 0 if aware else figure(table.me, "unseen")


def bought_in_rage(table: Table, pool: Pool) -> dict[str, int]:
    """The ``bought`` field of a form as it begins: the die that a rage demands; empty where it does not (D-7)."""
    due = due_to_buy(table, pool)
    return {"bought": due} if due else {}


def high_ground(table: Table, target: str, *, said: bool = False) -> int:
    """Dice for high ground: 1 if the form says so, or if the actor rides and the target does not (SDA-258, SDA-281)."""
    return HIGH_GROUND if said or is_above(table, table.actor, target) else 0


def struck_with(table: Table, rung: str) -> str:
    """The key of the weapon of the turn's first attack, if the other hand may still follow; else "" (SDA-274)."""
    on, _, weapon = used(table, table.actor).struck.partition(" ")
    return weapon if on == rung else ""


def strike(table: Table, dice: Dice, exchange: Exchange, *, aware: bool = True) -> None:
    """Ask the target how it defends; against somebody who cannot, the attack is rolled at once."""
    target = exchange.target
    pay_for_dice(table, exchange.attack.who, target, exchange.attack.dice)
    awaits = aware and not is_out(table.sheet(target))
    if not awaits or not has_reaction(table, target, gives_opening(table, exchange)):
        if awaits:
            table.happen(Told((target,), "{0} has no dice left to defend."))
        clash(table, dice, exchange, None, guard=MOST if aware else 0, shield=aware)
        carry_on(table)
        return
    count = exchange.attack.dice
    title = Said(f"{{0}} attacks with {counted(count, 'die', 'dice')}: defend?", (exchange.attack.who,))
    table.ask(target, title, TO_DEFEND, **exchange.known())


def announce(
    attack: AnnouncedRoll, table: Table, dice: Dice, plain: Pool, target: str, told: str, **noted: Any
) -> Pool:
    """Pay for the dice of an attack on one's own turn, turn to its target, and say so; return the pool as it is rolled.

    Wounds may get worse by it (SDA-210). ``noted`` are more totals of the round, as `use` takes them.
    """
    whole = buy(table, plain, attack.bought)
    pool = attack._rolled(table, whole)
    act(table, pool, attack.dice, own_turn(table).key)
    use(table, table.actor, attacked=True, **noted)
    face(table, table.actor, target)
    be_seen(table, table.actor)
    table.happen(Told((table.actor, target), told))
    bleed(table, dice, whole, pool, attack.worsen)
    return pool


def gives_opening(table: Table, exchange: Exchange) -> int:
    """Dice that a charge gives its target: 1 for an attack of opportunity, once a round (SDA-230, SDA-248)."""
    charges = exchange.kind == CHARGE and may_strike(table, exchange.target, exchange.attack.who)
    return FREE_DIE if charges else 0
